"""The law of streams, checked on the events that came and what was made of them.

Everything that was shown is in the answer, once, in order and kind. What cannot be joined is an
error or a `StreamWarning`. Nothing here knows how the client does it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from overlays.runtime.errors import KimiError, OutputIncompleteError
from overlays.runtime.operation import ProtocolName
from tests.support.bending.reading import Reading, view_of
from tests.support.bending.streams import Bent
from tests.support.bending.wire import (
    Call,
    Events,
    Kind,
    Whole,
    ends,
    fragments,
    said,
    whole,
    whole_calls,
)

__all__ = ["Problem", "check", "problems", "problems_in"]

_KINDS: Final[tuple[Kind, ...]] = ("text", "reasoning")


class Problem(NamedTuple):
    """How a reading breaks the law.

    Attributes:
        kind: The same words for the same sort of fault.
        detail: What it is in this stream.
    """

    kind: str
    detail: str


# After these an event names an item that is not its own, or comes twice.
_MISLEADING = frozenset(
    {"an event moved", "events doubled", "item ids swapped", "pieces in an item of another kind"}
)


def problems(bent: Bent, reading: Reading) -> list[Problem]:
    """What is wrong with a reading of a bent stream, given the good one that it was."""
    good, events = bent.good, bent.events
    calls = good.calls if bent.keeps_calls else None
    found = problems_in(good.protocol, events, reading, calls=calls)
    rules = [step.rule.name for step in bent.steps]
    if len(rules) > 1 or _MISLEADING.intersection(rules):
        # Nobody can know then whether what a later form says was meant to be said again.
        return [problem for problem in found if not problem.kind.endswith("is shown twice")]
    if found or reading.warnings or not bent.keeps_text:
        return found
    view = view_of(good.protocol, reading.final)
    pieces = _pieces(events)
    for kind, wanted, kept in (
        ("text", good.text, view.output_text),
        ("reasoning", good.reasoning, view.reasoning_text),
    ):
        came = _whole_characters("".join(text for one, text in pieces if one == kind))
        if came == wanted != kept:
            found.append(Problem(f"other {kind} than of the good stream", f"{wanted!r}: {kept!r}"))
    return found


def check(
    protocol: ProtocolName, events: Events, *, calls: list[tuple[str, str]] | None = None
) -> None:
    """Assert that the law holds for the events of a stream.

    Args:
        calls: Names and arguments of the calls that the model meant, if no piece of them is lost,
            doubled or out of order.
    """
    from tests.support.bending.reading import read_bare

    meant = None if calls is None else tuple(Call(*call) for call in calls)
    found = problems_in(protocol, events, read_bare(protocol, events), calls=meant)
    assert not found, "\n".join(f"{kind}: {detail}" for kind, detail in found)


def problems_in(
    protocol: ProtocolName,
    events: Events,
    reading: Reading,
    *,
    calls: tuple[Call, ...] | None = None,
) -> list[Problem]:
    """What is wrong with a reading of a stream, seen from its events alone."""
    events = events[: next((at + 1 for at, e in enumerate(events) if ends(e)), len(events))]
    try:
        return [
            *_in_kept(protocol, events, reading),
            *_in_shown(protocol, events, reading),
            *_in_calls(protocol, events, reading, calls),
            *_in_input(protocol, reading),
        ]
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        if isinstance(error, KimiError):
            raise
        return [Problem("an answer that cannot be read", repr(error))]


def _pieces(events: Events) -> list[tuple[Kind, str]]:
    first = _first_choice(events)
    return [piece for event in events for piece in said(event, first)]


def _has_halves(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _without_half(text: str) -> str:
    return text[:-1] if _has_halves(text[-1:]) else text


def _whole_characters(text: str) -> str:
    """A text with the halves of characters joined that servers have cut."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _first_choice(events: Events) -> int:
    """The index of the choice that is shown: 0, or else the lowest."""
    indexes = {
        choice.get("index") if isinstance(choice.get("index"), int) else place
        for event in events
        for place, choice in enumerate(event.get("choices") or ())
    }
    return min(indexes, default=0)


def _kept(protocol: ProtocolName, reading: Reading) -> dict[str, str]:
    view = view_of(protocol, reading.final)
    return {"text": view.output_text, "reasoning": view.reasoning_text}


def _shown(reading: Reading) -> dict[str, str]:
    deltas = reading.deltas
    return {kind: "".join(d.text for d in deltas if d.kind == kind) for kind in _KINDS}


