"""Rules that bend the events of responses."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

from tests.support.bending.rules import NOTHINGS, Bend, Rule, in_form, mapped, some_of, without
from tests.support.bending.wire import Event, Events, ends

__all__ = ["RESPONSES"]

_TEXT: Final = "response.output_text"
_THOUGHT: Final = "response.reasoning_text"
_SUMMARY: Final = "response.reasoning_summary_text"
_ARGUMENTS: Final = "response.function_call_arguments"
_DELTAS: Final = tuple(f"{kind}.delta" for kind in (_TEXT, _THOUGHT, _SUMMARY))
_DONES: Final = tuple(f"{kind}.done" for kind in (_TEXT, _THOUGHT, _SUMMARY))
_PARTS: Final = ("response.content_part", "response.reasoning_summary_part")
_PARTS_ADDED: Final = tuple(f"{kind}.added" for kind in _PARTS)
_PARTS_DONE: Final = tuple(f"{kind}.done" for kind in _PARTS)
_ADDED: Final = "response.output_item.added"
_DONE: Final = "response.output_item.done"
_NEWS: Final = (_ADDED, *_PARTS_ADDED, "response.created", "response.in_progress")
_LATER: Final = (*_DONES, *_PARTS_DONE, _DONE, f"{_ARGUMENTS}.done")


def _type(event: Event) -> str:
    return str(event.get("type"))


def _indexes(*keys: str, to: Callable[[int, Any], Any], of: tuple[str, ...] = ()) -> Bend:
    """Other indexes on events, made of their number and the index they had."""

    def bend(events: Events, random: Random) -> Events:
        number = 0

        def change(event: Event) -> Event:
            nonlocal number
            found = [key for key in keys if key in event]
            if not found or (of and _type(event) not in of):
                return event
            new = dict(event)
            for key in found:
                value = to(number, event[key])
                if value == "missing":
                    del new[key]
                else:
                    new[key] = value
            number += 1
            return new

        return mapped(events, change)

    return bend


def _item_ids(of: tuple[str, ...] = ()) -> Bend:
    """Each event names an item that there is not."""

    def bend(events: Events, random: Random) -> Events:
        number = 0

        def change(event: Event) -> Event:
            nonlocal number
            if "item_id" not in event or (of and _type(event) not in of):
                return event
            number += 1
            return {**event, "item_id": f"alien_{number}"}

        return mapped(events, change)

    return bend


def _ids_of(events: Events) -> list[str]:
    ids = [(e.get("item") or {}).get("id") for e in events if _type(e) == _ADDED]
    return [one for one in dict.fromkeys(ids) if one]


def _item_ids_swapped(events: Events, random: Random) -> Events:
    """Pieces name another item than the one they are from."""
    ids = _ids_of(events)
    if len(ids) < 2:
        return events
    other = dict(zip(ids, [*ids[1:], ids[0]], strict=True))
    return mapped(
        events,
        lambda e: {**e, "item_id": other.get(e["item_id"], e["item_id"])} if "item_id" in e else e,
    )


def _item_ids_gone(events: Events, random: Random) -> Events:
    if random.random() < 0.5:
        return mapped(events, lambda e: without(e, "item_id"))
    return mapped(events, lambda e: {**e, "item_id": None} if "item_id" in e else e)


def _all_ids_gone(events: Events, random: Random) -> Events:
    """No event and no item has an id; calls have their `call_id`."""

    def change(event: Event) -> Event:
        new = without(event, "item_id")
        if isinstance(event.get("item"), dict):
            new["item"] = without(event["item"], "id")
        return new

    return _each_item_at_end(mapped(events, change), lambda item: without(item, "id"))


def _items_alien(*kinds: str) -> Bend:
    """Items have other ids where they are whole."""

    def bend(events: Events, random: Random) -> Events:
        number = 0

        def rename(item: dict[str, Any]) -> dict[str, Any]:
            nonlocal number
            number += 1
            return {**item, "id": f"alien_item_{number}"}

        def change(event: Event) -> Event:
            if _type(event) in kinds and isinstance(event.get("item"), dict):
                return {**event, "item": rename(event["item"])}
            return event

        out = mapped(events, change)
        return _each_item_at_end(out, rename) if "completed" in kinds else out

    return bend


def _places(events: Events, *kinds: str) -> list[int]:
    return [place for place, event in enumerate(events) if _type(event) in kinds]


def _dropped(*kinds: str) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        gone = some_of(_places(events, *kinds), random)
        return [event for place, event in enumerate(events) if place not in gone]

    return bend


def _added_dropped(events: Events, random: Random) -> Events:
    """Items begin without a word; calls not, unless they are named later."""
    gone = some_of(_places(events, _ADDED), random)
    return [event for place, event in enumerate(events) if place not in gone]


def _twice(*kinds: str) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        places = some_of(_places(events, *kinds), random)
        return [event for at, event in enumerate(events) for _ in range(1 + (at in places))]

    return bend


def _emptied(*kinds: str) -> Bend:
    """Later forms that are empty, or have no text at all."""

    def bend(events: Events, random: Random) -> Events:
        chosen = some_of(_places(events, *kinds), random)
        return [_emptied_event(e, random) if at in chosen else e for at, e in enumerate(events)]

    return bend


def _emptied_event(event: Event, random: Random) -> Event:
    new = dict(event)
    for key in ("text", "arguments", "input"):
        if key in new:
            _empty(new, key, random)
    if isinstance(new.get("part"), dict):
        new["part"] = dict(new["part"])
        _empty(new["part"], "text", random)
    if isinstance(new.get("item"), dict):
        new["item"] = _emptied_item(new["item"], random)
    return new


def _empty(fields: dict[str, Any], key: str, random: Random) -> None:
    value = random.choice(["", None, "missing"])
    if value == "missing":
        fields.pop(key, None)
    else:
        fields[key] = value


def _emptied_item(item: dict[str, Any], random: Random) -> dict[str, Any]:
    new = dict(item)
    for key in ("content", "summary"):
        if key in new:
            parts = new[key] if isinstance(new[key], list) else []
            blank = [{**part, "text": ""} if isinstance(part, dict) else part for part in parts]
            new[key] = random.choice([[], None, blank])
    for key in ("arguments", "input", "encrypted_content"):
        if key in new:
            _empty(new, key, random)
    return new


def _early(*kinds: str) -> Bend:
    """Later forms that come before the last pieces of what they have whole."""

    def bend(events: Events, random: Random) -> Events:
        out = list(events)
        for event in [event for event in events if _type(event) in kinds]:
            place = next(at for at, one in enumerate(out) if one is event)
            back = random.randrange(5)
            stop = place
            while stop > 0 and place - stop < back and "item_id" in out[stop - 1]:
                stop -= 1
            out.insert(stop, out.pop(place))
        return out

    return bend


def _late(*kinds: str) -> Bend:
    """Later forms that all come just before the end."""

    def bend(events: Events, random: Random) -> Events:
        late = [event for event in events if _type(event) in kinds]
        left = [event for event in events if _type(event) not in kinds]
        place = next((at for at, event in enumerate(left) if ends(event)), len(left))
        return [*left[:place], *late, *left[place:]]

    return bend


def _no_deltas(*kinds: str) -> Bend:
    """Texts and arguments are in later forms only."""

    def bend(events: Events, random: Random) -> Events:
        if not any(ends(event) and _has_items(event) for event in events):
            return events
        return [event for event in events if _type(event) not in kinds]

    return bend


def _has_items(event: Event) -> bool:
    return bool((event.get("response") or {}).get("output"))


def _begun(*kinds: str) -> Bend:
    """Later forms that have only the beginning."""

    def bend(events: Events, random: Random) -> Events:
        def change(event: Event) -> Event:
            if _type(event) not in kinds:
                return event
            new = dict(event)
            if isinstance(new.get("text"), str):
                new["text"] = new["text"][: len(new["text"]) // 2]
            if isinstance(new.get("part"), dict) and isinstance(new["part"].get("text"), str):
                text = new["part"]["text"]
                new["part"] = {**new["part"], "text": text[: len(text) // 2]}
            return new

        return mapped(events, change)

    return bend


def _other_text(events: Events, random: Random) -> Events:
    """A later form that says something else."""
    places = _places(events, *_DONES)
    chosen = some_of(places, random)
    return [
        {**event, "text": "Something else."} if place in chosen else event
        for place, event in enumerate(events)
    ]


def _other_kind(events: Events, random: Random) -> Events:
    """Pieces that name an item of another kind."""
    items = [
        ((event.get("item") or {}).get("id"), event.get("output_index"))
        for event in events
        if _type(event) == _ADDED
    ]
    if not items:
        return events
    chosen = some_of(_places(events, *_DELTAS), random)
    item_id, index = random.choice(items)
    names = random.choice([("item_id",), ("output_index",), ("item_id", "output_index")])
    new = {key: {"item_id": item_id, "output_index": index}[key] for key in names}
    return [{**event, **new} if at in chosen else event for at, event in enumerate(events)]


def _deltas_in_form(*kinds: str, nothing: bool = False, or_object: bool = True) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        always = random.random() < 0.5

        def change(event: Event) -> Event:
            if _type(event) not in kinds or not (always or random.random() < 0.4):
                return event
            if nothing:
                return {**event, "delta": random.choice(NOTHINGS)}
            return {**event, "delta": in_form(event.get("delta"), random, or_object=or_object)}

        return mapped(events, change)

    return bend


def _later_in_form(events: Events, random: Random) -> Events:
    """Later forms of texts as lists and objects."""

    def change(event: Event) -> Event:
        if _type(event) in _DONES and event.get("text"):
            return {**event, "text": in_form(event["text"], random)}
        if _type(event) in _PARTS_DONE and (event.get("part") or {}).get("text"):
            part = event["part"]
            return {**event, "part": {**part, "text": in_form(part["text"], random)}}
        return event

    return mapped(events, change)


def _arguments_as_object(events: Events, random: Random) -> Events:
    def parsed(fields: dict[str, Any]) -> dict[str, Any]:
        try:
            return {**fields, "arguments": json.loads(fields["arguments"])}
        except (KeyError, TypeError, ValueError):
            return fields

    def change(event: Event) -> Event:
        if _type(event) == f"{_ARGUMENTS}.done":
            return parsed(event)
        if _type(event) == _DONE and isinstance(event.get("item"), dict):
            return {**event, "item": parsed(event["item"])}
        return event

    return _each_item_at_end(mapped(events, change), parsed)


def _arguments_lost(events: Events, random: Random) -> Events:
    """Some pieces of arguments are gone, and all later forms of them."""

    def change(event: Event) -> Event | None:
        if _type(event) == f"{_ARGUMENTS}.delta" and random.random() < 0.4:
            return None
        if _type(event) == f"{_ARGUMENTS}.done":
            return None
        if _type(event) == _DONE and isinstance(event.get("item"), dict):
            return {**event, "item": without(event["item"], "arguments")}
        return event

    return _each_item_at_end(mapped(events, change), lambda item: without(item, "arguments"))


def _stub(events: Events, random: Random) -> Events:
    """A call without a name beside others, which is nothing."""
    place = random.randrange(max(len(events) - 1, 1))
    item = {"type": "function_call", "id": "stub", "call_id": "", "name": "", "arguments": ""}
    index = random.choice([0, 7])
    return [
        *events[:place],
        *[{"type": kind, "output_index": index, "item": item} for kind in (_ADDED, _DONE)],
        *events[place:],
    ]


def _sort(to_content: bool, *, both: bool = False) -> Bend:
    """Reasoning as text instead of as a summary, or the other way round."""
    old, new = (_SUMMARY, _THOUGHT) if to_content else (_THOUGHT, _SUMMARY)
    old_part, new_part = _PARTS[::-1] if to_content else _PARTS
    old_key, new_key = ("summary", "content") if to_content else ("content", "summary")
    kind = "reasoning_text" if to_content else "summary_text"

    def bend(events: Events, random: Random) -> Events:
        ids = {
            (event.get("item") or {}).get("id")
            for event in events
            if (event.get("item") or {}).get("type") == "reasoning"
        }

        def part(value: Any) -> Any:
            return {**value, "type": kind} if isinstance(value, dict) else value

        def item(value: dict[str, Any]) -> dict[str, Any]:
            if value.get("type") != "reasoning" or not isinstance(value.get(old_key), list):
                return value
            moved = [part(one) for one in value[old_key]]
            kept = value if both else {**value, old_key: []}
            return {**kept, new_key: moved or value.get(new_key) or []}

        def change(event: Event) -> Event | Events:
            name = _type(event)
            changed = event
            if name.startswith(old):
                changed = _with_index(event, f"{old_key}_index", f"{new_key}_index")
                changed["type"] = name.replace(old, new)
            elif name.startswith(old_part) and (to_content or event.get("item_id") in ids):
                changed = _with_index(event, f"{old_key}_index", f"{new_key}_index")
                changed["type"] = name.replace(old_part, new_part)
                changed["part"] = part(event.get("part"))
            elif isinstance(event.get("item"), dict):
                return {**event, "item": item(event["item"])}
            if both and changed is not event:
                return [event, changed]
            return changed

        return _each_item_at_end(mapped(events, change), item)

    return bend


def _with_index(event: Event, old: str, new: str) -> Event:
    return {new if key == old else key: value for key, value in event.items()}


# --- the response at the end ---------------------------------------------------------------------


def _each_response(events: Events, change: Callable[[dict[str, Any]], Any]) -> Events:
    return mapped(
        events,
        lambda e: (
            {**e, "response": change(e["response"])}
            if ends(e) and isinstance(e.get("response"), dict)
            else e
        ),
    )


def _each_item_at_end(
    events: Events, change: Callable[[dict[str, Any]], dict[str, Any] | None]
) -> Events:
    def to(response: dict[str, Any]) -> dict[str, Any]:
        items = response.get("output")
        if not isinstance(items, list):
            return response
        changed = [change(item) if isinstance(item, dict) else item for item in items]
        return {**response, "output": [item for item in changed if item is not None]}

    return _each_response(events, to)


def _output(value: Any) -> Bend:
    def bend(events: Events, random: Random) -> Events:
        if value == "missing":
            return _each_response(events, lambda response: without(response, "output"))
        return _each_response(events, lambda response: {**response, "output": value})

    return bend


def _response_gone(events: Events, random: Random) -> Events:
    value: Any = random.choice([None, {}])
    return mapped(events, lambda e: {**e, "response": value} if ends(e) else e)


def _items_emptied(events: Events, random: Random) -> Events:
    always = random.random() < 0.5
    return _each_item_at_end(
        events,
        lambda item: _emptied_item(item, random) if always or random.random() < 0.5 else item,
    )


def _items_lost(events: Events, random: Random) -> Events:
    kind = random.choice(["reasoning", "message", "function_call", "any"])
    return _each_item_at_end(
        events,
        lambda item: (
            None if item.get("type") == kind or (kind == "any" and random.random() < 0.5) else item
        ),
    )


def _items_reversed(events: Events, random: Random) -> Events:
    return _each_response(
        events,
        lambda r: {**r, "output": r["output"][::-1]} if isinstance(r.get("output"), list) else r,
    )


def _reasoning_as_output(events: Events, random: Random) -> Events:
    """As litellm has it: without its summary, in parts of the type of an answer's text."""
    alien = random.random() < 0.5

    def change(item: dict[str, Any]) -> dict[str, Any]:
        if item.get("type") != "reasoning":
            return item
        parts = item.get("content") or item.get("summary") or []
        text = "".join(str(part.get("text") or "") for part in parts if isinstance(part, dict))
        new = without(item, "summary", "encrypted_content", "content")
        new["content"] = [{"type": "output_text", "text": text, "annotations": []}]
        return {**new, "id": "rs_other"} if alien else new

    return _each_item_at_end(events, change)


