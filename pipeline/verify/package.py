"""A generated package, read as text: what its modules define, without running any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pipeline.errors import PipelineError, Problem
from pipeline.types import Json, Tree
from pipeline.verify.calls import (
    MethodFacts,
    OperationFacts,
    ViewMethodFacts,
    read_resources,
    read_views,
)

__all__ = ["ClassFacts", "FieldFacts", "Package", "UnionFacts", "names_in"]
__all__ += ["parse_package", "read_package"]


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """An entry of a model's `_fields`.

    Attributes:
        kinds: Names of the JSON types expected; none for any.
        decoders: Every name in the expression that decodes the value.
    """

    wire: str
    kinds: frozenset[str]
    decoders: frozenset[str]
    nullable: bool


@dataclass(slots=True)
class ClassFacts:
    """A model class.

    Attributes:
        annotations: Of its attributes, by name.
        arguments: Annotations of the keyword arguments of its `__init__`.
        assigned: Attributes that `__init__` sets from the argument of their name.
        fields: Its `_fields`, by attribute.
    """

    name: str
    annotations: dict[str, ast.expr] = field(default_factory=dict)
    arguments: dict[str, ast.expr | None] = field(default_factory=dict)
    assigned: frozenset[str] = frozenset()
    fields: dict[str, FieldFacts] = field(default_factory=dict)

    def attribute(self, wire: str) -> str | None:
        """The attribute that a key of the JSON object is."""
        return next((name for name, f in self.fields.items() if f.wire == wire), None)


@dataclass(frozen=True, slots=True)
class UnionFacts:
    """The decoder of a union: its tag, the class of each value, the classes told by their keys."""

    tag: str | None
    tags: dict[str, str]
    by_keys: frozenset[str]
    unknown: str
    default: str | None


@dataclass(slots=True)
class Package:
    """What a generated package defines.

    Attributes:
        aliases: Type aliases of the modules of models, and of those of TypedDicts.
        typed_dicts: The annotation of each key, by TypedDict.
        exported: Names that `types` has, and that `models` and `params` have.
        servers: Of the client.
        methods: Of the resource classes.
        resources: Class to the classes of its resources, by attribute; the client's and views' too.
        view_methods: Of the views that give HTTP responses.
        views: Such a view to the class of its resource.
    """

    classes: dict[str, ClassFacts] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    unions: dict[str, UnionFacts] = field(default_factory=dict)
    typed_dicts: dict[str, dict[str, ast.expr]] = field(default_factory=dict)
    exported: dict[str, frozenset[str]] = field(default_factory=dict)
    operations: list[OperationFacts] = field(default_factory=list)
    methods: list[MethodFacts] = field(default_factory=list)
    resources: dict[str, dict[str, str]] = field(default_factory=dict)
    view_methods: list[ViewMethodFacts] = field(default_factory=list)
    views: dict[str, str] = field(default_factory=dict)
    servers: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names that components can have."""
        return frozenset({*self.classes, *self.aliases})


# The modules that the templates write and that accounting looks at.
_GENERATED = frozenset({"models", "params", "raw", "resources", "types.py", "client.py"})


def parse_package(files: Tree, package_name: str) -> dict[str, ast.Module]:
    """The generated modules of a tree as syntax trees, by their path in the package.

    Raises:
        PipelineError: if a module is not Python, naming file and line.
    """
    modules: dict[str, ast.Module] = {}
    for path, data in files.items():
        inner = path.removeprefix(f"{package_name}/")
        if inner == path or inner.partition("/")[0] not in _GENERATED:
            continue
        try:
            modules[inner] = ast.parse(data.decode())
        except (SyntaxError, UnicodeDecodeError) as error:
            line = getattr(error, "lineno", None)
            raise PipelineError(
                Problem(f"not a Python module: {error}", document=path, line=line)
            ) from None
    return modules


