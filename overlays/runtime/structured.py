"""JSON values into the classes of the caller, for structured output."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from typing import Any, TypeVar

__all__ = ["MismatchError", "build"]

T = TypeVar("T")


class MismatchError(Exception):
    """A value is not of the type wanted; its text says where and why."""


def build(cls: type[T], value: Any) -> T:
    """A value of a class, from a JSON value.

    Takes attrs classes and dataclasses (a key for each attribute; keys beyond those are ignored),
    pydantic models, generated models, `dict`, `list` and what they are made of: scalars, enums,
    Literal, unions, TypedDict.

    Raises:
        MismatchError: if the value does not fit.
        TypeError: if there is no way to make the class, or one it consists of, from JSON.
    """
    made: T = _build(cls, value, "")
    return made


def _build(wanted: Any, value: Any, at: str) -> Any:
    if wanted is Any or wanted is object:
        return value
    origin = typing.get_origin(wanted)
    if origin is typing.Annotated:
        return _build(typing.get_args(wanted)[0], value, at)
    if origin is typing.Union or origin is types.UnionType:
        return _build_union(wanted, value, at)
    if origin is typing.Literal:
        if not any(type(value) is type(known) and value == known for known in wanted.__args__):
            raise _mismatch(at, f"one of {', '.join(map(repr, wanted.__args__))}", value)
        return value
    if wanted is None or wanted is type(None):
        return _checked(value, type(None), "null", at)
    if isinstance(wanted, type) and wanted in _SCALARS:
        return _build_scalar(wanted, value, at)
    if wanted is dict or wanted is list or origin in (dict, list, tuple):
        return _build_container(wanted, origin or wanted, value, at)
    if isinstance(wanted, type):
        return _build_class(wanted, value, at)
    raise TypeError(
        f"cannot make {wanted!r:.60} from JSON: a class is needed, not an instance of "
        f"{type(wanted).__name__}"
    )


_SCALARS = {str: "a string", bool: "a boolean", int: "an integer", float: "a number"}


def _build_scalar(wanted: type, value: Any, at: str) -> Any:
    if wanted is float and type(value) is int:
        return float(value)
    return _checked(value, wanted, _SCALARS[wanted], at)


def _build_union(wanted: Any, value: Any, at: str) -> Any:
    reasons: list[str] = []
    members = typing.get_args(wanted)
    if type(value) in members:  # so that an int stays one, though a float would do
        return value
    for member in members:
        try:
            return _build(member, value, at)
        except MismatchError as mismatch:
            reasons.append(str(mismatch))
    raise MismatchError("; or ".join(reasons))


def _build_container(wanted: Any, origin: Any, value: Any, at: str) -> Any:
    arguments = typing.get_args(wanted)
    if origin is dict:
        fields = _checked(value, dict, "an object", at)
        item = arguments[1] if arguments else Any
        return {key: _build(item, field, f"{at}/{_escaped(key)}") for key, field in fields.items()}
    items = _checked(value, list, "an array", at)
    kinds: list[Any] = [arguments[0] if arguments else Any] * len(items)
    if origin is tuple and not (len(arguments) == 2 and arguments[1] is ...):
        kinds = list(arguments)
        if len(kinds) != len(items):
            raise _mismatch(at, f"an array of {len(kinds)}", value)
    built = [
        _build(kind, item, f"{at}/{n}")
        for n, (kind, item) in enumerate(zip(kinds, items, strict=True))
    ]
    return tuple(built) if origin is tuple else built


def _build_class(wanted: Any, value: Any, at: str) -> Any:
    if issubclass(wanted, enum.Enum):
        try:
            return wanted(value)
        except ValueError:
            raise _mismatch(at, f"a {wanted.__name__}", value) from None
    from_dict = getattr(wanted, "from_dict", None)
    if from_dict is not None:
        return from_dict(_checked(value, dict, "an object", at))
    if typing.is_typeddict(wanted):
        return _build_typed_dict(wanted, _checked(value, dict, "an object", at), at)
    validate = getattr(wanted, "model_validate", None)
    if validate is not None:
        return _made(at, validate, value)
    attributes = _attributes(wanted)
    if attributes is None:
        raise TypeError(
            f"cannot make a {wanted.__name__} from JSON; "
            "use an attrs class, a dataclass, a pydantic model or dict"
        )
    fields = _checked(value, dict, "an object", at)
    hints = typing.get_type_hints(wanted)
    given: dict[str, Any] = {}
    for name, argument, is_required in attributes:
        if name in fields:
            kind = hints.get(name, Any)
            given[argument] = _build(kind, fields[name], f"{at}/{_escaped(name)}")
        elif is_required:
            raise MismatchError(f"{at or '/'} lacks {name!r}")
    return _made(at, wanted, **given)


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


def _made(at: str, make: Any, /, *value: Any, **given: Any) -> Any:
    try:
        return make(*value, **given)
    except (ValueError, TypeError) as error:  # of the class's own validators
        raise MismatchError(f"{at or '/'}: {error}") from error


def _build_typed_dict(wanted: Any, fields: dict[str, Any], at: str) -> dict[str, Any]:
    built: dict[str, Any] = dict(fields)
    for key, hint in typing.get_type_hints(wanted, include_extras=True).items():
        origin = typing.get_origin(hint)
        marked = origin is typing.Required or origin is typing.NotRequired
        if key in fields:
            kind = typing.get_args(hint)[0] if marked else hint
            built[key] = _build(kind, fields[key], f"{at}/{_escaped(key)}")
        # What the class itself says is wrong where annotations are strings.
        elif origin is typing.Required or (not marked and key in wanted.__required_keys__):
            raise MismatchError(f"{at or '/'} lacks {key!r}")
    return built


def _checked(value: Any, kind: type, name: str, at: str) -> Any:
    if type(value) is not kind:
        raise _mismatch(at, name, value)
    return value


def _mismatch(at: str, wanted: str, value: Any) -> MismatchError:
    return MismatchError(f"{at or '/'} should be {wanted}, not {value!r:.60}")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
