"""What the mock gateway answers: the document's examples, or what it is told."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from overlays.runtime.accumulate import accumulator_for
from overlays.testing import (
    MockGateway,
    RecordedRequest,
    Reply,
    ToolCall,
    Usage,
)
from tests.support.mock_gateway import (
    CHAT,
    MESSAGES,
    PATHS,
    RESPONSES,
    SCRIPT,
    ask,
    collect,
    decode,
    events_of,
    raw_stream,
)

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
    response = httpx.get(f"{gateway.base_url}/v1/things/7?full=1", trust_env=False, timeout=60)
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
        httpx.Client(base_url=gateway.base_url, trust_env=False, timeout=60) as client,
    ):
        for path in PATHS:
            assert "mock gateway" in json.dumps(ask(client, path).json())
            assert "mock" in collect(path, events_of(client, path))["text"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "has no operation"),
        ("openapi.json", "is a str, not a mapping"),
        ({"paths": {"/x": {"get": {"responses": {"200": {"$ref": "#/no"}}}}}}, "leads nowhere"),
        ({"paths": {"/x": {"$ref": "#/paths/~1x"}}}, "leads back to itself"),
        ({"paths": {"/x": {"$ref": "other.json#/x"}}}, "leaves the document"),
    ],
)
def test_a_document_that_cannot_be_served_is_refused(document: Any, message: str) -> None:
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


async def _too_late(request: RecordedRequest) -> Reply:
    return Reply()


@pytest.mark.parametrize(
    ("function", "given"), [(lambda request: "text", "str"), (_too_late, "coroutine")]
)
def test_a_reply_function_that_gives_none_is_told(
    gateway: MockGateway, client: httpx.Client, function: Any, given: str
) -> None:
    gateway.reply = function
    response = ask(client, CHAT)
    assert response.status_code == 500
    assert f"gave a {given}, not a Reply" in response.json()["error"]["message"]


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


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "reply",
    [
        SCRIPT,
        Reply(reasoning="Long thoughts.", finish="length"),
        Reply(reasoning="", text="", usage=Usage(9, 8, 7, 6)),
        Reply(text="See:", tool_calls=[ToolCall("f", '{"a": [1, 2]}', id="c1"), ToolCall("g")]),
    ],
)
def test_the_accumulated_stream_is_the_json_answer(
    gateway: MockGateway, client: httpx.Client, path: str, reply: Reply
) -> None:
    gateway.reply = reply
    whole = ask(client, path).json()
    accumulator = accumulator_for(gateway.operations[PATHS.index(path)].protocol or "chat")
    for event in events_of(client, path, stream_options={"include_usage": True}):
        if event != "[DONE]":
            accumulator.add(event)
    accumulator.end()
    assert without_ids(accumulator.snapshot()) == without_ids(whole)


def without_ids(value: Any) -> Any:
    """Return JSON without what differs between two requests."""
    if isinstance(value, dict):
        unlike = {"id", "call_id", "created", "created_at"}
        return {key: without_ids(item) for key, item in value.items() if key not in unlike}
    return [without_ids(item) for item in value] if isinstance(value, list) else value
