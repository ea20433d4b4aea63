"""Proof that a merged document says what its sources say.

Every operation of every source, and every component, is compared with its counterpart, both with
their references followed; a pair of places met again is taken as equal, so recursion ends. Nothing
is taken from the decisions of the merge except its report, and two things are not compared:

- names of components, which show only in references: tags that a discriminator takes from names
  are compared as tags;
- wording inside components and servers, for the documents whose wording, as the report says, was
  not the one kept.

Of an operation what it says in effect is compared: with parameters, servers, summary, description
and extensions of its path item, and with the root's servers and security where it has none itself.
Parameters are matched by name and place. `required`, `type` and `enum` are sets, see `equality`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import HTTP_METHODS, Node
from pipeline.merge.checks import check_parts
from pipeline.merge.equality import UNORDERED, same, unordered, wording
from pipeline.merge.report import Merged, MergePart, canonical
from pipeline.merge.source import (
    Found,
    Source,
    Target,
    implied_tags,
    mapping_of,
    targets,
)
from pipeline.pointer import join, resolve, split
from pipeline.types import Document, Json

__all__ = ["prove"]

_MERGED = "the merged document"
_SHOWN = 60


def prove(merged: Merged, parts: Sequence[MergePart]) -> None:
    """Compare a merged document with what it was merged from.

    Raises:
        PipelineError: naming, for each operation or component that differs, the source, the
            operation, and both pointers of the first difference.
    """
    _Proof(merged, parts).run()


class _View:
    """One document of a side; `views` are all documents of that side."""

    def __init__(self, source: Source, found: Found, views: list[_View]) -> None:
        self.source = source
        self.found = found
        self.views = views

    def place(self, pointer: str) -> _Place:
        return _Place(self, pointer, resolve(self.source.tree, pointer))

    def at(self, target: Target) -> _Place:
        return self.views[target.source].place(target.pointer)

    def follow(self, site: str) -> _Place | None:
        """Where the reference at a pointer leads, None if there is none or it leads outside."""
        target = self.found.get(site)
        return None if target is None else self.at(target)


class _Place(NamedTuple):
    """A value, and where it is."""

    view: _View
    pointer: str
    value: Json

    @property
    def kind(self) -> str | None:
        return self.view.source.kinds.get(self.pointer)

    def child(self, token: str | int) -> _Place:
        return _Place(self.view, join(self.pointer, token), self.value[token])


class _DifferenceError(Exception):
    def __init__(self, left: _Place, right: _Place, what: str) -> None:
        super().__init__(what)
        self.left, self.right, self.what = left, right, what


def _views(sources: Sequence[Source], problems: list[Problem]) -> list[_View]:
    views: list[_View] = []
    found = targets(sources, problems)
    views.extend(_View(s, f, views) for s, f in zip(sources, found, strict=True))
    return views


class _Proof:
    def __init__(self, merged: Merged, parts: Sequence[MergePart]) -> None:
        self.problems: list[Problem] = []
        self.report = merged.report
        self.loose = {d.pointer: d.documents[1:] for d in merged.report.text_differences}
        sources = [Source.of(i, p, p.document.tree) for i, p in enumerate(canonical(parts))]
        part = MergePart(Document(_MERGED, merged.tree), "")
        if unfit := check_parts([part]):
            raise PipelineError(unfit)
        whole = Source.of(0, part, merged.tree)
        self.views = _views(sources, self.problems)
        self.merged = _views([whole], self.problems)[0]
        self.seen: set[tuple[int, str, str]] = set()
        self.queue: list[tuple[_Place, _Place]] = []

    def run(self) -> None:
        merged = dict(_operations(self.merged))
        for view in self.views:
            for key, items in _operations(view):
                self._prove_operation(key, items, merged.pop(key, None))
        self.problems.extend(
            Problem(f"{name} is an operation that no source has", _MERGED, items[0].pointer)
            for (_, name), items in merged.items()
        )
        for view in self.views:
            for section, name, _ in view.source.components():
                self._prove_component(view, section, name)
        if self.problems:
            raise PipelineError(self.problems)

    def _prove_operation(
        self, key: tuple[str, str], left: list[_Place], right: list[_Place] | None
    ) -> None:
        if right is None:
            source = left[0].view.source
            self.problems.append(
                source.problem(f"{key[1]} is lost in the merged document", left[0].pointer)
            )
            return
        self._attempt(key[1], lambda: self._operation(left, right, loose=False))

    def _prove_component(self, view: _View, section: str, name: str) -> None:
        at = join("/components", section, name)
        new = self.report.merged_name(view.source.name, section, name)
        try:
            right = self.merged.place(join("/components", section, new))
        except KeyError:
            self.problems.append(
                view.source.problem(f"{section}/{name} is lost in the merged document", at)
            )
            return
        self._attempt(f"{section}/{name}", lambda: self._enqueue(view.place(at), right))

    def _attempt(self, what: str, start: Callable[[], None]) -> None:
        """Compare, and all that it leads to; the first difference is a problem."""
        self.queue.clear()
        try:
            start()
            while self.queue:
                left, right = self.queue.pop()
                thing = join("", *split(right.pointer)[:3])
                self._compare(left, right, self._is_loose(thing, left))
        except _DifferenceError as found:
            self.problems.append(
                found.left.view.source.problem(
                    f"{what} is not the same in the merged document: {found.what} "
                    f"(there at #{found.right.pointer})",
                    found.left.pointer,
                )
            )

    def _is_loose(self, thing: str, left: _Place) -> bool:
        """Whether the merged document has another document's wording for a thing."""
        return left.view.source.name in self.loose.get(thing, ())

    def _enqueue(self, left: _Place, right: _Place) -> None:
        pair = (left.view.source.index, left.pointer, right.pointer)
        if pair not in self.seen:
            self.seen.add(pair)
            self.queue.append((left, right))

    def _compare(self, left: _Place, right: _Place, loose: bool) -> None:
        a, b = left.value, right.value
        if left.kind != right.kind:
            raise _DifferenceError(
                left, right, f"{left.kind or 'data'} became {right.kind or 'data'}"
            )
        if left.kind == "operation":
            self._operation([left], [right], loose)
        elif isinstance(a, dict) and isinstance(b, dict):
            self._objects(left, right, loose)
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for index in range(len(a)):
                self._compare(left.child(index), right.child(index), loose)
        elif not same(a, b):
            raise _DifferenceError(left, right, f"{_show(a)} became {_show(b)}")

    def _objects(self, left: _Place, right: _Place, loose: bool) -> None:
        kind = left.kind
        skip = set(wording(kind, left.value)) if loose and kind is not None else set[str]()
        for key in ("$ref", "$dynamicRef", "operationRef"):
            if self._references(left, right, key):
                skip.add(key)
        if kind == "schema":
            skip |= self._schema(left, right)
        elif kind == "security-requirement":
            self._requirement(left, right)
        self._children(_fields(left, skip), _fields(right, skip), left, right, loose)

    def _children(
        self,
        ours: dict[str, _Place],
        theirs: dict[str, _Place],
        left: _Place,
        right: _Place,
        loose: bool,
    ) -> None:
        for key in dict.fromkeys((*ours, *theirs)):
            if key not in theirs:
                raise _DifferenceError(ours[key], right, f"{key} is lost")
            if key not in ours:
                raise _DifferenceError(left, theirs[key], f"{key} was added")
            self._compare(ours[key], theirs[key], loose)

    def _references(self, left: _Place, right: _Place, key: str) -> bool:
        """Compare the places that two references lead to; False if these are no references."""
        ours, theirs = join(left.pointer, key), join(right.pointer, key)
        if ours not in left.view.found or theirs not in right.view.found:
            return False
        self._led_to(
            left.child(key),
            right.child(key),
            left.view.follow(ours),
            right.view.follow(theirs),
        )
        return True

    def _led_to(
        self, left: _Place, right: _Place, ours: _Place | None, theirs: _Place | None
    ) -> None:
        if ours is None or theirs is None:
            if ours is not theirs:
                where = "outside, no longer to" if theirs is None else "to"
                here = f"#{(ours or theirs or left).pointer}"
                raise _DifferenceError(left, right, f"{left.value!r} leads {where} {here}")
            if not same(left.value, right.value):
                raise _DifferenceError(left, right, f"{left.value!r} became {right.value!r}")
        elif ours.kind == "operation" and not ours.pointer.startswith("/components/"):
            # The operation itself is compared with its path item; here it must be that one.
            if ours.pointer != theirs.pointer:
                raise _DifferenceError(
                    left, right, f"it led to #{ours.pointer}, not #{theirs.pointer}"
                )
        else:
            self._enqueue(ours, theirs)

    def _schema(self, left: _Place, right: _Place) -> set[str]:
        """Compare what schemas say regardless of order, and their tags; what was compared."""
        both = [key for key in UNORDERED if key in left.value and key in right.value]
        done = set(both)
        for key in both:
            if not same(unordered(key, left.value), unordered(key, right.value)):
                what = f"{_show(left.value[key])} became {_show(right.value[key])}"
                raise _DifferenceError(left.child(key), right.child(key), what)
        a, b = left.value.get("discriminator"), right.value.get("discriminator")
        if not isinstance(a, dict) or not isinstance(b, dict):
            return done
        ours, theirs = _tags(left), _tags(right)
        at, there = left.child("discriminator"), right.child("discriminator")
        if ours.keys() != theirs.keys():
            raise _DifferenceError(
                at, there, f"tags {_show(sorted(ours))} became {_show(sorted(theirs))}"
            )
        for tag, (place, text) in ours.items():
            other, spelling = theirs[tag]
            self._led_to(at._replace(value=text), there._replace(value=spelling), place, other)
        skip = {"mapping"}
        self._children(_fields(at, skip), _fields(there, skip), at, there, loose=False)
        return done | {"discriminator"}

    def _requirement(self, left: _Place, right: _Place) -> None:
        for name in (name for name in left.value if name in right.value):
            at = join("/components/securitySchemes", name)
            try:
                self._enqueue(left.view.place(at), right.view.place(at))
            except KeyError:
                what = f"the security scheme {name} is lost"
                raise _DifferenceError(left, right, what) from None

    def _operation(self, left: list[_Place], right: list[_Place], loose: bool) -> None:
        """Compare operations, each given with the path items it is in, innermost first."""
        ours, theirs = _effective(left), _effective(right)
        parameters, others = _parameters(left), _parameters(right)
        self._children(parameters, others, left[0], right[0], loose)
        for key in ("security", "servers"):
            pair = [fields.pop(key, None) for fields in (ours, theirs)]
            a, b = pair
            if a is not None and b is not None:
                self._compare(a, b, loose or (key == "servers" and self._is_loose("/servers", a)))
            elif (a.value if a else []) != (b.value if b else []):
                raise _DifferenceError(
                    a or left[0], b or right[0], f"{key} was {'lost' if a else 'added'}"
                )
        self._children(ours, theirs, left[0], right[0], loose)


