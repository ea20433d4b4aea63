"""Sends calls over HTTP. Here and in `http_request` alone httpx is imported, at the first call."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from .attempts import Attempt, Call, Phase, Shared, call_of
from .error_mapping import error_from_response
from .errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    ConfigurationError,
    KimiError,
)
from .head_limits import AsyncHeadLimit, HeadLimit
from .http_failures import explain_send_failure, forget_frames, is_bad_url
from .http_request import build_request, own_request
from .http_response import AsyncResponse, SyncResponse
from .observe import answered, gave_up, retrying, sending
from .options import CallOptions, ClientOptions
from .pool import ClientPool, GivenClient, Lease, running_loop

__all__ = ["AsyncTransport", "SyncTransport"]

# Streams hold a connection each, for minutes; httpx's own limit of 100 is soon reached.
MAX_CONNECTIONS: Final = 1000
IDLE_SECONDS: Final = 30.0

# How much of an error answer is read, and for how long; its status is known by then.
ERROR_BODY_BYTES: Final = 1 << 20
ERROR_BODY_SECONDS: Final = 5.0


class _Transport:
    """What both transports share: state that must not cross a fork, requests and errors."""

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any,
        shared: Callable[[], Shared] | None,
    ) -> None:
        self._new_shared = shared or (lambda: Shared(options.hosts))
        self._given_client = http_client
        self._user_agent = _user_agent(version)
        self._closed = False
        self._start()

    def _start(self) -> None:
        """Begin anew: at first, and in a child process, which must not use its parent's sockets."""
        self._pid = os.getpid()
        self._shared = self._new_shared()
        self._ssl_context: Any = None

    @property
    def has_given_client(self) -> bool:
        """Whether the HTTP client was given by the user."""
        return self._given_client is not None

    def call(
        self,
        options: ClientOptions,
        call_options: CallOptions,
        *,
        method: str,
        path: str,
        content: bytes | None,
        stream: bool,
        stays_open: bool,
    ) -> Call:
        """A call to give to `send`.

        Raises:
            ConfigurationError: An option of the call is not usable.
            APIConnectionError: The client is closed.
        """
        if self._closed:
            raise APIConnectionError("The client is closed")
        if self._pid != os.getpid():
            self._start()
        return call_of(
            self._shared,
            options,
            call_options,
            method=method,
            path=path,
            content=content,
            stream=stream,
            stays_open=stays_open,
            user_agent=self._user_agent,
        )

    def _settings(self, connections: int) -> dict[str, Any]:
        """What an own HTTP client is made with."""
        import httpx

        if self._ssl_context is None:
            # Reading the certificates takes longer than all else about a client.
            self._ssl_context = httpx.create_ssl_context()
        limits = httpx.Limits(
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=IDLE_SECONDS,
        )
        return {"limits": limits, "verify": self._ssl_context}

    def _request(self, client: Any, call: Call, attempt: Attempt) -> Any:
        """A request without the key."""
        build = own_request if self._given_client is None else build_request
        try:
            return build(client, call, attempt)
        except Exception as failure:
            if not is_bad_url(failure):
                raise
            forget_frames(failure)
            raise ConfigurationError(f"The path or query cannot be sent: {failure}") from None

    def _retry_after_failure(
        self, failure: Exception, client: Any, call: Call, attempt: Attempt
    ) -> float:
        """Seconds to wait after sending has failed. Raises if there is no retry."""
        host = attempt.host.name
        if getattr(client, "is_closed", False):
            closed = APIConnectionError("The client is closed", host=host, attempts=attempt.number)
            raise closed from None
        explained = explain_send_failure(failure, host, attempt.timeout)
        if explained is None:
            raise failure
        cls, message, phase = explained
        error = cls(message, host=host, attempts=attempt.number)
        if call.ends is not None and self._shared.clock() >= call.ends:
            error = call.deadline_error(host)
        error.__cause__ = failure
        return self._next_wait(call, attempt, error, phase)

    def _next_wait(
        self, call: Call, attempt: Attempt, error: APIStatusError | APIConnectionError, phase: Phase
    ) -> float:
        """Seconds to wait after an error. Raises it if there is no retry."""
        try:
            if isinstance(error, APIStatusError):
                wait = call.refused(attempt, error)
            else:
                wait = call.failed(attempt, error, phase)
        except KimiError:
            gave_up(call, attempt, error)
            raise
        retrying(call, attempt, error, wait)
        return wait

    def _response_arguments(self, call: Call, attempt: Attempt) -> dict[str, Any]:
        return {
            "host": attempt.host.name,
            "attempts": attempt.number,
            "elapsed": self._shared.clock() - attempt.started,
            "read_timeout": attempt.timeout.read,
            "clock": self._shared.clock,
            "ends": call.ends,
        }


