"""Every status that the vendor, its upstream and its proxies send, with every shape of body."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from overlays.runtime.errors import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    InsufficientQuotaError,
    InternalServerError,
    NotFoundError,
    OverloadedError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    UnprocessableEntityError,
)
from tests.support.drivers import DRIVERS, descriptors
from tests.support.fault_server import FaultServer, Script, answer

# Status, the class where the body says nothing more, and the types that come with it.
STATUSES: dict[int, tuple[type[APIStatusError], dict[str, type[APIStatusError]]]] = {
    301: (APIStatusError, {}),
    400: (
        BadRequestError,
        {"invalid_request_error": BadRequestError, "content_filter": BadRequestError},
    ),
    401: (
        AuthenticationError,
        {
            "authentication_error": AuthenticationError,
            "invalid_authentication_error": AuthenticationError,
            "incorrect_api_key_error": AuthenticationError,
        },
    ),
    402: (
        InsufficientQuotaError,
        {
            "insufficient_quota_error": InsufficientQuotaError,
            "insufficient_quota": InsufficientQuotaError,
            "billing_error": InsufficientQuotaError,
        },
    ),
    403: (
        PermissionDeniedError,
        {
            "permission_error": PermissionDeniedError,
            "permission_denied_error": PermissionDeniedError,
            "insufficient_quota": InsufficientQuotaError,
        },
    ),
    404: (
        NotFoundError,
        {"not_found_error": NotFoundError, "resource_not_found_error": NotFoundError},
    ),
    408: (APIStatusError, {}),
    409: (ConflictError, {}),
    413: (
        RequestTooLargeError,
        {
            "request_too_large_error": RequestTooLargeError,
            "invalid_request_error": RequestTooLargeError,
            "request_too_large": RequestTooLargeError,
        },
    ),
    418: (APIStatusError, {}),
    422: (UnprocessableEntityError, {}),
    429: (
        RateLimitError,
        {
            "rate_limit_error": RateLimitError,
            "rate_limit_reached_error": RateLimitError,
            "engine_overloaded_error": OverloadedError,
            "exceeded_current_quota_error": InsufficientQuotaError,
            "insufficient_quota_error": InsufficientQuotaError,
        },
    ),
    499: (APIStatusError, {"client_closed_request": APIStatusError}),
    500: (
        InternalServerError,
        {
            "internal_server_error": InternalServerError,
            "server_error": InternalServerError,
            "api_error": InternalServerError,
            "unexpected_output": InternalServerError,
            "authentication_error": InternalServerError,
        },
    ),
    502: (
        InternalServerError,
        {
            "upstream_error": InternalServerError,
            "bad_gateway_error": InternalServerError,
            "server_error": InternalServerError,
        },
    ),
    503: (
        InternalServerError,
        {
            "service_unavailable_error": InternalServerError,
            "server_unavailable": InternalServerError,
            "overloaded_error": OverloadedError,
        },
    ),
    504: (InternalServerError, {}),
    524: (InternalServerError, {"timeout_error": InternalServerError}),
    529: (OverloadedError, {"overloaded_error": OverloadedError}),
}


@dataclass(frozen=True)
class Shape:
    """A body without a type of its own.

    Attributes:
        says: What the message has.
    """

    body: bytes
    says: str
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


NOTHING = "no error message"
SHAPES: dict[str, Shape] = {
    "nothing": Shape(b"", NOTHING),
    "a page": Shape(
        b"<!doctype html><html><title>Bad gateway</title><body>nginx",
        "Bad gateway",
        {},
        "text/html",
    ),
    "plain text": Shape(b"error code: 524", "error code: 524", {}, "text/plain"),
    "a JSON string": Shape(b'"down for repairs"', "down for repairs"),
    "a JSON list": Shape(b'[{"message":"listed"}]', "listed"),
    "null": Shape(b"null", ""),
    "a number": Shape(b"7", "7"),
    "the error as text": Shape(b'{"error":"told"}', "told"),
    "code an integer": Shape(b'{"error":{"message":"told","code":418}}', "told"),
    "code null": Shape(b'{"error":{"message":"told","type":null,"code":null}}', "told"),
    "no message": Shape(b'{"error":{}}', ""),
    "Messages": Shape(b'{"type":"error","error":{"message":"told"},"request_id":"r7"}', "told"),
    "a Go gateway": Shape(
        b'{"error":{"type":"<nil>","message":"told (request id: r7-abc)"},"type":"error"}', "told"
    ),
    "FastAPI": Shape(b'{"detail":[{"loc":["body"],"msg":"told"}]}', "told"),
    "compressed": Shape(
        gzip.compress(b'{"error":{"message":"told"}}'), "told", {"Content-Encoding": "gzip"}
    ),
    "compression cut off": Shape(
        gzip.compress(b'{"error":{"message":"told"}}')[:-12], "", {"Content-Encoding": "gzip"}
    ),
    "no compression though told": Shape(
        b'{"error":{"message":"told"}}', "", {"Content-Encoding": "gzip"}
    ),
    "not UTF-8": Shape(b'{"error":{"message":"caf\xe9"}}', "caf"),
    "JSON cut off": Shape(b'{"error":{"message":"to', "to"),
    "of another type": Shape(b'{"error":{"message":"told"}}', "told", {}, "text/event-stream"),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("driver", list(DRIVERS))
@pytest.mark.parametrize("step", ["json", "stream"])
def test_every_status_with_every_shape(driver: str, step: str, name: str) -> None:
    shape = SHAPES[name]
    scripts: list[Script] = [
        [answer(status, shape.body, shape.headers, shape.content_type)] for status in STATUSES
    ]
    made = DRIVERS[driver]()
    made.run([], base_url="http://127.0.0.1:1")
    before = descriptors()
    with FaultServer(scripts) as server:
        outcomes = made.run([step] * len(STATUSES), base_url=server.url, max_retries=0)
        assert server.wait_until_closed() == 0
    assert descriptors() <= before
    assert len(server.requests) == len(STATUSES)
    for (status, (cls, _)), outcome in zip(STATUSES.items(), outcomes, strict=True):
        error = outcome.error
        assert type(error) is cls, (status, error)
        assert isinstance(error, APIStatusError)
        assert error.status_code == status
        assert shape.says in error.message
        assert error.message
        assert error.attempts == 1
        assert error.host == server.url.removeprefix("http://")
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


TYPES = [(status, type_) for status, (_, types) in STATUSES.items() for type_ in types]
FORMS: dict[str, Callable[[str], dict[str, Any]]] = {
    "chat": lambda type_: {"error": {"message": "told", "type": type_, "code": None}},
    "messages": lambda type_: {"type": "error", "error": {"message": "told", "type": type_}},
    "responses": lambda type_: {"error": {"message": "told", "code": type_}},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("driver", list(DRIVERS))
def test_every_type_in_every_protocol(driver: str, form: str) -> None:
    scripts: list[Script] = [
        [answer(status, json.dumps(FORMS[form](type_)).encode())] for status, type_ in TYPES
    ]
    with FaultServer(scripts) as server:
        outcomes = DRIVERS[driver]().run(["json"] * len(TYPES), base_url=server.url, max_retries=0)
    for (status, type_), outcome in zip(TYPES, outcomes, strict=True):
        assert type(outcome.error) is STATUSES[status][1][type_], (status, type_)
        assert isinstance(outcome.error, APIStatusError)
        assert type_ in (outcome.error.type, outcome.error.code)
