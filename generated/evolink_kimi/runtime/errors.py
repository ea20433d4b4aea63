"""Every error the client raises, in one tree.

    KimiError
    ├── ConfigurationError            a client that cannot be made as asked
    ├── APIConnectionError            no answer
    │   └── APITimeoutError
    ├── APIResponseError              a 2xx answer that is not what was asked for
    ├── WireTypeError                 a value of another type than the document says, if `strict`
    ├── APIStatusError                an error answer, or an error event inside a stream
    │   ├── BadRequestError           ├── ConflictError
    │   ├── AuthenticationError       ├── RequestTooLargeError
    │   ├── InsufficientQuotaError    ├── UnprocessableEntityError
    │   ├── PermissionDeniedError     ├── RateLimitError
    │   ├── NotFoundError             └── InternalServerError
    │   │                                 └── OverloadedError
    ├── OutputError                   what the model wrote cannot be used as asked
    │   ├── OutputIncompleteError     ├── OutputParseError
    └── StreamError                   a stream that did not come to its end
        ├── StreamTruncatedError
        ├── StreamProtocolError
        └── StreamTimeoutError        (an APITimeoutError too)

All of them can be pickled and copied. None holds the API key: the headers kept are the response's.
"""

from __future__ import annotations

from collections.abc import Mapping

from .headers import Headers, request_id_of
from .texts import escaped, shorten

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, TypedDict, Unpack

    from .http_info import RateLimit

    class _Context(TypedDict, total=False):
        """What every error may carry; see `KimiError`."""

        request_id: str | None
        headers: Mapping[str, str] | None
        host: str | None
        attempts: int
        partial: Any


__all__ = [
    "APIConnectionError",
    "APIResponseError",
    "APIStatusError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "InsufficientQuotaError",
    "InternalServerError",
    "KimiError",
    "NotFoundError",
    "OutputError",
    "OutputIncompleteError",
    "OutputParseError",
    "OverloadedError",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestTooLargeError",
    "StreamError",
    "StreamProtocolError",
    "StreamTimeoutError",
    "StreamTruncatedError",
    "UnprocessableEntityError",
    "WireTypeError",
]

_SHOWN_MESSAGE_LENGTH: Final = 1000


