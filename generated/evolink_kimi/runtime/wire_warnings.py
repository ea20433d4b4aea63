"""Warnings of values whose type is not the documented one; loads when there is one to give."""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any, Final

from .model import WireTypeWarning

if TYPE_CHECKING:
    from .model import Model

__all__ = ["type_name", "warn_field", "warn_item", "warn_user"]

# What has been told: class and field, or the class that an item of an array should be.
_told: set[tuple[Any, str]] = set()

# This package and attrs, whose frames are not where a user reads a value.
_OWN: Final = (__name__.rpartition(".runtime.")[0] + ".", "attr.")

# Methods of models that decode without anyone reading a value.
_SILENT: Final = ("_peek", "_encode_decoded")

_NAMES: Final = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "a boolean",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


def warn_field(model: Model, name: str, value: Any) -> None:
    """Tell of a field's value, once a class and field; null only where it is never documented."""
    annotation = type(model).__annotations__[name]
    if value is None and (annotation == "Any" or annotation.endswith("| None")):
        return
    key, kinds, _, _ = model._fields[name]
    names = sorted(_NAMES[kind] for kind in kinds or ())
    if "an integer" in names and "a number" in names:
        names.remove("an integer")
    owner = type(model).__name__
    said = " or ".join(names) or "that it is never null"
    _warn((type(model), name), f"{owner}: {key!r} is {type_name(value)}, the document says {said}")


def warn_item(wanted: str, value: Any) -> None:
    """Tell of an array's item that should be an object, once a class."""
    text = f"An item of an array of {wanted} is {type_name(value)}, the document says an object"
    _warn((None, wanted), text)


def _warn(key: tuple[Any, str], text: str) -> None:
    # Noted only after: a filter that makes it an error makes each of them one.
    if key not in _told and warn_user(f"{text}; kept as sent", WireTypeWarning):
        _told.add(key)


def warn_user(text: str, category: type[Warning]) -> bool:
    """Warn at the line of the user's that led here; not if nobody reads a value."""
    frame = sys._getframe(1)
    level = 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OWN):
        if frame.f_code.co_name in _SILENT:
            return False
        frame = frame.f_back
        level += 1
    warnings.warn(text, category, stacklevel=level)
    return True


def type_name(value: Any) -> str:
    """The type of a JSON value, in words."""
    return _NAMES.get(type(value), type(value).__name__)
