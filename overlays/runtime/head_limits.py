"""How long sending a request and the head of its answer may take in all.

httpcore limits each read and write alone, so that a server which sends its headers byte by byte
holds a call for hours. Its `trace` extension tells which part of a request is under way, and hands
out each new connection's byte stream; the reads and writes of that stream are shadowed by ones that
also know the limit of the call that runs in their context. Clients that don't do as httpcore does,
and HTTP/2, whose connections carry other answers as well, keep to the limits of single reads.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final
from weakref import WeakMethod

__all__ = ["AsyncHeadLimit", "HeadLimit", "guard_reads"]

_SENDING: Final = "http11.send_request_headers.started"
_RECEIVING: Final = "http11.receive_response_headers.started"
_SECURING: Final = "start_tls.started"
_OPENED: Final = ("connect_tcp.complete", "connect_unix_socket.complete", "start_tls.complete")
# A write goes on as long as the peer takes any of it, so that a long one is made of short ones.
_WRITE_BYTES: Final = 1 << 16


class HeadLimit:
    """The limit of one attempt of a sync client; httpcore calls it at each step.

    Args:
        clock: Monotonic seconds.
        ends: The clock's time at which the call's deadline passes, or None.
        read_timeout: Seconds from the sent request to the last header, or None.

    Attributes:
        begun: A connection connects or sends, and sees to itself if that fails. Before, and
            between the two, it is only waited for.
    """

    __slots__ = ("_clock", "_ends", "_head_ends", "_read_timeout", "begun")

    def __init__(
        self, clock: Callable[[], float], ends: float | None, read_timeout: float | None
    ) -> None:
        self._clock = clock
        self._ends = ends
        self._head_ends = ends
        self._read_timeout = read_timeout
        self.begun = False

    def __call__(self, step: str, info: dict[str, Any]) -> None:
        """A step has begun or ended."""
        self.begun = not step.endswith(_OPENED)
        if step == _SENDING:
            self._head_ends = self._ends
            _limit.set(self)
        elif step == _RECEIVING:
            if self._read_timeout is not None:
                ends = self._clock() + self._read_timeout
                self._head_ends = ends if self._ends is None else min(ends, self._ends)
            # Nothing that follows concerns the head, and each step told costs microseconds. A
            # proxy's CONNECT comes before a new byte stream.
            request = info.get("request")
            if request is not None and request.method != b"CONNECT":
                request.extensions.pop("trace", None)
        elif step.endswith(_SECURING):
            # httpcore would give TLS as long as the connection before it had.
            info["timeout"] = self.shorter(info.get("timeout"))
        elif step.endswith(_OPENED):
            stream = info.get("return_value")
            guard_reads(stream)
            self._guard_writes(stream)

    def _guard_writes(self, stream: Any) -> None:
        _guard_writes(stream)

    def shorter(self, timeout: float | None) -> float | None:
        """A time limit, cut to what is left.

        Raises:
            TimeoutError: Nothing is.
        """
        if self._head_ends is None:
            return timeout
        left = self._head_ends - self._clock()
        if left <= 0:
            raise TimeoutError("the answer's head took too long")
        return left if timeout is None else min(timeout, left)

    def __enter__(self) -> None:
        """Nothing yet; the limit holds from the first step of HTTP/1."""

    def __exit__(self, *failure: object) -> None:
        _limit.set(None)


class AsyncHeadLimit(HeadLimit):
    """As `HeadLimit`, for an async client."""

    __slots__ = ()

    async def __call__(self, step: str, info: dict[str, Any]) -> None:  # type: ignore[override]  # httpcore's async half awaits it
        """A step has begun or ended."""
        HeadLimit.__call__(self, step, info)

    def _guard_writes(self, stream: Any) -> None:
        """Nothing: what ends an async call at its deadline ends its writes too."""


_limit: ContextVar[HeadLimit | None] = ContextVar("evolink_kimi_head_limit", default=None)


def guard_reads(stream: Any) -> None:
    """Have the reads of a connection's byte stream keep to the limit of the call they are for."""
    if not (hasattr(stream, "read") and hasattr(stream, "__dict__")):
        return
    stream.__dict__.pop("read", None)
    # A cycle would leave a dropped connection open until the collector comes by.
    plain: Any = WeakMethod(stream.read)

    def read(max_bytes: int, timeout: float | None = None) -> Any:
        limit = _limit.get()
        return plain()(max_bytes, timeout if limit is None else limit.shorter(timeout))

    stream.read = read


def _guard_writes(stream: Any) -> None:
    if not (hasattr(stream, "write") and hasattr(stream, "__dict__")):
        return
    stream.__dict__.pop("write", None)
    plain: Any = WeakMethod(stream.write)

    def write(buffer: bytes, timeout: float | None = None) -> None:
        limit = _limit.get()
        if limit is None or len(buffer) <= _WRITE_BYTES:
            plain()(buffer, timeout if limit is None else limit.shorter(timeout))
            return
        view = memoryview(buffer)
        for start in range(0, len(view), _WRITE_BYTES):
            plain()(view[start : start + _WRITE_BYTES], limit.shorter(timeout))

    stream.write = write
