"""The clients that the generated ones build on: sending, streaming, lifecycle."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from .client_base import BaseClient, content_of, typed_response
from .http_response import AsyncResponse, SyncResponse
from .operation import Operation
from .options import CallOptions, ClientOptions, Timeout
from .transport import AsyncTransport, SyncTransport

if TYPE_CHECKING:
    from .stream import AsyncStream, AsyncStreamManager, Stream, StreamManager

__all__ = ["AsyncClient", "SyncClient"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")

_NO_OPTIONS: Final = CallOptions()


class SyncClient(BaseClient):
    """The base of `Kimi`. One client may be used by any number of threads.

    It holds connections once it was used: close it, or use it as a context manager.
    """

    _transport: SyncTransport

    def _set_up(self, options: ClientOptions, http_client: Any) -> None:
        self._options = options
        self._transport = SyncTransport(options, version=self.version, http_client=http_client)
        self._owns_transport = True

    def call(
        self,
        operation: Operation[ResponseT, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> ResponseT:
        """Perform an operation and give its typed response.

        Raises:
            APIStatusError: The server answered with an error.
            APIConnectionError: No whole answer came.
            APIResponseError: The answer is not a JSON object.
        """
        response = self.send(operation.method, operation.path, body, options, stream=False)
        return typed_response(self._observed(operation), response.json(), response)

    def open_stream(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> Stream[ResponseT, EventT]:
        """Perform an operation with `stream: true` and give its events as they arrive.

        Raises:
            APIStatusError: The server answered with an error.
            APIConnectionError: No answer came.
        """
        from .stream import Stream

        return Stream(self._observed(operation), self._open(operation, body, options))

    def stream_manager(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> StreamManager[ResponseT, EventT]:
        """A context manager that opens the stream when entered and closes it when left."""
        from .stream import StreamManager

        return StreamManager(
            self._observed(operation), lambda: self._open(operation, body, options)
        )

    def _open(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> SyncResponse:
        streaming = None if body is None else {**body, "stream": True}
        response = self.send(operation.method, operation.path, streaming, options, stream=True)
        if self._options.record is not None:
            try:
                response.record(self._options.record)
            except BaseException:
                response.close()
                raise
        return response

    def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool,
    ) -> SyncResponse:
        """Send a body and give the response, with all retries and typed errors.

        The response of a stream is open and has to be closed; any other has been read.
        """
        call = self._transport.call(
            self._options,
            options,
            method=method,
            path=path,
            content=content_of(body),
            stream=stream,
        )
        return self._transport.send(call)

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        stream: bool = False,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, Any] | None = None,
        timeout: float | Timeout | None = None,
        max_retries: int | None = None,
        deadline: float | None = None,
    ) -> SyncResponse:
        """Call what the document doesn't know, with the same key, hosts, retries and errors.

        Args:
            method: HTTP method.
            path: Path below the base URL.
            body: Sent as JSON, if given.
            stream: Whether to leave the body to be read with `iter_bytes`, and closed.

        Raises:
            APIStatusError: The server answered with an error.
            APIConnectionError: No whole answer came.
        """
        options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )
        return self.send(method.upper(), path, body, options, stream=stream)

    def close(self) -> None:
        """Close the connections. A client of `with_options` leaves that to its origin."""
        if self._owns_transport:
            self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClient(BaseClient):
    """The base of `AsyncKimi`, for asyncio and trio.

    It holds connections once it was used: close it, or use it as an async context manager.
    """

    _transport: AsyncTransport

    def _set_up(self, options: ClientOptions, http_client: Any) -> None:
        self._options = options
        self._transport = AsyncTransport(options, version=self.version, http_client=http_client)
        self._owns_transport = True

    async def call(
        self,
        operation: Operation[ResponseT, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> ResponseT:
        """As `SyncClient.call`."""
        response = await self.send(operation.method, operation.path, body, options, stream=False)
        return typed_response(self._observed(operation), await response.json(), response)

    async def open_stream(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> AsyncStream[ResponseT, EventT]:
        """As `SyncClient.open_stream`."""
        from .stream import AsyncStream

        return AsyncStream(self._observed(operation), await self._open(operation, body, options))

    def stream_manager(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> AsyncStreamManager[ResponseT, EventT]:
        """As `SyncClient.stream_manager`."""
        from .stream import AsyncStreamManager

        return AsyncStreamManager(
            self._observed(operation), lambda: self._open(operation, body, options)
        )

    async def _open(
        self, operation: Operation[Any, Any], body: Mapping[str, Any] | None, options: CallOptions
    ) -> AsyncResponse:
        streaming = None if body is None else {**body, "stream": True}
        response = await self.send(
            operation.method, operation.path, streaming, options, stream=True
        )
        if self._options.record is not None:
            try:
                response.record(self._options.record)
            except BaseException:
                await response.close()
                raise
        return response

    async def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool,
    ) -> AsyncResponse:
        """As `SyncClient.send`."""
        call = self._transport.call(
            self._options,
            options,
            method=method,
            path=path,
            content=content_of(body),
            stream=stream,
        )
        return await self._transport.send(call)

    async def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        stream: bool = False,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, Any] | None = None,
        timeout: float | Timeout | None = None,
        max_retries: int | None = None,
        deadline: float | None = None,
    ) -> AsyncResponse:
        """As `SyncClient.request`."""
        options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )
        return await self.send(method.upper(), path, body, options, stream=stream)

    async def close(self) -> None:
        """Close the connections. A client of `with_options` leaves that to its origin."""
        if self._owns_transport:
            await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
