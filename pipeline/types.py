"""The types that pipeline steps share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

__all__ = ["Document", "Json", "JsonObject", "Tree"]

# A JSON value. `Any` rather than a recursive alias: steps walk documents of unknown shape, and the
# narrowing that a recursive alias asks for at every level hides what a step does.
Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]

# A generated file tree: POSIX paths relative to its root, and the bytes of each file.
Tree: TypeAlias = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Document:
    """An OpenAPI document and where it came from.

    Attributes:
        name: Short stable name used in messages, such as `chat-completions.yaml`.
        tree: The parsed document: only JSON values, string keys, source key order.
        operation: The operation the documentation page names (`POST /v1/messages`), if any.
        sha256: Hex digest of the document's source bytes (of the fenced text for a page).
        lines: JSON pointer to 1-based source line, for messages; may be empty.
    """

    name: str
    tree: JsonObject
    operation: str | None = None
    sha256: str | None = None
    lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
