"""The base clients: what they take, send and hide."""

from __future__ import annotations

import asyncio
import inspect
import pickle
import subprocess
import sys
import traceback
from typing import Any, cast

import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import (
    APIConnectionError,
    AuthenticationError,
    ConfigurationError,
    InternalServerError,
    RateLimitError,
)
from overlays.runtime.omit import OMIT
from overlays.runtime.options import CallOptions
from overlays.runtime.resource import SyncResource, request_body
from tests.support.clients import KEY, OK, async_client, client
from tests.support.clock import Clock
from tests.support.drivers import OPERATION, descriptors
from tests.support.fault_server import CLOSE, FaultServer, Script, answer, closed_port

HEAVY = ("anyio", "asyncio", "attr", "dataclasses", "dateutil", "httpcore", "httpx", "inspect")


def test_importing_the_client_imports_nothing_heavy() -> None:
    code = (
        "import sys, overlays.runtime.client, overlays.runtime.resource\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_making_a_client_opens_nothing() -> None:
    before = descriptors()
    made = SyncClient(api_key=KEY, base_url="https://h")
    assert descriptors() == before
    made.close()


def test_no_key_is_told_at_construction(monkeypatch: pytest.MonkeyPatch) -> None:
    for make in (SyncClient, AsyncClient):
        with pytest.raises(ConfigurationError, match="EVOLINK_API_KEY"):
            make(base_url="https://h")


@pytest.mark.parametrize("path", ["/x\x00", "/x?" + "a" * 70000])
def test_a_path_that_cannot_be_sent_is_told(path: str) -> None:
    made = SyncClient(api_key=KEY, base_url="https://h")
    with pytest.raises(ConfigurationError, match="cannot be sent"):
        made.request("GET", path)


@pytest.mark.parametrize("make", [client, async_client])
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((5, "/x"), "method must be an HTTP method"),
        (("", "/x"), "method must be an HTTP method"),
        (("GE T", "/x"), "method must be an HTTP method"),
        (("GET", 5), "path must be one below the base URL"),
        (("GET", "https://elsewhere/x"), "path must be one below the base URL"),
        (("POST", "/x", '{"a": 1}'), "body must be a mapping, which is sent as JSON, not str"),
        (("POST", "/x", b"{}"), "body must be a mapping, which is sent as JSON, not bytes"),
    ],
)
def test_a_request_that_makes_no_sense_is_told(make: Any, arguments: Any, told: str) -> None:
    with FaultServer([]) as server:
        with pytest.raises(ConfigurationError, match=f"^{told}"):
            made = make(server).request(*arguments)
            made.send(None)
        assert not server.requests


@pytest.mark.parametrize("cls", [SyncClient, AsyncClient])
def test_options_have_names(cls: type[Any]) -> None:
    with pytest.raises(TypeError, match=rf"^{cls.__name__} .*such as {cls.__name__}\(api_key") as e:
        cls(KEY)
    shown = traceback.TracebackException.from_exception(e.value, capture_locals=True)
    ours = [frame for frame in shown.stack if "client_base" in frame.filename]
    assert ours
    assert KEY not in str(e.value) + "".join(str(frame.locals) for frame in ours)


@pytest.mark.parametrize("base", [SyncClient, AsyncClient])
def test_an_option_that_is_not_there_is_told_of_the_generated_client(base: type[Any]) -> None:
    made: Any = type("Generated", (base,), {"servers": ("https://h",)})
    with pytest.raises(TypeError, match=r"^Generated\.__init__\(\) .*'base_ulr'"):
        made(base_ulr="https://h")
    with pytest.raises(TypeError, match=r"^Generated\.with_options\(\) .*'retries'"):
        made(api_key=KEY).with_options(retries=1)
    assert inspect.signature(made) == inspect.signature(base)
    assert made.with_options.__doc__ == base.with_options.__doc__


@pytest.mark.parametrize("base", [SyncClient, AsyncClient])
def test_methods_of_ones_own_stay_where_servers_are_ones_own(base: type[Any]) -> None:
    generated: Any = type("Generated", (base,), {"servers": ("https://h",)})

    class Mine(generated):  # type: ignore[misc]  # of a class that is made here
        servers = ("https://mine",)

        def __init__(self) -> None:
            super().__init__(api_key=KEY)

        def with_options(self) -> str:
            return "mine"

    class Heir(Mine):
        servers = ("https://heir",)

    assert Mine().with_options() == Heir().with_options() == "mine"
    assert "https://heir" in repr(Heir())


