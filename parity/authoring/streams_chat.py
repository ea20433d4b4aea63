"""Chat Completions: what the pieces of a stream add up to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parity.authoring.builder import CHAT, Vector, event_stream, sse, stream

__all__ = ["chunk", "completion", "vectors"]

_HEAD = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "kimi-k3"}
_USAGE = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}


def chunk(delta: Mapping[str, Any], finish: str | None = None, **extra: Any) -> dict[str, Any]:
    """A chunk of one choice."""
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {**_HEAD, "choices": [choice], **extra}


def completion(
    message: Mapping[str, Any], finish: str | None = "stop", **extra: Any
) -> dict[str, Any]:
    """The completion of one choice."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", **message},
        "finish_reason": finish,
    }
    return {**_HEAD, "object": "chat.completion", "choices": [choice], **extra}


def _call(
    index: int | None,
    call_id: str | None = None,
    name: str | None = None,
    arguments: str | None = "",
) -> dict[str, Any]:
    out: dict[str, Any] = {} if index is None else {"index": index}
    if call_id is not None:
        out |= {"id": call_id, "type": "function"}
    function = {} if name is None else {"name": name}
    return {**out, "function": {**function, "arguments": arguments}}


def _whole(call_id: str, name: str, arguments: str) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def vectors() -> Iterator[Vector]:
    """Accumulation and truncation of chat streams."""
    yield from _null_and_absent()
    yield from _odd_chunks()
    yield from _tool_calls()
    yield from _completeness()


def _null_and_absent() -> Iterator[Vector]:
    source = "https://github.com/modelscope/ms-swift/pull/9881"
    events = [
        chunk({"role": "assistant", "content": None}),
        chunk({"content": None, "reasoning_content": "a"}),
        chunk({"reasoning_content": None, "content": "b"}),
        chunk({}, "stop"),
    ]
    yield stream(
        "null-pieces",
        CHAT,
        "A null piece adds nothing.",
        sse(events),
        events=events,
        final=completion({"content": "b", "reasoning_content": "a"}),
        text="b",
        reasoning="a",
        sources=[source],
    )
    events = [
        chunk({"role": "assistant", "content": None, "reasoning_content": ""}),
        chunk({}, "stop"),
    ]
    yield stream(
        "null-empty-absent",
        CHAT,
        'What only came as null is null, what came as "" is "", what never came is absent.',
        sse(events),
        events=events,
        final=completion({"content": None, "reasoning_content": ""}),
        sources=["https://github.com/continuedev/continue/issues/11711"],
    )
    events = [chunk({"role": "assistant", "content": "x"}), chunk({}, "stop")]
    yield stream(
        "absent-reasoning",
        CHAT,
        "Without reasoning there is no reasoning key.",
        sse(events),
        events=events,
        final=completion({"content": "x"}),
        text="x",
    )


def _odd_chunks() -> Iterator[Vector]:
    source = "https://github.com/awslabs/llmeter/pull/34"
    choices: dict[str, dict[str, Any]] = {
        "empty": {"choices": []},
        "null": {"choices": None},
        "absent": {},
    }
    for name, extra in choices.items():
        last = {**_HEAD, **extra, "usage": _USAGE}
        events = [chunk({"role": "assistant", "content": "x"}), chunk({}, "stop"), last]
        yield stream(
            f"choices-{name}",
            CHAT,
            f"The choices of the chunk with the usage are {name}.",
            sse(events),
            events=events,
            final=completion({"content": "x"}, usage=_USAGE),
            text="x",
            sources=[source],
        )
    last = chunk({}, "stop")
    last["choices"][0]["usage"] = _USAGE
    events = [chunk({"role": "assistant", "content": "x"}), last]
    yield stream(
        "usage-in-choice",
        CHAT,
        "Kimi puts the usage into the last chunk's choice.",
        sse(events),
        events=events,
        final=completion({"content": "x"}, usage=_USAGE),
        text="x",
        sources=["https://github.com/MoonshotAI/kimi-cli"],
    )
    events = [
        chunk({"role": "assistant", "content": "a"}),
        chunk({"role": "assistant", "content": "b"}, id="chatcmpl-2"),
        chunk({"role": "assistant"}, "stop", id="chatcmpl-3"),
    ]
    yield stream(
        "changing-id",
        CHAT,
        "The first id stays, and a role that is repeated is one role.",
        sse(events),
        events=events,
        final=completion({"content": "ab"}),
        text="ab",
        sources=["https://github.com/charmbracelet/fantasy"],
    )
    text = "<|tool_calls_section_begin|>x<|im_end|>"
    events = [chunk({"role": "assistant", "content": text}), chunk({}, "stop")]
    yield stream(
        "special-tokens",
        CHAT,
        "A model's special tokens in the text are text.",
        sse(events),
        events=events,
        final=completion({"content": text}),
        text=text,
        sources=["https://github.com/vllm-project/vllm/issues/50367"],
    )
    events = [
        {
            **_HEAD,
            "choices": [
                {"index": i, "delta": {"role": "assistant", "content": t}, "finish_reason": None}
            ],
        }
        for i, t in ((1, "one"), (0, "zero"))
    ] + [{**_HEAD, "choices": [{"index": i, "delta": {}, "finish_reason": "stop"} for i in (0, 1)]}]
    final = {
        **_HEAD,
        "object": "chat.completion",
        "choices": [
            {"index": i, "message": {"role": "assistant", "content": t}, "finish_reason": "stop"}
            for i, t in enumerate(("zero", "one"))
        ],
    }
    yield stream(
        "two-choices",
        CHAT,
        "Choices are told apart by their index; the text is the first's.",
        sse(events),
        events=events,
        final=final,
        text="zero",
    )


