"""The base of every generated model: a typed view of a JSON object.

A model decoded from the wire keeps the object it came from, into which it never writes. So writing
back gives the same JSON: unknown keys, explicit nulls, absent keys and values of an unexpected type
are still there. Models of answers and events decode values of the documented types at once, in code
that the templates write; all else is decoded when it is first read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from . import wire as _json
from .attributes import Attributes
from .omit import OMIT, Omit

if TYPE_CHECKING:
    from typing import Self

    from attrs import define as define
else:
    T = TypeVar("T")

    def define(**options: bool) -> Callable[[type[T]], type[T]]:
        """Stands for `attrs.define`; see `Attributes` for what makes it one all the same."""
        return _defined

    def _defined(cls: type[T]) -> type[T]:
        cls.__match_args__ = tuple(name for name in cls.__slots__ if name in cls.__annotations__)
        return cls


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
    "define",
    "given",
    "made",
    "new",
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
    """A server sent a value of another JSON type than the document says; it is kept as sent.

    Given when the value is read, once a class and field.
    """


@define(eq=False, repr=False, slots=False)
class Model:
    """A JSON object with typed attributes.

    Attributes read None where the object has null or no such key; `to_dict()` tells them apart.
    One that is set to None becomes null if the document allows it and the key was there, else its
    key goes. The constructor takes plain dicts and lists for models too, and copies them. Equal
    are models of one class with equal JSON.
    """

    # `_http` is the head of the response that a call gave it in; see `http_info.attach`.
    __slots__ = ("__weakref__", "_http", "_wire")

    # Told where attrs' plugin, which takes every annotation for a field, doesn't look.
    if TYPE_CHECKING:
        _wire: dict[str, Any]
    else:
        __attrs_attrs__ = Attributes()

    _fields: ClassVar[dict[str, FieldSpec]] = {}

    def __init__(self, *, _wire: dict[str, Any] | None = None) -> None:
        self._wire = {} if _wire is None else _wire

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Called when the slot of a field is still empty, so once per field and instance.
            spec = self._fields.get(name)
            if spec is None:
                raise AttributeError(_no_attribute(self, name))
            key, kinds, decode, nullable = spec
            value = self._wire.get(key)
            if value is not None:
                if kinds is not None and type(value) not in kinds:
                    _warn(self, name, value)
                elif decode is not None:
                    value = decode(value)
            elif not nullable and key in self._wire:
                _warn(self, name, value)
            setattr(self, name, value)
            return value

    @classmethod
    def from_dict(cls, data: dict[str, Any], /, *, strict: bool = False) -> Self:
        """A model over a JSON object.

        The object is kept, not copied, which would cost more than reading most of it. Whether a
        later change to it shows in the model is not said; give a copy if that may happen. The
        model itself never changes it.

        Args:
            data: The JSON object.
            strict: Whether to `check` all of it now.

        Raises:
            TypeError: if `data` is not a dict.
            WireTypeError: as `check`, if `strict`.
        """
        if not isinstance(data, dict):
            raise TypeError(f"{cls.__name__}.from_dict takes a dict, not {type(data).__name__}")
        made = cls._view(data)
        return made.check() if strict else made

    @classmethod
    def from_json(cls, data: str | bytes, /, *, strict: bool = False) -> Self:
        """A model from JSON text.

        Args:
            data: The text, of a JSON object.
            strict: Whether to `check` all of it now.

        Raises:
            ValueError: if `data` is not JSON.
            TypeError: if it is JSON but not an object, or neither text nor bytes.
            WireTypeError: as `check`, if `strict`.
        """
        try:
            value = _json.loads(data)
        except (AttributeError, TypeError):  # asked of it as of text or bytes
            raise TypeError(
                f"{cls.__name__}.from_json takes JSON text, not {type(data).__name__}; "
                "from_dict takes a dict"
            ) from None
        if strict or type(value) is not dict:
            return cls.from_dict(value, strict=strict)
        return cls._view(value)

    def check(self) -> Self:
        """Itself, if every attribute, at any depth, has the type that it is annotated with.

        Of enums only the type of the value counts, and unknown members of unions are as good as
        known ones: new ones are no mistake of a server.

        Raises:
            WireTypeError: for the first value that has another type, with its JSON pointer. A
                field that is never null counts as such where it is null or absent.
        """
        from .strict import checked

        return checked(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object: the one it was decoded from, with every change made since. A copy."""
        out = {key: _copied(value) for key, value in self._wire.items()}
        if self._is_as_sent():
            return out
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
        self: Self = new(cls)
        self._wire = wire
        return self

    def _peek(self, name: str) -> Any:
        """The value of an attribute, without a warning, and without keeping what was decoded."""
        try:
            return _get_set(self, name)
        except AttributeError:
            key, kinds, decode, _ = self._fields[name]
        value = self._wire.get(key)
        if value is None or decode is None or (kinds is not None and type(value) not in kinds):
            return value
        return decode(value)

    def _wire_view(self) -> dict[str, Any]:
        """The current JSON object, for reading only."""
        return self._wire if self._is_as_sent() else self.to_dict()

    def _is_as_sent(self) -> bool:
        """Whether nothing was set that is not in the JSON object it was decoded from."""
        get = self._wire.get
        for name, spec in self._fields.items():
            try:
                value = _get_set(self, name)
            except AttributeError:
                continue
            sent = get(spec[0])
            if value is not sent and not _is_view_of(value, sent):
                return False
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model) or type(self) is not type(other):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]  # mutable, so unhashable, as attrs does with eq

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"{type(self).__name__}({fields})"

    def __rich_repr__(self) -> Iterator[tuple[str, Any]]:
        from .display import shown

        for name in self._fields:
            value = self._peek(name)
            if value is not None:
                yield name, shown(value)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from .display import pretty

        pretty(self, printer, cycle)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.to_dict())

    def __copy__(self) -> Self:
        return self._view(self.to_dict())

    def __deepcopy__(self, memo: object) -> Self:
        return self._view(self.to_dict())


