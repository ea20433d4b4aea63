# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The Anthropic Messages protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ..models.messages import (
    Message,
    MessageRequest,
    MessagesErrorResponse,
    decode_MessageStreamEvent,
)
from ..runtime.omit import OMIT, Omit
from ..runtime.operation import Operation
from ..runtime.options import CallOptions, Timeout
from ..runtime.resource import AsyncResource, SyncResource

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..models.messages import (
        MessageMetadata,
        MessageOutputConfig,
        MessagesInputMessage,
        MessageStreamEvent,
        MessageTool,
        MessageToolChoice,
        TextBlock,
    )
    from ..models.shared import (
        KimiModel,
    )
    from ..params.messages import (
        MessageMetadataParam,
        MessageOutputConfigParam,
        MessagesInputMessageParam,
        MessageToolChoiceParam,
        MessageToolParam,
        TextBlockParam,
    )
    from ..raw.messages import (
        AsyncMessagesWithRawResponse,
        AsyncMessagesWithStreamingResponse,
        MessagesWithRawResponse,
        MessagesWithStreamingResponse,
    )
    from ..runtime.stream import AsyncStream, Stream
    from ..runtime.stream_manager import AsyncStreamManager, StreamManager

__all__ = [
    "AsyncMessages",
    "Messages",
]

_MESSAGES_CREATE: Operation[Message, MessageStreamEvent] = Operation(
    id="messages.create",
    method="POST",
    path="/v1/messages",
    response=Message._view,
    event=decode_MessageStreamEvent,
    request=MessageRequest._view,
    protocol="messages",
    terminal_events=frozenset(("message_stop",)),
    error_events=frozenset(("error",)),
    answer_keys=("content",),
    statuses={
        "200": Message._view,
        "400": MessagesErrorResponse._view,
        "401": MessagesErrorResponse._view,
        "429": MessagesErrorResponse._view,
        "500": MessagesErrorResponse._view,
    },
)


class Messages(SyncResource):
    """The Anthropic Messages protocol."""

    @property
    def with_raw_response(self) -> MessagesWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.messages import MessagesWithRawResponse

        return MessagesWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> MessagesWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.messages import MessagesWithStreamingResponse

        return MessagesWithStreamingResponse(self._client)

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        stream: Literal[True],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Stream[Message, MessageStreamEvent]: ...

    @overload
    def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        stream: bool,
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message | Stream[Message, MessageStreamEvent]: ...

    def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message | Stream[Message, MessageStreamEvent]:
        """Create a message.

        Answers a conversation with content blocks: `thinking` first, then `text` and
        `tool_use`. The limit `max_tokens` is mandatory and includes thinking. With `stream:
        true` the message arrives as named server-sent events that end with `message_stop`.

        `POST /v1/messages`

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
            max_tokens: Maximum tokens allowed for this generation, including thinking and final
                text. If too low, reasoning may exhaust the output budget before any answer text
                is produced. Use at least 1024 and increase it for more complex tasks.
                From 1 to 1048576.
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            system: The system prompt, as text or as text blocks. There is no system role here.
            output_config: Output configuration.
            tools: Tools the model may use.
            tool_choice: Whether the model uses tools, or the one it has to use.
            stop_sequences: Texts that end the answer where they appear, of at most 32 bytes
                each.
                At most 5 items.
            metadata: Who is behind a call.
            stream: Whether to return events as they arrive.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            The answer, a `Message`; with `stream=True` an iterator (`Stream`) of its events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "max_tokens": max_tokens,
            "messages": messages,
            "system": system,
            "output_config": output_config,
            "tools": tools,
            "tool_choice": tool_choice,
            "stop_sequences": stop_sequences,
            "metadata": metadata,
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
            return self._open(_MESSAGES_CREATE, _body, _options)
        _body["stream"] = stream
        return self._call(_MESSAGES_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> StreamManager[Message, MessageStreamEvent]:
        """Create a message.

        Answers a conversation with content blocks: `thinking` first, then `text` and
        `tool_use`. The limit `max_tokens` is mandatory and includes thinking. With `stream:
        true` the message arrives as named server-sent events that end with `message_stop`.

        `POST /v1/messages`

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
            max_tokens: Maximum tokens allowed for this generation, including thinking and final
                text. If too low, reasoning may exhaust the output budget before any answer text
                is produced. Use at least 1024 and increase it for more complex tasks.
                From 1 to 1048576.
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            system: The system prompt, as text or as text blocks. There is no system role here.
            output_config: Output configuration.
            tools: Tools the model may use.
            tool_choice: Whether the model uses tools, or the one it has to use.
            stop_sequences: Texts that end the answer where they appear, of at most 32 bytes
                each.
                At most 5 items.
            metadata: Who is behind a call.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            A context manager; inside it a stream with events, text, reasoning and the final
            `Message`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "max_tokens": max_tokens,
            "messages": messages,
            "system": system,
            "output_config": output_config,
            "tools": tools,
            "tool_choice": tool_choice,
            "stop_sequences": stop_sequences,
            "metadata": metadata,
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
        return self._manager(_MESSAGES_CREATE, _body, _options)