def _tool_calls() -> Iterator[Vector]:
    source = "https://github.com/comet-ml/opik/issues/8362"

    def of(name: str, about: str, pieces: list[Any], calls: list[Any], *sources: str) -> Vector:
        events = [chunk({"role": "assistant", "content": None, "reasoning_content": "Hm."})]
        events += [chunk({"tool_calls": piece}) for piece in pieces] + [chunk({}, "tool_calls")]
        message = {"content": None, "reasoning_content": "Hm.", "tool_calls": calls}
        return stream(
            f"tools-{name}",
            CHAT,
            about,
            sse(events),
            events=events,
            final=completion(message, "tool_calls"),
            reasoning="Hm.",
            sources=sources or [source],
        )

    two = [_whole("a", "f", '{"x":1}'), _whole("b", "g", '{"y":2}')]
    yield of(
        "interleaved",
        "Fragments of two calls in turn.",
        [
            [_call(0, "a", "f")],
            [_call(1, "b", "g")],
            [_call(0, arguments='{"x"')],
            [_call(1, arguments='{"y"')],
            [_call(0, arguments=":1}")],
            [_call(1, arguments=":2}")],
        ],
        two,
    )
    yield of(
        "same-index",
        "Every call has the index 0; a new id is a new call.",
        [
            [_call(0, "a", "f")],
            [_call(0, arguments='{"x":1}')],
            [_call(0, "b", "g")],
            [_call(0, arguments='{"y":2}')],
        ],
        two,
    )
    yield of(
        "no-index",
        "Without an index the id opens a call, and what has none continues the last.",
        [
            [_call(None, "a", "f")],
            [_call(None, arguments='{"x":1}')],
            [_call(None, "b", "g")],
            [_call(None, arguments='{"y":2}')],
        ],
        two,
    )
    nulls = {"index": 0, "id": None, "type": None, "function": {"name": None, "arguments": "{}"}}
    yield of(
        "nulls",
        "Null in a fragment means no news.",
        [[_call(0, "a", "f")], [nulls], None],
        [_whole("a", "f", "{}")],
        "https://github.com/odysseus-dev/odysseus/issues/2922",
    )


def _completeness() -> Iterator[Vector]:
    start = [chunk({"role": "assistant", "reasoning_content": "Hm."}), chunk({"content": "Hel"})]
    strict = "https://github.com/can1357/oh-my-pi/issues/9433"
    cut_off = "https://github.com/GCWing/OpenBitFun/pull/2038"
    message = {"reasoning_content": "Hm.", "content": "Hel"}
    yield stream(
        "no-finish-reason",
        CHAT,
        "The sentinel ends a stream that has no finish_reason.",
        sse(start),
        events=start,
        final=completion(message, None),
        text="Hel",
        reasoning="Hm.",
        sources=[strict],
    )
    nothing = [{**_HEAD, "choices": []}]
    yield stream(
        "only-sentinel",
        CHAT,
        "The sentinel ends a stream in which no choice ever came.",
        sse(nothing),
        events=nothing,
        final={**_HEAD, "object": "chat.completion", "choices": []},
        sources=[strict],
    )
    events = [*start, chunk({}, "stop")]
    yield stream(
        "no-sentinel",
        CHAT,
        "A finish_reason and a clean end will do.",
        sse(events, done=False),
        events=events,
        final=completion(message),
        text="Hel",
        reasoning="Hm.",
        sources=[strict],
    )
    bodies = {
        "clean": ("A clean end in the middle of the answer.", event_stream(sse(start, done=False))),
        "reset": (
            "The connection breaks in the middle of the answer.",
            event_stream(sse(start, done=False), then="reset"),
        ),
        "half-event": (
            "The end comes inside an event.",
            event_stream(sse(start, done=False) + b'data: {"id":"chatcmpl-1","cho'),
        ),
        "half-character": (
            "The end comes inside a character.",
            event_stream(sse(start, done=False) + 'data: {"x":"满'.encode()[:-1]),
        ),
    }
    for name, (about, body) in bodies.items():
        yield stream(
            f"truncated-{name}",
            CHAT,
            f"{about} What came is not a complete answer.",
            body,
            events=start,
            text="Hel",
            reasoning="Hm.",
            state="truncated",
            sources=[cut_off],
        )
