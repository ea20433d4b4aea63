"""Requests as httpx sends them, made without doing anew what is the same for every call.

`Client.build_request` parses the URL, merges headers, cookies and parameters, and copies the
headers three times, which together costs as much as reading a small answer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl

from .attempts import Attempt, Call

__all__ = ["build_request", "own_request"]


def build_request(client: Any, call: Call, attempt: Attempt) -> Any:
    """A request without the key, with what the HTTP client adds of its own.

    Raises:
        InvalidURL: The path or query cannot be sent; the exception is httpx's.
    """
    # Parameters of the client's own would replace the URL's query, unless given beside them.
    params = parse_qsl(call.query, True) if call.query and getattr(client, "params", None) else None
    request = client.build_request(
        call.method,
        _url(call, attempt),
        content=call.content,
        headers=attempt.headers,
        params=params,
        extensions=_extensions(attempt),
    )
    for name in call.without:
        request.headers.pop(name, None)
    return request


def own_request(client: Any, call: Call, attempt: Attempt) -> Any:
    """As `build_request`, and equal in every byte, for a client of httpx made here.

    Such a client has headers and cookies, but no base URL, parameters or hooks.
    """
    content = call.content
    headers = attempt.headers
    if not content or client.cookies or "host" in headers:
        return build_request(client, call, attempt)
    from httpx import ByteStream, Request

    url, host = _parsed(_url(call, attempt))
    left_out = call.without.union(headers)
    request = Request(
        call.method,
        url,
        headers=[
            ("Host", host),
            *[pair for pair in client.headers.raw if pair[0].decode().lower() not in left_out],
            *headers.items(),
            ("Content-Length", str(len(content))),
        ],
        stream=ByteStream(content),
        extensions=_extensions(attempt),
    )
    request.read()
    return request


def _url(call: Call, attempt: Attempt) -> str:
    return f"{attempt.url}?{call.query}" if call.query else attempt.url


@lru_cache(maxsize=64)
def _parsed(text: str) -> tuple[Any, str]:
    """A URL, which is immutable, and its Host header."""
    from httpx import URL

    url = URL(text)
    return url, url.netloc.decode("ascii")


def _extensions(attempt: Attempt) -> dict[str, Any]:
    timeout = attempt.timeout
    return {
        "timeout": {
            "connect": timeout.connect,
            "read": timeout.read,
            "write": timeout.write,
            "pool": timeout.pool,
        }
    }
