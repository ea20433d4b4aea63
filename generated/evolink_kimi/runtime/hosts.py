"""Which host to ask: the first in order that is not resting after a failure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

__all__ = ["FAILOVER_STATUSES", "Host", "HostPool"]

# 524 is a gateway's timeout; for it the vendor's documents advise its other base URL.
FAILOVER_STATUSES: Final = frozenset({502, 503, 504, 524})

REST_SECONDS: Final = 30.0
LONGEST_REST_SECONDS: Final = 300.0


class Host:
    """One base URL and how it has done.

    Attributes:
        url: Base URL without a trailing slash.
        name: Host, with the port if the URL has one, for messages and errors.
    """

    __slots__ = ("failed_at", "failures", "name", "rests_until", "url")

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = url.partition("://")[2].partition("/")[0]
        self.failures = 0
        self.failed_at = float("-inf")
        self.rests_until = float("-inf")

    def __repr__(self) -> str:
        return f"<Host {self.url}>"


class HostPool:
    """A circuit breaker over the hosts of a client. Safe to share between threads.

    A host that failed rests, 30 s after the first failure and twice as long after each further
    one, up to five minutes. Then one call tries it, while the others leave it alone for as long as
    it rested before; a success ends that.
    """

    __slots__ = ("_clock", "_hosts", "_lock")

    def __init__(self, urls: Sequence[str], clock: Callable[[], float]) -> None:
        self._hosts = tuple(Host(url) for url in urls)
        self._clock = clock
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._hosts)

    def pick(self, avoid: Host | None = None) -> Host:
        """The host for the next attempt.

        Args:
            avoid: The host that failed just before in the same call; taken only if it is the
                only one.
        """
        if len(self._hosts) == 1:
            return self._hosts[0]
        with self._lock:
            now = self._clock()
            candidates = [host for host in self._hosts if host is not avoid]
            for host in candidates:
                if host.rests_until <= now:
                    if host.failures:
                        # This call is the trial.
                        host.rests_until = now + _rest(host.failures)
                    return host
            return min(candidates, key=lambda host: host.rests_until)

    def failed(self, host: Host, started: float) -> None:
        """Note that a host could not be reached or cannot reach what is behind it.

        Args:
            started: The clock's time when the attempt began. Attempts that were under way when a
                failure was noted tell the same story, and count once.
        """
        with self._lock:
            if started < host.failed_at:
                return
            host.failures += 1
            host.failed_at = self._clock()
            host.rests_until = host.failed_at + _rest(host.failures)

    def succeeded(self, host: Host) -> None:
        """Note that a host answered, whatever the answer."""
        if host.failures:
            with self._lock:
                host.failures = 0
                host.rests_until = float("-inf")


def _rest(failures: int) -> float:
    return min(LONGEST_REST_SECONDS, REST_SECONDS * 2.0 ** min(failures - 1, 8))
