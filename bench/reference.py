"""The reference of every ratio: what one writes by hand with httpx and json, and no more.

It knows the three protocols and nothing of retries, errors, line ends or types. It may only get
faster: a change that makes it slower makes every bar easier.
"""

from __future__ import annotations

import json

import httpx

from .requests import BODIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from typing import Any

__all__ = [
    "async_call",
    "async_stream",
    "call",
    "pieces_in",
    "stream",
    "texts_in",
]

HEADERS = {"authorization": "Bearer test", "content-type": "application/json"}
STREAM_HEADERS = {**HEADERS, "accept-encoding": "identity"}
TIMEOUT = httpx.Timeout(600, connect=10)
LIMITS = httpx.Limits(max_connections=1000, max_keepalive_connections=100)


def stream(client: httpx.Client, url: str, protocol: str) -> Iterator[dict[str, Any]]:
    """The events of a stream."""
    body = json.dumps({**BODIES[protocol], "stream": True}).encode()
    with client.stream("POST", url, content=body, headers=STREAM_HEADERS) as response:
        response.raise_for_status()
        rest = b""
        for chunk in response.iter_raw():
            *frames, rest = (rest + chunk).split(b"\n\n")
            for frame in frames:
                for line in frame.split(b"\n"):
                    if line.startswith(b"data: "):
                        if line == b"data: [DONE]":
                            return
                        yield json.loads(line[6:])


async def async_stream(
    client: httpx.AsyncClient, url: str, protocol: str
) -> AsyncIterator[dict[str, Any]]:
    """As `stream`."""
    body = json.dumps({**BODIES[protocol], "stream": True}).encode()
    async with client.stream("POST", url, content=body, headers=STREAM_HEADERS) as response:
        response.raise_for_status()
        rest = b""
        async for chunk in response.aiter_raw():
            *frames, rest = (rest + chunk).split(b"\n\n")
            for frame in frames:
                for line in frame.split(b"\n"):
                    if line.startswith(b"data: "):
                        if line == b"data: [DONE]":
                            return
                        yield json.loads(line[6:])


def call(client: httpx.Client, url: str, protocol: str) -> dict[str, Any]:
    """One answer."""
    body = json.dumps(BODIES[protocol]).encode()
    response = client.post(url, content=body, headers=HEADERS)
    response.raise_for_status()
    value: dict[str, Any] = json.loads(response.content)
    return value


async def async_call(client: httpx.AsyncClient, url: str, protocol: str) -> dict[str, Any]:
    """As `call`."""
    body = json.dumps(BODIES[protocol]).encode()
    response = await client.post(url, content=body, headers=HEADERS)
    response.raise_for_status()
    value: dict[str, Any] = json.loads(response.content)
    return value


def _chat_pieces(event: dict[str, Any]) -> tuple[str, str]:
    for choice in event["choices"]:
        delta = choice["delta"]
        return delta.get("content") or "", delta.get("reasoning_content") or ""
    return "", ""


def _message_pieces(event: dict[str, Any]) -> tuple[str, str]:
    if event["type"] == "content_block_delta":
        delta = event["delta"]
        kind = delta["type"]
        if kind == "text_delta":
            return delta["text"], ""
        if kind == "thinking_delta":
            return "", delta["thinking"]
    return "", ""


def _response_pieces(event: dict[str, Any]) -> tuple[str, str]:
    kind = event["type"]
    if kind == "response.output_text.delta":
        return event["delta"], ""
    if kind == "response.reasoning_text.delta":
        return "", event["delta"]
    return "", ""


_PIECES: dict[str, Callable[[dict[str, Any]], tuple[str, str]]] = {
    "chat": _chat_pieces,
    "messages": _message_pieces,
    "responses": _response_pieces,
}


def pieces_in(protocol: str) -> Callable[[dict[str, Any]], tuple[str, str]]:
    """What reads the text and the reasoning out of an event."""
    return _PIECES[protocol]


def texts_in(protocol: str, answer: dict[str, Any]) -> tuple[str, str]:
    """The text and the reasoning of an answer."""
    if protocol == "chat":
        message = answer["choices"][0]["message"]
        return message["content"], message["reasoning_content"]
    if protocol == "messages":
        thinking, text = answer["content"]
        return text["text"], thinking["thinking"]
    reasoning, message = answer["output"]
    return message["content"][0]["text"], reasoning["content"][0]["text"]
