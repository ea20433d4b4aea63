"""Edits of single schemas, one for each row of the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from pipeline.pointer import resolve, split, target_of
from pipeline.types import Json, JsonObject

__all__ = ["SchemaEdit", "schema_edits"]


class _Change(Protocol):
    def __call__(self, schema: Any, /, chance: random.Random) -> Any: ...


def _same(schema: Json, chance: random.Random) -> Json:
    return schema


@dataclass(frozen=True, slots=True)
class SchemaEdit:
    """An edit: the schemas it fits, what is planted before it, and what it does."""

    kind: str
    fits: Callable[[JsonObject], bool]
    edit: _Change
    plant: _Change = _same
    at: Callable[[str], bool] = lambda pointer: True


def _set(**values: Json) -> _Change:
    return lambda schema, chance: {**schema, **values}


def _put(key: str, value: Json) -> _Change:
    return lambda schema, chance: {**schema, key: value}


def _drop(*keys: str) -> _Change:
    return lambda schema, chance: {k: v for k, v in schema.items() if k not in keys}


def _scalar(kind: str) -> Callable[[JsonObject], bool]:
    def fits(schema: JsonObject) -> bool:
        return schema.get("type") == kind and not {"enum", "const", "format"} & schema.keys()

    return fits


_string, _integer = _scalar("string"), _scalar("integer")


def _typed(kind: str) -> Callable[[JsonObject], bool]:
    return lambda schema: schema.get("type") == kind


def _object(schema: JsonObject) -> bool:
    return schema.get("type") == "object" and len(_optional(schema)) > 1


def _optional(schema: JsonObject) -> list[str]:
    listed = schema.get("required", [])
    return [name for name in schema.get("properties", {}) if name not in listed]


def _enum(schema: JsonObject) -> bool:
    values = schema.get("enum")
    return isinstance(values, list) and len(values) > 1 and all(isinstance(v, str) for v in values)


def _any(schema: JsonObject) -> bool:
    return "$ref" not in schema


def _with_reference(schema: JsonObject) -> bool:
    return schema.keys() == {"$ref"}


def _not_a_member(pointer: str) -> bool:
    """Members of a union are told apart by name, so another reference is another member."""
    return not {"oneOf", "anyOf", "allOf"} & set(split(pointer)[-2:])


def _plain_property(pointer: str) -> bool:
    return split(pointer)[-2:-1] == ("properties",)


def schema_edits(tree: JsonObject) -> Iterator[SchemaEdit]:
    """Every edit, for schemas of a document."""
    yield from _types()
    yield from _values()
    yield from _bounds()
    yield from _conditions()
    yield from _objects()
    yield from _lists()
    yield from _unions(tree)
    yield from _references(tree)
    yield from _annotations()


def _types() -> Iterator[SchemaEdit]:
    yield SchemaEdit("type: null added", _string, _set(type=["string", "null"]))
    null = _set(type=["string", "null"])
    yield SchemaEdit("type: null removed", _string, _set(type="string"), null)
    yield SchemaEdit("type: replaced", _string, _set(type="boolean"))
    bare = _drop("type", "minLength", "maxLength", "pattern")
    yield SchemaEdit("type: added", _string, _set(type="string"), bare)
    yield SchemaEdit("type: removed", _string, _drop("type"))
    yield SchemaEdit("type: integer to number", _integer, _set(type="number"))
    number = _set(type="number")
    yield SchemaEdit("type: number to integer", _integer, _set(type="integer"), number)
    yield SchemaEdit("nullable: on", _string, _set(nullable=True))
    yield SchemaEdit("nullable: off", _string, _set(nullable=False), _set(nullable=True))
    yield SchemaEdit(
        "schema: made anything", _string, lambda schema, chance: {}, at=_plain_property
    )
    typed, other = _set(format="date-time"), _set(format="uuid")
    yield SchemaEdit("format: one with a Python type added", _string, typed)
    yield SchemaEdit("format: one with a Python type removed", _string, _drop("format"), typed)
    yield SchemaEdit("format: another added", _string, other)
    yield SchemaEdit("format: another changed", _string, _set(format="hostname"), other)
    yield SchemaEdit("format: another removed", _string, _drop("format"), other)


def _values() -> Iterator[SchemaEdit]:
    yield SchemaEdit(
        "enum: value added", _enum, lambda s, chance: {**s, "enum": [*s["enum"], "zz"]}
    )
    yield SchemaEdit("enum: value removed", _enum, _without_a_value)
    yield SchemaEdit("enum: null added", _enum, _with_value(None))
    yield SchemaEdit("enum: added", _string, _set(enum=["zz", "yy"]))
    yield SchemaEdit("enum: removed", _enum, _drop("enum"))
    one = _set(const="zz")
    yield SchemaEdit("const: added", _string, one)
    yield SchemaEdit("const: changed", _string, _set(const="yy"), one)
    yield SchemaEdit("const: removed", _string, _drop("const"), one)


def _with_value(value: Json) -> _Change:
    return lambda schema, chance: {**schema, "enum": [*schema["enum"], value]}


def _without_a_value(schema: JsonObject, chance: random.Random) -> JsonObject:
    gone = chance.choice(schema["enum"])
    return {**schema, "enum": [v for v in schema["enum"] if v != gone]}


def _bounds() -> Iterator[SchemaEdit]:
    number, text = _typed("integer"), _string
    array, mapping = _typed("array"), _typed("object")
    rows = [
        ("minimum", number, 3),
        ("exclusiveMinimum", number, 3),
        ("maximum", number, 30),
        ("exclusiveMaximum", number, 30),
        ("minLength", text, 3),
        ("maxLength", text, 30),
        ("minItems", array, 3),
        ("maxItems", array, 30),
        ("minProperties", mapping, 3),
        ("maxProperties", mapping, 30),
    ]
    for keyword, fits, value in rows:
        here, up, down = _put(keyword, value), _put(keyword, value + 1), _put(keyword, value - 1)
        yield SchemaEdit(f"{keyword}: added", fits, here, _drop(keyword))
        yield SchemaEdit(f"{keyword}: raised", fits, up, here)
        yield SchemaEdit(f"{keyword}: lowered", fits, down, here)
        yield SchemaEdit(f"{keyword}: removed", fits, _drop(keyword), here)
    six = _set(multipleOf=6)
    yield SchemaEdit("multipleOf: added", number, six)
    yield SchemaEdit("multipleOf: changed", number, _set(multipleOf=4), six)
    yield SchemaEdit("multipleOf: divided", number, _set(multipleOf=3), six)
    yield SchemaEdit("multipleOf: removed", number, _drop("multipleOf"), six)
    holds = _set(contains={"type": "string"}, minContains=2, maxContains=5)
    only = _set(contains={"type": "string"})
    yield SchemaEdit("minContains: added", array, _set(minContains=2), only)
    yield SchemaEdit("minContains: raised", array, _set(minContains=3), holds)
    yield SchemaEdit("minContains: lowered", array, _set(minContains=1), holds)
    yield SchemaEdit("maxContains: added", array, _set(maxContains=5), only)
    yield SchemaEdit("maxContains: raised", array, _set(maxContains=6), holds)
    yield SchemaEdit("maxContains: lowered", array, _set(maxContains=4), holds)
    yield SchemaEdit("uniqueItems: on", array, _set(uniqueItems=True))
    yield SchemaEdit("uniqueItems: off", array, _drop("uniqueItems"), _set(uniqueItems=True))


def _conditions() -> Iterator[SchemaEdit]:
    wanted = {"required": ["zz"]}
    other = {"required": ["yy"]}
    rows: list[tuple[str, str, Json, Json]] = [
        ("pattern", "string", "^a", "^b"),
        ("contains", "array", {"type": "string"}, {"type": "integer"}),
        ("dependentRequired", "object", {"zz": ["yy"]}, {"zz": ["xx"]}),
        ("dependentSchemas", "object", {"zz": wanted}, {"zz": other}),
        ("propertyNames", "object", {"pattern": "^a"}, {"pattern": "^b"}),
        ("patternProperties", "object", {"^a": {"type": "string"}}, {"^a": {"type": "integer"}}),
        ("not", "object", wanted, other),
    ]
    for keyword, kind, one, two in rows:
        fits = _string if kind == "string" else _typed(kind)
        yield SchemaEdit(f"{keyword}: added", fits, _put(keyword, one))
        yield SchemaEdit(f"{keyword}: changed", fits, _put(keyword, two), _put(keyword, one))
        yield SchemaEdit(f"{keyword}: removed", fits, _drop(keyword), _put(keyword, one))
    thing = _typed("object")
    branches: JsonObject = {"if": wanted, "then": other, "else": {"required": ["xx"]}}
    both = _set(**{"if": wanted, "then": other})
    yield SchemaEdit("if: added", thing, both)
    yield SchemaEdit("if: changed", thing, _put("if", other), _set(**branches))
    yield SchemaEdit("if: removed", thing, _drop("if", "then"), both)
    yield SchemaEdit("then: changed", thing, _put("then", wanted), _set(**branches))
    yield SchemaEdit("else: changed", thing, _put("else", wanted), _set(**branches))
    for keyword, fits in (
        ("unevaluatedProperties", _typed("object")),
        ("unevaluatedItems", _typed("array")),
    ):
        yield SchemaEdit(f"{keyword}: added", fits, _put(keyword, False))
        yield SchemaEdit(f"{keyword}: removed", fits, _drop(keyword), _put(keyword, False))


def _objects() -> Iterator[SchemaEdit]:
    yield SchemaEdit("required: added", _object, _require)
    yield SchemaEdit(
        "required: removed",
        lambda s: bool(s.get("required")) and "properties" in s,
        lambda s, chance: {**s, "required": _less(s["required"], chance)},
    )
    new = {"type": "string", "description": "New."}
    yield SchemaEdit(
        "properties: added",
        _object,
        lambda s, chance: {**s, "properties": {**s["properties"], "zz_new": new}},
    )
    yield SchemaEdit("properties: removed", _object, _without_a_property)
    yield SchemaEdit("properties: renamed", _object, _with_a_property_renamed)
    # An object without properties is a map: whether its values have a type is part of its own.
    fits = _object
    closed, opened = _set(additionalProperties=False), _set(additionalProperties=True)
    yield SchemaEdit("additionalProperties: closed", fits, closed, opened)
    yield SchemaEdit("additionalProperties: opened", fits, opened, closed)
    yield SchemaEdit(
        "additionalProperties: typed",
        lambda s: s.get("type") == "object" and not s.get("properties"),
        _set(additionalProperties={"type": "string"}),
        opened,
    )


def _require(schema: JsonObject, chance: random.Random) -> JsonObject:
    name = chance.choice(_optional(schema))
    return {**schema, "required": [*schema.get("required", []), name]}


def _less(values: list[Json], chance: random.Random) -> list[Json]:
    gone = chance.randrange(len(values))
    return values[:gone] + values[gone + 1 :]


def _without_a_property(schema: JsonObject, chance: random.Random) -> JsonObject:
    gone = chance.choice(_optional(schema))
    return {**schema, "properties": {k: v for k, v in schema["properties"].items() if k != gone}}


def _with_a_property_renamed(schema: JsonObject, chance: random.Random) -> JsonObject:
    gone = chance.choice(_optional(schema))
    named = {("zz_new" if k == gone else k): v for k, v in schema["properties"].items()}
    return {**schema, "properties": named}


def _lists() -> Iterator[SchemaEdit]:
    array = _typed("array")
    text: JsonObject = {"type": "string"}
    yield SchemaEdit("items: added", array, _set(items=text), _drop("items"))
    yield SchemaEdit("items: retyped", array, _set(items={"type": "integer"}), _set(items=text))
    yield SchemaEdit("items: removed", array, _drop("items"), _set(items=text))
    first, second = _set(prefixItems=[text]), _set(prefixItems=[{"type": "integer"}])
    yield SchemaEdit("prefixItems: added", array, first)
    yield SchemaEdit("prefixItems: changed", array, second, first)
    yield SchemaEdit("prefixItems: removed", array, _drop("prefixItems"), first)


def _unions(tree: JsonObject) -> Iterator[SchemaEdit]:
    def models(schema: JsonObject) -> list[Json]:
        return [m for m in schema.get("oneOf", []) if _leads_to_properties(tree, m)]

    def has_plain(keyword: str) -> Callable[[JsonObject], bool]:
        def fits(schema: JsonObject) -> bool:
            members = schema.get(keyword, [])
            return len(members) > 1 and any("$ref" not in m and "type" in m for m in members)

        return fits

    named = [
        f"#/components/schemas/{n}"
        for n, s in tree["components"]["schemas"].items()
        if s.get("properties")
    ]

    def with_object(schema: JsonObject, chance: random.Random) -> JsonObject:
        taken = {m.get("$ref") for m in schema["oneOf"]}
        return {
            **schema,
            "oneOf": [
                *schema["oneOf"],
                {"$ref": chance.choice([n for n in named if n not in taken])},
            ],
        }

    def without_object(schema: JsonObject, chance: random.Random) -> JsonObject:
        gone = chance.choice(models(schema))
        return {**schema, "oneOf": [m for m in schema["oneOf"] if m is not gone]}

    yield SchemaEdit("oneOf: object added", lambda s: len(models(s)) > 1, with_object)
    yield SchemaEdit("oneOf: object removed", lambda s: len(models(s)) > 1, without_object)
    yield SchemaEdit(
        "oneOf: reordered",
        lambda s: len(s.get("oneOf", [])) > 1,
        lambda s, chance: {**s, "oneOf": s["oneOf"][::-1]},
    )
    for keyword in ("oneOf", "anyOf"):
        yield SchemaEdit(f"{keyword}: plain value added", _has(keyword), _with_integer(keyword))
        yield SchemaEdit(
            f"{keyword}: plain value removed", has_plain(keyword), _without_plain(keyword)
        )
    more = _set(allOf=[{"type": "object", "properties": {"zz": {"type": "string"}}}])
    yield SchemaEdit("allOf: member added", _object, more)
    yield SchemaEdit("allOf: member removed", _object, _drop("allOf"), more)

    def told_apart(schema: JsonObject) -> bool:
        return len((schema.get("discriminator") or {}).get("mapping", ())) > 1

    def with_discriminator(change: Callable[[JsonObject], JsonObject]) -> _Change:
        return lambda s, chance: {**s, "discriminator": change(s["discriminator"])}

    def mapped(change: Callable[[JsonObject], JsonObject]) -> _Change:
        return with_discriminator(lambda d: {**d, "mapping": change(d["mapping"])})

    yield SchemaEdit(
        "discriminator: property changed",
        told_apart,
        with_discriminator(lambda d: {**d, "propertyName": "zz"}),
    )
    yield SchemaEdit("discriminator: removed", told_apart, _drop("discriminator"))
    yield SchemaEdit(
        "discriminator: value added",
        told_apart,
        mapped(lambda m: {**m, "zz": next(iter(m.values()))}),
    )
    yield SchemaEdit(
        "discriminator: value removed", told_apart, mapped(lambda m: dict(list(m.items())[1:]))
    )
    yield SchemaEdit(
        "discriminator: value moved",
        told_apart,
        mapped(lambda m: {**m, next(iter(m)): list(m.values())[-1]}),
    )
    yield SchemaEdit(
        "x-default-mapping: added",
        lambda s: told_apart(s) and "x-default-mapping" not in s["discriminator"],
        with_discriminator(lambda d: {**d, "x-default-mapping": next(iter(d["mapping"].values()))}),
    )


def _has(keyword: str) -> Callable[[JsonObject], bool]:
    return lambda schema: keyword in schema


def _with_integer(keyword: str) -> _Change:
    return lambda s, chance: {**s, keyword: [*s[keyword], {"type": "integer"}]}


def _without_plain(keyword: str) -> _Change:
    def change(schema: JsonObject, chance: random.Random) -> JsonObject:
        gone = next(m for m in schema[keyword] if "$ref" not in m and "type" in m)
        return {**schema, keyword: [m for m in schema[keyword] if m is not gone]}

    return change


def _leads_to_properties(tree: JsonObject, member: Json) -> bool:
    target = target_of(member.get("$ref", ""))
    return bool(target and resolve(tree, target).get("properties"))


def _references(tree: JsonObject) -> Iterator[SchemaEdit]:
    def to_another(schema: JsonObject, chance: random.Random) -> JsonObject:
        kind = resolve(tree, target_of(schema["$ref"]) or "").get("type")
        name = "KimiModel" if kind != "string" else "ChatUsage"
        return {"$ref": f"#/components/schemas/{name}"}

    yield SchemaEdit("$ref: to another type", _with_reference, to_another, at=_not_a_member)


def _annotations() -> Iterator[SchemaEdit]:
    link = {"url": "https://example.com"}
    texts: list[tuple[str, Json, Json]] = [
        ("title", "One", "Two"),
        ("description", "One.", "Two."),
        ("$comment", "One.", None),
        ("example", "one", "two"),
        ("examples", ["one"], None),
        ("externalDocs", link, None),
        ("xml", {"name": "one"}, None),
        ("$defs", {"One": {"type": "string"}}, None),
        ("x-other", 1, None),
    ]
    for keyword, one, two in texts:
        yield SchemaEdit(f"{keyword}: added", _any, _put(keyword, one), _drop(keyword))
        if two is not None:
            yield SchemaEdit(f"{keyword}: changed", _any, _put(keyword, two), _put(keyword, one))
    described = _put("description", "One.")
    yield SchemaEdit("description: removed", _any, _drop("description"), described)
    for keyword, fits, one, two in (
        ("default", _integer, 7, 8),
        ("contentEncoding", _string, "base64", "base16"),
        ("contentMediaType", _string, "text/plain", "text/html"),
        ("contentSchema", _string, {"type": "string"}, {"type": "integer"}),
    ):
        yield SchemaEdit(f"{keyword}: added", fits, _put(keyword, one), _drop(keyword))
        yield SchemaEdit(f"{keyword}: changed", fits, _put(keyword, two), _put(keyword, one))
        yield SchemaEdit(f"{keyword}: removed", fits, _drop(keyword), _put(keyword, one))
    for keyword in ("deprecated", "readOnly", "writeOnly"):
        on, off = _put(keyword, True), _put(keyword, False)
        yield SchemaEdit(f"{keyword}: on", _any, on, _drop(keyword), at=_plain_property)
        yield SchemaEdit(f"{keyword}: off", _any, off, on, at=_plain_property)
    yield SchemaEdit("unknown keyword: added", _any, _put("zz", 1))
    yield SchemaEdit(
        "x-response-view: removed", lambda s: "x-response-view" in s, _drop("x-response-view")
    )
    for keyword, value in (
        ("$id", "https://example.com/one"),
        ("$anchor", "one"),
        ("$dynamicRef", "#one"),
        ("$dynamicAnchor", "one"),
        ("$schema", "https://json-schema.org/draft/2019-09/schema"),
        ("$vocabulary", {"https://example.com/one": True}),
    ):
        yield SchemaEdit(f"{keyword}: added", _any, _put(keyword, value))
