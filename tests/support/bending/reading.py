"""Bent streams read by the accumulators alone, and by streams, sync and async."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from overlays.runtime.accumulate import StreamWarning, accumulator_for
from overlays.runtime.accumulate.base import Accumulator
from overlays.runtime.deltas import Delta, DeltaReader
from overlays.runtime.errors import KimiError
from overlays.runtime.operation import ProtocolName
from overlays.runtime.response_stream import AsyncResponseStream, ResponseStream
from overlays.runtime.views import ChatResponseView, MessageResponseView, ResponsesResponseView
from tests.support.bending.wire import Events
from tests.support.streams import OPERATIONS, AsyncSource, Source, frames

__all__ = ["Reading", "body_of", "read_async", "read_bare", "read_left", "read_sync", "same"]
__all__ += ["view_of"]


def _view(base: type) -> Callable[[dict[str, Any]], Any]:
    def make(wire: dict[str, Any]) -> Any:
        view = cls()
        view.wire = wire
        return view

    cls: Any = type("View", (base,), {"_wire_view": lambda self: self.wire})
    return make


_VIEWS: Final = {
    "chat": _view(ChatResponseView),
    "messages": _view(MessageResponseView),
    "responses": _view(ResponsesResponseView),
}


def view_of(protocol: ProtocolName, wire: dict[str, Any]) -> Any:
    """A response's attributes, of its JSON object."""
    return _VIEWS[protocol](wire)


@dataclass(frozen=True)
class Reading:
    """What a stream was read as.

    Attributes:
        shown: The deltas that each event gave, and at last those of the end.
        final: The JSON object of the answer; of what came before the error, if there was one.
        warnings: What `StreamWarning`s said.
        error: The error that ended it.
    """

    shown: list[list[Delta]]
    final: Any
    warnings: list[str] = field(default_factory=list)
    error: KimiError | None = None

    @property
    def deltas(self) -> list[Delta]:
        return [delta for deltas in self.shown for delta in deltas]


def read_bare(
    protocol: ProtocolName,
    events: Events,
    make: Callable[[ProtocolName], Accumulator] = accumulator_for,
) -> Reading:
    """Read a stream with an accumulator and nothing else."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        accumulator = make(protocol)
        reader = DeltaReader(accumulator)
        shown = []
        for event in map(dict, events):  # each an object of its own, as over the wire
            accumulator.add(event)
            shown.append(list(reader.read(event)))
            if accumulator.done:
                break
        shown.append(list(reader.finish()))
        accumulator.end()
        return Reading(shown, accumulator.snapshot(), _told(caught))


def _told(caught: Iterable[warnings.WarningMessage]) -> list[str]:
    return [str(one.message) for one in caught if issubclass(one.category, StreamWarning)]


def body_of(protocol: ProtocolName, events: Events) -> bytes:
    """The body of a response that streams these events."""
    return frames(*events, *["[DONE]"] * (protocol == "chat"))


def read_sync(protocol: ProtocolName, body: bytes, *, size: int = 0) -> Reading:
    """Read the body of a stream with `deltas()`, in pieces of a size or whole."""
    pieces = [body[at : at + size] for at in range(0, len(body), size)] if size else [body]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stream = ResponseStream(OPERATIONS[protocol], Source(pieces))
        deltas: list[Delta] = []
        try:
            deltas.extend(stream.deltas())
            final, error = stream.get_final(), None
        except KimiError as raised:
            final, error = raised.partial, raised
            assert stream.snapshot == final or final is None
        else:
            assert stream.snapshot == final
        return Reading([deltas], final, _told(caught), error)


def read_async(protocol: ProtocolName, body: bytes) -> Reading:
    """As `read_sync`."""

    async def main() -> Reading:
        stream = AsyncResponseStream(OPERATIONS[protocol], AsyncSource([body]))
        deltas: list[Delta] = []
        try:
            async for delta in stream.deltas():
                deltas.append(delta)
            final, error = await stream.get_final(), None
        except KimiError as raised:
            final, error = raised.partial, raised
            assert stream.snapshot == final or final is None
        else:
            assert stream.snapshot == final
        return Reading([deltas], final, _told(caught), error)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        return asyncio.run(main())


def read_left(protocol: ProtocolName, body: bytes, after: int) -> Reading:
    """As `read_sync`, by a reader that leaves after some deltas and another that goes on."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stream = ResponseStream(OPERATIONS[protocol], Source([body]))
        deltas: list[Delta] = []
        try:
            for delta in stream.deltas():
                deltas.append(delta)
                if len(deltas) == after:
                    break
            deltas.extend(stream.deltas())
            final, error = stream.get_final(), None
        except KimiError as raised:
            final, error = raised.partial, raised
        return Reading([deltas], final, _told(caught), error)


def same(one: Reading, other: Reading) -> bool:
    """Whether two readings of a stream came to the same."""
    return (
        one.deltas == other.deltas
        and json.dumps(one.final) == json.dumps(other.final)
        and one.warnings == other.warnings
        and type(one.error) is type(other.error)
        and str(one.error) == str(other.error)
    )
