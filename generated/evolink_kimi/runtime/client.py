"""The clients that the generated ones build on: sending, streaming, lifecycle."""

from __future__ import annotations

from .client_base import BaseClient
from .closing import AsyncClosing, Closing
from .omit import OMIT, Omit
from .options import CallOptions, checked_target

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final, TypeVar

    from .calls import AsyncCalls, SyncCalls
    from .http_response import AsyncResponse, SyncResponse
    from .operation import Operation
    from .options import Timeout
    from .stream import AsyncStream, Stream
    from .stream_manager import AsyncStreamManager, StreamManager

    ResponseT = TypeVar("ResponseT")
    EventT = TypeVar("EventT")

__all__ = ["AsyncClient", "SyncClient"]

_NO_OPTIONS: Final = CallOptions()


class SyncClient(Closing, BaseClient):
    """The base of `Kimi`. One client may be used by any number of threads.

    It holds connections once it was used: close it, or use it as a context manager.
    """

    def _new_calls(self) -> SyncCalls:
        from .calls import SyncCalls

        return SyncCalls(self._options, self.version, self._http_client)

    @property
    def _calls(self) -> SyncCalls:
        calls: SyncCalls = self._get_calls()
        return calls

    def _call(
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
        return self._calls.call(self._options, operation, body, options)

    def _open_stream(
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
        return self._calls.open_stream(self._options, operation, body, options)

    def _stream_manager(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> StreamManager[ResponseT, EventT]:
        """A context manager that opens the stream when entered and closes it when left."""
        return self._calls.stream_manager(self._options, operation, body, options)

    def _send(
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
        return self._calls.send(self._options, method, path, body, options, stream=stream)

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        stream: bool = False,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, Any] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> SyncResponse:
        """Call what the document doesn't know, with the same key, hosts, retries and errors.

        Args:
            method: HTTP method.
            path: Path below the base URL.
            body: Sent as JSON, if given.
            stream: Whether to leave the body to be read with `iter_bytes`, and closed.

        Raises:
            ConfigurationError: An argument cannot be sent.
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
        method, path = checked_target(method, path, body)
        return self._send(method, path, body, options, stream=stream)

    def close(self) -> None:
        """Close the connections. A client of `with_options` leaves that to its origin."""
        if self._is_owner:
            self._calls.close()


class AsyncClient(AsyncClosing, BaseClient):
    """The base of `AsyncKimi`, for asyncio and trio.

    It holds connections once it was used: close it, or use it as an async context manager.
    """

    def _new_calls(self) -> AsyncCalls:
        from .calls import AsyncCalls

        return AsyncCalls(self._options, self.version, self._http_client)

    @property
    def _calls(self) -> AsyncCalls:
        calls: AsyncCalls = self._get_calls()
        return calls

    async def _call(
        self,
        operation: Operation[ResponseT, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> ResponseT:
        """As `SyncClient._call`."""
        return await self._calls.call(self._options, operation, body, options)

    async def _open_stream(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> AsyncStream[ResponseT, EventT]:
        """As `SyncClient._open_stream`."""
        return await self._calls.open_stream(self._options, operation, body, options)

    def _stream_manager(
        self,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions = _NO_OPTIONS,
    ) -> AsyncStreamManager[ResponseT, EventT]:
        """As `SyncClient._stream_manager`."""
        return self._calls.stream_manager(self._options, operation, body, options)

    async def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool,
    ) -> AsyncResponse:
        """As `SyncClient._send`."""
        return await self._calls.send(self._options, method, path, body, options, stream=stream)

    async def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        stream: bool = False,
        extra_headers: Mapping[str, str | None] | None = None,
        extra_query: Mapping[str, Any] | None = None,
        timeout: float | Timeout | Omit | None = OMIT,
        max_retries: int | None = None,
        deadline: float | Omit | None = OMIT,
    ) -> AsyncResponse:
        """As `SyncClient.request`."""
        options = CallOptions(
            extra_headers=extra_headers,
            extra_query=extra_query,
            timeout=timeout,
            max_retries=max_retries,
            deadline=deadline,
        )
        method, path = checked_target(method, path, body)
        return await self._send(method, path, body, options, stream=stream)

    async def close(self) -> None:
        """Close the connections. A client of `with_options` leaves that to its origin."""
        if self._is_owner:
            await self._calls.close()
