"""How error answers and error events become one of the classes in `errors`. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from .answers import failed_choice, says_error
from .error_details import Details, details_of, excerpt_of, json_or_none, request_id_in, shallow
from .errors import (
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
from .headers import Headers, request_id_of
from .sse import SSEDecoder

__all__ = ["error_from_event", "error_from_response"]

_BY_STATUS: Final[Mapping[int, type[APIStatusError]]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: InsufficientQuotaError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: RequestTooLargeError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    529: OverloadedError,
}

# These say more than the status does, whatever it is: a 429 of this vendor can mean "no credit"
# (its Kimi pages), and Moonshot sends overload as 429.
_BY_TYPE_ALWAYS: Final[Mapping[str, type[APIStatusError]]] = {
    # Kimi's, sent with a 403 when what the account may use is used up.
    "access_terminated_error": InsufficientQuotaError,
    "billing_error": InsufficientQuotaError,
    "exceeded_current_quota_error": InsufficientQuotaError,
    "insufficient_quota": InsufficientQuotaError,
    "insufficient_quota_error": InsufficientQuotaError,
    "insufficient_user_quota": InsufficientQuotaError,
    "engine_overloaded_error": OverloadedError,
    "overloaded_error": OverloadedError,
    "rate_limit_error": RateLimitError,
    "rate_limit_exceeded": RateLimitError,
    "rate_limit_reached_error": RateLimitError,
}

# These decide over a 4xx, but not over a 5xx, where they tell of the gateway's own upstream.
_BY_TYPE_OVER_4XX: Final[Mapping[str, type[APIStatusError]]] = {
    "authentication_error": AuthenticationError,
    "incorrect_api_key_error": AuthenticationError,
    "invalid_api_key": AuthenticationError,
    "invalid_authentication_error": AuthenticationError,
    "permission_denied_error": PermissionDeniedError,
    "permission_error": PermissionDeniedError,
    "model_not_found": NotFoundError,
    "not_found_error": NotFoundError,
    "resource_not_found_error": NotFoundError,
    "request_too_large": RequestTooLargeError,
    "request_too_large_error": RequestTooLargeError,
}

# These are too general to decide over a status; they serve error events, whose status is 200.
_BY_TYPE_IN_STREAM: Final[Mapping[str, type[APIStatusError]]] = {
    "content_filter": BadRequestError,
    "invalid_request_error": BadRequestError,
    "invalid_prompt": BadRequestError,
    "api_error": InternalServerError,
    "bad_gateway_error": InternalServerError,
    "internal_error": InternalServerError,
    "internal_server_error": InternalServerError,
    "server_error": InternalServerError,
    "server_unavailable": InternalServerError,
    "service_unavailable_error": InternalServerError,
    "timeout_error": InternalServerError,
    "unexpected_output": InternalServerError,
    "upstream_error": InternalServerError,
}


# Kimi calls a spent quota a matter of permissions, too.
_PERMISSION: Final = frozenset({"permission_denied_error", "permission_error"})
_OF_QUOTA: Final = re.compile(r"\busage[ _-]limit|\bquota", re.IGNORECASE)


def _class_by_status(status: int) -> type[APIStatusError]:
    found = _BY_STATUS.get(status)
    if found is not None:
        return found
    return InternalServerError if 500 <= status < 600 else APIStatusError


def _choose_class(status: int, details: Details) -> type[APIStatusError]:
    """The error class for an HTTP status (200 for an event in a stream), and what was told."""
    code = details.code
    names = [name.lower() for name in (details.type, code) if isinstance(name, str)]
    if status < 500 and not _PERMISSION.isdisjoint(names) and _OF_QUOTA.search(details.message):
        return InsufficientQuotaError
    tables: list[Mapping[str, type[APIStatusError]]] = [_BY_TYPE_ALWAYS]
    if status < 500:
        tables.append(_BY_TYPE_OVER_4XX)
    if status < 400:
        tables.append(_BY_TYPE_IN_STREAM)
    for table in tables:
        for name in names:
            found = table.get(name)
            if found is not None:
                return found
    if status < 400:
        in_code = _as_status(code)
        if in_code is not None:
            return _class_by_status(in_code)
    return _class_by_status(status)


def _as_status(code: str | int | None) -> int | None:
    """A `code` that is an HTTP error status, as 26 of the vendor's 32 documents have it."""
    if isinstance(code, str):
        if not (code.isascii() and code.isdigit() and len(code) == 3):
            return None
        code = int(code)
    return code if code is not None and 400 <= code < 600 else None


