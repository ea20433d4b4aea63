"""Whether a model's values are of the types that its attributes are annotated with.

Loads at the first use of `strict`. The annotations are the document's types, so nothing else has
to be kept for this.
"""

from __future__ import annotations

import datetime
import importlib
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from .errors import WireTypeError
from .model import Model

__all__ = ["checked"]

T = TypeVar("T")


class _Problem(NamedTuple):
    pointer: str
    model: str
    expected: str
    found: str


def checked(value: T) -> T:
    """The value itself.

    Raises:
        WireTypeError: if it is a model with a value of another type than annotated, at any depth.
    """
    problem = _in_model(value, "") if isinstance(value, Model) else None
    if problem is None:
        return value
    raise WireTypeError(
        f"{problem.pointer} of a {type(value).__name__} is {problem.found}, "
        f"the document says {problem.expected}",
        pointer=problem.pointer,
        model=problem.model,
        expected=problem.expected,
        found=problem.found,
        partial=value,
    )


def _in_model(model: Model, at: str) -> _Problem | None:
    kinds = _kinds_of(type(model))
    for name, (key, *_) in model._fields.items():
        problem = _in_value(model._peek(name), kinds[name], f"{at}/{_escaped(key)}")
        if problem is None:
            continue
        if not problem.model:
            problem = problem._replace(model=type(model).__name__)
        if problem.found == "null" and key not in model._wire:
            problem = problem._replace(found="missing")
        return problem
    return None


def _in_value(value: Any, kind: Any, at: str) -> _Problem | None:
    """The first value in `value` that is not of a type; one without a model is `value` itself."""
    members = _members(kind)
    if Any in members:
        return None
    deeper: _Problem | None = None
    for member in members:
        if _is_of(value, member):
            problem = _inside(value, member, at)
            if problem is None:
                return None
            deeper = deeper or problem
    return deeper or _Problem(at, "", " or ".join(_words(members)), _word(value))


def _inside(value: Any, kind: Any, at: str) -> _Problem | None:
    """The first problem in what a value of the right type holds."""
    if isinstance(value, Model):
        return _in_model(value, at)
    arguments = typing.get_args(kind)
    if not arguments or typing.get_origin(kind) is typing.Literal:
        return None
    items: Iterator[tuple[Any, Any]] = iter(
        value.items() if isinstance(value, dict) else enumerate(value)
    )
    for key, item in items:
        problem = _in_value(item, arguments[-1], f"{at}/{_escaped(str(key))}")
        if problem is not None:
            return problem
    return None


def _is_of(value: Any, kind: Any) -> bool:
    """Whether a value is of a type that is no union, whatever it holds."""
    origin = typing.get_origin(kind) or kind
    if origin is typing.Literal:  # other values of the same type are never wrong
        return any(type(value) is type(known) for known in typing.get_args(kind))
    if origin is float:
        return type(value) in (int, float)
    if origin is list:
        return type(value) in (list, tuple)
    if issubclass(origin, Model | datetime.date):
        return isinstance(value, origin)
    return type(value) is origin


def _members(kind: Any) -> tuple[Any, ...]:
    """The types of which a value has to be of one."""
    if isinstance(kind, type) and issubclass(kind, _Alias):
        return _members(_evaluated(kind.text, kind.names))
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return tuple(member for part in typing.get_args(kind) for member in _members(part))
    return (type(None) if kind is None else kind,)


# --- types -----------------------------------------------------------------------------------

_KINDS: dict[type[Model], dict[str, Any]] = {}


def _kinds_of(cls: type[Model]) -> dict[str, Any]:
    """The types of a model's attributes."""
    kinds = _KINDS.get(cls)
    if kinds is None:
        names = _Names(cls.__module__)
        annotations = cls.__annotations__
        kinds = {name: _evaluated(annotations[name], names) for name in cls._fields}
        _KINDS[cls] = kinds
    return kinds


def _evaluated(annotation: str, names: _Names) -> Any:
    return eval(annotation, {}, names)  # text of the generated module, never of a response


class _Names(Mapping[str, Any]):
    """The names that annotations of a models module use, also those it imports only for these."""

    def __init__(self, module: str) -> None:
        self._module = sys.modules[module]
        self._package = importlib.import_module(module.rpartition(".")[0])

    def __getitem__(self, name: str) -> Any:
        if name == "datetime":
            return datetime
        for place in (self._module, self._package, typing):
            found = getattr(place, name, None)
            if isinstance(found, str):  # an alias that contains itself
                return type(name, (_Alias,), {"text": found, "names": self})
            if found is not None:
                return found
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Alias:
    """Stands in a type for an alias that is not evaluated yet."""

    text: str
    names: _Names


# --- words -----------------------------------------------------------------------------------

_WORDS = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "a boolean",
    list: "an array",
    tuple: "an array",
    dict: "an object",
    type(None): "null",
    datetime.datetime: "a date-time",
    datetime.date: "a date",
}


def _words(members: tuple[Any, ...]) -> list[str]:
    names: list[str] = []
    for member in members:
        origin = typing.get_origin(member) or member
        if origin is typing.Literal:
            names += [_word(known) for known in typing.get_args(member)]
        elif issubclass(origin, Model):
            names.append("an object")
        else:
            names.append(_word_of(origin))
    return list(dict.fromkeys(names))


def _word(value: Any) -> str:
    return _word_of(dict if isinstance(value, Model) else type(value))


def _word_of(kind: type) -> str:
    return _WORDS.get(kind, kind.__name__)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
