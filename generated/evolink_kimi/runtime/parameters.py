"""Query and header parameters of an operation, joined with what a caller adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import ConfigurationError
from .omit import OMIT
from .options import checked_mapping

__all__ = ["as_text", "header_parameters", "query_parameters", "query_string"]

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


def query_string(default: Mapping[str, Any], written: str, extra: Mapping[str, Any] | None) -> str:
    """The query of a URL: what the client adds to every call, the path's own, a call's addition.

    The later replaces the earlier of the same name, and None takes it away.

    Args:
        default: The client's parameters.
        written: The query as it is written in the path, which is sent as it is.
        extra: The call's parameters.

    Raises:
        ConfigurationError: A name or value cannot be sent.
    """
    added = checked_mapping(extra, "extra_query")
    if not (default or written or added):
        return ""
    from urllib.parse import unquote_plus, urlencode

    parts = [(unquote_plus(part.partition("=")[0]), part) for part in written.split("&") if part]
    names = {name for name, _ in parts}
    given = {name: value for name, value in default.items() if name not in names} | added
    kept = [part for name, part in parts if name not in added]
    try:
        plain = query_parameters(
            {name: value for name, value in given.items() if value is not None}, None
        )
        return "&".join([*kept, *filter(None, [urlencode(plain, doseq=True)])])
    except (TypeError, UnicodeError) as problem:
        raise ConfigurationError(f"The query cannot be sent: {problem}") from None


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
