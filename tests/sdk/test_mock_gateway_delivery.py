"""How the mock gateway sends its answers: framing, timing, faults."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest

from overlays.testing import (
    AT_END,
    BadEvent,
    Cut,
    MockGateway,
    Reply,
    Reset,
    Stall,
    StreamError,
    ToolCall,
    Usage,
)
from tests.support.mock_gateway import (
    BODIES,
    CHAT,
    MESSAGES,
    PATHS,
    RESPONSES,
    ask,
    connected,
    decode,
    events_of,
    example_error,
    exchange,
    raw_stream,
    request_bytes,
)

# Framing and timing


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_endings(gateway: MockGateway, client: httpx.Client, newline: Any) -> None:
    gateway.reply = Reply(newline=newline, comment="keep-alive")
    assert raw_stream(client, MESSAGES).decode() == newline.join(
        [
            ": keep-alive",
            "",
            "event: message_start",
            'data: {"type":"message_start"}',
            "",
            ": keep-alive",
            "",
            "event: message_stop",
            'data: {"type":"message_stop"}',
            "",
            "",
        ]
    )


def test_event_lines_and_sentinel_can_be_left_out(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.reply = Reply(event_lines=False, sentinel=False)
    assert b"event:" not in raw_stream(client, MESSAGES)
    assert b"[DONE]" not in raw_stream(client, CHAT)


def chunk_sizes(client: httpx.Client, path: str) -> list[int]:
    body = {**BODIES[path], "stream": True}
    with client.stream("POST", path, json=body) as response:
        assert response.headers.get("transfer-encoding") == "chunked"
        return [len(part) for part in response.iter_raw()]


def test_chunking(gateway: MockGateway, client: httpx.Client) -> None:
    frames = [len(frame) + 2 for frame in raw_stream(client, MESSAGES).split(b"\n\n")[:-1]]
    total = sum(frames)
    assert chunk_sizes(client, MESSAGES) == frames
    gateway.reply = Reply(chunking="whole")
    assert chunk_sizes(client, MESSAGES) == [total]
    gateway.reply = Reply(chunking=1)
    assert chunk_sizes(client, MESSAGES) == [1] * total
    gateway.reply = Reply(chunking=40)
    assert chunk_sizes(client, MESSAGES) == [40] * (total // 40) + [total % 40]


def test_a_streams_end_can_be_told_by_length_or_by_closing(
    gateway: MockGateway, client: httpx.Client
) -> None:
    whole = raw_stream(client, CHAT)
    gateway.enqueue(Reply(transfer="length"), Reply(transfer="close"))
    by_length = ask(client, CHAT, stream=True)
    assert by_length.headers["content-length"] == str(len(whole))
    assert by_length.content == whole
    by_closing = ask(client, CHAT, stream=True)
    assert by_closing.headers["connection"] == "close"
    assert by_closing.content == whole


def test_delays(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(first_byte_delay=0.1, delay=0.1)
    start = time.monotonic()
    with client.stream("POST", CHAT, json={**BODIES[CHAT], "stream": True}) as response:
        assert time.monotonic() - start >= 0.1
        parts = list(response.iter_raw())
    assert len(parts) == 3
    assert time.monotonic() - start >= 0.3


def test_own_events_body_and_headers(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(
        Reply(events=[{"a": 1}, "two\nlines"]),
        Reply(
            body=b"data: x\n\n",
            headers={"X-Trace-Id": "t1", "content-type": "text/event-stream;charset=utf-16"},
        ),
        Reply(body={"unstreamed": True}),
        Reply(body=b"abc", content_type="text/plain"),
    )
    assert (
        raw_stream(client, CHAT) == b'data: {"a":1}\n\ndata: two\ndata: lines\n\ndata: [DONE]\n\n'
    )
    own = ask(client, CHAT, stream=True)
    assert own.content == b"data: x\n\n"
    assert own.headers.get_list("content-type") == ["text/event-stream;charset=utf-16"]
    assert own.headers["x-trace-id"] == "t1"
    unstreamed = ask(client, CHAT, stream=True)
    assert unstreamed.headers["content-type"] == "application/json"
    assert unstreamed.json() == {"unstreamed": True}
    assert ask(client, CHAT).text == "abc"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"chunking": 0}, "chunking is 0"),
        ({"chunking": "odd"}, "chunking is 'odd'"),
        ({"delta_size": 0}, "delta_size"),
        ({"newline": "\n\n"}, "newline"),
        ({"transfer": "pigeon"}, "transfer"),
        ({"status": 100}, "status is 100"),
        ({"delay": -1}, "delay is -1"),
        ({"headers": {"A": "b\r\nc"}}, "header 'A'"),
        ({"headers": {"Content-Length": "3"}}, "header 'Content-Length'"),
        ({"comment": "a\nb"}, "comment"),
        ({"comment": 5}, "comment is 5; expected one line"),
        ({"text": 5}, "text is 5; expected a string"),
        ({"content_type": 5}, "content_type is 5; expected a string"),
        ({"tool_calls": "f"}, "tool_calls is 'f'; expected a list of ToolCall"),
        ({"tool_calls": [{"name": "f"}]}, "expected a list of ToolCall"),
        ({"tool_calls": ToolCall("f")}, "expected a list of ToolCall"),
        ({"finish": "end_turn"}, "finish is 'end_turn'; expected one of 'stop', 'length'"),
        ({"usage": {"input": 1}}, "expected a Usage"),
        ({"delta_size": "3"}, "delta_size is '3'"),
        ({"events": "data"}, "expected a list of JSON objects or texts"),
        ({"events": {"id": "c"}}, "expected a list of JSON objects or texts"),
        ({"status": "200"}, "status is '200'"),
        ({"status": True}, "status is True"),
        ({"headers": [("A", "b")]}, "expected a mapping"),
        ({"headers": {"A": 1}}, "header 'A' is 1"),
        ({"headers": {1: "A"}}, "header 1 is 'A'"),
        ({"raw": "text"}, "raw is 'text'; expected bytes"),
        ({"delay": "1"}, "delay is '1'"),
        ({"chunking": True}, "chunking is True"),
        ({"chunking": 1.5}, "chunking is 1.5"),
        ({"sentinel": "no"}, "sentinel is 'no'; expected True or False"),
        ({"fault": "cut"}, "fault is 'cut'; expected a Cut"),
        ({"fault": Cut}, "expected a Cut, Reset"),
        ({"headers": {"A b": "c"}}, "expected a name that HTTP allows"),
        ({"comment": "\ud800"}, "expected one line"),
        # What type checkers would not let pass is ignored for them: it is what is tried.
        ({"usage": Usage(1, "2")}, r"Usage\.output is '2'"),  # type: ignore[arg-type]
        ({"tool_calls": [ToolCall("f", id=5)]}, r"ToolCall\.id is 5"),  # type: ignore[arg-type]
        ({"fault": Stall(seconds=-1)}, r"Stall\.seconds is -1; expected seconds"),
        ({"fault": BadEvent(data=b"")}, r"BadEvent\.data is b''"),  # type: ignore[arg-type]
        ({"text": "a", "body": {}}, "body is {}; expected without text"),
        ({"reasoning": "a", "raw": b""}, "raw is b''; expected without text"),
        ({"text": "a", "status": 429}, "status is 429; expected 200, or one without text"),
        ({"fault": Cut(after=-1)}, r"Cut\.after is -1"),
        ({"fault": BadEvent(after=None)}, r"BadEvent\.after is None"),  # type: ignore[arg-type]
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Reply(**settings)


@pytest.mark.parametrize("status", [200, 204, 100, 600, "500", True])
def test_an_error_has_a_status_of_one(status: Any) -> None:
    with pytest.raises(ValueError, match=r"the status of an error is .* from 300 to 599"):
        Reply.error(status)
    assert Reply.error(302).status == 302


def test_the_arguments_of_a_tool_call_are_text_or_a_mapping() -> None:
    with pytest.raises(TypeError, match="JSON text or a mapping, not list"):
        ToolCall("f", ["x"])  # type: ignore[arg-type]  # the mistake


# Faults


def test_http_errors_from_the_document_or_own(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(
        Reply.error(429, headers={"Retry-After": "2"}),
        Reply.error(503),
        Reply.error(500, {"error": "plain"}),
        Reply.html(),
    )
    limited = ask(client, CHAT)
    assert (limited.status_code, limited.json()) == (429, example_error(429))
    assert limited.headers["retry-after"] == "2"
    unavailable = ask(client, MESSAGES, stream=True)
    assert unavailable.status_code == 503
    assert unavailable.json()["type"] == "error"
    assert unavailable.json()["error"]["type"] == "service_unavailable_error"
    assert ask(client, CHAT).json() == {"error": "plain"}
    page = ask(client, CHAT, stream=True)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize("fault", [Reset(), Cut(after=None)])
def test_the_connection_ends_before_the_headers(
    gateway: MockGateway, client: httpx.Client, fault: Reset | Cut
) -> None:
    gateway.reply = Reply(fault=fault)
    error = httpx.ReadError if isinstance(fault, Reset) else httpx.RemoteProtocolError
    with pytest.raises(error):
        ask(client, CHAT)
    assert gateway.requests[0].status is None
    assert not gateway.requests[0].completed


@pytest.mark.parametrize("fault", [Reset(after=1), Cut(after=1, clean=False)])
@pytest.mark.parametrize("chunking", ["event", "whole", 1])
def test_the_connection_ends_after_k_events(
    gateway: MockGateway, client: httpx.Client, fault: Reset | Cut, chunking: Any
) -> None:
    gateway.reply = Reply(fault=fault, chunking=chunking)
    received = bytearray()
    error = httpx.ReadError if isinstance(fault, Reset) else httpx.RemoteProtocolError
    with (
        pytest.raises(error),
        client.stream("POST", CHAT, json={**BODIES[CHAT], "stream": True}) as response,
    ):
        for part in response.iter_raw():
            received += part
    assert received == b'data: {"id":"c"}\n\n'
    assert (gateway.requests[0].status, gateway.requests[0].completed) == (200, False)


def test_a_clean_cut_leaves_the_connection_usable(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.enqueue(Reply(fault=Cut(after=1)), Reply(fault=Cut()))
    assert raw_stream(client, CHAT) == b'data: {"id":"c"}\n\n'
    half = ask(client, CHAT)
    assert half.content == b'{"id":"chat-e'[: len(half.content)]
    with pytest.raises(ValueError, match=r"."):
        half.json()
    ask(client, CHAT)
    assert {request.connection for request in gateway.requests} == {1}


@pytest.mark.parametrize("fault", [Cut(clean=False), Reset(after=3)])
def test_a_json_answer_is_cut_in_its_middle(
    gateway: MockGateway, client: httpx.Client, fault: Reset | Cut
) -> None:
    gateway.reply = Reply(fault=fault)
    with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
        ask(client, CHAT)
    assert gateway.requests[0].status == 200


@pytest.mark.parametrize("path", PATHS)
def test_an_error_event_ends_the_stream(
    gateway: MockGateway, client: httpx.Client, path: str
) -> None:
    gateway.reply = Reply(reasoning="R", text="T", fault=StreamError(after=2, message="Busy"))
    *before, (name, error) = decode(raw_stream(client, path))
    assert len(before) == 2
    expected: dict[str, Any] = {
        CHAT: {"error": {"message": "Busy", "type": "overloaded_error", "code": None}},
        MESSAGES: {"type": "error", "error": {"type": "overloaded_error", "message": "Busy"}},
        RESPONSES: {
            "type": "error",
            "code": "overloaded_error",
            "message": "Busy",
            "param": None,
        },
    }
    assert error == expected[path]
    assert name == (None if path == CHAT else "error")


def test_an_error_event_of_another_shape(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(fault=StreamError(event={"error": "as text"}))
    assert events_of(client, CHAT) == [{"error": "as text"}]
    assert ask(client, CHAT).json() == {"error": "as text"}


def test_an_event_that_is_not_json(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(fault=BadEvent(after=1, data="{oops"))
    assert raw_stream(client, CHAT).split(b"\n\n")[1] == b"data: {oops"
    with pytest.raises(ValueError, match=r"."):
        ask(client, CHAT).json()


def test_a_stall_of_some_seconds_goes_on(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(
        Reply(fault=Stall(after=1, seconds=0.1)), Reply(fault=Stall(after=None, seconds=0.1))
    )
    for _ in range(2):
        start = time.monotonic()
        assert raw_stream(client, CHAT).endswith(b"data: [DONE]\n\n")
        assert time.monotonic() - start >= 0.1


@pytest.mark.parametrize("after", [None, 1, AT_END])
def test_a_stall_lasts_until_the_client_leaves(gateway: MockGateway, after: int | None) -> None:
    gateway.reply = Reply(fault=Stall(after=after), chunking="whole")
    with connected(gateway) as sock:
        sock.sendall(request_bytes(body=json.dumps({**BODIES[CHAT], "stream": True}).encode()))
        expected = {None: 0, 1: 1, AT_END: 3}[after]
        received = b""
        while received.count(b"\n\n") < expected:
            received += sock.recv(65536)
        sock.settimeout(0.2)
        with pytest.raises(TimeoutError):
            sock.recv(1)
        assert received.count(b"data: ") == expected
        assert not received.endswith(b"0\r\n\r\n")
        assert gateway.open_connections == 1
    assert gateway.wait_idle(60)
    assert not gateway.requests[0].completed


def test_raw_bytes_are_sent_as_they_are(gateway: MockGateway) -> None:
    gateway.reply = Reply(raw=b"\x00not http")
    assert exchange(gateway, request_bytes()) == b"\x00not http"
