"""Whether a JSON object is the answer that was asked for, or an error in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from .operation import Operation

__all__ = ["failed_choice", "is_error", "missing_in", "partial_in", "says_error"]

ResponseT = TypeVar("ResponseT")

# Codes by which gateways say that all is well.
_SUCCESS: Final = (0, 200, "0", "200")
_NO_ERROR: Final = (None, False)


def says_error(value: Mapping[str, Any]) -> bool:
    """Whether an object that is no answer tells of an error, in any of the words seen."""
    if value.get("type") == "error" or value.get("success") is False:
        return True
    if any(value.get(key) not in _NO_ERROR for key in ("error", "errors", "detail")):
        return True
    code = value.get("code")
    if value.get("success") is True or code in _SUCCESS:
        return False
    return code is not None or any(type(value.get(key)) is str for key in ("message", "msg"))


def is_error(operation: Operation[Any, Any], value: Mapping[str, Any]) -> bool:
    """Whether an object that came as the answer is an error, though its status says success.

    An object without an answer is one if it says so, and a response of Responses that failed, as
    well as a chat completion of which a choice failed, though it has what was written by then. An
    `error` beside an answer counts where no document says that it may be there.
    """
    protocol = operation.protocol
    if not operation.answer_keys:  # what makes an answer is not known
        return bool(value.get("error")) and protocol != "responses"
    if not _has_answer(operation, value):
        return says_error(value)
    if protocol is None:
        return False
    if protocol == "responses":
        return value.get("status") == "failed"
    return bool(value.get("error")) or failed_choice(value) is not None


def _has_answer(operation: Operation[Any, Any], value: Mapping[str, Any]) -> bool:
    found = [value[key] for key in operation.answer_keys if value.get(key) is not None]
    if operation.protocol is None:
        return bool(found)
    return any(type(item) is list and (item or operation.protocol != "chat") for item in found)


def partial_in(operation: Operation[ResponseT, Any], value: dict[str, Any]) -> ResponseT | None:
    """The answer in an object that is an error, None if there is none of it."""
    return operation.response(value) if _has_answer(operation, value) else None


def failed_choice(value: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first choice of a chat completion, or of a chunk of one, that ended in an error."""
    choices = value.get("choices")
    for choice in choices if type(choices) is list else ():
        if type(choice) is dict and (choice.get("error") or choice.get("finish_reason") == "error"):
            found: dict[str, Any] = choice
            return found
    return None


def missing_in(operation: Operation[Any, Any], value: Mapping[str, Any]) -> str:
    """What each answer of a protocol has and this object has not; "" if it has all of it."""
    keys = operation.answer_keys
    if operation.protocol is None or not keys:
        return ""
    if not any(type(value.get(key)) is list for key in keys):
        return " or ".join(keys)
    if operation.protocol == "chat":
        for number, choice in enumerate(value.get("choices") or ()):
            if type(choice) is not dict or type(choice.get("message")) is not dict:
                return f"choices[{number}].message"
    return ""
