"""The mock gateway as an HTTP server, and its life."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from overlays.testing import (
    MockGateway,
    Reply,
    Stall,
)
from tests.support.mock_gateway import (
    AUTH,
    BODIES,
    CHAT,
    DOCUMENT,
    MESSAGES,
    PATHS,
    ask,
    collect,
    connected,
    events_of,
    example_error,
    exchange,
    read_all,
    request_bytes,
)

# HTTP


def test_bad_requests_are_answered_in_the_protocols_shape(
    gateway: MockGateway, client: httpx.Client
) -> None:
    no_key = httpx.post(gateway.base_url + CHAT, json=BODIES[CHAT], trust_env=False, timeout=60)
    assert (no_key.status_code, no_key.json()) == (401, example_error(401))
    for key in ("Bearer", "Basic abc"):
        refused = client.post(CHAT, json=BODIES[CHAT], headers={"Authorization": key})
        assert refused.status_code == 401
    missing = client.post(MESSAGES, json={"model": "m"})
    assert missing.status_code == 400
    assert missing.json() == {
        "type": "error",
        "error": {
            "type": "invalid_request_error",
            "message": "Missing required property 'max_tokens'",
        },
    }
    param = client.post(CHAT, json={"model": "m"}).json()["error"]["param"]
    assert param == "messages"
    for body in (b"", b"{", b"[]", b"\xff"):
        assert client.post(CHAT, content=body).json()["error"]["message"] == (
            "The request body must be a JSON object"
        )
    assert ask(client, CHAT, stream="yes").status_code == 400
    assert client.post("/v1/nope", json={}).status_code == 404
    wrong = client.get(CHAT)
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    head = client.head(CHAT)
    assert (head.status_code, head.content) == (405, b"")
    assert ask(client, CHAT).status_code == 200
    assert gateway.accepted_connections == 2, "errors leave the connection usable"


def test_connections_are_reused(gateway: MockGateway, client: httpx.Client) -> None:
    for stream in (False, True, False, True):
        assert ask(client, CHAT, stream=stream).status_code == 200
        assert gateway.requests[-1].completed
    assert [request.connection for request in gateway.requests] == [1, 1, 1, 1]


def test_connection_close_and_http_1_0_are_obeyed(gateway: MockGateway) -> None:
    closed = exchange(gateway, request_bytes(headers="Connection: close\r\n"))
    assert b"Connection: close" in closed
    old = request_bytes(body=json.dumps({**BODIES[CHAT], "stream": True}).encode())
    streamed = exchange(gateway, old.replace(b"HTTP/1.1", b"HTTP/1.0"))
    assert b"Transfer-Encoding" not in streamed
    assert streamed.endswith(
        b"\r\n\r\n" + b'data: {"id":"c"}\n\ndata: {"id":"c","choices":[]}\n\ndata: [DONE]\n\n'
    )


def test_expect_100_continue(gateway: MockGateway) -> None:
    data = request_bytes(headers="Expect: 100-continue\r\nConnection: close\r\n")
    head, _, body = data.partition(b"\r\n\r\n")
    with connected(gateway) as sock:
        sock.sendall(head + b"\r\n\r\n")
        assert sock.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(body)
        assert read_all(sock).startswith(b"HTTP/1.1 200 OK\r\n")
    refused = exchange(gateway, request_bytes(headers="Expect: miracles\r\n"))
    assert refused.startswith(b"HTTP/1.1 417 ")


def test_chunked_request_bodies(gateway: MockGateway, client: httpx.Client) -> None:
    body = json.dumps(BODIES[CHAT]).encode()
    parts = iter([body[:7], body[7:]])
    assert client.post(CHAT, content=parts).status_code == 200
    assert gateway.requests[0].body == body
    assert gateway.requests[0].header("Transfer-Encoding") == "chunked"


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET /x HTTP/2.0\r\n\r\n", 505),
        (b"GET x HTTP/1.1\r\n\r\n", 400),
        (b"GET /x HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET /x HTTP/1.1\r\nbad name: x\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"POST /x HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        (b"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (b"POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
        (b"GET /x HTTP/1.1\r\nA: " + b"x" * 200_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * 200_000, 431),
        (b"GET /x HTTP/1.1\r\n" + b"A: x\r\n" * 40_000, 431),
    ],
)
def test_requests_that_cannot_be_read(gateway: MockGateway, data: bytes, status: int) -> None:
    answer = exchange(gateway, data)
    assert answer.startswith(b"HTTP/1.1 %d " % status)
    assert b'"message"' in answer
    assert gateway.wait_idle(60)
    assert gateway.requests == []


def test_clients_that_leave_in_the_middle_of_a_request_do_no_harm(
    gateway: MockGateway, client: httpx.Client
) -> None:
    for data in (b"", b"POST", b"POST /x HTTP/1.1\r\nA: b\r\n", request_bytes()[:-3]):
        with connected(gateway) as sock:
            sock.sendall(data)
    with connected(gateway) as sock:
        sock.sendall(request_bytes()[:-3])
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert gateway.wait_idle(60)
    assert ask(client, CHAT).status_code == 200


def test_twenty_streams_in_parallel(gateway: MockGateway) -> None:
    gateway.reply = lambda request: Reply(
        reasoning=f"r{request.json['seed']}", text=f"t{request.json['seed']}", delay=0.01
    )

    def one(seed: int) -> bool:
        path = PATHS[seed % 3]
        with httpx.Client(
            base_url=gateway.base_url, headers=AUTH, trust_env=False, timeout=60
        ) as client:
            joined = collect(path, events_of(client, path, seed=seed))
        return (joined["reasoning"], joined["text"]) == (f"r{seed}", f"t{seed}")

    with ThreadPoolExecutor(20) as pool:
        assert all(pool.map(one, range(20)))
    assert len({request.number for request in gateway.requests}) == 20
    assert gateway.wait_idle(60)


def test_it_serves_asynchronous_clients(gateway: MockGateway) -> None:
    gateway.reply = Reply(text="hello", delay=0.01)

    async def one(client: httpx.AsyncClient) -> bytes:
        response = await client.post(CHAT, json={**BODIES[CHAT], "stream": True})
        return response.content

    async def all_of_them() -> list[bytes]:
        async with httpx.AsyncClient(
            base_url=gateway.base_url, headers=AUTH, trust_env=False, timeout=60
        ) as client:
            return await asyncio.gather(*(one(client) for _ in range(5)))

    bodies = asyncio.run(all_of_them())
    assert all(body.endswith(b"[DONE]\n\n") for body in bodies)


# The gateway itself


def test_requests_are_recorded_and_their_repr_hides_the_key(
    gateway: MockGateway, client: httpx.Client
) -> None:
    ask(client, CHAT)
    (request,) = gateway.requests
    assert (request.number, request.connection) == (1, 1)
    assert (request.method, request.path, request.query) == ("POST", CHAT, "")
    assert request.operation == "chat.completions.create"
    assert request.header("authorization") == "Bearer secret-key"
    assert request.header("x-none") is None
    assert request.json == BODIES[CHAT]
    assert "secret" not in repr(request) + repr(gateway)
    gateway.clear()
    assert gateway.requests == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.com", ""])
def test_only_loopback_is_bound(host: str) -> None:
    with pytest.raises(ValueError, match="binds loopback only"):
        MockGateway(document=DOCUMENT, host=host)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1"])
def test_other_loopback_addresses(host: str) -> None:
    try:
        with MockGateway(document=DOCUMENT, host=host) as gateway:
            response = httpx.get(gateway.base_url + "/v1/things/1", trust_env=False, timeout=60)
            assert response.status_code == 200
    except OSError as error:
        pytest.skip(f"this machine can't bind {host}: {error}")


def test_what_is_no_reply_is_refused_where_it_is_given() -> None:
    wrong: Any = [Reply(text="one"), Reply(text="two")]
    with pytest.raises(TypeError, match="several replies go to enqueue"):
        MockGateway(wrong, document=DOCUMENT)
    gateway = MockGateway(document=DOCUMENT)
    with pytest.raises(TypeError, match="neither a Reply nor a function"):
        gateway.enqueue(Reply(), "text")  # type: ignore[arg-type]  # the mistake
    before = gateway.reply
    others: list[Any] = ["text", None, wrong]
    for other in others:
        with pytest.raises(TypeError, match="neither a Reply nor a function"):
            gateway.reply = other
    assert gateway.reply is before
    port: Any = "80"
    with pytest.raises(ValueError, match="There is no port '80'"):
        MockGateway(document=DOCUMENT, port=port)


def test_shutting_down_is_prompt_and_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlays.testing.gateway._JOIN_SECONDS", 60)
    before = threading.active_count()
    stalled = Reply(fault=Stall(after=1))
    with (
        MockGateway(stalled, document=DOCUMENT) as gateway,
        connected(gateway) as idle,
        connected(gateway) as waiting,
    ):
        waiting.sendall(request_bytes(body=json.dumps({**BODIES[CHAT], "stream": True}).encode()))
        waiting.recv(10)
        start = time.monotonic()
        gateway.close()
        assert time.monotonic() - start < 50  # joining a thread that hangs takes 60 s
        assert gateway.open_connections == 0
        assert idle.recv(1) == b""
    assert threading.active_count() == before
    with pytest.raises(RuntimeError, match="isn't running"):
        _ = gateway.base_url
    with pytest.raises(RuntimeError, match="started only once"):
        gateway.start()
