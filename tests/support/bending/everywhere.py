"""A bent stream read in all ways that there are, which all have to come to the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from overlays.runtime.headers import Headers
from overlays.runtime.recording import Recording
from overlays.runtime.secrecy import LineScrubber, Scrubber
from overlays.testing.recorded import read_recording
from tests.support.bending.law import Problem, problems, problems_in
from tests.support.bending.reading import (
    Reading,
    body_of,
    read_async,
    read_bare,
    read_left,
    read_sync,
    same,
    view_of,
)
from tests.support.bending.streams import Bent
from tests.support.streams import EVENT_STREAM

__all__ = ["problems_anywhere"]


def problems_anywhere(bent: Bent, folder: Path) -> list[Problem]:
    """What is wrong with the readings of a bent stream: by the law, or as they differ.

    Args:
        bent: The stream.
        folder: Where it may be recorded.
    """
    protocol, events = bent.good.protocol, bent.events
    written = json.dumps(events)
    bare = read_bare(protocol, events)
    return [*problems(bent, bare), *_differences(bent, bare, folder), *_changes(bent, written)]


def _changes(bent: Bent, written: str) -> Iterator[Problem]:
    if json.dumps(bent.events) != written:
        yield Problem("events are changed by their reading", "")


def _differences(bent: Bent, bare: Reading, folder: Path) -> Iterator[Problem]:
    protocol, events = bent.good.protocol, bent.events
    body = body_of(protocol, events)
    read = read_sync(protocol, body)
    if read.error is not None:
        yield Problem("an error that the events don't have", repr(read.error))
        return
    for what, other in (
        ("the accumulator alone", bare),
        ("async", read_async(protocol, body)),
        ("a recording", read_sync(protocol, _recorded(body, folder))),
        ("small pieces", read_sync(protocol, body, size=7)),
    ):
        if not same(read, other):
            yield Problem(f"{what} and a stream differ", f"{read}\n{other}")
    random = Random(len(body))
    after = random.randrange(1, 4)
    if not same(read, read_left(protocol, body, after)):
        yield Problem("a reader that left has lost something", f"after {after} deltas")
    yield from _in_partial(bent, random.randrange(len(events) + 1))


def _recorded(body: bytes, folder: Path) -> bytes:
    """The body that a recording of a response holds."""
    path = folder / "recording"
    path.unlink(missing_ok=True)
    scrubber = LineScrubber(Scrubber("sk-test-0123456789-secret"))
    recording = Recording(str(path), 200, Headers(EVENT_STREAM.items()), scrubber)
    half = len(body) // 2
    for _ in recording.tee(iter((body[:half], body[half:]))):
        pass
    recording.close()
    found = read_recording(path)["body"]
    assert isinstance(found, bytes)
    return found


def _in_partial(bent: Bent, count: int) -> Iterator[Problem]:
    """A stream that is cut off after some events has shown what its partial answer has."""
    protocol, events = bent.good.protocol, bent.events[:count]
    body = body_of(protocol, events).removesuffix(b"data: [DONE]\n\n")
    read = read_sync(protocol, body)
    if read.error is not None and not events:
        return
    if read.error is None and protocol != "chat" and count < len(bent.events):
        yield Problem("a stream that was cut off is whole", f"after {count} events")
        return
    for kind, detail in problems_in(protocol, events, read):
        yield Problem(f"in a partial answer: {kind}", f"after {count} events: {detail}")
    if read.error is not None:
        for call in view_of(protocol, read.final).tool_calls:
            if call.is_complete and protocol != "responses" and not call.arguments_json.strip():
                yield Problem("a call is complete of which pieces may come", repr(call))
