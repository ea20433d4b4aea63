# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Shapes of the plain dicts that requests to messages take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Required, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models.messages import (
        Base64ImageSource,
        ImageBlock,
        ImageMediaType,
        MessageMetadata,
        MessageOutputConfig,
        MessageOutputFormat,
        MessagesInputMessage,
        MessageTool,
        MessageToolChoice,
        MessageToolChoiceMode,
        RedactedThinkingBlock,
        TextBlock,
        ThinkingBlock,
        ToolResultBlock,
        ToolUseBlock,
        UnknownImageSource,
        UnknownInputContentBlock,
        UnknownToolResultContentBlock,
        UrlImageSource,
    )
    from ..models.shared import (
        KimiModel,
        ReasoningEffort,
    )
    from .shared import (
        JsonObjectParam,
        JsonSchemaParam,
    )

__all__ = [
    "Base64ImageSourceParam",
    "ImageBlockParam",
    "ImageSourceParam",
    "InputContentBlockParam",
    "MessageMetadataParam",
    "MessageOutputConfigParam",
    "MessageOutputFormatParam",
    "MessageRequestParam",
    "MessageToolChoiceParam",
    "MessageToolParam",
    "MessagesInputMessageParam",
    "RedactedThinkingBlockParam",
    "TextBlockParam",
    "ThinkingBlockParam",
    "ToolResultBlockParam",
    "ToolResultContentBlockParam",
    "ToolUseBlockParam",
    "UrlImageSourceParam",
]


class MessageRequestParam(TypedDict, total=False):
    """A call of the Messages protocol."""

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
    max_tokens: Required[int]
    """Maximum tokens allowed for this generation, including thinking and final text. If too low,
    reasoning may exhaust the output budget before any answer text is produced. Use at least
    1024 and increase it for more complex tasks.

    From 1 to 1048576.
    """
    messages: Required[Sequence[MessagesInputMessageParam | MessagesInputMessage]]
    """Conversation messages. Include historical messages in order for multi-turn conversations;
    see the full reference for how to return reasoning and tool-call history.

    At least 1 item.
    """
    system: str | Sequence[TextBlockParam | TextBlock]
    """The system prompt, as text or as text blocks. There is no system role here."""
    output_config: MessageOutputConfigParam | MessageOutputConfig
    """Output configuration."""
    stream: bool
    """Whether to return an Anthropic SSE event stream.

    The server's default is `false`.
    """
    tools: Sequence[MessageToolParam | MessageTool]
    """Tools the model may use."""
    tool_choice: MessageToolChoiceParam | MessageToolChoice
    """Whether the model uses tools, or the one it has to use."""
    stop_sequences: Sequence[str]
    """Texts that end the answer where they appear, of at most 32 bytes each.

    At most 5 items.
    """
    metadata: MessageMetadataParam | MessageMetadata
    """Who is behind a call."""


class MessagesInputMessageParam(TypedDict, total=False):
    """One turn of the conversation that is sent to the Messages protocol."""

    role: Required[Literal["user", "assistant"] | str]
    """Message role. Only user and assistant are supported."""
    content: Required[str | Sequence[InputContentBlockParam]]
    """The turn as text, or as blocks. Return the blocks of the model's own turns unchanged and
    complete, thinking included.
    """


class MessageOutputConfigParam(TypedDict, total=False):
    """Output configuration."""

    effort: ReasoningEffort
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """
    format: MessageOutputFormatParam | MessageOutputFormat
    """The shape of the JSON the answer has to be."""


class TextBlockParam(TypedDict, total=False):
    """Text of the conversation."""

    type: Required[Literal["text"]]
    text: Required[str]
    """The text."""
    citations: Sequence[JsonObjectParam] | None
    """Sources the text rests on, where a server names any."""


class ThinkingBlockParam(TypedDict, total=False):
    """Reasoning of the model. Send it back unchanged, signature included, and in its place."""

    type: Required[Literal["thinking"]]
    thinking: Required[str]
    """The reasoning text."""
    signature: str
    """Proof of origin; may be empty, and some servers leave it out."""


class RedactedThinkingBlockParam(TypedDict, total=False):
    """Reasoning that the server keeps to itself. Send it back unchanged."""

    type: Required[Literal["redacted_thinking"]]
    data: Required[str]
    """The reasoning, encrypted."""


class MessageToolParam(TypedDict, total=False):
    """A tool the model may use."""

    name: Required[str]
    description: str
    """Tells the model when to use the tool."""
    input_schema: Required[JsonSchemaParam]
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    type: Literal["custom"] | str
    """May be left out."""


class MessageToolChoiceParam(TypedDict, total=False):
    """Whether the model uses tools, or the one it has to use."""

    type: Required[MessageToolChoiceMode]
    """`auto` leaves the choice to the model, `any` asks for some tool, `tool` for the named one,
    `none` forbids tools.
    """
    name: str
    """The tool to use, with `tool`."""


class ToolUseBlockParam(TypedDict, total=False):
    """A use of a tool the model asks for. Answer it with a tool result that has the same id."""

    type: Required[Literal["tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[JsonObjectParam]
    """Any JSON object."""


class ToolResultBlockParam(TypedDict, total=False):
    """What a tool returned."""

    type: Required[Literal["tool_result"]]
    tool_use_id: Required[str]
    """The id of the tool use this answers."""
    content: Required[str | Sequence[ToolResultContentBlockParam]]
    """The result as text, or as blocks."""
    is_error: bool
    """Whether the tool failed."""


class ImageBlockParam(TypedDict, total=False):
    """An image inside a message."""

    type: Required[Literal["image"]]
    source: Required[ImageSourceParam]
    """Where an image comes from, told apart by `type`."""


class Base64ImageSourceParam(TypedDict, total=False):
    """An image as data."""

    type: Required[Literal["base64"]]
    media_type: Required[ImageMediaType]
    """The format of an image."""
    data: Required[str]
    """The image in base64, without a `data:` prefix."""


class UrlImageSourceParam(TypedDict, total=False):
    """An image by address."""

    type: Required[Literal["url"]]
    url: Required[str]
    """An uploaded file (`ms://<file id>`)."""


class MessageMetadataParam(TypedDict, total=False):
    """Who is behind a call."""

    user_id: str
    """A stable name for the end user or the conversation, hashed; it helps the cache and tracing
    abuse.
    """


class MessageOutputFormatParam(TypedDict, total=False):
    """The shape of the JSON the answer has to be."""

    type: Required[Literal["json_schema"] | str]
    schema: Required[JsonSchemaParam]
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """


InputContentBlockParam: TypeAlias = "TextBlockParam | TextBlock | ThinkingBlockParam | ThinkingBlock | RedactedThinkingBlockParam | RedactedThinkingBlock | ToolUseBlockParam | ToolUseBlock | ToolResultBlockParam | ToolResultBlock | ImageBlockParam | ImageBlock | UnknownInputContentBlock"
"""A block of a message that is sent, told apart by `type`."""

ToolResultContentBlockParam: TypeAlias = (
    "TextBlockParam | TextBlock | ImageBlockParam | ImageBlock | UnknownToolResultContentBlock"
)
"""A block of a tool result, told apart by `type`."""

ImageSourceParam: TypeAlias = "Base64ImageSourceParam | Base64ImageSource | UrlImageSourceParam | UrlImageSource | UnknownImageSource"
"""Where an image comes from, told apart by `type`."""
