"""Rules that bend chat completion chunks."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.support.bending.rules import NOTHINGS, Bend, Rule, in_form, mapped, some_of, without
from tests.support.bending.wire import Event, Events, said

__all__ = ["CHAT"]

_TEXTS: Final = ("content", "reasoning_content")


def _each_choice(events: Events, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Events:
    return mapped(
        events,
        lambda e: {**e, "choices": [*map(change, e["choices"])]} if e.get("choices") else e,
    )


def _each_delta(events: Events, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Events:
    return _each_choice(
        events,
        lambda choice: (
            {**choice, "delta": change(choice["delta"])} if choice.get("delta") else choice
        ),
    )


def _each_fragment(events: Events, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Events:
    return _each_delta(
        events,
        lambda delta: (
            {**delta, "tool_calls": [change(one) for one in delta["tool_calls"]]}
            if isinstance(delta.get("tool_calls"), list)
            else delta
        ),
    )


def _index_of(events: Events) -> Any:
    """The index of the choice that a stream has."""
    return next((e["choices"][0].get("index", 0) for e in events if e.get("choices")), 0)


def _choice_index(value: Any) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        if any(len(event.get("choices") or ()) > 1 for event in events):
            return events
        if any((event.get("choices") or [{}])[0].get("index") for event in events):
            return events
        if value == "missing":
            return _each_choice(events, lambda choice: without(choice, "index"))
        return _each_choice(events, lambda choice: {**choice, "index": value})

    return bend


def _call_index(values: Callable[[int, int | None], Any]) -> Bend:
    """Fragments with other indexes, made of their number and the index they had."""

    def bend(events: Events, random: Random) -> Events:
        number = 0

        def change(fragment: dict[str, Any]) -> dict[str, Any]:
            nonlocal number
            value = values(number, fragment.get("index"))
            number += 1
            return (
                without(fragment, "index") if value == "missing" else {**fragment, "index": value}
            )

        return _each_fragment(events, change)

    return bend


def _ids(events: Events) -> list[str]:
    found: list[str] = []

    def note(fragment: dict[str, Any]) -> dict[str, Any]:
        if fragment.get("id") and fragment["id"] not in found:
            found.append(fragment["id"])
        return fragment

    _each_fragment(events, note)
    return found


def _known(events: Events) -> Callable[[dict[str, Any]], tuple[Any, Any]]:
    """A function that gives the id and the name of a fragment's call, by its index."""
    calls: dict[Any, tuple[Any, Any]] = {}

    def find(fragment: dict[str, Any]) -> tuple[Any, Any]:
        function = fragment.get("function") or {}
        own = calls.get(fragment.get("index"), (None, None))
        own = fragment.get("id") or own[0], function.get("name") or own[1]
        calls[fragment.get("index")] = own
        return own

    return find


def _ids_repeated(events: Events, random: Random) -> Events:
    known = _known(events)
    return _each_fragment(events, lambda one: {**one, "id": known(one)[0]})


def _names_repeated(events: Events, random: Random) -> Events:
    known = _known(events)
    with_id = random.random() < 0.5

    def change(one: dict[str, Any]) -> dict[str, Any]:
        call_id, name = known(one)
        new = {**one, "function": {**(one.get("function") or {}), "name": name}}
        return {**new, "id": call_id} if with_id else new

    return _each_fragment(events, change)


def _ids_alien(events: Events, random: Random) -> Events:
    number = 0

    def change(one: dict[str, Any]) -> dict[str, Any]:
        nonlocal number
        number += 1
        return {**one, "id": f"alien_{number}"}

    return _each_fragment(events, change)


def _ids_missing(events: Events, random: Random) -> Events:
    if random.random() < 0.5:
        return _each_fragment(events, lambda one: without(one, "id"))
    value = random.choice([None, ""])
    return _each_fragment(events, lambda one: {**one, "id": value})


def _ids_blank_later(events: Events, random: Random) -> Events:
    value = random.choice([None, ""])
    return _each_fragment(
        events, lambda one: one if one.get("id") else {**one, "id": value, "type": None}
    )


