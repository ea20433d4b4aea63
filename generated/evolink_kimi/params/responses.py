# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Shapes of the plain dicts that requests to responses take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Required, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models.responses import (
        ImageDetail,
        ResponseAdditionalTools,
        ResponseCustomTool,
        ResponseCustomToolCall,
        ResponseCustomToolCallOutput,
        ResponseFunctionCall,
        ResponseFunctionCallOutput,
        ResponseFunctionTool,
        ResponseInputImage,
        ResponseInputText,
        ResponseItemStatus,
        ResponseNamedToolChoice,
        ResponseNamespaceTool,
        ResponseOutputText,
        ResponseReasoningConfig,
        ResponseReasoningItem,
        ResponseReasoningText,
        ResponseRefusal,
        ResponsesInputMessage,
        ResponseSummaryText,
        ResponseTextConfig,
        ResponseTextFormat,
        ResponseTextFormatType,
        ResponseToolChoiceMode,
        ResponseWebSearchCall,
        ResponseWebSearchStatus,
        ResponseWebSearchTool,
        UnknownResponseInputContent,
        UnknownResponseInputItem,
        UnknownResponseTool,
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
]


class ResponseRequestParam(TypedDict, total=False):
    """A call of the Responses protocol."""

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
    input: Required[str | Sequence[ResponseInputItemParam]]
    """Input for this request. A string is equivalent to a single user message; an array supplies
    historical messages in order.
    """
    max_output_tokens: int
    """Maximum generated tokens, including reasoning and the final answer; default 131072, maximum
    1048576.

    From 1 to 1048576. The server's default is `131072`.
    """
    reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig
    """Reasoning configuration."""
    stream: bool
    """When true, returns the response as an SSE stream.

    The server's default is `false`.
    """
    tools: Sequence[ResponseToolParam]
    """Tools the model may call."""
    tool_choice: ResponseToolChoiceParam
    """Whether the model calls tools, or the one it has to call. Kimi itself documents `auto` only."""
    instructions: str
    """Instructions that stand above every input item."""
    text: ResponseTextConfigParam | ResponseTextConfig
    """How the answer text is made."""
    prompt_cache_key: str
    """A name for the conversation; the same one in each turn helps the cache."""
    safety_identifier: str
    """A stable name for the end user, hashed, for tracing abuse."""


class ResponsesInputMessageParam(TypedDict, total=False):
    """One turn of the conversation that is sent to the Responses protocol."""

    role: Required[Literal["user", "assistant", "developer"] | str]
    """Message role. `developer` is treated as system instructions."""
    content: Required[str | Sequence[ResponseInputContentParam]]
    """The turn as text, or as content parts. The `output_text` parts of earlier answers can be
    sent back as they came.
    """
    type: Literal["message"]
    """May be left out."""
    id: str
    """The id of an output message that is sent back."""
    status: ResponseItemStatus
    """How far an item has come."""


class ResponseOutputTextParam(TypedDict, total=False):
    """Answer text inside an output message."""

    type: Required[Literal["output_text"]]
    text: Required[str]
    """Example: `"Context caching stores repeated prefix content from requests so that later …`."""
    annotations: Sequence[JsonObjectParam]
    """Marks on the text, such as citations."""


class ResponseReasoningConfigParam(TypedDict, total=False):
    """Reasoning configuration."""

    effort: ReasoningEffort
    """Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for
    other compatible values.

    The server's default is `"max"`.
    """


class ResponseReasoningItemParam(TypedDict, total=False):
    """Reasoning of the model. Put it back into `input` unchanged. Where both are present, servers
    read `content` before `summary`.
    """

    type: Required[Literal["reasoning"]]
    id: str
    summary: Sequence[ResponseReasoningSummaryPartParam]
    """The reasoning, as Kimi returns it."""
    content: Sequence[ResponseReasoningContentPartParam]
    """The reasoning, as some other models of the gateway return it."""
    encrypted_content: str | None
    """Always null at Kimi."""
    status: ResponseItemStatus
    """How far an item has come."""


class ResponseSummaryTextParam(TypedDict, total=False):
    """Reasoning text inside a summary."""

    type: Required[Literal["summary_text"]]
    text: Required[str]


class ResponseReasoningTextParam(TypedDict, total=False):
    """Reasoning text inside reasoning content."""

    type: Required[Literal["reasoning_text"]]
    text: Required[str]


class ResponseRefusalParam(TypedDict, total=False):
    """The model's reason for not answering."""

    type: Required[Literal["refusal"]]
    refusal: Required[str]


class ResponseInputTextParam(TypedDict, total=False):
    """Text inside an input message."""

    type: Required[Literal["input_text"]]
    text: Required[str]


class ResponseFunctionToolParam(TypedDict, total=False):
    """A function the model may call."""

    type: Required[Literal["function"]]
    name: Required[str]
    description: str | None
    """Tells the model when to call the function."""
    parameters: JsonSchemaParam | None
    """What the function takes."""
    strict: bool | None
    """Whether arguments must follow `parameters` exactly."""


class ResponseNamespaceToolParam(TypedDict, total=False):
    """Functions under a common name."""

    type: Required[Literal["namespace"]]
    name: Required[str]
    description: Required[str]
    """Tells the model what the functions are for."""
    tools: Required[Sequence[ResponseFunctionToolParam | ResponseFunctionTool]]


class ResponseCustomToolParam(TypedDict, total=False):
    """A tool that takes plain text."""

    type: Required[Literal["custom"]]
    name: Required[str]
    description: str
    """Tells the model when to call the tool."""


