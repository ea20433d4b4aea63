"""The loopback server: bytes rendered before they are asked for, in a process of its own.

The first segment of the path says how an answer comes: `/chunks-plain-500/v1/messages` is a stream
of the plain kind and about 500 events, each in an HTTP chunk of its own; `/whole-plain-500/…` the
same body in one piece. A request without `"stream": true` gets the answer as one JSON object.

As a program it serves HTTP and HTTPS until its standard input ends, and prints both ports.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import sys
import tempfile
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self

from . import samples

__all__ = ["Server"]

_PATHS = {
    "/chat/completions": "chat",
    "/messages": "messages",
    "/responses": "responses",
}


@lru_cache
def rendered(delivery: str, protocol: str, streams: bool) -> bytes:
    """A whole HTTP response."""
    how, kind, count = delivery.split("-")
    if not streams:
        body = samples.answer(protocol, kind, int(count)).events[0]
        return _head("application/json", f"content-length: {len(body)}") + body
    events = samples.stream(protocol, kind, int(count)).events
    if how == "chunks":
        return _head("text/event-stream", "transfer-encoding: chunked") + samples.as_chunks(events)
    body = b"".join(events)
    return _head("text/event-stream", f"content-length: {len(body)}") + body


def _head(kind: str, framing: str) -> bytes:
    return (
        f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n{framing}\r\n"
        "date: Thu, 26 Nov 2026 09:00:00 GMT\r\nserver: bench\r\nx-request-id: req_6adc72a2\r\n\r\n"
    ).encode()


class _Connection(asyncio.Protocol):
    def __init__(self) -> None:
        self._received = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, body = bytes(self._received).partition(b"\r\n\r\n")
        if not separator:
            return
        lines = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in lines[1:])
        if len(body) < int(fields.get("content-length", 0)):
            return
        self._received.clear()
        path = lines[0].split(" ")[1].partition("?")[0]
        delivery = path.split("/")[1]
        protocol = next(name for end, name in _PATHS.items() if path.endswith(end))
        streams = json.loads(body).get("stream", False) is True
        self._transport.write(rendered(delivery, protocol, streams))


async def _serve(certificate: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    loop = asyncio.get_running_loop()
    plain = await loop.create_server(_Connection, "127.0.0.1", 0, backlog=1024)
    secure = await loop.create_server(_Connection, "127.0.0.1", 0, ssl=context, backlog=1024)
    print(*(server.sockets[0].getsockname()[1] for server in (plain, secure)), flush=True)
    await asyncio.to_thread(sys.stdin.read)


class Server:
    """The server's process, with a certificate for it that nothing else trusts.

    Attributes:
        plain: Base URL over HTTP.
        secure: Base URL over HTTPS.
        authority: File with the certificate to trust, for `SSL_CERT_FILE`.
    """

    def __enter__(self) -> Self:
        self._directory = tempfile.TemporaryDirectory()
        folder = Path(self._directory.name)
        authority = import_module("trustme").CA()
        self.authority = str(folder / "authority.pem")
        authority.cert_pem.write_to_path(self.authority)
        issued = authority.issue_cert("localhost", "127.0.0.1")
        certificate = folder / "server.pem"
        issued.private_key_and_cert_chain_pem.write_to_path(str(certificate))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.server", str(certificate)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        plain, secure = self._process.stdout.readline().split()
        self.plain = f"http://127.0.0.1:{plain}"
        self.secure = f"https://127.0.0.1:{secure}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()
        self._directory.cleanup()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
