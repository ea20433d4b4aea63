"""The rules of an event stream, which overlays state in `x-sse` beside its schema."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from pipeline.errors import Problem
from pipeline.pointer import join
from pipeline.types import Json, JsonObject

__all__ = ["EVENT_STREAM", "is_event_stream", "wrong_rules"]

EVENT_STREAM = "text/event-stream"

_LISTS = ("terminal-events", "error-events")
_RULES = ("sentinel", *_LISTS)


def is_event_stream(media_type: str) -> bool:
    """Whether a media type, parameters aside, is that of server-sent events."""
    return media_type.partition(";")[0].strip().lower() == EVENT_STREAM


def wrong_rules(media_type: str, media: JsonObject, pointer: str) -> Iterator[Problem]:
    """A problem for each rule of a media type's `x-sse` that the client would not follow.

    Args:
        media: The media type object.
        pointer: Where it is.
    """
    if "x-sse" not in media:
        return
    here = join(pointer, "x-sse")
    if not is_event_stream(media_type):
        yield Problem(
            f"rules of an event stream, and {media_type!r} is none",
            pointer=here,
            remedy=f"Put them beside the schema of {EVENT_STREAM}.",
        )
        return
    for key, value in media["x-sse"].items():
        if key.startswith("x-"):
            continue
        if key not in _RULES:
            near = difflib.get_close_matches(key, _RULES, n=1)
            yield Problem(
                f"there is no rule {key!r} of event streams",
                pointer=join(here, key),
                remedy=f"Did you mean {near[0]!r}?" if near else f"Use {', '.join(_RULES)}.",
            )
        elif not (_is_texts(value) if key in _LISTS else isinstance(value, str)):
            wanted = "a list of event types" if key in _LISTS else "a text"
            yield Problem(f"{key!r} is not {wanted}", pointer=join(here, key))


def _is_texts(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
