"""Schemas that are valid and that few people write, with examples of what they allow.

Each is a group of schemas of which `Root` is sent and answered; `joined` makes one document of all.
"""

from __future__ import annotations

import builtins
import copy
import keyword
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pipeline.types import Json, JsonObject
from tests.support.generating import parsed, schemas

__all__ = ["NAMES", "ODD", "Odd", "add_operation", "joined", "named_after"]


class Odd(NamedTuple):
    """Schemas in YAML, as `schemas` takes them, and values of `Root`."""

    schemas: str
    examples: tuple[Json, ...]


ODD: dict[str, Odd] = {
    "every spelling of null": Odd(
        """
        Root:
          type: object
          required: [a, g]
          properties:
            a: {type: [string, 'null']}
            b: {oneOf: [{type: string}, {type: 'null'}]}
            c: {anyOf: [@Sub, {type: 'null'}]}
            d: {allOf: [@Sub], nullable: true}
            e: {$ref: '#/components/schemas/Sub', nullable: true}
            f: {type: 'null'}
            g: {const: null}
            h: {enum: [a, null]}
            i: {oneOf: [@Sub, @Other, {type: 'null'}]}
            j: {enum: [null]}
            k: {type: ['null']}
        Sub: {type: object, properties: {x: {type: string}}}
        Other: {type: object, required: [y], properties: {y: {type: string}}}
        """,
        (dict.fromkeys("abcdefghijk"), {"a": "", "g": None, "d": {"x": ""}, "e": {"x": ""}}),
    ),
    "mixed and folding values": Odd(
        """
        Root:
          type: object
          properties:
            a: {enum: [a, 1, true, null, '', 1.5, {a: 1}, [1]]}
            b: {enum: [a, 1, true, null, '']}
            c: {enum: [A, a, á, 'a ', ' a', A-B, A_B, '', '1', 1, 0, true, false]}
            d: {type: number, enum: [1.0, 2.5, 3]}
            e: {enum: [1000000000000000000000000000000, -1]}
            f: {const: {a: 1}}
            g: {type: string, enum: [a, 1]}
        """,
        (
            {"a": None, "b": None, "c": "á", "d": 1.0, "e": 10**30, "f": {"a": 1}, "g": "a"},
            {"a": {"a": 1}, "b": True, "c": True, "d": 3},
            {"a": [1], "b": 1, "c": 1},
        ),
    ),
    "arrays of unions of arrays": Odd(
        """
        Root:
          type: object
          properties:
            a:
              type: array
              items:
                oneOf:
                - type: array
                  items: {anyOf: [{type: string}, @A, {type: array, items: @B}]}
                - {type: 'null'}
                - @B
                - {type: integer}
            b:
              oneOf:
              - {type: array, items: {type: array, items: @A}}
              - {type: array, items: @B}
              - {type: array, items: {type: array, items: {type: integer}}}
        A: {type: object, properties: {x: {type: string}}}
        B: {type: object, required: [y], properties: {y: {type: string}}}
        """,
        (
            {"a": [["a", {"x": "1"}, [{"y": "1"}]], None, {"y": "1"}, 3]},
            {"b": [[{"x": "1"}]]},
            {"b": [{"y": "1"}]},
            {"b": [[1, 2]]},
        ),
    ),
    "objects of any keys": Odd(
        """
        Root:
          type: object
          properties:
            a: {type: object, additionalProperties: @A}
            b: {type: object, additionalProperties: {type: array, items: @A}}
            c: {additionalProperties: {type: [integer, 'null']}}
            d:
              type: object
              additionalProperties: {additionalProperties: {oneOf: [@A, {type: string}]}}
            e: {type: object, patternProperties: {'^x-': @A}}
            f: {type: object, additionalProperties: false}
            g: {oneOf: [{additionalProperties: @A}, {additionalProperties: {type: string}}]}
            h: {type: object, additionalProperties: {type: string, format: date}}
          additionalProperties: {type: integer}
        A: {type: object, properties: {x: {type: string}}}
        """,
        (
            {"a": {"k": {"x": "1"}}, "b": {"k": [{"x": "1"}]}, "c": {"a": None, "b": 1}, "more": 3},
            {"d": {"q": {"r": {"x": "1"}, "s": "t"}}, "e": {"x-1": {"x": "1"}}, "f": {}},
            {"g": {"a": {"x": "1"}, "b": "s"}, "h": {"a": "2024-05-01"}},
        ),
    ),
    "positions and conditions": Odd(
        """
        Root:
          type: object
          properties:
            a:
              type: array
              prefixItems: [{type: string}, {type: integer}, @A]
              items: false
            b: {prefixItems: [{type: integer}]}
            c: {not: {type: string}}
            d: {type: string, not: {enum: [x]}}
          dependentRequired: {a: [b]}
          unevaluatedProperties: false
          propertyNames: {pattern: '^[a-z]$'}
          if: {required: [a]}
          then: {required: [b]}
          minProperties: 1
        A: {type: object, properties: {x: {type: string}}}
        """,
        ({"a": ["a", 1, {"x": "1"}], "b": [1, "z"], "c": 1, "d": "y"},),
    ),
    "recursion of every kind": Odd(
        """
        Root:
          type: object
          required: [list]
          properties:
            own: @Root
            list: {type: array, items: @Root}
            map: {type: object, additionalProperties: @Root}
            union: @Union
            json: @Json
            nested: @Nested
        Union: {oneOf: [@Left, @Right]}
        Left: {type: object, properties: {t: {const: left}, to: @Union}}
        Right: {type: object, properties: {t: {const: right}, all: {type: array, items: @Union}}}
        Json:
          oneOf:
          - {type: [string, number, boolean, 'null']}
          - {type: array, items: @Json}
          - {type: object, additionalProperties: @Json}
        Nested: {type: array, items: @Nested}
        """,
        (
            {"own": {"list": []}, "list": [{"list": []}], "map": {"a": {"list": []}}},
            {"list": [], "union": {"t": "left", "to": {"t": "right", "all": [{"t": "left"}]}}},
            {"list": [], "json": [{"a": [1, None, "x"]}], "nested": [[], [[]]]},
        ),
    ),
    "allOf with siblings": Odd(
        """
        Root:
          allOf: [@A, {type: object, properties: {b: {type: string}}}]
          properties: {c: {type: string}}
          required: [a, c]
        A: {type: object, properties: {a: {type: string}}}
        """,
        ({"a": "1", "b": "2", "c": "3"},),
    ),
    "constraints beside references": Odd(
        """
        Root:
          type: object
          properties:
            a: {$ref: '#/components/schemas/A', required: [x]}
            b: {$ref: '#/components/schemas/A', minProperties: 1}
            c: {$ref: '#/components/schemas/A', description: words, nullable: false}
            d: {allOf: [@A], minProperties: 1}
        A: {type: object, properties: {x: {type: string}}}
        """,
        ({k: {"x": "1"} for k in "abcd"},),
    ),
    "for answers alone, for requests alone": Odd(
        """
        Root:
          type: object
          required: [id, key, name, pick]
          properties:
            id: {type: string, readOnly: true}
            key: @Key
            name: {type: string}
            pick: {oneOf: [@A, @B]}
        Key: {type: string, writeOnly: true}
        A:
          type: object
          required: [x, y]
          properties: {x: {type: string, readOnly: true}, y: {type: string}}
        B: {type: object, required: [z], properties: {z: {type: string}}}
        """,
        ({"name": "n", "pick": {"y": "1"}}, {"id": "1", "name": "n", "pick": {"x": "", "y": "1"}}),
    ),
    "texts that are more": Odd(
        """
        Root:
          type: object
          required: [f]
          properties:
            a: {oneOf: [{type: string, format: date}, {type: string}]}
            b: {anyOf: [{enum: [now]}, {type: string, format: date-time}]}
            c: {type: string, format: uuid}
            d: {type: [string, integer, 'null'], format: date-time}
            e: {type: array, items: {type: string, format: date-time}}
            f: {type: string, format: date}
            g: {format: date-time}
        """,
        (
            {"a": "hello", "b": "now", "c": "u", "d": 3, "e": ["2024-05-01T00:00:00.12Z"], "f": ""},
            {"a": "2024-05-01", "b": "2024-05-01T00:00:00Z", "d": None, "f": "2024-05-01", "g": 1},
        ),
    ),
}