def _is_disordered(events: Events, reading: Reading, one: str, other: str) -> bool:
    """Whether two texts differ in their order alone, and a warning says so: at the end, if any."""
    told = any("order" in text for text in reading.warnings) or not any(map(ends, events))
    return told and _halves(one) == _halves(other)


def _halves(text: str) -> Counter[bytes]:
    """How often a text has which unit of UTF-16: characters may be cut in two."""
    units = text.encode("utf-16-le", "surrogatepass")
    return Counter(units[at : at + 2] for at in range(0, len(units), 2))


def _in_kept(protocol: ProtocolName, events: Events, reading: Reading) -> Iterator[Problem]:
    """Joined, the pieces that were shown are what the answer has.

    Of a stream that breaks off, half a character at its end is not shown, nor is a choice of which
    only the end tells that it is the first.
    """
    shown, kept = _shown(reading), _kept(protocol, reading)
    if reading.error is not None:
        if _first_choice(events):
            return
        kept = {kind: _without_half(text) for kind, text in kept.items()}
    for kind in _KINDS:
        if shown[kind] == kept[kind] or _is_disordered(events, reading, shown[kind], kept[kind]):
            continue
        told = kind == "reasoning" and any("summary" in text for text in reading.warnings)
        if told and shown[kind] in _all_reasoning(protocol, reading):
            continue
        yield Problem(
            f"{kind} shown is not {kind} kept", f"shown {shown[kind]!r}, kept {kept[kind]!r}"
        )


def _all_reasoning(protocol: ProtocolName, reading: Reading) -> list[str]:
    """The reasoning that an answer has, in each of the ways in which it may be there twice."""
    kept = [_kept(protocol, reading)["reasoning"]]
    if protocol == "responses":
        items = [item for item in reading.final["output"] if item.get("type") == "reasoning"]
        for key in ("content", "summary"):
            parts = [part for item in items for part in item.get(key) or () if part]
            kept.append("".join(str(part.get("text") or "") for part in parts))
    return kept


def _in_shown(protocol: ProtocolName, events: Events, reading: Reading) -> Iterator[Problem]:
    """Each piece of an event is shown with it; a later form only adds what is new."""
    if len(reading.shown) != len(events) + 1:
        return  # not read event by event
    first = _first_choice(events)
    if first:
        return  # what is no answer if another choice comes is shown at the end
    kept, everything = _kept(protocol, reading), _all_reasoning(protocol, reading)
    before: dict[Kind, str] = {"text": "", "reasoning": ""}
    forms: list[Whole] = []
    halves: dict[Kind, bool] = {}
    for number, (event, deltas) in enumerate(zip(events, reading.shown, strict=False)):
        pieces, wholes = said(event, first), whole(event)
        begins = str(event.get("type")).endswith((".added", "_start"))
        for kind in _KINDS:
            shown = "".join(delta.text for delta in deltas if delta.kind == kind)
            came = "".join(text for one, text in pieces if one == kind)
            own = [form.text for form in wholes if form.kind in (kind, None)]
            place = f"event {number} {event.get('type') or ''}: {kind} {came!r}, shown {shown!r}"
            if _has_halves(came) or _has_halves(shown):
                halves[kind] = True
            if halves.get(kind):
                # Of a character that is cut in two, the first half waits for the second.
                continue
            if shown != came and not own and not _was_ahead(kind, came, shown, forms):
                if came and kind == "reasoning" and any(came in one for one in everything):
                    pass  # of a reasoning item one list is shown, and the other kept
                elif came:
                    yield Problem(f"a piece of {kind} is not shown as it came", place)
                else:
                    yield Problem(f"{kind} is shown that no event has", place)
            if own:
                rest = shown.removeprefix(came)
                if rest not in "".join(own) and not all(
                    delta.text in "".join(own) for delta in deltas if delta.kind == kind
                ):
                    yield Problem(f"{kind} is shown that no event has", place)
                elif rest and not begins and all(one in before[kind] for one in own):
                    yield Problem(f"{kind} is shown twice", place)
            before[kind] += shown
        forms += wholes
    if not reading.warnings:
        joined = {**kept, "": " ".join([*kept.values(), *everything])}
        for form in forms:
            own_kept = joined[form.kind or ""]
            if form.text not in own_kept and not (
                form.kind == "reasoning" and any(form.text in one for one in everything)
            ):
                yield Problem(
                    f"{form.kind or 'text'} that came whole is nowhere", f"{form.text!r}: {kept}"
                )


