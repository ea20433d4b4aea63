"""What a stream does with the bytes of its body: all of it but reading and closing.

Sync and async streams share one `StreamCore` each; it does no input or output.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

from .accumulate import accumulator_for
from .error_details import excerpt_of
from .error_mapping import error_from_event
from .errors import (
    APIConnectionError,
    APITimeoutError,
    KimiError,
    StreamError,
    StreamProtocolError,
    StreamTimeoutError,
    StreamTruncatedError,
    WireTypeError,
)
from .http_info import attach
from .operation import Operation, ProtocolName
from .sse import DEFAULT_MAX_EVENT_BYTES, Frame, ServerSentEvent, SSEDecoder
from .whole import events_of
from .wire import loads

__all__ = ["Source", "StreamCore"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")

# OpenAI's sentinel. Some servers send it in protocols that end with an event of their own.
_DONE: Final = "[DONE]"
_TERMINAL_EVENTS: Final = frozenset(
    {"message_stop", "response.completed", "response.failed", "response.incomplete"}
)
_FIELD_NAMES: Final = (b"data", b"event", b"id", b"retry", b":")
_MAX_HEAD_BYTES: Final = 64 * 1024


class Source(Protocol):
    """What a stream is told of the HTTP response that carries it."""

    @property
    def status_code(self) -> int: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def request_id(self) -> str | None: ...
    @property
    def host(self) -> str: ...
    @property
    def attempts(self) -> int: ...
    @property
    def elapsed(self) -> float: ...
    def scrubbed(self, value: Any) -> Any:
        """Bytes, text or a JSON value of the body, without the key."""
        ...


class StreamCore(Generic[ResponseT, EventT]):
    """Bytes to typed events and to the response that they make.

    The shell around it calls `first` with each piece of the body until `begun` is set, and the
    decoder's `frames` afterwards; `event` for each frame; and at the end of the body `end`.

    Attributes:
        decoder: The decoder of the body.
        value: The JSON object of the last event.
        begun: An event was found, so the body is an event stream.
        completed: The stream came to its end.
        closed: Nothing more will be read.
        failed: How it failed, if it did.
        interrupted: It was closed by another thread or task than the one that was reading it.
    """

    __slots__ = (
        "_accumulator",
        "_add",
        "_count",
        "_error_events",
        "_final",
        "_head",
        "_is_whole",
        "_limit",
        "_make",
        "_special",
        "_typed",
        "_whole",
        "begun",
        "closed",
        "completed",
        "decoder",
        "failed",
        "interrupted",
        "operation",
        "protocol",
        "source",
        "value",
    )

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: Source,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        if operation.protocol is None:
            raise ValueError(f"{operation.id} has no streams")
        self.operation = operation
        self.protocol: ProtocolName = operation.protocol
        self.source = source
        self.decoder = SSEDecoder(max_event_bytes)
        self.value: dict[str, Any] = {}
        self.begun = False
        self.completed = False
        self.failed = ""
        self.interrupted = False
        self.closed = False
        self._typed = operation.protocol != "chat"
        self._error_events = operation.error_events | {"error"}
        self._special = self._error_events
        if self._typed:
            self._special |= operation.terminal_events | _TERMINAL_EVENTS
        self._accumulator = accumulator_for(operation.protocol)
        self._add = self._accumulator.add
        self._make = operation.event
        self._count = 0
        self._limit = max_event_bytes
        self._head = bytearray()  # the body before its first event
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

    def _not_a_stream(self, kind: str) -> StreamProtocolError:
        return self._protocol_error(
            f"The server answered with {kind or 'a body of no stated type'}, not with an event "
            "stream",
            bytes(self._head),
        )

    def overflow(self) -> None:
        """Raise what the decoder refused in the piece of the body that it was given last."""
        failure = self.decoder.failure
        if failure is not None:
            raise StreamProtocolError(
                failure.message,
                excerpt=self.source.scrubbed(failure.excerpt),
                event_number=failure.event_number,
                byte_offset=failure.byte_offset,
                **self._context(),
            )

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

    def _refused(self, error: RecursionError | WireTypeError, frame: Frame) -> KimiError:
        """The error for an event that cannot be taken in; the latter is of a strict operation."""
        if isinstance(error, RecursionError):
            return self._bad_data(frame, "is nested too deeply")
        context = self._context()
        del context["status_code"]
        return error.within(event_number=frame[2], **context)

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

    def lost(self, cause: APIConnectionError) -> StreamError:
        """The error for a body that could not be read to its end."""
        cls = StreamTimeoutError if isinstance(cause, APITimeoutError) else StreamTruncatedError
        return cls(cause.message, event_number=self._count or None, **self._context())

    def _error_in(self, value: dict[str, Any]) -> KimiError:
        context = self._context()
        return error_from_event(self.protocol, self.source.scrubbed(value), **context)

    def _bad_data(self, frame: Frame, what: str) -> StreamProtocolError:
        return StreamProtocolError(
            f"The data of a stream event {what}",
            excerpt=excerpt_of(self.source.scrubbed(frame[0])),
            event_number=frame[2],
            byte_offset=frame[3],
            **self._context(),
        )

    def _protocol_error(self, message: str, body: bytes) -> StreamProtocolError:
        return StreamProtocolError(
            message, excerpt=excerpt_of(self.source.scrubbed(body)), **self._context()
        )

    def _truncated(self, rest: ServerSentEvent | None) -> StreamTruncatedError:
        message = "The stream ended before the event that ends it"
        if rest is not None:
            message = "The stream was cut off inside an event"
        if self._count:
            message = f"{message}; {self._count} came before"
        elif self._head.strip():
            begins = excerpt_of(self.source.scrubbed(bytes(self._head)))
            message = f"{message}. It begins: {begins}"
        elif rest is None:
            message = "The server answered with an empty stream"
        return StreamTruncatedError(
            message,
            event_number=None if rest is None else rest.number,
            byte_offset=None if rest is None else rest.offset,
            **self._context(),
        )

    def _context(self) -> dict[str, Any]:
        source = self.source
        return {
            "status_code": source.status_code,
            "request_id": source.request_id,
            "headers": source.headers,
            "host": source.host,
            "attempts": source.attempts,
            "partial": self._partial(),
        }

    def _partial(self) -> ResponseT | None:
        try:
            return self.snapshot() if self._count else None
        except RecursionError:  # nothing that deep is worth losing the error itself
            return None

    # --- results -------------------------------------------------------------------------------

    def snapshot(self) -> ResponseT:
        """The typed response so far."""
        return self.operation.response(self._accumulator.snapshot())

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

    def unfinished(self) -> StreamError:
        """The error for asking a stream that will not go on for what is still to come."""
        why = self.failed or "it was closed, or its iterator left, before its end"
        if self.interrupted:
            why = "it was closed while it was being read"
        return StreamError(f"The stream cannot be read on: {why}", **self._context())


def _object_in(text: str | bytes) -> dict[str, Any] | None:
    try:
        value = loads(text)
    except ValueError:
        return None
    return value if type(value) is dict else None
