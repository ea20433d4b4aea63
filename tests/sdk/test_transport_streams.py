"""Streams through the transport: each fault, and when the connection is free again."""

from __future__ import annotations

import gzip
import time
from typing import Any

import pytest

from overlays.runtime.errors import (
    APIConnectionError,
    APITimeoutError,
    InsufficientQuotaError,
    KimiError,
)
from overlays.runtime.observe import Hooks
from overlays.runtime.options import Timeout
from tests.support.clock import Clock
from tests.support.drivers import Driver
from tests.support.fault_server import (
    CLOSE,
    HOLD,
    RESET,
    FaultServer,
    Pause,
    Script,
    answer,
    chunked,
    error_body,
    sse,
)

pytestmark = pytest.mark.usefixtures("quick_backoff")
EVENT = b'data: {"n":1}\n\n'
DONE = b"data: [DONE]\n\n"
OK: Script = [answer()]
# The read timeout passes only where the server is told to be silent; see `Clock.hurry`.
IN_TIME = Timeout(connect=60, read=20, write=60, pool=20)
SILENT = "silent after an event"
STREAM_CASES: dict[str, tuple[list[Script], type[KimiError] | None, int]] = {
    "whole": ([[sse(), chunked(EVENT, DONE)]], None, 1),
    "ended by closing": ([[b"HTTP/1.1 200 OK\r\n\r\n", EVENT + DONE, CLOSE]], None, 1),
    "refused with 429, then whole": ([[answer(429, b"")], [sse(), chunked(EVENT, DONE)]], None, 2),
    "refused for want of credit": (
        [[answer(402, error_body("billing_error"))]],
        InsufficientQuotaError,
        1,
    ),
    "reset before the headers": ([[RESET], [sse(), chunked(EVENT, DONE)]], None, 2),
    "reset after an event": ([[sse(), chunked(EVENT, last=False), RESET]], APIConnectionError, 1),
    "cut inside a chunk": (
        [[sse(), chunked(EVENT, last=False), b"ff\r\ndata", CLOSE]],
        APIConnectionError,
        1,
    ),
    SILENT: ([[sse(), chunked(EVENT, last=False), HOLD]], APITimeoutError, 1),
    "compressed though not asked for": (
        [[sse({"Content-Encoding": "gzip"}), chunked(gzip.compress(EVENT + DONE))]],
        None,
        1,
    ),
    "broken compression": (
        [[sse({"Content-Encoding": "gzip"}), chunked(b"data: plain")]],
        APIConnectionError,
        1,
    ),
}


@pytest.mark.parametrize("name", STREAM_CASES)
def test_one_stream_through_a_fault(driver: Driver, clock: Clock, name: str) -> None:
    scripts, expected, attempts = STREAM_CASES[name]
    hooks = Hooks(on_response=clock.hurry) if name == SILENT else None
    with FaultServer(scripts) as server:
        [outcome] = driver.run(["stream"], base_url=server.url, timeout=IN_TIME, hooks=hooks)
        assert type(outcome.error) is (expected or type(None)), outcome.error
        if expected is None:
            content = b"".join(outcome.chunks)
            assert content.startswith(EVENT)
            assert content.endswith(DONE)
        assert server.wait_for(attempts) == attempts
        assert all(r.headers["accept"] == "text/event-stream" for r in server.requests)
        assert server.wait_until_closed() == 0


def test_a_stream_that_is_never_silent_for_long_goes_on(driver: Driver, clock: Clock) -> None:
    slow: list[Any] = [lambda: clock.move(15), chunked(b": x\n", last=False), Pause(0.02)] * 4
    script: Script = [sse(), chunked(EVENT, last=False), *slow, chunked(DONE)]
    with FaultServer([script]) as server:
        [outcome] = driver.run(["stream"], base_url=server.url, timeout=IN_TIME)
        assert outcome.error is None
        assert b"".join(outcome.chunks) == EVENT + b": x\n" * 4 + DONE


@pytest.mark.parametrize(
    ("rest", "connections"),
    [
        pytest.param([chunked(EVENT, DONE)], 1, id="end of the body there"),
        pytest.param(
            [chunked(EVENT, DONE, b"\n", b": bye\n\n")], 1, id="little more, then the end"
        ),
        pytest.param([chunked(EVENT, DONE, last=False), HOLD], 2, id="connection held"),
        pytest.param([chunked(EVENT, DONE, last=False), b"5\r\nda", HOLD], 2, id="held in a chunk"),
        pytest.param(
            [chunked(EVENT, DONE, last=False), *[chunked(b"x" * 99, last=False)] * 999, HOLD],
            2,
            id="no end to it",
        ),
    ],
)
def test_a_finished_stream_frees_its_connection_without_waiting(
    driver: Driver, rest: list[Any], connections: int
) -> None:
    stream: Script = [sse(), *rest]
    with FaultServer([OK, stream, OK, stream, OK]) as server:
        started = time.monotonic()
        outcomes = driver.run(["json", "done", "json"], base_url=server.url, timeout=60)
        assert time.monotonic() - started < 60
        assert [outcome.error for outcome in outcomes] == [None] * 3
        assert server.accepted == connections


def test_drained_late_the_connection_is_reused_too(driver: Driver) -> None:
    # The end of the body comes in a segment of its own, before the stream is drained.
    stream: Script = [sse(), chunked(EVENT, last=False), chunked(DONE[:5], last=False)]
    tail: Script = [Pause(0.05), chunked(DONE[5:], last=False), b"0\r\n", b"\r\n"]
    with FaultServer([[*stream, *tail], OK]) as server:
        outcomes = driver.run(["stream", "json"], base_url=server.url)
        assert [outcome.error for outcome in outcomes] == [None] * 2
        assert server.accepted == 1


def test_a_pool_of_one_connection_is_never_exhausted(driver: Driver, clock: Clock) -> None:
    """Every way a call can end gives its connection back (see mistralai/client-python#532)."""
    scripts: list[Script] = [
        [answer(429, error_body("insufficient_quota"))],
        [answer(200, b"not json")],
        [sse(), chunked(EVENT, last=False), HOLD],
        [sse(), chunked(EVENT, DONE, last=False), HOLD],
        OK,
    ]
    first_chunk = iter([clock.hurry])
    with FaultServer(scripts) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)
        outcomes = driver.run(
            ["json", "json", "stream", "done", "json"],
            base_url=server.url,
            timeout=IN_TIME,
            hooks=Hooks(on_request=clock.rest),
            on_chunk=lambda: next(first_chunk, int)(),
        )
        assert [type(outcome.error).__name__ for outcome in outcomes] == [
            "InsufficientQuotaError",
            "APIResponseError",
            "APITimeoutError",
            "NoneType",
            "NoneType",
        ]
        assert server.wait_until_closed() == 0
