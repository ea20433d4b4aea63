"""Streams as servers break them, over real sockets, and what a client should make of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from tests.support.answers import PROTOCOLS, Protocol
from tests.support.fault_server import CLOSE, HOLD, RESET, Pause, Script, answer, chunked, sse

__all__ = ["CALLS", "FAULTS", "READ_SECONDS", "TEXT", "Fault", "scripts"]

TEXT: Final = ("Hel", "lo")
"""What every whole stream says, and in which pieces."""
CALLS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (("look", {"q": 1}), ("find", {}))
"""The tool calls of the faults that have some."""
READ_SECONDS: Final = 1.0
"""How long a client is to wait for a byte."""

Ending = Literal["whole", "error", "either"]
Event = dict[str, Any]


@dataclass(frozen=True)
class Fault:
    """One way to break a stream.

    Attributes:
        title: What the server does.
        source: A public report of a client that it broke.
        script: What the server does, by protocol.
        ending: How it should end: with the whole text, with an error of the client's own, or
            either.
        text: What a client has been told by then.
        calls: The tool calls in it.
        final: Whether it matters to the response that a client builds.
        protocols: Those it may happen in.
    """

    title: str
    source: str
    script: Callable[[Protocol], Script]
    ending: Ending
    text: str = "".join(TEXT)
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    final: bool = False
    protocols: tuple[Protocol, ...] = PROTOCOLS


def scripts(fault: Fault, protocol: Protocol) -> list[Script]:
    """What the server plays: the fault, and then whole streams to whoever asks again."""
    return [fault.script(protocol), _sent(_frames(protocol, *_whole(protocol)))]


# --- the events of a short answer -----------------------------------------------------------


def _chunk(delta: Any, finish: str | None = None) -> Event:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {**_CHAT, "choices": [choice]}


_CHAT: Final = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "k"}
_RESPONSE: Final[Event] = {
    "id": "r",
    "object": "response",
    "created_at": 1,
    "model": "k",
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}


def _item(text: str, status: str = "completed") -> Event:
    part = {"type": "output_text", "text": text, "annotations": []}
    content = [part] if text else []
    return {
        "type": "message",
        "id": "m",
        "role": "assistant",
        "status": status,
        "content": content,
    }


def _start(protocol: Protocol) -> list[Event]:
    if protocol == "chat":
        return [_chunk({"role": "assistant", "content": ""})]
    if protocol == "messages":
        message: Event = {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "k",
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        block = {"type": "text", "text": ""}
        return [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
        ]
    part = {"type": "output_text", "text": "", "annotations": []}
    return [
        {
            "type": "response.created",
            "response": {**_RESPONSE, "status": "in_progress", "output": []},
        },
        {"type": "response.output_item.added", "output_index": 0, "item": _item("", "in_progress")},
        {
            "type": "response.content_part.added",
            "item_id": "m",
            "output_index": 0,
            "content_index": 0,
            "part": part,
        },
    ]


def _said(protocol: Protocol, text: str) -> Event:
    if protocol == "chat":
        return _chunk({"content": text})
    if protocol == "messages":
        return {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        }
    place = {"item_id": "m", "output_index": 0, "content_index": 0, "logprobs": []}
    return {"type": "response.output_text.delta", **place, "delta": text}


def _end(protocol: Protocol, text: str = "".join(TEXT)) -> list[Event | str]:
    if protocol == "chat":
        return [_chunk({}, "stop"), "[DONE]"]
    if protocol == "messages":
        stop = {"stop_reason": "end_turn", "stop_sequence": None}
        return [
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 2}},
            {"type": "message_stop"},
        ]
    done = {**_RESPONSE, "status": "completed", "output": [_item(text)], "usage": None}
    return [
        {"type": "response.output_item.done", "output_index": 0, "item": _item(text)},
        {"type": "response.completed", "response": done},
    ]


def _whole(protocol: Protocol, *texts: str) -> list[Event | str]:
    pieces = texts or TEXT
    said = [_said(protocol, text) for text in pieces]
    return [*_start(protocol), *said, *_end(protocol, "".join(pieces))]


def _some(protocol: Protocol) -> list[Event | str]:
    return [*_start(protocol), _said(protocol, TEXT[0])]


def _frames(protocol: Protocol, *events: Event | str | bytes, named: bool | None = None) -> bytes:
    """A body: a frame for each JSON object, text (as data) or bytes (as they are)."""
    out = b""
    for number, event in enumerate(events):
        if isinstance(event, bytes):
            out += event
            continue
        if isinstance(event, dict):
            if protocol != "chat" if named is None else named:
                out += b"event: %s\n" % event["type"].encode()
            if protocol == "responses":
                event = {"sequence_number": number, **event}
            event = _json(event)
        out += b"data: " + event.encode() + b"\n\n"
    return out


def _json(event: Event) -> str:
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    if not any("\ud800" <= char <= "\udfff" for char in text):
        return text
    return json.dumps(event, separators=(",", ":"))  # half a character has no UTF-8, but an escape


def _sent(*bodies: bytes, then: Any = None) -> Script:
    if then is None:
        return [sse(), chunked(*bodies)]
    return [sse(), chunked(*bodies, last=False), Pause(0.05), then]


def _between(protocol: Protocol, *events: Event | str | bytes) -> Script:
    """A whole stream with more between its start and its text."""
    whole = _whole(protocol)
    cut = len(_start(protocol))
    return _sent(_frames(protocol, *whole[:cut], *events, *whole[cut:]))


# --- the faults -----------------------------------------------------------------------------


def _truncations() -> Iterator[Fault]:
    url = "https://github.com/BerriAI/litellm/pull/42140"
    text = TEXT[0]
    yield Fault(
        "ends in the middle of the answer, cleanly",
        url,
        lambda p: _sent(_frames(p, *_some(p))),
        "error",
        text,
    )
    yield Fault(
        "closes the connection in the middle of the answer",
        url,
        lambda p: _sent(_frames(p, *_some(p)), then=CLOSE),
        "error",
        text,
    )
    yield Fault(
        "resets the connection in the middle of the answer; a retry would get a whole one",
        "https://github.com/HKUDS/nanobot/issues/4038",
        lambda p: _sent(_frames(p, *_some(p)), then=RESET),
        "error",
        text,
    )
    yield Fault(
        "closes the connection before the first event",
        url,
        lambda p: [sse(), Pause(0.05), CLOSE],
        "error",
        "",
    )
    yield Fault(
        "ends in the middle of an event",
        "https://github.com/openai/openai-node/issues/2725",
        lambda p: _sent(_frames(p, *_some(p), b'data: {"half')),
        "error",
        text,
    )
    yield Fault(
        "leaves out the last blank line",
        "https://github.com/openai/openai-node/issues/2725",
        lambda p: _sent(_frames(p, *_whole(p))[:-1]),
        "whole",
    )
    yield Fault(
        "sends an empty event stream",
        url,
        lambda p: _sent(b": nothing\n\n"),
        "error",
        "",
    )
    yield Fault(
        "falls silent in the middle of the answer",
        "https://github.com/florimondmanca/httpx-sse/issues/38",
        lambda p: _sent(_frames(p, *_some(p)), then=HOLD),
        "error",
        text,
    )
    yield Fault(
        "holds the connection after the last event",
        "https://github.com/earendil-works/pi/issues/5592",
        lambda p: _sent(_frames(p, *_whole(p)), then=HOLD),
        "whole",
    )
    yield Fault(
        "sends `[DONE]` without a `finish_reason`",
        "https://github.com/can1357/oh-my-pi/issues/9433",
        lambda p: _sent(_frames(p, *_some(p), _said(p, TEXT[1]), "[DONE]")),
        "whole",
        protocols=("chat",),
    )
    yield Fault(
        "sends a `finish_reason` and no `[DONE]`",
        "https://github.com/can1357/oh-my-pi/issues/9433",
        lambda p: _sent(_frames(p, *_whole(p)[:-1])),
        "whole",
        protocols=("chat",),
    )


def _framings() -> Iterator[Fault]:
    def everywhere(protocol: Protocol, frame: bytes) -> bytes:
        return b"".join(frame + _frames(protocol, event) for event in _whole(protocol))

    yield Fault(
        "leaves out the `event:` lines",
        "https://github.com/earendil-works/pi/issues/4381",
        lambda p: _sent(_frames(p, *_whole(p), named=False)),
        "whole",
        protocols=("messages", "responses"),
    )
    yield Fault(
        "keeps the connection alive with comments",
        "https://github.com/continuedev/continue/pull/13144",
        lambda p: _sent(everywhere(p, b": ping\n:\n\n")),
        "whole",
    )
    for shown, frame in (
        ("comments, once an event had an `id:`", b"id: 1\n: ping\n\n"),
        ("`retry:` alone", b"retry: 3000\n\n"),
        ("`event: ping` without data", b"event: ping\n\n"),
        ("an empty `data:`", b"data:\n\n"),
    ):
        yield Fault(
            f"keeps the connection alive with {shown}",
            "https://github.com/openai/openai-python/issues/2722",
            lambda p, frame=frame: _sent(everywhere(p, frame)),  # type: ignore[misc]  # its default is bytes
            "whole",
        )
    yield Fault(
        "begins with a byte order mark",
        "https://github.com/openai/openai-python/pull/3819",
        lambda p: _sent(b"\xef\xbb\xbf" + _frames(p, *_whole(p))),
        "whole",
    )
    for name, char in (("U+2028", "\u2028"), ("U+0085", "\x85")):
        yield Fault(
            f"sends {name} in the text",
            "https://github.com/florimondmanca/httpx-sse/issues/34",
            lambda p, char=char: _sent(_frames(p, *_whole(p, f"a{char}", "b"))),  # type: ignore[misc]  # its default is text
            "whole",
            f"a{char}b",
        )
    yield Fault(
        "cuts a character in two",
        "https://github.com/jawah/urllib3.future/issues/349",
        lambda p: _sent(*_torn(_frames(p, *_whole(p, "満", "🚀")))),
        "whole",
        "満🚀",
    )
    yield Fault(
        "cuts a character into its two halves in UTF-16",
        "https://github.com/CopilotKit/aimock",
        lambda p: _sent(_frames(p, *_whole(p, "a\ud83d", "\ude80b"))),
        "whole",
        "a🚀b",
        final=True,
    )
    for name, end in (("CRLF", b"\r\n"), ("CR", b"\r")):
        yield Fault(
            f"ends lines with {name}",
            "https://html.spec.whatwg.org/multipage/server-sent-events.html",
            lambda p, end=end: _sent(_frames(p, *_whole(p)).replace(b"\n", end)),  # type: ignore[misc]  # its default is bytes
            "whole",
        )
    yield Fault(
        "leaves out the space after `data:`",
        "https://github.com/googleapis/python-genai/pull/2584",
        lambda p: _sent(_frames(p, *_whole(p)).replace(b"data: ", b"data:")),
        "whole",
    )


def _torn(body: bytes) -> Iterator[bytes]:
    """A body in pieces that end inside its characters."""
    begin = 0
    for position, byte in enumerate(body):
        if byte & 0xC0 == 0x80:
            yield body[begin:position]
            begin = position
    yield body[begin:]


def _answers() -> Iterator[Fault]:
    url = "https://github.com/modelcontextprotocol/typescript-sdk/pull/2520"
    yield Fault(
        "answers 200 with a page of HTML",
        url,
        lambda p: [answer(200, b"<!doctype html><title>Sign in</title>", content_type="text/html")],
        "error",
        "",
    )
    yield Fault(
        "answers 200 with the whole response as JSON",
        url,
        lambda p: [answer(200, json.dumps(_whole_response(p)).encode())],
        "either",
    )
    yield Fault(
        "answers 200 with an error as JSON",
        url,
        lambda p: [answer(200, b'{"error":{"type":"overloaded_error","message":"Busy"}}')],
        "error",
        "",
    )


def _whole_response(protocol: Protocol) -> Event:
    text = "".join(TEXT)
    if protocol == "chat":
        message = {"role": "assistant", "content": text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return {**_CHAT, "object": "chat.completion", "choices": [choice]}
    if protocol == "messages":
        message = _start(protocol)[0]["message"]
        return {**message, "content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
    return {**_RESPONSE, "status": "completed", "output": [_item(text)], "usage": None}


_BUSY: Final = {"type": "overloaded_error", "message": "Overloaded"}
_ERRORS: Final[dict[str, bytes]] = {  # of all protocols, as gateways between them send any
    "`error` object as plain data": _frames("chat", {"error": _BUSY}),
    "`error` that is text": _frames("chat", {"error": "Overloaded"}),
    "`error` with an integer code": _frames("chat", {"error": {**_BUSY, "code": 529}}),
    "`event: error` and an `error` object": b"event: error\n" + _frames("chat", {"error": _BUSY}),
    "error event of Messages": _frames("messages", {"type": "error", "error": _BUSY}),
    "error event of Messages without its `event:` line": _frames(
        "messages", {"type": "error", "error": _BUSY}, named=False
    ),
    "error event of Responses": _frames(
        "responses", {"type": "error", "code": "server_error", "message": "Busy", "param": None}
    ),
}


def _errors() -> Iterator[Fault]:
    for shown, frame in _ERRORS.items():
        yield Fault(
            f"sends an error inside the stream: {shown}",
            "https://github.com/openai/openai-python/issues/2796",
            lambda p, frame=frame: _sent(_frames(p, *_some(p), frame)),  # type: ignore[misc]  # its default is bytes
            "error",
            TEXT[0],
        )
    failed = {"code": "server_error", "message": "Busy"}
    yield Fault(
        "sends `response.failed`",
        "https://github.com/langchain-ai/langchain/issues/33840",
        lambda p: _sent(
            _frames(
                p,
                *_some(p),
                {
                    "type": "response.failed",
                    "response": {**_RESPONSE, "status": "failed", "output": [], "error": failed},
                },
            )
        ),
        "error",
        TEXT[0],
        protocols=("responses",),
    )


def _bad(protocol: Protocol, data: bytes) -> bytes:
    """A frame with data that is no JSON, where text would be."""
    line = b"" if protocol == "chat" else b"event: %s\n" % _said(protocol, "")["type"].encode()
    return line + b"data: " + data + b"\n\n"


def _contents() -> Iterator[Fault]:
    malformed = "https://github.com/openai/openai-python/issues/2722"
    yield Fault(
        "sends malformed JSON",
        malformed,
        lambda p: _sent(_frames(p, *_some(p), _bad(p, b"{nonsense"), *_end(p))),
        "error",
        TEXT[0],
    )
    yield Fault(
        "re-sends a comment as data",
        "https://github.com/mnfst/llm-gateway/pull/2053",
        lambda p: _sent(_frames(p, *_some(p), _bad(p, b": PROCESSING"), *_end(p))),
        "error",
        TEXT[0],
    )
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    for shown, choices in (
        ("empty", {"choices": []}),
        ("null", {"choices": None}),
        ("absent", {}),
    ):
        yield Fault(
            f"sends a chunk whose `choices` are {shown}",
            "https://github.com/pipecat-ai/pipecat/pull/1060",
            lambda p, choices=choices: _between(p, {**_CHAT, **choices, "usage": usage}),  # type: ignore[misc]  # its default is a dict
            "whole",
            final=True,
            protocols=("chat",),
        )
    yield Fault(
        "sends a chunk whose `delta` is null",
        "https://github.com/pipecat-ai/pipecat/pull/1060",
        lambda p: _between(p, _chunk(None)),
        "whole",
        final=True,
        protocols=("chat",),
    )
    for shown, index in (("no `index`", {}), ("the same `index`", {"index": 0})):
        yield Fault(
            f"sends two tool calls with {shown}",
            "https://github.com/comet-ml/opik/issues/8362",
            lambda p, index=index: _sent(_frames(p, *_two_calls(index))),  # type: ignore[misc]  # its default is a dict
            "whole",
            "",
            CALLS,
            final=True,
            protocols=("chat",),
        )
    for shown, output in (("null", None), ("empty", [])):
        yield Fault(
            f"sends a `response.completed` whose `output` is {shown}",
            "https://github.com/openai/openai-python/issues/3312",
            lambda p, output=output: _sent(_frames(p, *_whole(p)[:-1], _completed(output))),  # type: ignore[misc]  # its default is a list
            "whole",
            final=True,
            protocols=("responses",),
        )
    yield Fault(
        "sends an event of a type that is not documented",
        "https://github.com/earendil-works/pi/issues/4381",
        lambda p: _between(p, {"type": "response.brand_new", "x": 1}),
        "whole",
        final=True,
        protocols=("messages", "responses"),
    )


def _two_calls(index: Event) -> list[Event | str]:
    pieces: list[Event] = []
    for number, (name, arguments) in enumerate(CALLS):
        text = json.dumps(arguments)
        head = {**index, "id": f"call_{number}", "type": "function"}
        pieces += [
            {**head, "function": {"name": name, "arguments": ""}},
            {**index, "function": {"arguments": text}},
        ]
    chunks = [_chunk({"tool_calls": [piece]}) for piece in pieces]
    return [*_start("chat"), *chunks, _chunk({}, "tool_calls"), "[DONE]"]


def _completed(output: Any) -> Event:
    response = {**_RESPONSE, "status": "completed", "output": output, "usage": None}
    return {"type": "response.completed", "response": response}


FAULTS: Final[dict[str, Fault]] = {
    fault.title: fault
    for faults in (_truncations, _framings, _answers, _errors, _contents)
    for fault in faults()
}