def _user_agent(version: str) -> str:
    major, minor, micro = sys.version_info[:3]
    return f"evolink-kimi/{version} python/{major}.{minor}.{micro}"


def _status_error(response: SyncResponse | AsyncResponse, content: bytes) -> APIStatusError:
    return error_from_response(
        response.status_code,
        response.headers,
        response.scrubbed(content),
        host=response.host,
        attempts=response.attempts,
    )


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


class SyncTransport(_Transport):
    """Sends calls, tries again as `attempts` says, and raises typed errors. Safe for threads.

    Args:
        options: The client's options.
        version: For the User-Agent.
        http_client: An `httpx.Client`, or a client made like it, to use instead of an own one.
        sleep: Waits before a retry, given seconds.
        shared: Makes the state that calls share, once a process; for tests that control time.
    """

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any = None,
        sleep: Callable[[float], None] = time.sleep,
        shared: Callable[[], Shared] | None = None,
    ) -> None:
        if http_client is not None and hasattr(http_client, "aclose"):
            raise TypeError(
                "http_client is an async client; give it to AsyncKimi, or an httpx.Client to Kimi"
            )
        self._sleep = sleep
        super().__init__(options, version=version, http_client=http_client, shared=shared)

    def _start(self) -> None:
        super()._start()
        self._pool: ClientPool | GivenClient
        if self._given_client is not None:
            self._pool = GivenClient(self._given_client)
            return
        self._pool = ClientPool(self._new_client, MAX_CONNECTIONS)
        self._pool.close_when_dropped()

    def _new_client(self, connections: int) -> Any:
        import httpx

        return httpx.Client(**self._settings(connections))

    def send(self, call: Call) -> SyncResponse:
        """Perform a call. A stream's body is still to be read; any other body has been.

        Raises:
            APIStatusError: The server answered with an error.
            APIConnectionError: No whole answer came.
        """
        pool = self._pool
        lease = pool.take()
        try:
            response = self._perform(call, lease.client)
        except BaseException:
            _give_back(pool, lease)
            raise
        if response.is_closed:
            _give_back(pool, lease)
        else:
            response.on_close(lambda: pool.give_back(lease))
        return response

    def _perform(self, call: Call, client: Any) -> SyncResponse:
        while True:
            attempt = call.next_attempt()
            limit = HeadLimit(self._shared.clock, call.ends, attempt.timeout.read)
            request = self._request(client, call, attempt)
            request.extensions["trace"] = limit
            if "authorization" not in attempt.headers:
                request.headers["authorization"] = f"Bearer {call.secret.reveal()}"
            sending(call, attempt)
            try:
                with limit:
                    raw = client.send(request, stream=True, follow_redirects=False)
            except Exception as failure:
                wait = self._retry_after_failure(failure, client, call, attempt)
            except BaseException as interruption:
                forget_frames(interruption)
                raise
            else:
                response = SyncResponse(raw, **self._response_arguments(call, attempt))
                answered(call, attempt, response)
                error: APIStatusError | APIConnectionError
                if 200 <= response.status_code < 300:
                    try:
                        if not call.stays_open:
                            response.read()
                        call.answered(attempt)
                        return response
                    except APIConnectionError as failure:
                        error = failure
                else:
                    error = _status_error(
                        response, response.read_at_most(ERROR_BODY_BYTES, ERROR_BODY_SECONDS)
                    )
                wait = self._next_wait(call, attempt, error, "unanswered")
            self._sleep(wait)

    def close(self) -> None:
        """Close the HTTP clients, unless given. Later calls raise `APIConnectionError`."""
        self._closed = True
        if self._pid == os.getpid():
            for client in self._pool.empty():
                client.close()


