"""The base of every generated model: a typed view of a JSON object.

A model decoded from the wire keeps the object it came from and decodes a field when it is first
read. So reading costs what is read, and writing back gives the same JSON: unknown keys, explicit
nulls, absent keys and values of an unexpected type are still there.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import attrs

from . import wire as _json
from .omit import OMIT, Omit

if TYPE_CHECKING:
    from typing import Self

__all__ = [
    "ARRAY",
    "BOOLEAN",
    "INTEGER",
    "NULL",
    "NUMBER",
    "OBJECT",
    "OMIT",
    "STRING",
    "FieldSpec",
    "Model",
    "Omit",
    "UnknownModel",
    "WireTypeWarning",
    "by_type",
    "given",
    "items_of",
    "list_of",
    "map_of",
    "union_by_keys",
    "union_of",
]

Decode: TypeAlias = Callable[[Any], Any]
# Wire key, JSON types expected there (None: any), decoder of a value of such a type (None: as is),
# whether the document allows null.
FieldSpec: TypeAlias = tuple[str, frozenset[type] | None, Decode | None, bool]

# The JSON types, as Python reads them.
STRING: frozenset[type] = frozenset({str})
INTEGER: frozenset[type] = frozenset({int})
NUMBER: frozenset[type] = frozenset({int, float})
BOOLEAN: frozenset[type] = frozenset({bool})
NULL: frozenset[type] = frozenset({type(None)})
OBJECT: frozenset[type] = frozenset({dict})
ARRAY: frozenset[type] = frozenset({list})

_get_set = object.__getattribute__


class WireTypeWarning(UserWarning):
    """A server sent a value of another JSON type than the document says; it is kept as sent."""


# Equality and repr are shared, and `__init__` is written by the templates: attrs would compile a
# copy of each for every class at import.
@attrs.define(eq=False, repr=False)
class Model:
    """A JSON object with typed attributes.

    Attributes read None where the object has null or no such key; `to_dict()` tells them apart.
    """

    _wire: dict[str, Any] = attrs.field(alias="_wire", kw_only=True)

    _fields: ClassVar[dict[str, FieldSpec]] = {}

    def __init__(self, *, _wire: dict[str, Any] | None = None) -> None:
        self._wire = {} if _wire is None else _wire

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Called when the slot of a field is still empty, so once per field and instance.
            spec = self._fields.get(name)
            if spec is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            key, kinds, decode, _ = spec
            value = self._wire.get(key)
            if value is not None:
                if kinds is not None and type(value) not in kinds:
                    _warn_type(self, key, value, kinds)
                elif decode is not None:
                    value = decode(value)
            setattr(self, name, value)
            return value

    @classmethod
    def from_dict(cls, data: dict[str, Any], /) -> Self:
        """A model over a JSON object. The object is kept, not copied: don't change it afterwards.

        Raises:
            TypeError: if `data` is not a dict.
        """
        if not isinstance(data, dict):
            raise TypeError(f"{cls.__name__}.from_dict takes a dict, not {type(data).__name__}")
        return cls._view(data)

    @classmethod
    def from_json(cls, data: str | bytes, /) -> Self:
        """A model from JSON text.

        Raises:
            ValueError: if `data` is not JSON.
            TypeError: if it is JSON but not an object.
        """
        return cls.from_dict(_json.loads(data))

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: the one it was decoded from, with every change made since. A copy."""
        out = {key: _copied(value) for key, value in self._wire.items()}
        for name, spec in self._fields.items():
            try:
                value = _get_set(self, name)
            except AttributeError:
                continue  # never read, never set: as on the wire
            key, kinds, decode, nullable = spec
            if value is None:
                if out.get(key) is not None:  # set to None after it was something else
                    if nullable:
                        out[key] = None
                    else:
                        del out[key]
            elif decode is None:
                out[key] = _encoded(value)
            else:
                self._encode_decoded(out, key, value, kinds, decode)
        return out

    def _encode_decoded(
        self,
        out: dict[str, Any],
        key: str,
        value: Any,
        kinds: frozenset[type] | None,
        decode: Decode,
    ) -> None:
        encoded = _encoded(value)
        sent = self._wire.get(key)
        # Two texts can stand for one value (a date-time's precision or zone): keep the one sent
        # unless the value was changed.
        if sent is not None and encoded != sent and (kinds is None or type(sent) in kinds):
            try:
                same = _encoded(decode(sent)) == encoded
            except ValueError:
                same = False
            if same:
                return
        out[key] = encoded

    def to_json(self) -> str:
        """The JSON text of `to_dict()`, compact, in UTF-8 characters."""
        return _json.dumps(self.to_dict()).decode()

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        self: Self = _new(cls)
        self._wire = wire
        return self

    def _wire_view(self) -> dict[str, Any]:
        """The current JSON object, for reading only."""
        for name in self._fields:
            try:
                _get_set(self, name)
            except AttributeError:
                continue
            return self.to_dict()
        return self._wire

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model) or type(self) is not type(other):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, as attrs does with eq

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={_short(value)}" for name, value in self.__rich_repr__())
        return f"{type(self).__name__}({shown})"

    def __rich_repr__(self) -> Any:
        for name in self._fields:
            value = getattr(self, name)
            if value is not None:
                yield name, value

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.to_dict())

    def __copy__(self) -> Self:
        return self._view(self.to_dict())

    def __deepcopy__(self, memo: object) -> Self:
        return self._view(self.to_dict())