def _was_ahead(kind: Kind, came: str, shown: str, forms: list[Whole]) -> bool:
    """Whether what is not shown of a piece was in a later form that came before it."""
    if not came or not came.endswith(shown):
        return False
    gone = came[: len(came) - len(shown)]
    return any(gone in form.text for form in forms if form.kind in (kind, None))


def _in_calls(
    protocol: ProtocolName, events: Events, reading: Reading, meant: tuple[Call, ...] | None
) -> Iterator[Problem]:
    """No call is lost or made up, none runs with other arguments, none is whole that is not."""
    made = view_of(protocol, reading.final).tool_calls
    pieces = [_bare(text) for event in events for text in fragments(event)]
    announced = [call for event in events for call in whole_calls(event)]
    pieces += [_bare(call.arguments) for call in announced if call.arguments]
    texts = [_bare(call.arguments_json) for call in made]
    for name in {call.name for call in announced if call.name}:
        # Names come in pieces, too: what is joined wrongly is no complete call.
        if not reading.warnings and not any(
            name == call.name or (name in call.name and not call.is_complete) for call in made
        ):
            yield Problem("a call is lost", f"{name}: {made}")
    for piece in pieces:
        if not any(_has(text, piece) for text in texts) and not reading.warnings:
            yield Problem("arguments are lost", f"{piece!r}: {made}")
            break
    for call in made:
        if protocol == "responses" and _is_custom(reading.final, call.id):
            continue
        value = _object(call.arguments_json)
        if not call.is_complete:
            continue
        if value is None and call.arguments_json.strip():
            yield Problem("a half-built call is complete", repr(call))
            continue
        if call.arguments != (value or {}):
            yield Problem("a call has other arguments than its text", repr(call))
        if not value and any(_is_of(piece, call.name, meant or (), made) for piece in pieces):
            yield Problem("a call runs without its arguments", f"{call}: {pieces}")
        wanted = None if meant is None else [_object(one.arguments) for one in meant]
        if value and wanted is not None and value not in wanted:
            yield Problem("a call runs with other arguments", f"{call}: {meant}")
        if value and not _is_made_of(_bare(call.arguments_json), pieces):
            yield Problem("arguments are made up", f"{call}: {pieces}")


def _is_of(piece: str, name: str, meant: tuple[Call, ...], made: list[Any]) -> bool:
    """Whether a piece can only be of one call, which no complete call of the name has."""
    owners = {call.name for call in meant if _has(_bare(call.arguments), piece)}
    if piece == "{}" or owners != {name}:
        return False
    return not any(
        call.is_complete and call.name == name and _has(_bare(call.arguments_json), piece)
        for call in made
    )


def _is_custom(final: dict[str, Any], call_id: str) -> bool:
    return any(
        item.get("type") == "custom_tool_call" and call_id in (item.get("call_id"), item.get("id"))
        for item in final["output"]
    )


def _bare(text: str) -> str:
    """JSON text without the spaces that another writer may set otherwise."""
    return "".join(text.split())


def _has(text: str, piece: str) -> bool:
    if piece in text:
        return True
    value = _object(piece)
    return "\\" in piece or (value is not None and value == _object(text))


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _is_made_of(text: str, pieces: list[str]) -> bool:
    """Whether a text is a row of pieces."""
    if text in pieces or any("\\" in piece for piece in pieces):
        return True
    value = _object(text)
    if any(value == _object(piece) for piece in pieces):
        return True
    reached = {0}
    for at in range(len(text)):
        if at in reached:
            reached |= {at + len(piece) for piece in pieces if text.startswith(piece, at)}
    return len(text) in reached


def _in_input(protocol: ProtocolName, reading: Reading) -> Iterator[Problem]:
    """What goes back has each item once, without a null that the server refuses."""
    from tests.support.bending.nulls import refused_nulls

    view = view_of(protocol, reading.final)
    try:
        given = view.to_input()
    except OutputIncompleteError:
        return
    if any(call.is_cut for call in view.tool_calls):
        yield Problem("a half-built call goes back", repr(view.tool_calls))
    for key in ("id", "call_id"):
        for items in _lists(given):
            ids = [(item.get("type"), item[key]) for item in items if item.get(key)]
            for one, count in Counter(ids).items():
                if count > 1 and len({json.dumps(i) for i in items if i.get(key) == one[1]}) == 1:
                    yield Problem("an item goes back twice", repr(one))
    for place in refused_nulls(protocol, given):
        yield Problem("a null goes back that is refused", place)


def _lists(value: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, list):
        yield [item for item in value if isinstance(item, dict)]
        for item in value:
            yield from _lists(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _lists(item)
