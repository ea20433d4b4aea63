"""The base of generated resources: from keyword arguments to a call of the client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from .client import AsyncClient, SyncClient
from .client_base import Hinting
from .omit import OMIT
from .operation import Operation
from .options import CallOptions, checked_mapping

if TYPE_CHECKING:
    from .stream import AsyncStream, Stream
    from .stream_manager import AsyncStreamManager, StreamManager

__all__ = ["AsyncResource", "SyncResource", "request_body"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


def request_body(
    parameters: Mapping[str, Any] | None, options: CallOptions
) -> dict[str, Any] | None:
    """The body to send: the parameters that were given, and `extra_body` over them.

    None for an operation without a body, unless there is an `extra_body`.

    Raises:
        ConfigurationError: `extra_body` is no mapping with texts for keys.
    """
    extra = options.extra_body
    if parameters is None and extra is None:
        return None
    body = {name: value for name, value in (parameters or {}).items() if value is not OMIT}
    body.update(checked_mapping(extra, "extra_body"))
    return body


class SyncResource(Hinting):
    """A group of operations of a `Kimi`."""

    __slots__ = ("_client",)

    def __init__(self, client: SyncClient) -> None:
        self._client = client

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._client!r}>"

    def _call(
        self,
        operation: Operation[ResponseT, Any],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> ResponseT:
        return self._client._call(operation, request_body(parameters, options), options)

    def _open(
        self,
        operation: Operation[ResponseT, EventT],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> Stream[ResponseT, EventT]:
        return self._client._open_stream(operation, request_body(parameters, options), options)

    def _manager(
        self,
        operation: Operation[ResponseT, EventT],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> StreamManager[ResponseT, EventT]:
        return self._client._stream_manager(operation, request_body(parameters, options), options)


class AsyncResource(Hinting):
    """A group of operations of an `AsyncKimi`."""

    __slots__ = ("_client",)

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._client!r}>"

    async def _call(
        self,
        operation: Operation[ResponseT, Any],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> ResponseT:
        return await self._client._call(operation, request_body(parameters, options), options)

    async def _open(
        self,
        operation: Operation[ResponseT, EventT],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> AsyncStream[ResponseT, EventT]:
        return await self._client._open_stream(
            operation, request_body(parameters, options), options
        )

    def _manager(
        self,
        operation: Operation[ResponseT, EventT],
        parameters: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> AsyncStreamManager[ResponseT, EventT]:
        return self._client._stream_manager(operation, request_body(parameters, options), options)
