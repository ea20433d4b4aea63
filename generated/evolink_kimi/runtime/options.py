"""What a client, and a single call, can be told: keys, hosts, time limits, retries, headers.

Everything is checked when it is given, so that a mistake shows where it was made. Objects here are
immutable and cheap to import; a key shows in no repr.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from .errors import ConfigurationError
from .omit import OMIT, Omit
from .secret import ApiKey, Secret

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Never

    from .base_urls import URLObject
    from .observe import Hooks

__all__ = [
    "API_KEY_VARIABLE",
    "BASE_URL_VARIABLE",
    "LOG_VARIABLE",
    "CallOptions",
    "ClientOptions",
    "Timeout",
    "checked_count",
    "checked_headers",
    "checked_mapping",
    "checked_target",
    "merged_timeout",
]

API_KEY_VARIABLE: Final = "EVOLINK_API_KEY"
BASE_URL_VARIABLE: Final = "EVOLINK_BASE_URL"
LOG_VARIABLE: Final = "EVOLINK_LOG"

DEFAULT_MAX_RETRIES: Final = 2
# The vendor's documents advise "retry after 60 seconds" on rate limits.
DEFAULT_MAX_RETRY_WAIT: Final = 60.0
DEFAULT_MAX_EVENT_BYTES: Final = 256 * 1024 * 1024
# Operating systems count what a socket waits in milliseconds, in 31 bits: 24 days.
_LONGEST_SECONDS: Final = 2**31 // 1000

_TOKEN_CHARACTERS: Final = frozenset(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)
# These frame the request; a wrong one turns what follows into another request.
_FRAMING_HEADERS: Final = frozenset({"connection", "content-length", "transfer-encoding"})


# The names of the limits, and what they are where nobody gives one.
_LIMITS: Final[dict[str, float | None]] = {
    "connect": 10.0,
    "read": 600.0,
    "write": 60.0,
    "pool": 60.0,
    "deadline": None,
}
_WAITS: Final = ("connect", "read", "write", "pool")


class Timeout:
    """Time limits of a call, in seconds, up to 2147483 (24 days).

    None means no limit and has to be asked for. A limit that is not given is the library's default
    in a client's `timeout`, and the client's own in that of a call or of `with_options`.

    Attributes:
        connect: Until a name is resolved and a connection to one of its addresses is there; as long
            again for the TLS handshake.
        read: From the sent request until all headers of the answer are there; then the longest
            silence in its body, which any byte ends. The default is ten minutes, as a model that
            reasons can be silent for long.
        write: Longest stall while sending the request.
        pool: To wait for a free connection.
        deadline: For the whole call, retries and the waits between them included. In a stream it
            is looked at whenever bytes arrive. None, the default, leaves it to the others.

    Raises:
        ConfigurationError: A limit is no positive number.
        TypeError: A limit was given without its name.
    """

    __slots__ = ("_given", "connect", "deadline", "pool", "read", "write")

    connect: float | None
    read: float | None
    write: float | None
    pool: float | None
    deadline: float | None

    def __init__(
        self,
        *positional: Never,
        connect: float | Omit | None = OMIT,
        read: float | Omit | None = OMIT,
        write: float | Omit | None = OMIT,
        pool: float | Omit | None = OMIT,
        deadline: float | Omit | None = OMIT,
    ) -> None:
        if positional:
            raise TypeError(
                "Timeout takes its limits by name, such as Timeout(read=5); where one number is "
                "to limit every wait, give timeout=5 to the client or the call"
            )
        limits = (connect, read, write, pool, deadline)
        given = {
            name: _checked_seconds(name, limit)
            for name, limit in zip(_LIMITS, limits, strict=True)
            if limit is not OMIT
        }
        for name, limit in {**_LIMITS, **given}.items():
            setattr(self, name, limit)
        self._given = given

    def evolve(self, **changes: float | None) -> Timeout:
        """A copy with some limits replaced."""
        return Timeout(**{**self._given, **changes})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Timeout):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _LIMITS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _LIMITS))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name, None)!r}" for name in _LIMITS)
        return f"Timeout({shown})"


def merged_timeout(
    base: Timeout, given: float | Timeout | Omit | None, deadline: float | Omit | None = OMIT
) -> Timeout:
    """Time limits, where not given those of `base`.

    Args:
        base: The limits of what is more general: of the library for a client, of a client for its
            copies and its calls.
        given: A `Timeout`, or an object with its attributes but for the deadline, such as an
            `httpx.Timeout`. A number of seconds limits every single wait, for connecting only if
            it is less. None limits nothing at all.
        deadline: As an attribute of a `Timeout`, over that in `given`.

    Raises:
        ConfigurationError: A limit is no positive number.
    """
    if given is OMIT and deadline is OMIT:
        return base
    changes: dict[str, float | Omit | None]
    if isinstance(given, Omit):
        changes = {}
    elif given is None:
        changes = dict.fromkeys(_LIMITS)
    elif isinstance(given, Timeout):
        changes = {**given._given}
    elif all(hasattr(given, name) for name in _WAITS):
        changes = {name: getattr(given, name) for name in _WAITS}
    else:
        seconds = _checked_seconds("timeout", given)
        changes = {**dict.fromkeys(_WAITS, seconds)}
        if seconds is not None and base.connect is not None:
            changes["connect"] = min(seconds, base.connect)
    if deadline is not OMIT:
        changes["deadline"] = deadline
    return Timeout(**{name: getattr(base, name) for name in _LIMITS} | changes)


def _checked_seconds(name: str, value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise ConfigurationError(f"{name} must be a positive number of seconds, not {value!r}")
    if value > _LONGEST_SECONDS:
        # Not the value, as an integer of many digits cannot be shown.
        raise ConfigurationError(
            f"{name} is longer than {_LONGEST_SECONDS} seconds, which no socket can wait; "
            "for no limit there is Timeout(…=None)"
        )
    return float(value)


def _checked_wait(value: object) -> float:
    seconds = _checked_seconds("max_retry_wait", value)
    if seconds is None:
        raise ConfigurationError(
            "max_retry_wait must be a positive number of seconds, not None; max_retries=0 turns "
            "retries off"
        )
    return seconds


def checked_mapping(values: Mapping[str, Any] | None, what: str) -> dict[str, Any]:
    """A copy of a mapping with texts for keys; an empty one of None.

    Raises:
        ConfigurationError: It is something else. The message shows no value, which may be a key.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise ConfigurationError(f"{what} must be a mapping, not {type(values).__name__}")
    for name in values:
        if not isinstance(name, str):
            raise ConfigurationError(f"{what}: the name {name!r:.100} is not a string")
    return dict(values)


