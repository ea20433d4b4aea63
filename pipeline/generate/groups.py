"""Which module a component belongs to: that of the one resource that reaches it, or a shared one.

What a shared component reaches is reached by the same resources, so it is shared too: the modules
of resources import from the shared one and never from each other, and the shared one from none.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.surface import ListOf, MapOf, OneOf, Ref, Surface, TypeExpr

__all__ = ["SHARED", "group_components", "reachable", "references"]

SHARED = "shared"


def group_components(surface: Surface, roots: dict[str, str]) -> dict[str, str]:
    """The module of each component.

    Args:
        roots: Operation id to the name of its resource's module.
    """
    owners: dict[str, set[str]] = {name: set() for name in surface.components}
    for operation in surface.operations:
        starts = [operation.response, operation.event, *operation.statuses.values()]
        starts.extend(p.type for p in operation.parameters)
        if operation.body is not None:
            starts.append(Ref(operation.body))
        for name in reachable(surface, starts):
            owners[name].add(roots[operation.id])
    # What no operation reaches belongs to the resource of what it reaches itself.
    for name in [name for name, modules in owners.items() if not modules]:
        below = reachable(surface, [Ref(name)])
        modules = set().union(*(owners[other] for other in below))
        for other in below if len(modules) > 1 else (name,):
            owners[other] |= modules
    return {
        name: next(iter(modules)) if len(modules) == 1 else SHARED
        for name, modules in owners.items()
    }


def reachable(surface: Surface, starts: list[TypeExpr | None]) -> dict[str, None]:
    """The components that some types reach, in the order in which they are met."""
    found: dict[str, None] = {}
    stack = [name for start in reversed(starts) if start for name in references(start)]
    while stack:
        name = stack.pop()
        if name in found:
            continue
        found[name] = None
        component = surface.components[name]
        kinds = (
            [f.type for f in component.fields] if component.kind == "model" else [component.type]
        )
        stack.extend(r for kind in reversed(kinds) for r in references(kind))
    return found


def references(kind: TypeExpr) -> Iterator[str]:
    """The components a type names directly."""
    match kind:
        case Ref(name):
            yield name
        case ListOf(inner) | MapOf(inner):
            yield from references(inner)
        case OneOf(members):
            for member in members:
                yield from references(member)
        case _:
            return
