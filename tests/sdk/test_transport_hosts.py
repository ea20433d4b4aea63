"""Which host the transport asks, and what it tells of it and to it."""

from __future__ import annotations

import pickle

import pytest

from overlays.runtime.errors import APIConnectionError, APIStatusError, AuthenticationError
from tests.support.drivers import Driver
from tests.support.fault_server import CLOSE, FaultServer, Script, answer, closed_port, error_body

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
