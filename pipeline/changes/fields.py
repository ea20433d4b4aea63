"""Fields of OpenAPI objects that hold no objects to compare: whom a change of each breaks."""

from __future__ import annotations

from pipeline.changes.change import CALLER, READER, TYPES, Breaks

__all__ = ["PLAIN", "RULED", "meaning"]

# Fields that hold objects and are nothing but text.
PLAIN = frozenset({"examples", "externalDocs"})

_NOBODY: Breaks = frozenset()
_CALLER = frozenset({CALLER})

_TEXT = frozenset(
    "title description summary termsOfService contact license version tags externalDocs example "
    "examples bearerFormat info".split()
)
_MEANINGS: dict[tuple[str, str], Breaks | None] = {
    ("operation", "operationId"): frozenset({TYPES}),
    ("operation", "deprecated"): _NOBODY,
    ("parameter", "deprecated"): _NOBODY,
    ("header", "deprecated"): _NOBODY,
    ("header", "style"): frozenset({READER}),
    ("header", "explode"): frozenset({READER}),
    ("media-type", "x-sse"): frozenset({READER}),
    # It speaks of forms and multipart bodies only, and the client sends JSON.
    ("media-type", "encoding"): None,
}
# Compared by rules of their own.
RULED = frozenset({("parameter", "required"), ("header", "required"), ("request-body", "required")})


def meaning(kind: str, key: str) -> Breaks | None:
    """Whom a change of a field breaks, None if it is text. Of what is not known, callers."""
    if (kind, key) in _MEANINGS:
        return _MEANINGS[kind, key]
    if key in _TEXT or key.startswith("x-"):
        return None
    return _CALLER
