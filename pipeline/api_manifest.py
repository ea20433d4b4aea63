"""The API in a neutral form, `generated/parity.json`: what an SDK in any language has to offer.

Nothing in it depends on a language or on the text and order of the document, so two manifests
differ only where the API does. `python -m pipeline.api_manifest OLD NEW` tells the difference.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.surface import (
    Component,
    Enum,
    Field,
    ListOf,
    MapOf,
    OneOf,
    Operation,
    Parameter,
    Ref,
    Scalar,
    Surface,
    TypeExpr,
)
from pipeline.types import Json, JsonObject
from pipeline.write import to_json

__all__ = ["api_manifest", "changes", "main", "manifest_file"]

FORMAT = 1

_SCALARS = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def manifest_file(surface: Surface) -> bytes:
    """The manifest as the text of `parity.json`."""
    return to_json(api_manifest(surface))


def api_manifest(surface: Surface) -> JsonObject:
    """Operations, models, unions, enums and aliases of a surface, each sorted by name.

    Types are written `string`, `list<X>`, `map<X>`, `A | B`, the name of a component, or the
    listed values of an enum with `…` if a server may send others.
    """
    components = sorted(surface.components.items())
    return {
        "format": FORMAT,
        "operations": {
            operation.id: _operation(operation, surface)
            for operation in sorted(surface.operations, key=lambda o: o.id)
        },
        "models": {name: _model(c) for name, c in components if c.kind == "model"},
        "unions": {name: _union(c) for name, c in components if c.kind == "union"},
        "enums": {name: _enum(c.type) for name, c in components if c.kind == "enum"},
        "aliases": {name: _type(c.type) for name, c in components if c.kind == "alias"},
    }


def _operation(operation: Operation, surface: Surface) -> JsonObject:
    resource, _, method = operation.id.rpartition(".")
    body = surface.components[operation.body].fields if operation.body else ()
    parameters = {p.wire: _parameter(p) for p in operation.parameters}
    parameters |= {f.wire: {"in": "body", **_field(f)} for f in body}
    out: JsonObject = {
        "resource": resource,
        "method": method,
        "http": f"{operation.method} {operation.path}",
        "body": operation.body,
        "parameters": dict(sorted(parameters.items())),
        "returns": None if operation.response is None else _type(operation.response),
        "errors": {
            status: None if kind is None else _type(kind)
            for status, kind in sorted(operation.statuses.items())
            if not status.startswith("2")
        },
    }
    if operation.event is not None:
        out["stream"] = {
            "event": _type(operation.event),
            "sentinel": operation.sse.get("sentinel"),
            "terminal-events": sorted(operation.sse.get("terminal-events", ())),
            "error-events": sorted(operation.sse.get("error-events", ())),
        }
    return out


def _parameter(parameter: Parameter) -> JsonObject:
    out: JsonObject = {
        "in": parameter.location,
        "type": _type(parameter.type),
        "required": parameter.required,
    }
    if "default" in parameter.schema:
        out["default"] = parameter.schema["default"]
    return out


def _field(field: Field) -> JsonObject:
    out: JsonObject = {
        "type": _type(field.type),
        "required": field.required,
        "nullable": field.nullable,
    }
    if "default" in field.schema:
        out["default"] = field.schema["default"]
    return out


def _model(component: Component) -> JsonObject:
    fields = {f.wire: _field(f) for f in component.fields}
    out: JsonObject = {"fields": dict(sorted(fields.items()))}
    if component.view:
        out["view"] = component.view
    return out


def _union(component: Component) -> JsonObject:
    if component.tag is None:
        return {"type": _type(component.type)}
    out: JsonObject = {"tag": component.tag, "members": dict(sorted(component.tags.items()))}
    if component.default:
        out["default"] = component.default
    return out


def _enum(kind: TypeExpr) -> JsonObject:
    if not isinstance(kind, Enum):
        return {"type": _type(kind)}
    return {"values": sorted(kind.values, key=json.dumps), "open": kind.open}


def _type(kind: TypeExpr) -> str:
    match kind:
        case Scalar(name):
            return _SCALARS.get(name, name)
        case Enum(values, is_open):
            texts = sorted(json.dumps(value, ensure_ascii=False) for value in values)
            return " | ".join([*texts, "…"] if is_open else texts)
        case Ref(name):
            return name
        case ListOf(item):
            return f"list<{_type(item)}>"
        case MapOf(value):
            return f"map<{_type(value)}>"
        case OneOf(members):
            return " | ".join(sorted({_type(member) for member in members}))


def changes(old: Json, new: Json, at: str = "") -> Iterator[str]:
    """What differs between two manifests, one readable line for each place.

    `- operations.x.parameters.y: …` is gone, `+` is new, `~ … : old → new` is another value.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            here = f"{at}.{key}" if at else key
            if key not in new:
                yield f"- {here}{_shown(old[key])}"
            elif key not in old:
                yield f"+ {here}{_shown(new[key])}"
            else:
                yield from changes(old[key], new[key], here)
    elif isinstance(old, list) and isinstance(new, list):
        yield from (f"- {at}{_shown(item)}" for item in old if item not in new)
        yield from (f"+ {at}{_shown(item)}" for item in new if item not in old)
    elif type(old) is not type(new) or old != new:
        yield f"~ {at}: {_text(old)} → {_text(new)}"


def _shown(value: Json) -> str:
    """A value behind a name; of an object what tells most, its type or its size."""
    if isinstance(value, dict) and "type" in value:
        required = ", required" if value.get("required") else ""
        return f": {value['type']}{required}"
    return "" if isinstance(value, dict) else f": {_text(value)}"


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the difference; the exit code is 0 for none, 1 for some, 2 for a failure."""
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.api_manifest",
        description="Tell what differs between two API manifests (generated/parity.json).",
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    chosen = parser.parse_args(arguments)
    try:
        lines = list(changes(_read(chosen.old), _read(chosen.new)))
    except PipelineError as error:
        Console(sys.stderr).failure(error)
        return 2
    console = Console()
    for line in lines or ["no difference"]:
        console.line(line)
    return 1 if lines else 0


def _read(path: Path) -> JsonObject:
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise ValueError(f"format {manifest['format']} is not {FORMAT}")
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = f"not an API manifest: {type(error).__name__}: {error}"
        raise PipelineError(
            Problem(reason, document=str(path), remedy="Give two files like generated/parity.json")
        ) from None
    return dict(manifest)


if __name__ == "__main__":
    sys.exit(main())
