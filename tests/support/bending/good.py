"""Streams of well-behaved servers, as lists of JSON events: what is bent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from overlays.runtime.operation import ProtocolName
from overlays.runtime.sse import SSEDecoder
from parity.cases import load_cases
from tests.support.bending.wire import Call, Events, said
from tests.support.streams import sample

__all__ = ["PROTOCOLS", "Good", "good_streams"]

PROTOCOLS: Final[tuple[ProtocolName, ...]] = ("chat", "messages", "responses")
_RECORDINGS: Final = Path(__file__).parents[2] / "recordings"
_LONGEST: Final = 20_000  # characters of JSON; longer ones say nothing that short ones don't


@dataclass(frozen=True)
class Good:
    """A stream that nothing is wrong with, and what it says.

    Attributes:
        name: Where it is from.
        text: The text of its answer.
        reasoning: The reasoning before it.
        calls: Its tool calls.
    """

    protocol: ProtocolName
    name: str
    events: Events = field(repr=False)
    text: str
    reasoning: str
    calls: tuple[Call, ...]

    @cached_property
    def has_halves(self) -> bool:
        """Whether characters are cut in two, as servers do that count in UTF-16."""
        return any(
            "\ud800" <= character <= "\udfff"
            for event in self.events
            for _, text in said(event)
            for character in text
        )


@cache
def good_streams() -> dict[str, list[Good]]:
    """The good streams of each protocol: vectors, recordings, samples, and those made here."""
    from tests.support.bending.reading import read_bare, view_of

    found: dict[str, list[Good]] = {protocol: [] for protocol in PROTOCOLS}
    seen: set[str] = set()
    for protocol, name, events in [*_vectors(), *_recordings(), *_samples(), *_made()]:
        written = json.dumps(events)
        if events and written not in seen and len(written) <= _LONGEST:
            seen.add(written)
            view = view_of(protocol, read_bare(protocol, events).final)
            calls = tuple(Call(call.name, call.arguments_json) for call in view.tool_calls)
            good = Good(protocol, name, events, view.output_text, view.reasoning_text, calls)
            found[protocol].append(good)
    return found


def _vectors() -> list[tuple[ProtocolName, str, Events]]:
    return [
        (_protocol(case.operation), case.name, case.expect.get("events", []))
        for case in load_cases()
        if case.kind == "stream" and case.expect.get("state") == "completed"
        if "-bent-" not in case.name  # what is bent there is bent already
    ]


def _protocol(operation: str) -> ProtocolName:
    return next(protocol for protocol in PROTOCOLS if operation.startswith(protocol))


def _recordings() -> list[tuple[ProtocolName, str, Events]]:
    paths = sorted(_RECORDINGS.glob("*/*.sse.raw"))
    return [(_protocol(path.name), path.name, _events(path.read_bytes())) for path in paths]


def _samples() -> list[tuple[ProtocolName, str, Events]]:
    return [(protocol, f"sample {protocol}", _events(sample(protocol))) for protocol in PROTOCOLS]


def _events(body: bytes) -> Events:
    datas = [frame[0] for frame in SSEDecoder().frames(body)]
    return [json.loads(data) for data in datas if data.startswith(b"{")]


# --- streams with several of each kind --------------------------------------------------------


def _made() -> list[tuple[ProtocolName, str, Events]]:
    return [
        ("chat", "two calls, one after another", _chat(interleaved=False)),
        ("chat", "two calls at once", _chat(interleaved=True)),
        ("messages", "blocks of all kinds", _messages()),
        ("messages", "two blocks at once", _messages_at_once()),
        ("responses", "items of all kinds", _responses(in_content=False)),
        (
            "responses",
            "items of all kinds, reasoning in their content",
            _responses(in_content=True),
        ),
        ("responses", "two calls at once", _responses_at_once()),
    ]


def _chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 7, "model": "kimi-k3"} | {
        "choices": [choice]
    }


def _chat(*, interleaved: bool) -> Events:
    calls = []
    for index, (name, *pieces) in enumerate(
        [("look", '{"city": ', '"Oslo"}'), ("find", '{"what": "sea', 'weed"}')]
    ):
        call = {"index": index, "id": f"call_{index}", "type": "function"}
        calls.append([{**call, "function": {"name": name, "arguments": ""}}])
        calls[-1] += [{"index": index, "function": {"arguments": piece}} for piece in pieces]
    ordered = [*zip(*calls, strict=True)] if interleaved else calls
    return [
        _chunk({"role": "assistant", "content": ""}),
        *[_chunk({"reasoning_content": piece}) for piece in ("Two ", "things ", "to ask.")],
        *[_chunk({"content": piece}) for piece in ("I look ", "and ", "I search.")],
        *[_chunk({"tool_calls": [fragment]}) for row in ordered for fragment in row],
        _chunk({}, "tool_calls"),
    ]


def _block(index: int, block: dict[str, Any], *deltas: dict[str, Any]) -> Events:
    return [
        {"type": "content_block_start", "index": index, "content_block": block},
        *[{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas],
        {"type": "content_block_stop", "index": index},
    ]


def _message(blocks: Events) -> Events:
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "kimi-k3",
    }
    message |= {"content": [], "stop_reason": None, "usage": {"input_tokens": 8}}
    stop = {"stop_reason": "tool_use", "stop_sequence": None}
    return [
        {"type": "message_start", "message": message},
        *blocks,
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 15}},
        {"type": "message_stop"},
    ]


def _thinking(index: int, signature: str, *pieces: str) -> Events:
    deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces]
    deltas.append({"type": "signature_delta", "signature": signature})
    return _block(index, {"type": "thinking", "thinking": "", "signature": ""}, *deltas)


def _text(index: int, *pieces: str) -> Events:
    deltas = [{"type": "text_delta", "text": piece} for piece in pieces]
    return _block(index, {"type": "text", "text": ""}, *deltas)


def _use(index: int, call_id: str, name: str, *pieces: str) -> Events:
    block = {"type": "tool_use", "id": call_id, "name": name, "input": {}}
    return _block(
        index, block, *[{"type": "input_json_delta", "partial_json": piece} for piece in pieces]
    )


def _messages() -> Events:
    return _message(
        [
            *_thinking(0, "SIG-1", "First ", "thought."),
            *_text(1, "I look", " outside."),
            *_use(2, "tool_1", "look", '{"city": ', '"Oslo"}'),
            *_thinking(3, "SIG-2", "Another ", "idea."),
            *_text(4, "And I ", "search."),
            *_use(5, "tool_2", "find", '{"what": "sea', 'weed"}'),
        ]
    )


def _messages_at_once() -> Events:
    blocks = [_text(0, "Both ", "at once."), _thinking(1, "SIG", "One ", "moment.")[:-2]]
    blocks.append(_use(2, "tool_1", "look", '{"city": ', '"Oslo"}'))
    return _message([event for row in zip(*map(_filled, blocks), strict=True) for event in row])


def _filled(events: Events) -> Events:
    """Events of a block, made four."""
    return [*events, {"type": "ping"}][:4]


_BASE: Final = {"id": "resp_1", "object": "response", "created_at": 7, "model": "kimi-k3"}


def _at(kind: str, item_id: str, index: int, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", "item_id": item_id, "output_index": index, **fields}


def _item(kind: str, index: int, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": f"response.output_item.{kind}", "output_index": index, "item": item}


def _said(index: int, item_id: str, *parts: tuple[str, ...]) -> tuple[dict[str, Any], Events]:
    """A message of some parts, and its events."""
    item: dict[str, Any] = {"type": "message", "id": item_id, "role": "assistant"}
    whole = [{"type": "output_text", "text": "".join(part), "annotations": []} for part in parts]
    done = {**item, "status": "completed", "content": whole}
    events = [_item("added", index, {**item, "status": "in_progress", "content": []})]
    for number, (part, pieces) in enumerate(zip(whole, parts, strict=True)):
        place = {"content_index": number}
        empty = {**part, "text": ""}
        events.append(_at("content_part.added", item_id, index, **place, part=empty))
        for piece in pieces:
            events.append(_at("output_text.delta", item_id, index, **place, delta=piece))
        events.append(_at("output_text.done", item_id, index, **place, text=part["text"]))
        events.append(_at("content_part.done", item_id, index, **place, part=part))
    return done, [*events, _item("done", index, done)]


def _thought(
    index: int, item_id: str, *parts: tuple[str, ...], in_content: bool
) -> tuple[dict[str, Any], Events]:
    """A reasoning item of some parts, and its events."""
    key, kind, name = ("summary", "summary_text", "reasoning_summary_text")
    number_key, part_name = ("summary_index", "reasoning_summary_part")
    if in_content:
        key, kind, name = ("content", "reasoning_text", "reasoning_text")
        number_key, part_name = ("content_index", "content_part")
    item: dict[str, Any] = {"type": "reasoning", "id": item_id, "summary": []}
    whole = [{"type": kind, "text": "".join(part)} for part in parts]
    done = {**item, key: whole, "encrypted_content": f"secret of {item_id}"}
    events = [_item("added", index, item)]
    for number, (part, pieces) in enumerate(zip(whole, parts, strict=True)):
        place = {number_key: number}
        empty = {**part, "text": ""}
        events.append(_at(f"{part_name}.added", item_id, index, **place, part=empty))
        for piece in pieces:
            events.append(_at(f"{name}.delta", item_id, index, **place, delta=piece))
        events.append(_at(f"{name}.done", item_id, index, **place, text=part["text"]))
        events.append(_at(f"{part_name}.done", item_id, index, **place, part=part))
    return done, [*events, _item("done", index, done)]


def _called(index: int, number: int, name: str, *pieces: str) -> tuple[dict[str, Any], Events]:
    """A function call, and its events."""
    item_id = f"fc_{number}"
    item = {"type": "function_call", "id": item_id, "call_id": f"call_{number}", "name": name}
    arguments = "".join(pieces)
    done = {**item, "arguments": arguments, "status": "completed"}
    kind = "function_call_arguments"
    return done, [
        _item("added", index, {**item, "arguments": "", "status": "in_progress"}),
        *[_at(f"{kind}.delta", item_id, index, delta=piece) for piece in pieces],
        _at(f"{kind}.done", item_id, index, arguments=arguments),
        _item("done", index, done),
    ]


def _response(items: list[dict[str, Any]], events: Events) -> Events:
    created = {**_BASE, "status": "in_progress", "output": [], "usage": None}
    usage = {"input_tokens": 8, "output_tokens": 15, "total_tokens": 23}
    done = {**_BASE, "status": "completed", "output": items, "usage": usage}
    stream: Events = [
        {"type": "response.created", "response": created},
        {"type": "response.in_progress", "response": created},
        *events,
        {"type": "response.completed", "response": done},
    ]
    return [{**event, "sequence_number": number} for number, event in enumerate(stream)]


def _responses(*, in_content: bool) -> Events:
    items = [
        _thought(0, "rs_1", ("First ", "thought."), (" And more.",), in_content=in_content),
        _said(1, "msg_1", ("I look", " outside."), (" Now",)),
        _called(2, 1, "look", '{"city": ', '"Oslo"}'),
        _thought(3, "rs_2", (" Another ", "idea."), in_content=in_content),
        _said(4, "msg_2", (" and I ", "search.")),
        _called(5, 2, "find", '{"what": "sea', 'weed"}'),
    ]
    return _response([item for item, _ in items], [e for _, events in items for e in events])


def _responses_at_once() -> Events:
    items = [
        _called(0, 1, "look", '{"city": ', '"Oslo"}'),
        _called(1, 2, "find", '{"what": "sea', 'weed"}'),
    ]
    rows = zip(*[events for _, events in items], strict=True)
    return _response([item for item, _ in items], [event for row in rows for event in row])
