"""Keywords of schemas that hold no schema: what a change of each does to the values allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

from pipeline.changes import effects
from pipeline.changes.change import MISSING
from pipeline.changes.effects import Effect
from pipeline.types import Json
from pipeline.values import canonical, same_members

__all__ = ["RULES", "Finding", "by_default"]

# A kind, the effect, and the values before and after.
Finding: TypeAlias = tuple[str, Effect, Json, Json]

_Rule: TypeAlias = Callable[[Json, Json], Iterator[Finding]]

# Formats that have a Python type (pipeline/surface).
_TYPED_FORMATS = frozenset({"date-time", "date"})

_NULL_HERE = "null"


def _verb(old: Json, new: Json) -> str:
    return "added" if old is MISSING else "removed" if new is MISSING else "changed"


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bound(keyword: str, *, lower: bool, absent: int | None = None) -> _Rule:
    """A bound; `absent` is the value that says as much as its absence."""

    def rule(old: Json, new: Json) -> Iterator[Finding]:
        verb = _verb(old, new)
        a, b = (absent if value is MISSING else value for value in (old, new))
        if a is None or b is None:
            effect = effects.NARROWS if a is None else effects.WIDENS
        elif not (_is_number(a) and _is_number(b)):
            effect = effects.ALTERS
        else:
            effect = effects.NARROWS if (b > a) == lower and a != b else effects.WIDENS
            verb = verb if verb != "changed" else "raised" if b > a else "lowered"
        yield f"{keyword}: {verb}", effect, old, new

    return rule


def _condition(keyword: str) -> _Rule:
    """A condition that the server checks and the client does not."""

    def rule(old: Json, new: Json) -> Iterator[Finding]:
        effect = effects.WIDENS if new is MISSING else effects.NARROWS
        yield f"{keyword}: {_verb(old, new)}", effect, old, new

    return rule


def _always(keyword: str, effect: Effect) -> _Rule:
    def rule(old: Json, new: Json) -> Iterator[Finding]:
        yield f"{keyword}: {_verb(old, new)}", effect, old, new

    return rule


def _switch(keyword: str, effect: Effect) -> _Rule:
    """A boolean whose absence is false; the effect is that of switching it on."""

    def rule(old: Json, new: Json) -> Iterator[Finding]:
        on = new is True
        yield f"{keyword}: {'on' if on else 'off'}", effect if on else effects.WIDENS, old, new

    return rule


def _type(old: Json, new: Json) -> Iterator[Finding]:
    if old is MISSING:
        yield "type: added", effects.REVEALS, old, new
        return
    if new is MISSING:
        yield "type: removed", effects.HIDES, old, new
        return
    a, b = _types(old), _types(new)
    if a == b:
        yield "type: written differently", effects.TEXT, old, new
        return
    gained, lost = b - a, a - b
    if "number" in a:
        gained -= {"integer"}
    if "number" in b:
        lost -= {"integer"}
    if gained and lost:
        yield "type: replaced", effects.ALTERS_TYPE, old, new
    elif lost or (not gained and "number" in a):
        kind = "null removed" if lost == {_NULL_HERE} else "narrowed"
        yield f"type: {kind}", effects.NARROWS_TYPE, old, new
    else:
        kind = "null added" if gained == {_NULL_HERE} else "widened"
        yield f"type: {kind}", effects.WIDENS_TYPE, old, new


def _types(value: Json) -> frozenset[str]:
    return frozenset({value} if isinstance(value, str) else map(str, value))


def _nullable(old: Json, new: Json) -> Iterator[Finding]:
    on = new is True
    if on == (old is True):
        yield "nullable: written differently", effects.TEXT, old, new
    else:
        effect = effects.WIDENS_TYPE if on else effects.NARROWS_TYPE
        yield f"nullable: {'on' if on else 'off'}", effect, old, new


def _enum(old: Json, new: Json) -> Iterator[Finding]:
    if not isinstance(old, list) or not isinstance(new, list):
        effect = effects.NARROWS if old is MISSING else effects.WIDENS
        if new is not MISSING and not isinstance(new, list):
            effect = effects.ALTERS_TYPE
        yield f"enum: {_verb(old, new)}", effect, old, new
        return
    a, b = ({canonical(v): v for v in values} for values in (old, new))
    for text, value in a.items():
        if text not in b:
            is_null = value is None
            effect = effects.NARROWS_TYPE if is_null else effects.NARROWS
            yield f"enum: {'null' if is_null else 'value'} removed", effect, value, MISSING
    known = {type(v) for v in old}
    for text, value in b.items():
        if text in a:
            continue
        if value is None:
            yield "enum: null added", effects.WIDENS_TYPE, MISSING, value
        elif type(value) in known:
            yield "enum: value added", effects.WIDENS, MISSING, value
        else:
            yield "enum: value of another type added", effects.WIDENS_TYPE, MISSING, value
    if a.keys() == b.keys():
        yield "enum: reordered", effects.TEXT, old, new


def _const(old: Json, new: Json) -> Iterator[Finding]:
    verb = _verb(old, new)
    effect = {
        "added": effects.NARROWS_TYPE,
        "removed": effects.WIDENS_TYPE,
        "changed": effects.ALTERS_TYPE,
    }
    yield f"const: {verb}", effect[verb], old, new


def _multiple(old: Json, new: Json) -> Iterator[Finding]:
    verb = _verb(old, new)
    effect = effects.WIDENS if new is MISSING else effects.NARROWS
    if _is_number(old) and _is_number(new) and new > 0:
        ratio = Fraction(str(old)) / Fraction(str(new))
        if ratio.denominator == 1:  # every multiple of 6 is one of 3
            effect = effects.WIDENS
    yield f"multipleOf: {verb}", effect, old, new


def _format(old: Json, new: Json) -> Iterator[Finding]:
    if _TYPED_FORMATS & {str(old), str(new)}:
        effect = effects.ALTERS_TYPE
    else:
        effect = effects.WIDENS if new is MISSING else effects.NARROWS
    yield f"format: {_verb(old, new)}", effect, old, new


def _required(old: Json, new: Json) -> Iterator[Finding]:
    a = old if isinstance(old, list) else []
    b = new if isinstance(new, list) else []
    if same_members(a, b):
        yield "required: written differently", effects.TEXT, old, new
        return
    for name in a:
        if name not in b:
            yield "required: removed", effects.WIDENS_TYPE, name, MISSING
    for name in b:
        if name not in a:
            yield "required: added", effects.NARROWS_TYPE, MISSING, name


RULES: dict[str, _Rule] = {
    "type": _type,
    "nullable": _nullable,
    "enum": _enum,
    "const": _const,
    "multipleOf": _multiple,
    "format": _format,
    "required": _required,
    "minimum": _bound("minimum", lower=True),
    "exclusiveMinimum": _bound("exclusiveMinimum", lower=True),
    "minLength": _bound("minLength", lower=True, absent=0),
    "minItems": _bound("minItems", lower=True, absent=0),
    "minProperties": _bound("minProperties", lower=True, absent=0),
    "minContains": _bound("minContains", lower=True, absent=1),
    "maximum": _bound("maximum", lower=False),
    "exclusiveMaximum": _bound("exclusiveMaximum", lower=False),
    "maxLength": _bound("maxLength", lower=False),
    "maxItems": _bound("maxItems", lower=False),
    "maxProperties": _bound("maxProperties", lower=False),
    "maxContains": _bound("maxContains", lower=False),
    "uniqueItems": _switch("uniqueItems", effects.NARROWS),
    "readOnly": _switch("readOnly", effects.STOPS),
    "writeOnly": _switch("writeOnly", effects.STARTS),
    "deprecated": _switch("deprecated", effects.WIDENS),
    "default": _always("default", effects.WIDENS),
    **{
        keyword: _condition(keyword)
        for keyword in (
            "pattern dependentRequired dependentSchemas patternProperties propertyNames contains "
            "unevaluatedProperties unevaluatedItems not if then else"
        ).split()
    },
    **{
        keyword: _always(keyword, effects.ALTERS)
        for keyword in ("contentEncoding", "contentMediaType", "contentSchema")
    },
    **{
        keyword: _always(keyword, effects.ALTERS_TYPE)
        for keyword in (
            "$id $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor "
            "$vocabulary x-default-mapping"
        ).split()
    },
    **{
        keyword: _always(keyword, effects.TEXT)
        for keyword in (
            "title description $comment example examples externalDocs xml $defs definitions"
        ).split()
    },
}


def by_default(keyword: str, old: Json, new: Json) -> Iterator[Finding]:
    """An extension is text, unless the client is made of it; nothing is known of other keywords."""
    verb = _verb(old, new)
    if keyword == "x-response-view":
        effect = effects.WIDENS if old is MISSING else effects.RETYPES
    elif keyword.startswith("x-"):
        effect = effects.TEXT
    else:
        effect = effects.ALTERS
    yield f"{keyword}: {verb}", effect, old, new
