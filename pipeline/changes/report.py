"""The change report: three levels, whether they agree, and what follows for the version."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pipeline.changes.change import MISSING, TYPES, Bump, Change
from pipeline.changes.documents import Edit
from pipeline.changes.ledger import code, describe, pointer_code
from pipeline.types import Json, JsonObject
from pipeline.values import canonical
from pipeline.visible import code_span, count

__all__ = ["ChangeReport"]

FORMAT = 1

# How many changes of a kind the report for people names, and the summary; the one for machines has
# all.
_NAMED, _SUMMED = 50, 10
# How long the report for people gets, in characters: GitHub takes 65,536 for a request, and a
# second opinion may follow.
_LONGEST = 50_000
# How much is shown of what a tool says.
_SAID = 400


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What changed since the last release.

    Attributes:
        sources: Edits of each vendor document, by file; a file that is new has one, of the whole.
        merged: Edits of the document before overlays.
        overlaid: Edits of the document after overlays, since the last release.
        wire: What a client may send and receive.
        api: What a program may write.
        vendor: What the vendor's documents alone say of the wire: before and after, without
            overlays.
        griffe: What griffe finds broken, as its messages.
        old_version, new_version: The last release, and the one proposed.
        notes: What else a reader should know, some Markdown each.
        people: What the ledger's own words on this release ask of the version.
    """

    sources: dict[str, list[Edit]]
    merged: list[Edit]
    overlaid: list[Edit]
    wire: list[Change]
    api: list[Change]
    vendor: list[Change] = field(default_factory=list)
    griffe: list[str] = field(default_factory=list)
    old_version: str = ""
    new_version: str = ""
    notes: list[str] = field(default_factory=list)
    people: Bump = Bump.NONE

    @property
    def bump(self) -> Bump:
        """What all changes together ask of the version."""
        return max(self.people, *(c.bump for c in (*self.wire, *self.api)), Bump.NONE)

    @property
    def verdict(self) -> str:
        """`unchanged`, `compatible` or `breaking`."""
        if self.bump is Bump.NONE:
            return "unchanged"
        return "breaking" if self.bump is Bump.MAJOR else "compatible"

    def hidden(self) -> list[Change]:
        """What the vendor changed and an overlay keeps from the client: it needs a look."""
        seen = _Seen(self.wire)
        return [c for c in self.vendor if c.bump > Bump.PATCH and not seen.follows(c)]

    def disagreements(self) -> list[str]:
        """Where one level tells of something that another does not know of; a sentence each."""
        return list(self._disagreements())

    def _disagreements(self) -> Iterator[str]:
        places = [change.pointer.removesuffix("/$ref") for change in self.wire]
        # Where a reference came or went, all that stands beside it is one change.
        swapped = {
            edit.pointer.removesuffix("/$ref")
            for edit in self.overlaid
            if edit.pointer.endswith("/$ref")
        }
        for edit in self.overlaid:
            parent = edit.pointer.rpartition("/")[0]
            where = parent if parent in swapped else edit.pointer
            if not any(_touch(where, place) for place in places):
                yield (
                    f"{pointer_code(edit.pointer)} is {edit.verb} in the document, and nothing on "
                    "the wire follows from it."
                )
        typed = [c for c in self.wire if TYPES in c.breaks]
        broken = [c for c in self.api if c.breaks]
        if typed and not broken:
            yield (
                f"{count(len(typed), 'change')} on the wire should break type checkers "
                f"({pointer_code(typed[0].pointer)} first), and the Python API breaks nothing."
            )
        if broken and not any(c.breaks for c in self.wire):
            others = any(c.bump > Bump.PATCH for c in self.wire)
            compatible = "from what is compatible there, " if others else ""
            yield (
                f"{count(len(broken), 'breaking change')} of the Python API "
                f"({code(broken[0].pointer)} first), and nothing on the wire breaks: they "
                f"come {compatible}from templates, overlays or the runtime."
            )
        if self.griffe and not broken:
            yield (
                f"griffe finds {count(len(self.griffe), 'breaking change')} that the record of "
                f"the API does not show, the first: {code(self.griffe[0])}."
            )

    def to_json(self) -> JsonObject:
        """The whole report as JSON values."""
        return {
            "format": FORMAT,
            "verdict": self.verdict,
            "bump": str(self.bump),
            "version": {"old": self.old_version, "new": self.new_version},
            "documents": {
                "sources": {n: [e.to_json() for e in edits] for n, edits in self.sources.items()},
                "merged": [e.to_json() for e in self.merged],
                "overlaid": [e.to_json() for e in self.overlaid],
            },
            "wire": [c.to_json() for c in self.wire],
            "hidden": [c.to_json() for c in self.hidden()],
            "api": [c.to_json() for c in self.api],
            "griffe": self.griffe,
            "disagreements": self.disagreements(),
            "notes": self.notes,
        }

    def summary(self) -> list[str]:
        """A few lines for people: the verdict and whatever breaks someone."""
        breaking = [c for c in (*self.wire, *self.api) if c.breaks]
        lines = [f"{self.verdict}: {self.old_version or 'no release'} → {self.new_version}"]
        lines += _summed([f"breaks {c.whom}: {c.kind} at {_at(c)}" for c in breaking], "breaking")
        hidden = sorted(self.hidden(), key=lambda change: -change.bump)
        lines += _summed([f"hidden by an overlay: {c.kind} at {_at(c)}" for c in hidden], "hidden")
        others = [c for c in self.wire if not c.breaks and c.bump > Bump.PATCH]
        lines += _summed([f"{c.kind} at {_at(c)}" for c in others], "compatible")
        texts = sum(c.bump is Bump.PATCH for c in self.wire)
        if texts:
            lines.append(f"{count(texts, 'text')} changed")
        return lines

    def to_markdown(self) -> str:
        """The report for a merge request."""
        lines = [
            f"# {self.verdict.capitalize()}: {self.old_version or 'first release'}"
            f" → {self.new_version}",
            "",
            f"| level | changes | breaking |\n|---|---|---|\n{self._rows()}",
            "",
        ]
        for title, changes in (("On the wire", self.wire), ("In the Python API", self.api)):
            lines += _section(title, changes)
        if hidden := self.hidden():
            lines += _section("Hidden by overlays", hidden)
            lines += [
                "The vendor changed this, and what the overlays say there stays. Look at them."
            ]
            lines.append("")
        if self.sources:
            lines += ["## In the vendor's documents", ""]
            for name, edits in self.sources.items():
                lines += [f"- {code(name)}: {count(len(edits), 'edit')}"]
                lines += [f"  - {e.verb} {pointer_code(e.pointer)}" for e in edits[:_NAMED]]
                if len(edits) > _NAMED:
                    lines.append(f"  - {len(edits) - _NAMED} more in the JSON report")
            lines.append("")
        for title, texts in (
            ("Where the levels disagree", self.disagreements()),
            ("Found by griffe", [code_span(text, _SAID) for text in self.griffe]),
            ("Notes", self.notes),
        ):
            if texts:
                lines += [f"## {title}", "", *(f"- {text}" for text in texts[:_NAMED])]
                if len(texts) > _NAMED:
                    lines.append(f"- {len(texts) - _NAMED} more in the JSON report")
                lines.append("")
        return _bounded(lines)

    def _rows(self) -> str:
        edits = sum(map(len, self.sources.values()))
        rows = [
            ("documents as published", edits, "–"),
            ("documents, merged", len(self.merged), "–"),
            ("document, with overlays", len(self.overlaid), "–"),
            ("wire", len(self.wire), sum(bool(c.breaks) for c in self.wire)),
            ("Python API", len(self.api), sum(bool(c.breaks) for c in self.api)),
        ]
        return "\n".join(f"| {level} | {number} | {broken} |" for level, number, broken in rows)


