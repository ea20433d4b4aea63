"""Server-sent events: bytes in, events out, by the rules of WHATWG.

https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from .errors import StreamProtocolError
from .options import DEFAULT_MAX_EVENT_BYTES

__all__ = ["DEFAULT_MAX_EVENT_BYTES", "SSEDecoder", "ServerSentEvent"]

# As numbers, for which bytes are searched many times faster than for bytes.
_LF: Final = 0x0A
_CR: Final = 0x0D
_BOM: Final = b"\xef\xbb\xbf"
_SHOWN_BYTES: Final = 200
_LONGEST_NAME: Final = 200


class ServerSentEvent(NamedTuple):
    """One dispatched event.

    Attributes:
        data: The values of the `data` lines, joined with LF.
        event: The event's name; `message` where the stream gives none.
        number: 1-based position among the events of the stream.
        offset: Bytes of the body before the event's first line.
        id: The last event id so far, kept from earlier events.
        retry: The reconnection time in milliseconds, if this event sets it.
    """

    data: str
    event: str = "message"
    number: int = 1
    offset: int = 0
    id: str = ""
    retry: int | None = None


# An event as a plain tuple, with the fields in the order of `ServerSentEvent`: it costs a fifth.
# Its data are the bytes as they came, which not every reader of JSON wants as text.
Frame: TypeAlias = tuple[bytes, str, int, int, str, int | None]


class SSEDecoder:
    """An incremental decoder, linear in its input however the input is cut.

    Events without a `data` line are dropped and comments skipped, as the standard says. The text
    is always read as UTF-8; bytes that are none become U+FFFD.

    Args:
        max_event_bytes: The most bytes the lines of one event, or one line, may have.

    Attributes:
        failure: Set once an event is longer than allowed; events before it are still returned by
            that call to `feed`, later calls raise it.
        is_clean: Nothing is left over from earlier pieces.
        stray: The last line that looks like a JSON object without its `data:`, if any. Some
            servers report a failure that way; an event stream has no use for it.
    """

    __slots__ = (
        "_after_cr",
        "_data",
        "_event",
        "_id",
        "_limit",
        "_name",
        "_number",
        "_offset",
        "_open",
        "_prefix",
        "_retry",
        "_size",
        "_start",
        "_tail",
        "failure",
        "is_clean",
        "stray",
    )

    def __init__(self, max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES) -> None:
        self._limit = max_event_bytes
        self.is_clean = True
        self._prefix = b"data: "  # what the last event began with, before its data
        self._name = "message"  # and what it was called so
        self._tail = bytearray()  # an unfinished line, without any line end
        self._offset = 0  # of the first byte of the tail
        self._after_cr = False  # a LF that comes next belongs to the CR before it
        self._number = 0
        self._id = ""
        self.failure: StreamProtocolError | None = None
        self.stray = ""
        self._reset()

    def _reset(self) -> None:
        """Forget the lines of the event that was just ended."""
        self._open = False  # whether a line of an event has been read
        self._start = 0  # offset of its first line
        self._size = 0  # bytes of its lines
        self._data: list[bytes] = []
        self._event = ""
        self._retry: int | None = None

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """The events that end in this piece of the body.

        Raises:
            StreamProtocolError: if `failure` was set before.
        """
        return [_as_event(frame) for frame in self.frames(chunk)]

    def frames(self, chunk: bytes) -> list[Frame]:
        """As `feed`, with each event as a plain tuple."""
        size = len(chunk)
        if self.is_clean and size <= self._limit and _CR not in chunk:
            # Whole events, the first begun as the one before, are what most pieces are.
            data = chunk.removeprefix(self._prefix).removesuffix(b"\n\n")
            if len(data) == size - len(self._prefix) - 2:
                if _LF in data:
                    return self._read_frames(chunk, b"\n")
                self._number = number = self._number + 1
                offset = self._offset
                self._offset = offset + size
                return [(data, self._name, number, offset, self._id, None)]
        frames = self._feed(chunk)
        self.is_clean = not (self._tail or self._open or self._after_cr or self.failure)
        return frames

    def _feed(self, chunk: bytes) -> list[Frame]:
        if self.failure is not None:
            raise self.failure
        if self._after_cr and chunk:
            self._after_cr = False
            if chunk[0] == _LF:
                chunk = chunk[1:]
                self._offset += 1
        has_cr = _CR in chunk
        cut = chunk.rfind(b"\n") + 1
        if has_cr:
            cut = max(cut, chunk.rfind(b"\r") + 1)
            self._after_cr = cut == len(chunk) and chunk.endswith(b"\r")
        if not cut:
            self._tail += chunk
            self._guard_tail()
            return []
        lines = chunk
        if self._tail or cut != len(chunk):
            self._tail += chunk[:cut]
            lines = bytes(self._tail)
            self._tail = bytearray(chunk[cut:])
        if not self._offset and lines.startswith(_BOM):
            lines = lines[len(_BOM) :]
            self._offset = len(_BOM)
        if self._open or len(lines) > self._limit:
            events = self._read_lines(lines)
        elif not has_cr:
            events = self._read_frames(lines, b"\n")
        elif lines.count(b"\r\n") == lines.count(b"\r") == lines.count(b"\n"):
            events = self._read_frames(lines.replace(b"\r\n", b"\n"), b"\r\n")
        else:
            events = self._read_lines(lines)
        if self._tail:
            self._guard_tail()
        return events

    def finish(self) -> ServerSentEvent | None:
        """What the end of the body cut off: an event without its blank line, or part of a line.

        The standard discards it. Some servers leave out the last blank line, so the caller may
        take it for an event if its data is complete in itself. Its data is empty if only other
        lines had arrived.
        """
        tail = bytes(self._tail)
        self._tail = bytearray()
        if not self._offset and tail.startswith(_BOM):
            tail = tail[len(_BOM) :]
            self._offset = len(_BOM)
        if tail and not tail.startswith(b":"):
            self._begin()
            self._read_line(tail)
        elif not self._data and not self._event:
            return None
        self._number += 1
        leftover = self._make()
        self._reset()
        return _as_event(leftover)

    def _read_frames(self, lines: bytes, line_end: bytes) -> list[Frame]:
        """The events of whole lines, with no event open before them; `lines` has LF only.

        Nearly all events of the APIs are one `data: ` line, or that after an `event: ` line, and
        have the name of the one before: those are taken without a look at each line.
        """
        events: list[Frame] = []
        extra = len(line_end) - 1  # bytes of a line end that are not in `lines`
        prefix, name, last_id = self._prefix, self._name, self._id
        number, offset = self._number, self._offset
        *wholes, rest = lines.split(b"\n\n")
        for whole in wholes:
            data = whole.removeprefix(prefix)
            size = len(whole)
            if len(data) == size:
                self._learn(whole)
                prefix, name = self._prefix, self._name
                data = whole.removeprefix(prefix)
            if _LF not in data and len(data) < size:
                number += 1
                events.append((data, name, number, offset, last_id, None))
                offset += size + 2
                if extra:
                    offset += extra * (2 + prefix.count(b"\n"))
            else:
                self._number, self._offset = number, offset
                events += self._read_lines((whole + b"\n\n").replace(b"\n", line_end))
                number, offset, last_id = self._number, self._offset, self._id
        self._number, self._offset = number, offset
        return events + self._read_lines(rest.replace(b"\n", line_end)) if rest else events

    def _learn(self, event: bytes) -> None:
        """Note what an event begins with, before its data: the next ones begin alike."""
        if event.startswith(b"data: "):
            self._prefix, self._name = b"data: ", "message"
        elif event.startswith(b"event: "):
            end = event.find(_LF)
            if 0 < end < _LONGEST_NAME and event.startswith(b"data: ", end + 1):
                self._prefix = event[: end + 7]
                self._name = event[7:end].decode("utf-8", "replace") or "message"

    def _read_lines(self, lines: bytes) -> list[Frame]:
        """The events that end in these whole lines, whatever their line ends."""
        events: list[Frame] = []
        for line in lines.splitlines(keepends=True):  # for bytes: at LF, CR and CRLF only
            content = line.rstrip(b"\r\n")
            if not content:
                if self._data:
                    self._number += 1
                    events.append(self._make())
                self._reset()
            elif len(content) + self._size > self._limit:
                self._fail(content)
                break
            elif not content.startswith(b":"):
                self._begin()
                self._size += len(content)
                self._read_line(content)
            self._offset += len(line)
        return events

    def _begin(self) -> None:
        if not self._open:
            self._open = True
            self._start = self._offset

    def _read_line(self, line: bytes) -> None:
        name, colon, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._event = value.decode("utf-8", "replace")
        elif name == b"id":
            if b"\0" not in value:
                self._id = value.decode("utf-8", "replace")
        elif name == b"retry":
            if value.isdigit() and len(value) < 20:
                self._retry = int(value)
        elif colon and name.lstrip().startswith(b"{"):
            self.stray = line.decode("utf-8", "replace")

    def _make(self) -> Frame:
        return (
            b"\n".join(self._data),
            self._event or "message",
            self._number,
            self._start,
            self._id,
            self._retry,
        )

    def _guard_tail(self) -> None:
        if len(self._tail) + self._size > self._limit and self.failure is None:
            self._fail(bytes(self._tail[:_SHOWN_BYTES]))

    def _fail(self, line: bytes) -> None:
        self.failure = StreamProtocolError(
            f"A stream event is longer than {self._limit} bytes (the limit is max_event_bytes)",
            excerpt=line[:_SHOWN_BYTES].decode("utf-8", "replace"),
            event_number=self._number + 1,
            byte_offset=self._start if self._open else self._offset,
        )


def _as_event(frame: Frame) -> ServerSentEvent:
    return ServerSentEvent(frame[0].decode("utf-8", "replace"), *frame[1:])
