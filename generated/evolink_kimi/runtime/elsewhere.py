"""What attributes of other packages' objects are called here, for those who come from there.

Loaded only when an attribute is asked for that isn't there.
"""

from __future__ import annotations

from typing import Final

__all__ = ["error_hint", "hint", "model_hint", "stream_hint"]

_OF_CLIENTS: Final = {
    "aclose": "close()",
    "completions": "chat.completions",
    "copy": "with_options(…)",
    "delete": "request(…)",
    "get": "request(…)",
    "patch": "request(…)",
    "post": "request(…)",
    "put": "request(…)",
}
_OF_RESOURCES: Final = {
    "create": "completions.create(…)",
    "parse": "create(…), whose answer has parse(…)",
    "stream": "completions.stream(…)",
}

_OF_MODELS: Final = {
    "copy": "copy.copy(…)",
    "dict": "to_dict()",
    "get": "to_dict().get(…)",
    "items": "to_dict().items()",
    "json": "to_json()",
    "keys": "to_dict().keys()",
    "model_copy": "copy.copy(…)",
    "model_dump": "to_dict()",
    "model_dump_json": "to_json()",
    "model_validate": "from_dict(…)",
    "model_validate_json": "from_json(…)",
    "parse_obj": "from_dict(…)",
    "parse_raw": "from_json(…)",
    "values": "to_dict().values()",
}
_OF_STREAMS: Final = {
    "aclose": "close()",
    "current_completion_snapshot": "snapshot",
    "current_message_snapshot": "snapshot",
    "get_final_completion": "get_final()",
    "get_final_message": "get_final()",
    "get_final_response": "get_final()",
    "get_final_text": "get_final(), whose answer has output_text",
    "headers": "response_headers",
    "response": "http",
}
_OF_ERRORS: Final = {
    "http_body": "body",
    "http_status": "status_code",
    "json_body": "body",
    "response": "headers, status_code and body",
    "status": "status_code",
}
_OF_RESPONSE_STREAMS: Final = frozenset(
    "deltas get_final reasoning_stream snapshot text_stream until_done".split()
)


def hint(name: str, kind: type) -> str:
    """What to add to the message for an attribute that a client or resource hasn't got, or ""."""
    here = _OF_CLIENTS.get(name) or _OF_RESOURCES.get(name) or ""
    ours = here.partition("(")[0].partition(".")[0]
    return f"; here it is {here}" if ours and hasattr(kind, ours) else ""


def model_hint(name: str) -> str:
    """What to add to the message for an attribute that a model hasn't got; "" if nothing."""
    here = _OF_MODELS.get(name)
    return f"; here it is {here}" if here else ""


def error_hint(name: str) -> str:
    """As `model_hint`, for an error."""
    here = _OF_ERRORS.get(name)
    return f"; here it is {here}" if here else ""


def stream_hint(name: str, kind: type) -> str:
    """As `model_hint`, for a stream of the class `kind`."""
    here = _OF_STREAMS.get(name)
    hint = f"; here it is {here}" if here else ""
    ours = (here or name).partition("(")[0]
    if ours in _OF_RESPONSE_STREAMS and not hasattr(kind, ours):
        hint += (
            "; streams of `.stream(…)` have it, those of `create(…, stream=True)` give events only"
        )
    return hint
