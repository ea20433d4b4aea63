"""Streams of typed events, one by one: what `create(..., stream=True)` gives.

Everything that is not reading or closing is in `StreamCore`. Each class exists twice, with the
same names, for sync and async.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import ref

from .closing import AsyncClosing, Closing
from .http_info import HTTPInfo
from .operation import Operation
from .sse import DEFAULT_MAX_EVENT_BYTES
from .stream_core import StreamCore
from .stream_reading import (
    AsyncByteSource,
    ByteSource,
    close_events,
    close_events_async,
    nothing_async,
    read_events,
    read_events_async,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

__all__ = ["AsyncStream", "Stream", "StreamInfo"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class StreamInfo(Generic[ResponseT, EventT]):
    """What all streams tell of their response."""

    def __init__(self, core: StreamCore[ResponseT, EventT]) -> None:
        self._core = core

    @property
    def status_code(self) -> int:
        """HTTP status; 200 also for a stream with an error inside."""
        return self._core.source.status_code

    @property
    def response_headers(self) -> Mapping[str, str]:
        """Headers of the response."""
        return self._core.source.headers

    @property
    def request_id(self) -> str | None:
        """The server's id for the request, if it sent one."""
        return self._core.source.request_id

    @property
    def http(self) -> HTTPInfo:
        """The HTTP response that carries it: headers, host, attempts, rate limit."""
        return HTTPInfo(self._core.source)

    if not TYPE_CHECKING:  # type checkers tell by themselves

        def __getattr__(self, name: str) -> object:
            from .elsewhere import stream_hint

            kind = type(self)
            problem = f"{kind.__name__!r} object has no attribute {name!r}"
            raise AttributeError(problem + stream_hint(name, kind), name=name, obj=self)

    def __repr__(self) -> str:
        core = self._core
        state = "open"
        if core.completed:
            state = "ended"
        elif core.failed:
            state = "failed"
        elif core.closed:
            state = "closed"
        return f"<{type(self).__name__} {core.operation.id} {state}>"


class Stream(Closing, StreamInfo[ResponseT, EventT]):
    """The events of `create(..., stream=True)`, one by one.

    A `for` loop over it closes the response however it is left, `break` included; `next(stream)`
    and `with` blocks leave it open for more until `close` or the end of the block.

    Raises while iterating:
        StreamTruncatedError, StreamProtocolError, StreamTimeoutError: the stream failed; their
            `partial` is the response so far.
        APIStatusError: the server reported an error inside the stream.
    """

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: ByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._source = source
        events = read_events(self._core, source)
        self._events: Generator[EventT, None, None] | None = events
        self._events_ref = ref(events)
        self._entered = False

    def _current(self) -> Generator[EventT, None, None] | None:
        return self._events or self._events_ref()

    def __iter__(self) -> Iterator[EventT]:
        core = self._core
        events = self._current()
        if events is None or core.closed:
            if core.completed:
                return iter(())
            raise core.unfinished()
        if not self._entered:
            # The loop alone holds it now, and drops it when it is left.
            self._events = None
        return events

    def __next__(self) -> EventT:
        core = self._core
        events = self._current()
        if events is None or core.closed:
            if core.completed:
                raise StopIteration
            raise core.unfinished()
        return next(events)

    def close(self) -> None:
        """Close the response. Safe to call at any time and more than once."""
        events = self._current()
        if events is not None:
            close_events(self._core, events, self._source)

    def __enter__(self) -> Self:
        self._entered = True
        return self


class AsyncStream(AsyncClosing, StreamInfo[ResponseT, EventT]):
    """The events of `await create(..., stream=True)`, one by one; as `Stream`.

    An `async for` loop over it that is left early has the event loop close the response.
    """

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: AsyncByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._source = source
        events = read_events_async(self._core, source)
        self._events: AsyncGenerator[EventT, None] | None = events
        self._events_ref = ref(events)
        self._entered = False

    def _current(self) -> AsyncGenerator[EventT, None] | None:
        return self._events or self._events_ref()

    def __aiter__(self) -> AsyncIterator[EventT]:
        core = self._core
        events = self._current()
        if events is None or core.closed:
            if core.completed:
                return nothing_async()
            raise core.unfinished()
        if not self._entered:
            # The loop alone holds it now, and drops it when it is left.
            self._events = None
        return events

    async def __anext__(self) -> EventT:
        core = self._core
        events = self._current()
        if events is None or core.closed:
            if core.completed:
                raise StopAsyncIteration
            raise core.unfinished()
        return await anext(events)

    async def close(self) -> None:
        """Close the response. Safe to call at any time and more than once."""
        events = self._current()
        if events is not None:
            await close_events_async(self._core, events, self._source)
        else:  # left by a loop, after which the event loop would close it some time later
            await self._source.close()

    async def __aenter__(self) -> Self:
        self._entered = True
        return self
