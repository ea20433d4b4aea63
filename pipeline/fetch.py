"""Bytes of a source document, from a file or over HTTP, bounded in size and time."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

from pipeline.errors import PipelineError, Problem

if TYPE_CHECKING:
    import httpx

__all__ = ["MAX_BYTES", "Fetched", "fetch_url", "is_url", "read_file"]

MAX_BYTES = 32 * 1024 * 1024

_MAX_REDIRECTS = 5
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_CONDITIONS = frozenset(("if-none-match", "if-modified-since"))
_BY_FILE = "Save the document to a file, and name that"
_LATER = "Try again, or save the document to a file and name that"
_REMEDIES = {
    **dict.fromkeys((401, 403, 407), f"No key is sent: pages are public. {_BY_FILE}"),
    **dict.fromkeys((408, 425, 429, *range(500, 600)), _LATER),
}
# What httpx undoes by itself, wherever it is installed.
_CODINGS = frozenset(("identity", "gzip", "deflate"))
_ACCEPT = "text/markdown, application/yaml, application/json;q=0.9, text/plain;q=0.8, */*;q=0.5"


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a source and what its server said of them.

    Attributes:
        media_type: The media type, in lower case and without parameters.
        etag, modified: The validators, to ask with the next time.
        is_known: The server says that the version named by the validators is still the newest;
            `data` is empty.
    """

    data: bytes
    media_type: str | None = None
    etag: str | None = None
    modified: str | None = None
    is_known: bool = False


def is_url(source: str) -> bool:
    """Whether a source is meant as a URL rather than a path."""
    return "://" in source


def read_file(path: Path) -> Fetched:
    """The bytes of a regular file of at most `MAX_BYTES`.

    Raises:
        PipelineError: if there is no such file, or it cannot be read, or is too large.
    """
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise _error(name, "this is not a file", "Name the document itself")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _error(name, "there is no such file", "Check the path") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _error(name, f"the file cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    return Fetched(data)


def fetch_url(
    url: str,
    *,
    etag: str | None = None,
    modified: str | None = None,
    timeout: float = 15.0,
    deadline: float = 60.0,
) -> Fetched:
    """The body of a URL: https, or http to this machine. No key and no cookie is sent.

    Args:
        url: The address. Redirects are followed, up to 5, under the same rule.
        etag, modified: Validators of a version that is at hand: it is not sent again.
        timeout: Seconds to wait for a connection or for the next bytes.
        deadline: Seconds for the whole, redirects included.

    Raises:
        PipelineError: on any other scheme, any answer but 200 and 304, a time-out, or more than
            `MAX_BYTES`.
    """
    import asyncio

    import httpx  # half of the start-up time of a build that needs no network

    headers = {"accept": _ACCEPT, "accept-encoding": "identity"}
    if etag:
        headers["if-none-match"] = etag
    elif modified:
        headers["if-modified-since"] = modified
    try:
        # Only a task can be ended wherever it is: the head of an answer may drip for ever, too.
        return asyncio.run(_fetched(url, headers, timeout, deadline))
    except TimeoutError:
        reason = f"the answer was not complete after {deadline:g} seconds"
    except httpx.TimeoutException:
        reason = f"the server said nothing for {timeout:g} seconds"
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        reason = f"the document could not be fetched: {str(error) or type(error).__name__}"
    raise _error(url, reason, _LATER)


async def _fetched(
    url: str, headers: Mapping[str, str], timeout: float, deadline: float
) -> Fetched:
    import asyncio

    current = url
    async with asyncio.timeout(deadline):
        for _ in range(_MAX_REDIRECTS + 1):
            client = _client(_allowed(current, url), url, headers, timeout)
            async with client, client.stream("GET", current) as response:
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    current = _redirected(current, response.headers["location"], url)
                    continue
                return await _body(response, url)
    raise _error(url, f"more than {_MAX_REDIRECTS} redirects, the last to {current}")


def _client(
    parts: SplitResult, asked: str, headers: Mapping[str, str], timeout: float
) -> httpx.AsyncClient:
    import httpx

    # A proxy is for the network: on this machine it would only get in the way.
    trust_env = not _is_loopback(parts.hostname or "")
    try:
        return httpx.AsyncClient(
            timeout=timeout, follow_redirects=False, trust_env=trust_env, headers=headers
        )
    except (ImportError, OSError, ValueError) as error:
        raise _error(
            asked,
            f"the network settings of this machine cannot be used: {error}",
            "See to what the environment says of proxies and certificates (ALL_PROXY, HTTPS_PROXY, "
            "SSL_CERT_FILE, SSL_CERT_DIR)",
        ) from None


def _redirected(current: str, location: str, asked: str) -> str:
    try:
        return urljoin(current, location)
    except ValueError as error:
        raise _error(asked, f"a redirect leads to {location}, no URL: {error}") from None


async def _body(response: httpx.Response, url: str) -> Fetched:
    if response.status_code == 304 and response.request.headers.keys() & _CONDITIONS:
        return Fetched(b"", is_known=True)
    if response.status_code != 200:
        said = f"{response.status_code} {response.reason_phrase}".strip()
        remedy = _REMEDIES.get(response.status_code, "Check the address")
        raise _error(url, f"the server answered {said}", remedy)
    codings = response.headers.get("content-encoding", "").lower().split(",")
    if odd := [coding.strip() for coding in codings if coding.strip() not in ("", *_CODINGS)]:
        raise _error(url, f"the server sent the document as {odd[0]!r}, unasked", _BY_FILE)
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and int(declared) > MAX_BYTES:
        raise _too_large(url)
    data = bytearray()
    async for chunk in response.aiter_bytes():
        data += chunk
        if len(data) > MAX_BYTES:
            raise _too_large(url)
    media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    etag, modified = (response.headers.get(name) for name in ("etag", "last-modified"))
    return Fetched(bytes(data), media_type or None, etag, modified)


def _allowed(url: str, asked: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError as error:
        raise _error(asked, f"{url} is not a URL: {error}") from None
    if parts.username is not None or parts.password is not None:
        where = f"{parts.scheme}://…@{parts.netloc.rpartition('@')[2]}"
        lead = "" if url == asked else "a redirect leads to a URL like this: "
        raise _error(
            where, f"{lead}the URL holds credentials, and pages are read without any", _BY_FILE
        )
    if parts.scheme != urlsplit(asked).scheme:
        raise _error(asked, f"a redirect leads away from {asked.partition(':')[0]}, to {url}")
    if host and (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(host))):
        return parts
    lead = "" if url == asked else f"a redirect leads to {url}, and "
    raise _error(
        asked,
        f"{lead}only https URLs are read, and http URLs on this machine",
        "Use the https address",
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _too_large(name: str) -> PipelineError:
    return _error(
        name,
        f"the document is larger than {MAX_BYTES // 1024**2} MiB",
        "An API description is far smaller; check what is behind this name",
    )


def _error(name: str, reason: str, remedy: str | None = None) -> PipelineError:
    return PipelineError(Problem(reason=reason, document=name, remedy=remedy))
