"""When to try again, and after how long. Pure but for the budget, which counts.

Follows botocore's standard retry mode: exponential backoff with full jitter, and a budget of
retries that a whole client shares, so that an outage is not multiplied by its retries.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from typing import Final

from .errors import APIStatusError, InsufficientQuotaError, OverloadedError, RateLimitError

__all__ = ["RetryBudget", "backoff", "is_retryable", "retry_after", "seconds_until_reset"]

BACKOFF_BASE: Final = 0.5
BACKOFF_CAP: Final = 20.0

# Figures of botocore's standard mode: 100 retries (50 after timeouts) without a success between.
BUDGET_CAPACITY: Final = 500
RETRY_COST: Final = 5
TIMEOUT_RETRY_COST: Final = 10
FIRST_TRY_REFUND: Final = 1

_RETRYABLE_STATUSES: Final = frozenset({408, 409, 429})


class RetryBudget:
    """Tokens that retries take and successes give back. Safe to share between threads."""

    __slots__ = ("_available", "_capacity", "_lock")

    def __init__(self, capacity: int = BUDGET_CAPACITY) -> None:
        self._available = self._capacity = capacity
        self._lock = threading.Lock()

    @property
    def available(self) -> int:
        """Tokens left."""
        return self._available

    def take(self, cost: int) -> bool:
        """Take tokens for a retry; False, and nothing taken, if there are too few."""
        with self._lock:
            if self._available < cost:
                return False
            self._available -= cost
            return True

    def give_back(self, tokens: int) -> None:
        """After a success: the cost of the retry that led to it, or `FIRST_TRY_REFUND`."""
        # Read without the lock first: the budget is full nearly always.
        if self._available < self._capacity:
            with self._lock:
                self._available = min(self._capacity, self._available + tokens)


def is_retryable(error: APIStatusError) -> bool:
    """Whether an error answer may go away by itself.

    `x-should-retry` decides where the server sends it; no credit never goes away.
    """
    if isinstance(error, InsufficientQuotaError):
        return False
    advice = error.headers.get("x-should-retry")
    if advice in ("true", "false"):
        return advice == "true"
    status = error.status_code
    return (
        status in _RETRYABLE_STATUSES
        or 500 <= status < 600
        or isinstance(error, (OverloadedError, RateLimitError))
    )


def backoff(retry: int, random: float) -> float:
    """Seconds before a retry that the server gave no time for.

    Args:
        retry: 1 for the first retry.
        random: A number drawn evenly from [0, 1).
    """
    return random * min(BACKOFF_CAP, BACKOFF_BASE * 2.0 ** min(retry - 1, 16))


def retry_after(headers: Mapping[str, str], status: int, now: float) -> float | None:
    """Seconds that the server asks to wait, 0 or more; None if it asks for nothing readable.

    Read are `retry-after-ms`, `Retry-After` in seconds or as a date, and on 429
    `X-RateLimit-Reset` in seconds, as a duration (`1m2.5s`), as Unix time or as a date.

    Args:
        headers: The response's.
        status: Its HTTP status.
        now: Unix time in seconds, for dates.
    """
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return max(0.0, milliseconds / 1000)
    value = headers.get("retry-after")
    if value is not None:
        seconds = _number(value)
        if seconds is None:
            seconds = _until(value, now)
        return None if seconds is None else max(0.0, seconds)
    value = headers.get("x-ratelimit-reset")
    if value is not None and status == 429:
        return seconds_until_reset(value, now)
    return None


def seconds_until_reset(value: str, now: float) -> float | None:
    """Seconds, 0 or more, that an `X-RateLimit-Reset` means; None if it cannot be read."""
    number = _number(value)
    if number is None:
        number = _duration(value)
        if number is None:
            number = _until(value, now)
    elif number > 1e11:
        number = number / 1000 - now
    elif number > 1e9:
        number -= now
    return None if number is None else max(0.0, number)


def _number(value: str | None) -> float | None:
    """A finite number; anything else, "NaN" and "inf" among it, is None."""
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _duration(value: str) -> float | None:
    """Seconds of a Go duration such as `6m0s`, `1.5s`, `120ms`; None if it is not one."""
    import re

    unit_seconds = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
    part = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)", re.ASCII)
    total, end = 0.0, 0
    while end < len(value):
        found = part.match(value, end)
        if found is None:
            return None
        total += float(found[1]) * unit_seconds[found[2]]
        end = found.end()
    return total if value else None


def _until(value: str, now: float) -> float | None:
    """Seconds from `now` to a date in any usual form; a date without a zone is in UTC."""
    # A date has a time of day; without this the parser reads the likes of "10 may" as dates too.
    if value.count(":") < 1 or len(value) > 64:
        return None
    from datetime import UTC

    from dateutil.parser import parse

    try:
        moment = parse(value)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.timestamp() - now
    except (ValueError, OverflowError):
        return None
