# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Models of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from ..runtime.decoding import by_type, list_of, union_of
from ..runtime.model import (
    ARRAY,
    BOOLEAN,
    INTEGER,
    OBJECT,
    OMIT,
    STRING,
    Model,
    Omit,
    UnknownModel,
    define,
    given,
    made,
    new,
)
from ..runtime.views import MessageResponseView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..params.messages import (
        ImageSourceParam,
        InputContentBlockParam,
        MessageMetadataParam,
        MessageOutputConfigParam,
        MessageOutputFormatParam,
        MessagesInputMessageParam,
        MessageToolChoiceParam,
        MessageToolParam,
        TextBlockParam,
        ToolResultContentBlockParam,
    )
    from ..params.shared import (
        JsonObjectParam,
        JsonSchemaParam,
    )
    from .shared import (
        JsonObject,
        JsonSchema,
        KimiModel,
        ReasoningEffort,
    )

__all__ = [
    "Base64ImageSource",
    "CitationsDelta",
    "ContentBlock",
    "ContentBlockDelta",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "ImageBlock",
    "ImageMediaType",
    "ImageSource",
    "InputContentBlock",
    "InputJsonDelta",
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
    "RedactedThinkingBlock",
    "SignatureDelta",
    "TextBlock",
    "TextDelta",
    "ThinkingBlock",
    "ThinkingDelta",
    "ToolResultBlock",
    "ToolResultContentBlock",
    "ToolUseBlock",
    "UnknownContentBlock",
    "UnknownContentBlockDelta",
    "UnknownImageSource",
    "UnknownInputContentBlock",
    "UnknownMessageStreamEvent",
    "UnknownToolResultContentBlock",
    "UrlImageSource",
]

MessageStopReason: TypeAlias = (
    Literal[
        "end_turn",
        "max_tokens",
        "tool_use",
        "stop_sequence",
        "refusal",
        "pause_turn",
        "model_context_window_exceeded",
    ]
    | str
)
"""Stop reason: `end_turn` means a natural stop, `max_tokens` means the output limit was reached,
and `tool_use` means the model is requesting a tool call.

Example: `"end_turn"`.
"""

MessageToolChoiceMode: TypeAlias = Literal["auto", "any", "tool", "none"] | str
"""`auto` leaves the choice to the model, `any` asks for some tool, `tool` for the named one,
`none` forbids tools.
"""

ImageMediaType: TypeAlias = Literal["image/jpeg", "image/png", "image/gif", "image/webp"] | str
"""The format of an image."""


