"""The mock gateway: an HTTP server on loopback that plays what it is told."""

from __future__ import annotations

import ipaddress
import json
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from inspect import iscoroutine
from types import TracebackType
from typing import Any, Final, Self, TypeAlias

from .answer import Answer, answer, error_body, refuse
from .document import Document, Operation, packaged_document
from .http1 import ClientLeft, Connection, RequestError
from .play import play
from .record import RecordedRequest
from .reply import Reply
from .reply_json import reply_from_json

__all__ = ["MockGateway", "Responder"]

Responder: TypeAlias = Reply | Callable[[RecordedRequest], Reply]
"""A reply, or a function that makes one from the request."""

_BACKLOG: Final = 128
_TOLD: Final = "x-mock-reply"
_MAX_PORT: Final = 65535
_JOIN_SECONDS: Final = 5.0


class MockGateway:
    """A real HTTP server on loopback that serves every operation of an OpenAPI document.

    Requests are answered from the document's examples unless told otherwise: with `reply` for all
    of them, with `enqueue` for the next ones, or by a request itself, with a header `X-Mock-Reply`
    that has the reply's settings as a JSON object, for clients in other languages.

    It runs in threads of its own, so that synchronous and asynchronous code can both use it, and
    stops at the end of the `with` block:

        with MockGateway(Reply(reasoning="Hm.", text="Hello")) as gateway:
            client = Kimi(api_key="any", base_url=gateway.base_url)

    Args:
        reply: How requests are answered for which nothing is queued.
        document: The OpenAPI document; by default the one the client was generated from.
        host: Loopback address to bind.
        port: Port to bind; 0 takes a free one.

    Raises:
        TypeError: `reply` is neither a reply nor a function.
        ValueError: The host isn't a loopback address, there is no such port, or the document can't
            be served.
    """

    def __init__(
        self,
        reply: Responder | None = None,
        *,
        document: Mapping[str, Any] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        if not isinstance(port, int) or not 0 <= port <= _MAX_PORT:
            raise ValueError(f"There is no port {port!r}; use 0 to {_MAX_PORT}, 0 for a free one.")
        self._reply: Responder = _checked(reply) if reply is not None else Reply()
        self._document = packaged_document() if document is None else Document(document)
        self._address = (_loopback(host), port)
        self._queue: deque[tuple[str | None, Responder]] = deque()
        self._requests: list[RecordedRequest] = []
        self._connections: dict[Connection, threading.Thread] = {}
        self._connections_accepted = 0
        self._lock = threading.Condition()
        self._closing = threading.Event()
        self._listener: socket.socket | None = None
        self._acceptor: threading.Thread | None = None
        self._wake: socket.socket | None = None

    @property
    def reply(self) -> Responder:
        """How requests are answered for which nothing is queued; may be set at any time.

        Raises:
            TypeError: When set, to what is neither a reply nor a function.
        """
        return self._reply

    @reply.setter
    def reply(self, reply: Responder) -> None:
        self._reply = _checked(reply)

    @property
    def base_url(self) -> str:
        """The URL to give to a client as its base URL.

        Raises:
            RuntimeError: The gateway isn't running.
        """
        if self._listener is None:
            raise RuntimeError("The mock gateway isn't running; use it in a with statement.")
        host, port = self._listener.getsockname()[:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations it serves."""
        return self._document.operations

    @property
    def requests(self) -> list[RecordedRequest]:
        """The requests received so far, in order."""
        with self._lock:
            return list(self._requests)

    @property
    def open_connections(self) -> int:
        """Number of connections open now."""
        with self._lock:
            return len(self._connections)

    @property
    def accepted_connections(self) -> int:
        """Number of connections accepted so far."""
        with self._lock:
            return self._connections_accepted

    def enqueue(self, *replies: Responder, operation: str | None = None) -> None:
        """Queue replies, each for one good request to come.

        A request that is refused (no key, no such path, not JSON) takes none.

        Args:
            replies: Replies, or functions that make one.
            operation: The operation's id they are for; None: for whichever comes.

        Raises:
            TypeError: One is neither.
            ValueError: The document has no such operation.
        """
        known = [each.id for each in self.operations]
        if operation is not None and operation not in known:
            raise ValueError(f"No operation {operation!r}; the document has: {', '.join(known)}.")
        checked = [_checked(reply) for reply in replies]
        with self._lock:
            self._queue.extend((operation, reply) for reply in checked)

    def clear(self) -> None:
        """Forget the recorded requests and the queued replies."""
        with self._lock:
            self._requests.clear()
            self._queue.clear()

    def wait_idle(self, timeout: float = 2.0) -> bool:
        """Wait until no connection is open; return whether it came to that in so many seconds."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._connections, timeout)

    def start(self) -> Self:
        """Bind the port and serve, until `close`.

        Raises:
            RuntimeError: It has been started before.
            OSError: The port can't be bound.
        """
        if self._acceptor is not None:
            raise RuntimeError("A mock gateway is started only once; make another one.")
        family = socket.AF_INET6 if ":" in self._address[0] else socket.AF_INET
        listener = socket.create_server(self._address, family=family, backlog=_BACKLOG)
        self._wake, waker = socket.socketpair()
        self._listener = listener
        self._acceptor = threading.Thread(
            target=self._accept, args=(listener, waker), name="mock-gateway", daemon=True
        )
        self._acceptor.start()
        return self

    def close(self) -> None:
        """Stop serving: close every connection and wait for the threads. May be called again."""
        if self._wake is None or self._acceptor is None:
            return
        self._closing.set()
        self._wake.close()
        self._wake = None
        self._acceptor.join(_JOIN_SECONDS)
        with self._lock:
            serving = list(self._connections.items())
        for connection, _ in serving:
            connection.interrupt()
        for _, thread in serving:
            thread.join(_JOIN_SECONDS)
        self._listener = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        where = self.base_url if self._listener is not None else "not running"
        return f"<MockGateway {where}, {len(self.requests)} requests>"

    def _accept(self, listener: socket.socket, waker: socket.socket) -> None:
        with listener, waker, selectors.DefaultSelector() as selector:
            selector.register(listener, selectors.EVENT_READ)
            selector.register(waker, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if waker in ready:
                    return
                try:
                    sock, _ = listener.accept()
                except OSError:
                    continue  # the client left before it was accepted
                self._begin(sock)

    def _begin(self, sock: socket.socket) -> None:
        connection = Connection(sock, self._closing)
        with self._lock:
            self._connections_accepted += 1
            number = self._connections_accepted
            thread = threading.Thread(
                target=self._serve,
                args=(connection, number),
                name=f"mock-gateway-connection-{number}",
                daemon=True,
            )
            self._connections[connection] = thread
        thread.start()

    def _serve(self, connection: Connection, number: int) -> None:
        linger = False
        try:
            while not self._closing.is_set() and self._exchange(connection, number):
                pass
        except RequestError as error:
            linger = True
            _report(connection, error)
        except ClientLeft:
            pass
        finally:
            connection.close(linger=linger)
            with self._lock:
                del self._connections[connection]
                self._lock.notify_all()

    def _exchange(self, connection: Connection, number: int) -> bool:
        """Serve one request; return whether another may follow on the connection."""
        head = connection.read_head()
        if head is None:
            return False
        body = connection.read_body(head)
        with self._lock:
            request = RecordedRequest(
                number=len(self._requests) + 1,
                connection=number,
                method=head.method,
                target=head.target,
                headers=head.headers,
                body=body,
            )
            self._requests.append(request)
        reply, result = self._answer(request)
        return play(connection, head, request, reply, result)

    def _answer(self, request: RecordedRequest) -> tuple[Reply, Answer]:
        operation, refusal = refuse(self._document, request)
        if operation is None or refusal is not None:
            assert refusal is not None
            return Reply(), refusal
        request.operation = operation.id
        try:
            told = request.header(_TOLD)
            responder = self._next(operation.id) if told is None else reply_from_json(told)
            reply = responder if isinstance(responder, Reply) else _made(responder(request))
            return reply, answer(operation, request, reply)
        except Exception as error:
            # Whatever a test's own reply function raises must reach the test, not end a thread.
            message = f"The mock gateway can't play this reply: {type(error).__name__}: {error}"
            raise RequestError(500, message) from error

    def _next(self, operation: str) -> Responder:
        with self._lock:
            for index, (wanted, responder) in enumerate(self._queue):
                if wanted in {None, operation}:
                    del self._queue[index]
                    return responder
        return self._reply


def _report(connection: Connection, error: RequestError) -> None:
    """Answer a request that could not be read, as far as the client still listens."""
    body = json.dumps(error_body(None, error.status, error.message)).encode()
    with suppress(ClientLeft):
        # Not a fault to recover from: a retry would only hide it, and take the next reply.
        headers = [("Content-Type", "application/json"), ("X-Should-Retry", "false")]
        connection.start(error.status, headers, length=len(body), close=True)
        connection.write(body)


def _loopback(host: str) -> str:
    """Return the address to bind.

    Raises:
        ValueError: It isn't a loopback address: the gateway takes any key, so it stays local.
    """
    if host == "localhost":
        return "127.0.0.1"
    try:
        is_loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not is_loopback:
        raise ValueError(
            f"The mock gateway binds loopback only, not {host!r}; use 127.0.0.1, ::1 or localhost."
        )
    return host


def _made(reply: object) -> Reply:
    if not isinstance(reply, Reply):
        if iscoroutine(reply):
            reply.close()
        raise TypeError(f"the function for it gave a {type(reply).__name__}, not a Reply")
    return reply


def _checked(reply: Responder) -> Responder:
    if not isinstance(reply, Reply) and not callable(reply):
        raise TypeError(
            f"{reply!r:.100} is neither a Reply nor a function that makes one; "
            "several replies go to enqueue(...)."
        )
    return reply
