"""What every client asks, and where."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["BODIES", "PATHS"]

PATHS = {
    "chat": "/v1/chat/completions",
    "messages": "/v1/messages",
    "responses": "/v1/responses",
}
BODIES: dict[str, dict[str, Any]] = {
    "chat": {"model": "kimi-k3.1-pro", "messages": [{"role": "user", "content": "Why?"}]},
    "messages": {
        "model": "kimi-k3.1-pro",
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": "Why?"}],
    },
    "responses": {"model": "kimi-k3.1-pro", "input": "Why?"},
}
