"""The public Python API of a generated package, read from its text and written down as JSON."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import griffe

from pipeline.characters import settled
from pipeline.errors import PipelineError, Problem
from pipeline.types import Json, JsonObject, Tree

__all__ = ["FORMAT", "load_package", "record_api"]

FORMAT = 1

# The modules whose `__all__` is the public API, the package itself first.
_PUBLIC = ("", "types", "resources", "testing")
# The methods with a place in the language that users call through it.
_SPECIAL = frozenset(
    "__init__ __call__ __enter__ __exit__ __aenter__ __aexit__ __iter__ __next__ __aiter__ "
    "__anext__ __await__ __contains__ __getitem__ __len__ __eq__ __bool__".split()
)


def record_api(tree: Tree, package_name: str) -> JsonObject:
    """The API of a package: every public name, with its members, signatures and annotations.

    Args:
        tree: A generated project; nothing of it is run.
        package_name: The package's folder in it.

    Raises:
        PipelineError: if the package cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="api-") as folder:
        package = load_package(tree, package_name, Path(folder))
        if package is None:
            raise PipelineError(Problem("there is no such package", document=package_name))
        try:
            names = dict(sorted(_names(package)))
        except griffe.GriffeError as error:  # such as a name that is imported and not there
            raise PipelineError(
                Problem(f"its API cannot be read: {error}", document=package_name)
            ) from None
    return {"format": FORMAT, "package": package_name, "names": _settled(names)}


def _settled(value: Json) -> Json:
    """What griffe gives with `repr` says the same in every version of Python."""
    if isinstance(value, dict):
        return {settled(key): _settled(child) for key, child in value.items()}
    if isinstance(value, list):
        return list(map(_settled, value))
    return settled(value) if isinstance(value, str) else value


def load_package(
    tree: Tree, package_name: str, folder: Path
) -> griffe.Object | griffe.Alias | None:
    """A package as griffe reads it, without running it; None if the tree has none.

    Args:
        folder: An empty folder, which has to last as long as the result is used.

    Raises:
        PipelineError: if it cannot be read.
    """
    for path, data in tree.items():
        if path.startswith(f"{package_name}/") and path.endswith(".py"):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    if not (folder / package_name).is_dir():
        return None
    loader = griffe.GriffeLoader(search_paths=[folder], allow_inspection=False)
    try:
        package = loader.load(package_name)
        loader.resolve_aliases(implicit=True)
    except (griffe.GriffeError, ImportError) as error:
        raise PipelineError(
            Problem(f"its API cannot be read: {error}", document=package_name)
        ) from None
    return package


def _names(package: griffe.Object | griffe.Alias) -> Iterator[tuple[str, JsonObject]]:
    sent = frozenset(_exports(package, "params"))
    members = dict(_public_members(package))
    # What a class has from a public base is told there, once.
    public = frozenset(member.path for member in members.values())
    for path, member in members.items():
        is_sent = f"{path.rpartition('.')[2]}Param" in sent
        yield path, _described(member, is_sent, public)


def _public_members(
    package: griffe.Object | griffe.Alias,
) -> Iterator[tuple[str, griffe.Object]]:
    for module_name in _PUBLIC:
        if module_name == "resources":
            modules = [m for m in package["resources"].members.values() if m.is_module]
        elif module_name:
            modules = [package[module_name]] if module_name in package.members else []
        else:
            modules = [package]
        for module in modules:
            for name in sorted(map(str, module.exports or ())):
                member = module.members.get(name)
                if member is not None and not member.is_module:
                    yield f"{module.path}.{name}", _final(member)


def _exports(package: griffe.Object | griffe.Alias, name: str) -> list[str]:
    if name not in package.members:
        return []
    return [str(export) for export in package[name].exports or ()]


def _final(member: griffe.Object | griffe.Alias) -> griffe.Object:
    return member.final_target if member.is_alias else member  # type: ignore[union-attr,return-value]  # an Alias has a target


def _described(member: griffe.Object, is_sent: bool, public: frozenset[str]) -> JsonObject:
    if isinstance(member, griffe.Class):
        return _class(member, is_sent, public)
    if isinstance(member, griffe.Function):
        return {"kind": "function", "signatures": _signatures(member)}
    value, annotation = (getattr(member, name, None) for name in ("value", "annotation"))
    text = "" if value is None else str(value)
    if text.startswith("TypedDict("):
        return {"kind": "typed dict", "value": text}
    if annotation is not None and str(annotation) == "TypeAlias":
        whole = text.startswith("(") and text.endswith(")")
        return {"kind": "alias", "type": text[1:-1] if whole else text}
    return {"kind": "value", "type": "" if annotation is None else str(annotation)}


def _class(cls: griffe.Class, is_sent: bool, public: frozenset[str]) -> JsonObject:
    bases = [str(base) for base in cls.bases]
    if any(base.partition("[")[0] == "TypedDict" for base in bases):
        return {"kind": "typed dict", "keys": _keys(cls)}
    attributes: JsonObject = {}
    methods: JsonObject = {}
    for name, member in sorted(_members(cls, public).items()):
        if isinstance(member, griffe.Function):
            methods[name] = _signatures(member)
        elif isinstance(member, griffe.Attribute):
            is_property = "property" in member.labels
            if is_property or member.annotation is not None:
                attributes[name] = {"type": str(member.annotation or "")}
    return {
        "kind": "class",
        "bases": bases,
        "sent": is_sent,
        "attributes": attributes,
        "methods": methods,
    }


def _members(cls: griffe.Class, public: frozenset[str]) -> dict[str, griffe.Object]:
    """Its own members and those of bases that are not public themselves."""
    found: dict[str, griffe.Object] = {}
    for owner in reversed([cls, *cls.mro()]):
        if owner is not cls and owner.path in public:
            continue
        for name, member in owner.members.items():
            if not member.is_alias and (not name.startswith("_") or name in _SPECIAL):
                found[name] = _final(member)
    return found


def _keys(cls: griffe.Class) -> JsonObject:
    total = cls.keywords.get("total")
    keys: JsonObject = {}
    for name, member in cls.members.items():
        text = str(getattr(member, "annotation", "") or "")
        required = str(total) != "False"
        for mark, value in (("Required[", True), ("NotRequired[", False)):
            if text.startswith(mark):
                text, required = text[len(mark) : -1], value
        keys[name] = {"type": text, "required": required}
    return keys


def _signatures(function: griffe.Function) -> list[JsonObject]:
    """The overloads of a function, or the one signature it has."""
    return [_signature(f) for f in (function.overloads or [function])]


def _signature(function: griffe.Function) -> JsonObject:
    parameters = [
        {
            "name": p.name,
            "kind": p.kind.value if p.kind is not None else "",
            "type": "" if p.annotation is None else str(p.annotation),
            "required": p.default is None and not (p.kind and p.kind.value.startswith("variadic")),
        }
        for p in function.parameters
        if p.name not in ("self", "cls")
    ]
    returns = function.returns
    return {
        "async": "async" in function.labels,
        "parameters": parameters,
        "returns": "" if returns is None else str(returns),
    }