def checked_headers(headers: Mapping[str, str | None] | None, what: str) -> dict[str, str | None]:
    """Header names in lower case and their values; None as a value removes a default.

    Raises:
        ConfigurationError: It is no mapping, a name or value cannot be sent, or would change the
            request's framing. The message names the header, never its value.
    """
    checked: dict[str, str | None] = {}
    for name, value in checked_mapping(headers, what).items():
        if not name or not _TOKEN_CHARACTERS.issuperset(name):
            raise ConfigurationError(f"{what}: {name!r} is not a header name")
        lower = name.lower()
        if lower in _FRAMING_HEADERS:
            raise ConfigurationError(f"{what}: {name} is set by the client itself")
        if value is None and lower == "host":
            raise ConfigurationError(f"{what}: without {name} a request is none")
        if value is not None and not _is_header_value(value):
            raise ConfigurationError(
                f"{what}: the value of {name} must be a string of ASCII characters "
                "without control characters and without spaces around it"
            )
        checked[lower] = value
    return checked


def _is_header_value(value: object) -> bool:
    return (
        isinstance(value, str)
        and value == value.strip()
        and all(c == "\t" or " " <= c <= "~" for c in value)
    )


def checked_target(method: object, path: object, body: object) -> tuple[str, str]:
    """Method and path of a request that the document doesn't know.

    Raises:
        ConfigurationError: They, or the body, cannot be sent.
    """
    if not isinstance(method, str) or not method or not _TOKEN_CHARACTERS.issuperset(method):
        raise ConfigurationError(f"method must be an HTTP method such as GET, not {method!r:.100}")
    if not isinstance(path, str) or path.partition("/")[0].endswith(":"):
        raise ConfigurationError(
            f"path must be one below the base URL, such as /v1/models, not {path!r:.100}"
        )
    if "#" in path:
        raise ConfigurationError("path must not have a fragment; write # as %23")
    if _leaves_its_place(path):
        raise ConfigurationError(
            f"path must not have . or .. between slashes, which lead elsewhere: {path!r:.100}"
        )
    if isinstance(body, (str, bytes, bytearray)):
        raise ConfigurationError(
            f"body must be a mapping, which is sent as JSON, not {type(body).__name__}"
        )
    return method.upper(), path


