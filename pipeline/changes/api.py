"""Two records of the Python API, compared for what a program that uses it may now write."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.changes.annotations import is_subtype
from pipeline.changes.change import CALLER, MISSING, READER, TYPES, Breaks, Change
from pipeline.types import Json, JsonObject

__all__ = ["compare_api"]

_NONE: Breaks = frozenset()
_TYPES = frozenset({TYPES})
_SENDER = frozenset({CALLER, TYPES})
_RECEIVER = frozenset({READER, TYPES})

# The members of an open union that stand for what it does not list.
_OPEN = "Unknown"


def compare_api(old: JsonObject, new: JsonObject) -> list[Change]:
    """Every change between two records, by name.

    What is promised: names, signatures, annotations of attributes. How a model is made is promised
    where it is a part of requests; a model that only answers hold is made by tests alone, and the
    pieces of its constructor follow its fields.
    """
    return list(_names(old["names"], new["names"]))


def _names(old: JsonObject, new: JsonObject) -> Iterator[Change]:
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            yield Change.of("name: removed", name, _RECEIVER, before=old[name]["kind"])
        elif name not in old:
            yield Change.of("name: added", name, _NONE, after=new[name]["kind"])
        elif old[name] != new[name]:
            yield from _name(name, old[name], new[name])


def _name(name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    if old["kind"] != new["kind"]:
        yield Change.of("name: of another kind", name, _RECEIVER, old["kind"], new["kind"])
        return
    match old["kind"]:
        case "class":
            yield from _class(name, old, new)
        case "typed dict" if "keys" in old and "keys" in new:
            yield from _keys(name, old["keys"], new["keys"])
        case "function":
            yield from _method(name, old["signatures"], new["signatures"], promised=True)
        case "alias":
            yield from _alias(name, old["type"], new["type"])
        case _:
            yield Change.of("value: changed", name, _TYPES, old, new)


def _class(name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    for base in old["bases"]:
        # What a base that is not public gave is recorded as the class's own.
        if base not in new["bases"] and not base.startswith("_"):
            yield Change.of("base: removed", name, _RECEIVER, before=base)
    for base in new["bases"]:
        if base not in old["bases"]:
            yield Change.of("base: added", name, _NONE, after=base)
    yield from _attributes(name, old["attributes"], new["attributes"])
    a, b = old["methods"], new["methods"]
    for method in sorted(a.keys() | b.keys()):
        path = f"{name}.{method}"
        if method not in b:
            yield Change.of("method: removed", path, _SENDER)
        elif method not in a:
            yield Change.of("method: added", path, _NONE)
        elif a[method] != b[method]:
            is_received = name.split(".")[-2] == "types" and not old["sent"]
            promised = method != "__init__" or not is_received
            yield from _method(path, a[method], b[method], promised=promised)


def _attributes(name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    for attribute in sorted(old.keys() | new.keys()):
        path = f"{name}.{attribute}"
        if attribute not in new:
            before = old[attribute]["type"]
            yield Change.of("attribute: removed", path, _RECEIVER, before=before)
        elif attribute not in old:
            yield Change.of("attribute: added", path, _NONE, after=new[attribute]["type"])
        else:
            before, after = old[attribute]["type"], new[attribute]["type"]
            if before != after:
                breaks = _NONE if is_subtype(after, before) else _RECEIVER
                yield Change.of("attribute: retyped", path, breaks, before, after)


def _keys(name: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    for key in sorted(old.keys() | new.keys()):
        path = f"{name}[{key!r}]"
        if key not in new:
            yield Change.of("key: removed", path, _SENDER, before=old[key]["type"])
            continue
        after = new[key]
        if key not in old:
            word, breaks = ("required", _SENDER) if after["required"] else ("optional", _NONE)
            yield Change.of(f"key: {word} added", path, breaks, after=after["type"])
            continue
        before = old[key]
        if before["type"] != after["type"]:
            breaks = _NONE if is_subtype(before["type"], after["type"]) else _SENDER
            yield Change.of("key: retyped", path, breaks, before["type"], after["type"])
        if before["required"] != after["required"]:
            word, breaks = ("required", _SENDER) if after["required"] else ("optional", _NONE)
            yield Change.of(f"key: made {word}", path, breaks)


def _alias(name: str, old: str, new: str) -> Iterator[Change]:
    grown, shrunk = not is_subtype(new, old), not is_subtype(old, new)
    is_open = _OPEN in old and _OPEN in new
    if not grown and not shrunk:
        breaks, kind = _NONE, "alias: other values listed"
    elif shrunk:
        breaks, kind = _TYPES, "alias: members removed" if not grown else "alias: changed"
    else:
        breaks = _NONE if is_open or name.endswith("Param") else _TYPES
        kind = "alias: members added"
    yield Change.of(kind, name, breaks, old, new)


def _method(
    path: str, old: list[JsonObject], new: list[JsonObject], *, promised: bool
) -> Iterator[Change]:
    found = list(_overloads(path, old, new))
    if promised:
        yield from found
    elif found:
        yield Change.of("constructor: changed", path, _NONE)


def _overloads(path: str, old: list[JsonObject], new: list[JsonObject]) -> Iterator[Change]:
    left = list(new)
    for index, before in enumerate(old):
        # The same place if there are as many, else one that returns the same.
        after: JsonObject | None = (
            new[index]
            if len(old) == len(new)
            else next((s for s in left if s["returns"] == before["returns"]), None)
        )
        if after is None:
            yield Change.of("overload: removed", path, _SENDER, before=before["returns"])
            continue
        if after in left:
            left.remove(after)
        yield from _signature(path, before, after)
    if len(old) != len(new):
        for signature in left:
            yield Change.of("overload: added", path, _NONE, after=signature["returns"])


def _signature(path: str, old: JsonObject, new: JsonObject) -> Iterator[Change]:
    if old["async"] != new["async"]:
        yield Change.of("method: made async or sync", path, _SENDER, old["async"], new["async"])
    if old["returns"] != new["returns"]:
        breaks = _NONE if is_subtype(new["returns"], old["returns"]) else _RECEIVER
        yield Change.of("method: returns", path, breaks, old["returns"], new["returns"])
    a = {p["name"]: p for p in old["parameters"]}
    b = {p["name"]: p for p in new["parameters"]}
    for name in dict.fromkeys((*a, *b)):
        yield from _parameter(f"{path}({name})", a.get(name, MISSING), b.get(name, MISSING))
    before, after = _positional(old), _positional(new)
    if after[: len(before)] != before and set(before) <= set(after):
        yield Change.of("parameters: in another order", path, _SENDER, before, after)


def _parameter(path: str, old: Json, new: Json) -> Iterator[Change]:
    if new is MISSING:
        yield Change.of("parameter: removed", path, _SENDER, before=old["type"])
        return
    if old is MISSING:
        word, breaks = ("required", _SENDER) if new["required"] else ("optional", _NONE)
        yield Change.of(f"parameter: {word} added", path, breaks, after=new["type"])
        return
    if old["kind"] != new["kind"]:
        yield Change.of("parameter: of another kind", path, _SENDER, old["kind"], new["kind"])
    if old["required"] != new["required"]:
        word, breaks = ("required", _SENDER) if new["required"] else ("optional", _NONE)
        yield Change.of(f"parameter: made {word}", path, breaks)
    if old["type"] != new["type"]:
        breaks = _NONE if is_subtype(old["type"], new["type"]) else _SENDER
        yield Change.of("parameter: retyped", path, breaks, old["type"], new["type"])


def _positional(signature: JsonObject) -> list[str]:
    return [p["name"] for p in signature["parameters"] if p["kind"].startswith("positional")]
