"""Streams without a network: bodies as servers send them, and how to read them, sync or async."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from overlays.runtime.deltas import Delta
from overlays.runtime.errors import KimiError
from overlays.runtime.headers import Headers
from overlays.runtime.operation import Operation, ProtocolName
from overlays.runtime.response_stream import AsyncResponseStream, ResponseStream
from overlays.runtime.stream import AsyncStream, Stream
from overlays.runtime.wire import dumps

__all__ = ["CHAT", "MESSAGES", "OPERATIONS", "READERS", "RESPONSES", "TEXT", "THOUGHT"]
__all__ += ["AsyncSource", "Outcome", "Reader", "Source", "frames", "line_ends", "sample"]

ErrorT = TypeVar("ErrorT", bound=Exception)

EVENT_STREAM: Final = {"content-type": "text/event-stream", "x-request-id": "req_1"}


def _same(wire: dict[str, Any]) -> dict[str, Any]:
    return wire


def operation(protocol: ProtocolName) -> Operation[dict[str, Any], dict[str, Any]]:
    """An operation whose typed values are the JSON objects themselves."""
    return Operation(
        id=f"test.{protocol}",
        method="POST",
        path="/v1/test",
        response=_same,
        event=_same,
        protocol=protocol,
        sentinel="[DONE]" if protocol == "chat" else None,
    )


CHAT: Final = operation("chat")
MESSAGES: Final = operation("messages")
RESPONSES: Final = operation("responses")


class _Source:
    """A response with a body in pieces; an exception among them is raised in its place."""

    def __init__(
        self, chunks: Iterable[bytes | Exception], headers: Mapping[str, str] = EVENT_STREAM
    ) -> None:
        self.chunks = list(chunks)
        self.status_code = 200
        self.headers = Headers(headers.items())
        self.request_id = self.headers.get("x-request-id")
        self.host = "api.test"
        self.attempts = 1
        self.elapsed = 0.0
        self.read = 0
        self.drained = 0
        self.closed = 0

    def scrubbed(self, error: ErrorT) -> ErrorT:
        return error

    def _next(self, chunk: bytes | Exception) -> bytes:
        self.read += 1
        if isinstance(chunk, Exception):
            raise chunk
        return chunk


class Source(_Source):
    def iter_bytes(self) -> Iterator[bytes]:
        for chunk in self.chunks:
            yield self._next(chunk)

    def drain(self) -> None:
        self.drained += 1

    def interrupt(self) -> None:
        self.closed += 1

    def close(self) -> None:
        self.closed += 1


class AsyncSource(_Source):
    async def iter_bytes(self) -> AsyncIterator[bytes]:
        for chunk in self.chunks:
            await asyncio.sleep(0)
            yield self._next(chunk)

    async def drain(self) -> None:
        self.drained += 1

    async def close(self) -> None:
        self.closed += 1


@dataclass(frozen=True)
class Outcome:
    """What a stream came to, read by `.stream()` and once more by `create(stream=True)`.

    Attributes:
        events: The typed events before the end or the error.
        deltas: Reasoning and text, in order.
        final: The final response, None after an error.
        error: The error, if one was raised. Other exceptions than `KimiError` fail the test.
    """

    events: list[dict[str, Any]] = field(default_factory=list)
    deltas: list[Delta] = field(default_factory=list)
    final: Any = None
    error: KimiError | None = None

    @property
    def text(self) -> str:
        return "".join(delta.text for delta in self.deltas if delta.kind == "text")

    @property
    def reasoning(self) -> str:
        return "".join(delta.text for delta in self.deltas if delta.kind == "reasoning")

    @property
    def partial(self) -> Any:
        assert self.error is not None
        return self.error.partial


Reader = Callable[..., Outcome]


def _read_sync(
    op: Operation[Any, Any],
    chunks: Iterable[bytes | Exception],
    headers: Mapping[str, str] = EVENT_STREAM,
    **options: Any,
) -> Outcome:
    chunks = list(chunks)
    events: list[Any] = []
    deltas: list[Delta] = []
    final, error = None, None
    first = Source(chunks, headers)
    stream = ResponseStream(op, first, **options)
    try:
        deltas.extend(stream.deltas())
        final = stream.get_final()
    except KimiError as raised:
        error = raised
    second = Source(chunks, headers)
    try:
        events.extend(Stream(op, second, **options))
    except KimiError as raised:
        _check_same(raised, error)
    else:
        assert error is None
    for source in (first, second):
        assert source.closed
        assert bool(source.drained) == (error is None)
    return Outcome(events, deltas, final, error)


def _read_async(
    op: Operation[Any, Any],
    chunks: Iterable[bytes | Exception],
    headers: Mapping[str, str] = EVENT_STREAM,
    **options: Any,
) -> Outcome:
    async def main() -> Outcome:
        events: list[Any] = []
        deltas: list[Delta] = []
        final, error = None, None
        pieces = list(chunks)
        first = AsyncSource(pieces, headers)
        stream = AsyncResponseStream(op, first, **options)
        try:
            async for delta in stream.deltas():
                deltas.append(delta)
            final = await stream.get_final()
        except KimiError as raised:
            error = raised
        second = AsyncSource(pieces, headers)
        try:
            async for event in AsyncStream(op, second, **options):
                events.append(event)
        except KimiError as raised:
            _check_same(raised, error)
        else:
            assert error is None
        for source in (first, second):
            assert source.closed
            assert bool(source.drained) == (error is None)
        return Outcome(events, deltas, final, error)

    return asyncio.run(main())


def _check_same(one: KimiError, other: KimiError | None) -> None:
    assert type(one) is type(other)
    assert str(one) == str(other)
    assert other is not None and one.partial == other.partial


READERS: Final[dict[str, Reader]] = {"sync": _read_sync, "async": _read_async}


def frames(*events: Any, named: bool = False) -> bytes:
    """A body: a frame for each JSON object, text (as data) or bytes (as they are)."""
    out = bytearray()
    for event in events:
        if isinstance(event, bytes):
            out += event
            continue
        if named and isinstance(event, dict):
            out += b"event: %s\n" % event["type"].encode()
        data = event.encode() if isinstance(event, str) else dumps(event)
        out += b"data: " + data + b"\n\n"
    return bytes(out)


def line_ends(body: bytes) -> dict[str, bytes]:
    """A body that has LF only, with each of the three line ends."""
    return {
        "LF": body,
        "CRLF": body.replace(b"\n", b"\r\n"),
        "CR": body.replace(b"\n", b"\r"),
    }


def sample(protocol: ProtocolName) -> bytes:
    """A body with reasoning, text, a tool call, comments and characters of up to four bytes."""
    return _SAMPLES[protocol]()


THOUGHT: Final = ("The user wants ", "ünï — 思考 ", "one sentence.")
TEXT: Final = ("Caching stores", " a prefix\u2028", "🚀.")


def _chunk(delta: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "created": 7,
        "model": "kimi-k3",
        "choices": [choice],
        **more,
    }


def _chat() -> bytes:
    call = {"index": 0, "id": "call_1", "type": "function"}
    return frames(
        b": keep-alive\n\n",
        _chunk({"role": "assistant", "content": ""}),
        *[_chunk({"reasoning_content": piece}) for piece in THOUGHT],
        b": ping - 1\n\n",
        *[_chunk({"content": piece}) for piece in TEXT],
        _chunk({"tool_calls": [{**call, "function": {"name": "look", "arguments": ""}}]}),
        *[
            _chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
            for piece in ('{"q":"', "é", '"}')
        ],
        _chunk({}, "tool_calls"),
        {**_chunk({}), "choices": [], "usage": {"prompt_tokens": 8, "completion_tokens": 2}},
        "[DONE]",
    )


def _messages() -> bytes:
    def delta(index: int, **fields: Any) -> dict[str, Any]:
        return {"type": "content_block_delta", "index": index, "delta": fields}

    def start(index: int, **fields: Any) -> dict[str, Any]:
        return {"type": "content_block_start", "index": index, "content_block": fields}

    def stop(index: int) -> dict[str, Any]:
        return {"type": "content_block_stop", "index": index}

    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "kimi-k3",
        "content": [],
        "stop_reason": None,
        "usage": {"input_tokens": 8, "output_tokens": 1},
    }
    return frames(
        {"type": "message_start", "message": message},
        start(0, type="thinking", thinking="", signature=""),
        {"type": "ping"},
        *[delta(0, type="thinking_delta", thinking=piece) for piece in THOUGHT],
        delta(0, type="signature_delta", signature="SIG"),
        stop(0),
        b"\n: a comment\n",
        start(1, type="text", text=""),
        *[delta(1, type="text_delta", text=piece) for piece in TEXT],
        stop(1),
        start(2, type="tool_use", id="call_1", name="look", input={}),
        *[delta(2, type="input_json_delta", partial_json=piece) for piece in ('{"q":', ' "é"}')],
        stop(2),
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 15},
        },
        {"type": "message_stop"},
        named=True,
    )


def _responses() -> bytes:
    base = {"id": "resp_1", "object": "response", "created_at": 7, "model": "kimi-k3"}
    thought = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [{"type": "summary_text", "text": "".join(THOUGHT)}],
    }
    message = {
        "type": "message",
        "id": "msg_1",
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "".join(TEXT), "annotations": []}],
    }
    call = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "look",
        "arguments": '{"q":"é"}',
        "status": "completed",
    }
    created = {**base, "status": "in_progress", "output": [], "usage": None}
    done = {
        **base,
        "status": "completed",
        "output": [thought, message, call],
        "usage": {"input_tokens": 8, "output_tokens": 15, "total_tokens": 23},
    }
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": created},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {**thought, "summary": []},
        },
        {
            "type": "response.reasoning_summary_part.added",
            "item_id": "rs_1",
            "output_index": 0,
            "summary_index": 0,
            "part": {"type": "summary_text", "text": ""},
        },
        *[
            {
                "type": "response.reasoning_summary_text.delta",
                "item_id": "rs_1",
                "output_index": 0,
                "summary_index": 0,
                "delta": piece,
            }
            for piece in THOUGHT
        ],
        {"type": "response.output_item.done", "output_index": 0, "item": thought},
        {
            "type": "response.output_item.added",
            "output_index": 1,
            "item": {**message, "status": "in_progress", "content": []},
        },
        {
            "type": "response.content_part.added",
            "item_id": "msg_1",
            "output_index": 1,
            "content_index": 0,
            "part": {"type": "output_text", "text": "", "annotations": []},
        },
        *[
            {
                "type": "response.output_text.delta",
                "item_id": "msg_1",
                "output_index": 1,
                "content_index": 0,
                "delta": piece,
            }
            for piece in TEXT
        ],
        {
            "type": "response.output_text.done",
            "item_id": "msg_1",
            "output_index": 1,
            "content_index": 0,
            "text": "".join(TEXT),
        },
        {"type": "response.output_item.done", "output_index": 1, "item": message},
        {
            "type": "response.output_item.added",
            "output_index": 2,
            "item": {**call, "arguments": "", "status": "in_progress"},
        },
        *[
            {
                "type": "response.function_call_arguments.delta",
                "item_id": "fc_1",
                "output_index": 2,
                "delta": piece,
            }
            for piece in ('{"q":', '"é"}')
        ],
        {"type": "response.output_item.done", "output_index": 2, "item": call},
        {"type": "response.completed", "response": done},
    ]
    return frames(
        *[{**event, "sequence_number": number} for number, event in enumerate(events)], named=True
    )


_SAMPLES: Final[Mapping[str, Callable[[], bytes]]] = {
    "chat": _chat,
    "messages": _messages,
    "responses": _responses,
}
OPERATIONS: Final = {"chat": CHAT, "messages": MESSAGES, "responses": RESPONSES}
