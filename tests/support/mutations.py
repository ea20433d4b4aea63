"""Single edits of an OpenAPI document, of every kind in the table, chosen by a seed.

An edit may need a keyword that the document lacks; that is planted first, in the document before
the edit as in the one after. Documents share what an edit leaves alone.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from pipeline.changes.change import Bump, Change
from pipeline.changes.wire import compare_wire
from pipeline.errors import PipelineError
from pipeline.grammar import Node, walk
from pipeline.pointer import join, resolve, split
from pipeline.surface import build_surface
from pipeline.types import Json, JsonObject
from tests.support.document_edits import document_edits
from tests.support.expected_changes import DOCUMENT_EDITS, REFUSED, SCHEMA_EDITS, TEXT
from tests.support.schema_edits import schema_edits

__all__ = ["Mutation", "Verdict", "judge", "mutations", "replaced", "score"]

_WHO = {"caller": "caller", "reader": "reader", "types": "type checker"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """A document before and after one edit.

    Attributes:
        kind: A row of the table.
        pointer: Of the schema that was edited; empty for other parts.
        expected: `text`, `refused`, or whom it breaks.
    """

    kind: str
    pointer: str
    before: JsonObject
    after: JsonObject
    expected: frozenset[str] | str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutation: `right`, `refused`, `wrong` or `silent`."""

    mutation: Mutation
    outcome: str
    found: tuple[Change, ...]

    def __str__(self) -> str:
        expected = self.mutation.expected
        wanted = expected if isinstance(expected, str) else ", ".join(sorted(expected)) or "nobody"
        told = "; ".join(f"{c.kind} at #{c.pointer}: {c.whom}" for c in self.found[:4])
        where = f"{self.mutation.kind} at #{self.mutation.pointer}"
        return f"{where}: {self.outcome}, expected {wanted}, found {told or 'nothing'}"


def judge(mutation: Mutation) -> Verdict:
    """Whether an edit is reported as the table says, or refused by the lint step."""
    found = tuple(compare_wire(mutation.before, mutation.after))
    if mutation.expected == REFUSED:
        right = _is_refused(mutation.after) and not _is_refused(mutation.before)
        return Verdict(mutation, "refused" if right else "wrong", found)
    bump = max((change.bump for change in found), default=Bump.NONE)
    whom = frozenset(who for change in found for who in change.breaks)
    right = (
        bump is Bump.PATCH
        if mutation.expected == TEXT
        else bump >= Bump.MINOR and whom == mutation.expected
    )
    if right:
        return Verdict(mutation, "right", found)
    if _is_refused(mutation.after):
        return Verdict(mutation, "refused", found)
    return Verdict(mutation, "wrong" if found else "silent", found)


def _is_refused(tree: JsonObject) -> bool:
    try:
        build_surface(tree)
    except PipelineError:
        return True
    return False


def score(verdicts: Iterable[Verdict]) -> str:
    """The outcomes by kind, one line each, and in all."""
    table: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        table.setdefault(verdict.mutation.kind, Counter())[verdict.outcome] += 1
    lines = [f"{kind:40} {_told(counts)}" for kind, counts in table.items()]
    return "\n".join([*lines, f"{'all':40} {_told(sum(table.values(), Counter()))}"])


def _told(counts: Counter[str]) -> str:
    good = counts["right"] + counts["refused"]
    parts = ", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items()))
    return f"{good:5}/{counts.total():<5} {100 * good / counts.total():5.1f} %  {parts}"


def mutations(tree: JsonObject, seed: int, *, places: int) -> Iterator[Mutation]:
    """Mutations of a document: every kind, in up to `places` places a direction."""
    chance = random.Random(seed)
    nodes = [n for n in walk(tree) if n.kind == "schema"]
    ways = _ways(tree)
    for edit in schema_edits(tree):
        fitting: dict[frozenset[str], list[Node]] = {}
        for node in nodes:
            if edit.fits(node.value) and edit.at(node.pointer):
                fitting.setdefault(_way(node.pointer, ways), []).append(node)
        for way in sorted(fitting, key=sorted):
            group = fitting[way]
            for node in chance.sample(group, min(places, len(group))):
                planted = replaced(tree, node.pointer, partial(edit.plant, chance=chance))
                after = replaced(planted, node.pointer, partial(edit.edit, chance=chance))
                expected = _expected(SCHEMA_EDITS[edit.kind], way)
                yield Mutation(edit.kind, node.pointer, planted, after, expected)
    for kind, before, after in document_edits(tree, chance, places=places):
        (cell,) = DOCUMENT_EDITS[kind]
        yield Mutation(kind, "", before, after, _cell(cell))


def _expected(cells: tuple[str, ...], way: frozenset[str]) -> frozenset[str] | str:
    sent, received = map(_cell, cells)
    if isinstance(sent, str) or isinstance(received, str):
        return sent
    if not way:
        return (sent | received) & {"type checker"}
    return (sent if "sent" in way else frozenset()) | (
        received if "received" in way else frozenset()
    )


def _cell(cell: str) -> frozenset[str] | str:
    if cell in (TEXT, REFUSED):
        return cell
    return frozenset(_WHO[word] for word in cell.split() if word != "-")


def replaced(tree: Json, pointer: str, change: Callable[[Json], Json]) -> Json:
    """A tree in which the node at a pointer is another; what is beside the way to it is shared."""
    tokens = split(pointer)
    if not tokens:
        return change(tree)
    rest = join("", *tokens[1:])
    if isinstance(tree, list):
        copy: Json = list(tree)
        copy[int(tokens[0])] = replaced(copy[int(tokens[0])], rest, change)
        return copy
    return {**tree, tokens[0]: replaced(tree[tokens[0]], rest, change)}


def _ways(tree: JsonObject) -> dict[str, frozenset[str]]:
    """Which way each schema component goes, by the text of references alone."""
    ways: dict[str, set[str]] = {}
    for item in tree["paths"].values():
        for operation in item.values():
            _follow(tree, operation.get("requestBody"), "sent", ways)
            _follow(tree, operation.get("parameters"), "sent", ways)
            _follow(tree, operation.get("responses"), "received", ways)
    return {name: frozenset(found) for name, found in ways.items()}


def _follow(tree: JsonObject, part: Json, way: str, ways: dict[str, set[str]]) -> None:
    for section, name in re.findall(r"#/components/(\w+)/([\w.-]+)", json.dumps(part)):
        key = name if section == "schemas" else f"{section}/{name}"
        if way not in ways.setdefault(key, set()):
            ways[key].add(way)
            _follow(tree, resolve(tree, f"/components/{section}/{name}"), way, ways)


def _way(pointer: str, ways: dict[str, frozenset[str]]) -> frozenset[str]:
    tokens = split(pointer)
    if tokens[:2] == ("components", "schemas"):
        return ways.get(tokens[2], frozenset())
    sent = "requestBody" in tokens or "parameters" in tokens
    return frozenset({"sent" if sent else "received"})
