"""When to try again, and after how long. Pure but for the budget, which counts.

Follows botocore's standard retry mode: exponential backoff with full jitter, and a budget of
retries that a whole client shares, so that an outage is not multiplied by its retries.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Final

from .errors import APIStatusError, InsufficientQuotaError, OverloadedError, RateLimitError
from .header_values import number, seconds_until, seconds_until_reset

__all__ = ["RetryBudget", "backoff", "is_retryable", "retry_after"]

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
    milliseconds = number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return max(0.0, milliseconds / 1000)
    value = headers.get("retry-after")
    if value is not None:
        seconds = number(value)
        if seconds is None:
            seconds = seconds_until(value, now)
        return None if seconds is None else max(0.0, seconds)
    value = headers.get("x-ratelimit-reset")
    if value is not None and status == 429:
        return seconds_until_reset(value, now)
    return None
