"""What streams and their managers tell, and who may close them."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.elsewhere import _OF_STREAMS
from overlays.runtime.errors import StreamError, StreamTruncatedError
from overlays.runtime.response_stream import ResponseStream
from overlays.runtime.stream import AsyncStream, Stream
from overlays.runtime.stream_manager import StreamManager
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer, Script, chunked, sse
from tests.support.stream_clients import (
    BODY,
    ENOUGH,
    HELD,
    HELD_EVENTS,
    OK,
    WHOLE,
    acall,
    call,
    run_async,
    run_sync,
    stream_of,
)
from tests.support.streams import sample

pytestmark = pytest.mark.usefixtures("no_noise")
# A read takes 60 s to give up.
MOST_SECONDS = 50


def test_what_a_stream_tells_of_its_response() -> None:
    script: Script = [sse({"X-Request-Id": "req_7", "X-Trace-Id": "t"}), chunked(sample("chat"))]

    def sync_step(client: SyncClient) -> None:
        stream: Stream[Any, Any] = client._open_stream(OPERATION, BODY)
        assert stream.status_code == 200
        assert stream.request_id == "req_7"
        assert stream.response_headers["x-TRACE-id"] == "t"
        assert repr(stream) == "<Stream test.create open>"
        assert list(stream)
        assert list(stream) == []
        assert repr(stream) == "<Stream test.create ended>"

        manager: StreamManager[Any, Any] = client._stream_manager(OPERATION, BODY)
        assert repr(manager) == "<StreamManager: write `with client….stream(…) as stream:`>"
        with manager as left:
            next(left)
            assert repr(left) == "<ResponseStream test.create open>"
        assert repr(left) == "<ResponseStream test.create closed>"

    async def async_step(client: AsyncClient) -> None:
        stream: AsyncStream[Any, Any] = await client._open_stream(OPERATION, BODY)
        assert stream.request_id == "req_7"
        assert [event async for event in stream]
        assert [event async for event in stream] == []
        with pytest.raises(StopAsyncIteration):
            await anext(stream)

    with FaultServer([script]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)


def close_while_read(stream: Any) -> None:
    """Have another thread close the stream while it is waited for."""
    timer = threading.Timer(0.1, stream.close)
    started = time.monotonic()
    with pytest.raises(StreamError, match="closed while it was being read") as raised:
        for number, _ in enumerate(stream, 1):
            if number == HELD_EVENTS:  # no more come
                timer.start()
    assert time.monotonic() - started < MOST_SECONDS
    timer.join()
    assert type(raised.value) is StreamError
    assert raised.value.partial is not None
    with pytest.raises(StreamError, match="closed while it was being read"):
        next(iter(stream))


def test_another_thread_may_close_a_stream_that_is_being_read() -> None:
    def sync_step(client: SyncClient) -> None:
        close_while_read(client._open_stream(OPERATION, BODY))
        with client._stream_manager(OPERATION, BODY) as stream:
            close_while_read(stream)

    with FaultServer([HELD, HELD, OK]) as server:
        assert run_sync(server, sync_step, call)[1] == {"ok": True}
        assert server.wait_until_closed() == 0


def test_another_task_may_close_a_stream_that_is_being_read() -> None:
    async def async_step(client: AsyncClient) -> None:
        stream = await client._open_stream(OPERATION, BODY)

        all_read = asyncio.Event()

        async def close() -> None:
            await all_read.wait()
            await asyncio.sleep(0.05)
            await stream.close()

        task = asyncio.create_task(close())
        started = time.monotonic()
        number = 0
        with pytest.raises(StreamError, match="closed while it was being read") as raised:
            async for _ in stream:
                number += 1
                if number == HELD_EVENTS:
                    all_read.set()
        assert time.monotonic() - started < MOST_SECONDS
        await task
        assert raised.value.partial is not None

    with FaultServer([HELD, OK]) as server:
        assert run_async(server, async_step, acall)[1] == {"ok": True}
        assert server.wait_until_closed() == 0


def test_a_manager_is_entered_once() -> None:
    def sync_step(client: SyncClient) -> None:
        manager = client._stream_manager(OPERATION, BODY)
        with manager as stream:
            stream.until_done()
        with pytest.raises(RuntimeError, match="entered before"), manager:
            pass

    async def async_step(client: AsyncClient) -> None:
        manager = client._stream_manager(OPERATION, BODY)
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
        manager: Any = client._stream_manager(OPERATION, BODY)
        with pytest.raises(AttributeError, match=r"block gives has it: write `with client.* as s"):
            manager.deltas()
        with pytest.raises(TypeError, match=r"not iterable; write `with client"):
            list(manager)
        with pytest.raises(AttributeError, match=r"no attribute 'delta'$"):
            _ = manager.delta

    async def async_step(client: AsyncClient) -> None:
        manager: Any = client._stream_manager(OPERATION, BODY)
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
        with client._open_stream(OPERATION, BODY) as stream:
            with pytest.raises(AttributeError, match=r"streams of `\.stream\(…\)` have it"):
                stream.get_final()  # type: ignore[attr-defined]  # what is told
            with pytest.raises(AttributeError, match=r"no attribute 'final'$"):
                stream.final  # type: ignore[attr-defined]  # noqa: B018  # what is told

    async def async_step(client: AsyncClient) -> None:
        async with await client._open_stream(OPERATION, BODY) as stream:
            with pytest.raises(AttributeError, match=r"streams of `\.stream\(…\)` have it"):
                stream.deltas()  # type: ignore[attr-defined]  # what is told

    with FaultServer([WHOLE]) as server:
        run_sync(server, sync_step)
        run_async(server, async_step)


_OTHERS = [("get_final_message", "get_final()"), ("response", "http"), ("aclose", "close()")]


def test_streams_tell_what_is_called_otherwise_elsewhere() -> None:
    def check(stream: object, more: str) -> None:
        for name, here in _OTHERS:
            if hasattr(type(stream), name):  # async streams have aclose
                continue
            with pytest.raises(AttributeError) as caught:
                getattr(stream, name)
            told = f"no attribute {name!r}; here it is {here}"
            assert str(caught.value).endswith(told + more * (here == "get_final()"))

    events_only = (
        "; streams of `.stream(…)` have it, those of `create(…, stream=True)` give events only"
    )

    def sync_step(client: SyncClient) -> None:
        with client._open_stream(OPERATION, BODY) as events:
            check(events, events_only)
        with client._stream_manager(OPERATION, BODY) as stream:
            check(stream, "")

    async def async_step(client: AsyncClient) -> None:
        async with await client._open_stream(OPERATION, BODY) as events:
            check(events, events_only)
        async with client._stream_manager(OPERATION, BODY) as stream:
            check(stream, "")

    with FaultServer([WHOLE, WHOLE]) as server:
        run_sync(server, sync_step)
    with FaultServer([WHOLE, WHOLE]) as server:
        run_async(server, async_step)


def test_what_is_named_as_the_names_here_is_here() -> None:
    for name, here in _OF_STREAMS.items():
        assert not hasattr(ResponseStream, name)
        assert hasattr(ResponseStream, here.partition("(")[0]), here


def test_a_final_response_is_the_same_object_each_time_and_failures_stay() -> None:
    def sync_step(client: SyncClient) -> None:
        with client._stream_manager(OPERATION, BODY) as stream:
            assert next(stream.reasoning_stream)
            final = stream.get_final()
            assert stream.get_final() is final
            assert stream.snapshot == final
            assert list(stream) == []
        with client._stream_manager(OPERATION, BODY) as stream:
            with pytest.raises(StreamTruncatedError) as first:
                stream.until_done()
            with pytest.raises(StreamError, match="ended before the event") as second:
                stream.get_final()
            assert first.value.partial == second.value.partial == stream.snapshot

    with FaultServer([WHOLE, stream_of(ENOUGH)]) as server:
        run_sync(server, sync_step)
