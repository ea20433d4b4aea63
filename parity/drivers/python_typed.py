"""The generated models taken at their word: read by their attributes, made by their `__init__`.

A model keeps the JSON it came from, so `to_dict` alone would not show an attribute that reads the
wrong key.
"""

from __future__ import annotations

from typing import Any

import attrs
from evolink_kimi import types
from evolink_kimi.runtime.model import Model, UnknownModel

__all__ = ["arguments_of", "read"]

_REQUESTS = {
    "chat.completions.create": "ChatCompletionRequest",
    "messages.create": "MessageRequest",
    "responses.create": "ResponseRequest",
}


def read(value: Any) -> Any:
    """The JSON of a decoded value, each documented field as its attribute gives it."""
    if isinstance(value, UnknownModel):
        return value.raw
    if isinstance(value, Model):
        names = _attributes(value)
        return {
            key: read(getattr(value, names[key])) if key in names else raw
            for key, raw in value.to_dict().items()
        }
    return [read(item) for item in value] if isinstance(value, list) else value


def arguments_of(operation: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Arguments with their objects as models, which are made as a user makes them."""
    request = getattr(types, _REQUESTS[operation]).from_dict(arguments)
    names = _attributes(request)
    return {
        key: _made(getattr(request, names[key])) if key in names else value
        for key, value in arguments.items()
    }


def _made(value: Any) -> Any:
    if isinstance(value, UnknownModel):
        return value.raw
    if isinstance(value, Model):
        names = _attributes(value)
        given = value.to_dict()
        known = {names[key]: _made(getattr(value, names[key])) for key in given if key in names}
        rest = {key: item for key, item in given.items() if key not in names}
        model = type(value)(**known)
        return {**model.to_dict(), **rest} if rest else model
    return [_made(item) for item in value] if isinstance(value, list) else value


def _attributes(model: Model) -> dict[str, str]:
    """The attribute of each wire key: of the same name, or with `_` where Python has the word."""
    names = (field.name for field in attrs.fields(type(model)) if not field.name.startswith("_"))
    return {name.removesuffix("_"): name for name in names}
