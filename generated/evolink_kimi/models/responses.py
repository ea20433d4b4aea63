# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Models of responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from ..runtime.decoding import by_type, list_of, union_of
from ..runtime.model import (
    ARRAY,
    BOOLEAN,
    INTEGER,
    NUMBER,
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
from ..runtime.views import ResponsesResponseView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..params.responses import (
        ResponseFunctionToolParam,
        ResponseInputContentParam,
        ResponseInputItemParam,
        ResponseReasoningConfigParam,
        ResponseReasoningContentPartParam,
        ResponseReasoningSummaryPartParam,
        ResponseTextConfigParam,
        ResponseTextFormatParam,
        ResponseToolChoiceParam,
        ResponseToolParam,
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
    "ImageDetail",
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
    "UnknownResponseContentPart",
    "UnknownResponseInputContent",
    "UnknownResponseInputItem",
    "UnknownResponseOutputContent",
    "UnknownResponseOutputItem",
    "UnknownResponseStreamEvent",
    "UnknownResponseTool",
]

ResponseStatus: TypeAlias = (
    Literal["completed", "incomplete", "failed", "queued", "in_progress", "cancelled"] | str
)
"""Response status. `incomplete` usually means the `max_output_tokens` limit was reached.

Example: `"completed"`.
"""

ResponseIncompleteReason: TypeAlias = Literal["max_output_tokens", "content_filter"] | str
"""Which limit or rule ended a response early."""

ResponseItemStatus: TypeAlias = Literal["in_progress", "completed", "incomplete"] | str
"""How far an item has come."""

ResponseToolChoiceMode: TypeAlias = Literal["auto", "none", "required"] | str
"""`auto` leaves the choice to the model, `none` forbids tool calls, `required` asks for at least
one.
"""

ResponseWebSearchStatus: TypeAlias = (
    Literal["in_progress", "searching", "completed", "failed"] | str
)
"""How far a web search has come."""

ImageDetail: TypeAlias = Literal["auto", "low", "high", "original"] | str
"""How closely the model looks at an image."""

ResponseTextFormatType: TypeAlias = Literal["text", "json_object", "json_schema"] | str
"""`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
`json_schema` for JSON of a given shape.
"""


@define(eq=False, repr=False, init=False, slots=False)
class ResponseRequest(Model):
    """A call of the Responses protocol."""

    __slots__ = (
        "model",
        "input",
        "max_output_tokens",
        "reasoning",
        "stream",
        "tools",
        "tool_choice",
        "instructions",
        "text",
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
    input: str | list[ResponseInputItem]
    """Input for this request. A string is equivalent to a single user message; an array supplies
    historical messages in order.
    """
    max_output_tokens: int | None
    """Maximum generated tokens, including reasoning and the final answer; default 131072, maximum
    1048576.

    From 1 to 1048576. The server's default is `131072`.
    """
    reasoning: ResponseReasoningConfig | None
    """Reasoning configuration."""
    stream: bool | None
    """When true, returns the response as an SSE stream.

    The server's default is `false`.
    """
    tools: list[ResponseTool] | None
    """Tools the model may call."""
    tool_choice: ResponseToolChoice | None
    """Whether the model calls tools, or the one it has to call. Kimi itself documents `auto` only."""
    instructions: str | None
    """Instructions that stand above every input item."""
    text: ResponseTextConfig | None
    """How the answer text is made."""
    prompt_cache_key: str | None
    """A name for the conversation; the same one in each turn helps the cache."""
    safety_identifier: str | None
    """A stable name for the end user, hashed, for tracing abuse."""

    def __init__(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | None = None,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | None = None,
        stream: bool | None = None,
        tools: Sequence[ResponseToolParam] | None = None,
        tool_choice: ResponseToolChoiceParam | None = None,
        instructions: str | None = None,
        text: ResponseTextConfigParam | ResponseTextConfig | None = None,
        prompt_cache_key: str | None = None,
        safety_identifier: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.model = model
        self.input = made(self, "input", input)
        self.max_output_tokens = max_output_tokens
        self.reasoning = made(self, "reasoning", reasoning)
        self.stream = stream
        self.tools = made(self, "tools", tools)
        self.tool_choice = made(self, "tool_choice", tool_choice)
        self.instructions = instructions
        self.text = made(self, "text", text)
        self.prompt_cache_key = prompt_cache_key
        self.safety_identifier = safety_identifier


@define(eq=False, repr=False, init=False, slots=False)
class Response(ResponsesResponseView, Model):
    """A response of the model, whole or, in stream events, as far as it has come."""

    __slots__ = (
        "id",
        "object",
        "created_at",
        "status",
        "incomplete_details",
        "model",
        "output",
        "usage",
        "error",
        "completed_at",
        "instructions",
        "max_output_tokens",
        "parallel_tool_calls",
        "reasoning",
        "temperature",
        "top_p",
        "service_tier",
        "metadata",
        "store",
        "previous_response_id",
        "tools",
        "tool_choice",
        "text",
    )

    id: str
    """Response ID.

    Example: `"resp_6adc72aab1f2eaaebe6b869e"`.
    """
    object: Literal["response"] | str
    """Example: `"response"`."""
    created_at: int
    """Creation time as a Unix timestamp in seconds.

    Example: `1792832171`.
    """
    status: ResponseStatus
    """Response status. `incomplete` usually means the `max_output_tokens` limit was reached.

    Example: `"completed"`.
    """
    incomplete_details: ResponseIncompleteDetails | None
    """Why the response ended early; null if it did not."""
    model: str
    """Model used for this call.

    Example: `"kimi-k3.1-pro"`.
    """
    output: list[ResponseOutputItem] | None
    """Output items, usually reasoning followed by message."""
    usage: ResponseUsage | None
    """Tokens of the call; null until the response is finished."""
    error: ResponseError | None
    """Why the response failed; null if it did not."""
    completed_at: int | None
    """End time as a Unix timestamp in seconds."""
    instructions: str | None
    """The instructions of the request."""
    max_output_tokens: int | None
    """The output limit of the request."""
    parallel_tool_calls: bool | None
    """Whether the model may call several tools at once."""
    reasoning: ResponseReasoningConfig | None
    """The reasoning configuration of the request."""
    temperature: float | None
    """The sampling temperature, which the model fixes."""
    top_p: float | None
    """The nucleus sampling threshold, which the model fixes."""
    service_tier: str | None
    """The class of service the call got."""
    metadata: JsonObject | None
    """What the request attached to the response."""
    store: bool | None
    """Always false at Kimi; nothing is kept."""
    previous_response_id: str | None
    """Always null at Kimi; send earlier items in `input` instead."""
    tools: list[ResponseTool] | None
    """The tools of the request."""
    tool_choice: ResponseToolChoice | None
    """The tool choice of the request."""
    text: ResponseTextConfig | None
    """The text configuration of the request."""

    def __init__(
        self,
        *,
        id: str,
        created_at: int,
        status: ResponseStatus,
        model: str,
        output: list[ResponseOutputItem] | None,
        object: Literal["response"] | str = "response",
        incomplete_details: ResponseIncompleteDetails | None | Omit = OMIT,
        usage: ResponseUsage | None | Omit = OMIT,
        error: ResponseError | None | Omit = OMIT,
        completed_at: int | None | Omit = OMIT,
        instructions: str | None | Omit = OMIT,
        max_output_tokens: int | None | Omit = OMIT,
        parallel_tool_calls: bool | None = None,
        reasoning: ResponseReasoningConfig | None | Omit = OMIT,
        temperature: float | None | Omit = OMIT,
        top_p: float | None | Omit = OMIT,
        service_tier: str | None | Omit = OMIT,
        metadata: JsonObject | None | Omit = OMIT,
        store: bool | None = None,
        previous_response_id: str | None | Omit = OMIT,
        tools: list[ResponseTool] | None | Omit = OMIT,
        tool_choice: ResponseToolChoice | None | Omit = OMIT,
        text: ResponseTextConfig | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.id = id
        self.object = object
        self.created_at = created_at
        self.status = status
        self.incomplete_details = given(
            self, _wire, "incomplete_details", made(self, "incomplete_details", incomplete_details)
        )
        self.model = model
        self.output = given(self, _wire, "output", made(self, "output", output))
        self.usage = given(self, _wire, "usage", made(self, "usage", usage))
        self.error = given(self, _wire, "error", made(self, "error", error))
        self.completed_at = given(self, _wire, "completed_at", completed_at)
        self.instructions = given(self, _wire, "instructions", instructions)
        self.max_output_tokens = given(self, _wire, "max_output_tokens", max_output_tokens)
        self.parallel_tool_calls = parallel_tool_calls
        self.reasoning = given(self, _wire, "reasoning", made(self, "reasoning", reasoning))
        self.temperature = given(self, _wire, "temperature", temperature)
        self.top_p = given(self, _wire, "top_p", top_p)
        self.service_tier = given(self, _wire, "service_tier", service_tier)
        self.metadata = given(self, _wire, "metadata", metadata)
        self.store = store
        self.previous_response_id = given(self, _wire, "previous_response_id", previous_response_id)
        self.tools = given(self, _wire, "tools", made(self, "tools", tools))
        self.tool_choice = given(self, _wire, "tool_choice", made(self, "tool_choice", tool_choice))
        self.text = given(self, _wire, "text", made(self, "text", text))

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
            value = wire["created_at"]
            if type(value) is int:
                self.created_at = value
            value = wire["status"]
            if type(value) is str:
                self.status = value
            value = wire["model"]
            if type(value) is str:
                self.model = value
            value = wire["output"]
            if type(value) is list:
                items_output = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_output.append(decode_ResponseOutputItem(item))
                else:
                    self.output = items_output
            elif value is None:
                self.output = None
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "incomplete_details" not in wire:
            self.incomplete_details = None
        else:
            value = wire["incomplete_details"]
            if type(value) is dict:
                self.incomplete_details = view_ResponseIncompleteDetails(value)
            elif value is None:
                self.incomplete_details = None
        if "usage" not in wire:
            self.usage = None
        else:
            value = wire["usage"]
            if type(value) is dict:
                self.usage = view_ResponseUsage(value)
            elif value is None:
                self.usage = None
        if "error" not in wire:
            self.error = None
        else:
            value = wire["error"]
            if type(value) is dict:
                self.error = view_ResponseError(value)
            elif value is None:
                self.error = None
        if "completed_at" not in wire:
            self.completed_at = None
        else:
            value = wire["completed_at"]
            if value is None or type(value) is int:
                self.completed_at = value
        if "instructions" not in wire:
            self.instructions = None
        else:
            value = wire["instructions"]
            if value is None or type(value) is str:
                self.instructions = value
        if "max_output_tokens" not in wire:
            self.max_output_tokens = None
        else:
            value = wire["max_output_tokens"]
            if value is None or type(value) is int:
                self.max_output_tokens = value
        if "parallel_tool_calls" not in wire:
            self.parallel_tool_calls = None
        else:
            value = wire["parallel_tool_calls"]
            if type(value) is bool:
                self.parallel_tool_calls = value
        if "reasoning" not in wire:
            self.reasoning = None
        else:
            value = wire["reasoning"]
            if type(value) is dict:
                self.reasoning = view_ResponseReasoningConfig(value)
            elif value is None:
                self.reasoning = None
        if "temperature" not in wire:
            self.temperature = None
        else:
            value = wire["temperature"]
            if value is None or (type(value) is float or type(value) is int):
                self.temperature = value
        if "top_p" not in wire:
            self.top_p = None
        else:
            value = wire["top_p"]
            if value is None or (type(value) is float or type(value) is int):
                self.top_p = value
        if "service_tier" not in wire:
            self.service_tier = None
        else:
            value = wire["service_tier"]
            if value is None or type(value) is str:
                self.service_tier = value
        if "metadata" not in wire:
            self.metadata = None
        else:
            value = wire["metadata"]
            if value is None or type(value) is dict:
                self.metadata = value
        if "store" not in wire:
            self.store = None
        else:
            value = wire["store"]
            if type(value) is bool:
                self.store = value
        if "previous_response_id" not in wire:
            self.previous_response_id = None
        else:
            value = wire["previous_response_id"]
            if value is None or type(value) is str:
                self.previous_response_id = value
        if "tools" not in wire:
            self.tools = None
        else:
            value = wire["tools"]
            if type(value) is list:
                items_tools = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_tools.append(decode_ResponseTool(item))
                else:
                    self.tools = items_tools
            elif value is None:
                self.tools = None
        if "tool_choice" not in wire:
            self.tool_choice = None
        else:
            value = wire["tool_choice"]
            if value is None or type(value) is str:
                self.tool_choice = value
        if "text" not in wire:
            self.text = None
        else:
            value = wire["text"]
            if type(value) is dict:
                self.text = view_ResponseTextConfig(value)
            elif value is None:
                self.text = None
        return view

    if TYPE_CHECKING:

        def to_input(self) -> list[ResponseInputItemParam]: ...


@define(eq=False, repr=False, init=False, slots=False)
class ResponsesErrorResponse(Model):
    """The body of an error answer of the Responses protocol."""

    __slots__ = ("error",)

    error: ResponsesErrorDetail
    """What went wrong with a response."""

    def __init__(
        self,
        *,
        error: ResponsesErrorDetail,
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
                self.error = view_ResponsesErrorDetail(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponsesInputMessage(Model):
    """One turn of the conversation that is sent to the Responses protocol."""

    __slots__ = (
        "role",
        "content",
        "type",
        "id",
        "status",
    )

    role: Literal["user", "assistant", "developer"] | str
    """Message role. `developer` is treated as system instructions."""
    content: str | list[ResponseInputContent]
    """The turn as text, or as content parts. The `output_text` parts of earlier answers can be
    sent back as they came.
    """
    type: Literal["message"] | None
    """May be left out."""
    id: str | None
    """The id of an output message that is sent back."""
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        role: Literal["user", "assistant", "developer"] | str,
        content: str | Sequence[ResponseInputContentParam],
        type: Literal["message"] | None = None,
        id: str | None = None,
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.role = role
        self.content = made(self, "content", content)
        self.type = type
        self.id = id
        self.status = status


@define(eq=False, repr=False, init=False, slots=False)
class ResponseUsage(Model):
    """Tokens that a response used. Cached input is part of `input_tokens`."""

    __slots__ = (
        "input_tokens",
        "input_tokens_details",
        "output_tokens",
        "output_tokens_details",
        "total_tokens",
    )

    input_tokens: int
    """Input tokens, including cache hits.

    Example: `24`.
    """
    input_tokens_details: ResponseInputTokensDetails | None
    """What the input tokens of a response consist of."""
    output_tokens: int
    """Output tokens, including reasoning tokens.

    Example: `96`.
    """
    output_tokens_details: ResponseOutputTokensDetails | None
    """What the output tokens of a response consist of."""
    total_tokens: int
    """Total input and output tokens.

    Example: `120`.
    """

    def __init__(
        self,
        *,
        input_tokens: int,
        output_tokens: int,
        total_tokens: int,
        input_tokens_details: ResponseInputTokensDetails | None | Omit = OMIT,
        output_tokens_details: ResponseOutputTokensDetails | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.input_tokens = input_tokens
        self.input_tokens_details = given(
            self,
            _wire,
            "input_tokens_details",
            made(self, "input_tokens_details", input_tokens_details),
        )
        self.output_tokens = output_tokens
        self.output_tokens_details = given(
            self,
            _wire,
            "output_tokens_details",
            made(self, "output_tokens_details", output_tokens_details),
        )
        self.total_tokens = total_tokens

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
            value = wire["total_tokens"]
            if type(value) is int:
                self.total_tokens = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "input_tokens_details" not in wire:
            self.input_tokens_details = None
        else:
            value = wire["input_tokens_details"]
            if type(value) is dict:
                self.input_tokens_details = view_ResponseInputTokensDetails(value)
            elif value is None:
                self.input_tokens_details = None
        if "output_tokens_details" not in wire:
            self.output_tokens_details = None
        else:
            value = wire["output_tokens_details"]
            if type(value) is dict:
                self.output_tokens_details = view_ResponseOutputTokensDetails(value)
            elif value is None:
                self.output_tokens_details = None
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputText(Model):
    """Answer text inside an output message."""

    __slots__ = (
        "type",
        "text",
        "annotations",
    )

    type: Literal["output_text"]
    text: str
    """Example: `"Context caching stores repeated prefix content from requests so that later …`."""
    annotations: list[JsonObject] | None
    """Marks on the text, such as citations."""

    def __init__(
        self,
        *,
        text: str,
        type: Literal["output_text"] = "output_text",
        annotations: Sequence[JsonObjectParam] | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.text = text
        self.annotations = made(self, "annotations", annotations)

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
        if "annotations" not in wire:
            self.annotations = None
        else:
            value = wire["annotations"]
            if type(value) is list:
                self.annotations = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningConfig(Model):
    """Reasoning configuration."""

    __slots__ = ("effort",)

    effort: ReasoningEffort | None
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """

    def __init__(
        self,
        *,
        effort: ReasoningEffort | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.effort = effort

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "effort" not in wire:
            self.effort = None
        else:
            value = wire["effort"]
            if type(value) is str:
                self.effort = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseIncompleteDetails(Model):
    """Why a response ended early."""

    __slots__ = ("reason",)

    reason: ResponseIncompleteReason | None
    """Which limit or rule ended a response early."""

    def __init__(
        self,
        *,
        reason: ResponseIncompleteReason | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.reason = reason

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "reason" not in wire:
            self.reason = None
        else:
            value = wire["reason"]
            if type(value) is str:
                self.reason = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseInputTokensDetails(Model):
    """What the input tokens of a response consist of."""

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
class ResponseOutputTokensDetails(Model):
    """What the output tokens of a response consist of."""

    __slots__ = ("reasoning_tokens",)

    reasoning_tokens: int | None
    """Reasoning tokens, already included in output_tokens.

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
class ResponsesErrorDetail(Model):
    """What went wrong with a response."""

    __slots__ = (
        "message",
        "type",
        "code",
        "param",
        "fallback_suggestion",
    )

    message: str
    """Error message explaining the cause."""
    type: str | None
    """Error type"""
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
class ResponseReasoningItem(Model):
    """Reasoning of the model. Put it back into `input` unchanged. Where both are present, servers
    read `content` before `summary`.
    """

    __slots__ = (
        "type",
        "id",
        "summary",
        "content",
        "encrypted_content",
        "status",
    )

    type: Literal["reasoning"]
    id: str | None
    summary: list[ResponseReasoningSummaryPart] | None
    """The reasoning, as Kimi returns it."""
    content: list[ResponseReasoningContentPart] | None
    """The reasoning, as some other models of the gateway return it."""
    encrypted_content: str | None
    """Always null at Kimi."""
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        type: Literal["reasoning"] = "reasoning",
        id: str | None = None,
        summary: Sequence[ResponseReasoningSummaryPartParam] | None = None,
        content: Sequence[ResponseReasoningContentPartParam] | None = None,
        encrypted_content: str | None | Omit = OMIT,
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.summary = made(self, "summary", summary)
        self.content = made(self, "content", content)
        self.encrypted_content = given(self, _wire, "encrypted_content", encrypted_content)
        self.status = status

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
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if type(value) is str:
                self.id = value
        if "summary" not in wire:
            self.summary = None
        else:
            value = wire["summary"]
            if type(value) is list:
                items_summary = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_summary.append(view_ResponseSummaryText(item))
                else:
                    self.summary = items_summary
        if "content" not in wire:
            self.content = None
        else:
            value = wire["content"]
            if type(value) is list:
                items_content = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_content.append(view_ResponseReasoningText(item))
                else:
                    self.content = items_content
        if "encrypted_content" not in wire:
            self.encrypted_content = None
        else:
            value = wire["encrypted_content"]
            if value is None or type(value) is str:
                self.encrypted_content = value
        if "status" not in wire:
            self.status = None
        else:
            value = wire["status"]
            if type(value) is str:
                self.status = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseSummaryText(Model):
    """Reasoning text inside a summary."""

    __slots__ = (
        "type",
        "text",
    )

    type: Literal["summary_text"]
    text: str

    def __init__(
        self,
        *,
        text: str,
        type: Literal["summary_text"] = "summary_text",
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
class ResponseReasoningText(Model):
    """Reasoning text inside reasoning content."""

    __slots__ = (
        "type",
        "text",
    )

    type: Literal["reasoning_text"]
    text: str

    def __init__(
        self,
        *,
        text: str,
        type: Literal["reasoning_text"] = "reasoning_text",
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
class ResponseOutputMessage(Model):
    """The model's answer."""

    __slots__ = (
        "type",
        "id",
        "role",
        "content",
        "status",
    )

    type: Literal["message"]
    id: str | None
    role: Literal["assistant"] | str
    content: list[ResponseOutputContent]
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        content: list[ResponseOutputContent],
        type: Literal["message"] = "message",
        id: str | None = None,
        role: Literal["assistant"] | str = "assistant",
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.role = role
        self.content = made(self, "content", content)
        self.status = status

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["role"]
            if type(value) is str:
                self.role = value
            value = wire["content"]
            if type(value) is list:
                items_content = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_content.append(decode_ResponseOutputContent(item))
                else:
                    self.content = items_content
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if type(value) is str:
                self.id = value
        if "status" not in wire:
            self.status = None
        else:
            value = wire["status"]
            if type(value) is str:
                self.status = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseRefusal(Model):
    """The model's reason for not answering."""

    __slots__ = (
        "type",
        "refusal",
    )

    type: Literal["refusal"]
    refusal: str

    def __init__(
        self,
        *,
        refusal: str,
        type: Literal["refusal"] = "refusal",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.refusal = refusal

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["refusal"]
            if type(value) is str:
                self.refusal = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseInputText(Model):
    """Text inside an input message."""

    __slots__ = (
        "type",
        "text",
    )

    type: Literal["input_text"]
    text: str

    def __init__(
        self,
        *,
        text: str,
        type: Literal["input_text"] = "input_text",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.text = text


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCreatedEvent(Model):
    """Opens the stream with a response that has no output yet."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.created"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.created"] = "response.created",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseQueuedEvent(Model):
    """The response waits for its turn."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.queued"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.queued"] = "response.queued",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseInProgressEvent(Model):
    """The model has begun."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.in_progress"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.in_progress"] = "response.in_progress",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCompletedEvent(Model):
    """Ends the stream with the whole response."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.completed"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.completed"] = "response.completed",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseIncompleteEvent(Model):
    """Ends the stream with a response that was cut short, usually by the output limit."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.incomplete"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.incomplete"] = "response.incomplete",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFailedEvent(Model):
    """Ends the stream with a response that failed; its `error` says why."""

    __slots__ = (
        "type",
        "sequence_number",
        "response",
    )

    type: Literal["response.failed"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    response: Response
    """A response of the model, whole or, in stream events, as far as it has come."""

    def __init__(
        self,
        *,
        response: Response,
        type: Literal["response.failed"] = "response.failed",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.response = made(self, "response", response)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["response"]
            if type(value) is dict:
                self.response = view_Response(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseErrorEvent(Model):
    """Reports an error and ends the stream. Its fields stand at the top level."""

    __slots__ = (
        "type",
        "sequence_number",
        "code",
        "message",
        "param",
    )

    type: Literal["error"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    code: str | int | None
    """Machine-readable cause."""
    message: str
    """What went wrong."""
    param: str | None
    """The request parameter at fault, if one is."""

    def __init__(
        self,
        *,
        message: str,
        type: Literal["error"] = "error",
        sequence_number: int | None = None,
        code: str | int | None | Omit = OMIT,
        param: str | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.code = given(self, _wire, "code", code)
        self.message = message
        self.param = given(self, _wire, "param", param)

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
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
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
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputItemAddedEvent(Model):
    """Opens an output item."""

    __slots__ = (
        "type",
        "sequence_number",
        "output_index",
        "item",
    )

    type: Literal["response.output_item.added"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    output_index: int
    """Place of the item in the output."""
    item: ResponseOutputItem
    """An item of a response's output, told apart by `type`."""

    def __init__(
        self,
        *,
        output_index: int,
        item: ResponseOutputItem,
        type: Literal["response.output_item.added"] = "response.output_item.added",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.output_index = output_index
        self.item = made(self, "item", item)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["item"]
            if type(value) is dict:
                self.item = decode_ResponseOutputItem(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputItemDoneEvent(Model):
    """Closes an output item, which is whole here."""

    __slots__ = (
        "type",
        "sequence_number",
        "output_index",
        "item",
    )

    type: Literal["response.output_item.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    output_index: int
    """Place of the item in the output."""
    item: ResponseOutputItem
    """An item of a response's output, told apart by `type`."""

    def __init__(
        self,
        *,
        output_index: int,
        item: ResponseOutputItem,
        type: Literal["response.output_item.done"] = "response.output_item.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.output_index = output_index
        self.item = made(self, "item", item)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["item"]
            if type(value) is dict:
                self.item = decode_ResponseOutputItem(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseContentPartAddedEvent(Model):
    """Opens a part of an item's content."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "part",
    )

    type: Literal["response.content_part.added"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    part: ResponseContentPart
    """A part of an item's content in stream events, told apart by `type`."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        part: ResponseContentPart,
        type: Literal["response.content_part.added"] = "response.content_part.added",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.part = made(self, "part", part)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["part"]
            if type(value) is dict:
                self.part = decode_ResponseContentPart(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseContentPartDoneEvent(Model):
    """Closes a part of an item's content, which is whole here."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "part",
    )

    type: Literal["response.content_part.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    part: ResponseContentPart
    """A part of an item's content in stream events, told apart by `type`."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        part: ResponseContentPart,
        type: Literal["response.content_part.done"] = "response.content_part.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.part = made(self, "part", part)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["part"]
            if type(value) is dict:
                self.part = decode_ResponseContentPart(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningSummaryPartAddedEvent(Model):
    """Opens a part of the reasoning."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "summary_index",
        "part",
    )

    type: Literal["response.reasoning_summary_part.added"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    summary_index: int
    """Place of the part in the item's summary."""
    part: ResponseReasoningSummaryPart
    """A part of a reasoning summary, told apart by `type`."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        summary_index: int,
        part: ResponseReasoningSummaryPart,
        type: Literal[
            "response.reasoning_summary_part.added"
        ] = "response.reasoning_summary_part.added",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.summary_index = summary_index
        self.part = made(self, "part", part)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["summary_index"]
            if type(value) is int:
                self.summary_index = value
            value = wire["part"]
            if type(value) is dict:
                self.part = view_ResponseSummaryText(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningSummaryPartDoneEvent(Model):
    """Closes a part of the reasoning, which is whole here."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "summary_index",
        "part",
    )

    type: Literal["response.reasoning_summary_part.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    summary_index: int
    """Place of the part in the item's summary."""
    part: ResponseReasoningSummaryPart
    """A part of a reasoning summary, told apart by `type`."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        summary_index: int,
        part: ResponseReasoningSummaryPart,
        type: Literal[
            "response.reasoning_summary_part.done"
        ] = "response.reasoning_summary_part.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.summary_index = summary_index
        self.part = made(self, "part", part)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["summary_index"]
            if type(value) is int:
                self.summary_index = value
            value = wire["part"]
            if type(value) is dict:
                self.part = view_ResponseSummaryText(value)
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningSummaryTextDeltaEvent(Model):
    """The next fragment of the reasoning."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "summary_index",
        "delta",
    )

    type: Literal["response.reasoning_summary_text.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    summary_index: int
    """Place of the part in the item's summary."""
    delta: str
    """The fragment."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        summary_index: int,
        delta: str,
        type: Literal[
            "response.reasoning_summary_text.delta"
        ] = "response.reasoning_summary_text.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.summary_index = summary_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["summary_index"]
            if type(value) is int:
                self.summary_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningSummaryTextDoneEvent(Model):
    """A part of the reasoning, whole."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "summary_index",
        "text",
    )

    type: Literal["response.reasoning_summary_text.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    summary_index: int
    """Place of the part in the item's summary."""
    text: str
    """The whole text."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        summary_index: int,
        text: str,
        type: Literal[
            "response.reasoning_summary_text.done"
        ] = "response.reasoning_summary_text.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.summary_index = summary_index
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
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["summary_index"]
            if type(value) is int:
                self.summary_index = value
            value = wire["text"]
            if type(value) is str:
                self.text = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningTextDeltaEvent(Model):
    """The next fragment of the reasoning, at models that put it into `content`."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "delta",
    )

    type: Literal["response.reasoning_text.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    delta: str
    """The fragment."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        delta: str,
        type: Literal["response.reasoning_text.delta"] = "response.reasoning_text.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseReasoningTextDoneEvent(Model):
    """A part of the reasoning, whole, at models that put it into `content`."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "text",
    )

    type: Literal["response.reasoning_text.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    text: str
    """The whole text."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        text: str,
        type: Literal["response.reasoning_text.done"] = "response.reasoning_text.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
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
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["text"]
            if type(value) is str:
                self.text = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputTextDeltaEvent(Model):
    """The next fragment of the answer."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "delta",
    )

    type: Literal["response.output_text.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    delta: str
    """The fragment."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        delta: str,
        type: Literal["response.output_text.delta"] = "response.output_text.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputTextDoneEvent(Model):
    """A part of the answer, whole."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "text",
    )

    type: Literal["response.output_text.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    text: str
    """The whole text."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        text: str,
        type: Literal["response.output_text.done"] = "response.output_text.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
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
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["text"]
            if type(value) is str:
                self.text = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseOutputTextAnnotationAddedEvent(Model):
    """A mark on the answer, such as a citation."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "annotation_index",
        "annotation",
    )

    type: Literal["response.output_text.annotation.added"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    annotation_index: int
    """Place of the mark in the part's annotations."""
    annotation: JsonObject
    """Any JSON object."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        annotation_index: int,
        annotation: JsonObject,
        type: Literal[
            "response.output_text.annotation.added"
        ] = "response.output_text.annotation.added",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.annotation_index = annotation_index
        self.annotation = annotation

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["annotation_index"]
            if type(value) is int:
                self.annotation_index = value
            value = wire["annotation"]
            if type(value) is dict:
                self.annotation = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseRefusalDeltaEvent(Model):
    """The next fragment of a refusal."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "delta",
    )

    type: Literal["response.refusal.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    delta: str
    """The fragment."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        delta: str,
        type: Literal["response.refusal.delta"] = "response.refusal.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseRefusalDoneEvent(Model):
    """A refusal, whole."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "content_index",
        "refusal",
    )

    type: Literal["response.refusal.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    content_index: int
    """Place of the part in the item's content."""
    refusal: str
    """The whole text."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        content_index: int,
        refusal: str,
        type: Literal["response.refusal.done"] = "response.refusal.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.content_index = content_index
        self.refusal = refusal

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["content_index"]
            if type(value) is int:
                self.content_index = value
            value = wire["refusal"]
            if type(value) is str:
                self.refusal = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFunctionCallArgumentsDeltaEvent(Model):
    """The next fragment of a function call's arguments."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "delta",
    )

    type: Literal["response.function_call_arguments.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    delta: str
    """The fragment of JSON text."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        delta: str,
        type: Literal[
            "response.function_call_arguments.delta"
        ] = "response.function_call_arguments.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFunctionCallArgumentsDoneEvent(Model):
    """The arguments of a function call, whole."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "arguments",
        "name",
    )

    type: Literal["response.function_call_arguments.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    arguments: str
    """The whole JSON text."""
    name: str | None
    """Name of the function; not every server repeats it."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        arguments: str,
        type: Literal[
            "response.function_call_arguments.done"
        ] = "response.function_call_arguments.done",
        sequence_number: int | None = None,
        name: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.arguments = arguments
        self.name = name

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["arguments"]
            if type(value) is str:
                self.arguments = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        if "name" not in wire:
            self.name = None
        else:
            value = wire["name"]
            if type(value) is str:
                self.name = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCustomToolCallInputDeltaEvent(Model):
    """The next fragment of a custom tool's input."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "delta",
    )

    type: Literal["response.custom_tool_call_input.delta"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    delta: str
    """The fragment."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        delta: str,
        type: Literal[
            "response.custom_tool_call_input.delta"
        ] = "response.custom_tool_call_input.delta",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.delta = delta

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["delta"]
            if type(value) is str:
                self.delta = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCustomToolCallInputDoneEvent(Model):
    """The input of a custom tool, whole."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
        "input",
    )

    type: Literal["response.custom_tool_call_input.done"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""
    input: str
    """The whole input."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        input: str,
        type: Literal[
            "response.custom_tool_call_input.done"
        ] = "response.custom_tool_call_input.done",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index
        self.input = input

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
            value = wire["input"]
            if type(value) is str:
                self.input = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseWebSearchCallInProgressEvent(Model):
    """A web search has been asked for."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
    )

    type: Literal["response.web_search_call.in_progress"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        type: Literal[
            "response.web_search_call.in_progress"
        ] = "response.web_search_call.in_progress",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseWebSearchCallSearchingEvent(Model):
    """A web search is running."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
    )

    type: Literal["response.web_search_call.searching"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        type: Literal["response.web_search_call.searching"] = "response.web_search_call.searching",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseWebSearchCallCompletedEvent(Model):
    """A web search is done."""

    __slots__ = (
        "type",
        "sequence_number",
        "item_id",
        "output_index",
    )

    type: Literal["response.web_search_call.completed"]
    sequence_number: int | None
    """Rises by one with each event; some gateways leave it out."""
    item_id: str
    """Id of the item this belongs to."""
    output_index: int
    """Place of the item in the output."""

    def __init__(
        self,
        *,
        item_id: str,
        output_index: int,
        type: Literal["response.web_search_call.completed"] = "response.web_search_call.completed",
        sequence_number: int | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.sequence_number = sequence_number
        self.item_id = item_id
        self.output_index = output_index

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["item_id"]
            if type(value) is str:
                self.item_id = value
            value = wire["output_index"]
            if type(value) is int:
                self.output_index = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "sequence_number" not in wire:
            self.sequence_number = None
        else:
            value = wire["sequence_number"]
            if type(value) is int:
                self.sequence_number = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseError(Model):
    """Why a response failed."""

    __slots__ = (
        "code",
        "message",
    )

    code: str | int | None
    """Machine-readable cause."""
    message: str | None
    """What went wrong."""

    def __init__(
        self,
        *,
        code: str | int | None | Omit = OMIT,
        message: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.code = given(self, _wire, "code", code)
        self.message = message

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "code" not in wire:
            self.code = None
        else:
            value = wire["code"]
            if value is None or (type(value) is str or type(value) is int):
                self.code = value
        if "message" not in wire:
            self.message = None
        else:
            value = wire["message"]
            if type(value) is str:
                self.message = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFunctionTool(Model):
    """A function the model may call."""

    __slots__ = (
        "type",
        "name",
        "description",
        "parameters",
        "strict",
    )

    type: Literal["function"]
    name: str
    description: str | None
    """Tells the model when to call the function."""
    parameters: JsonSchema | None
    """What the function takes."""
    strict: bool | None
    """Whether arguments must follow `parameters` exactly."""

    def __init__(
        self,
        *,
        name: str,
        type: Literal["function"] = "function",
        description: str | None | Omit = OMIT,
        parameters: JsonSchemaParam | None | Omit = OMIT,
        strict: bool | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name
        self.description = given(self, _wire, "description", description)
        self.parameters = given(self, _wire, "parameters", made(self, "parameters", parameters))
        self.strict = given(self, _wire, "strict", strict)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "description" not in wire:
            self.description = None
        else:
            value = wire["description"]
            if value is None or type(value) is str:
                self.description = value
        if "parameters" not in wire:
            self.parameters = None
        else:
            value = wire["parameters"]
            if value is None or type(value) is dict:
                self.parameters = value
        if "strict" not in wire:
            self.strict = None
        else:
            value = wire["strict"]
            if value is None or type(value) is bool:
                self.strict = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseNamespaceTool(Model):
    """Functions under a common name."""

    __slots__ = (
        "type",
        "name",
        "description",
        "tools",
    )

    type: Literal["namespace"]
    name: str
    description: str
    """Tells the model what the functions are for."""
    tools: list[ResponseFunctionTool]

    def __init__(
        self,
        *,
        name: str,
        description: str,
        tools: Sequence[ResponseFunctionToolParam | ResponseFunctionTool],
        type: Literal["namespace"] = "namespace",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name
        self.description = description
        self.tools = made(self, "tools", tools)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
            value = wire["description"]
            if type(value) is str:
                self.description = value
            value = wire["tools"]
            if type(value) is list:
                items_tools = []
                for item in value:
                    if type(item) is not dict:
                        break
                    items_tools.append(view_ResponseFunctionTool(item))
                else:
                    self.tools = items_tools
        except KeyError:
            pass  # what is not set yet is read at its first use
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCustomTool(Model):
    """A tool that takes plain text."""

    __slots__ = (
        "type",
        "name",
        "description",
    )

    type: Literal["custom"]
    name: str
    description: str | None
    """Tells the model when to call the tool."""

    def __init__(
        self,
        *,
        name: str,
        type: Literal["custom"] = "custom",
        description: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name
        self.description = description

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "description" not in wire:
            self.description = None
        else:
            value = wire["description"]
            if type(value) is str:
                self.description = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseWebSearchTool(Model):
    """Web search, which the server runs itself."""

    __slots__ = ("type",)

    type: Literal["web_search"]

    def __init__(
        self,
        *,
        type: Literal["web_search"] = "web_search",
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
class ResponseNamedToolChoice(Model):
    """The one tool the model has to call."""

    __slots__ = (
        "type",
        "name",
    )

    type: str
    """The type of the tool, such as `function` or `web_search`."""
    name: str | None
    """The name of the function."""

    def __init__(
        self,
        *,
        type: str,
        name: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name

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
        if "name" not in wire:
            self.name = None
        else:
            value = wire["name"]
            if type(value) is str:
                self.name = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFunctionCall(Model):
    """A function call the model asks for. Put it back into `input` unchanged, followed by a
    ResponseFunctionCallOutput with the same `call_id`.
    """

    __slots__ = (
        "type",
        "id",
        "call_id",
        "name",
        "namespace",
        "arguments",
        "status",
    )

    type: Literal["function_call"]
    id: str | None
    call_id: str
    """Ties the call to its output."""
    name: str
    namespace: str | None
    """The namespace of the function, if it has one."""
    arguments: str
    """The arguments as JSON text, which the model may get wrong."""
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        call_id: str,
        name: str,
        arguments: str,
        type: Literal["function_call"] = "function_call",
        id: str | None = None,
        namespace: str | None = None,
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.call_id = call_id
        self.name = name
        self.namespace = namespace
        self.arguments = arguments
        self.status = status

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["call_id"]
            if type(value) is str:
                self.call_id = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
            value = wire["arguments"]
            if type(value) is str:
                self.arguments = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if type(value) is str:
                self.id = value
        if "namespace" not in wire:
            self.namespace = None
        else:
            value = wire["namespace"]
            if type(value) is str:
                self.namespace = value
        if "status" not in wire:
            self.status = None
        else:
            value = wire["status"]
            if type(value) is str:
                self.status = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCustomToolCall(Model):
    """A call of a custom tool the model asks for."""

    __slots__ = (
        "type",
        "id",
        "call_id",
        "name",
        "namespace",
        "input",
        "status",
    )

    type: Literal["custom_tool_call"]
    id: str | None
    call_id: str
    """Ties the call to its output."""
    name: str
    namespace: str | None
    """The namespace of the tool, if it has one."""
    input: str
    """The input as plain text."""
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        call_id: str,
        name: str,
        input: str,
        type: Literal["custom_tool_call"] = "custom_tool_call",
        id: str | None = None,
        namespace: str | None = None,
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.call_id = call_id
        self.name = name
        self.namespace = namespace
        self.input = input
        self.status = status

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        try:
            value = wire["type"]
            if type(value) is str:
                self.type = value
            value = wire["call_id"]
            if type(value) is str:
                self.call_id = value
            value = wire["name"]
            if type(value) is str:
                self.name = value
            value = wire["input"]
            if type(value) is str:
                self.input = value
        except KeyError:
            pass  # what is not set yet is read at its first use
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if type(value) is str:
                self.id = value
        if "namespace" not in wire:
            self.namespace = None
        else:
            value = wire["namespace"]
            if type(value) is str:
                self.namespace = value
        if "status" not in wire:
            self.status = None
        else:
            value = wire["status"]
            if type(value) is str:
                self.status = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseWebSearchCall(Model):
    """A web search the server ran."""

    __slots__ = (
        "type",
        "id",
        "status",
        "action",
    )

    type: Literal["web_search_call"]
    id: str | None
    status: ResponseWebSearchStatus | None
    """How far a web search has come."""
    action: JsonObject | None
    """What was searched for or opened."""

    def __init__(
        self,
        *,
        type: Literal["web_search_call"] = "web_search_call",
        id: str | None = None,
        status: ResponseWebSearchStatus | None = None,
        action: JsonObjectParam | None | Omit = OMIT,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.status = status
        self.action = given(self, _wire, "action", made(self, "action", action))

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
        if "id" not in wire:
            self.id = None
        else:
            value = wire["id"]
            if type(value) is str:
                self.id = value
        if "status" not in wire:
            self.status = None
        else:
            value = wire["status"]
            if type(value) is str:
                self.status = value
        if "action" not in wire:
            self.action = None
        else:
            value = wire["action"]
            if value is None or type(value) is dict:
                self.action = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseFunctionCallOutput(Model):
    """What a function returned."""

    __slots__ = (
        "type",
        "id",
        "call_id",
        "output",
        "status",
    )

    type: Literal["function_call_output"]
    id: str | None
    call_id: str
    """The `call_id` of the call this answers."""
    output: str | list[ResponseInputContent]
    """The result as text, or as content parts."""
    status: ResponseItemStatus | None
    """How far an item has come."""

    def __init__(
        self,
        *,
        call_id: str,
        output: str | Sequence[ResponseInputContentParam],
        type: Literal["function_call_output"] = "function_call_output",
        id: str | None = None,
        status: ResponseItemStatus | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.call_id = call_id
        self.output = made(self, "output", output)
        self.status = status


@define(eq=False, repr=False, init=False, slots=False)
class ResponseCustomToolCallOutput(Model):
    """What a custom tool returned."""

    __slots__ = (
        "type",
        "id",
        "call_id",
        "output",
    )

    type: Literal["custom_tool_call_output"]
    id: str | None
    call_id: str
    """The `call_id` of the call this answers."""
    output: str | list[ResponseInputContent]
    """The result as text, or as content parts."""

    def __init__(
        self,
        *,
        call_id: str,
        output: str | Sequence[ResponseInputContentParam],
        type: Literal["custom_tool_call_output"] = "custom_tool_call_output",
        id: str | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.call_id = call_id
        self.output = made(self, "output", output)


@define(eq=False, repr=False, init=False, slots=False)
class ResponseAdditionalTools(Model):
    """Further tools the model may call from here on."""

    __slots__ = (
        "type",
        "id",
        "role",
        "tools",
    )

    type: Literal["additional_tools"]
    id: str | None
    role: Literal["developer"] | str
    tools: list[ResponseTool]

    def __init__(
        self,
        *,
        tools: Sequence[ResponseToolParam],
        type: Literal["additional_tools"] = "additional_tools",
        id: str | None = None,
        role: Literal["developer"] | str = "developer",
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.id = id
        self.role = role
        self.tools = made(self, "tools", tools)


@define(eq=False, repr=False, init=False, slots=False)
class ResponseInputImage(Model):
    """An image inside an input message."""

    __slots__ = (
        "type",
        "image_url",
        "detail",
    )

    type: Literal["input_image"]
    image_url: str
    """A data URL (`data:image/png;base64,…`)."""
    detail: ImageDetail | None
    """How closely the model looks at an image."""

    def __init__(
        self,
        *,
        image_url: str,
        type: Literal["input_image"] = "input_image",
        detail: ImageDetail | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.image_url = image_url
        self.detail = detail


@define(eq=False, repr=False, init=False, slots=False)
class ResponseTextConfig(Model):
    """How the answer text is made."""

    __slots__ = ("format",)

    format: ResponseTextFormat | None
    """The form the answer has to have."""

    def __init__(
        self,
        *,
        format: ResponseTextFormatParam | ResponseTextFormat | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.format = made(self, "format", format)

    @classmethod
    def _view(cls, wire: dict[str, Any]) -> Self:
        view: Self = new(cls)
        self: Any = view
        self._wire = wire
        if "format" not in wire:
            self.format = None
        else:
            value = wire["format"]
            if type(value) is dict:
                self.format = view_ResponseTextFormat(value)
        return view


@define(eq=False, repr=False, init=False, slots=False)
class ResponseTextFormat(Model):
    """The form the answer has to have."""

    __slots__ = (
        "type",
        "name",
        "schema",
        "strict",
    )

    type: ResponseTextFormatType
    """`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
    `json_schema` for JSON of a given shape.
    """
    name: str | None
    """A name for the shape, with `json_schema`."""
    schema: JsonSchema | None
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool | None
    """Whether the answer must follow the schema exactly."""

    def __init__(
        self,
        *,
        type: ResponseTextFormatType,
        name: str | None = None,
        schema: JsonSchemaParam | None = None,
        strict: bool | None = None,
        _wire: dict[str, Any] | None = None,
    ) -> None:
        self._wire = {} if _wire is None else _wire
        self.type = type
        self.name = name
        self.schema = made(self, "schema", schema)
        self.strict = strict

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
        if "name" not in wire:
            self.name = None
        else:
            value = wire["name"]
            if type(value) is str:
                self.name = value
        if "schema" not in wire:
            self.schema = None
        else:
            value = wire["schema"]
            if type(value) is dict:
                self.schema = value
        if "strict" not in wire:
            self.strict = None
        else:
            value = wire["strict"]
            if type(value) is bool:
                self.strict = value
        return view


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseOutputItem(UnknownModel):
    """A `ResponseOutputItem` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseOutputContent(UnknownModel):
    """A `ResponseOutputContent` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseInputItem(UnknownModel):
    """A `ResponseInputItem` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseInputContent(UnknownModel):
    """A `ResponseInputContent` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseStreamEvent(UnknownModel):
    """A `ResponseStreamEvent` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseContentPart(UnknownModel):
    """A `ResponseContentPart` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


@define(eq=False, repr=False, init=False, slots=False)
class UnknownResponseTool(UnknownModel):
    """A `ResponseTool` that the document does not know; `raw` holds it as sent."""

    __slots__ = ()

    type: ClassVar[Literal["unknown"]] = "unknown"


ResponseOutputItem: TypeAlias = (
    ResponseReasoningItem
    | ResponseOutputMessage
    | ResponseFunctionCall
    | ResponseCustomToolCall
    | ResponseWebSearchCall
    | UnknownResponseOutputItem
)
"""An item of a response's output, told apart by `type`."""

decode_ResponseOutputItem = union_of(
    "type",
    {
        "reasoning": ResponseReasoningItem,
        "message": ResponseOutputMessage,
        "function_call": ResponseFunctionCall,
        "custom_tool_call": ResponseCustomToolCall,
        "web_search_call": ResponseWebSearchCall,
    },
    UnknownResponseOutputItem,
)

ResponseOutputContent: TypeAlias = (
    ResponseOutputText | ResponseRefusal | UnknownResponseOutputContent
)
"""A part of an output message, told apart by `type`."""

decode_ResponseOutputContent = union_of(
    "type",
    {
        "output_text": ResponseOutputText,
        "refusal": ResponseRefusal,
    },
    UnknownResponseOutputContent,
)

ResponseInputItem: TypeAlias = (
    ResponsesInputMessage
    | ResponseReasoningItem
    | ResponseFunctionCall
    | ResponseFunctionCallOutput
    | ResponseCustomToolCall
    | ResponseCustomToolCallOutput
    | ResponseWebSearchCall
    | ResponseAdditionalTools
    | UnknownResponseInputItem
)
"""An item of the input, told apart by `type`. An item without `type` is a message."""

decode_ResponseInputItem = union_of(
    "type",
    {
        "message": ResponsesInputMessage,
        "reasoning": ResponseReasoningItem,
        "function_call": ResponseFunctionCall,
        "function_call_output": ResponseFunctionCallOutput,
        "custom_tool_call": ResponseCustomToolCall,
        "custom_tool_call_output": ResponseCustomToolCallOutput,
        "web_search_call": ResponseWebSearchCall,
        "additional_tools": ResponseAdditionalTools,
    },
    UnknownResponseInputItem,
    default=ResponsesInputMessage,
)

ResponseInputContent: TypeAlias = (
    ResponseInputText
    | ResponseOutputText
    | ResponseRefusal
    | ResponseInputImage
    | UnknownResponseInputContent
)
"""A part of an input message, told apart by `type`."""

decode_ResponseInputContent = union_of(
    "type",
    {
        "input_text": ResponseInputText,
        "output_text": ResponseOutputText,
        "refusal": ResponseRefusal,
        "input_image": ResponseInputImage,
    },
    UnknownResponseInputContent,
)

ResponseStreamEvent: TypeAlias = (
    ResponseCreatedEvent
    | ResponseQueuedEvent
    | ResponseInProgressEvent
    | ResponseCompletedEvent
    | ResponseIncompleteEvent
    | ResponseFailedEvent
    | ResponseErrorEvent
    | ResponseOutputItemAddedEvent
    | ResponseOutputItemDoneEvent
    | ResponseContentPartAddedEvent
    | ResponseContentPartDoneEvent
    | ResponseReasoningSummaryPartAddedEvent
    | ResponseReasoningSummaryPartDoneEvent
    | ResponseReasoningSummaryTextDeltaEvent
    | ResponseReasoningSummaryTextDoneEvent
    | ResponseReasoningTextDeltaEvent
    | ResponseReasoningTextDoneEvent
    | ResponseOutputTextDeltaEvent
    | ResponseOutputTextDoneEvent
    | ResponseOutputTextAnnotationAddedEvent
    | ResponseRefusalDeltaEvent
    | ResponseRefusalDoneEvent
    | ResponseFunctionCallArgumentsDeltaEvent
    | ResponseFunctionCallArgumentsDoneEvent
    | ResponseCustomToolCallInputDeltaEvent
    | ResponseCustomToolCallInputDoneEvent
    | ResponseWebSearchCallInProgressEvent
    | ResponseWebSearchCallSearchingEvent
    | ResponseWebSearchCallCompletedEvent
    | UnknownResponseStreamEvent
)
"""An event of a streamed response, told apart by `type`."""

decode_ResponseStreamEvent = union_of(
    "type",
    {
        "response.created": ResponseCreatedEvent,
        "response.queued": ResponseQueuedEvent,
        "response.in_progress": ResponseInProgressEvent,
        "response.completed": ResponseCompletedEvent,
        "response.incomplete": ResponseIncompleteEvent,
        "response.failed": ResponseFailedEvent,
        "error": ResponseErrorEvent,
        "response.output_item.added": ResponseOutputItemAddedEvent,
        "response.output_item.done": ResponseOutputItemDoneEvent,
        "response.content_part.added": ResponseContentPartAddedEvent,
        "response.content_part.done": ResponseContentPartDoneEvent,
        "response.reasoning_summary_part.added": ResponseReasoningSummaryPartAddedEvent,
        "response.reasoning_summary_part.done": ResponseReasoningSummaryPartDoneEvent,
        "response.reasoning_summary_text.delta": ResponseReasoningSummaryTextDeltaEvent,
        "response.reasoning_summary_text.done": ResponseReasoningSummaryTextDoneEvent,
        "response.reasoning_text.delta": ResponseReasoningTextDeltaEvent,
        "response.reasoning_text.done": ResponseReasoningTextDoneEvent,
        "response.output_text.delta": ResponseOutputTextDeltaEvent,
        "response.output_text.done": ResponseOutputTextDoneEvent,
        "response.output_text.annotation.added": ResponseOutputTextAnnotationAddedEvent,
        "response.refusal.delta": ResponseRefusalDeltaEvent,
        "response.refusal.done": ResponseRefusalDoneEvent,
        "response.function_call_arguments.delta": ResponseFunctionCallArgumentsDeltaEvent,
        "response.function_call_arguments.done": ResponseFunctionCallArgumentsDoneEvent,
        "response.custom_tool_call_input.delta": ResponseCustomToolCallInputDeltaEvent,
        "response.custom_tool_call_input.done": ResponseCustomToolCallInputDoneEvent,
        "response.web_search_call.in_progress": ResponseWebSearchCallInProgressEvent,
        "response.web_search_call.searching": ResponseWebSearchCallSearchingEvent,
        "response.web_search_call.completed": ResponseWebSearchCallCompletedEvent,
    },
    UnknownResponseStreamEvent,
)

ResponseContentPart: TypeAlias = (
    ResponseOutputText | ResponseRefusal | ResponseReasoningText | UnknownResponseContentPart
)
"""A part of an item's content in stream events, told apart by `type`."""

decode_ResponseContentPart = union_of(
    "type",
    {
        "output_text": ResponseOutputText,
        "refusal": ResponseRefusal,
        "reasoning_text": ResponseReasoningText,
    },
    UnknownResponseContentPart,
)

ResponseTool: TypeAlias = (
    ResponseFunctionTool
    | ResponseNamespaceTool
    | ResponseCustomTool
    | ResponseWebSearchTool
    | UnknownResponseTool
)
"""A tool the model may call, told apart by `type`."""

decode_ResponseTool = union_of(
    "type",
    {
        "function": ResponseFunctionTool,
        "namespace": ResponseNamespaceTool,
        "custom": ResponseCustomTool,
        "web_search": ResponseWebSearchTool,
    },
    UnknownResponseTool,
)
ResponseReasoningSummaryPart: TypeAlias = ResponseSummaryText
"""A part of a reasoning summary, told apart by `type`."""

ResponseReasoningContentPart: TypeAlias = ResponseReasoningText
"""A part of reasoning content, told apart by `type`."""

ResponseToolChoice: TypeAlias = ResponseToolChoiceMode | ResponseNamedToolChoice
"""Whether the model calls tools, or the one it has to call. Kimi itself documents `auto` only."""

ResponseRequest._fields = {
    "model": ("model", STRING, None, False),
    "input": ("input", STRING | ARRAY, by_type({list: list_of(decode_ResponseInputItem)}), False),
    "max_output_tokens": ("max_output_tokens", INTEGER, None, False),
    "reasoning": ("reasoning", OBJECT, ResponseReasoningConfig._view, False),
    "stream": ("stream", BOOLEAN, None, False),
    "tools": ("tools", ARRAY, list_of(decode_ResponseTool), False),
    "tool_choice": (
        "tool_choice",
        STRING | OBJECT,
        by_type({dict: ResponseNamedToolChoice._view}),
        False,
    ),
    "instructions": ("instructions", STRING, None, False),
    "text": ("text", OBJECT, ResponseTextConfig._view, False),
    "prompt_cache_key": ("prompt_cache_key", STRING, None, False),
    "safety_identifier": ("safety_identifier", STRING, None, False),
}
Response._fields = {
    "id": ("id", STRING, None, False),
    "object": ("object", STRING, None, False),
    "created_at": ("created_at", INTEGER, None, False),
    "status": ("status", STRING, None, False),
    "incomplete_details": ("incomplete_details", OBJECT, ResponseIncompleteDetails._view, True),
    "model": ("model", STRING, None, False),
    "output": ("output", ARRAY, list_of(decode_ResponseOutputItem), True),
    "usage": ("usage", OBJECT, ResponseUsage._view, True),
    "error": ("error", OBJECT, ResponseError._view, True),
    "completed_at": ("completed_at", INTEGER, None, True),
    "instructions": ("instructions", STRING, None, True),
    "max_output_tokens": ("max_output_tokens", INTEGER, None, True),
    "parallel_tool_calls": ("parallel_tool_calls", BOOLEAN, None, False),
    "reasoning": ("reasoning", OBJECT, ResponseReasoningConfig._view, True),
    "temperature": ("temperature", NUMBER, None, True),
    "top_p": ("top_p", NUMBER, None, True),
    "service_tier": ("service_tier", STRING, None, True),
    "metadata": ("metadata", OBJECT, None, True),
    "store": ("store", BOOLEAN, None, False),
    "previous_response_id": ("previous_response_id", STRING, None, True),
    "tools": ("tools", ARRAY, list_of(decode_ResponseTool), True),
    "tool_choice": (
        "tool_choice",
        STRING | OBJECT,
        by_type({dict: ResponseNamedToolChoice._view}),
        True,
    ),
    "text": ("text", OBJECT, ResponseTextConfig._view, True),
}
ResponsesErrorResponse._fields = {
    "error": ("error", OBJECT, ResponsesErrorDetail._view, False),
}
ResponsesInputMessage._fields = {
    "role": ("role", STRING, None, False),
    "content": (
        "content",
        STRING | ARRAY,
        by_type({list: list_of(decode_ResponseInputContent)}),
        False,
    ),
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "status": ("status", STRING, None, False),
}
ResponseUsage._fields = {
    "input_tokens": ("input_tokens", INTEGER, None, False),
    "input_tokens_details": (
        "input_tokens_details",
        OBJECT,
        ResponseInputTokensDetails._view,
        True,
    ),
    "output_tokens": ("output_tokens", INTEGER, None, False),
    "output_tokens_details": (
        "output_tokens_details",
        OBJECT,
        ResponseOutputTokensDetails._view,
        True,
    ),
    "total_tokens": ("total_tokens", INTEGER, None, False),
}
ResponseOutputText._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
    "annotations": ("annotations", ARRAY, None, False),
}
ResponseReasoningConfig._fields = {
    "effort": ("effort", STRING, None, False),
}
ResponseIncompleteDetails._fields = {
    "reason": ("reason", STRING, None, False),
}
ResponseInputTokensDetails._fields = {
    "cached_tokens": ("cached_tokens", INTEGER, None, False),
    "cache_write_tokens": ("cache_write_tokens", INTEGER, None, True),
}
ResponseOutputTokensDetails._fields = {
    "reasoning_tokens": ("reasoning_tokens", INTEGER, None, False),
}
ResponsesErrorDetail._fields = {
    "message": ("message", STRING, None, False),
    "type": ("type", STRING, None, False),
    "code": ("code", STRING | INTEGER, None, True),
    "param": ("param", STRING, None, True),
    "fallback_suggestion": ("fallback_suggestion", STRING, None, True),
}
ResponseReasoningItem._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "summary": ("summary", ARRAY, list_of(ResponseSummaryText._view), False),
    "content": ("content", ARRAY, list_of(ResponseReasoningText._view), False),
    "encrypted_content": ("encrypted_content", STRING, None, True),
    "status": ("status", STRING, None, False),
}
ResponseSummaryText._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
}
ResponseReasoningText._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
}
ResponseOutputMessage._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "role": ("role", STRING, None, False),
    "content": ("content", ARRAY, list_of(decode_ResponseOutputContent), False),
    "status": ("status", STRING, None, False),
}
ResponseRefusal._fields = {
    "type": ("type", STRING, None, False),
    "refusal": ("refusal", STRING, None, False),
}
ResponseInputText._fields = {
    "type": ("type", STRING, None, False),
    "text": ("text", STRING, None, False),
}
ResponseCreatedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseQueuedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseInProgressEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseCompletedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseIncompleteEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseFailedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "response": ("response", OBJECT, Response._view, False),
}
ResponseErrorEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "code": ("code", STRING | INTEGER, None, True),
    "message": ("message", STRING, None, False),
    "param": ("param", STRING, None, True),
}
ResponseOutputItemAddedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "item": ("item", OBJECT, decode_ResponseOutputItem, False),
}
ResponseOutputItemDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "item": ("item", OBJECT, decode_ResponseOutputItem, False),
}
ResponseContentPartAddedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "part": ("part", OBJECT, decode_ResponseContentPart, False),
}
ResponseContentPartDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "part": ("part", OBJECT, decode_ResponseContentPart, False),
}
ResponseReasoningSummaryPartAddedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "summary_index": ("summary_index", INTEGER, None, False),
    "part": ("part", OBJECT, ResponseSummaryText._view, False),
}
ResponseReasoningSummaryPartDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "summary_index": ("summary_index", INTEGER, None, False),
    "part": ("part", OBJECT, ResponseSummaryText._view, False),
}
ResponseReasoningSummaryTextDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "summary_index": ("summary_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseReasoningSummaryTextDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "summary_index": ("summary_index", INTEGER, None, False),
    "text": ("text", STRING, None, False),
}
ResponseReasoningTextDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseReasoningTextDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "text": ("text", STRING, None, False),
}
ResponseOutputTextDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseOutputTextDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "text": ("text", STRING, None, False),
}
ResponseOutputTextAnnotationAddedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "annotation_index": ("annotation_index", INTEGER, None, False),
    "annotation": ("annotation", OBJECT, None, False),
}
ResponseRefusalDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseRefusalDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "content_index": ("content_index", INTEGER, None, False),
    "refusal": ("refusal", STRING, None, False),
}
ResponseFunctionCallArgumentsDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseFunctionCallArgumentsDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "arguments": ("arguments", STRING, None, False),
    "name": ("name", STRING, None, False),
}
ResponseCustomToolCallInputDeltaEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "delta": ("delta", STRING, None, False),
}
ResponseCustomToolCallInputDoneEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
    "input": ("input", STRING, None, False),
}
ResponseWebSearchCallInProgressEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
}
ResponseWebSearchCallSearchingEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
}
ResponseWebSearchCallCompletedEvent._fields = {
    "type": ("type", STRING, None, False),
    "sequence_number": ("sequence_number", INTEGER, None, False),
    "item_id": ("item_id", STRING, None, False),
    "output_index": ("output_index", INTEGER, None, False),
}
ResponseError._fields = {
    "code": ("code", STRING | INTEGER, None, True),
    "message": ("message", STRING, None, False),
}
ResponseFunctionTool._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
    "description": ("description", STRING, None, True),
    "parameters": ("parameters", OBJECT, None, True),
    "strict": ("strict", BOOLEAN, None, True),
}
ResponseNamespaceTool._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
    "description": ("description", STRING, None, False),
    "tools": ("tools", ARRAY, list_of(ResponseFunctionTool._view), False),
}
ResponseCustomTool._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
    "description": ("description", STRING, None, False),
}
ResponseWebSearchTool._fields = {
    "type": ("type", STRING, None, False),
}
ResponseNamedToolChoice._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
}
ResponseFunctionCall._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "call_id": ("call_id", STRING, None, False),
    "name": ("name", STRING, None, False),
    "namespace": ("namespace", STRING, None, False),
    "arguments": ("arguments", STRING, None, False),
    "status": ("status", STRING, None, False),
}
ResponseCustomToolCall._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "call_id": ("call_id", STRING, None, False),
    "name": ("name", STRING, None, False),
    "namespace": ("namespace", STRING, None, False),
    "input": ("input", STRING, None, False),
    "status": ("status", STRING, None, False),
}
ResponseWebSearchCall._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "status": ("status", STRING, None, False),
    "action": ("action", OBJECT, None, True),
}
ResponseFunctionCallOutput._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "call_id": ("call_id", STRING, None, False),
    "output": (
        "output",
        STRING | ARRAY,
        by_type({list: list_of(decode_ResponseInputContent)}),
        False,
    ),
    "status": ("status", STRING, None, False),
}
ResponseCustomToolCallOutput._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "call_id": ("call_id", STRING, None, False),
    "output": (
        "output",
        STRING | ARRAY,
        by_type({list: list_of(decode_ResponseInputContent)}),
        False,
    ),
}
ResponseAdditionalTools._fields = {
    "type": ("type", STRING, None, False),
    "id": ("id", STRING, None, False),
    "role": ("role", STRING, None, False),
    "tools": ("tools", ARRAY, list_of(decode_ResponseTool), False),
}
ResponseInputImage._fields = {
    "type": ("type", STRING, None, False),
    "image_url": ("image_url", STRING, None, False),
    "detail": ("detail", STRING, None, False),
}
ResponseTextConfig._fields = {
    "format": ("format", OBJECT, ResponseTextFormat._view, False),
}
ResponseTextFormat._fields = {
    "type": ("type", STRING, None, False),
    "name": ("name", STRING, None, False),
    "schema": ("schema", OBJECT, None, False),
    "strict": ("strict", BOOLEAN, None, False),
}

view_ResponseIncompleteDetails = ResponseIncompleteDetails._view
view_ResponseUsage = ResponseUsage._view
view_ResponseError = ResponseError._view
view_ResponseReasoningConfig = ResponseReasoningConfig._view
view_ResponseTextConfig = ResponseTextConfig._view
view_ResponsesErrorDetail = ResponsesErrorDetail._view
view_ResponseInputTokensDetails = ResponseInputTokensDetails._view
view_ResponseOutputTokensDetails = ResponseOutputTokensDetails._view
view_ResponseSummaryText = ResponseSummaryText._view
view_ResponseReasoningText = ResponseReasoningText._view
view_Response = Response._view
view_ResponseFunctionTool = ResponseFunctionTool._view
view_ResponseTextFormat = ResponseTextFormat._view