def _make(
    details: Details,
    *,
    status_code: int,
    fallback: str,
    body: Any,
    headers: Mapping[str, str],
    request_id: str | None,
    host: str | None,
    attempts: int,
    partial: Any,
) -> APIStatusError:
    if request_id is None:
        request_id = request_id_of(headers) or details.request_id
    if request_id is None:
        request_id = request_id_in(details.message)
    cls = _choose_class(status_code, details)
    return cls(
        details.message or fallback,
        status_code=status_code,
        type=details.type,
        code=details.code,
        param=details.param,
        suggestion=details.suggestion,
        body=shallow(body),
        request_id=request_id,
        headers=headers,
        host=host,
        attempts=attempts,
        partial=partial,
    )


def error_from_response(
    status_code: int,
    headers: Mapping[str, str],
    content: bytes,
    *,
    host: str | None = None,
    attempts: int = 1,
    unread: str = "",
) -> APIStatusError:
    """The error for an answer that is not a success.

    Args:
        status_code: HTTP status; a redirect counts as an error, since none is followed.
        headers: Headers of the response.
        content: The body, content-decoded as far as possible. Any bytes will do: JSON of any
            shape, a page of HTML, nothing.
        host: The host that answered.
        attempts: How many times the request was sent.
        unread: Why the body was not read, if it was not.
    """
    body = json_or_none(content)
    if body is None:
        body = _json_in_events(content)
    details = details_of(body)
    if body is None:
        body = content.decode("utf-8", "replace")
    fallback = excerpt_of(content)
    if not fallback:
        location = headers.get("location")
        if 300 <= status_code < 400 and location:
            fallback = f"The server redirects to {excerpt_of(location)}; redirects are not followed"
        else:
            fallback = unread or "The server sent no error message"
    return _make(
        details,
        status_code=status_code,
        fallback=fallback,
        body=body,
        headers=headers,
        request_id=None,
        host=host,
        attempts=attempts,
        partial=None,
    )


def _json_in_events(content: bytes) -> dict[str, Any] | None:
    """The error in a body that is an event stream, as a stream would have it; None if none is."""
    decoder = SSEDecoder()
    rest = decoder.frames(content)
    last = decoder.finish()
    datas = [frame[0] for frame in rest] + ([] if last is None else [last.data.encode()])
    values = [value for data in datas if isinstance(value := json_or_none(data), dict)]
    return next((value for value in values if says_error(value)), None)


def error_from_event(
    protocol: str | None,
    event: Mapping[str, Any],
    *,
    status_code: int = 200,
    headers: Mapping[str, str] | None = None,
    request_id: str | None = None,
    host: str | None = None,
    attempts: int = 1,
    partial: Any = None,
) -> APIStatusError:
    """The error for an error event inside a stream, or an error object answered with status 200.

    Takes every shape known: `{"error": {...}}` and `{"error": "text"}` (chat), `{"type": "error",
    "error": {...}, "request_id": ...}` (messages), the flat `{"type": "error", "code", "message",
    "param"}` and `response.failed` with `response.error` (responses), a choice that failed, and an
    answer without what was asked for. The class follows `error.type`, else `error.code`;
    `status_code` stays what HTTP said.

    Args:
        protocol: The operation's protocol; names it where the event itself says nothing.
        event: The event's data.
        partial: The typed response so far.
    """
    value: dict[str, Any] = dict(event)
    response = value.get("response")
    choice = None if value.get("error") else failed_choice(value)
    details = details_of(value if choice is None else choice)
    fallback = f"The server ended the {protocol or 'event'} stream with an error and no message"
    if isinstance(response, dict) and str(value.get("type")).startswith("response."):
        details = details_of(response.get("error"))
    elif choice is None and value.get("status") != "failed":
        fallback = excerpt_of(json.dumps(shallow(value), ensure_ascii=False))
    return _make(
        details,
        status_code=status_code,
        fallback=fallback,
        body=value,
        headers=headers or Headers(),
        request_id=request_id or details.request_id,
        host=host,
        attempts=attempts,
        partial=partial,
    )
