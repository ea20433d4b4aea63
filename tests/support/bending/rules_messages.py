"""Rules that bend the events of messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.support.bending.rules import NOTHINGS, Bend, Rule, in_form, mapped, some_of, without
from tests.support.bending.wire import Event, Events

__all__ = ["MESSAGES"]

_START: Final = "content_block_start"
_DELTA: Final = "content_block_delta"
_STOP: Final = "content_block_stop"
_KEYS: Final = {"text_delta": "text", "thinking_delta": "thinking"}


def _places(events: Events, kind: str) -> list[int]:
    return [place for place, event in enumerate(events) if event.get("type") == kind]


def _indexes(*kinds: str, to: Callable[[int, Any], Any]) -> Bend:
    """Other indexes on events of some kinds, made of their number and the index they had."""

    def bend(events: Events, random: Random) -> Events:
        number = 0

        def change(event: Event) -> Event:
            nonlocal number
            if event.get("type") not in kinds:
                return event
            value = to(number, event.get("index"))
            number += 1
            return without(event, "index") if value == "missing" else {**event, "index": value}

        return mapped(events, change)

    return bend


def _dropped(kind: str) -> Bend:
    """One event of a kind is missing, or all."""

    def bend(events: Events, random: Random) -> Events:
        gone = some_of(_places(events, kind), random)
        return [event for place, event in enumerate(events) if place not in gone]

    return bend


def _starts_dropped(events: Events, random: Random) -> Events:
    """Blocks begin without a word; not those of tools, of which the name would be gone."""
    gone = some_of(
        [
            place
            for place in _places(events, _START)
            if events[place]["content_block"].get("type") in ("text", "thinking")
            and not events[place]["content_block"].get(events[place]["content_block"]["type"])
        ],
        random,
    )
    return [event for place, event in enumerate(events) if place not in gone]


def _stops_early(events: Events, random: Random) -> Events:
    """A block is said to stop before its last deltas."""
    out = list(events)
    for place in _places(events, _STOP):
        back = random.choice([0, 1, 2])
        if all(event.get("type") == _DELTA for event in out[place - back : place]):
            out.insert(place - back, out.pop(place))
    return out


def _stops_late(events: Events, random: Random) -> Events:
    """All blocks stop at the end."""
    stops = [event for event in events if event.get("type") == _STOP]
    out = [event for event in events if event.get("type") != _STOP]
    place = next((at for at, e in enumerate(out) if e.get("type") == "message_delta"), len(out))
    return [*out[:place], *stops, *out[place:]]


def _twice(kind: str) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        places = some_of(_places(events, kind), random)
        return [event for at, event in enumerate(events) for _ in range(1 + (at in places))]

    return bend


def _other_kind(events: Events, random: Random) -> Events:
    """Deltas that bear the index of a block of another kind."""
    indexes = [events[place].get("index") for place in _places(events, _START)]
    if not indexes:
        return events
    places = [
        place
        for place in _places(events, _DELTA)
        if events[place].get("delta", {}).get("type") in _KEYS
    ]
    chosen, index = some_of(places, random), random.choice(indexes)
    return [
        {**event, "index": index} if place in chosen else event
        for place, event in enumerate(events)
    ]


def _each_delta(events: Events, change: Callable[[dict[str, Any]], Any]) -> Events:
    def to(event: Event) -> Event | Events:
        if event.get("type") != _DELTA or not isinstance(event.get("delta"), dict):
            return event
        new = change(event["delta"])
        if isinstance(new, list):
            return [{**event, "delta": one} for one in new]
        return {**event, "delta": new}

    return mapped(events, to)


def _texts_in_form(events: Events, random: Random) -> Events:
    def change(delta: dict[str, Any]) -> dict[str, Any]:
        key = _KEYS.get(str(delta.get("type")))
        if key is None or not delta.get(key):
            return delta
        return {**delta, key: in_form(delta[key], random)}

    return _each_delta(events, change)


def _texts_nothing(events: Events, random: Random) -> Events:
    def change(delta: dict[str, Any]) -> dict[str, Any]:
        key = _KEYS.get(str(delta.get("type")))
        if key is None or random.random() < 0.6:
            return delta
        return {**delta, key: random.choice(NOTHINGS)}

    return _each_delta(events, change)


def _nothings_between(events: Events, random: Random) -> Events:
    def change(delta: dict[str, Any]) -> Any:
        key = _KEYS.get(str(delta.get("type")))
        key = "partial_json" if delta.get("type") == "input_json_delta" else key
        if key is None:
            return delta
        return [delta, {**delta, key: random.choice([None, ""])}]

    return _each_delta(events, change)


def _signature(*values: str | None) -> Bend:
    """Signatures that are others, or come more than once. `"same"` is the one that it was."""

    def bend(events: Events, random: Random) -> Events:
        def change(delta: dict[str, Any]) -> Any:
            if delta.get("type") != "signature_delta":
                return delta
            own = delta.get("signature")
            return [{**delta, "signature": own if v == "same" else v} for v in values]

        return _each_delta(events, change)

    return bend


def _json_whole(events: Events, random: Random) -> Events:
    """The input of each call in one delta, as an object or as text."""
    as_object = random.random() < 0.5
    texts: dict[Any, str] = {}
    for event in events:
        delta = event.get("delta") or {}
        if delta.get("type") == "input_json_delta" and isinstance(delta.get("partial_json"), str):
            texts[event.get("index")] = texts.get(event.get("index"), "") + delta["partial_json"]

    def change(event: Event) -> Event | None:
        if (event.get("delta") or {}).get("type") != "input_json_delta":
            return event
        text = texts.pop(event.get("index"), None)
        if text is None:
            return None
        value: Any = text
        if as_object:
            try:
                value = json.loads(text)
            except ValueError:
                value = text
        return {**event, "delta": {**event["delta"], "partial_json": value}}

    return mapped(events, change)


def _json_in_form(events: Events, random: Random) -> Events:
    def change(delta: dict[str, Any]) -> dict[str, Any]:
        if delta.get("type") != "input_json_delta" or not delta.get("partial_json"):
            return delta
        return {**delta, "partial_json": in_form(delta["partial_json"], random, or_object=False)}

    return _each_delta(events, change)


def _json_lost(events: Events, random: Random) -> Events:
    """Some pieces of inputs are null or gone."""

    def change(event: Event) -> Event | None:
        delta = event.get("delta") or {}
        if delta.get("type") != "input_json_delta" or random.random() < 0.5:
            return event
        if random.random() < 0.5:
            return None
        return {**event, "delta": {**delta, "partial_json": random.choice([None, ""])}}

    return mapped(events, change)


def _inputs_at(kind: str) -> Bend:
    """Inputs are whole in the event that starts or stops their block, and in no delta."""

    def bend(events: Events, random: Random) -> Events:
        texts: dict[Any, str] = {}
        blocks: dict[Any, dict[str, Any]] = {}
        for event in events:
            delta = event.get("delta") or {}
            if event.get("type") == _START:
                blocks[event.get("index")] = event.get("content_block") or {}
            if isinstance(delta.get("partial_json"), str):
                texts[event.get("index")] = (
                    texts.get(event.get("index"), "") + delta["partial_json"]
                )
        keep = kind == _STOP and random.random() < 0.5

        def change(event: Event) -> Event | None:
            index = event.get("index")
            try:
                value = json.loads(texts.get(index, ""))
            except ValueError:
                return event
            if (event.get("delta") or {}).get("type") == "input_json_delta":
                return event if keep else None
            if event.get("type") == kind and blocks.get(index, {}).get("type") == "tool_use":
                block = {**blocks[index], "input": value}
                return {**event, "content_block": block}
            return event

        return mapped(events, change)

    return bend


def _inputs_blank(events: Events, random: Random) -> Events:
    value = random.choice([None, "", "missing"])

    def change(event: Event) -> Event:
        block = event.get("content_block")
        if event.get("type") != _START or not block or "input" not in block or block["input"]:
            return event
        new = without(block, "input") if value == "missing" else {**block, "input": value}
        return {**event, "content_block": new}

    return mapped(events, change)


def _first_in_start(events: Events, random: Random) -> Events:
    """Blocks start with the first piece of their text."""
    out = list(events)
    for place in _places(events, _START):
        block, after = out[place].get("content_block") or {}, out[place + 1 : place + 2]
        delta = after[0].get("delta") if after else None
        key = _KEYS.get(str((delta or {}).get("type")))
        if delta and key and key in block and after[0].get("index") == out[place].get("index"):
            out[place] = {**out[place], "content_block": {**block, key: delta[key]}}
            out[place + 1] = {**after[0], "delta": {**delta, key: ""}}
    return out


def _blocks_of(events: Events) -> list[dict[str, Any]]:
    """The blocks that a stream in order makes, by index."""
    blocks: dict[Any, dict[str, Any]] = {}
    for event in events:
        index, delta = event.get("index"), event.get("delta") or {}
        if event.get("type") == _START and isinstance(event.get("content_block"), dict):
            blocks.setdefault(index, dict(event["content_block"]))
        key = _KEYS.get(str(delta.get("type")))
        if key and index in blocks and isinstance(delta.get(key), str):
            blocks[index][key] = (blocks[index].get(key) or "") + delta[key]
    return [block for block in blocks.values() if block.get("type") in ("text", "thinking")]


def _content_at_end(form: str) -> Bend:
    """`message_delta` has the content once more."""

    def bend(events: Events, random: Random) -> Events:
        content: Any = _blocks_of(events)
        if form == "empty":
            content = random.choice([None, [], [{"type": "text", "text": ""}]])
        elif form == "other":
            content = [{"type": "text", "text": "Something else."}]

        def change(event: Event) -> Event:
            if event.get("type") != "message_delta":
                return event
            return {**event, "delta": {**(event.get("delta") or {}), "content": content}}

        left = events
        if form == "only":
            left = _each_delta(
                events, lambda d: {**d, _KEYS[d["type"]]: ""} if d.get("type") in _KEYS else d
            )
        return mapped(left, change)

    return bend


def _block_at_stop(form: str) -> Bend:
    """The event that stops a block has it whole."""

    def bend(events: Events, random: Random) -> Events:
        pieces: dict[Any, dict[str, Any]] = {}

        def change(event: Event) -> Event:
            index, delta = event.get("index"), event.get("delta") or {}
            if event.get("type") == _START and isinstance(event.get("content_block"), dict):
                pieces[index] = dict(event["content_block"])
            key = _KEYS.get(str(delta.get("type")))
            if key and index in pieces and isinstance(delta.get(key), str):
                pieces[index][key] = (pieces[index].get(key) or "") + delta[key]
                if form == "only":
                    return {**event, "delta": {**delta, key: ""}}
            if event.get("type") == _STOP and index in pieces:
                block = pieces[index]
                if form == "empty":
                    block = {**block, **{k: "" for k in ("text", "thinking") if k in block}}
                return {**event, "content_block": block}
            return event

        return mapped(events, change)

    return bend


def _reason(*, in_start: bool, then: Any) -> Bend:
    """A reason that is given early, or empty or null where another follows."""

    def bend(events: Events, random: Random) -> Events:
        def change(event: Event) -> Event | Events:
            if event.get("type") == "message_start" and in_start:
                return {**event, "message": {**event["message"], "stop_reason": ""}}
            if event.get("type") == "message_delta" and not in_start:
                delta = {**(event.get("delta") or {}), "stop_reason": then}
                return [event, {**event, "delta": delta}]
            return event

        return mapped(events, change)

    return bend


def _tool_ids(value: Callable[[int, list[Any]], Any]) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        ids = [
            event["content_block"].get("id")
            for event in events
            if event.get("type") == _START and event["content_block"].get("type") == "tool_use"
        ]
        number = 0

        def change(event: Event) -> Event:
            nonlocal number
            block = event.get("content_block") or {}
            if event.get("type") != _START or block.get("type") != "tool_use":
                return event
            new = value(number, ids)
            number += 1
            block = without(block, "id") if new == "missing" else {**block, "id": new}
            return {**event, "content_block": block}

        return mapped(events, change)

    return bend


def _cut(events: Events, random: Random) -> Events:
    """Pieces cut in two."""

    def change(delta: dict[str, Any]) -> Any:
        key = {**_KEYS, "input_json_delta": "partial_json"}.get(str(delta.get("type")))
        text = delta.get(key) if key else None
        if key is None or not isinstance(text, str) or len(text) < 2:
            return delta
        half = len(text) // 2
        return [{**delta, key: text[:half]}, {**delta, key: text[half:]}]

    return _each_delta(events, change)


_ALL = (_START, _DELTA, _STOP)

MESSAGES = [
    # These are made of what the good stream says, so they come first.
    Rule("content at the end", _content_at_end("same")),
    Rule("content only at the end", _content_at_end("only")),
    Rule("content empty at the end", _content_at_end("empty")),
    Rule("another content at the end", _content_at_end("other"), keeps_text=False),
    Rule("block whole in the stop", _block_at_stop("same")),
    Rule("block only whole in the stop", _block_at_stop("only")),
    Rule("block empty in the stop", _block_at_stop("empty")),
    Rule("inputs whole in a delta", _json_whole),
    Rule("inputs whole in the start", _inputs_at(_START)),
    Rule("inputs whole in the stop", _inputs_at(_STOP)),
    Rule("first piece in the start", _first_in_start),
    Rule("all indexes missing", _indexes(*_ALL, to=lambda n, old: "missing")),
    Rule("all indexes null", _indexes(*_ALL, to=lambda n, old: None)),
    Rule("all indexes 0", _indexes(*_ALL, to=lambda n, old: 0)),
    Rule("indexes shared by two", _indexes(*_ALL, to=lambda n, old: (old or 0) // 2)),
    Rule("indexes from 1", _indexes(*_ALL, to=lambda n, old: (old or 0) + 1)),
    Rule("indexes of deltas missing", _indexes(_DELTA, to=lambda n, old: "missing")),
    Rule("indexes of deltas 0", _indexes(_DELTA, to=lambda n, old: 0)),
    Rule("indexes of deltas count up", _indexes(_DELTA, to=lambda n, old: n)),
    Rule("indexes of deltas alien", _indexes(_DELTA, to=lambda n, old: 70 + (old or 0))),
    Rule("all indexes count up", _indexes(*_ALL, to=lambda n, old: n)),
    Rule("indexes of stops alien", _indexes(_STOP, to=lambda n, old: 70 + n)),
    Rule("indexes of stops missing", _indexes(_STOP, to=lambda n, old: "missing")),
    Rule("indexes of starts missing", _indexes(_START, to=lambda n, old: "missing")),
    Rule("starts missing", _starts_dropped),
    Rule("starts missing, of tools too", _dropped(_START), keeps_text=False, keeps_calls=False),
    Rule("stops missing", _dropped(_STOP)),
    Rule("stops early", _stops_early),
    Rule("stops late", _stops_late),
    Rule("stops twice", _twice(_STOP)),
    Rule("starts twice", _twice(_START), keeps_text=False),
    Rule("message_delta missing", _dropped("message_delta")),
    Rule("deltas in a block of another kind", _other_kind),
    Rule("texts in another form", _texts_in_form),
    Rule("texts null or empty", _texts_nothing, keeps_text=False),
    Rule("nothings between", _nothings_between),
    Rule("signature twice", _signature("same", "same")),
    Rule("two signatures", _signature("same", "SIG-OTHER")),
    Rule("signature empty", _signature("")),
    Rule("signature, then empty", _signature("same", "", None)),
    Rule("signature missing", _signature()),
    Rule("inputs in another form", _json_in_form),
    Rule("pieces of inputs lost", _json_lost, keeps_calls=False),
    Rule("inputs begin with nothing", _inputs_blank),
    Rule("stop_reason empty in the start", _reason(in_start=True, then=None)),
    Rule("stop_reason, then null", _reason(in_start=False, then=None)),
    Rule("stop_reason, then empty", _reason(in_start=False, then="")),
    Rule("tool ids missing", _tool_ids(lambda n, ids: "missing")),
    Rule("tool ids null", _tool_ids(lambda n, ids: None)),
    Rule("tool ids shared", _tool_ids(lambda n, ids: ids[0]), keeps_calls=False),
    Rule("pieces cut", _cut),
]
