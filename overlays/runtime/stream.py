"""Streams as users hold them: iterators of typed events, and those that also build the response.

Everything that is not reading or closing is in `StreamCore`. Each class exists twice, with the
same names, for sync and async.

The response is closed by the generator that reads it: it is started at once, so that whatever
ends or drops it runs its `finally`. Nothing refers back to it, so dropping needs no collector.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from weakref import ref

from .deltas import Delta, DeltaReader
from .errors import APIConnectionError
from .operation import Operation
from .sse import DEFAULT_MAX_EVENT_BYTES
from .stream_core import Source, StreamCore

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

__all__ = [
    "AsyncByteSource",
    "AsyncResponseStream",
    "AsyncStream",
    "AsyncStreamManager",
    "ByteSource",
    "ResponseStream",
    "Stream",
    "StreamManager",
]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class ByteSource(Source, Protocol):
    """A response whose body is read as it arrives."""

    def iter_bytes(self) -> Iterator[bytes]: ...
    def drain(self) -> None: ...
    def close(self) -> None: ...


class AsyncByteSource(Source, Protocol):
    """As `ByteSource`, for async code."""

    def iter_bytes(self) -> AsyncIterator[bytes]: ...
    async def drain(self) -> None: ...
    async def close(self) -> None: ...


def _read(core: StreamCore[Any, EventT], source: ByteSource) -> Generator[EventT, None, None]:
    """The events of a stream, after a first value that only says that it is started."""
    try:
        yield None  # type: ignore[misc]  # taken by `_start`
        frames = core.decoder.frames
        event_in = core.event
        for chunk in source.iter_bytes():
            for frame in frames(chunk) if core.begun else core.first(chunk):
                event = event_in(frame)
                if event is not None:
                    yield event
                if core.completed:
                    return
            if core.decoder.failure is not None:
                core.overflow()
        for event in core.end():
            yield event
    except APIConnectionError as error:
        lost = core.lost(error)
        core.failed = str(lost)
        raise lost from error
    except Exception as error:
        core.failed = str(error)
        raise
    finally:
        core.closed = True
        if core.completed:
            source.drain()
        source.close()


async def _read_async(
    core: StreamCore[Any, EventT], source: AsyncByteSource
) -> AsyncGenerator[EventT, None]:
    """As `_read`."""
    chunks = None
    try:
        yield None  # type: ignore[misc]  # taken by `_start_async`
        frames = core.decoder.frames
        event_in = core.event
        chunks = source.iter_bytes()
        async for chunk in chunks:
            for frame in frames(chunk) if core.begun else core.first(chunk):
                event = event_in(frame)
                if event is not None:
                    yield event
                if core.completed:
                    return
            if core.decoder.failure is not None:
                core.overflow()
        for event in core.end():
            yield event
    except APIConnectionError as error:
        lost = core.lost(error)
        core.failed = str(lost)
        raise lost from error
    except Exception as error:
        core.failed = str(error)
        raise
    finally:
        core.closed = True
        if core.completed:
            await source.drain()
        await source.close()
        # Left to the event loop, it would be closed in a task of its own, some time later.
        if isinstance(chunks, AsyncGenerator):
            await chunks.aclose()


def _start(events: Generator[EventT, None, None]) -> None:
    next(events)


def _start_async(events: AsyncGenerator[EventT, None]) -> None:
    # Runs to the first yield, before which nothing is awaited. The event loop is told of the
    # generator by this, and closes it when it is dropped.
    with suppress(StopIteration):
        events.__anext__().__await__().send(None)


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

    def __repr__(self) -> str:
        core = self._core
        state = "ended" if core.completed else "failed" if core.failed else "open"
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
        events = _read(self._core, source)
        _start(events)
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
            try:
                events.close()
            except ValueError:  # another thread is reading
                self._source.close()

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
        events = _read_async(self._core, source)
        _start_async(events)
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
                return _nothing()
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
            await _close_async(events, self._source)

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


async def _nothing() -> AsyncGenerator[Any, None]:
    return
    yield


async def _close_async(events: AsyncGenerator[Any, None], source: AsyncByteSource) -> None:
    try:
        await events.aclose()
    except RuntimeError:  # another task is reading
        await source.close()


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
        self._events = _read(self._core, source)
        _start(self._events)

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
        try:
            self._events.close()
        except ValueError:  # another thread is reading
            self._source.close()


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
        self._events = _read_async(self._core, source)
        _start_async(self._events)

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
        await _close_async(self._events, self._source)


class StreamManager(Generic[ResponseT, EventT]):
    """The result of `.stream(...)`: sends the request when its `with` block is entered."""

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


class AsyncStreamManager(Generic[ResponseT, EventT]):
    """As `StreamManager`, for `async with`."""

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
