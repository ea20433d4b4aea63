"""What the sync and the async client share: options and copies. Importing it loads no more."""

from __future__ import annotations

import os

from .omit import OMIT, Omit
from .options import (
    DEFAULT_MAX_EVENT_BYTES,
    DEFAULT_MAX_RETRIES,
    DEFAULT_MAX_RETRY_WAIT,
    LOG_VARIABLE,
    ClientOptions,
    checked_headers,
    checked_mapping,
    merged_timeout,
)
from .secret import Secret

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any, ClassVar, Never, Self

    from .base_urls import URLObject
    from .observe import Hooks
    from .options import Timeout
    from .secret import ApiKey

__all__ = ["BaseClient", "Hinting"]


class Hinting:
    """An object that tells what an attribute that others of its kind have is called here."""

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers tell by themselves, unless they see this

        def __getattr__(self, name: str) -> object:
            kind = type(self)
            if hasattr(kind, name):
                return object.__getattribute__(self, name)  # what a property raised, once more
            from .elsewhere import hint

            problem = f"{kind.__name__!r} object has no attribute {name!r}"
            raise AttributeError(problem + hint(name, kind), name=name, obj=self)


class BaseClient(Hinting):
    """What both clients share.

    Class attributes, set by the generated client:
        servers: The document's base URLs, in order of preference.
        version: Of the package, for the User-Agent.
    """

    servers: ClassVar[tuple[str, ...]] = ()
    version: ClassVar[str] = "0"

    _options: ClientOptions
    _http_client: Any
    # What the calls go through, under "calls" once there was one; the same object for the clients
    # made by `with_options`.
    _shared: dict[str, Any]
    _is_owner: bool

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "servers" in vars(cls):  # a generated client
            # So that what Python says of an option that isn't there names it, not this base.
            for name in ("__init__", "with_options"):
                if getattr(cls, name) is getattr(BaseClient, name):
                    setattr(cls, name, _named(cls, name))

    def __init__(
        self,
        *positional: Never,
        api_key: ApiKey | Secret | None = None,
        base_url: str | URLObject | Sequence[str] | Sequence[URLObject] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        max_retry_wait: float = DEFAULT_MAX_RETRY_WAIT,
        retry_unanswered: bool = True,
        default_headers: Mapping[str, str | None] | None = None,
        default_query: Mapping[str, Any] | None = None,
        http_client: Any = None,
        hooks: Hooks | None = None,
        record: str | PathLike[str] | None = None,
        strict: bool = False,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        """Make a client; nothing is sent or opened yet.

        Args:
            api_key: The key, or a function that gives it, called for every attempt; a call
                refused with 401 is tried once more with a newly given key. For `AsyncKimi` it may
                be an async function. Default: the environment variable EVOLINK_API_KEY.
            base_url: One base URL, or several in order of preference, between which failing calls
                move; texts, or URL objects of httpx, pydantic or yarl. Default: the environment
                variable EVOLINK_BASE_URL, several separated by spaces; else the document's servers.
            timeout: Seconds for every single wait, a `Timeout` (or httpx's), or None for no limit.
            max_retries: How often a call is tried again.
            max_retry_wait: Longest wait before a retry, in seconds. If the server asks for more,
                its error is raised at once.
            retry_unanswered: Whether a request is sent once more whose answer did not begin. The
                server may have worked on it, and bill it twice.
            default_headers: Sent with every call. None as a value removes a default of the client.
            default_query: Query parameters of every call.
            http_client: An `httpx.Client` (for `AsyncKimi` an `httpx.AsyncClient`), or httpx2's,
                with proxies, certificates or limits of your own, but no `auth` or `base_url`, as
                key and hosts are the client's. It is yours to close.
            hooks: Functions called before requests, after responses, before retries, and for each
                event of a stream.
            record: A file to write the next stream to, as it is received and with its response
                headers; further streams go to files numbered -2, -3 and so on. It holds what the
                model said, and not the key.
            strict: Whether an answer, or an event of a stream, with a value of another type than
                documented raises `WireTypeError`, as `Model.check` does. Otherwise the value is
                kept as sent, and a `WireTypeWarning` given when it is read.
            max_event_bytes: The most bytes that one event of a stream may have, or the body of an
                answer that is none; what is longer, or a line without end, raises
                `StreamProtocolError` or `APIResponseError` before it fills the memory.

        The environment variable EVOLINK_LOG, `info` or `debug`, turns on logging to standard
        error; debug shows the start of request bodies.

        Raises:
            ConfigurationError: There is no key, or an option cannot be used.
            TypeError: `http_client` is of the wrong kind, or an option was given without its name.
        """
        if positional:
            # It may be the key, which tools would show that print the locals of this frame.
            del positional
            name = type(self).__name__
            raise TypeError(f"{name} takes its options by name, such as {name}(api_key=...)")
        if api_key is not None:
            # No frame of a traceback holds the plain key from here on.
            api_key = _hidden(api_key)
        if os.environ.get(LOG_VARIABLE):
            from .observe import log_as_told

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
                max_event_bytes=max_event_bytes,
            ),
            http_client,
        )

    def _set_up(self, options: ClientOptions, http_client: Any) -> None:
        """Begin with these options, on a transport of its own."""
        self._options = options
        self._http_client = http_client
        self._shared = {}
        self._is_owner = True
        if http_client is not None:
            self._shared["calls"] = self._new_calls()

    def _new_calls(self) -> Any:
        raise NotImplementedError

    def _get_calls(self) -> Any:
        calls = self._shared.get("calls")
        if calls is None:
            # Of two threads that come first, both get what one of them made.
            calls = self._shared.setdefault("calls", self._new_calls())
        return calls

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
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        max_retry_wait: float | None = None,
        retry_unanswered: bool | None = None,
        default_headers: Mapping[str, str | None] | None = None,
        default_query: Mapping[str, Any] | None = None,
        hooks: Hooks | None = None,
        record: str | PathLike[str] | None = None,
        strict: bool | None = None,
        max_event_bytes: int | None = None,
    ) -> Self:
        """A client with other options over the same connections, hosts and retry budget.

        Headers, query parameters and time limits are merged over this client's. This client is
        unchanged, and stays the one to close.

        Raises:
            ConfigurationError: An option cannot be used.
        """
        options = self._options
        changes: dict[str, Any] = {
            "api_key": None if api_key is None else _hidden(api_key),
            "timeout": merged_timeout(options.timeout, timeout),
            "max_retries": max_retries,
            "max_retry_wait": max_retry_wait,
            "retry_unanswered": retry_unanswered,
            "default_headers": options.default_headers
            | checked_headers(default_headers, "default_headers"),
            "hooks": hooks,
            "record": record,
            "strict": strict,
            "max_event_bytes": max_event_bytes,
            "default_query": options.default_query
            | checked_mapping(default_query, "default_query"),
        }
        del api_key
        clone = self.__class__.__new__(self.__class__)
        clone._options = options.evolve(
            **{name: value for name, value in changes.items() if value is not None}
        )
        clone._http_client = self._http_client
        clone._shared = self._shared
        clone._is_owner = False
        return clone

    def __reduce__(self) -> tuple[Any, ...]:
        if self._http_client is not None:
            raise TypeError(
                f"A {type(self).__name__} with an http_client of its own cannot be pickled"
            )
        return _restored, (type(self), self._options)

    def __repr__(self) -> str:
        options = getattr(self, "_options", None)
        return f"<{type(self).__name__} {', '.join(options.hosts) if options else 'not set up'}>"


def _named(cls: type[BaseClient], name: str) -> Any:
    """A method of the base as the class's own."""
    method: Any = getattr(BaseClient, name)
    made = type(method)(method.__code__, method.__globals__, name, None, method.__closure__)
    for attribute in ("__annotations__", "__doc__", "__kwdefaults__", "__module__"):
        setattr(made, attribute, getattr(method, attribute))
    made.__qualname__ = f"{cls.__name__}.{name}"
    return made


def _hidden(api_key: ApiKey | Secret) -> Secret:
    return api_key if isinstance(api_key, Secret) else Secret(api_key)


def _restored(cls: type[BaseClient], options: ClientOptions) -> BaseClient:
    client = cls.__new__(cls)
    client._set_up(options, None)
    return client
