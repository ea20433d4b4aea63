"""Names resolved within the time limit for connecting, for sync clients.

Async clients resolve names in a thread, and stop waiting for it in time. Sync ones would wait as
long as the system's resolver takes, which no limit reaches, and the time for a connection would
begin anew with each of a name's addresses.
"""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterable
from threading import Event, Thread
from typing import Any

__all__ = ["limit_resolving"]


def limit_resolving(client: Any) -> None:
    """Have a sync client made here resolve names within its limit for connecting."""
    mounts = getattr(client, "_mounts", {})
    for transport in (getattr(client, "_transport", None), *mounts.values()):
        pool = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if pool is not None and backend is not None:
            core = sys.modules[type(pool).__module__.partition(".")[0]]
            pool._network_backend = _Backend(backend, core)


class _Backend:
    """A network backend of httpcore or httpcore2, but for how it connects to a name."""

    def __init__(self, backend: Any, core: Any) -> None:
        self._backend = backend
        self._core = core

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Any:
        """Connect to one of a name's addresses; all of it within the limit."""
        if timeout is None or _is_address(host):
            return self._backend.connect_tcp(host, port, timeout, local_address, socket_options)
        ends = time.monotonic() + timeout
        addresses = self._addresses(host, port, timeout)
        failure: Exception = self._core.ConnectTimeout("timed out")
        for number, address in enumerate(addresses):
            left = ends - time.monotonic()
            if left <= 0:
                break
            try:
                # One that is silent leaves the others their part of the time.
                return self._backend.connect_tcp(
                    address, port, left / (len(addresses) - number), local_address, socket_options
                )
            except (self._core.ConnectError, self._core.ConnectTimeout) as error:
                failure = error
        raise failure

    def _addresses(self, host: str, port: int, timeout: float) -> list[str]:
        """The addresses of a name, in the system's order."""
        found: list[str] = []
        failures: list[OSError | UnicodeError] = []
        done = Event()

        def resolve() -> None:
            try:
                found.extend(
                    str(place[0])
                    for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
                )
            except (OSError, UnicodeError) as failure:
                failures.append(failure)
            finally:
                done.set()

        # Left alone if it takes too long, as nothing can stop it.
        Thread(target=resolve, name=f"resolving {host}", daemon=True).start()
        if not done.wait(timeout):
            raise self._core.ConnectTimeout(f"the name {host} was not resolved in time")
        if failures:
            raise self._core.ConnectError(str(failures[0])) from failures[0]
        return list(dict.fromkeys(found))


def _is_address(host: str) -> bool:
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            socket.inet_pton(family, host)
        except (OSError, ValueError):
            continue
        return True
    return False
