"""The base clients: what they share, hide, survive and leave behind."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import subprocess
import sys
import threading
import traceback
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import httpx
import pytest

from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    ConfigurationError,
    InternalServerError,
    RateLimitError,
    StreamTruncatedError,
)
from overlays.runtime.observe import Hooks
from overlays.runtime.omit import OMIT
from overlays.runtime.options import CallOptions, Timeout
from overlays.runtime.resource import SyncResource, request_body
from tests.support.drivers import OPERATION, descriptors
from tests.support.fault_server import (
    CLOSE,
    HOLD,
    FaultServer,
    Pause,
    Script,
    answer,
    chunked,
    free_port,
    sse,
)

KEY = "sk-very-secret"
OK: Script = [answer()]
EVENT = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
STREAM: Script = [sse(), chunked(EVENT, b"data: [DONE]\n\n")]
HELD: Script = [sse(), chunked(EVENT, last=False), HOLD]
HEAVY = ("anyio", "asyncio", "attr", "dataclasses", "dateutil", "httpcore", "httpx", "inspect")


def client(server: FaultServer, **options: Any) -> SyncClient:
    return SyncClient(**{"api_key": KEY, "base_url": server.url, "max_retries": 0, **options})


def async_client(server: FaultServer, **options: Any) -> AsyncClient:
    return AsyncClient(**{"api_key": KEY, "base_url": server.url, "max_retries": 0, **options})


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
    monkeypatch.delenv("EVOLINK_API_KEY", raising=False)
    for make in (SyncClient, AsyncClient):
        with pytest.raises(ConfigurationError, match="EVOLINK_API_KEY"):
            make(base_url="https://h")


# --- streams and bodies ---------------------------------------------------------------------------


def test_a_stream_and_a_call_use_one_connection() -> None:
    with FaultServer([STREAM, OK, STREAM, OK]) as server, client(server) as made:
        with made.open_stream(OPERATION, {"a": 1}) as stream:
            assert len(list(stream)) == 1
        assert made.call(OPERATION, {"a": 1}) == {"ok": True}
        with made.stream_manager(OPERATION, {"a": 1}) as response:
            assert "".join(response.text_stream) == "a"
        made.call(OPERATION, {})
        assert server.accepted == 1
        assert [request.body for request in server.requests] == [
            b'{"a":1,"stream":true}',
            b'{"a":1}',
            b'{"a":1,"stream":true}',
            b"{}",
        ]


def test_an_async_stream_and_a_call_use_one_connection() -> None:
    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            async with await made.open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made.call(OPERATION, {})
            async with made.stream_manager(OPERATION, {}) as response:
                assert [text async for text in response.text_stream] == ["a"]
            await made.call(OPERATION, {})

    with FaultServer([STREAM, OK, STREAM, OK]) as server:
        asyncio.run(main(server))
        assert server.accepted == 1


def test_a_stream_that_is_left_frees_its_connection() -> None:
    """Left by break, by an exception, and by dropping it unread (httpx#2139)."""
    with FaultServer([HELD]) as server, client(server) as made:
        for _ in made.open_stream(OPERATION, {}):
            break
        with suppress(ZeroDivisionError), made.stream_manager(OPERATION, {}) as stream:
            for _ in stream:
                raise ZeroDivisionError
        made.open_stream(OPERATION, {})
        assert server.wait_until_closed() == 0
        assert len(server.requests) == 3


def test_an_unread_response_that_is_dropped_frees_its_connection() -> None:
    with FaultServer([HELD]) as server, client(server) as made:
        made.request("POST", "/x", {}, stream=True)
        assert server.wait_until_closed() == 0


def test_an_unread_async_response_that_is_dropped_warns() -> None:
    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            with pytest.warns(ResourceWarning, match="AsyncResponse 200 .* was not closed"):
                await made.request("POST", "/x", {}, stream=True)
                gc.collect()

    with FaultServer([HELD]) as server:
        asyncio.run(main(server))


@pytest.mark.parametrize("path", ["/x\x00", "/x?" + "a" * 70000])
def test_a_path_that_cannot_be_sent_is_told(path: str) -> None:
    made = SyncClient(api_key=KEY, base_url="https://h")
    with pytest.raises(ConfigurationError, match="cannot be sent"):
        made.request("GET", path)


def test_a_cancelled_task_leaves_nothing() -> None:
    async def read(made: AsyncClient) -> None:
        async for _ in await made.open_stream(OPERATION, {}):
            pass

    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            for delay in (0.0, 0.05, 0.15):
                task = asyncio.create_task(read(made))
                await asyncio.sleep(delay)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            await asyncio.sleep(0.05)
            assert server.wait_until_closed() == 0

    before = descriptors()
    slow: Script = [Pause(0.1), *HELD]
    with FaultServer([slow]) as server:
        asyncio.run(main(server))
    gc.collect()
    assert descriptors() <= before


def test_a_connection_lost_inside_a_stream_is_a_truncated_stream() -> None:
    with FaultServer([[sse(), chunked(EVENT, last=False), CLOSE]]) as server:
        with client(server, max_retries=5) as made:
            stream = made.open_stream(OPERATION, {})
            with pytest.raises(StreamTruncatedError) as caught:
                list(stream)
        assert len(server.requests) == 1
        assert caught.value.host == f"127.0.0.1:{server.port}"
        assert isinstance(caught.value.__cause__, APIConnectionError)


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


@pytest.mark.parametrize("body", [{"a": object()}, {"a": float("nan")}, {"a": {1: {2}}}])
def test_a_body_without_a_form_in_json_is_told(body: dict[str, Any]) -> None:
    made = SyncClient(api_key=KEY, base_url="https://h")
    with pytest.raises(ConfigurationError, match="cannot be sent as JSON"):
        made.call(OPERATION, body)


@pytest.mark.parametrize("told", ["3", 1.5, -1])
def test_the_retries_of_a_call_are_a_count_as_the_clients_are(told: Any) -> None:
    with SyncClient(api_key=KEY, base_url="https://h") as made:
        with pytest.raises(ConfigurationError, match="max_retries must be an integer, 0 or more"):
            made.request("GET", "/v1/models", max_retries=told)
        assert repr(SyncResource(made)) == "<SyncResource of <SyncClient https://h>>"


def test_what_the_document_does_not_know() -> None:
    scripts: list[Script] = [[answer(body=b'[{"id":"kimi-k3"}]')], [answer(500, b"")]]
    with FaultServer(scripts) as server, client(server) as made:
        response = made.request("get", "/v1/models", extra_query={"limit": 5})
        assert response.json() == [{"id": "kimi-k3"}]
        assert (response.status_code, response.attempts) == (200, 1)
        assert response.elapsed > 0
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


# --- options --------------------------------------------------------------------------------------


def test_with_options_shares_the_connections_and_changes_nothing() -> None:
    with FaultServer([OK]) as server, client(server, default_headers={"X-A": "1"}) as made:
        other = made.with_options(
            api_key="other", timeout=5, max_retries=4, default_headers={"x-b": "2", "X-a": None}
        )
        with other:
            other.call(OPERATION, {})
        made.call(OPERATION, {})
        assert server.accepted == 1
        first, second = server.requests
        assert (first.headers["authorization"], first.headers["x-b"]) == ("Bearer other", "2")
        assert "x-a" not in first.headers
        assert second.headers["authorization"] == f"Bearer {KEY}"
        assert (second.headers["x-a"], "x-b" in second.headers) == ("1", False)
        assert (other.max_retries, made.max_retries) == (4, 0)
        assert (other.timeout.read, made.timeout.read) == (5, 600)


def test_the_caller_may_bring_authorization() -> None:
    with FaultServer([OK]) as server, client(server) as made:
        made.call(OPERATION, {}, CallOptions(extra_headers={"Authorization": "Basic eA=="}))
        assert server.requests[0].headers["authorization"] == "Basic eA=="


def test_a_rotated_key_is_tried_once_more_after_401() -> None:
    keys = iter(["old", "new", "newer", "newest", "last"])
    refusal = answer(401, b"")
    with FaultServer([[refusal], OK, [refusal]]) as server:
        with client(server, api_key=lambda: next(keys)) as made:
            assert made.call(OPERATION, {}) == {"ok": True}
            with pytest.raises(AuthenticationError):
                made.call(OPERATION, {})
        sent = [request.headers["authorization"] for request in server.requests]
        assert sent == ["Bearer old", "Bearer new", "Bearer newer", "Bearer newest"]


def test_an_async_function_gives_the_key() -> None:
    async def give() -> str:
        await asyncio.sleep(0)
        return "from-afar"

    async def main(server: FaultServer) -> None:
        async with async_client(server, api_key=give) as made:
            await made.call(OPERATION, {})

    with FaultServer([OK]) as server:
        asyncio.run(main(server))
        assert server.requests[0].headers["authorization"] == "Bearer from-afar"
        made = client(server, api_key=give)
        with pytest.raises(ConfigurationError, match="async client only"):
            made.call(OPERATION, {})
        made.close()


# --- a client of one's own ------------------------------------------------------------------------


def test_a_given_client_is_used_with_our_key_and_limits_and_left_open() -> None:
    with (
        FaultServer([OK]) as server,
        httpx.Client(
            headers={"X-Mine": "1", "Authorization": "Bearer theirs"}, timeout=None
        ) as http,
    ):
        with client(server, http_client=http) as made:
            made.call(OPERATION, {})
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


@pytest.mark.parametrize("make", [SyncClient, AsyncClient])
@pytest.mark.parametrize("given", [3, "http://proxy", httpx.Client])
def test_what_is_no_http_client_is_refused_at_construction(
    make: Callable[..., Any], given: Any
) -> None:
    with pytest.raises(TypeError, match=r"http_client "):
        make(api_key=KEY, base_url="https://h", http_client=given)


def test_a_failing_hook_leaves_no_connection_open() -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    async def main(server: FaultServer) -> None:
        async with async_client(server, hooks=Hooks(on_response=fail)) as made:
            with pytest.raises(ZeroDivisionError):
                await made.open_stream(OPERATION, {})

    with FaultServer([STREAM, STREAM]) as server:
        with client(server, hooks=Hooks(on_response=fail)) as made:
            with pytest.raises(ZeroDivisionError):
                made.open_stream(OPERATION, {})
        asyncio.run(main(server))
        gc.collect()
        assert server.wait_until_closed() == 0


@pytest.mark.parametrize("name", ["httpx", "httpx2"])
def test_clients_of_httpx_and_of_its_fork(name: str) -> None:
    module = pytest.importorskip(name)

    async def main(server: FaultServer) -> None:
        async with module.AsyncClient() as http, async_client(server, http_client=http) as made:
            async with await made.open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made.call(OPERATION, {})

    with FaultServer([STREAM, OK, STREAM, OK]) as server:
        with module.Client() as http, client(server, http_client=http) as made:
            assert len(list(made.open_stream(OPERATION, {}))) == 1
            made.call(OPERATION, {})
        asyncio.run(main(server))
        assert server.accepted == 2
    with module.Client() as http:
        url = f"http://127.0.0.1:{free_port()}"
        made = SyncClient(api_key=KEY, base_url=url, max_retries=0, http_client=http)
        with pytest.raises(APIConnectionError, match="Cannot connect"):
            made.call(OPERATION, {})


def test_a_hook_of_a_given_client_fails_as_itself() -> None:
    def hook(request: httpx.Request) -> None:
        raise ZeroDivisionError

    with FaultServer([OK]) as server, httpx.Client(event_hooks={"request": [hook]}) as http:
        made = client(server, http_client=http)
        with pytest.raises(ZeroDivisionError):
            made.call(OPERATION, {})


def test_a_proxy_from_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with FaultServer([OK]) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        with SyncClient(api_key=KEY, base_url="http://api.example") as made:
            assert made.call(OPERATION, {}) == {"ok": True}
        assert proxy.requests[0].target == "http://api.example/v1/test"


def test_waiting_for_a_free_connection_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlays.runtime.transport.MAX_CONNECTIONS", 1)
    with FaultServer([HELD]) as server:
        with client(server, timeout=Timeout(pool=0.05), max_retries=3) as made:
            with made.open_stream(OPERATION, {}) as stream:
                next(stream)
                with pytest.raises(APITimeoutError, match="No free connection") as caught:
                    made.call(OPERATION, {})
        assert caught.value.attempts == 1
        assert len(server.requests) == 1


# --- secrets --------------------------------------------------------------------------------------


def test_the_key_is_in_no_repr_and_no_traceback() -> None:
    made = SyncClient(api_key=KEY, base_url=f"http://127.0.0.1:{free_port()}", max_retries=1)
    assert KEY not in repr(made)
    assert KEY not in repr(vars(made))
    faults: list[Script] = [[CLOSE], [b"garbage\r\n\r\n"], [answer(500, b"")], [answer(body=b"x")]]
    for fault in faults:
        with FaultServer([fault]) as server:
            failing = client(server)
            with pytest.raises(Exception) as caught:
                failing.call(OPERATION, {})
            failing.close()
        assert KEY not in _shown(caught.value)
    with pytest.raises(APIConnectionError) as refused:
        made.call(OPERATION, {})
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


# --- lifecycle ------------------------------------------------------------------------------------


def test_a_closed_client_says_so() -> None:
    with FaultServer([OK]) as server:
        made = client(server)
        made.call(OPERATION, {})
        made.close()
        made.close()
        with pytest.raises(APIConnectionError, match="closed"):
            made.call(OPERATION, {})
        with pytest.raises(APIConnectionError, match="closed"):
            made.with_options(timeout=3).call(OPERATION, {})


def test_a_client_travels_as_its_configuration() -> None:
    with FaultServer([OK]) as server:
        made = client(server, default_headers={"X-A": "1"})
        made.call(OPERATION, {})
        restored = pickle.loads(pickle.dumps(made))
        assert type(restored) is SyncClient
        restored.call(OPERATION, {})
        assert server.requests[1].headers["x-a"] == "1"
        assert server.accepted == 2
        made.close()
        restored.close()


def test_one_client_serves_many_threads() -> None:
    with FaultServer([OK]) as server, client(server) as made, ThreadPoolExecutor(32) as threads:
        barrier = threading.Barrier(32)

        def work(number: int) -> Any:
            barrier.wait()
            return [made.call(OPERATION, {"n": number}) for _ in range(5)]

        results = list(threads.map(work, range(32)))
        assert results == [[{"ok": True}] * 5] * 32
        assert server.accepted <= 32
        assert len({request.headers["idempotency-key"] for request in server.requests}) == 160


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_uses_connections_of_its_own() -> None:
    with FaultServer([OK]) as server, client(server) as made:
        made.call(OPERATION, {})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads and fork, from 3.12
            child = os.fork()
        if child == 0:
            status = 1
            try:
                status = 0 if made.call(OPERATION, {}) == {"ok": True} else 1
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        made.call(OPERATION, {})
        assert [request.connection for request in server.requests] == [1, 2, 1]


def test_one_async_client_serves_one_loop_after_another() -> None:
    # In a process of its own: the sockets of a loop that has ended are closed by the collector,
    # which says so.
    code = """
import asyncio
from overlays.runtime.client import AsyncClient
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer, answer

with FaultServer([[answer()]]) as server:
    client = AsyncClient(api_key="k", base_url=server.url)
    for _ in range(3):
        asyncio.run(client.call(OPERATION, {}))
    asyncio.run(client.close())
    print(server.accepted)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_trio() -> None:
    trio = pytest.importorskip("trio")

    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            async with await made.open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made.call(OPERATION, {})
            with trio.move_on_after(0.1):
                async with await made.open_stream(OPERATION, {}) as stream:
                    async for _ in stream:
                        pass
            await trio.sleep(0.05)
            assert server.open_connections == 0

    with FaultServer([STREAM, OK, HELD]) as server:
        trio.run(main, server)
        assert server.accepted == 1


def test_the_interpreter_ends_without_a_warning() -> None:
    code = """
import asyncio, sys
from overlays.runtime.client import AsyncClient, SyncClient
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer, answer

async def main(url):
    async with AsyncClient(api_key="k", base_url=url) as client:
        await client.call(OPERATION, {})

with FaultServer([[answer()]]) as server:
    with SyncClient(api_key="k", base_url=server.url) as client:
        client.call(OPERATION, {})
    asyncio.run(main(server.url))
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
