"""What a stream does with the bytes of its body: all of it but reading and closing.

Sync and async streams share one `StreamCore` each; it does no input or output.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar

from .errors import WireTypeError
from .http_info import attach
from .operation import Operation
from .sse import DEFAULT_MAX_EVENT_BYTES, Frame
from .stream_state import Source, StreamState
from .whole import events_of
from .wire import loads

__all__ = ["StreamCore"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")

# OpenAI's sentinel. Some servers send it in protocols that end with an event of their own.
_DONE: Final = "[DONE]"
_TERMINAL_EVENTS: Final = frozenset(
    {"message_stop", "response.completed", "response.failed", "response.incomplete"}
)
_FIELD_NAMES: Final = (b"data", b"event", b"id", b"retry", b":")
_MAX_HEAD_BYTES: Final = 64 * 1024


class StreamCore(StreamState[ResponseT, EventT]):
    """Bytes to typed events and to the response that they make.

    The shell around it calls `first` with each piece of the body until `begun` is set, and the
    decoder's `frames` afterwards; `event` for each frame; and at the end of the body `end`.

    Attributes:
        value: The JSON object of the last event.
        begun: An event was found, so the body is an event stream.
    """

    __slots__ = (
        "_add",
        "_error_events",
        "_final",
        "_is_whole",
        "_limit",
        "_make",
        "_special",
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
        self._special = self._error_events
        if self._typed:
            self._special |= operation.terminal_events | _TERMINAL_EVENTS
        self._add = self._accumulator.add
        self._make = operation.event
        self._limit = max_event_bytes
        self._is_whole: bool | None = None  # whether the body is one JSON object; None: not known
        self._whole: dict[str, Any] | None = None
        self._final: ResponseT | None = None

    # --- the body ------------------------------------------------------------------------------

    def first(self, chunk: bytes) -> list[Frame]:
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
        start = bytes(self._head[:_MAX_HEAD_BYTES]).removeprefix(b"\xef\xbb\xbf").lstrip()
        if not start:
            return None
        if start[:1] in b"{[":
            return True
        if start.startswith(_FIELD_NAMES):
            return False
        if any(name.startswith(start) for name in _FIELD_NAMES):
            return None
        raise self._not_a_stream(kind)

    def event(self, frame: Frame) -> EventT | None:
        """The typed event in a frame; None if it holds none, as the sentinel does.

        Raises:
            APIStatusError: if it is an error event, or reports a failed response.
            StreamProtocolError: if its data is not a JSON object.
        """
        try:
            value = loads(frame[0])
        except ValueError as error:
            self._take_other(frame, error)
            return None
        if type(value) is not dict:
            if value is None or value != self.operation.sentinel:
                raise self._bad_data(frame, "is not an object")
            self._end_by_sentinel()
            return None
        return self.accept(value, frame)

    def accept(self, value: dict[str, Any], frame: Frame) -> EventT:
        """Take in the JSON object of an event; its own `type` decides, else the event's name."""
        kind: Any = value.get("type") if self._typed else frame[1]
        if type(kind) is not str:
            kind = frame[1]
            if kind != "message":
                value = {**value, "type": kind}
        if kind in self._special or value.get("error"):
            return self._accept_special(value, kind, frame)
        self.value = value
        self._count += 1
        try:
            self._add(value)
            return self._make(value)
        except (RecursionError, WireTypeError) as error:
            raise self._refused(error, frame) from None

    def _accept_special(self, value: dict[str, Any], kind: str, frame: Frame) -> EventT:
        """Take in an event that ends the stream, one way or another."""
        if kind in self._error_events or value.get("error"):
            raise self._error_in(value)
        self.value = value
        self._count += 1
        try:
            self._add(value)
            if kind == "response.failed":
                raise self._error_in(value)
            self.completed = True
            return self._make(value)
        except (RecursionError, WireTypeError) as error:
            raise self._refused(error, frame) from None

    def _take_other(self, frame: Frame, error: ValueError) -> None:
        """Take in data that is not JSON."""
        text = frame[0].strip()
        if text == self.operation.sentinel:
            self._end_by_sentinel()
        elif frame[1] == "error" and text:
            raise self._error_in({"error": text})
        elif text and text != _DONE:
            raise self._bad_data(frame, f"is not JSON ({error})") from None

    def _end_by_sentinel(self) -> None:
        self._accumulator.end()
        self.completed = True

    def end(self) -> Iterator[EventT]:
        """The events that the end of the body completes.

        Raises:
            StreamTruncatedError: if the stream should have gone on.
            APIStatusError, StreamProtocolError: as `event`, for a body that is no event stream.
        """
        if self._is_whole:
            yield from self._events_of_whole(bytes(self._head))
            return
        self.overflow()
        rest = self.decoder.finish()
        if rest is not None and self._is_complete(rest.data):
            event = self.event(rest)
            rest = None
            if event is not None:
                yield event
        if rest is None and (self.completed or self._accumulator.may_end):
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
        if value is not None and value.get("error"):
            raise self._error_in(value)

    def _events_of_whole(self, body: bytes) -> Iterator[EventT]:
        """The events that a response stands for which came whole though a stream was asked for."""
        value = _object_in(body)
        if value is None:
            raise self._not_a_stream(self.source.headers.get("content-type", ""))
        events = events_of(self.protocol, value)
        if events is None and (value.get("error") or value.get("type") == "error"):
            raise self._error_in(value)
        if events is None:
            raise self._not_a_stream(self.source.headers.get("content-type", ""))
        self._whole = value
        for number, event in enumerate(events, 1):
            yield self.accept(event, ("", "message", number, 0, "", None))
        self.completed = True

    # --- errors --------------------------------------------------------------------------------

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
