"""Response events to the response."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.accumulate.responses import ResponseAccumulator


def accumulate(*events: dict[str, Any]) -> dict[str, Any]:
    accumulator = ResponseAccumulator()
    taken: list[tuple[dict[str, Any], str]] = []
    for event in events:
        accumulator.add(event)
        snapshot = accumulator.snapshot()
        taken.append((snapshot, repr(snapshot)))
    for snapshot, text in taken:
        assert repr(snapshot) == text
    return accumulator.snapshot()


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", **fields}


def wrote(text: str, index: int = 0, **fields: Any) -> dict[str, Any]:
    return event("output_text.delta", output_index=index, content_index=0, delta=text, **fields)


def item_event(kind: str, item: dict[str, Any], index: int = 0) -> dict[str, Any]:
    return event(f"output_item.{kind}", output_index=index, item=item)


BASE: dict[str, Any] = {"id": "r", "object": "response", "created_at": 7, "model": "kimi"}
CREATED = event("created", response={**BASE, "status": "in_progress", "output": [], "usage": None})
TEXT: dict[str, Any] = {"type": "output_text", "text": "Hi", "annotations": []}
MESSAGE: dict[str, Any] = {
    "type": "message",
    "id": "m",
    "status": "completed",
    "role": "assistant",
    "content": [TEXT],
}
CALL: dict[str, Any] = {
    "type": "function_call",
    "id": "fc",
    "call_id": "c",
    "name": "f",
    "arguments": '{"a":1}',
    "status": "completed",
}


def completed(**fields: Any) -> dict[str, Any]:
    return event("completed", response={**BASE, "status": "completed", **fields})


def test_the_terminal_event_is_the_answer() -> None:
    usage = {"input_tokens": 1, "output_tokens": 2}
    final = completed(output=[MESSAGE], usage=usage, error=None)
    assert accumulate(CREATED, wrote("H"), final) == final["response"]
    assert accumulate(final) == final["response"]


# https://github.com/openai/openai-python/issues/3312
@pytest.mark.parametrize("output", [None, [], "absent"])
def test_an_output_that_is_missing_at_the_end_is_made_of_the_items(output: Any) -> None:
    usage = {"input_tokens": 1}
    final = completed(usage=usage, **({} if output == "absent" else {"output": output}))
    added = {**MESSAGE, "status": "in_progress", "content": []}
    out = accumulate(CREATED, item_event("added", added), item_event("done", MESSAGE), final)
    assert out == {**BASE, "status": "completed", "output": [MESSAGE], "usage": usage}


def test_items_are_made_of_pieces_if_there_is_nothing_else() -> None:
    # EvoLink's GLM page begins with a delta, without announcement or sequence number.
    out = accumulate(
        event("reasoning_text.delta", output_index=0, content_index=0, delta="hm"),
        event("reasoning_summary_text.delta", output_index=0, summary_index=0, delta="h"),
        event("reasoning_summary_text.delta", output_index=0, summary_index=1, delta="m"),
        wrote("H", 1, item_id="any"),
        wrote("i", 1, item_id="thing"),
        event("refusal.delta", output_index=1, content_index=1, delta="no"),
        event("function_call_arguments.delta", output_index=2, item_id="fc", delta='{"a"'),
        event("function_call_arguments.delta", output_index=2, item_id="fc", delta=":1}"),
        event("completed", response=None),
    )
    done = {"status": "completed"}
    assert out == {
        "object": "response",
        "status": "completed",
        "output": [
            {
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": "hm"}],
                "content": [{"type": "reasoning_text", "text": "hm"}],
                **done,
            },
            {
                "type": "message",
                "id": "any",
                "role": "assistant",
                "content": [
                    {"type": "output_text", "text": "Hi"},
                    {"type": "refusal", "refusal": "no"},
                ],
                **done,
            },
            {"type": "function_call", "id": "fc", "arguments": '{"a":1}', **done},
        ],
    }


def test_done_events_say_the_whole_text() -> None:
    out = accumulate(
        item_event("added", {**MESSAGE, "content": []}),
        event("content_part.added", output_index=0, content_index=0, part={**TEXT, "text": ""}),
        wrote("H"),
        event("output_text.done", output_index=0, content_index=0, text="Hi!"),
        item_event("added", {**CALL, "arguments": ""}, 1),
        event("function_call_arguments.done", output_index=1, arguments='{"b":2}'),
    )
    assert out["output"][0]["content"] == [{**TEXT, "text": "Hi!"}]
    assert out["output"][1]["arguments"] == '{"b":2}'
    part = {**TEXT, "text": "Part"}
    out = accumulate(wrote("P"), event("content_part.done", output_index=0, part=part))
    assert out["output"][0]["content"] == [part]


def test_pieces_that_a_done_item_has_already_change_nothing() -> None:
    out = accumulate(
        item_event("done", MESSAGE),
        wrote("H", item_id="m"),
        wrote("i", item_id="m"),
        event("output_text.done", item_id="m", output_index=0, content_index=0, text="Hi"),
        event("content_part.done", item_id="m", output_index=0, content_index=0, part={}),
    )
    assert out["output"] == [MESSAGE]


def test_items_are_found_by_id_if_they_have_no_index() -> None:
    out = accumulate(
        {"type": "response.output_item.added", "item": {**MESSAGE, "content": []}},
        {"type": "response.output_item.added", "item": {**CALL, "arguments": ""}},
        {"type": "response.output_text.delta", "item_id": "m", "delta": "Hi"},
        {"type": "response.function_call_arguments.delta", "item_id": "fc", "delta": "{}"},
    )
    assert out["output"][0]["content"] == [{"type": "output_text", "text": "Hi"}]
    assert out["output"][1]["arguments"] == "{}"


def test_items_that_all_have_the_same_index_are_kept_apart() -> None:
    out = accumulate(
        item_event("added", {**MESSAGE, "content": []}),
        wrote("Hi"),
        item_event("done", MESSAGE),
        item_event("added", {**CALL, "arguments": ""}),
        event("function_call_arguments.delta", output_index=0, delta='{"a":1}'),
        item_event("done", CALL),
        completed(output=None),
    )
    assert out["output"] == [MESSAGE, CALL]


def test_an_item_under_way_has_the_status_that_says_so() -> None:
    added = {key: value for key, value in CALL.items() if key != "status"}
    events = [
        item_event("added", {**added, "arguments": ""}),
        event("function_call_arguments.delta", output_index=0, delta='{"a'),
    ]
    [call] = accumulate(*events)["output"]
    assert (call["arguments"], call["status"]) == ('{"a', "in_progress")
    cut_off = event("incomplete", response={"status": "incomplete", "output": None})
    [call] = accumulate(*events, cut_off)["output"]
    assert (call["arguments"], call["status"]) == ('{"a', "incomplete")


# https://github.com/openai/openai-python/pull/3538
@pytest.mark.parametrize("kind", ["incomplete", "failed", "completed"])
def test_every_terminal_event_ends_it_with_its_response(kind: str) -> None:
    accumulator = ResponseAccumulator()
    accumulator.add(CREATED)
    accumulator.add(wrote("Hi"))
    assert bool(accumulator.done) is False
    details = {"reason": "max_output_tokens"}
    response = {"status": kind, "output": None, "incomplete_details": details}
    accumulator.add(event(kind, response=response))
    assert bool(accumulator.done) is True
    assert not accumulator.may_end
    out = accumulator.snapshot()
    assert (out["id"], out["status"], out["incomplete_details"]) == ("r", kind, details)
    assert out["output"][0]["content"][0]["text"] == "Hi"


def test_null_in_the_terminal_event_counts_except_for_the_output() -> None:
    first = event("created", response={**BASE, "usage": {"input_tokens": 1}, "metadata": {"a": 1}})
    out = accumulate(first, completed(usage=None, output=[MESSAGE]))
    assert out["usage"] is None
    assert out["metadata"] == {"a": 1}


def test_annotations_and_logprobs() -> None:
    out = accumulate(
        wrote("H", logprobs=[{"token": "H"}]),
        wrote("i", logprobs=[{"token": "i"}]),
        wrote("!", logprobs=[]),
        event("output_text.annotation.added", output_index=0, content_index=0, annotation={"n": 1}),
    )
    assert out["output"][0]["content"] == [
        {
            "type": "output_text",
            "text": "Hi!",
            "logprobs": [{"token": "H"}, {"token": "i"}],
            "annotations": [{"n": 1}],
        }
    ]


def test_custom_tool_calls_and_unknown_events() -> None:
    out = accumulate(
        event("web_search_call.searching", output_index=0),
        event("audio.delta", delta="x"),
        {"type": "keepalive"},
        {"type": None},
        event("custom_tool_call_input.delta", output_index=0, delta="free "),
        event("custom_tool_call_input.delta", output_index=0, delta="text"),
    )
    assert out["output"] == [
        {"type": "custom_tool_call", "input": "free text", "status": "in_progress"}
    ]
