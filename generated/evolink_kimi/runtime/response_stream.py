"""Streams that also build the response: what the block of `.stream(...)` is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TypeVar

from .closing import AsyncClosing, Closing
from .deltas import Delta, DeltaReader
from .operation import Operation
from .sse import DEFAULT_MAX_EVENT_BYTES
from .stream import StreamInfo
from .stream_core import StreamCore
from .stream_reading import (
    AsyncByteSource,
    ByteSource,
    close_events,
    close_events_async,
    read_events,
    read_events_async,
)

__all__ = ["AsyncResponseStream", "ResponseStream"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class ResponseStream(Closing, StreamInfo[ResponseT, EventT]):
    """What `with client....stream(...) as stream` gives: events, and the response they make.

    Its iterators all read the same stream: what one has read, another does not see again, and one
    that is left can be gone on with. The end of the `with` block closes the response; it is a
    context manager itself, for a block of its own.
    """

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: ByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._reader = DeltaReader(self._core.accumulator)
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
        core, reader = self._core, self._reader
        for delta in reader.given():
            yield delta
        for _ in self._rest():
            for delta in reader.read(core.value):
                yield delta
        for delta in reader.finish():
            yield delta

    @property
    def text_stream(self) -> Iterator[str]:
        """The text of the answer, piece by piece; raises as iteration does."""
        return self._texts("text")

    @property
    def reasoning_stream(self) -> Iterator[str]:
        """The reasoning before the answer, piece by piece; raises as iteration does."""
        return self._texts("reasoning")

    def _texts(self, wanted: str) -> Iterator[str]:
        for kind, text in self.deltas():
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


class AsyncResponseStream(AsyncClosing, StreamInfo[ResponseT, EventT]):
    """What `async with client....stream(...) as stream` gives; as `ResponseStream`."""

    def __init__(
        self,
        operation: Operation[ResponseT, EventT],
        source: AsyncByteSource,
        *,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        super().__init__(StreamCore(operation, source, max_event_bytes=max_event_bytes))
        self._reader = DeltaReader(self._core.accumulator)
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
        core, reader = self._core, self._reader
        for delta in reader.given():
            yield delta
        async for _ in self._rest():
            for delta in reader.read(core.value):
                yield delta
        for delta in reader.finish():
            yield delta

    @property
    def text_stream(self) -> AsyncIterator[str]:
        """The text of the answer, piece by piece; raises as iteration does."""
        return self._texts("text")

    @property
    def reasoning_stream(self) -> AsyncIterator[str]:
        """The reasoning before the answer, piece by piece; raises as iteration does."""
        return self._texts("reasoning")

    async def _texts(self, wanted: str) -> AsyncIterator[str]:
        async for kind, text in self.deltas():
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