def _parts_joined(events: Events, random: Random) -> Events:
    """Items have one part that says what theirs said."""

    def change(item: dict[str, Any]) -> dict[str, Any]:
        new = dict(item)
        for key in ("content", "summary"):
            parts = item.get(key)
            if isinstance(parts, list) and len(parts) > 1 and isinstance(parts[0], dict):
                texts = [part.get("text") for part in parts if isinstance(part, dict)]
                if all(isinstance(text, str) for text in texts):
                    new[key] = [{**parts[0], "text": "".join(texts)}]  # type: ignore[arg-type]  # all strings
        return new

    return _each_item_at_end(events, change)


def _parts_split(events: Events, random: Random) -> Events:
    """Items have a part for each half of what theirs said."""

    def change(item: dict[str, Any]) -> dict[str, Any]:
        new = dict(item)
        for key in ("content", "summary"):
            parts = item.get(key)
            if isinstance(parts, list) and parts and isinstance(parts[0], dict):
                text = parts[0].get("text")
                if isinstance(text, str):
                    half = len(text) // 2
                    first = [{**parts[0], "text": piece} for piece in (text[:half], text[half:])]
                    new[key] = [*first, *parts[1:]]
        return new

    return _each_item_at_end(events, change)


def _items_joined(events: Events, random: Random) -> Events:
    """One message says what all said."""

    def to(response: dict[str, Any]) -> dict[str, Any]:
        items = [i for i in response.get("output") or () if isinstance(i, dict)]
        messages = [item for item in items if item.get("type") == "message"]
        if len(messages) < 2 or not all(isinstance(m.get("content"), list) for m in messages):
            return response
        content = [part for message in messages for part in message["content"]]
        others = [item for item in items if item.get("type") != "message"]
        return {**response, "output": [*others, {**messages[0], "content": content}]}

    return _each_response(events, to)


