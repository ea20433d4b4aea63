"""What the sync and the async HTTP response share: all but reading and closing.

Wraps a response of httpx, or of a client made like it, without importing it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .content_coding import Decoder
from .error_details import excerpt_of
from .errors import APIConnectionError, APIResponseError, APITimeoutError
from .headers import request_id_of
from .http_failures import explain_read_failure
from .http_info import HTTPInfo
from .options import DEFAULT_MAX_EVENT_BYTES
from .recording import Recording
from .secrecy import LineScrubber, Scrubber
from .wire import loads

__all__ = ["BaseResponse", "shorter"]

ErrorT = TypeVar("ErrorT", bound=Exception)


class BaseResponse(HTTPInfo):
    """What the sync and the async response share.

    Attributes:
        unread: Why the body was not read, if it was refused.
    """

    __slots__ = (
        "_chunks",
        "_clock",
        "_closed",
        "_content",
        "_ends",
        "_most_bytes",
        "_network",
        "_on_close",
        "_raw",
        "_read_timeout",
        "_recording",
        "_scrubber",
        "unread",
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
        scrubber: Scrubber,
        most_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        self._raw = raw
        self._scrubber = scrubber
        self._chunks: Any = None
        self._content: bytes | None = None
        self._closed = False
        self._on_close: Callable[[bool], Any] | None = None
        self._recording: Recording | None = None
        self._read_timeout = read_timeout
        self._clock = clock
        self._ends = ends
        self._most_bytes = most_bytes
        self._network = _network_stream(raw)
        self.unread = ""
        self.status_code = raw.status_code
        self.headers = scrubber.headers(raw.headers.multi_items())
        self.request_id = request_id_of(self.headers)
        self.host = host
        self.attempts = attempts
        self.elapsed = elapsed
        if ends is not None:
            self._limit_reads(lambda timeout: shorter(timeout, ends - clock()))
        else:
            _free_reads(self._network)

    @property
    def is_closed(self) -> bool:
        """Whether the body can no longer be read from the network."""
        return self._closed

    def _decoder(self) -> Decoder | None:
        """What undoes the body's content coding, if it has one.

        Raises:
            APIResponseError: It has one that was not asked for, or several.
        """
        told = self._raw.headers.get("content-encoding", "").lower().split(",")
        codings = [name for name in map(str.strip, told) if name not in ("", "identity")]
        if not codings:
            return None
        try:
            return Decoder(", ".join(codings))
        except ValueError as coding:
            self.unread = (
                f"The answer's body is in the content coding {str(coding)[:40]!r}, which was not "
                "asked for and is not read"
            )
        raise self.no_answer(self.unread)

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

    def on_close(self, callback: Callable[[bool], Any]) -> None:
        """Have a function called once, when the response is closed, instead of one told before.

        It is given whether closing was interrupted, so that the connection may be lost, and may
        return an HTTP client that is to be closed then.
        """
        self._on_close = callback

    def _end(self, is_broken: bool) -> Any:
        """What closing does beside closing the connection; an HTTP client to close, or None."""
        self._chunks = None
        if self._recording is not None:
            self._recording.close()
        callback, self._on_close = self._on_close, None
        return callback(is_broken) if callback is not None else None

    def record(self, path: str) -> None:
        """Write the body to a file as it is read; see `Recording`. Before it is read."""
        scrubber = LineScrubber(self._scrubber)
        self._recording = Recording(path, self.status_code, self.headers, scrubber)

    def scrubbed(self, error: ErrorT) -> ErrorT:
        """The same error, with `***` in place of the key in what it shows."""
        return self._scrubber.error(error)

    def _error(self, cls: type[ErrorT], message: str, **context: Any) -> ErrorT:
        """An error that tells of this response."""
        context |= {"headers": self.headers, "host": self.host, "attempts": self.attempts}
        return self.scrubbed(cls(message, **context))

    def no_answer(self, message: str, content: bytes | None = None) -> APIResponseError:
        """The error for a success that is not what was asked for, from its body if not read."""
        body = excerpt_of(self.content_read() if content is None else content)
        return self._error(APIResponseError, message, status_code=self.status_code, body=body)

    def content_read(self) -> bytes:
        """The body, which was read."""
        return self._content or b""

    def json_read(self) -> Any:
        """The JSON value of the body, which was read.

        Raises:
            APIResponseError: It is not JSON.
        """
        try:
            return loads(self.content_read())
        except ValueError as problem:
            why = str(problem)
        size = len(self.content_read())
        kind = self.headers.get("content-type") or "no content type"
        if kind.startswith("text/event-stream"):
            why = "it is an event stream, which calls with stream=True read"
        message = f"The answer is not JSON ({kind}, {size} bytes): {why}"
        raise self.no_answer(message)

    def _too_long(self, start: bytes) -> APIResponseError:
        """The error for a body of more bytes than allowed, from its start."""
        return self.no_answer(
            f"The answer is longer than {self._most_bytes} bytes; raise max_event_bytes, or read "
            "it in pieces by with_streaming_response and iter_bytes",
            start,
        )

    def _check_open(self) -> None:
        if self._closed:
            raise self._error(APIConnectionError, "The response is closed")

    def _check_deadline(self) -> None:
        if self._ends is not None and self._clock() >= self._ends:
            raise self._failure(None)

    def _failure(self, cause: Exception | None) -> APIConnectionError:
        """The error for a body that cannot be read on."""
        passed = self._ends is not None and self._clock() >= self._ends
        cls, message = explain_read_failure(cause, self._read_timeout)
        if passed:
            cls, message = APITimeoutError, "The call did not finish within its deadline"
        error = self._error(cls, message)
        error.__cause__ = cause
        return self.scrubbed(error)


def _network_stream(raw: Any) -> Any:
    """The connection's byte stream where its reads may be limited, else None.

    An HTTP/2 connection carries other responses as well, and is left alone.
    """
    extensions = raw.extensions
    if extensions.get("http_version") not in (b"HTTP/1.1", b"HTTP/1.0"):
        return None
    network = extensions.get("network_stream")
    return network if hasattr(network, "read") and hasattr(network, "__dict__") else None


def _free_reads(network: Any) -> None:
    if network is not None:
        network.__dict__.pop("read", None)


def shorter(timeout: float | None, left: float) -> float:
    """A time limit, cut to what is left, 0 or more."""
    left = max(0.0, left)
    return left if timeout is None else min(timeout, left)
