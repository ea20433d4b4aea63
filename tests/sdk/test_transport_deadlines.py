"""The deadline of a call, whatever the server keeps sending.

Time passes where a test says so: at the server, in a hook, or with each chunk that is read. So all
that comes before the deadline has come, however slow the machine is.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from overlays.runtime.errors import APITimeoutError, BadRequestError, InternalServerError
from overlays.runtime.observe import Hooks
from overlays.runtime.options import CallOptions
from tests.support.clock import Clock
from tests.support.drivers import DRIVERS, Driver
from tests.support.fault_server import HOLD, FaultServer, Pause, Script, answer, chunked, sse

EVENT = b'data: {"n":1}\n\n'
OK: Script = [answer()]


def test_the_deadline_covers_retries(driver: Driver, clock: Clock) -> None:
    with FaultServer([[lambda: clock.move(10), answer(500, b"")]]) as server:
        [outcome] = driver.run(
            ["json"], CallOptions(deadline=25, max_retries=50), base_url=server.url
        )
        assert isinstance(outcome.error, (APITimeoutError, InternalServerError))
        assert len(server.requests) == 3


def test_the_deadline_ends_a_stream_that_is_never_silent(driver: Driver, clock: Clock) -> None:
    read = threading.Semaphore(0)  # so that no client finds two chunks at once

    def pass_time() -> None:
        clock.move(10)
        read.release()

    step: list[Any] = [chunked(EVENT, last=False), lambda: read.acquire(timeout=60)]
    with FaultServer([[sse(), *step * 3, chunked(EVENT, last=False), HOLD]]) as server:
        [outcome] = driver.run(
            ["stream"],
            CallOptions(deadline=25),
            base_url=server.url,
            on_chunk=pass_time,
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline" in str(outcome.error)
        assert outcome.chunks == (EVENT,) * 3


def test_the_deadline_ends_a_silent_stream(driver: Driver, clock: Clock) -> None:
    with FaultServer([[sse(), chunked(EVENT, last=False), HOLD]]) as server:
        [outcome] = driver.run(
            ["stream"],
            CallOptions(deadline=25),
            base_url=server.url,
            hooks=Hooks(on_response=clock.hurry),
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline" in str(outcome.error)


def trickle(clock: Clock) -> Iterator[Any]:
    """The head of an answer that has no end, with ten seconds from one line to the next."""
    yield b"HTTP/1.1 200 OK\r\n"
    while True:
        yield Pause(0.01)
        clock.move(10)
        yield b"x: y\r\n"


@pytest.mark.parametrize("kept_alive", [False, True])
def test_the_deadline_ends_headers_that_trickle_in(
    driver: Driver, clock: Clock, kept_alive: bool
) -> None:
    first = [OK] if kept_alive else []
    with FaultServer([*first, trickle(clock)]) as server:
        *_, outcome = driver.run(
            ["json"] * (1 + kept_alive), CallOptions(deadline=95), base_url=server.url
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline of 95 s" in str(outcome.error)
        assert len(server.requests) == 1 + kept_alive
        assert server.accepted == 1
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("name", ["sync", "async"])
def test_the_read_timeout_ends_headers_that_trickle_in(name: str, clock: Clock) -> None:
    # aiohttp alone limits each read, not all of them.
    with FaultServer([trickle(clock)]) as server:
        [outcome] = DRIVERS[name]().run(
            ["json"], CallOptions(max_retries=0, timeout=25), base_url=server.url
        )
        assert type(outcome.error) is APITimeoutError
        assert "sent no answer within 25.0 s" in str(outcome.error)
        assert server.wait_until_closed() == 0


def test_the_deadline_ends_an_error_body_that_stalls(
    driver: Driver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("overlays.runtime.transport.ERROR_BODY_SECONDS", 6000)
    with FaultServer([[answer(400, b"{", length=9), HOLD]]) as server:
        [outcome] = driver.run(
            ["json"],
            CallOptions(deadline=25),
            base_url=server.url,
            timeout=6000,
            hooks=Hooks(on_response=clock.hurry),
        )
        assert type(outcome.error) is BadRequestError


def test_the_deadline_covers_a_function_that_gives_the_key(driver: Driver, clock: Clock) -> None:
    def slow_key() -> str:
        clock.move(30)
        return "sk-test-key"

    with FaultServer([OK]) as server:
        [outcome] = driver.run(
            ["json"], CallOptions(deadline=25), base_url=server.url, api_key=slow_key
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline of 25 s" in str(outcome.error)
        assert server.accepted == 0


@pytest.mark.parametrize("step", ["json", "stream"])
def test_the_deadline_ends_an_async_function_that_gives_the_key(step: str) -> None:
    ended: list[bool] = []

    async def no_key() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)
        return ""

    with FaultServer([OK]) as server:
        [outcome] = DRIVERS["async"]().run(
            [step], CallOptions(deadline=0.2), base_url=server.url, api_key=no_key
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline of 0.2 s" in str(outcome.error)
        assert ended == [True]
        assert server.accepted == 0


def test_waits_of_our_own_are_never_too_long(driver: Driver, clock: Clock) -> None:
    """Only what a server asks for is: random waits of up to 20 s end no call."""
    with FaultServer([[answer(500, b"")]]) as server:
        [outcome] = driver.run(
            ["json"], CallOptions(max_retries=9), base_url=server.url, max_retry_wait=0.1
        )
        assert type(outcome.error) is InternalServerError
        assert len(server.requests) == 10
        assert len(clock.slept) == 9
        assert max(clock.slept) == 0.1
    with FaultServer([[answer(500, b"", {"Retry-After": "1"})]]) as server:
        driver.run(["json"], CallOptions(max_retries=9), base_url=server.url, max_retry_wait=0.1)
        assert len(server.requests) == 1
