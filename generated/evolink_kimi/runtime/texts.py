"""Text for people."""

from __future__ import annotations

__all__ = ["shorten"]


def shorten(text: str, length: int) -> str:
    """The text, cut with an ellipsis if it is longer than `length` characters."""
    return text if len(text) <= length else f"{text[:length]}…"
