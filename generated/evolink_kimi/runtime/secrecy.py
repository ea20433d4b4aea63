"""Takes the key out of what a server sent: some quote a wrong key in their answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, AnyStr, Final

from .headers import Headers

__all__ = ["Scrubber", "clean_headers", "scrubbed"]

_HIDDEN: Final = "***"
_MOST_SHOWN: Final = 7  # of the key's first characters: many keys begin alike


def clean_headers(items: Iterable[tuple[str, str]], key: str) -> Headers:
    """Headers with `***` in place of the key."""
    if not key:
        return Headers(items)
    return Headers((name, value.replace(key, _HIDDEN)) for name, value in items)


def scrubbed(value: Any, key: str) -> Any:
    """Bytes, text or a JSON value with `***` in place of the key, at any depth.

    Also in place of most of it at the end, as what is shown is often cut.
    """
    if not key:
        return value
    if isinstance(value, str):
        return _without(value, key, _HIDDEN)
    if isinstance(value, bytes):
        return _without(value, key.encode("latin-1", "replace"), _HIDDEN.encode())
    if isinstance(value, dict):
        return {scrubbed(name, key): scrubbed(item, key) for name, item in value.items()}
    if isinstance(value, list):
        return [scrubbed(item, key) for item in value]
    return value


def _without(text: AnyStr, key: AnyStr, hidden: AnyStr) -> AnyStr:
    text = text.replace(key, hidden)
    begun = _begun(text, key)
    return text[:-begun] + hidden if begun > _MOST_SHOWN else text


def _begun(text: AnyStr, key: AnyStr) -> int:
    """How much of the key's start is at the end of a text that has not all of it there."""
    lengths = range(min(len(key) - 1, len(text)), 0, -1)
    return next((length for length in lengths if text[-length:] == key[:length]), 0)


class Scrubber:
    """Takes the key out of bytes that come in pieces, between which it may be split."""

    __slots__ = ("_held", "_key")

    def __init__(self, key: str) -> None:
        self._key = key.encode("latin-1", "replace")
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """The bytes to pass on; an end that may be the start of the key is held back."""
        key = self._key
        if not key:
            return data
        data = (self._held + data).replace(key, _HIDDEN.encode())
        held = _begun(data, key)
        self._held = data[len(data) - held :]
        return data[: len(data) - held]

    def rest(self) -> bytes:
        """What was held back and turned out not to be the key."""
        held, self._held = self._held, b""
        return held

    def __repr__(self) -> str:
        return "<Scrubber>"
