"""What a type of the document has to look like in code, whatever wrote that code."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pipeline.surface import Enum, ListOf, MapOf, OneOf, Ref, Scalar, Surface, TypeExpr
from pipeline.types import Json
from pipeline.verify.package import Package

__all__ = ["Expected", "Value", "literals", "typed"]

# A JSON value and its type: 1 and true are equal in Python.
Value = tuple[str, Json]

_KINDS = {
    "str": "STRING",
    "int": "INTEGER",
    "float": "NUMBER",
    "bool": "BOOLEAN",
    "null": "NULL",
    "date-time": "STRING",
    "date": "STRING",
}
_TEXTS = {"date-time": "date_time", "date": "date"}


def typed(value: Json) -> Value:
    """A value that can be looked up among others."""
    return type(value).__name__, value


class Expected:
    """Questions about the types of one surface."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface

    def kinds(self, kind: TypeExpr, seen: tuple[str, ...] = ()) -> frozenset[str] | None:
        """Names of the JSON types that values have; None for any."""
        match kind:
            case Scalar("any"):
                return None
            case Scalar(name):
                return frozenset({_KINDS[name]})
            case Enum(values):
                return frozenset(_KINDS[type(v).__name__] for v in values)
            case ListOf():
                return frozenset({"ARRAY"})
            case MapOf():
                return frozenset({"OBJECT"})
            case Ref(name):
                component = self._surface.components[name]
                if component.kind in ("model", "union"):
                    return frozenset({"OBJECT"})
                return None if name in seen else self.kinds(component.type, (*seen, name))
            case OneOf(members):
                found: set[str] = set()
                for member in members:
                    inner = self.kinds(member, seen)
                    if inner is None:
                        return None
                    found |= inner
                return frozenset(found)

    def values(self, kind: TypeExpr) -> frozenset[Value]:
        """Every listed value, in aliases, lists and maps too."""
        return frozenset(
            typed(value)
            for leaf in self._leaves(kind, ())
            if isinstance(leaf, Enum)
            for value in leaf.values
        )

    def objects(self, kind: TypeExpr) -> frozenset[str]:
        """Models and unions that values are decoded into, by component name."""
        return frozenset(leaf.name for leaf in self._leaves(kind, ()) if isinstance(leaf, Ref))

    def text_decoders(self, kind: TypeExpr) -> frozenset[str]:
        """The decoders of texts that values need."""
        return frozenset(
            _TEXTS[leaf.name]
            for leaf in self._leaves(kind, ())
            if isinstance(leaf, Scalar) and leaf.name in _TEXTS
        )

    def named(self, kind: TypeExpr) -> frozenset[str]:
        """The components that the type itself names."""
        match kind:
            case Ref(name):
                return frozenset({name})
            case ListOf(inner) | MapOf(inner):
                return self.named(inner)
            case OneOf(members):
                return frozenset().union(*(self.named(m) for m in members))
            case _:
                return frozenset()

    def _leaves(self, kind: TypeExpr, seen: tuple[str, ...]) -> Iterator[TypeExpr]:
        match kind:
            case Ref(name):
                component = self._surface.components[name]
                if component.kind in ("model", "union"):
                    yield kind
                elif name not in seen:
                    yield from self._leaves(component.type, (*seen, name))
            case ListOf(inner) | MapOf(inner):
                yield from self._leaves(inner, seen)
            case OneOf(members):
                if self.kinds(kind) is None:
                    return  # anything at all: nothing of it is decoded
                for member in members:
                    yield from self._leaves(member, seen)
            case _:
                yield kind


def literals(
    node: ast.expr | None, package: Package, seen: tuple[str, ...] = ()
) -> frozenset[Value]:
    """The values of every Literal in an annotation, in the aliases that it names too."""
    found: set[Value] = set()
    for inner in ast.walk(node) if node is not None else ():
        if isinstance(inner, ast.Subscript) and ast.unparse(inner.value) == "Literal":
            listed = inner.slice.elts if isinstance(inner.slice, ast.Tuple) else [inner.slice]
            found.update(typed(ast.literal_eval(item)) for item in listed)
        elif isinstance(inner, ast.Name) and inner.id not in seen:
            name = inner.id.removesuffix("Param")
            alias = package.aliases.get(inner.id)
            if alias is not None and name not in package.unions:
                found |= literals(alias, package, (*seen, inner.id))
    return frozenset(found)
