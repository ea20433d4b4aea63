"""How the members of a union are told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pipeline.errors import Problem
from pipeline.pointer import join, target_of
from pipeline.surface.types import NULL, Component, Enum, Field, OneOf, Ref, TypeExpr

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
        if name is None:
            yield Problem(
                f"the discriminator maps {value!r} to {ref!r}, which is no object schema",
                pointer=join(here, "mapping", value),
            )
        else:
            tags[value] = name
    if "x-default-mapping" in discriminator:
        union.default = _model_named(discriminator["x-default-mapping"], components)
        if union.default is None:
            yield Problem("it names no object schema", pointer=join(here, "x-default-mapping"))
    for member in union.members:
        if member in tags.values() or member == union.default:
            continue
        for value in _tag_values(components[member], tag) or (member,):
            tags.setdefault(value, member)
    union.tag, union.tags = tag, tags


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
        values = [(m, _tag_values(components[m], tag)) for m in union.members]
        flat = [v for _, vs in values for v in vs]
        if all(vs for _, vs in values) and len(set(flat)) == len(flat):
            union.tag = tag
            union.tags = {v: m for m, vs in values for v in vs}
            return


def _tag_values(model: Component, tag: str) -> tuple[str, ...]:
    for field in model.fields:
        if field.wire != tag or not isinstance(field.type, Enum):
            continue
        if all(isinstance(v, str) for v in field.type.values):
            return field.type.values
    return ()


def _close_tags(union: Component, components: dict[str, Component]) -> None:
    for member in union.members:
        values = tuple(v for v, m in union.tags.items() if m == member)
        if not values:
            continue
        model = components[member]
        model.fields = tuple(_closed(f, union.tag, values) for f in model.fields)


def _closed(field: Field, tag: str | None, values: Iterable[str]) -> Field:
    if field.wire != tag or isinstance(field.type, Ref):
        return field
    if isinstance(field.type, Enum):
        return replace(field, type=Enum(field.type.values, open=False))
    return replace(field, type=Enum(tuple(values), open=False))
