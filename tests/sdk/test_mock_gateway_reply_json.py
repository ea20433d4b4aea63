"""Replies that a request asks for itself, in JSON."""

from __future__ import annotations

import json

import httpx
import pytest

from overlays.testing import MockGateway, Reply
from tests.support.mock_gateway import BODIES, CHAT, ask, collect, decode


def told(client: httpx.Client, reply: object, path: str = CHAT) -> httpx.Response:
    text = reply if isinstance(reply, str) else json.dumps(reply)
    body = {**BODIES[path], "stream": True}
    return client.post(path, json=body, headers={"X-Mock-Reply": text})


def test_a_request_can_say_how_it_is_answered(gateway: MockGateway, client: httpx.Client) -> None:
    gateway.enqueue(Reply(body={"queued": True}))
    call = {"name": "f", "arguments": "{}", "id": "c1"}
    settings = {
        "reasoning": "Füße",
        "text": "x",
        "tool_calls": [call],
        "usage": {"input": 1, "output": 2},
        "fault": {"kind": "stream_error", "after": 3, "message": "Gone"},
    }
    events = [data for _, data in decode(told(client, settings).content)]
    assert collect(CHAT, events[:-1])["reasoning"] == "Füße"
    assert (len(events), events[-1]["error"]["message"]) == (4, "Gone")
    del settings["fault"]
    *_, finish, done = [data for _, data in decode(told(client, settings).content)]
    assert finish["choices"][0]["usage"]["total_tokens"] == 3
    assert done == "[DONE]"
    assert ask(client, CHAT).json() == {"queued": True}, "takes none from the queue"


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ("{", "JSONDecodeError"),
        ([], "the reply must be a JSON object"),
        ({"txt": ""}, "Reply has no 'txt'; it has: text, reasoning"),
        ({"raw": "x"}, "'raw' is bytes"),
        ({"tool_calls": {}}, "'tool_calls' must be an array"),
        ({"tool_calls": [1]}, "a tool call must be a JSON object"),
        ({"usage": {"inputs": 1}}, "Usage has no 'inputs'"),
        ({"fault": {"after": 1}}, "The fault's kind is None; known are: reset, cut"),
        ({"delay": -1}, "delay is -1"),
        ({"text": 5}, "text is 5"),
    ],
)
def test_a_reply_in_a_header_that_makes_no_sense_is_explained(
    client: httpx.Client, reply: object, message: str
) -> None:
    response = told(client, reply)
    assert response.status_code == 500
    assert message in response.json()["error"]["message"]
