"""A real HTTP server that notes what it is sent and answers what it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Received:
    """A request: `target` is path and query as sent; `body` is None if there was none."""

    method: str
    target: str
    headers: dict[str, str]
    body: Any


@dataclass(slots=True)
class Recorder:
    """Every request in order, and the answer to the next ones."""

    url: str = ""
    requests: list[Received] = field(default_factory=list)
    status: int = 200
    media_type: str = "application/json"
    body: bytes = b"{}"

    def answers(self, value: Any, status: int = 200) -> None:
        """Answer with JSON."""
        self.status, self.media_type = status, "application/json"
        self.body = json.dumps(value).encode()

    def streams(self, *events: Any) -> None:
        """Answer with server-sent events; a text is sent as it is."""
        self.status, self.media_type = 200, "text/event-stream"
        lines = [e if isinstance(e, str) else json.dumps(e) for e in events]
        self.body = "".join(f"data: {line}\n\n" for line in lines).encode()


@contextmanager
def recorder() -> Iterator[Recorder]:
    """A server on loopback, for as long as the context is open."""
    recorded = Recorder()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            data = self.rfile.read(length)
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(data) if data else None
            recorded.requests.append(Received(self.command, self.path, headers, body))
            self.send_response(recorded.status)
            self.send_header("content-type", recorded.media_type)
            self.send_header("content-length", str(len(recorded.body)))
            self.end_headers()
            self.wfile.write(recorded.body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815  # http.server's names

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    recorded.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield recorded
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
