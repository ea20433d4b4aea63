"""Events that are like the one before but for one string.

Most events of a stream bring one piece of text. What they share with the event before, byte for
byte, is not read again: the JSON object of that one is copied, and only the string is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from json import decoder
from typing import Any, Final, NamedTuple, TypeAlias

from .sse import Frame
from .wire import loads

__all__ = ["Path", "Repeats"]

# Where a value is in a JSON object: keys and positions.
Path: TypeAlias = tuple[str | int, ...]

# From behind the opening quote to behind the closing one. It is in every version, though not in
# typeshed or the documentation.
_read_string: Callable[[str, int], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_HOLE: Final = "<what differs>"  # stands for the string
# What is under these keys of an event tells whether it is an error, and of what kind it is.
_TELLING: Final = frozenset({"code", "detail", "error", "errors", "message", "msg", "type"})
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
        return value  # type: ignore[no-any-return]  # the outermost is an object

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
            known, self.form = self.form, _form_of(shown, self._shown)
            if self.again(frame) != value or self.piece == _HOLE:
                self.form = known
                self._wait = 2 * self._misses  # comparing becomes rarer where it is in vain
            self._hits = 0


def _form_of(before: Frame, frame: Frame) -> _Form | None:
    """What two events may share that differ in one string: right if it makes the second again."""
    data, other = frame[0], before[0]
    if before[1] != frame[1]:
        return None
    start = _shared(data, other)
    end = len(data) - _shared(data[start:][::-1], other[start:][::-1])
    opening, closing = data.rfind(b'"', 0, start), data.find(b'"', end)
    head, tail = data[: opening + 1], data[closing + 1 :]
    if opening < 0 or closing < 0 or len(head) + len(tail) < _LEAST_SHARED:
        return None
    try:
        chain = _way_to_hole(loads(b'%b%b"%b' % (head, _HOLE.encode(), tail)))
    except ValueError:
        return None
    path = tuple(key for _, key in reversed(chain))
    return None if not path or path[0] in _TELLING else _Form(frame[1], head, tail, chain, path)


def _shared(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with alike."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _way_to_hole(value: Any) -> tuple[tuple[Any, Any], ...]:
    """The containers around `_HOLE`, from the innermost, each with where in it the way goes on.

    Empty if it is not there, or any container is off the way.
    """
    chain: list[tuple[Any, Any]] = []
    while value != _HOLE:
        if type(value) is dict:
            # Keys that are the same objects as a reader's are found sooner.
            value = {sys.intern(key): item for key, item in value.items()}
            items = list(value.items())
        elif type(value) is list:
            items = list(enumerate(value))
        else:
            return ()
        ways = [key for key, item in items if item == _HOLE or type(item) in (dict, list)]
        if len(ways) != 1:
            return ()
        chain.insert(0, (value, ways[0]))
        value = value[ways[0]]
    return tuple(chain)
