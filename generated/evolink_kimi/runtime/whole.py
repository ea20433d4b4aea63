"""A response that came whole, as the events of a stream."""

from __future__ import annotations

from typing import Any

from .accumulate.fragments import text_in
from .operation import ProtocolName

__all__ = ["events_of"]


def events_of(protocol: ProtocolName, response: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The events that make up a response. None if the object is no such response.

    Text and reasoning are in events of their own, for callers who read nothing else.
    """
    if protocol == "chat":
        return _chat_events(response)
    if protocol == "messages":
        return _message_events(response)
    if type(response.get("output")) is not list and response.get("object") != "response":
        return None
    return _response_events(response)


def _chat_events(response: dict[str, Any]) -> list[dict[str, Any]] | None:
    choices = response.get("choices")
    if type(choices) is not list:
        return None
    pieces: list[Any] = []
    for choice in choices:
        if type(choice) is dict and "message" in choice:
            piece = {key: value for key, value in choice.items() if key != "message"}
            choice = {**piece, "delta": choice["message"]}
        pieces.append(choice)
    return [{**response, "object": "chat.completion.chunk", "choices": pieces}]


def _message_events(response: dict[str, Any]) -> list[dict[str, Any]] | None:
    content = response.get("content")
    if type(content) is not list:
        return None
    start = {**response, "content": [], "stop_reason": None}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(content):
        delta: dict[str, Any] | None = None
        kind = block.get("type") if type(block) is dict else None
        if kind in ("text", "thinking") and type(block.get(kind)) is str:
            delta = {"type": f"{kind}_delta", kind: block[kind]}
            block = {**block, kind: ""}
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        if delta is not None:
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        events.append({"type": "content_block_stop", "index": index})
    stop = {key: response[key] for key in ("stop_reason", "stop_sequence") if key in response}
    usage = {"usage": response["usage"]} if "usage" in response else {}
    events.append({"type": "message_delta", "delta": stop, **usage})
    return [*events, {"type": "message_stop"}]


def _response_events(response: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    items = response.get("output")
    for index, item in enumerate(items if type(items) is list else ()):
        if type(item) is dict:
            events += _item_events(index, item)
    status = response.get("status")
    kind = status if status in ("incomplete", "failed") else "completed"
    events.append({"type": f"response.{kind}", "response": response})
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def _item_events(index: int, item: dict[str, Any]) -> list[dict[str, Any]]:
    place = {"item_id": item.get("id"), "output_index": index}
    events: list[dict[str, Any]] = []
    text = "reasoning_text" if item.get("type") == "reasoning" else "output_text"
    for key, position, name in (
        ("content", "content_index", text),
        ("summary", "summary_index", "reasoning_summary_text"),
    ):
        parts = item.get(key)
        for number, part in enumerate(parts if type(parts) is list else ()):
            if type(part) is dict and part.get("type") != "refusal" and text_in(part):
                delta = {"type": f"response.{name}.delta", **place, position: number}
                events.append({**delta, "delta": text_in(part)})
    return [*events, {"type": "response.output_item.done", "output_index": index, "item": item}]
