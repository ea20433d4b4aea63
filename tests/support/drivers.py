"""The sync and the async base client behind one face, so that one table of cases tests both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import KimiError
from overlays.runtime.operation import Operation
from overlays.runtime.options import CallOptions

__all__ = ["DRIVERS", "OPERATION", "AiohttpDriver", "AsyncDriver", "Driver", "Outcome"]
__all__ += ["SyncDriver", "descriptors"]


def _same(wire: dict[str, Any]) -> dict[str, Any]:
    return wire


OPERATION: Operation[dict[str, Any], dict[str, Any]] = Operation(
    id="test.create",
    method="POST",
    path="/v1/test",
    response=_same,
    event=_same,
    protocol="chat",
    sentinel="[DONE]",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to.

    Attributes:
        value: Its result, None after an error.
        error: The client's error, if it raised one. Any other exception fails the test.
        chunks: Of a stream, the chunks received.
    """

    value: Any = None
    error: KimiError | None = None
    chunks: tuple[bytes, ...] = ()


class Driver(Protocol):
    """A base client that makes one call, or reads one stream, a step."""

    def run(
        self,
        steps: list[str],
        options: CallOptions | None = None,
        *,
        on_chunk: Callable[[], object] = int,
        **client: Any,
    ) -> list[Outcome]:
        """Perform steps on one client, which is closed afterwards.

        A step is `json` (a call), `stream` (read to the end of the body, closed) or `done`
        (read until `[DONE]`, drained and closed). `on_chunk` is called after each chunk of one.
        """
        ...


def _settings(client: dict[str, Any]) -> dict[str, Any]:
    return {"api_key": "sk-test-key", **client}


class SyncDriver:
    def run(
        self,
        steps: list[str],
        options: CallOptions | None = None,
        *,
        on_chunk: Callable[[], object] = int,
        **client: Any,
    ) -> list[Outcome]:
        with SyncClient(**_settings(client)) as made:
            return [self._step(made, step, options or CallOptions(), on_chunk) for step in steps]

    def _step(
        self, client: SyncClient, step: str, options: CallOptions, on_chunk: Callable[[], object]
    ) -> Outcome:
        chunks: list[bytes] = []
        try:
            if step == "json":
                value = client._call(OPERATION, {"n": 1}, options)
                return Outcome(value)
            response = client._send("POST", "/v1/test", {"stream": True}, options, stream=True)
            try:
                for chunk in response.iter_bytes():
                    chunks.append(chunk)
                    on_chunk()
                    if step == "done" and b"[DONE]" in chunk:
                        break
                if step == "done":
                    response.drain()
            finally:
                response.close()
            return Outcome(None, None, tuple(chunks))
        except KimiError as error:
            return Outcome(None, error, tuple(chunks))


class AsyncDriver:
    def run(
        self,
        steps: list[str],
        options: CallOptions | None = None,
        *,
        on_chunk: Callable[[], object] = int,
        **client: Any,
    ) -> list[Outcome]:
        async def main() -> list[Outcome]:
            async with self._client(client) as made:
                return [
                    await self._step(made, step, options or CallOptions(), on_chunk)
                    for step in steps
                ]

        return asyncio.run(main())

    @asynccontextmanager
    async def _client(self, client: dict[str, Any]) -> AsyncIterator[AsyncClient]:
        async with AsyncClient(**_settings(client)) as made:
            yield made

    async def _step(
        self, client: AsyncClient, step: str, options: CallOptions, on_chunk: Callable[[], object]
    ) -> Outcome:
        chunks: list[bytes] = []
        try:
            if step == "json":
                value = await client._call(OPERATION, {"n": 1}, options)
                return Outcome(value)
            response = await client._send(
                "POST", "/v1/test", {"stream": True}, options, stream=True
            )
            try:
                async for chunk in response.iter_bytes():
                    chunks.append(chunk)
                    on_chunk()
                    if step == "done" and b"[DONE]" in chunk:
                        break
                if step == "done":
                    await response.drain()
            finally:
                await response.close()
            return Outcome(None, None, tuple(chunks))
        except KimiError as error:
            return Outcome(None, error, tuple(chunks))


class AiohttpDriver(AsyncDriver):
    """An `AsyncClient` on top of aiohttp. Needs httpx-aiohttp."""

    @asynccontextmanager
    async def _client(self, client: dict[str, Any]) -> AsyncIterator[AsyncClient]:
        from httpx_aiohttp import HttpxAiohttpClient

        async with HttpxAiohttpClient() as http:
            async with AsyncClient(**_settings({**client, "http_client": http})) as made:
                yield made
        await asyncio.sleep(0.05)  # aiohttp closes transports some turns of the loop later


DRIVERS: dict[str, Callable[[], Driver]] = {"sync": SyncDriver, "async": AsyncDriver}


def descriptors() -> int:
    """How many descriptors this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())
