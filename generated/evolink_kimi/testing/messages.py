"""Messages answers: one JSON object, or the events it is streamed in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Final

from .reply import Finish, StreamError
from .turn import Turn

__all__ = ["error_event", "events", "whole"]

_STOP_REASONS: Final[dict[Finish, str]] = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
}


def whole(turn: Turn) -> dict[str, Any]:
    """Return the `message` object."""
    blocks = [block for block, _, _ in _blocks(turn)]
    return _message(turn, blocks, _STOP_REASONS[turn.reply.finish_reason], _usage(turn))


def events(turn: Turn) -> Iterator[dict[str, Any]]:
    """Yield the events from `message_start` to `message_stop`, thinking block first.

    A `ping` comes inside the first block, as recorded streams have it.
    """
    usage = _usage(turn)
    yield {
        "type": "message_start",
        "message": _message(turn, [], None, {**usage, "output_tokens": 0}),
    }
    for index, (_, start, deltas) in enumerate(_blocks(turn)):
        yield {"type": "content_block_start", "index": index, "content_block": start}
        if index == 0:
            yield {"type": "ping"}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {
            "stop_reason": _STOP_REASONS[turn.reply.finish_reason],
            "stop_sequence": None,
        },
        "usage": usage,
    }
    yield {"type": "message_stop"}


def error_event(fault: StreamError) -> dict[str, Any]:
    """Return the `error` event."""
    return {"type": "error", "error": {"type": fault.type, "message": fault.message}}


def _blocks(turn: Turn) -> Iterator[tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]]:
    """Yield each content block: whole, as its start event has it, and its deltas."""
    reply = turn.reply
    if reply.reasoning is not None:
        signature = reply.signature
        if signature is None:
            signature = hashlib.sha256(reply.reasoning.encode(errors="replace")).hexdigest()
        block = {"type": "thinking", "thinking": reply.reasoning, "signature": signature}
        deltas = [
            {"type": "thinking_delta", "thinking": part} for part in turn.deltas(reply.reasoning)
        ]
        deltas.append({"type": "signature_delta", "signature": signature})
        yield block, {**block, "thinking": "", "signature": ""}, deltas
    if reply.text is not None:
        block = {"type": "text", "text": reply.text}
        deltas = [{"type": "text_delta", "text": part} for part in turn.deltas(reply.text)]
        yield block, {**block, "text": ""}, deltas
    for call, id_ in turn.calls("toolu_"):
        start = {"type": "tool_use", "id": id_, "name": call.name, "input": {}}
        deltas = [
            {"type": "input_json_delta", "partial_json": part}
            for part in turn.deltas(call.arguments)
        ]
        yield {**start, "input": _arguments(call.arguments)}, start, deltas


def _arguments(text: str) -> Any:
    """Return a tool's input; arguments that aren't JSON can only be streamed, so `{}`."""
    try:
        return json.loads(text)
    except ValueError:
        return {}


def _message(
    turn: Turn, content: list[dict[str, Any]], stop_reason: str | None, usage: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": turn.id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": turn.model,
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": usage,
    }


def _usage(turn: Turn) -> dict[str, Any]:
    usage = turn.usage
    return {
        "input_tokens": usage.input - usage.cached,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.cached,
        "output_tokens": usage.output,
    }