# Names that mean something in Python, in the generated modules or in what they inherit from; of
# those that fold together the first.
_SPELLED = (
    *keyword.kwlist,
    *keyword.softkwlist,
    *(name for name in dir(builtins) if name.islower() and name.isalpha()),
    *"""
    datetime define new given made self cls wire value item view date date_time by_type list_of
    union_of decode_Root view_Root items_value _wire _http _fields _view to_dict from_dict to_json
    from_json check keys items get raw __init__ __class__ __slots__ __dict__ __getattr__ _peek
    __match_args__ __attrs_attrs__ body operation _body _options _operation header_parameters é
    日本 ﬁ 1st 2-nd $x @y a-b TYPE_CHECKING ClassVar Self TypeAlias Sequence Required
    Mapping Literal Unpack OMIT
    """.split(),
)
NAMES = tuple({n.lower().strip("_"): n for n in reversed(_SPELLED)}.values())


def named_after(names: Iterable[str]) -> JsonObject:
    """Schemas with properties of these names: plain, required, dates that may be null, models."""
    kinds: dict[str, Json] = {
        "Plain": {"type": "string"},
        "Needed": {"type": "string"},
        "Dated": {"type": ["string", "null"], "format": "date-time"},
        "Held": {"$ref": "#/components/schemas/Sub"},
    }
    made: JsonObject = {
        kind: {"type": "object", "properties": {name: copy.deepcopy(schema) for name in names}}
        for kind, schema in kinds.items()
    }
    made["Needed"]["required"] = list(names)
    made["Sub"] = {"type": "object", "properties": {"a": {"type": "string"}}}
    made["Root"] = {
        "type": "object",
        "properties": {kind.lower(): {"$ref": f"#/components/schemas/{kind}"} for kind in kinds},
    }
    return made


