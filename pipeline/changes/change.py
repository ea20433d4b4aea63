"""One change, and whom it breaks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

from pipeline.types import Json, JsonObject

__all__ = ["CALLER", "MISSING", "READER", "TYPES", "Breaks", "Bump", "Change", "Missing"]

# Whom a change can break: who sends requests, who reads answers, and whoever checks types.
CALLER, READER, TYPES = "caller", "reader", "type checker"

Breaks: TypeAlias = frozenset[str]

_ORDER = (CALLER, READER, TYPES)


class Bump(IntEnum):
    """The part of a version that a change asks for (https://semver.org)."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Missing:
    """The value of what is not there; null is a value."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Change:
    """One change, with its evidence.

    Attributes:
        kind: What happened, such as `enum: value removed`.
        pointer: JSON pointer in the new document, or in the old one for what is gone; for the
            Python API the dotted name.
        bump: What the change alone asks of the version.
        breaks: Whom it breaks; empty is nobody.
        before: The old value, `MISSING` if there was none.
        after: The new value, `MISSING` if there is none.
        operations: Ids of the operations that meet it.
    """

    kind: str
    pointer: str
    bump: Bump
    breaks: Breaks = frozenset()
    before: Json = field(default=MISSING, compare=False)
    after: Json = field(default=MISSING, compare=False)
    operations: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        kind: str,
        pointer: str,
        breaks: Iterable[str] = (),
        before: Json = MISSING,
        after: Json = MISSING,
        operations: tuple[str, ...] = (),
    ) -> Change:
        """A change of meaning: major if it breaks anyone, else minor."""
        broken = frozenset(breaks)
        bump = Bump.MAJOR if broken else Bump.MINOR
        return cls(kind, pointer, bump, broken, before, after, operations)

    @classmethod
    def text(cls, kind: str, pointer: str, before: Json = MISSING, after: Json = MISSING) -> Change:
        """A change of words only."""
        return cls(kind, pointer, Bump.PATCH, frozenset(), before, after)

    @property
    def whom(self) -> str:
        """Whom it breaks, in words."""
        return ", ".join(who for who in _ORDER if who in self.breaks) or "nobody"

    def to_json(self) -> JsonObject:
        """The change as JSON values; absent values are left out."""
        out: JsonObject = {
            "kind": self.kind,
            "pointer": self.pointer,
            "bump": str(self.bump),
            "breaks": [who for who in _ORDER if who in self.breaks],
        }
        if self.before is not MISSING:
            out["before"] = self.before
        if self.after is not MISSING:
            out["after"] = self.after
        if self.operations:
            out["operations"] = list(self.operations)
        return out
