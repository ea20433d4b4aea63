"""What the mock gateway is told to play: one `Reply` a request, perhaps with a fault."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from .recorded import read_recording

__all__ = [
    "AT_END",
    "BadEvent",
    "Chunking",
    "Cut",
    "Fault",
    "Finish",
    "Reply",
    "Reset",
    "Stall",
    "StreamError",
    "ToolCall",
    "Usage",
]

AT_END: Final = sys.maxsize
"""As a fault's `after`: when every event was sent, before the HTTP body is ended."""

Chunking: TypeAlias = Literal["event", "whole"] | int
Finish: TypeAlias = Literal["stop", "length", "tool_calls", "content_filter"]


@dataclass(frozen=True, slots=True, init=False)
class ToolCall:
    """A tool the model asks to call.

    Attributes:
        name: The tool's name.
        arguments: The arguments' JSON text, sent as it is (it may be invalid JSON on purpose).
            May be given as a mapping.
        id: The call's id; by default one of its own for each request.
    """

    name: str
    arguments: str
    id: str | None

    def __init__(
        self, name: str, arguments: str | Mapping[str, Any] = "{}", id: str | None = None
    ) -> None:
        if isinstance(arguments, str):
            text = arguments
        elif isinstance(arguments, Mapping):
            text = json.dumps(dict(arguments))
        else:
            raise TypeError(
                f"ToolCall: arguments are JSON text or a mapping, not {type(arguments).__name__}"
            )
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "arguments", text)
        object.__setattr__(self, "id", id)


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts on one definition: `input` includes `cached`, `output` includes `reasoning`.

    Each protocol gets them in its own spelling; Messages counts cached input apart.
    """

    input: int
    output: int
    reasoning: int = 0
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Reset:
    """The connection is reset (TCP RST).

    Attributes:
        after: Number of events sent before it; None: before the headers.
    """

    after: int | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """The answer ends before its end, and nothing says so.

    Attributes:
        after: Number of events sent before it; None: the connection is closed before the headers.
        clean: Whether the HTTP body is ended properly (its last events are missing all the same)
            or the connection is closed in the middle of the body.
    """

    after: int | None = 0
    clean: bool = True


@dataclass(frozen=True, slots=True)
class Stall:
    """Nothing is sent for a while, and the connection stays open.

    Attributes:
        after: Number of events sent before it; None: before the headers.
        seconds: How long, before the answer goes on; None: until the client leaves.
    """

    after: int | None = 0
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class StreamError:
    """The stream (HTTP status 200) ends with the protocol's error event.

    Attributes:
        after: Number of events sent before it.
        type: `error.type`; Responses sends it as `code`.
        message: What went wrong.
        event: The event itself, to send one of another shape.
    """

    after: int = 0
    type: str = "overloaded_error"
    message: str = "The model is overloaded"
    event: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class BadEvent:
    """An event that isn't JSON is sent in between.

    Attributes:
        after: Number of events sent before it.
        data: Its data.
    """

    after: int = 0
    data: str = '{"id": "cut'


Fault: TypeAlias = Reset | Cut | Stall | StreamError | BadEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """How one request is answered.

    With none of the content settings the document's own example is played, unchanged. With `text`,
    `reasoning`, `tool_calls` or `finish` an answer is made up of just these, the same for a JSON
    answer and a stream; what is None is not in the answer. A fault that counts events strikes a
    JSON answer in the middle of its body.

    Attributes:
        text: The answer.
        reasoning: The reasoning, sent before the answer. `""` is sent, as empty reasoning.
        tool_calls: Tools the model asks for, sent after the answer.
        finish: Why the answer ends; by default `tool_calls` or `stop`, by what is in it.
        model: The model's name in the answer; by default the request's.
        usage: Token counts; by default four characters count as a token.
        signature: Messages: the thinking block's signature; by default made from the reasoning.
        delta_size: Characters in a delta; by default a word each, long words in parts.
        example: Name of the document's example to play, instead of its first.
        events: The stream's data, one a frame, instead of the above: JSON objects, or text sent
            as it is. The sentinel follows unless it is among them.
        body: The whole body, sent also to a request for a stream: bytes as they are, anything else
            as JSON. With another status than 200 and no body, the document's error example is sent.
        content_type: Content-Type instead of the usual one.
        status: HTTP status.
        headers: More response headers, or others instead of the usual ones.
        raw: Bytes sent instead of a whole HTTP answer; the connection is closed after them.
        first_byte_delay: Seconds before the headers.
        delay: Seconds between two events.
        chunking: What an HTTP chunk of a stream carries: an event, the whole body, or so many bytes
            (across events).
        transfer: How the end of a stream's body is told: chunked coding, a Content-Length, or
            closing the connection.
        newline: Line ending of the stream: LF, CRLF or CR.
        comment: A keep-alive comment sent before each event.
        event_lines: Whether frames have `event:` lines where the protocol has them.
        sentinel: Whether a stream ends with the sentinel where the protocol has one.
        fault: What goes wrong.

    Raises:
        ValueError: A setting outside of what is listed here, or one that another would leave out.
    """

    text: str | None = None
    reasoning: str | None = None
    tool_calls: Sequence[ToolCall] = ()
    finish: Finish | None = None
    model: str | None = None
    usage: Usage | None = None
    signature: str | None = None
    delta_size: int | None = None
    example: str | None = None
    events: Sequence[Mapping[str, Any] | str] | None = None
    body: Any = None
    content_type: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    raw: bytes | None = None
    first_byte_delay: float = 0.0
    delay: float = 0.0
    chunking: Chunking = "event"
    transfer: Literal["chunked", "length", "close"] = "chunked"
    newline: Literal["\n", "\r\n", "\r"] = "\n"
    comment: str | None = None
    event_lines: bool = True
    sentinel: bool = True
    fault: Fault | None = None

    def __post_init__(self) -> None:
        # Imported here, as it knows the classes of this module.
        from .reply_checks import check

        check(self)

    @property
    def is_scripted(self) -> bool:
        """Whether the answer is made up of the settings rather than the document's example."""
        return (
            self.text is not None
            or self.reasoning is not None
            or bool(self.tool_calls)
            or self.finish is not None
        )

    @property
    def finish_reason(self) -> Finish:
        """Why the answer ends."""
        if self.finish is not None:
            return self.finish
        return "tool_calls" if self.tool_calls else "stop"

    def but(self, **changes: Any) -> Reply:
        """Return a copy with other settings."""
        return replace(self, **changes)

    @classmethod
    def error(
        cls, status: int, body: Any = None, *, headers: Mapping[str, str] | None = None
    ) -> Reply:
        """Return an HTTP error: the document's example for the status, or a body of your own.

        Raises:
            ValueError: The status is none of an error, 300 to 599.
        """
        from .reply_checks import check_error_status

        check_error_status(status)
        return cls(status=status, body=body, headers=headers or {})

    @classmethod
    def recording(cls, path: str | PathLike[str]) -> Reply:
        """Return what a file of the client's `record=` holds: its status, headers and body.

        It is sent in one piece, but see `chunking`. A stream that was cut off ends where it was
        cut.

        Raises:
            OSError: There is no such file.
            ValueError: The file is no such recording.
        """
        return cls(**read_recording(Path(path)))

    @classmethod
    def html(
        cls, status: int = 200, page: str = "<!doctype html><title>Bad gateway</title>"
    ) -> Reply:
        """Return an HTML page, such as proxies send, with a status that may well be 200."""
        return cls(status=status, body=page.encode(), content_type="text/html; charset=utf-8")