def _names_blank_later(events: Events, random: Random) -> Events:
    value = random.choice([None, ""])

    def change(one: dict[str, Any]) -> dict[str, Any]:
        function = one.get("function") or {}
        return one if function.get("name") else {**one, "function": {**function, "name": value}}

    return _each_fragment(events, change)


def _ids_swapped(events: Events, random: Random) -> Events:
    """Fragments after the first of each call name another call."""
    ids = _ids(events)
    if len(ids) < 2:
        return events
    other = dict(zip(ids, [*ids[1:], ids[0]], strict=True))
    known = _known(events)

    def change(one: dict[str, Any]) -> dict[str, Any]:
        call_id, _ = known(one)
        return one if one.get("id") else {**one, "id": other.get(call_id, call_id)}

    return _each_fragment(events, change)


def _calls_as_object(events: Events, random: Random) -> Events:
    def change(delta: dict[str, Any]) -> dict[str, Any]:
        calls = delta.get("tool_calls")
        return {**delta, "tool_calls": calls[0]} if calls and len(calls) == 1 else delta

    return _each_delta(events, change)


def _arguments_as_object(events: Events, random: Random) -> Events:
    """All arguments of a call in one fragment, as the object itself."""
    texts: dict[Any, str] = {}
    known = _known(events)

    def collect(one: dict[str, Any]) -> dict[str, Any]:
        key = known(one)[0] or one.get("index")
        texts[key] = texts.get(key, "") + str((one.get("function") or {}).get("arguments") or "")
        return one

    _each_fragment(events, collect)
    known = _known(events)

    def change(one: dict[str, Any]) -> dict[str, Any]:
        key = known(one)[0] or one.get("index")
        try:
            value = json.loads(texts.pop(key, "null"))
        except ValueError:
            return one
        return {**one, "function": {**(one.get("function") or {}), "arguments": value}}

    return _each_fragment(events, change)


def _form(arguments: Any, random: Random) -> Any:
    return in_form(arguments, random, or_object=False)


def _arguments_in_form(events: Events, random: Random) -> Events:
    def change(one: dict[str, Any]) -> dict[str, Any]:
        function = one.get("function") or {}
        if not function.get("arguments"):
            return one
        return {**one, "function": {**function, "arguments": _form(function["arguments"], random)}}

    return _each_fragment(events, change)


def _arguments_nothing(events: Events, random: Random) -> Events:
    count = 0

    def change(one: dict[str, Any]) -> dict[str, Any]:
        nonlocal count
        count += 1
        if random.random() < 0.5:
            return one
        return {**one, "function": {**(one.get("function") or {}), "arguments": None}}

    return _each_fragment(events, change)


def _stub(events: Events, random: Random) -> Events:
    """A call without a name beside others, which is nothing."""
    stub = {"type": "function", "function": {"name": "", "arguments": ""}}
    place = random.randrange(len(events) + 1)
    chunk = {
        "id": "c1",
        "choices": [{"index": _index_of(events), "delta": {"tool_calls": [stub]}}],
    }
    return [*events[:place], chunk, *events[place:]]


def _role_in_each(events: Events, random: Random) -> Events:
    return _each_delta(events, lambda delta: {"role": "assistant", **delta})


def _texts_in_form(events: Events, random: Random) -> Events:
    keys = random.choice([("content",), ("reasoning_content",), _TEXTS])
    always = random.random() < 0.5

    def change(delta: dict[str, Any]) -> dict[str, Any]:
        return {
            key: in_form(value, random)
            if key in keys and value and (always or random.random() < 0.5)
            else value
            for key, value in delta.items()
        }

    return _each_delta(events, change)


def _texts_nothing(events: Events, random: Random) -> Events:
    return _each_delta(
        events,
        lambda delta: {
            key: random.choice(NOTHINGS) if key in _TEXTS and random.random() < 0.3 else value
            for key, value in delta.items()
        },
    )


