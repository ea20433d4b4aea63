"""What of a response goes into the next request, in its wire form.

The APIs want the answer back as they gave it: reasoning, signatures and tool calls unchanged and
in order. Only what a request may not contain is left out.
"""

from __future__ import annotations

from typing import Any

from .accumulate.fragments import copied
from .tool_calls import objects

__all__ = ["chat_input", "message_input", "response_input"]


def chat_input(response: dict[str, Any]) -> list[dict[str, Any]]:
    """The assistant's message of the first choice, or nothing if there is no choice.

    `reasoning_content` stays, also when it is "": Kimi refuses a message with tool calls that
    lacks it (https://github.com/continuedev/continue/issues/11711). The `index` keys of a stream
    go, as does an empty text beside tool calls, which Kimi refuses.
    """
    for choice in objects(response.get("choices")):
        message = choice.get("message")
        if type(message) is not dict:
            continue
        out: dict[str, Any] = {"role": "assistant", **copied(message)}
        for key in ("tool_calls", "reasoning_details"):
            for item in objects(out.get(key)):
                item.pop("index", None)
        if out.get("tool_calls"):
            for call in objects(out["tool_calls"]):
                if "function" in call:
                    call.setdefault("type", "function")
            _drop_empty_text(out)
        else:
            out.pop("tool_calls", None)
        return [out]
    return []


def _drop_empty_text(message: dict[str, Any]) -> None:
    content = message.get("content")
    if type(content) is list:
        content = message["content"] = [part for part in content if not _is_empty_text(part)]
    if content in ("", []):
        del message["content"]


def message_input(response: dict[str, Any]) -> list[dict[str, Any]]:
    """The assistant's message with all its blocks; an empty text beside other blocks goes."""
    content = response.get("content")
    if not content:
        return []
    content = copied(content)
    if type(content) is list:
        content = [block for block in content if not _is_empty_text(block)] or content
    return [{"role": response.get("role") or "assistant", "content": content}]


def response_input(response: dict[str, Any]) -> list[dict[str, Any]]:
    """The output items. Beside tool calls, empty texts go, and messages that have nothing else."""
    items = objects(copied(response.get("output")))
    if not any(str(item.get("type")).endswith("_call") for item in items):
        return items
    kept: list[dict[str, Any]] = []
    for item in items:
        if item.get("type") == "message" and type(item.get("content")) is list:
            item["content"] = [part for part in item["content"] if not _is_empty_text(part)]
            if not item["content"]:
                continue
        kept.append(item)
    return kept


def _is_empty_text(part: Any) -> bool:
    return (
        type(part) is dict
        and part.get("type") in ("text", "output_text")
        and part.get("text") in ("", None)
    )
