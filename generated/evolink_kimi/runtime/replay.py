"""What of a response goes into the next request, in its wire form.

The APIs want the answer back as they gave it: reasoning, signatures and tool calls unchanged and
in order, each once. Only what a request may not contain is left out, nulls among it: of the keys
of messages, blocks and items three may be null.
"""

from __future__ import annotations

from typing import Any, Final

from .accumulate.fragments import copied, objects

__all__ = ["chat_input", "message_input", "response_input"]

# The keys that requests may have as null.
_NULLABLE: Final = frozenset({"content", "encrypted_content", "reasoning_content"})
# The types of which the requests' schemas say what may be null.
_KNOWN: Final = frozenset(
    "text thinking redacted_thinking tool_use message reasoning function_call custom_tool_call "
    "output_text refusal reasoning_text summary_text".split()
)


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
        out: dict[str, Any] = _without_nulls({"role": "assistant", **copied(message)})
        for key in ("tool_calls", "reasoning_details"):
            for item in objects(out.get(key)):
                item.pop("index", None)
        if out.get("tool_calls"):
            out["tool_calls"] = _each_once(out["tool_calls"])
            for call in objects(out["tool_calls"]):
                if type(call.get("function")) is dict:
                    call["function"] = _without_nulls(call["function"])
                for key in [key for key, value in call.items() if value is None]:
                    del call[key]
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
        content = [_cleaned(block) for block in _each_once(content)]
    return [{"role": response.get("role") or "assistant", "content": content}]


def response_input(response: dict[str, Any]) -> list[dict[str, Any]]:
    """The output items. Beside tool calls, empty texts go, and messages that have nothing else."""
    items = [_cleaned(item) for item in _each_once(objects(copied(response.get("output"))))]
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


def _each_once(items: list[Any]) -> list[Any]:
    """The items without repetitions of those that have an id."""
    kept: list[Any] = []
    for item in items:
        if not (type(item) is dict and item.get("id") and item in kept):
            kept.append(item)
    return kept


def _cleaned(item: Any) -> Any:
    """A block or an item of a known type without nulls, and its parts alike."""
    if type(item) is not dict or item.get("type") not in _KNOWN:
        return item
    for key in ("content", "summary"):
        if type(item.get(key)) is list:
            item[key] = [_cleaned(part) for part in item[key]]
    return _without_nulls(item, _NULLABLE - {"content"})


def _without_nulls(fields: dict[str, Any], but: frozenset[str] = _NULLABLE) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None or key in but}


def _is_empty_text(part: Any) -> bool:
    return (
        type(part) is dict
        and part.get("type") in ("text", "output_text")
        and part.get("text") in ("", None)
    )
