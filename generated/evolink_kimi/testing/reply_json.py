"""A reply told in JSON, so that a client in any language can ask for one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar, cast

from .reply import BadEvent, Cut, Fault, Reply, Reset, Stall, StreamError, ToolCall, Usage

__all__ = ["reply_from_json"]

_Built = TypeVar("_Built")

_FAULTS: Final[Mapping[str, type[Fault]]] = {
    "reset": Reset,
    "cut": Cut,
    "stall": Stall,
    "stream_error": StreamError,
    "bad_event": BadEvent,
}


def reply_from_json(text: str) -> Reply:
    """Return the reply of a JSON object with its settings.

    The keys are the attributes of `Reply` but for `raw`; `tool_calls` and `usage` are objects with
    the attributes of theirs, and `fault` has its `kind` beside them: reset, cut, stall,
    stream_error or bad_event.

        {"text": "Hello", "delay": 0.1, "fault": {"kind": "cut", "after": 2}}

    Raises:
        ValueError: It isn't such an object.
    """
    settings = _object(json.loads(text), "the reply")
    if "raw" in settings:
        raise ValueError("'raw' is bytes, which JSON hasn't got")
    if "tool_calls" in settings:
        calls = settings["tool_calls"]
        if not isinstance(calls, list):
            raise ValueError("'tool_calls' must be an array")
        settings["tool_calls"] = [_build(ToolCall, _object(call, "a tool call")) for call in calls]
    if settings.get("usage") is not None:
        settings["usage"] = _build(Usage, _object(settings["usage"], "'usage'"))
    if settings.get("fault") is not None:
        fault = _object(settings["fault"], "'fault'")
        kind = fault.pop("kind", None)
        if kind not in _FAULTS:
            raise ValueError(f"The fault's kind is {kind!r}; known are: {', '.join(_FAULTS)}")
        settings["fault"] = _build(_FAULTS[kind], fault)
    return _build(Reply, settings)


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{what} must be a JSON object, not {value!r}")
    return dict(value)


def _build(cls: type[_Built], settings: Mapping[str, Any]) -> _Built:
    known = [field.name for field in fields(cast(Any, cls))]
    for name in settings:
        if name not in known:
            raise ValueError(f"{cls.__name__} has no {name!r}; it has: {', '.join(known)}")
    return cls(**settings)