def _leaves_its_place(path: str) -> bool:
    """Whether a path has segments that HTTP libraries and servers resolve, encoded or not."""
    plain = path.partition("?")[0].replace("%2e", ".").replace("%2E", ".").replace("\\", "/")
    return not {".", ".."}.isdisjoint(plain.split("/"))


def checked_count(name: str, value: object, least: int = 0) -> int:
    """The value.

    Raises:
        ConfigurationError: It is no integer, or less than `least`.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ConfigurationError(f"{name} must be an integer, {least} or more, not {value!r}")
    return value


def _checked_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        # A text such as "no" would count as true.
        raise ConfigurationError(f"{name} must be True or False, not {value!r:.100}")
    return value


def _checked_record(path: object) -> str | None:
    if path is None:
        return None
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise ConfigurationError(f"record must be the path of a file, not {type(path).__name__}")
    if os.path.basename(name) in ("", ".", ".."):  # noqa: PTH119  # loading pathlib takes long
        raise ConfigurationError(f"record must be the path of a file; {name!r} is a folder's")
    return name


def _checked_hooks(hooks: Hooks | None) -> Hooks | None:
    if hooks is not None:
        from .observe import Hooks

        if not isinstance(hooks, Hooks):
            raise ConfigurationError(f"hooks must be a Hooks, not {hooks!r:.100}")
    return hooks


_DEFAULT_TIMEOUT: Final = Timeout(**_LIMITS)


class CallOptions:
    """What a single call is told beyond its body; unset fields leave the client's own.

    Attributes:
        extra_headers: Added to, or with None taken from, the client's headers.
        extra_query: Added to the client's query parameters.
        extra_body: Merged over the body's top level, for what the document doesn't know.
        timeout: Seconds for every single wait, a `Timeout`, or None for no limit.
        max_retries: How often to try again.
        deadline: Seconds for the whole call, or None for no limit.
    """

    __slots__ = (
        "deadline",
        "extra_body",
        "extra_headers",
        "extra_query",
        "max_retries",
        "timeout",
    )

    def __init__(
        self,
        *,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, Any] | None = None,
        extra_body: Mapping[str, Any] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> None:
        self.extra_headers = extra_headers
        self.extra_query = extra_query
        self.extra_body = extra_body
        self.timeout = timeout
        self.max_retries = max_retries
        self.deadline = deadline


class ClientOptions:
    """How a client is set up. Immutable; `evolve` gives a changed copy.

    Attributes:
        api_key: The key, wrapped so that it shows nowhere.
        hosts: Base URLs in order of preference; more than one turns failover on.
        timeout: Time limits of a call.
        max_retries: How often a call is tried again.
        max_retry_wait: Longest wait before a retry, in seconds; a server that asks for a longer
            one gets no retry.
        retry_unanswered: Whether a request that was sent, and whose answer did not begin, may be
            sent once more. The server may bill it twice.
        default_headers: Sent with every call; lower-case names.
        default_query: Query parameters of every call.
        hooks: Functions called as calls go on.
        record: Where to write the streams received, for a bug report.
        strict: Whether an answer or event that doesn't fit its type is an error.
        max_event_bytes: The most bytes that one event of a stream, or a whole answer, may have.
    """

    __slots__ = (
        "api_key",
        "default_headers",
        "default_query",
        "hooks",
        "hosts",
        "max_event_bytes",
        "max_retries",
        "max_retry_wait",
        "record",
        "retry_unanswered",
        "strict",
        "timeout",
    )

    def __init__(
        self,
        *,
        api_key: ApiKey | Secret | None = None,
        base_url: str | URLObject | Sequence[str] | Sequence[URLObject] | None = None,
        servers: Sequence[str] = (),
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int = DEFAULT_MAX_RETRIES,
        max_retry_wait: float = DEFAULT_MAX_RETRY_WAIT,
        retry_unanswered: bool = True,
        default_headers: Mapping[str, str | None] | None = None,
        default_query: Mapping[str, Any] | None = None,
        hooks: Hooks | None = None,
        record: str | os.PathLike[str] | None = None,
        strict: bool = False,
        max_event_bytes: int = DEFAULT_MAX_EVENT_BYTES,
    ) -> None:
        # First of all, so that no later error leaves a traceback with the key among its locals.
        source = f" (from {API_KEY_VARIABLE})" if api_key is None else ""
        api_key = _secret_from(api_key)
        self.api_key = api_key.check(source)
        self.hosts = _hosts_from(base_url, servers)
        self.timeout = merged_timeout(_DEFAULT_TIMEOUT, timeout)
        self.max_retries = checked_count("max_retries", max_retries)
        self.max_retry_wait = _checked_wait(max_retry_wait)
        self.retry_unanswered = _checked_flag("retry_unanswered", retry_unanswered)
        self.default_headers: dict[str, str | None] = checked_headers(
            default_headers, "default_headers"
        )
        self.default_query: dict[str, Any] = checked_mapping(default_query, "default_query")
        self.hooks = _checked_hooks(hooks)
        self.record = _checked_record(record)
        self.strict = _checked_flag("strict", strict)
        self.max_event_bytes = checked_count("max_event_bytes", max_event_bytes, least=1)

    def evolve(self, **changes: Any) -> ClientOptions:
        """A copy with some of the constructor's arguments replaced."""
        return ClientOptions(**self._arguments() | changes)

    def _arguments(self) -> dict[str, Any]:
        arguments = {name: getattr(self, name) for name in self.__slots__}
        arguments["base_url"] = arguments.pop("hosts")
        return arguments

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], ClientOptions], tuple[dict[str, Any]]]:
        return _options_from, (self._arguments(),)

    def __repr__(self) -> str:
        # Tools that print the locals of a failed constructor meet it half made.
        shown = ", ".join(
            f"{name}={getattr(self, name, None)!r}"
            for name in ("hosts", "timeout", "max_retries", "max_retry_wait", "retry_unanswered")
        )
        return f"ClientOptions({shown})"


def _options_from(arguments: dict[str, Any]) -> ClientOptions:
    return ClientOptions(**arguments)


def _secret_from(api_key: ApiKey | Secret | None) -> Secret:
    if isinstance(api_key, Secret):
        return api_key
    if api_key is None:
        found = os.environ.get(API_KEY_VARIABLE, "").strip()
        if not found:
            raise ConfigurationError(
                f"No API key: pass api_key=... or set the environment variable {API_KEY_VARIABLE}"
            )
        return Secret(found)
    return Secret(api_key)


def _hosts_from(
    base_url: str | URLObject | Sequence[str] | Sequence[URLObject] | None, servers: Sequence[str]
) -> tuple[str, ...]:
    name = "base_url"
    if base_url is None:
        base_url = os.environ.get(BASE_URL_VARIABLE, "").strip()
        if not base_url and servers:
            return tuple(servers)  # the document's, which need no check
        if not base_url:
            raise ConfigurationError(
                "No base URL, as the API's document names no server: pass base_url=... or set the "
                f"environment variable {BASE_URL_VARIABLE}"
            )
        name = BASE_URL_VARIABLE
    from .base_urls import checked_hosts

    return checked_hosts(base_url, name)
