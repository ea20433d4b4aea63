"""The deadline of a call, whatever the server keeps sending."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.errors import APITimeoutError, BadRequestError, InternalServerError
from overlays.runtime.options import CallOptions
from tests.support.drivers import DRIVERS, Driver
from tests.support.fault_server import HOLD, FaultServer, Pause, Script, answer, chunked, sse

pytestmark = pytest.mark.usefixtures("quick_backoff")
EVENT = b'data: {"n":1}\n\n'
OK: Script = [answer()]


def test_the_deadline_covers_retries(driver: Driver) -> None:
    with FaultServer([[Pause(0.15), answer(500, b"")]]) as server:
        [outcome] = driver.run(
            ["json"], CallOptions(deadline=0.4, max_retries=50), base_url=server.url
        )
        assert isinstance(outcome.error, (APITimeoutError, InternalServerError))
        assert outcome.seconds < 0.8
        assert len(server.requests) in (2, 3)


def test_the_deadline_ends_a_stream_that_is_never_silent(driver: Driver) -> None:
    trickle: list[Any] = [Pause(0.05), chunked(EVENT, last=False)]
    with FaultServer([[sse(), *trickle * 100]]) as server:
        [outcome] = driver.run(["stream"], CallOptions(deadline=0.3), base_url=server.url)
        assert type(outcome.error) is APITimeoutError
        assert "deadline" in str(outcome.error)
        assert 2 <= len(outcome.chunks) <= 6
        assert outcome.seconds < 0.6


def test_the_deadline_ends_a_silent_stream(driver: Driver) -> None:
    with FaultServer([[sse(), chunked(EVENT, last=False), HOLD]]) as server:
        [outcome] = driver.run(["stream"], CallOptions(deadline=0.3), base_url=server.url)
        assert type(outcome.error) is APITimeoutError
        assert "deadline" in str(outcome.error)
        assert outcome.seconds < 0.6


TRICKLE: Script = [b"HTTP/1.1 200 OK\r\n", *(Pause(0.05), b"x: y\r\n") * 100]


@pytest.mark.parametrize("kept_alive", [False, True])
def test_the_deadline_ends_headers_that_trickle_in(driver: Driver, kept_alive: bool) -> None:
    first = [OK] if kept_alive else []
    with FaultServer([*first, TRICKLE]) as server:
        *_, outcome = driver.run(
            ["json"] * (1 + kept_alive), CallOptions(deadline=0.3), base_url=server.url
        )
        assert type(outcome.error) is APITimeoutError
        assert "deadline of 0.3 s" in str(outcome.error)
        assert outcome.seconds < 0.6
        assert server.wait_for(1 + kept_alive) == 1 + kept_alive
        assert server.accepted == 1
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("name", ["sync", "async"])
def test_the_read_timeout_ends_headers_that_trickle_in(name: str) -> None:
    # aiohttp alone limits each read, not all of them.
    with FaultServer([TRICKLE]) as server:
        [outcome] = DRIVERS[name]().run(
            ["json"], CallOptions(max_retries=0, timeout=0.3), base_url=server.url
        )
        assert type(outcome.error) is APITimeoutError
        assert "sent no answer within 0.3 s" in str(outcome.error)
        assert outcome.seconds < 0.6
        assert server.wait_until_closed() == 0


def test_the_deadline_ends_an_error_body_that_stalls(driver: Driver) -> None:
    with FaultServer([[answer(400, b"{", length=9), HOLD]]) as server:
        [outcome] = driver.run(["json"], CallOptions(deadline=0.3), base_url=server.url)
        assert type(outcome.error) is BadRequestError
        assert outcome.seconds < 0.6
