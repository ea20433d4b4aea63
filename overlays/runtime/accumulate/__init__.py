"""From the events of a stream to the response that the call without streaming returns.

Accumulators are pure: JSON objects in, a JSON object out. Sync and async streams share them, and
they know nothing of the generated models.
"""

from __future__ import annotations

from typing import Any, Protocol

from ..operation import ProtocolName
from ..repeats import Path

__all__ = ["Accumulator", "accumulator_for"]


class Accumulator(Protocol):
    """What is common to the accumulators of the three protocols.

    Attributes:
        done: The event that ends the stream was added.
        may_end: The stream may end here without a further event, provided that the body does.
    """

    done: bool

    @property
    def may_end(self) -> bool: ...

    def add(self, event: dict[str, Any], /) -> None:
        """Take in the next event. The event may be changed afterwards."""

    def growing(self, path: Path, /) -> list[str] | None:
        """Where the string at a path of the event that was added last was appended.

        None unless appending it is all that an event does which differs from that one only there.
        """

    def end(self) -> None:
        """Take in the sentinel, which ends a stream without being an event."""

    def snapshot(self) -> dict[str, Any]:
        """The response so far, independent of what is added later."""
        ...


def accumulator_for(protocol: ProtocolName) -> Accumulator:
    """A new accumulator for the streams of a protocol."""
    if protocol == "chat":
        from .chat import ChatAccumulator

        return ChatAccumulator()
    if protocol == "messages":
        from .messages import MessageAccumulator

        return MessageAccumulator()
    from .responses import ResponseAccumulator

    return ResponseAccumulator()
