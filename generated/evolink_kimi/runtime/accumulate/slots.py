"""The items, blocks or parts of an answer that is still coming, and which of them an event is for.

An event belongs to the one its id names, if that is of the event's kind; else to the open one of
its kind, the index deciding between several; else to none that is there.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from .fragments import Text

__all__ = ["Slot", "Slots"]


class Slot:
    """One item, block or part.

    Attributes:
        kind: Events of this kind may belong to it.
        index: The index that it was announced with, or that its first event had.
        ids: The ids it is known by.
        announced: An event said that it begins, or had it whole.
        open: Nothing said that it is whole.
        fields: Its JSON object; strings that grow are `Text`.
    """

    __slots__ = ("announced", "fields", "ids", "index", "kind", "open")

    def __init__(self, kind: str, index: int | None, *, announced: bool) -> None:
        self.kind = kind
        self.index = index
        self.ids: set[str] = set()
        self.announced = announced
        self.open = True
        self.fields: dict[str, Any] = {}

    def text(self) -> str:
        """Its string, if that is under the key it has its kind from."""
        return str(self.fields.get(self.kind) or "")

    def is_full(self) -> bool:
        """Whether nothing can be added to its string."""
        return False

    def takes_late_pieces(self) -> bool:
        """Whether pieces may still come for it though it was closed."""
        return False

    def is_empty(self) -> bool:
        """Whether no piece of a string came for it."""
        return not any(str(value) for value in self.fields.values() if type(value) is Text)


SlotT = TypeVar("SlotT", bound=Slot)


class Slots(Generic[SlotT]):
    """All slots of one list, in the order in which they appeared; finding one takes no search."""

    __slots__ = ("_at", "_by_id", "_by_index", "_kinds", "_last", "_open", "items")

    def __init__(self) -> None:
        self.items: list[SlotT] = []
        self._by_id: dict[tuple[str, str], SlotT] = {}
        self._at: dict[tuple[str, int | None], SlotT] = {}
        self._by_index: dict[int | None, list[SlotT]] = {}
        self._open: dict[str, list[SlotT]] = {}
        self._last: dict[str, SlotT] = {}
        self._kinds: dict[str, str] = {}  # by id

    def add(self, slot: SlotT) -> SlotT:
        self.items.append(slot)
        self._at[slot.kind, slot.index] = self._last[slot.kind] = slot
        self._by_index.setdefault(slot.index, []).append(slot)
        self._open.setdefault(slot.kind, []).append(slot)
        return slot

    def name(self, slot: SlotT, *ids: Any) -> None:
        """Note ids that a slot goes by; those of another kind are not its own."""
        for given in ids:
            if self.is_free(slot.kind, given):
                self._kinds[given] = slot.kind
                slot.ids.add(given)
                self._by_id[slot.kind, given] = slot

    def is_free(self, kind: str, given: Any) -> bool:
        """Whether a slot of a kind can go by an id."""
        return bool(given) and type(given) is str and self._kinds.get(given, kind) == kind

    def named(self, kind: str, *ids: Any) -> SlotT | None:
        """The slot of a kind that goes by one of these ids."""
        for given in ids:
            if given and type(given) is str and (kind, given) in self._by_id:
                return self._by_id[kind, given]
        return None

    def at(self, kind: str, index: int | None) -> SlotT | None:
        """The last slot of a kind at an index."""
        return self._at.get((kind, index))

    def all_at(self, index: int | None) -> list[SlotT]:
        """The slots of all kinds at an index, in the order in which they appeared."""
        return self._by_index.get(index, [])

    def last_open(self, kind: str) -> SlotT | None:
        """The open slot of a kind that appeared last."""
        slots = self._open.get(kind, [])
        while slots and not slots[-1].open:
            slots.pop()
        return slots[-1] if slots else None

    def find(
        self, kind: str, given: Any, index: int | None, *, is_whole: bool = False
    ) -> SlotT | None:
        """The slot that a piece of a kind belongs to, or a later form of the whole."""
        slot = self.named(kind, given)
        if slot is not None:
            return slot
        slot = self.at(kind, index)
        if slot is not None and not slot.open and not is_whole:
            is_other = bool(given and slot.ids)
            slot = slot if slot.takes_late_pieces() and not is_other else None
        if slot is None:
            slot = self.last_open(kind)
            if slot is not None and given and slot.ids and not slot.announced:
                # Another id at another index is another slot.
                slot = slot if None in (index, slot.index) else None
        if slot is None and is_whole:
            slot = self._last.get(kind)
        # Nothing can be added to one that is full, so that another id is another slot.
        return None if slot is not None and given and slot.is_full() and not is_whole else slot

    def announced(self, kind: str, index: int | None, *ids: Any) -> SlotT | None:
        """The slot that an event announces which is there already. None if it opens another one."""
        slot = self.named(kind, *ids)
        if slot is not None:
            return slot
        slot = self.at(kind, index)
        if slot is None or not slot.open or (slot.ids and any(ids)):
            return None
        return slot if not slot.announced or slot.is_empty() else None

    def in_order(self) -> list[SlotT]:
        """By their indexes if all were announced with distinct ones; else as they appeared."""
        items = self.items
        places = {slot.index: slot for slot in items if slot.announced and slot.index is not None}
        if len(places) != len(items):
            return items
        return [places[index] for index in sorted(places, key=lambda index: index or 0)]
