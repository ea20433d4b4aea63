"""Where the vectors are written down; `python -m parity vectors` puts them into files."""

from __future__ import annotations

from typing import Any

from parity.authoring import (
    bent,
    documented,
    errors,
    framing,
    replay,
    streams_chat,
    streams_messages,
    streams_responses,
    values,
)
from parity.authoring.builder import Files, Vector

__all__ = ["all_vectors"]


def all_vectors(document: dict[str, Any]) -> dict[str, Files]:
    """The files of every case by the case's name.

    Args:
        document: The merged OpenAPI document, whose examples are cases too.
    """
    vectors: list[Vector] = [
        *documented.vectors(document),
        *framing.vectors(),
        *streams_chat.vectors(),
        *streams_messages.vectors(),
        *streams_responses.vectors(),
        *bent.vectors(),
        *values.vectors(),
        *errors.vectors(),
        *replay.vectors(),
    ]
    found: dict[str, Files] = {}
    for vector in vectors:
        if vector.name in found:
            raise ValueError(f"two vectors have the name {vector.name}")
        found[vector.name] = vector.files()
    return dict(sorted(found.items()))
