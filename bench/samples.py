"""The bodies that the loopback server sends, and what a client has to find in them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from .kinds import compact, data_of, pieces_of

__all__ = ["PROTOCOLS", "Sample", "answer", "as_chunks", "stream"]

PROTOCOLS = ("chat", "messages", "responses")

_USAGE = {"input_tokens": 24, "output_tokens": 96}
_MODEL = "kimi-k3.1-pro"


class Sample(NamedTuple):
    """One answer as it goes over the wire.

    Attributes:
        events: The bytes of its server-sent events, one each; a whole answer has one.
        text: Characters of text.
        reasoning: Characters of reasoning.
    """

    events: list[bytes]
    text: int
    reasoning: int


@lru_cache
def stream(protocol: str, kind: str, count: int) -> Sample:
    """A stream of about `count` events, two fifths of them reasoning."""
    reasoning, text = _halves(kind, count)
    data = data_of(kind, protocol, _STREAMS[protocol](reasoning, text))
    if protocol == "chat":
        events = [b"data: %b\n\n" % one for one in (*data, b"[DONE]")]
    else:
        events = [b"event: %b\ndata: %b\n\n" % (_name_in(one), one) for one in data]
    return Sample(events, len("".join(text)), len("".join(reasoning)))


@lru_cache
def answer(protocol: str, kind: str, count: int) -> Sample:
    """The same answer in one JSON object."""
    reasoning, text = map("".join, _halves(kind, count))
    return Sample([compact(_ANSWERS[protocol](reasoning, text))], len(text), len(reasoning))


def _halves(kind: str, count: int) -> tuple[list[str], list[str]]:
    pieces = pieces_of(kind, count)
    split = count * 2 // 5
    return pieces[:split], pieces[split:]


def _name_in(data: bytes) -> bytes:
    """The name of an event: its type."""
    name: str = json.loads(data)["type"]
    return name.encode()


def as_chunks(pieces: Iterable[bytes]) -> bytes:
    """A body in HTTP/1.1 chunked coding, one chunk a piece."""
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def _chat_head(kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-6adc72a2", "object": kind, "created": 1792832163, "model": _MODEL}


def _chat_usage() -> dict[str, Any]:
    return {
        "prompt_tokens": 24,
        "completion_tokens": 96,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 8},
        "completion_tokens_details": {"reasoning_tokens": 62},
    }


def _chat_chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {**_chat_head("chat.completion.chunk"), "choices": [choice]}


def _chat_stream(reasoning: list[str], text: list[str]) -> list[dict[str, Any]]:
    return [
        _chat_chunk({"role": "assistant", "content": ""}),
        *(_chat_chunk({"reasoning_content": piece}) for piece in reasoning),
        *(_chat_chunk({"content": piece}) for piece in text),
        {**_chat_chunk({}, "stop"), "usage": _chat_usage()},
    ]


def _chat_answer(reasoning: str, text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "reasoning_content": reasoning}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {**_chat_head("chat.completion"), "choices": [choice], "usage": _chat_usage()}


def _message(content: list[Any], stop: str | None) -> dict[str, Any]:
    return {
        "id": "msg_6adc72a2",
        "type": "message",
        "role": "assistant",
        "model": _MODEL,
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {**_USAGE, "cache_read_input_tokens": 8},
    }


def _blocks(reasoning: str, text: str) -> list[dict[str, Any]]:
    return [
        {"type": "thinking", "thinking": reasoning, "signature": "c2lnbmF0dXJl" if text else ""},
        {"type": "text", "text": text},
    ]


def _block_delta(index: int, kind: str, key: str, piece: str) -> dict[str, Any]:
    return {
        "type": "content_block_delta",
        "index": index,
        "delta": {"type": kind, key: piece},
    }


def _message_stream(reasoning: list[str], text: list[str]) -> list[dict[str, Any]]:
    blocks = _blocks("", "")
    thinking = [_block_delta(0, "thinking_delta", "thinking", piece) for piece in reasoning]
    return [
        {"type": "message_start", "message": _message([], None)},
        {"type": "content_block_start", "index": 0, "content_block": blocks[0]},
        *thinking,
        _block_delta(0, "signature_delta", "signature", "c2lnbmF0dXJl"),
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": blocks[1]},
        *(_block_delta(1, "text_delta", "text", piece) for piece in text),
        {"type": "content_block_stop", "index": 1},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": _USAGE,
        },
        {"type": "message_stop"},
    ]


def _message_answer(reasoning: str, text: str) -> dict[str, Any]:
    return _message(_blocks(reasoning, text), "end_turn")


def _response(output: list[Any], status: str) -> dict[str, Any]:
    return {
        "id": "resp_6adc72a2",
        "object": "response",
        "created_at": 1792832163,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": _MODEL,
        "output": output,
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 0.95,
        "usage": {
            **_USAGE,
            "total_tokens": 120,
            "input_tokens_details": {"cached_tokens": 8},
            "output_tokens_details": {"reasoning_tokens": 62},
        },
    }


def _items(reasoning: str, text: str, status: str = "completed") -> list[dict[str, Any]]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return [
        {
            "type": "reasoning",
            "id": "rs_1",
            "summary": [],
            "content": [{"type": "reasoning_text", "text": reasoning}],
            "status": status,
        },
        {
            "type": "message",
            "id": "msg_1",
            "role": "assistant",
            "status": status,
            "content": [part],
        },
    ]


def _response_stream(reasoning: list[str], text: list[str]) -> list[dict[str, Any]]:
    thought, said = "".join(reasoning), "".join(text)
    items = _items(thought, said)
    began = [{**item, "status": "in_progress", "content": []} for item in items]
    places = [
        {"item_id": item["id"], "output_index": index, "content_index": 0}
        for index, item in enumerate(items)
    ]
    parts = [item["content"][0] for item in items]
    values: list[dict[str, Any]] = [
        {"type": "response.created", "response": _response([], "in_progress")},
        {"type": "response.in_progress", "response": _response([], "in_progress")},
    ]
    for index, (kind, pieces) in enumerate((("reasoning_text", reasoning), ("output_text", text))):
        place, part = places[index], parts[index]
        extra: dict[str, Any] = {"logprobs": []} if kind == "output_text" else {}
        opened = {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
        values += [
            {"type": "response.output_item.added", "output_index": index, "item": began[index]},
            opened,
            *(
                {"type": f"response.{kind}.delta", **place, **extra, "delta": piece}
                for piece in pieces
            ),
            {"type": f"response.{kind}.done", **place, **extra, "text": part["text"]},
            {"type": "response.content_part.done", **place, "part": part},
            {"type": "response.output_item.done", "output_index": index, "item": items[index]},
        ]
    values.append({"type": "response.completed", "response": _response(items, "completed")})
    return [{**value, "sequence_number": number} for number, value in enumerate(values)]


def _response_answer(reasoning: str, text: str) -> dict[str, Any]:
    return _response(_items(reasoning, text), "completed")


_STREAMS = {"chat": _chat_stream, "messages": _message_stream, "responses": _response_stream}
_ANSWERS = {"chat": _chat_answer, "messages": _message_answer, "responses": _response_answer}
