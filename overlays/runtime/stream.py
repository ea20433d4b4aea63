"""Streams as users hold them: iterators of typed events, and those that also build the response.

Everything that is not reading or closing is in `StreamCore`. Each class exists twice, with the
same names, for sync and async.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import ref

from .deltas import Delta, DeltaReader
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

__all__ = [
    "AsyncResponseStream",
    "AsyncStream",
    "AsyncStreamManager",
    "Delta",
    "ResponseStream",
    "Stream",
    "StreamManager",
]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class _StreamInfo(Generic[ResponseT, EventT]):
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


class Stream(_StreamInfo[ResponseT, EventT]):
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncStream(_StreamInfo[ResponseT, EventT]):
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

    async def __aenter__(self) -> Self:
        self._entered = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


class ResponseStream(_StreamInfo[ResponseT, EventT]):
    """What `with client....stream(...) as stream` gives: events, and the response they make.

    Its iterators all read the same stream: what one has read, another does not see again, and one
    that is left can be gone on with. The end of the `with` block closes the response.
    """

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: ByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._reader = DeltaReader(self._core.protocol)
        self._source = source
        self._events = read_events(self._core, source)

    def __iter__(self) -> Iterator[EventT]:
        """The typed events.

        Raises:
            StreamTruncatedError, StreamProtocolError, StreamTimeoutError: the stream failed; their
                `partial` is the response so far.
            APIStatusError: the server reported an error inside the stream.
            StreamError: the stream failed or was closed before.
        """
        self._reader.is_partial = True
        return self._rest()

    def __next__(self) -> EventT:
        return next(iter(self))

    def _rest(self) -> Iterator[EventT]:
        core = self._core
        if core.closed and not core.completed:
            raise core.unfinished()
        return self._events

    def deltas(self) -> Iterator[Delta]:
        """Reasoning and text, piece by piece in the order of the stream; raises as iteration."""
        core, read = self._core, self._reader.read
        for _ in self._rest():
            for piece in read(core.value):
                yield Delta(*piece)
        for piece in self._reader.rest():
            yield Delta(*piece)

    @property
    def text_stream(self) -> Iterator[str]:
        """The text of the answer, piece by piece; raises as iteration does."""
        return self._texts("text")

    @property
    def reasoning_stream(self) -> Iterator[str]:
        """The reasoning before the answer, piece by piece; raises as iteration does."""
        return self._texts("reasoning")

    def _texts(self, wanted: str) -> Iterator[str]:
        core, read = self._core, self._reader.read
        for _ in self._rest():
            for kind, text in read(core.value):
                if kind == wanted:
                    yield text
        for kind, text in self._reader.rest():
            if kind == wanted:
                yield text

    @property
    def snapshot(self) -> ResponseT:
        """The response as far as it has been read; later events don't change it."""
        return self._core.snapshot()

    def until_done(self) -> None:
        """Read to the end of the stream; raises as iteration does."""
        for _ in self._rest():
            pass

    def get_final(self) -> ResponseT:
        """The whole response, as the call without streaming returns it; reads what is left of it.

        Raises as iteration does; a stream that did not come to its end has no final response.
        """
        self.until_done()
        return self._core.final()

    def close(self) -> None:
        """Close the response. Safe to call at any time and more than once."""
        close_events(self._core, self._events, self._source)


