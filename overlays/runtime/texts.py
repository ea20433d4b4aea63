"""Text for people."""

from __future__ import annotations

__all__ = ["escaped", "shorten"]


def shorten(text: str, length: int) -> str:
    """The text, cut with an ellipsis if it is longer than `length` characters."""
    return text if len(text) <= length else f"{text[:length]}…"


def escaped(text: str) -> str:
    """The text in one line: what ends one, moves a terminal's cursor, or cannot be printed at all
    is written as Python escapes it."""
    if text.isprintable():
        return text
    import re

    # Controls, other line ends, what turns the direction of text, and lone surrogates.
    controls = "[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
    return re.sub(controls, lambda found: found[0].encode("unicode_escape").decode(), text)
