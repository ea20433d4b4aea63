"""Reading a stream, and closing it whatever happens: the parts that differ for sync and async.

The response is closed by the generator that reads it: it is started at once, so that whatever
ends or drops it runs its `finally`. Nothing refers back to it, so dropping needs no collector.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from .errors import APIConnectionError, KimiError
from .stream_core import StreamCore
from .stream_state import Source

__all__ = [
    "AsyncByteSource",
    "ByteSource",
    "close_events",
    "close_events_async",
    "nothing_async",
    "read_events",
    "read_events_async",
]

EventT = TypeVar("EventT")


class ByteSource(Source, Protocol):
    """A response whose body is read as it arrives."""

    def iter_bytes(self) -> Iterator[bytes]: ...
    def drain(self) -> None: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...


class AsyncByteSource(Source, Protocol):
    """As `ByteSource`, for async code."""

    def iter_bytes(self) -> AsyncIterator[bytes]: ...
    async def drain(self) -> None: ...
    async def close(self) -> None: ...


def _read(core: StreamCore[Any, EventT], source: ByteSource) -> Generator[EventT, None, None]:
    """The events of a stream, after a first value that only says that it is started."""
    try:
        yield None  # type: ignore[misc]  # taken by `read_events`
        for chunk in source.iter_bytes():
            yield from core.events(chunk)
            if core.completed:
                return
        if core.interrupted:
            raise core.unfinished()
        yield from core.end()
    except APIConnectionError as error:
        lost = core.lost(error)
        core.failed = str(lost)
        raise core.unfinished() if core.interrupted else lost from error
    except KimiError as error:
        core.failed = str(source.scrubbed(error))
        # What was read may quote the key, and tools show the local variables of frames.
        chunk = b""
        error.__traceback__ = None
        raise
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
        yield None  # type: ignore[misc]  # taken by `read_events_async`
        chunks = source.iter_bytes()
        async for chunk in chunks:
            for event in core.events(chunk):
                yield event
            if core.completed:
                return
        if core.interrupted:
            raise core.unfinished()
        for event in core.end():
            yield event
    except APIConnectionError as error:
        lost = core.lost(error)
        core.failed = str(lost)
        raise core.unfinished() if core.interrupted else lost from error
    except KimiError as error:
        core.failed = str(source.scrubbed(error))
        # What was read may quote the key, and tools show the local variables of frames.
        chunk = b""
        error.__traceback__ = None
        raise
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


def read_events(core: StreamCore[Any, EventT], source: ByteSource) -> Generator[EventT, None, None]:
    """The events of a stream. Closes the response when it ends, fails, is closed or dropped."""
    events = _read(core, source)
    next(events)
    return events


def read_events_async(
    core: StreamCore[Any, EventT], source: AsyncByteSource
) -> AsyncGenerator[EventT, None]:
    """As `read_events`. To be called with the event loop running, which closes it if dropped."""
    events = _read_async(core, source)
    # Runs to the first yield, before which nothing is awaited; the loop hears of it by this.
    with suppress(StopIteration):
        events.__anext__().__await__().send(None)
    return events


def close_events(
    core: StreamCore[Any, Any], events: Generator[Any, None, None], source: ByteSource
) -> None:
    """Close a stream that is being read, or was."""
    try:
        events.close()
    except ValueError:  # another thread is reading
        core.interrupted = True
        source.interrupt()


async def close_events_async(
    core: StreamCore[Any, Any], events: AsyncGenerator[Any, None], source: AsyncByteSource
) -> None:
    """As `close_events`."""
    try:
        await events.aclose()
    except RuntimeError:  # another task is reading
        core.interrupted = True
        await source.close()


async def nothing_async() -> AsyncGenerator[Any, None]:
    """What an ended stream gives."""
    events: tuple[Any, ...] = ()
    for event in events:
        yield event
