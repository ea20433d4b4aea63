"""Retry rules, and an outage of minutes in which no time passes for real."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.attempts import Call, Shared, call_of, join_url
from overlays.runtime.errors import (
    APIConnectionError,
    APITimeoutError,
    InsufficientQuotaError,
    InternalServerError,
    KimiError,
    RateLimitError,
)
from overlays.runtime.hosts import HostPool
from overlays.runtime.options import CallOptions, ClientOptions
from overlays.runtime.retry import RetryBudget, backoff, is_retryable, retry_after

NOW = 1_800_000_000.0  # Fri, 15 Jan 2027 08:00:00 GMT


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": " 3 "}, 3.0),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "Fri, 15 Jan 2027 08:00:30 GMT"}, 30.0),
        ({"retry-after": "Fri, 15 Jan 2027 07:59:00 GMT"}, 0.0),
        ({"retry-after": "Friday, 15-Jan-27 08:00:05 GMT"}, 5.0),
        ({"retry-after": "Fri Jan 15 08:00:05 2027"}, 5.0),
        ({"retry-after": "2027-01-15T09:00:05+01:00"}, 5.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "1e300"}, 1e300),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "10 may"}, None),
        ({"retry-after": "99:99"}, None),
        ({"retry-after": "Fri, 15 Jan 99999 08:00:30 GMT"}, None),
        ({"retry-after": "x" * 70 + ":"}, None),
        ({"x-ratelimit-reset": "12"}, 12.0),
        ({"x-ratelimit-reset": "1800000004"}, 4.0),
        ({"x-ratelimit-reset": "1800000004500"}, 4.5),
        ({"x-ratelimit-reset": "1m2.5s"}, 62.5),
        ({"x-ratelimit-reset": "120ms"}, 0.12),
        ({"x-ratelimit-reset": "2027-01-15T08:00:09Z"}, 9.0),
        ({"x-ratelimit-reset": "?"}, None),
        ({"retry-after": "1", "x-ratelimit-reset": "12"}, 1.0),
    ],
)
def test_what_the_server_asks_for(headers: dict[str, str], seconds: float | None) -> None:
    asked = retry_after(headers, 429, NOW)
    assert asked == (seconds if seconds is None else pytest.approx(seconds))


def test_the_reset_of_a_rate_limit_concerns_no_other_failure() -> None:
    assert retry_after({"x-ratelimit-reset": "12"}, 503, NOW) is None


def test_backoff_doubles_is_capped_and_has_full_jitter() -> None:
    assert [backoff(retry, 1.0) for retry in (1, 2, 3, 4)] == [0.5, 1, 2, 4]
    assert backoff(1000, 1.0) == 20
    assert backoff(3, 0.0) == 0


def test_no_credit_is_never_retried() -> None:
    advice = {"x-should-retry": "true"}
    assert not is_retryable(InsufficientQuotaError("m", status_code=429, headers=advice))
    assert is_retryable(RateLimitError("m", status_code=400))


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://h", "https://h/v1/messages"),
        ("https://h/v1", "https://h/v1/messages"),
        ("https://h/proxy", "https://h/proxy/v1/messages"),
        ("https://h/proxy/v1", "https://h/proxy/v1/messages"),
        ("https://v1", "https://v1/v1/messages"),
    ],
)
def test_urls(base: str, url: str) -> None:
    assert join_url(base, "/v1/messages") == url


def test_a_path_never_leaves_its_host() -> None:
    assert join_url("https://h", "@evil.example/x") == "https://h/@evil.example/x"
    assert join_url("https://h", "https://evil.example") == "https://h/https://evil.example"
    assert join_url("https://h", "/models") == "https://h/models"


class World:
    """Hosts that are up or down, and a clock that only sleeping moves."""

    def __init__(self, urls: list[str], down: set[str]) -> None:
        self.now = 1000.0
        self.down = down
        self.sent: list[str] = []
        self.options = ClientOptions(api_key="k", base_url=urls)
        self.shared = Shared(
            urls, clock=lambda: self.now, wall_clock=lambda: NOW, random=lambda: 1.0
        )

    def call(self, **options: Any) -> Call:
        return call_of(
            self.shared,
            self.options,
            CallOptions(**options),
            method="POST",
            path="/v1/x",
            content=b"{}",
            stream=False,
            stays_open=False,
            user_agent="t",
        )

    def perform(self, **options: Any) -> KimiError | None:
        call = self.call(**options)
        try:
            while True:
                attempt = call.next_attempt()
                self.sent.append(attempt.host.url)
                self.now += 0.01
                if attempt.host.url not in self.down:
                    call.answered(attempt)
                    return None
                self.now += call.failed(attempt, APIConnectionError("down"), "connect")
        except KimiError as error:
            return error


A, B = "https://a", "https://b"


def test_an_outage_is_not_multiplied_by_retries() -> None:
    world = World([A], {A})
    for _ in range(1000):
        assert isinstance(world.perform(), APIConnectionError)
        world.now += 0.5
    # 1000 first attempts, and the 100 retries that the budget has room for; not 3000.
    assert len(world.sent) == 1100
    world.down.clear()
    world.sent.clear()
    for _ in range(50):
        assert world.perform() is None
    assert len(world.sent) == 50
    world.down.add(A)
    world.sent.clear()
    for _ in range(100):
        world.perform()
    # 50 successes paid for ten retries.
    assert len(world.sent) == 110


def test_a_success_after_a_retry_gives_back_what_the_retry_took() -> None:
    world = World([A, B], {A})
    before = world.shared.budget.available
    assert world.perform() is None
    assert world.shared.budget.available == before


def test_a_failing_host_rests_and_is_tried_again() -> None:
    world = World([A, B], {A})
    for _ in range(600):  # five minutes, two calls a second
        assert world.perform() is None
        world.now += 0.5
    # Tried at 0 s, and after rests of 30, 60, 120 s.
    assert world.sent.count(A) == 4
    world.down.clear()
    world.now += 300
    world.sent.clear()
    for _ in range(10):
        assert world.perform() is None
    assert set(world.sent) == {A}


def test_one_call_tries_a_rested_host_while_the_others_leave_it_alone() -> None:
    clock = [0.0]
    pool = HostPool([A, B], lambda: clock[0])
    first = pool.pick()
    pool.failed(first, 0.0)
    clock[0] = 31
    assert [pool.pick().url for _ in range(3)] == [A, B, B]


def test_failures_at_the_same_time_count_once() -> None:
    clock = [0.0]
    pool = HostPool([A, B], lambda: clock[0])
    host = pool.pick()
    clock[0] = 1.0
    for _ in range(100):
        pool.failed(host, 0.0)
    assert host.failures == 1
    assert host.rests_until == 31


def test_with_all_hosts_down_every_call_still_tries() -> None:
    world = World([A, B], {A, B})
    for _ in range(3):
        assert isinstance(world.perform(), APIConnectionError)
    assert len(world.sent) == 9


def test_another_host_is_asked_at_once_and_the_same_one_after_a_wait() -> None:
    world = World([A, B], {A, B})
    call = world.call(max_retries=3)
    waits = []
    for _ in range(3):
        attempt = call.next_attempt()
        waits.append(call.failed(attempt, APIConnectionError("down"), "connect"))
    assert waits == [0.0, 1.0, 2.0]


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    world = World([A], {A})
    started = world.now
    error = world.perform(deadline=0.4, max_retries=9)
    assert isinstance(error, APIConnectionError)
    assert world.now - started < 0.4


def test_a_passed_deadline_is_an_error() -> None:
    world = World([A], set())
    call = world.call(deadline=1)
    world.now += 2
    with pytest.raises(APITimeoutError, match="deadline of 1 s"):
        call.next_attempt()


def test_no_limit_of_an_attempt_exceeds_the_deadline() -> None:
    attempt = World([A], set()).call(deadline=3).next_attempt()
    timeout = attempt.timeout
    assert (timeout.connect, timeout.read, timeout.write, timeout.pool) == (3, 3, 3, 3)


def test_a_server_that_asks_to_wait_too_long_gets_no_retry() -> None:
    world = World([A], set())
    call = world.call()
    attempt = call.next_attempt()
    with pytest.raises(RateLimitError):
        call.refused(attempt, RateLimitError("m", status_code=429, headers={"retry-after": "61"}))
    attempt = call.next_attempt()
    error = RateLimitError("m", status_code=429, headers={"retry-after": "60"})
    assert call.refused(attempt, error) == 60


def test_an_asked_wait_concerns_only_the_host_that_asked() -> None:
    call = World([A, B], set()).call()
    attempt = call.next_attempt()
    error = InternalServerError("m", status_code=503, headers={"retry-after": "30"})
    assert call.refused(attempt, error) == 0
    assert call.next_attempt().host.url == B


def test_budget_is_exact() -> None:
    budget = RetryBudget(12)
    assert [budget.take(5) for _ in range(3)] == [True, True, False]
    budget.give_back(100)
    assert budget.available == 12
