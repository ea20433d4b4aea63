"""How bytes become events: what servers and proxies do to the frames of a stream.

The sources are public reports of clients that stumbled over the same input.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import (
    CHAT,
    MESSAGES,
    RESPONSES,
    Body,
    Vector,
    event_stream,
    sse,
    stream,
)
from parity.authoring.streams_chat import chunk, completion
from parity.authoring.streams_messages import MESSAGE_EVENTS, MESSAGE_FINAL
from parity.authoring.streams_responses import RESPONSE_EVENTS, RESPONSE_FINAL

__all__ = ["vectors"]

EVENTS = [
    chunk({"role": "assistant", "content": ""}),
    chunk({"reasoning_content": "Think: 思考."}),
    chunk({"content": "Hello, "}),
    chunk({"content": "wörld 🌍"}),
    chunk({}, "stop"),
]
FINAL = completion({"content": "Hello, wörld 🌍", "reasoning_content": "Think: 思考."})
TEXT, REASONING = "Hello, wörld 🌍", "Think: 思考."
PLAIN = sse(EVENTS)

_LINES = "https://github.com/florimondmanca/httpx-sse/issues/34"
_UTF8 = "https://github.com/vllm-project/vllm/pull/38732"
_BOM = "https://github.com/openai/openai-python/pull/3819"
_NO_DATA = "https://github.com/openai/openai-python/issues/2722"
_COMMENTS = "https://github.com/continuedev/continue/pull/13144"
_LAST = "https://github.com/openai/openai-node/issues/2725"
_HOLD = "https://github.com/earendil-works/pi/issues/5592"
_NAMES = "https://github.com/earendil-works/pi/issues/4381"
_SPACE = "https://github.com/googleapis/python-genai/pull/2584"
_STANDARD = "https://html.spec.whatwg.org/multipage/server-sent-events.html"


def _chat(name: str, about: str, body: Body | bytes, *sources: str) -> Vector:
    return stream(
        f"framing-{name}",
        CHAT,
        about,
        body,
        events=EVENTS,
        final=FINAL,
        text=TEXT,
        reasoning=REASONING,
        sources=sources,
    )


def _message(name: str, about: str, body: Body | bytes, *sources: str) -> Vector:
    return stream(
        f"framing-{name}",
        MESSAGES,
        about,
        body,
        events=MESSAGE_EVENTS,
        final=MESSAGE_FINAL,
        text="Hi",
        reasoning="Hm.",
        sources=sources,
    )


def _response(name: str, about: str, body: Body | bytes, *sources: str) -> Vector:
    return stream(
        f"framing-{name}",
        RESPONSES,
        about,
        body,
        events=RESPONSE_EVENTS,
        final=RESPONSE_FINAL,
        text="Hi",
        reasoning="Hm.",
        sources=sources,
    )


def vectors() -> Iterator[Vector]:
    """Framing cases; nearly all hold the same events."""
    yield from _line_ends()
    yield from _cuts()
    yield from _marks_and_comments()
    yield from _fields()
    yield from _ends()
    yield from _names()


def _line_ends() -> Iterator[Vector]:
    crlf = PLAIN.replace(b"\n", b"\r\n")
    cr = PLAIN.replace(b"\n", b"\r")
    yield _chat("lf", "LF ends lines.", PLAIN, _STANDARD)
    yield _chat("crlf", "CRLF ends lines.", crlf, _STANDARD)
    yield _chat("cr", "CR alone ends lines.", cr, _STANDARD)
    frames = PLAIN.split(b"\n\n")[:-1]
    ends = (b"\n\r\n", b"\r\n\n", b"\r\r", b"\n\n", b"\r\n\r\n", b"\n\r")
    mixed = b"".join(frame + end for frame, end in zip(frames, ends, strict=True))
    yield _chat("mixed", "Each frame ends its lines in another way.", mixed, _STANDARD)
    yield _chat("crlf-bytes", "CRLF, every byte alone.", event_stream(crlf, {"size": 1}), _SPACE)
    yield _chat("cr-bytes", "CR, every byte alone.", event_stream(cr, {"size": 1}), _SPACE)
    cuts = [i + 1 for i, byte in enumerate(crlf) if byte == 13]
    yield _chat(
        "crlf-cut",
        "CRLF, cut between every CR and its LF.",
        event_stream(crlf, {"at": cuts}),
        _SPACE,
    )
    text = "a\u2028b\u2029c\u0085d"
    events = [chunk({"content": text}), chunk({}, "stop")]
    yield stream(
        "framing-separators",
        CHAT,
        "Only LF, CR and CRLF end lines; Unicode's separators do not.",
        sse(events),
        events=events,
        final=completion({"content": text}),
        text=text,
        sources=[_LINES],
    )


def _cuts() -> Iterator[Vector]:
    yield _chat("bytes", "Every byte alone.", event_stream(PLAIN, {"size": 1}), _UTF8)
    yield _chat("sevens", "Seven bytes at a time.", event_stream(PLAIN, {"size": 7}), _UTF8)
    inside = [i for i, byte in enumerate(PLAIN) if byte & 0xC0 == 0x80]
    yield _chat(
        "utf8-cut", "Cut inside every character.", event_stream(PLAIN, {"at": inside}), _UTF8
    )
    yield _message(
        "bytes",
        "Every byte alone.",
        event_stream(sse(MESSAGE_EVENTS, MESSAGES), {"size": 1}),
        _UTF8,
    )
    yield _response(
        "bytes",
        "Every byte alone.",
        event_stream(sse(RESPONSE_EVENTS, RESPONSES), {"size": 1}),
        _UTF8,
    )
    text = "x" * 50_000
    events = [chunk({"content": text}), chunk({}, "stop")]
    yield stream(
        "framing-large",
        CHAT,
        "One event of 50 kB, in pieces of 4 KiB.",
        event_stream(sse(events), {"size": 4096}),
        events=events,
        final=completion({"content": text}),
        text=text,
    )


def _marks_and_comments() -> Iterator[Vector]:
    bom = b"\xef\xbb\xbf"
    yield _chat("bom", "A byte order mark before the first field.", bom + PLAIN, _BOM)
    yield _chat(
        "bom-cut", "The mark itself is cut.", event_stream(bom + PLAIN, {"at": [1, 2]}), _BOM
    )
    named = bom + sse(MESSAGE_EVENTS, MESSAGES)
    yield _message("bom", "The mark stands before an event line.", named, _BOM)
    text = "a\ufeffb"
    events = [chunk({"content": text}), chunk({}, "stop")]
    yield stream(
        "framing-bom-inside",
        CHAT,
        "A mark later in the text is text.",
        sse(events),
        events=events,
        final=completion({"content": text}),
        text=text,
        sources=[_BOM],
    )
    frames = PLAIN.split(b"\n\n")[:-1]
    comments = b": OPENROUTER PROCESSING\n:\n:x\n" + b"".join(
        b": ping\n" + frame + b"\n: inside\n\n: keep-alive\n\n" for frame in frames
    )
    yield _chat("comments", "Comments before, inside and between events.", comments, _COMMENTS)


def _fields() -> Iterator[Vector]:
    quiet = b"id: 1\n\n: ping\n\nretry: 3000\n\nevent: ping\n\ndata:\n\ndata: \n\ndata\n\n"
    frames = [frame + b"\n\n" for frame in PLAIN.split(b"\n\n")[:-1]]
    yield _chat("no-data", "Frames without data are no events.", quiet.join(frames), _NO_DATA)
    tight = PLAIN.replace(b"data: ", b"data:")
    yield _chat("no-space", "No space behind the colon, the sentinel's too.", tight, _SPACE)
    wide = PLAIN.replace(b"data: ", b"data:  ").replace(b"[DONE]", b"[DONE] ")
    yield _chat("spaces", "A second space is part of the data, and JSON allows it.", wide, _SPACE)
    lines = b"".join(
        b"".join(b"data: " + line + b"\n" for line in json.dumps(e, indent=1).encode().split(b"\n"))
        + b"\n"
        for e in EVENTS
    )
    yield _chat(
        "data-lines", "The data of an event on many lines.", lines + b"data: [DONE]\n\n", _SPACE
    )
    cut = lines.replace(b"\n", b"\r\n") + b"data: [DONE]\r\n\r\n"
    at = [i + 1 for i, byte in enumerate(cut) if byte == 13]
    yield _chat(
        "data-lines-crlf-cut",
        "Many data lines, cut between every CR and its LF.",
        event_stream(cut, {"at": at}),
        _SPACE,
    )
    unknown = PLAIN.replace(
        b"data: {", b"id: a\x00b\nfoo: bar\nDATA: no\n data: no\nretry: x\ndata: {"
    )
    yield _chat(
        "unknown-fields", "Unknown fields and unusable values are skipped.", unknown, _STANDARD
    )


def _ends() -> Iterator[Vector]:
    yield _chat("unterminated", "The sentinel's frame has no blank line.", PLAIN[:-1], _LAST)
    yield _chat("unterminated-line", "The sentinel's line has no end.", PLAIN[:-2], _LAST)
    message, responses = sse(MESSAGE_EVENTS, MESSAGES), sse(RESPONSE_EVENTS, RESPONSES)
    yield _message("unterminated", "The last event has no blank line.", message[:-2], _LAST)
    yield _response("unterminated", "The last event has no blank line.", responses[:-2], _LAST)
    cr = PLAIN.replace(b"\n", b"\r")
    yield _chat(
        "cr-at-end",
        "The last CR is the blank line.",
        event_stream(cr, {"at": [len(cr) - 1]}),
        _LAST,
    )
    yield _chat(
        "hold",
        "The sentinel ends the stream though the connection stays open.",
        event_stream(PLAIN, then="hold"),
        _HOLD,
    )
    yield _message(
        "hold",
        "message_stop ends the stream though the connection stays open.",
        event_stream(message, then="hold"),
        _HOLD,
    )
    yield _response(
        "hold",
        "response.completed ends the stream though the connection stays open.",
        event_stream(responses, then="hold"),
        _HOLD,
    )
    yield _response(
        "sentinel",
        "A sentinel that the protocol does not have, after its last event.",
        responses + b"data: [DONE]\n\n",
    )


def _names() -> Iterator[Vector]:
    def unnamed(events: list[Any]) -> bytes:
        return b"".join(b"data: " + json.dumps(e).encode() + b"\n\n" for e in events)

    yield _message(
        "no-event-lines",
        "Without event lines the data's type decides.",
        unnamed(MESSAGE_EVENTS),
        _NAMES,
    )
    yield _response(
        "no-event-lines",
        "Without event lines the data's type decides.",
        unnamed(RESPONSE_EVENTS),
        _NAMES,
    )
    wrong = sse(MESSAGE_EVENTS, MESSAGES).replace(b"event: content_block_delta", b"event: message")
    yield _message(
        "other-event-lines", "Where name and type differ, the type decides.", wrong, _NAMES
    )
