"""A recording of the client's `record=`: an HTTP response in a file, read for playing it back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

__all__ = ["read_recording"]

_STATUS_LINE: Final = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n")


def read_recording(path: Path) -> dict[str, Any]:
    """Return the settings of a `Reply` that is what the file holds.

    Raises:
        ValueError: The file doesn't begin as an HTTP response.
    """
    content = path.read_bytes()
    head, end, body = content.partition(b"\r\n\r\n")
    status = _STATUS_LINE.match(head + b"\r\n")
    if status is None or not end:
        raise ValueError(
            f"{path} is no recording: it begins with {content[:40]!r}, not with the status line "
            "and headers of an HTTP response"
        )
    headers: dict[str, str] = {}
    for line in head.decode("latin-1").split("\r\n")[1:]:
        name, _, value = line.partition(":")
        value = value.strip()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return {
        "status": int(status.group(1)),
        "content_type": headers.pop("content-type", None),
        "headers": headers,
        "body": body,
    }
