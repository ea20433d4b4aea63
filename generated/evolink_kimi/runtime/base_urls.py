"""Base URLs as a client is given them. Loaded only where some are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from .errors import ConfigurationError

__all__ = ["URLObject", "checked_hosts"]


class URLObject(Protocol):
    """A URL of httpx, pydantic or yarl, whose `str()` is its text."""

    @property
    def scheme(self) -> str: ...
    @property
    def host(self) -> str | None: ...


def checked_hosts(
    value: str | URLObject | Sequence[str] | Sequence[URLObject], name: str = "base_url"
) -> tuple[str, ...]:
    """Base URLs without their trailing slash, duplicates removed.

    Args:
        value: One or several.
        name: What they were given as.

    Raises:
        ConfigurationError: One is none.
    """
    told: object = value
    given: Iterable[object]
    if isinstance(told, str):
        given = told.replace(",", " ").split()
    elif _is_url(told):
        given = (told,)
    elif isinstance(told, Iterable) and not isinstance(told, (bytes, bytearray)):
        given = told
    else:
        raise ConfigurationError(
            f"{name} must be a string such as https://host, or several, not {type(value).__name__}"
        )
    hosts = tuple(dict.fromkeys(_checked_url(url, name) for url in given))
    if not hosts:
        raise ConfigurationError(f"{name} is empty")
    return hosts


def _is_url(value: object) -> bool:
    return hasattr(value, "scheme") and hasattr(value, "host")


def _checked_url(url: object, name: str) -> str:
    if _is_url(url):
        url = str(url)
    if not isinstance(url, str):
        raise ConfigurationError(
            f"{name} has a {type(url).__name__} where a string such as https://host should be"
        )
    if "@" in url:
        raise ConfigurationError(f"{name} must not contain a user name or password")
    # What is no URL at all may be the key, given in the wrong place.
    shown = f"{url!r:.300} " if "://" in url else ""
    problem = f"{name} {shown}must look like https://host or https://host:port/path"
    if not all("!" <= character <= "~" for character in url):
        raise ConfigurationError(problem)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ConfigurationError(problem) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise ConfigurationError(problem)
    if parts.query or parts.fragment:
        raise ConfigurationError(f"{name} must not have a query or fragment; see default_query")
    return url.rstrip("/")
