"""Text and reasoning as a stream brings them, piece by piece."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .accumulate import Accumulator
from .accumulate.fragments import Kind

__all__ = ["Delta", "DeltaReader"]

# The first halves of characters beyond U+FFFF, as UTF-16 has them, are from here to there.
_FIRST_HALF: Final = "\ud800"
_LAST_HALF: Final = "\udbff"


class Delta(NamedTuple):
    """A piece of the answer or of the reasoning before it."""

    kind: Kind
    """`"reasoning"` or `"text"`."""
    text: str
    """Never empty."""


class DeltaReader:
    """Gives what the accumulator of one stream shows, to all who read its deltas.

    Of a character that a server cut in two, as those do that count in UTF-16, the first half waits
    for the second.

    Attributes:
        is_partial: Some events went by unread.
    """

    __slots__ = ("_accumulator", "_halves", "_left", "is_partial")

    def __init__(self, accumulator: Accumulator) -> None:
        self.is_partial = False
        self._accumulator = accumulator
        self._halves: dict[Kind, str] = {}  # of characters whose second half is still to come
        self._left: deque[Delta] = deque()  # read, and not yet given

    def given(self) -> Iterator[Delta]:
        """Gives what is read, each piece once, whoever asks."""
        left = self._left
        while left:
            yield left.popleft()

    def read(self, event: dict[str, Any]) -> Iterator[Delta]:
        """Reads what the last event showed; gives it."""
        for kind, text in self._accumulator.pieces(event):
            if self._halves or _FIRST_HALF <= text[-1] <= _LAST_HALF:
                text = self._mend(kind, text)
            if text:
                self._left.append(Delta(kind, text))
        return self.given()

    def finish(self) -> Iterator[Delta]:
        """At the end of the stream: gives what no event brought, and halves that stayed alone."""
        if not self.is_partial:
            self._left.extend(Delta(*piece) for piece in self._accumulator.rest())
            self.is_partial = True
        halves, self._halves = self._halves, {}
        self._left.extend(Delta(*piece) for piece in halves.items())
        return self.given()

    def _mend(self, kind: Kind, text: str) -> str:
        """The piece with halves of characters joined, or held back."""
        text = self._halves.pop(kind, "") + text
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        if _FIRST_HALF <= text[-1] <= _LAST_HALF:
            self._halves[kind] = text[-1]
            text = text[:-1]
        return text
