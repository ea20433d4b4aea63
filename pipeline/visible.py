"""Text of documents where people read it: what would hide, move or end it is spelled out."""

from __future__ import annotations

import re

from pipeline.characters import HIDDEN, SPACES, escaped

__all__ = ["code_span", "count", "fenced", "visible"]

_SHORT = {"\n": "\\n", "\t": "\\t"}


def visible(text: str, keep: str = "") -> str:
    """Text whose control, direction and invisible characters are escapes such as `\\u202e`.

    Args:
        keep: Characters that stay as they are, such as line breaks.
    """
    return HIDDEN.sub(
        lambda match: match[0] if match[0] in keep else _spelled(match[0]), SPACES.sub(" ", text)
    )


def _spelled(character: str) -> str:
    return _SHORT.get(character) or escaped(character).replace("\\x", "\\u00")


def count(number: int, noun: str) -> str:
    """`1 node`, `2 nodes`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def code_span(text: str, longest: int | None = None) -> str:
    """Any text as a code span of Markdown, on one line, from which no text can break out.

    Args:
        longest: How many characters are shown at most.
    """
    line = visible(text)
    if longest is not None and len(line) > longest:
        line = f"{line[: longest - 1]}…"
    fence = _fence(line, 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{pad}{line or ' '}{pad}{fence}"


def fenced(text: str, indent: str = "") -> str:
    """Any text as a code block of Markdown, with the indentation of what it belongs to."""
    fence = _fence(text, 3)
    return "\n".join(f"{indent}{line}" for line in (fence, *map(visible, text.split("\n")), fence))


def _fence(text: str, least: int) -> str:
    return "`" * max(least, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