class AsyncMessages(AsyncResource):
    """The Anthropic Messages protocol."""

    @property
    def with_raw_response(self) -> AsyncMessagesWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from ..raw.messages import AsyncMessagesWithRawResponse

        return AsyncMessagesWithRawResponse(self._client)

    @property
    def with_streaming_response(self) -> AsyncMessagesWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from ..raw.messages import AsyncMessagesWithStreamingResponse

        return AsyncMessagesWithStreamingResponse(self._client)

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        stream: Literal[False] | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        stream: Literal[True],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStream[Message, MessageStreamEvent]: ...

    @overload
    async def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        stream: bool,
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message | AsyncStream[Message, MessageStreamEvent]: ...

    async def create(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        stream: bool | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> Message | AsyncStream[Message, MessageStreamEvent]:
        """Create a message.

        Answers a conversation with content blocks: `thinking` first, then `text` and
        `tool_use`. The limit `max_tokens` is mandatory and includes thinking. With `stream:
        true` the message arrives as named server-sent events that end with `message_stop`.

        `POST /v1/messages`

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
            max_tokens: Maximum tokens allowed for this generation, including thinking and final
                text. If too low, reasoning may exhaust the output budget before any answer text
                is produced. Use at least 1024 and increase it for more complex tasks.
                From 1 to 1048576.
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            system: The system prompt, as text or as text blocks. There is no system role here.
            output_config: Output configuration.
            tools: Tools the model may use.
            tool_choice: Whether the model uses tools, or the one it has to use.
            stop_sequences: Texts that end the answer where they appear, of at most 32 bytes
                each.
                At most 5 items.
            metadata: Who is behind a call.
            stream: Whether to return events as they arrive.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            The answer, a `Message`; with `stream=True` an iterator (`AsyncStream`) of its
            events.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "max_tokens": max_tokens,
            "messages": messages,
            "system": system,
            "output_config": output_config,
            "tools": tools,
            "tool_choice": tool_choice,
            "stop_sequences": stop_sequences,
            "metadata": metadata,
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
            return await self._open(_MESSAGES_CREATE, _body, _options)
        _body["stream"] = stream
        return await self._call(_MESSAGES_CREATE, _body, _options)

    def stream(
        self,
        *,
        model: KimiModel,
        max_tokens: int,
        messages: Sequence[MessagesInputMessageParam | MessagesInputMessage],
        system: str | Sequence[TextBlockParam | TextBlock] | Omit = OMIT,
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit = OMIT,
        tools: Sequence[MessageToolParam | MessageTool] | Omit = OMIT,
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit = OMIT,
        stop_sequences: Sequence[str] | Omit = OMIT,
        metadata: MessageMetadataParam | MessageMetadata | Omit = OMIT,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, object] | None = None,
        extra_body: Mapping[str, object] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncStreamManager[Message, MessageStreamEvent]:
        """Create a message.

        Answers a conversation with content blocks: `thinking` first, then `text` and
        `tool_use`. The limit `max_tokens` is mandatory and includes thinking. With `stream:
        true` the message arrives as named server-sent events that end with `message_stop`.

        `POST /v1/messages`

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
            max_tokens: Maximum tokens allowed for this generation, including thinking and final
                text. If too low, reasoning may exhaust the output budget before any answer text
                is produced. Use at least 1024 and increase it for more complex tasks.
                From 1 to 1048576.
            messages: Conversation messages. Include historical messages in order for multi-turn
                conversations; see the full reference for how to return reasoning and tool-call
                history.
                At least 1 item.
            system: The system prompt, as text or as text blocks. There is no system role here.
            output_config: Output configuration.
            tools: Tools the model may use.
            tool_choice: Whether the model uses tools, or the one it has to use.
            stop_sequences: Texts that end the answer where they appear, of at most 32 bytes
                each.
                At most 5 items.
            metadata: Who is behind a call.
            extra_headers: Headers to add; with None as value, to leave out.
            extra_query: Query parameters to add.
            extra_body: Body properties the document doesn't know.
            timeout: Seconds for each wait, a `Timeout`, or None for no limit; what is not given
                is the client's.
            max_retries: How often to try again; the client's if not given.
            deadline: Seconds for the whole call, retries included, or None.

        Returns:
            A context manager; inside it a stream with events, text, reasoning and the final
            `Message`.

        Raises:
            APIStatusError: a subclass for each kind of answer that is not a success.
            APIConnectionError: if no answer arrived.
        """
        _body: dict[str, Any] = {
            "model": model,
            "max_tokens": max_tokens,
            "messages": messages,
            "system": system,
            "output_config": output_config,
            "tools": tools,
            "tool_choice": tool_choice,
            "stop_sequences": stop_sequences,
            "metadata": metadata,
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
        return self._manager(_MESSAGES_CREATE, _body, _options)
