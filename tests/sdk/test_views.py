"""What responses have in common: text, reasoning, usage, tool calls, replay."""

from __future__ import annotations

import copy
from typing import Any, ClassVar

import pytest

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import OutputIncompleteError, OutputParseError
from overlays.runtime.sse import SSEDecoder
from overlays.runtime.tool_calls import ToolCall
from overlays.runtime.views import (
    ChatResponseView,
    MessageResponseView,
    ResponsesResponseView,
    UsageSummary,
)
from overlays.runtime.wire import loads
from tests.support.streams import TEXT, THOUGHT, sample


class Chat(ChatResponseView):
    def __init__(self, wire: dict[str, Any]) -> None:
        self.wire = wire

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


class Message(MessageResponseView):
    def __init__(self, wire: dict[str, Any]) -> None:
        self.wire = wire

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


class Response(ResponsesResponseView):
    def __init__(self, wire: dict[str, Any]) -> None:
        self.wire = wire

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


def chat(finish: str | None = "stop", **message: Any) -> Chat:
    message = {"role": "assistant", **message}
    return Chat({"choices": [{"index": 0, "message": message, "finish_reason": finish}]})


def message(*blocks: Any, stop: str | None = "end_turn", **fields: Any) -> Message:
    return Message({"role": "assistant", "content": list(blocks), "stop_reason": stop, **fields})


def response(*items: Any, status: str = "completed", **fields: Any) -> Response:
    return Response({"output": list(items), "status": status, **fields})


def text_item(*texts: str) -> dict[str, Any]:
    parts = [{"type": "output_text", "text": text} for text in texts]
    return {"type": "message", "role": "assistant", "content": parts}


def text(content: str) -> dict[str, Any]:
    return {"type": "text", "text": content}


