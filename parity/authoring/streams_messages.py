"""Messages: what the events of a stream add up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import MESSAGES, Vector, event_stream, sse, stream

__all__ = ["MESSAGE_EVENTS", "MESSAGE_FINAL", "vectors"]

_BLOCKS = "https://github.com/openai/openai-agents-python/pull/4175"
_USAGES = "https://github.com/vercel/ai/issues/17326"
_CUT_OFF = "https://github.com/griffinwork40/agent-afk/pull/635"


def _start(usage: dict[str, Any] | None = None) -> dict[str, Any]:
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "kimi-k3",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage or {"input_tokens": 3, "output_tokens": 1},
    }
    return {"type": "message_start", "message": message}


def _block(index: int, block: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def _text(text: str) -> dict[str, Any]:
    return {"type": "text_delta", "text": text}


def _thinking(text: str) -> dict[str, Any]:
    return {"type": "thinking_delta", "thinking": text}


def _signature(signature: str) -> dict[str, Any]:
    return {"type": "signature_delta", "signature": signature}


def _input(piece: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": piece}


def _stop(reason: str = "end_turn", usage: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    delta = {"stop_reason": reason, "stop_sequence": None}
    return [
        {"type": "message_delta", "delta": delta, "usage": usage or {"output_tokens": 9}},
        {"type": "message_stop"},
    ]


def _final(content: list[Any], reason: str = "end_turn", usage: Any = None) -> dict[str, Any]:
    return {
        **_start()["message"],
        "content": content,
        "stop_reason": reason,
        "usage": usage or {"input_tokens": 3, "output_tokens": 9},
    }


_EMPTY_THINKING = {"type": "thinking", "thinking": "", "signature": ""}
_EMPTY_TEXT = {"type": "text", "text": ""}

MESSAGE_EVENTS = [
    _start(),
    *_block(0, _EMPTY_THINKING, _thinking("H"), _thinking("m."), _signature("c2ln")),
    {"type": "ping"},
    *_block(1, _EMPTY_TEXT, _text("H"), _text("i")),
    *_stop(),
]
MESSAGE_FINAL = _final(
    [
        {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
        {"type": "text", "text": "Hi"},
    ]
)


def _of(
    name: str, about: str, events: list[Any], final: Any, *sources: str, **texts: str
) -> Vector:
    body = sse(events, MESSAGES)
    return stream(name, MESSAGES, about, body, events=events, final=final, sources=sources, **texts)


def vectors() -> Iterator[Vector]:
    """Blocks, usage, unknown events and truncation."""
    yield from _blocks()
    yield from _tools()
    for number, (start, delta, total) in enumerate(
        (
            (
                {"input_tokens": 0, "output_tokens": 0},
                {"input_tokens": 4522, "cache_creation_input_tokens": 4511, "output_tokens": 5},
                {"input_tokens": 4522, "output_tokens": 5, "cache_creation_input_tokens": 4511},
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
        ),
        1,
    ):
        events = [_start(start), *_block(0, _EMPTY_TEXT, _text("Hi")), *_stop(usage=delta)]
        yield _of(
            f"usage-{number}",
            "Counts replace each other one by one; 0 never replaces a count of input.",
            events,
            _final([{"type": "text", "text": "Hi"}], usage=total),
            _USAGES,
            text="Hi",
        )
    yield from _truncation()


def _blocks() -> Iterator[Vector]:
    events = [
        _start(),
        *_block(0, _EMPTY_THINKING, _thinking("alpha"), _signature("SIG-1")),
        *_block(1, {"type": "redacted_thinking", "data": "X"}),
        *_block(2, _EMPTY_THINKING, _thinking("beta"), _signature("SIG-2")),
        *_block(3, _EMPTY_TEXT, _text("done")),
        *_stop(),
    ]
    content = [
        {"type": "thinking", "thinking": "alpha", "signature": "SIG-1"},
        {"type": "redacted_thinking", "data": "X"},
        {"type": "thinking", "thinking": "beta", "signature": "SIG-2"},
        {"type": "text", "text": "done"},
    ]
    yield _of(
        "thinking-blocks",
        "Several thinking blocks keep their signatures and their order.",
        events,
        _final(content),
        _BLOCKS,
        text="done",
        reasoning="alphabeta",
    )
    block = {"type": "hologram", "depth": 3, "note": None}
    events = [
        _start(),
        {"type": "tempo", "beats": [1, 2]},
        *_block(0, block),
        *_block(1, _EMPTY_TEXT, _text("Hi")),
        *_stop("fell_asleep"),
    ]
    yield _of(
        "unknown",
        "Events, blocks and stop reasons that nobody knows yet are kept as they are.",
        events,
        _final([block, {"type": "text", "text": "Hi"}], "fell_asleep"),
        text="Hi",
    )
    events = [
        _start(),
        *_block(0, {"type": "thinking", "thinking": ""}, _thinking("Hm.")),
        *_stop("max_tokens"),
    ]
    yield _of(
        "no-signature",
        "A signature that never came is absent; the budget ran out while thinking.",
        events,
        _final([{"type": "thinking", "thinking": "Hm."}], "max_tokens"),
        reasoning="Hm.",
    )


def _tools() -> Iterator[Vector]:
    def use(number: int) -> dict[str, Any]:
        return {"type": "tool_use", "id": f"toolu_{number}", "name": "f", "input": {}}

    events = [
        _start(),
        *_block(
            0,
            use(1),
            _input(""),
            _input('{"city": "S\u00e3o'),
            _input(' Paulo", "n": [1'),
            _input("]}"),
        ),
        *_block(1, use(2)),
        *_stop("tool_use"),
    ]
    content = [{**use(1), "input": {"city": "S\u00e3o Paulo", "n": [1]}}, use(2)]
    yield _of(
        "tools",
        "A tool's input is one JSON text in pieces, or nothing at all.",
        events,
        _final(content, "tool_use"),
    )


def _truncation() -> Iterator[Vector]:
    events = MESSAGE_EVENTS[:-3]
    for name, then in (("clean", "end"), ("reset", "reset")):
        yield stream(
            f"truncated-{name}",
            MESSAGES,
            f"Without message_stop an answer is not complete ({then} of the connection).",
            event_stream(sse(events, MESSAGES), then=then),
            events=events,
            text="Hi",
            reasoning="Hm.",
            state="truncated",
            sources=[_CUT_OFF],
        )
