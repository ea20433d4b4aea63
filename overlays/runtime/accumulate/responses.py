"""Responses: from events to the response."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from .. import wire
from ..repeats import Path
from .base import Accumulator
from .fragments import Kind, Text, copied, index_of, merged, objects, rendered, rest_of, text_in
from .slots import Slot, Slots

__all__ = ["ResponseAccumulator"]

_TERMINAL: Final = frozenset({"completed", "incomplete", "failed"})


class _Place(NamedTuple):
    """Where a string of an event goes: the item's type, the list of parts if it goes into one, the
    type of a new part, and the key."""

    item: str
    list: str | None
    part: str
    key: str


# By the middle of an event's type.
_PLACES: Final[dict[str, _Place]] = {
    "output_text": _Place("message", "content", "output_text", "text"),
    "refusal": _Place("message", "content", "refusal", "refusal"),
    "reasoning_text": _Place("reasoning", "content", "reasoning_text", "text"),
    "reasoning_summary_text": _Place("reasoning", "summary", "summary_text", "text"),
    "function_call_arguments": _Place("function_call", None, "", "arguments"),
    "custom_tool_call_input": _Place("custom_tool_call", None, "", "input"),
}
# Lists of parts, by the type of their item. Reasoning itself comes before a summary of it.
_LISTS: Final = {"message": ("content",), "reasoning": ("content", "summary")}
# Strings that grow, by the type of their item.
_STRINGS: Final = {"function_call": "arguments", "custom_tool_call": "input"}
_PLACE_OF: Final = {kind: next(p for p in _PLACES.values() if p.item == kind) for kind in _STRINGS}
# The first of these that are not empty stay: they were shown to others.
_FIRST: Final = frozenset({"id", "call_id", "name", "created_at", "model"})
_OPAQUE: Final = "encrypted_content"


class ResponseAccumulator(Accumulator):
    """Builds a response out of its events.

    What the terminal event says of the response is taken; its `output`, and each `….done` event,
    are later forms of the items, which `base` says how to join. Nothing depends on
    `sequence_number`, or on the events that announce responses, items and parts.

    An item that is not done has the status `in_progress`, which marks a half-built tool call.
    """

    __slots__ = ("_base", "_items", "_place", "_terminal")

    def __init__(self) -> None:
        super().__init__()
        self._base: dict[str, Any] = {}
        self._terminal = ""
        self._items: Slots[_Item] = Slots()
        # What the last event said of the place of its piece.
        self._place: tuple[Any, str, Any, str, Any] = (None, "", None, "", None)

    def add(self, event: dict[str, Any], /) -> None:
        piece = event.get("delta")
        growing = self._growing
        if growing is not None and type(piece) is str:
            # Most events go on with the string that the one before went on with.
            kind, item_key, item, part_key, part = self._place
            if (
                event.get(item_key) == item
                and event.get("type") == kind
                and event.get(part_key) == part
                and not event.get("logprobs")
            ):
                growing.parts.append(piece)
                return
        self._begin(event)
        kind = event.get("type")
        if type(kind) is str and kind.startswith("response."):
            subject, _, act = kind[9:].rpartition(".")
            self._add(event, subject, act)

    def growing(self, path: Path, /) -> list[str] | None:
        return None if self._growing is None or path != ("delta",) else self._growing.parts

    def _add(self, event: dict[str, Any], subject: str, act: str) -> None:
        if subject in _PLACES:
            place = _PLACES[subject]
            if act == "delta":
                self._add_piece(event, place)
            elif act == "done":
                self._settle_string(event, place)
        elif not subject:
            self._set_response(event.get("response"), terminal=act in _TERMINAL)
            if act in _TERMINAL:
                self._terminal = act
                self.done = True
                self._check_order(text for item in self._items.in_order() for text in item.texts())
        elif subject == "output_item":
            item = event.get("item")
            if type(item) is dict:
                self._set_item(item, index_of(event, "output_index"), done=act == "done")
        elif subject == "content_part":
            self._set_part(event, "content", done=act == "done")
        elif subject == "reasoning_summary_part":
            self._set_part(event, "summary", done=act == "done")
        elif subject == "output_text.annotation" and act == "added":
            part = self._part_of(event, _PLACES["output_text"])
            held = part.fields.get("annotations")
            part.fields["annotations"] = [*(held or ()), copied(event.get("annotation"))]

    # --- pieces --------------------------------------------------------------------------------

    def _add_piece(self, event: dict[str, Any], place: _Place) -> None:
        piece = text_in(event.get("delta"))
        item = self._item_of(event, place)
        if item.ahead:
            piece = item.take(place, piece)
            if not piece:
                return
        slot = item if place.list is None else self._part_in(item, event, place)
        text = self._string(item, slot, place)
        self._show(text, piece)
        if event.get("logprobs"):
            if place.list is not None:
                slot.fields["logprobs"] = merged(slot.fields.get("logprobs"), event["logprobs"])
        elif type(event.get("output_index")) is int and not item.ahead:
            item_key = "item_id" if "item_id" in event else "output_index"
            part_key = "summary_index" if place.list == "summary" else "content_index"
            self._place = (
                event.get("type"),
                item_key,
                event[item_key],
                part_key,
                event.get(part_key),
            )
            self._growing = text

    def _string(self, item: _Item, slot: Slot, place: _Place) -> Text:
        """The string of an item or a part; shown, if it is of a sort that is."""
        text = slot.fields.get(place.key)
        if type(text) is not Text:
            text = slot.fields[place.key] = Text(text_in(text), self._kind(item, place))
        return text

    def _kind(self, item: _Item, place: _Place) -> Kind | None:
        """Where a string of an item is shown: of reasoning and a summary, what comes first."""
        if item.kind == "message":
            return None if place.part == "refusal" else "text"
        if item.kind != "reasoning" or place.list is None:
            return None
        if not item.sort:
            item.sort = place.list
        elif item.sort == "summary" and place.list == "content":
            self._warn(
                "A reasoning item came as a summary first and then as text of its own: the deltas "
                "have the summary, `reasoning_text` has the text"
            )
        return "reasoning" if item.sort == place.list else None

    def _item_of(self, event: dict[str, Any], place: _Place) -> _Item:
        given, index = event.get("item_id"), index_of(event, "output_index")
        item = self._items.find(place.item, given, index)
        if item is None:
            item = self._items.add(_Item(place.item, index, announced=False))
            item.fields = {"type": place.item}
            if given is not None:
                item.fields["id"] = given
            if place.item in _LISTS:
                item.renew(
                    _PLACES["output_text" if place.item == "message" else "reasoning_summary_text"]
                )
            if place.item == "message":
                item.fields["role"] = "assistant"
        self._items.name(item, given)
        return item

    def _part_of(self, event: dict[str, Any], place: _Place) -> Slot:
        return self._part_in(self._item_of(event, place), event, place)

    def _part_in(self, item: _Item, event: dict[str, Any], place: _Place) -> Slot:
        """The part that a piece is for; made if it was never announced."""
        parts, index = item.parts_at(place), _part_index(event, place)
        part = parts.find(place.key, None, index)
        if part is None:
            part = parts.add(Slot(place.key, index, announced=False))
            part.fields["type"] = place.part
        return part

    # --- later, fuller forms -------------------------------------------------------------------

    def _settle_string(self, event: dict[str, Any], place: _Place) -> None:
        """Take in an event that says a string whole."""
        full = _json_or_text(event.get("text", event.get(place.key)))
        if place.list is not None:
            self._settle_part(self._item_of(event, place), event, place, {place.key: full})
        elif full:
            given, index = event.get("item_id"), index_of(event, "output_index")
            item = self._items.find(place.item, given, index, is_whole=True)
            if item is None or not item.said_in({place.key: full}):
                item = self._item_of(event, place)
            self._settle_call(item, place.key, full)

    def _set_part(self, event: dict[str, Any], key: str, *, done: bool) -> None:
        """Take in an event that announces a part, or says it whole."""
        full = event.get("part")
        if type(full) is not dict:
            return
        if key == "summary":
            place = _PLACES["reasoning_summary_text"]
        elif full.get("type") == "reasoning_text" or self._items.named(
            "reasoning", event.get("item_id")
        ):
            place = _PLACES["reasoning_text"]
        else:
            place = _PLACES["refusal" if full.get("type") == "refusal" else "output_text"]
        item = self._item_of(event, place)
        if done:
            self._settle_part(item, event, place, full)
            return
        parts, index = item.parts_at(place), _part_index(event, place)
        part = parts.announced(place.key, index)
        if part is None:
            part = parts.add(Slot(place.key, index, announced=True))
        part.announced = True
        self._set_fields(item, part, place, full)

    def _settle_part(
        self, item: _Item, event: dict[str, Any], place: _Place, full: dict[str, Any]
    ) -> None:
        """Take in a part that is whole."""
        parts, said = item.parts_at(place), text_in(full.get(place.key))
        part = parts.find(place.key, None, _part_index(event, place), is_whole=True)
        joined = item.joined(place)
        if part is None and joined and joined.endswith(said):
            part = next((p for p in parts.items if p.kind == place.key and p.text() == said), None)
            if part is None:
                return
        if part is None:
            if not said and len(full) == 1:
                return
            part = parts.add(Slot(place.key, _part_index(event, place), announced=False))
            part.fields["type"] = place.part
        elif part.text() != joined and said.startswith(joined):
            # Said of all parts together.
            self._add_rest(item, place, said[len(joined) :])
            full = {}
        part.open = False
        self._set_fields(item, part, place, full)

    def _set_fields(self, item: _Item, part: Slot, place: _Place, full: dict[str, Any]) -> None:
        for key, value in full.items():
            if key == place.key and (said := text_in(value)):
                text = self._string(item, part, place)
                item.await_pieces(place, self._settle(text, said, f"A part of a {item.kind}"))
            elif key == place.key:
                part.fields.setdefault(
                    key,
                    value
                    if value is None
                    else Text("", self._kind(item, place))
                    if item.kind == "message"
                    else "",
                )
            elif value is not None or key not in part.fields:
                part.fields[key] = copied(value)

    def _add_rest(self, item: _Item, place: _Place, rest: str) -> None:
        """Append what a later form adds to the parts of an item."""
        if rest:
            parts = item.parts_at(place)
            known = [part for part in parts.items if part.kind == place.key]
            part = known[-1] if known else parts.add(Slot(place.key, None, announced=False))
            part.fields.setdefault("type", place.part)
            self._show(self._string(item, part, place), rest)
            item.await_pieces(place, rest)

    def _settle_call(self, item: _Item, key: str, full: str) -> None:
        """Take in the whole arguments of a call, which may be the same JSON written differently."""
        text = item.fields.get(key)
        if type(text) is not Text:
            text = item.fields[key] = Text("" if text is None else _json_or_text(text))
        if not _same_json(str(text), full):
            name = item.fields.get("name") or item.fields.get("call_id") or ""
            rest = self._settle(text, full, f"The arguments of tool call {name!r}")
            item.await_pieces(_PLACE_OF[item.kind], rest)

    def _set_item(self, full: dict[str, Any], index: int | None, *, done: bool) -> None:
        """Take in an event that announces an item, or says it whole."""
        kind = str(full.get("type"))
        ids = _ids_of(full)
        item = self._named(full)
        if item is None and not done:
            item = self._items.announced(kind, index, *ids)
        elif item is None:
            item = self._items.find(kind, None, index, is_whole=True)
            if item is not None and not _may_be(item, full):
                item = None
            opened = [i for i in self._items.items if i.kind == kind and i.open and i.shown()]
            if kind in _LISTS and len(opened) > 1:
                pairs = [(item, full)]
                self._settle_joined(kind, opened, pairs)
                [(item, full)] = pairs
        self._settle_item(item, full, index, done=done)

    def _named(self, full: dict[str, Any]) -> _Item | None:
        """The item that the ids of a whole one name."""
        item = self._items.named(str(full.get("type")), *_ids_of(full))
        if item is not None:
            one, other = item.fields.get("call_id"), full.get("call_id")
            if one and other and one != other:
                return None
        return item

    def _settle_item(
        self, item: _Item | None, full: dict[str, Any], index: int | None, *, done: bool
    ) -> _Item:
        kind = str(full.get("type"))
        if item is None:
            item = self._items.add(_Item(kind, index, announced=True))
        if not item.announced:
            item.forget_made_up(full)
            item.index = index if index is not None else item.index
        self._items.name(item, *_ids_of(full))
        fields, lists = item.fields, _LISTS.get(kind, ())
        for key, value in full.items():
            if key in lists and type(value) is list:
                fields.setdefault(key, None)  # holds the key's place
            elif key == _STRINGS.get(kind) and value is not None:
                self._settle_call(item, key, _json_or_text(value))
            elif value is None:
                fields.setdefault(key, None)
            elif key in _FIRST and fields.get(key):
                if key == "name" and value and value != fields[key]:
                    self._contradiction("The name of a tool", fields[key], value)
            elif not (key == _OPAQUE and not value):
                if key == _OPAQUE and fields.get(key) not in (None, "", value):
                    self._warn(
                        "A reasoning item came with two encrypted contents; the last one is kept"
                    )
                fields[key] = copied(value)
        for key in lists:
            if type(full.get(key)) is list:
                self._settle_list(item, key, full[key])
        if done:
            item.open = False
        return item

    def _settle_list(self, item: _Item, key: str, full: list[Any]) -> None:
        """Take in the whole list of an item's parts: as it is, if it says all that was shown."""
        if key == "content" and item.sort == "summary" and "content" not in item.parts:
            # The same reasoning in another form, as gateways that translate have it.
            place = _PLACES["reasoning_summary_text"]
            shown, said = item.joined(place), _said(full, "text")
            if said.startswith(shown) or not said:
                self._add_rest(item, place, said[len(shown) :])
                return
        places = [p for p in _PLACES.values() if p.item == item.kind and p.list == key]
        shown_of = {place: item.joined(place) for place in places}
        said_of = {place: _said(full, place.key) for place in places}
        fits = [place for place in places if said_of[place].startswith(shown_of[place])]
        if len(fits) == len(places):
            self._adopt(item, places, full)
        for place in places:
            if place not in fits and said_of[place]:
                what = f"The {key} of a {item.kind}"
                self._contradiction(what, shown_of[place], said_of[place])
        for place in fits:
            rest = said_of[place][len(shown_of[place]) :]
            if len(fits) < len(places):
                self._add_rest(item, place, rest)
            elif rest:
                parts = [part for part in item.parts_at(place).items if part.kind == place.key]
                self._tell(self._string(item, parts[-1], place), rest)
                item.await_pieces(place, rest)

    def _adopt(self, item: _Item, places: list[_Place], full: list[Any]) -> None:
        """Make a list of parts the item's own."""
        old = item.parts_at(places[0]).items
        if len(old) != len(full):
            item.before += [
                value for part in old for value in part.fields.values() if type(value) is Text
            ]
            old = []
        parts = item.renew(places[0])
        place_of = {place.key: place for place in places}
        for position, value in enumerate(full):
            fields = value if type(value) is dict else {"": value}
            part = parts.add(Slot(_key_of(fields), position, announced=True))
            part.open = False
            if old:
                part.fields = old[position].fields
            for key, entry in fields.items():
                if key == part.kind and (said := text_in(entry)):
                    self._string(item, part, place_of[key]).parts[:] = [said]
                elif entry is not None or key not in part.fields:
                    part.fields[key] = copied(entry)

    def _set_response(self, response: Any, *, terminal: bool) -> None:
        if type(response) is not dict:
            return
        base = self._base
        for key, value in response.items():
            if key == "output":
                base.setdefault(key, None)
            elif key in _FIRST and base.get(key):
                pass
            elif value is not None or base.get(key) is None or terminal:
                base[key] = copied(value)
        if terminal:
            self._settle_output(objects(response.get("output")))

    def _settle_output(self, output: list[dict[str, Any]]) -> None:
        """Take in the items of the terminal event."""
        left = {id(item): item for item in self._items.items}
        pairs: list[tuple[_Item | None, dict[str, Any]]] = []
        for full in output:
            item = self._named(full)
            if item is None or id(item) not in left:
                same = [i for i in left.values() if i.kind == full.get("type")]
                item = next((i for i in same if i.said_in(full)), same[0] if same else None)
                if item is not None and not _may_be(item, full):
                    item = None
            if item is not None:
                del left[id(item)]
            pairs.append((item, full))
        for kind in _LISTS:
            if any(item.kind == kind and item.shown() for item in left.values()):
                self._settle_joined(
                    kind, [item for item in self._items.in_order() if item.kind == kind], pairs
                )
        for index, (item, full) in enumerate(pairs):
            self._settle_item(item, full, index, done=True)

    def _settle_joined(
        self, kind: str, items: list[_Item], pairs: list[tuple[_Item | None, dict[str, Any]]]
    ) -> None:
        """Take what several items have shown as said, if whole ones say all of it in fewer."""
        shown = "".join([item.shown() for item in items])
        said = "".join([_shown_in(full) for _, full in pairs if full.get("type") == kind])
        if said.startswith(shown):
            last = next(item for item in reversed(items) if item.shown())
            self._add_rest(last, last.place(), said[len(shown) :])
            for place, (item, full) in enumerate(pairs):
                if full.get("type") == kind:
                    rest = {key: value for key, value in full.items() if key not in _LISTS[kind]}
                    pairs[place] = (item or last, rest)

    # --- the response --------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = {"object": "response", "status": self._terminal or "in_progress"}
        out.update(copied(self._base))
        if self._terminal and out.get("status") in (None, "in_progress", "queued"):
            out["status"] = self._terminal
        items = [item for item in self._items.in_order() if not item.is_stub()]
        out["output"] = [item.snapshot(self._terminal) for item in items]
        return out


