"""Following references inside one document, and what is found behind those of its paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import HTTP_METHODS, Node, walk
from pipeline.pointer import join, resolve, target_of
from pipeline.types import Json, JsonObject

__all__ = ["PathOperation", "answers", "follow_reference", "operations", "wrong_references"]


class PathOperation(NamedTuple):
    """An operation under `paths`.

    Attributes:
        path: The path it is called at.
        method: HTTP method, lower case.
        node: The operation.
        pointer: Where it is: behind the path item's reference, if that is one.
        item: The path item that holds it.
    """

    path: str
    method: str
    node: JsonObject
    pointer: str
    item: JsonObject


def follow_reference(tree: JsonObject, node: Json, pointer: str) -> tuple[Json, str]:
    """The node a reference object stands for, and where it is; the node itself if it is none.

    Raises:
        PipelineError: if the reference leads out of the document, nowhere, or in a circle.
    """
    seen: set[str] = set()
    while isinstance(node, dict) and isinstance(node.get("$ref"), str):
        ref = node["$ref"]
        target = target_of(ref)
        if target is None or target in seen:
            what = "leaves the document" if target is None else "leads in a circle"
            raise PipelineError(Problem(f"the reference {ref!r} {what}", pointer=pointer))
        seen.add(target)
        try:
            node = resolve(tree, target)
        except KeyError:
            raise PipelineError(
                Problem(f"the reference {ref!r} leads nowhere", pointer=pointer)
            ) from None
        pointer = target
    return node, pointer


def operations(tree: JsonObject) -> Iterator[PathOperation]:
    """Every operation under `paths`, with the references of path items followed.

    Paths are in the document's order, methods in a fixed one. Extensions of `paths`, and path items
    whose reference leads nowhere, have none.
    """
    for path, item in (tree.get("paths") or {}).items():
        if path.startswith("x-"):
            continue
        try:
            item, pointer = follow_reference(tree, item, join("/paths", path))
        except PipelineError:
            continue
        for method in HTTP_METHODS:
            if isinstance(item, dict) and isinstance(item.get(method), dict):
                yield PathOperation(path, method, item[method], join(pointer, method), item)


def answers(operation: JsonObject) -> Iterator[tuple[str, Json]]:
    """Status and answer, or reference to one, of everything that an operation may answer."""
    for status, answer in (operation.get("responses") or {}).items():
        if not status.startswith("x-"):
            yield status, answer


def wrong_references(tree: JsonObject) -> Iterator[Problem]:
    """A problem for each reference that leads out of the document, nowhere, or to another kind of
    object than it stands for.

    Overlays can bring references after the merge has checked those of its sources.
    """
    nodes = list(walk(tree))
    kinds = {node.pointer: node.kind for node in nodes}
    for node in nodes:
        if isinstance(node.value.get("$ref"), str):
            reason = _wrong(tree, node, kinds)
            if reason is not None:
                yield Problem(
                    f"the reference {node.value['$ref']!r} {reason}",
                    pointer=join(node.pointer, "$ref"),
                    remedy="Correct it, or bring what it needs, by overlay.",
                )


def _wrong(tree: JsonObject, node: Node, kinds: dict[str, str]) -> str | None:
    target = target_of(node.value["$ref"])
    if target is None:
        return "leaves the document"
    try:
        value = resolve(tree, target)
    except KeyError:
        return "leads nowhere"
    kind = kinds.get(target)
    if kind == node.kind or (node.kind == "schema" and isinstance(value, bool)):
        return None
    found = f"an object of kind {kind!r}" if kind else "no object of OpenAPI"
    return f"leads to {found}, where one of kind {node.kind!r} is needed"
