"""Join `paths` (and `webhooks`) of several documents.

A path that several documents have joins if their methods differ. What its path items say for all
their operations (`parameters`, `servers`, `summary`, `description`, extensions) stays there if they
all say the same; otherwise it moves into each document's own operations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.errors import Problem
from pipeline.grammar import HTTP_METHODS
from pipeline.merge.equality import same
from pipeline.merge.source import Found, Source, fresh
from pipeline.pointer import join, resolve
from pipeline.types import Json, JsonObject

__all__ = ["join_paths"]


class _Entry(NamedTuple):
    """A path item of one document: its pointer there, and the item with references rewritten."""

    source: Source
    pointer: str
    item: JsonObject


def join_paths(
    key: str,
    sources: Sequence[Source],
    found: Sequence[Found],
    notes: list[str],
    problems: list[Problem],
) -> JsonObject:
    """The joined `paths` or `webhooks` of rewritten sources; pieces of their trees are used up."""
    entries: dict[str, list[_Entry]] = {}
    for source in sources:
        for path, item in source.tree.get(key, {}).items():
            entries.setdefault(path, []).append(_Entry(source, join("", key, path), item))
    if key == "paths":
        _no_equivalent_templates(entries, problems)
    joined: JsonObject = {}
    for path, parties in entries.items():
        if len(parties) == 1:
            joined[path] = parties[0].item
        elif path.startswith("x-"):
            joined[path] = parties[0].item
            _same_extension(path, parties, problems)
        else:
            joined[path] = _join_items(path, parties, sources, found, notes, problems)
    return joined


def _methods(
    sources: Sequence[Source], found: Sequence[Found], source: Source, pointer: str
) -> dict[str, str]:
    """Pointers of a path item's operations by method; of those behind its `$ref`, the `$ref`."""
    item = resolve(source.tree, pointer)
    site = join(pointer, "$ref")
    target = found[source.index].get(site)
    methods: dict[str, str] = {}
    if target is not None:
        behind = _methods(sources, found, sources[target.source], target.pointer)
        methods.update(dict.fromkeys(behind, site))
    methods.update({m: join(pointer, m) for m in HTTP_METHODS if m in item})
    return methods


def _no_equivalent_templates(entries: dict[str, list[_Entry]], problems: list[Problem]) -> None:
    seen: dict[str, str] = {}
    for path, parties in entries.items():
        other = seen.setdefault(re.sub(r"\{[^{}]*\}", "{}", path), path)
        if other != path and not path.startswith("x-"):
            first = entries[other][0]
            problems.append(
                parties[0].source.problem(
                    f"the path {path} is the same as {other} of {first.source.name} "
                    f"at #{first.pointer}: they differ in the names of parameters only",
                    parties[0].pointer,
                    "Use one name for the parameter",
                )
            )


def _same_extension(key: str, parties: list[_Entry], problems: list[Problem]) -> None:
    first, *others = parties
    for other in others:
        if not same(first.item, other.item):
            problems.append(
                other.source.problem(
                    f"{key} differs from that of {first.source.name}", other.pointer
                )
            )


def _join_items(
    path: str,
    parties: list[_Entry],
    sources: Sequence[Source],
    found: Sequence[Found],
    notes: list[str],
    problems: list[Problem],
) -> JsonObject:
    owners: dict[str, _Entry] = {}
    for party in parties:
        for method, at in _methods(sources, found, party.source, party.pointer).items():
            first = owners.setdefault(method, party)
            if first is not party:
                problems.append(
                    party.source.problem(
                        f"{method.upper()} {path} is also in {first.source.name} "
                        f"at #{first.pointer}",
                        at,
                        "Merge only one of the two documents, or remove the operation from one",
                    )
                )
    _only_plain_references(path, parties, sources, found, problems)
    levels = [{k for k in party.item if k not in HTTP_METHODS and k != "$ref"} for party in parties]
    common = {
        key
        for key in set().union(*levels)
        if all(key in level for level in levels)
        and all(same(party.item[key], parties[0].item[key]) for party in parties)
    }
    joined: JsonObject = {}
    for party in parties:
        for key, value in party.item.items():
            if key in common or key in HTTP_METHODS or key == "$ref":
                joined.setdefault(key, value)
            else:
                _push(key, value, party, found[party.source.index], notes, problems)
    return joined


def _only_plain_references(
    path: str,
    parties: list[_Entry],
    sources: Sequence[Source],
    found: Sequence[Found],
    problems: list[Problem],
) -> None:
    """A `$ref` beside other operations may lead to operations only, else it would change them."""
    referring = [party for party in parties if "$ref" in party.item]
    for position, party in enumerate(referring):
        target = found[party.source.index].get(join(party.pointer, "$ref"))
        if target is None:
            continue
        item = resolve(sources[target.source].tree, target.pointer)
        levels = (item.keys() | party.item.keys()) - {"$ref", *HTTP_METHODS}
        if position > 0 or levels or "$ref" in item:
            others = " and ".join(p.source.name for p in parties if p is not party)
            problems.append(
                party.source.problem(
                    f"{path} is also in {others}, and joining it with this reference would change "
                    "the meaning of either",
                    join(party.pointer, "$ref"),
                    "Write the path item out in place of the reference",
                )
            )


def _push(
    key: str,
    value: Json,
    party: _Entry,
    found: Found,
    notes: list[str],
    problems: list[Problem],
) -> None:
    """Move what a path item says for all its operations into each of them."""
    unused = True
    for method in HTTP_METHODS:
        operation = party.item.get(method)
        if operation is None:
            continue
        if key == "parameters":
            taken = {
                _parameter(party.source, found, join(party.pointer, method, key, index), own)
                for index, own in enumerate(operation.get(key, []))
            }
            more = [
                fresh(parameter)
                for index, parameter in enumerate(value)
                if _parameter(party.source, found, join(party.pointer, key, index), parameter)
                not in taken
            ]
            # At the end, so that references to the operation's own parameters stay right.
            if more:
                operation.setdefault(key, []).extend(more)
            unused = False
        elif key not in operation:
            operation[key] = fresh(value)
            unused = False
        elif key.startswith("x-") and not same(operation[key], value):
            problems.append(
                party.source.problem(
                    f"{key} cannot move into the operation, which has another",
                    join(party.pointer, key),
                    "Say it in one of the two places",
                )
            )
    if unused:
        notes.append(
            f"{key} of {party.source.name} at #{party.pointer} is left out: "
            "no operation there takes it from the path"
        )


def _parameter(source: Source, found: Found, pointer: str, parameter: Json) -> tuple[Json, Json]:
    """What identifies a parameter: its name and place."""
    target = found.get(join(pointer, "$ref"))
    if target is not None and target.source == source.index:
        return _parameter(source, found, target.pointer, resolve(source.tree, target.pointer))
    if not isinstance(parameter, dict):
        return (None, None)
    return (parameter.get("name"), parameter.get("in"))
