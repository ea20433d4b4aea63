# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Calls of chat that give their HTTP response, with the answer in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from ..resources.chat import (
    AsyncChat,
    AsyncChatCompletions,
    Chat,
    ChatCompletions,
)
from ..runtime.raw_views import AsyncRawView, AsyncStreamedView, RawView, StreamedView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Required, Unpack

    from ..models.chat import (
        ChatCompletion,
        ChatCompletionChunk,
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
    from ..runtime.omit import Omit
    from ..runtime.options import Timeout
    from ..runtime.raw import AsyncStreamedResponseManager, RawResponse, StreamedResponseManager
    from ..runtime.stream import AsyncStream, Stream

__all__ = [
    "AsyncChatCompletionsWithRawResponse",
    "ChatCompletionsWithRawResponse",
    "AsyncChatCompletionsWithStreamingResponse",
    "ChatCompletionsWithStreamingResponse",
    "AsyncChatWithRawResponse",
    "ChatWithRawResponse",
    "AsyncChatWithStreamingResponse",
    "ChatWithStreamingResponse",
]

if TYPE_CHECKING:

    class _ChatCompletionsChatCompletionsCreate(TypedDict, total=False):
        model: Required[KimiModel]
        messages: Required[Sequence[ChatInputMessageParam]]
        reasoning_effort: ReasoningEffort | Omit
        max_completion_tokens: int | Omit
        tools: Sequence[ChatToolParam | ChatTool] | Omit
        tool_choice: ChatToolChoiceParam | Omit
        stream_options: ChatStreamOptionsParam | ChatStreamOptions | Omit
        response_format: ChatResponseFormatParam | ChatResponseFormat | Omit
        stop: str | Sequence[str] | Omit
        prompt_cache_key: str | Omit
        safety_identifier: str | Omit
        extra_headers: Mapping[str, str | None] | None
        extra_query: Mapping[str, object] | None
        extra_body: Mapping[str, object] | None
        timeout: float | Timeout | Omit | None
        max_retries: int | None
        deadline: float | Omit | None


class ChatCompletionsWithRawResponse(RawView):
    """As `ChatCompletions`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = ChatCompletions

    @overload
    def create(
        self,
        *,
        stream: Literal[False] | Omit = ...,
        **arguments: Unpack[_ChatCompletionsChatCompletionsCreate],
    ) -> RawResponse[ChatCompletion]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> RawResponse[Stream[ChatCompletion, ChatCompletionChunk]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> RawResponse[ChatCompletion] | RawResponse[Stream[ChatCompletion, ChatCompletionChunk]]: ...
    def create(self, **arguments: Any) -> Any:
        """As `ChatCompletions.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncChatCompletionsWithRawResponse(AsyncRawView):
    """As `AsyncChatCompletions`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = AsyncChatCompletions

    @overload
    async def create(
        self,
        *,
        stream: Literal[False] | Omit = ...,
        **arguments: Unpack[_ChatCompletionsChatCompletionsCreate],
    ) -> RawResponse[ChatCompletion]: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> RawResponse[AsyncStream[ChatCompletion, ChatCompletionChunk]]: ...
    @overload
    async def create(
        self, *, stream: bool, **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> (
        RawResponse[ChatCompletion] | RawResponse[AsyncStream[ChatCompletion, ChatCompletionChunk]]
    ): ...
    async def create(self, **arguments: Any) -> Any:
        """As `AsyncChatCompletions.create`, with the HTTP response around the answer."""
        return await self._send("create", arguments)


class ChatCompletionsWithStreamingResponse(StreamedView):
    """As `ChatCompletions`; every call gives a `StreamedResponseManager`."""

    __slots__ = ()

    _resource_class = ChatCompletions

    @overload
    def create(
        self,
        *,
        stream: Literal[False] | Omit = ...,
        **arguments: Unpack[_ChatCompletionsChatCompletionsCreate],
    ) -> StreamedResponseManager[ChatCompletion]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> StreamedResponseManager[Stream[ChatCompletion, ChatCompletionChunk]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> (
        StreamedResponseManager[ChatCompletion]
        | StreamedResponseManager[Stream[ChatCompletion, ChatCompletionChunk]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `ChatCompletions.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncChatCompletionsWithStreamingResponse(AsyncStreamedView):
    """As `AsyncChatCompletions`; every call gives a `AsyncStreamedResponseManager`."""

    __slots__ = ()

    _resource_class = AsyncChatCompletions

    @overload
    def create(
        self,
        *,
        stream: Literal[False] | Omit = ...,
        **arguments: Unpack[_ChatCompletionsChatCompletionsCreate],
    ) -> AsyncStreamedResponseManager[ChatCompletion]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> AsyncStreamedResponseManager[AsyncStream[ChatCompletion, ChatCompletionChunk]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ChatCompletionsChatCompletionsCreate]
    ) -> (
        AsyncStreamedResponseManager[ChatCompletion]
        | AsyncStreamedResponseManager[AsyncStream[ChatCompletion, ChatCompletionChunk]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `AsyncChatCompletions.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class ChatWithRawResponse(RawView):
    """As `Chat`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = Chat

    @property
    def completions(self) -> ChatCompletionsWithRawResponse:
        """As `Chat.completions`."""
        return ChatCompletionsWithRawResponse(self._client)


class AsyncChatWithRawResponse(AsyncRawView):
    """As `AsyncChat`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = AsyncChat

    @property
    def completions(self) -> AsyncChatCompletionsWithRawResponse:
        """As `AsyncChat.completions`."""
        return AsyncChatCompletionsWithRawResponse(self._client)


class ChatWithStreamingResponse(StreamedView):
    """As `Chat`; every call gives a `StreamedResponseManager`."""

    __slots__ = ()

    _resource_class = Chat

    @property
    def completions(self) -> ChatCompletionsWithStreamingResponse:
        """As `Chat.completions`."""
        return ChatCompletionsWithStreamingResponse(self._client)


class AsyncChatWithStreamingResponse(AsyncStreamedView):
    """As `AsyncChat`; every call gives a `AsyncStreamedResponseManager`."""

    __slots__ = ()

    _resource_class = AsyncChat

    @property
    def completions(self) -> AsyncChatCompletionsWithStreamingResponse:
        """As `AsyncChat.completions`."""
        return AsyncChatCompletionsWithStreamingResponse(self._client)
