"""What can be seen of calls from outside: log lines under `evolink_kimi`, and hooks.

The key is in neither. Bodies are logged at debug only, and cut.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from .attempts import Attempt, Call
from .errors import APIStatusError, ConfigurationError, KimiError
from .headers import SECRET_HEADERS
from .http_info import RateLimit, rate_limit_of
from .http_response import AsyncResponse, SyncResponse
from .options import LOG_VARIABLE
from .texts import escaped

if TYPE_CHECKING:
    import logging

__all__ = [
    "Hooks",
    "RequestInfo",
    "ResponseInfo",
    "RetryInfo",
    "answered",
    "gave_up",
    "log_as_told",
    "retrying",
    "sending",
]

HookT = TypeVar("HookT")

LOGGER_NAME: Final = "evolink_kimi"
_DEBUG: Final = 10
_INFO: Final = 20
_LOGGED_BODY_BYTES: Final = 4096


class RequestInfo:
    """An attempt about to be sent.

    Attributes:
        method: HTTP method.
        url: Base URL and path.
        host: Host, with the port if the base URL has one.
        headers: Headers, the secret ones left out.
        attempt: 1 for the first.
        stream: Whether an event stream is asked for.
    """

    __slots__ = ("attempt", "headers", "host", "method", "stream", "url")

    def __init__(self, call: Call, attempt: Attempt) -> None:
        self.method = call.method
        scrubber = attempt.scrubber
        self.url = scrubber.text(attempt.url)
        self.host = attempt.host.name
        self.headers: Mapping[str, str] = {
            name: scrubber.text(value)
            for name, value in attempt.headers.items()
            if name not in SECRET_HEADERS
        }
        self.attempt = attempt.number
        self.stream = call.stream

    def __repr__(self) -> str:
        return f"<RequestInfo {self.method} {self.url}, attempt {self.attempt}>"


class ResponseInfo:
    """An answer, success or not; a stream's body is still to come.

    Attributes:
        request: What was sent.
        status_code: HTTP status.
        headers: Response headers.
        request_id: The server's id for the request, or None.
        elapsed: Seconds from sending to the end of the headers.
    """

    __slots__ = ("elapsed", "headers", "request", "request_id", "status_code")

    def __init__(self, request: RequestInfo, response: SyncResponse | AsyncResponse) -> None:
        self.request = request
        self.status_code = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self.request_id = response.request_id
        self.elapsed = response.elapsed

    @property
    def rate_limit(self) -> RateLimit | None:
        """What the headers tell of the rate limit, or None."""
        return rate_limit_of(self.headers)

    def __repr__(self) -> str:
        return f"<ResponseInfo {self.status_code} to {self.request!r}>"


class RetryInfo:
    """A retry decided on.

    Attributes:
        request: What was sent last.
        error: What came of it.
        wait: Seconds until the next attempt.
    """

    __slots__ = ("error", "request", "wait")

    def __init__(self, request: RequestInfo, error: KimiError, wait: float) -> None:
        self.request = request
        self.error = error
        self.wait = wait

    def __repr__(self) -> str:
        return f"<RetryInfo of {self.request!r} in {self.wait:.3g} s>"


class Hooks:
    """Functions called as things happen, in the thread or task of the call; None for none.

    They are plain functions for async clients too, and should return soon; one that has to wait
    for something starts a task. What one raises ends the call.

    Attributes:
        on_request: Before an attempt is sent.
        on_response: After the headers of an answer.
        on_retry: Before the wait for another attempt.
        on_event: For each typed event of a stream.

    Raises:
        ConfigurationError: One is no function, or an async one.
    """

    __slots__ = ("on_event", "on_request", "on_response", "on_retry")

    def __init__(
        self,
        *,
        on_request: Callable[[RequestInfo], object] | None = None,
        on_response: Callable[[ResponseInfo], object] | None = None,
        on_retry: Callable[[RetryInfo], object] | None = None,
        on_event: Callable[[Any], object] | None = None,
    ) -> None:
        self.on_request = _checked("on_request", on_request)
        self.on_response = _checked("on_response", on_response)
        self.on_retry = _checked("on_retry", on_retry)
        self.on_event = _checked("on_event", on_event)


def _checked(name: str, hook: HookT) -> HookT:
    if hook is None:
        return hook
    if not callable(hook):
        raise ConfigurationError(f"{name} must be a function, not {hook!r:.100}")
    from inspect import isasyncgenfunction, iscoroutinefunction

    for function in (hook, getattr(hook, "__call__", None)):  # noqa: B004  # not whether it has one
        if iscoroutinefunction(function) or isasyncgenfunction(function):
            raise ConfigurationError(
                f"{name} is an async function, which nothing would await; give a plain one, such "
                "as one that starts a task with asyncio.create_task(…) or fills a queue"
            )
    return hook


def sending(call: Call, attempt: Attempt) -> None:
    """An attempt is about to be sent."""
    hook = call.hooks and call.hooks.on_request
    if hook:
        hook(RequestInfo(call, attempt))
    logger = _logger()
    if logger.isEnabledFor(_DEBUG):
        info = RequestInfo(call, attempt)
        body = call.content or b""
        logger.debug(
            "%s %s: sending attempt %d with headers %s and %d bytes: %s",
            info.method,
            info.url,
            info.attempt,
            info.headers,
            len(body),
            attempt.scrubber.text(body[:_LOGGED_BODY_BYTES].decode("utf-8", "replace")),
        )


def answered(call: Call, attempt: Attempt, response: SyncResponse | AsyncResponse) -> None:
    """The headers of an answer are there."""
    hook = call.hooks and call.hooks.on_response
    if hook:
        hook(ResponseInfo(RequestInfo(call, attempt), response))
    logger = _logger()
    if logger.isEnabledFor(_INFO):
        logger.info(
            "%s %s: %d after %.3f s (attempt %d, request id %s)",
            call.method,
            attempt.scrubber.text(attempt.url),
            response.status_code,
            response.elapsed,
            attempt.number,
            escaped(str(response.request_id)),
        )


def retrying(call: Call, attempt: Attempt, error: KimiError, wait: float) -> None:
    """Another attempt follows after a wait."""
    hook = call.hooks and call.hooks.on_retry
    if hook:
        hook(RetryInfo(RequestInfo(call, attempt), error, wait))
    _logger().info(
        "%s %s: %s, trying again in %.3f s (attempt %d)",
        call.method,
        attempt.scrubber.text(attempt.url),
        _named(error),
        wait,
        attempt.number,
    )


def gave_up(call: Call, attempt: Attempt, error: KimiError) -> None:
    """There is no further attempt."""
    _logger().info(
        "%s %s: %s, not tried again (attempt %d)",
        call.method,
        attempt.scrubber.text(attempt.url),
        _named(error),
        attempt.number,
    )


@cache
def _logger() -> logging.Logger:
    import logging

    return logging.getLogger(LOGGER_NAME)


def _named(error: KimiError) -> str:
    """Class, status and type, but not the message, which may quote the request."""
    if isinstance(error, APIStatusError):
        told = f"{type(error).__name__} {error.status_code} {error.type or ''}"
        return escaped(told.rstrip())
    return type(error).__name__


def log_as_told() -> None:
    """Log to standard error if the environment variable EVOLINK_LOG says `info` or `debug`.

    Raises:
        ConfigurationError: It says something else.
    """
    told = os.environ.get(LOG_VARIABLE, "").strip().lower()
    if not told:
        return
    if told not in ("debug", "info"):
        raise ConfigurationError(f"{LOG_VARIABLE} must be debug or info, not {told!r}")
    import logging

    logger = logging.getLogger(LOGGER_NAME)
    logger.setLevel(told.upper())
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
        logger.addHandler(handler)
        logger.propagate = False
