"""What went wrong below, told for people, from the exceptions of httpx or of a client made like it.

Recognised by the names of their classes, as httpx2 and other clients have classes of their own
under the same names.
"""

from __future__ import annotations

import os
from typing import Any, Final

from .attempts import Phase
from .errors import APIConnectionError, APITimeoutError
from .options import Timeout

__all__ = [
    "explain_read_failure",
    "explain_send_failure",
    "explain_setup_failure",
    "forget_frames",
    "is_bad_url",
    "proxy_of",
]

_BEFORE_SENDING: Final = frozenset({"ConnectError", "ConnectTimeout", "ProxyError"})
# The last is the base of aiohttp's, of which httpx-aiohttp passes on those about broken HTTP.
_FAILURES: Final = frozenset({"TransportError", "OSError", "ClientError"})
_CERTIFICATES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR", "SSLKEYLOGFILE")
_PROXIES: Final = frozenset({"all_proxy", "http_proxy", "https_proxy", "no_proxy"})
# Those that httpx knows.
_PROXY_SCHEMES: Final = ("http", "https", "socks5", "socks5h")
_ON_THIS_SIDE: Final = frozenset({"PoolTimeout", "LocalProtocolError", "UnsupportedProtocol"})


def _names(failure: BaseException | None) -> frozenset[str]:
    names = frozenset(cls.__name__ for cls in type(failure).__mro__)
    if "ConnectTimeout" not in names or failure is None:
        return names
    below = frozenset(cls.__name__ for cls in type(failure.__cause__).__mro__)
    if "ClientConnectionError" not in below or "ServerTimeoutError" in below:
        return names
    # httpx-aiohttp (0.2.0) calls every failed connection of aiohttp a timeout of connecting, also
    # one that failed when the request was sent.
    names -= {"ConnectTimeout", "TimeoutException"}
    return names | {"ConnectError"} if "ClientConnectorError" in below else names


def _quoted(failure: BaseException | None) -> str:
    text = str(failure) if failure is not None else ""
    return text or type(failure).__name__


def is_bad_url(failure: Exception) -> bool:
    """Whether a URL cannot be sent."""
    return "InvalidURL" in _names(failure)


def explain_setup_failure(failure: Exception) -> str:
    """What in the environment an HTTP client could not be made with; no proxy's password."""
    forget_frames(failure)
    if isinstance(failure, OSError):
        names = [name for name in _CERTIFICATES if name in os.environ]
        told = ", ".join(f"{name}={os.environ[name]}" for name in names) or "the system's"
        return f"The certificates cannot be read ({told}): {_quoted(failure)}"
    proxies = sorted(name for name in os.environ if name.lower() in _PROXIES)
    faults = [fault for name in proxies for fault in _proxy_faults(name, os.environ[name])]
    if faults:
        return f"The proxy settings cannot be used: {'; '.join(faults)}"
    told = ", ".join(proxies) or "of the system"
    # Any other text may quote a part of the proxy's URL.
    why = "one is no URL such as http://host:port"
    if isinstance(failure, ImportError):
        why = _quoted(failure)
    return f"The proxy settings cannot be used ({told}): {why}"


def _proxy_faults(name: str, value: str) -> list[str]:
    """What is wrong with a variable of the environment, entry by entry; no part of a password."""
    if name.lower() == "no_proxy":
        entries = [entry.strip() for entry in value.split(",") if "://" not in entry]
        return [
            f"{name} has {entry!r}, where an IPv6 address goes without brackets, and no port"
            if "[" in entry
            else f"{name} has {entry!r}, whose port is no number"
            for entry in entries
            if "[" in entry or (entry.count(":") == 1 and not entry.partition(":")[2].isdecimal())
        ]
    scheme, mark, rest = value.partition("://")
    if mark and scheme.lower() not in _PROXY_SCHEMES:
        known = ", ".join(f"{known}://" for known in _PROXY_SCHEMES)
        return [f"{name} begins with {scheme + mark!r:.30}, and not with one of {known}"]
    port = (rest if mark else value).partition("/")[0].rpartition("@")[2].rpartition("]")[2]
    if ":" in port and not port.rpartition(":")[2].isdecimal():
        return [f"{name} has a port that is no number"]
    return []


def proxy_of(client: Any, url: str) -> str | None:
    """The proxy by which a client sends to a URL, without its password; None for none."""
    try:
        proxy = client._transport_for_url(type(client.base_url)(url))._pool._proxy_url
        host = proxy.host.decode("ascii")
    except Exception:  # a client of another kind, or a later httpx, doesn't tell
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{proxy.scheme.decode('ascii')}://{host}" + (f":{proxy.port}" if proxy.port else "")


def explain_read_failure(
    failure: Exception | None, read_timeout: float | None
) -> tuple[type[APIConnectionError], str]:
    """The class and message of the error for a body that could not be read to its end."""
    forget_frames(failure)
    names = _names(failure)
    if names & {"TimeoutException", "TimeoutError"}:
        limit = "" if read_timeout is None else f" for {read_timeout:g} s"
        return APITimeoutError, f"The server sent nothing{limit}"
    if "DecodingError" in names:
        return APIConnectionError, f"The body's compression is broken: {_quoted(failure)}"
    return APIConnectionError, f"The connection failed inside the answer: {_quoted(failure)}"


def explain_send_failure(
    failure: Exception, host: str, timeout: Timeout, proxy: str | None = None
) -> tuple[type[APIConnectionError], str, Phase] | None:
    """Class, message and phase of the error for a request without an answer.

    None if the exception tells of no transport failure, but of a mistake in the program.

    Args:
        failure: The HTTP client's exception.
        host: The host asked.
        timeout: The limits of the attempt.
        proxy: The proxy between, if any.
    """
    names = _names(failure)
    if not names & _FAILURES:
        return None
    forget_frames(failure)
    if proxy is not None:
        host = f"{host} through the proxy {proxy}"
    phase: Phase = "unanswered"
    if names & _BEFORE_SENDING:
        phase = "connect"
    elif names & _ON_THIS_SIDE:
        phase = "local"
    if names & {"TimeoutException", "TimeoutError"}:
        return APITimeoutError, _timeout_message(names, host, timeout), phase
    if "LocalProtocolError" in names:
        # Its text may hold a header's value.
        return APIConnectionError, "The request breaks HTTP and was not sent", phase
    if phase == "connect":
        return APIConnectionError, f"Cannot connect to {host}: {_quoted(failure)}", phase
    return APIConnectionError, f"The connection to {host} failed: {_quoted(failure)}", phase


def _timeout_message(names: frozenset[str], host: str, timeout: Timeout) -> str:
    if "ConnectTimeout" in names:
        return f"No connection to {host} within {timeout.connect} s"
    if "PoolTimeout" in names:
        return f"No free connection within {timeout.pool} s; are streams left open?"
    if "WriteTimeout" in names:
        return f"{host} did not take the request for {timeout.write} s"
    return f"{host} sent no answer within {timeout.read} s"


def forget_frames(failure: BaseException | None) -> None:
    """Drop the frames of an exception and of those behind it.

    They hold the request with its Authorization header, which tools that print local variables
    would show.
    """
    seen: set[int] = set()
    while failure is not None and id(failure) not in seen:
        seen.add(id(failure))
        failure.__traceback__ = None
        failure = failure.__cause__ or failure.__context__
