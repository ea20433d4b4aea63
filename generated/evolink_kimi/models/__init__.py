# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The typed values of requests, answers and stream events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .chat import (
        ChatAssistantInputMessage as ChatAssistantInputMessage,
    )
    from .chat import (
        ChatAssistantMessage as ChatAssistantMessage,
    )
    from .chat import (
        ChatChoice as ChatChoice,
    )
    from .chat import (
        ChatChunkChoice as ChatChunkChoice,
    )
    from .chat import (
        ChatCompletion as ChatCompletion,
    )
    from .chat import (
        ChatCompletionChunk as ChatCompletionChunk,
    )
    from .chat import (
        ChatCompletionRequest as ChatCompletionRequest,
    )
    from .chat import (
        ChatCompletionTokensDetails as ChatCompletionTokensDetails,
    )
    from .chat import (
        ChatContentPart as ChatContentPart,
    )
    from .chat import (
        ChatDelta as ChatDelta,
    )
    from .chat import (
        ChatErrorDetail as ChatErrorDetail,
    )
    from .chat import (
        ChatErrorResponse as ChatErrorResponse,
    )
    from .chat import (
        ChatFinishReason as ChatFinishReason,
    )
    from .chat import (
        ChatFunctionCall as ChatFunctionCall,
    )
    from .chat import (
        ChatFunctionCallDelta as ChatFunctionCallDelta,
    )
    from .chat import (
        ChatFunctionDefinition as ChatFunctionDefinition,
    )
    from .chat import (
        ChatFunctionName as ChatFunctionName,
    )
    from .chat import (
        ChatImagePart as ChatImagePart,
    )
    from .chat import (
        ChatInputMessage as ChatInputMessage,
    )
    from .chat import (
        ChatJsonSchemaFormat as ChatJsonSchemaFormat,
    )
    from .chat import (
        ChatMediaUrl as ChatMediaUrl,
    )
    from .chat import (
        ChatNamedToolChoice as ChatNamedToolChoice,
    )
    from .chat import (
        ChatPromptTokensDetails as ChatPromptTokensDetails,
    )
    from .chat import (
        ChatResponseFormat as ChatResponseFormat,
    )
    from .chat import (
        ChatResponseFormatType as ChatResponseFormatType,
    )
    from .chat import (
        ChatStreamOptions as ChatStreamOptions,
    )
    from .chat import (
        ChatSystemInputMessage as ChatSystemInputMessage,
    )
    from .chat import (
        ChatTextPart as ChatTextPart,
    )
    from .chat import (
        ChatTool as ChatTool,
    )
    from .chat import (
        ChatToolCall as ChatToolCall,
    )
    from .chat import (
        ChatToolCallDelta as ChatToolCallDelta,
    )
    from .chat import (
        ChatToolChoice as ChatToolChoice,
    )
    from .chat import (
        ChatToolChoiceMode as ChatToolChoiceMode,
    )
    from .chat import (
        ChatToolInputMessage as ChatToolInputMessage,
    )
    from .chat import (
        ChatUsage as ChatUsage,
    )
    from .chat import (
        ChatUserInputMessage as ChatUserInputMessage,
    )
    from .chat import (
        ChatVideoPart as ChatVideoPart,
    )
    from .chat import (
        UnknownChatContentPart as UnknownChatContentPart,
    )
    from .chat import (
        UnknownChatInputMessage as UnknownChatInputMessage,
    )
    from .messages import (
        Base64ImageSource as Base64ImageSource,
    )
    from .messages import (
        CitationsDelta as CitationsDelta,
    )
    from .messages import (
        ContentBlock as ContentBlock,
    )
    from .messages import (
        ContentBlockDelta as ContentBlockDelta,
    )
    from .messages import (
        ContentBlockDeltaEvent as ContentBlockDeltaEvent,
    )
    from .messages import (
        ContentBlockStartEvent as ContentBlockStartEvent,
    )
    from .messages import (
        ContentBlockStopEvent as ContentBlockStopEvent,
    )
    from .messages import (
        ImageBlock as ImageBlock,
    )
    from .messages import (
        ImageMediaType as ImageMediaType,
    )
    from .messages import (
        ImageSource as ImageSource,
    )
    from .messages import (
        InputContentBlock as InputContentBlock,
    )
    from .messages import (
        InputJsonDelta as InputJsonDelta,
    )
    from .messages import (
        Message as Message,
    )
    from .messages import (
        MessageDelta as MessageDelta,
    )
    from .messages import (
        MessageDeltaEvent as MessageDeltaEvent,
    )
    from .messages import (
        MessageDeltaUsage as MessageDeltaUsage,
    )
    from .messages import (
        MessageErrorEvent as MessageErrorEvent,
    )
    from .messages import (
        MessageMetadata as MessageMetadata,
    )
    from .messages import (
        MessageOutputConfig as MessageOutputConfig,
    )
    from .messages import (
        MessageOutputFormat as MessageOutputFormat,
    )
    from .messages import (
        MessageOutputTokensDetails as MessageOutputTokensDetails,
    )
    from .messages import (
        MessagePingEvent as MessagePingEvent,
    )
    from .messages import (
        MessageRequest as MessageRequest,
    )
    from .messages import (
        MessagesErrorDetail as MessagesErrorDetail,
    )
    from .messages import (
        MessagesErrorResponse as MessagesErrorResponse,
    )
    from .messages import (
        MessagesInputMessage as MessagesInputMessage,
    )
    from .messages import (
        MessageStartEvent as MessageStartEvent,
    )
    from .messages import (
        MessageStopEvent as MessageStopEvent,
    )
    from .messages import (
        MessageStopReason as MessageStopReason,
    )
    from .messages import (
        MessageStreamEvent as MessageStreamEvent,
    )
    from .messages import (
        MessageTool as MessageTool,
    )
    from .messages import (
        MessageToolChoice as MessageToolChoice,
    )
    from .messages import (
        MessageToolChoiceMode as MessageToolChoiceMode,
    )
    from .messages import (
        MessageUsage as MessageUsage,
    )
    from .messages import (
        RedactedThinkingBlock as RedactedThinkingBlock,
    )
    from .messages import (
        SignatureDelta as SignatureDelta,
    )
    from .messages import (
        TextBlock as TextBlock,
    )
    from .messages import (
        TextDelta as TextDelta,
    )
    from .messages import (
        ThinkingBlock as ThinkingBlock,
    )
    from .messages import (
        ThinkingDelta as ThinkingDelta,
    )
    from .messages import (
        ToolResultBlock as ToolResultBlock,
    )
    from .messages import (
        ToolResultContentBlock as ToolResultContentBlock,
    )
    from .messages import (
        ToolUseBlock as ToolUseBlock,
    )
    from .messages import (
        UnknownContentBlock as UnknownContentBlock,
    )
    from .messages import (
        UnknownContentBlockDelta as UnknownContentBlockDelta,
    )
    from .messages import (
        UnknownImageSource as UnknownImageSource,
    )
    from .messages import (
        UnknownInputContentBlock as UnknownInputContentBlock,
    )
    from .messages import (
        UnknownMessageStreamEvent as UnknownMessageStreamEvent,
    )
    from .messages import (
        UnknownToolResultContentBlock as UnknownToolResultContentBlock,
    )
    from .messages import (
        UrlImageSource as UrlImageSource,
    )
    from .responses import (
        ImageDetail as ImageDetail,
    )
    from .responses import (
        Response as Response,
    )
    from .responses import (
        ResponseAdditionalTools as ResponseAdditionalTools,
    )
    from .responses import (
        ResponseCompletedEvent as ResponseCompletedEvent,
    )
    from .responses import (
        ResponseContentPart as ResponseContentPart,
    )
    from .responses import (
        ResponseContentPartAddedEvent as ResponseContentPartAddedEvent,
    )
    from .responses import (
        ResponseContentPartDoneEvent as ResponseContentPartDoneEvent,
    )
    from .responses import (
        ResponseCreatedEvent as ResponseCreatedEvent,
    )
    from .responses import (
        ResponseCustomTool as ResponseCustomTool,
    )
    from .responses import (
        ResponseCustomToolCall as ResponseCustomToolCall,
    )
    from .responses import (
        ResponseCustomToolCallInputDeltaEvent as ResponseCustomToolCallInputDeltaEvent,
    )
    from .responses import (
        ResponseCustomToolCallInputDoneEvent as ResponseCustomToolCallInputDoneEvent,
    )
    from .responses import (
        ResponseCustomToolCallOutput as ResponseCustomToolCallOutput,
    )
    from .responses import (
        ResponseError as ResponseError,
    )
    from .responses import (
        ResponseErrorEvent as ResponseErrorEvent,
    )
    from .responses import (
        ResponseFailedEvent as ResponseFailedEvent,
    )
    from .responses import (
        ResponseFunctionCall as ResponseFunctionCall,
    )
    from .responses import (
        ResponseFunctionCallArgumentsDeltaEvent as ResponseFunctionCallArgumentsDeltaEvent,
    )
    from .responses import (
        ResponseFunctionCallArgumentsDoneEvent as ResponseFunctionCallArgumentsDoneEvent,
    )
    from .responses import (
        ResponseFunctionCallOutput as ResponseFunctionCallOutput,
    )
    from .responses import (
        ResponseFunctionTool as ResponseFunctionTool,
    )
    from .responses import (
        ResponseIncompleteDetails as ResponseIncompleteDetails,
    )
    from .responses import (
        ResponseIncompleteEvent as ResponseIncompleteEvent,
    )
    from .responses import (
        ResponseIncompleteReason as ResponseIncompleteReason,
    )
    from .responses import (
        ResponseInProgressEvent as ResponseInProgressEvent,
    )
    from .responses import (
        ResponseInputContent as ResponseInputContent,
    )
    from .responses import (
        ResponseInputImage as ResponseInputImage,
    )
    from .responses import (
        ResponseInputItem as ResponseInputItem,
    )
    from .responses import (
        ResponseInputText as ResponseInputText,
    )
    from .responses import (
        ResponseInputTokensDetails as ResponseInputTokensDetails,
    )
    from .responses import (
        ResponseItemStatus as ResponseItemStatus,
    )
    from .responses import (
        ResponseNamedToolChoice as ResponseNamedToolChoice,
    )
    from .responses import (
        ResponseNamespaceTool as ResponseNamespaceTool,
    )
    from .responses import (
        ResponseOutputContent as ResponseOutputContent,
    )
    from .responses import (
        ResponseOutputItem as ResponseOutputItem,
    )
    from .responses import (
        ResponseOutputItemAddedEvent as ResponseOutputItemAddedEvent,
    )
    from .responses import (
        ResponseOutputItemDoneEvent as ResponseOutputItemDoneEvent,
    )
    from .responses import (
        ResponseOutputMessage as ResponseOutputMessage,
    )
    from .responses import (
        ResponseOutputText as ResponseOutputText,
    )
    from .responses import (
        ResponseOutputTextAnnotationAddedEvent as ResponseOutputTextAnnotationAddedEvent,
    )
    from .responses import (
        ResponseOutputTextDeltaEvent as ResponseOutputTextDeltaEvent,
    )
    from .responses import (
        ResponseOutputTextDoneEvent as ResponseOutputTextDoneEvent,
    )
    from .responses import (
        ResponseOutputTokensDetails as ResponseOutputTokensDetails,
    )
    from .responses import (
        ResponseQueuedEvent as ResponseQueuedEvent,
    )
    from .responses import (
        ResponseReasoningConfig as ResponseReasoningConfig,
    )
    from .responses import (
        ResponseReasoningContentPart as ResponseReasoningContentPart,
    )
    from .responses import (
        ResponseReasoningItem as ResponseReasoningItem,
    )
    from .responses import (
        ResponseReasoningSummaryPart as ResponseReasoningSummaryPart,
    )
    from .responses import (
        ResponseReasoningSummaryPartAddedEvent as ResponseReasoningSummaryPartAddedEvent,
    )
    from .responses import (
        ResponseReasoningSummaryPartDoneEvent as ResponseReasoningSummaryPartDoneEvent,
    )
    from .responses import (
        ResponseReasoningSummaryTextDeltaEvent as ResponseReasoningSummaryTextDeltaEvent,
    )
    from .responses import (
        ResponseReasoningSummaryTextDoneEvent as ResponseReasoningSummaryTextDoneEvent,
    )
    from .responses import (
        ResponseReasoningText as ResponseReasoningText,
    )
    from .responses import (
        ResponseReasoningTextDeltaEvent as ResponseReasoningTextDeltaEvent,
    )
    from .responses import (
        ResponseReasoningTextDoneEvent as ResponseReasoningTextDoneEvent,
    )
    from .responses import (
        ResponseRefusal as ResponseRefusal,
    )
    from .responses import (
        ResponseRefusalDeltaEvent as ResponseRefusalDeltaEvent,
    )
    from .responses import (
        ResponseRefusalDoneEvent as ResponseRefusalDoneEvent,
    )
    from .responses import (
        ResponseRequest as ResponseRequest,
    )
    from .responses import (
        ResponsesErrorDetail as ResponsesErrorDetail,
    )
    from .responses import (
        ResponsesErrorResponse as ResponsesErrorResponse,
    )
    from .responses import (
        ResponsesInputMessage as ResponsesInputMessage,
    )
    from .responses import (
        ResponseStatus as ResponseStatus,
    )
    from .responses import (
        ResponseStreamEvent as ResponseStreamEvent,
    )
    from .responses import (
        ResponseSummaryText as ResponseSummaryText,
    )
    from .responses import (
        ResponseTextConfig as ResponseTextConfig,
    )
    from .responses import (
        ResponseTextFormat as ResponseTextFormat,
    )
    from .responses import (
        ResponseTextFormatType as ResponseTextFormatType,
    )
    from .responses import (
        ResponseTool as ResponseTool,
    )
    from .responses import (
        ResponseToolChoice as ResponseToolChoice,
    )
    from .responses import (
        ResponseToolChoiceMode as ResponseToolChoiceMode,
    )
    from .responses import (
        ResponseUsage as ResponseUsage,
    )
    from .responses import (
        ResponseWebSearchCall as ResponseWebSearchCall,
    )
    from .responses import (
        ResponseWebSearchCallCompletedEvent as ResponseWebSearchCallCompletedEvent,
    )
    from .responses import (
        ResponseWebSearchCallInProgressEvent as ResponseWebSearchCallInProgressEvent,
    )
    from .responses import (
        ResponseWebSearchCallSearchingEvent as ResponseWebSearchCallSearchingEvent,
    )
    from .responses import (
        ResponseWebSearchStatus as ResponseWebSearchStatus,
    )
    from .responses import (
        ResponseWebSearchTool as ResponseWebSearchTool,
    )
    from .responses import (
        UnknownResponseContentPart as UnknownResponseContentPart,
    )
    from .responses import (
        UnknownResponseInputContent as UnknownResponseInputContent,
    )
    from .responses import (
        UnknownResponseInputItem as UnknownResponseInputItem,
    )
    from .responses import (
        UnknownResponseOutputContent as UnknownResponseOutputContent,
    )
    from .responses import (
        UnknownResponseOutputItem as UnknownResponseOutputItem,
    )
    from .responses import (
        UnknownResponseStreamEvent as UnknownResponseStreamEvent,
    )
    from .responses import (
        UnknownResponseTool as UnknownResponseTool,
    )
    from .shared import (
        JsonObject as JsonObject,
    )
    from .shared import (
        JsonSchema as JsonSchema,
    )
    from .shared import (
        KimiModel as KimiModel,
    )
    from .shared import (
        ReasoningEffort as ReasoningEffort,
    )

