"""The nulls of an input that the request's schema refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

from overlays.runtime.operation import ProtocolName

__all__ = ["refused_nulls"]

_DOCUMENT: Final = Path(__file__).parents[3] / "generated" / "evolink_kimi" / "openapi.json"
_REQUESTS: Final[dict[ProtocolName, tuple[str, dict[str, Any], str]]] = {
    "chat": ("ChatCompletionRequest", {"model": "kimi-k3"}, "messages"),
    "messages": ("MessageRequest", {"model": "kimi-k3", "max_tokens": 9}, "messages"),
    "responses": ("ResponseRequest", {"model": "kimi-k3"}, "input"),
}


def refused_nulls(protocol: ProtocolName, given: list[Any]) -> list[str]:
    """The places of such nulls in what is to be appended to a request's messages or input."""
    return [
        f"{where[-1]} of {where[:-1]}"
        for item in given
        for where, shape in _nulls(item, ())
        if _is_refused(protocol, shape)
    ]


def _nulls(value: Any, where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """The nulls in an item: where they are, and the item without all else that may be missing."""
    if isinstance(value, dict):
        kind = str(value.get("type") or value.get("role") or "")
        for key, entry in value.items():
            if entry is None:
                yield (*where, kind, key), json.dumps({**value, key: None}, sort_keys=True)
            else:
                yield from _nulls_within(value, key, entry, (*where, kind))
    elif isinstance(value, list):
        for entry in value:
            yield from _nulls(entry, where)


def _nulls_within(
    value: dict[str, Any], key: str, entry: Any, where: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    for place, shape in _nulls(entry, (*where, key)):
        inner = json.loads(shape)
        yield place, json.dumps({**value, key: [inner] if isinstance(entry, list) else inner})


@cache
def _validator(protocol: ProtocolName) -> Draft202012Validator:
    document = json.loads(_DOCUMENT.read_bytes())
    schema = {"$ref": f"#/components/schemas/{_REQUESTS[protocol][0]}"}
    return Draft202012Validator({**schema, "components": document["components"]})


@cache
def _is_refused(protocol: ProtocolName, shape: str) -> bool:
    """Whether an item is refused as it is, and taken without its nulls."""
    return _is_valid(protocol, _without_nulls(json.loads(shape))) and not _is_valid(
        protocol, json.loads(shape)
    )


def _is_valid(protocol: ProtocolName, item: Any) -> bool:
    _, request, key = _REQUESTS[protocol]
    return bool(_validator(protocol).is_valid({**request, key: [item]}))


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(entry) for key, entry in value.items() if entry is not None}
    return [_without_nulls(entry) for entry in value] if isinstance(value, list) else value
