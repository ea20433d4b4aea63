"""Unions between whose members no JSON value chooses, so that one of them would never be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.errors import Problem
from pipeline.pointer import join
from pipeline.surface.kinds import members_of, one_of
from pipeline.surface.types import (
    ANY,
    Component,
    ListOf,
    MapOf,
    Operation,
    Ref,
    Scalar,
    TypeExpr,
)

__all__ = ["indistinct"]

Components = Mapping[str, Component]

_DATES = (Scalar("date-time"), Scalar("date"))


def indistinct(components: Components, operations: tuple[Operation, ...]) -> Iterator[Problem]:
    """A problem for each union, anywhere in a document, with a member that is never chosen.

    Args:
        components: By name, with the tags of unions found.
        operations: Those of the document.
    """
    for component in components.values():
        if component.kind == "model":
            for field in component.fields:
                yield from _in_type(field.type, field.pointer, components)
        elif component.kind == "union":
            yield from _never_chosen(component, components)
        elif _contains_itself(component, components):
            if _is_read(component.type, components):
                yield Problem(
                    "it contains itself, and models or dates, which would not be read in it",
                    pointer=component.pointer,
                    remedy="Say by overlay that what it contains is an object with properties, "
                    "or may be anything.",
                )
        else:
            yield from _in_type(component.type, component.pointer, components)
    for operation in operations:
        for status, kind in operation.statuses.items():
            if kind is not None:
                yield from _in_type(kind, join(operation.pointer, "responses", status), components)


def _never_chosen(union: Component, components: Components) -> Iterator[Problem]:
    """Members that an earlier one always goes before, where keys alone tell them apart."""
    if union.tag is not None:
        return
    keys = [{f.wire for f in components[name].fields} for name in union.members]
    required = [
        {f.wire for f in components[name].fields if f.is_always_there} for name in union.members
    ]
    for later, name in enumerate(union.members):
        for earlier in range(later):
            if keys[later] <= keys[earlier] and required[earlier] <= required[later]:
                yield Problem(
                    f"nothing tells {name!r} from {union.members[earlier]!r}, "
                    "which has all of its keys and requires no other",
                    pointer=union.pointer,
                    remedy="Give both by overlay a property with values that tell them apart, or "
                    "make them one schema.",
                )
                break


def _in_type(
    kind: TypeExpr, pointer: str, components: Components, above: tuple[TypeExpr, ...] = ()
) -> Iterator[Problem]:
    if kind in above:
        return
    above = (*above, kind)
    match kind:
        case ListOf(inner) | MapOf(inner):
            yield from _in_type(inner, pointer, components, above)
            return
    flat = [f for member in members_of(kind) for f in _flat(member, components, ())]
    if len(flat) < 2 or ANY in flat:
        return
    items = [i for m in flat if isinstance(m, ListOf) for i in members_of(m.item)]
    if items:
        yield from _in_type(one_of(items), pointer, components, above)
    for member in flat:
        if isinstance(member, MapOf):
            yield from _in_type(member.value, pointer, components, above)
    if sum(date in flat for date in _DATES) > 1:
        yield Problem(
            "nothing tells a text that is a date-time from one that is a date",
            pointer=pointer,
            remedy="Leave one of the formats by overlay, or none.",
        )
    objects = list(dict.fromkeys(m.name for m in flat if isinstance(m, Ref)))
    maps = [m for m in flat if isinstance(m, MapOf)]
    if objects and maps:
        yield Problem(
            f"nothing tells {objects[0]!r} from an object of any keys",
            pointer=pointer,
            remedy="Leave one of the two by overlay: a model keeps keys that it does not know.",
        )
    elif len(objects) > 1:
        yield Problem(
            f"nothing tells an array of {objects[1]!r} from one of {objects[0]!r}",
            pointer=pointer,
            remedy="Make them by overlay one array whose items are a choice.",
        )
    elif sum(_is_read(m.value, components) for m in dict.fromkeys(maps)) > 1:
        yield Problem(
            "nothing tells apart objects of any keys whose values are read in different ways",
            pointer=pointer,
            remedy="Make them by overlay one object whose values are a choice.",
        )


def _flat(kind: TypeExpr, components: Components, seen: tuple[str, ...]) -> Iterator[TypeExpr]:
    """The alternatives of a type, with those that aliases stand for."""
    if isinstance(kind, Ref) and components[kind.name].kind in ("alias", "enum"):
        if kind.name not in seen:
            for member in members_of(components[kind.name].type):
                yield from _flat(member, components, (*seen, kind.name))
        return
    yield kind


def _contains_itself(alias: Component, components: Components) -> bool:
    return any(
        isinstance(k, Ref) and k.name == alias.name for k in _parts(alias.type, components, ())
    )


def _is_read(kind: TypeExpr, components: Components) -> bool:
    """Whether values of a type, or what they contain, become something other than JSON."""
    return any(
        part in _DATES or (isinstance(part, Ref) and components[part.name].kind in _READ)
        for part in _parts(kind, components, ())
    )


_READ = ("model", "union")


def _parts(kind: TypeExpr, components: Components, seen: tuple[str, ...]) -> Iterator[TypeExpr]:
    """A type and those that it is made of, through aliases but not into models."""
    yield kind
    match kind:
        case ListOf(inner) | MapOf(inner):
            yield from _parts(inner, components, seen)
        case Ref(name):
            if components[name].kind == "alias" and name not in seen:
                yield from _parts(components[name].type, components, (*seen, name))
        case _:
            for member in members_of(kind):
                if member != kind:
                    yield from _parts(member, components, seen)
