"""HTTP responses whose bodies are read as they arrive, sync and async.

What the bytes cost matters, as a stream has one chunk an event or more. httpx's own `iter_bytes`
adds a decoder, a chunker and three generators; a body is read from the response's `stream` beneath
them. That also leaves the decoding to `content_coding`, which keeps memory bounded.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import RLock
from typing import Any, Final

from .closing import AsyncClosing, Closing
from .content_coding import decoded, decoded_async
from .errors import KimiError
from .head_limits import guard_reads
from .response_base import BaseResponse, shorter

__all__ = ["AsyncResponse", "SyncResponse"]

# Nothing but the end of the body should follow the event that ends a stream.
_MOST_CHUNKS_DRAINED: Final = 16
# asyncio needs a turn of its loop to hand over what the socket holds already.
_ASYNC_DRAIN_SECONDS: Final = 0.001
# Held for moments only, so one does for all responses. The collector may close one within.
_ending = RLock()


def _renew_lock() -> None:
    global _ending
    _ending = RLock()


if hasattr(os, "register_at_fork"):
    # Another thread may have held it, and is not there in the child.
    os.register_at_fork(after_in_child=_renew_lock)


class SyncResponse(Closing, BaseResponse):
    """A response whose body is read when asked for; it holds a connection until closed."""

    __slots__ = ()

    def read(self) -> bytes:
        """The whole body, content-decoded; the connection is free afterwards.

        Raises:
            APIConnectionError: The body did not arrive whole.
            APIResponseError: It is longer than the client's `max_event_bytes`.
        """
        if self._content is None:
            chunks: list[bytes] = []
            left = self._most_bytes
            for chunk in self.iter_bytes():
                chunks.append(chunk)
                left -= len(chunk)
                if left < 0:
                    error = self._too_long(chunks[0])
                    # What was read may quote the key, and tools show the local variables.
                    chunk = b""
                    chunks.clear()
                    self.close()
                    raise error
            self._content = b"".join(chunks)
        return self._content

    def json(self) -> Any:
        """The body's JSON value.

        Raises:
            APIResponseError: The body is not JSON.
            APIConnectionError: The body did not arrive whole.
        """
        self.read()
        return self.json_read()

    def read_at_most(self, size: int, seconds: float) -> bytes:
        """The start of the body, content-decoded: what comes in time. Never fails; closes."""
        clock = self._clock
        ends = clock() + seconds if self._ends is None else min(clock() + seconds, self._ends)
        self._limit_reads(lambda timeout: shorter(timeout, ends - clock()))
        content = bytearray()
        try:
            for chunk in self.iter_bytes():
                content += chunk
                if len(content) >= size or clock() >= ends:
                    break
        except KimiError:
            pass
        finally:
            self.close()
        return bytes(content[:size])

    def iter_bytes(self) -> Iterator[bytes]:
        """The body, content-decoded, in the chunks in which it arrives.

        The connection is freed at the end of the body and after an error, but not when the
        iterator is abandoned: `close` does that, after `drain` where the rest may be there.

        Raises:
            APITimeoutError: No byte came for the read timeout, or the deadline passed.
            APIConnectionError: The connection failed, or the response is closed.
        """
        if self._content is not None:
            yield self._content
            return
        self._check_open()
        try:
            for chunk in self._started():
                if chunk:
                    yield chunk
                if self._ends is not None:
                    self._check_deadline()
        except GeneratorExit:
            raise
        except BaseException as failure:
            self.close()
            if isinstance(failure, KimiError) or not isinstance(failure, Exception):
                raise
            raise self._failure(failure) from failure
        self.close()

    def _started(self) -> Any:
        if self._chunks is None:
            # The hook of a client that was given may have read the body, without its coding.
            is_read = getattr(self._raw, "is_stream_consumed", False)
            decoder = None if is_read else self._decoder()
            self._chunks = iter([self._raw.content] if is_read else self._raw.stream)
            if decoder is not None:
                self._chunks = decoded(self._chunks, decoder)
            if self._recording is not None:
                self._chunks = self._recording.tee(self._chunks)
        return self._chunks

    def drain(self) -> None:
        """Read to the end of the body as far as it is there already, and close. Never waits.

        If all of it is there the connection is used again, else it is closed.
        """
        if not self._closed and self._limit_reads(lambda timeout: 0.0):
            # A failure says that the end is not there to be read, or no more than that.
            with suppress(Exception):
                chunks = self._started()
                for _ in range(_MOST_CHUNKS_DRAINED):
                    if next(chunks, None) is None:
                        break
        self.close()

    def interrupt(self) -> None:
        """Have a read that another thread waits in fail at once; that thread is to close then.

        Where the connection carries other responses too, it is only freed, and the read goes on
        until a byte comes or its time is up.
        """
        with _ending:
            if self._closed:
                return  # the connection may have another response by now
            if _shut_down(self._network):
                return
        self.close()

    def close(self) -> None:
        """Free the connection. Safe to call at any time, from any thread, more than once."""
        with _ending:
            if self._closed:
                return
            self._closed = True
        guard_reads(self._network)
        is_broken = True
        try:
            # A connection that fails while it is closed is closed.
            with suppress(Exception):
                self._raw.close()
                is_broken = False
        finally:
            surplus = self._end(is_broken)
            if surplus is not None:
                surplus.close()

    def __del__(self) -> None:
        # A body that was never begun has no generator whose end would free the connection.
        if not getattr(self, "_closed", True):
            self.close()


class AsyncResponse(AsyncClosing, BaseResponse):
    """A response whose body is read when asked for; it holds a connection until closed."""

    __slots__ = ()

    async def read(self) -> bytes:
        """The whole body, content-decoded; the connection is free afterwards.

        Raises:
            APIConnectionError: The body did not arrive whole.
            APIResponseError: It is longer than the client's `max_event_bytes`.
        """
        if self._content is None:
            chunks: list[bytes] = []
            left = self._most_bytes
            async for chunk in self.iter_bytes():
                chunks.append(chunk)
                left -= len(chunk)
                if left < 0:
                    error = self._too_long(chunks[0])
                    # What was read may quote the key, and tools show the local variables.
                    chunk = b""
                    chunks.clear()
                    await self.close()
                    raise error
            self._content = b"".join(chunks)
        return self._content

    async def json(self) -> Any:
        """As `SyncResponse.json`."""
        await self.read()
        return self.json_read()

    async def read_at_most(self, size: int, seconds: float) -> bytes:
        """The start of the body, content-decoded: what comes in time. Never fails; closes."""
        clock = self._clock
        ends = clock() + seconds if self._ends is None else min(clock() + seconds, self._ends)
        self._limit_reads(lambda timeout: shorter(timeout, ends - clock()))
        content = bytearray()
        try:
            async for chunk in self.iter_bytes():
                content += chunk
                if len(content) >= size or clock() >= ends:
                    break
        except KimiError:
            pass
        finally:
            await self.close()
        return bytes(content[:size])

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        """As `SyncResponse.iter_bytes`."""
        if self._content is not None:
            yield self._content
            return
        self._check_open()
        try:
            async for chunk in self._started():
                if chunk:
                    yield chunk
                if self._ends is not None:
                    self._check_deadline()
        except GeneratorExit:
            raise
        except BaseException as failure:
            await self.close()
            if isinstance(failure, KimiError) or not isinstance(failure, Exception):
                raise
            raise self._failure(failure) from failure
        await self.close()

    def _started(self) -> Any:
        if self._chunks is None:
            is_read = getattr(self._raw, "is_stream_consumed", False)
            decoder = None if is_read else self._decoder()
            self._chunks = _once(self._raw) if is_read else aiter(self._raw.stream)
            if decoder is not None:
                self._chunks = decoded_async(self._chunks, decoder)
            if self._recording is not None:
                self._chunks = self._recording.tee_async(self._chunks)
        return self._chunks

    async def drain(self) -> None:
        """As `SyncResponse.drain`; it gives the event loop one turn, at most a millisecond."""
        try:
            if not self._closed and self._limit_reads(lambda timeout: _ASYNC_DRAIN_SECONDS):
                # A failure says that the end is not there to be read, or no more than that.
                with suppress(Exception):
                    chunks = self._started()
                    for _ in range(_MOST_CHUNKS_DRAINED):
                        if await anext(chunks, None) is None:
                            break
        finally:
            await self.close()

    async def close(self) -> None:
        """Free the connection, also while the task is being cancelled. Safe to call repeatedly."""
        if self._closed:
            return
        self._closed = True
        guard_reads(self._network)
        from anyio import CancelScope

        is_broken = True
        try:
            # A connection that fails while it is closed is closed. asyncio's own cancellation
            # heeds no shield.
            with CancelScope(shield=True), suppress(Exception):
                await self._raw.aclose()
                is_broken = False
        finally:
            surplus = self._end(is_broken)
            if surplus is not None:
                with CancelScope(shield=True):
                    await surplus.aclose()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            if sys.get_asyncgen_hooks().finalizer is None:  # there is no loop to close it
                self._end(True)
            else:
                with suppress(StopIteration):
                    _closing(self).asend(None).send(None)
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self, stacklevel=2)


async def _once(raw: Any) -> AsyncIterator[bytes]:
    yield raw.content


async def _closing(response: AsyncResponse) -> AsyncGenerator[None, None]:
    """Begun and dropped, it has the event loop close a response, as it closes such generators."""
    try:
        yield
    finally:
        await response.close()


def _shut_down(network: Any) -> bool:
    """End a connection under whoever waits for it, which closing does not; whether that worked."""
    sock = network and network.get_extra_info("socket")
    if not isinstance(sock, socket):
        return False
    # The plain socket's own: that of a TLS socket would first drop what the reader uses.
    with suppress(OSError):
        socket.shutdown(sock, SHUT_RDWR)
    return True
