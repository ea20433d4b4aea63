"""Sends calls over HTTP, by a client that was given, or by httpx, imported at the first call."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from .attempts import Attempt, Call
from .errors import APITimeoutError, KimiError
from .head_limits import AsyncHeadLimit, HeadLimit
from .http_failures import forget_frames
from .http_response import AsyncResponse, SyncResponse
from .observe import answered, gave_up, sending
from .options import ClientOptions
from .pool import ClientPool, GivenClient, Lease, running_loop
from .resolving import limit_resolving
from .secrecy import Scrubber
from .transport_base import BaseTransport, check_given, status_error

__all__ = ["AsyncTransport", "SyncTransport"]

# Streams hold a connection each, for minutes; httpx's own limit of 100 is soon reached.
MAX_CONNECTIONS: Final = 1000

# How much of an error answer is read, and for how long; its status is known by then.
ERROR_BODY_BYTES: Final = 1 << 20
ERROR_BODY_SECONDS: Final = 5.0


def _over(pool: ClientPool | GivenClient, lease: Lease, is_broken: bool) -> Any:
    """A response is closed: a client to close, or None."""
    lease.ended(is_broken)
    return pool.give_back(lease)


def _give_back(pool: ClientPool | GivenClient, lease: Lease) -> None:
    surplus = pool.give_back(lease)
    if surplus is not None:
        surplus.close()


async def _give_back_async(pool: ClientPool | GivenClient, lease: Lease) -> None:
    surplus = pool.give_back(lease)
    if surplus is not None:
        from anyio import CancelScope

        with CancelScope(shield=True):
            await surplus.aclose()


class SyncTransport(BaseTransport):
    """Sends calls, tries again as `attempts` says, and raises typed errors. Safe for threads.

    Args:
        options: The client's options.
        version: For the User-Agent.
        http_client: An `httpx.Client`, or a client made like it, to use instead of an own one.
    """

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any = None,
    ) -> None:
        check_given(http_client, "Client")
        if hasattr(http_client, "aclose"):
            raise TypeError(
                "http_client is an async client; give it to AsyncKimi, or an httpx.Client or "
                "httpx2.Client to Kimi"
            )
        super().__init__(options, version=version, http_client=http_client)

    def _start(self) -> None:
        super()._start()
        self._pool: ClientPool | GivenClient
        if self._given_client is not None:
            self._pool = GivenClient(self._given_client)
            return
        self._pool = ClientPool(self._new_client, MAX_CONNECTIONS)
        self._pool.close_when_dropped()

    def _new_client(self, connections: int) -> Any:
        client = self._made("Client", connections)
        limit_resolving(client)
        return client

    def send(self, call: Call) -> SyncResponse:
        """Perform a call. A stream's body is still to be read; any other body has been.

        Raises:
            APIStatusError: The server answered with an error.
            APIConnectionError: No whole answer came.
        """
        pool = self._pool
        lease = pool.take()
        try:
            response = self._perform(call, lease)
        except BaseException:
            _give_back(pool, lease)
            raise
        if response.is_closed:
            _give_back(pool, lease)
        else:
            response.on_close(lambda is_broken: _over(pool, lease, is_broken))
        return response

    def _perform(self, call: Call, lease: Lease) -> SyncResponse:
        client = lease.client
        while True:
            key = call.secret.asked() if call.sends_key else None
            attempt = call.next_attempt()
            limit = HeadLimit(self._shared.clock, call.ends, attempt.timeout.read)
            request = self._request(client, call, attempt)
            request.extensions["trace"] = limit
            if key is not None:
                request.headers["authorization"] = f"Bearer {key.reveal()}"
            attempt.scrubber = Scrubber.of(request)
            sending(call, attempt)
            try:
                with limit:
                    raw = client.send(request, stream=True, follow_redirects=False)
            except Exception as failure:
                lease.ended(not limit.begun)
                wait = self._retry_after_failure(failure, client, call, attempt)
            except BaseException as interruption:
                # Ctrl-C can come between any two lines.
                lease.ended(True)
                forget_frames(interruption)
                raise
            else:
                response = SyncResponse(raw, **self._response_arguments(call, attempt))
                response.on_close(lease.ended)
                try:
                    answered(call, attempt, response)
                except BaseException:  # of a hook
                    response.close()
                    raise
                if 200 <= response.status_code < 300:
                    call.answered(attempt)
                    if not call.stays_open:
                        self._read(response, call, attempt)
                    return response
                error = status_error(
                    response, response.read_at_most(ERROR_BODY_BYTES, ERROR_BODY_SECONDS)
                )
                wait = self._next_wait(call, attempt, error, "unanswered")
            self._shared.sleep(wait)

    def _read(self, response: SyncResponse, call: Call, attempt: Attempt) -> None:
        """Read the body of a success. The call is not tried again, as its work was done."""
        try:
            response.read()
        except KimiError as error:
            gave_up(call, attempt, error)
            raise

    def close(self) -> None:
        """Close the HTTP clients, unless given. Later calls raise `APIConnectionError`."""
        self._closed = True
        if self._pid == os.getpid():
            for client in self._pool.empty():
                client.close()


class AsyncTransport(BaseTransport):
    """As `SyncTransport`, for asyncio and trio. An event loop each has its own HTTP clients.

    Args:
        options: The client's options.
        version: For the User-Agent.
        http_client: An `httpx.AsyncClient`, or a client made like it, to use instead of own ones.
    """

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any = None,
    ) -> None:
        check_given(http_client, "AsyncClient")
        if http_client is not None and not hasattr(http_client, "aclose"):
            raise TypeError(
                "http_client is not an async client; give it to Kimi, or an httpx.AsyncClient or "
                "httpx2.AsyncClient to AsyncKimi"
            )
        super().__init__(options, version=version, http_client=http_client)

    def _start(self) -> None:
        super()._start()
        # A connection belongs to the loop that opened it, and several `asyncio.run` may follow one
        # another in a script or a notebook.
        self._pools: WeakKeyDictionary[Any, ClientPool] = WeakKeyDictionary()

    def _pool(self) -> ClientPool | GivenClient:
        if self._given_client is not None:
            return GivenClient(self._given_client)
        loop = running_loop()
        pool = self._pools.get(loop)
        if pool is None:
            pool = self._pools[loop] = ClientPool(self._new_client, MAX_CONNECTIONS)
            pool.close_with_loop()
        return pool

    def _new_client(self, connections: int) -> Any:
        return self._made("AsyncClient", connections)

    async def send(self, call: Call) -> AsyncResponse:
        """As `SyncTransport.send`."""
        pool = self._pool()
        lease = pool.take()
        try:
            response = await self._perform(call, lease)
        except BaseException:
            await _give_back_async(pool, lease)
            raise
        if response.is_closed:
            await _give_back_async(pool, lease)
        else:
            response.on_close(lambda is_broken: _over(pool, lease, is_broken))
        return response

    async def _perform(self, call: Call, lease: Lease) -> AsyncResponse:
        client = lease.client
        while True:
            key = await self._by_deadline(call, call.secret.asked_async) if call.sends_key else None
            attempt = call.next_attempt()
            limit = AsyncHeadLimit(self._shared.clock, call.ends, attempt.timeout.read)
            request = self._request(client, call, attempt)
            request.extensions["trace"] = limit
            if key is not None:
                request.headers["authorization"] = f"Bearer {key.reveal()}"
            attempt.scrubber = Scrubber.of(request)
            sending(call, attempt)
            try:
                with limit:
                    raw = await self._by_deadline(
                        call, client.send, request, stream=True, follow_redirects=False
                    )
            except BaseException as failure:
                lease.ended(not limit.begun)
                if isinstance(failure, APITimeoutError):
                    gave_up(call, attempt, failure)
                    raise
                if not isinstance(failure, Exception):
                    forget_frames(failure)
                    raise
                wait = self._retry_after_failure(failure, client, call, attempt)
            else:
                response = AsyncResponse(raw, **self._response_arguments(call, attempt))
                response.on_close(lease.ended)
                try:
                    answered(call, attempt, response)
                except BaseException:  # of a hook
                    await response.close()
                    raise
                if 200 <= response.status_code < 300:
                    call.answered(attempt)
                    if not call.stays_open:
                        await self._read(response, call, attempt)
                    return response
                error = status_error(
                    response, await response.read_at_most(ERROR_BODY_BYTES, ERROR_BODY_SECONDS)
                )
                wait = self._next_wait(call, attempt, error, "unanswered")
            await self._shared.sleep_async(wait)

    async def _read(self, response: AsyncResponse, call: Call, attempt: Attempt) -> None:
        """As `SyncTransport._read`."""
        try:
            await response.read()
        except KimiError as error:
            gave_up(call, attempt, error)
            raise

    async def _by_deadline(
        self, call: Call, work: Callable[..., Awaitable[Any]], *given: Any, **named: Any
    ) -> Any:
        """Do a part of a call, which its deadline ends, whatever keeps it busy."""
        if call.ends is None:
            return await work(*given, **named)
        from anyio import move_on_after

        with move_on_after(call.ends - self._shared.clock()):
            return await work(*given, **named)
        raise call.deadline_error()

    async def close(self) -> None:
        """Close the running loop's HTTP clients, unless they were given."""
        self._closed = True
        pool = None if self._pid != os.getpid() else self._pools.pop(running_loop(), None)
        for client in pool.empty() if pool is not None else ():
            await client.aclose()
