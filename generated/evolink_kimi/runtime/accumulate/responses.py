"""Responses: from events to the response."""

from __future__ import annotations

from typing import Any, Final

from .base import Accumulator
from .fragments import Text, copied, index_of, json_text, merged, objects, text_in
from .response_items import LISTS, STRINGS, Item, Place, is_same_json, said_of
from .slots import Slots

__all__ = ["ResponseAccumulator"]

_TERMINAL: Final = frozenset({"completed", "incomplete", "failed"})
# Where a string of an event goes, by the middle of the event's type.
_PLACES: Final[dict[str, Place]] = {
    "output_text": Place("message", "content", "text"),
    "refusal": Place("message", "content", "refusal"),
    "reasoning_text": Place("reasoning", "content", "text"),
    "reasoning_summary_text": Place("reasoning", "summary", "text"),
    "function_call_arguments": Place("function_call", None, "arguments"),
    "custom_tool_call_input": Place("custom_tool_call", None, "input"),
}
# The first of these that are not empty stay: they were shown to others.
_FIRST: Final = frozenset({"id", "call_id", "name", "created_at", "model"})
_OPAQUE: Final = "encrypted_content"


class ResponseAccumulator(Accumulator):
    """Builds a response out of its events.

    What the terminal event says of the response is taken; its `output`, and each `….done` event,
    are later forms of the items, which `base` says how to join. Nothing depends on
    `sequence_number`, on the indexes of parts, or on the events that announce responses, items and
    parts.

    An item that is not done has the status `in_progress`, which marks a half-built tool call.
    """

    __slots__ = ("_base", "_items", "_place", "_terminal")

    def __init__(self) -> None:
        super().__init__()
        self._base: dict[str, Any] = {}
        self._terminal = ""
        self._items: Slots[Item] = Slots()
        # What the last event said of the place of its piece: its type, and an id or index.
        self._place: tuple[Any, str, Any] = (None, "", None)

    def goes_on(self, event: dict[str, Any], /) -> bool:
        piece = event.get("delta")
        growing = self._growing
        if growing is None or type(piece) is not str:
            return False
        kind, key, item = self._place
        if (
            event.get(key) != item
            or event.get("type") != kind
            or event.get("logprobs")
            or "error" in event
        ):
            return False
        growing.parts.append(piece)
        return True

    def _add(self, event: dict[str, Any], /) -> None:
        kind = event.get("type")
        if type(kind) is not str or not kind.startswith("response."):
            return
        subject, _, act = kind[9:].rpartition(".")
        if subject in _PLACES:
            if act == "delta":
                self._add_piece(event, _PLACES[subject])
            elif act == "done":
                self._add_whole_string(event, _PLACES[subject])
        elif not subject:
            self._set_response(event.get("response"), act)
        elif subject == "output_item":
            item = event.get("item")
            if type(item) is dict:
                self._add_item(item, index_of(event, "output_index"), done=act == "done")
        elif subject == "content_part" or subject == "reasoning_summary_part":
            part = event.get("part")
            if type(part) is dict:
                self._add_part(event, subject, part, done=act == "done")
        elif subject == "output_text.annotation" and act == "added":
            place = _PLACES["output_text"]
            fields = self._item_of(event, place).string(place).fields
            fields["annotations"] = merged(fields.get("annotations"), [event.get("annotation")])

    # --- pieces --------------------------------------------------------------------------------

    def _add_piece(self, event: dict[str, Any], place: Place) -> None:
        item = self._item_of(event, place)
        value = event.get("delta")
        piece = text_in(value)
        if place.list is None and value and not piece:
            self._settle_string(item, place, json_text(value))
            return
        text = self._text(item, place) if piece else item.string(place).text
        self._show(text, item.not_yet_there(place, piece) if item.ahead else piece)
        if event.get("logprobs"):
            fields = item.string(place).fields
            fields["logprobs"] = merged(fields.get("logprobs"), event["logprobs"])
        elif piece and not item.ahead:
            key = "item_id" if "item_id" in event else "output_index"
            if key in event:
                self._place = event.get("type"), key, event[key]
                self._growing = text

    def _text(self, item: Item, place: Place) -> Text:
        """A string of an item; shown, if it is of a sort that is.

        Of reasoning and a summary of it that is what comes first.
        """
        text = item.string(place).text
        if text.kind is not None:
            pass
        elif item.kind == "message" and place.key == "text":
            text.kind = "text"
        elif item.kind == "reasoning" and item.shown_place() in (None, place):
            text.kind = "reasoning"
        elif item.kind == "reasoning" and place.list == "content":
            self._warn(
                "A reasoning item came as a summary first and then as text of its own: the deltas "
                "have the summary, `reasoning_text` has the text"
            )
        return text

    def _item_of(self, event: dict[str, Any], place: Place) -> Item:
        """The item that a piece is for; made if it was never announced."""
        given, index = event.get("item_id"), index_of(event, "output_index")
        item = self._items.find(place.item, given, index)
        if item is None:
            closed = self._items.at(place.item, index)
            if closed is not None and closed.awaits(place, text_in(event.get("delta"))):
                return closed
            item = self._items.add(Item(place.item, index, announced=False))
            item.fields = {"type": place.item}
            if self._items.is_free(place.item, given):
                item.fields["id"] = given
            if place.item == "message":
                item.fields["role"] = "assistant"
        self._items.name(item, given)
        return item

    # --- later, fuller forms -------------------------------------------------------------------

    def _add_whole_string(self, event: dict[str, Any], place: Place) -> None:
        value = event.get("text", event.get(place.key))
        if place.list is not None:
            self._settle_part(
                self._item_of_part(event, place, text_in(value)), place, text_in(value)
            )
        elif full := json_text(value):
            given, index = event.get("item_id"), index_of(event, "output_index")
            item = self._items.find(place.item, given, index, is_whole=True)
            if item is None or not item.is_said_in({place.key: full}):
                item = self._item_of(event, place)
            self._settle_string(item, place, full)

    def _item_of_part(self, event: dict[str, Any], place: Place, full: str) -> Item:
        """The item that a whole part belongs to, perhaps one that has it already."""
        given, index = event.get("item_id"), index_of(event, "output_index")
        item = self._items.find(place.item, given, index, is_whole=True)
        if item is not None and (item.open or full in item.at(place)):
            self._items.name(item, given)
            return item
        return self._item_of(event, place)

    def _add_part(
        self, event: dict[str, Any], subject: str, part: dict[str, Any], *, done: bool
    ) -> None:
        """Take in an event that announces a part, or says it whole."""
        if subject == "reasoning_summary_part":
            place = _PLACES["reasoning_summary_text"]
        elif part.get("type") == "reasoning_text" or self._items.named(
            "reasoning", event.get("item_id")
        ):
            place = _PLACES["reasoning_text"]
        else:
            place = _PLACES["refusal" if part.get("type") == "refusal" else "output_text"]
        full = text_in(part.get(place.key))
        item = self._item_of_part(event, place, full) if done else self._item_of(event, place)
        self._settle_part(item, place, full)
        others = {key: value for key, value in part.items() if key != place.key}
        item.string(place).fields.update(copied(others))
        if done and full:
            item.add_form(place, part)

    def _settle_part(self, item: Item, place: Place, full: str) -> None:
        """Take in the string of a whole part."""
        if full:
            text, string = self._text(item, place), item.string(place)
            rest = string.rest_of_part(full, is_done=not item.open)
            if rest is None:
                self._contradiction(f"A part of a {item.kind}", string.part(), full)
            else:
                self._show(text, rest)
                string.end_part(full, rest)

    def _settle_string(self, item: Item, place: Place, full: str) -> bool:
        """Take in all that an item has at a place, and say whether it has all that was shown."""
        string = item.strings.get(place)
        shown = "" if string is None else str(string.text)
        if full and not (place.list is None and is_same_json(shown, full)):
            what = f"The {place.list or place.key} of a {item.kind}"
            rest = self._settle(self._text(item, place), full, what)
            item.string(place).end_part(full, rest)
            return str(item.string(place).text) == full
        return full == shown

    def _add_item(self, full: dict[str, Any], index: int | None, *, done: bool) -> None:
        """Take in an event that announces an item, or says it whole."""
        kind = str(full.get("type"))
        item = self._named(full)
        if item is None and not done:
            item = self._items.announced(kind, index, *_ids_of(full))
        elif item is None:
            item = self._items.find(kind, None, index, is_whole=True)
            if item is not None and not item.may_be(full):
                item = None
            opened = [i for i in self._items.items if i.kind == kind and i.open and i.shown()]
            if len(opened) > 1 and self._settle_joined(opened, [full]):
                item, full = opened[-1], _without_lists(full)
        self._settle_item(item, full, index, done=done)

    def _named(self, full: dict[str, Any]) -> Item | None:
        """The item that the ids of a whole one name."""
        item = self._items.named(str(full.get("type")), *_ids_of(full))
        if item is not None:
            one, other = item.fields.get("call_id"), full.get("call_id")
            if one and other and one != other:
                return None
        return item

    def _settle_item(
        self, item: Item | None, full: dict[str, Any], index: int | None, *, done: bool
    ) -> None:
        kind = str(full.get("type"))
        if item is None:
            item = self._items.add(Item(kind, index, announced=True))
        elif not item.announced:
            item.announce(full, index)
        self._items.name(item, *_ids_of(full))
        fields = item.fields
        for key, value in full.items():
            if key in LISTS.get(kind, ()) and type(value) in (list, str):
                fields.setdefault(key, None)  # holds the key's place
            elif key == STRINGS.get(kind) and value is not None:
                fields.setdefault(key, None)
                place = Place(kind, None, key)
                item.string(place)
                self._settle_string(item, place, json_text(value))
            elif value is None:
                fields.setdefault(key, None)
            elif key in _FIRST and fields.get(key):
                if key == "name" and value and value != fields[key]:
                    self._contradiction("The name of a tool", fields[key], value)
            elif key != _OPAQUE or value:
                if key == _OPAQUE and fields.get(key) not in (None, "", value):
                    self._warn(
                        "A reasoning item came with two encrypted contents; the last one is kept"
                    )
                fields[key] = copied(value)
        for key in LISTS.get(kind, ()):
            if type(full.get(key)) is list or type(full.get(key)) is str:
                self._settle_list(item, key, full[key])
        item.open = item.open and not done

    def _settle_list(self, item: Item, key: str, full: Any) -> None:
        """Take in the whole list of an item's parts: as it is, if it has all that was shown."""
        summary = _PLACES["reasoning_summary_text"]
        if key == "content" and item.shown_place() == summary and full:
            # The same reasoning in another form, as gateways that translate have it.
            said, shown = said_of(full, "text"), item.shown()
            if said.startswith(shown):
                self._settle_string(item, summary, said)
                return
        places = [place for place in _PLACES.values() if place[:2] == (item.kind, key)]
        have_all = [self._settle_string(item, place, said_of(full, place.key)) for place in places]
        if all(have_all):
            item.forms[key] = copied(full)

    def _set_response(self, response: Any, act: str) -> None:
        is_last = act in _TERMINAL
        if type(response) is dict:
            base = self._base
            for key, value in response.items():
                if key == "output":
                    base.setdefault(key, None)  # holds the key's place
                elif key in _FIRST and base.get(key):
                    pass
                elif value is not None or base.get(key) is None or is_last:
                    base[key] = copied(value)
            if is_last:
                self._settle_output(objects(response.get("output")))
        if is_last:
            self._terminal = act
            self.done = True
            items = self._items.in_order()
            self._check_order(string.text for item in items for string in item.strings.values())

    def _settle_output(self, output: list[dict[str, Any]]) -> None:
        """Take in the items of the terminal event."""
        left = {id(item): item for item in self._items.items}
        found: list[Item | None] = []
        for full in output:
            item = self._named(full)
            if item is None or id(item) not in left:
                same = [i for i in left.values() if i.kind == full.get("type") and i.may_be(full)]
                item = next((i for i in same if i.is_said_in(full)), same[0] if same else None)
                item = item or _only(full, list(left.values()), output)
            if item is not None:
                del left[id(item)]
            found.append(item)
        for kind in {item.kind for item in left.values() if item.shown()}:
            # Some items are not there: others may have their text.
            items = [item for item in self._items.in_order() if item.kind == kind]
            if self._settle_joined(items, [full for full in output if full.get("type") == kind]):
                for place, full in enumerate(output):
                    if full.get("type") == kind:
                        output[place] = _without_lists(full)
                        found[place] = found[place] or items[-1]
        for index, (item, full) in enumerate(zip(found, output, strict=True)):
            self._settle_item(item, full, index, done=True)

    def _settle_joined(self, items: list[Item], whole: list[dict[str, Any]]) -> bool:
        """Take in whole items that say together what others have shown; say whether they do."""
        shown = "".join([item.shown() for item in items])
        said = "".join([_shown_in(full) for full in whole])
        if not said.startswith(shown):
            return False
        last = next(item for item in reversed(items) if item.shown())
        place = last.shown_place()
        assert place is not None
        self._settle_string(last, place, last.shown() + said[len(shown) :])
        return True

    # --- the response --------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = {"object": "response", "status": self._terminal or "in_progress"}
        out.update(copied(self._base))
        if self._terminal and out.get("status") in (None, "in_progress", "queued"):
            out["status"] = self._terminal
        items = [item for item in self._items.in_order() if not item.is_stub()]
        out["output"] = [item.snapshot(self._terminal) for item in items]
        return out


def _only(full: dict[str, Any], left: list[Item], output: list[dict[str, Any]]) -> Item | None:
    """The item that a whole one of another id must be, both being the only ones of their kind."""
    kind = full.get("type")
    items = [item for item in left if item.kind == kind and kind in LISTS]
    others = [item for item in output if item.get("type") == kind]
    return items[0] if len(items) == len(others) == 1 else None


def _ids_of(item: dict[str, Any]) -> tuple[Any, Any]:
    return item.get("call_id"), item.get("id")


def _without_lists(item: dict[str, Any]) -> dict[str, Any]:
    lists = LISTS.get(str(item.get("type")), ())
    return {key: value for key, value in item.items() if key not in lists}


def _shown_in(item: dict[str, Any]) -> str:
    """What would be shown of a whole item."""
    return said_of(item.get("content"), "text") or said_of(item.get("summary"), "text")
