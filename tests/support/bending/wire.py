"""What the events of a stream say, read as plainly as can be, without the client's code."""

from __future__ import annotations

import json
from typing import Any, Final, Literal, NamedTuple, TypeAlias

__all__ = ["Call", "Event", "Events", "Kind", "Whole", "ends", "fragments", "said", "text_in"]
__all__ += ["whole", "whole_calls"]

Event: TypeAlias = dict[str, Any]
Events: TypeAlias = list[Event]
Kind: TypeAlias = Literal["text", "reasoning"]

_THOUGHTS: Final = ("reasoning", "reasoning_text", "summary_text", "thinking")
_ENDS: Final = ("message_stop", "response.completed", "response.incomplete", "response.failed")
_DELTAS: Final[dict[str, Kind]] = {
    "response.output_text.delta": "text",
    "response.reasoning_text.delta": "reasoning",
    "response.reasoning_summary_text.delta": "reasoning",
}
_DONES: Final[dict[str, Kind]] = {
    "response.output_text.done": "text",
    "response.reasoning_text.done": "reasoning",
    "response.reasoning_summary_text.done": "reasoning",
}


class Whole(NamedTuple):
    """A text that an event has whole; of no kind if the event alone does not tell."""

    kind: Kind | None
    text: str


class Call(NamedTuple):
    """A tool call: its name and the text of its arguments."""

    name: str
    arguments: str


