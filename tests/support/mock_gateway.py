"""A small document for the mock gateway, and what its tests share."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from overlays.testing import (
    MockGateway,
    Reply,
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


def example_error(status: int) -> dict[str, Any]:
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
            "429": {"content": {"application/json": {"example": example_error(429)}}},
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
        "responses": {
            "Unauthorized": {"content": {"application/json": {"example": example_error(401)}}}
        },
        "securitySchemes": {"bearerAuth": {"type": "http", "scheme": "bearer"}},
    },
}


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
    with socket.create_connection((host, int(port)), timeout=60) as sock:
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
