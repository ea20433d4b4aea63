"""HTTP/1.1 on one accepted connection: requests read, answers written, nothing interpreted."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Final

__all__ = ["ClientLeft", "Connection", "Head", "RequestError"]

_MAX_HEAD: Final = 64 * 1024
_MAX_BODY: Final = 128 * 1024 * 1024
_RECEIVE: Final = 64 * 1024
_LINGER_SECONDS: Final = 0.5
_TICK_SECONDS: Final = 0.05
_TOKEN: Final = frozenset(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)


class ClientLeft(Exception):  # noqa: N818  (leaving is no error)
    """The client closed the connection, or the gateway is shutting down."""


class RequestError(Exception):
    """A request that can't be read; the connection can't be used any more.

    Args:
        status: The status to answer with.
        message: What is wrong with it.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Head:
    """A request's line and headers, names in lower case."""

    __slots__ = ("headers", "method", "target", "version")

    def __init__(self, method: str, target: str, version: str) -> None:
        self.method = method
        self.target = target
        self.version = version
        self.headers: list[tuple[str, str]] = []

    def values(self, name: str) -> list[str]:
        """Return a header's values, lists taken apart."""
        return [
            part.strip()
            for key, value in self.headers
            if key == name
            for part in value.split(",")
            if part.strip()
        ]

    @property
    def keeps_alive(self) -> bool:
        """Whether the client wants to go on using the connection."""
        options = {value.lower() for value in self.values("connection")}
        return "close" not in options if self.version == "HTTP/1.1" else "keep-alive" in options


