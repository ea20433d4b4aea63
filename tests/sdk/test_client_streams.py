"""Streams and unread answers of the base clients: whatever ends them frees the connection."""

from __future__ import annotations

import asyncio
import gc
from contextlib import suppress
from typing import Any

import anyio
import pytest

from overlays.runtime.client import AsyncClient
from overlays.runtime.errors import APIConnectionError, StreamTruncatedError
from overlays.runtime.options import Timeout
from tests.support.clients import EVENT, HELD, OK, STREAM, async_client, client
from tests.support.drivers import OPERATION, descriptors
from tests.support.fault_server import CLOSE, FaultServer, Pause, Script, chunked, sse


def test_a_stream_and_a_call_use_one_connection() -> None:
    with FaultServer([STREAM, OK, STREAM, OK]) as server, client(server) as made:
        with made._open_stream(OPERATION, {"a": 1}) as stream:
            assert len(list(stream)) == 1
        assert made._call(OPERATION, {"a": 1}) == {"ok": True}
        with made._stream_manager(OPERATION, {"a": 1}) as response:
            assert "".join(response.text_stream) == "a"
        made._call(OPERATION, {})
        assert server.accepted == 1
        assert [request.body for request in server.requests] == [
            b'{"a":1,"stream":true}',
            b'{"a":1}',
            b'{"a":1,"stream":true}',
            b"{}",
        ]


def test_an_async_stream_and_a_call_use_one_connection() -> None:
    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            async with await made._open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made._call(OPERATION, {})
            async with made._stream_manager(OPERATION, {}) as response:
                assert [text async for text in response.text_stream] == ["a"]
            await made._call(OPERATION, {})

    with FaultServer([STREAM, OK, STREAM, OK]) as server:
        asyncio.run(main(server))
        assert server.accepted == 1


def test_a_stream_that_is_left_frees_its_connection() -> None:
    """Left by break, by an exception, and by dropping it unread (httpx#2139)."""
    with FaultServer([HELD]) as server, client(server) as made:
        for _ in made._open_stream(OPERATION, {}):
            break
        with suppress(ZeroDivisionError), made._stream_manager(OPERATION, {}) as stream:
            for _ in stream:
                raise ZeroDivisionError
        made._open_stream(OPERATION, {})
        assert server.wait_until_closed() == 0
        assert len(server.requests) == 3


def test_an_unread_response_that_is_dropped_frees_its_connection() -> None:
    with FaultServer([HELD]) as server, client(server) as made:
        made.request("POST", "/x", {}, stream=True)
        assert server.wait_until_closed() == 0


@pytest.mark.filterwarnings("ignore:Async generator")  # by which trio hears of it, and tells
@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_an_unread_async_response_that_is_dropped_warns_and_is_closed(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(backend)
    monkeypatch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)

    async def main(server: FaultServer) -> None:
        async with async_client(server, timeout=Timeout(pool=60)) as made:
            with pytest.warns(ResourceWarning, match="AsyncResponse 200 .* was not closed"):
                await made.request("POST", "/x", {}, stream=True)
                gc.collect()
            # The only connection there may be is free again.
            assert await made._call(OPERATION, {}) == {"ok": True}
            with anyio.fail_after(60):
                while server.open_connections > 1:
                    await anyio.sleep(0.005)

    with FaultServer([HELD, OK]) as server:
        anyio.run(main, server, backend=backend)
        assert server.wait_until_closed() == 0


def test_an_async_response_that_outlives_its_loop_is_dropped_in_peace() -> None:
    async def main(server: FaultServer) -> Any:
        return await async_client(server).request("POST", "/x", {}, stream=True)

    with FaultServer([HELD]) as server:
        response = asyncio.run(main(server))
        with pytest.warns(ResourceWarning, match="AsyncResponse 200 .* was not closed"):
            del response
            gc.collect()


def test_a_cancelled_task_leaves_nothing() -> None:
    async def read(made: AsyncClient) -> None:
        async for _ in await made._open_stream(OPERATION, {}):
            pass

    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            for delay in (0.0, 0.05, 0.15):
                task = asyncio.create_task(read(made))
                await asyncio.sleep(delay)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            await asyncio.sleep(0.05)  # a transport closes in a turn of its own
            assert server.wait_until_closed() == 0

    before = descriptors()
    slow: Script = [Pause(0.1), *HELD]
    with FaultServer([slow]) as server:
        asyncio.run(main(server))
    gc.collect()
    assert descriptors() <= before


def test_a_connection_lost_inside_a_stream_is_a_truncated_stream() -> None:
    with FaultServer([[sse(), chunked(EVENT, last=False), CLOSE]]) as server:
        with client(server, max_retries=5) as made:
            stream = made._open_stream(OPERATION, {})
            with pytest.raises(StreamTruncatedError) as caught:
                list(stream)
        assert len(server.requests) == 1
        assert caught.value.host == f"127.0.0.1:{server.port}"
        assert isinstance(caught.value.__cause__, APIConnectionError)
