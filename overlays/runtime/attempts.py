"""The attempts of one call: what is sent each time, to which host, and whether there is a next.

No input or output happens here. A transport asks for an attempt, performs it, and reports how it
went; the answer is how long to wait before the next one, or the error to raise. Sync and async
transports share all of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .content_coding import ACCEPTED
from .errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    KimiError,
)
from .hosts import FAILOVER_STATUSES, Host, HostPool
from .options import (
    CallOptions,
    ClientOptions,
    Timeout,
    checked_count,
    checked_headers,
    merged_timeout,
)
from .parameters import query_string
from .retry import (
    FIRST_TRY_REFUND,
    RETRY_COST,
    TIMEOUT_RETRY_COST,
    RetryBudget,
    backoff,
    is_retryable,
    retry_after,
)
from .secrecy import Scrubber

if TYPE_CHECKING:
    from .observe import Hooks
    from .secret import Secret

__all__ = ["Attempt", "Call", "Phase", "Shared", "call_of", "join_url"]

Phase: TypeAlias = Literal["connect", "unanswered", "local"]
"""How far an attempt got that has no answer: the request did not leave, it did, or the reason is
on this side (the pool is full, the client is closed)."""

IDEMPOTENCY_HEADER: Final = "idempotency-key"
RETRY_COUNT_HEADER: Final = "x-retry-count"


async def _sleep_async(seconds: float) -> None:
    from anyio import sleep

    await sleep(seconds)


# A client with longer limits, or none, gives up on a host after this all the same.
LONGEST_PATIENCE: Final = 10.0


def patience_of(timeout: Timeout) -> float:
    """How long a client of these limits waits for a connection before it blames the host.

    A deadline cuts the limit of the attempt that it falls in; half of it is enough to tell.
    """
    told = [timeout.connect, None if timeout.deadline is None else timeout.deadline / 2]
    return min([LONGEST_PATIENCE, *(limit for limit in told if limit is not None)])


class Shared:
    """What the calls of a client have in common: its hosts, its retry budget, and time.

    Calls take the time from here alone, so that tests can put a clock of their own in its place.

    Attributes:
        hosts: The hosts and their state.
        budget: The retries left.
        clock: Monotonic seconds.
        wall_clock: Unix time in seconds.
        sleep: Waits so many seconds before a retry.
        sleep_async: As `sleep`, for asyncio and trio.
        random: A number evenly from [0, 1).
        patience: Seconds without a connection after which a host counts as not reachable.
    """

    __slots__ = (
        "budget",
        "clock",
        "hosts",
        "patience",
        "random",
        "sleep",
        "sleep_async",
        "wall_clock",
    )

    def __init__(
        self,
        urls: Sequence[str],
        *,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
        sleep_async: Callable[[float], Awaitable[None]] = _sleep_async,
        random: Callable[[], float] = lambda: int.from_bytes(os.urandom(6), "big") / 2**48,
        patience: float = LONGEST_PATIENCE,
    ) -> None:
        self.hosts = HostPool(urls, clock)
        self.budget = RetryBudget()
        self.clock = clock
        self.wall_clock = wall_clock
        self.sleep = sleep
        self.sleep_async = sleep_async
        self.random = random
        self.patience = patience


class Attempt:
    """One request to send.

    Attributes:
        number: 1 for the first.
        host: Where it goes.
        url: The whole URL without the query.
        headers: All but Authorization, which the transport adds.
        timeout: Limits for this attempt, cut to what the call's deadline leaves.
        started: The clock's time when it was handed out.
        scrubber: Takes what the transport sends as a key out of what is shown.
    """

    __slots__ = ("headers", "host", "number", "scrubber", "started", "timeout", "url")

    def __init__(
        self,
        *,
        number: int,
        host: Host,
        url: str,
        headers: dict[str, str],
        timeout: Timeout,
        started: float,
    ) -> None:
        self.number = number
        self.host = host
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.started = started
        self.scrubber = Scrubber()


class Call:
    """The state of one call over its attempts.

    Attributes:
        method: HTTP method.
        content: The request body, or None.
        query: The query of the URL, "" for none.
        without: Names of headers that are not to be sent, whoever would add them.
        secret: The API key.
        sends_key: Whether it is sent: not where the caller gives, or takes away, Authorization.
        stream: Whether an event stream is asked for.
        stays_open: Whether the body of a success is left to be read.
        most_bytes: The most that the body of a success may have where it is read at once.
        ends: The clock's time at which the deadline passes, or None.
        attempts: How many attempts were handed out.
        hooks: Functions to call as it goes on.
    """

    __slots__ = (
        "_failed_host",
        "_headers",
        "_max_retries",
        "_max_retry_wait",
        "_path",
        "_reauthenticated",
        "_refund",
        "_retries",
        "_retry_unanswered",
        "_shared",
        "_timeout",
        "attempts",
        "content",
        "ends",
        "hooks",
        "method",
        "most_bytes",
        "query",
        "secret",
        "sends_key",
        "stays_open",
        "stream",
        "without",
    )

    def __init__(
        self,
        shared: Shared,
        *,
        method: str,
        path: str,
        content: bytes | None,
        headers: dict[str, str],
        without: frozenset[str],
        query: str,
        secret: Secret,
        stream: bool,
        stays_open: bool,
        timeout: Timeout,
        max_retries: int,
        max_retry_wait: float,
        retry_unanswered: bool,
        most_bytes: int,
        hooks: Hooks | None,
    ) -> None:
        self._shared = shared
        self.hooks = hooks
        self.most_bytes = most_bytes
        self.method = method
        self._path = path
        self.content = content
        self._headers = headers
        self.without = without
        self.query = query
        self.secret = secret
        self.sends_key = "authorization" not in headers and "authorization" not in without
        self.stream = stream
        self.stays_open = stays_open
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_wait = max_retry_wait
        self._retry_unanswered = retry_unanswered
        self.ends = None if timeout.deadline is None else shared.clock() + timeout.deadline
        self.attempts = 0
        self._retries = 0
        self._refund = FIRST_TRY_REFUND
        self._reauthenticated = False
        self._failed_host: Host | None = None

    def next_attempt(self) -> Attempt:
        """The attempt to perform now.

        Raises:
            APITimeoutError: The deadline has passed.
        """
        timeout = self._timeout
        if self.ends is not None:
            remaining = self.ends - self._shared.clock()
            if remaining <= 0:
                raise self.deadline_error()
            timeout = _cut(timeout, remaining)
        host = self._shared.hosts.pick(self._failed_host)
        counted = {RETRY_COUNT_HEADER: str(self.attempts)}
        if RETRY_COUNT_HEADER in self.without:
            counted = {}
        self.attempts += 1
        return Attempt(
            number=self.attempts,
            host=host,
            url=join_url(host.url, self._path),
            headers={**counted, **self._headers},
            timeout=timeout,
            started=self._shared.clock(),
        )

    def deadline_error(self, host: str | None = None) -> APITimeoutError:
        """The error for a deadline that has passed, at the host asked now or, without, last."""
        if host is None and self._failed_host is not None:
            host = self._failed_host.name
        return APITimeoutError(
            f"The call did not finish within its deadline of {self._timeout.deadline:g} s",
            host=host,
            attempts=self.attempts,
        )

    def answered(self, attempt: Attempt) -> None:
        """Report a success, before its body is read."""
        self._shared.hosts.succeeded(attempt.host)
        self._shared.budget.give_back(self._refund)

    def refused(self, attempt: Attempt, error: APIStatusError) -> float:
        """Report an error answer. Returns the seconds to wait before the next attempt.

        Raises:
            APIStatusError: The error given, if there is no next attempt.
        """
        hosts = self._shared.hosts
        fails_over = error.status_code in FAILOVER_STATUSES
        if fails_over:
            hosts.failed(attempt.host, attempt.started)
        else:
            hosts.succeeded(attempt.host)
        if (
            isinstance(error, AuthenticationError)
            and self.sends_key
            and self.secret.is_callable
            and not self._reauthenticated
        ):
            # The key may have been rotated since; this costs no retry.
            self._reauthenticated = True
            return 0.0
        if not is_retryable(error):
            raise error
        self._failed_host = attempt.host if fails_over else None
        asked = retry_after(error.headers, error.status_code, self._shared.wall_clock())
        return self._wait(error, RETRY_COST, asked)

    def failed(self, attempt: Attempt, error: APIConnectionError, phase: Phase) -> float:
        """Report an attempt without an answer. Returns the seconds to wait before the next.

        Raises:
            APIConnectionError: The error given, if there is no next attempt.
        """
        if phase == "local":
            raise error
        if phase == "connect" and not self._was_impatient(attempt, error):
            self._shared.hosts.failed(attempt.host, attempt.started)
        self._failed_host = attempt.host
        if phase == "unanswered":
            if not self._retry_unanswered:
                raise error
            # Once at most: the server may have done, and billed, the work.
            self._retry_unanswered = False
        is_timeout = isinstance(error, APITimeoutError)
        return self._wait(error, TIMEOUT_RETRY_COST if is_timeout else RETRY_COST, None)

    def _was_impatient(self, attempt: Attempt, error: APIConnectionError) -> bool:
        """Whether an attempt to connect ended sooner than the client would have ended it.

        That tells of this call's limits, and nothing of the host to others.
        """
        limit = attempt.timeout.connect
        is_short = limit is not None and limit < self._shared.patience
        return is_short and isinstance(error, APITimeoutError)

    def _wait(self, error: KimiError, cost: int, asked: float | None) -> float:
        """The one place where a retry is decided on. Returns seconds, or raises the error."""
        if self._retries >= self._max_retries:
            raise error
        wait = self._seconds_to_wait(asked)
        if wait is None:
            raise error
        if self.ends is not None and self._shared.clock() + wait >= self.ends:
            raise error
        if not self._shared.budget.take(cost):
            raise error
        self._retries += 1
        self._refund = cost
        return wait

    def _seconds_to_wait(self, asked: float | None) -> float | None:
        """None if the server asks for more than the caller would wait."""
        if self._failed_host is not None and self._retries + 1 < len(self._shared.hosts):
            # Another host is next that this call has not asked yet; what the last one wants to be
            # spared does not concern it.
            return 0.0
        if asked:
            return asked if asked <= self._max_retry_wait else None
        return min(self._max_retry_wait, backoff(self._retries + 1, self._shared.random()))


def call_of(
    shared: Shared,
    options: ClientOptions,
    call_options: CallOptions,
    *,
    method: str,
    path: str,
    content: bytes | None,
    stream: bool,
    stays_open: bool,
    user_agent: str,
) -> Call:
    """A call made of the client's options and its own.

    Raises:
        ConfigurationError: An option of the call is not usable.
    """
    headers: dict[str, str | None] = {
        "accept": "text/event-stream" if stream else "application/json",
        "user-agent": user_agent,
        # Compression of a stream buffers, and costs more than it saves on small events.
        "accept-encoding": "identity" if stream else ACCEPTED,
    }
    if content is not None:
        headers["content-type"] = "application/json"
    headers[IDEMPOTENCY_HEADER] = os.urandom(16).hex()
    headers |= options.default_headers
    headers |= checked_headers(call_options.extra_headers, "extra_headers")
    path, _, query = path.partition("?")
    return Call(
        shared,
        method=method,
        path=path,
        content=content,
        headers={name: value for name, value in headers.items() if value is not None},
        without=frozenset(name for name, value in headers.items() if value is None),
        query=query_string(options.default_query, query, call_options.extra_query),
        secret=options.api_key,
        stream=stream,
        stays_open=stays_open,
        timeout=merged_timeout(options.timeout, call_options.timeout, call_options.deadline),
        max_retries=(
            options.max_retries
            if call_options.max_retries is None
            else checked_count("max_retries", call_options.max_retries)
        ),
        max_retry_wait=options.max_retry_wait,
        retry_unanswered=options.retry_unanswered,
        most_bytes=options.max_event_bytes,
        hooks=options.hooks,
    )


def join_url(base: str, path: str) -> str:
    """Base URL and path. A base that ends in the path's own first segment has it once.

    Other clients' base URLs end in `/v1`, which the paths of this document begin with.
    """
    path = path if path.startswith("/") else f"/{path}"
    first = path[: path.find("/", 1)] if "/" in path[1:] else path
    if base.count("/") > 2:
        base = base.removesuffix(first)
    return f"{base}{path}"


def _cut(timeout: Timeout, remaining: float) -> Timeout:
    """The limits, none longer than what the deadline leaves."""
    return Timeout(
        connect=_least(timeout.connect, remaining),
        read=_least(timeout.read, remaining),
        write=_least(timeout.write, remaining),
        pool=_least(timeout.pool, remaining),
    )


def _least(limit: float | None, remaining: float) -> float:
    return remaining if limit is None else min(limit, remaining)
