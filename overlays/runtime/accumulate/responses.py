"""Responses: from events to the response."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, TypeAlias

from ..repeats import Path
from .fragments import Text, append_text, copied, index_of, merged, rendered

__all__ = ["ResponseAccumulator"]

_TERMINAL: Final = frozenset({"completed", "incomplete", "failed"})
# Events with a piece of a string, by the middle of their type: where it goes in the item, the list
# of parts if it goes into one, the type of a new part, and of an item that was never announced.
Place: TypeAlias = tuple[str, str | None, str, str]
_PIECES: Final[dict[str, Place]] = {
    "output_text": ("text", "content", "output_text", "message"),
    "refusal": ("refusal", "content", "refusal", "message"),
    "reasoning_text": ("text", "content", "reasoning_text", "reasoning"),
    "reasoning_summary_text": ("text", "summary", "summary_text", "reasoning"),
    "function_call_arguments": ("arguments", None, "", "function_call"),
    "custom_tool_call_input": ("input", None, "", "custom_tool_call"),
}
# What says that an event goes on with the string of the one before, by that list of parts.
_PLACES: Final[dict[str | None, Callable[[dict[str, Any]], tuple[Any, ...]]]] = {
    "content": itemgetter("type", "output_index", "content_index"),
    "summary": itemgetter("type", "output_index", "summary_index"),
    None: itemgetter("type", "output_index"),
}


class ResponseAccumulator:
    """Builds a response out of its events.

    The response in the terminal event is the answer. Only if its `output` is null or empty, the
    output is made of the items as their `response.output_item.done` events have them, and of the
    pieces for items without one. Nothing depends on `sequence_number`, or on the events that
    announce responses, items and parts.

    An item that is not done has the status `in_progress`, which marks a half-built tool call.
    """

    __slots__ = (
        "_base",
        "_growing",
        "_items",
        "_latest",
        "_place",
        "_place_in",
        "_terminal",
        "done",
    )

    def __init__(self) -> None:
        self.done = False
        self._base: dict[str, Any] = {}
        self._terminal = ""
        self._items: list[_Item] = []
        self._latest: dict[int, _Item] = {}
        self._growing: Text | None = None  # the string that the last event added a piece to
        self._place_in = _PLACES[None]
        self._place: tuple[Any, ...] = ()  # what that event said of its place

    @property
    def may_end(self) -> bool:
        return False

    def end(self) -> None:
        self.done = True

    def add(self, event: dict[str, Any], /) -> None:
        piece = event.get("delta")
        growing = self._growing
        if growing is not None and type(piece) is str:
            # Most events go on with the string that the one before went on with.
            try:
                if self._place_in(event) == self._place and not event.get("logprobs"):
                    growing.parts.append(piece)
                    return
            except KeyError:
                pass
        self._growing = None
        kind = event.get("type")
        if type(kind) is not str or not kind.startswith("response."):
            return
        subject, _, act = kind[9:].rpartition(".")
        if act == "delta":
            place = _PIECES.get(subject)
            if place is not None:
                self._add_piece(event, place, piece)
        elif not subject:
            response = event.get("response")
            if type(response) is dict:
                self._set_response(response, whole=act in _TERMINAL)
            if act in _TERMINAL:
                self._terminal = act
                self.done = True
        elif subject == "output_item":
            self._set_item(event, done=act == "done")
        elif act == "done" and subject in _PIECES:
            place = _PIECES[subject]
            value = event.get("text", event.get(place[0]))
            self._item_of(event, place[3]).add(event, *place[:3], value, whole=True)
        elif subject == "content_part":
            self._item_of(event, "message").set_part("content", event, "content_index")
        elif subject == "reasoning_summary_part":
            self._item_of(event, "reasoning").set_part("summary", event, "summary_index")
        elif subject == "output_text.annotation" and act == "added":
            self._item_of(event, "message").annotate(event)

    def growing(self, path: Path, /) -> list[str] | None:
        return None if self._growing is None or path != ("delta",) else self._growing.parts

    def _add_piece(self, event: dict[str, Any], place: Place, piece: Any) -> None:
        item = self._item_of(event, place[3])
        text = item.add(event, *place[:3], piece, whole=False)
        if event.get("logprobs"):
            self._add_logprobs(event, place)
        elif type(event.get("output_index")) is int:
            self._place_in = _PLACES[place[1]]
            with suppress(KeyError):
                self._place = self._place_in(event)
                self._growing = text

    def _add_logprobs(self, event: dict[str, Any], place: Place) -> None:
        if place[1] is not None:
            part = self._item_of(event, place[3]).part(event, place[1], place[2])
            part["logprobs"] = merged(part.get("logprobs"), event["logprobs"])

    def _set_response(self, response: dict[str, Any], *, whole: bool) -> None:
        base = self._base
        for key, value in response.items():
            if value is not None or base.get(key) is None or (whole and key != "output"):
                base[key] = copied(value)

    def _set_item(self, event: dict[str, Any], *, done: bool) -> None:
        given = event.get("item")
        fields: dict[str, Any] = given if type(given) is dict else {}
        known = self._find(event, fields.get("id"))
        if known is not None and known.done and fields.get("id") != known.fields.get("id"):
            known = None  # a server that gives every item the same index
        if known is None:
            known = self._open(event)
        if fields:
            known.replace(fields)
        known.done = known.done or done

    def _find(self, event: dict[str, Any], item_id: Any) -> _Item | None:
        index = index_of(event, "output_index")
        if index is not None:
            return self._latest.get(index)
        if item_id is not None:
            for item in reversed(self._items):
                if item.fields.get("id") == item_id:
                    return item
            return None
        return self._items[-1] if self._items else None

    def _open(self, event: dict[str, Any]) -> _Item:
        index = index_of(event, "output_index")
        item = _Item(len(self._items) if index is None else index)
        self._items.append(item)
        self._latest[item.index] = item
        return item

    def _item_of(self, event: dict[str, Any], kind: str) -> _Item:
        item = self._find(event, event.get("item_id"))
        if item is None:
            item = self._open(event)
            item.announce(kind, event.get("item_id"))
        return item

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = {"object": "response", "status": self._terminal or "in_progress"}
        out.update(copied(self._base))
        if self._terminal and out.get("status") in (None, "in_progress", "queued"):
            out["status"] = self._terminal
        if self._items and not (self._terminal and out.get("output")):
            items = sorted(self._items, key=_Item.position)
            out["output"] = [item.snapshot(self._terminal) for item in items]
        else:
            out.setdefault("output", [])
        return out


class _Item:
    """One output item; its lists of parts are kept as dicts by index while they grow."""

    __slots__ = ("_parts", "done", "fields", "index")

    def __init__(self, index: int) -> None:
        self.index = index
        self.done = False
        self.fields: dict[str, Any] = {}
        self._parts: dict[str, dict[int, dict[str, Any]]] = {}

    def position(self) -> int:
        return self.index

    def announce(self, kind: str, item_id: Any) -> None:
        """Make up what an `added` event would have said."""
        self.fields = {"type": kind}
        if item_id is not None:
            self.fields["id"] = item_id
        if kind == "message":
            self.fields["role"] = "assistant"
            self._parts["content"] = {}
        elif kind == "reasoning":
            self._parts["summary"] = {}

    def replace(self, item: dict[str, Any]) -> None:
        """Take the whole item from an `added` or `done` event."""
        self._parts = {}
        self.fields = {}
        for key, value in item.items():
            if key in ("content", "summary") and type(value) is list:
                self.fields[key] = None  # holds the key's place
                self._parts[key] = {position: copied(part) for position, part in enumerate(value)}
            else:
                self.fields[key] = copied(value)

    def part(self, event: dict[str, Any], parts: str, kind: str) -> dict[str, Any]:
        """The part that an event is about; made if it was never announced."""
        index = index_of(event, "summary_index" if parts == "summary" else "content_index") or 0
        known = self._parts.setdefault(parts, {})
        if index not in known:
            known[index] = {"type": kind}
        return known[index]

    def add(
        self,
        event: dict[str, Any],
        key: str,
        parts: str | None,
        kind: str,
        value: Any,
        *,
        whole: bool,
    ) -> Text | None:
        """Append a piece of a string to the item or to one of its parts, or set it whole.

        Returns the string that was appended to, if any.
        """
        if self.done:
            return None
        fields = self.fields if parts is None else self.part(event, parts, kind)
        if whole and type(value) is str:
            fields[key] = value
        elif not whole:
            held = fields.get(key)
            if type(held) is str:
                fields[key] = None
                append_text(fields, key, held)
            append_text(fields, key, value)
        text = fields.get(key)
        return text if type(text) is Text else None

    def set_part(self, parts: str, event: dict[str, Any], index_key: str) -> None:
        part = event.get("part")
        if type(part) is dict and not self.done:
            self._parts.setdefault(parts, {})[index_of(event, index_key) or 0] = copied(part)

    def annotate(self, event: dict[str, Any]) -> None:
        if not self.done:
            part = self.part(event, "content", "output_text")
            held = part.get("annotations")
            part["annotations"] = [*(held or ()), copied(event.get("annotation"))]

    def snapshot(self, terminal: str) -> dict[str, Any]:
        """The item so far; `terminal` is how the response ended, or empty."""
        out: dict[str, Any] = rendered(self.fields)
        for key, parts in self._parts.items():
            out[key] = [rendered(part) for part in _in_order(parts)]
        if not self.done:
            status = {"": "in_progress", "completed": "completed"}.get(terminal, "incomplete")
            if terminal != "completed" or out.get("status") in (None, "in_progress"):
                out["status"] = status
        return out


def _in_order(parts: dict[int, dict[str, Any]]) -> Iterable[dict[str, Any]]:
    return (part for _, part in sorted(parts.items()))
