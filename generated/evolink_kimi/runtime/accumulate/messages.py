"""Messages: from events to the message."""

from __future__ import annotations

from typing import Any, Final

from .. import wire
from .base import Accumulator
from .fragments import (
    Kind,
    Text,
    append_text,
    copied,
    index_of,
    json_text,
    merged,
    objects,
    rendered,
    rest_of,
    text_in,
)
from .slots import Slot, Slots

__all__ = ["MessageAccumulator"]

# The blocks that deltas belong to.
_BLOCK_TYPES: Final = {
    "citations_delta": "text",
    "input_json_delta": "tool_use",
    "signature_delta": "thinking",
    "text_delta": "text",
    "thinking_delta": "thinking",
}
# Where the piece of a string is in a delta, and the string in its block.
_TEXT_KEYS: Final = {"text_delta": "text", "thinking_delta": "thinking"}
# Where the strings of blocks are shown.
_KINDS: Final[dict[str, Kind]] = {"text": "text", "thinking": "reasoning"}
# The first of these that are not empty stay.
_FIRST: Final = frozenset({"id", "model", "stop_reason", "stop_sequence"})


class MessageAccumulator(Accumulator):
    """Builds a message out of the events between `message_start` and `message_stop`.

    - The content that a block starts with is kept.
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
        "_growing_index",
        "_growing_key",
        "_growing_type",
        "_usage",
    )

    def __init__(self) -> None:
        super().__init__()
        # How the last event said where its piece goes.
        self._growing_index: Any = None
        self._growing_type = self._growing_key = ""
        self._fields: dict[str, Any] = {}
        self._usage: dict[str, Any] | None = None
        self._blocks: Slots[_Block] = Slots()

    def goes_on(self, event: dict[str, Any], /) -> bool:
        delta = event.get("delta")
        growing = self._growing
        if (
            growing is None
            or type(delta) is not dict
            or delta.get("type") != self._growing_type
            or event.get("index") != self._growing_index
            or event.get("type") != "content_block_delta"
            or "error" in event
        ):
            return False
        piece = delta.get(self._growing_key)
        if type(piece) is not str:
            return False
        growing.parts.append(piece)
        return True

    def _add(self, event: dict[str, Any], /) -> None:
        kind = event.get("type")
        if kind == "content_block_delta":
            delta = event.get("delta")
            if type(delta) is dict:
                self._add_delta(event, delta)
        elif kind == "content_block_start":
            block = event.get("content_block")
            self._start_block(block if type(block) is dict else {}, index_of(event, "index"))
        elif kind == "content_block_stop":
            self._stop_block(event)
        elif kind == "message_start":
            self._start(event.get("message"))
        elif kind == "message_delta":
            self._add_message_delta(event)
        elif kind == "message_stop":
            self.done = True
            self._check_order(
                text
                for block in self._blocks.in_order()
                for text in block.fields.values()
                if type(text) is Text
            )

    # --- blocks --------------------------------------------------------------------------------

    def _add_delta(self, event: dict[str, Any], delta: dict[str, Any]) -> None:
        kind, index = str(delta.get("type")), index_of(event, "index")
        key = _TEXT_KEYS.get(kind)
        whole = None if key is None else self._blocks.at(key, index)
        if whole is not None and whole.ahead and key is not None:
            left = rest_of(whole.ahead, text_in(delta.get(key)))
            if left is not None:
                whole.ahead = left
                return
        block = self._block_of(kind, index)
        if key is not None:
            value = delta.get(key)
            if type(value) is str or value:
                text = block.string(key)
                self._show(text, text_in(value))
                if index is not None:
                    self._growing, self._growing_key = text, key
                    self._growing_type, self._growing_index = kind, index
            else:
                block.fields.setdefault(key, None)
        elif kind == "signature_delta":
            self._sign(block, delta.get("signature"))
        else:
            block.add(kind, delta)

    def _block_of(self, delta_type: str, index: int | None) -> _Block:
        """The block that a delta belongs to; made if it was never announced."""
        kind = _BLOCK_TYPES.get(delta_type)
        blocks = self._blocks
        if kind is None:
            known = blocks.items if index is None else blocks.all_at(index)
            if known:
                return known[-1]
        elif index is None or blocks.all_at(index) or kind not in _KINDS:
            block = blocks.find(kind, None, index)
            if block is None and delta_type == "signature_delta":
                block = next((b for b in reversed(blocks.items) if b.kind == kind), None)
            if block is not None:
                return block
        if index is not None and not blocks.all_at(index):
            self._warn(f"Pieces came for content blocks that were never announced, such as {index}")
        block = blocks.add(_Block(kind or "", index, announced=False))
        if kind is not None:
            block.fields["type"] = kind
        return block

    def _start_block(self, content: dict[str, Any], index: int | None) -> _Block:
        kind = _kind_of(content)
        block = self._blocks.announced(kind, index, content.get("id"))
        if block is None:
            block = self._blocks.add(_Block(kind, index, announced=True))
        self._settle_block(block, content)
        return block

    def _settle_block(self, block: _Block, full: dict[str, Any]) -> None:
        """Take in the start of a block, or a later form of it."""
        block.announced = True
        self._blocks.name(block, full.get("id"))
        fields = block.fields
        for key, value in full.items():
            if key == block.kind and key in _KINDS and (type(value) is str or value):
                self._settle(block.string(key), text_in(value), f"A {key} block")
            elif key == "signature":
                self._sign(block, value)
            elif key == "input" and block.kind == "tool_use":
                self._settle_input(block, value)
            elif key in ("id", "name") and fields.get(key):
                if key == "name" and value and value != fields[key]:
                    self._contradiction("The name of a tool", fields[key], value)
            elif value is not None or key not in fields:
                fields[key] = copied(value)

    def _settle_input(self, block: _Block, value: Any) -> None:
        """Take in the whole input of a tool call. An empty one is what calls begin with."""
        held = block.input()
        if not value:
            block.fields.setdefault("input", copied(value))
        elif block.json is None and not block.fields.get("input"):
            block.fields["input"] = copied(value)
        elif held != value:
            name = block.fields.get("name")
            self._contradiction(f"The input of tool call {name!r}", held or block.json, value)

    def _stop_block(self, event: dict[str, Any]) -> None:
        index = index_of(event, "index")
        blocks = self._blocks
        for block in reversed(blocks.items[-1:] if index is None else blocks.all_at(index)):
            if not block.open:
                break
            block.open = False
        if type(event.get("content_block")) is dict:
            self._settle_content([event["content_block"]], index)

    def _settle_content(self, content: Any, index: int | None = None) -> None:
        """Take in blocks that came whole."""
        whole = objects(content)
        left = list(self._blocks.items)
        for kind in _KINDS:
            self._settle_joined(kind, whole)
        for full in whole:
            kind = _kind_of(full)
            block = self._blocks.named(kind, full.get("id"))
            if block is None:
                same = [b for b in left if b.kind == kind]
                is_only = len(same) == 1 and kind in _KINDS and len(whole) == 1
                fitting = [b for b in same if is_only or b.may_be(full)]
                block = max(fitting, key=lambda b: (b.has_of(full), b.index == index), default=None)
            if block is None:
                block = self._blocks.add(_Block(kind, None, announced=False))
            elif block in left:
                left.remove(block)
            before = block.text()
            self._settle_block(block, full)
            block.ahead += block.text()[len(before) :]
            block.open = False

    def _settle_joined(self, kind: str, whole: list[dict[str, Any]]) -> None:
        """Take what several blocks have shown as said, if whole ones say all of it in fewer."""
        blocks = [block for block in self._blocks.in_order() if block.kind == kind and block.text()]
        same = [full for full in whole if _kind_of(full) == kind]
        shown = "".join([block.text() for block in blocks])
        said = "".join([text_in(full.get(kind)) for full in same])
        if 0 < len(same) < len(blocks) and said.startswith(shown):
            last = blocks[-1]
            self._settle(last.string(kind), last.text() + said[len(shown) :], f"A {kind} block")
            for full in same:
                whole.remove(full)
                self._settle_block(last, {key: v for key, v in full.items() if key != kind})

    def _sign(self, block: _Block, signature: Any) -> None:
        old = block.fields.get("signature")
        if signature or "signature" not in block.fields:
            block.fields["signature"] = signature
        if old and signature and signature != old:
            self._warn("A thinking block came with two different signatures; the last one is kept")

    # --- the message ---------------------------------------------------------------------------

    def _start(self, message: Any) -> None:
        if type(message) is dict:
            if type(message.get("content")) is list:
                self._fields.setdefault("content", [])  # holds the key's place
            self._set({key: value for key, value in message.items() if key != "content"})
            self._settle_content(message.get("content"))

    def _add_message_delta(self, event: dict[str, Any]) -> None:
        self._set({key: value for key, value in event.items() if key not in ("type", "delta")})
        delta = event.get("delta")
        if type(delta) is dict:
            self._set({key: value for key, value in delta.items() if key != "content"})
            self._settle_content(delta.get("content"))

    def _set(self, values: dict[str, Any]) -> None:
        fields = self._fields
        for key, value in values.items():
            if key == "usage":
                self._add_usage(value)
            elif key in _FIRST and fields.get(key):
                if key == "stop_reason" and value and value != fields[key]:
                    self._contradiction("The stop_reason", fields[key], value)
            elif value == "" and key == "stop_reason":
                fields.setdefault(key, None)
            elif value is not None or key not in fields:
                fields[key] = copied(value)

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

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = {"type": "message", "role": "assistant"}
        out.update(rendered(self._fields))
        out["content"] = [block.snapshot(self.done) for block in self._blocks.in_order()]
        if self._usage is not None:
            out["usage"] = copied(self._usage)
        return out


class _Block(Slot):
    """One content block.

    Attributes:
        ahead: What a whole form has said, which pieces may still bring.
        json: The pieces of a tool's input.
    """

    __slots__ = ("ahead", "json")

    def __init__(self, kind: str, index: int | None, *, announced: bool) -> None:
        super().__init__(kind, index, announced=announced)
        self.ahead = ""
        self.json: Text | None = None

    def string(self, key: str) -> Text:
        text = self.fields.get(key)
        if type(text) is not Text:
            text = self.fields[key] = Text(text_in(text), _KINDS.get(key))
        return text

    def is_empty(self) -> bool:
        return self.json is None and super().is_empty()

    def takes_late_pieces(self) -> bool:
        return self.kind == "tool_use" and self.input() is None

    def may_be(self, full: dict[str, Any]) -> bool:
        """Whether a whole block can be a later form of this one."""
        if self.kind in _KINDS:
            return text_in(full.get(self.kind)).startswith(str(self.fields.get(self.kind, "")))
        return not (self.ids and full.get("id"))

    def has_of(self, full: dict[str, Any]) -> int:
        """How much of a whole block this one has."""
        return len(self.text()) or int(bool(full.get("input")) and self.input() == full["input"])

    def input(self) -> Any:
        """The whole input of a tool call; None if it is not whole."""
        if self.json is None:
            return self.fields.get("input") or None
        try:
            value = wire.loads(str(self.json))
        except ValueError:
            return None
        return value if type(value) is dict else None

    def add(self, kind: str, delta: dict[str, Any]) -> None:
        fields = self.fields
        if kind == "input_json_delta":
            if self.json is None:
                self.json = Text()
            self.json.parts.append(json_text(delta.get("partial_json")))
        elif kind == "citations_delta":
            fields["citations"] = [*(fields.get("citations") or ()), copied(delta.get("citation"))]
        else:
            for key, value in delta.items():
                if type(value) is str and key != "type":
                    append_text(fields, key, value)
                elif key != "type":
                    fields[key] = merged(fields.get(key), value)

    def snapshot(self, ended: bool) -> dict[str, Any]:
        out: dict[str, Any] = rendered(self.fields)
        if self.json is None and self.kind != "tool_use":
            return out
        value = self.input()
        text = "" if self.json is None else str(self.json)
        if value is not None:
            out["input"] = value
        elif not text.strip() and (not self.open or ended):
            out.setdefault("input", {})
        else:
            out["input"] = {}
            out["partial_json"] = text
        return out


def _kind_of(block: dict[str, Any]) -> str:
    """The kind of a block: its type, but one for all tools."""
    kind = str(block.get("type"))
    return "tool_use" if kind.endswith("tool_use") else kind
