# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Shapes of the plain dicts that requests to chat take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Required, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models.chat import (
        ChatAssistantInputMessage,
        ChatFunctionCall,
        ChatFunctionDefinition,
        ChatFunctionName,
        ChatImagePart,
        ChatJsonSchemaFormat,
        ChatMediaUrl,
        ChatNamedToolChoice,
        ChatResponseFormat,
        ChatResponseFormatType,
        ChatStreamOptions,
        ChatSystemInputMessage,
        ChatTextPart,
        ChatTool,
        ChatToolCall,
        ChatToolChoiceMode,
        ChatToolInputMessage,
        ChatUserInputMessage,
        ChatVideoPart,
        UnknownChatContentPart,
        UnknownChatInputMessage,
    )
    from ..models.shared import (
        KimiModel,
        ReasoningEffort,
    )
    from .shared import (
        JsonSchemaParam,
    )

__all__ = [
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
]


class ChatCompletionRequestParam(TypedDict, total=False):
    """A call of the Chat Completions protocol."""

    model: Required[KimiModel]
    """Model to call:

    | Model ID | Positioning |
    |---|---|
    | `kimi-k3.1-pro` | Latest-generation model (recommended) |
    | `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
    | `kimi-k3` | Previous-generation model |

    All three models have a context window of 1,048,576 tokens and always have reasoning
    enabled.

    The server's default is `"kimi-k3.1-pro"`.
    """
    messages: Required[Sequence[ChatInputMessageParam]]
    """Conversation messages. Include historical messages in order for multi-turn conversations;
    see the full reference for how to return reasoning and tool-call history.

    At least 1 item.
    """
    reasoning_effort: ReasoningEffort
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """
    max_completion_tokens: int
    """Maximum generated tokens, including reasoning and the final answer; default 131072, maximum
    1048576.

    From 1 to 1048576. The server's default is `131072`.
    """
    stream: bool
    """Whether to return the response as an SSE stream.

    The server's default is `false`.
    """
    tools: Sequence[ChatToolParam | ChatTool]
    """Functions the model may call.

    At most 128 items.
    """
    tool_choice: ChatToolChoiceParam
    """Whether the model calls tools, or the one function it has to call."""
    stream_options: ChatStreamOptionsParam | ChatStreamOptions
    """What a stream carries besides the answer."""
    response_format: ChatResponseFormatParam | ChatResponseFormat
    """The form the answer has to have."""
    stop: str | Sequence[str]
    """Texts that end the answer where they appear; up to five, of at most 32 bytes each."""
    prompt_cache_key: str
    """A name for the conversation; the same one in each turn helps the cache."""
    safety_identifier: str
    """A stable name for the end user, hashed, for tracing abuse."""


class ChatSystemInputMessageParam(TypedDict, total=False):
    """Instructions that stand above the conversation."""

    role: Required[Literal["system"]]
    content: str
    """The instructions."""
    name: str
    """Who speaks, where several take part."""
    tools: Sequence[ChatToolParam | ChatTool]
    """Further functions the model may call from here on, instead of content."""


class ChatUserInputMessageParam(TypedDict, total=False):
    """What the user says."""

    role: Required[Literal["user"]]
    content: Required[str | Sequence[ChatContentPartParam]]
    """The user's text, or a list of content parts."""
    name: str
    """Who speaks, where several take part."""


class ChatAssistantInputMessageParam(TypedDict, total=False):
    """An earlier answer of the model. Send it back whole, with its reasoning and tool calls, as
    the model gave it.
    """

    role: Required[Literal["assistant"]]
    content: str | Sequence[ChatContentPartParam] | None
    """The answer text; null or left out where the turn only calls tools."""
    reasoning_content: str | None
    """The reasoning of that turn, unchanged. An empty string is a value of its own."""
    name: str
    """Who speaks, where several take part."""
    partial: bool
    """Set on the last message of the list to have the model continue it. The answer holds only the
    continuation.
    """
    tool_calls: Sequence[ChatToolCallParam | ChatToolCall] | None
    """The calls of that turn, unchanged."""


class ChatTextPartParam(TypedDict, total=False):
    """Text inside a message."""

    type: Required[Literal["text"]]
    text: Required[str]
    """The text; Kimi refuses an empty one beside tool calls."""


