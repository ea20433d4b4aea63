"""HTTP clients that the user gives, and what surrounds a request: hooks, proxies, the pool."""

from __future__ import annotations

import asyncio
import gc
import gzip
import pickle
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import APIConnectionError, APITimeoutError, ConfigurationError
from overlays.runtime.observe import Hooks
from overlays.runtime.options import Timeout
from tests.support.clients import HELD, KEY, OK, STREAM, async_client, client
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer, Script, answer, closed_port


def test_a_given_client_is_used_with_our_key_and_limits_and_left_open() -> None:
    with (
        FaultServer([OK]) as server,
        httpx.Client(
            headers={"X-Mine": "1", "Authorization": "Bearer theirs"}, timeout=None
        ) as http,
    ):
        with client(server, http_client=http) as made:
            made._call(OPERATION, {})
        headers = server.requests[0].headers
        assert headers["x-mine"] == "1"
        assert headers["authorization"] == f"Bearer {KEY}"
        assert not http.is_closed
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(made)


@pytest.mark.parametrize(
    ("make", "given"), [(SyncClient, httpx.AsyncClient), (AsyncClient, httpx.Client)]
)
def test_the_wrong_twin_is_refused(make: Callable[..., Any], given: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match=r"give it to \w*Kimi"):
        make(api_key=KEY, base_url="https://h", http_client=given())


@pytest.mark.parametrize(("make", "kind"), [(SyncClient, "Client"), (AsyncClient, "AsyncClient")])
@pytest.mark.parametrize("given", [3, "http://proxy", httpx.Client])
def test_what_is_no_http_client_is_refused_at_construction(
    make: Callable[..., Any], kind: str, given: Any
) -> None:
    told = f"http_client must be an httpx.{kind} or httpx2.{kind}, not a {type(given).__name__}"
    with pytest.raises(TypeError, match=f"^{told}$"):
        make(api_key=KEY, base_url="https://h", http_client=given)


@pytest.mark.parametrize(
    ("make", "given"), [(SyncClient, httpx.Client), (AsyncClient, httpx.AsyncClient)]
)
def test_a_client_with_a_key_or_host_of_its_own_is_refused(
    make: Callable[..., Any], given: Callable[..., Any]
) -> None:
    with pytest.raises(ConfigurationError, match="auth=…, which would replace the API key") as e:
        make(api_key=KEY, base_url="https://h", http_client=given(auth=("user", "secret")))
    assert "secret" not in str(e.value)
    with pytest.raises(ConfigurationError, match="base_url=…, to which nothing would be sent"):
        make(api_key=KEY, base_url="https://h", http_client=given(base_url="https://mine"))


def test_a_failing_hook_leaves_no_connection_open() -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    async def main(server: FaultServer) -> None:
        async with async_client(server, hooks=Hooks(on_response=fail)) as made:
            with pytest.raises(ZeroDivisionError):
                await made._open_stream(OPERATION, {})

    with FaultServer([STREAM, STREAM]) as server:
        with client(server, hooks=Hooks(on_response=fail)) as made:
            with pytest.raises(ZeroDivisionError):
                made._open_stream(OPERATION, {})
        asyncio.run(main(server))
        gc.collect()
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("name", ["httpx", "httpx2"])
def test_clients_of_httpx_and_of_its_fork(name: str) -> None:
    module = pytest.importorskip(name)

    async def main(server: FaultServer) -> None:
        async with module.AsyncClient() as http, async_client(server, http_client=http) as made:
            async with await made._open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made._call(OPERATION, {})

    with FaultServer([STREAM, OK, STREAM, OK]) as server:
        with module.Client() as http, client(server, http_client=http) as made:
            assert len(list(made._open_stream(OPERATION, {}))) == 1
            made._call(OPERATION, {})
        asyncio.run(main(server))
        assert server.accepted == 2
    with module.Client() as http:
        url = f"http://127.0.0.1:{closed_port()}"
        made = SyncClient(api_key=KEY, base_url=url, max_retries=0, http_client=http)
        with pytest.raises(APIConnectionError, match="Cannot connect"):
            made._call(OPERATION, {})


def test_without_httpx_a_client_of_its_fork_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    module = pytest.importorskip("httpx2")

    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            with pytest.raises(ConfigurationError, match=r"install it.*=httpx2\.AsyncClient\(\)$"):
                await made._call(OPERATION, {})
        async with module.AsyncClient() as http, async_client(server, http_client=http) as made:
            async with await made._open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1

    with FaultServer([STREAM, STREAM]) as server:
        monkeypatch.setitem(sys.modules, "httpx", None)  # as if it were not installed
        with client(server) as made:
            with pytest.raises(ConfigurationError, match=r"install it.*=httpx2\.Client\(\)$"):
                made._call(OPERATION, {})
        with module.Client() as http, client(server, http_client=http) as made:
            assert len(list(made._open_stream(OPERATION, {}))) == 1
        asyncio.run(main(server))
        assert server.accepted == 2


def test_a_hook_of_a_given_client_fails_as_itself() -> None:
    def hook(request: httpx.Request) -> None:
        raise ZeroDivisionError

    with FaultServer([OK]) as server, httpx.Client(event_hooks={"request": [hook]}) as http:
        made = client(server, http_client=http)
        with pytest.raises(ZeroDivisionError):
            made._call(OPERATION, {})


def test_a_hook_of_a_given_client_may_read_the_answer() -> None:
    body = gzip.compress(b'{"ok":true}')
    packed: Script = [answer(200, body, {"Content-Encoding": "gzip"})]

    async def read(response: httpx.Response) -> None:
        await response.aread()

    async def main(server: FaultServer) -> None:
        hooks = {"response": [read]}
        async with httpx.AsyncClient(event_hooks=hooks) as http:
            async with async_client(server, http_client=http) as made:
                assert await made._call(OPERATION, {}) == {"ok": True}
                assert await made._call(OPERATION, {}) == {"ok": True}
                async with await made._open_stream(OPERATION, {}) as stream:
                    assert len([event async for event in stream]) == 1

    with FaultServer([OK, packed, STREAM, OK, packed, STREAM]) as server:
        with httpx.Client(event_hooks={"response": [httpx.Response.read]}) as http:
            with client(server, http_client=http) as made:
                assert made._call(OPERATION, {}) == {"ok": True}
                assert made._call(OPERATION, {}) == {"ok": True}
                assert len(list(made._open_stream(OPERATION, {}))) == 1
        asyncio.run(main(server))


def test_a_proxy_from_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer([OK]) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with SyncClient(api_key=KEY, base_url="http://api.example") as made:
            assert made._call(OPERATION, {}) == {"ok": True}
        assert proxy.requests[0].target == "http://api.example/v1/test"


def test_waiting_for_a_free_connection_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)
    with FaultServer([HELD]) as server:
        with client(server, timeout=Timeout(pool=0.05), max_retries=3) as made:
            with made._open_stream(OPERATION, {}) as stream:
                next(stream)
                with pytest.raises(APITimeoutError, match="No free connection") as caught:
                    made._call(OPERATION, {})
        assert caught.value.attempts == 1
        assert len(server.requests) == 1
