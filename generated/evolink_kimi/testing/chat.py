"""Chat Completions answers: one JSON object, or the chunks it is streamed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .reply import StreamError
from .turn import Turn

__all__ = ["error_event", "events", "whole"]


def whole(turn: Turn) -> dict[str, Any]:
    """Return the `chat.completion` object."""
    reply = turn.reply
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.reasoning is not None:
        message["reasoning_content"] = reply.reasoning
    if reply.tool_calls:
        message["tool_calls"] = [
            {
                "id": id_,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call, id_ in turn.calls("call_")
        ]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    return {
        "id": turn.id("chatcmpl-"),
        "object": "chat.completion",
        "created": turn.created,
        "model": turn.model,
        "choices": [choice],
        "usage": _usage(turn),
    }


def events(turn: Turn) -> Iterator[dict[str, Any]]:
    """Yield the `chat.completion.chunk` objects.

    The order is Kimi's: role, reasoning, content, tool calls, then the finish reason with the usage
    inside the choice, and a chunk with the usage alone where `stream_options` asks for one.
    """
    reply = turn.reply
    yield _chunk(turn, {"role": "assistant", "content": None if reply.text is None else ""})
    if reply.reasoning is not None:
        for part in turn.deltas(reply.reasoning) or [""]:
            yield _chunk(turn, {"reasoning_content": part})
    for part in turn.deltas(reply.text or ""):
        yield _chunk(turn, {"content": part})
    for index, (call, id_) in enumerate(turn.calls("call_")):
        head = {"name": call.name, "arguments": ""}
        yield _chunk(
            turn,
            {"tool_calls": [{"index": index, "id": id_, "type": "function", "function": head}]},
        )
        for part in turn.deltas(call.arguments):
            yield _chunk(turn, {"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield _chunk(turn, {}, finish_reason=reply.finish_reason, usage=_usage(turn))
    options = turn.request.get("stream_options")
    if isinstance(options, dict) and options.get("include_usage") is True:
        yield {**_head(turn), "choices": [], "usage": _usage(turn)}


def error_event(fault: StreamError) -> dict[str, Any]:
    """Return the error a stream ends with: plain data, without an event name of its own."""
    return {"error": {"message": fault.message, "type": fault.type, "code": None}}


def _head(turn: Turn) -> dict[str, Any]:
    return {
        "id": turn.id("chatcmpl-"),
        "object": "chat.completion.chunk",
        "created": turn.created,
        "model": turn.model,
    }


def _chunk(
    turn: Turn,
    delta: dict[str, Any],
    *,
    finish_reason: str | None = None,
    usage: dict[str, Any] | None = None,
) -> dict[str, Any]:
    choice: dict[str, Any] = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    if usage is not None:
        choice["usage"] = usage
    return {**_head(turn), "choices": [choice]}


def _usage(turn: Turn) -> dict[str, Any]:
    usage = turn.usage
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.input + usage.output,
        "prompt_tokens_details": {"cached_tokens": usage.cached},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }
