"""Two turns with tools: what the model said, and thought, goes back to it unchanged.

https://github.com/continuedev/continue/issues/11711: Kimi refuses an assistant message with tool
calls that lacks its reasoning, which may be "".
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi, OutputIncompleteError, StreamTruncatedError
from evolink_kimi.testing import Cut, MockGateway, Reply, ToolCall

from tests.support.answers import PROTOCOLS, Protocol, calls_in, request, resource_of

KEYS = {"chat": "messages", "messages": "messages", "responses": "input"}
CALLS = [ToolCall("look", {"q": "é"}), ToolCall("find", {})]
pytestmark = pytest.mark.parametrize("protocol", PROTOCOLS)


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(Reply(text="Done.")) as running:
        yield running


def ask(gateway: MockGateway, protocol: Protocol, arguments: Any, *, stream: bool) -> Any:
    with Kimi(api_key="test", base_url=gateway.base_url) as client:
        resource = resource_of(client, protocol)
        if not stream:
            return resource.create(**arguments)
        with resource.stream(**arguments) as opened:
            return opened.get_final()


def ask_async(gateway: MockGateway, protocol: Protocol, arguments: Any, *, stream: bool) -> Any:
    async def main() -> Any:
        async with AsyncKimi(api_key="test", base_url=gateway.base_url) as client:
            resource = resource_of(client, protocol)
            if not stream:
                return await resource.create(**arguments)
            async with resource.stream(**arguments) as opened:
                return await opened.get_final()

    return asyncio.run(main())


def replayed(protocol: Protocol, sent: list[dict[str, Any]]) -> tuple[Any, Any, list[Any]]:
    """Reasoning, its signature, and the ids of tool calls in what was sent back."""
    if protocol == "chat":
        [message] = sent
        assert message["role"] == "assistant"
        assert "content" not in message or message["content"] is None
        assert not any("index" in call for call in message["tool_calls"])
        return message["reasoning_content"], None, [call["id"] for call in message["tool_calls"]]
    if protocol == "messages":
        [message] = sent
        thinking, *calls = message["content"]
        return thinking["thinking"], thinking["signature"], [call["id"] for call in calls]
    reasoning, *calls = [item for item in sent if item["type"] != "message"]
    texts = [part["text"] for part in reasoning["summary"]]
    return "".join(texts), None, [call["call_id"] for call in calls]


@pytest.mark.parametrize("asker", [ask, ask_async], ids=["sync", "async"])
@pytest.mark.parametrize("stream", [False, True], ids=["json", "stream"])
@pytest.mark.parametrize("reasoning", ["I have to look. 思考", ""])
def test_the_second_turn(
    gateway: MockGateway, protocol: Protocol, reasoning: str, stream: bool, asker: Any
) -> None:
    arguments = request(protocol, "tools")
    key = KEYS[protocol]
    gateway.enqueue(Reply(reasoning=reasoning, signature="SIG", tool_calls=CALLS))
    first = asker(gateway, protocol, arguments, stream=stream)
    assert calls_in(first) == (("look", {"q": "é"}), ("find", {}))
    again = {**arguments, key: first.to_input()}
    assert asker(gateway, protocol, again, stream=stream).output_text == "Done."
    told, signature, ids = replayed(protocol, gateway.requests[1].json[key])
    assert told == reasoning
    assert signature == ("SIG" if protocol == "messages" else None)
    assert ids == [call.id for call in first.tool_calls]


@pytest.mark.parametrize("asker", [ask, ask_async], ids=["sync", "async"])
def test_a_call_that_was_cut_off_is_neither_run_nor_sent(
    gateway: MockGateway, protocol: Protocol, asker: Any
) -> None:
    # Late enough for some of the arguments, too early for all.
    after = {"chat": 4, "messages": 8, "responses": 10}[protocol]
    long = ToolCall("look", {"q": "one two three four five"})
    gateway.enqueue(Reply(reasoning="Hm.", tool_calls=[long], fault=Cut(after=after)))
    with pytest.raises(StreamTruncatedError) as raised:
        asker(gateway, protocol, request(protocol, "tools"), stream=True)
    partial: Any = raised.value.partial
    [call] = partial.tool_calls
    assert call.name == "look"
    assert not call.is_complete
    with pytest.raises(OutputIncompleteError):
        _ = call.arguments
    with pytest.raises(OutputIncompleteError):
        partial.to_input()
