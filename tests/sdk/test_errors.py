"""Error classes: chosen by status and type, from any body and any event, picklable, telling."""

from __future__ import annotations

import copy
import json
import pickle
import traceback
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlays.runtime import errors
from overlays.runtime.error_mapping import error_from_event, error_from_response
from overlays.runtime.errors import APIStatusError, KimiError, RateLimitError
from overlays.runtime.headers import Headers
from overlays.runtime.secrecy import Scrubber

CLASSES = [
    value for name in errors.__all__ if issubclass(value := getattr(errors, name), KimiError)
]


@pytest.mark.parametrize(
    ("status", "type_", "expected"),
    [
        (400, "invalid_request_error", "BadRequestError"),
        (400, "content_filter", "BadRequestError"),
        (400, None, "BadRequestError"),
        (401, "authentication_error", "AuthenticationError"),
        (401, "incorrect_api_key_error", "AuthenticationError"),
        (400, "authentication_error", "AuthenticationError"),
        (402, "insufficient_quota_error", "InsufficientQuotaError"),
        (402, None, "InsufficientQuotaError"),
        (403, "permission_denied_error", "PermissionDeniedError"),
        (403, "insufficient_quota", "InsufficientQuotaError"),
        (404, "resource_not_found_error", "NotFoundError"),
        (404, "invalid_request_error", "NotFoundError"),
        (409, None, "ConflictError"),
        (413, "request_too_large", "RequestTooLargeError"),
        (413, "invalid_request_error", "RequestTooLargeError"),
        (422, None, "UnprocessableEntityError"),
        (429, "rate_limit_error", "RateLimitError"),
        (429, "rate_limit_reached_error", "RateLimitError"),
        (429, "exceeded_current_quota_error", "InsufficientQuotaError"),
        (429, "insufficient_quota_error", "InsufficientQuotaError"),
        (429, "billing_error", "InsufficientQuotaError"),
        (429, "engine_overloaded_error", "OverloadedError"),
        (429, "<nil>", "RateLimitError"),
        (499, "client_closed_request", "APIStatusError"),
        (500, "api_error", "InternalServerError"),
        (500, "unexpected_output", "InternalServerError"),
        (502, "authentication_error", "InternalServerError"),
        (502, "upstream_error", "InternalServerError"),
        (503, "overloaded_error", "OverloadedError"),
        (503, "server_unavailable", "InternalServerError"),
        (504, None, "InternalServerError"),
        (524, "timeout_error", "InternalServerError"),
        (529, None, "OverloadedError"),
        (302, None, "APIStatusError"),
        (418, "teapot", "APIStatusError"),
    ],
)
def test_class_by_status_and_type(status: int, type_: str | None, expected: str) -> None:
    body = json.dumps({"error": {"message": "m", "type": type_, "code": status}}).encode()
    error = error_from_response(status, {}, body)
    assert type(error).__name__ == expected
    assert error.status_code == status
    assert error.code == status


