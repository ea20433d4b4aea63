"""Which schemas a client sends and which it receives, and in which operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipeline.pointer import join, resolve, split, target_of
from pipeline.references import answers, operations
from pipeline.types import Json, JsonObject

__all__ = ["NOWHERE", "RECEIVED", "SENT", "Flow", "component_flows"]

SENT, RECEIVED = "sent", "received"


@dataclass(frozen=True, slots=True)
class Flow:
    """Which way values go (`sent`, `received`, both or neither), and the operations they go in."""

    ways: frozenset[str]
    operations: tuple[str, ...] = ()

    def __or__(self, other: Flow) -> Flow:
        operations = dict.fromkeys((*self.operations, *other.operations))
        return Flow(self.ways | other.ways, tuple(operations))


NOWHERE = Flow(frozenset())


def component_flows(tree: JsonObject) -> dict[str, Flow]:
    """The flow of each component that an operation reaches, by its pointer."""
    flows: dict[str, Flow] = {}
    edges: dict[str, tuple[str, ...]] = {}
    for path, method, operation, _, item in operations(tree):
        name = operation.get("operationId") or f"{method.upper()} {path}"
        shared = item.get("parameters", [])
        sent = [operation.get("requestBody"), *shared, *operation.get("parameters", [])]
        received = [answer for _, answer in answers(operation)]
        for way, roots in ((SENT, sent), (RECEIVED, received)):
            flow = Flow(frozenset({way}), (name,))
            for component in _reached(tree, roots, edges):
                flows[component] = flows.get(component, NOWHERE) | flow
    return flows


def _reached(
    tree: JsonObject, roots: Iterable[Json], edges: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """Pointers of the components that some objects reach."""
    pending = list(dict.fromkeys(target for root in roots for target in _targets(root)))
    seen: set[str] = set()
    while pending:
        target = pending.pop()
        if target in seen:
            continue
        seen.add(target)
        if target not in edges:
            try:
                edges[target] = tuple(dict.fromkeys(_targets(resolve(tree, target))))
            except KeyError:
                edges[target] = ()
        pending.extend(edges[target])
        tokens = split(target)
        if tokens[0] == "components" and len(tokens) > 2:
            # A reference into a component reaches a part of it; the name stands for the whole.
            yield join("", *tokens[:3])


def _targets(value: Json) -> Iterator[str]:
    """Pointers of all references below a value."""
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str) and (target := target_of(reference)):
                yield target
            discriminator = node.get("discriminator")
            if isinstance(discriminator, dict):
                yield from _mapped(discriminator)
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)


def _mapped(discriminator: JsonObject) -> Iterator[str]:
    mapping = discriminator.get("mapping")
    values = list(mapping.values()) if isinstance(mapping, dict) else []
    for value in [*values, discriminator.get("x-default-mapping")]:
        if isinstance(value, str):
            yield target_of(value) or join("/components/schemas", value)