class ChatToolParam(TypedDict, total=False):
    """A function the model may call."""

    type: Required[Literal["function"] | str]
    function: Required[ChatFunctionDefinitionParam | ChatFunctionDefinition]
    """What a function is called, does and takes."""


class ChatFunctionDefinitionParam(TypedDict, total=False):
    """What a function is called, does and takes."""

    name: Required[str]
    description: str
    """Tells the model when to call the function."""
    parameters: Required[JsonSchemaParam]
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool
    """Whether arguments must follow `parameters` exactly."""


class ChatNamedToolChoiceParam(TypedDict, total=False):
    """The one function the model has to call."""

    type: Required[Literal["function"] | str]
    function: Required[ChatFunctionNameParam | ChatFunctionName]
    """The name of a function."""


class ChatFunctionNameParam(TypedDict, total=False):
    """The name of a function."""

    name: Required[str]


class ChatToolCallParam(TypedDict, total=False):
    """A call the model asks for. Answer it with a tool message that has the same id."""

    id: Required[str]
    type: Required[Literal["function"] | str]
    function: Required[ChatFunctionCallParam | ChatFunctionCall]
    """The function to call, and with what."""


class ChatFunctionCallParam(TypedDict, total=False):
    """The function to call, and with what."""

    name: Required[str]
    arguments: Required[str]
    """The arguments as JSON text, which the model may get wrong."""


class ChatToolInputMessageParam(TypedDict, total=False):
    """What a tool returned."""

    role: Required[Literal["tool"]]
    tool_call_id: Required[str]
    """The id of the call this answers."""
    content: Required[str | Sequence[ChatContentPartParam]]
    """The result as text, or as content parts."""
    name: str
    """The name of the function."""


class ChatImagePartParam(TypedDict, total=False):
    """An image inside a message."""

    type: Required[Literal["image_url"]]
    image_url: Required[str | ChatMediaUrlParam | ChatMediaUrl]
    """Where the image is; a string means the same as its `url`."""


class ChatVideoPartParam(TypedDict, total=False):
    """A video inside a message."""

    type: Required[Literal["video_url"]]
    video_url: Required[str | ChatMediaUrlParam | ChatMediaUrl]
    """Where the video is; a string means the same as its `url`."""


class ChatMediaUrlParam(TypedDict, total=False):
    """Where an image or a video is."""

    url: Required[str]
    """A data URL (`data:image/png;base64,…`) or an uploaded file (`ms://<file id>`)."""


class ChatStreamOptionsParam(TypedDict, total=False):
    """What a stream carries besides the answer."""

    include_usage: bool
    """Whether one more chunk, with the token counts, comes before the end."""


class ChatResponseFormatParam(TypedDict, total=False):
    """The form the answer has to have."""

    type: Required[ChatResponseFormatType]
    """`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
    `json_schema` for JSON of a given shape.
    """
    json_schema: ChatJsonSchemaFormatParam | ChatJsonSchemaFormat
    """The shape of the JSON in the answer."""


class ChatJsonSchemaFormatParam(TypedDict, total=False):
    """The shape of the JSON in the answer."""

    name: Required[str]
    """A name for the shape."""
    schema: Required[JsonSchemaParam]
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool
    """Whether the answer must follow the schema exactly."""


ChatInputMessageParam: TypeAlias = "ChatSystemInputMessageParam | ChatSystemInputMessage | ChatUserInputMessageParam | ChatUserInputMessage | ChatAssistantInputMessageParam | ChatAssistantInputMessage | ChatToolInputMessageParam | ChatToolInputMessage | UnknownChatInputMessage"
"""One message of the conversation that is sent, told apart by `role`."""

ChatContentPartParam: TypeAlias = "ChatTextPartParam | ChatTextPart | ChatImagePartParam | ChatImagePart | ChatVideoPartParam | ChatVideoPart | UnknownChatContentPart"
"""A part of a message's content, told apart by `type`."""

ChatToolChoiceParam: TypeAlias = (
    "ChatToolChoiceMode | ChatNamedToolChoiceParam | ChatNamedToolChoice"
)
"""Whether the model calls tools, or the one function it has to call."""