_new: Callable[..., Any] = object.__new__


@attrs.define(eq=False, repr=False, init=False)
class UnknownModel(Model):
    """A member of a union that the document does not know; `raw` is the object as sent."""

    @property
    def raw(self) -> dict[str, Any]:
        """The JSON object as sent."""
        return self._wire

    def __rich_repr__(self) -> Any:
        yield "raw", self._wire


def list_of(decode: Decode) -> Decode:
    """A decoder of arrays whose items are objects; an item of another type is kept as sent."""

    def decode_list(value: list[Any]) -> list[Any]:
        return [decode(item) if type(item) is dict else item for item in value]

    return decode_list


def items_of(decode: Decode) -> Decode:
    """A decoder of arrays whose items may be anything that `decode` takes."""

    def decode_items(value: list[Any]) -> list[Any]:
        return [decode(item) for item in value]

    return decode_items


def map_of(decode: Decode) -> Decode:
    """A decoder of objects with arbitrary keys."""

    def decode_map(value: dict[str, Any]) -> dict[str, Any]:
        return {key: decode(item) for key, item in value.items()}

    return decode_map


def union_of(
    tag: str,
    members: dict[str, type[Model]],
    unknown: type[Model],
    *,
    default: type[Model] | None = None,
) -> Decode:
    """A decoder of objects that the value of `tag` tells apart.

    An object whose tag is not in `members` becomes an `unknown`, one without a tag the `default`.
    """
    without_tag = unknown if default is None else default

    def decode_union(value: dict[str, Any]) -> Model:
        name = value.get(tag)
        if type(name) is str:
            return members.get(name, unknown)._view(value)
        return (without_tag if name is None else unknown)._view(value)

    return decode_union


def union_by_keys(
    members: tuple[tuple[type[Model], tuple[str, ...]], ...], unknown: type[Model]
) -> Decode:
    """A decoder of objects that nothing but their keys tells apart.

    Of the members whose required keys are there, the one that knows most of the object's keys is
    taken, the first of equals; with none, the object becomes an `unknown`.
    """

    def decode_union(value: dict[str, Any]) -> Model:
        best, known = unknown, -1
        for member, required in members:
            if all(key in value for key in required):
                score = sum(spec[0] in value for spec in member._fields.values())
                if score > known:
                    best, known = member, score
        return best._view(value)

    return decode_union


def given(model: Model, wire: dict[str, Any] | None, key: str, value: Any) -> Any:
    """The value of a nullable argument of a model's `__init__`.

    None given by a caller means null and is noted; an argument left out is an absent key. When the
    model is made from another one (`wire` is that one's), the other's null or absence holds.
    """
    if value is OMIT:
        return None
    if value is None and wire is None:
        model._wire[key] = None
    return value


def by_type(decoders: dict[type, Decode]) -> Decode:
    """A decoder that looks at the JSON type of the value; types not in `decoders` stay as sent."""

    def decode_by_type(value: Any) -> Any:
        decode = decoders.get(type(value))
        return value if decode is None else decode(value)

    return decode_by_type


def _rebuild(cls: type[Model], wire: dict[str, Any]) -> Model:
    return cls._view(wire)


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _copied(item) for key, item in value.items()}
    if kind is list:
        return [_copied(item) for item in value]
    return value


def _encoded(value: Any) -> Any:
    kind = type(value)
    if kind is str or kind is int or kind is bool or kind is float:
        return value
    if kind is list or kind is tuple:
        return [_encoded(item) for item in value]
    if kind is dict:
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, Model):
        return value.to_dict()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value


def _short(value: Any) -> str:
    if isinstance(value, str) and len(value) > 80:
        return f"{value[:60]!r}… ({len(value)} characters)"
    if isinstance(value, list) and len(value) > 8:
        shown = ", ".join(map(_short, value[:8]))
        return f"[{shown}, … ({len(value)} items)]"
    if isinstance(value, list):
        return f"[{', '.join(map(_short, value))}]"
    text = repr(value)
    return text if isinstance(value, Model) or len(text) <= 200 else text[:200] + "…"


def _warn_type(model: Model, key: str, value: Any, kinds: frozenset[type]) -> None:
    expected = " or ".join(sorted(_JSON_NAMES.get(kind, kind.__name__) for kind in kinds))
    found = _JSON_NAMES.get(type(value), type(value).__name__)
    warnings.warn(
        f"{type(model).__name__}: {key!r} is {found}, the document says {expected}; kept as sent",
        WireTypeWarning,
        stacklevel=3,
    )


_JSON_NAMES = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "a boolean",
    list: "an array",
    dict: "an object",
    type(None): "null",
}
