"""Responses: what the events of a stream add up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import RESPONSES, Vector, event_stream, sse, stream

__all__ = ["RESPONSE_EVENTS", "RESPONSE_FINAL", "vectors"]

_NULL_OUTPUT = "https://github.com/openai/openai-python/issues/3312"
_INCOMPLETE = "https://github.com/openai/openai-python/pull/3538"
_CUT_OFF = "https://github.com/BerriAI/litellm/pull/42140"

_USAGE = {"input_tokens": 3, "output_tokens": 9, "total_tokens": 12}


def _response(status: str, output: Any, **extra: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "model": "kimi-k3",
        "output": output,
        "usage": None if status == "in_progress" else _USAGE,
        **extra,
    }


def _reasoning(text: str, **extra: Any) -> dict[str, Any]:
    part = {"type": "summary_text", "text": text}
    return {"type": "reasoning", "id": "rs_1", "summary": [part], "status": "completed", **extra}


def _message(text: str, **extra: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "content": [part],
        "status": "completed",
        **extra,
    }


def _added(index: int, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "response.output_item.added", "output_index": index, "item": item}


def _done(index: int, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "response.output_item.done", "output_index": index, "item": item}


def _delta(kind: str, index: int, item_id: str, delta: str, **place: int) -> dict[str, Any]:
    return {
        "type": f"response.{kind}.delta",
        "item_id": item_id,
        "output_index": index,
        **place,
        "delta": delta,
    }


def _summary(text: str) -> dict[str, Any]:
    return _delta("reasoning_summary_text", 0, "rs_1", text, summary_index=0)


def _text(index: int, text: str) -> dict[str, Any]:
    return _delta("output_text", index, "msg_1", text, content_index=0)


def _end(status: str, output: Any, **extra: Any) -> dict[str, Any]:
    return {"type": f"response.{status}", "response": _response(status, output, **extra)}


_CREATED = {"type": "response.created", "response": _response("in_progress", [])}
_OUTPUT = [_reasoning("Hm."), _message("Hi")]
_ITEMS = [
    _added(0, _reasoning("Hm.", summary=[], status="in_progress")),
    {
        "type": "response.reasoning_summary_part.added",
        "item_id": "rs_1",
        "output_index": 0,
        "summary_index": 0,
        "part": {"type": "summary_text", "text": ""},
    },
    _summary("H"),
    _summary("m."),
    _done(0, _OUTPUT[0]),
    _added(1, _message("Hi", content=[], status="in_progress")),
    {
        "type": "response.content_part.added",
        "item_id": "msg_1",
        "output_index": 1,
        "content_index": 0,
        "part": {"type": "output_text", "text": "", "annotations": []},
    },
    _text(1, "H"),
    _text(1, "i"),
    _done(1, _OUTPUT[1]),
]

RESPONSE_EVENTS = [
    {**event, "sequence_number": number}
    for number, event in enumerate([_CREATED, *_ITEMS, _end("completed", _OUTPUT)])
]
RESPONSE_FINAL = _response("completed", _OUTPUT)


def _of(
    name: str, about: str, events: list[Any], final: Any, *sources: str, **texts: str
) -> Vector:
    body = sse(events, RESPONSES)
    return stream(
        name, RESPONSES, about, body, events=events, final=final, sources=sources, **texts
    )


def vectors() -> Iterator[Vector]:
    """Final answers, fallbacks, unknown parts and truncation."""
    for name, output in (("null", None), ("empty", [])):
        events = [_CREATED, *_ITEMS, _end("completed", output)]
        yield _of(
            f"output-{name}",
            f"The last event's output is {name}: the items that were done are it.",
            events,
            RESPONSE_FINAL,
            _NULL_OUTPUT,
            text="Hi",
            reasoning="Hm.",
        )
    events = [_summary("Hm."), _text(1, "Hi"), _end("completed", _OUTPUT)]
    yield _of(
        "no-announcements",
        "A gateway that sends deltas and the end alone.",
        events,
        RESPONSE_FINAL,
        text="Hi",
        reasoning="Hm.",
    )
    details = {"incomplete_details": {"reason": "max_output_tokens"}}
    half = [_reasoning("Hm."), _message("H", status="incomplete")]
    events = [_CREATED, *_ITEMS[:-2], _end("incomplete", half, **details)]
    yield _of(
        "incomplete",
        "An incomplete response is a response.",
        events,
        _response("incomplete", half, **details),
        _INCOMPLETE,
        text="H",
        reasoning="Hm.",
    )
    yield from _contents()
    events = [_CREATED, *_ITEMS[:-2]]
    for name, then in (("clean", "end"), ("reset", "reset")):
        yield stream(
            f"truncated-{name}",
            RESPONSES,
            f"Without its last event a response is not complete ({then} of the connection).",
            event_stream(sse(events, RESPONSES), then=then),
            events=events,
            text="H",
            reasoning="Hm.",
            state="truncated",
            sources=[_CUT_OFF],
        )


def _contents() -> Iterator[Vector]:
    item = {
        "type": "reasoning",
        "id": "rs_1",
        "summary": [],
        "content": [{"type": "reasoning_text", "text": "Hm."}],
        "status": "completed",
    }
    events = [
        _CREATED,
        _added(0, {**item, "content": [], "status": "in_progress"}),
        _delta("reasoning_text", 0, "rs_1", "Hm.", content_index=0),
        _done(0, item),
        _end("completed", [item, _OUTPUT[1]]),
    ]
    yield _of(
        "reasoning-content",
        "Reasoning as the item's own text instead of a summary.",
        events,
        _response("completed", [item, _OUTPUT[1]]),
        text="Hi",
        reasoning="Hm.",
    )
    call = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "f",
        "arguments": '{"x":1}',
        "status": "completed",
    }
    events = [
        _CREATED,
        *_ITEMS[:5],
        _added(1, {**call, "arguments": "", "status": "in_progress"}),
        _delta("function_call_arguments", 1, "fc_1", '{"x"'),
        _delta("function_call_arguments", 1, "fc_1", ":1}"),
        _done(1, call),
        _end("completed", None),
    ]
    yield _of(
        "tools",
        "A function call, put together from its items.",
        events,
        _response("completed", [_OUTPUT[0], call]),
        _NULL_OUTPUT,
        reasoning="Hm.",
    )
    strange = {"type": "hologram", "id": "h_1", "depth": 3, "note": None}
    output = [strange, _OUTPUT[1]]
    events = [
        _CREATED,
        {"type": "response.hologram.spun", "angle": 1.5},
        _done(0, strange),
        _end("completed", output, mood="sunny"),
    ]
    yield _of(
        "unknown",
        "Events, items and keys that nobody knows yet are kept as they are.",
        events,
        _response("completed", output, mood="sunny"),
        text="Hi",
    )