def joined(cases: Mapping[str, Odd]) -> JsonObject:
    """One document of all cases: each has names of its own and an operation, with its examples."""
    document = parsed("paths: {}\ncomponents: {schemas: {}}")
    for number, case in enumerate(cases.values()):
        prefix = f"Case{number}"
        found = schemas(case.schemas)["components"]["schemas"]
        for name, schema in found.items():
            document["components"]["schemas"][prefix + name] = _prefixed(schema, prefix)
        add_operation(document, f"cases.case{number}", f"{prefix}Root", case.examples)
    return document


def add_operation(document: JsonObject, name: str, root: str, examples: Iterable[Json]) -> None:
    """An operation that takes and gives a schema."""
    media = {
        "application/json": {
            "schema": {"$ref": f"#/components/schemas/{root}"},
            "examples": {f"example{i}": {"value": value} for i, value in enumerate(examples)},
        }
    }
    document["paths"][f"/{name}"] = {
        "post": {
            "operationId": name,
            "requestBody": {"required": True, "content": media},
            "responses": {"200": {"description": "ok", "content": copy.deepcopy(media)}},
        }
    }


def _prefixed(node: Json, prefix: str) -> Json:
    if isinstance(node, dict):
        return {
            key: value.replace("/schemas/", f"/schemas/{prefix}")
            if key == "$ref"
            else _prefixed(value, prefix)
            for key, value in node.items()
        }
    return [_prefixed(item, prefix) for item in node] if isinstance(node, list) else node
