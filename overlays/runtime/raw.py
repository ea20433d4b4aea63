"""HTTP responses as users hold them, with the answer in them.

`with_raw_response` of a resource gives one whose body was read, `with_streaming_response` one whose
body is still to come.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .closing import AsyncClosing, Closing
from .http_info import HTTPInfo
from .http_response import AsyncResponse, SyncResponse
from .lines import LineSplitter, decoder_for
from .unentered import Unentered

__all__ = [
    "AsyncStreamedResponse",
    "AsyncStreamedResponseManager",
    "RawResponse",
    "StreamedResponse",
    "StreamedResponseManager",
]

ParsedT = TypeVar("ParsedT")

_UNSET: Any = object()


class RawResponse(HTTPInfo, Generic[ParsedT]):
    """A response whose body was read, as `with_raw_response` gives it.

    For a call with `stream=True` the body is still to come: `parse()` gives the stream of its
    events, which is to be closed as any other, and `content` has nothing to give.
    """

    __slots__ = ("_content", "_made", "_make", "_response")

    def __init__(
        self,
        response: SyncResponse | AsyncResponse,
        content: bytes | None,
        make: Callable[[], ParsedT],
    ) -> None:
        super().__init__(response)
        self._response = response
        self._content = content
        self._make = make
        self._made: Any = _UNSET

    def parse(self) -> ParsedT:
        """The answer as the call gives it without this view; the same object each time.

        Raises:
            APIResponseError: The body is not a JSON object.
            APIStatusError: It reports an error, with a success status.
            WireTypeError: It doesn't fit the type of a strict client.
        """
        if self._made is _UNSET:
            self._made = self._make()
        made: ParsedT = self._made
        return made

    @property
    def content(self) -> bytes:
        """The body, content-decoded.

        Raises:
            RuntimeError: It is a stream, which `parse()` reads.
        """
        self._check_read()
        return self._content or b""

    @property
    def text(self) -> str:
        """The body as text; what cannot be decoded is replaced."""
        return decoder_for(self.headers).decode(self.content, True)

    def json(self) -> Any:
        """The body's JSON value.

        Raises:
            APIResponseError: The body is not JSON.
        """
        self._check_read()
        # The content is not named here, as it may quote the key, and tools show what a line names.
        return self._response.json_read()

    def _check_read(self) -> None:
        if self._content is None:
            raise RuntimeError(
                "The body is a stream: read it by parse(), or with_streaming_response"
            )


class StreamedResponse(Closing, HTTPInfo, Generic[ParsedT]):
    """A response whose body is read when asked for; the end of its `with` block closes it.

    The body can be read once: whole (`read`, `text`, `json`), piece by piece (`iter_bytes`,
    `iter_text`, `iter_lines`), or as the answer or stream that `parse` gives.
    """

    __slots__ = ("_make", "_response")

    def __init__(self, response: SyncResponse, make: Callable[[], ParsedT]) -> None:
        super().__init__(response)
        self._response = response
        self._make = make

    def parse(self) -> ParsedT:
        """The answer, read now; with `stream=True` the stream of its events.

        Raises:
            APIConnectionError: The body did not arrive whole.
            APIResponseError: It is not a JSON object.
            APIStatusError: It reports an error, with a success status.
        """
        return self._make()

    def read(self) -> bytes:
        """The whole body, content-decoded; the same when asked again.

        Raises:
            APIConnectionError: The body did not arrive whole.
        """
        return self._response.read()

    def text(self) -> str:
        """The whole body as text; what cannot be decoded is replaced. Raises as `read`."""
        return decoder_for(self.headers).decode(self.read(), True)

    def json(self) -> Any:
        """The body's JSON value.

        Raises:
            APIResponseError: The body is not JSON.
            APIConnectionError: It did not arrive whole.
        """
        return self._response.json()

    def iter_bytes(self) -> Iterator[bytes]:
        """The body, content-decoded, in the chunks in which it arrives.

        Raises:
            APITimeoutError: No byte came for the read timeout, or the deadline passed.
            APIConnectionError: The connection failed, or the body was read before.
        """
        return self._response.iter_bytes()

    def iter_text(self) -> Iterator[str]:
        """The body as text, in pieces of whole characters; raises as `iter_bytes`."""
        decoder = decoder_for(self.headers)
        for chunk in self.iter_bytes():
            text = decoder.decode(chunk)
            if text:
                yield text
        text = decoder.decode(b"", True)
        if text:
            yield text

    def iter_lines(self) -> Iterator[str]:
        """The body's lines without their ends, as they are complete; raises as `iter_bytes`."""
        splitter = LineSplitter()
        for text in self.iter_text():
            yield from splitter.lines(text)
        yield from splitter.rest()

    def close(self) -> None:
        """Free the connection. Safe to call at any time and more than once."""
        self._response.close()


