"""The generated client against a server that nobody of this project wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi, StreamTruncatedError

from tests.support.answers import ANSWERS, PROTOCOLS, Protocol, calls_in, request, resource_of

pytestmark = [
    pytest.mark.peers,
    pytest.mark.parametrize("protocol", PROTOCOLS),
]
each_answer = pytest.mark.parametrize("name", ANSWERS)


def check(response: Any, name: str) -> None:
    wanted = ANSWERS[name]
    assert response.output_text == wanted.text
    assert response.reasoning_text == wanted.reasoning
    assert calls_in(response) == wanted.calls
    assert not response.is_truncated
    assert type(response).from_dict(response.to_dict()) == response


def plain(response: Any) -> Any:
    """A response without what differs from one call to the next."""
    return without(response.to_dict(), {"id", "call_id", "created", "created_at"})


def common(response: Any) -> Any:
    """A response without what aimock has in JSON alone: null, and a count of tokens."""
    return without(plain(response), {"usage"}, nulls=True)


def without(value: Any, keys: set[str], *, nulls: bool = False) -> Any:
    if isinstance(value, list):
        return [without(item, keys, nulls=nulls) for item in value]
    if isinstance(value, dict):
        return {
            key: without(item, keys, nulls=nulls)
            for key, item in value.items()
            if key not in keys and not (nulls and item is None)
        }
    return value


def aloop(url: str, step: Callable[[AsyncKimi], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        async with AsyncKimi(api_key="test", base_url=url) as client:
            return await step(client)

    return asyncio.run(main())


@each_answer
def test_json(server: str, protocol: Protocol, name: str) -> None:
    async def step(client: AsyncKimi) -> Any:
        return await resource_of(client, protocol).create(**request(protocol, name))

    with Kimi(api_key="test", base_url=server) as client:
        response = resource_of(client, protocol).create(**request(protocol, name))
    check(response, name)
    assert plain(aloop(server, step)) == plain(response)


@each_answer
def test_a_stream_makes_the_response_that_json_brings(
    server: str, protocol: Protocol, name: str
) -> None:
    wanted = ANSWERS[name]

    async def step(client: AsyncKimi) -> Any:
        async with resource_of(client, protocol).stream(**request(protocol, name)) as stream:
            deltas = [delta async for delta in stream.deltas()]
            return deltas, await stream.get_final()

    with Kimi(api_key="test", base_url=server) as client:
        resource = resource_of(client, protocol)
        whole = resource.create(**request(protocol, name))
        with resource.stream(**request(protocol, name)) as stream:
            deltas = list(stream.deltas())
            final = stream.get_final()
    check(final, name)
    assert common(final) == common(whole)
    assert "".join(d.text for d in deltas if d.kind == "reasoning") == wanted.reasoning
    assert "".join(d.text for d in deltas if d.kind == "text") == wanted.text
    async_deltas, async_final = aloop(server, step)
    assert async_deltas == deltas
    assert plain(async_final) == plain(final)


@each_answer
def test_events_are_all_known_and_typed(server: str, protocol: Protocol, name: str) -> None:
    async def step(client: AsyncKimi) -> Any:
        stream = await resource_of(client, protocol).create(**request(protocol, name), stream=True)
        return [event async for event in stream]

    with Kimi(api_key="test", base_url=server) as client:
        stream = resource_of(client, protocol).create(**request(protocol, name), stream=True)
        events = list(stream)
    assert len(events) > 5
    assert not [event for event in events if type(event).__name__.startswith("Unknown")]
    assert [type(event) for event in aloop(server, step)] == [type(event) for event in events]


def test_tool_calls_go_back_with_their_results(server: str, protocol: Protocol) -> None:
    """A second turn; aimock answers 400 to a conversation it cannot read."""
    arguments = request(protocol, "tools")
    key = "input" if protocol == "responses" else "messages"
    with Kimi(api_key="test", base_url=server) as client:
        resource = resource_of(client, protocol)
        first = resource.create(**arguments)
        asked = arguments[key]
        turns = asked if isinstance(asked, list) else [{"role": "user", "content": asked}]
        turns = [*turns, *first.to_input(), *results(protocol, first)]
        second = resource.create(**{**arguments, key: turns})
    assert second.tool_calls


def results(protocol: Protocol, response: Any) -> list[dict[str, Any]]:
    calls = response.tool_calls
    if protocol == "chat":
        return [{"role": "tool", "tool_call_id": call.id, "content": "12 °C"} for call in calls]
    if protocol == "responses":
        return [
            {"type": "function_call_output", "call_id": call.id, "output": "12 °C"}
            for call in calls
        ]
    blocks = [{"type": "tool_result", "tool_use_id": call.id, "content": "12 °C"} for call in calls]
    return [{"role": "user", "content": blocks}]


def test_a_stream_that_is_cut_off_is_told(server: str, protocol: Protocol) -> None:
    cut = request(protocol, "answer", suffix=" (cut)")

    async def step(client: AsyncKimi) -> Any:
        with pytest.raises(StreamTruncatedError) as raised:
            async with resource_of(client, protocol).stream(**cut) as stream:
                await stream.get_final()
        return raised.value.partial

    with Kimi(api_key="test", base_url=server) as client:
        with pytest.raises(StreamTruncatedError) as raised:
            with resource_of(client, protocol).stream(**cut) as stream:
                stream.get_final()
    partial = raised.value.partial
    assert partial.reasoning_text
    assert ANSWERS["answer"].reasoning.startswith(partial.reasoning_text)
    assert plain(aloop(server, step)) == plain(partial)
