# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The OpenAI Chat Completions protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ..models.chat import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatCompletionRequest,
    ChatErrorResponse,
)
from ..runtime.omit import OMIT, Omit
from ..runtime.operation import Operation
from ..runtime.options import CallOptions, Timeout
from ..runtime.resource import AsyncResource, SyncResource

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..models.chat import (
        ChatResponseFormat,
        ChatStreamOptions,
        ChatTool,
    )
    from ..models.shared import (
        KimiModel,
        ReasoningEffort,
    )
    from ..params.chat import (
        ChatInputMessageParam,
        ChatResponseFormatParam,
        ChatStreamOptionsParam,
        ChatToolChoiceParam,
        ChatToolParam,
    )
    from ..raw.chat import (
        AsyncChatCompletionsWithRawResponse,
        AsyncChatCompletionsWithStreamingResponse,
        AsyncChatWithRawResponse,
        AsyncChatWithStreamingResponse,
        ChatCompletionsWithRawResponse,
        ChatCompletionsWithStreamingResponse,
        ChatWithRawResponse,
        ChatWithStreamingResponse,
    )
    from ..runtime.stream import AsyncStream, Stream
    from ..runtime.stream_manager import AsyncStreamManager, StreamManager

__all__ = [
    "AsyncChatCompletions",
    "ChatCompletions",
    "AsyncChat",
    "Chat",
]

_CHAT_COMPLETIONS_CREATE: Operation[ChatCompletion, ChatCompletionChunk] = Operation(
    id="chat.completions.create",
    method="POST",
    path="/v1/chat/completions",
    response=ChatCompletion._view,
    event=ChatCompletionChunk._view,
    request=ChatCompletionRequest._view,
    protocol="chat",
    sentinel="[DONE]",
    error_events=frozenset(("error",)),
    answer_keys=("choices",),
    statuses={
        "200": ChatCompletion._view,
        "400": ChatErrorResponse._view,
        "401": ChatErrorResponse._view,
        "429": ChatErrorResponse._view,
        "500": ChatErrorResponse._view,
    },
)


class ChatCompletions(SyncResource):
    """The OpenAI Chat Completions protocol."""

    @property
    def with_raw_response(self) -> ChatCompletionsWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.chat import ChatCompletionsWithRawResponse

        return ChatCompletionsWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> ChatCompletionsWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.chat import ChatCompletionsWithStreamingResponse

        return ChatCompletionsWithStreamingResponse(self._client)

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        stream: Literal[True],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Stream[ChatCompletion, ChatCompletionChunk]: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        stream: bool,
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion | Stream[ChatCompletion, ChatCompletionChunk]: ...

    def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion | Stream[ChatCompletion, ChatCompletionChunk]:
        """Create a chat completion.

        Answers a list of chat messages. The reasoning comes back in `reasoning_content` beside
        the answer; its tokens count toward the output limit. With `stream: true` the answer
        arrives as server-sent events and ends with `data: [DONE]`.

        `POST /v1/chat/completions`

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
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            reasoning_effort: Reasoning effort, default `max`. `kimi-k3` supports only `max`;
                see the full reference for other compatible values.
                The server's default is `"max"`.
            max_completion_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            tools: Functions the model may call.
                At most 128 items.
            tool_choice: Whether the model calls tools, or the one function it has to call.
            stream_options: What a stream carries besides the answer.
            response_format: The form the answer has to have.
            stop: Texts that end the answer where they appear; up to five, of at most 32 bytes
                each.
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
            The answer, a `ChatCompletion`; with `stream=True` an iterator (`Stream`) of its
            events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "reasoning_effort": reasoning_effort,
            "max_completion_tokens": max_completion_tokens,
            "tools": tools,
            "tool_choice": tool_choice,
            "stream_options": stream_options,
            "response_format": response_format,
            "stop": stop,
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
            return self._open(_CHAT_COMPLETIONS_CREATE, _body, _options)
        _body["stream"] = stream
        return self._call(_CHAT_COMPLETIONS_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> StreamManager[ChatCompletion, ChatCompletionChunk]:
        """Create a chat completion.

        Answers a list of chat messages. The reasoning comes back in `reasoning_content` beside
        the answer; its tokens count toward the output limit. With `stream: true` the answer
        arrives as server-sent events and ends with `data: [DONE]`.

        `POST /v1/chat/completions`

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
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            reasoning_effort: Reasoning effort, default `max`. `kimi-k3` supports only `max`;
                see the full reference for other compatible values.
                The server's default is `"max"`.
            max_completion_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            tools: Functions the model may call.
                At most 128 items.
            tool_choice: Whether the model calls tools, or the one function it has to call.
            stream_options: What a stream carries besides the answer.
            response_format: The form the answer has to have.
            stop: Texts that end the answer where they appear; up to five, of at most 32 bytes
                each.
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
            `ChatCompletion`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "reasoning_effort": reasoning_effort,
            "max_completion_tokens": max_completion_tokens,
            "tools": tools,
            "tool_choice": tool_choice,
            "stream_options": stream_options,
            "response_format": response_format,
            "stop": stop,
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
        return self._manager(_CHAT_COMPLETIONS_CREATE, _body, _options)