class KimiError(Exception):
    """The base of every error of this client.

    Attributes:
        message: What happened, without the context that `str()` adds.
        request_id: The server's id for the request, if it sent one.
        headers: Headers of the response; empty if there was none.
        host: The host (and port, where not the scheme's own) that was asked last.
        attempts: How many times the request was sent, retries included; 0 if not at all.
        partial: For errors inside a stream, the typed response so far; else None.
    """

    # Subclasses take only the message by position and default the rest, so that pickle and copy,
    # which call `cls(*args)` and then restore `__dict__`, work unaided.
    def __init__(
        self,
        message: str = "",
        *,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        host: str | None = None,
        attempts: int = 0,
        partial: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.headers = headers if isinstance(headers, Headers) else Headers((headers or {}).items())
        self.request_id = request_id or request_id_of(self.headers)
        self.host = host
        self.attempts = attempts
        self.partial = partial

    @property
    def rate_limit(self) -> RateLimit | None:
        """What the headers tell of the rate limit, or None."""
        from .http_info import rate_limit_of

        return rate_limit_of(self.headers)

    if not TYPE_CHECKING:  # type checkers tell by themselves, unless they see this

        def __getattr__(self, name: str) -> object:
            problem = f"{type(self).__name__!r} object has no attribute {name!r}"
            if isinstance(self, APIStatusError):
                from .elsewhere import error_hint

                problem += error_hint(name)
            raise AttributeError(problem, name=name, obj=self)

    def _context(self) -> list[str]:
        """What `str()` adds to the message, as `name value` phrases."""
        context: list[str] = []
        if self.host:
            context.append(f"host {self.host}")
        if self.request_id:
            context.append(f"request id {self.request_id}")
        if self.attempts > 1:
            context.append(f"{self.attempts} attempts")
        return context

    def _text(self) -> str:
        message = shorten(self.message, _SHOWN_MESSAGE_LENGTH)
        context = ", ".join(self._context())
        return f"{message} ({context})" if context else message

    def __str__(self) -> str:
        return escaped(self._text())


class ConfigurationError(KimiError):
    """The client cannot be made, or the call not sent, with the options given."""


class APIConnectionError(KimiError):
    """The server could not be reached, or the connection failed before the answer was complete.

    The failure below is the `__cause__`.
    """


class APITimeoutError(APIConnectionError):
    """A time limit passed: for connecting, writing, waiting for bytes or the pool, or for all."""


class APIResponseError(KimiError):
    """The server answered with success, but not with an answer, nor with a word of an error.

    Attributes:
        status_code: HTTP status of the answer.
        body: The start of the answer's body as text.
    """

    def __init__(
        self,
        message: str = "",
        *,
        status_code: int = 200,
        body: str = "",
        **context: Unpack[_Context],
    ) -> None:
        super().__init__(message, **context)
        self.status_code = status_code
        self.body = body


class WireTypeError(KimiError):
    """A value is not of the type the document says: raised only where `strict` is asked for.

    `partial` is the whole value that it was found in, kept as sent.

    Attributes:
        pointer: JSON pointer of the value, from the top of the response or event.
        model: Name of the class whose field it is.
        expected: What the document says, in words.
        found: What was there, in words.
        event_number: 1-based number of the event it was found in; None outside of streams.
    """

    def __init__(
        self,
        message: str = "",
        *,
        pointer: str = "",
        model: str = "",
        expected: str = "",
        found: str = "",
        event_number: int | None = None,
        **context: Unpack[_Context],
    ) -> None:
        super().__init__(message, **context)
        self.pointer = pointer
        self.model = model
        self.expected = expected
        self.found = found
        self.event_number = event_number

    def within(
        self, *, event_number: int | None = None, **context: Unpack[_Context]
    ) -> WireTypeError:
        """The same error, of an answer or event of which more is known."""
        return WireTypeError(
            self.message,
            pointer=self.pointer,
            model=self.model,
            expected=self.expected,
            found=self.found,
            event_number=event_number,
            **{"partial": self.partial, **context},
        )

    def _context(self) -> list[str]:
        own = [] if self.event_number is None else [f"event {self.event_number}"]
        return own + super()._context()


class APIStatusError(KimiError):
    """The server answered with an error, by status, or where an answer or an event was due.

    Attributes:
        status_code: HTTP status; 200 for an error event inside a stream and for an error that
            looks like an answer, whose `partial` is what it has of one.
        type: `error.type` as sent, or None.
        code: `error.code` as sent: the vendor's documents have a string, an integer and null.
        param: The request parameter at fault, if the server names one.
        suggestion: The gateway's `fallback_suggestion`, free text, if sent.
        body: The JSON value of the body, or its text if it is not JSON.
    """

    def __init__(
        self,
        message: str = "",
        *,
        status_code: int = 0,
        type: str | None = None,
        code: str | int | None = None,
        param: str | None = None,
        suggestion: str | None = None,
        body: Any = None,
        **context: Unpack[_Context],
    ) -> None:
        super().__init__(message, **context)
        self.status_code = status_code
        self.type = type
        self.code = code
        self.param = param
        self.suggestion = suggestion
        self.body = body

    def _context(self) -> list[str]:
        named = (("type", self.type), ("code", self.code), ("param", self.param))
        own = [f"{name} {value}" for name, value in named if value not in (None, "")]
        return own + super()._context()

    def _text(self) -> str:
        text = f"HTTP {self.status_code}: {super()._text()}"
        return f"{text}. Suggestion: {self.suggestion}" if self.suggestion else text


class BadRequestError(APIStatusError):
    """The request is invalid, or its content was refused (400)."""


class AuthenticationError(APIStatusError):
    """The API key is missing, wrong or expired (401)."""


class InsufficientQuotaError(APIStatusError):
    """The account has no credit left, and waiting does not help (402; 429 or 403 that say so)."""


class PermissionDeniedError(APIStatusError):
    """The key may not use this model or operation (403)."""


class NotFoundError(APIStatusError):
    """No such model or path (404)."""


class ConflictError(APIStatusError):
    """The request conflicts with another (409)."""


class RequestTooLargeError(APIStatusError):
    """The body is larger than the server takes (413)."""


class UnprocessableEntityError(APIStatusError):
    """The request is well formed and yet cannot be processed (422)."""


class RateLimitError(APIStatusError):
    """Too many requests or tokens in a time (429)."""


class InternalServerError(APIStatusError):
    """The server or something behind it failed (5xx)."""


class OverloadedError(InternalServerError):
    """The server or the model is overloaded (529, or any status by `type`)."""


class StreamError(KimiError):
    """A stream did not come to its end. `partial` holds what arrived.

    Attributes:
        status_code: HTTP status of the response that carries the stream.
        event_number: 1-based number of the event concerned, counting those with data; None if the
            failure concerns no single event.
        byte_offset: Bytes of the decoded body before the place concerned; None if not known.
    """

    def __init__(
        self,
        message: str = "",
        *,
        status_code: int = 200,
        event_number: int | None = None,
        byte_offset: int | None = None,
        **context: Unpack[_Context],
    ) -> None:
        super().__init__(message, **context)
        self.status_code = status_code
        self.event_number = event_number
        self.byte_offset = byte_offset

    def _context(self) -> list[str]:
        own: list[str] = []
        if self.event_number is not None:
            own.append(f"event {self.event_number}")
        if self.byte_offset is not None:
            own.append(f"byte {self.byte_offset}")
        return own + super()._context()


class StreamTruncatedError(StreamError):
    """The stream ended, or its connection was lost, before the event that ends it."""


class StreamProtocolError(StreamError):
    """The stream holds something that cannot be read as an event.

    Attributes:
        excerpt: The start of the data that could not be read.
    """

    def __init__(
        self,
        message: str = "",
        *,
        excerpt: str = "",
        status_code: int = 200,
        event_number: int | None = None,
        byte_offset: int | None = None,
        **context: Unpack[_Context],
    ) -> None:
        super().__init__(
            message,
            status_code=status_code,
            event_number=event_number,
            byte_offset=byte_offset,
            **context,
        )
        self.excerpt = excerpt

    def _text(self) -> str:
        text = super()._text()
        return f"{text}: {self.excerpt!r}" if self.excerpt else text


class StreamTimeoutError(StreamError, APITimeoutError):
    """No byte of the stream arrived for longer than the read timeout."""


class OutputError(KimiError):
    """What the model wrote cannot be used as asked. `partial` is the response it is from.

    Attributes:
        text: The text concerned.
    """

    def __init__(self, message: str = "", *, text: str = "", **context: Unpack[_Context]) -> None:
        super().__init__(message, **context)
        self.text = text


class OutputIncompleteError(OutputError):
    """The model was cut off before the end of the text, or has not come to it yet."""


class OutputParseError(OutputError):
    """The text is not JSON, or its value is not of the type asked for."""
