"""Bodies that are no event streams though one was asked for: sync and async, no network."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import Any

import pytest

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import OverloadedError, StreamProtocolError, StreamTruncatedError
from overlays.runtime.operation import Operation, ProtocolName
from overlays.runtime.wire import dumps
from tests.support.streams import CHAT, MESSAGES, OPERATIONS, RESPONSES, Reader, sample

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]
COMPLETION = {
    "id": "c",
    "object": "chat.completion",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Hi", "reasoning_content": "hm"},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 1},
}


MESSAGE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "S"},
        {"type": "text", "text": "Hi"},
    ],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 2},
}


RESPONSE = {
    "id": "r",
    "object": "response",
    "status": "completed",
    "error": None,
    "output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
    ],
}


class TestOtherBodies:
    @pytest.mark.parametrize(
        ("op", "value"), [(CHAT, COMPLETION), (MESSAGES, MESSAGE), (RESPONSES, RESPONSE)]
    )
    @pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/event-stream", ""])
    def test_a_response_that_comes_whole_is_taken_as_a_stream(
        self, read: Reader, op: Operation[Any, Any], value: dict[str, Any], kind: str
    ) -> None:
        body = dumps(value)
        outcome = read(op, [body[:5], body[5:]], {"content-type": kind})
        assert outcome.error is None
        assert outcome.final == value
        assert (outcome.reasoning, outcome.text) == ("hm", "Hi")

    @pytest.mark.parametrize(
        ("op", "value"), [(CHAT, COMPLETION), (MESSAGES, MESSAGE), (RESPONSES, RESPONSE)]
    )
    def test_its_events_make_the_same_response(
        self, read: Reader, op: Operation[Any, Any], value: dict[str, Any]
    ) -> None:
        events = read(op, [dumps(value)], {"content-type": "application/json"}).events
        accumulator = accumulator_for(op.protocol or "chat")
        for event in events:
            accumulator.add(event)
        assert accumulator.snapshot() == value

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_an_error_that_comes_whole_is_raised(
        self, read: Reader, protocol: ProtocolName
    ) -> None:
        body = dumps({"error": {"type": "overloaded_error", "message": "busy"}})
        outcome = read(OPERATIONS[protocol], [body], {"content-type": "application/json"})
        assert type(outcome.error) is OverloadedError

    # https://github.com/modelcontextprotocol/typescript-sdk/pull/2520
    @pytest.mark.parametrize(
        ("kind", "body"),
        [
            ("text/html", b"<!doctype html><title>Bad gateway</title>"),
            ("text/plain", b"<html>Bad gateway"),
            ("application/json", b'{"Bad gateway": 1}'),
            ("application/json", b'["Bad gateway"]'),
            ("application/json", b'{"Bad gateway'),
            ("application/json", b"Bad gateway"),
            ("text/html; charset=utf-8", b"Bad gateway"),
        ],
    )
    def test_anything_else_is_an_error_with_an_excerpt(
        self, read: Reader, kind: str, body: bytes
    ) -> None:
        error = read(CHAT, [body], {"content-type": kind}).error
        assert isinstance(error, StreamProtocolError)
        assert "Bad gateway" in error.excerpt
        assert kind.partition(";")[0] in str(error)

    def test_a_page_sent_as_an_event_stream_is_quoted(self, read: Reader) -> None:
        error = read(CHAT, [b"<html>Bad gateway</html>"]).error
        assert isinstance(error, StreamTruncatedError)
        assert "Bad gateway" in str(error)

    def test_a_body_that_is_too_long_is_refused(self, read: Reader) -> None:
        kind = {"content-type": "application/json"}
        error = read(CHAT, [b'{"choices":"' + b"x" * 2000], kind, max_event_bytes=1000).error
        assert isinstance(error, StreamProtocolError)
        assert "longer than 1000 bytes" in str(error)

    @pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_an_event_stream_is_known_by_its_first_bytes(
        self, read: Reader, protocol: ProtocolName, kind: str
    ) -> None:
        body = sample(protocol)
        outcome = read(OPERATIONS[protocol], [b"\n", body[:3], body[3:]], {"content-type": kind})
        assert outcome == read(OPERATIONS[protocol], [body])

    @pytest.mark.parametrize("kind", ["text/plain", ""])
    @pytest.mark.parametrize("cut", [1, 2, 3, 5])
    def test_a_byte_order_mark_may_come_in_pieces(self, read: Reader, cut: int, kind: str) -> None:
        body = BOM_UTF8 + sample("chat")
        outcome = read(CHAT, [body[:cut], body[cut:]], {"content-type": kind})
        assert outcome.error is None
        assert outcome.final == read(CHAT, [body]).final

    @pytest.mark.parametrize("cut", [1, 2, 3])
    def test_nothing_but_a_byte_order_mark_is_a_truncated_stream(
        self, read: Reader, cut: int
    ) -> None:
        error = read(CHAT, [BOM_UTF8[:cut]], {"content-type": ""}).error
        assert isinstance(error, StreamTruncatedError)
