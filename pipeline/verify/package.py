"""A generated package, read as text: what its modules define, without running any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.errors import PipelineError, Problem
from pipeline.types import Json, Tree

__all__ = ["ClassFacts", "MethodFacts", "OperationFacts", "Package", "read_package"]


@dataclass(slots=True)
class ClassFacts:
    """A model class: annotations of its attributes, and the wire key of each."""

    name: str
    annotations: dict[str, ast.expr] = field(default_factory=dict)
    wire_keys: dict[str, str] = field(default_factory=dict)  # wire key → attribute


@dataclass(slots=True)
class OperationFacts:
    """An `Operation(...)` of a resource module."""

    constant: str
    keywords: dict[str, ast.expr]

    def value(self, name: str) -> Json:
        node = self.keywords.get(name)
        if isinstance(node, ast.Call) and node.args:  # frozenset((...))
            node = node.args[0]
        return None if node is None else ast.literal_eval(node)

    @property
    def statuses(self) -> dict[str, str]:
        node = self.keywords.get("statuses")
        if not isinstance(node, ast.Dict):
            return {}
        return {
            ast.literal_eval(k): ast.unparse(v)
            for k, v in zip(node.keys, node.values, strict=True)
            if k is not None
        }


@dataclass(slots=True)
class MethodFacts:
    """A method of a resource class, and what it sends."""

    class_name: str
    name: str
    constant: str
    asynchronous: bool
    arguments: frozenset[str]
    wire_keys: frozenset[str]


@dataclass(slots=True)
class Package:
    """What a generated package defines."""

    classes: dict[str, ClassFacts] = field(default_factory=dict)
    aliases: dict[str, ast.expr] = field(default_factory=dict)
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict)  # union → its tag values
    typed_dicts: dict[str, frozenset[str]] = field(default_factory=dict)
    operations: list[OperationFacts] = field(default_factory=list)
    methods: list[MethodFacts] = field(default_factory=list)
    servers: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()


def read_package(files: Tree, package_name: str) -> Package:
    """Read the generated modules of a tree.

    Raises:
        PipelineError: if a module is not Python, naming file and line.
    """
    package = Package()
    for path, data in files.items():
        folder, _, rest = path.removeprefix(f"{package_name}/").partition("/")
        if not path.endswith(".py") or not path.startswith(f"{package_name}/"):
            continue
        try:
            module = ast.parse(data.decode())
        except (SyntaxError, UnicodeDecodeError) as error:
            line = getattr(error, "lineno", None)
            raise PipelineError(
                Problem(f"not a Python module: {error}", document=path, line=line)
            ) from None
        if folder == "models" and rest != "__init__.py":
            _read_models(module, package)
        elif folder == "params" and rest != "__init__.py":
            _read_params(module, package)
        elif folder == "resources":
            _read_resources(module, package)
        elif folder == "client.py":
            for node in module.body:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_SERVERS":
                    package.servers = ast.literal_eval(node.value)
    package.names = frozenset({*package.classes, *package.aliases})
    return package


def _read_models(module: ast.Module, package: Package) -> None:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            facts = package.classes.setdefault(node.name, ClassFacts(node.name))
            facts.annotations.update(_annotations(node))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            package.aliases[node.target.id] = _unquoted(node.value)
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and target.attr == "_fields":
                facts = package.classes.setdefault(
                    ast.unparse(target.value), ClassFacts(ast.unparse(target.value))
                )
                facts.wire_keys = dict(_wire_keys(node.value))
            elif isinstance(target, ast.Name) and target.id.startswith("decode_"):
                package.unions[target.id.removeprefix("decode_")] = _tags(node.value)


def _annotations(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            yield item.target.id, item.annotation


def _wire_keys(node: ast.expr) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None and isinstance(value, ast.Tuple):
                yield ast.literal_eval(value.elts[0]), ast.literal_eval(key)


def _tags(node: ast.expr) -> tuple[str, ...]:
    if isinstance(node, ast.Call):
        for argument in node.args:
            if isinstance(argument, ast.Dict):
                return tuple(ast.literal_eval(k) for k in argument.keys if k is not None)
    return ()


def _unquoted(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ast.parse(node.value, mode="eval").body
    return node


def _read_params(module: ast.Module, package: Package) -> None:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            package.typed_dicts[node.name] = frozenset(k for k, _ in _annotations(node))
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            keys = node.value.args[1] if len(node.value.args) > 1 else None
            if isinstance(keys, ast.Dict):
                package.typed_dicts[ast.unparse(node.targets[0])] = frozenset(
                    ast.literal_eval(k) for k in keys.keys if k is not None
                )


def _read_resources(module: ast.Module, package: Package) -> None:
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call):
            keywords = {k.arg: k.value for k in node.value.keywords if k.arg}
            package.operations.append(OperationFacts(ast.unparse(node.target), keywords))
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                    package.methods.extend(_method(node, item))


def _method(
    owner: ast.ClassDef, node: ast.FunctionDef | ast.AsyncFunctionDef
) -> Iterator[MethodFacts]:
    # An overload only declares: the implementation is the one that names its operation.
    constants = [
        n.id
        for n in ast.walk(node)
        if isinstance(n, ast.Name) and n.id.startswith("_") and n.id.isupper()
    ]
    if not constants:
        return
    keys: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Dict):
            keys.update(
                k.value
                for k in inner.keys
                if isinstance(k, ast.Constant) and isinstance(k.value, str)
            )
        elif isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Constant):
            keys.add(str(inner.slice.value))
    yield MethodFacts(
        class_name=owner.name,
        name=node.name,
        constant=constants[0],
        asynchronous=owner.name.startswith("Async"),
        arguments=frozenset(a.arg for a in node.args.kwonlyargs),
        wire_keys=frozenset(keys),
    )
