"""Where things are in an OpenAPI 3.1 document.

One table says which fields of which object hold which kind of object, so that a walk meets every
schema, reference and operation, and never mistakes an example, a default, an enum value or an
extension for one. Source: OpenAPI Specification 3.1.1, section 4.8, and JSON Schema 2020-12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.pointer import join
from pipeline.types import Json, JsonObject

__all__ = [
    "HTTP_METHODS",
    "SCHEMA_APPLICATORS",
    "Node",
    "children_of",
    "component_kind",
    "rename_key",
    "renamed_component",
    "walk",
]

HTTP_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

# How a field holds its children: one object, a list of them, a map of them, or a map of lists.
_ONE, _LIST, _MAP = "one", "list", "map"

_Fields = dict[str, tuple[str, str]]

# Applicator keywords of JSON Schema 2020-12: the places a schema holds schemas.
SCHEMA_APPLICATORS: _Fields = {
    "$defs": (_MAP, "schema"),
    "definitions": (_MAP, "schema"),
    "properties": (_MAP, "schema"),
    "patternProperties": (_MAP, "schema"),
    "dependentSchemas": (_MAP, "schema"),
    "additionalProperties": (_ONE, "schema"),
    "unevaluatedProperties": (_ONE, "schema"),
    "propertyNames": (_ONE, "schema"),
    "items": (_ONE, "schema"),
    "unevaluatedItems": (_ONE, "schema"),
    "contains": (_ONE, "schema"),
    "prefixItems": (_LIST, "schema"),
    "contentSchema": (_ONE, "schema"),
    "not": (_ONE, "schema"),
    "if": (_ONE, "schema"),
    "then": (_ONE, "schema"),
    "else": (_ONE, "schema"),
    "allOf": (_LIST, "schema"),
    "anyOf": (_LIST, "schema"),
    "oneOf": (_LIST, "schema"),
}

_COMPONENTS: _Fields = {
    "schemas": (_MAP, "schema"),
    "responses": (_MAP, "response"),
    "parameters": (_MAP, "parameter"),
    "examples": (_MAP, "example"),
    "requestBodies": (_MAP, "request-body"),
    "headers": (_MAP, "header"),
    "securitySchemes": (_MAP, "security-scheme"),
    "links": (_MAP, "link"),
    "callbacks": (_MAP, "callback"),
    "pathItems": (_MAP, "path-item"),
}

_PARAMETER: _Fields = {
    "schema": (_ONE, "schema"),
    "examples": (_MAP, "example"),
    "content": (_MAP, "media-type"),
}

_FIELDS: dict[str, _Fields] = {
    "openapi": {
        "info": (_ONE, "info"),
        "servers": (_LIST, "server"),
        "paths": (_ONE, "paths"),
        "webhooks": (_MAP, "path-item"),
        "components": (_ONE, "components"),
        "security": (_LIST, "security-requirement"),
        "tags": (_LIST, "tag"),
        "externalDocs": (_ONE, "external-docs"),
    },
    "components": _COMPONENTS,
    "paths": {"*": (_ONE, "path-item")},
    "callback": {"*": (_ONE, "path-item")},
    "path-item": {
        "servers": (_LIST, "server"),
        "parameters": (_LIST, "parameter"),
        **dict.fromkeys(HTTP_METHODS, (_ONE, "operation")),
    },
    "operation": {
        "externalDocs": (_ONE, "external-docs"),
        "parameters": (_LIST, "parameter"),
        "requestBody": (_ONE, "request-body"),
        "responses": (_ONE, "responses"),
        "callbacks": (_MAP, "callback"),
        "security": (_LIST, "security-requirement"),
        "servers": (_LIST, "server"),
    },
    "parameter": _PARAMETER,
    "header": _PARAMETER,
    "request-body": {"content": (_MAP, "media-type")},
    "media-type": {
        "schema": (_ONE, "schema"),
        "examples": (_MAP, "example"),
        "encoding": (_MAP, "encoding"),
    },
    "encoding": {"headers": (_MAP, "header")},
    "responses": {"*": (_ONE, "response")},
    "response": {
        "headers": (_MAP, "header"),
        "content": (_MAP, "media-type"),
        "links": (_MAP, "link"),
    },
    "link": {"server": (_ONE, "server")},
    "tag": {"externalDocs": (_ONE, "external-docs")},
    "schema": {
        **SCHEMA_APPLICATORS,
        "externalDocs": (_ONE, "external-docs"),
        "xml": (_ONE, "xml"),
    },
}


@dataclass(frozen=True, slots=True)
class Node:
    """An object of the document: its kind (a key of the table), its pointer and the object itself.

    A Reference Object has the kind of what it stands for and `$ref` among its keys.
    """

    kind: str
    pointer: str
    value: JsonObject


def component_kind(section: str) -> str | None:
    """The kind of object in a section of `components` (`schemas` → `schema`), None if unknown."""
    entry = _COMPONENTS.get(section)
    return entry[1] if entry else None


def rename_key(section: str, name: str) -> str:
    """How a list of renames names a component: a schema by its name alone."""
    return name if section == "schemas" else f"{section}/{name}"


def renamed_component(key: str) -> tuple[str, str]:
    """Section and name of the component that a key of a list of renames names."""
    section, slash, name = key.partition("/")
    return (section, name) if slash else ("schemas", section)


def children_of(kind: str) -> Mapping[str, tuple[str, str]]:
    """The fields of a kind of object that hold objects: how (`one`, `list` or `map`) and which.

    The field `*` stands for every one not beginning with `x-`.
    """
    return _FIELDS.get(kind, {})


def walk(value: Json, kind: str = "openapi", pointer: str = "") -> Iterator[Node]:
    """Every object of the OpenAPI grammar at and below `value`, parents first, in source order.

    References are yielded, never followed, so a walk always ends. Boolean schemas, examples'
    values, defaults, enums, consts and `x-*` are no objects of the grammar and are not entered.
    """
    stack: list[tuple[Json, str, str]] = [(value, kind, pointer)]
    while stack:
        node, node_kind, at = stack.pop()
        if not isinstance(node, dict):
            continue
        yield Node(node_kind, at, node)
        fields = _FIELDS.get(node_kind)
        if fields is None:
            continue
        children: list[tuple[Json, str, str]] = []
        any_field = fields.get("*")
        for key, child in node.items():
            field = any_field if any_field and not key.startswith("x-") else fields.get(key)
            if field is None:
                continue
            shape, child_kind = field
            here = join(at, key)
            if shape == _ONE:
                children.append((child, child_kind, here))
            elif shape == _LIST and isinstance(child, list):
                children.extend((c, child_kind, join(here, i)) for i, c in enumerate(child))
            elif shape == _MAP and isinstance(child, dict):
                children.extend((c, child_kind, join(here, k)) for k, c in child.items())
        stack.extend(reversed(children))
