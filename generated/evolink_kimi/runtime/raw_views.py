"""The bases of the generated views `with_raw_response` and `with_streaming_response`.

A view has the methods of its resource; each hands its arguments on to the resource, which makes the
call through `raw_calls`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .raw import AsyncStreamedResponseManager, StreamedResponseManager
from .raw_calls import AsyncRawCalls, AsyncStreamedCalls, RawCalls, StreamedCalls

__all__ = ["AsyncRawView", "AsyncStreamedView", "RawView", "StreamedView"]


class _View:
    """A resource, over what stands in for its client."""

    __slots__ = ("_client", "_resource")

    # Set by the generated view.
    _resource_class: Callable[[Any], Any]
    _calls_class: Callable[[Any], Any]

    def __init__(self, client: Any) -> None:
        self._client = client
        self._resource = type(self)._resource_class(type(self)._calls_class(client))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._client!r}>"


class RawView(_View):
    """Calls that give a `RawResponse`."""

    __slots__ = ()

    _calls_class = RawCalls

    def _send(self, name: str, arguments: dict[str, Any]) -> Any:
        return getattr(self._resource, name)(**arguments)


class AsyncRawView(_View):
    """As `RawView`, for async code."""

    __slots__ = ()

    _calls_class = AsyncRawCalls

    async def _send(self, name: str, arguments: dict[str, Any]) -> Any:
        return await getattr(self._resource, name)(**arguments)


class StreamedView(_View):
    """Calls that give a context manager of a `StreamedResponse`."""

    __slots__ = ()

    _calls_class = StreamedCalls

    def _send(self, name: str, arguments: dict[str, Any]) -> StreamedResponseManager[Any]:
        method = getattr(self._resource, name)
        return StreamedResponseManager(lambda: method(**arguments))


class AsyncStreamedView(_View):
    """As `StreamedView`, for async code."""

    __slots__ = ()

    _calls_class = AsyncStreamedCalls

    def _send(self, name: str, arguments: dict[str, Any]) -> AsyncStreamedResponseManager[Any]:
        method = getattr(self._resource, name)
        return AsyncStreamedResponseManager(lambda: method(**arguments))
