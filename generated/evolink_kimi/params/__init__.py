# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The shapes of the plain dicts that requests take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .chat import (
        ChatAssistantInputMessageParam as ChatAssistantInputMessageParam,
    )
    from .chat import (
        ChatCompletionRequestParam as ChatCompletionRequestParam,
    )
    from .chat import (
        ChatContentPartParam as ChatContentPartParam,
    )
    from .chat import (
        ChatFunctionCallParam as ChatFunctionCallParam,
    )
    from .chat import (
        ChatFunctionDefinitionParam as ChatFunctionDefinitionParam,
    )
    from .chat import (
        ChatFunctionNameParam as ChatFunctionNameParam,
    )
    from .chat import (
        ChatImagePartParam as ChatImagePartParam,
    )
    from .chat import (
        ChatInputMessageParam as ChatInputMessageParam,
    )
    from .chat import (
        ChatJsonSchemaFormatParam as ChatJsonSchemaFormatParam,
    )
    from .chat import (
        ChatMediaUrlParam as ChatMediaUrlParam,
    )
    from .chat import (
        ChatNamedToolChoiceParam as ChatNamedToolChoiceParam,
    )
    from .chat import (
        ChatResponseFormatParam as ChatResponseFormatParam,
    )
    from .chat import (
        ChatStreamOptionsParam as ChatStreamOptionsParam,
    )
    from .chat import (
        ChatSystemInputMessageParam as ChatSystemInputMessageParam,
    )
    from .chat import (
        ChatTextPartParam as ChatTextPartParam,
    )
    from .chat import (
        ChatToolCallParam as ChatToolCallParam,
    )
    from .chat import (
        ChatToolChoiceParam as ChatToolChoiceParam,
    )
    from .chat import (
        ChatToolInputMessageParam as ChatToolInputMessageParam,
    )
    from .chat import (
        ChatToolParam as ChatToolParam,
    )
    from .chat import (
        ChatUserInputMessageParam as ChatUserInputMessageParam,
    )
    from .chat import (
        ChatVideoPartParam as ChatVideoPartParam,
    )
    from .messages import (
        Base64ImageSourceParam as Base64ImageSourceParam,
    )
    from .messages import (
        ImageBlockParam as ImageBlockParam,
    )
    from .messages import (
        ImageSourceParam as ImageSourceParam,
    )
    from .messages import (
        InputContentBlockParam as InputContentBlockParam,
    )
    from .messages import (
        MessageMetadataParam as MessageMetadataParam,
    )
    from .messages import (
        MessageOutputConfigParam as MessageOutputConfigParam,
    )
    from .messages import (
        MessageOutputFormatParam as MessageOutputFormatParam,
    )
    from .messages import (
        MessageRequestParam as MessageRequestParam,
    )
    from .messages import (
        MessagesInputMessageParam as MessagesInputMessageParam,
    )
    from .messages import (
        MessageToolChoiceParam as MessageToolChoiceParam,
    )
    from .messages import (
        MessageToolParam as MessageToolParam,
    )
    from .messages import (
        RedactedThinkingBlockParam as RedactedThinkingBlockParam,
    )
    from .messages import (
        TextBlockParam as TextBlockParam,
    )
    from .messages import (
        ThinkingBlockParam as ThinkingBlockParam,
    )
    from .messages import (
        ToolResultBlockParam as ToolResultBlockParam,
    )
    from .messages import (
        ToolResultContentBlockParam as ToolResultContentBlockParam,
    )
    from .messages import (
        ToolUseBlockParam as ToolUseBlockParam,
    )
    from .messages import (
        UrlImageSourceParam as UrlImageSourceParam,
    )
    from .responses import (
        ResponseAdditionalToolsParam as ResponseAdditionalToolsParam,
    )
    from .responses import (
        ResponseCustomToolCallOutputParam as ResponseCustomToolCallOutputParam,
    )
    from .responses import (
        ResponseCustomToolCallParam as ResponseCustomToolCallParam,
    )
    from .responses import (
        ResponseCustomToolParam as ResponseCustomToolParam,
    )
    from .responses import (
        ResponseFunctionCallOutputParam as ResponseFunctionCallOutputParam,
    )
    from .responses import (
        ResponseFunctionCallParam as ResponseFunctionCallParam,
    )
    from .responses import (
        ResponseFunctionToolParam as ResponseFunctionToolParam,
    )
    from .responses import (
        ResponseInputContentParam as ResponseInputContentParam,
    )
    from .responses import (
        ResponseInputImageParam as ResponseInputImageParam,
    )
    from .responses import (
        ResponseInputItemParam as ResponseInputItemParam,
    )
    from .responses import (
        ResponseInputTextParam as ResponseInputTextParam,
    )
    from .responses import (
        ResponseNamedToolChoiceParam as ResponseNamedToolChoiceParam,
    )
    from .responses import (
        ResponseNamespaceToolParam as ResponseNamespaceToolParam,
    )
    from .responses import (
        ResponseOutputTextParam as ResponseOutputTextParam,
    )
    from .responses import (
        ResponseReasoningConfigParam as ResponseReasoningConfigParam,
    )
    from .responses import (
        ResponseReasoningContentPartParam as ResponseReasoningContentPartParam,
    )
    from .responses import (
        ResponseReasoningItemParam as ResponseReasoningItemParam,
    )
    from .responses import (
        ResponseReasoningSummaryPartParam as ResponseReasoningSummaryPartParam,
    )
    from .responses import (
        ResponseReasoningTextParam as ResponseReasoningTextParam,
    )
    from .responses import (
        ResponseRefusalParam as ResponseRefusalParam,
    )
    from .responses import (
        ResponseRequestParam as ResponseRequestParam,
    )
    from .responses import (
        ResponsesInputMessageParam as ResponsesInputMessageParam,
    )
    from .responses import (
        ResponseSummaryTextParam as ResponseSummaryTextParam,
    )
    from .responses import (
        ResponseTextConfigParam as ResponseTextConfigParam,
    )
    from .responses import (
        ResponseTextFormatParam as ResponseTextFormatParam,
    )
    from .responses import (
        ResponseToolChoiceParam as ResponseToolChoiceParam,
    )
    from .responses import (
        ResponseToolParam as ResponseToolParam,
    )
    from .responses import (
        ResponseWebSearchCallParam as ResponseWebSearchCallParam,
    )
    from .responses import (
        ResponseWebSearchToolParam as ResponseWebSearchToolParam,
    )
    from .shared import (
        JsonObjectParam as JsonObjectParam,
    )
    from .shared import (
        JsonSchemaParam as JsonSchemaParam,
    )

