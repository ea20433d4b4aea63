# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Every model, and every shape of a plain dict, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .models.chat import (
        ChatAssistantInputMessage as ChatAssistantInputMessage,
    )
    from .models.chat import (
        ChatAssistantMessage as ChatAssistantMessage,
    )
    from .models.chat import (
        ChatChoice as ChatChoice,
    )
    from .models.chat import (
        ChatChunkChoice as ChatChunkChoice,
    )
    from .models.chat import (
        ChatCompletion as ChatCompletion,
    )
    from .models.chat import (
        ChatCompletionChunk as ChatCompletionChunk,
    )
    from .models.chat import (
        ChatCompletionRequest as ChatCompletionRequest,
    )
    from .models.chat import (
        ChatCompletionTokensDetails as ChatCompletionTokensDetails,
    )
    from .models.chat import (
        ChatContentPart as ChatContentPart,
    )
    from .models.chat import (
        ChatDelta as ChatDelta,
    )
    from .models.chat import (
        ChatErrorDetail as ChatErrorDetail,
    )
    from .models.chat import (
        ChatErrorResponse as ChatErrorResponse,
    )
    from .models.chat import (
        ChatFinishReason as ChatFinishReason,
    )
    from .models.chat import (
        ChatFunctionCall as ChatFunctionCall,
    )
    from .models.chat import (
        ChatFunctionCallDelta as ChatFunctionCallDelta,
    )
    from .models.chat import (
        ChatFunctionDefinition as ChatFunctionDefinition,
    )
    from .models.chat import (
        ChatFunctionName as ChatFunctionName,
    )
    from .models.chat import (
        ChatImagePart as ChatImagePart,
    )
    from .models.chat import (
        ChatInputMessage as ChatInputMessage,
    )
    from .models.chat import (
        ChatJsonSchemaFormat as ChatJsonSchemaFormat,
    )
    from .models.chat import (
        ChatMediaUrl as ChatMediaUrl,
    )
    from .models.chat import (
        ChatNamedToolChoice as ChatNamedToolChoice,
    )
    from .models.chat import (
        ChatPromptTokensDetails as ChatPromptTokensDetails,
    )
    from .models.chat import (
        ChatResponseFormat as ChatResponseFormat,
    )
    from .models.chat import (
        ChatResponseFormatType as ChatResponseFormatType,
    )
    from .models.chat import (
        ChatStreamOptions as ChatStreamOptions,
    )
    from .models.chat import (
        ChatSystemInputMessage as ChatSystemInputMessage,
    )
    from .models.chat import (
        ChatTextPart as ChatTextPart,
    )
    from .models.chat import (
        ChatTool as ChatTool,
    )
    from .models.chat import (
        ChatToolCall as ChatToolCall,
    )
    from .models.chat import (
        ChatToolCallDelta as ChatToolCallDelta,
    )
    from .models.chat import (
        ChatToolChoice as ChatToolChoice,
    )
    from .models.chat import (
        ChatToolChoiceMode as ChatToolChoiceMode,
    )
    from .models.chat import (
        ChatToolInputMessage as ChatToolInputMessage,
    )
    from .models.chat import (
        ChatUsage as ChatUsage,
    )
    from .models.chat import (
        ChatUserInputMessage as ChatUserInputMessage,
    )
    from .models.chat import (
        ChatVideoPart as ChatVideoPart,
    )
    from .models.chat import (
        UnknownChatContentPart as UnknownChatContentPart,
    )
    from .models.chat import (
        UnknownChatInputMessage as UnknownChatInputMessage,
    )
    from .models.messages import (
        Base64ImageSource as Base64ImageSource,
    )
    from .models.messages import (
        CitationsDelta as CitationsDelta,
    )
    from .models.messages import (
        ContentBlock as ContentBlock,
    )
    from .models.messages import (
        ContentBlockDelta as ContentBlockDelta,
    )
    from .models.messages import (
        ContentBlockDeltaEvent as ContentBlockDeltaEvent,
    )
    from .models.messages import (
        ContentBlockStartEvent as ContentBlockStartEvent,
    )
    from .models.messages import (
        ContentBlockStopEvent as ContentBlockStopEvent,
    )
    from .models.messages import (
        ImageBlock as ImageBlock,
    )
    from .models.messages import (
        ImageMediaType as ImageMediaType,
    )
    from .models.messages import (
        ImageSource as ImageSource,
    )
    from .models.messages import (
        InputContentBlock as InputContentBlock,
    )
    from .models.messages import (
        InputJsonDelta as InputJsonDelta,
    )
    from .models.messages import (
        Message as Message,
    )
    from .models.messages import (
        MessageDelta as MessageDelta,
    )
    from .models.messages import (
        MessageDeltaEvent as MessageDeltaEvent,
    )
    from .models.messages import (
        MessageDeltaUsage as MessageDeltaUsage,
    )
    from .models.messages import (
        MessageErrorEvent as MessageErrorEvent,
    )
    from .models.messages import (
        MessageMetadata as MessageMetadata,
    )
    from .models.messages import (
        MessageOutputConfig as MessageOutputConfig,
    )
    from .models.messages import (
        MessageOutputFormat as MessageOutputFormat,
    )
    from .models.messages import (
        MessageOutputTokensDetails as MessageOutputTokensDetails,
    )
    from .models.messages import (
        MessagePingEvent as MessagePingEvent,
    )
    from .models.messages import (
        MessageRequest as MessageRequest,
    )
    from .models.messages import (
        MessagesErrorDetail as MessagesErrorDetail,
    )
    from .models.messages import (
        MessagesErrorResponse as MessagesErrorResponse,
    )
    from .models.messages import (
        MessagesInputMessage as MessagesInputMessage,
    )
    from .models.messages import (
        MessageStartEvent as MessageStartEvent,
    )
    from .models.messages import (
        MessageStopEvent as MessageStopEvent,
    )
    from .models.messages import (
        MessageStopReason as MessageStopReason,
    )
    from .models.messages import (
        MessageStreamEvent as MessageStreamEvent,
    )
    from .models.messages import (
        MessageTool as MessageTool,
    )
    from .models.messages import (
        MessageToolChoice as MessageToolChoice,
    )
    from .models.messages import (
        MessageToolChoiceMode as MessageToolChoiceMode,
    )
    from .models.messages import (
        MessageUsage as MessageUsage,
    )
    from .models.messages import (
        RedactedThinkingBlock as RedactedThinkingBlock,
    )
    from .models.messages import (
        SignatureDelta as SignatureDelta,
    )
    from .models.messages import (
        TextBlock as TextBlock,
    )
    from .models.messages import (
        TextDelta as TextDelta,
    )
    from .models.messages import (
        ThinkingBlock as ThinkingBlock,
    )
    from .models.messages import (
        ThinkingDelta as ThinkingDelta,
    )
    from .models.messages import (
        ToolResultBlock as ToolResultBlock,
    )
    from .models.messages import (
        ToolResultContentBlock as ToolResultContentBlock,
    )
    from .models.messages import (
        ToolUseBlock as ToolUseBlock,
    )
    from .models.messages import (
        UnknownContentBlock as UnknownContentBlock,
    )
    from .models.messages import (
        UnknownContentBlockDelta as UnknownContentBlockDelta,
    )
    from .models.messages import (
        UnknownImageSource as UnknownImageSource,
    )
    from .models.messages import (
        UnknownInputContentBlock as UnknownInputContentBlock,
    )
    from .models.messages import (
        UnknownMessageStreamEvent as UnknownMessageStreamEvent,
    )
    from .models.messages import (
        UnknownToolResultContentBlock as UnknownToolResultContentBlock,
    )
    from .models.messages import (
        UrlImageSource as UrlImageSource,
    )
    from .models.responses import (
        ImageDetail as ImageDetail,
    )
    from .models.responses import (
        Response as Response,
    )
    from .models.responses import (
        ResponseAdditionalTools as ResponseAdditionalTools,
    )
    from .models.responses import (
        ResponseCompletedEvent as ResponseCompletedEvent,
    )
    from .models.responses import (
        ResponseContentPart as ResponseContentPart,
    )
    from .models.responses import (
        ResponseContentPartAddedEvent as ResponseContentPartAddedEvent,
    )
    from .models.responses import (
        ResponseContentPartDoneEvent as ResponseContentPartDoneEvent,
    )
    from .models.responses import (
        ResponseCreatedEvent as ResponseCreatedEvent,
    )
    from .models.responses import (
        ResponseCustomTool as ResponseCustomTool,
    )
    from .models.responses import (
        ResponseCustomToolCall as ResponseCustomToolCall,
    )
    from .models.responses import (
        ResponseCustomToolCallInputDeltaEvent as ResponseCustomToolCallInputDeltaEvent,
    )
    from .models.responses import (
        ResponseCustomToolCallInputDoneEvent as ResponseCustomToolCallInputDoneEvent,
    )
    from .models.responses import (
        ResponseCustomToolCallOutput as ResponseCustomToolCallOutput,
    )
    from .models.responses import (
        ResponseError as ResponseError,
    )
    from .models.responses import (
        ResponseErrorEvent as ResponseErrorEvent,
    )
    from .models.responses import (
        ResponseFailedEvent as ResponseFailedEvent,
    )
    from .models.responses import (
        ResponseFunctionCall as ResponseFunctionCall,
    )
    from .models.responses import (
        ResponseFunctionCallArgumentsDeltaEvent as ResponseFunctionCallArgumentsDeltaEvent,
    )
    from .models.responses import (
        ResponseFunctionCallArgumentsDoneEvent as ResponseFunctionCallArgumentsDoneEvent,
    )
    from .models.responses import (
        ResponseFunctionCallOutput as ResponseFunctionCallOutput,
    )
    from .models.responses import (
        ResponseFunctionTool as ResponseFunctionTool,
    )
    from .models.responses import (
        ResponseIncompleteDetails as ResponseIncompleteDetails,
    )
    from .models.responses import (
        ResponseIncompleteEvent as ResponseIncompleteEvent,
    )
    from .models.responses import (
        ResponseIncompleteReason as ResponseIncompleteReason,
    )
    from .models.responses import (
        ResponseInProgressEvent as ResponseInProgressEvent,
    )
    from .models.responses import (
        ResponseInputContent as ResponseInputContent,
    )
    from .models.responses import (
        ResponseInputImage as ResponseInputImage,
    )
    from .models.responses import (
        ResponseInputItem as ResponseInputItem,
    )
    from .models.responses import (
        ResponseInputText as ResponseInputText,
    )
    from .models.responses import (
        ResponseInputTokensDetails as ResponseInputTokensDetails,
    )
    from .models.responses import (
        ResponseItemStatus as ResponseItemStatus,
    )
    from .models.responses import (
        ResponseNamedToolChoice as ResponseNamedToolChoice,
    )
    from .models.responses import (
        ResponseNamespaceTool as ResponseNamespaceTool,
    )
    from .models.responses import (
        ResponseOutputContent as ResponseOutputContent,
    )
    from .models.responses import (
        ResponseOutputItem as ResponseOutputItem,
    )
    from .models.responses import (
        ResponseOutputItemAddedEvent as ResponseOutputItemAddedEvent,
    )
    from .models.responses import (
        ResponseOutputItemDoneEvent as ResponseOutputItemDoneEvent,
    )
    from .models.responses import (
        ResponseOutputMessage as ResponseOutputMessage,
    )
    from .models.responses import (
        ResponseOutputText as ResponseOutputText,
    )
    from .models.responses import (
        ResponseOutputTextAnnotationAddedEvent as ResponseOutputTextAnnotationAddedEvent,
    )
    from .models.responses import (
        ResponseOutputTextDeltaEvent as ResponseOutputTextDeltaEvent,
    )
    from .models.responses import (
        ResponseOutputTextDoneEvent as ResponseOutputTextDoneEvent,
    )
    from .models.responses import (
        ResponseOutputTokensDetails as ResponseOutputTokensDetails,
    )
    from .models.responses import (
        ResponseQueuedEvent as ResponseQueuedEvent,
    )
    from .models.responses import (
        ResponseReasoningConfig as ResponseReasoningConfig,
    )
    from .models.responses import (
        ResponseReasoningContentPart as ResponseReasoningContentPart,
    )
    from .models.responses import (
        ResponseReasoningItem as ResponseReasoningItem,
    )
    from .models.responses import (
        ResponseReasoningSummaryPart as ResponseReasoningSummaryPart,
    )
    from .models.responses import (
        ResponseReasoningSummaryPartAddedEvent as ResponseReasoningSummaryPartAddedEvent,
    )
    from .models.responses import (
        ResponseReasoningSummaryPartDoneEvent as ResponseReasoningSummaryPartDoneEvent,
    )
    from .models.responses import (
        ResponseReasoningSummaryTextDeltaEvent as ResponseReasoningSummaryTextDeltaEvent,
    )
    from .models.responses import (
        ResponseReasoningSummaryTextDoneEvent as ResponseReasoningSummaryTextDoneEvent,
    )
    from .models.responses import (
        ResponseReasoningText as ResponseReasoningText,
    )
    from .models.responses import (
        ResponseReasoningTextDeltaEvent as ResponseReasoningTextDeltaEvent,
    )
    from .models.responses import (
        ResponseReasoningTextDoneEvent as ResponseReasoningTextDoneEvent,
    )
    from .models.responses import (
        ResponseRefusal as ResponseRefusal,
    )
    from .models.responses import (
        ResponseRefusalDeltaEvent as ResponseRefusalDeltaEvent,
    )
    from .models.responses import (
        ResponseRefusalDoneEvent as ResponseRefusalDoneEvent,
    )
    from .models.responses import (
        ResponseRequest as ResponseRequest,
    )
    from .models.responses import (
        ResponsesErrorDetail as ResponsesErrorDetail,
    )
    from .models.responses import (
        ResponsesErrorResponse as ResponsesErrorResponse,
    )
    from .models.responses import (
        ResponsesInputMessage as ResponsesInputMessage,
    )
    from .models.responses import (
        ResponseStatus as ResponseStatus,
    )
    from .models.responses import (
        ResponseStreamEvent as ResponseStreamEvent,
    )
    from .models.responses import (
        ResponseSummaryText as ResponseSummaryText,
    )
    from .models.responses import (
        ResponseTextConfig as ResponseTextConfig,
    )
    from .models.responses import (
        ResponseTextFormat as ResponseTextFormat,
    )
    from .models.responses import (
        ResponseTextFormatType as ResponseTextFormatType,
    )
    from .models.responses import (
        ResponseTool as ResponseTool,
    )
    from .models.responses import (
        ResponseToolChoice as ResponseToolChoice,
    )
    from .models.responses import (
        ResponseToolChoiceMode as ResponseToolChoiceMode,
    )
    from .models.responses import (
        ResponseUsage as ResponseUsage,
    )
    from .models.responses import (
        ResponseWebSearchCall as ResponseWebSearchCall,
    )
    from .models.responses import (
        ResponseWebSearchCallCompletedEvent as ResponseWebSearchCallCompletedEvent,
    )
    from .models.responses import (
        ResponseWebSearchCallInProgressEvent as ResponseWebSearchCallInProgressEvent,
    )
    from .models.responses import (
        ResponseWebSearchCallSearchingEvent as ResponseWebSearchCallSearchingEvent,
    )
    from .models.responses import (
        ResponseWebSearchStatus as ResponseWebSearchStatus,
    )
    from .models.responses import (
        ResponseWebSearchTool as ResponseWebSearchTool,
    )
    from .models.responses import (
        UnknownResponseContentPart as UnknownResponseContentPart,
    )
    from .models.responses import (
        UnknownResponseInputContent as UnknownResponseInputContent,
    )
    from .models.responses import (
        UnknownResponseInputItem as UnknownResponseInputItem,
    )
    from .models.responses import (
        UnknownResponseOutputContent as UnknownResponseOutputContent,
    )
    from .models.responses import (
        UnknownResponseOutputItem as UnknownResponseOutputItem,
    )
    from .models.responses import (
        UnknownResponseStreamEvent as UnknownResponseStreamEvent,
    )
    from .models.responses import (
        UnknownResponseTool as UnknownResponseTool,
    )
    from .models.shared import (
        JsonObject as JsonObject,
    )
    from .models.shared import (
        JsonSchema as JsonSchema,
    )
    from .models.shared import (
        KimiModel as KimiModel,
    )
    from .models.shared import (
        ReasoningEffort as ReasoningEffort,
    )
    from .params.chat import (
        ChatAssistantInputMessageParam as ChatAssistantInputMessageParam,
    )
    from .params.chat import (
        ChatCompletionRequestParam as ChatCompletionRequestParam,
    )
    from .params.chat import (
        ChatContentPartParam as ChatContentPartParam,
    )
    from .params.chat import (
        ChatFunctionCallParam as ChatFunctionCallParam,
    )
    from .params.chat import (
        ChatFunctionDefinitionParam as ChatFunctionDefinitionParam,
    )
    from .params.chat import (
        ChatFunctionNameParam as ChatFunctionNameParam,
    )
    from .params.chat import (
        ChatImagePartParam as ChatImagePartParam,
    )
    from .params.chat import (
        ChatInputMessageParam as ChatInputMessageParam,
    )
    from .params.chat import (
        ChatJsonSchemaFormatParam as ChatJsonSchemaFormatParam,
    )
    from .params.chat import (
        ChatMediaUrlParam as ChatMediaUrlParam,
    )
    from .params.chat import (
        ChatNamedToolChoiceParam as ChatNamedToolChoiceParam,
    )
    from .params.chat import (
        ChatResponseFormatParam as ChatResponseFormatParam,
    )
    from .params.chat import (
        ChatStreamOptionsParam as ChatStreamOptionsParam,
    )
    from .params.chat import (
        ChatSystemInputMessageParam as ChatSystemInputMessageParam,
    )
    from .params.chat import (
        ChatTextPartParam as ChatTextPartParam,
    )
    from .params.chat import (
        ChatToolCallParam as ChatToolCallParam,
    )
    from .params.chat import (
        ChatToolChoiceParam as ChatToolChoiceParam,
    )
    from .params.chat import (
        ChatToolInputMessageParam as ChatToolInputMessageParam,
    )
    from .params.chat import (
        ChatToolParam as ChatToolParam,
    )
    from .params.chat import (
        ChatUserInputMessageParam as ChatUserInputMessageParam,
    )
    from .params.chat import (
        ChatVideoPartParam as ChatVideoPartParam,
    )
    from .params.messages import (
        Base64ImageSourceParam as Base64ImageSourceParam,
    )
    from .params.messages import (
        ImageBlockParam as ImageBlockParam,
    )
    from .params.messages import (
        ImageSourceParam as ImageSourceParam,
    )
    from .params.messages import (
        InputContentBlockParam as InputContentBlockParam,
    )
    from .params.messages import (
        MessageMetadataParam as MessageMetadataParam,
    )
    from .params.messages import (
        MessageOutputConfigParam as MessageOutputConfigParam,
    )
    from .params.messages import (
        MessageOutputFormatParam as MessageOutputFormatParam,
    )
    from .params.messages import (
        MessageRequestParam as MessageRequestParam,
    )
    from .params.messages import (
        MessagesInputMessageParam as MessagesInputMessageParam,
    )
    from .params.messages import (
        MessageToolChoiceParam as MessageToolChoiceParam,
    )
    from .params.messages import (
        MessageToolParam as MessageToolParam,
    )
    from .params.messages import (
        RedactedThinkingBlockParam as RedactedThinkingBlockParam,
    )
    from .params.messages import (
        TextBlockParam as TextBlockParam,
    )
    from .params.messages import (
        ThinkingBlockParam as ThinkingBlockParam,
    )
    from .params.messages import (
        ToolResultBlockParam as ToolResultBlockParam,
    )
    from .params.messages import (
        ToolResultContentBlockParam as ToolResultContentBlockParam,
    )
    from .params.messages import (
        ToolUseBlockParam as ToolUseBlockParam,
    )
    from .params.messages import (
        UrlImageSourceParam as UrlImageSourceParam,
    )
    from .params.responses import (
        ResponseAdditionalToolsParam as ResponseAdditionalToolsParam,
    )
    from .params.responses import (
        ResponseCustomToolCallOutputParam as ResponseCustomToolCallOutputParam,
    )
    from .params.responses import (
        ResponseCustomToolCallParam as ResponseCustomToolCallParam,
    )
    from .params.responses import (
        ResponseCustomToolParam as ResponseCustomToolParam,
    )
    from .params.responses import (
        ResponseFunctionCallOutputParam as ResponseFunctionCallOutputParam,
    )
    from .params.responses import (
        ResponseFunctionCallParam as ResponseFunctionCallParam,
    )
    from .params.responses import (
        ResponseFunctionToolParam as ResponseFunctionToolParam,
    )
    from .params.responses import (
        ResponseInputContentParam as ResponseInputContentParam,
    )
    from .params.responses import (
        ResponseInputImageParam as ResponseInputImageParam,
    )
    from .params.responses import (
        ResponseInputItemParam as ResponseInputItemParam,
    )
    from .params.responses import (
        ResponseInputTextParam as ResponseInputTextParam,
    )
    from .params.responses import (
        ResponseNamedToolChoiceParam as ResponseNamedToolChoiceParam,
    )
    from .params.responses import (
        ResponseNamespaceToolParam as ResponseNamespaceToolParam,
    )
    from .params.responses import (
        ResponseOutputTextParam as ResponseOutputTextParam,
    )
    from .params.responses import (
        ResponseReasoningConfigParam as ResponseReasoningConfigParam,
    )
    from .params.responses import (
        ResponseReasoningContentPartParam as ResponseReasoningContentPartParam,
    )
    from .params.responses import (
        ResponseReasoningItemParam as ResponseReasoningItemParam,
    )
    from .params.responses import (
        ResponseReasoningSummaryPartParam as ResponseReasoningSummaryPartParam,
    )
    from .params.responses import (
        ResponseReasoningTextParam as ResponseReasoningTextParam,
    )
    from .params.responses import (
        ResponseRefusalParam as ResponseRefusalParam,
    )
    from .params.responses import (
        ResponseRequestParam as ResponseRequestParam,
    )
    from .params.responses import (
        ResponsesInputMessageParam as ResponsesInputMessageParam,
    )
    from .params.responses import (
        ResponseSummaryTextParam as ResponseSummaryTextParam,
    )
    from .params.responses import (
        ResponseTextConfigParam as ResponseTextConfigParam,
    )
    from .params.responses import (
        ResponseTextFormatParam as ResponseTextFormatParam,
    )
    from .params.responses import (
        ResponseToolChoiceParam as ResponseToolChoiceParam,
    )
    from .params.responses import (
        ResponseToolParam as ResponseToolParam,
    )
    from .params.responses import (
        ResponseWebSearchCallParam as ResponseWebSearchCallParam,
    )
    from .params.responses import (
        ResponseWebSearchToolParam as ResponseWebSearchToolParam,
    )
    from .params.shared import (
        JsonObjectParam as JsonObjectParam,
    )
    from .params.shared import (
        JsonSchemaParam as JsonSchemaParam,
    )

