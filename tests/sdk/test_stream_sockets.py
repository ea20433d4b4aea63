"""Streams over real sockets: every way out of one frees the only connection of the pool."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import (
    APIConnectionError,
    KimiError,
    OverloadedError,
    RateLimitError,
    StreamError,
    StreamProtocolError,
    StreamTimeoutError,
    StreamTruncatedError,
)
from overlays.runtime.options import Timeout
from overlays.runtime.stream import AsyncStream, Stream
from overlays.runtime.stream_manager import StreamManager
from tests.support.drivers import OPERATION
from tests.support.fault_server import (
    CLOSE,
    HOLD,
    RESET,
    FaultServer,
    Pause,
    Script,
    answer,
    chunked,
    sse,
)
from tests.support.streams import MESSAGES, OPERATIONS, RESPONSES, TEXT, frames, sample

Step = Callable[[Any], Any]

SHORT = Timeout(connect=2, read=0.3, write=2, pool=1.0)
HELLO = {"id": "c", "choices": [{"index": 0, "delta": {"content": "Hel"}, "finish_reason": None}]}
ENOUGH = frames(*[HELLO] * 50)
OK: Script = [answer()]
BODY: dict[str, Any] = {"model": "kimi-k3"}


def stream_of(*parts: bytes, last: bool = True) -> list[Any]:
    return [sse(), chunked(*parts, last=last)]


WHOLE: Script = stream_of(sample("chat"))
# Text, and then the server holds the connection without a word.
HELD: Script = [*stream_of(ENOUGH, last=False), HOLD]


@pytest.fixture(autouse=True)
def no_noise() -> Iterator[None]:
    """Nothing is left to the collector, and nothing is complained of when it runs."""
    gc.collect()
    gc.freeze()  # what was there before the test is none of its noise: nothing looks through it
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        gc.enable()
        gc.collect()


def run_sync(server: FaultServer, *steps: Step, read: float = 0.3) -> list[Any]:
    timeout = Timeout(connect=2, read=read, write=2, pool=1.0)
    limits = httpx.Limits(max_connections=1)
    with (
        httpx.Client(limits=limits, trust_env=False) as http,
        SyncClient(
            api_key="k", base_url=server.url, http_client=http, timeout=timeout, max_retries=0
        ) as client,
    ):
        return [step(client) for step in steps]


def run_async(
    server: FaultServer, *steps: Callable[[Any], Awaitable[Any]], read: float = 0.3
) -> list[Any]:
    async def main() -> list[Any]:
        timeout = Timeout(connect=2, read=read, write=2, pool=1.0)
        limits = httpx.Limits(max_connections=1)
        async with (
            httpx.AsyncClient(limits=limits, trust_env=False) as http,
            AsyncClient(
                api_key="k", base_url=server.url, http_client=http, timeout=timeout, max_retries=0
            ) as client,
        ):
            return [await step(client) for step in steps]

    return asyncio.run(main())


def call(client: SyncClient) -> Any:
    return client.call(OPERATION, BODY)


async def acall(client: AsyncClient) -> Any:
    return await client.call(OPERATION, BODY)


class StopError(Exception):
    pass


class SyncWays:
    """Ways to leave a stream early; the stream stays referenced by a local until the return."""

    def break_out(self, client: SyncClient) -> None:
        stream = client.open_stream(OPERATION, BODY)
        for _ in stream:
            break
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="left"):
            next(iter(stream))

    def raise_out(self, client: SyncClient) -> None:
        stream = client.open_stream(OPERATION, BODY)
        try:
            for _ in stream:
                raise StopError
        except StopError:
            pass
        assert call(client) == {"ok": True}
        assert stream.status_code == 200

    def drop_unread(self, client: SyncClient) -> None:
        client.open_stream(OPERATION, BODY)
        assert call(client) == {"ok": True}

    def drop_half_read(self, client: SyncClient) -> None:
        stream = client.open_stream(OPERATION, BODY)
        assert next(stream) == HELLO
        assert next(stream) == HELLO
        del stream
        assert call(client) == {"ok": True}

    def close(self, client: SyncClient) -> None:
        stream = client.open_stream(OPERATION, BODY)
        for _ in stream:
            stream.close()
        stream.close()
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            next(stream)

    def leave_a_block(self, client: SyncClient) -> None:
        with client.open_stream(OPERATION, BODY) as stream:
            for _ in stream:
                break
            assert next(stream) == HELLO
        assert call(client) == {"ok": True}

    def leave_a_manager(self, client: SyncClient) -> None:
        with client.stream_manager(OPERATION, BODY) as stream:
            assert next(stream.text_stream) == "Hel"
            assert next(stream) == HELLO
            partial = stream.snapshot
        assert partial["choices"][0]["message"]["content"] == "HelHel"
        assert call(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            stream.get_final()

    def raise_out_of_a_manager(self, client: SyncClient) -> None:
        with pytest.raises(StopError), client.stream_manager(OPERATION, BODY) as stream:
            for _ in stream.deltas():
                raise StopError
        assert call(client) == {"ok": True}

    def interrupt_a_read(self, client: SyncClient) -> None:
        """Ctrl-C while it waits for bytes."""

        def interrupt(signum: int, frame: object) -> None:
            raise KeyboardInterrupt

        stream = client.open_stream(OPERATION, BODY)
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        try:
            for _ in stream:
                pass
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGALRM, before)
        assert call(client) == {"ok": True}

    def interrupt_between_reads(self, client: SyncClient) -> None:
        try:
            for _ in client.open_stream(OPERATION, BODY):
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        assert call(client) == {"ok": True}


class AsyncWays:
    async def break_out(self, client: AsyncClient) -> None:
        stream = await client.open_stream(OPERATION, BODY)
        async for _ in stream:
            break
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="left"):
            await anext(aiter(stream))

    async def raise_out(self, client: AsyncClient) -> None:
        stream = await client.open_stream(OPERATION, BODY)
        try:
            async for _ in stream:
                raise StopError
        except StopError:
            pass
        assert await acall(client) == {"ok": True}
        assert stream.status_code == 200

    async def drop_unread(self, client: AsyncClient) -> None:
        await client.open_stream(OPERATION, BODY)
        assert await acall(client) == {"ok": True}

    async def drop_half_read(self, client: AsyncClient) -> None:
        stream = await client.open_stream(OPERATION, BODY)
        assert await anext(stream) == HELLO
        assert await anext(stream) == HELLO
        del stream
        assert await acall(client) == {"ok": True}

    async def close(self, client: AsyncClient) -> None:
        stream = await client.open_stream(OPERATION, BODY)
        async for _ in stream:
            await stream.close()
        await stream.close()
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            await anext(stream)

    async def leave_a_block(self, client: AsyncClient) -> None:
        async with await client.open_stream(OPERATION, BODY) as stream:
            async for _ in stream:
                break
            assert await anext(stream) == HELLO
        assert await acall(client) == {"ok": True}

    async def leave_a_manager(self, client: AsyncClient) -> None:
        async with client.stream_manager(OPERATION, BODY) as stream:
            assert await anext(aiter(stream.text_stream)) == "Hel"
            assert await anext(stream) == HELLO
            partial = stream.snapshot
        assert partial["choices"][0]["message"]["content"] == "HelHel"
        assert await acall(client) == {"ok": True}
        with pytest.raises(StreamError, match="closed"):
            await stream.get_final()

    async def raise_out_of_a_manager(self, client: AsyncClient) -> None:
        with pytest.raises(StopError):
            async with client.stream_manager(OPERATION, BODY) as stream:
                async for _ in stream.deltas():
                    raise StopError
        assert await acall(client) == {"ok": True}

    async def cancel_a_read(self, client: AsyncClient) -> None:
        """Cancelled while it waits for bytes."""
        stream = await client.open_stream(OPERATION, BODY)

        async def read() -> None:
            async for _ in stream:
                pass

        task = asyncio.create_task(read())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await acall(client) == {"ok": True}

    async def cancel_between_reads(self, client: AsyncClient) -> None:
        """Cancelled while the caller does something else in the loop."""

        async def read() -> None:
            async for _ in await client.open_stream(OPERATION, BODY):
                await asyncio.sleep(10)

        task = asyncio.create_task(read())
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await acall(client) == {"ok": True}

    async def time_out(self, client: AsyncClient) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1), client.stream_manager(OPERATION, BODY) as stream:
                await stream.until_done()
        assert await acall(client) == {"ok": True}


def ways(cls: type) -> list[str]:
    return [name for name in vars(cls) if not name.startswith("_")]


@pytest.mark.parametrize("way", ways(SyncWays))
def test_a_stream_left_early_frees_its_connection(way: str) -> None:
    with FaultServer([HELD, OK, OK]) as server:
        run_sync(server, getattr(SyncWays(), way), read=5)
        assert server.wait_until_closed() == 0
        assert server.accepted == 2


@pytest.mark.parametrize("way", ways(AsyncWays))
def test_an_async_stream_left_early_frees_its_connection(way: str) -> None:
    with FaultServer([HELD, OK, OK]) as server:
        run_async(server, getattr(AsyncWays(), way), read=5)
        assert server.wait_until_closed() == 0
        assert server.accepted == 2


class TrioWays:
    """The ways that take another task or a time limit, on trio."""

    async def cancel_a_read(self, client: AsyncClient) -> None:
        import trio

        with trio.move_on_after(0.1) as scope:
            async for _ in await client.open_stream(OPERATION, BODY):
                pass
        assert scope.cancelled_caught
        assert await acall(client) == {"ok": True}

    async def cancel_between_reads(self, client: AsyncClient) -> None:
        import trio

        with trio.move_on_after(0.1):
            async with client.stream_manager(OPERATION, BODY) as stream:
                async for _ in stream:
                    await trio.sleep(10)
        assert await acall(client) == {"ok": True}

    async def close_from_another_task(self, client: AsyncClient) -> None:
        import trio

        stream = await client.open_stream(OPERATION, BODY)

        async def close() -> None:
            await trio.sleep(0.1)
            await stream.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(close)
            with pytest.raises(StreamError, match="closed while it was being read"):
                async for _ in stream:
                    pass
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
        timeout = Timeout(connect=2, read=5, write=2, pool=1.0)
        async with (
            httpx.AsyncClient(limits=limits, trust_env=False) as http,
            AsyncClient(
                api_key="k", base_url=server.url, http_client=http, timeout=timeout, max_retries=0
            ) as client,
        ):
            await getattr(TrioWays() if way in ways(TrioWays) else AsyncWays(), way)(client)

    with FaultServer([HELD, OK, OK]) as server:
        trio.run(main, server)
        assert server.wait_until_closed() == 0
        assert server.accepted == 2


def read_all(client: SyncClient) -> list[Any]:
    return list(client.open_stream(OPERATION, BODY))


def get_final(client: SyncClient) -> Any:
    with client.stream_manager(OPERATION, BODY) as stream:
        return stream.get_final()


async def aread_all(client: AsyncClient) -> list[Any]:
    return [event async for event in await client.open_stream(OPERATION, BODY)]


async def aget_final(client: AsyncClient) -> Any:
    async with client.stream_manager(OPERATION, BODY) as stream:
        return await stream.get_final()


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("protocol", list(OPERATIONS))
def test_a_finished_stream_leaves_its_connection_for_the_next(
    is_async: bool, protocol: str
) -> None:
    operation = OPERATIONS[protocol]
    script: Script = stream_of(sample(protocol))  # type: ignore[arg-type]  # a key

    def sync_step(client: SyncClient) -> int:
        return len(list(client.open_stream(operation, BODY)))

    async def async_step(client: AsyncClient) -> int:
        return len([event async for event in await client.open_stream(operation, BODY)])

    with FaultServer([script, script, OK]) as server:
        if is_async:
            counts = run_async(server, async_step, async_step, acall)
        else:
            counts = run_sync(server, sync_step, sync_step, call)
        assert counts[0] == counts[1] > 5
        assert server.accepted == 1


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("protocol", list(OPERATIONS))
def test_the_last_event_ends_it_though_the_server_holds_the_connection(
    is_async: bool, protocol: str
) -> None:
    # https://github.com/earendil-works/pi/issues/5592
    operation = OPERATIONS[protocol]
    script: Script = [*stream_of(sample(protocol), last=False), HOLD]  # type: ignore[arg-type]  # a key

    def sync_step(client: SyncClient) -> str:
        with client.stream_manager(operation, BODY) as stream:
            return "".join(stream.text_stream)

    async def async_step(client: AsyncClient) -> str:
        async with client.stream_manager(operation, BODY) as stream:
            return "".join([text async for text in stream.text_stream])

    started = time.perf_counter()
    with FaultServer([script, OK]) as server:
        if is_async:
            outcome = run_async(server, async_step, acall, read=30)
        else:
            outcome = run_sync(server, sync_step, call, read=30)
        assert outcome == ["".join(TEXT), {"ok": True}]
        assert server.accepted == 2
    assert time.perf_counter() - started < 25  # a read takes 30 s to give up


SOME = stream_of(ENOUGH, last=False)
# Scripts, the error that comes, and whether something had come before.
FAULTS: dict[str, tuple[Script, type[KimiError], bool]] = {
    "closed inside a chunked body": ([*SOME, CLOSE], StreamTruncatedError, True),
    "closed before the first event": ([sse(), CLOSE], StreamTruncatedError, False),
    "reset": ([*SOME, Pause(0.05), RESET], StreamTruncatedError, True),
    "a clean end too early": (stream_of(ENOUGH), StreamTruncatedError, True),
    "less than the content length": (
        [answer(200, ENOUGH, content_type="text/event-stream", length=99_999), CLOSE],
        StreamTruncatedError,
        True,
    ),
    "silence": ([*SOME, HOLD], StreamTimeoutError, True),
    "silence from the start": ([sse(), HOLD], StreamTimeoutError, False),
    "nonsense": ([*SOME, chunked(b"data: {\n\n", last=False), HOLD], StreamProtocolError, True),
    "an error event": (
        [*SOME, chunked(frames({"error": {"type": "overloaded_error"}}), last=False), HOLD],
        OverloadedError,
        True,
    ),
    "a page": (
        [answer(200, b"<html>x", content_type="text/html"), HOLD],
        StreamProtocolError,
        False,
    ),
    "an error status": (
        [answer(429, b'{"error":{"type":"rate_limit_error"}}')],
        RateLimitError,
        False,
    ),
}


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_typed_error_and_frees_the_connection(is_async: bool, name: str) -> None:
    script, cls, some = FAULTS[name]
    errors: list[KimiError] = []

    def sync_step(client: SyncClient) -> None:
        with pytest.raises(cls) as raised:
            read_all(client)
        errors.append(raised.value)

    async def async_step(client: AsyncClient) -> None:
        with pytest.raises(cls) as raised:
            await aread_all(client)
        errors.append(raised.value)

    with FaultServer([script, script, OK]) as server:
        if is_async:
            outcome = run_async(server, async_step, async_step, acall)
        else:
            outcome = run_sync(server, sync_step, sync_step, call)
        assert outcome[-1] == {"ok": True}
    for error in errors:
        assert type(error) is cls
        assert (error.partial is not None) == some
        assert error.host == server.url.removeprefix("http://")
        assert error.attempts == 1


@pytest.mark.parametrize("key", ["content", "reasoning_content"])
@pytest.mark.parametrize("is_async", [False, True])
def test_nothing_is_sent_again_once_an_event_came(is_async: bool, key: str) -> None:
    # https://github.com/HKUDS/nanobot/issues/4038
    piece = {"id": "c", "choices": [{"index": 0, "delta": {key: "Hel"}, "finish_reason": None}]}
    script: Script = [*stream_of(frames(piece, piece), last=False), Pause(0.05), RESET]
    with FaultServer([script, WHOLE]) as server:
        timeout = SHORT
        if is_async:

            async def main() -> None:
                async with AsyncClient(
                    api_key="k", base_url=server.url, timeout=timeout, max_retries=5
                ) as client:
                    await aget_final(client)

            with pytest.raises(StreamTruncatedError) as raised:
                asyncio.run(main())
        else:
            with (
                SyncClient(api_key="k", base_url=server.url, timeout=timeout, max_retries=5) as c,
                pytest.raises(StreamTruncatedError) as raised,
            ):
                get_final(c)
        assert len(server.requests) == 1
        assert raised.value.partial["choices"][0]["message"][key] == "HelHel"
        assert isinstance(raised.value.__cause__, APIConnectionError)


@pytest.mark.parametrize("is_async", [False, True])
def test_any_byte_resets_the_idle_limit(is_async: bool) -> None:
    # https://github.com/florimondmanca/httpx-sse/issues/14
    slow: list[Any] = [Pause(0.2), chunked(b": keep-alive\n", last=False)] * 5
    script: Script = [*stream_of(frames(HELLO), last=False), *slow, chunked(sample("chat"))]
    with FaultServer([script]) as server:
        if is_async:
            [events] = run_async(server, aread_all, read=0.45)
        else:
            [events] = run_sync(server, read_all, read=0.45)
    assert len(events) > 5


@pytest.mark.parametrize("is_async", [False, True])
def test_a_body_in_single_bytes(is_async: bool) -> None:
    for operation, protocol in ((MESSAGES, "messages"), (RESPONSES, "responses")):
        body = sample(protocol)[:700]  # type: ignore[arg-type]  # a key
        script: Script = [*stream_of(*[body[i : i + 1] for i in range(len(body))])]

        def sync_step(client: SyncClient, op: Any = operation) -> Any:
            with pytest.raises(StreamTruncatedError) as raised:
                list(client.open_stream(op, BODY))
            return raised.value.partial

        async def async_step(client: AsyncClient, op: Any = operation) -> Any:
            with pytest.raises(StreamTruncatedError) as raised:
                _ = [event async for event in await client.open_stream(op, BODY)]
            return raised.value.partial

        with FaultServer([script]) as server:
            steps = run_async(server, async_step) if is_async else run_sync(server, sync_step)
        assert steps[0]["id"]


def test_what_a_stream_tells_of_its_response() -> None:
    script: Script = [sse({"X-Request-Id": "req_7", "X-Trace-Id": "t"}), chunked(sample("chat"))]

    def sync_step(client: SyncClient) -> None:
        stream: Stream[Any, Any] = client.open_stream(OPERATION, BODY)
        assert stream.status_code == 200
        assert stream.request_id == "req_7"
        assert stream.response_headers["x-TRACE-id"] == "t"
        assert repr(stream) == "<Stream test.create open>"
        assert list(stream)
        assert list(stream) == []
        assert repr(stream) == "<Stream test.create ended>"

        manager: StreamManager[Any, Any] = client.stream_manager(OPERATION, BODY)
        assert repr(manager) == "<StreamManager: write `with client….stream(…) as stream:`>"
        with manager as left:
            next(left)
            assert repr(left) == "<ResponseStream test.create open>"
        assert repr(left) == "<ResponseStream test.create closed>"

    async def async_step(client: AsyncClient) -> None:
        stream: AsyncStream[Any, Any] = await client.open_stream(OPERATION, BODY)
        assert stream.request_id == "req_7"
        assert [event async for event in stream]
        assert [event async for event in stream] == []
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    with FaultServer([script]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)


def closed_while_read(stream: Any) -> float:
    """How long a read goes on once another thread closes the stream."""
    closed: list[float] = []

    def close() -> None:
        closed.append(time.perf_counter())
        stream.close()

    timer = threading.Timer(0.1, close)
    timer.start()
    with pytest.raises(StreamError, match="closed while it was being read") as raised:
        for _ in stream:
            pass
    timer.join()
    assert type(raised.value) is StreamError
    assert raised.value.partial is not None
    with pytest.raises(StreamError, match="closed while it was being read"):
        next(iter(stream))
    return time.perf_counter() - closed[0]


def test_another_thread_may_close_a_stream_that_is_being_read() -> None:
    def sync_step(client: SyncClient) -> None:
        assert closed_while_read(client.open_stream(OPERATION, BODY)) < 4
        with client.stream_manager(OPERATION, BODY) as stream:
            assert closed_while_read(stream) < 4

    with FaultServer([HELD, HELD, OK]) as server:
        assert run_sync(server, sync_step, call, read=5)[1] == {"ok": True}
        assert server.wait_until_closed() == 0


def test_another_task_may_close_a_stream_that_is_being_read() -> None:
    async def async_step(client: AsyncClient) -> None:
        stream = await client.open_stream(OPERATION, BODY)

        async def close() -> None:
            await asyncio.sleep(0.1)
            await stream.close()

        task = asyncio.create_task(close())
        started = time.perf_counter()
        with pytest.raises(StreamError, match="closed while it was being read") as raised:
            async for _ in stream:
                pass
        assert time.perf_counter() - started < 4
        await task
        assert raised.value.partial is not None

    with FaultServer([HELD, OK]) as server:
        assert run_async(server, async_step, acall, read=5)[1] == {"ok": True}
        assert server.wait_until_closed() == 0


def test_a_manager_is_entered_once() -> None:
    def sync_step(client: SyncClient) -> None:
        manager = client.stream_manager(OPERATION, BODY)
        with manager as stream:
            stream.until_done()
        with pytest.raises(RuntimeError, match="entered before"), manager:
            pass

    async def async_step(client: AsyncClient) -> None:
        manager = client.stream_manager(OPERATION, BODY)
        async with manager as stream:
            await stream.until_done()
        with pytest.raises(RuntimeError, match="entered before"):
            async with manager:
                pass

    with FaultServer([WHOLE]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)


def test_who_forgets_the_block_is_told_of_it() -> None:
    def sync_step(client: SyncClient) -> None:
        manager: Any = client.stream_manager(OPERATION, BODY)
        with pytest.raises(AttributeError, match=r"block gives has it: write `with client.* as s"):
            manager.deltas()
        with pytest.raises(TypeError, match=r"not iterable; write `with client"):
            list(manager)
        with pytest.raises(AttributeError, match=r"no attribute 'delta'$"):
            _ = manager.delta

    async def async_step(client: AsyncClient) -> None:
        manager: Any = client.stream_manager(OPERATION, BODY)
        with pytest.raises(AttributeError, match=r"write `async with client.* as stream:`"):
            await manager.get_final()
        with pytest.raises(TypeError, match=r"write `async with client.* as stream:`"):
            async for _ in manager:
                pass
        with pytest.raises(TypeError, match=r"can't be awaited; write `async with client"):
            await manager

    with FaultServer([]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)
        assert server.accepted == 0


def test_streams_of_events_tell_which_streams_have_more() -> None:
    def sync_step(client: SyncClient) -> None:
        with client.open_stream(OPERATION, BODY) as stream:
            with pytest.raises(AttributeError, match=r"streams of `\.stream\(…\)` have it"):
                stream.get_final()  # type: ignore[attr-defined]  # what is told
            with pytest.raises(AttributeError, match=r"no attribute 'final'$"):
                stream.final  # type: ignore[attr-defined]  # noqa: B018  # what is told

    async def async_step(client: AsyncClient) -> None:
        async with await client.open_stream(OPERATION, BODY) as stream:
            with pytest.raises(AttributeError, match=r"streams of `\.stream\(…\)` have it"):
                stream.deltas()  # type: ignore[attr-defined]  # what is told

    with FaultServer([WHOLE]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)


def test_a_final_response_is_the_same_object_each_time_and_failures_stay() -> None:
    def sync_step(client: SyncClient) -> None:
        with client.stream_manager(OPERATION, BODY) as stream:
            assert next(stream.reasoning_stream)
            final = stream.get_final()
            assert stream.get_final() is final
            assert stream.snapshot == final
            assert list(stream) == []
        with client.stream_manager(OPERATION, BODY) as stream:
            with pytest.raises(StreamTruncatedError) as first:
                stream.until_done()
            with pytest.raises(StreamError, match="ended before the event") as second:
                stream.get_final()
            assert first.value.partial == second.value.partial == stream.snapshot

    with FaultServer([WHOLE, stream_of(ENOUGH)]) as server:
        run_sync(server, sync_step)
