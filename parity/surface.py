"""Whether the TypeScript client's exports offer what the API manifest says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["missing_from_typescript"]


def missing_from_typescript(manifest: dict[str, Any], surface: dict[str, Any]) -> Iterator[str]:
    """What the client lacks or has otherwise, one line each.

    Args:
        manifest: `generated/parity.json`.
        surface: What `drivers/typescript/surface.ts` writes.
    """
    functions = set(surface["functions"])
    for name, operation in manifest["operations"].items():
        wanted = [_camel(name)]
        if "stream" in operation:
            wanted.append(_camel(f"{operation['resource']}.stream"))
        yield from (f"{name}: no function {w}" for w in wanted if w not in functions)
    types = surface["types"]
    for name, model in manifest["models"].items():
        if name not in types:
            yield f"{name}: no type"
        elif model["fields"]:
            yield from _fields(name, model["fields"], types[name].get("properties", {}))
    for name, enum in manifest["enums"].items():
        if name not in types:
            yield f"{name}: no type"
        elif "values" in enum:
            lacking = set(enum["values"]) - set(types[name].get("values", ()))
            yield from (f"{name}: no value {value}" for value in sorted(lacking))
    yield from (f"{name}: no type" for name in manifest["unions"] if name not in types)
    yield from (f"{name}: no type" for name in manifest["aliases"] if name not in types)


def _fields(name: str, wanted: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    for wire, field in wanted.items():
        if wire not in found:
            yield f"{name}: no property {wire}"
        elif found[wire]["required"] != field["required"]:
            words = "required" if field["required"] else "optional"
            yield f"{name}.{wire}: not {words}"
    yield from (f"{name}: a property {wire} too many" for wire in found if wire not in wanted)


def _camel(operation_id: str) -> str:
    first, *rest = operation_id.split(".")
    return first + "".join(word.capitalize() for word in rest)