class ResponseWebSearchToolParam(TypedDict, total=False):
    """Web search, which the server runs itself."""

    type: Required[Literal["web_search"]]


class ResponseNamedToolChoiceParam(TypedDict, total=False):
    """The one tool the model has to call."""

    type: Required[str]
    """The type of the tool, such as `function` or `web_search`."""
    name: str
    """The name of the function."""


class ResponseFunctionCallParam(TypedDict, total=False):
    """A function call the model asks for. Put it back into `input` unchanged, followed by a
    ResponseFunctionCallOutput with the same `call_id`.
    """

    type: Required[Literal["function_call"]]
    id: str
    call_id: Required[str]
    """Ties the call to its output."""
    name: Required[str]
    namespace: str
    """The namespace of the function, if it has one."""
    arguments: Required[str]
    """The arguments as JSON text, which the model may get wrong."""
    status: ResponseItemStatus
    """How far an item has come."""


class ResponseCustomToolCallParam(TypedDict, total=False):
    """A call of a custom tool the model asks for."""

    type: Required[Literal["custom_tool_call"]]
    id: str
    call_id: Required[str]
    """Ties the call to its output."""
    name: Required[str]
    namespace: str
    """The namespace of the tool, if it has one."""
    input: Required[str]
    """The input as plain text."""
    status: ResponseItemStatus
    """How far an item has come."""


class ResponseWebSearchCallParam(TypedDict, total=False):
    """A web search the server ran."""

    type: Required[Literal["web_search_call"]]
    id: str
    status: ResponseWebSearchStatus
    """How far a web search has come."""
    action: JsonObjectParam | None
    """What was searched for or opened."""


class ResponseFunctionCallOutputParam(TypedDict, total=False):
    """What a function returned."""

    type: Required[Literal["function_call_output"]]
    id: str
    call_id: Required[str]
    """The `call_id` of the call this answers."""
    output: Required[str | Sequence[ResponseInputContentParam]]
    """The result as text, or as content parts."""
    status: ResponseItemStatus
    """How far an item has come."""


class ResponseCustomToolCallOutputParam(TypedDict, total=False):
    """What a custom tool returned."""

    type: Required[Literal["custom_tool_call_output"]]
    id: str
    call_id: Required[str]
    """The `call_id` of the call this answers."""
    output: Required[str | Sequence[ResponseInputContentParam]]
    """The result as text, or as content parts."""


class ResponseAdditionalToolsParam(TypedDict, total=False):
    """Further tools the model may call from here on."""

    type: Required[Literal["additional_tools"]]
    id: str
    role: Required[Literal["developer"] | str]
    tools: Required[Sequence[ResponseToolParam]]


class ResponseInputImageParam(TypedDict, total=False):
    """An image inside an input message."""

    type: Required[Literal["input_image"]]
    image_url: Required[str]
    """A data URL (`data:image/png;base64,…`)."""
    detail: ImageDetail
    """How closely the model looks at an image."""


class ResponseTextConfigParam(TypedDict, total=False):
    """How the answer text is made."""

    format: ResponseTextFormatParam | ResponseTextFormat
    """The form the answer has to have."""


class ResponseTextFormatParam(TypedDict, total=False):
    """The form the answer has to have."""

    type: Required[ResponseTextFormatType]
    """`text` for free text, `json_object` for any JSON object (the prompt has to ask for it),
    `json_schema` for JSON of a given shape.
    """
    name: str
    """A name for the shape, with `json_schema`."""
    schema: JsonSchemaParam
    """A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where
    it describes a tool's input.
    """
    strict: bool
    """Whether the answer must follow the schema exactly."""


ResponseInputItemParam: TypeAlias = "ResponsesInputMessageParam | ResponsesInputMessage | ResponseReasoningItemParam | ResponseReasoningItem | ResponseFunctionCallParam | ResponseFunctionCall | ResponseFunctionCallOutputParam | ResponseFunctionCallOutput | ResponseCustomToolCallParam | ResponseCustomToolCall | ResponseCustomToolCallOutputParam | ResponseCustomToolCallOutput | ResponseWebSearchCallParam | ResponseWebSearchCall | ResponseAdditionalToolsParam | ResponseAdditionalTools | UnknownResponseInputItem"
"""An item of the input, told apart by `type`. An item without `type` is a message."""

ResponseInputContentParam: TypeAlias = "ResponseInputTextParam | ResponseInputText | ResponseOutputTextParam | ResponseOutputText | ResponseRefusalParam | ResponseRefusal | ResponseInputImageParam | ResponseInputImage | UnknownResponseInputContent"
"""A part of an input message, told apart by `type`."""

ResponseToolParam: TypeAlias = "ResponseFunctionToolParam | ResponseFunctionTool | ResponseNamespaceToolParam | ResponseNamespaceTool | ResponseCustomToolParam | ResponseCustomTool | ResponseWebSearchToolParam | ResponseWebSearchTool | UnknownResponseTool"
"""A tool the model may call, told apart by `type`."""

ResponseReasoningSummaryPartParam: TypeAlias = "ResponseSummaryTextParam | ResponseSummaryText"
"""A part of a reasoning summary, told apart by `type`."""

ResponseReasoningContentPartParam: TypeAlias = "ResponseReasoningTextParam | ResponseReasoningText"
"""A part of reasoning content, told apart by `type`."""

ResponseToolChoiceParam: TypeAlias = (
    "ResponseToolChoiceMode | ResponseNamedToolChoiceParam | ResponseNamedToolChoice"
)
"""Whether the model calls tools, or the one it has to call. Kimi itself documents `auto` only."""