class _Item(Slot):
    """One output item.

    Attributes:
        parts: Its lists of parts, which are in its fields, too.
        sort: Of a reasoning item the list of which the parts are shown.
        ahead: What later forms have added, which pieces may still bring.
        before: Strings that others have taken the place of.
    """

    __slots__ = ("ahead", "before", "parts", "sort")

    def __init__(self, kind: str, index: int | None, *, announced: bool) -> None:
        super().__init__(kind, index, announced=announced)
        self.parts: dict[str, Slots[Slot]] = {}
        self.sort = ""
        self.ahead: dict[_Place, str] = {}
        self.before: list[Text] = []

    def forget_made_up(self, full: dict[str, Any]) -> None:
        """Take what was announced in the place of what was made up."""
        self.announced = True
        for key in ("role", *list(self.parts)):
            if key not in full and not (key in self.parts and self.parts[key].items):
                self.fields.pop(key, None)
                self.parts.pop(key, None)

    def parts_at(self, place: _Place) -> Slots[Slot]:
        """The list of parts that a place names."""
        assert place.list is not None
        return self.parts[place.list] if place.list in self.parts else self.renew(place)

    def renew(self, place: _Place) -> Slots[Slot]:
        assert place.list is not None
        parts: Slots[Slot] = Slots()
        self.fields[place.list] = self.parts[place.list] = parts
        return parts

    def joined(self, place: _Place) -> str:
        """The joined strings of its parts at a place."""
        parts = self.parts[place.list].in_order() if place.list in self.parts else ()
        return "".join([part.text() for part in parts if part.kind == place.key])

    def place(self) -> _Place:
        """Where it has what is shown of it."""
        if self.kind == "message":
            return _PLACES["output_text"]
        return _PLACES["reasoning_summary_text" if self.sort == "summary" else "reasoning_text"]

    def shown(self) -> str:
        """What is shown of it."""
        return self.joined(self.place()) if self.kind in _LISTS else ""

    def texts(self) -> list[Text]:
        """The strings of its parts, in order."""
        lists = [parts.in_order() for parts in self.parts.values()]
        values = [value for parts in lists for part in parts for value in part.fields.values()]
        return self.before + [value for value in values if type(value) is Text]

    def said_in(self, full: dict[str, Any]) -> bool:
        """Whether a whole item says all that this one has shown."""
        key = _STRINGS.get(self.kind)
        if key is None:
            return self.kind not in _LISTS or _shown_in(full).startswith(self.shown())
        shown, said = _json_or_text(self.text_of(key)), _json_or_text(full.get(key))
        return said.startswith(shown) or _same_json(shown, said)

    def text_of(self, key: str) -> str:
        return str(self.fields.get(key) or "")

    def await_pieces(self, place: _Place, rest: str) -> None:
        """Note what a later form has added, as its pieces may still come."""
        if rest:
            self.ahead[place] = self.ahead.get(place, "") + rest

    def take(self, place: _Place, piece: str) -> str:
        """What of a piece is not there already."""
        ahead = self.ahead.pop(place, "")
        left = rest_of(ahead, piece)
        if left is None:
            rest = rest_of(piece, ahead)
            if rest is None:
                self.ahead[place] = ahead
            return piece if rest is None else rest
        self.await_pieces(place, left)
        return ""

    def is_full(self) -> bool:
        return _is_whole(self.text_of(_STRINGS.get(self.kind, "")))

    def takes_late_pieces(self) -> bool:
        return self.kind in _STRINGS and not self.is_full()

    def is_stub(self) -> bool:
        """Whether it is a function call without a name or arguments, which is nothing."""
        return self.kind == "function_call" and not (
            self.fields.get("name") or self.text_of("arguments")
        )

    def snapshot(self, terminal: str) -> dict[str, Any]:
        """The item so far; `terminal` is how the response ended, or empty."""
        out: dict[str, Any] = {
            key: [_part_of(part) for part in value.in_order()]
            if type(value) is Slots
            else rendered(value)
            for key, value in self.fields.items()
        }
        if self.open:
            status = {"": "in_progress", "completed": "completed"}.get(terminal, "incomplete")
            if terminal != "completed" or out.get("status") in (None, "in_progress"):
                out["status"] = status
        return out


