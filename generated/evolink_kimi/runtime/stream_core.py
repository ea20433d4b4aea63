"""What a stream does with the bytes of its body: all of it but reading and closing.

Sync and async streams share one `StreamCore` each; it does no input or output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from .accumulate import StreamWarning
from .answers import failed_choice, is_error, missing_in, partial_in, says_error
from .errors import WireTypeError
from .http_info import attach
from .operation import Operation
from .sse import DEFAULT_MAX_EVENT_BYTES, Frame
from .stream_state import Source, StreamState
from .whole import events_of
from .wire import loads, loads_anyhow, reader_for

__all__ = ["StreamCore"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")

# OpenAI's sentinel. Some servers send it in protocols that end with an event of their own.
_DONE: Final = "[DONE]"
_NOTHING: Final = object()
_TERMINAL_EVENTS: Final = frozenset(
    {"message_stop", "response.completed", "response.failed", "response.incomplete"}
)
_FIELD_NAMES: Final = (b"data", b"event", b"id", b"retry", b":")
_MAX_HEAD_BYTES: Final = 64 * 1024
_BOM: Final = b"\xef\xbb\xbf"


class StreamCore(StreamState[ResponseT, EventT]):
    """Bytes to typed events and to the response that they make.

    The shell around it calls `events` with each piece of the body, and `end` at the end of it.

    Attributes:
        value: The JSON object of the last event.
        begun: An event was found, so the body is an event stream.
    """

    __slots__ = (
        "_error_events",
        "_final",
        "_is_whole",
        "_limit",
        "_make",
        "_terminal_events",
        "_typed",
        "_whole",
        "begun",
        "value",
    )

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: Source,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(operation, source, max_event_bytes=max_event_bytes)
        self.value: dict[str, Any] = {}
        self.begun = False
        self._typed = operation.protocol != "chat"
        self._error_events = operation.error_events | {"error"}
        self._terminal_events = operation.terminal_events | _TERMINAL_EVENTS
        self._make = operation.event
        self._limit = max_event_bytes
        self._is_whole: bool | None = None  # whether the body is one JSON object; None: not known
        self._whole: dict[str, Any] | None = None
        self._final: ResponseT | None = None

    # --- the body ------------------------------------------------------------------------------

    def _first(self, chunk: bytes) -> list[Frame]:
        """The frames in a piece of the body, while it may still be something else.

        Raises:
            StreamProtocolError: if the body is a page of HTML, or too long.
        """
        head = self._head
        if self._is_whole or len(head) < _MAX_HEAD_BYTES:
            head += chunk
        if self._is_whole is None:
            self._is_whole = self._looks_whole()
            if self._is_whole is None:
                return []
            chunk = bytes(head)
        if self._is_whole:
            if len(head) > self._limit:
                raise self._protocol_error(
                    f"The answer is longer than {self._limit} bytes", bytes(head)
                )
            return []
        frames = self.decoder.frames(chunk)
        if frames:
            self.begun = True
            self._head = bytearray()
        return frames

    def _looks_whole(self) -> bool | None:
        """Whether the body is one JSON value rather than an event stream; None if not yet known."""
        kind = self.source.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "text/event-stream":
            return False
        head = bytes(self._head[:_MAX_HEAD_BYTES])
        start = head.removeprefix(_BOM).lstrip()
        if not start or _BOM.startswith(head):
            return None
        if start[:1] in b"{[":
            return True
        if start.startswith(_FIELD_NAMES):
            return False
        if any(name.startswith(start) for name in _FIELD_NAMES):
            return None
        raise self._not_a_stream(kind)

    def events(self, chunk: bytes) -> Iterator[EventT]:
        """The typed events that end in a piece of the body; `value` is the JSON of the last one.

        Raises:
            APIStatusError: for an error event, or one that reports a failed response.
            StreamProtocolError: for data that is not a JSON object, an event that is too long, or
                a body that is no event stream.
        """
        if not self.begun:
            return self._events_in(self._first(chunk))
        # A text that began in an earlier piece has more to it than is seen here.
        read = reader_for(chunk) if self.decoder.is_clean else loads_anyhow
        return self._events_in(self.decoder.frames(chunk), read)

    def _events_in(
        self, frames: Iterable[Frame], read: Callable[[bytes], Any] = loads_anyhow
    ) -> Iterator[EventT]:
        """The events of frames, with a reader of their JSON."""
        make, goes_on, error_events = self._make, self.accumulator.goes_on, self._error_events
        for frame in frames:
            try:
                value = read(frame[0])
            except ValueError:
                value = self._read_again(frame)
            try:
                if type(value) is dict and frame[1] not in error_events and goes_on(value):
                    self.value = value
                    self._count += 1
                    event = make(value)
                elif type(value) is dict:
                    event = self._take(value, frame)
                else:
                    self._take_other(value, frame)
                    if self.completed:
                        return
                    continue
            except (RecursionError, StreamWarning, WireTypeError) as error:
                raise self._refused(error, frame) from None
            yield event
            if self.completed:
                return
        if self.decoder.failure is not None:
            self.overflow()

    def _take(self, value: dict[str, Any], frame: Frame) -> EventT:
        """Take in an event of any sort.

        Raises:
            APIStatusError: It is an error, or ends the stream with a failed response.
        """
        kind = frame[1]
        if self._typed:
            # Its own `type` decides, else the event's name.
            own = value.get("type")
            if type(own) is str:
                kind = own
            elif kind != "message":
                value = {**value, "type": kind}
        is_last = self._is_last(value, kind)
        self.value = value
        self._count += 1
        self.accumulator.add(value)
        if is_last:
            response = value.get("response")
            if kind == "response.failed" or (
                type(response) is dict and response.get("status") == "failed"
            ):
                raise self._error_in(value)
            self.completed = True
        return self._make(value)

    def _is_last(self, value: dict[str, Any], kind: str) -> bool:
        """Whether an event ends the stream.

        Raises:
            APIStatusError: It is an error.
        """
        if kind in self._error_events or value.get("error"):
            raise self._error_in(value)
        if not self._typed:
            if failed_choice(value) or (not value.get("choices") and says_error(value)):
                raise self._error_in(value)
            return False
        if kind in self._terminal_events:
            return True
        # Without a type, or with that of an error, it is no event of the protocol.
        if (kind == "message" or kind.endswith("error")) and says_error(value):
            raise self._error_in(value)
        return False

    def _read_again(self, frame: Frame) -> Any:
        """The JSON value of what was refused at first, or what data stands for that is none."""
        data = frame[0].decode("utf-8", "replace").strip()
        try:
            return loads(data)
        except ValueError as error:
            if data == self.operation.sentinel:
                return data
            if frame[1] == "error" and data:
                raise self._error_in({"error": data}) from None
            if data and data != _DONE:
                raise self._bad_data(frame, f"is not JSON ({error})") from None
            return _NOTHING

    def _take_other(self, value: Any, frame: Frame) -> None:
        """Take in what is no object."""
        if value is _NOTHING:
            return
        if value is None or value != self.operation.sentinel:
            raise self._bad_data(frame, "is not an object")
        self._end_by_sentinel()

    def _end_by_sentinel(self) -> None:
        self.accumulator.end()
        self.completed = True

    def end(self) -> Iterator[EventT]:
        """The events that the end of the body completes.

        Raises:
            StreamTruncatedError: if the stream should have gone on.
            APIStatusError, StreamProtocolError: as `events`, for a body that is no event stream.
        """
        if self._is_whole:
            yield from self._events_of_whole(bytes(self._head))
            return
        self.overflow()
        rest = self.decoder.finish()
        if rest is not None and self._is_complete(rest.data):
            frame = (rest.data.encode(), *rest[1:])
            rest = None
            yield from self._events_in([frame])
        if rest is None and (self.completed or self.accumulator.may_end):
            self.completed = True
            return
        yield from self._events_of_stray()
        if not self.completed:
            raise self._truncated(rest)

    def _is_complete(self, data: str) -> bool:
        if data.strip() == self.operation.sentinel:
            return True
        return _object_in(data) is not None

    def _events_of_stray(self) -> Iterator[EventT]:
        """What a server meant that wrote JSON where an event stream has no use for it."""
        if not self._count:
            value = _object_in(bytes(self._head))
            if value is not None:
                yield from self._events_of_whole(bytes(self._head))
                return
        value = _object_in(self.decoder.stray)
        if value is not None and says_error(value):
            raise self._error_in(value)

    def _events_of_whole(self, body: bytes) -> Iterator[EventT]:
        """The events that a response stands for which came whole though a stream was asked for."""
        value = _object_in(body)
        if value is None:
            raise self._not_a_stream(self.source.headers.get("content-type", ""))
        if is_error(self.operation, value):
            raise self._error_in(value, partial_in(self.operation, value))
        events = events_of(self.protocol, value)
        if events is None:
            if says_error(value):
                raise self._error_in(value)
            raise self._not_a_stream(self.source.headers.get("content-type", ""))
        missing = missing_in(self.operation, value)
        if missing:
            raise self._protocol_error(f"The answer has no `{missing}`", body)
        self._whole = value
        frames = [(b"", "message", number, 0, "", None) for number in range(1, len(events) + 1)]
        values = iter(events)
        yield from self._events_in(frames, lambda _: next(values))
        self.completed = True

    # --- results -------------------------------------------------------------------------------

    def final(self) -> ResponseT:
        """The typed response, the same object each time.

        Raises:
            StreamError: if the stream did not come to its end.
        """
        if not self.completed:
            raise self.unfinished()
        if self._final is None:
            whole = self._whole
            self._final = self.snapshot() if whole is None else self.operation.response(whole)
            attach(self._final, self.source)
        return self._final


def _object_in(text: str | bytes) -> dict[str, Any] | None:
    try:
        value = loads(text)
    except ValueError:
        return None
    return value if type(value) is dict else None
