"""HTTP clients that a transport spreads its calls over.

httpcore looks at every pair of a pool's connections each time a request begins or ends
(`AsyncConnectionPool._assign_requests_to_connections`, 1.0.9), so that a hundred streams at once
cost more there than everywhere else together. Many pools of a few connections each don't.

A task that is cancelled between two steps of httpcore, or Ctrl-C, can leave a connection in its
pool that is neither used nor free, for ever. A client to which that may have happened gets no
further calls, and is closed after the last it has.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, Final
from weakref import finalize

__all__ = ["ClientPool", "GivenClient", "Lease", "running_loop"]

CALLS_PER_CLIENT: Final = 8
# Clients without a call that are kept for their idle connections.
IDLE_CLIENTS: Final = 12


class Lease:
    """An HTTP client, and how many calls use it.

    Attributes:
        client: The client.
        calls: Calls that use it now.
        is_broken: A call ended in a way that may have lost one of its connections.
    """

    __slots__ = ("calls", "client", "is_broken")

    def __init__(self, client: Any) -> None:
        self.client = client
        self.calls = 0
        self.is_broken = False

    def ended(self, is_broken: bool) -> None:
        """A response of the client was closed; whether that, too, may have lost a connection."""
        self.is_broken = self.is_broken or is_broken


class GivenClient:
    """The pool of a client that the user gave, and closes."""

    __slots__ = ("_lease",)

    def __init__(self, client: Any) -> None:
        self._lease = Lease(client)

    def take(self) -> Lease:
        """The client, for one call."""
        return self._lease

    def give_back(self, lease: Lease) -> Any:
        """The call is over. None: there is nothing to close."""

    def empty(self) -> list[Any]:
        """The clients to close: none."""
        return []


class ClientPool:
    """HTTP clients made as calls need them. Safe to share between threads.

    Args:
        make: Makes a client for as many connections as it is told.
        limit: Most calls at a time; further ones wait in a client's own pool.
    """

    __slots__ = ("__weakref__", "_closer", "_leases", "_limit", "_lock", "_make", "_size")

    def __init__(self, make: Callable[[int], Any], limit: int) -> None:
        self._make = make
        self._size = min(CALLS_PER_CLIENT, limit)
        self._limit = max(1, limit // self._size)
        self._leases: list[Lease] = []
        self._lock = threading.Lock()
        self._closer: AsyncGenerator[None, None] | None = None

    def close_when_dropped(self) -> None:
        """Close the clients, which are sync, when nothing uses the pool, or the program ends."""
        finalize(self, _close, self._leases)

    def close_with_loop(self) -> None:
        """Close the clients, which are async, when nothing uses the pool, or the loop ends.

        A loop that ends closes the async generators that were begun in it (PEP 525).
        """
        self._closer = _close_async(self._leases)
        with suppress(StopIteration):
            self._closer.asend(None).send(None)

    def take(self) -> Lease:
        """A client for one call. The earliest made are filled first, as they have connections."""
        with self._lock:
            lease = next(
                (each for each in self._leases if each.calls < self._size and not each.is_broken),
                None,
            )
            if lease is None:
                if len(self._leases) < self._limit:
                    lease = Lease(self._make(self._size))
                    self._leases.append(lease)
                else:
                    lease = min(self._leases, key=lambda each: (each.is_broken, each.calls))
            lease.calls += 1
            return lease

    def give_back(self, lease: Lease) -> Any:
        """The call is over. A client to close, or None.

        That is one that may have lost connections, or is idle beside more than enough others.
        """
        with self._lock:
            lease.calls -= 1
            if lease.calls or lease not in self._leases:
                return None
            idle = sum(not each.calls for each in self._leases)
            if idle <= IDLE_CLIENTS and not lease.is_broken:
                return None
            self._leases.remove(lease)
            return lease.client

    def empty(self) -> list[Any]:
        """Forget all clients; they are the caller's to close."""
        with self._lock:
            clients = [lease.client for lease in self._leases]
            self._leases.clear()
        if self._closer is not None:
            # With nothing to close it waits for nothing.
            with suppress(StopIteration, RuntimeError):
                self._closer.aclose().send(None)
        return clients


def _close(leases: list[Lease]) -> None:
    # In a child process too: it closes its own descriptors, not the connections of its parent.
    while leases:
        with suppress(Exception):
            leases.pop().client.close()


async def _close_async(leases: list[Lease]) -> AsyncGenerator[None, None]:
    try:
        yield
    finally:
        while leases:
            with suppress(Exception):
                await leases.pop().client.aclose()


def running_loop() -> Any:
    """What stands for the running event loop: asyncio's loop, or trio's token."""
    trio: Any = sys.modules.get("trio")
    if trio is not None:
        try:
            return trio.lowlevel.current_trio_token()
        except RuntimeError:
            pass
    from asyncio import get_running_loop

    return get_running_loop()
