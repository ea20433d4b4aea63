"""Streams of events and bytes that hypothesis makes up."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.operation import ProtocolName
from overlays.runtime.sse import SSEDecoder
from overlays.runtime.wire import loads
from tests.support.streams import OPERATIONS, READERS, Outcome, frames, line_ends, sample

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]
EVENTS: dict[str, list[dict[str, Any]]] = {
    protocol: [
        loads(event.data)
        for event in SSEDecoder().feed(sample(protocol))
        if event.data.startswith("{")
    ]
    for protocol in PROTOCOLS
}


@given(data=st.data(), protocol=st.sampled_from(PROTOCOLS), cuts=st.lists(st.integers(0, 9999)))
def test_any_events_in_any_pieces_are_one_stream(
    data: st.DataObject, protocol: ProtocolName, cuts: list[int]
) -> None:
    events = data.draw(st.lists(st.sampled_from(EVENTS[protocol]), max_size=12))
    body = frames(*events, named=protocol != "chat")
    body = line_ends(body)[data.draw(st.sampled_from(["LF", "CRLF", "CR"]))]
    places = sorted({0, len(body), *(cut % (len(body) + 1) for cut in cuts)})
    pieces = [body[a:b] for a, b in pairwise(places)]
    whole = _without_offsets(READERS["sync"](OPERATIONS[protocol], [frames(*events)]))
    assert _without_offsets(READERS["sync"](OPERATIONS[protocol], pieces)) == whole


def _without_offsets(outcome: Outcome) -> tuple[object, ...]:
    error = outcome.error
    return outcome.events, outcome.deltas, outcome.final, type(error), error and error.partial


@given(
    st.lists(
        st.binary(max_size=40)
        | st.sampled_from(
            [b"data: ", b"\n\n", b'{"choices":', b"[", b"]", b"}", b'"error":', b"1"]
        ),
        max_size=30,
    ),
    st.sampled_from(PROTOCOLS),
    st.sampled_from(["text/event-stream", "application/json", ""]),
)
def test_random_bytes_give_typed_errors_only(
    chunks: list[bytes], protocol: ProtocolName, kind: str
) -> None:
    READERS["sync"](OPERATIONS[protocol], chunks, {"content-type": kind})


def _words(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(text.split())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            _words(
                "type index id delta choices message content tool_calls function arguments usage"
                " text content_block item response output"
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)


KINDS = sorted({event["type"] for events in EVENTS.values() for event in events if "type" in event})
SHAPES = st.dictionaries(
    _words(
        "index output_index delta choices message content_block item item_id part text response"
        " usage created"
    ),
    JSON,
)


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), SHAPES), max_size=6),
    st.sampled_from(PROTOCOLS),
)
def test_events_of_any_shape_give_typed_errors_only(
    events: list[tuple[str, dict[str, Any]]], protocol: ProtocolName
) -> None:
    body = frames(*[{"type": kind, **event} for kind, event in events])
    READERS["sync"](OPERATIONS[protocol], [body])
