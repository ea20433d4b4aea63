"""A bent stream that breaks the law, made as short as can be, and printed as a test to paste."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pprint import pformat
from typing import Any, Final, TypeAlias, TypeVar, cast

from tests.support.bending.law import Problem, problems
from tests.support.bending.reading import read_bare
from tests.support.bending.streams import Bent
from tests.support.bending.wire import Events, fragments, said, whole

__all__ = ["Find", "as_test", "found_bare", "report", "shortest", "shrunk"]

Find: TypeAlias = Callable[[Bent], list[Problem]]
T = TypeVar("T")

# Keys that say what an event is for, without which it would be another one.
_NAMES: Final = frozenset(
    "type id index item_id output_index content_index summary_index call_id name status".split()
)


def found_bare(bent: Bent) -> list[Problem]:
    """What is wrong with a stream as the accumulator alone reads it."""
    return problems(bent, read_bare(bent.good.protocol, bent.events))


def shortest(items: Sequence[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """The fewest of some items, in their order, with which something still fails."""
    left = list(items)
    size = max(len(left) // 2, 1)
    while left:
        found = False
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            if fails(fewer):
                left, found = fewer, True
                break
        if not found:
            if size == 1:
                break
            size = max(size // 2, 1)
    return left


def shrunk(bent: Bent, kind: str, find: Find = found_bare) -> Bent:
    """The shortest stream with the same kind of problem: with fewer steps, then fewer events.

    Events are left out before the stream is bent, and then, if it can still be seen, from the
    bent stream, of which keys are left out at last.
    """

    def fails(other: Bent) -> bool:
        return any(problem.kind == kind for problem in _found(other, find))

    steps = shortest(bent.steps, lambda few: fails(replace(bent, steps=tuple(few))))
    bent = replace(bent, steps=tuple(steps))
    by_text = "good stream" in kind
    events = shortest(
        bent.good.events,
        lambda few: (not by_text or _is_told(few)) and fails(_of_events(bent, few)),
    )
    if len(events) < len(bent.good.events):
        bent = _of_events(bent, events)
    plain = replace(_of_events(bent, bent.events), steps=())
    arguments = _arguments(plain.events)
    if not bent.keeps_calls:
        plain = replace(plain, good=replace(plain.good, calls=()))

    def fails_plainly(few: Events) -> bool:
        # A call of which pieces are gone is another call.
        if plain.good.calls and _arguments(few) != arguments:
            return False
        return (not by_text or _is_told(few)) and fails(_of_events(plain, few))

    if fails_plainly(plain.events):
        few = shortest(plain.events, fails_plainly)
        bent = _of_events(plain, _slim(few, fails_plainly))
    return bent


def _found(bent: Bent, find: Find) -> list[Problem]:
    try:
        return find(bent)
    except Exception as error:  # whatever it is, it is what has to be shown
        return [Problem(f"an exception: {type(error).__name__}", str(error))]


def _texts(events: Events) -> dict[str, str]:
    """What the pieces of a stream say."""
    texts = {"text": "", "reasoning": ""}
    for event in events:
        for kind, text in said(event):
            texts[kind] += text
    return texts


def _of_events(bent: Bent, events: Events) -> Bent:
    """A stream of other good events, which is what they say."""
    texts = _texts(events)
    good = replace(bent.good, events=events, text=texts["text"], reasoning=texts["reasoning"])
    return replace(bent, good=good)


def _is_told(events: Events) -> bool:
    """Whether pieces say all that the later forms say."""
    texts = _texts(events)
    forms = [form for event in events for form in whole(event)]
    return all(form.text in texts[form.kind or "text"] for form in forms)


def _arguments(events: Events) -> list[str]:
    return [text for event in events for text in fragments(event)]


def _slim(value: T, fails: Callable[[T], bool]) -> T:
    """A JSON value without the keys, and without the items of arrays in it, that it can spare."""
    if isinstance(value, dict):
        fields: Any = dict(value)
        for key in list(fields):
            fewer: Any = {one: entry for one, entry in fields.items() if one != key}
            if key not in _NAMES and fails(fewer):
                fields = fewer
            else:
                fields[key] = _slim(fields[key], _with(fields, key, fails))
        return cast("T", fields)
    if isinstance(value, list):
        items: Any = shortest(value, cast("Callable[[list[Any]], bool]", fails))
        for place in range(len(items)):
            items[place] = _slim(items[place], _with(items, place, fails))
        return cast("T", items)
    return value


def _with(value: Any, key: Any, fails: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether it fails with another entry under a key of a value."""

    def fails_with(entry: Any) -> bool:
        other = value.copy()
        other[key] = entry
        return fails(other)

    return fails_with


def as_test(bent: Bent, problem: Problem) -> str:
    """A test to paste that fails as long as the problem is there."""
    good = bent.good
    name = "".join(c if c.isalnum() else "_" for c in f"{good.protocol} {problem.kind}".lower())
    lines = [
        f"def test_bent_{name}() -> None:",
        f"    # {problem.kind}: {' '.join(problem.detail.split())[:300]}",
        "    events = [",
    ]
    for event in bent.events:
        lines.append(f"        {pformat(event, width=10**6, sort_dicts=False)},")
    lines.append("    ]")
    if "good stream" in problem.kind:
        lines.append(
            f"    view = view_of({good.protocol!r}, read_bare({good.protocol!r}, events).final)"
        )
        lines.append(f"    assert view.output_text == {good.text!r}")
        lines.append(f"    assert view.reasoning_text == {good.reasoning!r}")
    else:
        calls = [tuple(call) for call in good.calls]
        meant = f", calls={calls!r}" if calls else ""
        lines.append(f"    check({good.protocol!r}, events{meant})")
    return "\n".join(lines)


def report(bent: Bent, kind: str, find: Find = found_bare) -> str:
    """A failing stream, made short, as a test to paste."""
    short = shrunk(bent, kind, find)
    found = next(one for one in _found(short, find) if one.kind == kind)
    return f"{bent}\n\n{as_test(short, found)}"
