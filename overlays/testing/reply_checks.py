"""What the settings of a `Reply` may be, so that a mistake shows where it is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, get_args

from .reply import BadEvent, Cut, Fault, Finish, Reply, Reset, Stall, StreamError, ToolCall, Usage

__all__ = ["check", "check_error_status"]

Rule: TypeAlias = tuple[Callable[[Any], bool], str]
"""Whether a value may be, and in words what may."""

_MAX_STATUS: Final = 599
_FRAMING: Final = frozenset({"connection", "content-length", "transfer-encoding"})
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def check(reply: Reply) -> None:
    """Refuse a reply that cannot be played as it says.

    Raises:
        ValueError: A setting is none that may be, or would be left out beside another.
    """
    _check_rules("", reply, _SETTINGS)
    for part in (reply.usage, reply.fault, *reply.tool_calls):
        if part is not None:
            kind = next(kind for kind in _PARTS if isinstance(part, kind))
            _check_rules(f"{kind.__name__}.", part, _PARTS[kind])
    for name, value in (*reply.headers.items(), ("content_type", reply.content_type or "")):
        _check_header(name, value)
    if reply.is_scripted:
        told = "without text, reasoning, tool_calls and finish, which it would leave out"
        _require(reply.body is None, "body", reply.body, told)
        _require(reply.raw is None, "raw", reply.raw, told)
        _require(reply.status == 200, "status", reply.status, f"200, or one {told}; see `body`")


def check_error_status(status: object) -> None:
    """Refuse what is no status of an error.

    Raises:
        ValueError: It is none.
    """
    _require(
        _is_count(status, 300) and status in range(_MAX_STATUS + 1),
        "the status of an error",
        status,
        "one from 300 to 599; for a success there is Reply(status=…)",
    )


def _check_rules(prefix: str, settings: object, rules: Mapping[str, Rule]) -> None:
    for name, (holds, expected) in rules.items():
        value = getattr(settings, name)
        _require(holds(value), prefix + name, value, expected)


def _check_header(name: object, value: object) -> None:
    shown = f"header {name!r}"
    is_name = isinstance(name, str) and _NAME.fullmatch(name) is not None
    _require(is_name, shown, value, "a name that HTTP allows")
    is_text = isinstance(value, str) and not any(c in value for c in "\r\n\0")
    _require(is_text, shown, value, "text without line ends")
    _require(
        str(name).lower() not in _FRAMING,
        shown,
        value,
        "no header of HTTP's own framing; see `transfer` and `raw`",
    )


def _require(condition: bool, name: str, value: object, expected: str) -> None:
    if not condition:
        raise ValueError(f"Reply: {name} is {value!r:.200}; expected {expected}.")


def _is_count(value: object, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_duration(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_line(value: object) -> bool:
    return isinstance(value, str) and not set(value) & set("\r\n") and _is_unicode(value)


def _is_unicode(value: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _are(value: object, *kinds: type) -> bool:
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return all(isinstance(each, kinds) for each in value)


def _or_none(rule: Rule) -> Rule:
    holds, expected = rule
    return (lambda value: value is None or holds(value)), expected


_TEXT: Final[Rule] = (_is_text, "a string")
_FLAG: Final[Rule] = (lambda value: isinstance(value, bool), "True or False")
_SECONDS: Final[Rule] = (_is_duration, "seconds, 0 or more")
_COUNT: Final[Rule] = (_is_count, "a number, 0 or more")
_OBJECT: Final[Rule] = (_is_mapping, "a JSON object")
_FINISHES: Final = get_args(Finish)
_TEXTS: Final = ("text", "reasoning", "model", "signature", "example", "content_type")

_SETTINGS: Final[Mapping[str, Rule]] = {
    **dict.fromkeys(_TEXTS, _or_none(_TEXT)),
    **dict.fromkeys(("event_lines", "sentinel"), _FLAG),
    **dict.fromkeys(("first_byte_delay", "delay"), _SECONDS),
    "tool_calls": (lambda value: _are(value, ToolCall), "a list of ToolCall"),
    "finish": _or_none(
        (lambda value: value in _FINISHES, f"one of {', '.join(map(repr, _FINISHES))}")
    ),
    "usage": _or_none((lambda value: isinstance(value, Usage), "a Usage")),
    "delta_size": _or_none((lambda value: _is_count(value, 1), "a positive number of characters")),
    "events": _or_none(
        (lambda value: _are(value, Mapping, str), "a list of JSON objects or texts")
    ),
    "status": (
        lambda value: _is_count(value, 200) and value <= _MAX_STATUS,
        "a status from 200 to 599",
    ),
    "headers": (_is_mapping, "a mapping of names to values"),
    "raw": _or_none((lambda value: isinstance(value, bytes), "bytes")),
    "chunking": (
        lambda value: value in ("event", "whole") or _is_count(value, 1),
        "'event', 'whole' or a positive number of bytes",
    ),
    "transfer": (
        lambda value: value in ("chunked", "length", "close"),
        "'chunked', 'length' or 'close'",
    ),
    "newline": (lambda value: value in ("\n", "\r\n", "\r"), "LF, CRLF or CR"),
    "comment": _or_none((_is_line, "one line")),
    "fault": _or_none(
        (
            lambda value: isinstance(value, get_args(Fault)),
            "a Cut, Reset, Stall, BadEvent or StreamError",
        )
    ),
}
_PARTS: Final[Mapping[type, Mapping[str, Rule]]] = {
    Usage: dict.fromkeys(("input", "output", "reasoning", "cached"), _COUNT),
    ToolCall: {"name": _TEXT, "arguments": _TEXT, "id": _or_none(_TEXT)},
    Reset: {"after": _or_none(_COUNT)},
    Cut: {"after": _or_none(_COUNT), "clean": _FLAG},
    Stall: {"after": _or_none(_COUNT), "seconds": _or_none(_SECONDS)},
    StreamError: {"after": _COUNT, "type": _TEXT, "message": _TEXT, "event": _or_none(_OBJECT)},
    BadEvent: {"after": _COUNT, "data": _TEXT},
}
