"""The base clients over time: closed, pickled, in threads, forks and loops, at the end."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from overlays.runtime.client import SyncClient
from overlays.runtime.errors import APIConnectionError
from tests.support.clients import HELD, OK, STREAM, async_client, client
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer


def test_a_closed_client_says_so() -> None:
    with FaultServer([OK]) as server:
        made = client(server)
        made._call(OPERATION, {})
        made.close()
        made.close()
        with pytest.raises(APIConnectionError, match="closed"):
            made._call(OPERATION, {})
        with pytest.raises(APIConnectionError, match="closed"):
            made.with_options(timeout=3)._call(OPERATION, {})


def test_a_client_travels_as_its_configuration() -> None:
    with FaultServer([OK]) as server:
        made = client(server, default_headers={"X-A": "1"})
        made._call(OPERATION, {})
        restored = pickle.loads(pickle.dumps(made))
        assert type(restored) is SyncClient
        restored._call(OPERATION, {})
        assert server.requests[1].headers["x-a"] == "1"
        assert server.accepted == 2
        made.close()
        restored.close()


def test_one_client_serves_many_threads() -> None:
    with FaultServer([OK]) as server, client(server) as made, ThreadPoolExecutor(32) as threads:
        barrier = threading.Barrier(32)

        def work(number: int) -> Any:
            barrier.wait()
            return [made._call(OPERATION, {"n": number}) for _ in range(5)]

        results = list(threads.map(work, range(32)))
        assert results == [[{"ok": True}] * 5] * 32
        assert server.accepted <= 32
        assert len({request.headers["idempotency-key"] for request in server.requests}) == 160


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_uses_connections_of_its_own() -> None:
    with FaultServer([OK]) as server, client(server) as made:
        made._call(OPERATION, {})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # threads and fork, from 3.12
            child = os.fork()
        if child == 0:
            status = 1
            try:
                status = 0 if made._call(OPERATION, {}) == {"ok": True} else 1
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        made._call(OPERATION, {})
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
        asyncio.run(client._call(OPERATION, {}))
    asyncio.run(client.close())
    print(server.accepted)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_trio() -> None:
    trio = pytest.importorskip("trio")

    async def main(server: FaultServer) -> None:
        async with async_client(server) as made:
            async with await made._open_stream(OPERATION, {}) as stream:
                assert len([event async for event in stream]) == 1
            await made._call(OPERATION, {})
            with trio.CancelScope() as scope:
                async with await made._open_stream(OPERATION, {}) as stream:
                    async for _ in stream:
                        scope.deadline = trio.current_time() + 0.05
            assert scope.cancelled_caught
            assert server.wait_until_closed() == 0

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
        await client._call(OPERATION, {})

with FaultServer([[answer()]]) as server:
    with SyncClient(api_key="k", base_url=server.url) as client:
        client._call(OPERATION, {})
    asyncio.run(main(server.url))
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