class AsyncStreamedResponse(AsyncClosing, HTTPInfo, Generic[ParsedT]):
    """As `StreamedResponse`, for async code."""

    __slots__ = ("_make", "_response")

    def __init__(self, response: AsyncResponse, make: Callable[[], Awaitable[ParsedT]]) -> None:
        super().__init__(response)
        self._response = response
        self._make = make

    async def parse(self) -> ParsedT:
        """As `StreamedResponse.parse`."""
        return await self._make()

    async def read(self) -> bytes:
        """As `StreamedResponse.read`."""
        return await self._response.read()

    async def text(self) -> str:
        """As `StreamedResponse.text`."""
        return decoder_for(self.headers).decode(await self.read(), True)

    async def json(self) -> Any:
        """As `StreamedResponse.json`."""
        return await self._response.json()

    def iter_bytes(self) -> AsyncIterator[bytes]:
        """As `StreamedResponse.iter_bytes`."""
        return self._response.iter_bytes()

    async def iter_text(self) -> AsyncIterator[str]:
        """As `StreamedResponse.iter_text`."""
        decoder = decoder_for(self.headers)
        async for chunk in self.iter_bytes():
            text = decoder.decode(chunk)
            if text:
                yield text
        text = decoder.decode(b"", True)
        if text:
            yield text

    async def iter_lines(self) -> AsyncIterator[str]:
        """As `StreamedResponse.iter_lines`."""
        splitter = LineSplitter()
        async for text in self.iter_text():
            for line in splitter.lines(text):
                yield line
        for line in splitter.rest():
            yield line

    async def close(self) -> None:
        """Free the connection. Safe to call at any time and more than once."""
        await self._response.close()


class StreamedResponseManager(Unentered, Generic[ParsedT]):
    """What a call of `with_streaming_response` gives: sends the request when entered."""

    __slots__ = ("_response", "_send")

    _gives = StreamedResponse
    _usage = "with client….with_streaming_response.create(…) as response"

    def __init__(self, send: Callable[[], StreamedResponse[ParsedT]]) -> None:
        self._send = send
        self._response: StreamedResponse[ParsedT] | None = None

    def __enter__(self) -> StreamedResponse[ParsedT]:
        if self._response is not None:
            raise RuntimeError("this call was made before; make another for another response")
        self._response = self._send()
        return self._response

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._response is not None:
            self._response.close()


class AsyncStreamedResponseManager(Unentered, Generic[ParsedT]):
    """As `StreamedResponseManager`, for `async with`."""

    __slots__ = ("_response", "_send")

    _gives = AsyncStreamedResponse
    _usage = "async with client….with_streaming_response.create(…) as response"

    if not TYPE_CHECKING:
        __await__ = Unentered._refuse_await

    def __init__(self, send: Callable[[], Awaitable[AsyncStreamedResponse[ParsedT]]]) -> None:
        self._send = send
        self._response: AsyncStreamedResponse[ParsedT] | None = None

    async def __aenter__(self) -> AsyncStreamedResponse[ParsedT]:
        if self._response is not None:
            raise RuntimeError("this call was made before; make another for another response")
        self._response = await self._send()
        return self._response

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._response is not None:
            await self._response.close()
