"""Message events to the message."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.accumulate import StreamWarning
from overlays.runtime.accumulate.messages import MessageAccumulator


def accumulate(*events: dict[str, Any]) -> dict[str, Any]:
    accumulator = MessageAccumulator()
    taken: list[tuple[dict[str, Any], str]] = []
    for event in events:
        accumulator.add(event)
        snapshot = accumulator.snapshot()
        taken.append((snapshot, repr(snapshot)))
    for snapshot, text in taken:
        assert repr(snapshot) == text
    return accumulator.snapshot()


def started(**fields: Any) -> dict[str, Any]:
    message: dict[str, Any] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "content": [],
        "stop_reason": None,
    }
    return {"type": "message_start", "message": {**message, **fields}}


def start(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, **fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": fields}


def stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def ended(usage: Any = None, **fields: Any) -> dict[str, Any]:
    return {"type": "message_delta", "delta": fields} | ({} if usage is None else {"usage": usage})


STOP = {"type": "message_stop"}
PING = {"type": "ping"}


class TestBlocks:
    # https://github.com/openai/openai-agents-python/pull/4175
    def test_thinking_blocks_keep_their_order_and_their_signatures(self) -> None:
        content = accumulate(
            started(),
            start(0, type="thinking", thinking="", signature=""),
            PING,
            delta(0, type="thinking_delta", thinking="al"),
            delta(0, type="thinking_delta", thinking="pha"),
            delta(0, type="signature_delta", signature="SIG-1"),
            stop(0),
            start(1, type="redacted_thinking", data="X"),
            stop(1),
            start(2, type="thinking", thinking="", signature=""),
            delta(2, type="thinking_delta", thinking="beta"),
            delta(2, type="signature_delta", signature="SIG-2"),
            stop(2),
            start(3, type="text", text=""),
            delta(3, type="text_delta", text="t"),
            stop(3),
            STOP,
        )["content"]
        assert content == [
            {"type": "thinking", "thinking": "alpha", "signature": "SIG-1"},
            {"type": "redacted_thinking", "data": "X"},
            {"type": "thinking", "thinking": "beta", "signature": "SIG-2"},
            {"type": "text", "text": "t"},
        ]

    def test_what_a_block_starts_with_is_kept(self) -> None:
        content = accumulate(
            started(),
            start(0, type="thinking", thinking="a", extra=[1]),
            delta(0, type="thinking_delta", thinking="b"),
            start(1, type="text", text="c", citations=None),
            delta(1, type="text_delta", text="d"),
            delta(1, type="citations_delta", citation={"n": 1}),
            delta(1, type="citations_delta", citation={"n": 2}),
        )["content"]
        assert content == [
            {"type": "thinking", "thinking": "ab", "extra": [1]},
            {"type": "text", "text": "cd", "citations": [{"n": 1}, {"n": 2}]},
        ]

    def test_blocks_that_all_have_the_same_index_are_kept_apart(self) -> None:
        content = accumulate(
            start(0, type="thinking", thinking=""),
            delta(0, type="thinking_delta", thinking="a"),
            stop(0),
            start(0, type="text", text=""),
            delta(0, type="text_delta", text="b"),
            stop(0),
        )["content"]
        assert content == [{"type": "thinking", "thinking": "a"}, {"type": "text", "text": "b"}]

    @pytest.mark.filterwarnings("ignore:Pieces came for content blocks")
    def test_blocks_that_were_never_announced(self) -> None:
        out = accumulate(
            delta(0, type="thinking_delta", thinking="a"),
            delta(0, type="signature_delta", signature="S"),
            {
                "type": "content_block_delta",
                "index": 1,
                "delta": {"type": "text_delta", "text": "b"},
            },
            STOP,
        )
        assert out == {
            "type": "message",
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "a", "signature": "S"},
                {"type": "text", "text": "b"},
            ],
        }

    def test_unknown_blocks_and_deltas_survive(self) -> None:
        content = accumulate(
            start(0, type="new", data={"a": 1}),
            delta(0, type="new_delta", content="x", list=[1]),
            delta(0, type="new_delta", content="y", list=[2], flag=True),
            stop(0),
        )["content"]
        assert content == [
            {"type": "new", "data": {"a": 1}, "content": "xy", "list": [1, 2], "flag": True}
        ]

    def test_a_signature_is_assigned_and_a_contradiction_told(self) -> None:
        events = [
            start(0, type="thinking", thinking=""),
            delta(0, type="signature_delta", signature="A"),
            delta(0, type="signature_delta", signature="A"),
            delta(0, type="signature_delta", signature=""),
        ]
        assert accumulate(*events)["content"][0]["signature"] == "A"
        with pytest.warns(StreamWarning, match="two different signatures"):
            out = accumulate(*events, delta(0, type="signature_delta", signature="B"))
        assert out["content"][0]["signature"] == "B"

    def test_an_empty_signature_is_legal(self) -> None:
        events = [
            start(0, type="thinking", thinking=""),
            delta(0, type="signature_delta", signature=""),
        ]
        assert accumulate(*events)["content"][0]["signature"] == ""


CALL: dict[str, Any] = {"type": "tool_use", "id": "t", "name": "f", "input": {}}


class TestToolUse:
    def content(self, *pieces: str, stopped: bool = True) -> dict[str, Any]:
        events = [delta(0, type="input_json_delta", partial_json=piece) for piece in pieces]
        out = accumulate(start(0, **CALL), *events, *([stop(0)] if stopped else []))
        block: dict[str, Any] = out["content"][0]
        return block

    def test_the_input_is_parsed_once_it_is_whole(self) -> None:
        whole = {**CALL, "input": {"q": "é"}}
        assert self.content("", '{"q":', ' "é"}') == whole
        assert self.content('{"q": "é"}', stopped=False) == whole

    def test_no_json_is_no_arguments(self) -> None:
        assert self.content() == CALL
        assert self.content("", "") == CALL

    def test_an_input_sent_whole_is_kept(self) -> None:
        block = {**CALL, "input": {"a": 1}}
        assert accumulate(start(0, **block), stop(0))["content"] == [block]

    @pytest.mark.parametrize("stopped", [False, True])
    def test_a_half_built_call_is_marked(self, stopped: bool) -> None:
        assert self.content('{"q":', stopped=stopped) == {**CALL, "partial_json": '{"q":'}

    def test_an_open_call_without_input_is_marked_until_the_message_ends(self) -> None:
        assert self.content(stopped=False) == {**CALL, "partial_json": ""}
        assert accumulate(start(0, **CALL), STOP)["content"] == [CALL]


class TestUsage:
    # https://github.com/langchain-ai/langchainjs/pull/11195
    @pytest.mark.parametrize(
        ("first", "last", "wanted"),
        [
            (
                {"input_tokens": 0, "output_tokens": 0},
                {"input_tokens": 4522, "cache_creation_input_tokens": 4511, "output_tokens": 5},
                {"input_tokens": 4522, "cache_creation_input_tokens": 4511, "output_tokens": 5},
            ),
            (
                {"input_tokens": 25, "output_tokens": 1},
                {"output_tokens": 15},
                {"input_tokens": 25, "output_tokens": 15},
            ),
            (
                {"input_tokens": 15},
                {"input_tokens": 0, "output_tokens": 9},
                {"input_tokens": 15, "output_tokens": 9},
            ),
            (
                {"cache_read_input_tokens": 7, "output_tokens": 3},
                {"cache_read_input_tokens": 0, "output_tokens": 0},
                {"cache_read_input_tokens": 7, "output_tokens": 0},
            ),
            (
                {"input_tokens": 1, "server_tool_use": None},
                {"input_tokens": None, "server_tool_use": {"n": 1}},
                {"input_tokens": 1, "server_tool_use": {"n": 1}},
            ),
        ],
    )
    def test_it_is_joined_field_by_field(
        self, first: dict[str, Any], last: dict[str, Any], wanted: dict[str, Any]
    ) -> None:
        assert accumulate(started(usage=first), ended(last))["usage"] == wanted
        assert accumulate(started(usage=first), ended(last), ended(last))["usage"] == wanted

    def test_the_last_of_several_deltas_wins(self) -> None:
        out = accumulate(started(), ended({"output_tokens": 3}), ended({"output_tokens": 9}))
        assert out["usage"] == {"output_tokens": 9}

    def test_no_usage_is_none(self) -> None:
        assert "usage" not in accumulate(started(), ended(None))


def test_the_message_itself() -> None:
    out = accumulate(
        started(model="kimi", stop_sequence=None, extra={"a": 1}),
        {**ended({"output_tokens": 1}, stop_reason="end_turn", stop_sequence=None), "more": 2},
        ended(stop_reason=None),
        STOP,
    )
    assert out == {
        "type": "message",
        "role": "assistant",
        "id": "m",
        "content": [],
        "stop_reason": "end_turn",
        "model": "kimi",
        "stop_sequence": None,
        "extra": {"a": 1},
        "more": 2,
        "usage": {"output_tokens": 1},
    }


def test_content_that_the_message_starts_with_is_kept() -> None:
    first = {"type": "text", "text": "a"}
    out = accumulate(started(content=[first, None]), start(1, type="text", text="b"), STOP)
    assert out["content"] == [first, {"type": "text", "text": "b"}]


def test_events_of_the_wrong_shape_change_nothing() -> None:
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": None},
        {"type": "message_delta", "delta": None, "usage": [1]},
        {"type": "content_block_delta", "index": 0, "delta": "x"},
        {"type": "content_block_stop", "index": 9},
        {"type": "content_block_stop"},
        {"type": [1]},
    ]
    assert accumulate(*events) == {"type": "message", "role": "assistant", "content": []}


@pytest.mark.filterwarnings("ignore:Pieces came for content blocks")
@pytest.mark.parametrize("kind", [None, 1, ["text_delta"], {"text_delta": 1}])
def test_a_delta_whose_type_is_no_text_is_one_of_an_unknown_type(kind: Any) -> None:
    event = {"type": "content_block_delta", "index": 0, "delta": {"type": kind, "text": "a"}}
    assert accumulate(event, event)["content"] == [{"text": "aa"}]


def test_only_the_last_event_ends_it() -> None:
    accumulator = MessageAccumulator()
    for event in (started(), ended(stop_reason="end_turn"), {"type": "unknown"}):
        accumulator.add(event)
        assert not accumulator.done
        assert not accumulator.may_end
    accumulator.add(STOP)
    assert accumulator.done
