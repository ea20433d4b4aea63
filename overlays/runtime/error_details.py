"""What an error body or error event says, read out of any bytes or JSON value whatever."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from .texts import shorten

__all__ = ["Details", "details_of", "excerpt_of", "json_or_none", "request_id_in", "shallow"]

_EXCERPT_LENGTH: Final = 300
_MAX_NESTING: Final = 4
_DEEPEST_KEPT: Final = 100


class Details(NamedTuple):
    """What an error body or event says, as far as it says it."""

    message: str = ""
    type: str | None = None
    code: str | int | None = None
    param: str | None = None
    suggestion: str | None = None
    request_id: str | None = None


_REQUEST_ID_IN_MESSAGE: Final = re.compile(r"\brequest[ _-]?id:\s*([\w.:-]{6,128})", re.IGNORECASE)
_HTML_TITLE: Final = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_HTML_NOISE: Final = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
# A Go gateway prints a missing value as "<nil>" (https://github.com/MoonshotAI/kimi-agent-sdk/issues/169).
_NOTHING: Final = frozenset({"", "<nil>", "null", "none", "undefined"})


def excerpt_of(content: bytes | str, length: int = _EXCERPT_LENGTH) -> str:
    """The start of a body or of event data as one line of at most `length` characters.

    Markup is taken out of HTML, which error pages of proxies are; undecodable bytes are replaced.
    """
    # A character has at most four bytes, and markup may take most of a page.
    text = (
        content[: 64 * length]
        if isinstance(content, str)
        else (content[: 256 * length].decode("utf-8", "replace"))
    )
    start = text.lstrip()[:200].lower()
    if start.startswith(("<!doctype html", "<html", "<head", "<body")):
        title = _HTML_TITLE.search(text)
        heading = title.group(1) if title else ""
        rest = _HTML_NOISE.sub(" ", text.replace(title.group(0), " ") if title else text)
        text = f"{heading} {rest}"
    return shorten(" ".join(text.split()), length)


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value.strip().lower() not in _NOTHING else None


def _code_or_none(value: object) -> str | int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return _text_or_none(value)


def json_or_none(text: str | bytes) -> Any:
    """The JSON value of a text, or None where it is none; also None for JSON null."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def details_of(value: object, depth: int = 0) -> Details:
    """Read an error out of any JSON value; never fails, and finds what it can."""
    if isinstance(value, str):
        inner = json_or_none(value) if depth < _MAX_NESTING and value.lstrip()[:1] == "{" else None
        if isinstance(inner, dict):
            details = details_of(inner, depth + 1)
            return details if details.message else details._replace(message=value)
        return Details(message=value)
    if isinstance(value, list):
        for item in value:
            if isinstance(item, (dict, str)) and depth < _MAX_NESTING:
                return details_of(item, depth + 1)
        return Details()
    if not isinstance(value, dict):
        return Details()
    return _of_object(value, depth)


def _of_object(value: dict[str, Any], depth: int) -> Details:
    inner = Details()
    if depth < _MAX_NESTING:
        for key in ("error", "errors", "detail"):
            if value.get(key):
                inner = details_of(value[key], depth + 1)
                break
    message = _text_or_none(value.get("message")) or _text_or_none(value.get("msg")) or ""
    own_type = _text_or_none(value.get("type"))
    if message and depth < _MAX_NESTING and message.lstrip()[:1] == "{":
        # A gateway that puts the upstream's whole body into its own message.
        nested = details_of(message, depth + 1)
        message = nested.message
        inner = _merge(inner, nested)
    own = Details(
        message=message,
        type=None if own_type == "error" else own_type,
        code=_code_or_none(value.get("code")),
        param=_text_or_none(value.get("param")),
        suggestion=_text_or_none(value.get("fallback_suggestion")),
        request_id=_text_or_none(value.get("request_id")),
    )
    return _merge(inner, own)


def _merge(first: Details, second: Details) -> Details:
    return Details(
        message=first.message or second.message,
        type=first.type or second.type,
        code=second.code if first.code is None else first.code,
        param=first.param or second.param,
        suggestion=first.suggestion or second.suggestion,
        request_id=first.request_id or second.request_id,
    )


def shallow(value: Any, depth: int = 0) -> Any:
    """A JSON value, cut where it is nested so deeply that showing it or copying it would fail."""
    if not isinstance(value, (dict, list)):
        return value
    if depth == _DEEPEST_KEPT:
        return "… (nested too deeply to be kept)"
    if isinstance(value, list):
        return [shallow(item, depth + 1) for item in value]
    return {key: shallow(item, depth + 1) for key, item in value.items()}


def request_id_in(message: str) -> str | None:
    """The request id that some gateways write into the message only."""
    found = _REQUEST_ID_IN_MESSAGE.search(message)
    return found.group(1) if found else None