@pytest.mark.parametrize("make", [client, async_client])
@pytest.mark.parametrize("name", ["strict", "retry_unanswered", "record", "max_retry_wait"])
def test_options_of_a_copy_are_checked_too(make: Any, name: str) -> None:
    with FaultServer([]) as server:
        with pytest.raises(ConfigurationError, match=f"^{name} must be"):
            make(server).with_options(**{name: 0})


def test_omitted_parameters_and_extra_body() -> None:
    options = CallOptions(extra_body={"b": 3, "c": None})
    assert request_body({"a": OMIT, "b": 1, "n": None}, options) == {"b": 3, "n": None, "c": None}
    assert request_body(None, CallOptions()) is None
    with FaultServer([OK]) as server, client(server) as made:
        SyncResource(made)._call(OPERATION, {"a": OMIT, "b": 1}, options)
        assert server.requests[0].body == b'{"b":3,"c":null}'


@pytest.mark.parametrize("extra", ["temperature", [1]])
def test_an_extra_body_is_a_mapping(extra: Any) -> None:
    with pytest.raises(ConfigurationError, match="extra_body must be a mapping, not"):
        request_body({"a": 1}, CallOptions(extra_body=extra))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"a": object()}, "because of /a: <object"),
        ({"a": float("nan")}, "because of /a: Out of range"),
        ({"a": [0, {1: {2}}]}, "because of /a/1/1: .2. is of type set"),
        ({"a": {"b": OMIT}}, "because of /a/b: OMIT leaves out an argument of a call"),
    ],
)
def test_a_body_without_a_form_in_json_is_told(body: dict[str, Any], told: str) -> None:
    made = SyncClient(api_key=KEY, base_url="https://h")
    with pytest.raises(ConfigurationError, match=f"cannot be sent as JSON, {told}"):
        made._call(OPERATION, body)
    with pytest.raises(ConfigurationError, match=f"cannot be sent as JSON, {told}"):
        AsyncClient(api_key=KEY, base_url="https://h")._call(OPERATION, body).send(None)


@pytest.mark.parametrize("told", ["3", 1.5, -1])
def test_the_retries_of_a_call_are_a_count_as_the_clients_are(told: Any) -> None:
    with SyncClient(api_key=KEY, base_url="https://h") as made:
        with pytest.raises(ConfigurationError, match="max_retries must be an integer, 0 or more"):
            made.request("GET", "/v1/models", max_retries=told)
        assert repr(SyncResource(made)) == "<SyncResource of <SyncClient https://h>>"


def test_what_the_document_does_not_know(clock: Clock) -> None:
    models = answer(body=b'[{"id":"kimi-k3"}]')
    scripts: list[Script] = [[lambda: clock.move(10), models], [answer(500, b"")]]
    with FaultServer(scripts) as server, client(server) as made:
        response = made.request("get", "/v1/models", extra_query={"limit": 5})
        assert response.json() == [{"id": "kimi-k3"}]
        assert (response.status_code, response.attempts) == (200, 1)
        assert response.elapsed >= 10
        assert server.requests[0].method == "GET"
        assert server.requests[0].target == "/v1/models?limit=5"
        assert "content-type" not in server.requests[0].headers
        with pytest.raises(InternalServerError):
            made.request("DELETE", "/v1/x", {"a": 1})


def test_rate_limits_are_readable_on_responses_and_errors() -> None:
    limits = {"X-RateLimit-Remaining": "3"}
    scripts: list[Script] = [[answer(headers=limits)], [answer(429, b"", limits)]]
    with FaultServer(scripts) as server, client(server) as made:
        assert made.request("GET", "/x").headers["x-ratelimit-remaining"] == "3"
        with pytest.raises(RateLimitError) as caught:
            made.request("GET", "/x")
        assert caught.value.headers["x-ratelimit-remaining"] == "3"


