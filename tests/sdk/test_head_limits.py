"""The limit of a request and of its answer's head, on a stream whose time is under control."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import httpcore
import pytest

from overlays.runtime.head_limits import AsyncHeadLimit, HeadLimit, guard_reads
from tests.support.fault_server import HOLD, FaultServer

SENDING = "http11.send_request_headers.started"
RECEIVING = "http11.receive_response_headers.started"
OPENED = "connection.connect_tcp.complete"


class Stream:
    """A connection on which every read and write takes a second."""

    def __init__(self) -> None:
        self.now = 100.0
        self.written = b""
        self.timeouts: list[float | None] = []

    def clock(self) -> float:
        return self.now

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.now += 1
        self.timeouts.append(timeout)
        return b"x"

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.now += 1
        self.timeouts.append(timeout)
        self.written += buffer


@pytest.fixture(autouse=True)
def _lifted() -> Iterator[None]:
    with HeadLimit(float, None, None):
        yield


def opened(ends: float | None, read_timeout: float | None) -> tuple[Stream, HeadLimit]:
    stream = Stream()
    limit = HeadLimit(stream.clock, ends, read_timeout)
    limit(OPENED, {"return_value": stream})
    limit(SENDING, {})
    return stream, limit


def test_a_long_request_is_sent_whole_and_in_order() -> None:
    stream, _ = opened(ends=900, read_timeout=5)
    content = bytes(range(256)) * 2000
    stream.write(content, timeout=60)
    assert stream.written == content
    assert set(stream.timeouts) == {60}


def test_a_long_request_ends_at_the_deadline() -> None:
    stream, _ = opened(ends=103.5, read_timeout=5)
    with pytest.raises(TimeoutError):
        stream.write(bytes(1_000_000), timeout=2)
    assert stream.timeouts == [2, 2, 1.5, 0.5]


def test_the_head_ends_at_its_own_limit_or_the_deadline() -> None:
    for ends, timeouts in ((None, [3, 2, 1]), (102, [2, 1]), (900, [3, 2, 1])):
        stream, limit = opened(ends, read_timeout=3)
        limit(RECEIVING, {})
        for _ in timeouts:
            stream.read(1, timeout=3)
        with pytest.raises(TimeoutError):
            stream.read(1, timeout=3)
        assert stream.timeouts == timeouts


def test_reads_after_the_head_are_not_limited() -> None:
    stream, limit = opened(ends=100.5, read_timeout=1)
    with limit:
        limit(RECEIVING, {})
    stream.read(1, timeout=9)
    stream.read(1)
    assert stream.timeouts == [9, None]


def test_reads_of_http_2_are_not_limited() -> None:
    stream = Stream()
    limit = HeadLimit(stream.clock, 100.5, 1)
    with limit:
        limit(OPENED, {"return_value": stream})
        limit("http2.send_request_headers.started", {})
        stream.read(1, timeout=9)
        stream.read(1, timeout=9)
    assert stream.timeouts == [9, 9]


def test_without_limits_there_are_none() -> None:
    stream, limit = opened(ends=None, read_timeout=None)
    limit(RECEIVING, {})
    stream.read(1)
    stream.write(bytes(200_000))
    assert set(stream.timeouts) == {None}


async def _steps(limit: AsyncHeadLimit, stream: Any) -> None:
    await limit(OPENED, {"return_value": stream})
    await limit(SENDING, {})
    await limit(RECEIVING, {})
    with limit, pytest.raises(TimeoutError):
        for _ in range(9):
            stream.read(1, timeout=9)


def test_the_async_limit_ends_a_head_too() -> None:
    import asyncio

    stream = Stream()
    asyncio.run(_steps(AsyncHeadLimit(stream.clock, None, 2), stream))
    assert stream.timeouts == [2, 1]


def test_a_stream_that_cannot_be_guarded_is_left_alone() -> None:
    for stream in (None, object()):
        guard_reads(stream)
        HeadLimit(lambda: 0.0, 1, 1)(OPENED, {"return_value": stream})


def test_a_dropped_connection_is_gone_without_the_collector() -> None:
    stream, limit = opened(ends=900, read_timeout=5)
    gone = weakref.ref(stream)
    with limit:
        gc.disable()
        try:
            # The clock of the test's own limit is the last to hold it.
            limit._clock = float
            del stream
            assert gone() is None
        finally:
            gc.enable()


@pytest.mark.parametrize(("ends", "timeout"), [(None, 9), (900, 9), (103, 3), (100, None)], ids=str)
def test_tls_ends_at_the_deadline(ends: float | None, timeout: float | None) -> None:
    stream = Stream()
    limit = HeadLimit(stream.clock, ends, 1)
    info = {"timeout": 9.0}
    if timeout is None:
        with pytest.raises(TimeoutError):
            limit("connection.start_tls.started", info)
        return
    limit("connection.start_tls.started", info)
    assert info == {"timeout": timeout}


def test_what_a_step_is_told_is_what_httpcore_goes_by() -> None:
    """A TLS handshake with a server that says nothing ends when the limit tells."""
    seen: list[str] = []

    def trace(step: str, info: dict[str, Any]) -> None:
        seen.append(step)
        if step == "connection.start_tls.started":
            info["timeout"] = 0.2

    with FaultServer([[HOLD]], on_accept=HOLD) as server, httpcore.ConnectionPool() as pool:
        with pytest.raises(httpcore.ConnectTimeout):
            pool.request(
                "GET",
                server.url.replace("http:", "https:"),
                extensions={"trace": trace, "timeout": {"connect": 60}},
            )
    assert seen[-1] == "connection.start_tls.failed"
