"""Merging `allOf` into one schema, as far as one type can stand for all of its parts."""

from __future__ import annotations

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import join
from pipeline.references import follow_reference
from pipeline.surface.kinds import is_annotation
from pipeline.types import Json, JsonObject

__all__ = ["merge_all_of"]

# As with annotations, the last part that has one of these decides.
_TEXT = frozenset({"discriminator", "format", "pattern"})
_HIGHER = frozenset("minimum exclusiveMinimum minLength minItems minProperties minContains".split())
_LOWER = frozenset("maximum exclusiveMaximum maxLength maxItems maxProperties maxContains".split())


def merge_all_of(tree: JsonObject, schema: JsonObject, pointer: str) -> JsonObject:
    """One schema that says what a schema with `allOf` says. References in the parts are followed.

    Properties that several parts declare become an `allOf` of their own, merged when they are read.

    Raises:
        PipelineError: if two parts contradict each other in a way no type can express.
    """
    return _flat(tree, schema, pointer, ())


def _flat(tree: JsonObject, schema: Json, pointer: str, seen: tuple[str, ...]) -> JsonObject:
    if schema is False:
        raise PipelineError(
            Problem(
                "nothing fits an allOf with the schema 'false' in it",
                pointer=pointer,
                remedy="Remove by overlay the part, or what refers to the whole.",
            )
        )
    if not isinstance(schema, dict):
        return {}
    if "$ref" in schema:
        target, at = follow_reference(tree, schema, pointer)
        if at in seen:
            raise PipelineError(Problem("an allOf that contains itself", pointer=pointer))
        own = {k: v for k, v in schema.items() if k != "$ref"}
        base = _flat(tree, target, at, (*seen, at))
        return _both(base, own, pointer) if own else base
    own = {k: v for k, v in schema.items() if k != "allOf"}
    merged: JsonObject = {}
    for index, part in enumerate(schema.get("allOf", [])):
        merged = _both(merged, _flat(tree, part, join(pointer, "allOf", index), seen), pointer)
    return _both(merged, own, pointer)


def _both(first: JsonObject, second: JsonObject, pointer: str) -> JsonObject:
    out = dict(first)
    for keyword, value in second.items():
        if keyword not in out or out[keyword] == value:
            out[keyword] = value
        elif keyword == "properties":
            out[keyword] = _both_properties(out[keyword], value)
        elif keyword == "required":
            out[keyword] = [*out[keyword], *(v for v in value if v not in out[keyword])]
        elif keyword == "type":
            out[keyword] = _both_types(out[keyword], value, pointer)
        elif keyword == "enum":
            common = [v for v in out[keyword] if v in value]
            if not common:
                raise _contradiction(keyword, pointer)
            out[keyword] = common
        elif keyword == "nullable":
            out[keyword] = bool(out[keyword]) and bool(value)
        elif keyword in _TEXT or is_annotation(keyword):
            out[keyword] = value
        elif keyword in _HIGHER and _are_numbers(out[keyword], value):
            out[keyword] = max(out[keyword], value)
        elif keyword in _LOWER and _are_numbers(out[keyword], value):
            out[keyword] = min(out[keyword], value)
        elif keyword in ("items", "additionalProperties"):
            out[keyword] = _both_schemas(out[keyword], value)
        else:
            raise _contradiction(keyword, pointer)
    return out


def _are_numbers(*values: Json) -> bool:
    return all(type(value) in (int, float) for value in values)


def _both_properties(first: JsonObject, second: JsonObject) -> JsonObject:
    out = dict(first)
    for key, value in second.items():
        out[key] = _both_schemas(out[key], value) if key in out else value
    return out


def _both_schemas(first: Json, second: Json) -> Json:
    if first is True or first == {}:
        return second
    if second is True or second == {} or first == second:
        return first
    return {"allOf": [first, second]}


def _both_types(first: Json, second: Json, pointer: str) -> Json:
    ours = [first] if isinstance(first, str) else list(first)
    theirs = [second] if isinstance(second, str) else list(second)
    common = [t for t in ours if t in theirs or (t == "integer" and "number" in theirs)]
    if not common and "number" in ours and "integer" in theirs:
        common = ["integer"]
    if not common:
        raise _contradiction("type", pointer)
    return common[0] if len(common) == 1 else common


def _contradiction(keyword: str, pointer: str) -> PipelineError:
    return PipelineError(
        Problem(
            f"the parts of allOf differ in {keyword!r} and cannot be one type",
            pointer=join(pointer, "allOf"),
            remedy="Say by overlay which one holds.",
        )
    )
