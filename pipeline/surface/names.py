"""Names for what the document leaves anonymous."""

from __future__ import annotations

import re

__all__ = ["pascal"]

_WORD = re.compile(r"[A-Za-z0-9]+")


def pascal(text: str) -> str:
    """`stop_reason` as `StopReason`; the case inside words is kept."""
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(text))