def thought(content: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": content}


def reasoning(*parts: str) -> dict[str, Any]:
    summary = [{"type": "summary_text", "text": part} for part in parts]
    return {"type": "reasoning", "summary": summary}


def function_item(arguments: str, **more: Any) -> dict[str, Any]:
    item = {"type": "function_call", "id": "x", "call_id": "c", "name": "f"}
    return {**item, "arguments": arguments, **more}


def function(name: str, arguments: Any, call_id: str = "c", **more: Any) -> dict[str, Any]:
    named = {"name": name, "arguments": arguments}
    return {"id": call_id, "type": "function", "function": named, **more}


class TestText:
    @pytest.mark.parametrize(
        "view",
        [
            chat(content="ab", reasoning_content="cd"),
            chat(content=[text("a"), {"type": "image"}, text("b")], reasoning_content="cd"),
            message(
                *[thought("c"), {"type": "redacted_thinking", "data": "x"}, text("a")],
                *[thought("d"), text("b")],
            ),
            response(reasoning("c", "d"), text_item("a", "b")),
            response(
                {**reasoning("x"), "content": [{"type": "reasoning_text", "text": "cd"}]},
                *[text_item("a"), text_item("b")],
            ),
        ],
    )
    def test_text_and_reasoning(self, view: Any) -> None:
        assert (view.output_text, view.reasoning_text) == ("ab", "cd")
        assert view.is_truncated is False

    @pytest.mark.parametrize("wire", [{}, {"choices": None, "content": None, "output": None}])
    def test_nothing_is_empty(self, wire: dict[str, Any]) -> None:
        for view in (Chat(wire), Message(wire), Response(wire)):
            assert (view.output_text, view.reasoning_text) == ("", "")
            assert view.is_truncated is False
            assert view.usage_summary is None
            assert view.tool_calls == []
            assert view.to_input() == []

    @pytest.mark.parametrize(
        "view",
        [
            chat("length", content=None, reasoning_content="hm"),
            chat("length", content="", reasoning_content="hm"),
            message(thought("hm"), stop="max_tokens"),
            response(
                reasoning("hm"),
                status="incomplete",
                incomplete_details={"reason": "max_output_tokens"},
            ),
        ],
    )
    def test_a_budget_spent_on_reasoning_is_told(self, view: Any) -> None:
        assert view.is_truncated is True
        assert (view.output_text, view.reasoning_text) == ("", "hm")

    def test_other_ways_to_end_are_no_truncation(self) -> None:
        assert not response(
            status="incomplete", incomplete_details={"reason": "content_filter"}
        ).is_truncated
        assert not response(incomplete_details={"reason": "max_output_tokens"}).is_truncated
        assert not message(stop=None).is_truncated
        assert message(stop="model_context_window_exceeded").is_truncated


class TestUsage:
    CHAT: ClassVar = {"prompt_tokens": 10, "completion_tokens": 5}
    PLAIN: ClassVar = {"input_tokens": 10, "output_tokens": 5}
    DETAILS: ClassVar = {
        "prompt_tokens_details": {"cached_tokens": 3},
        "completion_tokens_details": {"reasoning_tokens": 2},
        "input_tokens_details": {"cached_tokens": 3},
        "output_tokens_details": {"reasoning_tokens": 2},
    }
    CACHE: ClassVar = {"cache_read_input_tokens": 3, "cache_creation_input_tokens": 4}

    @pytest.mark.parametrize(
        ("kind", "usage", "wanted"),
        [
            (Chat, CHAT, (10, None, 5, None, 15)),
            (Chat, {**CHAT, "total_tokens": 16}, (10, None, 5, None, 16)),
            (Chat, {**CHAT, "cached_tokens": 4}, (10, 4, 5, None, 15)),
            (Chat, {**CHAT, "cached_tokens": 4, **DETAILS}, (10, 3, 5, 2, 15)),
            (Message, PLAIN, (10, None, 5, None, 15)),
            (Message, {**PLAIN, **CACHE}, (17, 3, 5, None, 22)),
            (Response, {**PLAIN, **DETAILS}, (10, 3, 5, 2, 15)),
            (Response, {}, (None,) * 5),
            (Response, None, None),
        ],
    )
    def test_one_definition_for_all(self, kind: Any, usage: Any, wanted: Any) -> None:
        view = kind({"usage": usage})
        assert view.usage_summary == wanted
        assert wanted is None or isinstance(view.usage_summary, UsageSummary)


class TestToolCalls:
    @pytest.mark.parametrize(
        "view",
        [
            chat("tool_calls", tool_calls=[function("f", '{"a":1}')]),
            message({"type": "tool_use", "id": "c", "name": "f", "input": {"a": 1}}),
            response(function_item('{"a":1}')),
        ],
    )
    def test_one_form_for_all(self, view: Any) -> None:
        assert view.tool_calls == [ToolCall("c", "f", '{"a":1}')]
        assert view.tool_calls[0].arguments == {"a": 1}
        assert view.tool_calls[0].is_complete

    @pytest.mark.parametrize("arguments", ["", " ", None, {}])
    def test_no_arguments(self, arguments: Any) -> None:
        [call] = chat("tool_calls", tool_calls=[function("f", arguments)]).tool_calls
        assert call.arguments == {}

    @pytest.mark.parametrize("text", ["{", '{"a":}', "[1]", "null", "1"])
    def test_arguments_that_are_no_json_object(self, text: str) -> None:
        [call] = chat("tool_calls", tool_calls=[function("f", text)]).tool_calls
        with pytest.raises(OutputParseError, match="tool call 'c'") as raised:
            _ = call.arguments
        assert raised.value.text == text

    def test_a_half_built_call_is_marked_in_all_protocols(self) -> None:
        half = '{"a":'
        use = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
        views: list[Any] = [
            chat(None, tool_calls=[function("f", half)]),
            chat("length", tool_calls=[function("f", half)]),
            message({**use, "partial_json": half}),
            response(function_item(half, status="in_progress")),
            response(function_item(half), status="incomplete"),
        ]
        for view in views:
            [call] = view.tool_calls
            assert call == ToolCall("c", "f", half, is_complete=False)
            with pytest.raises(OutputIncompleteError, match="incomplete"):
                _ = call.arguments
            with pytest.raises(OutputIncompleteError, match="half-built") as raised:
                view.to_input()
            assert raised.value.partial is view

    def test_a_whole_object_is_complete_however_the_stream_went_on(self) -> None:
        # A chat may end with the sentinel and no finish reason.
        [call] = chat(None, tool_calls=[function("f", '{"a":1}')]).tool_calls
        assert call.is_complete

    def test_custom_tools(self) -> None:
        custom = {"id": "c", "type": "custom", "custom": {"name": "f", "input": "free text"}}
        item = {"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "free text"}
        for view in (chat("tool_calls", tool_calls=[custom]), response(item)):
            assert view.tool_calls == [ToolCall("c", "f", "free text")]

    def test_a_call_is_a_value(self) -> None:
        assert repr(ToolCall("c", "f", "{}")) == "ToolCall('c', 'f', '{}')"
        assert len({ToolCall("c", "f", "{}"), ToolCall("c", "f", "{}")}) == 1
        assert ToolCall("c", "f", "{}") != "c"


class TestReplay:
    # https://github.com/continuedev/continue/issues/11711
    @pytest.mark.parametrize("reasoning", ["hm", ""])
    def test_a_chat_message_goes_back_with_its_reasoning(self, reasoning: str) -> None:
        call = function("f", "{}")
        view = chat(
            "tool_calls",
            content=None,
            reasoning_content=reasoning,
            tool_calls=[{"index": 0, **call}],
        )
        before = copy.deepcopy(view.wire)
        assert view.to_input() == [
            {
                "role": "assistant",
                "content": None,
                "reasoning_content": reasoning,
                "tool_calls": [call],
            }
        ]
        view.to_input()[0]["tool_calls"].clear()
        assert view.wire == before

    @pytest.mark.parametrize("content", ["", [{"type": "text", "text": ""}], []])
    def test_an_empty_text_beside_tool_calls_goes(self, content: Any) -> None:
        [out] = chat("tool_calls", content=content, tool_calls=[function("f", "{}")]).to_input()
        assert "content" not in out
        [out] = chat(content=content).to_input()
        assert out["content"] == content

    def test_stream_only_keys_go(self) -> None:
        details = [{"type": "reasoning.text", "text": "a", "index": 0}]
        [out] = chat(content="x", reasoning_details=details, tool_calls=[]).to_input()
        assert out == {
            "role": "assistant",
            "content": "x",
            "reasoning_details": [{"type": "reasoning.text", "text": "a"}],
        }

    def test_a_call_without_type_gets_it(self) -> None:
        call = {"id": "c", "function": {"name": "f", "arguments": "{}"}}
        [out] = chat("tool_calls", tool_calls=[call]).to_input()
        assert out["tool_calls"] == [{**call, "type": "function"}]

    # https://github.com/openai/openai-agents-python/pull/4175
    def test_message_blocks_go_back_unchanged_and_in_order(self) -> None:
        blocks = [
            {"type": "thinking", "thinking": "alpha", "signature": "SIG-1"},
            {"type": "redacted_thinking", "data": "X"},
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "new", "x": None},
            {"type": "tool_use", "id": "c", "name": "f", "input": {}},
        ]
        view = message(*blocks)
        assert view.to_input() == [{"role": "assistant", "content": blocks}]
        assert message(*blocks, {"type": "text", "text": ""}).to_input() == view.to_input()
        only = {"type": "text", "text": ""}
        assert message(only).to_input() == [{"role": "assistant", "content": [only]}]

    def test_response_items_go_back_unchanged_and_in_order(self) -> None:
        items = [
            {"type": "web_search_call", "id": "w", "status": "completed"},
            {"type": "reasoning", "id": "r", "summary": [], "encrypted_content": None},
            text_item("x"),
            {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        ]
        assert response(*items).to_input() == items
        assert response(*items, text_item("")).to_input() == items
        assert response(text_item("")).to_input() == [text_item("")]
        assert response(text_item("x", ""), items[3]).to_input() == [text_item("x"), items[3]]


def test_the_final_response_of_a_stream_has_it_all() -> None:
    views = {"chat": Chat, "messages": Message, "responses": Response}
    for protocol, view_class in views.items():
        accumulator = accumulator_for(protocol)  # type: ignore[arg-type]  # the keys above
        for event in SSEDecoder().feed(sample(protocol)):  # type: ignore[arg-type]  # as above
            if event.data == "[DONE]":
                accumulator.end()
            else:
                accumulator.add(loads(event.data))
        view: Any = view_class(accumulator.snapshot())
        assert (view.output_text, view.reasoning_text) == ("".join(TEXT), "".join(THOUGHT))
        [call] = view.tool_calls
        assert (call.id, call.name, call.arguments) == ("call_1", "look", {"q": "é"})
        assert view.usage_summary.input_tokens == 8
        assert "".join(THOUGHT) in str(view.to_input())
