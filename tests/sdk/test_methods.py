"""Calls of the generated methods: what is sent, what is refused before, and strict clients."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi, WireTypeError, WireTypeWarning, types
from evolink_kimi.testing import MockGateway, Reply

REQUESTS: dict[str, dict[str, Any]] = {
    "chat.completions": {"model": "kimi-k3", "messages": [{"role": "user", "content": "Hi"}]},
    "messages": {
        "model": "kimi-k3",
        "max_tokens": 64,
        "messages": [{"role": "user", "content": "Hi"}],
    },
    "responses": {"model": "kimi-k3", "input": "Hi"},
}


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(Reply(reasoning="Easy.", text="42")) as running:
        yield running


def method(client: Kimi | AsyncKimi, resource: str, name: str = "create") -> Any:
    found: Any = client
    for part in (*resource.split("."), name):
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("resource", REQUESTS)
def test_only_what_is_given_is_sent(gateway: MockGateway, resource: str) -> None:
    with Kimi(api_key="key", base_url=gateway.base_url) as client:
        create = method(client, resource)
        create(**REQUESTS[resource])
        with method(client, resource, "stream")(**REQUESTS[resource]) as stream:
            stream.until_done()
        plain, streamed = (request.json for request in gateway.requests)
    assert plain == REQUESTS[resource]
    assert streamed == {**REQUESTS[resource], "stream": True}
    # Whatever has a default in the document is among the arguments, and yet was not sent.
    assert "The server's default is" in create.__doc__


@pytest.mark.parametrize("resource", REQUESTS)
@pytest.mark.parametrize("kind", [Kimi, AsyncKimi])
def test_a_wrong_keyword_is_a_type_error_before_the_network(
    kind: type[Kimi] | type[AsyncKimi], resource: str
) -> None:
    client = kind(api_key="key", base_url="http://127.0.0.1:1")
    request = REQUESTS[resource]
    with pytest.raises(TypeError, match="temperatur"):
        await_nothing(method(client, resource)(**request, temperatur=1))
    with pytest.raises(TypeError, match="missing"):
        await_nothing(method(client, resource)(model="kimi-k3"))
    with pytest.raises(TypeError, match="positional"):
        await_nothing(method(client, resource)("kimi-k3"))
    with pytest.raises(TypeError, match="temperatur"):
        method(client, resource, "stream")(**request, temperatur=1)


def await_nothing(result: object) -> None:
    """The error has to come from the call, so there is nothing to await."""
    assert not inspect.isawaitable(result)


@pytest.mark.parametrize("resource", REQUESTS)
def test_a_strict_client_takes_what_is_documented(gateway: MockGateway, resource: str) -> None:
    with Kimi(api_key="key", base_url=gateway.base_url, strict=True) as client:
        assert method(client, resource)(**REQUESTS[resource]).output_text == "42"
        with method(client, resource, "stream")(**REQUESTS[resource]) as stream:
            assert stream.get_final().output_text == "42"


WRONG: dict[str, Any] = {
    "id": 1,
    "type": "message",
    "role": "assistant",
    "model": "kimi-k3",
    "content": [],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
STARTED = {**WRONG, "id": "m", "stop_reason": None}


def test_a_strict_client_refuses_an_answer(gateway: MockGateway) -> None:
    gateway.enqueue(Reply(body=WRONG, headers={"x-request-id": "r"}))
    with (
        Kimi(api_key="key", base_url=gateway.base_url, strict=True) as client,
        pytest.raises(WireTypeError) as caught,
    ):
        client.messages.create(**REQUESTS["messages"])
    error = caught.value
    assert (error.pointer, error.expected, error.found) == ("/id", "a string", "an integer")
    assert error.request_id == "r"
    assert isinstance(error.partial, types.Message)
    assert error.partial.to_dict() == WRONG


def test_a_strict_client_refuses_an_event(gateway: MockGateway) -> None:
    events: list[Any] = [
        {"type": "message_start", "message": STARTED},
        {"type": "from_next_year", "index": "0"},
        {"type": "content_block_start", "index": "0", "content_block": {"type": "new"}},
    ]
    gateway.enqueue(Reply(events=events))
    seen: list[str] = []
    with (
        Kimi(api_key="key", base_url=gateway.base_url, strict=True) as client,
        client.messages.stream(**REQUESTS["messages"]) as stream,
        pytest.raises(WireTypeError, match="event 3") as caught,
    ):
        seen.extend(event.type for event in stream)
    assert seen == ["message_start", "unknown"]
    assert caught.value.pointer == "/index"
    assert caught.value.model == "ContentBlockStartEvent"
    assert caught.value.event_number == 3
    assert isinstance(caught.value.partial, types.Message)


def test_strict_can_be_set_for_some_calls(gateway: MockGateway) -> None:
    gateway.enqueue(*[Reply(body=WRONG)] * 3)
    with Kimi(api_key="key", base_url=gateway.base_url) as client:
        answer = client.messages.create(**REQUESTS["messages"])
        with pytest.warns(WireTypeWarning, match="'id' is an integer"):
            kept: Any = answer.id
        assert kept == 1
        with pytest.raises(WireTypeError):
            client.with_options(strict=True).messages.create(**REQUESTS["messages"])
        strict = client.with_options(strict=True).with_options(strict=False)
        assert strict.messages.create(**REQUESTS["messages"]).to_dict() == WRONG
