"""A response that came whole, as the events of a stream."""

from __future__ import annotations

from typing import Any

from .operation import ProtocolName

__all__ = ["events_of"]


def events_of(protocol: ProtocolName, response: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The fewest events that make up a response. None if the object is no such response."""
    if protocol == "chat":
        return _chat_events(response)
    if protocol == "messages":
        return _message_events(response)
    if type(response.get("output")) is not list and response.get("object") != "response":
        return None
    status = response.get("status")
    kind = status if status in ("incomplete", "failed") else "completed"
    return [{"type": f"response.{kind}", "response": response}]


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
        events += [
            {"type": "content_block_start", "index": index, "content_block": block},
            {"type": "content_block_stop", "index": index},
        ]
    delta = {key: response[key] for key in ("stop_reason", "stop_sequence") if key in response}
    usage = {"usage": response["usage"]} if "usage" in response else {}
    events.append({"type": "message_delta", "delta": delta, **usage})
    return [*events, {"type": "message_stop"}]
