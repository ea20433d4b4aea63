"""What can be said of components only once all of them have been read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from pipeline.errors import Problem
from pipeline.surface.kinds import members_of, one_of
from pipeline.surface.types import NULL, Component, Field, ListOf, MapOf, OneOf, Ref, TypeExpr
from pipeline.surface.unions import without_null

__all__ = ["Expand", "circular", "settle"]

Expand = Callable[[TypeExpr], TypeExpr]


def circular(components: dict[str, Component]) -> Iterator[Problem]:
    """A problem for each component that stands for nothing but itself."""
    for component in components.values():
        pending, seen = list(_alternatives(component)), set[str]()
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending.extend(_alternatives(components[name]))
        if component.name in seen:
            yield Problem(
                "the schema is one of the things that it stands for itself",
                pointer=component.pointer,
            )


def _alternatives(component: Component) -> Iterator[str]:
    """The components that a value of this one can be as a whole."""
    if component.kind != "model":
        yield from (m.name for m in members_of(component.type) if isinstance(m, Ref))


def settle(
    components: dict[str, Component], nullable: set[str], free_name: Callable[[str], str]
) -> Expand:
    """Make a union of references an alias if some of them are not objects; spell out every null.

    Args:
        components: By name; changed in place, none of them circular.
        nullable: Components whose schema says itself that null is a value.
        free_name: Makes a name for a new component out of a wish.

    Returns:
        What spells out the null of the components that a type names.
    """
    for component in list(components.values()):
        if component.kind == "union":
            _settle_union(component, components, free_name)
    nulls = set(nullable)
    while more := {c.name for c in components.values() if _takes_null(c, nulls)} - nulls:
        nulls |= more

    def expand(kind: TypeExpr) -> TypeExpr:
        match kind:
            case Ref(name) if name in nulls:
                return OneOf((kind, NULL))
            case ListOf(item):
                return ListOf(expand(item))
            case MapOf(value):
                return MapOf(expand(value))
            case OneOf(members):
                return one_of([m for e in map(expand, members) for m in members_of(e)])
            case _:
                return kind

    for component in components.values():
        # The component's own null is said where it is used.
        component.type = without_null(expand(component.type))[0]
        if component.kind == "model":
            component.type = Ref(component.name)
        component.fields = tuple(_expanded(f, expand) for f in component.fields)
    return expand


def _expanded(field: Field, expand: Expand) -> Field:
    kind, nullable = without_null(expand(field.type))
    return replace(field, type=kind, nullable=field.nullable or nullable)


def _takes_null(component: Component, nulls: set[str]) -> bool:
    return component.kind != "model" and any(
        m == NULL or (isinstance(m, Ref) and m.name in nulls) for m in members_of(component.type)
    )


def _settle_union(
    component: Component, components: dict[str, Component], free_name: Callable[[str], str]
) -> None:
    members = [f for m in members_of(component.type) for f in _flat(m, components)]
    objects = list(dict.fromkeys(m for m in members if _is_object(m, components)))
    rest = [m for m in members if m not in objects]
    if not rest:
        return
    if len(objects) > 1:
        name = free_name(f"{component.name}Object")
        # It says what tells the objects apart; the alias keeps the description.
        components[name] = Component(
            name, component.pointer, "union", OneOf(tuple(objects)), component.schema
        )
        objects = [Ref(name)]
    component.kind = "alias"
    component.type = one_of([*rest, *objects])


def _flat(kind: TypeExpr, components: dict[str, Component]) -> Iterator[TypeExpr]:
    """The alternatives of a type, with aliases that stand for several of them taken apart."""
    if isinstance(kind, Ref):
        target = components[kind.name]
        alternatives = members_of(target.type)
        if target.kind == "alias" and any(isinstance(m, Ref) for m in alternatives):
            if len(alternatives) == 1 and _is_object(kind, components):
                yield kind
                return
            for member in alternatives:
                yield from _flat(member, components)
            return
        if target.kind == "union" and not all(_is_object(m, components) for m in alternatives):
            for member in alternatives:
                yield from _flat(member, components)
            return
    yield kind


def _is_object(kind: TypeExpr, components: dict[str, Component]) -> bool:
    """Whether a type is a model, a union of models, or another name of one."""
    if not isinstance(kind, Ref):
        return False
    target = components[kind.name]
    if target.kind == "model":
        return True
    if target.kind == "union":
        return all(_is_object(m, components) for m in members_of(target.type))
    return isinstance(target.type, Ref) and _is_object(target.type, components)