__all__ = [
    "Base64ImageSource",
    "Base64ImageSourceParam",
    "ChatAssistantInputMessage",
    "ChatAssistantInputMessageParam",
    "ChatAssistantMessage",
    "ChatChoice",
    "ChatChunkChoice",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatCompletionRequest",
    "ChatCompletionRequestParam",
    "ChatCompletionTokensDetails",
    "ChatContentPart",
    "ChatContentPartParam",
    "ChatDelta",
    "ChatErrorDetail",
    "ChatErrorResponse",
    "ChatFinishReason",
    "ChatFunctionCall",
    "ChatFunctionCallDelta",
    "ChatFunctionCallParam",
    "ChatFunctionDefinition",
    "ChatFunctionDefinitionParam",
    "ChatFunctionName",
    "ChatFunctionNameParam",
    "ChatImagePart",
    "ChatImagePartParam",
    "ChatInputMessage",
    "ChatInputMessageParam",
    "ChatJsonSchemaFormat",
    "ChatJsonSchemaFormatParam",
    "ChatMediaUrl",
    "ChatMediaUrlParam",
    "ChatNamedToolChoice",
    "ChatNamedToolChoiceParam",
    "ChatPromptTokensDetails",
    "ChatResponseFormat",
    "ChatResponseFormatParam",
    "ChatResponseFormatType",
    "ChatStreamOptions",
    "ChatStreamOptionsParam",
    "ChatSystemInputMessage",
    "ChatSystemInputMessageParam",
    "ChatTextPart",
    "ChatTextPartParam",
    "ChatTool",
    "ChatToolCall",
    "ChatToolCallDelta",
    "ChatToolCallParam",
    "ChatToolChoice",
    "ChatToolChoiceMode",
    "ChatToolChoiceParam",
    "ChatToolInputMessage",
    "ChatToolInputMessageParam",
    "ChatToolParam",
    "ChatUsage",
    "ChatUserInputMessage",
    "ChatUserInputMessageParam",
    "ChatVideoPart",
    "ChatVideoPartParam",
    "CitationsDelta",
    "ContentBlock",
    "ContentBlockDelta",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "ImageBlock",
    "ImageBlockParam",
    "ImageDetail",
    "ImageMediaType",
    "ImageSource",
    "ImageSourceParam",
    "InputContentBlock",
    "InputContentBlockParam",
    "InputJsonDelta",
    "JsonObject",
    "JsonObjectParam",
    "JsonSchema",
    "JsonSchemaParam",
    "KimiModel",
    "Message",
    "MessageDelta",
    "MessageDeltaEvent",
    "MessageDeltaUsage",
    "MessageErrorEvent",
    "MessageMetadata",
    "MessageMetadataParam",
    "MessageOutputConfig",
    "MessageOutputConfigParam",
    "MessageOutputFormat",
    "MessageOutputFormatParam",
    "MessageOutputTokensDetails",
    "MessagePingEvent",
    "MessageRequest",
    "MessageRequestParam",
    "MessageStartEvent",
    "MessageStopEvent",
    "MessageStopReason",
    "MessageStreamEvent",
    "MessageTool",
    "MessageToolChoice",
    "MessageToolChoiceMode",
    "MessageToolChoiceParam",
    "MessageToolParam",
    "MessageUsage",
    "MessagesErrorDetail",
    "MessagesErrorResponse",
    "MessagesInputMessage",
    "MessagesInputMessageParam",
    "ReasoningEffort",
    "RedactedThinkingBlock",
    "RedactedThinkingBlockParam",
    "Response",
    "ResponseAdditionalTools",
    "ResponseAdditionalToolsParam",
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
    "ResponseCustomToolCallOutputParam",
    "ResponseCustomToolCallParam",
    "ResponseCustomToolParam",
    "ResponseError",
    "ResponseErrorEvent",
    "ResponseFailedEvent",
    "ResponseFunctionCall",
    "ResponseFunctionCallArgumentsDeltaEvent",
    "ResponseFunctionCallArgumentsDoneEvent",
    "ResponseFunctionCallOutput",
    "ResponseFunctionCallOutputParam",
    "ResponseFunctionCallParam",
    "ResponseFunctionTool",
    "ResponseFunctionToolParam",
    "ResponseInProgressEvent",
    "ResponseIncompleteDetails",
    "ResponseIncompleteEvent",
    "ResponseIncompleteReason",
    "ResponseInputContent",
    "ResponseInputContentParam",
    "ResponseInputImage",
    "ResponseInputImageParam",
    "ResponseInputItem",
    "ResponseInputItemParam",
    "ResponseInputText",
    "ResponseInputTextParam",
    "ResponseInputTokensDetails",
    "ResponseItemStatus",
    "ResponseNamedToolChoice",
    "ResponseNamedToolChoiceParam",
    "ResponseNamespaceTool",
    "ResponseNamespaceToolParam",
    "ResponseOutputContent",
    "ResponseOutputItem",
    "ResponseOutputItemAddedEvent",
    "ResponseOutputItemDoneEvent",
    "ResponseOutputMessage",
    "ResponseOutputText",
    "ResponseOutputTextAnnotationAddedEvent",
    "ResponseOutputTextDeltaEvent",
    "ResponseOutputTextDoneEvent",
    "ResponseOutputTextParam",
    "ResponseOutputTokensDetails",
    "ResponseQueuedEvent",
    "ResponseReasoningConfig",
    "ResponseReasoningConfigParam",
    "ResponseReasoningContentPart",
    "ResponseReasoningContentPartParam",
    "ResponseReasoningItem",
    "ResponseReasoningItemParam",
    "ResponseReasoningSummaryPart",
    "ResponseReasoningSummaryPartAddedEvent",
    "ResponseReasoningSummaryPartDoneEvent",
    "ResponseReasoningSummaryPartParam",
    "ResponseReasoningSummaryTextDeltaEvent",
    "ResponseReasoningSummaryTextDoneEvent",
    "ResponseReasoningText",
    "ResponseReasoningTextDeltaEvent",
    "ResponseReasoningTextDoneEvent",
    "ResponseReasoningTextParam",
    "ResponseRefusal",
    "ResponseRefusalDeltaEvent",
    "ResponseRefusalDoneEvent",
    "ResponseRefusalParam",
    "ResponseRequest",
    "ResponseRequestParam",
    "ResponseStatus",
    "ResponseStreamEvent",
    "ResponseSummaryText",
    "ResponseSummaryTextParam",
    "ResponseTextConfig",
    "ResponseTextConfigParam",
    "ResponseTextFormat",
    "ResponseTextFormatParam",
    "ResponseTextFormatType",
    "ResponseTool",
    "ResponseToolChoice",
    "ResponseToolChoiceMode",
    "ResponseToolChoiceParam",
    "ResponseToolParam",
    "ResponseUsage",
    "ResponseWebSearchCall",
    "ResponseWebSearchCallCompletedEvent",
    "ResponseWebSearchCallInProgressEvent",
    "ResponseWebSearchCallParam",
    "ResponseWebSearchCallSearchingEvent",
    "ResponseWebSearchStatus",
    "ResponseWebSearchTool",
    "ResponseWebSearchToolParam",
    "ResponsesErrorDetail",
    "ResponsesErrorResponse",
    "ResponsesInputMessage",
    "ResponsesInputMessageParam",
    "SignatureDelta",
    "TextBlock",
    "TextBlockParam",
    "TextDelta",
    "ThinkingBlock",
    "ThinkingBlockParam",
    "ThinkingDelta",
    "ToolResultBlock",
    "ToolResultBlockParam",
    "ToolResultContentBlock",
    "ToolResultContentBlockParam",
    "ToolUseBlock",
    "ToolUseBlockParam",
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
    "UrlImageSourceParam",
]

