"""Failures: by status, inside a stream, and by what cannot be read at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import (
    CHAT,
    MESSAGES,
    RESPONSES,
    Body,
    Vector,
    error,
    event_stream,
    json_body,
    sse,
)
from parity.authoring.streams_chat import chunk
from parity.authoring.streams_messages import MESSAGE_EVENTS
from parity.authoring.streams_responses import RESPONSE_EVENTS

__all__ = ["vectors"]

_IN_STREAM = "https://github.com/anthropics/anthropic-sdk-python/issues/1258"
_PLAIN_DATA = "https://github.com/openai/openai-python/issues/2796"
_NOT_EVENTS = "https://github.com/modelcontextprotocol/typescript-sdk/pull/2520"
_AS_ANSWER = "https://github.com/modelscope/evalscope/pull/1673"
_COMMENT = "https://github.com/tmc/langchaingo/pull/631"

# Status, `error.type`, neutral name, whether to try again.
_STATUSES = (
    (400, "invalid_request_error", "bad_request", False),
    (401, "invalid_authentication_error", "authentication", False),
    (402, "insufficient_quota_error", "insufficient_quota", False),
    (403, "permission_error", "permission_denied", False),
    (404, "not_found_error", "not_found", False),
    (409, "conflict_error", "conflict", True),
    (413, "request_too_large", "request_too_large", False),
    (422, "invalid_request_error", "unprocessable", False),
    (429, "rate_limit_error", "rate_limit", True),
    (500, "internal_server_error", "server", True),
    (529, "overloaded_error", "overloaded", True),
)


def vectors() -> Iterator[Vector]:
    """Errors by status, by type, by host, inside streams and of what is no answer."""
    for status, kind, name, retryable in _STATUSES:
        value = {"error": {"message": "No.", "type": kind, "code": status}}
        yield error(
            f"status-{status}",
            CHAT,
            f"HTTP {status}.",
            json_body(value, status, retry_after_ms="1"),
            name,
            retryable=retryable,
            status=status,
            type=kind,
            code=status,
            message="No.",
        )
    yield from _types()
    yield from _bodies()
    yield from _hosts()
    yield from _streams()
    yield from _answers()
    yield from _unreadable()


def _types() -> Iterator[Vector]:
    value: dict[str, Any]
    for status, kind, name, retryable in (
        (429, "exceeded_current_quota_error", "insufficient_quota", False),
        (403, "insufficient_quota", "insufficient_quota", False),
        (403, "access_terminated_error", "insufficient_quota", False),
        (429, "engine_overloaded_error", "overloaded", True),
    ):
        value = {"error": {"message": "No.", "type": kind}}
        yield error(
            f"type-{kind.replace('_', '-')}",
            CHAT,
            f"The type says more than HTTP {status}.",
            json_body(value, status, retry_after_ms="1"),
            name,
            retryable=retryable,
            status=status,
            type=kind,
        )
    value = {"error": {"message": "You've reached your usage limit.", "type": "permission_error"}}
    yield error(
        "permission-of-quota",
        CHAT,
        "A permission that is refused for want of quota.",
        json_body(value, 403),
        "insufficient_quota",
        status=403,
        type="permission_error",
        sources=["https://github.com/openclaw/openclaw/pull/142656"],
    )
    value = {
        "type": "error",
        "error": {"type": "overloaded_error", "message": "Busy."},
        "request_id": "req_1",
    }
    yield error(
        "overloaded",
        MESSAGES,
        "The protocol's own shape, with the id of the request.",
        json_body(value, 529, retry_after_ms="1"),
        "overloaded",
        retryable=True,
        status=529,
        type="overloaded_error",
        message="Busy.",
        request_id="req_1",
    )
    value = {"error": {"message": "No.", "type": "server_error"}}
    yield error(
        "should-not-retry",
        CHAT,
        "The server's x-should-retry decides.",
        json_body(value, 500, x_should_retry="false"),
        "server",
        status=500,
    )


def _bodies() -> Iterator[Vector]:
    html = Body(
        b"<html><h1>502 Bad Gateway</h1></html>",
        502,
        {"content-type": "text/html", "retry-after-ms": "1"},
    )
    yield error(
        "html",
        CHAT,
        "A page of HTML from a proxy.",
        html,
        "server",
        retryable=True,
        status=502,
        type=None,
    )
    yield error(
        "empty", CHAT, "No body at all.", Body(b"", 400), "bad_request", status=400, type=None
    )
    yield error(
        "string",
        CHAT,
        "The error is only text.",
        json_body({"error": "No."}, 400),
        "bad_request",
        status=400,
        type=None,
        message="No.",
    )
    yield error(
        "no-object",
        CHAT,
        "The body is JSON, but no object.",
        json_body([1], 404),
        "not_found",
        status=404,
        type=None,
    )
    body = json_body(
        {"error": {"message": "No.", "type": "rate_limit_error"}}, 429, retry_after_ms="1"
    )
    yield error(
        "stream-refused",
        CHAT,
        "A stream that is refused by status, with a JSON body.",
        body,
        "rate_limit",
        retryable=True,
        events=[],
        status=429,
    )


def _hosts() -> Iterator[Vector]:
    for status in (502, 503, 504, 524):
        value = {"error": {"message": "No.", "type": "upstream_error"}}
        yield error(
            f"host-{status}",
            CHAT,
            f"After HTTP {status} the other host is asked at once.",
            json_body(value, status),
            "server",
            retryable=True,
            hosts=[0, 1],
            status=status,
        )
    value = {"error": {"message": "No.", "type": "internal_server_error"}}
    yield error(
        "host-500",
        CHAT,
        "After HTTP 500 the same host is asked again.",
        [json_body(value, 500, retry_after_ms="1")],
        "server",
        retryable=True,
        attempts=2,
        hosts=[0, 0],
        status=500,
    )
    yield error(
        "no-answer",
        CHAT,
        "The connection is closed without a byte of an answer; the request is sent once more.",
        Body(b"", 0),
        "connection",
        retryable=True,
    )


def _streams() -> Iterator[Vector]:
    start = [chunk({"role": "assistant", "content": ""}), chunk({"content": "Hel"})]
    value: dict[str, Any] = {
        "error": {"message": "Busy.", "type": "overloaded_error", "code": None}
    }
    details: dict[str, Any] = {"status": 200, "type": "overloaded_error", "message": "Busy."}
    yield error(
        "stream-first",
        CHAT,
        "An error as the first data of a stream.",
        event_stream(sse([value], done=False)),
        "overloaded",
        events=[],
        sources=[_PLAIN_DATA],
        **details,
    )
    yield error(
        "stream-later",
        CHAT,
        "An error after some text; what came is not sent again.",
        event_stream(sse([*start, value], done=False)),
        "overloaded",
        events=start,
        sources=[_PLAIN_DATA],
        **details,
    )
    yield error(
        "stream-string",
        CHAT,
        "The error is only text.",
        event_stream(sse([*start, {"error": "No."}])),
        "status",
        events=start,
        status=200,
        type=None,
        message="No.",
    )
    yield error(
        "stream-code",
        CHAT,
        "Without a type the code decides.",
        event_stream(sse([*start, {"error": {"message": "No.", "code": 429}}])),
        "rate_limit",
        events=start,
        status=200,
        code=429,
    )
    yield error(
        "stream-reset",
        CHAT,
        "The connection breaks after some text: it is not asked again, the text would come twice.",
        event_stream(sse(start, done=False), then="reset"),
        "stream_truncated",
        events=start,
        status=200,
        sources=["https://github.com/HKUDS/nanobot/issues/4038"],
    )
    error_line = b'event: error\ndata: {"error":{"message":"No.","type":"server_error"}}\n\n'
    yield error(
        "stream-event-line",
        CHAT,
        "An error with an event line.",
        event_stream(sse(start, done=False) + error_line),
        "server",
        events=start,
        status=200,
        type="server_error",
    )
    begun = MESSAGE_EVENTS[:4]
    for kind, name in (
        ("overloaded_error", "overloaded"),
        ("rate_limit_error", "rate_limit"),
        ("authentication_error", "authentication"),
        ("invalid_request_error", "bad_request"),
        ("api_error", "server"),
        ("surprising_error", "status"),
    ):
        event = {
            "type": "error",
            "error": {"details": None, "type": kind, "message": "No."},
            "request_id": "req_1",
        }
        yield error(
            f"stream-{kind.replace('_', '-')}",
            MESSAGES,
            "The class follows the type; the status stays 200.",
            event_stream(sse([*begun, event], MESSAGES)),
            name,
            events=begun,
            status=200,
            type=kind,
            message="No.",
            request_id="req_1",
            sources=[_IN_STREAM],
        )
    yield from _response_streams(RESPONSE_EVENTS[:3])


def _response_streams(begun: list[Any]) -> Iterator[Vector]:
    flat = {"type": "error", "code": "server_error", "message": "No.", "param": None}
    yield error(
        "stream-flat",
        RESPONSES,
        "The flat error of the protocol; its code decides.",
        event_stream(sse([*begun, flat], RESPONSES)),
        "server",
        events=begun,
        status=200,
        code="server_error",
        message="No.",
    )
    failed = {
        "type": "response.failed",
        "response": {
            "id": "resp_1",
            "object": "response",
            "status": "failed",
            "error": {"code": "rate_limit_exceeded", "message": "Slow down."},
            "output": [],
        },
    }
    yield error(
        "stream-failed",
        RESPONSES,
        "A response that failed is an error.",
        event_stream(sse([*begun, failed], RESPONSES)),
        "rate_limit",
        events=begun,
        status=200,
        code="rate_limit_exceeded",
        message="Slow down.",
    )


def _answers() -> Iterator[Vector]:
    """Bodies with a success status that have no answer in them, and say why or do not."""
    start = [chunk({"role": "assistant", "content": "Hel"})]
    for name, value, kind in (
        ("error", {"error": {"message": "No.", "type": "overloaded_error"}}, "overloaded"),
        ("code", {"code": 429, "message": "No."}, "rate_limit"),
        ("detail", {"detail": "No."}, "status"),
        ("no-success", {"success": False, "message": "No."}, "status"),
        ("message", {"message": "No."}, "status"),
    ):
        for operation in (CHAT, MESSAGES, RESPONSES):
            yield error(
                f"answer-{name}",
                operation,
                "An error with status 200 where an answer was asked for.",
                json_body(value),
                kind,
                status=200,
                sources=[_AS_ANSWER],
                message="No.",
            )
        yield error(
            f"stream-answer-{name}",
            CHAT,
            "An error in place of a chunk.",
            event_stream(sse([*start, value])),
            kind,
            events=start,
            status=200,
            sources=[_AS_ANSWER],
            message="No.",
        )
        yield error(
            f"stream-json-answer-{name}",
            CHAT,
            "An error as JSON with status 200 where a stream was asked for.",
            json_body(value),
            kind,
            events=[],
            status=200,
            sources=[_AS_ANSWER],
            message="No.",
        )
    for operation in (CHAT, MESSAGES, RESPONSES):
        yield error(
            "answer-missing",
            operation,
            "An object without the answer, and without a word of an error.",
            json_body({"id": "a_1"}),
            "response",
            status=200,
        )
    yield error(
        "answer-null",
        RESPONSES,
        "A response without output, which is not the same as an empty one.",
        json_body({"object": "response", "status": "completed", "error": None, "output": None}),
        "response",
        status=200,
    )
    yield from _failed_choices(start)
    failed = {
        "id": "resp_1",
        "object": "response",
        "status": "failed",
        "error": {"code": "rate_limit_exceeded", "message": "Slow down."},
        "output": [],
    }
    yield error(
        "answer-failed",
        RESPONSES,
        "A response that failed is an error.",
        json_body(failed),
        "rate_limit",
        status=200,
        code="rate_limit_exceeded",
        message="Slow down.",
    )
    value = {"error": {"message": "Slow down.", "type": "rate_limit_error"}}
    events = event_stream(sse([value]))
    yield error(
        "written-as-events",
        CHAT,
        "The body of an error is an event stream.",
        Body(events.content, 429, {**events.headers, "retry-after-ms": "1"}),
        "rate_limit",
        retryable=True,
        status=429,
        type="rate_limit_error",
        message="Slow down.",
    )


def _failed_choices(start: list[Any]) -> Iterator[Vector]:
    upstream = {"code": 502, "message": "Lost."}
    failed = {"index": 0, "finish_reason": "error", "error": upstream}
    said = {"role": "assistant", "content": "Hel"}
    details: dict[str, Any] = {"status": 200, "code": 502, "message": "Lost."}
    yield error(
        "answer-choice",
        CHAT,
        "A choice that ended in an error.",
        json_body({"object": "chat.completion", "choices": [{**failed, "message": said}]}),
        "server",
        **details,
    )
    event = {"object": "chat.completion.chunk", "choices": [{**failed, "delta": {}}]}
    yield error(
        "stream-choice",
        CHAT,
        "A choice that ends in an error.",
        event_stream(sse([*start, event])),
        "server",
        events=start,
        **details,
    )


def _unreadable() -> Iterator[Vector]:
    start = [chunk({"role": "assistant", "content": "Hel"})]
    bad = sse(start, done=False) + b'data: {"half\n\n'
    yield error(
        "stream-malformed",
        CHAT,
        "Data that is no JSON.",
        event_stream(bad),
        "stream_protocol",
        events=start,
        status=200,
    )
    comment = sse(start, done=False) + b"data: : OPENROUTER PROCESSING\n\n"
    yield error(
        "stream-comment-as-data",
        CHAT,
        "A comment that a gateway sent as data.",
        event_stream(comment),
        "stream_protocol",
        events=start,
        status=200,
        sources=[_COMMENT],
    )
    array = sse(start, done=False) + b"data: [1]\n\n"
    yield error(
        "stream-no-object",
        CHAT,
        "Data that is JSON, but no object.",
        event_stream(array),
        "stream_protocol",
        events=start,
        status=200,
    )
    page = Body(b"<html>hello</html>", 200, {"content-type": "text/html"})
    yield error(
        "stream-html",
        CHAT,
        "A page where a stream was asked for.",
        page,
        "stream_protocol",
        events=[],
        status=200,
        sources=[_NOT_EVENTS],
    )
    yield error(
        "stream-empty",
        CHAT,
        "A stream without any event.",
        event_stream(b""),
        "stream_truncated",
        events=[],
        status=200,
    )
    value = {"error": {"message": "Busy.", "type": "overloaded_error"}}
    yield error(
        "stream-json-error",
        CHAT,
        "A JSON error with status 200 where a stream was asked for.",
        json_body(value),
        "overloaded",
        events=[],
        status=200,
        type="overloaded_error",
        sources=[_NOT_EVENTS],
    )
    yield error(
        "html-answer",
        CHAT,
        "A page with status 200 where JSON was asked for.",
        page,
        "response",
        status=200,
    )
