"""From a request and a reply to the bytes of the answer; nothing is sent here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Final

from . import chat, messages, responses
from .document import Document, Operation, Protocol
from .record import RecordedRequest
from .reply import BadEvent, Cut, Reply, StreamError
from .turn import Turn

__all__ = ["Answer", "answer", "error_body", "refuse"]

_JSON: Final = "application/json"
_EVENT_STREAM: Final = "text/event-stream; charset=utf-8"
_PROTOCOLS: Final[Mapping[Protocol, ModuleType]] = {
    "chat": chat,
    "messages": messages,
    "responses": responses,
}
_ERROR_TYPES: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "insufficient_quota_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large_error",
    429: "rate_limit_error",
    503: "service_unavailable_error",
    529: "overloaded_error",
}
_STAND_IN: Final = Reply(
    reasoning="The document has no example of this answer, so one is made up.",
    text="This is the mock gateway.",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer.

    Attributes:
        status: HTTP status.
        headers: Names and values, without those of HTTP's own framing.
        frames: The body: a stream's frames, one an event, or one whole.
        is_stream: Whether it is a stream, sent as the reply's chunking and transfer say.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    frames: tuple[bytes, ...]
    is_stream: bool = False


def refuse(document: Document, request: RecordedRequest) -> tuple[Operation | None, Answer | None]:
    """Check a request just enough: path, method, key, JSON body, the properties it must have.

    Returns:
        The operation, if the document has it, and what to answer if the request is not good.
    """
    operations = document.find(request.path)
    if not operations:
        return None, _own_error(404, error_body(None, 404, f"No such path: {request.path}"))
    operation = operations.get(request.method)
    if operation is None:
        allowed = ", ".join(operations)
        message = f"{request.path} takes {allowed}, not {request.method}"
        protocol = next(iter(operations.values())).protocol
        return None, _own_error(405, error_body(protocol, 405, message), {"Allow": allowed})
    if not _is_authorized(operation, request):
        return operation, _example_error(operation, 401)
    problem = _body_problem(operation, request.json) if operation.has_body else None
    if problem is None:
        return operation, None
    return operation, _own_error(400, error_body(operation.protocol, 400, *problem))


def answer(operation: Operation, request: RecordedRequest, reply: Reply) -> Answer:
    """Return what a reply makes of a good request.

    Raises:
        ValueError: The reply asks for what the operation hasn't got, such as an unknown example.
    """
    full = _answer(operation, request, reply)
    if isinstance(reply.fault, Cut) and reply.fault.clean and reply.fault.after is not None:
        return replace(full, frames=_cut(full, reply.fault.after))
    return full


def error_body(
    protocol: Protocol | None, status: int, message: str, param: str | None = None
) -> dict[str, Any]:
    """Return an error in a protocol's own shape; `param` is the request property at fault."""
    default = "invalid_request_error" if status < 500 else "internal_server_error"
    type_ = _ERROR_TYPES.get(status, default)
    if protocol == "messages":
        return {"type": "error", "error": {"type": type_, "message": message}}
    return {"error": {"message": message, "type": type_, "code": None, "param": param}}


def _answer(operation: Operation, request: RecordedRequest, reply: Reply) -> Answer:
    if reply.body is not None:
        return _own_body(request, reply)
    if reply.status != 200:
        return _example_error(operation, reply.status, reply.headers)
    body = request.json if operation.has_body else {}
    turn = Turn(reply=reply, request=body, number=request.number)
    if operation.can_stream and body.get("stream") is True:
        return _stream(operation, turn)
    return _whole(operation, turn)


