"""Type expressions as Python: annotations, and the decoders that read such values from JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pipeline.generate.parser import Names
from pipeline.generate.text import literal
from pipeline.surface import Enum, ListOf, MapOf, OneOf, Ref, Scalar, Surface, TypeExpr
from pipeline.surface.kinds import members_of

__all__ = ["Coder", "Decoder"]

_ANNOTATIONS = {
    "str": "str",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "null": "None",
    "any": "Any",
    "date-time": "datetime.datetime",
    "date": "datetime.date",
}
# JSON type constants of runtime/model.py, in the order in which a union names them.
_KINDS = {
    "str": ("STRING",),
    "int": ("INTEGER",),
    "float": ("NUMBER",),
    "bool": ("BOOLEAN",),
    "null": ("NULL",),
    "date-time": ("STRING",),
    "date": ("STRING",),
}
_TEXT_DECODERS = {"date-time": "date_time", "date": "date"}


@dataclass(frozen=True, slots=True)
class Decoder:
    """How a value is read.

    Attributes:
        kinds: Its JSON types; none: any.
        decode: The expression of its decoder, if it needs one.
        plain: Those of `kinds` whose values the decoder leaves as they are.
    """

    kinds: tuple[str, ...]
    decode: str | None
    plain: tuple[str, ...] = ()

    @property
    def kinds_code(self) -> str:
        return " | ".join(self.kinds) if self.kinds else "None"


ANYTHING = Decoder((), None)


class Coder:
    """Writes the types of one surface under its Python names."""

    def __init__(self, surface: Surface, names: Names) -> None:
        self._surface = surface
        self._names = names

    # -- annotations

    def annotation(self, kind: TypeExpr, *, param: bool = False) -> str:
        """The annotation of a type.

        Args:
            param: For values that callers give: TypedDicts beside models, any sequence or mapping.
        """
        parts = self._parts(kind, param)
        unique = list(dict.fromkeys(parts))
        if "Any" in unique:
            return "Any"
        if "None" in unique:
            unique.remove("None")
            unique.append("None")
        return " | ".join(unique)

    def _parts(self, kind: TypeExpr, param: bool) -> list[str]:
        match kind:
            case Scalar(name):
                return [_ANNOTATIONS[name]]
            case Enum(values, open_):
                listed = f"Literal[{', '.join(literal(v) for v in values)}]"
                base = dict.fromkeys(type(v).__name__ for v in values) if open_ else ()
                return [listed, *base]
            case Ref(name):
                return self._reference(name, param)
            case ListOf(item):
                box = "Sequence" if param else "list"
                return [f"{box}[{self.annotation(item, param=param)}]"]
            case MapOf(value):
                box = "Mapping" if param else "dict"
                return [f"{box}[str, {self.annotation(value, param=param)}]"]
            case OneOf(members):
                return [part for m in members for part in self._parts(m, param)]

    def _reference(self, name: str, param: bool) -> list[str]:
        component = self._surface.components[name]
        python = self._names.classes[name]
        if not param or component.kind == "enum":
            return [python]
        if component.kind == "model":
            return [f"{python}Param", python]
        return [f"{python}Param"]

    # -- decoders

    def decoder(self, kind: TypeExpr, seen: tuple[str, ...] = ()) -> Decoder:
        """How a value of a type is read from JSON."""
        match kind:
            case Scalar("any"):
                return ANYTHING
            case Scalar(name):
                return Decoder(_KINDS[name], _TEXT_DECODERS.get(name))
            case Enum(values):
                names = dict.fromkeys(_KINDS[type(v).__name__][0] for v in values)
                return Decoder(tuple(names), None)
            case MapOf(value):
                inner = self.decoder(value, seen)
                return Decoder(("OBJECT",), _boxed("map_of", inner))
            case ListOf(item):
                inner = self.decoder(item, seen)
                if inner.kinds == ("OBJECT",) and inner.decode is not None:
                    return Decoder(("ARRAY",), f"list_of({inner.decode})")
                return Decoder(("ARRAY",), _boxed("items_of", inner))
            case Ref(name):
                return self._reference_decoder(name, seen)
            case OneOf(members):
                return self._union_decoder(members, seen)

    def _reference_decoder(self, name: str, seen: tuple[str, ...]) -> Decoder:
        component = self._surface.components[name]
        python = self._names.classes[name]
        if component.kind == "model":
            return Decoder(("OBJECT",), f"{python}._view")
        if component.kind == "union":
            return Decoder(("OBJECT",), f"decode_{python}")
        if name in seen:  # an alias that contains itself stays JSON from here on
            return ANYTHING
        return self.decoder(component.type, (*seen, name))

    def _union_decoder(self, members: tuple[TypeExpr, ...], seen: tuple[str, ...]) -> Decoder:
        spelled = list(self._without_aliases(members, seen))
        lists = [(m.item, met) for m, met in spelled if isinstance(m, ListOf)]
        if len(lists) > 1:
            items = tuple(dict.fromkeys(item for item, _ in lists))
            met = tuple(dict.fromkeys(name for _, names in lists for name in names))
            spelled = [pair for pair in spelled if not isinstance(pair[0], ListOf)]
            spelled.append((ListOf(OneOf(items)), met))
        decoders = [self.decoder(m, met) for m, met in spelled]
        if any(not d.kinds for d in decoders):
            return ANYTHING
        kinds = tuple(dict.fromkeys(k for d in decoders for k in d.kinds))
        by_kind: dict[str, str] = {}
        for decoder in decoders:
            if decoder.decode is not None:
                for k in decoder.kinds:
                    by_kind.setdefault(k, decoder.decode)
        if not by_kind:
            return Decoder(kinds, None)
        if len(kinds) == 1:
            return Decoder(kinds, by_kind[kinds[0]])
        table = ", ".join(f"{_PYTHON_TYPE[k]}: {v}" for k, v in by_kind.items())
        plain = tuple(kind for kind in kinds if kind not in by_kind)
        return Decoder(kinds, f"by_type({{{table}}})", plain)

    def _without_aliases(
        self, members: Iterable[TypeExpr], seen: tuple[str, ...]
    ) -> Iterator[tuple[TypeExpr, tuple[str, ...]]]:
        """The alternatives of a union, aliases taken apart, each with the aliases it is behind."""
        for member in members:
            component = self._surface.components[member.name] if isinstance(member, Ref) else None
            if component is None or component.kind != "alias" or component.name in seen:
                yield member, seen
            else:
                yield from self._without_aliases(
                    members_of(component.type), (*seen, component.name)
                )


# Of the JSON types whose values a decoder may change.
_PYTHON_TYPE = {"STRING": "str", "OBJECT": "dict", "ARRAY": "list"}


def _boxed(box: str, inner: Decoder) -> str | None:
    if inner.decode is None:
        return None
    if len(inner.kinds) == 1:
        return f"{box}(by_type({{{_PYTHON_TYPE[inner.kinds[0]]}: {inner.decode}}}))"
    return f"{box}({inner.decode})"