def _begun_at_end(events: Events, random: Random) -> Events:
    """Items at the end have only the beginning of their texts."""

    def change(item: dict[str, Any]) -> dict[str, Any]:
        new = dict(item)
        for key in ("content", "summary"):
            if isinstance(item.get(key), list):
                new[key] = [
                    {**part, "text": part["text"][: len(part["text"]) // 2]}
                    if isinstance(part, dict) and isinstance(part.get("text"), str)
                    else part
                    for part in item[key]
                ]
        return new

    return _each_item_at_end(events, change)


def _content_as_text(events: Events, random: Random) -> Events:
    """Items at the end have their content as a string."""

    def change(item: dict[str, Any]) -> dict[str, Any]:
        parts = item.get("content")
        if item.get("type") != "message" or not isinstance(parts, list):
            return item
        texts = [str(part.get("text") or "") for part in parts if isinstance(part, dict)]
        return {**item, "content": "".join(texts)}

    return _each_item_at_end(events, change)


def _encrypted(events: Events, random: Random) -> Events:
    value: Any = random.choice([None, "", "missing", "another secret"])

    def change(item: dict[str, Any]) -> dict[str, Any]:
        if "encrypted_content" not in item:
            return item
        if value == "missing":
            return without(item, "encrypted_content")
        return {**item, "encrypted_content": value}

    return _each_item_at_end(events, change)


def _status(events: Events, random: Random) -> Events:
    value = random.choice([None, "in_progress", "missing"])
    return _each_response(
        events,
        lambda r: without(r, "status") if value == "missing" else {**r, "status": value},
    )


def _cut(events: Events, random: Random) -> Events:
    """Pieces cut in two."""

    def change(event: Event) -> Event | Events:
        text = event.get("delta")
        if not isinstance(text, str) or len(text) < 2:
            return event
        half = len(text) // 2
        return [{**event, "delta": text[:half]}, {**event, "delta": text[half:]}]

    return mapped(events, change)


def _extras(events: Events, random: Random) -> Events:
    number = 0

    def change(event: Event) -> Event:
        nonlocal number
        number += 1
        if _type(event) not in _DELTAS:
            return event
        return {**event, "logprobs": [], "obfuscation": "x" * (number % 7)}

    return mapped(events, change)


_CALLS = (f"{_ARGUMENTS}.delta",)
_OUT = ("output_index",)
_IN = ("content_index", "summary_index")

RESPONSES = [
    # These are made of what the good stream says, so they come first.
    Rule("reasoning as text", _sort(to_content=True)),
    Rule("reasoning as a summary", _sort(to_content=False)),
    Rule("reasoning as both", _sort(to_content=True, both=True), keeps_text=False),
    Rule("reasoning at the end as output_text", _reasoning_as_output),
    Rule("parts joined at the end", _parts_joined),
    Rule("parts split at the end", _parts_split),
    Rule("messages joined at the end", _items_joined),
    Rule("content at the end as a string", _content_as_text),
    Rule("texts begun at the end", _begun_at_end),
    Rule("texts begun in later forms", _begun(*_DONES, *_PARTS_DONE)),
    Rule("another text in a later form", _other_text, keeps_text=False),
    Rule("texts in no delta", _no_deltas(*_DELTAS)),
    Rule("arguments in no delta", _no_deltas(*_CALLS)),
    Rule("arguments as an object", _arguments_as_object),
    Rule("arguments lost", _arguments_lost, keeps_calls=False),
    Rule("output missing", _output("missing")),
    Rule("output null", _output(None)),
    Rule("output empty", _output([])),
    Rule("no response at the end", _response_gone),
    Rule("items emptied at the end", _items_emptied),
    Rule("items lost at the end", _items_lost),
    Rule("items reversed at the end", _items_reversed),
    Rule("other ids at the end", _items_alien("completed")),
    Rule("other ids when done", _items_alien(_DONE)),
    Rule("other ids when added", _items_alien(_ADDED)),
    Rule("encrypted content bent at the end", _encrypted),
    Rule("status bent at the end", _status),
    Rule("output_index missing", _indexes(*_OUT, to=lambda n, old: "missing")),
    Rule("output_index null", _indexes(*_OUT, to=lambda n, old: None)),
    Rule("output_index 0", _indexes(*_OUT, to=lambda n, old: 0)),
    Rule("output_index shared by two", _indexes(*_OUT, to=lambda n, old: (old or 0) // 2)),
    Rule("output_index counts up", _indexes(*_OUT, to=lambda n, old: n)),
    Rule("output_index of deltas 0", _indexes(*_OUT, to=lambda n, old: 0, of=_DELTAS)),
    Rule("output_index of deltas counts up", _indexes(*_OUT, to=lambda n, old: n, of=_DELTAS)),
    Rule("output_index of later forms other", _indexes(*_OUT, to=lambda n, old: 40 + n, of=_LATER)),
    Rule("output_index of later forms 0", _indexes(*_OUT, to=lambda n, old: 0, of=_LATER)),
    Rule("part index missing", _indexes(*_IN, to=lambda n, old: "missing")),
    Rule("part index 0", _indexes(*_IN, to=lambda n, old: 0)),
    Rule("part index counts up", _indexes(*_IN, to=lambda n, old: n, of=_DELTAS)),
    Rule("part index counts up everywhere", _indexes(*_IN, to=lambda n, old: n)),
    Rule("all indexes missing", _indexes(*_OUT, *_IN, to=lambda n, old: "missing")),
    Rule("item ids missing", _item_ids_gone),
    Rule("all ids missing", _all_ids_gone),
    Rule("item ids alien", _item_ids()),
    Rule("item ids of deltas alien", _item_ids(of=(*_DELTAS, *_CALLS))),
    Rule("item ids of later forms alien", _item_ids(of=_LATER)),
    Rule("item ids swapped", _item_ids_swapped, keeps_calls=False),
    Rule("pieces in an item of another kind", _other_kind),
    Rule("items not announced", _added_dropped),
    Rule("parts not announced", _dropped(*_PARTS_ADDED)),
    Rule("nothing announced", lambda e, r: [x for x in e if x.get("type") not in _NEWS]),
    Rule("items announced twice", _twice(_ADDED)),
    Rule("parts announced twice", _twice(*_PARTS_ADDED)),
    Rule("texts not done", _dropped(*_DONES)),
    Rule("parts not done", _dropped(*_PARTS_DONE)),
    Rule("items not done", _dropped(_DONE)),
    Rule("arguments not done", _dropped(f"{_ARGUMENTS}.done")),
    Rule("nothing done", lambda e, r: [x for x in e if x.get("type") not in _LATER]),
    Rule("texts done empty", _emptied(*_DONES)),
    Rule("parts done empty", _emptied(*_PARTS_DONE)),
    Rule("items done empty", _emptied(_DONE)),
    Rule("arguments done empty", _emptied(f"{_ARGUMENTS}.done")),
    Rule("all done empty", _emptied(*_LATER)),
    Rule("texts done early", _early(*_DONES)),
    Rule("parts done early", _early(*_PARTS_DONE)),
    Rule("items done early", _early(_DONE)),
    Rule("arguments done early", _early(f"{_ARGUMENTS}.done")),
    Rule("items done late", _late(_DONE)),
    Rule("texts done late", _late(*_DONES)),
    Rule("texts done twice", _twice(*_DONES)),
    Rule("parts done twice", _twice(*_PARTS_DONE)),
    Rule("items done twice", _twice(_DONE)),
    Rule("arguments done twice", _twice(f"{_ARGUMENTS}.done")),
    Rule("later texts in another form", _later_in_form),
    Rule("deltas in another form", _deltas_in_form(*_DELTAS)),
    Rule("deltas null or empty", _deltas_in_form(*_DELTAS, nothing=True), keeps_text=False),
    Rule("arguments in another form", _deltas_in_form(*_CALLS, or_object=False)),
    Rule(
        "arguments null or empty",
        _deltas_in_form(*_CALLS, nothing=True),
        keeps_calls=False,
    ),
    Rule("a stub of a call", _stub),
    Rule("sequence numbers missing", lambda e, r: [without(x, "sequence_number") for x in e]),
    Rule("keys of other servers", _extras),
    Rule("pieces cut", _cut),
]
