"""Events that are like the one before but for one string.

Most events of a stream bring one piece of text. What they share with the event before, byte for
byte, is not read again: the JSON object of that one is copied, and only the string is read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from json import decoder
from typing import Any, Final, NamedTuple, TypeAlias

from .sse import Frame

__all__ = ["Path", "Repeats"]

# Where a value is in a JSON object: keys and positions.
Path: TypeAlias = tuple[str | int, ...]

# From behind the opening quote to that behind the closing one. Not documented, and in every
# version.
_read_string: Callable[[str, int], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
# The strings and numbers of a text that is known to be JSON.
_SCALAR: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9Ee]*')
_COLON: Final = re.compile(r"\s*:")
# What is under these keys of an event tells whether it is an error, and of what kind it is.
_TELLING: Final = frozenset({"error", "type"})
_NUMBER: Final = "sequence_number"  # differs in all events that have it
_LEAST_SHARED: Final = 40  # bytes, which take longer to read than to copy
_LONGEST: Final = 4096  # bytes of events that are compared; no others are kept
_WORTH: Final = 16  # alike events by which a comparison has paid
_HOPELESS: Final = 100  # events one after another that were not alike


class _Form(NamedTuple):
    """What alike events share.

    Attributes:
        name: Their name.
        head: The bytes up to the string, with its opening quote.
        tail: The bytes behind the string.
        chain: The containers around the string, from the innermost, each with the key or position
            of what is in it; they contain no others.
        path: Where the string is.
    """

    name: str
    head: bytes
    tail: bytes
    chain: tuple[tuple[Any, Any], ...]
    path: Path


class Repeats:
    """Reads events that are like earlier ones, once it was shown two that are alike.

    Attributes:
        form: What events have to share to be alike.
        piece: The string of the event that `again` gave last.
        parts: Where `piece` is to go, if adding it is all that such an event does.
        is_new: `parts` was not set since an event was shown.
        is_useful: Events are alike, or may yet be.
    """

    __slots__ = (
        "_hits",
        "_misses",
        "_shown",
        "_wait",
        "form",
        "is_new",
        "is_useful",
        "parts",
        "piece",
    )

    def __init__(self) -> None:
        self.form: _Form | None = None
        self.piece = ""
        self.parts: list[str] | None = None
        self.is_new = True
        self.is_useful = True
        self._shown: Frame | None = None
        self._hits = 0
        self._misses = 0
        self._wait = 1  # until so many events were not alike

    def again(self, frame: Frame) -> dict[str, Any] | None:
        """The JSON object of an event, if it is like the last ones; it shares nothing with them."""
        if self.form is None:
            return None
        name, head, tail, chain, _ = self.form
        data = frame[0]
        if not data.startswith(head) or not data.endswith(tail) or frame[1] != name:
            return None
        try:
            text = data[len(head) : -len(tail)].decode()
            piece, end = _read_string(text, 0)
        except ValueError:
            return None
        if end != len(text):
            return None
        value: Any = piece
        for container, key in chain:
            made = container.copy()
            made[key] = value
            value = made
        self.piece = piece
        self._hits += 1
        return value  # type: ignore[no-any-return]

    def show(self, frame: Frame, value: dict[str, Any]) -> None:
        """Show an event that was not alike, with its JSON object, which is not kept."""
        self.parts, self.is_new = None, True
        shown, self._shown = self._shown, frame if len(frame[0]) <= _LONGEST else None
        if self._hits >= _WORTH:
            self._misses, self._wait = 0, 1
        self._hits = 0
        self._misses += 1
        if self._misses > _HOPELESS or _NUMBER in value:
            self.is_useful, self.form = False, None
        elif shown and self._shown and self._misses >= self._wait:
            form = _form_of(shown, self._shown, value)
            if form is None:
                # Comparing becomes rarer where it is in vain.
                self._wait = 2 * self._misses
            else:
                self.form = form


class _Shape:
    """What a JSON object holds, in the order of its text."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.paths: list[Path] = []  # of strings and numbers
        self.containers: dict[Path, Any] = {}  # copies
        self.entries = 0  # of all objects
        self._add(value, ())

    def _add(self, value: Any, path: Path) -> None:
        if type(value) is dict:
            # Keys that are the same objects as a reader's are found sooner.
            items = {sys.intern(key): item for key, item in value.items()}
            self.entries += len(items)
            self.containers[path] = items
            for key, item in items.items():
                self._add(item, (*path, key))
        elif type(value) is list:
            self.containers[path] = value.copy()
            for position, item in enumerate(value):
                self._add(item, (*path, position))
        elif type(value) in (str, int, float):
            self.paths.append(path)


def _form_of(before: Frame, frame: Frame, value: dict[str, Any]) -> _Form | None:
    """What two events share, of which the second has this JSON object; None if they don't."""
    if before[1] != frame[1] or len(frame[0]) < _LEAST_SHARED:
        return None
    try:
        text, earlier = frame[0].decode(), before[0].decode()
        if _SCALAR.split(text) != _SCALAR.split(earlier):
            return None
        shape = _Shape(value)
    except (ValueError, RecursionError):
        return None
    values: list[tuple[int, int]] = []  # where strings and numbers are that are no keys
    differing: list[int] = []
    for token, other in zip(_SCALAR.finditer(text), _SCALAR.findall(earlier), strict=True):
        if _COLON.match(text, token.end()):
            if token.group() != other:
                return None
            shape.entries -= 1
            continue
        if token.group() != other:
            differing.append(len(values))
        values.append(token.span())
    # Where an object has a key twice, its values are in another order than in the text.
    if len(differing) != 1 or shape.entries or len(values) != len(shape.paths):
        return None
    start, end = values[differing[0]]
    path = shape.paths[differing[0]]
    around = [path[:length] for length in reversed(range(len(path)))]
    if text[start] != '"' or path[0] in _TELLING or len(around) != len(shape.containers):
        return None
    head, tail = text[: start + 1].encode(), text[end:].encode()
    if len(head) + len(tail) < _LEAST_SHARED:
        return None
    chain = tuple((shape.containers[each], path[len(each)]) for each in around)
    return _Form(frame[1], head, tail, chain, path)
