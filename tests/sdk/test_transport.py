"""The transport over real sockets: each fault, sync and async, with what it must come to."""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from overlays.runtime.errors import (
    APIConnectionError,
    APIResponseError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InsufficientQuotaError,
    InternalServerError,
    KimiError,
    NotFoundError,
    OverloadedError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    UnprocessableEntityError,
)
from overlays.runtime.options import CallOptions, Timeout
from tests.support.drivers import DRIVERS, AiohttpDriver, Driver, descriptors
from tests.support.fault_server import (
    CLOSE,
    HALF_CLOSE,
    HOLD,
    RESET,
    FaultServer,
    Pause,
    Script,
    answer,
    chunked,
    free_port,
    sse,
)

EVENT = b'data: {"n":1}\n\n'
DONE = b"data: [DONE]\n\n"
OK: Script = [answer()]
SLOW: list[Any] = [Pause(0.15), chunked(b": x\n", last=False)] * 4
SLOW_HEADERS: list[Any] = [Pause(0.05), b"X: y\r\n"] * 3
SHORT = Timeout(connect=2, read=0.25, write=2, pool=0.3)


@pytest.fixture(params=[*DRIVERS, "aiohttp"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A client to be, and a check that nothing is left open afterwards."""
    if request.param == "aiohttp":
        pytest.importorskip("httpx_aiohttp")
    made: Driver = DRIVERS.get(request.param, AiohttpDriver)()
    made.run([], base_url="http://127.0.0.1:1")
    before = descriptors()
    yield made
    assert descriptors() <= before


@dataclass(frozen=True)
class Case:
    """Scripts, and what one call makes of them.

    Attributes:
        error: The exact class raised; None for success.
        attempts: Requests that reach the server.
        status: For errors, their status.
        says: A part of the error's text.
    """

    scripts: list[Script]
    error: type[KimiError] | None = None
    attempts: int = 1
    status: int | None = None
    says: str = ""
    client: dict[str, Any] = field(default_factory=dict)


def error_body(type_: str | None = None, **more: Any) -> bytes:
    import json

    return json.dumps({"error": {"message": "told", "type": type_, **more}}).encode()


BROKEN_GZIP = gzip.compress(error_body("rate_limit_error") * 50)[:-30]

CASES: dict[str, Case] = {
    "success": Case([OK]),
    "closed before headers, once": Case([[CLOSE], OK], attempts=2),
    "reset before headers, once": Case([[RESET], OK], attempts=2),
    "reset before headers, again": Case([[RESET]], APIConnectionError, attempts=2),
    "reset before headers, not to be repeated": Case(
        [[RESET], OK], APIConnectionError, client={"retry_unanswered": False}
    ),
    "reset inside headers": Case([[b"HTTP/1.1 200 OK\r\nContent-", RESET], OK], attempts=2),
    "reset after headers": Case([[answer(body=b"", length=500), RESET], OK], attempts=2),
    "reset after headers, again": Case(
        [[answer(body=b"", length=500), RESET]], APIConnectionError, attempts=2
    ),
    "reset inside the body": Case([[answer(length=500), RESET], OK], attempts=2),
    "wrong content length": Case([[answer(length=500), CLOSE]], APIConnectionError, attempts=2),
    "two content lengths": Case(
        [[answer(headers={"Content-Length": "12"}), CLOSE]], APIConnectionError, attempts=2
    ),
    "a length that is no number": Case(
        [[b'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{"ok":true}', CLOSE]],
        APIConnectionError,
        attempts=2,
    ),
    "headers without end": Case(
        [[b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 40000, CLOSE]], APIConnectionError, attempts=2
    ),
    "slow headers": Case(
        [[b"HTTP/1.1 200 OK\r\n", *SLOW_HEADERS, answer()[17:]]],
    ),
    "headers that stall": Case([[b"HTTP/1.1 200 OK\r\nX", HOLD]], APITimeoutError, attempts=2),
    "half-closed inside headers": Case(
        [[b"HTTP/1.1 200 OK\r\nX", HALF_CLOSE]], APIConnectionError, attempts=2
    ),
    "truncated chunked body": Case(
        [[sse(), chunked(b'{"ok":', last=False), CLOSE]], APIConnectionError, attempts=2
    ),
    "half-closed inside the body": Case(
        [[answer(length=500), HALF_CLOSE]], APIConnectionError, attempts=2
    ),
    "no answer in time": Case(
        [[HOLD]], APITimeoutError, attempts=2, says="no answer within 0.25 s"
    ),
    "no answer in time, not to be repeated": Case(
        [[HOLD]], APITimeoutError, client={"retry_unanswered": False}
    ),
    "stalled body": Case([[answer(length=500), HOLD]], APITimeoutError, attempts=2),
    "garbage instead of HTTP": Case(
        [[b"SSH-2.0-x\r\n\r\n", CLOSE]], APIConnectionError, attempts=2
    ),
    "HTTP/1.0 ended by closing": Case([[b'HTTP/1.0 200 OK\r\n\r\n{"ok":true}', CLOSE]]),
    "100-continue first": Case([[b"HTTP/1.1 100 Continue\r\n\r\n", answer()]]),
    "gzip": Case(
        [[answer(body=gzip.compress(b'{"ok":true}'), headers={"Content-Encoding": "gzip"})]]
    ),
    "broken gzip": Case(
        [[answer(body=b"\x1f\x8bnot gzip at all", headers={"Content-Encoding": "gzip"})]],
        APIConnectionError,
        attempts=2,
        says="compression is broken",
    ),
    "truncated gzip": Case(
        [
            [
                answer(
                    body=gzip.compress(b'{"ok":true}' * 99)[:-20],
                    headers={"Content-Encoding": "gzip"},
                )
            ]
        ],
        APIResponseError,
    ),
    "HTTP/1.0 cut off": Case(
        [[b'HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n{"ok"', CLOSE]],
        APIConnectionError,
        attempts=2,
    ),
    "early hints, then 100-continue": Case(
        [[b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n", answer()]]
    ),
    "204": Case([[answer(204, b"")]], APIResponseError, status=204),
    "HTML with 200": Case(
        [[answer(200, b"<html><title>Hello</title>", content_type="text/html")]],
        APIResponseError,
        says="text/html",
    ),
    "a JSON list with 200": Case([[answer(200, b"[1]")]], APIResponseError, says="JSON list"),
    "an error object with 200": Case(
        [[answer(200, error_body("overloaded_error"))]], OverloadedError, status=200
    ),
    "redirect to another host": Case(
        [[answer(302, b"", {"Location": "http://127.0.0.1:1/"})]], APIStatusError, status=302
    ),
    "400": Case([[answer(400, error_body("invalid_request_error"))]], BadRequestError),
    "401": Case([[answer(401, error_body("authentication_error"))]], AuthenticationError),
    "402": Case([[answer(402, error_body("billing_error"))]], InsufficientQuotaError),
    "403": Case([[answer(403, error_body("permission_error"))]], PermissionDeniedError),
    "404": Case([[answer(404, error_body("not_found_error"))]], NotFoundError),
    "408": Case([[answer(408, b"")], OK], attempts=2),
    "409": Case([[answer(409, b"")]], ConflictError, attempts=3),
    "413": Case([[answer(413, error_body("invalid_request_error"))]], RequestTooLargeError),
    "422": Case([[answer(422, b'{"detail":[{"msg":"told"}]}')]], UnprocessableEntityError),
    "429": Case([[answer(429, error_body("rate_limit_error"))]], RateLimitError, attempts=3),
    "429 for want of credit": Case(
        [[answer(429, error_body("exceeded_current_quota_error"))]], InsufficientQuotaError
    ),
    "429 for overload": Case(
        [[answer(429, error_body("engine_overloaded_error"))]], OverloadedError, attempts=3
    ),
    "429 with truncated gzip": Case(
        [[answer(429, BROKEN_GZIP, {"Content-Encoding": "gzip"})]], RateLimitError, attempts=3
    ),
    "499": Case([[answer(499, error_body("client_closed_request"))]], APIStatusError, status=499),
    "500, then well": Case([[answer(500, error_body("api_error"))], OK], attempts=2),
    "500 with an empty body": Case([[answer(500, b"")]], InternalServerError, attempts=3),
    "500 with a stalled body": Case(
        [[answer(500, b'{"error":', length=99), Pause(0.4), RESET]], InternalServerError, attempts=3
    ),
    "502 as a page": Case(
        [[answer(502, b"<html><title>502 Bad</title>", content_type="text/html")]],
        InternalServerError,
        attempts=3,
        says="502 Bad",
    ),
    "504 as a page": Case([[answer(504, b"<html>slow")]], InternalServerError, attempts=3),
    "524": Case([[answer(524, b"")]], InternalServerError, attempts=3),
    "529": Case([[answer(529, b"")]], OverloadedError, attempts=3),
    "told to retry a 400": Case([[answer(400, b"", {"x-should-retry": "true"})], OK], attempts=2),
    "told not to retry a 500": Case(
        [[answer(500, b"", {"x-should-retry": "false"})]], InternalServerError
    ),
    "no retries wanted": Case([[answer(500, b"")]], InternalServerError, client={"max_retries": 0}),
    "asked to wait too long": Case(
        [[answer(429, b"", {"Retry-After": "61"})]], RateLimitError, says="HTTP 429"
    ),
    "asked to wait for ever": Case(
        [[answer(503, b"", {"Retry-After": "1e300"})]], InternalServerError
    ),
    "asked to wait until 2099": Case(
        [[answer(429, b"", {"Retry-After": "Thu, 01 Jan 2099 00:00:00 GMT"})]], RateLimitError
    ),
    "asked to wait a moment": Case([[answer(429, b"", {"retry-after-ms": "20"})], OK], attempts=2),
    "asked to wait until the past": Case(
        [[answer(429, b"", {"Retry-After": "Thu, 01 Jan 2015 00:00:00 GMT"})], OK], attempts=2
    ),
    "asked to wait less than nothing": Case(
        [[answer(429, b"", {"Retry-After": "-5"})], OK], attempts=2
    ),
    "asked to wait no number": Case([[answer(429, b"", {"Retry-After": "NaN"})], OK], attempts=2),
    "asked to wait infinitely": Case([[answer(503, b"", {"Retry-After": "inf"})], OK], attempts=2),
    "asked to wait nothing in words": Case(
        [[answer(503, b"", {"Retry-After": ""})], OK], attempts=2
    ),
    "asked to wait a number of many digits": Case(
        [[answer(503, b"", {"Retry-After": "9" * 300})]], InternalServerError
    ),
    "asked to wait until the year 99999": Case(
        [[answer(503, b"", {"Retry-After": "Fri, 31 Dec 99999 23:59:59 GMT"})], OK], attempts=2
    ),
    "asked to wait for the limit's reset": Case(
        [[answer(429, b"", {"X-RateLimit-Reset": "10ms"})], OK], attempts=2
    ),
    "asked to wait for a far reset": Case(
        [[answer(429, b"", {"X-RateLimit-Reset": "99999999999"})]], RateLimitError
    ),
    "a wait nobody can read": Case(
        [[answer(503, b"", {"Retry-After": "soon; ask 10:00"})], OK], attempts=2
    ),
}


@pytest.fixture(autouse=True)
def quick_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlays.runtime.retry.BACKOFF_BASE", 0.004)


@pytest.mark.parametrize("name", CASES)
def test_one_call_through_a_fault(driver: Driver, name: str) -> None:
    case = CASES[name]
    with FaultServer(case.scripts) as server:
        [outcome] = driver.run(["json"], base_url=server.url, timeout=SHORT, **case.client)
        error = outcome.error
        assert type(error) is (case.error or type(None)), error
        if error is None:
            assert outcome.value == {"ok": True}
        else:
            assert case.says in str(error)
            assert error.attempts == case.attempts
            assert error.host == f"127.0.0.1:{server.port}"
            if isinstance(error, APIStatusError):
                assert error.status_code == (
                    case.status or int(name[:3] if name[:3].isdigit() else error.status_code)
                )
            restored = pickle.loads(pickle.dumps(error))
            assert type(restored) is type(error)
            assert str(restored) == str(error)
        assert len(server.requests) == case.attempts
        assert len({request.headers["idempotency-key"] for request in server.requests}) == 1
        counts = [request.headers["x-retry-count"] for request in server.requests]
        assert counts == [str(number) for number in range(case.attempts)]
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("name", DRIVERS)
def test_bytes_after_the_body_are_no_part_of_it(name: str) -> None:
    # They spoil the connection for the next call, which is sent again on another. aiohttp refuses
    # the answer itself.
    with FaultServer([[answer(length=11) + b"more"], OK]) as server:
        outcomes = DRIVERS[name]().run(["json"] * 2, base_url=server.url)
        assert [outcome.value for outcome in outcomes] == [{"ok": True}] * 2
        assert server.accepted == 2


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
    "silent after an event": ([[sse(), chunked(EVENT, last=False), HOLD]], APITimeoutError, 1),
    "slow, but never silent for long": (
        [
            [
                sse(),
                chunked(EVENT, last=False),
                *SLOW,
                chunked(DONE),
            ]
        ],
        None,
        1,
    ),
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
def test_one_stream_through_a_fault(driver: Driver, name: str) -> None:
    scripts, expected, attempts = STREAM_CASES[name]
    with FaultServer(scripts) as server:
        [outcome] = driver.run(["stream"], base_url=server.url, timeout=SHORT)
        assert type(outcome.error) is (expected or type(None)), outcome.error
        if expected is None:
            content = b"".join(outcome.chunks)
            assert content.startswith(EVENT)
            assert content.endswith(DONE)
        assert len(server.requests) == attempts
        assert all(r.headers["accept"] == "text/event-stream" for r in server.requests)
        assert server.wait_until_closed() == 0


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
        outcomes = driver.run(["json", "done", "json"], base_url=server.url)
        assert [outcome.error for outcome in outcomes] == [None] * 3
        assert outcomes[1].seconds < 0.2
        assert server.accepted == connections


def test_drained_late_the_connection_is_reused_too(driver: Driver) -> None:
    # The end of the body comes in a segment of its own, before the stream is drained.
    stream: Script = [sse(), chunked(EVENT, last=False), chunked(DONE[:5], last=False)]
    tail: Script = [Pause(0.05), chunked(DONE[5:], last=False), b"0\r\n", b"\r\n"]
    with FaultServer([[*stream, *tail], OK]) as server:
        outcomes = driver.run(["stream", "json"], base_url=server.url)
        assert [outcome.error for outcome in outcomes] == [None] * 2
        assert server.accepted == 1


def test_refused_connection(driver: Driver) -> None:
    port = free_port()
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
        urls = [f"http://127.0.0.1:{free_port()}", second.url]
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


def test_a_pool_of_one_connection_is_never_exhausted(driver: Driver) -> None:
    """Every way a call can end gives its connection back (see mistralai/client-python#532)."""
    scripts: list[Script] = [
        [answer(429, error_body("insufficient_quota"))],
        [answer(200, b"not json")],
        [sse(), chunked(EVENT, last=False), HOLD],
        [sse(), chunked(EVENT, DONE, last=False), HOLD],
        OK,
    ]
    with FaultServer(scripts) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)
        outcomes = driver.run(
            ["json", "json", "stream", "done", "json"], base_url=server.url, timeout=SHORT
        )
        assert [type(outcome.error).__name__ for outcome in outcomes] == [
            "InsufficientQuotaError",
            "APIResponseError",
            "APITimeoutError",
            "NoneType",
            "NoneType",
        ]
        assert server.wait_until_closed() == 0
