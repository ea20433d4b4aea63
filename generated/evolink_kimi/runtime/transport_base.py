"""What the sync and the async transport share: state, requests, and what failures mean."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

from .attempts import Attempt, Call, Phase, Shared, call_of, patience_of
from .error_mapping import error_from_response
from .errors import APIConnectionError, APIStatusError, ConfigurationError, KimiError
from .http_failures import (
    explain_send_failure,
    explain_setup_failure,
    forget_frames,
    is_bad_url,
    proxy_of,
)
from .http_request import build_request, own_request
from .http_response import AsyncResponse, SyncResponse
from .observe import gave_up, retrying
from .options import CallOptions, ClientOptions

__all__ = ["BaseTransport", "check_given", "status_error"]

IDLE_SECONDS: Final = 30.0


class BaseTransport:
    """What both transports share. Its state must not cross a fork."""

    def __init__(
        self,
        options: ClientOptions,
        *,
        version: str,
        http_client: Any,
    ) -> None:
        self._hosts = options.hosts
        self._patience = patience_of(options.timeout)
        self._given_client = http_client
        self._user_agent = _user_agent(version)
        self._closed = False
        self._start()

    def _start(self) -> None:
        """Begin anew: at first, and in a child process, which must not use its parent's sockets."""
        self._pid = os.getpid()
        self._shared = Shared(self._hosts, patience=self._patience)
        self._ssl_context: Any = None

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

    def _made(self, kind: str, connections: int) -> Any:
        """An own HTTP client.

        Raises:
            ConfigurationError: httpx is not installed, or the environment tells of certificates or
                proxies that it can't use.
        """
        try:
            import httpx
        except ImportError as failure:
            raise ConfigurationError(
                f"httpx cannot be imported ({failure}): install it, or give a client of httpx2, "
                f"http_client=httpx2.{kind}()"
            ) from None
        try:
            if self._ssl_context is None:
                # Reading the certificates takes longer than all else about a client.
                self._ssl_context = httpx.create_ssl_context()
            limits = httpx.Limits(
                max_connections=connections,
                max_keepalive_connections=connections,
                keepalive_expiry=IDLE_SECONDS,
            )
            return getattr(httpx, kind)(limits=limits, verify=self._ssl_context)
        except Exception as failure:
            if not isinstance(failure, (ImportError, OSError, ValueError)) and not is_bad_url(
                failure
            ):
                raise
            raise ConfigurationError(explain_setup_failure(failure)) from None
        except BaseException as interruption:  # Ctrl-C, in a frame that may show the environment
            forget_frames(interruption)
            raise

    def _request(self, client: Any, call: Call, attempt: Attempt) -> Any:
        """A request without the key."""
        build = own_request if self._given_client is None else build_request
        try:
            return build(client, call, attempt)
        except Exception as failure:
            if not is_bad_url(failure) and not isinstance(failure, UnicodeError):
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
        explained = explain_send_failure(
            failure, host, attempt.timeout, proxy_of(client, attempt.url)
        )
        if explained is None:
            raise failure
        cls, message, phase = explained
        error = cls(message, host=host, attempts=attempt.number)
        if call.ends is not None and self._shared.clock() >= call.ends:
            error = call.deadline_error(host)
        error.__cause__ = failure
        attempt.scrubber.error(error)
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
            "most_bytes": call.most_bytes,
            "scrubber": attempt.scrubber,
        }


def check_given(http_client: Any, kind: str) -> None:
    """Refuse what no request can be sent with.

    Args:
        http_client: What was given.
        kind: The class that it should be of, in httpx and httpx2.

    Raises:
        TypeError: It has not the methods of an HTTP client.
        ConfigurationError: It has an authentication, which would replace the key, or a base URL,
            to which nothing would be sent.
    """
    if http_client is None:
        return
    methods = (getattr(http_client, name, None) for name in ("build_request", "send"))
    if isinstance(http_client, type) or not all(map(callable, methods)):
        raise TypeError(
            f"http_client must be an httpx.{kind} or httpx2.{kind}, "
            f"not a {type(http_client).__name__}"
        )
    if getattr(http_client, "auth", None) is not None:
        raise ConfigurationError(
            "http_client has auth=…, which would replace the API key: leave it out there, and give "
            "a key that changes as a function, api_key=…, other headers as default_headers=…"
        )
    if str(getattr(http_client, "base_url", "")):
        raise ConfigurationError(
            "http_client has base_url=…, to which nothing would be sent: leave it out there, and "
            "give base_url=… beside http_client=…"
        )


def status_error(response: SyncResponse | AsyncResponse, content: bytes) -> APIStatusError:
    """The error for an answer that is none, from what was read of its body."""
    error = error_from_response(
        response.status_code,
        response.headers,
        content,
        host=response.host,
        attempts=response.attempts,
        unread=response.unread,
    )
    return response.scrubbed(error)


def _user_agent(version: str) -> str:
    major, minor, micro = sys.version_info[:3]
    return f"evolink-kimi/{version} python/{major}.{minor}.{micro}"
