"""Events that only go on as the one before: taken in for less, to the same effect as any other."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import samples
from bench.kinds import KINDS
from overlays.runtime.accumulate import Accumulator, accumulator_for
from overlays.runtime.operation import ProtocolName
from overlays.runtime.sse import SSEDecoder


def chunk(delta: dict[str, Any], index: Any = 0, inside: Any = (), **more: Any) -> dict[str, Any]:
    choice = {"index": index, "delta": delta, "finish_reason": None, **dict(inside)}
    return {"id": "chatcmpl-1", "model": "kimi", "choices": [choice], **more}


def delta(piece: Any, index: Any = 0, key: str = "text", **more: Any) -> dict[str, Any]:
    kind = {"type": f"{key}_delta", key: piece}
    return {"type": "content_block_delta", "index": index, "delta": kind, **more}


def text_delta(piece: Any, **more: Any) -> dict[str, Any]:
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    return {"type": "response.output_text.delta", **place, **more, "delta": piece}


BLOCK = {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}}
CALL = {"index": 0, "id": "call_1", "function": {"name": "look", "arguments": "{"}}
STEPS: dict[ProtocolName, list[Callable[[str], dict[str, Any]]]] = {
    "chat": [
        lambda piece: chunk({"content": piece}),
        lambda piece: chunk({"reasoning_content": piece}),
        lambda piece: chunk({"reasoning": piece}),
        lambda piece: chunk({"role": "assistant", "content": piece}),
        lambda piece: chunk({"content": piece, "reasoning_content": None}),
        lambda piece: chunk({"content": "", "reasoning_content": piece}),
        lambda piece: chunk({"content": piece, "reasoning_content": piece}),
        lambda piece: chunk({"content": piece, "tool_calls": [CALL]}),
        lambda piece: chunk({"content": [{"type": "text", "text": piece}]}),
        lambda piece: chunk({"refusal": piece}),
        lambda piece: chunk({"content": "a", "extra": piece}),
        lambda piece: chunk({"role": piece}),
        lambda piece: chunk({"role": piece, "content": "a"}),
        lambda piece: chunk({"content": piece}, index=1),
        lambda piece: chunk({"content": piece}, index=None),
        lambda piece: chunk({"content": piece}, id=piece),
        lambda piece: chunk({"content": piece}, usage={"total_tokens": len(piece)}),
        lambda piece: chunk({"content": "a"}, obfuscation=piece),
        lambda piece: chunk({"content": "a"}, obfuscation=None),
        lambda piece: chunk({"content": piece}, inside={"logprobs": None}),
        lambda piece: chunk({"content": piece}, inside={"logprobs": {"content": [{"t": piece}]}}),
        lambda piece: chunk({"content": piece}, inside={"finish_reason": piece}),
        lambda piece: chunk({"content": piece}, inside={"usage": {"total_tokens": 1}}),
        lambda piece: chunk({"content": piece}, inside={"message": {"content": piece}}),
        lambda piece: {**chunk({}), "choices": []},
        lambda piece: {**chunk({}), "choices": [{"index": 0}, {"index": 1}]},
        lambda piece: {"id": "chatcmpl-1", "choices": [{"message": {"content": piece}}]},
    ],
    "messages": [
        delta,
        lambda piece: delta(piece, key="thinking"),
        lambda piece: delta(piece, key="signature"),
        lambda piece: delta(piece, key="partial_json"),
        lambda piece: delta(piece, index=1),
        lambda piece: delta(piece, index=None),
        lambda piece: delta([piece]),
        lambda piece: delta("a", obfuscation=piece),
        lambda piece: {**delta(piece), "type": "keepalive"},
        lambda piece: BLOCK,
        lambda piece: {"type": "content_block_stop", "index": 0},
        lambda piece: {**BLOCK, "content_block": {"type": "text", "text": piece, "id": "block"}},
        lambda piece: {"type": "message_delta", "delta": {"stop_reason": piece}},
    ],
    "responses": [
        text_delta,
        lambda piece: text_delta(piece, content_index=1),
        lambda piece: text_delta(piece, output_index=1, item_id="msg_2"),
        lambda piece: text_delta(piece, item_id=None),
        lambda piece: text_delta("a", obfuscation=piece),
        lambda piece: text_delta(piece, logprobs=[{"token": piece}]),
        lambda piece: {**text_delta(piece), "type": "response.reasoning_text.delta"},
        lambda piece: {**text_delta(piece), "type": "response.reasoning_summary_text.delta"},
        lambda piece: {**text_delta(piece), "type": "response.function_call_arguments.delta"},
        lambda piece: {**text_delta(""), "type": "response.output_text.done", "text": piece},
        lambda piece: text_delta(piece, type="keepalive"),
        lambda piece: text_delta([piece]),
    ],
}


def in_full(protocol: ProtocolName) -> Accumulator:
    """An accumulator that takes in every event as if it were of no usual sort."""
    kind = type(accumulator_for(protocol))
    made: Accumulator = type("Slow", (kind,), {"goes_on": lambda self, event: False})()
    return made


@pytest.mark.parametrize("protocol", STEPS)
@given(
    runs=st.lists(
        st.tuples(
            st.integers(0, 80),
            st.integers(0, 80),
            st.lists(st.sampled_from(["a", "b", "é", '"', "", "stop"]), max_size=5),
        ),
        max_size=6,
    ),
)
def test_they_have_the_effect_of_being_taken_in_in_full(
    protocol: ProtocolName, runs: list[tuple[int, int, list[str]]]
) -> None:
    steps = STEPS[protocol]
    quick, full = accumulator_for(protocol), in_full(protocol)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Two sorts in turn, some pieces each.
        for one, other, pieces in runs:
            for piece, which in product(pieces, (one, other)):
                event = steps[which % len(steps)](piece)
                quick.add(event)
                shown = quick.pieces(event)
                again = json.loads(json.dumps(event))
                full.add(again)
                assert shown == full.pieces(again)
                assert json.dumps(quick.snapshot()) == json.dumps(full.snapshot())
                spoil(event)


def spoil(value: Any) -> None:
    """Change all there is in an event, as the program may that was given it."""
    items = value.values() if type(value) is dict else value
    for item in items if type(value) in (dict, list) else ():
        spoil(item)
    if type(value) is dict:
        value.clear()
    elif type(value) is list:
        value.append("spoilt")


@pytest.mark.parametrize("protocol", samples.PROTOCOLS)
@pytest.mark.parametrize("kind", KINDS)
def test_most_events_are_such(protocol: ProtocolName, kind: str) -> None:
    accumulator = accumulator_for(protocol)
    events = SSEDecoder().feed(b"".join(samples.stream(protocol, kind, 200).events))
    taken = 0
    for event in events:
        if event.data != "[DONE]":
            value = json.loads(event.data)
            if accumulator.goes_on(value):
                taken += 1
            else:
                accumulator.add(value)
    assert taken > 185