def _show(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _fields(place: _Place, skip: set[str]) -> dict[str, _Place]:
    return {key: place.child(key) for key in place.value if key not in skip}


def _operations(view: _View) -> Iterator[tuple[tuple[str, str], list[_Place]]]:
    """All operations under paths and webhooks: what and which, and the operation with its items."""
    for key in ("paths", "webhooks"):
        for path in view.source.tree.get(key, {}):
            if key == "paths" and path.startswith("x-"):
                continue
            items = _items(view.place(join("", key, path)))
            for method in HTTP_METHODS:
                holder = next((item for item in items if method in item.value), None)
                if holder is not None:
                    yield (
                        (key, f"{method.upper()} {path}"),
                        [holder.child(method), *items],
                    )


def _items(item: _Place) -> list[_Place]:
    """A path item and those it refers to."""
    items = [item]
    while (further := items[-1].view.follow(join(items[-1].pointer, "$ref"))) is not None:
        items.append(further)
    return items


def _effective(places: list[_Place]) -> dict[str, _Place]:
    """What an operation says, with what it has from its path items and the root."""
    operation, *items = places
    fields = _fields(operation, {"parameters"})
    for item in items:
        for key, place in _fields(item, {"$ref", "parameters", *HTTP_METHODS}).items():
            fields.setdefault(key, place)
    root = operation.view.place("")
    for key in ("security", "servers"):
        if key in root.value:
            fields.setdefault(key, root.child(key))
    return fields


def _parameters(places: list[_Place]) -> dict[str, _Place]:
    """The parameters of an operation by place and name; its own before those of its path items."""
    found: dict[str, _Place] = {}
    for holder in places:
        for index in range(len(holder.value.get("parameters", []))):
            parameter = holder.child("parameters").child(index)
            said: _Place | None = parameter
            while said is not None and "$ref" in said.value:
                said = said.view.follow(join(said.pointer, "$ref"))
            name = said or parameter
            label = f"{name.value.get('in')} parameter {name.value.get('name')}"
            found.setdefault(label, parameter)
    return found


def _tags(schema: _Place) -> dict[str, tuple[_Place | None, str]]:
    """Where each tag of a schema's discriminator leads, and the text of its mapping entry."""
    view = schema.view
    at = join(schema.pointer, "discriminator", "mapping")
    tags: dict[str, tuple[_Place | None, str]] = {
        tag: (view.follow(join(at, tag)), text) for tag, text in mapping_of(schema.value).items()
    }
    implied = implied_tags(view.source, Node("schema", schema.pointer, schema.value), view.found)
    tags.update((tag, (view.at(target), tag)) for tag, target in implied.items())
    return tags
