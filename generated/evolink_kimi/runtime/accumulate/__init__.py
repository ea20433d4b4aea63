"""From the events of a stream to the response that the call without streaming returns."""

from __future__ import annotations

from ..operation import ProtocolName
from .base import Accumulator, StreamWarning

__all__ = ["Accumulator", "StreamWarning", "accumulator_for"]


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
