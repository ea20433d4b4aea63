"""Recorded answers of independent servers: however they are cut, they are read the same.

What is recorded, and how, is told in tests/recordings/README.md.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi.runtime.operation import Operation
from evolink_kimi.runtime.response_stream import AsyncResponseStream, ResponseStream
from evolink_kimi.runtime.sse import SSEDecoder

from tests.support.answers import ANSWERS, Protocol, calls_in
from tests.support.streams import AsyncSource, Source, line_ends

FOLDER = Path(__file__).parents[1] / "recordings"
JSON = sorted(FOLDER.glob("*/*.json.raw"))
IDS = {
    "chat": "chat.completions.create",
    "messages": "messages.create",
    "responses": "responses.create",
}
STREAMS = sorted(FOLDER.glob("*/*.sse.raw"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.name.partition('.')[0]}"


each_stream = pytest.mark.parametrize("path", STREAMS, ids=name_of)
each_end = pytest.mark.parametrize("end", list(line_ends(b"")))


def parts_of(path: Path) -> tuple[Protocol, str]:
    """The protocol and the name of the answer that a recording has."""
    protocol, _, name = path.name.partition(".")[0].partition("-")
    return protocol, name  # type: ignore[return-value]  # a protocol, by the file's name


def operation_of(path: Path) -> Operation[Any, Any]:
    """The generated operation that a recording answers."""
    module = import_module(f"evolink_kimi.resources.{parts_of(path)[0]}")
    operations = [value for value in vars(module).values() if isinstance(value, Operation)]
    [found] = [one for one in operations if one.id == IDS[parts_of(path)[0]]]
    return found


@dataclass(frozen=True)
class Reading:
    """What a stream was read as."""

    text: str
    reasoning: str
    final: dict[str, Any]


def reading(deltas: Iterable[Any], final: Any) -> Reading:
    texts = {"text": "", "reasoning": ""}
    for delta in deltas:
        texts[delta.kind] += delta.text
    return Reading(texts["text"], texts["reasoning"], final.to_dict())


def read(operation: Operation[Any, Any], chunks: list[bytes]) -> Reading:
    stream = ResponseStream(operation, Source(chunks))
    deltas = list(stream.deltas())
    return reading(deltas, stream.get_final())


def read_async(operation: Operation[Any, Any], chunks: list[bytes]) -> Reading:
    async def main() -> Reading:
        stream = AsyncResponseStream(operation, AsyncSource(chunks))
        deltas = [delta async for delta in stream.deltas()]
        return reading(deltas, await stream.get_final())

    return asyncio.run(main())


def bytewise(body: bytes) -> list[bytes]:
    return [body[i : i + 1] for i in range(len(body))]


def test_there_are_recordings() -> None:
    assert len(JSON) == len(STREAMS) == 12
    assert {path.parent.name for path in STREAMS} == {"aimock", "mock-gateway"}


@pytest.mark.parametrize("path", JSON, ids=name_of)
def test_an_answer(path: Path) -> None:
    wire = json.loads(path.read_bytes())
    response = operation_of(path).response(wire)
    wanted = ANSWERS[parts_of(path)[1]]
    assert response.output_text == wanted.text
    assert response.reasoning_text == wanted.reasoning
    assert calls_in(response) == wanted.calls
    assert response.to_dict() == wire


@each_stream
@each_end
def test_a_stream_in_any_line_end_and_in_single_bytes(path: Path, end: str) -> None:
    body = line_ends(path.read_bytes())[end]
    operation = operation_of(path)
    wanted = ANSWERS[parts_of(path)[1]]
    whole = read(operation, [body])
    assert whole.text == wanted.text
    assert whole.reasoning == wanted.reasoning
    final = operation.response(whole.final)
    assert (final.output_text, final.reasoning_text) == (wanted.text, wanted.reasoning)
    assert calls_in(final) == wanted.calls
    assert read_async(operation, [body]) == whole
    assert read(operation, bytewise(body)) == whole
    assert read_async(operation, bytewise(body)) == whole


@each_stream
def test_a_stream_cut_at_every_byte(path: Path) -> None:
    body = path.read_bytes()
    operation = operation_of(path)
    whole = read(operation, [body])
    for cut in range(1, len(body)):
        assert read(operation, [body[:cut], body[cut:]]) == whole, cut


@each_stream
@pytest.mark.parametrize("end", ["CRLF", "CR"])
def test_its_events_in_other_line_ends_cut_at_every_byte(path: Path, end: str) -> None:
    body = line_ends(path.read_bytes())[end]
    whole = SSEDecoder().frames(body)
    for cut in range(1, len(body)):
        decoder = SSEDecoder()
        assert decoder.frames(body[:cut]) + decoder.frames(body[cut:]) == whole, cut


@pytest.mark.campaign
@each_stream
@each_end
def test_a_stream_of_any_line_end_cut_at_every_byte(path: Path, end: str) -> None:
    """All of the above at once, sync and async."""
    body = line_ends(path.read_bytes())[end]
    operation = operation_of(path)
    whole = read(operation, [body])
    for cut in range(1, len(body)):
        assert read(operation, [body[:cut], body[cut:]]) == whole, cut
        assert read_async(operation, [body[:cut], body[cut:]]) == whole, cut