class Connection:
    """One accepted connection. Reads and writes raise `ClientLeft` when there is nobody left.

    Args:
        sock: The accepted socket; owned by the connection from here on.
        closing: Set when the gateway shuts down, so that pauses end at once.
    """

    def __init__(self, sock: socket.socket, closing: threading.Event) -> None:
        self._sock = sock
        self._closing = closing
        self._buffer = bytearray()
        self._is_chunked = False
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read_head(self) -> Head | None:
        """Read a request's line and headers; None if the client is done.

        Raises:
            RequestError: It isn't HTTP/1.x, or too long.
        """
        budget = _MAX_HEAD
        line = self._read_line(budget)
        while line == b"":  # RFC 9112 section 2.2: ignore empty lines before the request line
            line = self._read_line(budget)
        if line is None:
            return None
        head = _request_line(line)
        while True:
            budget -= len(line) + 2
            line = self._read_line(budget)
            if line is None:
                raise ClientLeft
            if line == b"":
                return head
            name, colon, value = line.decode("latin-1").partition(":")
            if not colon or not name or not _TOKEN.issuperset(name):
                raise RequestError(400, f"Malformed header line {line[:40]!r}")
            head.headers.append((name.lower(), value.strip(" \t")))

    def read_body(self, head: Head) -> bytes:
        """Read a request's body, telling the client to go on if it waits for that.

        Raises:
            RequestError: Its length is unclear or beyond the limit.
        """
        codings = [value.lower() for value in head.values("transfer-encoding")]
        lengths = set(head.values("content-length"))
        if codings and lengths:
            raise RequestError(400, "Both Transfer-Encoding and Content-Length")
        if codings and codings != ["chunked"]:
            raise RequestError(501, f"Transfer-Encoding {', '.join(codings)} is not supported")
        if len(lengths) > 1 or not all(length.isdecimal() for length in lengths):
            raise RequestError(400, f"Invalid Content-Length {', '.join(sorted(lengths))!r}")
        length = int(lengths.pop()) if lengths else 0
        if length > _MAX_BODY:
            raise RequestError(413, f"The body is longer than {_MAX_BODY} bytes")
        self._expect(head, has_body=bool(codings or length))
        return self._read_chunks() if codings else self._read_exactly(length)

    def start(
        self,
        status: int,
        headers: Iterable[tuple[str, str]],
        *,
        length: int | None = None,
        chunked: bool = False,
        close: bool = False,
    ) -> None:
        """Send the status line and the headers.

        Args:
            status: HTTP status.
            headers: Names and values.
            length: Content-Length, if the body has one.
            chunked: Whether the body is sent in chunks; without either it ends with the connection.
            close: Whether to announce that the connection is closed after the answer.
        """
        framing: list[tuple[str, str]] = []
        if length is not None:
            framing.append(("Content-Length", str(length)))
        elif chunked:
            framing.append(("Transfer-Encoding", "chunked"))
        if close:
            framing.append(("Connection", "close"))
        self._is_chunked = chunked and length is None
        lines = [f"HTTP/1.1 {status} {_reason(status)}"]
        lines += [f"{name}: {value}" for name, value in (*headers, *framing)]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace"))

    def write(self, data: bytes) -> None:
        """Send a part of the body, as a chunk of its own where the body is chunked."""
        if data:
            self.send(b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked else data)

    def finish(self) -> None:
        """End a chunked body."""
        if self._is_chunked:
            self.send(b"0\r\n\r\n")

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        try:
            self._sock.sendall(data)
        except OSError:
            raise ClientLeft from None

    def pause(self, seconds: float | None) -> None:
        """Wait so many seconds, or until the client leaves; shutting down ends it too.

        Raises:
            ClientLeft: The client left meanwhile. One that has closed only its sending side
                counts as gone, for TCP doesn't tell the two apart.
        """
        end = None if seconds is None else time.monotonic() + seconds
        while not self._closing.is_set():
            left = _TICK_SECONDS if end is None else end - time.monotonic()
            if left <= 0:
                return
            self._watch(left)
        raise ClientLeft

    def reset(self) -> None:
        """Close the connection with a TCP RST."""
        # Some systems throw away what the client has not read yet when the RST arrives.
        self._closing.wait(_TICK_SECONDS)
        self._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._sock.close()

    def interrupt(self) -> None:
        """Make another thread's reads and writes on this connection end."""
        with suppress(OSError):  # closed already
            self._sock.shutdown(socket.SHUT_RDWR)

    def close(self, *, linger: bool = False) -> None:
        """Close the connection.

        Args:
            linger: First read what the client is still sending, for a little while: closing with
                unread data resets the connection, and the client might not see the answer.
        """
        if linger:
            self._drain()
        self._sock.close()

    def _drain(self) -> None:
        end = time.monotonic() + _LINGER_SECONDS
        try:
            self._sock.shutdown(socket.SHUT_WR)
            while (left := end - time.monotonic()) > 0:
                self._sock.settimeout(left)
                if not self._sock.recv(_RECEIVE):
                    return
        except OSError:
            return

    def _watch(self, seconds: float) -> None:
        """Wait at most so long; return early if the client sends something."""
        try:
            self._sock.settimeout(seconds)
            if self._sock.recv(1, socket.MSG_PEEK) == b"":
                raise ClientLeft
            self._closing.wait(min(seconds, _TICK_SECONDS))
        except TimeoutError:
            return
        except OSError:
            raise ClientLeft from None
        finally:
            self._sock.settimeout(None)

    def _expect(self, head: Head, *, has_body: bool) -> None:
        expected = [value.lower() for value in head.values("expect")]
        if not expected:
            return
        if expected != ["100-continue"]:
            raise RequestError(417, f"Expect: {', '.join(expected)} is not supported")
        if has_body and not self._buffer and head.version == "HTTP/1.1":
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _read_chunks(self) -> bytes:
        body = bytearray()
        while True:
            size_text = self._must_read_line().partition(b";")[0].strip()
            try:
                size = int(size_text, 16)
            except ValueError:
                raise RequestError(400, f"Invalid chunk size {size_text[:20]!r}") from None
            if size < 0 or len(body) + size > _MAX_BODY:
                raise RequestError(413, f"The body is longer than {_MAX_BODY} bytes")
            if size == 0:
                while self._must_read_line():
                    pass  # trailers
                return bytes(body)
            body += self._read_exactly(size)
            if self._must_read_line():
                raise RequestError(400, "A chunk is longer than its size says")

    def _must_read_line(self) -> bytes:
        line = self._read_line(_MAX_HEAD)
        if line is None:
            raise ClientLeft
        return line

    def _read_line(self, limit: int) -> bytes | None:
        """Read a line without its end; None at the end of the connection."""
        searched = 0
        while (at := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > limit:
                raise RequestError(431, f"The request's head is longer than {_MAX_HEAD} bytes")
            if not self._receive():
                return None
        if at > limit:
            raise RequestError(431, f"The request's head is longer than {_MAX_HEAD} bytes")
        line = bytes(self._buffer[:at])
        del self._buffer[: at + 1]
        return line.removesuffix(b"\r")

    def _read_exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            if not self._receive():
                raise ClientLeft
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        return data

    def _receive(self) -> bool:
        try:
            data = self._sock.recv(_RECEIVE)
        except OSError:
            return False
        self._buffer += data
        return bool(data)


def _request_line(line: bytes) -> Head:
    parts = line.decode("latin-1").split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/"):
        raise RequestError(400, f"Malformed request line {line[:60]!r}")
    method, target, version = parts
    if version not in {"HTTP/1.0", "HTTP/1.1"}:
        raise RequestError(505, f"{version} is not supported")
    if not _TOKEN.issuperset(method) or not target.startswith("/"):
        raise RequestError(400, f"Malformed request line {line[:60]!r}")
    return Head(method, target, version)


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Status"
