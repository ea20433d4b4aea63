"""How far a stream has come, and the errors that tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from .accumulate import StreamWarning, accumulator_for
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
from .operation import Operation, ProtocolName
from .sse import DEFAULT_MAX_EVENT_BYTES, Frame, ServerSentEvent, SSEDecoder

__all__ = ["Source", "StreamState"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")
ErrorT = TypeVar("ErrorT", bound=Exception)


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
    def scrubbed(self, error: ErrorT) -> ErrorT:
        """The same error, without the key in what it shows."""
        ...


class StreamState(Generic[ResponseT, EventT]):
    """What was read of a stream. Errors carry it as their `partial`, and where they happened.

    Attributes:
        accumulator: Builds the response out of the events.
        decoder: The decoder of the body.
        completed: The stream came to its end.
        closed: Nothing more will be read.
        failed: How it failed, if it did.
        interrupted: It was closed by another thread or task than the one that was reading it.
    """

    __slots__ = (
        "_count",
        "_head",
        "accumulator",
        "closed",
        "completed",
        "decoder",
        "failed",
        "interrupted",
        "operation",
        "protocol",
        "source",
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
        self.completed = False
        self.closed = False
        self.failed = ""
        self.interrupted = False
        self.accumulator = accumulator_for(operation.protocol)
        self.accumulator.scrubbed = lambda text: source.scrubbed(StreamWarning(text))
        self._count = 0  # events taken in
        self._head = bytearray()  # the body before its first event

    def snapshot(self) -> ResponseT:
        """The typed response so far."""
        return self.operation.response(self.accumulator.snapshot())

    def lost(self, cause: APIConnectionError) -> StreamError:
        """The error for a body that could not be read to its end."""
        cls = StreamTimeoutError if isinstance(cause, APITimeoutError) else StreamTruncatedError
        return cls(cause.message, event_number=self._count or None, **self._context())

    def unfinished(self) -> StreamError:
        """The error for asking a stream that will not go on for what is still to come."""
        why = self.failed or "it was closed, or its iterator left, before its end"
        if self.interrupted:
            why = "it was closed while it was being read"
        return StreamError(f"The stream cannot be read on: {why}", **self._context())

    def overflow(self) -> None:
        """Raise what the decoder refused in the piece of the body that it was given last."""
        failure = self.decoder.failure
        if failure is not None:
            raise StreamProtocolError(
                failure.message,
                excerpt=failure.excerpt,
                event_number=failure.event_number,
                byte_offset=failure.byte_offset,
                **self._context(),
            )

    def _error_in(self, value: dict[str, Any], partial: ResponseT | None = None) -> KimiError:
        context = self._context()
        if partial is not None:
            context["partial"] = partial
        return error_from_event(self.protocol, value, **context)

    def _refused(
        self, error: RecursionError | WireTypeError | StreamWarning, frame: Frame
    ) -> KimiError:
        """The error for an event that cannot be taken in.

        Types are refused by a strict operation, contradictions where warnings are errors.
        """
        if isinstance(error, RecursionError):
            return self._bad_data(frame, "is nested too deeply")
        if isinstance(error, StreamWarning):
            return self._bad_data(frame, f"contradicts an earlier one: {error}")
        context = self._context()
        del context["status_code"]
        return error.within(event_number=frame[2], **context)

    def _bad_data(self, frame: Frame, what: str) -> StreamProtocolError:
        return StreamProtocolError(
            f"The data of a stream event {what}",
            excerpt=excerpt_of(frame[0]),
            event_number=frame[2],
            byte_offset=frame[3],
            **self._context(),
        )

    def _not_a_stream(self, kind: str) -> StreamProtocolError:
        return self._protocol_error(
            f"The server answered with {kind or 'a body of no stated type'}, not with an event "
            "stream",
            bytes(self._head),
        )

    def _protocol_error(self, message: str, body: bytes) -> StreamProtocolError:
        return StreamProtocolError(message, excerpt=excerpt_of(body), **self._context())

    def _truncated(self, rest: ServerSentEvent | None) -> StreamTruncatedError:
        message = "The stream ended before the event that ends it"
        if rest is not None:
            message = "The stream was cut off inside an event"
        if self._count:
            message = f"{message}; {self._count} came before"
        elif self._head.strip():
            begins = excerpt_of(bytes(self._head))
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
