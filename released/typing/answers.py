"""Answers and events: plain and optional attributes, narrowing of unions, open enums."""

from typing import Any, Literal, assert_type

from evolink_kimi import ToolCall, UsageSummary
from evolink_kimi.types import (
    ChatAssistantMessage,
    ChatChoice,
    ChatCompletion,
    ChatFinishReason,
    ChatInputMessage,
    ChatInputMessageParam,
    ChatToolCall,
    ChatUsage,
    ChatUserInputMessage,
    ContentBlock,
    ContentBlockDeltaEvent,
    Message,
    MessagesInputMessage,
    MessagesInputMessageParam,
    MessageStartEvent,
    MessageStreamEvent,
    RedactedThinkingBlock,
    Response,
    ResponseInputItemParam,
    ResponseOutputTextDeltaEvent,
    ResponseStreamEvent,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    UnknownContentBlock,
    UnknownMessageStreamEvent,
)


def attributes(answer: ChatCompletion) -> None:
    assert_type(answer.id, str)
    assert_type(answer.choices, list[ChatChoice])
    assert_type(answer.choices[0].message, ChatAssistantMessage)
    assert_type(answer.choices[0].message.reasoning_content, str | None)
    assert_type(answer.choices[0].message.tool_calls, list[ChatToolCall] | None)
    assert_type(answer.usage, ChatUsage | None)
    if answer.usage is not None:
        assert_type(answer.usage.prompt_tokens, int)
    answer.usage.prompt_tokens  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    answer.choises  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


def views(chat: ChatCompletion, message: Message, response: Response) -> None:
    for answer in (chat, message, response):
        assert_type(answer.output_text, str)
        assert_type(answer.reasoning_text, str)
        assert_type(answer.is_truncated, bool)
        assert_type(answer.usage_summary, UsageSummary | None)
        assert_type(answer.tool_calls, list[ToolCall])
    assert_type(chat.parse(dict[str, int]), dict[str, int])


def conversations(chat: ChatCompletion, message: Message, response: Response) -> None:
    first: list[ChatInputMessageParam] = []
    first.append({"role": "user", "content": "Hello"})
    first += chat.to_input()
    second: list[MessagesInputMessageParam] = []
    second.append({"role": "user", "content": "Hello"})
    second += message.to_input()
    either: list[MessagesInputMessageParam | MessagesInputMessage] = [*second]
    either += message.to_input()
    third: list[ResponseInputItemParam] = []
    third.append({"role": "user", "content": "Hello"})
    third += response.to_input()


def open_enums(choice: ChatChoice) -> None:
    assert_type(choice.finish_reason, ChatFinishReason | None)
    if choice.finish_reason == "stop" or choice.finish_reason == "a value of next year":
        pass
    if choice.finish_reason is not None:
        assert_type(choice.finish_reason.upper(), str)
    choice.finish_reason = "a value of next year"
    choice.finish_reason = 3  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]


def blocks_by_match(block: ContentBlock) -> str:
    match block:
        case TextBlock(text=text):
            return assert_type(text, str)
        case ThinkingBlock(thinking=thinking):
            return assert_type(thinking, str)
        case RedactedThinkingBlock() | ToolUseBlock():
            return block.type
        case UnknownContentBlock():
            assert_type(block.type, Literal["unknown"])
            assert_type(block.raw, dict[str, Any])
            return str(block.raw.get("type"))


def blocks_by_type(block: ContentBlock) -> str:
    if block.type == "text":
        assert_type(block, TextBlock)
        return block.text
    if block.type == "thinking":
        assert_type(block, ThinkingBlock)
        return block.thinking
    if block.type == "tool_use":
        assert_type(block, ToolUseBlock)
        return block.name
    if block.type == "unknown":
        assert_type(block, UnknownContentBlock)
        return str(block.raw)
    assert_type(block, RedactedThinkingBlock)
    return block.data


def block_unnarrowed(block: ContentBlock) -> str:
    return block.text  # type: ignore[union-attr]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportAttributeAccessIssue]


def events_by_match(event: MessageStreamEvent) -> None:
    match event:
        case MessageStartEvent(message=message):
            assert_type(message, Message)
        case ContentBlockDeltaEvent(index=index, delta=delta):
            assert_type(index, int)
            if delta.type == "text_delta":
                assert_type(delta.text, str)
        case UnknownMessageStreamEvent(raw=raw):
            assert_type(raw, dict[str, Any])
        case _:
            pass


def events_by_type(event: ResponseStreamEvent) -> None:
    if event.type == "response.output_text.delta":
        assert_type(event, ResponseOutputTextDeltaEvent)
        assert_type(event.delta, str)
    elif event.type == "response.completed":
        assert_type(event.response, Response)
    elif event.type == "unknown":
        assert_type(event.raw, dict[str, Any])
    elif event.type == "response.complete":  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
        pass  # type: ignore[unreachable]


def messages_by_role(message: ChatInputMessage) -> None:
    if message.role == "user":
        assert_type(message, ChatUserInputMessage)
