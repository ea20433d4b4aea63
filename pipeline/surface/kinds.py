"""Small questions about schemas and types."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pipeline.pointer import join
from pipeline.surface.types import ANY, NULL, Component, ListOf, MapOf, OneOf, Ref, Scalar, TypeExpr
from pipeline.types import Json, JsonObject

__all__ = [
    "CONDITIONS",
    "SCALARS",
    "SHAPING",
    "adds_properties",
    "fits_literal",
    "is_annotation",
    "is_object",
    "is_object_schema",
    "is_plain",
    "makes_another_type",
    "members_of",
    "one_of",
    "only_annotations",
    "says",
    "scalar_of",
]

# Keywords that describe and don't constrain: they may stand beside a `$ref` or in an `allOf`.
_ANNOTATIONS = frozenset(
    "title description default example examples deprecated readOnly writeOnly externalDocs xml "
    "$comment".split()
)
# Keywords that make a schema a type of its own. A union member with none of them only adds a
# condition (`{required: [a]}`), which the server checks and the client doesn't.
SHAPING = frozenset(
    "$ref type properties items prefixItems enum const allOf anyOf oneOf additionalProperties "
    "patternProperties".split()
)
# Conditions, checked by the server: they may hold schemas, and refuse only if those add properties.
CONDITIONS = (
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
)
SCALARS: dict[str, Scalar] = {
    "string": Scalar("str"),
    "integer": Scalar("int"),
    "number": Scalar("float"),
    "boolean": Scalar("bool"),
    "null": NULL,
}


def members_of(kind: TypeExpr) -> tuple[TypeExpr, ...]:
    """The alternatives of a type; the type itself if it is no union."""
    return kind.members if isinstance(kind, OneOf) else (kind,)


def one_of(members: list[TypeExpr]) -> TypeExpr:
    """A union of at least one member, each once; anything at all if a member is."""
    # By their text: 1 and true are equal in Python, and so are types that list them.
    unique = tuple({repr(m): m for m in members}.values())
    if ANY in unique:
        return ANY
    return unique[0] if len(unique) == 1 else OneOf(unique)


def scalar_of(value: Json) -> TypeExpr:
    """The type of a JSON value other than null."""
    match value:
        case bool():
            return SCALARS["boolean"]
        case str():
            return SCALARS["string"]
        case int():
            return SCALARS["integer"]
        case float():
            return SCALARS["number"]
        case list():
            return ListOf(ANY)
        case _:
            return MapOf(ANY)


def is_object(
    kind: TypeExpr, components: Mapping[str, Component], seen: tuple[str, ...] = ()
) -> bool:
    """Whether a type is a JSON object, perhaps null, or anything at all."""
    match kind:
        case Ref(name):
            component = components[name]
            if component.kind in ("model", "union"):
                return True
            return name not in seen and is_object(component.type, components, (*seen, name))
        case OneOf(members):
            return all(m == NULL or is_object(m, components, seen) for m in members)
        case _:
            return kind == ANY or isinstance(kind, MapOf)


def is_plain(
    kind: TypeExpr,
    components: Mapping[str, Component],
    *,
    lists: bool,
    seen: tuple[str, ...] = (),
) -> bool:
    """Whether the values of a type are written as texts; with `lists`, or lists of such."""
    match kind:
        case Ref(name):
            component = components[name]
            if component.kind in ("model", "union") or name in seen:
                return False
            return is_plain(component.type, components, lists=lists, seen=(*seen, name))
        case OneOf(members):
            return all(is_plain(m, components, lists=lists, seen=seen) for m in members)
        case ListOf(item):
            return lists and is_plain(item, components, lists=False, seen=seen)
        case MapOf():
            return False
        case _:
            return True


def is_annotation(keyword: str) -> bool:
    """Whether a keyword describes and doesn't constrain."""
    return keyword in _ANNOTATIONS or keyword.startswith("x-")


def makes_another_type(keyword: str) -> bool:
    """Whether a keyword beside a reference may make another type of what it refers to."""
    return keyword in SHAPING or keyword in ("required", "format", "discriminator")


def fits_literal(value: Json) -> bool:
    """Whether `Literal` takes a value: a text, a boolean, or (mypy) an integer of 64 bits."""
    return isinstance(value, str) or (isinstance(value, int) and -(2**63) <= value < 2**63)


def says(
    schema: Json,
    keyword: str,
    pointer: str,
    follow: Callable[[Json, str], tuple[Json, str]],
    seen: tuple[str, ...] = (),
) -> bool:
    """Whether a schema, what it refers to or a part of its `allOf` sets a keyword to true.

    Args:
        pointer: Where the schema is.
        follow: Gives what an object with `$ref`, and its pointer, lead to.
    """
    if not isinstance(schema, dict) or pointer in seen:
        return False
    parts = [(p, join(pointer, "allOf", i)) for i, p in enumerate(schema.get("allOf", []))]
    if "$ref" in schema:
        parts.append(follow(schema, pointer))
    return schema.get(keyword) is True or any(
        says(part, keyword, at, follow, (*seen, pointer)) for part, at in parts
    )


def only_annotations(schema: Json) -> bool:
    """Whether a schema only describes."""
    return isinstance(schema, dict) and all(is_annotation(k) for k in schema)


def is_object_schema(schema: JsonObject) -> bool:
    """Whether a schema without a type is about objects."""
    return bool(
        {"properties", "additionalProperties", "patternProperties", "required"} & schema.keys()
    )


def adds_properties(schema: Json) -> bool:
    """Whether a schema, or one in it, declares what a property is."""
    if isinstance(schema, dict):
        return any(
            (key == "properties" and any(v is not True and v != {} for v in value.values()))
            or (key not in ("const", "enum", "default", "examples") and adds_properties(value))
            for key, value in schema.items()
            if not (key == "properties" and not isinstance(value, dict))
        )
    return isinstance(schema, list) and any(map(adds_properties, schema))