new: Callable[..., Any] = object.__new__


@define(eq=False, repr=False, init=False, slots=False)
class UnknownModel(Model):
    """A member of a union that the document does not know; `raw` is the object as sent."""

    __slots__ = ()

    @property
    def raw(self) -> dict[str, Any]:
        """The JSON object as sent."""
        return self._wire

    def __rich_repr__(self) -> Iterator[tuple[str, Any]]:
        from .display import shown

        yield "raw", shown(self._wire)


def given(model: Model, wire: dict[str, Any] | None, key: str, value: Any) -> Any:
    """The value of a nullable argument of a model's `__init__`.

    None given by a caller means null and is noted; an argument left out is an absent key. When the
    model is made from another one (`wire` is that one's), None keeps the other's null or absence,
    and `OMIT` removes the key.
    """
    if value is OMIT:
        if wire is not None:
            model._wire = {k: v for k, v in model._wire.items() if k != key}
        return None
    if value is None and wire is None:
        model._wire[key] = None
    return value


def made(model: Model, name: str, value: Any) -> Any:
    """An argument of a model's `__init__` as its attribute is typed: plain data becomes models."""
    if isinstance(value, Model) or value is None or value is OMIT:
        return value
    if isinstance(value, (list, tuple)):
        plain: Any = [item if isinstance(item, Model) else _encoded(item) for item in value]
    elif isinstance(value, (Mapping, Sequence)):
        plain = _encoded(value)
    else:
        return value
    _, kinds, decode, _ = model._fields[name]
    if decode is None or type(plain) not in (dict, list) or (kinds and type(plain) not in kinds):
        return plain
    return decode(plain)


def _is_view_of(value: Any, sent: Any) -> bool:
    """Whether a value is what decoding gave for what was sent, and unchanged."""
    if isinstance(value, Model):
        return value._wire is sent and value._is_as_sent()
    if type(value) is not list or type(sent) is not list or len(value) != len(sent):
        return False
    return all(
        item is other or _is_view_of(item, other) for item, other in zip(value, sent, strict=True)
    )


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
    if isinstance(value, Mapping):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
        return [_encoded(item) for item in value]
    return value


def _warn(model: Model, name: str, value: Any) -> None:
    from .wire_warnings import warn_field

    warn_field(model, name, value)


def _no_attribute(model: Model, name: str) -> str:
    text = f"{type(model).__name__!r} object has no attribute {name!r}"
    # Not by `model._wire`, which a half-made object lacks.
    if name != "_wire" and name in model._wire:
        return f"{text}; the document doesn't know that key, read it from to_dict()"
    if name.startswith("_"):
        return text

    from .elsewhere import model_hint

    return text + model_hint(name)