__all__ = [
    "Base64ImageSource",
    "ChatAssistantInputMessage",
    "ChatAssistantMessage",
    "ChatChoice",
    "ChatChunkChoice",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatCompletionRequest",
    "ChatCompletionTokensDetails",
    "ChatContentPart",
    "ChatDelta",
    "ChatErrorDetail",
    "ChatErrorResponse",
    "ChatFinishReason",
    "ChatFunctionCall",
    "ChatFunctionCallDelta",
    "ChatFunctionDefinition",
    "ChatFunctionName",
    "ChatImagePart",
    "ChatInputMessage",
    "ChatJsonSchemaFormat",
    "ChatMediaUrl",
    "ChatNamedToolChoice",
    "ChatPromptTokensDetails",
    "ChatResponseFormat",
    "ChatResponseFormatType",
    "ChatStreamOptions",
    "ChatSystemInputMessage",
    "ChatTextPart",
    "ChatTool",
    "ChatToolCall",
    "ChatToolCallDelta",
    "ChatToolChoice",
    "ChatToolChoiceMode",
    "ChatToolInputMessage",
    "ChatUsage",
    "ChatUserInputMessage",
    "ChatVideoPart",
    "CitationsDelta",
    "ContentBlock",
    "ContentBlockDelta",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "ImageBlock",
    "ImageDetail",
    "ImageMediaType",
    "ImageSource",
    "InputContentBlock",
    "InputJsonDelta",
    "JsonObject",
    "JsonSchema",
    "KimiModel",
    "Message",
    "MessageDelta",
    "MessageDeltaEvent",
    "MessageDeltaUsage",
    "MessageErrorEvent",
    "MessageMetadata",
    "MessageOutputConfig",
    "MessageOutputFormat",
    "MessageOutputTokensDetails",
    "MessagePingEvent",
    "MessageRequest",
    "MessageStartEvent",
    "MessageStopEvent",
    "MessageStopReason",
    "MessageStreamEvent",
    "MessageTool",
    "MessageToolChoice",
    "MessageToolChoiceMode",
    "MessageUsage",
    "MessagesErrorDetail",
    "MessagesErrorResponse",
    "MessagesInputMessage",
    "ReasoningEffort",
    "RedactedThinkingBlock",
    "Response",
    "ResponseAdditionalTools",
    "ResponseCompletedEvent",
    "ResponseContentPart",
    "ResponseContentPartAddedEvent",
    "ResponseContentPartDoneEvent",
    "ResponseCreatedEvent",
    "ResponseCustomTool",
    "ResponseCustomToolCall",
    "ResponseCustomToolCallInputDeltaEvent",
    "ResponseCustomToolCallInputDoneEvent",
    "ResponseCustomToolCallOutput",
    "ResponseError",
    "ResponseErrorEvent",
    "ResponseFailedEvent",
    "ResponseFunctionCall",
    "ResponseFunctionCallArgumentsDeltaEvent",
    "ResponseFunctionCallArgumentsDoneEvent",
    "ResponseFunctionCallOutput",
    "ResponseFunctionTool",
    "ResponseInProgressEvent",
    "ResponseIncompleteDetails",
    "ResponseIncompleteEvent",
    "ResponseIncompleteReason",
    "ResponseInputContent",
    "ResponseInputImage",
    "ResponseInputItem",
    "ResponseInputText",
    "ResponseInputTokensDetails",
    "ResponseItemStatus",
    "ResponseNamedToolChoice",
    "ResponseNamespaceTool",
    "ResponseOutputContent",
    "ResponseOutputItem",
    "ResponseOutputItemAddedEvent",
    "ResponseOutputItemDoneEvent",
    "ResponseOutputMessage",
    "ResponseOutputText",
    "ResponseOutputTextAnnotationAddedEvent",
    "ResponseOutputTextDeltaEvent",
    "ResponseOutputTextDoneEvent",
    "ResponseOutputTokensDetails",
    "ResponseQueuedEvent",
    "ResponseReasoningConfig",
    "ResponseReasoningContentPart",
    "ResponseReasoningItem",
    "ResponseReasoningSummaryPart",
    "ResponseReasoningSummaryPartAddedEvent",
    "ResponseReasoningSummaryPartDoneEvent",
    "ResponseReasoningSummaryTextDeltaEvent",
    "ResponseReasoningSummaryTextDoneEvent",
    "ResponseReasoningText",
    "ResponseReasoningTextDeltaEvent",
    "ResponseReasoningTextDoneEvent",
    "ResponseRefusal",
    "ResponseRefusalDeltaEvent",
    "ResponseRefusalDoneEvent",
    "ResponseRequest",
    "ResponseStatus",
    "ResponseStreamEvent",
    "ResponseSummaryText",
    "ResponseTextConfig",
    "ResponseTextFormat",
    "ResponseTextFormatType",
    "ResponseTool",
    "ResponseToolChoice",
    "ResponseToolChoiceMode",
    "ResponseUsage",
    "ResponseWebSearchCall",
    "ResponseWebSearchCallCompletedEvent",
    "ResponseWebSearchCallInProgressEvent",
    "ResponseWebSearchCallSearchingEvent",
    "ResponseWebSearchStatus",
    "ResponseWebSearchTool",
    "ResponsesErrorDetail",
    "ResponsesErrorResponse",
    "ResponsesInputMessage",
    "SignatureDelta",
    "TextBlock",
    "TextDelta",
    "ThinkingBlock",
    "ThinkingDelta",
    "ToolResultBlock",
    "ToolResultContentBlock",
    "ToolUseBlock",
    "UnknownChatContentPart",
    "UnknownChatInputMessage",
    "UnknownContentBlock",
    "UnknownContentBlockDelta",
    "UnknownImageSource",
    "UnknownInputContentBlock",
    "UnknownMessageStreamEvent",
    "UnknownResponseContentPart",
    "UnknownResponseInputContent",
    "UnknownResponseInputItem",
    "UnknownResponseOutputContent",
    "UnknownResponseOutputItem",
    "UnknownResponseStreamEvent",
    "UnknownResponseTool",
    "UnknownToolResultContentBlock",
    "UrlImageSource",
]

