"""What holds for every answer, however it is streamed, cut into pieces, and cut off."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import StreamTruncatedError
from overlays.runtime.operation import ProtocolName
from overlays.runtime.views import ChatResponseView, MessageResponseView, ResponsesResponseView
from overlays.testing import Reply, ToolCall, chat, messages, responses
from overlays.testing.turn import Turn
from tests.support.streams import OPERATIONS, READERS, Outcome, Reader, frames, line_ends

PROTOCOLS: tuple[ProtocolName, ...] = ("chat", "messages", "responses")
WRITERS: dict[str, Any] = {"chat": chat, "messages": messages, "responses": responses}
VIEWS: dict[str, Any] = {
    "chat": ChatResponseView,
    "messages": MessageResponseView,
    "responses": ResponsesResponseView,
}

# All of Unicode, with what ends lines elsewhere and what JSON escapes drawn more often.
texts = st.text(st.sampled_from('\n\r\x0b\x0c\x1c\x85\u2028\u2029"\\:\0é満🚀 ') | st.characters())
calls = st.builds(
    ToolCall,
    st.sampled_from(["look", "find"]),
    st.dictionaries(texts, texts | st.integers() | st.none(), max_size=2),
)
replies = st.builds(
    Reply,
    reasoning=st.none() | texts,
    text=texts,
    tool_calls=st.lists(calls, max_size=2),
    delta_size=st.integers(1, 9),
)
turns = st.builds(Turn, replies, st.just({"model": "k"}), st.just(1), st.just(1))
protocols = st.sampled_from(PROTOCOLS)
ends = st.sampled_from(list(line_ends(b"")))


def body_of(protocol: ProtocolName, turn: Turn, end: str = "LF") -> bytes:
    events: list[Any] = list(WRITERS[protocol].events(turn))
    if protocol == "chat":
        events.append("[DONE]")
    return line_ends(frames(*events, named=protocol != "chat"))[end]


def in_pieces(body: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(body), *(cut % (len(body) + 1) for cut in cuts)})
    return [body[a:b] for a, b in pairwise(places)]


def view_of(protocol: ProtocolName, wire: dict[str, Any]) -> Any:
    return type("View", (VIEWS[protocol],), {"_wire_view": lambda self: wire})()


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@given(protocol=protocols, turn=turns, end=ends, cuts=st.lists(st.integers(0, 99_999), max_size=9))
def test_a_stream_makes_the_response_it_was_made_of(
    read: Reader, protocol: ProtocolName, turn: Turn, end: str, cuts: list[int]
) -> None:
    outcome = read(OPERATIONS[protocol], in_pieces(body_of(protocol, turn, end), cuts))
    assert outcome.error is None
    assert outcome.text == (turn.reply.text or "")
    assert outcome.reasoning == (turn.reply.reasoning or "")
    made = view_of(protocol, outcome.final)
    whole = view_of(protocol, WRITERS[protocol].whole(turn))
    assert made.output_text == whole.output_text
    assert made.reasoning_text == whole.reasoning_text
    assert made.tool_calls == whole.tool_calls
    assert made.usage_summary == whole.usage_summary
    assert made.to_input() == whole.to_input()


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@given(
    protocol=protocols,
    turn=turns,
    end=ends,
    at=st.floats(0, 1),
    cuts=st.lists(st.integers(0, 99_999), max_size=4),
)
def test_a_stream_cut_off_is_an_error_that_has_what_came(
    read: Reader, protocol: ProtocolName, turn: Turn, end: str, at: float, cuts: list[int]
) -> None:
    operation = OPERATIONS[protocol]
    body = body_of(protocol, turn, end)
    whole = read(operation, [body])
    last = max(body.rfind(b"data:", 0, len(body)), 0)
    begun = body[: int(at * last)]  # never into the event that ends it
    outcome = read(operation, in_pieces(begun, cuts))
    if outcome.error is None:  # after its finish reason, a chat is complete without [DONE]
        assert protocol == "chat"
        assert b'"finish_reason":"' in begun
        assert (outcome.text, outcome.reasoning) == (whole.text, whole.reasoning)
        return
    assert type(outcome.error) is StreamTruncatedError
    assert outcome.events == whole.events[: len(outcome.events)]
    assert whole.text.startswith(outcome.text)
    assert whole.reasoning.startswith(outcome.reasoning)
    check_partial(protocol, outcome)


def check_partial(protocol: ProtocolName, outcome: Outcome) -> None:
    if not outcome.events:
        assert outcome.partial is None
        return
    accumulator = accumulator_for(protocol)
    for event in outcome.events:
        accumulator.add(event)
    assert outcome.partial == accumulator.snapshot()
    partial = view_of(protocol, outcome.partial)
    assert partial.output_text == outcome.text
    assert partial.reasoning_text == outcome.reasoning
    assert not partial.is_truncated
