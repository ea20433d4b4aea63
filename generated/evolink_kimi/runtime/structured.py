"""JSON values into the classes of the caller, for structured output.

A class is looked through first, all of it, so that one that cannot be made is told of whatever the
model wrote. Then values are made; all that can be wrong by then is what the model wrote.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import types
import typing
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from .wire import dumps, loads

__all__ = ["MismatchError", "maker_of"]

T = TypeVar("T")

# Makes a value of a JSON value; the second is the pointer to its place.
_Maker: TypeAlias = Callable[[Any, str], Any]


class MismatchError(Exception):
    """A value is not of the type wanted; its text says where and why."""


def maker_of(cls: type[T]) -> Callable[[Any], T]:
    """What makes a value of a class from a JSON value, or raises `MismatchError`.

    Takes attrs classes and dataclasses (a key for each attribute; keys beyond those are ignored),
    also generic ones, what pydantic makes (as its `validate_json` does), generated models, and what
    they are made of: scalars, dates and times, enums, Literal, unions, TypedDict, NewType, `dict`,
    `list`, `set`, `tuple` and their abstract classes.

    Raises:
        TypeError: if there is no way to make the class, or one it consists of, from JSON.
    """
    make = _Makers().of(cls)

    def made(value: Any) -> T:
        try:
            result: T = make(value, "")
        except RecursionError:
            raise MismatchError("it is nested too deeply") from None
        return result

    return made


_SCALARS: Final = {str: "a string", bool: "a boolean", int: "an integer", float: "a number"}
_TEXTS: Final[dict[type, tuple[Callable[[str], Any], str]]] = {
    datetime.datetime: (datetime.datetime.fromisoformat, "a date and time (ISO 8601)"),
    datetime.date: (datetime.date.fromisoformat, "a date (ISO 8601)"),
    datetime.time: (datetime.time.fromisoformat, "a time (ISO 8601)"),
    uuid.UUID: (uuid.UUID, "a UUID"),
}
_ARRAYS: Final[dict[Any, Callable[[list[Any]], Any]]] = {
    list: list,
    set: set,
    frozenset: frozenset,
    collections.abc.Sequence: list,
    collections.abc.MutableSequence: list,
    collections.abc.Collection: list,
    collections.abc.Iterable: list,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
}
_OBJECTS: Final = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_MARKS: Final = frozenset({"Required", "NotRequired", "ReadOnly"})


class _Makers:
    """The makers of a class and of what it consists of, each made once."""

    def __init__(self) -> None:
        self._made: dict[Any, _Maker] = {}

    def of(self, wanted: Any) -> _Maker:
        """What makes a value of a type.

        Raises:
            TypeError: Nothing does.
        """
        wanted = _plain(wanted)
        # Unions are equal whatever the order of their members, which counts here.
        key = (wanted, typing.get_args(wanted))
        try:
            known = self._made.get(key)
        except TypeError:  # it cannot be looked up
            return self._new(wanted)
        if known is None:
            # For a class that consists of itself.
            self._made[key] = lambda value, at: self._made[key](value, at)
            known = self._made[key] = self._new(wanted)
        return known

    def _new(self, wanted: Any) -> _Maker:
        origin, arguments = typing.get_origin(wanted), typing.get_args(wanted)
        kind = origin or wanted
        if wanted is Any or wanted is object:
            return lambda value, at: value
        if wanted is None or wanted is type(None):
            return lambda value, at: _checked(value, type(None), "null", at)
        if origin is typing.Union or origin is types.UnionType:
            return self._union(arguments)
        if origin is typing.Literal:
            return lambda value, at: _literal(arguments, value, at)
        if kind in _OBJECTS:
            return self._object(*arguments or (Any, Any))
        if kind is tuple:
            # `tuple` is one of any length, `tuple[()]` that of none.
            is_long = arguments[1:] == (...,) or wanted in (tuple, typing.Tuple)  # noqa: UP006  # the old name, which people write
            return self._array(tuple, *arguments[:1]) if is_long else self._tuple(arguments)
        if isinstance(kind, collections.abc.Hashable) and kind in _ARRAYS:
            return self._array(_ARRAYS[kind], *arguments[:1])
        if isinstance(kind, type):
            return self._class(wanted, kind)
        raise TypeError(
            f"cannot make {wanted!r:.60} from JSON: a class is needed, not an instance of "
            f"{type(wanted).__name__}"
        )

    def _union(self, members: tuple[Any, ...]) -> _Maker:
        makers = [(_plain(member), self.of(member)) for member in members]

        def make(value: Any, at: str) -> Any:
            reasons: list[str] = []
            for _, maker in sorted(makers, key=lambda each: -_fitness(each[0], value)):
                try:
                    return maker(value, at)
                except MismatchError as mismatch:
                    reasons.append(str(mismatch))
            raise MismatchError("; or ".join(reasons))

        return make

    def _object(self, key_type: Any, item_type: Any) -> _Maker:
        make_key, make_item = self.of(key_type), self.of(item_type)

        def make(value: Any, at: str) -> Any:
            fields = _checked(value, dict, "an object", at)
            made = {
                _key(make_key, key, f"{at}/{_escaped(key)}"): make_item(
                    item, f"{at}/{_escaped(key)}"
                )
                for key, item in fields.items()
            }
            if len(made) != len(fields):
                raise MismatchError(f"{at or '/'} has keys that mean the same")
            return made

        return make

    def _array(self, collect: Callable[[list[Any]], Any], item_type: Any = Any) -> _Maker:
        make_item = self.of(item_type)

        def make(value: Any, at: str) -> Any:
            items = _checked(value, list, "an array", at)
            built = [make_item(item, f"{at}/{n}") for n, item in enumerate(items)]
            return _made(at, collect, built)

        return make

    def _tuple(self, kinds: tuple[Any, ...]) -> _Maker:
        makers = [self.of(kind) for kind in kinds]

        def make(value: Any, at: str) -> Any:
            items = _checked(value, list, "an array", at)
            if len(items) != len(makers):
                raise _mismatch(at, f"an array of {len(makers)}", value)
            each = enumerate(zip(makers, items, strict=True))
            return tuple([maker(item, f"{at}/{n}") for n, (maker, item) in each])

        return make

    def _class(self, wanted: Any, cls: type) -> _Maker:
        if cls in _SCALARS:
            return lambda value, at: _scalar(cls, value, at)
        if cls in _TEXTS:
            read, told = _TEXTS[cls]
            return lambda value, at: _from_text(read, told, value, at)
        if cls is decimal.Decimal:
            return _decimal
        if issubclass(cls, enum.Enum):
            return lambda value, at: _member(cls, value, at)
        if hasattr(cls, "__pydantic_validator__") or hasattr(cls, "__get_pydantic_core_schema__"):
            return _of_pydantic(wanted, cls)
        from_dict = getattr(cls, "from_dict", None)
        if from_dict is not None:
            return lambda value, at: _made(at, from_dict, _checked(value, dict, "an object", at))
        if _is_typed_dict(cls):
            return self._typed_dict(wanted, cls)
        attributes = _attributes(cls)
        if attributes is None:
            raise TypeError(
                f"cannot make a {cls.__name__} from JSON; "
                "use an attrs class, a dataclass, a pydantic model or dict"
            )
        return self._attributes(wanted, cls, attributes)

    def _attributes(
        self, wanted: Any, cls: type, attributes: list[tuple[str, str, bool]]
    ) -> _Maker:
        hints = _hints(wanted, cls)
        makers = {name: self.of(hints.get(name, Any)) for name, _, _ in attributes}

        def make(value: Any, at: str) -> Any:
            fields = _checked(value, dict, "an object", at)
            given: dict[str, Any] = {}
            for name, argument, is_required in attributes:
                if name in fields:
                    given[argument] = makers[name](fields[name], f"{at}/{_escaped(name)}")
                elif is_required:
                    raise MismatchError(f"{at or '/'} lacks {name!r}")
            return _made(at, cls, **given)

        return make

    def _typed_dict(self, wanted: Any, cls: Any) -> _Maker:
        hints = _hints(wanted, cls)
        required = {name for name, hint in hints.items() if _is_required(cls, name, hint)}
        makers = {name: self.of(hint) for name, hint in hints.items()}

        def make(value: Any, at: str) -> Any:
            fields = _checked(value, dict, "an object", at)
            for name in makers:
                if name in required and name not in fields:
                    raise MismatchError(f"{at or '/'} lacks {name!r}")
            return {
                key: makers[key](item, f"{at}/{_escaped(key)}") if key in makers else item
                for key, item in fields.items()
            }

        return make


def _plain(wanted: Any) -> Any:
    """A type without what says nothing of its values: annotations, aliases, new names."""
    while True:
        origin = typing.get_origin(wanted)
        if origin is typing.Annotated or getattr(origin, "_name", None) in _MARKS:
            wanted = typing.get_args(wanted)[0]
        elif isinstance(wanted, typing.NewType):
            wanted = wanted.__supertype__
        elif type(wanted).__name__ == "TypeAliasType":
            wanted = wanted.__value__
        elif type(origin).__name__ == "TypeAliasType":
            arguments = zip(origin.__type_params__, typing.get_args(wanted), strict=False)
            wanted = _with(origin.__value__, dict(arguments))
        elif isinstance(wanted, TypeVar):
            members = wanted.__constraints__
            # Not told, so that anything within its bounds will do.
            wanted = wanted.__bound__ or Any
            if members:
                wanted = typing.Union[members]  # noqa: UP007  # of members that are not known here
        else:
            return wanted


def _with(hint: Any, told: Mapping[Any, Any]) -> Any:
    """A hint with what is told of type parameters in their place."""
    if isinstance(hint, TypeVar):
        return told.get(hint, hint)
    free = getattr(hint, "__parameters__", ())
    if not free or isinstance(hint, type):
        return hint
    return hint[tuple(told.get(one, one) for one in free)]


def _hints(wanted: Any, cls: Any) -> dict[str, Any]:
    """The types of a class's attributes, its type parameters replaced.

    Raises:
        TypeError: One names something that is not there.
    """
    try:
        hints = typing.get_type_hints(cls, include_extras=True)
    except Exception as problem:  # a hint is any expression
        raise TypeError(
            f"cannot make a {cls.__name__} from JSON, as its hints cannot be read: {problem}"
        ) from problem
    told = _parameters(cls, _told(cls, typing.get_args(wanted)))
    # A TypedDict has the annotations of what it inherits from among its own.
    places = list(told) if _is_typed_dict(cls) else [each for each in cls.__mro__ if each in told]
    return {
        name: _with(hint, next((told[at] for at in places if name in _annotated(at)), {}))
        for name, hint in hints.items()
    }


def _annotated(cls: type) -> Mapping[str, Any]:
    annotations: Mapping[str, Any] = getattr(cls, "__annotations__", {})
    return annotations


def _told(cls: Any, arguments: tuple[Any, ...]) -> dict[Any, Any]:
    return dict(zip(getattr(cls, "__parameters__", ()), arguments, strict=False))


def _parameters(cls: type, told: dict[Any, Any]) -> dict[type, dict[Any, Any]]:
    """What is told of the type parameters of a class and of those that it inherits from."""
    found: dict[type, dict[Any, Any]] = {}
    for base in vars(cls).get("__orig_bases__", cls.__bases__):
        kind = typing.get_origin(base) or base
        if isinstance(kind, type) and kind not in (object, typing.Generic, typing.Protocol):
            arguments = tuple(_with(each, told) for each in typing.get_args(base))
            found |= _parameters(kind, _told(kind, arguments))
    return {**found, cls: told}


def _is_typed_dict(cls: object) -> bool:
    # typing_extensions has a class of its own for them.
    return isinstance(cls, type) and issubclass(cls, dict) and hasattr(cls, "__required_keys__")


def _is_required(cls: Any, name: str, hint: Any) -> bool:
    while True:
        origin = typing.get_origin(hint)
        mark: str | None = getattr(origin, "_name", None)
        if mark in ("Required", "NotRequired"):
            return mark == "Required"
        if mark not in _MARKS and origin is not typing.Annotated:
            # What the class itself says is wrong where annotations are strings.
            return name in cls.__required_keys__
        hint = typing.get_args(hint)[0]


def _attributes(cls: Any) -> list[tuple[str, str, bool]] | None:
    """Of an attrs class or dataclass what its constructor takes: names, argument, is it required.

    None for any other class.
    """
    if dataclasses.is_dataclass(cls):
        missing = dataclasses.MISSING
        return [
            (field.name, field.name, field.default is missing and field.default_factory is missing)
            for field in dataclasses.fields(cls)
            if field.init
        ]
    attributes = getattr(cls, "__attrs_attrs__", None)
    if attributes is None:
        return None
    return [
        (each.name, each.alias or each.name, repr(each.default) == "NOTHING")
        for each in attributes
        if each.init
    ]


def _fitness(wanted: Any, value: Any) -> int:
    """How well a member of a union goes with a value, which several may take.

    Of an object it is how many of its keys are read. What takes any value, and float for an
    integer, are the least of all.
    """
    cls = typing.get_origin(wanted) or wanted
    if cls is Any or cls is object or cls in _OBJECTS or (cls is float and type(value) is int):
        return -1
    if type(value) is not dict or not isinstance(cls, type):
        return 0
    fields: Mapping[str, Any] | None = getattr(cls, "__pydantic_fields__", None)
    if fields is not None:
        names = {*fields, *(getattr(field, "alias", None) for field in fields.values())}
    elif _is_typed_dict(cls):
        names = set(typing.get_type_hints(cls))
    else:
        names = {name for name, _, _ in _attributes(cls) or ()}
    return len(names.intersection(value))


def _of_pydantic(wanted: Any, cls: type) -> _Maker:
    """What pydantic makes, as it makes it of JSON: strict models take texts for dates there."""
    from pydantic import TypeAdapter

    try:
        validate = TypeAdapter(wanted).validator.validate_json
    except Exception as problem:
        raise TypeError(f"cannot make a {cls.__name__} from JSON: {problem}") from problem
    return lambda value, at: _made(at, lambda: validate(dumps(value)))


def _scalar(cls: type, value: Any, at: str) -> Any:
    if cls is float and type(value) is int:
        return _made(at, float, value)
    return _checked(value, cls, _SCALARS[cls], at)


def _from_text(read: Callable[[str], Any], told: str, value: Any, at: str) -> Any:
    try:
        return read(_checked(value, str, told, at))
    except ValueError:
        raise _mismatch(at, told, value) from None


def _decimal(value: Any, at: str) -> decimal.Decimal:
    try:
        # repr gives of a float the digits that JSON had.
        return decimal.Decimal(value if type(value) is str else repr(value))
    except decimal.InvalidOperation:
        raise _mismatch(at, "a decimal number", value) from None


def _member(cls: Any, value: Any, at: str) -> Any:
    try:
        member = cls(value)
    except Exception:  # of a `_missing_`, too
        raise _mismatch(at, f"a {cls.__name__}", value) from None
    # true is no 1, and 1.0 no 1, though they are equal in Python.
    if isinstance(value, (bool, float)) and type(member.value) is not type(value):
        raise _mismatch(at, f"a {cls.__name__}", value)
    return member


def _literal(known: tuple[Any, ...], value: Any, at: str) -> Any:
    for one in known:
        plain = one.value if isinstance(one, enum.Enum) else one
        if type(plain) is type(value) and plain == value:
            return one
    raise _mismatch(at, f"one of {', '.join(map(repr, known))}", value)


def _key(make: _Maker, key: str, at: str) -> Any:
    """A key, which JSON has as a text, as a text or else as the number that it is of."""
    try:
        return make(key, at)
    except MismatchError as mismatch:
        try:
            number = loads(key)
        except ValueError:
            raise mismatch from None
        # Only as JSON writes it, so that no two keys become one.
        if type(number) not in (int, float) or dumps(number) != key.encode():
            raise mismatch from None
        return make(number, at)


def _made(at: str, make: Any, /, *value: Any, **given: Any) -> Any:
    try:
        return make(*value, **given)
    except MismatchError:
        raise
    except Exception as error:  # of the class's own validators, whatever they raise
        raise MismatchError(f"{at or '/'}: {error or type(error).__name__}") from error


def _checked(value: Any, kind: type, name: str, at: str) -> Any:
    if type(value) is not kind:
        raise _mismatch(at, name, value)
    return value


def _mismatch(at: str, wanted: str, value: Any) -> MismatchError:
    return MismatchError(f"{at or '/'} should be {wanted}, not {value!r:.60}")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
