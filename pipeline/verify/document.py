"""Accounting of the document's own text, so that the surface cannot hide what it lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.grammar import walk
from pipeline.merge.equality import differing
from pipeline.pointer import join, split
from pipeline.references import PathOperation, answers, follow_reference, operations
from pipeline.surface import Component
from pipeline.surface.kinds import fits_literal
from pipeline.types import Json, JsonObject
from pipeline.verify.expected import Value, literals, typed
from pipeline.verify.ledger import Ledger

__all__ = ["check_document"]

_CHOICES = ("allOf", "anyOf", "oneOf")


def check_document(ledger: Ledger, shipped: bytes) -> None:
    """The document travels whole; its servers, schemas, properties and values have their places."""
    _check_shipped(ledger, shipped)
    _check_servers(ledger)
    for name in (ledger.tree.get("components") or {}).get("schemas", {}):
        pointer = join("/components/schemas", name)
        found = ledger.python(name) in ledger.package.names
        ledger.expect(found, "schemas", pointer, f"the schema {name!r}")
    places = _Places(ledger)
    for schema in _schemas(ledger.tree):
        places.check(schema)


def _check_shipped(ledger: Ledger, data: bytes) -> None:
    """Every example and description is in the package, with the document."""
    try:
        shipped = json.loads(data)
    except ValueError:
        shipped = None
    for pointer in differing(ledger.tree, shipped):
        ledger.expect(False, "", pointer, "this part of the document (openapi.json)")
    examples = sum(1 for node in walk(ledger.tree) if node.kind == "example")
    if examples:
        ledger.counts["examples"] += examples


def _check_servers(ledger: Ledger) -> None:
    servers = tuple(s["url"] for s in ledger.tree.get("servers", []))
    for index, url in enumerate(servers):
        found = url in ledger.package.servers
        ledger.expect(found, "servers", join("/servers", index), f"the server {url!r}")
    ledger.agree(ledger.package.servers == servers, "/servers", "the order of the servers")


# -- the schemas that operations and components have


@dataclass(frozen=True, slots=True)
class _Schema:
    """A schema and where it is.

    Attributes:
        place: The pointer as the surface counts: the parts of an `allOf` are one schema.
        allowed: For a part of an `allOf`, the values that all of its parts list.
    """

    node: JsonObject
    pointer: str
    place: str
    allowed: frozenset[Value] | None = None


def _schemas(tree: JsonObject) -> Iterator[_Schema]:
    for name, schema in (tree.get("components") or {}).get("schemas", {}).items():
        pointer = join("/components/schemas", name)
        yield from _below(tree, schema, pointer, pointer, None)
    for operation in operations(tree):
        yield from _operation_schemas(tree, operation)


def _operation_schemas(tree: JsonObject, operation: PathOperation) -> Iterator[_Schema]:
    node, pointer = operation.node, operation.pointer
    holders: list[tuple[Json, str]] = [
        (parameter, join(pointer, "parameters", index))
        for index, parameter in enumerate(node.get("parameters", []))
    ]
    if "requestBody" in node:
        holders.append((node["requestBody"], join(pointer, "requestBody")))
    for status, answer in answers(node):
        holders.append((answer, join(pointer, "responses", status)))
    for holder, at in holders:
        holder, at = follow_reference(tree, holder, at)
        if "schema" in holder:
            yield from _below(tree, holder["schema"], join(at, "schema"), at, None)
        for media_type, media in (holder.get("content") or {}).items():
            here = join(at, "content", media_type, "schema")
            yield from _below(tree, media.get("schema"), here, here, None)


def _below(
    tree: JsonObject, node: Json, pointer: str, place: str, allowed: frozenset[Value] | None
) -> Iterator[_Schema]:
    """A schema and those in it that say what values are; conditions only say which are valid."""
    if not isinstance(node, dict):
        return
    yield _Schema(node, pointer, place, allowed)
    properties = node.get("properties") or {}
    for key, value in properties.items():
        here = join(pointer, "properties", key)
        yield from _below(tree, value, here, join(place, "properties", key), None)
    for keyword in ("items", "additionalProperties"):
        # Beside properties, the additional ones are kept as sent: the surface notes it.
        if keyword in node and not (keyword == "additionalProperties" and properties):
            here = join(pointer, keyword)
            yield from _below(tree, node[keyword], here, join(place, keyword), None)
    for keyword in (*_CHOICES, "prefixItems"):
        inner = _common_values(tree, node[keyword]) if keyword == "allOf" in node else None
        for index, part in enumerate(node.get(keyword, [])):
            here = join(pointer, keyword, index)
            there = place if keyword == "allOf" else join(place, keyword, index)
            yield from _below(tree, part, here, there, inner)


def _common_values(tree: JsonObject, parts: list[Json]) -> frozenset[Value] | None:
    """The values that every part of an `allOf` with a list of values lists; None if one has."""
    lists = []
    for part in parts:
        node, _ = follow_reference(tree, part, "")
        if isinstance(node, dict) and "enum" in node:
            lists.append(frozenset(map(typed, node["enum"])))
    return frozenset.intersection(*lists) if len(lists) > 1 else None


class _Places:
    """Where the surface has what is written at a pointer."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._components: dict[str, list[Component]] = {}
        for component in ledger.surface.components.values():
            self._components.setdefault(_plain(component.pointer), []).append(component)
        self._literals: dict[str, frozenset[Value]] = {}

    def check(self, schema: _Schema) -> None:
        properties = schema.node.get("properties")
        if isinstance(properties, dict) and properties:
            owners = self._owners(schema.place)
            for key in properties:
                here = join(schema.pointer, "properties", key)
                found = owners and all(key in self._keys(owner) for owner in owners)
                self._ledger.expect(found, "properties", here, f"the property {key!r}")
        values = [v for v in schema.node.get("enum", []) if v is not None]
        if schema.node.get("const") is not None:
            values.append(schema.node["const"])
        if not all(map(fits_literal, values)):
            return  # no Literal holds them all: such values are typed by their types
        known = self._values(schema.place) if values else frozenset()
        for value in values:
            if schema.allowed is None or typed(value) in schema.allowed:
                what = f"the value {value!r}"
                self._ledger.expect(typed(value) in known, "enum values", schema.pointer, what)

    def _owners(self, place: str) -> list[Component]:
        owners = [
            component
            for component in self._components.get(place, [])
            if component.kind in ("model", "union")
        ]
        return owners or [
            component
            for pointer, components in self._components.items()
            if pointer.startswith(place + "/")
            for component in components
            if component.kind == "model" and _is_variant(pointer, place)
        ]

    def _keys(self, component: Component) -> frozenset[str]:
        if component.kind == "union":
            members = [self._ledger.surface.components[name] for name in component.members]
            return frozenset.intersection(*(self._keys(member) for member in members))
        facts = self._ledger.facts(component)
        if facts is None:
            return frozenset()
        return frozenset(f.wire for a, f in facts.fields.items() if a in facts.annotations)

    def _values(self, place: str) -> frozenset[Value]:
        """The literals in the annotations of the innermost thing that a schema is part of."""
        if not self._literals:
            for pointer, values in self._annotated():
                self._literals[pointer] = self._literals.get(pointer, frozenset()) | values
        while place and place not in self._literals:
            place = place.rpartition("/")[0]
        return self._literals.get(place, frozenset())

    def _annotated(self) -> Iterator[tuple[str, frozenset[Value]]]:
        ledger = self._ledger
        for component in ledger.surface.components.values():
            alias = ledger.package.aliases.get(ledger.python(component.name))
            if alias is not None:
                yield _plain(component.pointer), literals(alias, ledger.package)
            facts = ledger.facts(component)
            if facts is None:
                continue
            for field in component.fields:
                annotation = facts.annotations.get(facts.attribute(field.wire) or "")
                if annotation is not None:
                    yield _plain(field.pointer), literals(annotation, ledger.package)
        for operation in ledger.surface.operations:
            for parameter in operation.parameters:
                yield parameter.pointer, ledger.expected.values(parameter.type)


def _plain(pointer: str) -> str:
    """A pointer without the steps into an `allOf`, whose parts are one schema."""
    kept: list[str] = []
    tokens = iter(split(pointer))
    for token in tokens:
        if token == "allOf" and kept and kept[-1] not in ("properties", "schemas"):
            next(tokens, None)  # the number of the part
        else:
            kept.append(token)
    return join("", *kept)


def _is_variant(pointer: str, place: str) -> bool:
    """Whether a pointer is that of a member of the choice, or an item type, right at a place."""
    steps = split(pointer.removeprefix(place))
    return len(steps) == 2 and steps[0] in _CHOICES and steps[1].isdecimal()
