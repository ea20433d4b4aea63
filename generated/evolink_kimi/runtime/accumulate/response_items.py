"""The output items of a response that is still coming."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final, NamedTuple

from .. import wire
from .fragments import Text, copied, joined, json_text, objects, rendered, rest_of, text_in
from .slots import Slot

__all__ = ["LISTS", "STRINGS", "Item", "Place", "is_same_json", "said_of"]

# Lists of parts, by the type of their item. Reasoning itself comes before a summary of it.
LISTS: Final = {"message": ("content",), "reasoning": ("content", "summary")}
# Strings that grow, by the type of their item.
STRINGS: Final = {"function_call": "arguments", "custom_tool_call": "input"}
# The types of parts, by place.
_PART_TYPES: Final[dict[tuple[str, str | None, str], str]] = {
    ("message", "content", "text"): "output_text",
    ("message", "content", "refusal"): "refusal",
    ("reasoning", "content", "text"): "reasoning_text",
    ("reasoning", "summary", "text"): "summary_text",
}


class Place(NamedTuple):
    """Where an item has a string: under a key of its own, or of the parts in a list."""

    item: str
    list: str | None
    key: str


class String:
    """What an item has at one place, of all its parts together.

    Attributes:
        text: All of it.
        fields: What else events said of its parts.
        ahead: What later forms have said, which pieces may still bring.
        parts: Parts that were said whole.
    """

    __slots__ = ("_begin", "ahead", "fields", "parts", "text")

    def __init__(self) -> None:
        self.text = Text()
        self.fields: dict[str, Any] = {}
        self.ahead = ""
        self.parts: list[str] = []
        self._begin = 0  # of the part that is under way

    def part(self) -> str:
        """The part that is under way."""
        return str(self.text)[self._begin :]

    def rest_of_part(self, full: str, *, is_done: bool) -> str | None:
        """What a whole part adds to what is there. None if it contradicts that.

        One that comes after its item is done may be any part of that.
        """
        shown, part = str(self.text), self.part()
        if full in self.parts or full == shown or (is_done and full in shown):
            return ""
        rest = rest_of(full, part) if part else None
        if rest is None and shown:
            rest = rest_of(full, shown)  # said of all parts together
        return full if rest is None and not part else rest

    def end_part(self, full: str, rest: str) -> None:
        """Note that a part was said whole, and that pieces of its rest may still come."""
        if full not in self.parts:
            self.parts.append(full)
            self._begin = len(str(self.text))
            self.ahead += rest


class Item(Slot):
    """One output item.

    Attributes:
        strings: What it has in which place, in order of appearance.
        forms: Its lists of parts as events said them whole.
    """

    __slots__ = ("forms", "strings")

    def __init__(self, kind: str, index: int | None, *, announced: bool) -> None:
        super().__init__(kind, index, announced=announced)
        self.strings: dict[Place, String] = {}
        self.forms: dict[str, Any] = {}

    @property
    def ahead(self) -> bool:
        """Whether later forms have said what pieces may still bring."""
        return any(string.ahead for string in self.strings.values())

    def string(self, place: Place) -> String:
        if place not in self.strings:
            self.strings[place] = String()
            self.fields.setdefault(place.list or place.key, None)  # holds the key's place
        return self.strings[place]

    def not_yet_there(self, place: Place, piece: str) -> str:
        """What of a piece no later form has said before."""
        string = self.string(place)
        left = rest_of(string.ahead, piece)
        if left is not None:
            string.ahead = left
            return ""
        rest = rest_of(piece, string.ahead) if string.ahead else None
        if rest is None:
            return piece
        string.ahead = ""
        return rest

    def awaits(self, place: Place, piece: str) -> bool:
        """Whether a later form has said what a piece brings."""
        string = self.strings.get(place)
        return string is not None and bool(piece) and string.ahead.startswith(piece)

    def at(self, place: Place) -> str:
        """All it has at a place."""
        return str(self.strings[place].text) if place in self.strings else ""

    def announce(self, full: dict[str, Any], index: int | None) -> None:
        """Take what is said of it for what was made up."""
        self.announced = True
        self.index = self.index if index is None else index
        if "role" not in full:
            self.fields.pop("role", None)

    def shown_place(self) -> Place | None:
        """Where it has what is shown of it."""
        shown = [place for place, string in self.strings.items() if string.text.kind is not None]
        return shown[0] if shown else None

    def shown(self) -> str:
        place = self.shown_place()
        return "" if place is None else str(self.strings[place].text)

    def own(self) -> str:
        """The arguments or the input of a call."""
        string = self.strings.get(Place(self.kind, None, STRINGS.get(self.kind, "")))
        return "" if string is None else str(string.text)

    def is_said_in(self, full: dict[str, Any]) -> bool:
        """Whether a whole item says all that this one has shown."""
        if self.kind in STRINGS:
            said = json_text(full.get(STRINGS[self.kind]))
            return said.startswith(self.own()) or is_same_json(self.own(), said)
        said_in = [said_of(full.get(key), "text") for key in LISTS.get(self.kind, ())]
        return not said_in or any(said.startswith(self.shown()) for said in said_in)

    def may_be(self, full: dict[str, Any]) -> bool:
        """Whether a whole item that its ids do not name can be a later form of this one.

        Another id is another item, unless it says all that this one has shown.
        """
        return not self.ids or not (full.get("id") or full.get("call_id")) or self.is_said_in(full)

    def is_empty(self) -> bool:
        return not any(str(string.text) for string in self.strings.values())

    def is_full(self) -> bool:
        text = self.own()
        if text.endswith("}"):
            with suppress(ValueError):
                return type(wire.loads(text)) is dict
        return False

    def takes_late_pieces(self) -> bool:
        return self.kind in STRINGS and not self.is_full()

    def is_stub(self) -> bool:
        """Whether it is a function call without a name or arguments, which is nothing."""
        return self.kind == "function_call" and not (self.fields.get("name") or self.own())

    def add_form(self, place: Place, part: dict[str, Any]) -> None:
        """Note a part that was said whole."""
        assert place.list is not None
        form = self.forms.setdefault(place.list, [])
        if type(form) is list and part not in form:
            form.append(copied(part))

    def snapshot(self, terminal: str) -> dict[str, Any]:
        """The item so far; `terminal` is how the response ended, or empty."""
        out: dict[str, Any] = rendered(self.fields)
        for key in LISTS.get(self.kind, ()):
            if key in out or key in self.forms:
                out[key] = self._parts(key)
        for place, string in self.strings.items():
            if place.list is None:
                out[place.key] = str(string.text)
        if self.open:
            status = {"": "in_progress", "completed": "completed"}.get(terminal, "incomplete")
            if self.kind in STRINGS and self.own() and not self.is_full() and terminal:
                out["status"] = "incomplete"
            elif terminal != "completed" or out.get("status") in (None, "in_progress"):
                out["status"] = status
        return out

    def _parts(self, key: str) -> Any:
        """A list of parts as it was said whole, if that has all that was shown; else made up."""
        own = [(place, s) for place, s in self.strings.items() if place.list == key]
        form = self.forms.get(key, [])
        if all(said_of(form, place.key) == str(string.text) for place, string in own):
            return copied(form)
        return [
            {"type": _PART_TYPES[place], **rendered(string.fields), place.key: str(string.text)}
            for place, string in own
        ]


def said_of(parts: Any, key: str) -> str:
    """The joined strings of whole parts: their texts, or what they refuse."""
    if type(parts) is str:
        return parts if key == "text" else ""
    kinds = [
        part for part in objects(parts) if (part.get("type") == "refusal") == (key == "refusal")
    ]
    return joined([text_in(part.get(key)) for part in kinds])


def is_same_json(one: str, other: str) -> bool:
    """Whether two texts are the same JSON, perhaps written differently."""
    with suppress(ValueError):
        return bool(one) and bool(wire.loads(one) == wire.loads(other))
    return False
