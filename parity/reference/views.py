"""The text and the reasoning in an answer of each protocol."""

from __future__ import annotations

from typing import Any

__all__ = ["reasoning_of", "replay_of", "text_of"]


def text_of(operation: str, answer: dict[str, Any]) -> str:
    """The answer's text, "" if it has none."""
    if operation.startswith("chat."):
        return _message(answer).get("content") or ""
    if operation.startswith("messages."):
        return _joined(answer.get("content"), "text", "text")
    messages = [i for i in answer.get("output") or [] if i.get("type") == "message"]
    return "".join(_joined(item.get("content"), "output_text", "text") for item in messages)


def reasoning_of(operation: str, answer: dict[str, Any]) -> str:
    """The reasoning before the answer, "" if there is none."""
    if operation.startswith("chat."):
        return _message(answer).get("reasoning_content") or ""
    if operation.startswith("messages."):
        return _joined(answer.get("content"), "thinking", "thinking")
    items = [i for i in answer.get("output") or [] if i.get("type") == "reasoning"]
    return "".join(
        _joined(item.get("content"), "reasoning_text", "text")
        or _joined(item.get("summary"), "summary_text", "text")
        for item in items
    )


def replay_of(operation: str, answer: dict[str, Any]) -> list[Any]:
    """What goes into the next request."""
    if operation.startswith("chat."):
        return [_message(answer)]
    if operation.startswith("messages."):
        return [{"role": "assistant", "content": answer["content"]}]
    return list(answer["output"])


def _message(answer: dict[str, Any]) -> dict[str, Any]:
    choices = answer.get("choices") or [{}]
    message: dict[str, Any] = choices[0].get("message") or {}
    return message


def _joined(parts: Any, kind: str, key: str) -> str:
    return "".join(part.get(key) or "" for part in parts or [] if part.get("type") == kind)
