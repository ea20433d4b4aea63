"""First events of an answer, in each protocol."""

from __future__ import annotations

from typing import Any

from overlays.runtime.operation import ProtocolName

__all__ = ["HELLO", "SAID", "START", "WROTE", "chunk", "text_of"]


def chunk(content: str | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """An event of Chat Completions."""
    delta = {} if content is None else {"content": content}
    return {"id": "c1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


HELLO = chunk("Hel")
START = {"type": "message_start", "message": {"id": "m", "content": [], "usage": {}}}
SAID = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}}
WROTE = {"type": "response.output_text.delta", "output_index": 0, "delta": "Hel"}


def text_of(protocol: ProtocolName, response: dict[str, Any]) -> str:
    """The text of a response, found in the plainest way."""
    if protocol == "chat":
        content = response["choices"][0]["message"].get("content") if response["choices"] else ""
        return content or ""
    items = response["content"] if protocol == "messages" else response["output"]
    parts = items if protocol == "messages" else [p for i in items for p in i.get("content", [])]
    return "".join(part["text"] for part in parts if part["type"] in ("text", "output_text"))