def _nothing_beside(events: Events, random: Random) -> Events:
    """Every delta has all strings, the others null or empty."""
    value: Any = random.choice([None, "", []])
    return _each_delta(events, lambda delta: {**dict.fromkeys(_TEXTS, value), **delta})


def _reasoning_key(events: Events, random: Random) -> Events:
    both = random.random() < 0.3

    def change(delta: dict[str, Any]) -> dict[str, Any]:
        if "reasoning_content" not in delta:
            return delta
        new = delta if both else without(delta, "reasoning_content")
        return {**new, "reasoning": delta["reasoning_content"]}

    return _each_delta(events, change)


def _reasoning_in_content(events: Events, random: Random) -> Events:
    """Reasoning as a part of `content`."""
    kind = random.choice(["reasoning", "thinking", "reasoning_text"])
    key = "thinking" if kind == "thinking" else "text"

    def change(delta: dict[str, Any]) -> dict[str, Any]:
        thought = delta.get("reasoning_content")
        if not isinstance(thought, str) or not thought or delta.get("content"):
            return delta
        part = {"type": kind, key: thought}
        return {**without(delta, "reasoning_content"), "content": [part]}

    return _each_delta(events, change)


def _reasoning_key_changes(events: Events, random: Random) -> Events:
    number = 0

    def change(delta: dict[str, Any]) -> dict[str, Any]:
        nonlocal number
        if "reasoning_content" not in delta:
            return delta
        number += 1
        new = {**without(delta, "reasoning_content"), "reasoning": delta["reasoning_content"]}
        return new if number % 2 else delta

    return _each_delta(events, change)


def _finish(early: bool, later: Any) -> Bend:
    """A reason that is null or empty on all chunks but one."""

    def bend(events: Events, random: Random) -> Events:
        reasons = [
            choice["finish_reason"]
            for event in events
            for choice in event.get("choices") or ()
            if choice.get("finish_reason")
        ]
        if not reasons:
            return events
        chunks = [place for place, event in enumerate(events) if event.get("choices")]
        at = random.choice(chunks) if early else chunks[-1]
        out = []
        for place, event in enumerate(events):
            if event.get("choices"):
                reason = reasons[0] if place == at else later
                choices = [{**one, "finish_reason": reason} for one in event["choices"]]
                event = {**event, "choices": choices}
            out.append(event)
        return out

    return bend


def _finish_twice(events: Events, random: Random) -> Events:
    other = random.choice(["stop", "length", "tool_calls"])
    choice = {"index": _index_of(events), "delta": {}, "finish_reason": other}
    return [*events, {"id": "c1", "choices": [choice]}]


def _message_of(events: Events) -> dict[str, Any]:
    """The whole message that the deltas make, of streams that are in order."""
    message: dict[str, Any] = {"role": "assistant"}
    for event in events:
        for kind, text in said(event):
            key = "content" if kind == "text" else "reasoning_content"
            message[key] = message.get(key, "") + text
    return message