def _ids_of(item: dict[str, Any]) -> tuple[Any, Any]:
    return item.get("call_id"), item.get("id")


def _may_be(item: _Item, full: dict[str, Any]) -> bool:
    """Whether a whole item can be a later form of one that its ids do not name.

    Another id is another item, unless it says all that this one has shown.
    """
    return not item.ids or not any(_ids_of(full)) or item.said_in(full)


def _part_of(part: Slot) -> Any:
    return part.fields[""] if "" in part.fields else rendered(part.fields)


def _key_of(part: dict[str, Any]) -> str:
    """The key under which a part has its string."""
    return "refusal" if part.get("type") == "refusal" else "text"


def _shown_in(item: dict[str, Any]) -> str:
    """What would be shown of a whole item."""
    return _said(item.get("content"), "text") or _said(item.get("summary"), "text")


def _part_index(event: dict[str, Any], place: _Place) -> int | None:
    return index_of(event, "summary_index" if place.list == "summary" else "content_index")


def _said(parts: Any, key: str) -> str:
    """The joined strings of whole parts that have them under a key."""
    return "".join([text_in(part.get(key)) for part in objects(parts) if _key_of(part) == key])


def _json_or_text(value: Any) -> str:
    """Arguments that should be JSON text, and may be the object itself."""
    return wire.dumps(value).decode() if type(value) is dict else text_in(value)


def _same_json(one: str, other: str) -> bool:
    with suppress(ValueError):
        return bool(one) and bool(wire.loads(one) == wire.loads(other))
    return False


def _is_whole(text: str) -> bool:
    if not text.endswith("}"):
        return False
    with suppress(ValueError):
        return type(wire.loads(text)) is dict
    return False
