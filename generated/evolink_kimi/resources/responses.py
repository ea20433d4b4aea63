# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The OpenAI Responses protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ..models.responses import (
    Response,
    ResponseRequest,
    ResponsesErrorResponse,
    decode_ResponseStreamEvent,
)
from ..runtime.omit import OMIT, Omit
from ..runtime.operation import Operation
from ..runtime.options import CallOptions, Timeout
from ..runtime.resource import AsyncResource, SyncResource

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..models.responses import (
        ResponseReasoningConfig,
        ResponseStreamEvent,
        ResponseTextConfig,
    )
    from ..models.shared import (
        KimiModel,
    )
    from ..params.responses import (
        ResponseInputItemParam,
        ResponseReasoningConfigParam,
        ResponseTextConfigParam,
        ResponseToolChoiceParam,
        ResponseToolParam,
    )
    from ..raw.responses import (
        AsyncResponsesWithRawResponse,
        AsyncResponsesWithStreamingResponse,
        ResponsesWithRawResponse,
        ResponsesWithStreamingResponse,
    )
    from ..runtime.stream import AsyncStream, Stream
    from ..runtime.stream_manager import AsyncStreamManager, StreamManager

__all__ = [
    "AsyncResponses",
    "Responses",
]

_RESPONSES_CREATE: Operation[Response, ResponseStreamEvent] = Operation(
    id="responses.create",
    method="POST",
    path="/v1/responses",
    response=Response._view,
    event=decode_ResponseStreamEvent,
    request=ResponseRequest._view,
    protocol="responses",
    terminal_events=frozenset(("response.completed", "response.incomplete", "response.failed")),
    error_events=frozenset(("error",)),
    answer_keys=("output",),
    statuses={
        "200": Response._view,
        "400": ResponsesErrorResponse._view,
        "401": ResponsesErrorResponse._view,
        "429": ResponsesErrorResponse._view,
        "500": ResponsesErrorResponse._view,
    },
)


