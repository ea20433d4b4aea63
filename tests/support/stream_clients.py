"""Clients with a pool of one connection, and the streams that a fault server sends them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.options import Timeout
from tests.support.drivers import OPERATION
from tests.support.fault_server import HOLD, FaultServer, Script, answer, chunked, sse
from tests.support.streams import frames, sample

__all__ = [
    "BODY",
    "ENOUGH",
    "HELD",
    "HELD_EVENTS",
    "HELLO",
    "IN_TIME",
    "OK",
    "WHOLE",
    "Step",
    "acall",
    "call",
    "run_async",
    "run_sync",
    "stream_of",
]

Step = Callable[[Any], Any]

# Nothing waits so long, unless a test lets the time pass: see `Clock.hurry`.
IN_TIME = Timeout(connect=60, read=60, write=60, pool=60)
HELLO = {"id": "c", "choices": [{"index": 0, "delta": {"content": "Hel"}, "finish_reason": None}]}
HELD_EVENTS = 50
ENOUGH = frames(*[HELLO] * HELD_EVENTS)
OK: Script = [answer()]
BODY: dict[str, Any] = {"model": "kimi-k3"}


def stream_of(*parts: bytes, last: bool = True) -> list[Any]:
    """A script: the head of a stream, and these parts of it."""
    return [sse(), chunked(*parts, last=last)]


WHOLE: Script = stream_of(sample("chat"))
# Text, and then the server holds the connection without a word.
HELD: Script = [*stream_of(ENOUGH, last=False), HOLD]


def run_sync(server: FaultServer, *steps: Step, **options: Any) -> list[Any]:
    """What the steps give, one after another, on a client with one connection."""
    given = {"api_key": "k", "timeout": IN_TIME, "max_retries": 0, **options}
    limits = httpx.Limits(max_connections=1)
    with (
        httpx.Client(limits=limits, trust_env=False) as http,
        SyncClient(base_url=server.url, http_client=http, **given) as client,
    ):
        return [step(client) for step in steps]


def run_async(
    server: FaultServer, *steps: Callable[[Any], Awaitable[Any]], **options: Any
) -> list[Any]:
    """As `run_sync`."""

    async def main() -> list[Any]:
        given = {"api_key": "k", "timeout": IN_TIME, "max_retries": 0, **options}
        limits = httpx.Limits(max_connections=1)
        async with (
            httpx.AsyncClient(limits=limits, trust_env=False) as http,
            AsyncClient(base_url=server.url, http_client=http, **given) as client,
        ):
            return [await step(client) for step in steps]

    return asyncio.run(main())


def call(client: SyncClient) -> Any:
    """A call without a stream, which needs the connection too."""
    return client._call(OPERATION, BODY)


async def acall(client: AsyncClient) -> Any:
    """As `call`."""
    return await client._call(OPERATION, BODY)
