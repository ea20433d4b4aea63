"""The vector server: plays the answers of a case on loopback and records what it is asked."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from types import TracebackType
from typing import Any, Self

from parity.cases import Answer, Case

__all__ = ["VectorServer"]

_HOSTS = 2
_HOLD_SECONDS = 20.0
# Between a few pieces, so that a client gets each by itself; thousands would take too long, and
# many clients read pieces of the chunked coding one by one in any case.
_PAUSE_SECONDS = 0.003
_FEW_PIECES = 200


class VectorServer:
    """Two base URLs that play one case at a time.

    Attributes:
        base_urls: The base URLs, in order.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: tuple[Answer, ...] = ()
        self._requests: list[dict[str, Any]] = []
        self._sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(_HOSTS)]
        self._closing = threading.Event()
        self.base_urls = [f"http://127.0.0.1:{s.getsockname()[1]}" for s in self._sockets]
        for host, listener in enumerate(self._sockets):
            threading.Thread(target=self._accept, args=(host, listener), daemon=True).start()

    def play(self, case: Case) -> None:
        """From now on answer as this case says; what was recorded before is forgotten."""
        with self._lock:
            self._answers = case.answers
            self._requests = []

    def requests(self) -> list[dict[str, Any]]:
        """What has been asked: `host` (which base URL), `method`, `path`, `headers`, `body`."""
        with self._lock:
            return list(self._requests)

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        for listener in self._sockets:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _accept(self, host: int, listener: socket.socket) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(host, connection), daemon=True).start()

    def _serve(self, host: int, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(_HOLD_SECONDS)
            request = _read_request(connection)
            if request is None:
                return
            with self._lock:
                self._requests.append({"host": host, **request})
                answer = self._answers[min(len(self._requests), len(self._answers)) - 1]
            _write(connection, answer)


def _read_request(connection: socket.socket) -> dict[str, Any] | None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    method, target, _ = lines[0].split(" ", 2)
    headers = {
        name.strip().lower(): value.strip()
        for name, _, value in (line.partition(":") for line in lines[1:])
    }
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = _read_chunked(connection, body)
    else:
        length = int(headers.get("content-length", "0"))
        while len(body) < length:
            body += connection.recv(65536)
    try:
        value = json.loads(body)
    except ValueError:
        value = {"not JSON": body.decode("utf-8", "replace")}
    return {"method": method, "path": target, "headers": headers, "body": value}


def _read_chunked(connection: socket.socket, data: bytes) -> bytes:
    body = b""
    while True:
        while b"\r\n" not in data:
            data += connection.recv(65536)
        size, _, data = data.partition(b"\r\n")
        length = int(size.partition(b";")[0], 16)
        while len(data) < length + 2:
            data += connection.recv(65536)
        body, data = body + data[:length], data[length + 2 :]
        if not length:
            return body


def _write(connection: socket.socket, answer: Answer) -> None:
    if answer.status == 0:
        return
    in_pieces = bool(answer.chunks) or answer.then != "end"
    headers = {**answer.headers, "connection": "close"}
    headers |= (
        {"transfer-encoding": "chunked"} if in_pieces else {"content-length": str(len(answer.body))}
    )
    head = [f"HTTP/1.1 {answer.status} Vector", *(f"{n}: {v}" for n, v in headers.items())]
    connection.sendall("\r\n".join([*head, "", ""]).encode("latin-1"))
    if not in_pieces:
        connection.sendall(answer.body)
        return
    ends = [*answer.chunks, len(answer.body)]
    for start, end in zip([0, *answer.chunks], ends, strict=True):
        piece = answer.body[start:end]
        if piece:
            connection.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
            if len(ends) <= _FEW_PIECES:
                time.sleep(_PAUSE_SECONDS)
    if answer.then == "end":
        connection.sendall(b"0\r\n\r\n")
    elif answer.then == "hold":
        # Whatever the client sends or does now ends the wait.
        connection.recv(1)
