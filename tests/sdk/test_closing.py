"""What can be closed is so by its own block, by `contextlib.closing`, and handed on before."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi

from tests.support.fault_server import FaultServer, Script, chunked, sse
from tests.support.streams import sample

pytestmark = pytest.mark.usefixtures("no_noise")

# It has events, but no end: only closing frees its connection.
OPEN: Script = [sse(), chunked(sample("chat").partition(b"[DONE]")[0], last=False)]
ARGUMENTS: dict[str, Any] = {"model": "kimi-k3.1-pro", "messages": []}

# What gives something to close. Each is tried for Kimi, and by its twin for AsyncKimi.
OPENERS: dict[str, Callable[[Any], Any]] = {
    "events": lambda client: client.chat.completions.create(**ARGUMENTS, stream=True),
    "stream": lambda client: client.chat.completions.stream(**ARGUMENTS),
    "request": lambda client: client.request("POST", "/v1/x", {}, stream=True),
    "streaming response": lambda client: client.chat.completions.with_streaming_response.create(
        **ARGUMENTS, stream=True
    ),
}


def opened(client: Any, name: str) -> Any:
    """The object as a block of its manager gives it, handed out of that block."""
    made = OPENERS[name](client)
    return made.__enter__() if name in ("stream", "streaming response") else made


async def opened_async(client: Any, name: str) -> Any:
    made = OPENERS[name](client)
    is_manager = name in ("stream", "streaming response")
    return await (made.__aenter__() if is_manager else made)


@pytest.mark.parametrize("name", OPENERS)
@pytest.mark.parametrize("block", [contextlib.nullcontext, contextlib.closing])
def test_a_block_closes_what_it_is_given(name: str, block: Callable[[Any], Any]) -> None:
    with FaultServer([OPEN]) as server, Kimi(api_key="key", base_url=server.url) as client:
        # nullcontext: the object is its own context manager.
        given = opened(client, name)
        with given if block is contextlib.nullcontext else block(given) as inner:
            assert inner is given
            assert server.open_connections == 1
        assert server.wait_until_closed(20) == 0
        given.close()  # again, in peace


@pytest.mark.parametrize("name", OPENERS)
@pytest.mark.parametrize("block", [contextlib.nullcontext, contextlib.aclosing])
def test_an_async_block_closes_what_it_is_given(name: str, block: Callable[[Any], Any]) -> None:
    async def main(server: FaultServer) -> None:
        async with AsyncKimi(api_key="key", base_url=server.url) as client:
            given = await opened_async(client, name)
            async with given if block is contextlib.nullcontext else block(given) as inner:
                assert inner is given
                assert server.open_connections == 1
            assert await asyncio.to_thread(server.wait_until_closed, 20) == 0
            await given.close()
            await given.aclose()

    with FaultServer([OPEN]) as server:
        asyncio.run(main(server))


def test_aclosing_closes_a_stream_whose_loop_was_left() -> None:
    async def main(server: FaultServer) -> None:
        async with AsyncKimi(api_key="key", base_url=server.url) as client:
            stream = await opened_async(client, "events")
            async with contextlib.aclosing(stream) as events:
                async for _ in events:
                    break
            assert stream.http.status_code == 200
            assert repr(stream).endswith(" closed>")
            assert await asyncio.to_thread(server.wait_until_closed, 20) == 0

    with FaultServer([OPEN]) as server:
        asyncio.run(main(server))


def test_closing_closes_a_client() -> None:
    async def main(server: FaultServer) -> None:
        async with contextlib.aclosing(AsyncKimi(api_key="key", base_url=server.url)) as client:
            await opened_async(client, "events")
        assert await asyncio.to_thread(server.wait_until_closed, 20) == 0

    with FaultServer([OPEN]) as server:
        with contextlib.closing(Kimi(api_key="key", base_url=server.url)) as client:
            stream = opened(client, "events")
        assert server.wait_until_closed(20) == 0
        stream.close()