class AsyncResponseStream(_StreamInfo[ResponseT, EventT]):
    """What `async with client....stream(...) as stream` gives; as `ResponseStream`."""

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: AsyncByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._reader = DeltaReader(self._core.protocol)
        self._source = source
        self._events = read_events_async(self._core, source)

    def __aiter__(self) -> AsyncIterator[EventT]:
        """The typed events; raises as `ResponseStream.__iter__`."""
        self._reader.is_partial = True
        return self._rest()

    async def __anext__(self) -> EventT:
        return await anext(aiter(self))

    def _rest(self) -> AsyncIterator[EventT]:
        core = self._core
        if core.closed and not core.completed:
            raise core.unfinished()
        return self._events

    async def deltas(self) -> AsyncIterator[Delta]:
        """Reasoning and text, piece by piece in the order of the stream; raises as iteration."""
        core, read = self._core, self._reader.read
        async for _ in self._rest():
            for piece in read(core.value):
                yield Delta(*piece)
        for piece in self._reader.rest():
            yield Delta(*piece)

    @property
    def text_stream(self) -> AsyncIterator[str]:
        """The text of the answer, piece by piece; raises as iteration does."""
        return self._texts("text")

    @property
    def reasoning_stream(self) -> AsyncIterator[str]:
        """The reasoning before the answer, piece by piece; raises as iteration does."""
        return self._texts("reasoning")

    async def _texts(self, wanted: str) -> AsyncIterator[str]:
        core, read = self._core, self._reader.read
        async for _ in self._rest():
            for kind, text in read(core.value):
                if kind == wanted:
                    yield text
        for kind, text in self._reader.rest():
            if kind == wanted:
                yield text

    @property
    def snapshot(self) -> ResponseT:
        """The response as far as it has been read; later events don't change it."""
        return self._core.snapshot()

    async def until_done(self) -> None:
        """Read to the end of the stream; raises as iteration does."""
        async for _ in self._rest():
            pass

    async def get_final(self) -> ResponseT:
        """The whole response; as `ResponseStream.get_final`."""
        await self.until_done()
        return self._core.final()

    async def close(self) -> None:
        """Close the response. Safe to call at any time and more than once."""
        await close_events_async(self._core, self._events, self._source)


class _Unentered:
    """Tells those who left out the `with` that the stream comes from it."""

    _block = "with"

    if not TYPE_CHECKING:  # type checkers tell by themselves, unless they see these

        def __getattr__(self, name: str) -> object:
            problem = f"{type(self).__name__!r} object has no attribute {name!r}"
            if hasattr(ResponseStream, name):
                problem += f"; the stream has it: {self._usage()}"
            raise AttributeError(problem, name=name, obj=self)

        def _refuse_iteration(self) -> object:
            kind = type(self).__name__
            raise TypeError(f"{kind!r} object is not iterable; the stream is: {self._usage()}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._usage()}>"

    def _usage(self) -> str:
        return f"write `{self._block} client….stream(…) as stream:`"


class StreamManager(_Unentered, Generic[ResponseT, EventT]):
    """The result of `.stream(...)`: sends the request when its `with` block is entered."""

    if not TYPE_CHECKING:
        __iter__ = _Unentered._refuse_iteration

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        send: Callable[[], ByteSource],
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        self._operation = operation
        self._send = send
        self._limit = max_event_bytes
        self._stream: ResponseStream[ResponseT, EventT] | None = None

    def __enter__(self) -> ResponseStream[ResponseT, EventT]:
        if self._stream is not None:
            raise RuntimeError("this stream was entered before; call .stream(...) for another")
        self._stream = ResponseStream(self._operation, self._send(), max_event_bytes=self._limit)
        return self._stream

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            self._stream.close()


class AsyncStreamManager(_Unentered, Generic[ResponseT, EventT]):
    """As `StreamManager`, for `async with`."""

    _block = "async with"

    if not TYPE_CHECKING:
        __aiter__ = _Unentered._refuse_iteration

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        send: Callable[[], Awaitable[AsyncByteSource]],
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        self._operation = operation
        self._send = send
        self._limit = max_event_bytes
        self._stream: AsyncResponseStream[ResponseT, EventT] | None = None

    async def __aenter__(self) -> AsyncResponseStream[ResponseT, EventT]:
        if self._stream is not None:
            raise RuntimeError("this stream was entered before; call .stream(...) for another")
        source = await self._send()
        self._stream = AsyncResponseStream(self._operation, source, max_event_bytes=self._limit)
        return self._stream

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            await self._stream.close()
