"""What gateways were seen to make of the protocols, in the smallest form, and what it has to mean.

Sync and async, by `deltas()` and in the final answer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from overlays.runtime.accumulate import StreamWarning
from overlays.runtime.errors import (
    APIStatusError,
    KimiError,
    OutputIncompleteError,
    OutputParseError,
)
from overlays.runtime.operation import ProtocolName
from tests.support.bending.reading import body_of, view_of
from tests.support.streams import OPERATIONS, Outcome, Reader, frames

Event = dict[str, Any]


class Wanted(NamedTuple):
    """What a stream has to come to.

    Attributes:
        calls: Id, name and arguments of each call; None for arguments that are half-built.
        warned: A word of the warning that it takes, if it does.
    """

    text: str = ""
    reasoning: str = ""
    calls: tuple[tuple[str, str, dict[str, Any] | None], ...] = ()
    warned: str = ""


def seen(
    read: Reader, protocol: ProtocolName, events: list[Event]
) -> tuple[Outcome, list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", StreamWarning)
        return read(OPERATIONS[protocol], [body_of(protocol, events)]), caught


def check(read: Reader, protocol: ProtocolName, events: list[Event], wanted: Wanted) -> None:
    outcome, caught = seen(read, protocol, events)
    assert outcome.error is None
    view = view_of(protocol, outcome.final)
    assert (outcome.text, outcome.reasoning) == (wanted.text, wanted.reasoning)
    assert (view.output_text, view.reasoning_text) == (wanted.text, wanted.reasoning)
    check_calls(view, wanted)
    assert bool(caught) == bool(wanted.warned)
    assert all(wanted.warned in str(one.message) for one in caught)


def check_calls(view: Any, wanted: Wanted) -> None:
    assert [(call.id, call.name) for call in view.tool_calls] == [c[:2] for c in wanted.calls]
    for call, (_, _, arguments) in zip(view.tool_calls, wanted.calls, strict=True):
        assert call.is_complete == (arguments is not None)
        if arguments is not None:
            assert call.arguments == arguments
        else:
            with pytest.raises((OutputIncompleteError, OutputParseError)):
                _ = call.arguments


# --- Responses ------------------------------------------------------------------------------------


def event(kind: str, **fields: Any) -> Event:
    return {"type": f"response.{kind}", **fields}


def wrote(text: Any, **place: Any) -> Event:
    return event("output_text.delta", delta=text, **place)


def thought(text: Any, **place: Any) -> Event:
    return event("reasoning_text.delta", delta=text, **place)


def summed(text: Any, **place: Any) -> Event:
    return event("reasoning_summary_text.delta", delta=text, **place)


def argued(text: Any, **place: Any) -> Event:
    return event("function_call_arguments.delta", delta=text, **place)


def added(item: Event, index: int = 0) -> Event:
    return event("output_item.added", output_index=index, item=item)


def done(item: Event, index: int = 0) -> Event:
    return event("output_item.done", output_index=index, item=item)


def completed(*output: Event, **fields: Any) -> Event:
    response = {"id": "r", "status": "completed", "output": list(output), **fields}
    return event("completed", response=response)


def message(*texts: str, item_id: str = "m", **fields: Any) -> Event:
    content = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    item = {"type": "message", "id": item_id, "role": "assistant", "status": "completed"}
    return {**item, "content": content, **fields}


def reasoning(*texts: str, item_id: str = "rs", **fields: Any) -> Event:
    summary = [{"type": "summary_text", "text": text} for text in texts]
    return {"type": "reasoning", "id": item_id, "summary": summary, **fields}


def call(arguments: Any, number: int = 1, **fields: Any) -> Event:
    item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}"}
    item |= {"name": f"f{number}", "arguments": arguments, "status": "completed"}
    return {**item, **fields}


def opened(item: Event) -> Event:
    """An item as it is announced."""
    empty: Event = {key: [] for key in ("content", "summary") if key in item}
    if "arguments" in item:
        empty["arguments"] = ""
    return {**item, **empty, "status": "in_progress"}


BOTH = Wanted("Hi", "think")
A1: dict[str, Any] = {"a": 1}
ONE_CALL = Wanted(calls=(("call_1", "f1", A1),))
TWO_CALLS = Wanted(calls=(("call_1", "f1", A1), ("call_2", "f2", {"b": 2})))
AT_0: dict[str, Any] = {"output_index": 0}

RESPONSES: dict[str, tuple[list[Event], Wanted]] = {
    # Indexes that tell nothing apart (Oaklight/llm-rosetta#56 and others).
    "no index, no item": ([thought("think"), wrote("Hi"), completed()], BOTH),
    "index 0, other ids": (
        [
            thought("think", **AT_0, item_id="rs"),
            wrote("Hi", **AT_0, item_id="m"),
            completed(),
        ],
        BOTH,
    ),
    "index 0 after items were announced": (
        [
            added(opened(reasoning())),
            added(opened(message()), 1),
            thought("think", **AT_0),
            wrote("Hi", **AT_0),
            completed(),
        ],
        BOTH,
    ),
    "no index, with a summary": ([summed("think"), wrote("Hi"), completed()], BOTH),
    # Later forms that are empty (maximhq/bifrost#895).
    "a text that is done empty": (
        [
            added(opened(message())),
            wrote("4", **AT_0, item_id="m"),
            event("output_text.done", **AT_0, item_id="m", content_index=0, text=""),
            completed(),
        ],
        Wanted("4"),
    ),
    "a part that is done empty": (
        [
            added(opened(message())),
            wrote("4", **AT_0, item_id="m", content_index=0),
            event(
                "content_part.done",
                **AT_0,
                item_id="m",
                content_index=0,
                part={"type": "output_text", "text": ""},
            ),
            completed(),
        ],
        Wanted("4"),
    ),
    "reasoning that is done empty": (
        [
            thought("4", **AT_0, item_id="rs", content_index=0),
            event("reasoning_text.done", **AT_0, item_id="rs", content_index=0, text=""),
            completed(),
        ],
        Wanted(reasoning="4"),
    ),
    "an item that is done without its content": (
        [
            added(opened(message())),
            wrote("4", **AT_0, item_id="m"),
            done(message()),
            completed(),
        ],
        Wanted("4"),
    ),
    "an item that is without its content in the end": (
        [added(opened(message())), wrote("4", **AT_0, item_id="m"), completed(message())],
        Wanted("4"),
    ),
    "arguments that are done empty": (
        [
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            event("function_call_arguments.done", **AT_0, item_id="fc_1", arguments=""),
            completed(),
        ],
        ONE_CALL,
    ),
    "a call that is done with empty arguments": (
        [
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            done(call("")),
            completed(),
        ],
        ONE_CALL,
    ),
    "a call that is done without arguments": (
        [
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            done({key: value for key, value in call("").items() if key != "arguments"}),
            completed(),
        ],
        ONE_CALL,
    ),
    "a call that has empty arguments in the end": (
        [
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            completed(call("")),
        ],
        ONE_CALL,
    ),
    # Several items at one index.
    "a message and a call at one index": (
        [
            added(opened(message())),
            wrote("Hi", **AT_0, item_id="m"),
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            completed(),
        ],
        ONE_CALL._replace(text="Hi"),
    ),
    "two calls at one index": (
        [
            added(opened(call("", 1))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            added(opened(call("", 2))),
            argued('{"b":2}', **AT_0, item_id="fc_2"),
            completed(),
        ],
        TWO_CALLS,
    ),
    "two calls at one index at once": (
        [
            added(opened(call("", 1))),
            added(opened(call("", 2))),
            argued('{"a"', **AT_0, item_id="fc_1"),
            argued('{"b"', **AT_0, item_id="fc_2"),
            argued(":1}", **AT_0, item_id="fc_1"),
            argued(":2}", **AT_0, item_id="fc_2"),
            completed(),
        ],
        TWO_CALLS,
    ),
    # Several texts at one index (Wei-Shaw/sub2api#5208).
    "texts that are done, one after another, at one index": (
        [
            wrote("Hi ", content_index=0),
            event("output_text.done", content_index=0, text="Hi "),
            wrote("you", content_index=0),
            event("output_text.done", content_index=0, text="you"),
            completed(),
        ],
        Wanted("Hi you"),
    ),
    "parts that are announced, one after another, at one index": (
        [
            wrote("Hi ", content_index=0),
            event("output_text.done", content_index=0, text="Hi "),
            event("content_part.added", content_index=0, part={"type": "output_text", "text": ""}),
            wrote("you", content_index=0),
            event("output_text.done", content_index=0, text="you"),
            completed(),
        ],
        Wanted("Hi you"),
    ),
    "a delta that is an object": (
        [
            wrote({"type": "text", "text": "Hi "}),
            wrote({"type": "text", "text": "you"}),
            completed(),
        ],
        Wanted("Hi you"),
    ),
    "a delta that is a list": (
        [wrote([{"type": "text", "text": "Hi "}, "you"]), wrote(None), wrote(""), completed()],
        Wanted("Hi you"),
    ),
    # The index of the part goes up with each delta (vllm-project/vllm#35184).
    "part indexes that count up": (
        [
            added(opened(reasoning())),
            *[
                thought(piece, **AT_0, item_id="rs", content_index=36 + number)
                for number, piece in enumerate(("th", "in", "k"))
            ],
            added(opened(message()), 1),
            wrote("Hi", output_index=1, item_id="m", content_index=40),
            completed(),
        ],
        BOTH,
    ),
    "part indexes that count up, without items": (
        [
            *[thought(piece, content_index=36 + n) for n, piece in enumerate(("th", "in", "k"))],
            wrote("Hi", content_index=40),
            completed(),
        ],
        BOTH,
    ),
    # Text that comes in no delta (lidge-jun/opencodex#4652, vercel/ai#13912).
    "a text that is only done": (
        [
            added(opened(message())),
            event("output_text.done", **AT_0, item_id="m", content_index=0, text="Hi"),
            completed(),
        ],
        Wanted("Hi"),
    ),
    "a part that is only done": (
        [
            event(
                "content_part.done",
                **AT_0,
                content_index=0,
                part={"type": "output_text", "text": "Hi"},
            ),
            completed(),
        ],
        Wanted("Hi"),
    ),
    "items that are only done": (
        [done(reasoning("think")), done(message("Hi"), 1), done(call('{"a":1}'), 2), completed()],
        ONE_CALL._replace(text="Hi", reasoning="think"),
    ),
    "items that are only in the end": (
        [completed(reasoning("think"), message("Hi"), call('{"a":1}'))],
        ONE_CALL._replace(text="Hi", reasoning="think"),
    ),
    "arguments that are only done": (
        [
            added(opened(call(""))),
            event("function_call_arguments.done", **AT_0, item_id="fc_1", arguments='{"a":1}'),
            completed(),
        ],
        ONE_CALL,
    ),
    "everything that is whole four times": (
        [
            added(opened(message())),
            event("output_text.done", **AT_0, item_id="m", content_index=0, text="Hi"),
            event(
                "content_part.done",
                **AT_0,
                item_id="m",
                content_index=0,
                part={"type": "output_text", "text": "Hi"},
            ),
            done(message("Hi")),
            completed(message("Hi")),
        ],
        Wanted("Hi"),
    ),
    "a later form with more": (
        [wrote("Hel", **AT_0, item_id="m"), done(message("Hello")), completed(message("Hello!"))],
        Wanted("Hello!"),
    ),
    "a later form with something else": (
        [wrote("Hel", **AT_0, item_id="m"), done(message("Bye")), completed()],
        Wanted("Hel", warned="Bye"),
    ),
    # Items out of order (earendil-works/pi#4171).
    "items that are done out of order": (
        [
            added(opened(reasoning())),
            added(opened(call("")), 1),
            done(call('{"a":1}'), 1),
            done(reasoning("think", encrypted_content="e")),
            completed(),
        ],
        ONE_CALL._replace(reasoning="think"),
    ),
    "half of the arguments": (
        [added(opened(call(""))), argued('{"a":', **AT_0, item_id="fc_1"), completed()],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    # litellm in front of an Anthropic model.
    "reasoning without its summary in the end": (
        [
            added(opened(reasoning())),
            summed("think", **AT_0, item_id="rs", summary_index=0),
            added(opened(message()), 1),
            wrote("Hi", output_index=1, item_id="m", content_index=0),
            completed(
                {
                    "type": "reasoning",
                    "id": "rs_other",
                    "content": [{"type": "output_text", "text": "think", "annotations": []}],
                },
                message("Hi", item_id="m_other"),
            ),
        ],
        BOTH,
    ),
    "reasoning in parts of text": (
        [
            done(
                {
                    "type": "reasoning",
                    "id": "rs",
                    "content": [{"type": "output_text", "text": "think"}],
                }
            ),
            completed(message("Hi")),
        ],
        BOTH,
    ),
    "a content that is a string": (
        [completed({"type": "message", "id": "m", "content": "Hi", "status": "completed"})],
        Wanted("Hi"),
    ),
    "ids that each event makes up": (
        [
            *[thought(p, **AT_0, item_id=f"x{n}") for n, p in enumerate(("th", "ink"))],
            *[wrote(p, **AT_0, item_id=f"y{n}") for n, p in enumerate(("H", "i"))],
            completed(),
        ],
        BOTH,
    ),
    "a stub of a call": (
        [
            added({"type": "function_call", "id": "", "name": "", "arguments": ""}, 1),
            added(opened(call(""))),
            argued('{"a":1}', **AT_0, item_id="fc_1"),
            completed(),
        ],
        ONE_CALL,
    ),
    "a call without arguments": (
        [added(opened(call(""))), done(call("")), completed()],
        Wanted(calls=(("call_1", "f1", {}),)),
    ),
    "a call that was cut": (
        [
            added(opened(call(""))),
            event("incomplete", response={"status": "incomplete", "output": []}),
        ],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
}


@pytest.mark.parametrize("name", RESPONSES)
def test_responses(read: Reader, name: str) -> None:
    check(read, "responses", *RESPONSES[name])


def test_encrypted_content_is_kept_and_items_go_back_once(read: Reader) -> None:
    events = [
        added(opened(reasoning())),
        added(opened(call("")), 1),
        done(call('{"a":1}'), 1),
        done(reasoning("think", encrypted_content="e")),
        completed(),
    ]
    outcome, _ = seen(read, "responses", events)
    first, second = view_of("responses", outcome.final).to_input()
    assert (first["encrypted_content"], second["call_id"]) == ("e", "call_1")


# --- Chat -----------------------------------------------------------------------------------------


def chunk(finish: Any = None, **delta: Any) -> Event:
    return {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def fragment(arguments: Any, **fields: Any) -> Event:
    name = fields.pop("name", None)
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    return chunk(tool_calls=[{**fields, "function": function}])


def part(text: str, kind: str = "text") -> Event:
    return {"type": kind, "text": text}


STOP = chunk("stop")
CALLED = chunk("tool_calls")
CHAT: dict[str, tuple[list[Event], Wanted]] = {
    # Lists of parts (symfony/ai#2422, openlit/openlit#1597).
    "content in lists": (
        [chunk(content=[part("a")]), chunk(content=[part("b")]), STOP],
        Wanted("ab"),
    ),
    "content in a list, then empty": (
        [chunk(content=[part("a")]), chunk(content=""), STOP],
        Wanted("a"),
    ),
    "content in strings and lists": (
        [chunk(content="a"), chunk(content=[part("b")]), chunk(content="c"), STOP],
        Wanted("abc"),
    ),
    "content in a list of both": ([chunk(content=["a", part("b")]), STOP], Wanted("ab")),
    "content that is an object": ([chunk(content=part("a")), STOP], Wanted("a")),
    "reasoning under another key": ([chunk(reasoning="think"), chunk(content="Hi"), STOP], BOTH),
    "reasoning under both keys": (
        [chunk(reasoning="think", reasoning_content="think"), chunk(content="Hi"), STOP],
        BOTH,
    ),
    "reasoning that is an object": (
        [chunk(reasoning_content={"text": "think"}), chunk(content="Hi"), STOP],
        BOTH,
    ),
    "reasoning in the content": (
        [chunk(content=[part("think", "reasoning_text"), part("Hi")]), STOP],
        BOTH,
    ),
    "an empty list where reasoning is due": (
        [chunk(reasoning_content="think"), chunk(reasoning_content=[], content="Hi"), STOP],
        BOTH,
    ),
    # A reason that is given once stays (maximhq/bifrost#4963).
    "a reason beside text, then null": (
        [chunk("length", content="Hi"), chunk(None), chunk("")],
        Wanted("Hi"),
    ),
    # Calls.
    "new ids at one index": (
        [
            fragment('{"a"', index=0, id="call_1", name="f1"),
            fragment(":1}", index=0, id="call_2"),
            CALLED,
        ],
        ONE_CALL,
    ),
    "two calls at one index": (
        [
            fragment('{"a":1}', index=0, id="call_1", name="f1"),
            fragment('{"b":2}', index=0, id="call_2", name="f2"),
            CALLED,
        ],
        TWO_CALLS,
    ),
    "two calls without indexes": (
        [
            fragment("", id="call_1", name="f1"),
            fragment('{"a":1}'),
            fragment("", id="call_2", name="f2"),
            fragment('{"b":2}'),
            CALLED,
        ],
        TWO_CALLS,
    ),
    "an index from 1, id and type null": (
        [
            fragment("", index=1, id="call_1", type="function", name="f1"),
            fragment('{"a":1}', index=1, id=None, type=None),
            CALLED,
        ],
        ONE_CALL,
    ),
    "arguments that are empty": (
        [fragment("", index=0, id="call_1", name="f1"), CALLED],
        Wanted(calls=(("call_1", "f1", {}),)),
    ),
    "a call cut by the budget": (
        [fragment('{"a":', index=0, id="call_1", name="f1"), chunk("length")],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a call cut before its arguments": (
        [fragment("", index=0, id="call_1", name="f1"), chunk("length")],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a stub of a call": (
        [
            chunk(content="Hi", tool_calls=[{"function": {"name": "", "arguments": ""}}]),
            STOP,
        ],
        Wanted("Hi"),
    ),
    "ids as they come": (
        [
            fragment('{"a":1}', index=0, id="functions.f1:3", name="f1"),
            fragment('{"b":2}', index=1, id="functions.f2:4", name="f2"),
            CALLED,
        ],
        Wanted(
            calls=(("functions.f1:3", "f1", A1), ("functions.f2:4", "f2", {"b": 2})),
        ),
    ),
    "arguments with a token of the model": (
        [
            fragment("\ufffd<|tool_call_argument_begin|>{", index=0, id="call_1", name="f1"),
            CALLED,
        ],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    # A relay that repeats the whole text: the protocol says append.
    "texts that repeat": ([chunk(content="A"), chunk(content="AB"), STOP], Wanted("AAB")),
}


@pytest.mark.parametrize("name", CHAT)
def test_chat(read: Reader, name: str) -> None:
    check(read, "chat", *CHAT[name])


@pytest.mark.parametrize("later", [None, ""])
def test_a_reason_that_was_given_stays(read: Reader, later: Any) -> None:
    outcome, caught = seen(read, "chat", [chunk("length", content="Hi"), chunk(later)])
    assert outcome.final["choices"][0]["finish_reason"] == "length"
    assert view_of("chat", outcome.final).is_truncated
    assert not caught


def test_an_empty_reason_is_none(read: Reader) -> None:
    outcome, _ = seen(read, "chat", [chunk("", content="Hi"), chunk("")])
    assert not outcome.final["choices"][0]["finish_reason"]


@pytest.mark.parametrize(
    "body",
    [
        {"code": "rate_limit_daily", "message": "Error code: 429 - too many"},
        {"success": False, "message": "quota"},
        {"detail": "not today"},
        {"error": {"message": "boom"}},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "error", "error": {"code": 1}}]},
    ],
)
def test_an_event_that_is_an_error_is_raised(read: Reader, body: Event) -> None:
    outcome, _ = seen(read, "chat", [body])
    assert isinstance(outcome.error, APIStatusError)
    later, _ = seen(read, "chat", [chunk(content="Hi"), body])
    assert isinstance(later.error, APIStatusError)
    assert later.text == "Hi"
    assert view_of("chat", later.partial).output_text == "Hi"


# --- Messages -------------------------------------------------------------------------------------


def start(index: Any = 0, **block: Any) -> Event:
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: Any = 0, **fields: Any) -> Event:
    kind = next(iter(fields))
    name = {"partial_json": "input_json"}.get(kind, kind)
    made = {"type": f"{name}_delta", **fields}
    return {"type": "content_block_delta", "index": index, "delta": made}


def stop(index: Any = 0) -> Event:
    return {"type": "content_block_stop", "index": index}


def ended(reason: Any = "end_turn") -> list[Event]:
    return [{"type": "message_delta", "delta": {"stop_reason": reason}}, {"type": "message_stop"}]


def use(number: int = 1, index: Any = 0, **fields: Any) -> Event:
    return start(index, type="tool_use", id=f"call_{number}", name=f"f{number}", input={}, **fields)


THINKING = {"type": "thinking", "thinking": "", "signature": ""}
TEXT = {"type": "text", "text": ""}
MESSAGES: dict[str, tuple[list[Event], Wanted]] = {
    "two blocks at one index": (
        [
            start(0, **THINKING),
            delta(thinking="think"),
            stop(),
            start(0, **TEXT),
            delta(text="Hi"),
            stop(),
            *ended(),
        ],
        BOTH,
    ),
    "two blocks open at one index": (
        [
            start(0, **THINKING),
            start(0, **TEXT),
            delta(thinking="think"),
            delta(text="Hi"),
            *ended(),
        ],
        BOTH,
    ),
    "no indexes": (
        [
            start(None, **THINKING),
            delta(None, thinking="think"),
            stop(None),
            start(None, **TEXT),
            delta(None, text="Hi"),
            *ended(),
        ],
        BOTH,
    ),
    "a text in a block of reasoning": (
        [start(0, **THINKING), delta(thinking="think"), delta(text="Hi"), stop(), *ended()],
        BOTH,
    ),
    "a block that was never announced": (
        [delta(5, text="Hi"), stop(5), *ended()],
        Wanted("Hi", warned="never announced"),
    ),
    "a block that starts with text": (
        [start(0, type="text", text="H"), delta(text="i"), stop(), *ended()],
        Wanted("Hi"),
    ),
    "a block that has all its text at the start": (
        [start(0, type="text", text="Hi"), stop(), *ended()],
        Wanted("Hi"),
    ),
    "pieces in lists and objects": (
        [
            start(0, **TEXT),
            delta(text=[part("H")]),
            delta(text=part("i")),
            delta(text=None),
            *ended(),
        ],
        Wanted("Hi"),
    ),
    "two signatures": (
        [
            start(0, **THINKING),
            delta(thinking="think"),
            delta(signature="one"),
            delta(signature="two"),
            *ended(),
        ],
        Wanted(reasoning="think", warned="signature"),
    ),
    "content once more in the end": (
        [
            start(0, **TEXT),
            delta(text="Hi"),
            stop(),
            {"type": "message_delta", "delta": {"content": [{"type": "text", "text": "Hi"}]}},
            *ended(),
        ],
        Wanted("Hi"),
    ),
    "content only in the end": (
        [
            {"type": "message_delta", "delta": {"content": [{"type": "text", "text": "Hi"}]}},
            *ended(),
        ],
        Wanted("Hi"),
    ),
    "a call": ([use(), delta(partial_json='{"a":1}'), stop(), *ended("tool_use")], ONE_CALL),
    "a call whose input is whole at the start": (
        [start(0, type="tool_use", id="call_1", name="f1", input=A1), stop(), *ended("tool_use")],
        ONE_CALL,
    ),
    "a call whose input is an object": (
        [use(), delta(partial_json=A1), stop(), *ended("tool_use")],
        ONE_CALL,
    ),
    "two calls at one index": (
        [
            use(1),
            delta(partial_json='{"a":1}'),
            stop(),
            use(2),
            delta(partial_json='{"b":2}'),
            stop(),
            *ended("tool_use"),
        ],
        TWO_CALLS,
    ),
    "a call cut by the budget": (
        [use(), delta(partial_json='{"a":'), stop(), *ended("max_tokens")],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a call cut before its input": (
        [use(), stop(), *ended("model_context_window_exceeded")],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a call without input": (
        [use(), stop(), *ended("tool_use")],
        Wanted(calls=(("call_1", "f1", {}),)),
    ),
    "an input that is no JSON": (
        [use(), delta(partial_json='{"a": \ufffd<|im_end|>'), stop(), *ended("tool_use")],
        Wanted(calls=(("call_1", "f1", None),)),
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages(read: Reader, name: str) -> None:
    check(read, "messages", *MESSAGES[name])


def test_the_last_signature_that_is_not_empty_is_kept(read: Reader) -> None:
    events = [start(0, **THINKING), delta(thinking="think"), delta(signature="one")]
    events += [delta(signature=""), delta(signature=None), stop(), *ended()]
    outcome, caught = seen(read, "messages", events)
    assert outcome.final["content"][0]["signature"] == "one"
    assert not caught


def test_thinking_and_calls_go_back_in_their_order(read: Reader) -> None:
    events = []
    for number in (1, 2):
        events += [
            start(2 * number, **THINKING),
            delta(2 * number, thinking=f"think {number}"),
            delta(2 * number, signature=f"sig {number}"),
            stop(2 * number),
            use(number, 2 * number + 1),
            delta(2 * number + 1, partial_json="{}"),
            stop(2 * number + 1),
        ]
    outcome, _ = seen(read, "messages", [*events, *ended("tool_use")])
    [sent] = view_of("messages", outcome.final).to_input()
    assert [block["type"] for block in sent["content"]] == ["thinking", "tool_use"] * 2
    assert [block.get("signature") for block in sent["content"]] == ["sig 1", None, "sig 2", None]


@pytest.mark.parametrize("later", [None, ""])
def test_a_stop_reason_that_was_given_stays(read: Reader, later: Any) -> None:
    events = [start(0, **TEXT), delta(text="Hi"), *ended("max_tokens")]
    events.insert(-1, {"type": "message_delta", "delta": {"stop_reason": later}})
    outcome, _ = seen(read, "messages", events)
    assert outcome.final["stop_reason"] == "max_tokens"


# --- what goes back -------------------------------------------------------------------------------

HALF_BUILT: dict[str, tuple[ProtocolName, list[Event]]] = {
    "a call of chat": ("chat", [fragment('{"a":', index=0, id="c", name="f"), chunk("length")]),
    "reasoning of chat": ("chat", [chunk(reasoning_content="thi"), chunk("length")]),
    "a call of messages": (
        "messages",
        [use(), delta(partial_json='{"a":'), stop(), *ended("max_tokens")],
    ),
    "thinking without its signature": (
        "messages",
        [start(0, **THINKING), delta(thinking="thi"), stop(), *ended("max_tokens")],
    ),
    "a call of responses": (
        "responses",
        [added(opened(call(""))), argued('{"a":', **AT_0, item_id="fc_1"), completed()],
    ),
    "reasoning of responses": (
        "responses",
        [
            added(opened(reasoning())),
            summed("thi", **AT_0, item_id="rs"),
            event(
                "incomplete",
                response={
                    "status": "incomplete",
                    "incomplete_details": {"reason": "max_output_tokens"},
                    "output": [],
                },
            ),
        ],
    ),
}


@pytest.mark.parametrize("name", HALF_BUILT)
def test_what_is_half_built_does_not_go_back(read: Reader, name: str) -> None:
    protocol, events = HALF_BUILT[name]
    outcome, _ = seen(read, protocol, events)
    with pytest.raises(OutputIncompleteError):
        view_of(protocol, outcome.final).to_input()


# --- answers that came whole ----------------------------------------------------------------------


def of_chat(finish: str = "stop", **fields: Any) -> Event:
    said = {"role": "assistant", **fields}
    return {"id": "c", "choices": [{"index": 0, "message": said, "finish_reason": finish}]}


def of_messages(*content: Event, reason: str = "end_turn") -> Event:
    base = {"id": "m", "type": "message", "role": "assistant", "stop_reason": reason}
    return {**base, "content": list(content)}


def of_responses(*output: Event, **fields: Any) -> Event:
    base = {"id": "r", "object": "response", "status": "completed"}
    return {**base, "output": list(output), **fields}


def called(arguments: Any, number: int = 1) -> Event:
    function = {"name": f"f{number}", "arguments": arguments}
    return {"id": f"call_{number}", "type": "function", "function": function}


WHOLE: dict[str, tuple[ProtocolName, Event, Wanted]] = {
    "content in a list": ("chat", of_chat(content=[part("H"), "i"]), Wanted("Hi")),
    "reasoning under another key": ("chat", of_chat(content="Hi", reasoning="think"), BOTH),
    "reasoning that is an object": (
        "chat",
        of_chat(content="Hi", reasoning_content={"text": "think"}),
        BOTH,
    ),
    "a call of chat": ("chat", of_chat("tool_calls", tool_calls=[called('{"a":1}')]), ONE_CALL),
    "a call of chat, cut": (
        "chat",
        of_chat("length", tool_calls=[called('{"a":')]),
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a call of chat, cut before its arguments": (
        "chat",
        of_chat("length", tool_calls=[called("")]),
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a stub of a call": (
        "chat",
        of_chat(content="Hi", tool_calls=[{"function": {"name": "", "arguments": ""}}]),
        Wanted("Hi"),
    ),
    "a call of messages, cut": (
        "messages",
        of_messages(
            {"type": "tool_use", "id": "call_1", "name": "f1", "input": {}}, reason="max_tokens"
        ),
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "a call of responses, cut": (
        "responses",
        of_responses(call("", status="incomplete"), status="incomplete"),
        Wanted(calls=(("call_1", "f1", None),)),
    ),
    "reasoning in parts of text": (
        "responses",
        of_responses(
            {
                "type": "reasoning",
                "id": "rs",
                "content": [{"type": "output_text", "text": "think"}],
            },
            message("Hi"),
        ),
        BOTH,
    ),
    "a stub beside a message": (
        "responses",
        of_responses(
            message("Hi"),
            {"type": "function_call", "id": "", "call_id": "", "name": "", "arguments": ""},
        ),
        Wanted("Hi"),
    ),
}


@pytest.mark.parametrize("name", WHOLE)
def test_an_answer_that_came_whole(name: str) -> None:
    protocol, body, wanted = WHOLE[name]
    view = view_of(protocol, body)
    assert (view.output_text, view.reasoning_text) == (wanted.text, wanted.reasoning)
    check_calls(view, wanted)


@pytest.mark.parametrize("name", WHOLE)
def test_an_answer_that_came_whole_though_a_stream_was_asked_for(read: Reader, name: str) -> None:
    protocol, body, wanted = WHOLE[name]
    headers = {"content-type": "application/json"}
    outcome = read(OPERATIONS[protocol], [frames(body)[len(b"data: ") :]], headers)
    assert outcome.error is None
    assert (outcome.text, outcome.reasoning) == (wanted.text, wanted.reasoning)
    view = view_of(protocol, outcome.final)
    assert (view.output_text, view.reasoning_text) == (wanted.text, wanted.reasoning)
    check_calls(view, wanted)


# --- contradictions where warnings are errors -----------------------------------------------------


def test_a_contradiction_is_an_error_if_warnings_are(read: Reader) -> None:
    events = [wrote("Hel", **AT_0, item_id="m"), done(message("Bye")), completed()]
    with warnings.catch_warnings():
        warnings.simplefilter("error", StreamWarning)
        outcome = read(OPERATIONS["responses"], [body_of("responses", events)])
    assert isinstance(outcome.error, KimiError)
    assert "Bye" in str(outcome.error)
    assert outcome.text == "Hel"


def test_leaving_deltas_loses_nothing(leave: Callable[[list[Event]], str]) -> None:
    events = [wrote("Hi ", **AT_0), wrote("you", **AT_0), wrote(" all", **AT_0), completed()]
    assert leave(events) == "Hi you all"


@pytest.fixture(params=[1, 2, 3])
def leave(request: pytest.FixtureRequest) -> Callable[[list[Event]], str]:
    """Reads a text with a reader that leaves after some deltas, and others that go on."""
    from tests.support.bending import read_left

    def run(events: list[Event]) -> str:
        reading = read_left("responses", body_of("responses", events), request.param)
        return "".join(delta.text for delta in reading.deltas)

    return run
