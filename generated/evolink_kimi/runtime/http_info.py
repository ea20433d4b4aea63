"""What can be told of an HTTP response without its body."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from .headers import Headers

__all__ = ["HTTPInfo", "RateLimit", "Told", "attach", "rate_limit_of"]

# Moonshot documents the plain names; servers made like OpenAI's count requests and tokens apart.
_SUFFIXES: Final = ("", "-requests")


class RateLimit(NamedTuple):
    """What the server told of its rate limit; None for what it did not tell.

    Attributes:
        limit: Requests allowed in the period.
        remaining: Requests left of them.
        reset_seconds: Seconds until the limit is reset. Where the server names a moment instead,
            they count from when this is read.
    """

    limit: int | None
    remaining: int | None
    reset_seconds: float | None


def rate_limit_of(headers: Mapping[str, str]) -> RateLimit | None:
    """The rate limit in `X-RateLimit-Limit`, `-Remaining` and `-Reset`; None without any."""
    from .header_values import count, seconds_until_reset

    limit, remaining, reset = (
        next(
            (
                headers[f"x-ratelimit-{name}{suffix}"]
                for suffix in _SUFFIXES
                if f"x-ratelimit-{name}{suffix}" in headers
            ),
            None,
        )
        for name in ("limit", "remaining", "reset")
    )
    if limit is None and remaining is None and reset is None:
        return None
    return RateLimit(
        count(limit),
        count(remaining),
        None if reset is None else seconds_until_reset(reset, time.time()),
    )


class Told(Protocol):
    """What tells the attributes of an `HTTPInfo`."""

    @property
    def status_code(self) -> int: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def request_id(self) -> str | None: ...
    @property
    def host(self) -> str: ...
    @property
    def attempts(self) -> int: ...
    @property
    def elapsed(self) -> float: ...


class HTTPInfo:
    """The HTTP response that something came in: its head, and how the call went.

    Attributes:
        status_code: HTTP status.
        headers: Response headers.
        request_id: The server's id for the request, or None.
        host: Host that answered, with the port if the base URL has one.
        attempts: How many times the request was sent.
        elapsed: Seconds from sending the request last to the end of the response's headers.
    """

    __slots__ = ("attempts", "elapsed", "headers", "host", "request_id", "status_code")

    status_code: int
    headers: Headers
    request_id: str | None
    host: str
    attempts: int
    elapsed: float

    def __init__(self, of: Told) -> None:
        self.status_code = of.status_code
        self.headers = (
            of.headers if isinstance(of.headers, Headers) else Headers(of.headers.items())
        )
        self.request_id = of.request_id
        self.host = of.host
        self.attempts = of.attempts
        self.elapsed = of.elapsed

    @property
    def retries_taken(self) -> int:
        """How many times the request was sent again."""
        return self.attempts - 1

    @property
    def rate_limit(self) -> RateLimit | None:
        """What the headers tell of the rate limit, or None."""
        return rate_limit_of(self.headers)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.status_code} from {self.host}>"


def attach(answer: Any, response: Told) -> None:
    """Have a model tell of the response that it came in, by its `http`."""
    if hasattr(type(answer), "_http"):
        answer._http = HTTPInfo(response)
