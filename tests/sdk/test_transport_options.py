"""What a call is told, as the server sees it: query, headers, time limits; sync and async."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from evolink_kimi import APIStatusError, AsyncKimi, ConfigurationError, Kimi, Timeout

from tests.support.fault_server import FaultServer, Pause, Request, Script, answer, chunked, sse

OK: Script = [answer(body=b'{"choices":[]}')]
KEY = "sk-test-key"
ARGUMENTS: dict[str, Any] = {"model": "kimi-k3.1-pro", "messages": []}
# One call, by each of the ways to make one, with what it is told.
WAYS: dict[str, Callable[[Any, dict[str, Any]], Any]] = {
    "request": lambda client, told: client.request("GET", "/v1/models", **told),
    "request stream": lambda client, told: client.request("POST", "/v1/x", {}, stream=True, **told),
    "create": lambda client, told: client.chat.completions.create(**ARGUMENTS, **told),
    "events": lambda client, told: client.messages.create(
        **ARGUMENTS, max_tokens=9, stream=True, **told
    ),
    "stream": lambda client, told: client.chat.completions.stream(**ARGUMENTS, **told),
    "raw": lambda client, told: client.with_raw_response.chat.completions.create(
        **ARGUMENTS, **told
    ),
    "streaming": lambda client, told: client.with_streaming_response.responses.create(
        model="kimi-k3.1-pro", input="", **told
    ),
}


def perform(kind: str, way: str, told: dict[str, Any], **client: Any) -> None:
    """Make one call, and close what it gives."""
    call = WAYS[way]
    if kind == "sync":
        with Kimi(api_key=client.pop("api_key", KEY), **client) as made:
            given = call(made, told)
            if hasattr(given, "__enter__"):
                with given:
                    pass
        return

    async def main() -> None:
        async with AsyncKimi(api_key=client.pop("api_key", KEY), **client) as made:
            given = call(made, told)
            if hasattr(given, "__await__") and not hasattr(given, "__aenter__"):
                given = await given
            if hasattr(given, "__aenter__"):
                async with given:
                    pass

    asyncio.run(main())


def seen(kind: str, way: str, told: dict[str, Any], **client: Any) -> Request:
    with FaultServer([OK]) as server:
        perform(kind, way, told, base_url=f"{server.url}/base", **client)
        [request] = server.requests
        return request


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def target(kind: str, path: str, told: dict[str, Any], **client: Any) -> str:
    """The target of the request line that `request` sends."""
    with FaultServer([OK]) as server:
        base = f"{server.url}/base"
        if kind == "sync":
            with Kimi(api_key=KEY, base_url=base, **client) as made:
                made.request("GET", path, **told)
        else:

            async def main() -> None:
                async with AsyncKimi(api_key=KEY, base_url=base, **client) as made:
                    await made.request("GET", path, **told)

            asyncio.run(main())
        return server.requests[0].target


def given_client(kind: str, **settings: Any) -> Any:
    """An HTTP client that keeps no connection for which it would have to be closed."""
    made: Any = httpx.Client if kind == "sync" else httpx.AsyncClient
    return made(limits=httpx.Limits(max_keepalive_connections=0), **settings)


QUERIES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("/v1/models?limit=5", {}, {}, "limit=5"),
    ("/v1/models?flag&a=%20b+c&limit=5", {}, {}, "flag&a=%20b+c&limit=5"),
    ("/v1/models?limit=5", {"tenant": "t"}, {}, "limit=5&tenant=t"),
    ("/v1/models?limit=5", {}, {"after": "ü &"}, "limit=5&after=%C3%BC+%26"),
    ("/v1/models?limit=5", {"limit": 1, "q": True}, {"n": [1, 2]}, "limit=5&q=true&n=1&n=2"),
    ("/v1/models?limit=5&x=1", {}, {"limit": 6}, "x=1&limit=6"),
    ("/v1/models?limit=5", {"q": 1}, {"limit": None, "q": None}, ""),
    ("/v1/models?%6Cimit=5", {"limit": 1}, {}, "%6Cimit=5"),
    ("/v1/models", {"q": "a"}, {}, "q=a"),
]


@pytest.mark.parametrize(("path", "default", "extra", "query"), QUERIES)
def test_a_query_is_of_path_client_and_call(
    kind: str, path: str, default: dict[str, Any], extra: dict[str, Any], query: str
) -> None:
    sent = target(kind, path, {"extra_query": extra}, default_query=default)
    assert sent == "/base/v1/models" + (f"?{query}" if query else "")


def test_parameters_of_a_given_http_client_take_nothing_away(kind: str) -> None:
    path = "/v1/models?limit=5"
    http = given_client(kind, params={"mine": "1"})
    sent = target(kind, path, {"extra_query": {"a": 2}}, http_client=http)
    sent_path, _, query = sent.partition("?")
    assert sent_path == "/base/v1/models"
    # Their order is the HTTP library's.
    assert sorted(query.split("&")) == ["a=2", "limit=5", "mine=1"]


@pytest.mark.parametrize("way", WAYS)
def test_a_query_goes_with_every_way_to_call(kind: str, way: str) -> None:
    told = {"extra_query": {"b": 2}}
    request = seen(kind, way, told, default_query={"a": 1})
    assert request.target.endswith("?a=1&b=2")


@pytest.mark.parametrize(
    "path",
    ["/../x", "/v1/../../x", "/v1/./x", "..", "/v1/%2e%2E/x", "/v1/.%2e", "/v1/..\\x", "/v1/x#y"],
)
def test_a_path_that_leads_elsewhere_is_refused(kind: str, path: str) -> None:
    with FaultServer([OK]) as server:
        with pytest.raises(ConfigurationError, match="path must not have"):
            perform_request(kind, server, path, {})
        assert server.accepted == 0


def test_dots_in_names_and_queries_lead_nowhere(kind: str) -> None:
    assert target(kind, "/v1/..x/a.b?to=../..", {}) == "/base/v1/..x/a.b?to=../.."


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("where", ["call", "client", "with_options"])
def test_none_takes_a_header_away(kind: str, way: str, where: str) -> None:
    names = ("Authorization", "User-Agent", "accept", "Accept-Encoding", "X-Retry-Count")
    none = dict.fromkeys(names)
    told = {"extra_headers": none} if where == "call" else {}
    asked: list[str] = []

    def key() -> str:
        asked.append(KEY)
        return KEY

    client: dict[str, Any] = {"api_key": key}
    if where == "client":
        client["default_headers"] = none
    if where == "with_options":
        WAYS["copied"] = lambda made, _: WAYS[way](made.with_options(default_headers=none), {})
    request = seen(kind, "copied" if where == "with_options" else way, told, **client)
    WAYS.pop("copied", None)
    assert not {name.lower() for name in names} & set(request.headers)
    assert request.headers["host"]
    assert asked == []  # a key that is not sent is not asked for


def test_a_call_brings_back_what_the_client_leaves_out(kind: str) -> None:
    none = {"Authorization": None, "User-Agent": None}
    own = {"authorization": "Basic eA==", "User-Agent": "mine"}
    request = seen(kind, "create", {"extra_headers": own}, default_headers=none)
    assert request.headers["authorization"] == "Basic eA=="
    assert request.headers["user-agent"] == "mine"


def test_none_takes_the_header_of_a_given_http_client_away(kind: str) -> None:
    headers = {"Authorization": "Bearer theirs", "X-Mine": "1", "X-Stays": "2"}
    http = given_client(kind, headers=headers)
    none = {"Authorization": None, "x-mine": None}
    request = seen(kind, "create", {"extra_headers": none}, http_client=http)
    assert not {"authorization", "x-mine"} & set(request.headers)
    assert request.headers["x-stays"] == "2"


def test_without_a_key_a_refusal_is_no_reason_to_ask_for_another(kind: str) -> None:
    asked: list[str] = []

    def key() -> str:
        asked.append(KEY)
        return KEY

    with FaultServer([[answer(401, b"{}")]]) as server:
        with pytest.raises(APIStatusError):
            perform(
                kind,
                "create",
                {"extra_headers": {"Authorization": None}},
                base_url=server.url,
                api_key=key,
            )
        assert len(server.requests) == 1
        assert asked == []


@pytest.mark.parametrize("value", ["é", "€", "a\nb", "\ud800", " x", None, 5])
@pytest.mark.parametrize("where", ["call", "client"])
def test_a_header_that_cannot_be_sent_is_refused_before(kind: str, value: Any, where: str) -> None:
    bad = {"Host" if value is None else "X-A": value}
    with FaultServer([OK]) as server:
        with pytest.raises(ConfigurationError, match=r"_headers: .*(X-A|Host)"):
            if where == "call":
                perform(kind, "create", {"extra_headers": bad}, base_url=server.url)
            else:
                perform(kind, "create", {}, base_url=server.url, default_headers=bad)
        assert server.accepted == 0


@pytest.mark.parametrize("path", ["/v1/\ud800", "/v1/x?a=\ud800"])
@pytest.mark.parametrize("extra", [{}, {"b": "\ud800"}, {"\ud800": "b"}, {"c": {"d": 1}}])
def test_what_no_url_can_have_is_refused(kind: str, path: str, extra: dict[str, Any]) -> None:
    with FaultServer([OK]) as server:
        for telling, told in ((path, {}), ("/v1/x", extra)):
            if telling == path or extra:
                with pytest.raises(ConfigurationError, match="cannot be sent"):
                    perform_request(kind, server, telling, told)
        assert server.accepted == 0


def perform_request(kind: str, server: FaultServer, path: str, extra: dict[str, Any]) -> None:
    if kind == "sync":
        with Kimi(api_key=KEY, base_url=server.url) as client:
            client.request("GET", path, extra_query=extra)
        return

    async def main() -> None:
        async with AsyncKimi(api_key=KEY, base_url=server.url) as client:
            await client.request("GET", path, extra_query=extra)

    asyncio.run(main())


# Longer than the client's limit, and shorter than a test may take on a slow machine.
SLOW = 0.6
SHORT = Timeout(read=0.05, deadline=0.2)


@pytest.mark.parametrize("way", ["request", "create", "raw"])
@pytest.mark.parametrize(
    "told", [{"timeout": None}, {"timeout": Timeout(read=60), "deadline": None}]
)
def test_a_call_may_lift_the_limits_of_its_client(
    kind: str, way: str, told: dict[str, Any]
) -> None:
    with FaultServer([[Pause(SLOW), *OK]]) as server:
        perform(kind, way, told, base_url=server.url, timeout=SHORT, max_retries=0)
        assert len(server.requests) == 1


@pytest.mark.parametrize("way", ["events", "stream", "request stream"])
def test_a_stream_may_lift_the_limits_of_its_client(kind: str, way: str) -> None:
    with FaultServer([[Pause(SLOW), sse(), chunked(b"data: [DONE]\n\n")]]) as server:
        perform(kind, way, {"timeout": None}, base_url=server.url, timeout=SHORT, max_retries=0)
        assert len(server.requests) == 1
