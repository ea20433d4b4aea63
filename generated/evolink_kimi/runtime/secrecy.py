"""Takes the key out of what a server sent: some quote a wrong key in their answer."""

from __future__ import annotations

from .headers import Headers
from .options import Secret

__all__ = ["without_key"]


def without_key(secret: Secret, headers: Headers, content: bytes) -> tuple[Headers, bytes]:
    """Headers and body with `***` in place of the key."""
    key = secret.reveal()
    if not key:
        return headers, content
    if any(key in value for value in headers.values()):
        headers = Headers((name, headers[name].replace(key, "***")) for name in headers)
    return headers, content.replace(key.encode("latin-1"), b"***")
