"""Which text and which reasoning an event adds."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.accumulate import StreamWarning, accumulator_for
from overlays.runtime.accumulate.fragments import Kind
from overlays.runtime.deltas import DeltaReader
from overlays.runtime.operation import ProtocolName
from overlays.runtime.response_stream import ResponseStream
from tests.support.streams import CHAT, RESPONSES, Source, frames

Pieces = list[tuple[Kind, str]]


def read(protocol: ProtocolName, *events: dict[str, Any]) -> Pieces:
    accumulator = accumulator_for(protocol)
    reader = DeltaReader(accumulator)
    found: Pieces = []
    for event in events:
        accumulator.add(event)
        found.extend((delta.kind, delta.text) for delta in reader.read(event))
    return found


def chunk(delta: Any, index: int | None = 0) -> dict[str, Any]:
    choice = {"delta": delta} if index is None else {"delta": delta, "index": index}
    return {"choices": [choice]}


def reasoned(kind: str, text: str, **place: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}.delta", "delta": text, **place}


WROTE = {"type": "response.output_text.delta", "delta": "Hi"}
COMPLETED: dict[str, Any] = {
    "type": "response.completed",
    "response": {
        "output": [
            {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
            {"type": "message", "content": [{"type": "output_text", "text": "Hi"}, {"type": "x"}]},
            {"type": "function_call", "arguments": "{}"},
        ]
    },
}


class TestChat:
    def test_reasoning_comes_before_text(self) -> None:
        both = chunk({"content": "b", "reasoning_content": "a"})
        assert read("chat", both) == [("reasoning", "a"), ("text", "b")]

    def test_only_the_first_choice_counts(self) -> None:
        other, first = chunk({"content": "x"}, 1), chunk({"content": "a"})
        two = {"choices": other["choices"] + first["choices"]}
        events = [chunk({"content": "y"}, 1), two, chunk({"content": "b"}, None)]
        assert read("chat", *events) == [("text", "a"), ("text", "b")]

    @pytest.mark.parametrize(
        "event", [{}, {"choices": None}, {"choices": [None]}, chunk(None), chunk({"content": []})]
    )
    def test_other_chunks_have_none(self, event: dict[str, Any]) -> None:
        assert read("chat", event) == []

    def test_a_whole_message_counts_if_there_were_no_pieces(self) -> None:
        whole = {"choices": [{"index": 0, "message": {"content": "Hi"}}]}
        assert read("chat", whole) == [("text", "Hi")]
        assert read("chat", chunk({"content": "Hi"}), whole) == [("text", "Hi")]


class TestMessages:
    def test_the_start_of_a_block_counts(self) -> None:
        blocks: list[dict[str, Any]] = [
            {"type": "thinking", "thinking": "a"},
            {"type": "text", "text": "b"},
            {"type": "tool_use", "text": "x"},
        ]
        events = [{"type": "content_block_start", "content_block": block} for block in blocks]
        assert read("messages", *events) == [("reasoning", "a"), ("text", "b")]

    @pytest.mark.parametrize("part", [None, {}, {"type": "signature_delta", "signature": "S"}])
    def test_other_deltas_have_none(self, part: Any) -> None:
        assert read("messages", {"type": "content_block_delta", "delta": part}) == []


class TestResponses:
    def test_one_sort_of_reasoning_an_item(self) -> None:
        assert read(
            "responses",
            reasoned("reasoning_text", "a", output_index=0),
            reasoned("reasoning_summary_text", "x", output_index=0),
            reasoned("reasoning_text", "b", output_index=0),
        ) == [("reasoning", text) for text in "ab"]

    def test_a_text_after_a_summary_is_told_of(self) -> None:
        with pytest.warns(StreamWarning, match="as a summary first"):
            assert read(
                "responses",
                reasoned("reasoning_summary_text", "c", item_id="r"),
                reasoned("reasoning_text", "y", item_id="r"),
            ) == [("reasoning", "c")]

    def test_a_response_without_pieces_is_one_piece_of_each(self) -> None:
        assert read("responses", COMPLETED) == [("reasoning", "hm"), ("text", "Hi")]
        assert read("responses", WROTE, COMPLETED) == [("text", "Hi"), ("reasoning", "hm")]

    def test_nothing_comes_twice_if_some_events_were_read_otherwise(self) -> None:
        stream = ResponseStream(RESPONSES, Source([frames(WROTE, COMPLETED)]))
        assert next(stream) == WROTE
        assert list(stream.deltas()) == [("reasoning", "hm")]


def test_the_iterators_of_a_stream_share_it() -> None:
    events = [chunk({"reasoning_content": "a"}), chunk({"content": "b"}), chunk({"content": "c"})]
    stream = ResponseStream(CHAT, Source([frames(*events, "[DONE]")]))
    assert next(stream.reasoning_stream) == "a"
    assert next(stream.text_stream) == "b"
    assert list(stream.deltas()) == [("text", "c")]
    assert list(stream.text_stream) == []


def test_the_halves_of_a_character_are_joined() -> None:
    # As aimock sends them, and whoever else cuts texts by their length in UTF-16.
    high, low = "\ud83d", "\ude80"
    pieces = [chunk({"content": "a" + high}), chunk({"reasoning_content": "r"})]
    pieces += [chunk({"content": low + "b" + high}), chunk({"content": low})]
    assert read("chat", *pieces) == [
        ("text", "a"),
        ("reasoning", "r"),
        ("text", "🚀b"),
        ("text", "🚀"),
    ]
    assert read("chat", chunk({"content": high}), chunk({"content": "x"})) == [("text", high + "x")]
    assert read("chat", chunk({"content": low})) == [("text", low)]
    both = chunk({"reasoning_content": "r" + high, "content": "a"})
    assert read("chat", both, chunk({"reasoning_content": low})) == [
        ("reasoning", "r"),
        ("text", "a"),
        ("reasoning", "🚀"),
    ]


@pytest.mark.parametrize("kind", ["text", "reasoning"])
def test_a_half_character_that_stays_alone_comes_at_the_end(kind: Kind) -> None:
    key = "content" if kind == "text" else "reasoning_content"
    accumulator = accumulator_for("chat")
    reader = DeltaReader(accumulator)
    event = chunk({key: "a\ud83d"})
    accumulator.add(event)
    assert list(reader.read(event)) == [(kind, "a")]
    assert list(reader.finish()) == [(kind, "\ud83d")]
    assert list(reader.finish()) == []
    body = frames(chunk({key: "\ud83d"}), "[DONE]", named=False)
    stream = ResponseStream(CHAT, Source([body]))
    assert [tuple(delta) for delta in stream.deltas()] == [(kind, "\ud83d")]
