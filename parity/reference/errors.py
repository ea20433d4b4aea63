"""Errors by their neutral names, as `vectors/README.md` lists them."""

from __future__ import annotations

from typing import Any

__all__ = ["SdkError", "error_in_event", "error_in_value", "error_of_answer", "is_retryable"]

_BY_STATUS = {
    400: "bad_request",
    401: "authentication",
    402: "insufficient_quota",
    403: "permission_denied",
    404: "not_found",
    409: "conflict",
    413: "request_too_large",
    422: "unprocessable",
    429: "rate_limit",
    529: "overloaded",
}
_QUOTA = (
    "billing_error",
    "access_terminated_error",
    "exceeded_current_quota_error",
    "insufficient_quota",
    "insufficient_quota_error",
)
_BY_TYPE = {
    **dict.fromkeys(_QUOTA, "insufficient_quota"),
    **dict.fromkeys(("engine_overloaded_error", "overloaded_error"), "overloaded"),
    **dict.fromkeys(("rate_limit_error", "rate_limit_exceeded"), "rate_limit"),
}
# What a type says only where the status says nothing, inside a stream.
_IN_STREAM = {
    "authentication_error": "authentication",
    "invalid_request_error": "bad_request",
    **dict.fromkeys(("api_error", "server_error"), "server"),
}
_RETRYABLE = ("conflict", "overloaded", "rate_limit", "server")


class SdkError(Exception):
    """A failed call.

    Attributes:
        facts: `name` and, where known, `status`, `type`, `code`, `message`, `request_id`.
    """

    def __init__(self, name: str, **facts: Any) -> None:
        super().__init__(name)
        self.facts = {"name": name, **facts}


def error_of_answer(status: int, body: Any) -> SdkError:
    """The error of an answer by its HTTP status and its body, JSON or not."""
    facts = _facts(body)
    name = _BY_TYPE.get(facts["type"] or "") or _by_status(status)
    if facts["type"] == "permission_error" and "usage limit" in facts["message"]:
        name = "insufficient_quota"
    return SdkError(name, status=status, **facts)


def _by_status(status: Any) -> str:
    is_server = isinstance(status, int) and 500 <= status < 600
    return _BY_STATUS.get(status, "server" if is_server else "status")


def error_in_event(event: dict[str, Any]) -> SdkError | None:
    """The error that an event of a stream is, if it is one."""
    kind = event.get("type")
    if kind == "response.failed":
        facts = _facts({"error": event["response"]["error"]})
    elif kind == "error" and "error" not in event:
        facts = _facts({"error": event})
        facts["type"] = None
    elif kind == "error" or event.get("error") or (kind is None and _says_error(event)):
        facts = _facts(event)
    elif failed := [c for c in event.get("choices") or () if c.get("finish_reason") == "error"]:
        facts = _facts(failed[0])
    else:
        return None
    words = [word for word in (facts["type"], facts["code"]) if isinstance(word, str)]
    names = [table[word] for table in (_BY_TYPE, _IN_STREAM) for word in words if word in table]
    names.append(_by_status(facts["code"]))
    return SdkError(names[0], status=200, **facts)


def error_in_value(value: dict[str, Any]) -> SdkError | None:
    """The error that an answer with a success status is, if it is one."""
    if value.get("status") == "failed":
        return error_in_event({"type": "response.failed", "response": value})
    if value.get("content") or value.get("output"):
        return None
    return error_in_event(value)


def _says_error(value: dict[str, Any]) -> bool:
    if value.get("choices"):
        return False
    told = value.get("code") is not None or value.get("detail") is not None
    return told or value.get("success") is False or isinstance(value.get("message"), str)


def is_retryable(error: SdkError, advice: str | None) -> bool:
    """Whether the same call may succeed later; `advice` is the x-should-retry header."""
    if advice in ("true", "false"):
        return advice == "true"
    return error.facts["name"] in _RETRYABLE


def _facts(body: Any) -> dict[str, Any]:
    detail = body.get("error") if isinstance(body, dict) else None
    if detail is None and isinstance(body, dict):
        detail = {**body, "type": None, "message": body.get("message", body.get("detail"))}
    if not isinstance(detail, dict):
        detail = {"message": detail}
    facts = {key: detail.get(key) for key in ("type", "code", "message")}
    return {**facts, "request_id": body.get("request_id") if isinstance(body, dict) else None}