def _cut(full: Answer, after: int) -> tuple[bytes, ...]:
    """Return the frames before a cut: so many events of a stream, half of anything else."""
    if full.is_stream:
        return full.frames[:after]
    body = b"".join(full.frames)
    return (body[: len(body) // 2],)


def _own_body(request: RecordedRequest, reply: Reply) -> Answer:
    streams = isinstance(request.json, dict) and request.json.get("stream") is True
    if isinstance(reply.body, bytes):
        is_stream = streams and reply.status == 200
        content_type = reply.content_type or (_EVENT_STREAM if is_stream else _JSON)
        is_stream = content_type.startswith("text/event-stream")
        return Answer(reply.status, _headers(reply, content_type), (reply.body,), is_stream)
    return Answer(reply.status, _headers(reply, _JSON), (_dumps(reply.body),))


def _whole(operation: Operation, turn: Turn) -> Answer:
    reply = turn.reply
    headers = _headers(reply, _JSON)
    if isinstance(reply.fault, StreamError):
        return Answer(200, headers, (_dumps(_error_event(operation, reply.fault)),))
    body = _dumps(_content(operation, turn, operation.answers, lambda module: module.whole))
    if isinstance(reply.fault, BadEvent):
        body = body[: len(body) // 2]
    return Answer(200, headers, (body,))


def _stream(operation: Operation, turn: Turn) -> Answer:
    reply = turn.reply
    if reply.events is not None:
        data: Iterable[Any] = reply.events
    else:
        data = _content(operation, turn, operation.streams, lambda module: module.events)
    items = [*data]
    if operation.sentinel and reply.sentinel and operation.sentinel not in items:
        items.append(operation.sentinel)
    if isinstance(reply.fault, StreamError):
        items[reply.fault.after :] = [_error_event(operation, reply.fault)]
    elif isinstance(reply.fault, BadEvent):
        items.insert(reply.fault.after, reply.fault.data)
    named = reply.event_lines and operation.protocol != "chat"
    frames = tuple(_frame(item, named, reply.newline) for item in items)
    return Answer(200, _headers(reply, _EVENT_STREAM), frames, is_stream=True)


def _content(
    operation: Operation,
    turn: Turn,
    examples: Mapping[str, Any],
    builder: Callable[[ModuleType], Callable[[Turn], Any]],
) -> Any:
    """Return the document's example, or what the protocol makes of a scripted reply."""
    reply = turn.reply
    if reply.example is not None:
        if reply.example not in examples:
            known = ", ".join(examples) or "none"
            raise ValueError(
                f"{operation.id} has no example {reply.example!r} here; it has: {known}"
            )
        return examples[reply.example]
    if not reply.is_scripted and examples:
        return next(iter(examples.values()))
    if operation.protocol is None:
        raise ValueError(
            f"{operation.id} has no example here and no known protocol; give a body or events"
        )
    if not reply.is_scripted:
        reply = reply.but(reasoning=_STAND_IN.reasoning, text=_STAND_IN.text)
    scripted = Turn(reply=reply, request=turn.request, number=turn.number, created=turn.created)
    return builder(_PROTOCOLS[operation.protocol])(scripted)


def _error_event(operation: Operation, fault: StreamError) -> Mapping[str, Any]:
    if fault.event is not None:
        return fault.event
    event: Mapping[str, Any] = _PROTOCOLS[operation.protocol or "chat"].error_event(fault)
    return event


def _frame(item: Any, named: bool, newline: str) -> bytes:
    """Return an event as the stream has it, its blank line included."""
    lines: list[str] = []
    if isinstance(item, str):
        data = item
    else:
        data = _dumps(item).decode()
        if named and isinstance(item, Mapping) and isinstance(item.get("type"), str):
            lines.append(f"event: {item['type']}")
    lines += [f"data: {line}" for line in data.split("\n")]
    return "".join(line + newline for line in (*lines, "")).encode()


def _example_error(
    operation: Operation, status: int, headers: Mapping[str, str] | None = None
) -> Answer:
    """Return the document's example of an error, or one in the protocol's shape."""
    body = operation.errors.get(status)
    if body is None:
        message = f"The document has no example of an error with status {status}"
        body = error_body(operation.protocol, status, message)
    return _own_error(status, body, headers)


def _own_error(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Answer:
    return Answer(status, (("Content-Type", _JSON), *(headers or {}).items()), (_dumps(body),))


def _is_authorized(operation: Operation, request: RecordedRequest) -> bool:
    """Tell whether one of the alternatives' headers are all there, whatever the key."""

    def has(name: str, scheme: str) -> bool:
        value = (request.header(name) or "").strip()
        given, _, key = value.partition(" ") if scheme else ("", "", value)
        return given.lower() == scheme and bool(key.strip())

    return not operation.security or any(
        all(has(*header) for header in headers) for headers in operation.security
    )


def _body_problem(operation: Operation, body: Any) -> tuple[str, str | None] | None:
    """Return what is wrong with a request's body, and the property at fault; None if it's good."""
    if not isinstance(body, dict):
        return "The request body must be a JSON object", None
    for name in operation.required:
        if name not in body:
            return f"Missing required property '{name}'", name
    if not isinstance(body.get("stream", False), bool | None):
        return "Property 'stream' must be a boolean", "stream"
    return None


def _headers(reply: Reply, content_type: str) -> tuple[tuple[str, str], ...]:
    fields = [("Content-Type", reply.content_type or content_type)]
    if content_type == _EVENT_STREAM:
        fields.append(("Cache-Control", "no-cache"))
    return (*fields, *reply.headers.items())


def _dumps(value: Any) -> bytes:
    """Return compact JSON, in UTF-8 where it can be; lone surrogates stay escapes."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()
