"""Base clients of a fault server, and what it answers them."""

from __future__ import annotations

from typing import Any

from overlays.runtime.client import AsyncClient, SyncClient
from tests.support.fault_server import HOLD, FaultServer, Script, answer, chunked, sse

__all__ = ["EVENT", "HELD", "KEY", "OK", "STREAM", "async_client", "client"]

KEY = "sk-very-secret"
OK: Script = [answer()]
EVENT = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
STREAM: Script = [sse(), chunked(EVENT, b"data: [DONE]\n\n")]
HELD: Script = [sse(), chunked(EVENT, last=False), HOLD]


def client(server: FaultServer, **options: Any) -> SyncClient:
    """A client of the server that does not retry."""
    return SyncClient(**{"api_key": KEY, "base_url": server.url, "max_retries": 0, **options})


def async_client(server: FaultServer, **options: Any) -> AsyncClient:
    """As `client`."""
    return AsyncClient(**{"api_key": KEY, "base_url": server.url, "max_retries": 0, **options})