@pytest.mark.parametrize(
    ("body", "message", "details"),
    [
        pytest.param(
            b'{"error":{"message":"m","type":"t","code":"c","param":"p"}}',
            "m",
            {"type": "t", "code": "c", "param": "p"},
            id="chat",
        ),
        pytest.param(
            b'{"type":"error","error":{"type":"t","message":"m"},"request_id":"req_1"}',
            "m",
            {"type": "t", "request_id": "req_1"},
            id="messages",
        ),
        pytest.param(
            b'{"error":{"message":"m","fallback_suggestion":"retry after 60 seconds"}}',
            "m",
            {"suggestion": "retry after 60 seconds"},
            id="suggestion inside",
        ),
        pytest.param(
            b'{"error":{"message":"m"},"fallback_suggestion":"s"}',
            "m",
            {"suggestion": "s"},
            id="suggestion outside",
        ),
        pytest.param(
            # https://github.com/MoonshotAI/kimi-agent-sdk/issues/169
            b'{"error":{"type":"<nil>","message":"bad (request id: 20260102abc)"},"type":"error"}',
            "bad (request id: 20260102abc)",
            {"type": None, "request_id": "20260102abc"},
            id="Go's nil",
        ),
        pytest.param(b'{"error":"plain"}', "plain", {"type": None}, id="error as string"),
        pytest.param(
            b'{"error":{"message":"{\\"error\\":{\\"message\\":\\"in\\",\\"type\\":\\"t\\"}}"}}',
            "in",
            {"type": "t"},
            id="upstream's body as message",
        ),
        pytest.param(
            b'{"error":{"error":{"message":"in","type":"t"},"code":7}}',
            "in",
            {"type": "t", "code": 7},
            id="nested",
        ),
        pytest.param(b'{"message":"m","code":true}', "m", {"code": None}, id="flat"),
        pytest.param(b'{"detail":[{"msg":"m","loc":["x"]}]}', "m", {}, id="list of details"),
        pytest.param(b'{"errors":["m"]}', "m", {}, id="list of texts"),
        pytest.param(b'"m"', "m", {}, id="a JSON string"),
        pytest.param(b'["m"]', "m", {}, id="a JSON list"),
        pytest.param(b"[]", "[]", {}, id="an empty list"),
        pytest.param(b"null", "null", {}, id="null"),
        pytest.param(b"0", "0", {}, id="a number"),
        pytest.param(b'{"error":null}', '{"error":null}', {}, id="no error"),
        pytest.param(b"", "The server sent no error message", {}, id="empty"),
        pytest.param(b"  plain\n text ", "plain text", {}, id="text"),
        pytest.param(b"\xff\xfe\x00", "\ufffd\ufffd\x00", {}, id="not text"),
        pytest.param(
            b"<!DOCTYPE html><html><head><title>504 Gateway Time-out</title><style>p{}</style>"
            b"</head><body><h1>504</h1><hr>nginx</body></html>",
            "504 Gateway Time-out 504 nginx",
            {},
            id="a page",
        ),
        pytest.param(b'{"error":{"message":"cut of', '{"error":{"message":"cut of', {}, id="cut"),
    ],
)
def test_any_body_is_read(body: bytes, message: str, details: dict[str, Any]) -> None:
    error = error_from_response(400, {}, body)
    assert type(error).__name__ == "BadRequestError"
    assert error.message == message
    for name, value in details.items():
        assert getattr(error, name) == value


def test_text_tells_what_where_and_what_next() -> None:
    body = {
        "error": {
            "message": "Too many",
            "type": "rate_limit_error",
            "param": "model",
            "fallback_suggestion": "retry after 60 seconds",
        }
    }
    error = error_from_response(
        429,
        Headers([("X-Trace-Id", "tr_1")]),
        json.dumps(body).encode(),
        host="api.evolink.ai",
        attempts=3,
    )
    assert str(error) == (
        "HTTP 429: Too many (type rate_limit_error, param model, host api.evolink.ai, "
        "request id tr_1, 3 attempts). Suggestion: retry after 60 seconds"
    )
    assert error.body == body
    assert error.headers["x-trace-id"] == "tr_1"


def test_a_long_body_is_an_excerpt_in_the_text_and_whole_in_the_error() -> None:
    error = error_from_response(500, {}, b"x" * 100_000)
    assert len(str(error)) < 400
    assert len(error.body) == 100_000


@pytest.mark.parametrize(
    ("protocol", "event", "expected", "message"),
    [
        pytest.param(
            "chat",
            {"error": {"message": "m", "type": "overloaded_error", "code": None}},
            "OverloadedError",
            "m",
            id="chat object",
        ),
        pytest.param("chat", {"error": "m"}, "APIStatusError", "m", id="chat string"),
        pytest.param(
            "chat", {"error": {"message": "m", "code": 502}}, "InternalServerError", "m", id="code"
        ),
        pytest.param(
            "chat", {"error": {"message": "m", "code": "429"}}, "RateLimitError", "m", id="digits"
        ),
        pytest.param(
            "messages",
            {
                "type": "error",
                "error": {"details": None, "type": "overloaded_error", "message": "m"},
                "request_id": "req_1",
            },
            "OverloadedError",
            "m",
            id="messages",
        ),
        pytest.param(
            "messages",
            {"type": "error", "error": {"type": "api_error", "message": "m"}},
            "InternalServerError",
            "m",
            id="messages, general",
        ),
        pytest.param(
            "responses",
            {"type": "error", "code": "server_error", "message": "m", "param": None},
            "InternalServerError",
            "m",
            id="responses, flat",
        ),
        pytest.param(
            "responses",
            {
                "type": "response.failed",
                "response": {"error": {"code": "rate_limit_exceeded", "message": "m"}},
            },
            "RateLimitError",
            "m",
            id="responses, failed",
        ),
        pytest.param(
            "responses",
            {"type": "response.failed", "response": {"error": None}},
            "APIStatusError",
            "The server ended the responses stream with an error and no message",
            id="responses, failed without a reason",
        ),
    ],
)
def test_class_by_event(protocol: str, event: dict[str, Any], expected: str, message: str) -> None:
    error = error_from_event(protocol, event, partial="so far", host="h", attempts=1)
    assert type(error).__name__ == expected
    assert error.message == message
    assert error.status_code == 200
    assert error.partial == "so far"
    assert error.body == event


