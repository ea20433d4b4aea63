# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Models of chat."""

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
from ..runtime.views import ChatResponseView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..params.chat import (
        ChatContentPartParam,
        ChatFunctionCallParam,
        ChatFunctionDefinitionParam,
        ChatFunctionNameParam,
        ChatInputMessageParam,
        ChatJsonSchemaFormatParam,
        ChatMediaUrlParam,
        ChatResponseFormatParam,
        ChatStreamOptionsParam,
        ChatToolCallParam,
        ChatToolChoiceParam,
        ChatToolParam,
    )
    from ..params.shared import (
        JsonSchemaParam,
    )
    from .shared import (
        JsonSchema,
        KimiModel,
        ReasoningEffort,
    )

__all__ = [
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
    "UnknownChatContentPart",
    "UnknownChatInputMessage",
]

ChatFinishReason: TypeAlias = Literal["stop", "length", "tool_calls", "content_filter"] | str
"""Finish reason: `stop` means a natural stop, `length` means the output limit was reached, and
`tool_calls` means the model is requesting a tool call.

Example: `"stop"`.
"""

ChatToolChoiceMode: TypeAlias = Literal["auto", "none", "required"] | str
"""`auto` leaves the choice to the model, `none` forbids tool calls, `required` asks for at least
one.
"""

ChatResponseFormatType: TypeAlias = Literal["text", "json_object", "json_schema"] | str
"""`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
`json_schema` for JSON of a given shape.
"""


