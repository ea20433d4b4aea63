"""Spreading calls over HTTP clients, and giving them back however calls end."""

from __future__ import annotations

from contextlib import closing, suppress
from typing import Any

from overlays.runtime import pool as pool_module
from overlays.runtime.errors import KimiError
from overlays.runtime.http_response import SyncResponse
from overlays.runtime.options import CallOptions, ClientOptions
from overlays.runtime.pool import ClientPool, GivenClient
from overlays.runtime.transport import SyncTransport
from tests.support.fault_server import CLOSE, HOLD, FaultServer, Script, answer, chunked, sse

EVENT = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'


def made(limit: int) -> tuple[ClientPool, list[int]]:
    sizes: list[int] = []

    def make(size: int) -> Any:
        sizes.append(size)
        return f"client {len(sizes)}"

    return ClientPool(make, limit), sizes


def test_clients_are_filled_one_after_another() -> None:
    pool, sizes = made(1000)
    leases = [pool.take() for _ in range(17)]
    assert [lease.client for lease in leases] == ["client 1"] * 8 + ["client 2"] * 8 + ["client 3"]
    assert sizes == [8, 8, 8]
    pool.give_back(leases[0])
    assert pool.take().client == "client 1"


def test_beyond_the_limit_calls_share_the_least_used_client() -> None:
    pool, sizes = made(16)
    leases = [pool.take() for _ in range(20)]
    assert sizes == [8, 8]
    assert [lease.calls for lease in (leases[0], leases[8])] == [10, 10]
    pool, sizes = made(1)
    assert pool.take() is pool.take()
    assert sizes == [1]


def test_idle_clients_beyond_enough_are_given_out_to_be_closed() -> None:
    pool, _ = made(1000)
    leases = [pool.take() for _ in range(8 * (pool_module.IDLE_CLIENTS + 2))]
    surplus = [client for lease in leases if (client := pool.give_back(lease)) is not None]
    assert len(surplus) == 2
    assert len(pool.empty()) == pool_module.IDLE_CLIENTS
    assert pool.give_back(leases[0]) is None


def test_a_client_that_may_have_lost_a_connection_gets_no_further_calls() -> None:
    pool, _ = made(1000)
    first, second = pool.take(), pool.take()
    first.ended(False)
    assert pool.take().client == "client 1"
    first.ended(True)
    first.ended(False)
    assert pool.take().client == "client 2"
    assert pool.give_back(first) is None
    assert pool.give_back(second) is None
    assert pool.give_back(first) == "client 1"
    assert pool.empty() == ["client 2"]


def test_at_the_limit_such_a_client_is_used_only_if_there_is_no_other() -> None:
    pool, sizes = made(8)
    lease = pool.take()
    lease.ended(True)
    assert pool.take() is lease
    assert [pool.give_back(lease), pool.give_back(lease)] == [None, "client 1"]
    assert pool.take().client == "client 2"
    assert sizes == [8, 8]


def test_a_given_client_is_never_to_be_closed() -> None:
    pool = GivenClient("theirs")
    lease = pool.take()
    assert lease.client == "theirs"
    assert pool.give_back(lease) is None
    assert pool.empty() == []


def test_every_way_a_call_ends_gives_its_client_back() -> None:
    calls: list[Script] = [[answer()], [answer(400, b"")], [CLOSE], [answer(length=99), CLOSE]]
    streams: list[Script] = [
        [sse(), chunked(EVENT)],
        [sse(), chunked(EVENT, last=False), CLOSE],
        [sse(), chunked(EVENT, last=False), HOLD],
        [answer(500, b"")],
    ]
    with FaultServer([*calls, *streams, [sse(), HOLD]]) as server:
        options = ClientOptions(api_key="k", base_url=server.url, max_retries=0)
        transport = SyncTransport(options, version="0")

        def send(*, stream: bool) -> SyncResponse:
            call = transport.call(
                options,
                CallOptions(),
                method="POST",
                path="/x",
                content=b"{}",
                stream=stream,
                stays_open=stream,
            )
            return transport.send(call)

        for _ in calls:
            with suppress(KimiError):
                send(stream=False)
        for _ in streams:
            with suppress(KimiError), closing(send(stream=True)) as response:
                next(response.iter_bytes())
        send(stream=True)  # and dropped
        pool = transport._pool
        assert isinstance(pool, ClientPool)
        assert [lease.calls for lease in pool._leases] == [0]
        transport.close()
        assert len(server.requests) == 9
