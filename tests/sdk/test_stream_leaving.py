"""Every way to leave a stream early frees the only connection of the pool."""

from __future__ import annotations

import asyncio
import signal
import warnings

import httpx
import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import StreamError
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer
from tests.support.stream_clients import (
    BODY,
    HELD,
    HELD_EVENTS,
    HELLO,
    IN_TIME,
    OK,
    acall,
    call,
    run_async,
    run_sync,
)

pytestmark = pytest.mark.usefixtures("no_noise")


class StopError(Exception):
    pass


class SyncWays:
    """Ways to leave a stream early; the stream stays referenced by a local until the return."""

    def break_out(self, client: SyncClient) -> None:
        stream = client._open_stream(OPERATION, BODY)
        for _ in stream:
            break
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="left"):
            next(iter(stream))

    def raise_out(self, client: SyncClient) -> None:
        stream = client._open_stream(OPERATION, BODY)
        try:
            for _ in stream:
                raise StopError
        except StopError:
            pass
        assert call(client) == {"ok": True}
        assert stream.status_code == 200

    def drop_unread(self, client: SyncClient) -> None:
        client._open_stream(OPERATION, BODY)
        assert call(client) == {"ok": True}

    def drop_half_read(self, client: SyncClient) -> None:
        stream = client._open_stream(OPERATION, BODY)
        assert next(stream) == HELLO
        assert next(stream) == HELLO
        del stream
        assert call(client) == {"ok": True}

    def close(self, client: SyncClient) -> None:
        stream = client._open_stream(OPERATION, BODY)
        for _ in stream:
            stream.close()
        stream.close()
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            next(stream)

    def leave_a_block(self, client: SyncClient) -> None:
        with client._open_stream(OPERATION, BODY) as stream:
            for _ in stream:
                break
            assert next(stream) == HELLO
        assert call(client) == {"ok": True}

    def leave_a_manager(self, client: SyncClient) -> None:
        with client._stream_manager(OPERATION, BODY) as stream:
            assert next(stream.text_stream) == "Hel"
            assert next(stream) == HELLO
            partial = stream.snapshot
        assert partial["choices"][0]["message"]["content"] == "HelHel"
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            stream.get_final()

    def raise_out_of_a_manager(self, client: SyncClient) -> None:
        with pytest.raises(StopError), client._stream_manager(OPERATION, BODY) as stream:
            for _ in stream.deltas():
                raise StopError
        assert call(client) == {"ok": True}

    def interrupt_a_read(self, client: SyncClient) -> None:
        """Ctrl-C while it waits for bytes."""

        def interrupt(signum: int, frame: object) -> None:
            raise KeyboardInterrupt

        stream = client._open_stream(OPERATION, BODY)
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            for number, _ in enumerate(stream, 1):
                if number == HELD_EVENTS:  # no more come
                    signal.setitimer(signal.ITIMER_REAL, 0.1)
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGALRM, before)
        assert call(client) == {"ok": True}

    def interrupt_between_reads(self, client: SyncClient) -> None:
        try:
            for _ in client._open_stream(OPERATION, BODY):
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        assert call(client) == {"ok": True}


class AsyncWays:
    async def break_out(self, client: AsyncClient) -> None:
        stream = await client._open_stream(OPERATION, BODY)
        async for _ in stream:
            break
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="left"):
            await anext(aiter(stream))

    async def raise_out(self, client: AsyncClient) -> None:
        stream = await client._open_stream(OPERATION, BODY)
        try:
            async for _ in stream:
                raise StopError
        except StopError:
            pass
        assert await acall(client) == {"ok": True}
        assert stream.status_code == 200

    async def drop_unread(self, client: AsyncClient) -> None:
        await client._open_stream(OPERATION, BODY)
        assert await acall(client) == {"ok": True}

    async def drop_half_read(self, client: AsyncClient) -> None:
        stream = await client._open_stream(OPERATION, BODY)
        assert await anext(stream) == HELLO
        assert await anext(stream) == HELLO
        del stream
        assert await acall(client) == {"ok": True}

    async def close(self, client: AsyncClient) -> None:
        stream = await client._open_stream(OPERATION, BODY)
        async for _ in stream:
            await stream.close()
        await stream.close()
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            await anext(stream)

    async def leave_a_block(self, client: AsyncClient) -> None:
        async with await client._open_stream(OPERATION, BODY) as stream:
            async for _ in stream:
                break
            assert await anext(stream) == HELLO
        assert await acall(client) == {"ok": True}

    async def leave_a_manager(self, client: AsyncClient) -> None:
        async with client._stream_manager(OPERATION, BODY) as stream:
            assert await anext(aiter(stream.text_stream)) == "Hel"
            assert await anext(stream) == HELLO
            partial = stream.snapshot
        assert partial["choices"][0]["message"]["content"] == "HelHel"
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            await stream.get_final()

    async def raise_out_of_a_manager(self, client: AsyncClient) -> None:
        with pytest.raises(StopError):
            async with client._stream_manager(OPERATION, BODY) as stream:
                async for _ in stream.deltas():
                    raise StopError
        assert await acall(client) == {"ok": True}

    async def cancel_a_read(self, client: AsyncClient) -> None:
        """Cancelled while it waits for bytes."""
        stream = await client._open_stream(OPERATION, BODY)
        all_read = asyncio.Event()

        async def read() -> None:
            number = 0
            async for _ in stream:
                number += 1
                if number == HELD_EVENTS:
                    all_read.set()

        task = asyncio.create_task(read())
        await all_read.wait()
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await acall(client) == {"ok": True}

    async def cancel_between_reads(self, client: AsyncClient) -> None:
        """Cancelled while the caller does something else in the loop."""

        first_read = asyncio.Event()

        async def read() -> None:
            async for _ in await client._open_stream(OPERATION, BODY):
                first_read.set()
                await asyncio.sleep(600)

        task = asyncio.create_task(read())
        await first_read.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await acall(client) == {"ok": True}

    async def time_out(self, client: AsyncClient) -> None:
        with pytest.raises(TimeoutError):
            async with (
                asyncio.timeout(None) as limit,
                client._stream_manager(OPERATION, BODY) as stream,
            ):
                limit.reschedule(asyncio.get_running_loop().time() + 0.1)
                await stream.until_done()
        assert await acall(client) == {"ok": True}