def _whole_message(form: str) -> Bend:
    """A chunk at the end that has the message whole."""

    def bend(events: Events, random: Random) -> Events:
        if not events or any(len(event.get("choices") or ()) > 1 for event in events):
            return events
        message = _message_of(events)
        index = _index_of(events)
        if form == "only":
            left: Events = _each_delta(events, lambda delta: without(delta, *_TEXTS, "reasoning"))
        else:
            left = events
        if form == "empty":
            message = {"role": "assistant", "content": random.choice(["", None])}
        elif form == "begun":
            message = {key: value[: len(value) // 2] for key, value in message.items()}
        elif form == "other":
            message = {**message, "content": "Something else."}
        choice = {"index": index, "delta": {}, "message": message, "finish_reason": None}
        return [*left, {"id": "c1", "choices": [choice]}]

    return bend


def _together(events: Events, random: Random) -> Events:
    """Chunks joined: one delta has what two had, if they have no key in common."""
    out: Events = []
    for event in events:
        before = out[-1] if out else {}
        one, other = before.get("choices") or [], event.get("choices") or []
        if len(one) == len(other) == 1:
            first, second = one[0].get("delta") or {}, other[0].get("delta") or {}
            if first and second and not set(first) & set(second):
                out[-1] = {**event, "choices": [{**other[0], "delta": {**first, **second}}]}
                continue
        out.append(event)
    return out


def _ids_change(events: Events, random: Random) -> Events:
    keys = random.choice([("id",), ("model", "created"), ("id", "object", "created", "model")])
    gone = random.random() < 0.5

    def change(event: Event) -> Event:
        if gone:
            return without(event, *keys)
        return {**event, **{key: random.choice([None, "", "other"]) for key in keys}}

    return mapped(events, change)


def _cut(events: Events, random: Random) -> Events:
    """Pieces cut in two."""

    def change(event: Event) -> Event | Events:
        choices = event.get("choices") or []
        if len(choices) != 1 or choices[0].get("finish_reason"):
            return event
        delta = choices[0].get("delta") or {}
        for key in _TEXTS:
            text = delta.get(key)
            if isinstance(text, str) and len(text) > 1 and set(delta) <= {key, "role"}:
                half = len(text) // 2
                return [
                    {**event, "choices": [{**choices[0], "delta": {**delta, key: piece}}]}
                    for piece in (text[:half], text[half:])
                ]
        return event

    return mapped(events, change)


def _random_places(events: Events, random: Random) -> Events:
    """`content` null, or a role alone, on chunks in between."""
    places = some_of(range(len(events)), random)
    choice = {"index": _index_of(events), "delta": {"role": "assistant", "content": None}}
    extra = {"id": "c1", "choices": [choice]}
    return [new for at, event in enumerate(events) for new in ([extra] * (at in places) + [event])]


CHAT = [
    # These are made of what the good stream says, so they come first.
    Rule("message whole at the end", _whole_message("same")),
    Rule("message only whole", _whole_message("only")),
    Rule("message empty at the end", _whole_message("empty")),
    Rule("message begun at the end", _whole_message("begun")),
    Rule("another message at the end", _whole_message("other"), keeps_text=False),
    Rule("arguments as an object", _arguments_as_object),
    Rule("choice index missing", _choice_index("missing")),
    Rule("choice index null", _choice_index(None)),
    Rule("choice index 1", _choice_index(1)),
    Rule("call index missing", _call_index(lambda number, old: "missing")),
    Rule("call index null", _call_index(lambda number, old: None)),
    Rule("call index 0", _call_index(lambda number, old: 0)),
    Rule("call index counts up", _call_index(lambda number, old: number)),
    Rule("call index from 1", _call_index(lambda number, old: (old or 0) + 1)),
    Rule("call index text", _call_index(lambda number, old: str(old))),
    Rule("call ids repeated", _ids_repeated),
    Rule("call names repeated", _names_repeated),
    Rule("call ids alien", _ids_alien),
    Rule("call ids missing", _ids_missing),
    Rule("call ids blank later", _ids_blank_later),
    Rule("call names blank later", _names_blank_later),
    Rule("call ids swapped", _ids_swapped, keeps_calls=False),
    Rule("calls as an object", _calls_as_object),
    Rule("arguments in another form", _arguments_in_form),
    Rule("arguments null", _arguments_nothing, keeps_calls=False),
    Rule("a stub of a call", _stub),
    Rule("role in each delta", _role_in_each),
    Rule("texts in another form", _texts_in_form),
    Rule("texts null or empty", _texts_nothing, keeps_text=False),
    Rule("null beside", _nothing_beside),
    Rule("reasoning under another key", _reasoning_key),
    Rule("reasoning in the content", _reasoning_in_content),
    Rule("reasoning under changing keys", _reasoning_key_changes),
    Rule("finish reason empty", _finish(early=False, later="")),
    Rule("finish reason early, then null", _finish(early=True, later=None)),
    Rule("finish reason early, then empty", _finish(early=True, later="")),
    Rule("finish reason twice", _finish_twice),
    Rule("chunks joined", _together),
    Rule("ids of the answer change", _ids_change),
    Rule("pieces cut", _cut),
    Rule("chunks that say nothing", _random_places),
]
