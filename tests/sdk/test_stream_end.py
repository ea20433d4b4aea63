"""How a stream ends, and what it is when it does not: sync and async, no network."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import (
    APIConnectionError,
    APITimeoutError,
    KimiError,
    StreamTimeoutError,
    StreamTruncatedError,
)
from overlays.runtime.operation import Operation, ProtocolName
from tests.support.stream_events import HELLO, SAID, START, WROTE, chunk, text_of
from tests.support.streams import (
    CHAT,
    MESSAGES,
    OPERATIONS,
    READERS,
    RESPONSES,
    Reader,
    frames,
    sample,
)

# Its streams of messages are bare: their blocks are never announced.
pytestmark = pytest.mark.filterwarnings("ignore:Pieces came for content blocks")

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]


class TestTheEnd:
    # https://github.com/griffinwork40/agent-afk/pull/635
    @pytest.mark.parametrize(
        ("op", "body"),
        [
            (CHAT, frames(HELLO)),
            (MESSAGES, frames(START, SAID)),
            (RESPONSES, frames(WROTE)),
        ],
    )
    def test_a_clean_end_before_the_last_event_is_a_truncation(
        self, read: Reader, op: Operation[Any, Any], body: bytes
    ) -> None:
        outcome = read(op, [body])
        assert isinstance(outcome.error, StreamTruncatedError)
        assert op.protocol is not None
        assert text_of(op.protocol, outcome.partial) == outcome.text == "Hel"
        assert outcome.final is None

    # https://github.com/can1357/oh-my-pi/issues/9433
    @pytest.mark.parametrize(
        "body",
        [
            frames(HELLO, "[DONE]"),
            frames(HELLO, chunk(None, "stop")),
            frames({"choices": []}, "[DONE]"),
            frames("[DONE]"),
        ],
    )
    def test_a_chat_needs_the_sentinel_or_a_finish_reason(self, read: Reader, body: bytes) -> None:
        assert read(CHAT, [body]).error is None

    def test_every_choice_needs_its_finish_reason(self, read: Reader) -> None:
        other = {"choices": [{"index": 1, "delta": {"content": "x"}}]}
        assert read(CHAT, [frames(HELLO, other, chunk(None, "stop"))]).error is not None

    # https://github.com/openai/openai-node/issues/2725
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    @pytest.mark.parametrize("lost", [1, 2])
    def test_a_last_event_without_its_blank_line_counts_if_it_is_whole(
        self, read: Reader, protocol: ProtocolName, lost: int
    ) -> None:
        outcome = read(OPERATIONS[protocol], [sample(protocol)[:-lost]])
        assert outcome == read(OPERATIONS[protocol], [sample(protocol)])

    @pytest.mark.parametrize("rest", [b'data: {"half', b"data: [DO", b"dat", b"data: \xe6\xbb"])
    @pytest.mark.parametrize("finish", [None, "stop"])
    def test_half_an_event_at_the_end_is_a_truncation(
        self, read: Reader, rest: bytes, finish: str | None
    ) -> None:
        outcome = read(CHAT, [frames(HELLO, chunk("lo", finish)) + rest])
        assert isinstance(outcome.error, StreamTruncatedError)
        assert outcome.error.event_number == 3
        assert outcome.text == "Hello"

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_no_prefix_ends_normally_and_all_keep_what_they_had(
        self, protocol: ProtocolName
    ) -> None:
        body = sample(protocol)
        whole = READERS["sync"](OPERATIONS[protocol], [body])
        # A chat may end after its finish reason, a terminal event without its blank line.
        for size in range(len(body) - 2):
            outcome = READERS["sync"](OPERATIONS[protocol], [body[:size]])
            if outcome.error is None:
                assert protocol == "chat"
                assert b'"finish_reason":"tool_calls"' in body[:size]
                assert outcome.final.items() <= whole.final.items()
                continue
            assert isinstance(outcome.error, StreamTruncatedError), size
            assert outcome.events == whole.events[: len(outcome.events)]
            assert whole.text.startswith(outcome.text)
            accumulator = accumulator_for(protocol)
            for event in outcome.events:
                accumulator.add(event)
            if outcome.events:
                assert outcome.partial == accumulator.snapshot()
                assert text_of(protocol, outcome.partial) == outcome.text
            else:
                assert outcome.partial is None

    def test_an_empty_body_is_a_truncation(self, read: Reader) -> None:
        for body in (b"", b"\n", b": only a comment\n\n"):
            error = read(CHAT, [body]).error
            assert isinstance(error, StreamTruncatedError)
            assert error.partial is None

    @pytest.mark.parametrize(
        ("failure", "cls"),
        [
            (APIConnectionError("reset by peer"), StreamTruncatedError),
            (APITimeoutError("The server sent nothing for 5 s"), StreamTimeoutError),
        ],
    )
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_a_lost_connection_is_wrapped(
        self, read: Reader, protocol: ProtocolName, failure: Exception, cls: type[KimiError]
    ) -> None:
        outcome = read(OPERATIONS[protocol], [sample(protocol)[:-600], failure])
        assert outcome.error is not None
        assert type(outcome.error) is cls
        assert outcome.error.__cause__ is failure
        assert str(failure) in str(outcome.error)
        assert outcome.partial is not None

    def test_a_chat_whose_connection_breaks_is_not_complete(self, read: Reader) -> None:
        body = frames(HELLO, chunk(None, "stop"))
        outcome = read(CHAT, [body, APIConnectionError("reset")])
        assert isinstance(outcome.error, StreamTruncatedError)
