"""Messages: from events to the message."""

from __future__ import annotations

import warnings
from typing import Any, Final

from .. import wire
from ..repeats import Path
from .fragments import Text, append_text, copied, index_of, merged, rendered

__all__ = ["MessageAccumulator", "StreamWarning"]

# What a block is that was never announced, by the first delta for it.
_BLOCK_TYPES: Final = {
    "citations_delta": "text",
    "input_json_delta": "tool_use",
    "signature_delta": "thinking",
    "text_delta": "text",
    "thinking_delta": "thinking",
}
# Where the piece of a string is in a delta, and the string in its block.
_TEXT_KEYS: Final = {"text_delta": "text", "thinking_delta": "thinking"}


class StreamWarning(UserWarning):
    """A stream that contradicts itself was read as described in the message."""


class MessageAccumulator:
    """Builds a message out of the events between `message_start` and `message_stop`.

    - Blocks are in the order of their index; the content a block starts with is kept.
    - The last signature that is not empty wins (Anthropic sends one); `StreamWarning` is issued
      if it contradicts an earlier one.
    - Usage is joined field by field: what `message_delta` has replaces what `message_start` had,
      except that 0 never replaces a positive input count, which translating gateways send.
    - The `input` of a tool call is parsed once its JSON is complete. Until then, and if it never
      is, the block has an empty `input` and the text so far under `partial_json`: no other block
      has that key, so it marks a half-built call.
    """

    __slots__ = (
        "_blocks",
        "_fields",
        "_growing",
        "_growing_index",
        "_growing_type",
        "_latest",
        "_usage",
        "done",
    )

    def __init__(self) -> None:
        self.done = False
        # The string that the last event added a piece to, and how that said so.
        self._growing: Text | None = None
        self._growing_index: Any = None
        self._growing_type = ""
        self._fields: dict[str, Any] = {}
        self._usage: dict[str, Any] | None = None
        self._blocks: list[_Block] = []
        self._latest: dict[int, _Block] = {}

    @property
    def may_end(self) -> bool:
        return False

    def end(self) -> None:
        self.done = True

    def add(self, event: dict[str, Any], /) -> None:
        kind = event.get("type")
        if kind == "content_block_delta":
            delta = event.get("delta")
            if type(delta) is dict:
                self._add_delta(event, delta)
            return
        self._growing = None
        if kind == "content_block_start":
            block = event.get("content_block")
            self._open(event, block if type(block) is dict else {})
        elif kind == "content_block_stop":
            index = index_of(event, "index")
            known = self._latest.get(index) if index is not None else self._last()
            if known is not None:
                known.stopped = True
        elif kind == "message_start":
            self._start(event.get("message"))
        elif kind == "message_delta":
            self._add_message_delta(event)
        elif kind == "message_stop":
            self.done = True

    def _add_delta(self, event: dict[str, Any], delta: dict[str, Any]) -> None:
        kind, index = delta.get("type"), event.get("index")
        growing = self._growing
        if growing is not None and kind == self._growing_type and index == self._growing_index:
            # Most events go on with the string that the one before went on with.
            piece = delta.get(_TEXT_KEYS[self._growing_type])
            if type(piece) is str:
                growing.parts.append(piece)
                return
        block = self._block_of(event, delta)
        block.add(delta)
        self._growing = None
        if type(index) is int and type(kind) is str and kind in _TEXT_KEYS:
            self._growing = block.text(_TEXT_KEYS[kind])
            self._growing_type, self._growing_index = kind, index

    def growing(self, path: Path, /) -> list[str] | None:
        if self._growing is None or path != ("delta", _TEXT_KEYS[self._growing_type]):
            return None
        return self._growing.parts

    def _start(self, message: Any) -> None:
        if type(message) is not dict:
            return
        for key, value in message.items():
            if key == "usage":
                self._add_usage(value)
            elif key == "content" and type(value) is list:
                for block in value:
                    if type(block) is dict:
                        self._open({}, block).stopped = True
                self._fields.setdefault("content", [])  # holds the key's place
            elif value is not None or key not in self._fields:
                self._fields[key] = copied(value)

    def _add_message_delta(self, event: dict[str, Any]) -> None:
        for key, value in event.items():
            if key == "usage":
                self._add_usage(value)
            elif key == "delta":
                if type(value) is dict:
                    self._set(value)
            elif key != "type":
                self._set({key: value})

    def _set(self, values: dict[str, Any]) -> None:
        for key, value in values.items():
            if value is not None or key not in self._fields:
                self._fields[key] = copied(value)

    def _add_usage(self, usage: Any) -> None:
        if type(usage) is not dict:
            return
        if self._usage is None:
            self._usage = {}
        own = self._usage
        for key, value in usage.items():
            old = own.get(key)
            if value is None and key in own:
                continue
            if value == 0 and old and key.endswith("input_tokens"):
                continue
            own[key] = copied(value)

    def _last(self) -> _Block | None:
        return self._blocks[-1] if self._blocks else None

    def _open(self, event: dict[str, Any], content: dict[str, Any]) -> _Block:
        index = index_of(event, "index")
        block = _Block(len(self._blocks) if index is None else index, content)
        self._blocks.append(block)
        self._latest[block.index] = block
        return block

    def _block_of(self, event: dict[str, Any], delta: dict[str, Any]) -> _Block:
        index = index_of(event, "index")
        block = self._last() if index is None else self._latest.get(index)
        if block is None:
            kind = _BLOCK_TYPES.get(str(delta.get("type")))
            block = self._open(event, {} if kind is None else {"type": kind})
        return block

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "message", "role": "assistant"}
        out.update(rendered(self._fields))
        # Sorting is stable: blocks of a server that gives all the same index keep their order.
        blocks = sorted(self._blocks, key=_Block.position)
        out["content"] = [block.snapshot(self.done) for block in blocks]
        if self._usage is not None:
            out["usage"] = copied(self._usage)
        return out