def ways(cls: type) -> list[str]:
    return [name for name in vars(cls) if not name.startswith("_")]


@pytest.mark.parametrize("way", ways(SyncWays))
def test_a_stream_left_early_frees_its_connection(way: str) -> None:
    with FaultServer([HELD, OK, OK]) as server:
        run_sync(server, getattr(SyncWays(), way))
        assert server.wait_until_closed() == 0
        assert server.accepted == 2


@pytest.mark.parametrize("way", ways(AsyncWays))
def test_an_async_stream_left_early_frees_its_connection(way: str) -> None:
    with FaultServer([HELD, OK, OK]) as server:
        run_async(server, getattr(AsyncWays(), way))
        assert server.wait_until_closed() == 0
        assert server.accepted == 2


class TrioWays:
    """The ways that take another task or a time limit, on trio."""

    async def cancel_a_read(self, client: AsyncClient) -> None:
        import trio

        with trio.CancelScope() as scope:
            number = 0
            async for _ in await client._open_stream(OPERATION, BODY):
                number += 1
                if number == HELD_EVENTS:
                    scope.deadline = trio.current_time() + 0.1
        assert scope.cancelled_caught
        assert await acall(client) == {"ok": True}

    async def cancel_between_reads(self, client: AsyncClient) -> None:
        import trio

        with trio.CancelScope() as scope:
            async with client._stream_manager(OPERATION, BODY) as stream:
                async for _ in stream:
                    scope.deadline = trio.current_time() + 0.1
                    await trio.sleep(600)
        assert await acall(client) == {"ok": True}

    async def close_from_another_task(self, client: AsyncClient) -> None:
        import trio

        stream = await client._open_stream(OPERATION, BODY)
        all_read = trio.Event()

        async def close() -> None:
            await all_read.wait()
            await trio.sleep(0.05)
            await stream.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(close)
            with pytest.raises(StreamError, match="closed while it was being read"):
                number = 0
                async for _ in stream:
                    number += 1
                    if number == HELD_EVENTS:
                        all_read.set()
        assert await acall(client) == {"ok": True}


TRIO_WAYS = [
    *[way for way in ways(AsyncWays) if "cancel" not in way and way != "time_out"],
    *ways(TrioWays),
]


@pytest.mark.parametrize("way", TRIO_WAYS)
def test_a_stream_left_early_on_trio_frees_its_connection(way: str) -> None:
    trio = pytest.importorskip("trio")
    # trio tells of generators left to the collector, httpx's among them; it closes them all.
    warnings.simplefilter("ignore", ResourceWarning)

    async def main(server: FaultServer) -> None:
        limits = httpx.Limits(max_connections=1)
        async with (
            httpx.AsyncClient(limits=limits, trust_env=False) as http,
            AsyncClient(
                api_key="k", base_url=server.url, http_client=http, timeout=IN_TIME, max_retries=0
            ) as client,
        ):
            await getattr(TrioWays() if way in ways(TrioWays) else AsyncWays(), way)(client)

    with FaultServer([HELD, OK, OK]) as server:
        trio.run(main, server)
        assert server.wait_until_closed() == 0
        assert server.accepted == 2
