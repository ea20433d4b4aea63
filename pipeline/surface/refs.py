"""Following references inside a document."""

from __future__ import annotations

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import resolve, target_of
from pipeline.types import Json, JsonObject

__all__ = ["follow_reference"]


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
