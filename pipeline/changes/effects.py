"""What an edit does to the set of values of a schema, and so whom it breaks.

Who sends is broken when fewer values are allowed, who reads when more are. The client does not
check bounds and keeps what it does not know (enum values, union members that are objects), so there
a reader is not broken. A type checker is broken where an annotation of the client changes for the
worse: parameters may only widen, attributes may only narrow.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.changes.change import CALLER, READER, TYPES, Breaks
from pipeline.changes.flow import RECEIVED, SENT, Flow

__all__ = [
    "ALTERS",
    "ALTERS_TYPE",
    "HIDES",
    "NARROWS",
    "NARROWS_TYPE",
    "RETYPES",
    "REVEALS",
    "STARTS",
    "STOPS",
    "TEXT",
    "WIDENS",
    "WIDENS_TYPE",
    "Effect",
]


@dataclass(frozen=True, slots=True)
class Effect:
    """Whom an edit breaks where the schema is sent, and where it is received."""

    sent: Breaks = frozenset()
    received: Breaks = frozenset()
    is_text: bool = False

    def breaks(self, flow: Flow) -> Breaks:
        """Whom it breaks where the schema goes. What goes nowhere is still a Python type."""
        if not flow.ways:
            return (self.sent | self.received) & {TYPES}
        found: Breaks = frozenset()
        if SENT in flow.ways:
            found |= self.sent
        if RECEIVED in flow.ways:
            found |= self.received
        return found


def _effect(sent: tuple[str, ...], received: tuple[str, ...]) -> Effect:
    return Effect(frozenset(sent), frozenset(received))


NARROWS = _effect((CALLER,), ())
WIDENS = _effect((), ())
ALTERS = _effect((CALLER,), (READER,))
# The same, where the annotation follows.
NARROWS_TYPE = _effect((CALLER, TYPES), ())
WIDENS_TYPE = _effect((), (READER, TYPES))
ALTERS_TYPE = _effect((CALLER, TYPES), (READER, TYPES))
# From `Any` to a type, and back: a type checker says nothing of `Any`.
REVEALS = _effect((CALLER, TYPES), (TYPES,))
HIDES = _effect((), (READER,))
# The same values under another annotation.
RETYPES = _effect((TYPES,), (TYPES,))
# What is no longer sent (`readOnly`), no longer received (`writeOnly`).
STOPS = _effect((CALLER,), ())
STARTS = _effect((), (READER,))
TEXT = Effect(is_text=True)