@pytest.mark.parametrize("cls", CLASSES)
def test_every_class_survives_pickle_and_copy(cls: type[KimiError]) -> None:
    error = cls("m", headers={"x-request-id": "r"}, host="h", attempts=2, partial={"a": 1})
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is cls
        assert str(other) == str(error)
        assert vars(other) == vars(error)


def test_an_error_tells_what_is_called_otherwise_elsewhere() -> None:
    error = RateLimitError("told", status_code=429, body={})
    for name, here in (("response", "headers, status_code and body"), ("status", "status_code")):
        with pytest.raises(AttributeError, match=rf"no attribute '{name}'; here it is {here}$"):
            getattr(error, name)
    with pytest.raises(AttributeError, match=r"^'KimiError' object has no attribute 'response'$"):
        _ = KimiError("told").response  # type: ignore[attr-defined]  # the mistake
    error.add_note("a note")
    assert "a note" in "".join(traceback.format_exception(error))


def test_no_class_is_caught_as_a_builtin_by_mistake() -> None:
    for cls in CLASSES:
        assert not issubclass(cls, (OSError, ValueError, RuntimeError))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "errors", "detail", "message", "type", "code", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_body_is_too_odd(body: bytes) -> None:
    error = error_from_response(503, {}, body)
    assert isinstance(error, APIStatusError)
    assert error.message
    assert str(error)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["type", "error", "response", "message"]), json_values))
def test_no_event_is_too_odd(event: dict[str, Any]) -> None:
    assert str(error_from_event("chat", event))


def test_headers_ignore_case_and_hide_secrets() -> None:
    headers = Headers([("A", "1"), ("Set-Cookie", "s=1"), ("a", "2"), ("SET-COOKIE", "t=2")])
    assert headers["a"] == "1, 2"
    assert headers.get_list("set-cookie") == ["s=1", "t=2"]
    assert "SET-cookie" in headers
    assert headers == {"A": "1, 2", "set-cookie": "s=1, t=2"}
    assert "s=1" not in repr(headers)
    assert pickle.loads(pickle.dumps(headers)) == headers


@pytest.mark.parametrize("name", ["X-Api-Key", "api-key", "Authorization"])
def test_a_key_is_not_shown_whatever_header_it_goes_in(name: str) -> None:
    assert "s3cret" not in repr(Headers([(name, "s3cret")]))


def test_a_key_that_is_quoted_is_hidden_in_each_of_several_headers_of_a_name() -> None:
    items = [("via", "a s3cret-key"), ("via", "b"), ("server", "x")]
    headers = Scrubber("s3cret-key").headers(items)
    assert headers.get_list("via") == ["a ***", "b"]
    assert headers["server"] == "x"


@pytest.mark.parametrize("cut", range(len("s3cret-key-0123")))
def test_a_key_that_is_cut_off_is_hidden_once_it_tells_more_than_how_keys_begin(cut: int) -> None:
    key = "s3cret-key-0123"
    text = f"{key} is not {key[:cut]}"
    expected = f"*** is not {'***' if cut > 7 else key[:cut]}"
    assert Scrubber(key).text(text) == expected
    assert Scrubber(key).value([{"a": text.encode()}]) == [{"a": expected.encode()}]