class Responses(SyncResource):
    """The OpenAI Responses protocol."""

    @property
    def with_raw_response(self) -> ResponsesWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.responses import ResponsesWithRawResponse

        return ResponsesWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> ResponsesWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.responses import ResponsesWithStreamingResponse

        return ResponsesWithStreamingResponse(self._client)

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        stream: Literal[True],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Stream[Response, ResponseStreamEvent]: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        stream: bool,
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response | Stream[Response, ResponseStreamEvent]: ...

    def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response | Stream[Response, ResponseStreamEvent]:
        """Create a response.

        Answers an input text or a list of input items with a list of output items: reasoning,
        messages and tool calls. The endpoint keeps no state between calls. With `stream: true`
        the response arrives as named server-sent events that end with `response.completed`,
        `response.incomplete` or `response.failed`.

        `POST /v1/responses`

        Args:
            model: Model to call:
                | Model ID | Positioning |
                |---|---|
                | `kimi-k3.1-pro` | Latest-generation model (recommended) |
                | `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
                | `kimi-k3` | Previous-generation model |
                All three models have a context window of 1,048,576 tokens and always have
                reasoning enabled.
                The server's default is `"kimi-k3.1-pro"`.
            input: Input for this request. A string is equivalent to a single user message; an
                array supplies historical messages in order.
            max_output_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            reasoning: Reasoning configuration.
            tools: Tools the model may call.
            tool_choice: Whether the model calls tools, or the one it has to call. Kimi itself
                documents `auto` only.
            instructions: Instructions that stand above every input item.
            text: How the answer text is made.
            prompt_cache_key: A name for the conversation; the same one in each turn helps the
                cache.
            safety_identifier: A stable name for the end user, hashed, for tracing abuse.
            stream: Whether to return events as they arrive.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            The answer, a `Response`; with `stream=True` an iterator (`Stream`) of its events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "input": input,
            "max_output_tokens": max_output_tokens,
            "reasoning": reasoning,
            "tools": tools,
            "tool_choice": tool_choice,
            "instructions": instructions,
            "text": text,
            "prompt_cache_key": prompt_cache_key,
            "safety_identifier": safety_identifier,
        }
        _options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            extra_body=extra_body,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )

        if stream:
            _body["stream"] = True
            return self._open(_RESPONSES_CREATE, _body, _options)
        _body["stream"] = stream
        return self._call(_RESPONSES_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> StreamManager[Response, ResponseStreamEvent]:
        """Create a response.

        Answers an input text or a list of input items with a list of output items: reasoning,
        messages and tool calls. The endpoint keeps no state between calls. With `stream: true`
        the response arrives as named server-sent events that end with `response.completed`,
        `response.incomplete` or `response.failed`.

        `POST /v1/responses`

        Args:
            model: Model to call:
                | Model ID | Positioning |
                |---|---|
                | `kimi-k3.1-pro` | Latest-generation model (recommended) |
                | `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
                | `kimi-k3` | Previous-generation model |
                All three models have a context window of 1,048,576 tokens and always have
                reasoning enabled.
                The server's default is `"kimi-k3.1-pro"`.
            input: Input for this request. A string is equivalent to a single user message; an
                array supplies historical messages in order.
            max_output_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            reasoning: Reasoning configuration.
            tools: Tools the model may call.
            tool_choice: Whether the model calls tools, or the one it has to call. Kimi itself
                documents `auto` only.
            instructions: Instructions that stand above every input item.
            text: How the answer text is made.
            prompt_cache_key: A name for the conversation; the same one in each turn helps the
                cache.
            safety_identifier: A stable name for the end user, hashed, for tracing abuse.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            A context manager; inside it a stream with events, text, reasoning and the final
            `Response`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "input": input,
            "max_output_tokens": max_output_tokens,
            "reasoning": reasoning,
            "tools": tools,
            "tool_choice": tool_choice,
            "instructions": instructions,
            "text": text,
            "prompt_cache_key": prompt_cache_key,
            "safety_identifier": safety_identifier,
        }
        _options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            extra_body=extra_body,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )

        _body["stream"] = True
        return self._manager(_RESPONSES_CREATE, _body, _options)


class AsyncResponses(AsyncResource):
    """The OpenAI Responses protocol."""

    @property
    def with_raw_response(self) -> AsyncResponsesWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.responses import AsyncResponsesWithRawResponse

        return AsyncResponsesWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> AsyncResponsesWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.responses import AsyncResponsesWithStreamingResponse

        return AsyncResponsesWithStreamingResponse(self._client)

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        stream: Literal[True],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStream[Response, ResponseStreamEvent]: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        stream: bool,
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response | AsyncStream[Response, ResponseStreamEvent]: ...

    async def create(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Response | AsyncStream[Response, ResponseStreamEvent]:
        """Create a response.

        Answers an input text or a list of input items with a list of output items: reasoning,
        messages and tool calls. The endpoint keeps no state between calls. With `stream: true`
        the response arrives as named server-sent events that end with `response.completed`,
        `response.incomplete` or `response.failed`.

        `POST /v1/responses`

        Args:
            model: Model to call:
                | Model ID | Positioning |
                |---|---|
                | `kimi-k3.1-pro` | Latest-generation model (recommended) |
                | `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
                | `kimi-k3` | Previous-generation model |
                All three models have a context window of 1,048,576 tokens and always have
                reasoning enabled.
                The server's default is `"kimi-k3.1-pro"`.
            input: Input for this request. A string is equivalent to a single user message; an
                array supplies historical messages in order.
            max_output_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            reasoning: Reasoning configuration.
            tools: Tools the model may call.
            tool_choice: Whether the model calls tools, or the one it has to call. Kimi itself
                documents `auto` only.
            instructions: Instructions that stand above every input item.
            text: How the answer text is made.
            prompt_cache_key: A name for the conversation; the same one in each turn helps the
                cache.
            safety_identifier: A stable name for the end user, hashed, for tracing abuse.
            stream: Whether to return events as they arrive.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            The answer, a `Response`; with `stream=True` an iterator (`AsyncStream`) of its
            events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "input": input,
            "max_output_tokens": max_output_tokens,
            "reasoning": reasoning,
            "tools": tools,
            "tool_choice": tool_choice,
            "instructions": instructions,
            "text": text,
            "prompt_cache_key": prompt_cache_key,
            "safety_identifier": safety_identifier,
        }
        _options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            extra_body=extra_body,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )

        if stream:
            _body["stream"] = True
            return await self._open(_RESPONSES_CREATE, _body, _options)
        _body["stream"] = stream
        return await self._call(_RESPONSES_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        input: str | Sequence[ResponseInputItemParam],
        max_output_tokens: int | Omit = OMIT,
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit = OMIT,
        tools: Sequence[ResponseToolParam] | Omit = OMIT,
        tool_choice: ResponseToolChoiceParam | Omit = OMIT,
        instructions: str | Omit = OMIT,
        text: ResponseTextConfigParam | ResponseTextConfig | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStreamManager[Response, ResponseStreamEvent]:
        """Create a response.

        Answers an input text or a list of input items with a list of output items: reasoning,
        messages and tool calls. The endpoint keeps no state between calls. With `stream: true`
        the response arrives as named server-sent events that end with `response.completed`,
        `response.incomplete` or `response.failed`.

        `POST /v1/responses`

        Args:
            model: Model to call:
                | Model ID | Positioning |
                |---|---|
                | `kimi-k3.1-pro` | Latest-generation model (recommended) |
                | `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
                | `kimi-k3` | Previous-generation model |
                All three models have a context window of 1,048,576 tokens and always have
                reasoning enabled.
                The server's default is `"kimi-k3.1-pro"`.
            input: Input for this request. A string is equivalent to a single user message; an
                array supplies historical messages in order.
            max_output_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            reasoning: Reasoning configuration.
            tools: Tools the model may call.
            tool_choice: Whether the model calls tools, or the one it has to call. Kimi itself
                documents `auto` only.
            instructions: Instructions that stand above every input item.
            text: How the answer text is made.
            prompt_cache_key: A name for the conversation; the same one in each turn helps the
                cache.
            safety_identifier: A stable name for the end user, hashed, for tracing abuse.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            A context manager; inside it a stream with events, text, reasoning and the final
            `Response`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "input": input,
            "max_output_tokens": max_output_tokens,
            "reasoning": reasoning,
            "tools": tools,
            "tool_choice": tool_choice,
            "instructions": instructions,
            "text": text,
            "prompt_cache_key": prompt_cache_key,
            "safety_identifier": safety_identifier,
        }
        _options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            extra_body=extra_body,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )

        _body["stream"] = True
        return self._manager(_RESPONSES_CREATE, _body, _options)
