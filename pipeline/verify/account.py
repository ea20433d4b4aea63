"""Accounting: each part of the document has its place in the generated package."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator

from pipeline.errors import Problem
from pipeline.grammar import walk
from pipeline.pointer import join
from pipeline.surface import Component, Operation, Surface, build_surface
from pipeline.types import Json, JsonObject, Tree
from pipeline.verify.package import Package, read_package

__all__ = ["account"]

_REMEDY = "Nothing of the document may be lost: mend the surface or the templates."


def account(
    files: Tree, tree: JsonObject, package_name: str
) -> tuple[dict[str, int], list[Problem]]:
    """Count what has its place, and name what hasn't.

    Returns:
        How many of each kind were found, and a problem for each that was not.
    """
    package = read_package(files, package_name)
    surface = build_surface(tree)
    ledger = _Ledger(package, surface, tree)
    ledger.check_document(files, package_name)
    ledger.check_components()
    ledger.check_schemas()
    ledger.check_unions()
    ledger.check_operations()
    return dict(ledger.counts), ledger.problems


class _Ledger:
    def __init__(self, package: Package, surface: Surface, tree: JsonObject) -> None:
        self._package = package
        self._surface = surface
        self._tree = tree
        self._by_folded = {_folded(name): name for name in package.names}
        self._by_pointer = {c.pointer: c for c in surface.components.values()}
        self.counts: Counter[str] = Counter()
        self.problems: list[Problem] = []

    def _expect(self, found: object, kind: str, pointer: str, what: str) -> None:
        if found:
            self.counts[kind] += 1
        else:
            self.problems.append(
                Problem(
                    f"{what} has no place in the generated package",
                    document="openapi.yaml",
                    pointer=pointer,
                    remedy=_REMEDY,
                )
            )

    def check_document(self, files: Tree, package_name: str) -> None:
        """The document travels with the package, so every example and description is there."""
        path = f"{package_name}/openapi.json"
        try:
            shipped = json.loads(files.get(path, b"null"))
        except ValueError:
            shipped = None
        for pointer in _differences(self._tree, shipped, ""):
            self._expect(False, "documents", pointer, f"this part of the document ({path})")
        examples = sum(1 for node in walk(self._tree) if node.kind == "example")
        if examples:
            self.counts["examples"] += examples
        servers = [s["url"] for s in self._tree.get("servers", [])]
        for index, url in enumerate(servers):
            found = url in self._package.servers
            self._expect(found, "servers", join("/servers", index), f"the server {url!r}")

    def check_components(self) -> None:
        for name in (self._tree.get("components") or {}).get("schemas", {}):
            pointer = join("/components/schemas", name)
            found = _folded(name) in self._by_folded
            self._expect(found, "schemas", pointer, f"the schema {name!r}")

    def check_schemas(self) -> None:
        """Every property and enum value that is written anywhere in the document."""
        for node in walk(self._tree):
            if node.kind != "schema":
                continue
            if isinstance(node.value.get("properties"), dict):
                self._check_properties(node.pointer, node.value["properties"])
            values = [*node.value.get("enum", [])]
            if "const" in node.value:
                values.append(node.value["const"])
            for value in values:
                if value is not None:
                    self._check_value(node.pointer, value)

    def _check_properties(self, pointer: str, properties: JsonObject) -> None:
        owners = [self._by_pointer[pointer]] if pointer in self._by_pointer else None
        if owners is None:  # part of an allOf or of a union with common properties
            owners = [
                c
                for c in self._surface.components.values()
                if c.kind == "model" and properties.keys() <= {f.wire for f in c.fields}
            ]
        for key in properties:
            found = any(key in self._keys(owner) for owner in owners)
            here = join(pointer, "properties", key)
            self._expect(found, "properties", here, f"the property {key!r}")

    def _keys(self, component: Component) -> frozenset[str]:
        if component.kind == "union":
            return frozenset(
                key for name in component.members for key in self._keys(self._component(name))
            )
        facts = self._package.classes.get(self._python(component.name))
        if facts is None:
            return frozenset()
        return frozenset(k for k, a in facts.wire_keys.items() if a in facts.annotations)

    def _check_value(self, pointer: str, value: Json) -> None:
        if not isinstance(value, str | int | bool):
            return  # no Literal holds it; such an enum is typed by its values' types
        found = value in self._values_near(pointer)
        self._expect(found, "enum values", pointer, f"the value {value!r}")

    def _values_near(self, pointer: str) -> set[Json]:
        """The literals in the annotation of the field or alias that a schema belongs to."""
        best: set[Json] = set()
        length = -1
        for component in self._surface.components.values():
            python = self._python(component.name)
            if _inside(pointer, component.pointer) and len(component.pointer) > length:
                alias = self._package.aliases.get(python)
                if alias is not None:
                    best, length = self._literals(alias, ()), len(component.pointer)
            facts = self._package.classes.get(python)
            if facts is None:
                continue
            for field in component.fields:
                if _inside(pointer, field.pointer) and len(field.pointer) > length:
                    attribute = facts.wire_keys.get(field.wire, "")
                    annotation = facts.annotations.get(attribute)
                    best = self._literals(annotation, ()) if annotation else set()
                    length = len(field.pointer)
        if length < 0:  # a parameter or another schema outside of models
            for facts in self._package.classes.values():
                for annotation in facts.annotations.values():
                    best |= self._literals(annotation, ())
        return best

    def _literals(self, node: ast.expr, seen: tuple[str, ...]) -> set[Json]:
        found: set[Json] = set()
        for inner in ast.walk(node):
            if isinstance(inner, ast.Subscript) and ast.unparse(inner.value) == "Literal":
                found.update(c.value for c in ast.walk(inner.slice) if isinstance(c, ast.Constant))
            elif isinstance(inner, ast.Name) and inner.id not in seen:
                alias = self._package.aliases.get(inner.id)
                if alias is not None and inner.id not in self._package.unions:
                    found |= self._literals(alias, (*seen, inner.id))
        return found

    def check_unions(self) -> None:
        """Every member of a discriminated union, so every stream event."""
        for component in self._surface.components.values():
            if component.kind != "union":
                continue
            python = self._python(component.name)
            tags = self._package.unions.get(python)
            self._expect(
                tags is not None, "unions", component.pointer, f"the union {component.name!r}"
            )
            alias = self._package.aliases.get(python)
            named = {n.id for n in ast.walk(alias) if isinstance(n, ast.Name)} if alias else set()
            for value in component.tags:
                found = value in (tags or ())
                here = join(component.pointer, "discriminator", "mapping", value)
                self._expect(found, "union members", here, f"the member {value!r}")
            for member in component.members:
                direct = self._python(member) in named or any(
                    self._python(member) in self._alias_names(n) for n in named
                )
                self._expect(direct, "union types", component.pointer, f"the member {member!r}")

    def _alias_names(self, name: str) -> set[str]:
        alias = self._package.aliases.get(name)
        return {n.id for n in ast.walk(alias) if isinstance(n, ast.Name)} if alias else set()

    def check_operations(self) -> None:
        for operation in self._surface.operations:
            facts = next(
                (
                    f
                    for f in self._package.operations
                    if f.value("method") == operation.method and f.value("path") == operation.path
                ),
                None,
            )
            self._expect(
                facts, "operations", operation.pointer, f"{operation.method} {operation.path}"
            )
            if facts is None:
                continue
            for status in operation.statuses:
                here = join(operation.pointer, "responses", status)
                known = facts.statuses.get(status, None)
                self._expect(known, "statuses", here, f"the answer {status}")
            for key, name in (
                ("terminal-events", "terminal_events"),
                ("error-events", "error_events"),
            ):
                listed = facts.value(name) or ()
                for event in operation.sse.get(key, ()):
                    self._expect(
                        event in listed, "stream rules", operation.pointer, f"{key} {event!r}"
                    )
            sentinel = operation.sse.get("sentinel")
            if sentinel is not None:
                found = facts.value("sentinel") == sentinel
                self._expect(found, "stream rules", operation.pointer, f"sentinel {sentinel!r}")
            self._check_methods(operation, facts.constant)

    def _check_methods(self, operation: Operation, constant: str) -> None:
        name = operation.id.rpartition(".")[2]
        for asynchronous in (False, True):
            kind = "asynchronous" if asynchronous else "synchronous"
            method = next(
                (
                    m
                    for m in self._package.methods
                    if m.constant == constant and m.name == name and m.asynchronous is asynchronous
                ),
                None,
            )
            self._expect(method, "methods", operation.pointer, f"the {kind} {operation.id}")
            if method is None:
                continue
            for pointer, key in self._sent(operation):
                found = key in method.wire_keys
                self._expect(found, "arguments", pointer, f"the argument {key!r} ({kind})")

    def _sent(self, operation: Operation) -> Iterator[tuple[str, str]]:
        for parameter in operation.parameters:
            yield parameter.pointer, parameter.wire
        if operation.body is not None:
            for field in self._component(operation.body).fields:
                yield field.pointer, field.wire

    def _component(self, name: str) -> Component:
        return self._surface.components[name]

    def _python(self, name: str) -> str:
        return self._by_folded.get(_folded(name), name)


def _folded(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())


def _inside(pointer: str, outer: str) -> bool:
    return pointer == outer or pointer.startswith(outer + "/")


def _differences(expected: Json, actual: Json, pointer: str) -> Iterator[str]:
    """Pointers of what is in one tree and not, or not equally, in the other."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in expected.keys() | actual.keys():
            here = join(pointer, key)
            if key not in expected or key not in actual:
                yield here
            else:
                yield from _differences(expected[key], actual[key], here)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (one, other) in enumerate(zip(expected, actual, strict=True)):
            yield from _differences(one, other, join(pointer, index))
    elif type(expected) is not type(actual) or expected != actual:
        yield pointer
