"""Rules that bend a stream, of any protocol; those of one protocol are in modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tests.support.bending.wire import Event, Events, ends, said

__all__ = ["ANY", "FORMS", "NOTHINGS", "TYPED", "Bend", "Rule", "in_form", "mapped"]
__all__ += ["some_of", "without"]

Bend: TypeAlias = Callable[[Events, Random], Events]


class Rule(NamedTuple):
    """One way to bend a stream. Events are never changed: bent ones are others.

    Attributes:
        keeps_text: All text and reasoning is still there, once and in order.
        keeps_calls: All pieces of calls are still there, once and in order.
    """

    name: str
    bend: Bend
    keeps_text: bool = True
    keeps_calls: bool = True


def mapped(events: Events, change: Callable[[Event], Event | Events | None]) -> Events:
    """The events, each changed: to another, to several, or to none."""
    out: Events = []
    for event in events:
        new = change(event)
        if isinstance(new, list):
            out += new
        elif new is not None:
            out.append(new)
    return out


def without(fields: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in keys}


def some_of(places: Sequence[int], random: Random) -> set[int]:
    """Some of these places: one, or all."""
    if not places:
        return set()
    return set(places) if random.random() < 0.5 else {random.choice(places)}


# Other forms of a text: those that keep it, and those that don't.
FORMS: dict[str, Callable[[str], Any]] = {
    "a list of strings": lambda text: [text[: len(text) // 2], text[len(text) // 2 :]],
    "a list of parts": lambda text: [{"type": "text", "text": text}],
    "a list of both": lambda text: [text[:1], {"type": "text", "text": text[1:]}],
    "an object": lambda text: {"type": "text", "text": text},
}
NOTHINGS: tuple[Any, ...] = (None, "", [], {})


def in_form(text: Any, random: Random, *, or_object: bool = True) -> Any:
    """A text in another form; as an object only where that cannot be the value itself."""
    form = random.choice([*FORMS][: len(FORMS) - (not or_object)])
    return FORMS[form](text) if isinstance(text, str) else text


def _inner(events: Events) -> int:
    """How many events there are before the one that ends the stream."""
    return len(events) - 1 if events and ends(events[-1]) else len(events)


def _doubled(events: Events, random: Random) -> Events:
    places = some_of(range(_inner(events)), random)
    return [event for place, event in enumerate(events) for _ in range(1 + (place in places))]


def _doubled_if_silent(events: Events, random: Random) -> Events:
    """Double events that say that something begins, or nothing."""
    kinds = ("message_start", "ping", "response.created", "response.in_progress")
    return mapped(events, lambda e: [e, e] if e.get("type") in kinds else e)


def _swapped(events: Events, random: Random) -> Events:
    if _inner(events) < 2:
        return events
    place = random.randrange(_inner(events) - 1)
    return [*events[:place], events[place + 1], events[place], *events[place + 2 :]]


def _moved(events: Events, random: Random) -> Events:
    if _inner(events) < 2:
        return events
    place, other = random.randrange(_inner(events)), random.randrange(_inner(events))
    left = [*events[:place], *events[place + 1 :]]
    return [*left[:other], events[place], *left[other:]]


def _shuffled(events: Events, random: Random) -> Events:
    start = random.randrange(max(_inner(events), 1))
    few = events[start : min(start + random.randrange(2, 6), _inner(events))]
    random.shuffle(few)
    return [*events[:start], *few, *events[start + len(few) :]]


def _lost(events: Events, random: Random) -> Events:
    place = random.randrange(max(_inner(events), 1))
    return [event for number, event in enumerate(events) if number != place or ends(event)]


def _silent_lost(events: Events, random: Random) -> Events:
    """Leave out events without a piece of text, of one kind or a few."""
    kinds = ("message_start", "ping", "response.created", "response.in_progress")
    return [event for event in events if event.get("type") not in kinds or said(event)]


def _unknown(events: Events, random: Random) -> Events:
    place = random.randrange(_inner(events) + 1)
    extra: Event = {"type": random.choice(["ping", "response.metadata", "keepalive"])}
    if any("choices" in event for event in events):
        extra = {"id": "c1", "choices": random.choice([[], None])}
    return [*events[:place], extra, *events[place:]]


ANY = [
    Rule("events doubled", _doubled, keeps_text=False, keeps_calls=False),
    Rule("neighbours swapped", _swapped, keeps_text=False, keeps_calls=False),
    Rule("an event moved", _moved, keeps_text=False, keeps_calls=False),
    Rule("a few events shuffled", _shuffled, keeps_text=False, keeps_calls=False),
    Rule("an event lost", _lost, keeps_text=False, keeps_calls=False),
    Rule("an unknown event", _unknown),
]

# Of protocols whose events have types.
TYPED = [
    Rule("announcements of the answer doubled", _doubled_if_silent),
    Rule("announcements of the answer lost", _silent_lost),
]
