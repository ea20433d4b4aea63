"""A server of raw sockets that does exactly what its script says, faults above all."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

__all__ = ["CLOSE", "HALF_CLOSE", "HOLD", "RESET", "FaultServer", "Pause", "Request", "Script"]
__all__ += ["answer", "chunked", "closed_port", "error_body", "free_port", "sse"]


@dataclass(frozen=True, slots=True)
class _Move:
    name: str


CLOSE: Final = _Move("close")
"""Close the connection in an orderly way."""
RESET: Final = _Move("reset")
"""Reset the connection."""
HALF_CLOSE: Final = _Move("half-close")
"""Send no more, but keep reading."""
HOLD: Final = _Move("hold")
"""Do nothing until the client closes or the server stops."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait, in seconds."""

    seconds: float


Script: TypeAlias = Iterable[bytes | _Move | Pause | Callable[[], object]]
"""What happens after a request; without a move at its end, the next request is awaited.

A function is called, in the server's thread.
"""

_PATIENCE: Final = 60.0


@dataclass(slots=True)
class Request:
    """A request as received."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int


@dataclass(slots=True)
class FaultServer:
    """Plays one script a request, in order; the last one repeats.

    Attributes:
        scripts: The scripts.
        on_accept: A move made on every connection before a request is read, if any.
        tls: What to secure connections with, if anything.
        port: Where it listens, on the loopback.
    """

    scripts: list[Script]
    on_accept: _Move | None = None
    tls: ssl.SSLContext | None = None
    requests: list[Request] = field(default_factory=list)
    accepted: int = 0
    _open: set[socket.socket] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _listener: socket.socket = field(init=False)
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._listener.settimeout(0.05)
        self.port = self._listener.getsockname()[1]

    @property
    def url(self) -> str:
        scheme = "http" if self.tls is None else "https"
        return f"{scheme}://127.0.0.1:{self.port}"

    @property
    def open_connections(self) -> int:
        with self._lock:
            return len(self._open)

    def wait_until_closed(self, seconds: float = _PATIENCE) -> int:
        """How many connections are open still after the clients were given time to close them."""
        ends = time.monotonic() + seconds
        while self.open_connections and time.monotonic() < ends:
            time.sleep(0.005)
        return self.open_connections

    def wait_for(self, requests: int, seconds: float = _PATIENCE) -> int:
        """How many requests were read, after the server was given time to read so many.

        Clients that have no more patience leave requests behind that are yet to be read.
        """
        ends = time.monotonic() + seconds
        while len(self.requests) < requests and time.monotonic() < ends:
            time.sleep(0.005)
        return len(self.requests)

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stopping.set()
        for thread in list(self._threads):
            thread.join(_PATIENCE)
        self._listener.close()

    def _start(self, target: object, *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)  # type: ignore[arg-type]  # a method
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            with self._lock:
                self.accepted += 1
                self._open.add(connection)
                number = self.accepted
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(0.02)
            self._start(self._serve, connection, number)

    def _serve(self, accepted: socket.socket, number: int) -> None:
        connection = accepted
        try:
            if self.tls is not None:
                accepted.settimeout(_PATIENCE)
                connection = self.tls.wrap_socket(accepted, server_side=True)
                connection.settimeout(0.02)
            if self.on_accept is not None:
                self._play(connection, [self.on_accept])
                return
            buffer = b""
            while True:
                request, buffer = self._read(connection, buffer, number)
                if request is None:
                    return
                with self._lock:
                    script = self.scripts[min(len(self.requests), len(self.scripts) - 1)]
                    self.requests.append(request)
                if not self._play(connection, script):
                    return
        except OSError:
            return
        finally:
            with self._lock:
                self._open.discard(accepted)
            connection.close()
            accepted.close()

    def _read(
        self, connection: socket.socket, buffer: bytes, number: int
    ) -> tuple[Request | None, bytes]:
        while b"\r\n\r\n" not in buffer:
            data = self._receive(connection)
            if not data:
                return None, b""
            buffer += data
        head, _, buffer = buffer.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {
            name.lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        length = int(headers.get("content-length", "0"))
        while len(buffer) < length:
            data = self._receive(connection)
            if not data:
                return None, b""
            buffer += data
        return Request(method, target, headers, buffer[:length], number), buffer[length:]

    def _receive(self, connection: socket.socket) -> bytes:
        while not self._stopping.is_set():
            try:
                return connection.recv(65536)
            except TimeoutError:
                continue
        return b""

    def _play(self, connection: socket.socket, script: Script) -> bool:
        """Whether the connection goes on to the next request."""
        for step in script:
            if isinstance(step, bytes):
                connection.settimeout(_PATIENCE)
                connection.sendall(step)
                connection.settimeout(0.02)
            elif isinstance(step, Pause):
                if self._stopping.wait(step.seconds):
                    return False
            elif callable(step):
                step()
            elif step is RESET:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return False
            elif step is CLOSE:
                return False
            else:
                if step is HALF_CLOSE:
                    connection.shutdown(socket.SHUT_WR)
                while self._receive(connection):
                    pass
                return False
        return True


_REASONS: Final = {200: "OK", 204: "No Content", 302: "Found", 429: "Too Many Requests"}


def answer(
    status: int = 200,
    body: bytes = b'{"ok":true}',
    headers: dict[str, str] | None = None,
    content_type: str = "application/json",
    *,
    length: int | None = None,
) -> bytes:
    """A whole response with Content-Length; `length` tells a wrong one."""
    lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Status')}", f"Content-Type: {content_type}"]
    if status != 204:
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def sse(headers: dict[str, str] | None = None) -> bytes:
    """The head of a chunked event stream."""
    lines = ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def chunked(*parts: bytes, last: bool = True) -> bytes:
    """Parts as chunks of a chunked body, with its end unless `last` is false."""
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return chunks + b"0\r\n\r\n" if last else chunks


def error_body(type_: str | None = None, **more: Any) -> bytes:
    """The JSON of an error, with the message `told`."""
    return json.dumps({"error": {"message": "told", "type": type_, **more}}).encode()


def _bound() -> int:
    held = socket.socket()
    held.bind(("127.0.0.1", 0))
    port: int = held.getsockname()[1]
    held.detach()  # it stays bound, so that no other test is given it
    return port


# At import, for tests that count what is open.
_CLOSED_PORT = _bound()


def closed_port() -> int:
    """A port of the loopback on which nothing listens while the tests run."""
    return _CLOSED_PORT


def free_port() -> int:
    """A port of the loopback for a server of another program."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
