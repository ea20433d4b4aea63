"""Requests made without httpx's own `build_request` equal those made with it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from overlays.runtime.attempts import Call, Shared, call_of
from overlays.runtime.http_request import build_request, own_request
from overlays.runtime.options import CallOptions, ClientOptions

URLS = (
    "http://127.0.0.1:80",
    "https://api.example.com/prefix",
    "https://例え.example:8443",
    "http://[::1]:9/a%2Fb",
)
OPTIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "header": {"extra_headers": {"X-One": "1", "Accept-Encoding": "br"}},
    "defaults": {"extra_headers": {"user-agent": None, "accept": None}},
    "host": {"extra_headers": {"Host": "other.example"}},
    "query": {"extra_query": {"a": "b c"}},
}


def _call(content: bytes | None, options: dict[str, Any], url: str) -> Call:
    return call_of(
        Shared([url]),
        ClientOptions(api_key="test", base_url="https://api.example.com"),
        CallOptions(**options),
        method="POST",
        path="/v1/a ü",
        content=content,
        stream=False,
        stays_open=False,
        user_agent="test",
    )


@pytest.mark.parametrize("client_class", [httpx.Client, httpx.AsyncClient])
@pytest.mark.parametrize("content", [b"{}", b"", None])
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("url", URLS)
@pytest.mark.parametrize("cookies", [{}, {"c": "1"}], ids=["", "cookies"])
def test_own_requests_equal_those_of_httpx(
    client_class: type[httpx.Client] | type[httpx.AsyncClient],
    content: bytes | None,
    options: dict[str, Any],
    url: str,
    cookies: dict[str, str],
) -> None:
    client = client_class(cookies=cookies)
    call = _call(content, options, url)
    attempt = call.next_attempt()
    made, own = build_request(client, call, attempt), own_request(client, call, attempt)
    assert (own.method, own.url, own.content) == (made.method, made.url, made.content)
    assert own.headers.raw == made.headers.raw
    assert own.extensions == made.extensions


@pytest.mark.parametrize("build", [build_request, own_request])
def test_a_url_that_cannot_be_sent_is_refused(build: Any) -> None:
    call = _call(b"{}", {}, "https://api.example.com/\x00")
    with pytest.raises(httpx.InvalidURL):
        build(httpx.Client(), call, call.next_attempt())
