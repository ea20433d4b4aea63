"""Responses answers: one JSON object, or the events it is streamed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .reply import StreamError
from .turn import Turn

__all__ = ["error_event", "events", "whole"]


def whole(turn: Turn) -> dict[str, Any]:
    """Return the final `response` object."""
    reason = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(
        turn.reply.finish_reason
    )
    return {
        **_snapshot(turn),
        "status": "completed" if reason is None else "incomplete",
        "incomplete_details": None if reason is None else {"reason": reason},
        "output": _output(turn),
        "usage": _usage(turn),
    }


def events(turn: Turn) -> Iterator[dict[str, Any]]:
    """Yield the events from `response.created` to the terminal one, reasoning item first."""
    for number, event in enumerate(_events(turn)):
        yield {"type": event.pop("type"), "sequence_number": number, **event}


def error_event(fault: StreamError) -> dict[str, Any]:
    """Return the `error` event, which has no `error` object inside."""
    return {"type": "error", "code": fault.type, "message": fault.message, "param": None}


def _events(turn: Turn) -> Iterator[dict[str, Any]]:
    yield {"type": "response.created", "response": _snapshot(turn)}
    yield {"type": "response.in_progress", "response": _snapshot(turn)}
    for index, item in enumerate(_output(turn)):
        where = {"item_id": item["id"], "output_index": index}
        yield {
            "type": "response.output_item.added",
            "output_index": index,
            "item": _opened(item),
        }
        if item["type"] == "reasoning":
            yield from _summary(turn, item["summary"][0], where)
        elif item["type"] == "message":
            yield from _text(turn, item["content"][0], where)
        else:
            for part in turn.deltas(item["arguments"]):
                yield {"type": "response.function_call_arguments.delta", **where, "delta": part}
            yield {
                "type": "response.function_call_arguments.done",
                **where,
                "arguments": item["arguments"],
            }
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    final = whole(turn)
    yield {"type": f"response.{final['status']}", "response": final}


def _summary(turn: Turn, part: dict[str, Any], where: dict[str, Any]) -> Iterator[dict[str, Any]]:
    prefix, at = "response.reasoning_summary", {**where, "summary_index": 0}
    yield {"type": f"{prefix}_part.added", **at, "part": {**part, "text": ""}}
    for delta in turn.deltas(part["text"]):
        yield {"type": f"{prefix}_text.delta", **at, "delta": delta}
    yield {"type": f"{prefix}_text.done", **at, "text": part["text"]}
    yield {"type": f"{prefix}_part.done", **at, "part": part}


def _text(turn: Turn, part: dict[str, Any], where: dict[str, Any]) -> Iterator[dict[str, Any]]:
    at = {**where, "content_index": 0}
    yield {"type": "response.content_part.added", **at, "part": {**part, "text": ""}}
    for delta in turn.deltas(part["text"]):
        yield {"type": "response.output_text.delta", **at, "delta": delta}
    yield {"type": "response.output_text.done", **at, "text": part["text"]}
    yield {"type": "response.content_part.done", **at, "part": part}


def _output(turn: Turn) -> list[dict[str, Any]]:
    reply = turn.reply
    items: list[dict[str, Any]] = []
    if reply.reasoning is not None:
        summary = [{"type": "summary_text", "text": reply.reasoning}]
        items.append({"type": "reasoning", "id": turn.id("rs_"), "summary": summary})
    if reply.text is not None:
        items.append(
            {
                "type": "message",
                "id": turn.id("msg_"),
                "role": "assistant",
                "content": [{"type": "output_text", "text": reply.text, "annotations": []}],
            }
        )
    for index, (call, id_) in enumerate(turn.calls("call_")):
        items.append(
            {
                "type": "function_call",
                "id": turn.id("fc_", index),
                "call_id": id_,
                "name": call.name,
                "arguments": call.arguments,
            }
        )
    return [{**item, "status": "completed"} for item in items]


def _opened(item: dict[str, Any]) -> dict[str, Any]:
    """Return an item as it is added: in progress and empty."""
    emptied: dict[str, Any] = {key: [] for key in ("summary", "content") if key in item}
    if "arguments" in item:
        return {**item, "arguments": "", "status": "in_progress"}
    return {**item, **emptied, "status": "in_progress"}


def _snapshot(turn: Turn) -> dict[str, Any]:
    return {
        "id": turn.id("resp_"),
        "object": "response",
        "created_at": turn.created,
        "status": "in_progress",
        "incomplete_details": None,
        "error": None,
        "model": turn.model,
        "output": [],
        "usage": None,
    }


def _usage(turn: Turn) -> dict[str, Any]:
    usage = turn.usage
    return {
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.input + usage.output,
    }
