"""How the members of a union are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pipeline.errors import Problem
from pipeline.pointer import join, target_of
from pipeline.surface.types import NULL, Component, Enum, OneOf, Ref, TypeExpr
from pipeline.types import Json

__all__ = ["find_tags", "without_null"]

_PREFERRED_TAGS = ("type", "role", "object", "kind")


def without_null(kind: TypeExpr) -> tuple[TypeExpr, bool]:
    """A type without its null member, and whether it had one. Null alone stays as it is."""
    if not isinstance(kind, OneOf) or NULL not in kind.members:
        return kind, False
    rest = tuple(m for m in kind.members if m != NULL)
    return (rest[0] if len(rest) == 1 else OneOf(rest)), True


def find_tags(components: dict[str, Component]) -> Iterator[Problem]:
    """Fill in `members`, `tag` and `tags` of every union component; yield what is wrong.

    The tag is the document's discriminator or, without one, a property that all members have with
    distinct listed values. The tag property of a member becomes closed: its values are what
    makes it that member.
    """
    for component in components.values():
        if component.kind != "union":
            continue
        component.members = tuple(_models(component, components, ()))
        if not component.members:
            yield Problem("a union without a model among its members", pointer=component.pointer)
            continue
        discriminator = component.schema.get("discriminator")
        if isinstance(discriminator, dict):
            yield from _declared_tags(component, components, discriminator)
        else:
            _inferred_tags(component, components)
    for component in components.values():
        if component.tag is not None:
            _close_tags(component, components)


def _models(
    union: Component, components: dict[str, Component], seen: tuple[str, ...]
) -> Iterator[str]:
    members = union.type.members if isinstance(union.type, OneOf) else (union.type,)
    for member in members:
        if not isinstance(member, Ref) or member.name in seen:
            continue
        target = components[member.name]
        if target.kind == "model":
            yield target.name
        else:
            yield from _models(target, components, (*seen, member.name))


def _declared_tags(
    union: Component, components: dict[str, Component], discriminator: dict[str, object]
) -> Iterator[Problem]:
    tag = discriminator.get("propertyName")
    here = join(union.pointer, "discriminator")
    if not isinstance(tag, str):
        yield Problem("a discriminator without propertyName", pointer=here)
        return
    tags: dict[str, str] = {}
    mapping = discriminator.get("mapping")
    for value, ref in mapping.items() if isinstance(mapping, dict) else ():
        name = _model_named(ref, components)
        at = join(here, "mapping", value)
        if name is None:
            yield Problem(
                f"the discriminator maps {value!r} to {ref!r}, which is no object schema",
                pointer=at,
            )
            continue
        listed = _tag_values(components[name], tag, components)
        if name not in union.members:
            yield _no_member(name, at)
        elif listed and value not in listed:
            yield Problem(
                f"the discriminator maps {value!r} to {name!r}, whose {tag!r} is never that",
                pointer=at,
                remedy="Correct the mapping or the values of the property by overlay.",
            )
        tags[value] = name
    if "x-default-mapping" in discriminator:
        at = join(here, "x-default-mapping")
        union.default = _model_named(discriminator["x-default-mapping"], components)
        if union.default is None:
            yield Problem("it names no object schema", pointer=at)
        elif union.default not in union.members:
            yield _no_member(union.default, at)
    for member in union.members:
        listed = _tag_values(components[member], tag, components)
        if member in listed or not (listed or member in tags.values() or member == union.default):
            listed = (member,)  # OpenAPI 3.1.1, section 4.8.25: the component's name
        for value in listed:
            tags.setdefault(value, member)
        if member not in tags.values() and member != union.default:
            yield Problem(
                f"nothing tells {member!r} from {tags[listed[0]]!r}: {tag!r} is {listed[0]!r} in "
                "both",
                pointer=here,
                remedy="Map the values by overlay, or make the members one schema.",
            )
    union.tag, union.tags = tag, tags


def _no_member(name: str, pointer: str) -> Problem:
    return Problem(
        f"{name!r} is no member of the union",
        pointer=pointer,
        remedy="Add it to the members, or remove this, by overlay.",
    )


def _model_named(ref: object, components: dict[str, Component]) -> str | None:
    if not isinstance(ref, str):
        return None
    target = target_of(ref)
    name = target.rpartition("/")[2] if target else ref
    return name if name in components and components[name].kind == "model" else None


def _inferred_tags(union: Component, components: dict[str, Component]) -> None:
    first = components[union.members[0]]
    candidates = sorted(
        (f.wire for f in first.fields),
        key=lambda w: _PREFERRED_TAGS.index(w) if w in _PREFERRED_TAGS else len(_PREFERRED_TAGS),
    )
    for tag in candidates:
        values = [(m, _tag_values(components[m], tag, components)) for m in union.members]
        flat = [v for _, vs in values for v in vs]
        if all(vs for _, vs in values) and len(set(flat)) == len(flat):
            union.tag = tag
            union.tags = {v: m for m, vs in values for v in vs}
            return


def _tag_values(model: Component, tag: str, components: dict[str, Component]) -> tuple[str, ...]:
    """The values that a member's tag property lists, itself or by the name of an enum."""
    for field in model.fields:
        values = _listed(field.type, components) if field.wire == tag else ()
        if values and all(isinstance(v, str) for v in values):
            return values
    return ()


def _listed(kind: TypeExpr, components: dict[str, Component]) -> tuple[Json, ...]:
    while isinstance(kind, Ref) and components[kind.name].kind in ("enum", "alias"):
        kind = components[kind.name].type
    return kind.values if isinstance(kind, Enum) else ()


def _close_tags(union: Component, components: dict[str, Component]) -> None:
    for member in union.members:
        values = tuple(v for v, m in union.tags.items() if m == member)
        if not values:
            continue
        model = components[member]
        listed = _tag_values(model, union.tag or "", components) or values
        own = tuple(v for v in listed if union.tags.get(v, member) == member)
        model.fields = tuple(
            replace(f, type=Enum(own, open=False)) if f.wire == union.tag else f
            for f in model.fields
        )
