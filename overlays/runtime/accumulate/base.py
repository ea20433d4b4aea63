"""The rules that the accumulators of all protocols share.

Everything that was shown is in the answer, once, in order and kind. A later, fuller form of a
value says nothing if it is missing or empty; if it begins with what was shown, its rest is added
and shown; otherwise what was shown stays, and a `StreamWarning` quotes the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from .fragments import Kind, Text, rest_of

__all__ = ["Accumulator", "Pieces", "StreamWarning", "quoted"]

Pieces: TypeAlias = list[tuple[Kind, str]]

_QUOTED: Final = 80  # characters of a text that a warning quotes


class StreamWarning(UserWarning):
    """A stream that contradicts itself was read as described in the message."""


class Accumulator:
    """Builds the response that the call without streaming returns out of the events of a stream.

    Pure: JSON objects in, a JSON object out. Sync and async streams share it, and it knows nothing
    of the generated models.

    Attributes:
        done: The event that ends the stream was added.
        scrubbed: Takes the key out of what a warning quotes.
    """

    __slots__ = ("_growing", "_news", "_news_of", "_runs", "_warned", "done", "scrubbed")

    def __init__(self) -> None:
        self.done = False
        self.scrubbed: Callable[[Any], Any] = str
        # The string that the last event added a piece to, and nothing else, if the next may do so.
        self._growing: Text | None = None
        # What the last event showed that took more than that, and that event.
        self._news: Pieces = []
        self._news_of: dict[str, Any] | None = None
        # The strings that are shown, in the order in which pieces of them came.
        self._runs: dict[Kind, list[Text]] = {"reasoning": [], "text": []}
        self._warned: set[str] = set()

    @property
    def may_end(self) -> bool:
        """Whether the stream may end here without a further event, provided that the body does."""
        return False

    def add(self, event: dict[str, Any], /) -> None:
        """Take in the next event. The event may be changed afterwards."""
        if not self.goes_on(event):
            self._growing = None
            self._news = []
            self._news_of = event
            self._add(event)

    def goes_on(self, event: dict[str, Any], /) -> bool:
        """Take in an event that does no more than go on as the one before; say whether it does.

        As most events do, it brings one piece of a string, and neither ends the stream nor tells
        of an error. Of any other nothing is taken in.
        """
        raise NotImplementedError

    def _add(self, event: dict[str, Any], /) -> None:
        """Take in any event."""
        raise NotImplementedError

    def end(self) -> None:
        """Take in the sentinel, which ends a stream without being an event."""
        self.done = True

    def snapshot(self) -> dict[str, Any]:
        """The response so far, independent of what is added later."""
        raise NotImplementedError

    def pieces(self, event: dict[str, Any], /) -> Pieces:
        """The text and reasoning that an event added, the one that was added last."""
        if event is self._news_of:
            return self._news
        growing = self._growing
        if growing is None or growing.kind is None or not growing.parts[-1]:
            return []
        return [(growing.kind, growing.parts[-1])]

    def rest(self) -> Pieces:
        """The text and reasoning of the answer that no event added."""
        return []

    def _show(self, text: Text, piece: str) -> None:
        """Append a piece to a string."""
        text.parts.append(piece)
        self._tell(text, piece)

    def _tell(self, text: Text, piece: str) -> None:
        """Note a piece that a string has got for those who read the stream's deltas."""
        if piece and text.kind is not None:
            self._news.append((text.kind, piece))
            runs = self._runs[text.kind]
            if not runs or runs[-1] is not text:
                runs.append(text)

    def _settle(self, text: Text, full: str, what: str) -> str:
        """Take in a later, fuller form of a string; gives what it adds to what was shown."""
        shown = str(text)
        if not full or full == shown:
            return ""
        rest = rest_of(full, shown)
        if rest is None:
            self._contradiction(what, shown, full)
            return ""
        self._show(text, rest)
        return rest

    def _contradiction(self, what: str, shown: object, other: object) -> None:
        self._warn(f"{what} came as {quoted(shown)}, then as {quoted(other)}; the first is kept")

    def _warn(self, message: str) -> None:
        """Warn of something, once a stream."""
        if message not in self._warned:
            self._warned.add(message)
            from ..wire_warnings import warn_user

            warn_user(str(self.scrubbed(message)), StreamWarning)

    def _check_order(self, texts: Iterable[Text]) -> None:
        """Warn if pieces were shown in another order than that of the strings in the answer."""
        places = {id(text): place for place, text in enumerate(texts)}
        for kind, runs in self._runs.items():
            order = [places[id(text)] for text in runs if id(text) in places]
            if order != sorted(order):
                self._warn(
                    f"The pieces of the {kind} came in another order than their items have in the "
                    "answer"
                )


def quoted(value: object) -> str:
    """A value in a warning, cut off if it is long."""
    text = str(value)
    return repr(text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…")