def _section(title: str, changes: Sequence[Change]) -> list[str]:
    lines = [f"## {title}", ""]
    if not changes:
        return [*lines, "Nothing.", ""]
    ordered = sorted(changes, key=lambda c: -c.bump)
    told = _once([f"- {describe(c)}{_evidence(c)}" for c in ordered])
    lines += told[:_NAMED]
    if len(told) > _NAMED:
        lines.append(f"- {len(told) - _NAMED} more in the JSON report")
    return [*lines, ""]


def _once(lines: Sequence[str]) -> list[str]:
    """Each line once: what all overloads of a method have in common is one thing to read."""
    return [f"{line} ({n} times)" if n > 1 else line for line, n in Counter(lines).items()]


def _summed(lines: Sequence[str], sort: str) -> list[str]:
    told = _once(lines)
    more = len(told) - _SUMMED
    rest = [f"and {count(more, f'more {sort} change')}, in the change report"]
    return [*told[:_SUMMED], *(rest if more > 0 else ())]


def _bounded(parts: Sequence[str]) -> str:
    """The parts of a text, as many as fit: none is cut in two, so that no code block stays open."""
    room = _LONGEST
    for number, part in enumerate(parts):
        room -= len(part) + 1
        if room < 0:
            told = "The rest is too long for this report: it is in the JSON report."
            return "\n".join([*parts[:number], "", told])
    return "\n".join(parts).rstrip()