@define(eq=False, repr=False, init=False, slots=False)
class ChatCompletionRequest(Model):
    """A call of the Chat Completions protocol."""

    __slots__ = (
        "model",
        "messages",
        "reasoning_effort",
        "max_completion_tokens",
        "stream",
        "tools",
        "tool_choice",
        "stream_options",
        "response_format",
        "stop",
        "prompt_cache_key",
        "safety_identifier",
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
    messages: list[ChatInputMessage]
    """Conversation messages. Include historical messages in order for multi-turn conversations;
    see the full reference for how to return reasoning and tool-call history.

    At least 1 item.
    """
    reasoning_effort: ReasoningEffort | None
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """
    max_completion_tokens: int | None
    """Maximum generated tokens, including reasoning and the final answer; default 131072, maximum
    1048576.

    From 1 to 1048576. The server's default is `131072`.
    """
    stream: bool | None
    """Whether to return the response as an SSE stream.

    The server's default is `false`.
    """
    tools: list[ChatTool] | None
    """Functions the model may call.

    At most 128 items.
    """
    tool_choice: ChatToolChoice | None
    """Whether the model calls tools, or the one function it has to call."""
    stream_options: ChatStreamOptions | None
    """What a stream carries besides the answer."""
    response_format: ChatResponseFormat | None
    """The form the answer has to have."""
    stop: str | list[str] | None
    """Texts that end the answer where they appear; up to five, of at most 32 bytes each."""
    prompt_cache_key: str | None
    """A name for the conversation; the same one in each turn helps the cache."""
    safety_identifier: str | None
    """A stable name for the end user, hashed, for tracing abuse."""

    def __init__(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | None = None,
        max_completion_tokens: int | None = None,
        stream: bool | None = None,
        tools: Sequence[ChatToolParam | ChatTool] | None = None,
        tool_choice: ChatToolChoiceParam | None = None,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | None = None,
        response_format: ChatResponseFormatParam | ChatResponseFormat | None = None,
        stop: str | Sequence[str] | None = None,
        prompt_cache_key: str | None = None,
        safety_identifier: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.model = model
        self.messages = made(self, "messages", messages)
        self.reasoning_effort = reasoning_effort
        self.max_completion_tokens = max_completion_tokens
        self.stream = stream
        self.tools = made(self, "tools", tools)
        self.tool_choice = made(self, "tool_choice", tool_choice)
        self.stream_options = made(self, "stream_options", stream_options)
        self.response_format = made(self, "response_format", response_format)
        self.stop = made(self, "stop", stop)
        self.prompt_cache_key = prompt_cache_key
        self.safety_identifier = safety_identifier


@define(eq=False, repr=False, init=False, slots=False)
class ChatCompletion(ChatResponseView, Model):
    """A whole chat completion."""

    __slots__ = (
        "id",
        "object",
        "created",
        "model",
        "choices",
        "usage",
    )

    id: str
    """Response ID.

    Example: `"chatcmpl-6adc72a2823cc13b156bf863"`.
    """
    object: Literal["chat.completion"] | str
    """Example: `"chat.completion"`."""
    created: int
    """Creation time as a Unix timestamp in seconds.

    Example: `1792832163`.
    """
    model: str
    """Model used for this call.

    Example: `"kimi-k3.1-pro"`.
    """
    choices: list[ChatChoice]
    usage: ChatUsage | None
    """Tokens of the call, where the server counts them."""

    def __init__(
        self,
        *,
        id: str,
        created: int,
        model: str,
        choices: list[ChatChoice],
        object: Literal["chat.completion"] | str = "chat.completion",
        usage: ChatUsage | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.id = id
        self.object = object
        self.created = created
        self.model = model
        self.choices = made(self, "choices", choices)
        self.usage = given(self, _wire, "usage", made(self, "usage", usage))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["id"]
            if type(value) is str:
                self.id = value
            value = wire["object"]
            if type(value) is str:
                self.object = value
            value = wire["created"]
            if type(value) is int:
                self.created = value
            value = wire["model"]
            if type(value) is str:
                self.model = value
            value = wire["choices"]
            if type(value) is list:
                items_choices = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_choices.append(view_ChatChoice(item))
                else:
                    self.choices = items_choices
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "usage" not in wire:
            self.usage = None
        else:
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_ChatUsage(value)
            elif value is None:
                self.usage = None
        return view

    if TYPE_CHECKING:

        def to_input(self) -> list[ChatInputMessageParam]: ...


@define(eq=False, repr=False, init=False, slots=False)
class ChatChoice(Model):
    """One answer of a chat completion. Kimi always returns exactly one."""

    __slots__ = (
        "index",
        "message",
        "finish_reason",
    )

    index: int
    """Example: `0`."""
    message: ChatAssistantMessage
    """The model's message in a chat completion."""
    finish_reason: ChatFinishReason | None
    """Why the answer ended; null while it is still being generated."""

    def __init__(
        self,
        *,
        index: int,
        message: ChatAssistantMessage,
        finish_reason: ChatFinishReason | None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.index = index
        self.message = made(self, "message", message)
        self.finish_reason = given(self, _wire, "finish_reason", finish_reason)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["index"]
            if type(value) is int:
                self.index = value
            value = wire["message"]
            if type(value) is dict:
                self.message = view_ChatAssistantMessage(value)
            value = wire["finish_reason"]
            if value is None or type(value) is str:
                self.finish_reason = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatUsage(Model):
    """Tokens that a chat completion used. Cached input is part of `prompt_tokens`."""

    __slots__ = (
        "prompt_tokens",
        "completion_tokens",
        "total_tokens",
        "prompt_tokens_details",
        "completion_tokens_details",
        "cached_tokens",
    )

    prompt_tokens: int
    """Total input tokens, including cache hits.

    Example: `24`.
    """
    completion_tokens: int
    """Output tokens, including reasoning tokens.

    Example: `96`.
    """
    total_tokens: int
    """Total input and output tokens.

    Example: `120`.
    """
    prompt_tokens_details: ChatPromptTokensDetails | None
    """What the input tokens of a chat completion consist of."""
    completion_tokens_details: ChatCompletionTokensDetails | None
    """What the output tokens of a chat completion consist of."""
    cached_tokens: int | None
    """Input tokens served from cache, as Kimi itself counts them. The gateway puts the number into
    `prompt_tokens_details` instead.
    """

    def __init__(
        self,
        *,
        prompt_tokens: int,
        completion_tokens: int,
        total_tokens: int,
        prompt_tokens_details: ChatPromptTokensDetails | None | Omit = OMIT,
        completion_tokens_details: ChatCompletionTokensDetails | None | Omit = OMIT,
        cached_tokens: int | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.prompt_tokens = prompt_tokens
        self.completion_tokens = completion_tokens
        self.total_tokens = total_tokens
        self.prompt_tokens_details = given(
            self,
            _wire,
            "prompt_tokens_details",
            made(self, "prompt_tokens_details", prompt_tokens_details),
        )
        self.completion_tokens_details = given(
            self,
            _wire,
            "completion_tokens_details",
            made(self, "completion_tokens_details", completion_tokens_details),
        )
        self.cached_tokens = given(self, _wire, "cached_tokens", cached_tokens)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["prompt_tokens"]
            if type(value) is int:
                self.prompt_tokens = value
            value = wire["completion_tokens"]
            if type(value) is int:
                self.completion_tokens = value
            value = wire["total_tokens"]
            if type(value) is int:
                self.total_tokens = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "prompt_tokens_details" not in wire:
            self.prompt_tokens_details = None
        else:
            value = wire["prompt_tokens_details"]
            if type(value) is dict:
                self.prompt_tokens_details = view_ChatPromptTokensDetails(value)
            elif value is None:
                self.prompt_tokens_details = None
        if "completion_tokens_details" not in wire:
            self.completion_tokens_details = None
        else:
            value = wire["completion_tokens_details"]
            if type(value) is dict:
                self.completion_tokens_details = view_ChatCompletionTokensDetails(value)
            elif value is None:
                self.completion_tokens_details = None
        if "cached_tokens" not in wire:
            self.cached_tokens = None
        else:
            value = wire["cached_tokens"]
            if value is None or type(value) is int:
                self.cached_tokens = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatErrorResponse(Model):
    """The body of an error answer of the Chat Completions protocol."""

    __slots__ = ("error",)

    error: ChatErrorDetail
    """What went wrong with a chat completion."""

    def __init__(
        self,
        *,
        error: ChatErrorDetail,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.error = made(self, "error", error)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["error"]
            if type(value) is dict:
                self.error = view_ChatErrorDetail(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatAssistantMessage(Model):
    """The model's message in a chat completion."""

    __slots__ = (
        "role",
        "content",
        "reasoning_content",
        "tool_calls",
    )

    role: Literal["assistant"] | str
    """Example: `"assistant"`."""
    content: str | None
    """Final answer.

    Example: `"Context caching stores repeated prefix content from requests so that later …`.
    """
    reasoning_content: str | None
    """Reasoning content. Return it together with the complete assistant message in multi-turn
    conversations.

    Example: `"The user wants a one-sentence explanation of context caching, including wha…`.
    """
    tool_calls: list[ChatToolCall] | None
    """Calls the model asks for."""

    def __init__(
        self,
        *,
        role: Literal["assistant"] | str = "assistant",
        content: str | None | Omit = OMIT,
        reasoning_content: str | None | Omit = OMIT,
        tool_calls: list[ChatToolCall] | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = given(self, _wire, "content", content)
        self.reasoning_content = given(self, _wire, "reasoning_content", reasoning_content)
        self.tool_calls = given(self, _wire, "tool_calls", made(self, "tool_calls", tool_calls))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["role"]
            if type(value) is str:
                self.role = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "content" not in wire:
            self.content = None
        else:
            value = wire["content"]
            if value is None or type(value) is str:
                self.content = value
        if "reasoning_content" not in wire:
            self.reasoning_content = None
        else:
            value = wire["reasoning_content"]
            if value is None or type(value) is str:
                self.reasoning_content = value
        if "tool_calls" not in wire:
            self.tool_calls = None
        else:
            value = wire["tool_calls"]
            if type(value) is list:
                items_tool_calls = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_tool_calls.append(view_ChatToolCall(item))
                else:
                    self.tool_calls = items_tool_calls
            elif value is None:
                self.tool_calls = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatPromptTokensDetails(Model):
    """What the input tokens of a chat completion consist of."""

    __slots__ = (
        "cached_tokens",
        "cache_write_tokens",
    )

    cached_tokens: int | None
    """Input tokens served from cache.

    Example: `0`.
    """
    cache_write_tokens: int | None
    """Input tokens written to cache."""

    def __init__(
        self,
        *,
        cached_tokens: int | None = None,
        cache_write_tokens: int | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.cached_tokens = cached_tokens
        self.cache_write_tokens = given(self, _wire, "cache_write_tokens", cache_write_tokens)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "cached_tokens" not in wire:
            self.cached_tokens = None
        else:
            value = wire["cached_tokens"]
            if type(value) is int:
                self.cached_tokens = value
        if "cache_write_tokens" not in wire:
            self.cache_write_tokens = None
        else:
            value = wire["cache_write_tokens"]
            if value is None or type(value) is int:
                self.cache_write_tokens = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatCompletionTokensDetails(Model):
    """What the output tokens of a chat completion consist of."""

    __slots__ = ("reasoning_tokens",)

    reasoning_tokens: int | None
    """Reasoning tokens, already included in completion_tokens.

    Example: `62`.
    """

    def __init__(
        self,
        *,
        reasoning_tokens: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.reasoning_tokens = reasoning_tokens

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "reasoning_tokens" not in wire:
            self.reasoning_tokens = None
        else:
            value = wire["reasoning_tokens"]
            if type(value) is int:
                self.reasoning_tokens = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatErrorDetail(Model):
    """What went wrong with a chat completion."""

    __slots__ = (
        "message",
        "type",
        "code",
        "param",
        "fallback_suggestion",
    )

    message: str
    """What went wrong."""
    type: str | None
    """The kind of error, such as `invalid_request_error` or `rate_limit_error`."""
    code: str | int | None
    """Machine-readable cause; often the HTTP status."""
    param: str | None
    """The request parameter at fault, if one is."""
    fallback_suggestion: str | None
    """What to do instead, in words."""

    def __init__(
        self,
        *,
        message: str,
        type: str | None = None,
        code: str | int | None | Omit = OMIT,
        param: str | None | Omit = OMIT,
        fallback_suggestion: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.message = message
        self.type = type
        self.code = given(self, _wire, "code", code)
        self.param = given(self, _wire, "param", param)
        self.fallback_suggestion = given(self, _wire, "fallback_suggestion", fallback_suggestion)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["message"]
            if type(value) is str:
                self.message = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "type" not in wire:
            self.type = None
        else:
            value = wire["type"]
            if type(value) is str:
                self.type = value
        if "code" not in wire:
            self.code = None
        else:
            value = wire["code"]
            if value is None or (type(value) is str or type(value) is int):
                self.code = value
        if "param" not in wire:
            self.param = None
        else:
            value = wire["param"]
            if value is None or type(value) is str:
                self.param = value
        if "fallback_suggestion" not in wire:
            self.fallback_suggestion = None
        else:
            value = wire["fallback_suggestion"]
            if value is None or type(value) is str:
                self.fallback_suggestion = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatSystemInputMessage(Model):
    """Instructions that stand above the conversation."""

    __slots__ = (
        "role",
        "content",
        "name",
        "tools",
    )

    role: Literal["system"]
    content: str | None
    """The instructions."""
    name: str | None
    """Who speaks, where several take part."""
    tools: list[ChatTool] | None
    """Further functions the model may call from here on, instead of content."""

    def __init__(
        self,
        *,
        role: Literal["system"] = "system",
        content: str | None = None,
        name: str | None = None,
        tools: Sequence[ChatToolParam | ChatTool] | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = content
        self.name = name
        self.tools = made(self, "tools", tools)


@define(eq=False, repr=False, init=False, slots=False)
class ChatUserInputMessage(Model):
    """What the user says."""

    __slots__ = (
        "role",
        "content",
        "name",
    )

    role: Literal["user"]
    content: str | list[ChatContentPart]
    """The user's text, or a list of content parts."""
    name: str | None
    """Who speaks, where several take part."""

    def __init__(
        self,
        *,
        content: str | Sequence[ChatContentPartParam],
        role: Literal["user"] = "user",
        name: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = made(self, "content", content)
        self.name = name


@define(eq=False, repr=False, init=False, slots=False)
class ChatAssistantInputMessage(Model):
    """An earlier answer of the model. Send it back whole, with its reasoning and tool calls, as
    the model gave it.
    """

    __slots__ = (
        "role",
        "content",
        "reasoning_content",
        "name",
        "partial",
        "tool_calls",
    )

    role: Literal["assistant"]
    content: str | list[ChatContentPart] | None
    """The answer text; null or left out where the turn only calls tools."""
    reasoning_content: str | None
    """The reasoning of that turn, unchanged. An empty string is a value of its own."""
    name: str | None
    """Who speaks, where several take part."""
    partial: bool | None
    """Set on the last message of the list to have the model continue it. The answer holds only the
    continuation.
    """
    tool_calls: list[ChatToolCall] | None
    """The calls of that turn, unchanged."""

    def __init__(
        self,
        *,
        role: Literal["assistant"] = "assistant",
        content: str | Sequence[ChatContentPartParam] | None | Omit = OMIT,
        reasoning_content: str | None | Omit = OMIT,
        name: str | None = None,
        partial: bool | None = None,
        tool_calls: Sequence[ChatToolCallParam | ChatToolCall] | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = given(self, _wire, "content", made(self, "content", content))
        self.reasoning_content = given(self, _wire, "reasoning_content", reasoning_content)
        self.name = name
        self.partial = partial
        self.tool_calls = given(self, _wire, "tool_calls", made(self, "tool_calls", tool_calls))


@define(eq=False, repr=False, init=False, slots=False)
class ChatTextPart(Model):
    """Text inside a message."""

    __slots__ = (
        "type",
        "text",
    )

    type: Literal["text"]
    text: str
    """The text; Kimi refuses an empty one beside tool calls."""

    def __init__(
        self,
        *,
        text: str,
        type: Literal["text"] = "text",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.text = text


@define(eq=False, repr=False, init=False, slots=False)
class ChatCompletionChunk(Model):
    """A piece of a chat completion. A server can also report an error in the stream, as `{"error":
    {…}}` in the shape of ChatErrorResponse; it ends the stream.
    """

    __slots__ = (
        "id",
        "object",
        "created",
        "model",
        "choices",
        "usage",
    )

    id: str
    """Nominally the same in every chunk; gateways have been seen to change it after the first."""
    object: Literal["chat.completion.chunk"] | str
    created: int
    """Creation time as a Unix timestamp in seconds."""
    model: str
    """Model that answers; can be another spelling of the one asked for."""
    choices: list[ChatChunkChoice] | None
    """Empty in the chunk that carries the usage."""
    usage: ChatUsage | None
    """Tokens of the whole call, in one of the last chunks. Null before, if
    `stream_options.include_usage` is set.
    """

    def __init__(
        self,
        *,
        id: str,
        created: int,
        model: str,
        choices: list[ChatChunkChoice] | None,
        object: Literal["chat.completion.chunk"] | str = "chat.completion.chunk",
        usage: ChatUsage | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.id = id
        self.object = object
        self.created = created
        self.model = model
        self.choices = given(self, _wire, "choices", made(self, "choices", choices))
        self.usage = given(self, _wire, "usage", made(self, "usage", usage))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["id"]
            if type(value) is str:
                self.id = value
            value = wire["object"]
            if type(value) is str:
                self.object = value
            value = wire["created"]
            if type(value) is int:
                self.created = value
            value = wire["model"]
            if type(value) is str:
                self.model = value
            value = wire["choices"]
            if type(value) is list:
                items_choices = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_choices.append(view_ChatChunkChoice(item))
                else:
                    self.choices = items_choices
            elif value is None:
                self.choices = None
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "usage" not in wire:
            self.usage = None
        else:
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_ChatUsage(value)
            elif value is None:
                self.usage = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatChunkChoice(Model):
    """A piece of one answer."""

    __slots__ = (
        "index",
        "delta",
        "finish_reason",
        "usage",
    )

    index: int
    delta: ChatDelta | None
    """What this chunk adds; null at some gateways where it adds nothing."""
    finish_reason: ChatFinishReason | None
    """Null until the last piece of the answer."""
    usage: ChatUsage | None
    """Tokens of the call, which Kimi puts here in the chunk that has the finish reason."""

    def __init__(
        self,
        *,
        index: int,
        delta: ChatDelta | None,
        finish_reason: ChatFinishReason | None | Omit = OMIT,
        usage: ChatUsage | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.index = index
        self.delta = given(self, _wire, "delta", made(self, "delta", delta))
        self.finish_reason = given(self, _wire, "finish_reason", finish_reason)
        self.usage = given(self, _wire, "usage", made(self, "usage", usage))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["index"]
            if type(value) is int:
                self.index = value
            value = wire["delta"]
            if type(value) is dict:
                self.delta = view_ChatDelta(value)
            elif value is None:
                self.delta = None
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "finish_reason" not in wire:
            self.finish_reason = None
        else:
            value = wire["finish_reason"]
            if value is None or type(value) is str:
                self.finish_reason = value
        if "usage" not in wire:
            self.usage = None
        else:
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_ChatUsage(value)
            elif value is None:
                self.usage = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatDelta(Model):
    """What a chunk adds to the message. Reasoning comes before content, content before tool calls."""

    __slots__ = (
        "role",
        "content",
        "reasoning_content",
        "tool_calls",
    )

    role: Literal["assistant"] | str | None
    """In the first chunk only, or in every chunk; it is a value, not a fragment."""
    content: str | None
    """The next fragment of the answer."""
    reasoning_content: str | None
    """The next fragment of the reasoning."""
    tool_calls: list[ChatToolCallDelta] | None
    """The next fragments of tool calls."""

    def __init__(
        self,
        *,
        role: Literal["assistant"] | str | None = None,
        content: str | None | Omit = OMIT,
        reasoning_content: str | None | Omit = OMIT,
        tool_calls: list[ChatToolCallDelta] | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = given(self, _wire, "content", content)
        self.reasoning_content = given(self, _wire, "reasoning_content", reasoning_content)
        self.tool_calls = given(self, _wire, "tool_calls", made(self, "tool_calls", tool_calls))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "role" not in wire:
            self.role = None
        else:
            value = wire["role"]
            if type(value) is str:
                self.role = value
        if "content" not in wire:
            self.content = None
        else:
            value = wire["content"]
            if value is None or type(value) is str:
                self.content = value
        if "reasoning_content" not in wire:
            self.reasoning_content = None
        else:
            value = wire["reasoning_content"]
            if value is None or type(value) is str:
                self.reasoning_content = value
        if "tool_calls" not in wire:
            self.tool_calls = None
        else:
            value = wire["tool_calls"]
            if type(value) is list:
                items_tool_calls = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_tool_calls.append(view_ChatToolCallDelta(item))
                else:
                    self.tool_calls = items_tool_calls
            elif value is None:
                self.tool_calls = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatTool(Model):
    """A function the model may call."""

    __slots__ = (
        "type",
        "function",
    )

    type: Literal["function"] | str
    function: ChatFunctionDefinition
    """What a function is called, does and takes."""

    def __init__(
        self,
        *,
        function: ChatFunctionDefinitionParam | ChatFunctionDefinition,
        type: Literal["function"] | str = "function",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.function = made(self, "function", function)


@define(eq=False, repr=False, init=False, slots=False)
class ChatFunctionDefinition(Model):
    """What a function is called, does and takes."""

    __slots__ = (
        "name",
        "description",
        "parameters",
        "strict",
    )

    name: str
    description: str | None
    """Tells the model when to call the function."""
    parameters: JsonSchema
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool | None
    """Whether arguments must follow `parameters` exactly."""

    def __init__(
        self,
        *,
        name: str,
        parameters: JsonSchemaParam,
        description: str | None = None,
        strict: bool | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = name
        self.description = description
        self.parameters = made(self, "parameters", parameters)
        self.strict = strict


@define(eq=False, repr=False, init=False, slots=False)
class ChatNamedToolChoice(Model):
    """The one function the model has to call."""

    __slots__ = (
        "type",
        "function",
    )

    type: Literal["function"] | str
    function: ChatFunctionName
    """The name of a function."""

    def __init__(
        self,
        *,
        function: ChatFunctionNameParam | ChatFunctionName,
        type: Literal["function"] | str = "function",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.function = made(self, "function", function)


@define(eq=False, repr=False, init=False, slots=False)
class ChatFunctionName(Model):
    """The name of a function."""

    __slots__ = ("name",)

    name: str

    def __init__(
        self,
        *,
        name: str,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = name


@define(eq=False, repr=False, init=False, slots=False)
class ChatToolCall(Model):
    """A call the model asks for. Answer it with a tool message that has the same id."""

    __slots__ = (
        "id",
        "type",
        "function",
    )

    id: str
    type: Literal["function"] | str
    function: ChatFunctionCall
    """The function to call, and with what."""

    def __init__(
        self,
        *,
        id: str,
        function: ChatFunctionCallParam | ChatFunctionCall,
        type: Literal["function"] | str = "function",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.id = id
        self.type = type
        self.function = made(self, "function", function)

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
            value = wire["function"]
            if type(value) is dict:
                self.function = view_ChatFunctionCall(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatFunctionCall(Model):
    """The function to call, and with what."""

    __slots__ = (
        "name",
        "arguments",
    )

    name: str
    arguments: str
    """The arguments as JSON text, which the model may get wrong."""

    def __init__(
        self,
        *,
        name: str,
        arguments: str,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = name
        self.arguments = arguments

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["name"]
            if type(value) is str:
                self.name = value
            value = wire["arguments"]
            if type(value) is str:
                self.arguments = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatToolInputMessage(Model):
    """What a tool returned."""

    __slots__ = (
        "role",
        "tool_call_id",
        "content",
        "name",
    )

    role: Literal["tool"]
    tool_call_id: str
    """The id of the call this answers."""
    content: str | list[ChatContentPart]
    """The result as text, or as content parts."""
    name: str | None
    """The name of the function."""

    def __init__(
        self,
        *,
        tool_call_id: str,
        content: str | Sequence[ChatContentPartParam],
        role: Literal["tool"] = "tool",
        name: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.tool_call_id = tool_call_id
        self.content = made(self, "content", content)
        self.name = name


@define(eq=False, repr=False, init=False, slots=False)
class ChatToolCallDelta(Model):
    """A fragment of a tool call."""

    __slots__ = (
        "index",
        "id",
        "type",
        "function",
    )

    index: int | None
    """Place of the call in the message's tool calls; do not send it back."""
    id: str | None
    """In the first fragment of a call."""
    type: str | None
    """In the first fragment of a call."""
    function: ChatFunctionCallDelta | None
    """A fragment of a function call."""

    def __init__(
        self,
        *,
        index: int | None | Omit = OMIT,
        id: str | None | Omit = OMIT,
        type: str | None | Omit = OMIT,
        function: ChatFunctionCallDelta | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.index = given(self, _wire, "index", index)
        self.id = given(self, _wire, "id", id)
        self.type = given(self, _wire, "type", type)
        self.function = given(self, _wire, "function", made(self, "function", function))

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "index" not in wire:
            self.index = None
        else:
            value = wire["index"]
            if value is None or type(value) is int:
                self.index = value
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if value is None or type(value) is str:
                self.id = value
        if "type" not in wire:
            self.type = None
        else:
            value = wire["type"]
            if value is None or type(value) is str:
                self.type = value
        if "function" not in wire:
            self.function = None
        else:
            value = wire["function"]
            if type(value) is dict:
                self.function = view_ChatFunctionCallDelta(value)
            elif value is None:
                self.function = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatFunctionCallDelta(Model):
    """A fragment of a function call."""

    __slots__ = (
        "name",
        "arguments",
    )

    name: str | None
    """In the first fragment of a call."""
    arguments: str | None
    """The next fragment of the JSON text."""

    def __init__(
        self,
        *,
        name: str | None | Omit = OMIT,
        arguments: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = given(self, _wire, "name", name)
        self.arguments = given(self, _wire, "arguments", arguments)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "name" not in wire:
            self.name = None
        else:
            value = wire["name"]
            if value is None or type(value) is str:
                self.name = value
        if "arguments" not in wire:
            self.arguments = None
        else:
            value = wire["arguments"]
            if value is None or type(value) is str:
                self.arguments = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ChatImagePart(Model):
    """An image inside a message."""

    __slots__ = (
        "type",
        "image_url",
    )

    type: Literal["image_url"]
    image_url: str | ChatMediaUrl
    """Where the image is; a string means the same as its `url`."""

    def __init__(
        self,
        *,
        image_url: str | ChatMediaUrlParam | ChatMediaUrl,
        type: Literal["image_url"] = "image_url",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.image_url = made(self, "image_url", image_url)


@define(eq=False, repr=False, init=False, slots=False)
class ChatVideoPart(Model):
    """A video inside a message."""

    __slots__ = (
        "type",
        "video_url",
    )

    type: Literal["video_url"]
    video_url: str | ChatMediaUrl
    """Where the video is; a string means the same as its `url`."""

    def __init__(
        self,
        *,
        video_url: str | ChatMediaUrlParam | ChatMediaUrl,
        type: Literal["video_url"] = "video_url",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.video_url = made(self, "video_url", video_url)


@define(eq=False, repr=False, init=False, slots=False)
class ChatMediaUrl(Model):
    """Where an image or a video is."""

    __slots__ = ("url",)

    url: str
    """A data URL (`data:image/png;base64,…`) or an uploaded file (`ms://<file id>`)."""

    def __init__(
        self,
        *,
        url: str,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.url = url


@define(eq=False, repr=False, init=False, slots=False)
class ChatStreamOptions(Model):
    """What a stream carries besides the answer."""

    __slots__ = ("include_usage",)

    include_usage: bool | None
    """Whether one more chunk, with the token counts, comes before the end."""

    def __init__(
        self,
        *,
        include_usage: bool | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.include_usage = include_usage


@define(eq=False, repr=False, init=False, slots=False)
class ChatResponseFormat(Model):
    """The form the answer has to have."""

    __slots__ = (
        "type",
        "json_schema",
    )

    type: ChatResponseFormatType
    """`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
    `json_schema` for JSON of a given shape.
    """
    json_schema: ChatJsonSchemaFormat | None
    """The shape of the JSON in the answer."""

    def __init__(
        self,
        *,
        type: ChatResponseFormatType,
        json_schema: ChatJsonSchemaFormatParam | ChatJsonSchemaFormat | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.json_schema = made(self, "json_schema", json_schema)


@define(eq=False, repr=False, init=False, slots=False)
class ChatJsonSchemaFormat(Model):
    """The shape of the JSON in the answer."""

    __slots__ = (
        "name",
        "schema",
        "strict",
    )

    name: str
    """A name for the shape."""
    schema: JsonSchema
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool | None
    """Whether the answer must follow the schema exactly."""

    def __init__(
        self,
        *,
        name: str,
        schema: JsonSchemaParam,
        strict: bool | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.name = name
        self.schema = made(self, "schema", schema)
        self.strict = strict


@define(eq=False, repr=False, init=False, slots=False)
class UnknownChatInputMessage(UnknownModel):
    """A `ChatInputMessage` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    role: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownChatContentPart(UnknownModel):
    """A `ChatContentPart` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


ChatInputMessage: TypeAlias = (
    ChatSystemInputMessage
    | ChatUserInputMessage
    | ChatAssistantInputMessage
    | ChatToolInputMessage
    | UnknownChatInputMessage
)
"""One message of the conversation that is sent, told apart by `role`."""

decode_ChatInputMessage = union_of(
    "role",
    {
        "system": ChatSystemInputMessage,
        "user": ChatUserInputMessage,
        "assistant": ChatAssistantInputMessage,
        "tool": ChatToolInputMessage,
    },
    UnknownChatInputMessage,
)

ChatContentPart: TypeAlias = ChatTextPart | ChatImagePart | ChatVideoPart | UnknownChatContentPart
"""A part of a message's content, told apart by `type`."""

decode_ChatContentPart = union_of(
    "type",
    {
        "text": ChatTextPart,
        "image_url": ChatImagePart,
        "video_url": ChatVideoPart,
    },
    UnknownChatContentPart,
)
ChatToolChoice: TypeAlias = ChatToolChoiceMode | ChatNamedToolChoice
"""Whether the model calls tools, or the one function it has to call."""

ChatCompletionRequest._fields = {
    "model": ("model", STRING, None, False),
    "messages": ("messages", ARRAY, list_of(decode_ChatInputMessage), False),
    "reasoning_effort": ("reasoning_effort", STRING, None, False),
    "max_completion_tokens": ("max_completion_tokens", INTEGER, None, False),
    "stream": ("stream", BOOLEAN, None, False),
    "tools": ("tools", ARRAY, list_of(ChatTool._view), False),
    "tool_choice": (
        "tool_choice",
        STRING | OBJECT,
        by_type({dict: ChatNamedToolChoice._view}),
        False,
    ),
    "stream_options": ("stream_options", OBJECT, ChatStreamOptions._view, False),
    "response_format": ("response_format", OBJECT, ChatResponseFormat._view, False),
    "stop": ("stop", STRING | ARRAY, None, False),
    "prompt_cache_key": ("prompt_cache_key", STRING, None, False),
    "safety_identifier": ("safety_identifier", STRING, None, False),
}
ChatCompletion._fields = {
    "id": ("id", STRING, None, False),
    "object": ("object", STRING, None, False),
    "created": ("created", INTEGER, None, False),
    "model": ("model", STRING, None, False),
    "choices": ("choices", ARRAY, list_of(ChatChoice._view), False),
    "usage": ("usage", OBJECT, ChatUsage._view, True),
}
ChatChoice._fields = {
    "index": ("index", INTEGER, None, False),
    "message": ("message", OBJECT, ChatAssistantMessage._view, False),
    "finish_reason": ("finish_reason", STRING, None, True),
}
ChatUsage._fields = {
    "prompt_tokens": ("prompt_tokens", INTEGER, None, False),
    "completion_tokens": ("completion_tokens", INTEGER, None, False),
    "total_tokens": ("total_tokens", INTEGER, None, False),
    "prompt_tokens_details": ("prompt_tokens_details", OBJECT, ChatPromptTokensDetails._view, True),
    "completion_tokens_details": (
        "completion_tokens_details",
        OBJECT,
        ChatCompletionTokensDetails._view,
        True,
    ),
    "cached_tokens": ("cached_tokens", INTEGER, None, True),
}
ChatErrorResponse._fields = {
    "error": ("error", OBJECT, ChatErrorDetail._view, False),
}
ChatAssistantMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": ("content", STRING, None, True),
    "reasoning_content": ("reasoning_content", STRING, None, True),
    "tool_calls": ("tool_calls", ARRAY, list_of(ChatToolCall._view), True),
}
ChatPromptTokensDetails._fields = {
    "cached_tokens": ("cached_tokens", INTEGER, None, False),
    "cache_write_tokens": ("cache_write_tokens", INTEGER, None, True),
}
ChatCompletionTokensDetails._fields = {
    "reasoning_tokens": ("reasoning_tokens", INTEGER, None, False),
}
ChatErrorDetail._fields = {
    "message": ("message", STRING, None, False),
    "type": ("type", STRING, None, False),
    "code": ("code", STRING | INTEGER, None, True),
    "param": ("param", STRING, None, True),
    "fallback_suggestion": ("fallback_suggestion", STRING, None, True),
}
ChatSystemInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": ("content", STRING, None, False),
    "name": ("name", STRING, None, False),
    "tools": ("tools", ARRAY, list_of(ChatTool._view), False),
}
ChatUserInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": ("content", STRING | ARRAY, by_type({list: list_of(decode_ChatContentPart)}), False),
    "name": ("name", STRING, None, False),
}
ChatAssistantInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": ("content", STRING | ARRAY, by_type({list: list_of(decode_ChatContentPart)}), True),
    "reasoning_content": ("reasoning_content", STRING, None, True),
    "name": ("name", STRING, None, False),
    "partial": ("partial", BOOLEAN, None, False),
    "tool_calls": ("tool_calls", ARRAY, list_of(ChatToolCall._view), True),
}
ChatTextPart._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
}
ChatCompletionChunk._fields = {
    "id": ("id", STRING, None, False),
    "object": ("object", STRING, None, False),
    "created": ("created", INTEGER, None, False),
    "model": ("model", STRING, None, False),
    "choices": ("choices", ARRAY, list_of(ChatChunkChoice._view), True),
    "usage": ("usage", OBJECT, ChatUsage._view, True),
}
ChatChunkChoice._fields = {
    "index": ("index", INTEGER, None, False),
    "delta": ("delta", OBJECT, ChatDelta._view, True),
    "finish_reason": ("finish_reason", STRING, None, True),
    "usage": ("usage", OBJECT, ChatUsage._view, True),
}
ChatDelta._fields = {
    "role": ("role", STRING, None, False),
    "content": ("content", STRING, None, True),
    "reasoning_content": ("reasoning_content", STRING, None, True),
    "tool_calls": ("tool_calls", ARRAY, list_of(ChatToolCallDelta._view), True),
}
ChatTool._fields = {
    "type": ("type", STRING, None, False),
    "function": ("function", OBJECT, ChatFunctionDefinition._view, False),
}
ChatFunctionDefinition._fields = {
    "name": ("name", STRING, None, False),
    "description": ("description", STRING, None, False),
    "parameters": ("parameters", OBJECT, None, False),
    "strict": ("strict", BOOLEAN, None, False),
}
ChatNamedToolChoice._fields = {
    "type": ("type", STRING, None, False),
    "function": ("function", OBJECT, ChatFunctionName._view, False),
}
ChatFunctionName._fields = {
    "name": ("name", STRING, None, False),
}
ChatToolCall._fields = {
    "id": ("id", STRING, None, False),
    "type": ("type", STRING, None, False),
    "function": ("function", OBJECT, ChatFunctionCall._view, False),
}
ChatFunctionCall._fields = {
    "name": ("name", STRING, None, False),
    "arguments": ("arguments", STRING, None, False),
}
ChatToolInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "tool_call_id": ("tool_call_id", STRING, None, False),
    "content": ("content", STRING | ARRAY, by_type({list: list_of(decode_ChatContentPart)}), False),
    "name": ("name", STRING, None, False),
}
ChatToolCallDelta._fields = {
    "index": ("index", INTEGER, None, True),
    "id": ("id", STRING, None, True),
    "type": ("type", STRING, None, True),
    "function": ("function", OBJECT, ChatFunctionCallDelta._view, True),
}
ChatFunctionCallDelta._fields = {
    "name": ("name", STRING, None, True),
    "arguments": ("arguments", STRING, None, True),
}
ChatImagePart._fields = {
    "type": ("type", STRING, None, False),
    "image_url": ("image_url", STRING | OBJECT, by_type({dict: ChatMediaUrl._view}), False),
}
ChatVideoPart._fields = {
    "type": ("type", STRING, None, False),
    "video_url": ("video_url", STRING | OBJECT, by_type({dict: ChatMediaUrl._view}), False),
}
ChatMediaUrl._fields = {
    "url": ("url", STRING, None, False),
}
ChatStreamOptions._fields = {
    "include_usage": ("include_usage", BOOLEAN, None, False),
}
ChatResponseFormat._fields = {
    "type": ("type", STRING, None, False),
    "json_schema": ("json_schema", OBJECT, ChatJsonSchemaFormat._view, False),
}
ChatJsonSchemaFormat._fields = {
    "name": ("name", STRING, None, False),
    "schema": ("schema", OBJECT, None, False),
    "strict": ("strict", BOOLEAN, None, False),
}

view_ChatChoice = ChatChoice._view
view_ChatUsage = ChatUsage._view
view_ChatAssistantMessage = ChatAssistantMessage._view
view_ChatPromptTokensDetails = ChatPromptTokensDetails._view
view_ChatCompletionTokensDetails = ChatCompletionTokensDetails._view
view_ChatErrorDetail = ChatErrorDetail._view
view_ChatToolCall = ChatToolCall._view
view_ChatChunkChoice = ChatChunkChoice._view
view_ChatDelta = ChatDelta._view
view_ChatToolCallDelta = ChatToolCallDelta._view
view_ChatFunctionCall = ChatFunctionCall._view
view_ChatFunctionCallDelta = ChatFunctionCallDelta._view
