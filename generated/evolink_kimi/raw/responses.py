# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Calls of responses that give their HTTP response, with the answer in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from ..resources.responses import (
    AsyncResponses,
    Responses,
)
from ..runtime.raw_views import AsyncRawView, AsyncStreamedView, RawView, StreamedView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Required, Unpack

    from ..models.responses import (
        Response,
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
    from ..runtime.omit import Omit
    from ..runtime.options import Timeout
    from ..runtime.raw import AsyncStreamedResponseManager, RawResponse, StreamedResponseManager
    from ..runtime.stream import AsyncStream, Stream

__all__ = [
    "AsyncResponsesWithRawResponse",
    "ResponsesWithRawResponse",
    "AsyncResponsesWithStreamingResponse",
    "ResponsesWithStreamingResponse",
]

if TYPE_CHECKING:

    class _ResponsesResponsesCreate(TypedDict, total=False):
        model: Required[KimiModel]
        input: Required[str | Sequence[ResponseInputItemParam]]
        max_output_tokens: int | Omit
        reasoning: ResponseReasoningConfigParam | ResponseReasoningConfig | Omit
        tools: Sequence[ResponseToolParam] | Omit
        tool_choice: ResponseToolChoiceParam | Omit
        instructions: str | Omit
        text: ResponseTextConfigParam | ResponseTextConfig | Omit
        prompt_cache_key: str | Omit
        safety_identifier: str | Omit
        extra_headers: Mapping[str, str | None] | None
        extra_query: Mapping[str, object] | None
        extra_body: Mapping[str, object] | None
        timeout: float | Timeout | Omit | None
        max_retries: int | None
        deadline: float | Omit | None


class ResponsesWithRawResponse(RawView):
    """As `Responses`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = Responses

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[Response]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[Stream[Response, ResponseStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[Response] | RawResponse[Stream[Response, ResponseStreamEvent]]: ...
    def create(self, **arguments: Any) -> Any:
        """As `Responses.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncResponsesWithRawResponse(AsyncRawView):
    """As `AsyncResponses`; every call gives a `RawResponse`."""

    __slots__ = ()

    _resource_class = AsyncResponses

    @overload
    async def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[Response]: ...
    @overload
    async def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[AsyncStream[Response, ResponseStreamEvent]]: ...
    @overload
    async def create(
        self, *, stream: bool, **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> RawResponse[Response] | RawResponse[AsyncStream[Response, ResponseStreamEvent]]: ...
    async def create(self, **arguments: Any) -> Any:
        """As `AsyncResponses.create`, with the HTTP response around the answer."""
        return await self._send("create", arguments)


class ResponsesWithStreamingResponse(StreamedView):
    """As `Responses`; every call gives a `StreamedResponseManager`."""

    __slots__ = ()

    _resource_class = Responses

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> StreamedResponseManager[Response]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> StreamedResponseManager[Stream[Response, ResponseStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> (
        StreamedResponseManager[Response]
        | StreamedResponseManager[Stream[Response, ResponseStreamEvent]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `Responses.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)


class AsyncResponsesWithStreamingResponse(AsyncStreamedView):
    """As `AsyncResponses`; every call gives a `AsyncStreamedResponseManager`."""

    __slots__ = ()

    _resource_class = AsyncResponses

    @overload
    def create(
        self, *, stream: Literal[False] | Omit = ..., **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> AsyncStreamedResponseManager[Response]: ...
    @overload
    def create(
        self, *, stream: Literal[True], **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> AsyncStreamedResponseManager[AsyncStream[Response, ResponseStreamEvent]]: ...
    @overload
    def create(
        self, *, stream: bool, **arguments: Unpack[_ResponsesResponsesCreate]
    ) -> (
        AsyncStreamedResponseManager[Response]
        | AsyncStreamedResponseManager[AsyncStream[Response, ResponseStreamEvent]]
    ): ...
    def create(self, **arguments: Any) -> Any:
        """As `AsyncResponses.create`, with the HTTP response around the answer."""
        return self._send("create", arguments)
