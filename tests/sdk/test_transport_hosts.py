"""Which host the transport asks, and what it tells of it and to it."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from overlays.runtime.errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
)
from overlays.runtime.options import CallOptions, Timeout
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
    closed_port,
    error_body,
)

pytestmark = pytest.mark.usefixtures("quick_backoff")
OK: Script = [answer()]


def test_refused_connection(driver: Driver) -> None:
    port = closed_port()
    [outcome] = driver.run(["json"], base_url=f"http://127.0.0.1:{port}")
    assert type(outcome.error) is APIConnectionError
    assert outcome.error.attempts == 3
    assert f"Cannot connect to 127.0.0.1:{port}" in str(outcome.error)


def test_tls_failure(driver: Driver) -> None:
    with FaultServer([[CLOSE]], on_accept=CLOSE) as server:
        url = server.url.replace("http:", "https:")
        [outcome] = driver.run(["json"], base_url=url)
        assert type(outcome.error) is APIConnectionError
        assert outcome.error.attempts == server.accepted == 3
        assert server.requests == []


@pytest.mark.parametrize("status", [502, 503, 504, 524])
def test_gateway_failures_move_to_the_next_host_at_once(driver: Driver, status: int) -> None:
    failing = answer(status, b"", {"Retry-After": "30"})
    with FaultServer([[failing]]) as first, FaultServer([OK]) as second:
        outcomes = driver.run(["json", "json"], base_url=[first.url, second.url])
        assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
        # The second call leaves the resting host alone.
        assert (len(first.requests), len(second.requests)) == (1, 2)
        assert second.requests[0].headers["x-retry-count"] == "1"


def test_unreachable_host_moves_to_the_next(driver: Driver) -> None:
    with FaultServer([OK]) as second:
        urls = [f"http://127.0.0.1:{closed_port()}", second.url]
        [outcome] = driver.run(["json"], base_url=urls)
        assert outcome.value == {"ok": True}


def test_rate_limits_stay_on_their_host(driver: Driver) -> None:
    with FaultServer([[answer(429, b"")], OK]) as first, FaultServer([OK]) as second:
        [outcome] = driver.run(["json"], base_url=[first.url, second.url])
        assert outcome.value == {"ok": True}
        assert (len(first.requests), len(second.requests)) == (2, 0)


def test_the_key_goes_nowhere_else(driver: Driver) -> None:
    with FaultServer([OK]) as other:
        redirect = answer(307, b"", {"Location": other.url})
        with FaultServer([[redirect]]) as server:
            [outcome] = driver.run(["json"], base_url=server.url)
            assert type(outcome.error) is APIStatusError
            assert "redirects" in str(outcome.error)
        assert other.accepted == 0


def test_a_quoted_key_is_taken_out_of_errors(driver: Driver) -> None:
    body = error_body("authentication_error", code="sk-test-key")
    refusal = answer(401, body.replace(b"told", b"Bad key sk-test-key"), {"X-Key": "sk-test-key"})
    with FaultServer([[refusal]]) as server:
        [outcome] = driver.run(["json"], base_url=server.url)
        error = outcome.error
        assert isinstance(error, AuthenticationError)
        assert error.message == "Bad key ***"
        for text in (str(error), repr(error), repr(error.body), repr(error.headers)):
            assert "sk-test-key" not in text
        assert b"sk-test-key" not in pickle.dumps(error)


@pytest.fixture
def silent() -> Iterator[str]:
    """The URL of a host that lets nobody connect, and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as filling:
        for _ in range(4):  # more than it queues
            one = filling.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(listener.getsockname())
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def retries_seen(driver: Driver, server: FaultServer, first: str, **told: Any) -> list[str]:
    """How often each of two calls was tried before it came to the second of two hosts."""
    options = CallOptions(**told.pop("call", {}))
    outcomes = driver.run(["json", "json"], options, base_url=[first, server.url], **told)
    assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
    return [request.headers["x-retry-count"] for request in server.requests]


def test_an_impatient_call_blames_no_host_for_others(driver: Driver, silent: str) -> None:
    with FaultServer([OK]) as second:
        # The call moves on by itself, and the next one begins with the first host again.
        assert retries_seen(driver, second, silent, call={"timeout": Timeout(connect=2)}) == [
            "1",
            "1",
        ]


def test_a_host_that_is_silent_for_as_long_as_the_client_waits_rests(
    driver: Driver, silent: str
) -> None:
    with FaultServer([OK]) as second:
        told = {"timeout": Timeout(connect=2)}
        assert retries_seen(driver, second, silent, **told) == ["1", "0"]


@pytest.mark.parametrize("script", [[RESET], [CLOSE], [b"HTTP/1.1 200 OK\r\nX", CLOSE], [HOLD]])
def test_a_request_without_an_answer_blames_no_host(
    driver: Driver, clock: Clock, script: Script
) -> None:
    # A client that does not wait yet when time moves waits for real: slower, but the same.
    late: Script = [Pause(0.3), lambda: clock.move(30), *script]
    with FaultServer([late]) as first, FaultServer([OK]) as second:
        told = {"timeout": Timeout(read=25)}
        assert retries_seen(driver, second, first.url, call=told) == ["1", "1"]
        assert first.wait_for(2) == 2


def test_a_deadline_of_a_call_blames_no_host(driver: Driver, clock: Clock) -> None:
    late: Script = [Pause(0.3), lambda: clock.move(30), HOLD]
    with FaultServer([late]) as first, FaultServer([OK]) as second:
        outcomes = driver.run(
            ["json", "json"], CallOptions(deadline=25), base_url=[first.url, second.url]
        )
        assert [type(outcome.error) for outcome in outcomes] == [APITimeoutError] * 2
        assert first.wait_for(2) == 2
        assert second.accepted == 0


def test_a_deadline_that_ends_before_a_connection_blames_no_host(
    driver: Driver, silent: str
) -> None:
    with FaultServer([OK]) as second:
        outcomes = driver.run(
            ["json", "json"], CallOptions(deadline=0.3), base_url=[silent, second.url]
        )
        assert [type(outcome.error) for outcome in outcomes] == [APITimeoutError] * 2
        assert "deadline of 0.3 s" in str(outcomes[1].error)
        assert second.accepted == 0


def test_a_deadline_is_told_in_the_log(driver: Driver, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "evolink_kimi")
    with FaultServer([[HOLD]]) as server:
        driver.run(["json"], CallOptions(deadline=0.3), base_url=server.url)
    assert [record.getMessage().partition(": ")[2] for record in caplog.records] == [
        "APITimeoutError, not tried again (attempt 1)"
    ]
