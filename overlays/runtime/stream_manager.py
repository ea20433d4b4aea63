"""What `.stream(...)` gives: the blocks that open a `ResponseStream` and close it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar

from .operation import Operation
from .response_stream import AsyncResponseStream, ResponseStream
from .sse import DEFAULT_MAX_EVENT_BYTES
from .stream_reading import AsyncByteSource, ByteSource
from .unentered import Unentered

__all__ = ["AsyncStreamManager", "StreamManager"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class StreamManager(Unentered, Generic[ResponseT, EventT]):
    """The result of `.stream(...)`: sends the request when its `with` block is entered."""

    _gives = ResponseStream
    _usage = "with client….stream(…) as stream"

    if not TYPE_CHECKING:
        __iter__ = Unentered._refuse_iteration

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


class AsyncStreamManager(Unentered, Generic[ResponseT, EventT]):
    """As `StreamManager`, for `async with`."""

    _gives = AsyncResponseStream
    _usage = "async with client….stream(…) as stream"

    if not TYPE_CHECKING:
        __aiter__ = Unentered._refuse_iteration
        __await__ = Unentered._refuse_await

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
