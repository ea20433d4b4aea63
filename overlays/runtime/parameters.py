"""Query and header parameters of an operation, joined with what a caller adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .omit import OMIT
from .options import checked_mapping

__all__ = ["as_text", "header_parameters", "query_parameters"]

_NOT_PLAIN = (Mapping, list, tuple, set, frozenset, bytes, bytearray)


def query_parameters(
    parameters: Mapping[str, object], extra: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The given parameters as texts, then what the caller adds.

    A list becomes several parameters of its name: OpenAPI's style `form`, exploded, the default.
    """
    out: dict[str, Any] = {
        name: [as_text(v, name) for v in value]
        if isinstance(value, list | tuple)
        else as_text(value, name)
        for name, value in parameters.items()
        if value is not OMIT
    }
    return {**out, **checked_mapping(extra, "extra_query")}


def header_parameters(
    parameters: Mapping[str, object], extra: Mapping[str, str | None] | None
) -> dict[str, str | None]:
    """The given parameters as texts, then what the caller adds.

    A list becomes one text with commas: OpenAPI's style `simple`, the default.
    """
    out: dict[str, str | None] = {
        name: ",".join(as_text(v, name) for v in value)
        if isinstance(value, list | tuple)
        else as_text(value, name)
        for name, value in parameters.items()
        if value is not OMIT
    }
    return {**out, **checked_mapping(extra, "extra_headers")}


def as_text(value: Any, name: str) -> str:
    """The value of a parameter as it is written: JSON's spelling of booleans, ISO 8601 of dates.

    Raises:
        TypeError: if it is no plain value.
    """
    if isinstance(value, _NOT_PLAIN) or hasattr(value, "to_dict"):
        raise TypeError(
            f"the parameter {name!r} takes text, a number or a boolean, not {type(value).__name__}"
        )
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