class AsyncChatCompletions(AsyncResource):
    """The OpenAI Chat Completions protocol."""

    @property
    def with_raw_response(self) -> AsyncChatCompletionsWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.chat import AsyncChatCompletionsWithRawResponse

        return AsyncChatCompletionsWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> AsyncChatCompletionsWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.chat import AsyncChatCompletionsWithStreamingResponse

        return AsyncChatCompletionsWithStreamingResponse(self._client)

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        stream: Literal[True],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStream[ChatCompletion, ChatCompletionChunk]: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        stream: bool,
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion | AsyncStream[ChatCompletion, ChatCompletionChunk]: ...

    async def create(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> ChatCompletion | AsyncStream[ChatCompletion, ChatCompletionChunk]:
        """Create a chat completion.

        Answers a list of chat messages. The reasoning comes back in `reasoning_content` beside
        the answer; its tokens count toward the output limit. With `stream: true` the answer
        arrives as server-sent events and ends with `data: [DONE]`.

        `POST /v1/chat/completions`

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
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            reasoning_effort: Reasoning effort, default `max`. `kimi-k3` supports only `max`;
                see the full reference for other compatible values.
                The server's default is `"max"`.
            max_completion_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            tools: Functions the model may call.
                At most 128 items.
            tool_choice: Whether the model calls tools, or the one function it has to call.
            stream_options: What a stream carries besides the answer.
            response_format: The form the answer has to have.
            stop: Texts that end the answer where they appear; up to five, of at most 32 bytes
                each.
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
            The answer, a `ChatCompletion`; with `stream=True` an iterator (`AsyncStream`) of
            its events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "reasoning_effort": reasoning_effort,
            "max_completion_tokens": max_completion_tokens,
            "tools": tools,
            "tool_choice": tool_choice,
            "stream_options": stream_options,
            "response_format": response_format,
            "stop": stop,
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
            return await self._open(_CHAT_COMPLETIONS_CREATE, _body, _options)
        _body["stream"] = stream
        return await self._call(_CHAT_COMPLETIONS_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        messages: Sequence[ChatInputMessageParam],
        reasoning_effort: ReasoningEffort | Omit = OMIT,
        max_completion_tokens: int | Omit = OMIT,
        tools: Sequence[ChatToolParam | ChatTool] | Omit = OMIT,
        tool_choice: ChatToolChoiceParam | Omit = OMIT,
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit = OMIT,
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit = OMIT,
        stop: str | Sequence[str] | Omit = OMIT,
        prompt_cache_key: str | Omit = OMIT,
        safety_identifier: str | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStreamManager[ChatCompletion, ChatCompletionChunk]:
        """Create a chat completion.

        Answers a list of chat messages. The reasoning comes back in `reasoning_content` beside
        the answer; its tokens count toward the output limit. With `stream: true` the answer
        arrives as server-sent events and ends with `data: [DONE]`.

        `POST /v1/chat/completions`

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
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            reasoning_effort: Reasoning effort, default `max`. `kimi-k3` supports only `max`;
                see the full reference for other compatible values.
                The server's default is `"max"`.
            max_completion_tokens: Maximum generated tokens, including reasoning and the final
                answer; default 131072, maximum 1048576.
                From 1 to 1048576. The server's default is `131072`.
            tools: Functions the model may call.
                At most 128 items.
            tool_choice: Whether the model calls tools, or the one function it has to call.
            stream_options: What a stream carries besides the answer.
            response_format: The form the answer has to have.
            stop: Texts that end the answer where they appear; up to five, of at most 32 bytes
                each.
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
            `ChatCompletion`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "messages": messages,
            "reasoning_effort": reasoning_effort,
            "max_completion_tokens": max_completion_tokens,
            "tools": tools,
            "tool_choice": tool_choice,
            "stream_options": stream_options,
            "response_format": response_format,
            "stop": stop,
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
        return self._manager(_CHAT_COMPLETIONS_CREATE, _body, _options)


class Chat(SyncResource):
    """The OpenAI Chat Completions protocol."""

    @property
    def with_raw_response(self) -> ChatWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.chat import ChatWithRawResponse

        return ChatWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> ChatWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.chat import ChatWithStreamingResponse

        return ChatWithStreamingResponse(self._client)

    @property
    def completions(self) -> ChatCompletions:
        """The OpenAI Chat Completions protocol."""
        return ChatCompletions(self._client)


class AsyncChat(AsyncResource):
    """The OpenAI Chat Completions protocol."""

    @property
    def with_raw_response(self) -> AsyncChatWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.chat import AsyncChatWithRawResponse

        return AsyncChatWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> AsyncChatWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.chat import AsyncChatWithStreamingResponse

        return AsyncChatWithStreamingResponse(self._client)

    @property
    def completions(self) -> AsyncChatCompletions:
        """The OpenAI Chat Completions protocol."""
        return AsyncChatCompletions(self._client)
