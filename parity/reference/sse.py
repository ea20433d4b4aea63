"""Server-sent events after WHATWG, over the whole of what has arrived.

https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator

__all__ = ["Event", "EventReader"]

Event = tuple[str, str]  # name, data


class EventReader:
    """Feed it pieces of a body; it gives the events that they complete."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("strict")
        self._text = ""
        self._name = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> Iterator[Event]:
        """The events complete with this piece."""
        self._text += self._decoder.decode(piece)
        while True:
            line = self._line()
            if line is None:
                return
            event = self._take(line)
            if event is not None:
                yield event

    def end(self) -> Event | None:
        """The event that the end of the body leaves open, with data whole or not.

        Raises:
            UnicodeDecodeError: if the end lies inside a character.
        """
        self._decoder.decode(b"", final=True)
        line, self._text = self._text.removesuffix("\r"), ""
        event = self._take(line) if line else None
        return event or self._take("")

    def _line(self) -> str | None:
        for position, character in enumerate(self._text):
            if character == "\n":
                break
            if character == "\r":
                if position + 1 == len(self._text):
                    return None  # it may be half of a CRLF
                break
        else:
            return None
        line = self._text[:position]
        end = position + (2 if self._text[position : position + 2] == "\r\n" else 1)
        self._text = self._text[end:]
        return line

    def _take(self, line: str) -> Event | None:
        if not line:
            name, data = self._name or "message", "\n".join(self._data)
            self._name, self._data = "", []
            return (name, data) if data else None
        field, colon, value = line.partition(":")
        value = value.removeprefix(" ") if colon else ""
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        return None
