"""The mock gateway, over real sockets: what is told to it is what arrives."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from overlays.testing import (
    AT_END,
    BadEvent,
    Cut,
    MockGateway,
    RecordedRequest,
    Reply,
    Reset,
    Stall,
    StreamError,
    ToolCall,
    Usage,
)

CHAT, MESSAGES, RESPONSES = "/v1/chat/completions", "/v1/messages", "/v1/responses"
PATHS = (CHAT, MESSAGES, RESPONSES)
BODIES: dict[str, dict[str, Any]] = {
    CHAT: {"model": "kimi-k3", "messages": [{"role": "user", "content": "12345678"}]},
    MESSAGES: {
        "model": "kimi-k3",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "12345678"}],
    },
    RESPONSES: {"model": "kimi-k3", "input": "12345678"},
}
AUTH = {"Authorization": "Bearer secret-key"}
SCRIPT = Reply(reasoning="Let me think about it.", text="It is forty-two, naïvely \u2028 put.")


def _error(status: int) -> dict[str, Any]:
    return {"error": {"message": f"Example of {status}", "type": "t", "code": None}}


def _json(schema: str, value: Any) -> dict[str, Any]:
    examples = {"first": {"value": value}, "second": {"value": {"id": "second"}}}
    return {"schema": {"$ref": f"#/components/schemas/{schema}"}, "examples": examples}


def _operation(
    id_: str, required: list[str], answer: Any, events: list[Any], sse: dict[str, Any]
) -> dict[str, Any]:
    schema = {"type": "object", "required": required}
    return {
        "operationId": id_,
        "requestBody": {"content": {"application/json": {"schema": {"allOf": [schema]}}}},
        "responses": {
            "200": {
                "content": {
                    "application/json": _json("Answer", answer),
                    "text/event-stream": {
                        "x-sse": sse,
                        "examples": {
                            "first": {"value": events},
                            "other": {"$ref": "#/components/examples/OtherStream"},
                        },
                    },
                }
            },
            "401": {"$ref": "#/components/responses/Unauthorized"},
            "429": {"content": {"application/json": {"example": _error(429)}}},
        },
    }


DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "security": [{"bearerAuth": []}],
    "paths": {
        CHAT: {
            "post": _operation(
                "chat.completions.create",
                ["model", "messages"],
                {"id": "chat-example"},
                [{"id": "c"}, {"id": "c", "choices": []}],
                {"sentinel": "[DONE]"},
            )
        },
        MESSAGES: {
            "post": _operation(
                "messages.create",
                ["model", "max_tokens", "messages"],
                {"id": "messages-example"},
                [{"type": "message_start"}, {"type": "message_stop"}],
                {"terminal-events": ["message_stop"], "error-events": ["error"]},
            )
        },
        RESPONSES: {
            "post": _operation(
                "responses.create",
                ["model", "input"],
                {"id": "responses-example"},
                [{"type": "response.created"}, {"type": "response.completed"}],
                {"terminal-events": ["response.completed"]},
            )
        },
        "/v1/things/{id}": {
            "get": {
                "operationId": "things.get",
                "security": [],
                "responses": {"200": {"content": {"application/json": {"example": [1]}}}},
            }
        },
    },
    "components": {
        "schemas": {"Answer": {"type": "object"}},
        "examples": {"OtherStream": {"value": [{"type": "other"}]}},
        "responses": {"Unauthorized": {"content": {"application/json": {"example": _error(401)}}}},
        "securitySchemes": {"bearerAuth": {"type": "http", "scheme": "bearer"}},
    },
}


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(document=DOCUMENT) as running:
        yield running


@pytest.fixture
def client(gateway: MockGateway) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=gateway.base_url, headers=AUTH, trust_env=False) as http:
        yield http


def ask(client: httpx.Client, path: str, **more: Any) -> httpx.Response:
    return client.post(path, json={**BODIES[path], **more})


def raw_stream(client: httpx.Client, path: str, **more: Any) -> bytes:
    return ask(client, path, stream=True, **more).content


def decode(body: bytes) -> list[tuple[str | None, Any]]:
    """Return a stream's event names and data, the sentinel as text; LF only, no comments."""
    found: list[tuple[str | None, Any]] = []
    for block in body.decode().removesuffix("\n\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        data = fields["data"]
        found.append((fields.get("event"), data if data == "[DONE]" else json.loads(data)))
    return found


def events_of(client: httpx.Client, path: str, **more: Any) -> list[Any]:
    return [data for _, data in decode(raw_stream(client, path, **more))]


CHAT_KINDS = {"reasoning_content": "reasoning", "content": "text"}
MESSAGES_KINDS = {"thinking": "reasoning", "text": "text", "partial_json": "arguments"}
RESPONSES_KINDS = {
    "response.reasoning_summary_text.delta": "reasoning",
    "response.output_text.delta": "text",
    "response.function_call_arguments.delta": "arguments",
}


def parts(path: str, event: Any) -> Iterator[tuple[str, str]]:
    """Yield kind and text of what an event adds."""
    if path == CHAT:
        delta = event["choices"][0]["delta"] if event != "[DONE]" and event["choices"] else {}
        for key, kind in CHAT_KINDS.items():
            if delta.get(key):
                yield kind, delta[key]
        for call in delta.get("tool_calls", []):
            yield "arguments", call["function"]["arguments"]
    elif path == MESSAGES and event["type"] == "content_block_delta":
        for key, kind in MESSAGES_KINDS.items():
            if key in event["delta"]:
                yield kind, event["delta"][key]
    elif path == RESPONSES and event["type"] in RESPONSES_KINDS:
        yield RESPONSES_KINDS[event["type"]], event["delta"]


def collect(path: str, events: list[Any]) -> dict[str, str]:
    """Join a stream's deltas by kind, and note the order in which the kinds came."""
    joined = {"reasoning": "", "text": "", "arguments": "", "order": ""}
    for event in events:
        for kind, text in parts(path, event):
            joined[kind] += text
            if not joined["order"].endswith(kind[0]):
                joined["order"] += kind[0]
    return joined


@contextmanager
def connected(gateway: MockGateway) -> Iterator[socket.socket]:
    host, port = gateway.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as sock:
        yield sock


def request_bytes(path: str = CHAT, *, headers: str = "", body: bytes | None = None) -> bytes:
    data = json.dumps(BODIES[path]).encode() if body is None else body
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n{headers}"
    return f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data


def read_all(sock: socket.socket) -> bytes:
    parts = []
    while part := sock.recv(65536):
        parts.append(part)
    return b"".join(parts)


def exchange(gateway: MockGateway, data: bytes) -> bytes:
    """Send bytes and read until the gateway closes the connection."""
    with connected(gateway) as sock:
        sock.sendall(data)
        return read_all(sock)


# What the document's examples say


@pytest.mark.parametrize(
    ("path", "name"), [(CHAT, "chat"), (MESSAGES, "messages"), (RESPONSES, "responses")]
)
def test_answers_with_the_documents_first_example(
    client: httpx.Client, path: str, name: str
) -> None:
    response = ask(client, path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.json() == {"id": f"{name}-example"}


def test_streams_the_documents_events_with_names_and_sentinel_as_the_protocol_has_them(
    client: httpx.Client,
) -> None:
    assert decode(raw_stream(client, CHAT)) == [
        (None, {"id": "c"}),
        (None, {"id": "c", "choices": []}),
        (None, "[DONE]"),
    ]
    assert decode(raw_stream(client, MESSAGES)) == [
        ("message_start", {"type": "message_start"}),
        ("message_stop", {"type": "message_stop"}),
    ]
    assert [name for name, _ in decode(raw_stream(client, RESPONSES))] == [
        "response.created",
        "response.completed",
    ]


def test_a_named_example_is_played(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(Reply(example="second"), Reply(example="other"), Reply(example="nope"))
    assert ask(client, CHAT).json() == {"id": "second"}
    assert events_of(client, MESSAGES) == [{"type": "other"}]
    unknown = ask(client, CHAT)
    assert unknown.status_code == 500
    assert "has no example 'nope' here; it has: first, second" in unknown.json()["error"]["message"]


def test_templated_paths_and_operations_without_security(gateway: MockGateway) -> None:
    response = httpx.get(f"{gateway.base_url}/v1/things/7?full=1", trust_env=False)
    assert (response.status_code, response.json()) == (200, [1])
    assert gateway.requests[0].query == "full=1"
    assert gateway.requests[0].operation == "things.get"


def test_a_document_without_examples_is_served_all_the_same() -> None:
    bare = {
        "paths": {
            path: {
                "post": {
                    "responses": {
                        "200": {"content": {"application/json": {}, "text/event-stream": {}}}
                    },
                    "requestBody": {"content": {"application/json": {}}},
                }
            }
            for path in PATHS
        }
    }
    with (
        MockGateway(document=bare) as gateway,
        httpx.Client(base_url=gateway.base_url, trust_env=False) as client,
    ):
        for path in PATHS:
            assert "mock gateway" in json.dumps(ask(client, path).json())
            assert "mock" in collect(path, events_of(client, path))["text"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "has no operation"),
        ({"paths": {"/x": {"get": {"responses": {"200": {"$ref": "#/no"}}}}}}, "leads nowhere"),
        ({"paths": {"/x": {"$ref": "#/paths/~1x"}}}, "leads back to itself"),
        ({"paths": {"/x": {"$ref": "other.json#/x"}}}, "leaves the document"),
    ],
)
def test_a_document_that_cannot_be_served_is_refused(
    document: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        MockGateway(document=document)


# Scripted answers


@pytest.mark.parametrize("path", PATHS)
def test_a_script_streams_reasoning_first_then_text_in_several_deltas(
    gateway: MockGateway, client: httpx.Client, path: str
) -> None:
    gateway.reply = SCRIPT
    events = events_of(client, path)
    joined = collect(path, events)
    assert joined["reasoning"] == SCRIPT.reasoning
    assert joined["text"] == SCRIPT.text
    assert joined["order"] == "rt"
    assert len(events) > 12
    assert events_of(client, path) != events, "ids must differ between requests"


def test_the_json_answer_has_the_same_content_as_the_stream(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.reply = SCRIPT
    chat = ask(client, CHAT).json()
    assert chat["choices"][0]["message"] == {
        "role": "assistant",
        "content": SCRIPT.text,
        "reasoning_content": SCRIPT.reasoning,
    }
    assert chat["choices"][0]["finish_reason"] == "stop"
    finish = events_of(client, CHAT)[-2]
    assert finish["choices"][0]["usage"] == chat["usage"]

    message = ask(client, MESSAGES).json()
    events = events_of(client, MESSAGES)
    assert [block["type"] for block in message["content"]] == ["thinking", "text"]
    assert message["stop_reason"] == "end_turn"
    assert events[-2]["usage"] == message["usage"]
    signature = next(e for e in events if e.get("delta", {}).get("type") == "signature_delta")
    assert signature["delta"]["signature"] == message["content"][0]["signature"] != ""

    response = ask(client, RESPONSES).json()
    final = events_of(client, RESPONSES)[-1]["response"]
    for one in (response, final):
        del one["id"], one["created_at"]
        for item in one["output"]:
            del item["id"]
    assert response == final
    assert [item["type"] for item in final["output"]] == ["reasoning", "message"]


def test_messages_choreography(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(reasoning="R", text="T", usage=Usage(10, 5, 2, cached=4))
    events = events_of(client, MESSAGES)
    assert [event["type"] for event in events] == [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert events[0]["message"]["content"] == []
    assert events[-2]["usage"] == {
        "input_tokens": 6,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 4,
        "output_tokens": 5,
    }


def test_responses_choreography(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(reasoning="R", text="T")
    events = events_of(client, RESPONSES)
    assert [event["type"].removeprefix("response.") for event in events] == [
        "created",
        "in_progress",
        "output_item.added",
        "reasoning_summary_part.added",
        "reasoning_summary_text.delta",
        "reasoning_summary_text.done",
        "reasoning_summary_part.done",
        "output_item.done",
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
        "completed",
    ]
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert events[0]["response"]["status"] == "in_progress"
    assert events[0]["response"]["usage"] is None


def test_chat_usage_chunk_comes_when_it_is_asked_for(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.reply = Reply(text="12345")
    *_, usage, done = events_of(client, CHAT, stream_options={"include_usage": True})
    assert done == "[DONE]"
    assert usage["choices"] == []
    counts = usage["usage"]
    assert (counts["completion_tokens"], counts["total_tokens"]) == (2, counts["prompt_tokens"] + 2)


@pytest.mark.parametrize("path", PATHS)
def test_tool_calls(gateway: MockGateway, client: httpx.Client, path: str) -> None:
    arguments = '{"city": "Zürich", "days": 3}'
    gateway.reply = Reply(reasoning="R", tool_calls=[ToolCall("weather", arguments)], delta_size=5)
    joined = collect(path, events_of(client, path))
    assert (joined["order"], joined["arguments"]) == ("ra", arguments)
    answer = ask(client, path).json()
    if path == CHAT:
        assert answer["choices"][0]["finish_reason"] == "tool_calls"
        assert answer["choices"][0]["message"]["content"] is None
        call = answer["choices"][0]["message"]["tool_calls"][0]["function"]
        assert call == {"name": "weather", "arguments": arguments}
    elif path == MESSAGES:
        assert answer["stop_reason"] == "tool_use"
        assert answer["content"][-1]["input"] == json.loads(arguments)
    else:
        assert answer["output"][-1]["arguments"] == arguments
        assert answer["status"] == "completed"


@pytest.mark.parametrize("path", PATHS)
def test_a_budget_used_up_by_reasoning(
    gateway: MockGateway, client: httpx.Client, path: str
) -> None:
    gateway.reply = Reply(reasoning="Long thoughts.", finish="length")
    answer = ask(client, path).json()
    last = events_of(client, path)
    if path == CHAT:
        assert answer["choices"][0]["finish_reason"] == "length"
        assert answer["choices"][0]["message"]["content"] is None
        assert last[-2]["choices"][0]["finish_reason"] == "length"
    elif path == MESSAGES:
        assert answer["stop_reason"] == "max_tokens"
        assert [block["type"] for block in answer["content"]] == ["thinking"]
    else:
        assert answer["status"] == "incomplete"
        assert answer["incomplete_details"] == {"reason": "max_output_tokens"}
        assert last[-1]["type"] == "response.incomplete"


def test_empty_reasoning_is_sent_and_absent_reasoning_is_not(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.enqueue(Reply(reasoning="", text="a"), Reply(text="a"))
    deltas = [e["choices"][0]["delta"] for e in events_of(client, CHAT)[:-1]]
    assert {"reasoning_content": ""} in deltas
    assert "reasoning_content" not in ask(client, CHAT).json()["choices"][0]["message"]


def test_model_is_echoed_unless_set(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(Reply(text="a"), Reply(text="a", model="kimi-k3-0711"))
    assert ask(client, CHAT).json()["model"] == "kimi-k3"
    assert ask(client, CHAT).json()["model"] == "kimi-k3-0711"


def test_lone_surrogates_survive_as_escapes(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.reply = Reply(text="a\ud800b", reasoning="\udfff")
    for path in PATHS:
        assert collect(path, events_of(client, path))["text"] == "a\ud800b"


def test_a_reply_can_be_made_from_the_request(gateway: MockGateway, client: httpx.Client) -> None:
    def echo(request: RecordedRequest) -> Reply:
        return Reply(text=request.json["messages"][-1]["content"])

    gateway.reply = echo
    assert ask(client, CHAT).json()["choices"][0]["message"]["content"] == "12345678"


def test_a_reply_function_that_raises_answers_500_with_the_reason(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.reply = lambda request: Reply(text=request.json["nope"])
    response = ask(client, CHAT)
    assert response.status_code == 500
    assert "KeyError: 'nope'" in response.json()["error"]["message"]


def test_queued_replies_are_taken_in_order_and_by_operation(
    gateway: MockGateway, client: httpx.Client
) -> None:
    gateway.enqueue(Reply(body={"n": 1}), operation="messages.create")
    gateway.enqueue(Reply(body={"n": 2}), Reply(body={"n": 3}))
    assert client.post(CHAT, json={}).status_code == 400, "takes no reply"
    assert [ask(client, path).json().get("n") for path in (CHAT, MESSAGES, CHAT, CHAT)] == [
        2,
        1,
        3,
        None,
    ]
    with pytest.raises(ValueError, match="No operation 'nope'"):
        gateway.enqueue(Reply(), operation="nope")


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
        head = time.monotonic()
        times = [time.monotonic() for _ in response.iter_raw()]
    assert head - start >= 0.1
    assert len(times) == 3
    assert times[1] - times[0] >= 0.08
    assert times[2] - times[0] >= 0.18


def test_own_events_body_and_headers(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(
        Reply(events=[{"a": 1}, "two\nlines"]),
        Reply(body=b"data: x\n\n", headers={"X-Trace-Id": "t1"}),
        Reply(body={"unstreamed": True}),
        Reply(body=b"abc", content_type="text/plain"),
    )
    assert (
        raw_stream(client, CHAT) == b'data: {"a":1}\n\ndata: two\ndata: lines\n\ndata: [DONE]\n\n'
    )
    own = ask(client, CHAT, stream=True)
    assert own.content == b"data: x\n\n"
    assert own.headers["content-type"].startswith("text/event-stream")
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
        ({"comment": "a\nb"}, "comment"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Reply(**settings)


# Faults


def test_http_errors_from_the_document_or_own(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(
        Reply.error(429, headers={"Retry-After": "2"}),
        Reply.error(503),
        Reply.error(500, {"error": "plain"}),
        Reply.html(),
    )
    limited = ask(client, CHAT)
    assert (limited.status_code, limited.json()) == (429, _error(429))
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
        sock.settimeout(0.2)
        received = b""
        with pytest.raises(TimeoutError):
            while True:
                received += sock.recv(65536)
        assert received.count(b"data: ") == {None: 0, 1: 1, AT_END: 3}[after]
        assert b"\r\n0\r\n\r\n" not in received
        assert gateway.open_connections == 1
    assert gateway.wait_idle()
    assert not gateway.requests[0].completed


def test_raw_bytes_are_sent_as_they_are(gateway: MockGateway) -> None:
    gateway.reply = Reply(raw=b"\x00not http")
    assert exchange(gateway, request_bytes()) == b"\x00not http"


# HTTP


def test_bad_requests_are_answered_in_the_protocols_shape(
    gateway: MockGateway, client: httpx.Client
) -> None:
    no_key = httpx.post(gateway.base_url + CHAT, json=BODIES[CHAT], trust_env=False)
    assert (no_key.status_code, no_key.json()) == (401, _error(401))
    for key in ("Bearer", "Basic abc"):
        refused = client.post(CHAT, json=BODIES[CHAT], headers={"Authorization": key})
        assert refused.status_code == 401
    missing = client.post(MESSAGES, json={"model": "m"})
    assert missing.status_code == 400
    assert missing.json() == {
        "type": "error",
        "error": {
            "type": "invalid_request_error",
            "message": "Missing required properties 'max_tokens', 'messages'",
        },
    }
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
    assert gateway.wait_idle()
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
    assert gateway.wait_idle()
    assert ask(client, CHAT).status_code == 200


def test_twenty_streams_in_parallel(gateway: MockGateway) -> None:
    gateway.reply = lambda request: Reply(
        reasoning=f"r{request.json['seed']}", text=f"t{request.json['seed']}", delay=0.01
    )

    def one(seed: int) -> bool:
        path = PATHS[seed % 3]
        with httpx.Client(base_url=gateway.base_url, headers=AUTH, trust_env=False) as client:
            joined = collect(path, events_of(client, path, seed=seed))
        return (joined["reasoning"], joined["text"]) == (f"r{seed}", f"t{seed}")

    with ThreadPoolExecutor(20) as pool:
        assert all(pool.map(one, range(20)))
    assert len({request.number for request in gateway.requests}) == 20
    assert gateway.wait_idle()


def test_it_serves_asynchronous_clients(gateway: MockGateway) -> None:
    gateway.reply = Reply(text="hello", delay=0.01)

    async def one(client: httpx.AsyncClient) -> bytes:
        response = await client.post(CHAT, json={**BODIES[CHAT], "stream": True})
        return response.content

    async def all_of_them() -> list[bytes]:
        async with httpx.AsyncClient(
            base_url=gateway.base_url, headers=AUTH, trust_env=False
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
            response = httpx.get(gateway.base_url + "/v1/things/1", trust_env=False)
            assert response.status_code == 200
    except OSError as error:
        pytest.skip(f"this machine can't bind {host}: {error}")


def test_shutting_down_is_prompt_and_leaves_no_thread() -> None:
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
        assert time.monotonic() - start < 1
        assert gateway.open_connections == 0
        assert idle.recv(1) == b""
    assert threading.active_count() == before
    with pytest.raises(RuntimeError, match="isn't running"):
        _ = gateway.base_url
    with pytest.raises(RuntimeError, match="started only once"):
        gateway.start()


def test_without_a_document_and_without_a_packaged_one_the_error_says_so() -> None:
    with pytest.raises(ValueError, match="carries no openapi.json; give the gateway a document"):
        MockGateway()


def test_the_command_refuses_other_hosts() -> None:
    command = [sys.executable, "-m", "overlays.testing", "--host", "0.0.0.0", "--delay", "-1"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("error: ")