_MODULES = {
    "JsonObject": ".shared",
    "JsonSchema": ".shared",
    "KimiModel": ".shared",
    "ReasoningEffort": ".shared",
    "ChatAssistantInputMessage": ".chat",
    "ChatAssistantMessage": ".chat",
    "ChatChoice": ".chat",
    "ChatChunkChoice": ".chat",
    "ChatCompletion": ".chat",
    "ChatCompletionChunk": ".chat",
    "ChatCompletionRequest": ".chat",
    "ChatCompletionTokensDetails": ".chat",
    "ChatContentPart": ".chat",
    "ChatDelta": ".chat",
    "ChatErrorDetail": ".chat",
    "ChatErrorResponse": ".chat",
    "ChatFinishReason": ".chat",
    "ChatFunctionCall": ".chat",
    "ChatFunctionCallDelta": ".chat",
    "ChatFunctionDefinition": ".chat",
    "ChatFunctionName": ".chat",
    "ChatImagePart": ".chat",
    "ChatInputMessage": ".chat",
    "ChatJsonSchemaFormat": ".chat",
    "ChatMediaUrl": ".chat",
    "ChatNamedToolChoice": ".chat",
    "ChatPromptTokensDetails": ".chat",
    "ChatResponseFormat": ".chat",
    "ChatResponseFormatType": ".chat",
    "ChatStreamOptions": ".chat",
    "ChatSystemInputMessage": ".chat",
    "ChatTextPart": ".chat",
    "ChatTool": ".chat",
    "ChatToolCall": ".chat",
    "ChatToolCallDelta": ".chat",
    "ChatToolChoice": ".chat",
    "ChatToolChoiceMode": ".chat",
    "ChatToolInputMessage": ".chat",
    "ChatUsage": ".chat",
    "ChatUserInputMessage": ".chat",
    "ChatVideoPart": ".chat",
    "UnknownChatContentPart": ".chat",
    "UnknownChatInputMessage": ".chat",
    "Base64ImageSource": ".messages",
    "CitationsDelta": ".messages",
    "ContentBlock": ".messages",
    "ContentBlockDelta": ".messages",
    "ContentBlockDeltaEvent": ".messages",
    "ContentBlockStartEvent": ".messages",
    "ContentBlockStopEvent": ".messages",
    "ImageBlock": ".messages",
    "ImageMediaType": ".messages",
    "ImageSource": ".messages",
    "InputContentBlock": ".messages",
    "InputJsonDelta": ".messages",
    "Message": ".messages",
    "MessageDelta": ".messages",
    "MessageDeltaEvent": ".messages",
    "MessageDeltaUsage": ".messages",
    "MessageErrorEvent": ".messages",
    "MessageMetadata": ".messages",
    "MessageOutputConfig": ".messages",
    "MessageOutputFormat": ".messages",
    "MessageOutputTokensDetails": ".messages",
    "MessagePingEvent": ".messages",
    "MessageRequest": ".messages",
    "MessageStartEvent": ".messages",
    "MessageStopEvent": ".messages",
    "MessageStopReason": ".messages",
    "MessageStreamEvent": ".messages",
    "MessageTool": ".messages",
    "MessageToolChoice": ".messages",
    "MessageToolChoiceMode": ".messages",
    "MessageUsage": ".messages",
    "MessagesErrorDetail": ".messages",
    "MessagesErrorResponse": ".messages",
    "MessagesInputMessage": ".messages",
    "RedactedThinkingBlock": ".messages",
    "SignatureDelta": ".messages",
    "TextBlock": ".messages",
    "TextDelta": ".messages",
    "ThinkingBlock": ".messages",
    "ThinkingDelta": ".messages",
    "ToolResultBlock": ".messages",
    "ToolResultContentBlock": ".messages",
    "ToolUseBlock": ".messages",
    "UnknownContentBlock": ".messages",
    "UnknownContentBlockDelta": ".messages",
    "UnknownImageSource": ".messages",
    "UnknownInputContentBlock": ".messages",
    "UnknownMessageStreamEvent": ".messages",
    "UnknownToolResultContentBlock": ".messages",
    "UrlImageSource": ".messages",
    "ImageDetail": ".responses",
    "Response": ".responses",
    "ResponseAdditionalTools": ".responses",
    "ResponseCompletedEvent": ".responses",
    "ResponseContentPart": ".responses",
    "ResponseContentPartAddedEvent": ".responses",
    "ResponseContentPartDoneEvent": ".responses",
    "ResponseCreatedEvent": ".responses",
    "ResponseCustomTool": ".responses",
    "ResponseCustomToolCall": ".responses",
    "ResponseCustomToolCallInputDeltaEvent": ".responses",
    "ResponseCustomToolCallInputDoneEvent": ".responses",
    "ResponseCustomToolCallOutput": ".responses",
    "ResponseError": ".responses",
    "ResponseErrorEvent": ".responses",
    "ResponseFailedEvent": ".responses",
    "ResponseFunctionCall": ".responses",
    "ResponseFunctionCallArgumentsDeltaEvent": ".responses",
    "ResponseFunctionCallArgumentsDoneEvent": ".responses",
    "ResponseFunctionCallOutput": ".responses",
    "ResponseFunctionTool": ".responses",
    "ResponseInProgressEvent": ".responses",
    "ResponseIncompleteDetails": ".responses",
    "ResponseIncompleteEvent": ".responses",
    "ResponseIncompleteReason": ".responses",
    "ResponseInputContent": ".responses",
    "ResponseInputImage": ".responses",
    "ResponseInputItem": ".responses",
    "ResponseInputText": ".responses",
    "ResponseInputTokensDetails": ".responses",
    "ResponseItemStatus": ".responses",
    "ResponseNamedToolChoice": ".responses",
    "ResponseNamespaceTool": ".responses",
    "ResponseOutputContent": ".responses",
    "ResponseOutputItem": ".responses",
    "ResponseOutputItemAddedEvent": ".responses",
    "ResponseOutputItemDoneEvent": ".responses",
    "ResponseOutputMessage": ".responses",
    "ResponseOutputText": ".responses",
    "ResponseOutputTextAnnotationAddedEvent": ".responses",
    "ResponseOutputTextDeltaEvent": ".responses",
    "ResponseOutputTextDoneEvent": ".responses",
    "ResponseOutputTokensDetails": ".responses",
    "ResponseQueuedEvent": ".responses",
    "ResponseReasoningConfig": ".responses",
    "ResponseReasoningContentPart": ".responses",
    "ResponseReasoningItem": ".responses",
    "ResponseReasoningSummaryPart": ".responses",
    "ResponseReasoningSummaryPartAddedEvent": ".responses",
    "ResponseReasoningSummaryPartDoneEvent": ".responses",
    "ResponseReasoningSummaryTextDeltaEvent": ".responses",
    "ResponseReasoningSummaryTextDoneEvent": ".responses",
    "ResponseReasoningText": ".responses",
    "ResponseReasoningTextDeltaEvent": ".responses",
    "ResponseReasoningTextDoneEvent": ".responses",
    "ResponseRefusal": ".responses",
    "ResponseRefusalDeltaEvent": ".responses",
    "ResponseRefusalDoneEvent": ".responses",
    "ResponseRequest": ".responses",
    "ResponseStatus": ".responses",
    "ResponseStreamEvent": ".responses",
    "ResponseSummaryText": ".responses",
    "ResponseTextConfig": ".responses",
    "ResponseTextFormat": ".responses",
    "ResponseTextFormatType": ".responses",
    "ResponseTool": ".responses",
    "ResponseToolChoice": ".responses",
    "ResponseToolChoiceMode": ".responses",
    "ResponseUsage": ".responses",
    "ResponseWebSearchCall": ".responses",
    "ResponseWebSearchCallCompletedEvent": ".responses",
    "ResponseWebSearchCallInProgressEvent": ".responses",
    "ResponseWebSearchCallSearchingEvent": ".responses",
    "ResponseWebSearchStatus": ".responses",
    "ResponseWebSearchTool": ".responses",
    "ResponsesErrorDetail": ".responses",
    "ResponsesErrorResponse": ".responses",
    "ResponsesInputMessage": ".responses",
    "UnknownResponseContentPart": ".responses",
    "UnknownResponseInputContent": ".responses",
    "UnknownResponseInputItem": ".responses",
    "UnknownResponseOutputContent": ".responses",
    "UnknownResponseOutputItem": ".responses",
    "UnknownResponseStreamEvent": ".responses",
    "UnknownResponseTool": ".responses",
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