def test_with_options_shares_the_connections_and_changes_nothing() -> None:
    with FaultServer([OK]) as server, client(server, default_headers={"X-A": "1"}) as made:
        other = made.with_options(
            api_key="other", timeout=5, max_retries=4, default_headers={"x-b": "2", "X-a": None}
        )
        with other:
            other._call(OPERATION, {})
        made._call(OPERATION, {})
        assert server.accepted == 1
        first, second = server.requests
        assert (first.headers["authorization"], first.headers["x-b"]) == ("Bearer other", "2")
        assert "x-a" not in first.headers
        assert second.headers["authorization"] == f"Bearer {KEY}"
        assert (second.headers["x-a"], "x-b" in second.headers) == ("1", False)
        assert (other.max_retries, made.max_retries) == (4, 0)
        assert (other.timeout.read, made.timeout.read) == (5, 600)


def test_with_options_keeps_what_it_is_not_told() -> None:
    given: dict[str, Any] = {"default_headers": {"X-A": "1"}, "default_query": {"q": 1}}
    with SyncClient(api_key=KEY, base_url="https://h", **given) as made:
        kept = made.with_options(default_headers={}, default_query={})._options
        assert (kept.default_headers, kept.default_query) == ({"x-a": "1"}, {"q": 1})
        with pytest.raises(ConfigurationError, match="default_headers must be a mapping, not str"):
            made.with_options(default_headers=cast("Any", "x-b"))


def test_the_caller_may_bring_authorization() -> None:
    with FaultServer([OK]) as server, client(server) as made:
        made._call(OPERATION, {}, CallOptions(extra_headers={"Authorization": "Basic eA=="}))
        assert server.requests[0].headers["authorization"] == "Basic eA=="


def test_a_rotated_key_is_tried_once_more_after_401() -> None:
    keys = iter(["old", "new", "newer", "newest", "last"])
    refusal = answer(401, b"")
    with FaultServer([[refusal], OK, [refusal]]) as server:
        with client(server, api_key=lambda: next(keys)) as made:
            assert made._call(OPERATION, {}) == {"ok": True}
            with pytest.raises(AuthenticationError):
                made._call(OPERATION, {})
        sent = [request.headers["authorization"] for request in server.requests]
        assert sent == ["Bearer old", "Bearer new", "Bearer newer", "Bearer newest"]


def test_an_async_function_gives_the_key() -> None:
    async def give() -> str:
        await asyncio.sleep(0)
        return "from-afar"

    async def main(server: FaultServer) -> None:
        async with async_client(server, api_key=give) as made:
            await made._call(OPERATION, {})

    with FaultServer([OK]) as server:
        asyncio.run(main(server))
        assert server.requests[0].headers["authorization"] == "Bearer from-afar"
        made = client(server, api_key=give)
        with pytest.raises(ConfigurationError, match="async client only"):
            made._call(OPERATION, {})
        made.close()


def test_the_key_is_in_no_repr_and_no_traceback() -> None:
    made = SyncClient(api_key=KEY, base_url=f"http://127.0.0.1:{closed_port()}", max_retries=1)
    assert KEY not in repr(made)
    assert KEY not in repr(vars(made))
    faults: list[Script] = [[CLOSE], [b"garbage\r\n\r\n"], [answer(500, b"")], [answer(body=b"x")]]
    for fault in faults:
        with FaultServer([fault]) as server:
            failing = client(server)
            with pytest.raises(Exception) as caught:
                failing._call(OPERATION, {})
            failing.close()
        assert KEY not in _shown(caught.value)
    with pytest.raises(APIConnectionError) as refused:
        made._call(OPERATION, {})
    assert KEY not in _shown(refused.value)
    assert KEY.encode() not in pickle.dumps(refused.value)
    made.close()


def _shown(error: BaseException) -> str:
    """What tools print that show local variables, the frames of this file left out."""
    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
    texts: list[str] = []
    part: traceback.TracebackException | None = shown
    while part is not None:
        frames = [frame for frame in part.stack if "test_client" not in frame.filename]
        texts += [str(part), *(str(frame.locals) for frame in frames)]
        part = part.__cause__ or part.__context__
    assert len(texts) > 1
    return "".join(texts)