_MODULES = {
    "JsonObject": ".models.shared",
    "JsonSchema": ".models.shared",
    "KimiModel": ".models.shared",
    "ReasoningEffort": ".models.shared",
    "ChatAssistantInputMessage": ".models.chat",
    "ChatAssistantMessage": ".models.chat",
    "ChatChoice": ".models.chat",
    "ChatChunkChoice": ".models.chat",
    "ChatCompletion": ".models.chat",
    "ChatCompletionChunk": ".models.chat",
    "ChatCompletionRequest": ".models.chat",
    "ChatCompletionTokensDetails": ".models.chat",
    "ChatContentPart": ".models.chat",
    "ChatDelta": ".models.chat",
    "ChatErrorDetail": ".models.chat",
    "ChatErrorResponse": ".models.chat",
    "ChatFinishReason": ".models.chat",
    "ChatFunctionCall": ".models.chat",
    "ChatFunctionCallDelta": ".models.chat",
    "ChatFunctionDefinition": ".models.chat",
    "ChatFunctionName": ".models.chat",
    "ChatImagePart": ".models.chat",
    "ChatInputMessage": ".models.chat",
    "ChatJsonSchemaFormat": ".models.chat",
    "ChatMediaUrl": ".models.chat",
    "ChatNamedToolChoice": ".models.chat",
    "ChatPromptTokensDetails": ".models.chat",
    "ChatResponseFormat": ".models.chat",
    "ChatResponseFormatType": ".models.chat",
    "ChatStreamOptions": ".models.chat",
    "ChatSystemInputMessage": ".models.chat",
    "ChatTextPart": ".models.chat",
    "ChatTool": ".models.chat",
    "ChatToolCall": ".models.chat",
    "ChatToolCallDelta": ".models.chat",
    "ChatToolChoice": ".models.chat",
    "ChatToolChoiceMode": ".models.chat",
    "ChatToolInputMessage": ".models.chat",
    "ChatUsage": ".models.chat",
    "ChatUserInputMessage": ".models.chat",
    "ChatVideoPart": ".models.chat",
    "UnknownChatContentPart": ".models.chat",
    "UnknownChatInputMessage": ".models.chat",
    "Base64ImageSource": ".models.messages",
    "CitationsDelta": ".models.messages",
    "ContentBlock": ".models.messages",
    "ContentBlockDelta": ".models.messages",
    "ContentBlockDeltaEvent": ".models.messages",
    "ContentBlockStartEvent": ".models.messages",
    "ContentBlockStopEvent": ".models.messages",
    "ImageBlock": ".models.messages",
    "ImageMediaType": ".models.messages",
    "ImageSource": ".models.messages",
    "InputContentBlock": ".models.messages",
    "InputJsonDelta": ".models.messages",
    "Message": ".models.messages",
    "MessageDelta": ".models.messages",
    "MessageDeltaEvent": ".models.messages",
    "MessageDeltaUsage": ".models.messages",
    "MessageErrorEvent": ".models.messages",
    "MessageMetadata": ".models.messages",
    "MessageOutputConfig": ".models.messages",
    "MessageOutputFormat": ".models.messages",
    "MessageOutputTokensDetails": ".models.messages",
    "MessagePingEvent": ".models.messages",
    "MessageRequest": ".models.messages",
    "MessageStartEvent": ".models.messages",
    "MessageStopEvent": ".models.messages",
    "MessageStopReason": ".models.messages",
    "MessageStreamEvent": ".models.messages",
    "MessageTool": ".models.messages",
    "MessageToolChoice": ".models.messages",
    "MessageToolChoiceMode": ".models.messages",
    "MessageUsage": ".models.messages",
    "MessagesErrorDetail": ".models.messages",
    "MessagesErrorResponse": ".models.messages",
    "MessagesInputMessage": ".models.messages",
    "RedactedThinkingBlock": ".models.messages",
    "SignatureDelta": ".models.messages",
    "TextBlock": ".models.messages",
    "TextDelta": ".models.messages",
    "ThinkingBlock": ".models.messages",
    "ThinkingDelta": ".models.messages",
    "ToolResultBlock": ".models.messages",
    "ToolResultContentBlock": ".models.messages",
    "ToolUseBlock": ".models.messages",
    "UnknownContentBlock": ".models.messages",
    "UnknownContentBlockDelta": ".models.messages",
    "UnknownImageSource": ".models.messages",
    "UnknownInputContentBlock": ".models.messages",
    "UnknownMessageStreamEvent": ".models.messages",
    "UnknownToolResultContentBlock": ".models.messages",
    "UrlImageSource": ".models.messages",
    "ImageDetail": ".models.responses",
    "Response": ".models.responses",
    "ResponseAdditionalTools": ".models.responses",
    "ResponseCompletedEvent": ".models.responses",
    "ResponseContentPart": ".models.responses",
    "ResponseContentPartAddedEvent": ".models.responses",
    "ResponseContentPartDoneEvent": ".models.responses",
    "ResponseCreatedEvent": ".models.responses",
    "ResponseCustomTool": ".models.responses",
    "ResponseCustomToolCall": ".models.responses",
    "ResponseCustomToolCallInputDeltaEvent": ".models.responses",
    "ResponseCustomToolCallInputDoneEvent": ".models.responses",
    "ResponseCustomToolCallOutput": ".models.responses",
    "ResponseError": ".models.responses",
    "ResponseErrorEvent": ".models.responses",
    "ResponseFailedEvent": ".models.responses",
    "ResponseFunctionCall": ".models.responses",
    "ResponseFunctionCallArgumentsDeltaEvent": ".models.responses",
    "ResponseFunctionCallArgumentsDoneEvent": ".models.responses",
    "ResponseFunctionCallOutput": ".models.responses",
    "ResponseFunctionTool": ".models.responses",
    "ResponseInProgressEvent": ".models.responses",
    "ResponseIncompleteDetails": ".models.responses",
    "ResponseIncompleteEvent": ".models.responses",
    "ResponseIncompleteReason": ".models.responses",
    "ResponseInputContent": ".models.responses",
    "ResponseInputImage": ".models.responses",
    "ResponseInputItem": ".models.responses",
    "ResponseInputText": ".models.responses",
    "ResponseInputTokensDetails": ".models.responses",
    "ResponseItemStatus": ".models.responses",
    "ResponseNamedToolChoice": ".models.responses",
    "ResponseNamespaceTool": ".models.responses",
    "ResponseOutputContent": ".models.responses",
    "ResponseOutputItem": ".models.responses",
    "ResponseOutputItemAddedEvent": ".models.responses",
    "ResponseOutputItemDoneEvent": ".models.responses",
    "ResponseOutputMessage": ".models.responses",
    "ResponseOutputText": ".models.responses",
    "ResponseOutputTextAnnotationAddedEvent": ".models.responses",
    "ResponseOutputTextDeltaEvent": ".models.responses",
    "ResponseOutputTextDoneEvent": ".models.responses",
    "ResponseOutputTokensDetails": ".models.responses",
    "ResponseQueuedEvent": ".models.responses",
    "ResponseReasoningConfig": ".models.responses",
    "ResponseReasoningContentPart": ".models.responses",
    "ResponseReasoningItem": ".models.responses",
    "ResponseReasoningSummaryPart": ".models.responses",
    "ResponseReasoningSummaryPartAddedEvent": ".models.responses",
    "ResponseReasoningSummaryPartDoneEvent": ".models.responses",
    "ResponseReasoningSummaryTextDeltaEvent": ".models.responses",
    "ResponseReasoningSummaryTextDoneEvent": ".models.responses",
    "ResponseReasoningText": ".models.responses",
    "ResponseReasoningTextDeltaEvent": ".models.responses",
    "ResponseReasoningTextDoneEvent": ".models.responses",
    "ResponseRefusal": ".models.responses",
    "ResponseRefusalDeltaEvent": ".models.responses",
    "ResponseRefusalDoneEvent": ".models.responses",
    "ResponseRequest": ".models.responses",
    "ResponseStatus": ".models.responses",
    "ResponseStreamEvent": ".models.responses",
    "ResponseSummaryText": ".models.responses",
    "ResponseTextConfig": ".models.responses",
    "ResponseTextFormat": ".models.responses",
    "ResponseTextFormatType": ".models.responses",
    "ResponseTool": ".models.responses",
    "ResponseToolChoice": ".models.responses",
    "ResponseToolChoiceMode": ".models.responses",
    "ResponseUsage": ".models.responses",
    "ResponseWebSearchCall": ".models.responses",
    "ResponseWebSearchCallCompletedEvent": ".models.responses",
    "ResponseWebSearchCallInProgressEvent": ".models.responses",
    "ResponseWebSearchCallSearchingEvent": ".models.responses",
    "ResponseWebSearchStatus": ".models.responses",
    "ResponseWebSearchTool": ".models.responses",
    "ResponsesErrorDetail": ".models.responses",
    "ResponsesErrorResponse": ".models.responses",
    "ResponsesInputMessage": ".models.responses",
    "UnknownResponseContentPart": ".models.responses",
    "UnknownResponseInputContent": ".models.responses",
    "UnknownResponseInputItem": ".models.responses",
    "UnknownResponseOutputContent": ".models.responses",
    "UnknownResponseOutputItem": ".models.responses",
    "UnknownResponseStreamEvent": ".models.responses",
    "UnknownResponseTool": ".models.responses",
    "JsonObjectParam": ".params.shared",
    "JsonSchemaParam": ".params.shared",
    "ChatAssistantInputMessageParam": ".params.chat",
    "ChatCompletionRequestParam": ".params.chat",
    "ChatContentPartParam": ".params.chat",
    "ChatFunctionCallParam": ".params.chat",
    "ChatFunctionDefinitionParam": ".params.chat",
    "ChatFunctionNameParam": ".params.chat",
    "ChatImagePartParam": ".params.chat",
    "ChatInputMessageParam": ".params.chat",
    "ChatJsonSchemaFormatParam": ".params.chat",
    "ChatMediaUrlParam": ".params.chat",
    "ChatNamedToolChoiceParam": ".params.chat",
    "ChatResponseFormatParam": ".params.chat",
    "ChatStreamOptionsParam": ".params.chat",
    "ChatSystemInputMessageParam": ".params.chat",
    "ChatTextPartParam": ".params.chat",
    "ChatToolCallParam": ".params.chat",
    "ChatToolChoiceParam": ".params.chat",
    "ChatToolInputMessageParam": ".params.chat",
    "ChatToolParam": ".params.chat",
    "ChatUserInputMessageParam": ".params.chat",
    "ChatVideoPartParam": ".params.chat",
    "Base64ImageSourceParam": ".params.messages",
    "ImageBlockParam": ".params.messages",
    "ImageSourceParam": ".params.messages",
    "InputContentBlockParam": ".params.messages",
    "MessageMetadataParam": ".params.messages",
    "MessageOutputConfigParam": ".params.messages",
    "MessageOutputFormatParam": ".params.messages",
    "MessageRequestParam": ".params.messages",
    "MessageToolChoiceParam": ".params.messages",
    "MessageToolParam": ".params.messages",
    "MessagesInputMessageParam": ".params.messages",
    "RedactedThinkingBlockParam": ".params.messages",
    "TextBlockParam": ".params.messages",
    "ThinkingBlockParam": ".params.messages",
    "ToolResultBlockParam": ".params.messages",
    "ToolResultContentBlockParam": ".params.messages",
    "ToolUseBlockParam": ".params.messages",
    "UrlImageSourceParam": ".params.messages",
    "ResponseAdditionalToolsParam": ".params.responses",
    "ResponseCustomToolCallOutputParam": ".params.responses",
    "ResponseCustomToolCallParam": ".params.responses",
    "ResponseCustomToolParam": ".params.responses",
    "ResponseFunctionCallOutputParam": ".params.responses",
    "ResponseFunctionCallParam": ".params.responses",
    "ResponseFunctionToolParam": ".params.responses",
    "ResponseInputContentParam": ".params.responses",
    "ResponseInputImageParam": ".params.responses",
    "ResponseInputItemParam": ".params.responses",
    "ResponseInputTextParam": ".params.responses",
    "ResponseNamedToolChoiceParam": ".params.responses",
    "ResponseNamespaceToolParam": ".params.responses",
    "ResponseOutputTextParam": ".params.responses",
    "ResponseReasoningConfigParam": ".params.responses",
    "ResponseReasoningContentPartParam": ".params.responses",
    "ResponseReasoningItemParam": ".params.responses",
    "ResponseReasoningSummaryPartParam": ".params.responses",
    "ResponseReasoningTextParam": ".params.responses",
    "ResponseRefusalParam": ".params.responses",
    "ResponseRequestParam": ".params.responses",
    "ResponseSummaryTextParam": ".params.responses",
    "ResponseTextConfigParam": ".params.responses",
    "ResponseTextFormatParam": ".params.responses",
    "ResponseToolChoiceParam": ".params.responses",
    "ResponseToolParam": ".params.responses",
    "ResponseWebSearchCallParam": ".params.responses",
    "ResponseWebSearchToolParam": ".params.responses",
    "ResponsesInputMessageParam": ".params.responses",
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
