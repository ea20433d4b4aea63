"""Query and header parameters of an operation, joined with what a caller adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .omit import OMIT

__all__ = ["merged"]


def merged(
    parameters: Mapping[str, object], extra: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The given parameters as texts (booleans in lower case), then what the caller adds."""
    out: dict[str, Any] = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in parameters.items()
        if value is not OMIT
    }
    if extra:
        out.update(extra)
    return out
