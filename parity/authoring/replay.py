"""Two turns: the answer of the first goes into the second request, as the APIs want it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import (
    CHAT,
    MESSAGES,
    RESPONSES,
    SHORT,
    Body,
    Vector,
    event_stream,
    json_body,
    sse,
)
from parity.authoring.documented import request_of
from parity.authoring.streams_chat import chunk, completion
from parity.authoring.streams_messages import MESSAGE_EVENTS, MESSAGE_FINAL
from parity.authoring.streams_responses import RESPONSE_EVENTS, RESPONSE_FINAL

__all__ = ["vectors"]

_LOOPS = "https://github.com/continuedev/continue/issues/11711"
_BLOCKS = "https://github.com/openai/openai-agents-python/pull/4175"
_NULLS = "https://github.com/openai/openai-python/pull/3053"
_TWICE = "https://github.com/NousResearch/hermes-agent/pull/7939"

_CALL = {"id": "f:0", "type": "function", "function": {"name": "f", "arguments": "{}"}}
_CHAT_EVENTS = [
    chunk({"role": "assistant", "content": None, "reasoning_content": ""}),
    chunk({"reasoning_content": "Hm."}),
    chunk({"tool_calls": [{"index": 0, **_CALL}]}),
    chunk({}, "tool_calls"),
]
_CHAT_MESSAGE = {
    "role": "assistant",
    "content": None,
    "reasoning_content": "Hm.",
    "tool_calls": [_CALL],
}
_RESULT = {"role": "tool", "tool_call_id": "f:0", "content": "ok"}
_NEXT = {"role": "user", "content": "And then?"}


def vectors() -> Iterator[Vector]:
    """Each protocol from a whole answer and from a stream."""
    final = completion({k: v for k, v in _CHAT_MESSAGE.items() if k != "role"}, "tool_calls")
    for is_stream in (False, True):
        yield _of(CHAT, is_stream, final, _CHAT_EVENTS, [_CHAT_MESSAGE], _RESULT, _LOOPS)
        message = {"role": "assistant", "content": MESSAGE_FINAL["content"]}
        yield _of(MESSAGES, is_stream, MESSAGE_FINAL, MESSAGE_EVENTS, [message], _NEXT, _BLOCKS)
        items = RESPONSE_FINAL["output"]
        yield _of(RESPONSES, is_stream, RESPONSE_FINAL, RESPONSE_EVENTS, items, _NEXT)
    empty = completion(
        {"content": None, "reasoning_content": "", "tool_calls": [_CALL]}, "tool_calls"
    )
    kept = {**_CHAT_MESSAGE, "reasoning_content": ""}
    yield _of(CHAT, False, empty, [], [kept], _RESULT, _LOOPS, name="empty-reasoning")
    yield from _cleaned()


def _cleaned() -> Iterator[Vector]:
    """What a request may not have, though the answer had it."""
    about = "Of an answer a null goes that its place in a request may not be."
    null = completion({**_CHAT_MESSAGE, "name": None}, "tool_calls")
    yield _of(CHAT, False, null, [], [_CHAT_MESSAGE], _RESULT, _NULLS, name="null", about=about)
    thinking, text = {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Hi"}
    content = [{**thinking, "signature": None}, text]
    yield _of(
        MESSAGES,
        False,
        {**MESSAGE_FINAL, "content": content},
        [],
        [{"role": "assistant", "content": [thinking, text]}],
        _NEXT,
        _NULLS,
        name="null",
        about=about,
    )
    items: list[dict[str, Any]] = RESPONSE_FINAL["output"]
    kept = [{key: value for key, value in item.items() if key != "status"} for item in items]
    nulls = [{**kept[0], "status": None, "content": None}, {**kept[1], "status": None}]
    null = {**RESPONSE_FINAL, "output": nulls}
    yield _of(RESPONSES, False, null, [], kept, _NEXT, _NULLS, name="null", about=about)
    yield _of(
        RESPONSES,
        False,
        {**RESPONSE_FINAL, "output": [items[0], *items]},
        [],
        items,
        _NEXT,
        _TWICE,
        name="twice",
        about="An item that an answer has twice goes into the next request once.",
    )


def _of(
    operation: str,
    is_stream: bool,
    answer: Any,
    events: list[Any],
    appended: list[Any],
    result: Any,
    *sources: str,
    name: str = "",
    about: str = "The answer goes into the next request unchanged, its reasoning among it.",
) -> Vector:
    question = {"role": "user", "content": "Hi"}
    key = "input" if operation == RESPONSES else "messages"
    arguments: dict[str, Any] = {"model": "kimi-k3", key: [question]}
    if operation == MESSAGES:
        arguments["max_tokens"] = 64
    second = {**arguments, key: [question, *appended, result]}
    if is_stream:
        second["stream"] = True
    body: Body = event_stream(sse(events, operation)) if is_stream else json_body(answer)
    return Vector(
        name=f"replay-{SHORT[operation]}-{name or ('stream' if is_stream else 'answer')}",
        kind="replay",
        operation=operation,
        about=about,
        arguments=arguments,
        answers=[body],
        expect={"request": request_of(operation, second)},
        is_stream=is_stream,
        results=[result],
        sources=sources,
    )
