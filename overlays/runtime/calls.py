"""Calls of operations over a transport: from a body to the typed answer or stream.

Loaded at the first call of a client, with all that a call takes; making a client needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from .answers import is_error, missing_in, partial_in
from .error_mapping import error_from_event
from .errors import (
    APIResponseError,
    APIStatusError,
    ConfigurationError,
    KimiError,
    WireTypeError,
)
from .http_info import attach
from .http_response import AsyncResponse, SyncResponse
from .operation import Operation, as_sent
from .options import CallOptions, ClientOptions
from .recording import check_place
from .stream import AsyncStream, Stream
from .stream_core import StreamCore
from .transport import AsyncTransport, SyncTransport
from .wire import dumps, pointer_to_problem

if TYPE_CHECKING:
    from .stream_manager import AsyncStreamManager, StreamManager

__all__ = ["AsyncCalls", "SyncCalls", "observed", "typed"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class SyncCalls:
    """What a `Kimi` and the clients made of it by `with_options` call through.

    Args:
        options: The options of the first of them.
        version: For the User-Agent.
        http_client: See `SyncTransport`.
    """

    __slots__ = ("_transport",)

    def __init__(self, options: ClientOptions, version: str, http_client: Any) -> None:
        self._transport = SyncTransport(options, version=version, http_client=http_client)

    def call(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> ResponseT:
        """See `SyncClient._call`."""
        response = self.send(
            client_options, operation.method, operation.path, body, options, stream=False
        )
        return typed(observed(operation, client_options), response)

    def open_stream(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> Stream[ResponseT, EventT]:
        """See `SyncClient._open_stream`."""
        return Stream(
            observed(operation, client_options),
            self.open(client_options, operation, body, options, stream=True),
            max_event_bytes=client_options.max_event_bytes,
        )

    def stream_manager(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> StreamManager[ResponseT, EventT]:
        """See `SyncClient._stream_manager`."""
        from .stream_manager import StreamManager

        return StreamManager(
            observed(operation, client_options),
            lambda: self.open(client_options, operation, body, options, stream=True),
            max_event_bytes=client_options.max_event_bytes,
        )

    def open(
        self,
        client_options: ClientOptions,
        operation: Operation[Any, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool = False,
    ) -> SyncResponse:
        """The response of an operation, or of its stream, with its body still to be read."""
        if stream and body is not None:
            body = {**body, "stream": True}
        if stream and client_options.record is not None:
            check_place(client_options.record)
        response = self.send(
            client_options,
            operation.method,
            operation.path,
            body,
            options,
            stream=stream,
            stays_open=True,
        )
        if stream and client_options.record is not None:
            try:
                response.record(client_options.record)
            except BaseException:
                response.close()
                raise
        return response

    def send(
        self,
        client_options: ClientOptions,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool,
        stays_open: bool = False,
    ) -> SyncResponse:
        """See `SyncClient._send`."""
        call = self._transport.call(
            client_options,
            options,
            method=method,
            path=path,
            content=_content_of(body),
            stream=stream,
            stays_open=stays_open or stream,
        )
        return self._transport.send(call)

    def close(self) -> None:
        """Close the transport."""
        self._transport.close()


class AsyncCalls:
    """As `SyncCalls`, for an `AsyncKimi`."""

    __slots__ = ("_transport",)

    def __init__(self, options: ClientOptions, version: str, http_client: Any) -> None:
        self._transport = AsyncTransport(options, version=version, http_client=http_client)

    async def call(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> ResponseT:
        """See `SyncClient._call`."""
        response = await self.send(
            client_options, operation.method, operation.path, body, options, stream=False
        )
        return typed(observed(operation, client_options), response)

    async def open_stream(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> AsyncStream[ResponseT, EventT]:
        """See `SyncClient._open_stream`."""
        return AsyncStream(
            observed(operation, client_options),
            await self.open(client_options, operation, body, options, stream=True),
            max_event_bytes=client_options.max_event_bytes,
        )

    def stream_manager(
        self,
        client_options: ClientOptions,
        operation: Operation[ResponseT, EventT],
        body: Mapping[str, Any] | None,
        options: CallOptions,
    ) -> AsyncStreamManager[ResponseT, EventT]:
        """See `SyncClient._stream_manager`."""
        from .stream_manager import AsyncStreamManager

        return AsyncStreamManager(
            observed(operation, client_options),
            lambda: self.open(client_options, operation, body, options, stream=True),
            max_event_bytes=client_options.max_event_bytes,
        )

    async def open(
        self,
        client_options: ClientOptions,
        operation: Operation[Any, Any],
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool = False,
    ) -> AsyncResponse:
        """As `SyncCalls.open`."""
        if stream and body is not None:
            body = {**body, "stream": True}
        if stream and client_options.record is not None:
            check_place(client_options.record)
        response = await self.send(
            client_options,
            operation.method,
            operation.path,
            body,
            options,
            stream=stream,
            stays_open=True,
        )
        if stream and client_options.record is not None:
            try:
                response.record(client_options.record)
            except BaseException:
                await response.close()
                raise
        return response

    async def send(
        self,
        client_options: ClientOptions,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        stream: bool,
        stays_open: bool = False,
    ) -> AsyncResponse:
        """See `SyncClient._send`."""
        call = self._transport.call(
            client_options,
            options,
            method=method,
            path=path,
            content=_content_of(body),
            stream=stream,
            stays_open=stays_open or stream,
        )
        return await self._transport.send(call)

    async def close(self) -> None:
        """Close the transport."""
        await self._transport.close()


def observed(
    operation: Operation[ResponseT, EventT], options: ClientOptions
) -> Operation[ResponseT, EventT]:
    """The operation, as strict as the client, with the hook for its events in front of them."""
    if options.strict:
        operation = operation.strictly()
    hook = options.hooks and options.hooks.on_event
    if not hook:
        return operation
    make = operation.event

    def event(wire: dict[str, Any]) -> EventT:
        made = make(wire)
        hook(made)
        return made

    observed = copy(operation)
    observed.event = event
    return observed


def _content_of(body: Mapping[str, Any] | None) -> bytes | None:
    """A request's body in bytes.

    Raises:
        ConfigurationError: The body has no form in JSON.
    """
    try:
        return None if body is None else dumps(body)
    except (TypeError, ValueError) as problem:
        pointer = pointer_to_problem(body)
        where = f", because of {pointer}" if pointer else ""
        raise ConfigurationError(f"The body cannot be sent as JSON{where}: {problem}") from problem


def typed(
    operation: Operation[ResponseT, Any], response: SyncResponse | AsyncResponse
) -> ResponseT:
    """The typed response in a body with a success status, which was read.

    Raises:
        APIStatusError: The body reports an error.
        APIResponseError: It is no JSON object, or one without what each answer has.
        WireTypeError: It doesn't fit the type of a strict operation.
    """
    try:
        value = response.json_read()
    except APIResponseError as unread:
        error = _error_in_events(operation, response)
        if error is None:
            raise
        unread.__traceback__ = None
        raise error from None
    problem = _problem(operation, value, response)
    if problem is not None:
        value = None  # it may quote the key, and tools show the local variables of frames
        raise problem
    answer = operation.response(value)
    attach(answer, response)
    if not operation.strict:
        return answer
    from .strict import checked

    try:
        return checked(answer)
    except WireTypeError as error:
        within = error.within(
            headers=response.headers, host=response.host, attempts=response.attempts
        )
        raise response.scrubbed(within) from None


def _problem(
    operation: Operation[Any, Any], value: Any, response: SyncResponse | AsyncResponse
) -> KimiError | None:
    """The error for a JSON value that is not the answer; None if it may be."""
    if not isinstance(value, dict):
        from .wire_warnings import type_name

        return response.no_answer(f"The answer is {type_name(value)}, not an object")
    if is_error(operation, value):
        error = error_from_event(
            operation.protocol,
            value,
            status_code=response.status_code,
            headers=response.headers,
            host=response.host,
            attempts=response.attempts,
            partial=partial_in(operation, value),
        )
        return response.scrubbed(error)
    missing = missing_in(operation, value)
    return response.no_answer(f"The answer has no `{missing}`") if missing else None


def _error_in_events(
    operation: Operation[Any, Any], response: SyncResponse | AsyncResponse
) -> APIStatusError | None:
    """The error in an event stream that came where JSON was asked for, as the stream raises it."""
    if operation.protocol is None:
        return None
    core = StreamCore(operation._copy(event=as_sent), response)
    try:
        for _ in chain(core.events(response.content_read()), core.end()):
            pass
    except APIStatusError as error:
        error.__traceback__ = None
        return response.scrubbed(error)
    except KimiError:
        pass
    return None
