"""What stands in for the client of a resource whose calls give HTTP responses.

So the views `with_raw_response` and `with_streaming_response` have the resource itself make the
call: arguments, and what is sent, are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .calls import observed, typed
from .client import AsyncClient, SyncClient
from .http_response import AsyncResponse, SyncResponse
from .operation import Operation
from .options import CallOptions
from .raw import AsyncStreamedResponse, RawResponse, StreamedResponse
from .stream import AsyncStream, Stream

__all__ = ["AsyncRawCalls", "AsyncStreamedCalls", "RawCalls", "StreamedCalls"]


class RawCalls:
    """Gives a resource responses that were read."""

    __slots__ = ("_client",)

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def _call(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> RawResponse[Any]:
        """The response of a call."""
        client = self._client
        response = client._send(operation.method, operation.path, body, options, stream=False)
        return _read(operation, client, response, response.read())

    def _open_stream(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> RawResponse[Any]:
        """The response of a stream, whose events are still to come."""
        stream = self._client._open_stream(operation, body, options)
        return _unread(stream)


class AsyncRawCalls:
    """As `RawCalls`, for async code."""

    __slots__ = ("_client",)

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def _call(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> RawResponse[Any]:
        """As `RawCalls._call`."""
        client = self._client
        response = await client._send(operation.method, operation.path, body, options, stream=False)
        return _read(operation, client, response, await response.read())

    async def _open_stream(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> RawResponse[Any]:
        """As `RawCalls._open_stream`."""
        stream = await self._client._open_stream(operation, body, options)
        return _unread(stream)


class StreamedCalls:
    """Gives a resource responses whose body is still to come."""

    __slots__ = ("_client",)

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def _call(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> StreamedResponse[Any]:
        """The response of a call."""
        client = self._client
        made = observed(operation, client._options)
        response = client._calls.open(client._options, operation, body, options)

        def make() -> Any:
            response.read()
            return typed(made, response)

        return StreamedResponse(response, make)

    def _open_stream(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> StreamedResponse[Any]:
        """The response of a stream."""
        client = self._client
        made = observed(operation, client._options)
        response = client._calls.open(client._options, operation, body, options, stream=True)
        limit = client._options.max_event_bytes
        return StreamedResponse(response, lambda: Stream(made, response, max_event_bytes=limit))


class AsyncStreamedCalls:
    """As `StreamedCalls`, for async code."""

    __slots__ = ("_client",)

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def _call(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> AsyncStreamedResponse[Any]:
        """As `StreamedCalls._call`."""
        client = self._client
        made = observed(operation, client._options)
        response = await client._calls.open(client._options, operation, body, options)

        async def make() -> Any:
            await response.read()
            return typed(made, response)

        return AsyncStreamedResponse(response, make)

    async def _open_stream(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> AsyncStreamedResponse[Any]:
        """As `StreamedCalls._open_stream`."""
        client = self._client
        made = observed(operation, client._options)
        response = await client._calls.open(client._options, operation, body, options, stream=True)

        async def make() -> Any:
            limit = client._options.max_event_bytes
            return AsyncStream(made, response, max_event_bytes=limit)

        return AsyncStreamedResponse(response, make)


def _read(
    operation: Operation[Any, Any],
    client: SyncClient | AsyncClient,
    response: SyncResponse | AsyncResponse,
    content: bytes,
) -> RawResponse[Any]:
    made = observed(operation, client._options)
    return RawResponse(response, content, lambda: typed(made, response))


def _unread(stream: Stream[Any, Any] | AsyncStream[Any, Any]) -> RawResponse[Any]:
    response: Any = stream._core.source
    return RawResponse(response, None, lambda: stream)
