"""An HTTP response as the layers above see it: status, headers, and bytes as they arrive.

Wraps a response of httpx, or of a client made like it, without importing it.

What the bytes cost matters, as a stream has one chunk an event or more. httpx's own `iter_bytes`
adds a decoder, a chunker and three generators; a body without content coding is read from the
response's `stream` beneath them.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import RLock
from typing import Any, Final

from .error_details import excerpt_of
from .errors import APIConnectionError, APIResponseError, APITimeoutError
from .head_limits import guard_reads
from .headers import request_id_of
from .http_failures import explain_read_failure
from .http_info import HTTPInfo
from .recording import Recording
from .secrecy import Scrubber, clean_headers, scrubbed
from .wire import loads

__all__ = ["AsyncResponse", "SyncResponse"]

# Nothing but the end of the body should follow the event that ends a stream.
_MOST_CHUNKS_DRAINED: Final = 16
# A shorter key stands for one, as in tests: it is no secret, and may be a part of any word.
_SHORTEST_SECRET: Final = 8
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


class _Response(HTTPInfo):
    """What the sync and the async response share."""

    __slots__ = (
        "_chunks",
        "_clock",
        "_closed",
        "_content",
        "_ends",
        "_network",
        "_on_close",
        "_raw",
        "_read_timeout",
        "_recording",
    )

    def __init__(
        self,
        raw: Any,
        *,
        host: str,
        attempts: int,
        elapsed: float,
        read_timeout: float | None,
        clock: Callable[[], float],
        ends: float | None,
    ) -> None:
        self._raw = raw
        self._chunks: Any = None
        self._content: bytes | None = None
        self._closed = False
        self._on_close: Callable[[], Any] | None = None
        self._recording: Recording | None = None
        self._read_timeout = read_timeout
        self._clock = clock
        self._ends = ends
        self._network = _network_stream(raw)
        self.status_code = raw.status_code
        self.headers = clean_headers(raw.headers.multi_items(), _key_in(raw))
        self.request_id = request_id_of(self.headers)
        self.host = host
        self.attempts = attempts
        self.elapsed = elapsed
        if ends is not None:
            self._limit_reads(lambda timeout: _shorter(timeout, ends - clock()))
        else:
            _free_reads(self._network)

    @property
    def is_closed(self) -> bool:
        """Whether the body can no longer be read from the network."""
        return self._closed

    @property
    def _is_coded(self) -> bool:
        return self.headers.get("content-encoding", "identity").strip().lower() not in (
            "",
            "identity",
        )

    def _limit_reads(self, limit: Callable[[float | None], float | None]) -> bool:
        """Have `limit` replace the time limit of every read from the network, if possible.

        httpcore fixes the limit when a body's first byte is asked for, and offers no other way to
        change it. The object shadowed belongs to this response alone until it is closed.
        """
        network = self._network
        if network is None:
            return False
        _free_reads(network)
        read = network.read

        def limited(max_bytes: int, timeout: float | None = None) -> Any:
            return read(max_bytes, limit(timeout))

        network.read = limited
        return True

    def on_close(self, callback: Callable[[], Any]) -> None:
        """Have a function called once, when the response is closed.

        It may return an HTTP client that is to be closed then.
        """
        self._on_close = callback

    def _end(self) -> Any:
        """What closing does beside closing the connection; an HTTP client to close, or None."""
        self._chunks = None
        if self._recording is not None:
            self._recording.close()
        callback, self._on_close = self._on_close, None
        return callback() if callback is not None else None

    def record(self, path: str) -> None:
        """Write the body to a file as it is read; see `Recording`. Before it is read."""
        scrubber = Scrubber(_key_in(self._raw))
        self._recording = Recording(path, self.status_code, self.headers, scrubber)

    def scrubbed(self, value: Any) -> Any:
        """Bytes, text or a JSON value of the body, with `***` in place of the key."""
        return scrubbed(value, _key_in(self._raw))

    def json_of(self, content: bytes) -> Any:
        """The JSON value of the body's bytes.

        Raises:
            APIResponseError: They are not JSON.
        """
        try:
            return loads(content)
        except ValueError as problem:
            # Also from what tools show of this frame.
            content = self.scrubbed(content)
            kind = self.headers.get("content-type") or "no content type"
            raise APIResponseError(
                f"The answer is not JSON ({kind}, {len(content)} bytes): {problem}",
                status_code=self.status_code,
                body=excerpt_of(content),
                headers=self.headers,
                host=self.host,
                attempts=self.attempts,
            ) from None

    def _check_open(self) -> None:
        if self._closed:
            raise APIConnectionError(
                "The response is closed",
                host=self.host,
                attempts=self.attempts,
                headers=self.headers,
            )

    def _check_deadline(self) -> None:
        if self._ends is not None and self._clock() >= self._ends:
            raise self._failure(None)

    def _failure(self, cause: Exception | None) -> APIConnectionError:
        """The error for a body that cannot be read on."""
        passed = self._ends is not None and self._clock() >= self._ends
        cls, message = explain_read_failure(cause, self._read_timeout)
        if passed:
            cls, message = APITimeoutError, "The call did not finish within its deadline"
        error = cls(message, host=self.host, attempts=self.attempts, headers=self.headers)
        error.__cause__ = cause
        return error


class SyncResponse(_Response):
    """A response whose body is read when asked for; it holds a connection until closed."""

    __slots__ = ()

    def read(self) -> bytes:
        """The whole body, content-decoded; the connection is free afterwards.

        Raises:
            APIConnectionError: The body did not arrive whole.
        """
        if self._content is None:
            self._content = b"".join(self.iter_bytes())
        return self._content

    def json(self) -> Any:
        """The body's JSON value.

        Raises:
            APIResponseError: The body is not JSON.
            APIConnectionError: The body did not arrive whole.
        """
        return self.json_of(self.read())

    def read_at_most(self, size: int, seconds: float) -> bytes:
        """The start of the body, content-decoded: what comes in time. Never fails; closes."""
        clock = self._clock
        ends = clock() + seconds if self._ends is None else min(clock() + seconds, self._ends)
        self._limit_reads(lambda timeout: _shorter(timeout, ends - clock()))
        content = bytearray()
        try:
            for chunk in self.iter_bytes():
                content += chunk
                if len(content) >= size or clock() >= ends:
                    break
        except APIConnectionError:
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
        chunks = self._started()
        try:
            for chunk in chunks:
                if chunk:
                    yield chunk
                if self._ends is not None:
                    self._check_deadline()
        except GeneratorExit:
            raise
        except BaseException as failure:
            self.close()
            if isinstance(failure, APIConnectionError) or not isinstance(failure, Exception):
                raise
            raise self._failure(failure) from failure
        self.close()

    def _started(self) -> Any:
        if self._chunks is None:
            self._chunks = self._raw.iter_bytes() if self._is_coded else iter(self._raw.stream)
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
        # A connection that fails while it is closed is closed.
        with suppress(Exception):
            self._raw.close()
        surplus = self._end()
        if surplus is not None:
            surplus.close()

    def __del__(self) -> None:
        # A body that was never begun has no generator whose end would free the connection.
        if not getattr(self, "_closed", True):
            self.close()


class AsyncResponse(_Response):
    """A response whose body is read when asked for; it holds a connection until closed."""

    __slots__ = ()

    async def read(self) -> bytes:
        """The whole body, content-decoded; the connection is free afterwards.

        Raises:
            APIConnectionError: The body did not arrive whole.
        """
        if self._content is None:
            self._content = b"".join([chunk async for chunk in self.iter_bytes()])
        return self._content

    async def json(self) -> Any:
        """As `SyncResponse.json`."""
        return self.json_of(await self.read())

    async def read_at_most(self, size: int, seconds: float) -> bytes:
        """The start of the body, content-decoded: what comes in time. Never fails; closes."""
        clock = self._clock
        ends = clock() + seconds if self._ends is None else min(clock() + seconds, self._ends)
        self._limit_reads(lambda timeout: _shorter(timeout, ends - clock()))
        content = bytearray()
        try:
            async for chunk in self.iter_bytes():
                content += chunk
                if len(content) >= size or clock() >= ends:
                    break
        except APIConnectionError:
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
        chunks = self._started()
        try:
            async for chunk in chunks:
                if chunk:
                    yield chunk
                if self._ends is not None:
                    self._check_deadline()
        except GeneratorExit:
            raise
        except BaseException as failure:
            await self.close()
            if isinstance(failure, APIConnectionError) or not isinstance(failure, Exception):
                raise
            raise self._failure(failure) from failure
        await self.close()

    def _started(self) -> Any:
        if self._chunks is None:
            self._chunks = (
                self._raw.aiter_bytes() if self._is_coded else self._raw.stream.__aiter__()
            )
            if self._recording is not None:
                self._chunks = self._recording.tee_async(self._chunks)
        return self._chunks

    async def drain(self) -> None:
        """As `SyncResponse.drain`; it gives the event loop one turn, at most a millisecond."""
        if not self._closed and self._limit_reads(lambda timeout: _ASYNC_DRAIN_SECONDS):
            # A failure says that the end is not there to be read, or no more than that.
            with suppress(Exception):
                chunks = self._started()
                for _ in range(_MOST_CHUNKS_DRAINED):
                    if await anext(chunks, None) is None:
                        break
        await self.close()

    async def close(self) -> None:
        """Free the connection, also while the task is being cancelled. Safe to call repeatedly."""
        if self._closed:
            return
        self._closed = True
        guard_reads(self._network)
        from anyio import CancelScope

        # A connection that fails while it is closed is closed.
        with CancelScope(shield=True), suppress(Exception):
            await self._raw.aclose()
        surplus = self._end()
        if surplus is not None:
            with CancelScope(shield=True):
                await surplus.aclose()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            self._end()
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self, stacklevel=2)


def _key_in(raw: Any) -> str:
    """The key that the request was sent with, to be taken out of what comes back; "" for none."""
    key: str = raw.request.headers.get("authorization", "").partition(" ")[2]
    return key if len(key) >= _SHORTEST_SECRET else ""


def _network_stream(raw: Any) -> Any:
    """The connection's byte stream where its reads may be limited, else None.

    An HTTP/2 connection carries other responses as well, and is left alone.
    """
    extensions = raw.extensions
    if extensions.get("http_version") not in (b"HTTP/1.1", b"HTTP/1.0"):
        return None
    network = extensions.get("network_stream")
    return network if hasattr(network, "read") and hasattr(network, "__dict__") else None


def _shut_down(network: Any) -> bool:
    """End a connection under whoever waits for it, which closing does not; whether that worked."""
    sock = network and network.get_extra_info("socket")
    if not isinstance(sock, socket):
        return False
    # The plain socket's own: that of a TLS socket would first drop what the reader uses.
    with suppress(OSError):
        socket.shutdown(sock, SHUT_RDWR)
    return True


def _free_reads(network: Any) -> None:
    if network is not None:
        network.__dict__.pop("read", None)


def _shorter(timeout: float | None, left: float) -> float:
    left = max(0.0, left)
    return left if timeout is None else min(timeout, left)