__all__ = [
    "Base64ImageSourceParam",
    "ChatAssistantInputMessageParam",
    "ChatCompletionRequestParam",
    "ChatContentPartParam",
    "ChatFunctionCallParam",
    "ChatFunctionDefinitionParam",
    "ChatFunctionNameParam",
    "ChatImagePartParam",
    "ChatInputMessageParam",
    "ChatJsonSchemaFormatParam",
    "ChatMediaUrlParam",
    "ChatNamedToolChoiceParam",
    "ChatResponseFormatParam",
    "ChatStreamOptionsParam",
    "ChatSystemInputMessageParam",
    "ChatTextPartParam",
    "ChatToolCallParam",
    "ChatToolChoiceParam",
    "ChatToolInputMessageParam",
    "ChatToolParam",
    "ChatUserInputMessageParam",
    "ChatVideoPartParam",
    "ImageBlockParam",
    "ImageSourceParam",
    "InputContentBlockParam",
    "JsonObjectParam",
    "JsonSchemaParam",
    "MessageMetadataParam",
    "MessageOutputConfigParam",
    "MessageOutputFormatParam",
    "MessageRequestParam",
    "MessageToolChoiceParam",
    "MessageToolParam",
    "MessagesInputMessageParam",
    "RedactedThinkingBlockParam",
    "ResponseAdditionalToolsParam",
    "ResponseCustomToolCallOutputParam",
    "ResponseCustomToolCallParam",
    "ResponseCustomToolParam",
    "ResponseFunctionCallOutputParam",
    "ResponseFunctionCallParam",
    "ResponseFunctionToolParam",
    "ResponseInputContentParam",
    "ResponseInputImageParam",
    "ResponseInputItemParam",
    "ResponseInputTextParam",
    "ResponseNamedToolChoiceParam",
    "ResponseNamespaceToolParam",
    "ResponseOutputTextParam",
    "ResponseReasoningConfigParam",
    "ResponseReasoningContentPartParam",
    "ResponseReasoningItemParam",
    "ResponseReasoningSummaryPartParam",
    "ResponseReasoningTextParam",
    "ResponseRefusalParam",
    "ResponseRequestParam",
    "ResponseSummaryTextParam",
    "ResponseTextConfigParam",
    "ResponseTextFormatParam",
    "ResponseToolChoiceParam",
    "ResponseToolParam",
    "ResponseWebSearchCallParam",
    "ResponseWebSearchToolParam",
    "ResponsesInputMessageParam",
    "TextBlockParam",
    "ThinkingBlockParam",
    "ToolResultBlockParam",
    "ToolResultContentBlockParam",
    "ToolUseBlockParam",
    "UrlImageSourceParam",
]