class _Block:
    """One content block."""

    __slots__ = ("_fields", "_json", "index", "stopped")

    def __init__(self, index: int, content: dict[str, Any]) -> None:
        self.index = index
        self.stopped = False
        self._fields: dict[str, Any] = {
            key: Text(value)
            if key in ("text", "thinking") and type(value) is str
            else copied(value)
            for key, value in content.items()
        }
        self._json: Text | None = None

    def position(self) -> int:
        return self.index

    def add(self, delta: dict[str, Any]) -> None:
        kind = delta.get("type")
        fields = self._fields
        if kind == "text_delta":
            append_text(fields, "text", delta.get("text"))
        elif kind == "thinking_delta":
            append_text(fields, "thinking", delta.get("thinking"))
        elif kind == "input_json_delta":
            piece = delta.get("partial_json")
            if type(piece) is str:
                if self._json is None:
                    self._json = Text()
                self._json.parts.append(piece)
        elif kind == "signature_delta":
            self._sign(delta.get("signature"))
        elif kind == "citations_delta":
            citations = fields.get("citations")
            fields["citations"] = [*(citations or ()), copied(delta.get("citation"))]
        else:
            for key, value in delta.items():
                if type(value) is str and key != "type":
                    append_text(fields, key, value)
                elif key != "type":
                    fields[key] = merged(fields.get(key), value)

    def text(self, key: str) -> Text | None:
        """The string under a key, if it comes in pieces."""
        text = self._fields.get(key)
        return text if type(text) is Text else None

    def _sign(self, signature: Any) -> None:
        old = self._fields.get("signature")
        if old and signature and signature != old:
            warnings.warn(
                "a thinking block came with two different signatures; the last one is kept",
                StreamWarning,
                stacklevel=2,
            )
        if signature or "signature" not in self._fields:
            self._fields["signature"] = signature

    def snapshot(self, ended: bool) -> dict[str, Any]:
        out: dict[str, Any] = rendered(self._fields)
        takes_input = str(out.get("type")).endswith("tool_use")
        if self._json is None and not takes_input:
            return out
        text = "" if self._json is None else str(self._json)
        if not text.strip():
            if self.stopped or ended:
                out.setdefault("input", {})
                return out
        else:
            value = _object_or_none(text)
            if value is not None:
                out["input"] = value
                return out
        out["input"] = {}
        out["partial_json"] = text
        return out


def _object_or_none(text: str) -> dict[str, Any] | None:
    try:
        value = wire.loads(text)
    except ValueError:
        return None
    return value if type(value) is dict else None