class AsyncTransport(_Transport):
    """As `SyncTransport`, for asyncio and trio. An event loop each has its own HTTP clients.

    Args:
        options: The client's options.
        version: For the User-Agent.
        http_client: An `httpx.AsyncClient`, or a client made like it, to use instead of own ones.
        sleep: Waits before a retry, given seconds.
        shared: Makes the state that calls share, once a process; for tests that control time.
    """

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any = None,
        sleep: Callable[[float], Awaitable[None]] | None = None,
        shared: Callable[[], Shared] | None = None,
    ) -> None:
        if http_client is not None and not hasattr(http_client, "aclose"):
            raise TypeError(
                "http_client is not an async client; give it to Kimi, or an httpx.AsyncClient "
                "to AsyncKimi"
            )
        self._sleep = sleep
        super().__init__(options, version=version, http_client=http_client, shared=shared)

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
        import httpx

        return httpx.AsyncClient(**self._settings(connections))

    async def send(self, call: Call) -> AsyncResponse:
        """As `SyncTransport.send`."""
        pool = self._pool()
        lease = pool.take()
        try:
            response = await self._perform(call, lease.client)
        except BaseException:
            await _give_back_async(pool, lease)
            raise
        if response.is_closed:
            await _give_back_async(pool, lease)
        else:
            response.on_close(lambda: pool.give_back(lease))
        return response

    async def _perform(self, call: Call, client: Any) -> AsyncResponse:
        while True:
            attempt = call.next_attempt()
            limit = AsyncHeadLimit(self._shared.clock, call.ends, attempt.timeout.read)
            request = self._request(client, call, attempt)
            request.extensions["trace"] = limit
            if "authorization" not in attempt.headers:
                request.headers["authorization"] = f"Bearer {await call.secret.reveal_async()}"
            sending(call, attempt)
            try:
                with limit:
                    raw = await self._send_by_deadline(client, request, call)
            except APITimeoutError:
                raise
            except Exception as failure:
                wait = self._retry_after_failure(failure, client, call, attempt)
            except BaseException as interruption:
                forget_frames(interruption)
                raise
            else:
                response = AsyncResponse(raw, **self._response_arguments(call, attempt))
                answered(call, attempt, response)
                error: APIStatusError | APIConnectionError
                if 200 <= response.status_code < 300:
                    try:
                        if not call.stays_open:
                            await response.read()
                        call.answered(attempt)
                        return response
                    except APIConnectionError as failure:
                        error = failure
                else:
                    error = _status_error(
                        response, await response.read_at_most(ERROR_BODY_BYTES, ERROR_BODY_SECONDS)
                    )
                wait = self._next_wait(call, attempt, error, "unanswered")
            await self._pause(wait)

    async def _send_by_deadline(self, client: Any, request: Any, call: Call) -> Any:
        """Send; a call's deadline ends it also where the server keeps single bytes coming."""
        if call.ends is None:
            return await client.send(request, stream=True, follow_redirects=False)
        from anyio import move_on_after

        with move_on_after(call.ends - self._shared.clock()):
            return await client.send(request, stream=True, follow_redirects=False)
        raise call.deadline_error()

    async def _pause(self, seconds: float) -> None:
        if self._sleep is not None:
            await self._sleep(seconds)
            return
        from anyio import sleep

        await sleep(seconds)

    async def close(self) -> None:
        """Close the running loop's HTTP clients, unless they were given."""
        self._closed = True
        pool = None if self._pid != os.getpid() else self._pools.pop(running_loop(), None)
        for client in pool.empty() if pool is not None else ():
            await client.aclose()
