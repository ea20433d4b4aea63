# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Calls of messages that give their HTTP response, with the answer in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from ..resources.messages import (
    AsyncMessages,
    Messages,
)
from ..runtime.raw_views import AsyncRawView, AsyncStreamedView, RawView, StreamedView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Required, Unpack

    from ..models.messages import (
        Message,
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
    from ..runtime.omit import Omit
    from ..runtime.options import Timeout
    from ..runtime.raw import AsyncStreamedResponseManager, RawResponse, StreamedResponseManager
    from ..runtime.stream import AsyncStream, Stream

__all__ = [
    "AsyncMessagesWithRawResponse",
    "MessagesWithRawResponse",
    "AsyncMessagesWithStreamingResponse",
    "MessagesWithStreamingResponse",
]

if TYPE_CHECKING:

    class _MessagesMessagesCreate(TypedDict, total=False):
        model: Required[KimiModel]
        max_tokens: Required[int]
        messages: Required[Sequence[MessagesInputMessageParam | MessagesInputMessage]]
        system: str | Sequence[TextBlockParam | TextBlock] | Omit
        output_config: MessageOutputConfigParam | MessageOutputConfig | Omit
        tools: Sequence[MessageToolParam | MessageTool] | Omit
        tool_choice: MessageToolChoiceParam | MessageToolChoice | Omit
        stop_sequences: Sequence[str] | Omit
        metadata: MessageMetadataParam | MessageMetadata | Omit
        extra_headers: Mapping[str, str | None] | None
        extra_query: Mapping[str, object] | None
        extra_body: Mapping[str, object] | None
        timeout: float | Timeout | Omit | None
        max_retries: int | None
        deadline: float | Omit | None


class MessagesWithRawResponse(RawView):
    """As `Messages`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = Messages

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[Message]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[Stream[Message, MessageStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[Message] | RawResponse[Stream[Message, MessageStreamEvent]]: ...
    def create(self, **arguments: Any) -> Any:
        """As `Messages.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncMessagesWithRawResponse(AsyncRawView):
    """As `AsyncMessages`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = AsyncMessages

    @overload
    async def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[Message]: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[AsyncStream[Message, MessageStreamEvent]]: ...
    @overload
    async def create(
        self, *, stream: bool, **arguments: Unpack[_MessagesMessagesCreate]
    ) -> RawResponse[Message] | RawResponse[AsyncStream[Message, MessageStreamEvent]]: ...
    async def create(self, **arguments: Any) -> Any:
        """As `AsyncMessages.create`, with the HTTP response around the answer."""
        return await self._send("create", arguments)


class MessagesWithStreamingResponse(StreamedView):
    """As `Messages`; every call gives a `StreamedResponseManager`."""

    __slots__ = ()

    _resource_class = Messages

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_MessagesMessagesCreate]
    ) -> StreamedResponseManager[Message]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_MessagesMessagesCreate]
    ) -> StreamedResponseManager[Stream[Message, MessageStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_MessagesMessagesCreate]
    ) -> (
        StreamedResponseManager[Message]
        | StreamedResponseManager[Stream[Message, MessageStreamEvent]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `Messages.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncMessagesWithStreamingResponse(AsyncStreamedView):
    """As `AsyncMessages`; every call gives a `AsyncStreamedResponseManager`."""

    __slots__ = ()

    _resource_class = AsyncMessages

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_MessagesMessagesCreate]
    ) -> AsyncStreamedResponseManager[Message]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_MessagesMessagesCreate]
    ) -> AsyncStreamedResponseManager[AsyncStream[Message, MessageStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_MessagesMessagesCreate]
    ) -> (
        AsyncStreamedResponseManager[Message]
        | AsyncStreamedResponseManager[AsyncStream[Message, MessageStreamEvent]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `AsyncMessages.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)
