"""What the sync and the async client share: options, copies, and reading answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from os import PathLike
from typing import Any, ClassVar, Final, Self, TypeVar

from .error_mapping import error_from_event
from .errors import APIResponseError, ConfigurationError, WireTypeError
from .http_response import AsyncResponse, SyncResponse
from .observe import Hooks, log_as_told
from .operation import Operation
from .options import (
    DEFAULT_MAX_RETRIES,
    DEFAULT_MAX_RETRY_WAIT,
    ApiKey,
    ClientOptions,
    Secret,
    Timeout,
)
from .wire import dumps

__all__ = ["BaseClient", "content_of", "typed_response"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")

# An object with one of these is an answer, whatever else it has; Responses answers carry `error`.
_ANSWER_KEYS: Final = ("choices", "content", "output")


class BaseClient:
    """What both clients share.

    Class attributes, set by the generated client:
        servers: The document's base URLs, in order of preference.
        version: Of the package, for the User-Agent.
    """

    servers: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[str] = "0"

    _options: ClientOptions
    _transport: Any
    _owns_transport: bool

    def __init__(
        self,
        *,
        api_key: ApiKey | Secret | None = None,
        base_url: str | Sequence[str] | None = None,
        timeout: float | Timeout | None = None,
        max_retries: int = DEFAULT_MAX_RETRIES,
        max_retry_wait: float = DEFAULT_MAX_RETRY_WAIT,
        retry_unanswered: bool = True,
        default_headers: Mapping[str, str | None] | None = None,
        default_query: Mapping[str, Any] | None = None,
        http_client: Any = None,
        hooks: Hooks | None = None,
        record: str | PathLike[str] | None = None,
        strict: bool = False,
    ) -> None:
        """Make a client; nothing is sent or opened yet.

        Args:
            api_key: The key, or a function that gives it, called for every attempt; a call
                refused with 401 is tried once more with a newly given key. For `AsyncKimi` it may
                be an async function. Default: the environment variable EVOLINK_API_KEY.
            base_url: One base URL, or several in order of preference, between which failing calls
                move. Default: the environment variable EVOLINK_BASE_URL, several separated by
                spaces; else the document's servers.
            timeout: Seconds for every single wait, or a `Timeout`.
            max_retries: How often a call is tried again.
            max_retry_wait: Longest wait before a retry, in seconds. If the server asks for more,
                its error is raised.
            retry_unanswered: Whether a request that got no byte of an answer is sent once more.
                The server may have worked on it, and bill it twice.
            default_headers: Sent with every call. None as a value removes a default of the client.
            default_query: Query parameters of every call.
            http_client: An `httpx.Client` (for `AsyncKimi` an `httpx.AsyncClient`), or httpx2's,
                with proxies, certificates or limits of your own. It is yours to close.
            hooks: Functions called before requests, after responses, before retries, and for each
                event of a stream.
            record: A file to write the next stream to, as it is received and with its response
                headers; further streams go to files numbered -2, -3 and so on. It holds what the
                model said, and not the key.
            strict: Whether an answer, or an event of a stream, with a value of another type than
                documented raises `WireTypeError`, as `Model.check` does. Otherwise the value is
                kept as sent, and a `WireTypeWarning` given when it is read.

        The environment variable EVOLINK_LOG, `info` or `debug`, turns on logging to standard
        error; debug shows the start of request bodies.

        Raises:
            ConfigurationError: There is no key, or an option cannot be used.
            TypeError: `http_client` is of the wrong kind.
        """
        if api_key is not None:
            # No frame of a traceback holds the plain key from here on.
            api_key = _hidden(api_key)
        log_as_told()
        self._set_up(
            ClientOptions(
                api_key=api_key,
                base_url=base_url,
                servers=self.servers,
                timeout=timeout,
                max_retries=max_retries,
                max_retry_wait=max_retry_wait,
                retry_unanswered=retry_unanswered,
                default_headers=default_headers,
                default_query=default_query,
                hooks=hooks,
                record=record,
                strict=strict,
            ),
            http_client,
        )

    def _set_up(self, options: ClientOptions, http_client: Any) -> None:
        """Begin with these options, on a transport of its own."""
        raise NotImplementedError

    @property
    def base_urls(self) -> tuple[str, ...]:
        """The base URLs, in order of preference."""
        return self._options.hosts

    @property
    def timeout(self) -> Timeout:
        """The time limits of a call."""
        return self._options.timeout

    @property
    def max_retries(self) -> int:
        """How often a call is tried again."""
        return self._options.max_retries

    def with_options(
        self,
        *,
        api_key: ApiKey | None = None,
        timeout: float | Timeout | None = None,
        max_retries: int | None = None,
        max_retry_wait: float | None = None,
        retry_unanswered: bool | None = None,
        default_headers: Mapping[str, str | None] | None = None,
        default_query: Mapping[str, Any] | None = None,
        hooks: Hooks | None = None,
        record: str | PathLike[str] | None = None,
        strict: bool | None = None,
    ) -> Self:
        """A client with other options over the same connections, hosts and retry budget.

        Headers and query parameters are merged over this client's. This client is unchanged, and
        stays the one to close.

        Raises:
            ConfigurationError: An option cannot be used.
        """
        options = self._options
        changes: dict[str, Any] = {
            "api_key": None if api_key is None else _hidden(api_key),
            "timeout": timeout,
            "max_retries": max_retries,
            "max_retry_wait": max_retry_wait,
            "retry_unanswered": retry_unanswered,
            "default_headers": default_headers
            and {**options.default_headers, **_lower(default_headers)},
            "hooks": hooks,
            "record": record,
            "strict": strict,
            "default_query": default_query and {**options.default_query, **default_query},
        }
        del api_key
        clone = self.__class__.__new__(self.__class__)
        clone._options = options.evolve(
            **{name: value for name, value in changes.items() if value is not None}
        )
        clone._transport = self._transport
        clone._owns_transport = False
        return clone

    def _observed(self, operation: Operation[ResponseT, EventT]) -> Operation[ResponseT, EventT]:
        """The operation, as strict as the client, with the hook for its events in front of them."""
        if self._options.strict:
            operation = operation.strictly()
        hook = self._options.hooks and self._options.hooks.on_event
        if not hook:
            return operation
        make = operation.event

        def event(wire: dict[str, Any]) -> EventT:
            made = make(wire)
            hook(made)
            return made

        observed = copy(operation)
        observed.event = event
        return observed

    def __reduce__(self) -> tuple[Any, ...]:
        if self._transport.has_given_client:
            raise TypeError(
                f"A {type(self).__name__} with an http_client of its own cannot be pickled"
            )
        return _restored, (type(self), self._options)

    def __repr__(self) -> str:
        options = getattr(self, "_options", None)
        return f"<{type(self).__name__} {', '.join(options.hosts) if options else 'not set up'}>"


def _hidden(api_key: ApiKey | Secret) -> Secret:
    return api_key if isinstance(api_key, Secret) else Secret(api_key)


def _lower(headers: Mapping[str, str | None]) -> dict[str, str | None]:
    return {name.lower(): value for name, value in headers.items()}


def _restored(cls: type[BaseClient], options: ClientOptions) -> BaseClient:
    client = cls.__new__(cls)
    client._set_up(options, None)
    return client


def content_of(body: Mapping[str, Any] | None) -> bytes | None:
    """A request's body in bytes.

    Raises:
        ConfigurationError: The body has no form in JSON.
    """
    try:
        return None if body is None else dumps(body)
    except (TypeError, ValueError) as problem:
        raise ConfigurationError(f"The body cannot be sent as JSON: {problem}") from problem


def typed_response(
    operation: Operation[ResponseT, Any], value: Any, response: SyncResponse | AsyncResponse
) -> ResponseT:
    """The typed response of a JSON answer.

    Raises:
        APIStatusError: A gateway sent an error with a success status.
        APIResponseError: The JSON is no object.
        WireTypeError: It doesn't fit the type of a strict operation.
    """
    if not isinstance(value, dict):
        raise APIResponseError(
            f"The answer is a JSON {type(value).__name__}, not an object",
            status_code=response.status_code,
            body=repr(value)[:300],
            headers=response.headers,
            host=response.host,
            attempts=response.attempts,
        )
    if value.get("error") and not any(key in value for key in _ANSWER_KEYS):
        raise error_from_event(
            operation.protocol,
            value,
            status_code=response.status_code,
            headers=response.headers,
            host=response.host,
            attempts=response.attempts,
        )
    answer = operation.response(value)
    if not operation.strict:
        return answer
    from .strict import checked

    try:
        return checked(answer)
    except WireTypeError as error:
        raise error.within(
            headers=response.headers, host=response.host, attempts=response.attempts
        ) from None