def _evidence(change: Change) -> str:
    place = f" {pointer_code(change.pointer)}" if change.pointer.startswith("/") else ""
    used = f", in {', '.join(map(code, change.operations))}" if change.operations else ""
    values = (("before:", change.before), ("after:", change.after))
    shown = "".join(
        f" {word} {code(json.dumps(value, ensure_ascii=False))}"
        for word, value in values
        if value is not MISSING and any(isinstance(v, dict | list) for _, v in values)
    )
    return f"{place}{used}{shown}"


def _at(change: Change) -> str:
    where = f"#{change.pointer}" if change.pointer.startswith("/") else change.pointer
    value: Json = change.after if change.after is not MISSING else change.before
    if value is MISSING or isinstance(value, dict | list):
        return where
    return f"{where} ({json.dumps(value, ensure_ascii=False)[:80]})"


class _Seen:
    """Changes of the overlaid document, to ask whether one of them is what became of another.

    By place and by values, each with whether it breaks someone: a page may change thousands of
    things, and comparing each with each takes the square of that.
    """

    def __init__(self, changes: Iterable[Change]) -> None:
        self._at: dict[str, bool] = {}
        self._above: dict[str, bool] = {}
        self._values: dict[tuple[str, str], bool] = {}
        for change in changes:
            if change.bump > Bump.PATCH:
                breaks = bool(change.breaks)
                _note(self._at, change.pointer, breaks)
                _note(self._values, _key(change), breaks)
                for place in _upwards(change.pointer):
                    _note(self._above, place, breaks)

    def follows(self, cause: Change) -> bool:
        """Whether a change is inside the place of another, around it, or of the same values.

        One that breaks nobody does not account for one that breaks someone.
        """
        found = [
            self._above.get(cause.pointer),
            self._values.get(_key(cause)),
            *(self._at.get(place) for place in _upwards(cause.pointer)),
        ]
        return any(breaks is not None and breaks >= bool(cause.breaks) for breaks in found)


_Place = TypeVar("_Place")


def _note(table: dict[_Place, bool], place: _Place, breaks: bool) -> None:
    table[place] = table.get(place, False) or breaks


def _upwards(pointer: str) -> Iterator[str]:
    """A place and all around it, up to the whole document."""
    yield pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def _key(change: Change) -> tuple[str, str]:
    values: list[Json] = [None if v is MISSING else [v] for v in (change.before, change.after)]
    return change.kind, canonical(values)


def _touch(one: str, other: str) -> bool:
    """Whether one place is inside the other."""
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/") or not other
