"""The text, the reasoning and the tool calls in an answer of each protocol."""

from __future__ import annotations

import json
from typing import Any

from parity.reference.accumulate import text_in

__all__ = ["calls_of", "reasoning_of", "replay_of", "text_of"]

_CUT = ("length", "max_tokens", "model_context_window_exceeded")


def text_of(operation: str, answer: dict[str, Any]) -> str:
    """The answer's text, "" if it has none."""
    if operation.startswith("chat."):
        return text_in(_message(answer).get("content"))
    if operation.startswith("messages."):
        return text_in(answer.get("content"))
    return text_in([item.get("content") for item in _items(answer, "message")])


def reasoning_of(operation: str, answer: dict[str, Any]) -> str:
    """The reasoning before the answer, "" if there is none."""
    if operation.startswith("chat."):
        message = _message(answer)
        return text_in(message.get("reasoning_content") or message.get("reasoning"))
    if operation.startswith("messages."):
        return "".join(block.get("thinking") or "" for block in answer.get("content") or [])
    items = _items(answer, "reasoning")
    return "".join(text_in(item.get("content")) or text_in(item.get("summary")) for item in items)


def calls_of(operation: str, answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The tool calls; their arguments are None if they are not complete.

    They are if they are a JSON object, or if none came though the call was not cut off.
    """
    calls: list[tuple[Any, Any, Any, bool]] = []
    if operation.startswith("chat."):
        was_cut = _choice(answer).get("finish_reason") in _CUT
        given = _message(answer).get("tool_calls") or []
        for call in given:
            function = call["function"]
            is_cut = was_cut and call is given[-1]
            calls.append((call.get("id"), function["name"], function["arguments"], is_cut))
    elif operation.startswith("messages."):
        was_cut = answer.get("stop_reason") in _CUT
        blocks = answer.get("content") or []
        for block in blocks:
            if block["type"] == "tool_use":
                is_cut = was_cut and block is blocks[-1]
                calls.append((block["id"], block["name"], block["input"], is_cut))
    else:
        for item in _items(answer, "function_call"):
            is_cut = (item.get("status") or answer.get("status")) != "completed"
            calls.append((item["call_id"], item["name"], item["arguments"], is_cut))
    return [{"id": c, "name": n, "arguments": _arguments(a, x)} for c, n, a, x in calls]


def _arguments(given: Any, is_cut: bool) -> dict[str, Any] | None:
    if not given:
        return None if is_cut else {}
    try:
        value = json.loads(given) if isinstance(given, str) else given
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def replay_of(operation: str, answer: dict[str, Any]) -> list[Any]:
    """What goes into the next request: all once, without nulls that it may not have."""
    if operation.startswith("chat."):
        return [_without_nulls(_message(answer), "content", "reasoning_content")]
    key = "content" if operation.startswith("messages.") else "output"
    parts = [_without_nulls(part, "encrypted_content") for part in answer[key]]
    once = [part for number, part in enumerate(parts) if part not in parts[:number]]
    return [{"role": "assistant", "content": once}] if key == "content" else once


def _without_nulls(value: dict[str, Any], *nullable: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if item is not None or key in nullable}


def _choice(answer: dict[str, Any]) -> dict[str, Any]:
    choices: list[dict[str, Any]] = answer.get("choices") or [{}]
    return choices[0]


def _message(answer: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = _choice(answer).get("message") or {}
    return message


def _items(answer: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [item for item in answer.get("output") or [] if item.get("type") == kind]