@define(eq=False, repr=False, init=False, slots=False)
class MessageRequest(Model):
    """A call of the Messages protocol."""

    __slots__ = (
        "model",
        "max_tokens",
        "messages",
        "system",
        "output_config",
        "stream",
        "tools",
        "tool_choice",
        "stop_sequences",
        "metadata",
    )

    model: KimiModel
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
    max_tokens: int
    """Maximum tokens allowed for this generation, including thinking and final text. If too low,
    reasoning may exhaust the output budget before any answer text is produced. Use at least
    1024 and increase it for more complex tasks.

    From 1 to 1048576.
    """
    messages: list[MessagesInputMessage]
    """Conversation messages. Include historical messages in order for multi-turn conversations;
    see the full reference for how to return reasoning and tool-call history.

    At least 1 item.
    """
    system: str | list[TextBlock] | None
    """The system prompt, as text or as text blocks. There is no system role here."""
    output_config: MessageOutputConfig | None
    """Output configuration."""
    stream: bool | None
    """Whether to return an Anthropic SSE event stream.

    The server's default is `false`.
    """
    tools: list[MessageTool] | None
    """Tools the model may use."""
    tool_choice: MessageToolChoice | None
    """Whether the model uses tools, or the one it has to use."""
    stop_sequences: list[str] | None
    """Texts that end the answer where they appear, of at most 32 bytes each.

    At most 5 items.
    """
    metadata: MessageMetadata | None
    """Who is behind a call."""

    def __init__(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | None = None,
        output_config: MessageOutputConfigParam | MessageOutputConfig | None = None,
        stream: bool | None = None,
        tools: Sequence[MessageToolParam | MessageTool] | None = None,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | None = None,
        stop_sequences: Sequence[str] | None = None,
        metadata: MessageMetadataParam | MessageMetadata | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.model = model
        self.max_tokens = max_tokens
        self.messages = made(self, "messages", messages)
        self.system = made(self, "system", system)
        self.output_config = made(self, "output_config", output_config)
        self.stream = stream
        self.tools = made(self, "tools", tools)
        self.tool_choice = made(self, "tool_choice", tool_choice)
        self.stop_sequences = made(self, "stop_sequences", stop_sequences)
        self.metadata = made(self, "metadata", metadata)


@define(eq=False, repr=False, init=False, slots=False)
class Message(MessageResponseView, Model):
    """A whole message of the model."""

    __slots__ = (
        "id",
        "type",
        "role",
        "model",
        "content",
        "stop_reason",
        "usage",
        "stop_sequence",
    )

    id: str
    """Response ID.

    Example: `"chatcmpl-6adc72c2b5847b4b2ccb39fd"`.
    """
    type: Literal["message"] | str
    """Example: `"message"`."""
    role: Literal["assistant"] | str
    """Example: `"assistant"`."""
    model: str
    """Model used for this call.

    Example: `"kimi-k3.1-pro"`.
    """
    content: list[ContentBlock]
    """Output content blocks, usually thinking followed by text."""
    stop_reason: MessageStopReason | None
    """Why the model stopped; null while the message is still being generated."""
    usage: MessageUsage
    """Tokens that a message used. Cached input is counted apart from `input_tokens`."""
    stop_sequence: str | None
    """The stop sequence that was met, if one was."""

    def __init__(
        self,
        *,
        id: str,
        model: str,
        content: list[ContentBlock],
        stop_reason: MessageStopReason | None,
        usage: MessageUsage,
        type: Literal["message"] | str = "message",
        role: Literal["assistant"] | str = "assistant",
        stop_sequence: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.id = id
        self.type = type
        self.role = role
        self.model = model
        self.content = made(self, "content", content)
        self.stop_reason = given(self, _wire, "stop_reason", stop_reason)
        self.usage = made(self, "usage", usage)
        self.stop_sequence = given(self, _wire, "stop_sequence", stop_sequence)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["id"]
            if type(value) is str:
                self.id = value
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["role"]
            if type(value) is str:
                self.role = value
            value = wire["model"]
            if type(value) is str:
                self.model = value
            value = wire["content"]
            if type(value) is list:
                items_content = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_content.append(decode_ContentBlock(item))
                else:
                    self.content = items_content
            value = wire["stop_reason"]
            if value is None or type(value) is str:
                self.stop_reason = value
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_MessageUsage(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "stop_sequence" not in wire:
            self.stop_sequence = None
        else:
            value = wire["stop_sequence"]
            if value is None or type(value) is str:
                self.stop_sequence = value
        return view

    if TYPE_CHECKING:

        def to_input(self) -> list[MessagesInputMessageParam]: ...


@define(eq=False, repr=False, init=False, slots=False)
class MessagesInputMessage(Model):
    """One turn of the conversation that is sent to the Messages protocol."""

    __slots__ = (
        "role",
        "content",
    )

    role: Literal["user", "assistant"] | str
    """Message role. Only user and assistant are supported."""
    content: str | list[InputContentBlock]
    """The turn as text, or as blocks. Return the blocks of the model's own turns unchanged and
    complete, thinking included.
    """

    def __init__(
        self,
        *,
        role: Literal["user", "assistant"] | str,
        content: str | Sequence[InputContentBlockParam],
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = made(self, "content", content)


@define(eq=False, repr=False, init=False, slots=False)
class MessageUsage(Model):
    """Tokens that a message used. Cached input is counted apart from `input_tokens`."""

    __slots__ = (
        "input_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
        "output_tokens",
        "output_tokens_details",
    )

    input_tokens: int
    """Regular input tokens, excluding cache reads and writes.

    Example: `24`.
    """
    cache_read_input_tokens: int | None
    """Input tokens served from cache.

    Example: `0`.
    """
    cache_creation_input_tokens: int | None
    """Input tokens written to cache.

    Example: `0`.
    """
    output_tokens: int
    """Output tokens, including thinking tokens.

    Example: `96`.
    """
    output_tokens_details: MessageOutputTokensDetails | None
    """What the output tokens of a message consist of."""

    def __init__(
        self,
        *,
        input_tokens: int,
        output_tokens: int,
        cache_read_input_tokens: int | None | Omit = OMIT,
        cache_creation_input_tokens: int | None | Omit = OMIT,
        output_tokens_details: MessageOutputTokensDetails | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.input_tokens = input_tokens
        self.cache_read_input_tokens = given(
            self, _wire, "cache_read_input_tokens", cache_read_input_tokens
        )
        self.cache_creation_input_tokens = given(
            self, _wire, "cache_creation_input_tokens", cache_creation_input_tokens
        )
        self.output_tokens = output_tokens
        self.output_tokens_details = given(
            self,
            _wire,
            "output_tokens_details",
            made(self, "output_tokens_details", output_tokens_details),
        )

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["input_tokens"]
            if type(value) is int:
                self.input_tokens = value
            value = wire["output_tokens"]
            if type(value) is int:
                self.output_tokens = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "cache_read_input_tokens" not in wire:
            self.cache_read_input_tokens = None
        else:
            value = wire["cache_read_input_tokens"]
            if value is None or type(value) is int:
                self.cache_read_input_tokens = value
        if "cache_creation_input_tokens" not in wire:
            self.cache_creation_input_tokens = None
        else:
            value = wire["cache_creation_input_tokens"]
            if value is None or type(value) is int:
                self.cache_creation_input_tokens = value
        if "output_tokens_details" not in wire:
            self.output_tokens_details = None
        else:
            value = wire["output_tokens_details"]
            if type(value) is dict:
                self.output_tokens_details = view_MessageOutputTokensDetails(value)
            elif value is None:
                self.output_tokens_details = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessagesErrorResponse(Model):
    """The body of an error answer of the Messages protocol."""

    __slots__ = (
        "type",
        "error",
        "request_id",
        "fallback_suggestion",
    )

    type: Literal["error"] | str
    error: MessagesErrorDetail
    """What went wrong with a message."""
    request_id: str | None
    fallback_suggestion: str | None
    """What to do instead, in words."""

    def __init__(
        self,
        *,
        error: MessagesErrorDetail,
        type: Literal["error"] | str = "error",
        request_id: str | None = None,
        fallback_suggestion: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.error = made(self, "error", error)
        self.request_id = request_id
        self.fallback_suggestion = given(self, _wire, "fallback_suggestion", fallback_suggestion)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["error"]
            if type(value) is dict:
                self.error = view_MessagesErrorDetail(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "request_id" not in wire:
            self.request_id = None
        else:
            value = wire["request_id"]
            if type(value) is str:
                self.request_id = value
        if "fallback_suggestion" not in wire:
            self.fallback_suggestion = None
        else:
            value = wire["fallback_suggestion"]
            if value is None or type(value) is str:
                self.fallback_suggestion = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageOutputConfig(Model):
    """Output configuration."""

    __slots__ = (
        "effort",
        "format",
    )

    effort: ReasoningEffort | None
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """
    format: MessageOutputFormat | None
    """The shape of the JSON the answer has to be."""

    def __init__(
        self,
        *,
        effort: ReasoningEffort | None = None,
        format: MessageOutputFormatParam | MessageOutputFormat | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.effort = effort
        self.format = made(self, "format", format)


@define(eq=False, repr=False, init=False, slots=False)
class MessagesErrorDetail(Model):
    """What went wrong with a message."""

    __slots__ = (
        "type",
        "message",
    )

    type: str
    """The kind of error, such as `invalid_request_error` or `rate_limit_error`."""
    message: str
    """What went wrong."""

    def __init__(
        self,
        *,
        type: str,
        message: str,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.message = message

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["message"]
            if type(value) is str:
                self.message = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class TextBlock(Model):
    """Text of the conversation."""

    __slots__ = (
        "type",
        "text",
        "citations",
    )

    type: Literal["text"]
    text: str
    """The text."""
    citations: list[JsonObject] | None
    """Sources the text rests on, where a server names any."""

    def __init__(
        self,
        *,
        text: str,
        type: Literal["text"] = "text",
        citations: Sequence[JsonObjectParam] | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.text = text
        self.citations = given(self, _wire, "citations", made(self, "citations", citations))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["text"]
            if type(value) is str:
                self.text = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "citations" not in wire:
            self.citations = None
        else:
            value = wire["citations"]
            if value is None or type(value) is list:
                self.citations = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ThinkingBlock(Model):
    """Reasoning of the model. Send it back unchanged, signature included, and in its place."""

    __slots__ = (
        "type",
        "thinking",
        "signature",
    )

    type: Literal["thinking"]
    thinking: str
    """The reasoning text."""
    signature: str | None
    """Proof of origin; may be empty, and some servers leave it out."""

    def __init__(
        self,
        *,
        thinking: str,
        type: Literal["thinking"] = "thinking",
        signature: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.thinking = thinking
        self.signature = signature

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["thinking"]
            if type(value) is str:
                self.thinking = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "signature" not in wire:
            self.signature = None
        else:
            value = wire["signature"]
            if type(value) is str:
                self.signature = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class RedactedThinkingBlock(Model):
    """Reasoning that the server keeps to itself. Send it back unchanged."""

    __slots__ = (
        "type",
        "data",
    )

    type: Literal["redacted_thinking"]
    data: str
    """The reasoning, encrypted."""

    def __init__(
        self,
        *,
        data: str,
        type: Literal["redacted_thinking"] = "redacted_thinking",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.data = data

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["data"]
            if type(value) is str:
                self.data = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageStartEvent(Model):
    """Opens the stream with a message that has no content yet."""

    __slots__ = (
        "type",
        "message",
    )

    type: Literal["message_start"]
    message: Message
    """A whole message of the model."""

    def __init__(
        self,
        *,
        message: Message,
        type: Literal["message_start"] = "message_start",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.message = made(self, "message", message)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["message"]
            if type(value) is dict:
                self.message = view_Message(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ContentBlockStartEvent(Model):
    """Opens a content block. What the block holds already is part of it."""

    __slots__ = (
        "type",
        "index",
        "content_block",
    )

    type: Literal["content_block_start"]
    index: int
    """Place of the block in the message's content."""
    content_block: ContentBlock
    """A block of the model's message, told apart by `type`."""

    def __init__(
        self,
        *,
        index: int,
        content_block: ContentBlock,
        type: Literal["content_block_start"] = "content_block_start",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.index = index
        self.content_block = made(self, "content_block", content_block)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["index"]
            if type(value) is int:
                self.index = value
            value = wire["content_block"]
            if type(value) is dict:
                self.content_block = decode_ContentBlock(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ContentBlockDeltaEvent(Model):
    """Adds to an open content block."""

    __slots__ = (
        "type",
        "index",
        "delta",
    )

    type: Literal["content_block_delta"]
    index: int
    """Place of the block in the message's content."""
    delta: ContentBlockDelta
    """An addition to a content block, told apart by `type`."""

    def __init__(
        self,
        *,
        index: int,
        delta: ContentBlockDelta,
        type: Literal["content_block_delta"] = "content_block_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.index = index
        self.delta = made(self, "delta", delta)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["index"]
            if type(value) is int:
                self.index = value
            value = wire["delta"]
            if type(value) is dict:
                self.delta = decode_ContentBlockDelta(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ContentBlockStopEvent(Model):
    """Closes a content block."""

    __slots__ = (
        "type",
        "index",
    )

    type: Literal["content_block_stop"]
    index: int
    """Place of the block in the message's content."""

    def __init__(
        self,
        *,
        index: int,
        type: Literal["content_block_stop"] = "content_block_stop",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.index = index

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["index"]
            if type(value) is int:
                self.index = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageDeltaEvent(Model):
    """Says why the model stopped, and how many tokens were used."""

    __slots__ = (
        "type",
        "delta",
        "usage",
    )

    type: Literal["message_delta"]
    delta: MessageDelta
    """What changes on the message itself."""
    usage: MessageDeltaUsage | None
    """Token counts so far, for the whole message. A field that is present replaces the one from
    `message_start`; an absent one leaves it standing.
    """

    def __init__(
        self,
        *,
        delta: MessageDelta,
        type: Literal["message_delta"] = "message_delta",
        usage: MessageDeltaUsage | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.delta = made(self, "delta", delta)
        self.usage = made(self, "usage", usage)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["delta"]
            if type(value) is dict:
                self.delta = view_MessageDelta(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "usage" not in wire:
            self.usage = None
        else:
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_MessageDeltaUsage(value)
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageDelta(Model):
    """What changes on the message itself."""

    __slots__ = (
        "stop_reason",
        "stop_sequence",
    )

    stop_reason: MessageStopReason | None
    """Why the model stopped."""
    stop_sequence: str | None
    """The stop sequence that was met, if one was."""

    def __init__(
        self,
        *,
        stop_reason: MessageStopReason | None | Omit = OMIT,
        stop_sequence: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.stop_reason = given(self, _wire, "stop_reason", stop_reason)
        self.stop_sequence = given(self, _wire, "stop_sequence", stop_sequence)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "stop_reason" not in wire:
            self.stop_reason = None
        else:
            value = wire["stop_reason"]
            if value is None or type(value) is str:
                self.stop_reason = value
        if "stop_sequence" not in wire:
            self.stop_sequence = None
        else:
            value = wire["stop_sequence"]
            if value is None or type(value) is str:
                self.stop_sequence = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageStopEvent(Model):
    """Ends the stream; the message is complete."""

    __slots__ = ("type",)

    type: Literal["message_stop"]

    def __init__(
        self,
        *,
        type: Literal["message_stop"] = "message_stop",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessagePingEvent(Model):
    """Keeps the connection alive; comes anywhere, also inside an open block."""

    __slots__ = ("type",)

    type: Literal["ping"]

    def __init__(
        self,
        *,
        type: Literal["ping"] = "ping",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageErrorEvent(Model):
    """Reports an error after the stream began, and ends it. The HTTP status is 200 by then."""

    __slots__ = (
        "type",
        "error",
        "request_id",
    )

    type: Literal["error"]
    error: MessagesErrorDetail
    """What went wrong with a message."""
    request_id: str | None
    """Names the call towards the vendor's support."""

    def __init__(
        self,
        *,
        error: MessagesErrorDetail,
        type: Literal["error"] = "error",
        request_id: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.error = made(self, "error", error)
        self.request_id = given(self, _wire, "request_id", request_id)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["error"]
            if type(value) is dict:
                self.error = view_MessagesErrorDetail(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "request_id" not in wire:
            self.request_id = None
        else:
            value = wire["request_id"]
            if value is None or type(value) is str:
                self.request_id = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageDeltaUsage(Model):
    """Token counts so far, for the whole message. A field that is present replaces the one from
    `message_start`; an absent one leaves it standing.
    """

    __slots__ = (
        "input_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
        "output_tokens",
        "output_tokens_details",
    )

    input_tokens: int | None
    cache_read_input_tokens: int | None
    cache_creation_input_tokens: int | None
    output_tokens: int | None
    """Output tokens so far, thinking included."""
    output_tokens_details: MessageOutputTokensDetails | None
    """What the output tokens of a message consist of."""

    def __init__(
        self,
        *,
        input_tokens: int | None | Omit = OMIT,
        cache_read_input_tokens: int | None | Omit = OMIT,
        cache_creation_input_tokens: int | None | Omit = OMIT,
        output_tokens: int | None = None,
        output_tokens_details: MessageOutputTokensDetails | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.input_tokens = given(self, _wire, "input_tokens", input_tokens)
        self.cache_read_input_tokens = given(
            self, _wire, "cache_read_input_tokens", cache_read_input_tokens
        )
        self.cache_creation_input_tokens = given(
            self, _wire, "cache_creation_input_tokens", cache_creation_input_tokens
        )
        self.output_tokens = output_tokens
        self.output_tokens_details = given(
            self,
            _wire,
            "output_tokens_details",
            made(self, "output_tokens_details", output_tokens_details),
        )

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "input_tokens" not in wire:
            self.input_tokens = None
        else:
            value = wire["input_tokens"]
            if value is None or type(value) is int:
                self.input_tokens = value
        if "cache_read_input_tokens" not in wire:
            self.cache_read_input_tokens = None
        else:
            value = wire["cache_read_input_tokens"]
            if value is None or type(value) is int:
                self.cache_read_input_tokens = value
        if "cache_creation_input_tokens" not in wire:
            self.cache_creation_input_tokens = None
        else:
            value = wire["cache_creation_input_tokens"]
            if value is None or type(value) is int:
                self.cache_creation_input_tokens = value
        if "output_tokens" not in wire:
            self.output_tokens = None
        else:
            value = wire["output_tokens"]
            if type(value) is int:
                self.output_tokens = value
        if "output_tokens_details" not in wire:
            self.output_tokens_details = None
        else:
            value = wire["output_tokens_details"]
            if type(value) is dict:
                self.output_tokens_details = view_MessageOutputTokensDetails(value)
            elif value is None:
                self.output_tokens_details = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ThinkingDelta(Model):
    """The next fragment of the reasoning."""

    __slots__ = (
        "type",
        "thinking",
    )

    type: Literal["thinking_delta"]
    thinking: str

    def __init__(
        self,
        *,
        thinking: str,
        type: Literal["thinking_delta"] = "thinking_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.thinking = thinking

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["thinking"]
            if type(value) is str:
                self.thinking = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class SignatureDelta(Model):
    """The signature of a thinking block, whole."""

    __slots__ = (
        "type",
        "signature",
    )

    type: Literal["signature_delta"]
    signature: str

    def __init__(
        self,
        *,
        signature: str,
        type: Literal["signature_delta"] = "signature_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.signature = signature

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["signature"]
            if type(value) is str:
                self.signature = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class TextDelta(Model):
    """The next fragment of the text."""

    __slots__ = (
        "type",
        "text",
    )

    type: Literal["text_delta"]
    text: str

    def __init__(
        self,
        *,
        text: str,
        type: Literal["text_delta"] = "text_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.text = text

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["text"]
            if type(value) is str:
                self.text = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class InputJsonDelta(Model):
    """The next fragment of a tool's input, as JSON text that is complete only with the last one."""

    __slots__ = (
        "type",
        "partial_json",
    )

    type: Literal["input_json_delta"]
    partial_json: str

    def __init__(
        self,
        *,
        partial_json: str,
        type: Literal["input_json_delta"] = "input_json_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.partial_json = partial_json

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["partial_json"]
            if type(value) is str:
                self.partial_json = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class CitationsDelta(Model):
    """One more source of the text."""

    __slots__ = (
        "type",
        "citation",
    )

    type: Literal["citations_delta"]
    citation: JsonObject
    """Any JSON object."""

    def __init__(
        self,
        *,
        citation: JsonObject,
        type: Literal["citations_delta"] = "citations_delta",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.citation = citation

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["citation"]
            if type(value) is dict:
                self.citation = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageOutputTokensDetails(Model):
    """What the output tokens of a message consist of."""

    __slots__ = ("thinking_tokens",)

    thinking_tokens: int | None
    """Thinking tokens, already included in `output_tokens`."""

    def __init__(
        self,
        *,
        thinking_tokens: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.thinking_tokens = thinking_tokens

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "thinking_tokens" not in wire:
            self.thinking_tokens = None
        else:
            value = wire["thinking_tokens"]
            if type(value) is int:
                self.thinking_tokens = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class MessageTool(Model):
    """A tool the model may use."""

    __slots__ = (
        "name",
        "description",
        "input_schema",
        "type",
    )

    name: str
    description: str | None
    """Tells the model when to use the tool."""
    input_schema: JsonSchema
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    type: Literal["custom"] | str | None
    """May be left out."""

    def __init__(
        self,
        *,
        name: str,
        input_schema: JsonSchemaParam,
        description: str | None = None,
        type: Literal["custom"] | str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = name
        self.description = description
        self.input_schema = made(self, "input_schema", input_schema)
        self.type = type


@define(eq=False, repr=False, init=False, slots=False)
class MessageToolChoice(Model):
    """Whether the model uses tools, or the one it has to use."""

    __slots__ = (
        "type",
        "name",
    )

    type: MessageToolChoiceMode
    """`auto` leaves the choice to the model, `any` asks for some tool, `tool` for the named one,
    `none` forbids tools.
    """
    name: str | None
    """The tool to use, with `tool`."""

    def __init__(
        self,
        *,
        type: MessageToolChoiceMode,
        name: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name


@define(eq=False, repr=False, init=False, slots=False)
class ToolUseBlock(Model):
    """A use of a tool the model asks for. Answer it with a tool result that has the same id."""

    __slots__ = (
        "type",
        "id",
        "name",
        "input",
    )

    type: Literal["tool_use"]
    id: str
    name: str
    input: JsonObject
    """Any JSON object."""

    def __init__(
        self,
        *,
        id: str,
        name: str,
        input: JsonObjectParam,
        type: Literal["tool_use"] = "tool_use",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.name = name
        self.input = made(self, "input", input)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["id"]
            if type(value) is str:
                self.id = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
            value = wire["input"]
            if type(value) is dict:
                self.input = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ToolResultBlock(Model):
    """What a tool returned."""

    __slots__ = (
        "type",
        "tool_use_id",
        "content",
        "is_error",
    )

    type: Literal["tool_result"]
    tool_use_id: str
    """The id of the tool use this answers."""
    content: str | list[ToolResultContentBlock]
    """The result as text, or as blocks."""
    is_error: bool | None
    """Whether the tool failed."""

    def __init__(
        self,
        *,
        tool_use_id: str,
        content: str | Sequence[ToolResultContentBlockParam],
        type: Literal["tool_result"] = "tool_result",
        is_error: bool | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.tool_use_id = tool_use_id
        self.content = made(self, "content", content)
        self.is_error = is_error


@define(eq=False, repr=False, init=False, slots=False)
class ImageBlock(Model):
    """An image inside a message."""

    __slots__ = (
        "type",
        "source",
    )

    type: Literal["image"]
    source: ImageSource
    """Where an image comes from, told apart by `type`."""

    def __init__(
        self,
        *,
        source: ImageSourceParam,
        type: Literal["image"] = "image",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.source = made(self, "source", source)


@define(eq=False, repr=False, init=False, slots=False)
class Base64ImageSource(Model):
    """An image as data."""

    __slots__ = (
        "type",
        "media_type",
        "data",
    )

    type: Literal["base64"]
    media_type: ImageMediaType
    """The format of an image."""
    data: str
    """The image in base64, without a `data:` prefix."""

    def __init__(
        self,
        *,
        media_type: ImageMediaType,
        data: str,
        type: Literal["base64"] = "base64",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.media_type = media_type
        self.data = data


@define(eq=False, repr=False, init=False, slots=False)
class UrlImageSource(Model):
    """An image by address."""

    __slots__ = (
        "type",
        "url",
    )

    type: Literal["url"]
    url: str
    """An uploaded file (`ms://<file id>`)."""

    def __init__(
        self,
        *,
        url: str,
        type: Literal["url"] = "url",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.url = url


@define(eq=False, repr=False, init=False, slots=False)
class MessageMetadata(Model):
    """Who is behind a call."""

    __slots__ = ("user_id",)

    user_id: str | None
    """A stable name for the end user or the conversation, hashed; it helps the cache and tracing
    abuse.
    """

    def __init__(
        self,
        *,
        user_id: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.user_id = user_id


@define(eq=False, repr=False, init=False, slots=False)
class MessageOutputFormat(Model):
    """The shape of the JSON the answer has to be."""

    __slots__ = (
        "type",
        "schema",
    )

    type: Literal["json_schema"] | str
    schema: JsonSchema
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """

    def __init__(
        self,
        *,
        schema: JsonSchemaParam,
        type: Literal["json_schema"] | str = "json_schema",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.schema = made(self, "schema", schema)


@define(eq=False, repr=False, init=False, slots=False)
class UnknownContentBlock(UnknownModel):
    """A `ContentBlock` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownInputContentBlock(UnknownModel):
    """A `InputContentBlock` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownMessageStreamEvent(UnknownModel):
    """A `MessageStreamEvent` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownContentBlockDelta(UnknownModel):
    """A `ContentBlockDelta` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownToolResultContentBlock(UnknownModel):
    """A `ToolResultContentBlock` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownImageSource(UnknownModel):
    """A `ImageSource` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


ContentBlock: TypeAlias = (
    ThinkingBlock | RedactedThinkingBlock | TextBlock | ToolUseBlock | UnknownContentBlock
)
"""A block of the model's message, told apart by `type`."""

decode_ContentBlock = union_of(
    "type",
    {
        "thinking": ThinkingBlock,
        "redacted_thinking": RedactedThinkingBlock,
        "text": TextBlock,
        "tool_use": ToolUseBlock,
    },
    UnknownContentBlock,
)

InputContentBlock: TypeAlias = (
    TextBlock
    | ThinkingBlock
    | RedactedThinkingBlock
    | ToolUseBlock
    | ToolResultBlock
    | ImageBlock
    | UnknownInputContentBlock
)
"""A block of a message that is sent, told apart by `type`."""

decode_InputContentBlock = union_of(
    "type",
    {
        "text": TextBlock,
        "thinking": ThinkingBlock,
        "redacted_thinking": RedactedThinkingBlock,
        "tool_use": ToolUseBlock,
        "tool_result": ToolResultBlock,
        "image": ImageBlock,
    },
    UnknownInputContentBlock,
)

MessageStreamEvent: TypeAlias = (
    MessageStartEvent
    | ContentBlockStartEvent
    | ContentBlockDeltaEvent
    | ContentBlockStopEvent
    | MessageDeltaEvent
    | MessageStopEvent
    | MessagePingEvent
    | MessageErrorEvent
    | UnknownMessageStreamEvent
)
"""An event of a streamed message, told apart by `type`."""

decode_MessageStreamEvent = union_of(
    "type",
    {
        "message_start": MessageStartEvent,
        "content_block_start": ContentBlockStartEvent,
        "content_block_delta": ContentBlockDeltaEvent,
        "content_block_stop": ContentBlockStopEvent,
        "message_delta": MessageDeltaEvent,
        "message_stop": MessageStopEvent,
        "ping": MessagePingEvent,
        "error": MessageErrorEvent,
    },
    UnknownMessageStreamEvent,
)

ContentBlockDelta: TypeAlias = (
    ThinkingDelta
    | SignatureDelta
    | TextDelta
    | InputJsonDelta
    | CitationsDelta
    | UnknownContentBlockDelta
)
"""An addition to a content block, told apart by `type`."""

decode_ContentBlockDelta = union_of(
    "type",
    {
        "thinking_delta": ThinkingDelta,
        "signature_delta": SignatureDelta,
        "text_delta": TextDelta,
        "input_json_delta": InputJsonDelta,
        "citations_delta": CitationsDelta,
    },
    UnknownContentBlockDelta,
)

ToolResultContentBlock: TypeAlias = TextBlock | ImageBlock | UnknownToolResultContentBlock
"""A block of a tool result, told apart by `type`."""

decode_ToolResultContentBlock = union_of(
    "type",
    {
        "text": TextBlock,
        "image": ImageBlock,
    },
    UnknownToolResultContentBlock,
)

ImageSource: TypeAlias = Base64ImageSource | UrlImageSource | UnknownImageSource
"""Where an image comes from, told apart by `type`."""

decode_ImageSource = union_of(
    "type",
    {
        "base64": Base64ImageSource,
        "url": UrlImageSource,
    },
    UnknownImageSource,
)
MessageRequest._fields = {
    "model": ("model", STRING, None, False),
    "max_tokens": ("max_tokens", INTEGER, None, False),
    "messages": ("messages", ARRAY, list_of(MessagesInputMessage._view), False),
    "system": ("system", STRING | ARRAY, by_type({list: list_of(TextBlock._view)}), False),
    "output_config": ("output_config", OBJECT, MessageOutputConfig._view, False),
    "stream": ("stream", BOOLEAN, None, False),
    "tools": ("tools", ARRAY, list_of(MessageTool._view), False),
    "tool_choice": ("tool_choice", OBJECT, MessageToolChoice._view, False),
    "stop_sequences": ("stop_sequences", ARRAY, None, False),
    "metadata": ("metadata", OBJECT, MessageMetadata._view, False),
}
Message._fields = {
    "id": ("id", STRING, None, False),
    "type": ("type", STRING, None, False),
    "role": ("role", STRING, None, False),
    "model": ("model", STRING, None, False),
    "content": ("content", ARRAY, list_of(decode_ContentBlock), False),
    "stop_reason": ("stop_reason", STRING, None, True),
    "usage": ("usage", OBJECT, MessageUsage._view, False),
    "stop_sequence": ("stop_sequence", STRING, None, True),
}
MessagesInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": (
        "content",
        STRING | ARRAY,
        by_type({list: list_of(decode_InputContentBlock)}),
        False,
    ),
}
MessageUsage._fields = {
    "input_tokens": ("input_tokens", INTEGER, None, False),
    "cache_read_input_tokens": ("cache_read_input_tokens", INTEGER, None, True),
    "cache_creation_input_tokens": ("cache_creation_input_tokens", INTEGER, None, True),
    "output_tokens": ("output_tokens", INTEGER, None, False),
    "output_tokens_details": (
        "output_tokens_details",
        OBJECT,
        MessageOutputTokensDetails._view,
        True,
    ),
}
MessagesErrorResponse._fields = {
    "type": ("type", STRING, None, False),
    "error": ("error", OBJECT, MessagesErrorDetail._view, False),
    "request_id": ("request_id", STRING, None, False),
    "fallback_suggestion": ("fallback_suggestion", STRING, None, True),
}
MessageOutputConfig._fields = {
    "effort": ("effort", STRING, None, False),
    "format": ("format", OBJECT, MessageOutputFormat._view, False),
}
MessagesErrorDetail._fields = {
    "type": ("type", STRING, None, False),
    "message": ("message", STRING, None, False),
}
TextBlock._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
    "citations": ("citations", ARRAY, None, True),
}
ThinkingBlock._fields = {
    "type": ("type", STRING, None, False),
    "thinking": ("thinking", STRING, None, False),
    "signature": ("signature", STRING, None, False),
}
RedactedThinkingBlock._fields = {
    "type": ("type", STRING, None, False),
    "data": ("data", STRING, None, False),
}
MessageStartEvent._fields = {
    "type": ("type", STRING, None, False),
    "message": ("message", OBJECT, Message._view, False),
}
ContentBlockStartEvent._fields = {
    "type": ("type", STRING, None, False),
    "index": ("index", INTEGER, None, False),
    "content_block": ("content_block", OBJECT, decode_ContentBlock, False),
}
ContentBlockDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "index": ("index", INTEGER, None, False),
    "delta": ("delta", OBJECT, decode_ContentBlockDelta, False),
}
ContentBlockStopEvent._fields = {
    "type": ("type", STRING, None, False),
    "index": ("index", INTEGER, None, False),
}
MessageDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "delta": ("delta", OBJECT, MessageDelta._view, False),
    "usage": ("usage", OBJECT, MessageDeltaUsage._view, False),
}
MessageDelta._fields = {
    "stop_reason": ("stop_reason", STRING, None, True),
    "stop_sequence": ("stop_sequence", STRING, None, True),
}
MessageStopEvent._fields = {
    "type": ("type", STRING, None, False),
}
MessagePingEvent._fields = {
    "type": ("type", STRING, None, False),
}
MessageErrorEvent._fields = {
    "type": ("type", STRING, None, False),
    "error": ("error", OBJECT, MessagesErrorDetail._view, False),
    "request_id": ("request_id", STRING, None, True),
}
MessageDeltaUsage._fields = {
    "input_tokens": ("input_tokens", INTEGER, None, True),
    "cache_read_input_tokens": ("cache_read_input_tokens", INTEGER, None, True),
    "cache_creation_input_tokens": ("cache_creation_input_tokens", INTEGER, None, True),
    "output_tokens": ("output_tokens", INTEGER, None, False),
    "output_tokens_details": (
        "output_tokens_details",
        OBJECT,
        MessageOutputTokensDetails._view,
        True,
    ),
}
ThinkingDelta._fields = {
    "type": ("type", STRING, None, False),
    "thinking": ("thinking", STRING, None, False),
}
SignatureDelta._fields = {
    "type": ("type", STRING, None, False),
    "signature": ("signature", STRING, None, False),
}
TextDelta._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
}
InputJsonDelta._fields = {
    "type": ("type", STRING, None, False),
    "partial_json": ("partial_json", STRING, None, False),
}
CitationsDelta._fields = {
    "type": ("type", STRING, None, False),
    "citation": ("citation", OBJECT, None, False),
}
MessageOutputTokensDetails._fields = {
    "thinking_tokens": ("thinking_tokens", INTEGER, None, False),
}
MessageTool._fields = {
    "name": ("name", STRING, None, False),
    "description": ("description", STRING, None, False),
    "input_schema": ("input_schema", OBJECT, None, False),
    "type": ("type", STRING, None, False),
}
MessageToolChoice._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
}
ToolUseBlock._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "name": ("name", STRING, None, False),
    "input": ("input", OBJECT, None, False),
}
ToolResultBlock._fields = {
    "type": ("type", STRING, None, False),
    "tool_use_id": ("tool_use_id", STRING, None, False),
    "content": (
        "content",
        STRING | ARRAY,
        by_type({list: list_of(decode_ToolResultContentBlock)}),
        False,
    ),
    "is_error": ("is_error", BOOLEAN, None, False),
}
ImageBlock._fields = {
    "type": ("type", STRING, None, False),
    "source": ("source", OBJECT, decode_ImageSource, False),
}
Base64ImageSource._fields = {
    "type": ("type", STRING, None, False),
    "media_type": ("media_type", STRING, None, False),
    "data": ("data", STRING, None, False),
}
UrlImageSource._fields = {
    "type": ("type", STRING, None, False),
    "url": ("url", STRING, None, False),
}
MessageMetadata._fields = {
    "user_id": ("user_id", STRING, None, False),
}
MessageOutputFormat._fields = {
    "type": ("type", STRING, None, False),
    "schema": ("schema", OBJECT, None, False),
}

view_MessageUsage = MessageUsage._view
view_MessageOutputTokensDetails = MessageOutputTokensDetails._view
view_MessagesErrorDetail = MessagesErrorDetail._view
view_Message = Message._view
view_MessageDelta = MessageDelta._view
view_MessageDeltaUsage = MessageDeltaUsage._view