def text_in(value: Any) -> str:
    """The text of a string, of a list of these, or of an object that has it as `text`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(text_in, value))
    return text_in(value.get("text")) if isinstance(value, dict) else ""


def ends(event: Event) -> bool:
    """Whether an event ends a stream."""
    return event.get("type") in _ENDS


def said(event: Event, choice: int = 0) -> list[tuple[Kind, str]]:
    """The pieces of text and reasoning that an event adds; of several choices, those of one."""
    kind = str(event.get("type"))
    if kind == "content_block_delta":
        delta = event.get("delta") or {}
        if delta.get("type") == "text_delta":
            return _some("text", delta.get("text"))
        return _some("reasoning", delta.get("thinking") if "thinking" in delta else None)
    if kind in _DELTAS:
        return _some(_DELTAS[kind], event.get("delta"))
    found: list[tuple[Kind, str]] = []
    for one in _choices(event, choice):
        delta = one.get("delta") or {}
        found += _some(
            "reasoning", text_in(delta.get("reasoning_content")) or delta.get("reasoning")
        )
        for form in _content(delta.get("content")):
            found.append((form.kind or "text", form.text))
    return found


def _some(kind: Kind, value: Any) -> list[tuple[Kind, str]]:
    text = text_in(value)
    return [(kind, text)] if text else []


def _choices(event: Event, index: int) -> list[dict[str, Any]]:
    """The choices of a chunk at an index; one without an index has the one of its place."""
    found = []
    for place, choice in enumerate(event.get("choices") or ()):
        own = choice.get("index")
        if (own if isinstance(own, int) else place) == index:
            found.append(choice)
    return found


def _content(content: Any) -> list[Whole]:
    """The texts in the content of a chat message, in order."""
    found = []
    for part in content if isinstance(content, list) else [content]:
        kind = part.get("type") if isinstance(part, dict) else None
        text = text_in(part) or text_in(part.get("thinking") if isinstance(part, dict) else None)
        if text:
            found.append(Whole("reasoning" if kind in _THOUGHTS else "text", text))
    return found


def whole(event: Event) -> list[Whole]:
    """The texts that an event has whole, those that are not empty."""
    kind = str(event.get("type"))
    if kind == "message_start":
        return _blocks((event.get("message") or {}).get("content"))
    if kind in ("content_block_start", "content_block_stop"):
        return _blocks([event.get("content_block")])
    if kind == "message_delta":
        return _blocks((event.get("delta") or {}).get("content"))
    if kind in _DONES:
        return [Whole(k, text) for k, text in _some(_DONES[kind], event.get("text"))]
    if kind.startswith(("response.content_part.", "response.reasoning_summary_part.")):
        part = event.get("part") or {}
        part_kind: Kind | None = "reasoning" if part.get("type") in _THOUGHTS else None
        return [Whole(part_kind, text) for _, text in _some("text", part.get("text"))]
    if kind.startswith("response.output_item."):
        return _items([event.get("item")])
    if kind in _ENDS:
        return _items((event.get("response") or {}).get("output"))
    found = []
    for choice in _choices(event, 0):
        message = choice.get("message") or {}
        thought = text_in(message.get("reasoning_content")) or message.get("reasoning")
        found += [Whole(k, text) for k, text in _some("reasoning", thought)]
        found += _content(message.get("content"))
    return found


def _blocks(blocks: Any) -> list[Whole]:
    found = []
    for block in blocks or ():
        if isinstance(block, dict) and block.get("type") == "text":
            found += [Whole(k, text) for k, text in _some("text", block.get("text"))]
        elif isinstance(block, dict) and block.get("type") == "thinking":
            found += [Whole(k, text) for k, text in _some("reasoning", block.get("thinking"))]
    return found


def _items(items: Any) -> list[Whole]:
    found = []
    for item in items or ():
        if not isinstance(item, dict) or item.get("type") not in ("message", "reasoning"):
            continue
        kind: Kind = "text" if item["type"] == "message" else "reasoning"
        for key in ("content", "summary"):
            parts = item.get(key)
            for part in parts if isinstance(parts, list) else [parts]:
                if not isinstance(part, dict) or part.get("type") != "refusal":
                    found += [Whole(k, text) for k, text in _some(kind, part)]
    return found


def fragments(event: Event) -> list[str]:
    """The pieces of arguments that an event adds, those that are not empty."""
    kind = str(event.get("type"))
    if kind == "content_block_delta":
        delta = event.get("delta") or {}
        found = [delta.get("partial_json")]
    elif kind in (
        "response.function_call_arguments.delta",
        "response.custom_tool_call_input.delta",
    ):
        found = [event.get("delta")]
    else:
        found = []
        for choice in event.get("choices") or ():
            calls = (choice.get("delta") or {}).get("tool_calls")
            for call in [calls] if isinstance(calls, dict) else calls or ():
                found.append((call.get("function") or {}).get("arguments"))
    return [text for text in map(_arguments, found) if text]


def whole_calls(event: Event) -> list[Call]:
    """The tool calls that an event announces or has whole; some have no arguments yet."""
    kind = str(event.get("type"))
    found: list[tuple[Any, Any]] = []
    if kind in ("content_block_start", "content_block_stop"):
        found = _uses([event.get("content_block")])
    elif kind == "message_start":
        found = _uses((event.get("message") or {}).get("content"))
    elif kind == "message_delta":
        found = _uses((event.get("delta") or {}).get("content"))
    elif kind.startswith("response.output_item."):
        found = _function_calls([event.get("item")])
    elif kind in _ENDS:
        found = _function_calls((event.get("response") or {}).get("output"))
    elif kind == "response.function_call_arguments.done":
        found = [("", event.get("arguments"))]
    elif kind == "response.custom_tool_call_input.done":
        found = [("", event.get("input"))]
    for choice in event.get("choices") or ():
        calls = (choice.get("delta") or {}).get("tool_calls")
        for call in [calls] if isinstance(calls, dict) else calls or ():
            found.append(((call.get("function") or {}).get("name"), ""))
        for call in (choice.get("message") or {}).get("tool_calls") or ():
            function = call.get("function") or {}
            found.append((function.get("name"), function.get("arguments")))
    return [Call(text_in(name), _arguments(value)) for name, value in found if name or value]


def _uses(blocks: Any) -> list[tuple[Any, Any]]:
    return [
        (block.get("name"), block.get("input"))
        for block in blocks or ()
        if isinstance(block, dict) and block.get("type") == "tool_use"
    ]


def _function_calls(items: Any) -> list[tuple[Any, Any]]:
    return [
        (item.get("name"), item.get("arguments", item.get("input")))
        for item in items or ()
        if isinstance(item, dict) and item.get("type") in ("function_call", "custom_tool_call")
    ]


def _arguments(value: Any) -> str:
    """The text of arguments; an empty object is what calls begin with, and says nothing."""
    if isinstance(value, dict) and "text" not in value:
        return json.dumps(value, ensure_ascii=False) if value else ""
    return text_in(value)
