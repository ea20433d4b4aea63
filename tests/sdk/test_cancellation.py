"""Cancelled or interrupted at any point, a call leaves no connection behind that none can use."""

from __future__ import annotations

import asyncio
import gc
import warnings
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import Any

import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import KimiError
from overlays.runtime.options import Timeout
from tests.support.drivers import OPERATION, descriptors
from tests.support.fault_server import FaultServer
from tests.support.stream_clients import BODY, WHOLE

IN_TIME = Timeout(connect=60, read=60, write=60, pool=60)
# Before 4.16 anyio forgets a socket if the task is cancelled in the very turn that connects it.
FORGETS = tuple(map(int, version("anyio").split(".")[:2])) < (4, 16)


def collect() -> None:
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()


def next_turn(turn: int) -> int:
    """The turn of the loop to cancel in after this one.

    A call is over after some twenty; further ones wait for a server that has not got its turn.
    """
    return turn + 1 + turn // 50


@pytest.fixture(autouse=True)
def one_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is lost, the next call finds none."""
    monkeypatch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)


async def read(client: AsyncClient) -> None:
    async for _ in await client._open_stream(OPERATION, BODY):
        pass


async def read_in_time(client: AsyncClient) -> None:
    stream = await client.with_options(timeout=Timeout(deadline=60))._open_stream(OPERATION, BODY)
    async for _ in stream:
        pass


async def read_raw(client: AsyncClient) -> None:
    response = await client.request("POST", "/v1/test", BODY, stream=True)
    try:
        await response.read()
    finally:
        await response.close()


async def read_at_once(client: AsyncClient) -> None:
    await client.request("POST", "/v1/test", BODY)


async def leave(client: AsyncClient) -> None:
    async with client._stream_manager(OPERATION, BODY) as stream:
        async for _ in stream.deltas():
            break


WAYS = [read, read_in_time, read_raw, read_at_once, leave]


@pytest.mark.parametrize("way", WAYS)
def test_a_task_may_be_cancelled_at_any_turn_of_the_loop(
    way: Callable[[AsyncClient], Awaitable[None]],
) -> None:
    async def main(server: FaultServer) -> int:
        async with AsyncClient(
            api_key="k", base_url=server.url, timeout=IN_TIME, max_retries=0
        ) as client:
            await way(client)
            before = descriptors()
            turns, finished = 0, False
            while not finished:
                task = asyncio.ensure_future(way(client))
                for _ in range(turns):
                    await asyncio.sleep(0)
                finished = task.done()
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                await way(client)
                turns = next_turn(turns)
            for _ in range(5000):  # a transport closes in a turn of its own
                if descriptors() <= before:
                    break
                if FORGETS:
                    collect()
                await asyncio.sleep(0.01)
            assert descriptors() <= before
            return turns

    with FaultServer([WHOLE]) as server:
        assert asyncio.run(main(server)) > 5
        assert server.wait_until_closed() == 0


# trio tells of httpx's generators that are left to the collector; it closes them all.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("way", WAYS)
def test_a_scope_may_be_cancelled_at_any_checkpoint_of_trio(
    way: Callable[[AsyncClient], Awaitable[None]],
) -> None:
    trio = pytest.importorskip("trio")

    async def main(server: FaultServer) -> int:
        async with AsyncClient(
            api_key="k", base_url=server.url, timeout=IN_TIME, max_retries=0
        ) as client:
            await way(client)
            turns, finished = 0, False
            while not finished:
                done: list[bool] = []

                async def work(done: list[bool] = done) -> None:
                    await way(client)
                    done.append(True)

                async with trio.open_nursery() as nursery:
                    nursery.start_soon(work)
                    for _ in range(turns):
                        await trio.lowlevel.checkpoint()
                    finished = bool(done)
                    nursery.cancel_scope.cancel()
                await way(client)
                turns = next_turn(turns)
            return turns

    with FaultServer([WHOLE]) as server:
        assert trio.run(main, server) > 5
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("place", ["send", "read", "close"])
def test_ctrl_c_in_the_middle_of_http_leaves_no_connection(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpcore

    cls: Any = httpcore.HTTP11Connection
    method = {"send": "_send_request_body", "read": "_receive_event", "close": "_response_closed"}
    plain = getattr(cls, method[place])
    strikes = iter([KeyboardInterrupt])

    def struck(*given: Any, **named: Any) -> Any:
        strike = next(strikes, None)
        if strike is not None:
            raise strike
        return plain(*given, **named)

    with (
        FaultServer([WHOLE]) as server,
        SyncClient(api_key="k", base_url=server.url, timeout=IN_TIME, max_retries=0) as client,
    ):
        assert list(client._open_stream(OPERATION, BODY))
        monkeypatch.setattr(cls, method[place], struck)
        with pytest.raises(KeyboardInterrupt), client._stream_manager(OPERATION, BODY) as stream:
            next(stream)
        assert list(client._open_stream(OPERATION, BODY))
        assert server.accepted == 2


def test_a_connection_that_cannot_be_closed_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import httpcore

    cls: Any = httpcore.HTTP11Connection

    def fails(self: object) -> None:
        raise OSError("no")

    with (
        FaultServer([WHOLE]) as server,
        SyncClient(api_key="k", base_url=server.url, timeout=IN_TIME, max_retries=0) as client,
    ):
        with monkeypatch.context() as patch:
            patch.setattr(cls, "_response_closed", fails)
            with suppress(KimiError):
                client.request("POST", "/v1/test", BODY)
        assert list(client._open_stream(OPERATION, BODY))
