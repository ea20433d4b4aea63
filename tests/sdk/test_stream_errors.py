"""Errors inside a stream: sync and async, no network."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.errors import (
    APIStatusError,
    BadRequestError,
    InternalServerError,
    OverloadedError,
    RateLimitError,
)
from overlays.runtime.operation import Operation, ProtocolName
from tests.support.stream_events import HELLO, SAID, START, WROTE, chunk, text_of
from tests.support.streams import CHAT, MESSAGES, RESPONSES, Reader, frames

# Its streams of messages are bare: their blocks are never announced.
pytestmark = pytest.mark.filterwarnings("ignore:Pieces came for content blocks")

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]
ERRORS: dict[str, tuple[Operation[Any, Any], bytes, type[APIStatusError], str]] = {
    # https://github.com/anthropics/anthropic-sdk-python/issues/1918
    "messages": (
        MESSAGES,
        b'event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error",'
        b'"message":"Overloaded"},"request_id":"req_1"}\n\n',
        OverloadedError,
        "Overloaded",
    ),
    # https://github.com/openai/openai-python/issues/2796
    "chat, without a name": (
        CHAT,
        frames({"error": {"message": "Overloaded", "type": "overloaded_error", "code": None}}),
        OverloadedError,
        "Overloaded",
    ),
    "chat, named": (
        CHAT,
        b"event: error\n" + frames({"message": "slow", "type": "rate_limit_error"}),
        RateLimitError,
        "slow",
    ),
    "a string": (CHAT, frames({"error": "it broke"}), APIStatusError, "it broke"),
    "an integer code": (
        CHAT,
        frames({"error": {"message": "m", "code": 503}}),
        InternalServerError,
        "m",
    ),
    "not JSON": (CHAT, b"event: error\ndata: upstream died\n\n", APIStatusError, "upstream died"),
    "responses, flat": (
        RESPONSES,
        frames({"type": "error", "code": "server_error", "message": "flat", "param": None}),
        InternalServerError,
        "flat",
    ),
    "responses, nested": (
        RESPONSES,
        frames({"type": "error", "error": {"type": "invalid_request_error", "message": "n"}}),
        BadRequestError,
        "n",
    ),
    "no type": (
        MESSAGES,
        frames({"error": {"type": "overloaded_error", "message": "m"}}),
        OverloadedError,
        "m",
    ),
    # https://github.com/MoonshotAI/kimi-agent-sdk/issues/169
    "no meaning": (
        MESSAGES,
        frames({"error": {"type": "<nil>", "message": "bad"}, "type": "error"}),
        APIStatusError,
        "bad",
    ),
    "JSON without data": (
        CHAT,
        b'{"error":{"message":"stray","type":"server_error"}}\n\n',
        InternalServerError,
        "stray",
    ),
}


class TestErrors:
    @pytest.mark.parametrize("name", ERRORS)
    @pytest.mark.parametrize("before", [False, True])
    def test_an_error_inside_the_stream(self, read: Reader, name: str, before: bool) -> None:
        op, body, cls, message = ERRORS[name]
        first = {"chat": HELLO, "messages": SAID, "responses": WROTE}[op.protocol or "chat"]
        outcome = read(op, [frames(first) + body] if before else [body])
        assert outcome.error is not None
        assert type(outcome.error) is cls
        assert outcome.error.message == message
        assert outcome.error.status_code == 200
        assert outcome.error.request_id == "req_1"
        assert outcome.error.host == "api.test"
        assert len(outcome.events) == before
        if before:
            assert text_of(op.protocol or "chat", outcome.partial) == "Hel"
        else:
            assert outcome.partial is None

    @pytest.mark.parametrize("nothing", [None, "", {}, False])
    def test_an_empty_error_is_none(self, read: Reader, nothing: object) -> None:
        body = frames({**HELLO, "error": nothing}, "[DONE]")
        assert read(CHAT, [body]).error is None

    # https://github.com/openai/openai-python/pull/3538
    def test_a_failed_response_is_raised_with_the_response(self, read: Reader) -> None:
        failed = {
            "id": "r",
            "object": "response",
            "status": "failed",
            "output": None,
            "error": {"code": "server_error", "message": "it broke"},
        }
        outcome = read(RESPONSES, [frames(WROTE, {"type": "response.failed", "response": failed})])
        assert type(outcome.error) is InternalServerError
        assert outcome.error.message == "it broke"
        assert outcome.partial["status"] == "failed"
        assert text_of("responses", outcome.partial) == "Hel"

    @pytest.mark.parametrize(
        ("op", "body"),
        [
            (CHAT, frames(HELLO, chunk(None, "length"), "[DONE]")),
            (
                MESSAGES,
                frames(
                    START,
                    SAID,
                    {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
                    {"type": "message_stop"},
                ),
            ),
            (
                RESPONSES,
                frames(
                    WROTE,
                    {
                        "type": "response.incomplete",
                        "response": {
                            "status": "incomplete",
                            "incomplete_details": {"reason": "max_output_tokens"},
                        },
                    },
                ),
            ),
        ],
    )
    def test_an_exhausted_budget_is_no_error(
        self, read: Reader, op: Operation[Any, Any], body: bytes
    ) -> None:
        outcome = read(op, [body])
        assert outcome.error is None
        assert text_of(op.protocol or "chat", outcome.final) == "Hel"
