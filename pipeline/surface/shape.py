"""Whether the parts of a document have the JSON types that reading them relies on."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.errors import Problem
from pipeline.grammar import Node, children_of, walk
from pipeline.pointer import join
from pipeline.types import Json, JsonObject

__all__ = ["misshapen"]

_WORDS: dict[type, str] = {
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    list: "an array",
    dict: "an object",
}
_NUMBER = (int, float)
_DESCRIBED: dict[str, tuple[type, ...]] = {"description": (str,), "summary": (str,)}

# The fields that hold no object of the grammar, and their JSON types.
_FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "openapi": {"openapi": (str,)},
    "info": {"title": (str,), "version": (str,), **_DESCRIBED},
    "server": {"url": (str,), **_DESCRIBED},
    "tag": {"name": (str,), **_DESCRIBED},
    "path-item": {"$ref": (str,), **_DESCRIBED},
    "operation": {"operationId": (str,), "tags": (list,), **_DESCRIBED},
    "parameter": {"name": (str,), "in": (str,), "required": (bool,), "$ref": (str,), **_DESCRIBED},
    "request-body": {"$ref": (str,), **_DESCRIBED},
    "response": {"$ref": (str,), **_DESCRIBED},
    "media-type": {"x-sse": (dict,)},
    "example": {"$ref": (str,), **_DESCRIBED},
    "schema": {
        "$ref": (str,),
        "type": (str, list),
        "enum": (list,),
        "required": (list,),
        "discriminator": (dict,),
        "format": (str,),
        "title": (str,),
        "description": (str,),
        "nullable": (bool,),
        "deprecated": (bool,),
        "examples": (list,),
        "x-response-view": (str,),
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER),
        **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _NUMBER),
    },
}
_REQUIRED = {
    "openapi": ("info",),
    "info": ("title", "version"),
    "server": ("url",),
    "tag": ("name",),
    "parameter": ("name", "in"),
}
# Lists of strings.
_TEXTS = frozenset({("schema", "required"), ("schema", "type"), ("operation", "tags")})


def misshapen(tree: JsonObject) -> Iterator[Problem]:
    """A problem for each part of a document whose JSON type its field cannot have."""
    for node in walk(tree):
        yield from _wrong_fields(node)
        yield from _wrong_children(node)


def _wrong_fields(node: Node) -> Iterator[Problem]:
    fields = _FIELDS.get(node.kind, {})
    for key, value in node.value.items():
        types = fields.get(key)
        if types is None:
            continue
        here = join(node.pointer, key)
        if not _is(value, types):
            yield _problem(here, key, types)
        elif isinstance(value, list) and (node.kind, key) in _TEXTS:
            for index, item in enumerate(value):
                if not isinstance(item, str):
                    yield _problem(join(here, index), f"an item of {key}", (str,))
    # A reference needs nothing else, where there may be one.
    if "$ref" not in node.value or "$ref" not in fields:
        for key in _REQUIRED.get(node.kind, ()):
            if key not in node.value:
                yield Problem(f"{key!r} is missing", pointer=node.pointer)


def _wrong_children(node: Node) -> Iterator[Problem]:
    for key, (shape, kind) in children_of(node.kind).items():
        if key == "*":
            for name, child in node.value.items():
                if not name.startswith("x-"):
                    yield from _wrong_child(child, kind, join(node.pointer, name), name)
        elif key in node.value:
            value, here = node.value[key], join(node.pointer, key)
            if shape == "one":
                yield from _wrong_child(value, kind, here, key)
                continue
            if not _is(value, (list,) if shape == "list" else (dict,)):
                yield _problem(here, key, (list,) if shape == "list" else (dict,))
                continue
            named = enumerate(value) if shape == "list" else value.items()
            for place, child in named:
                yield from _wrong_child(child, kind, join(here, place), f"an item of {key}")


def _wrong_child(child: Json, kind: str, pointer: str, what: str) -> Iterator[Problem]:
    types: tuple[type, ...] = (dict, bool) if kind == "schema" else (dict,)
    if not _is(child, types):
        yield _problem(pointer, what, types)


def _is(value: Json, types: tuple[type, ...]) -> bool:
    return type(value) in types


def _problem(pointer: str, what: str, types: tuple[type, ...]) -> Problem:
    words = " or ".join(_WORDS[t] for t in types)
    return Problem(f"{what} is not {words}", pointer=pointer)