def read_package(modules: Mapping[str, ast.Module]) -> Package:
    """What the modules of `parse_package` define."""
    package = Package()
    for path, module in modules.items():
        folder, _, rest = path.partition("/")
        if folder == "types.py" or (folder in ("models", "params") and rest == "__init__.py"):
            package.exported[folder] = frozenset(_lazy_names(module))
        elif folder == "models":
            _read_models(module, package)
        elif folder == "params":
            _read_params(module, package)
        elif folder == "raw":
            views = read_views(module)
            package.view_methods.extend(views.methods)
            package.resources.update(views.resources)
            package.views.update(views.views)
        elif folder == "resources" or folder == "client.py":
            found = read_resources(module)
            package.operations.extend(found.operations)
            package.methods.extend(found.methods)
            package.resources.update(found.resources)
            if folder == "client.py":
                package.servers = _servers(module)
    return package


def names_in(node: ast.expr | None) -> frozenset[str]:
    """Every name in an expression."""
    found: set[str] = set()
    for inner in ast.walk(node) if node is not None else ():
        if isinstance(inner, ast.Name):
            found.add(inner.id)
    return frozenset(found)


def _lazy_names(module: ast.Module) -> Iterator[str]:
    listed: dict[str, set[str]] = {"__all__": set(), "_MODULES": set()}
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in listed:
            listed[ast.unparse(node.targets[0])] = set(ast.literal_eval(node.value))
    yield from listed["__all__"] & listed["_MODULES"]


def _servers(module: ast.Module) -> tuple[str, ...]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_SERVERS":
            return tuple(ast.literal_eval(node.value))
    return ()


# -- models


def _read_models(module: ast.Module, package: Package) -> None:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            facts = package.classes.setdefault(node.name, ClassFacts(node.name))
            facts.annotations.update(_annotations(node))
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                    facts.arguments = {a.arg: a.annotation for a in item.args.kwonlyargs}
                    facts.assigned = frozenset(_assigned(item))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            package.aliases[node.target.id] = _unquoted(node.value)
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and target.attr == "_fields":
                name = ast.unparse(target.value)
                package.classes.setdefault(name, ClassFacts(name)).fields = _fields(node.value)
            elif isinstance(target, ast.Name) and target.id.startswith("decode_"):
                package.unions[target.id.removeprefix("decode_")] = _union(node.value)


def _annotations(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            yield item.target.id, item.annotation


def _assigned(node: ast.FunctionDef) -> Iterator[str]:
    for item in node.body:
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Attribute):
            attribute = item.targets[0].attr
            if attribute in names_in(item.value):
                yield attribute


def _fields(node: ast.expr) -> dict[str, FieldFacts]:
    found: dict[str, FieldFacts] = {}
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None or not isinstance(value, ast.Tuple) or len(value.elts) != 4:
                continue
            wire, kinds, decode, nullable = value.elts
            found[ast.literal_eval(key)] = FieldFacts(
                ast.literal_eval(wire),
                names_in(kinds),
                names_in(decode),
                _literal(nullable) is True,
            )
    return found


def _union(node: ast.expr) -> UnionFacts:
    if not isinstance(node, ast.Call) or len(node.args) < 2:
        return UnionFacts(None, {}, frozenset(), "", None)
    *_, members, unknown = node.args
    tags: dict[str, str] = {}
    if isinstance(members, ast.Dict):
        for key, value in zip(members.keys, members.values, strict=True):
            if key is not None:
                tags[ast.literal_eval(key)] = ast.unparse(value)
    return UnionFacts(
        tag=_literal(node.args[0]),
        tags=tags,
        by_keys=names_in(members) if not tags else frozenset(),
        unknown=ast.unparse(unknown),
        default=next((ast.unparse(k.value) for k in node.keywords if k.arg == "default"), None),
    )


def _literal(node: ast.expr) -> Json:
    return node.value if isinstance(node, ast.Constant) else None


def _unquoted(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ast.parse(node.value, mode="eval").body
    return node


# -- plain dicts


def _read_params(module: ast.Module, package: Package) -> None:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            package.typed_dicts[node.name] = dict(_annotations(node))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            package.aliases[node.target.id] = _unquoted(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            keys = node.value.args[1] if len(node.value.args) > 1 else None
            if isinstance(keys, ast.Dict):
                package.typed_dicts[ast.unparse(node.targets[0])] = {
                    ast.literal_eval(k): _unquoted(v)
                    for k, v in zip(keys.keys, keys.values, strict=True)
                    if k is not None
                }