_MODULES = {
    "JsonObjectParam": ".shared",
    "JsonSchemaParam": ".shared",
    "ChatAssistantInputMessageParam": ".chat",
    "ChatCompletionRequestParam": ".chat",
    "ChatContentPartParam": ".chat",
    "ChatFunctionCallParam": ".chat",
    "ChatFunctionDefinitionParam": ".chat",
    "ChatFunctionNameParam": ".chat",
    "ChatImagePartParam": ".chat",
    "ChatInputMessageParam": ".chat",
    "ChatJsonSchemaFormatParam": ".chat",
    "ChatMediaUrlParam": ".chat",
    "ChatNamedToolChoiceParam": ".chat",
    "ChatResponseFormatParam": ".chat",
    "ChatStreamOptionsParam": ".chat",
    "ChatSystemInputMessageParam": ".chat",
    "ChatTextPartParam": ".chat",
    "ChatToolCallParam": ".chat",
    "ChatToolChoiceParam": ".chat",
    "ChatToolInputMessageParam": ".chat",
    "ChatToolParam": ".chat",
    "ChatUserInputMessageParam": ".chat",
    "ChatVideoPartParam": ".chat",
    "Base64ImageSourceParam": ".messages",
    "ImageBlockParam": ".messages",
    "ImageSourceParam": ".messages",
    "InputContentBlockParam": ".messages",
    "MessageMetadataParam": ".messages",
    "MessageOutputConfigParam": ".messages",
    "MessageOutputFormatParam": ".messages",
    "MessageRequestParam": ".messages",
    "MessageToolChoiceParam": ".messages",
    "MessageToolParam": ".messages",
    "MessagesInputMessageParam": ".messages",
    "RedactedThinkingBlockParam": ".messages",
    "TextBlockParam": ".messages",
    "ThinkingBlockParam": ".messages",
    "ToolResultBlockParam": ".messages",
    "ToolResultContentBlockParam": ".messages",
    "ToolUseBlockParam": ".messages",
    "UrlImageSourceParam": ".messages",
    "ResponseAdditionalToolsParam": ".responses",
    "ResponseCustomToolCallOutputParam": ".responses",
    "ResponseCustomToolCallParam": ".responses",
    "ResponseCustomToolParam": ".responses",
    "ResponseFunctionCallOutputParam": ".responses",
    "ResponseFunctionCallParam": ".responses",
    "ResponseFunctionToolParam": ".responses",
    "ResponseInputContentParam": ".responses",
    "ResponseInputImageParam": ".responses",
    "ResponseInputItemParam": ".responses",
    "ResponseInputTextParam": ".responses",
    "ResponseNamedToolChoiceParam": ".responses",
    "ResponseNamespaceToolParam": ".responses",
    "ResponseOutputTextParam": ".responses",
    "ResponseReasoningConfigParam": ".responses",
    "ResponseReasoningContentPartParam": ".responses",
    "ResponseReasoningItemParam": ".responses",
    "ResponseReasoningSummaryPartParam": ".responses",
    "ResponseReasoningTextParam": ".responses",
    "ResponseRefusalParam": ".responses",
    "ResponseRequestParam": ".responses",
    "ResponseSummaryTextParam": ".responses",
    "ResponseTextConfigParam": ".responses",
    "ResponseTextFormatParam": ".responses",
    "ResponseToolChoiceParam": ".responses",
    "ResponseToolParam": ".responses",
    "ResponseWebSearchCallParam": ".responses",
    "ResponseWebSearchToolParam": ".responses",
    "ResponsesInputMessageParam": ".responses",
}


if not TYPE_CHECKING:  # type checkers would take any name, of any type

    def __getattr__(name: str) -> Any:
        # Modules load at the first use of a name in them (PEP 562): importing the package is cheap.
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(module, __package__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
