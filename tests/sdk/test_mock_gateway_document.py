"""The mock gateway with the project's own document: what it plays is what the document says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from overlays.testing import MockGateway, Reply, StreamError, ToolCall, Usage
from pipeline.merge import MergePart, merge
from pipeline.overlay import apply, load_overlay
from pipeline.read import read_document
from pipeline.sources import read_all
from tests.support.mock_gateway import AUTH, CHAT, PATHS, SCRIPT, ask, events_of

ROOT = Path(__file__).parents[2]
REPLIES = [
    SCRIPT,
    Reply(text="No reasoning."),
    Reply(reasoning="", text=""),
    Reply(reasoning="Budget used up.", finish="length"),
    Reply(text="Withheld.", finish="content_filter", usage=Usage(9, 8, 7, 6)),
    Reply(reasoning="R", text="T", tool_calls=[ToolCall("weather", '{"city": "Rome"}')]),
    Reply(reasoning="R", fault=StreamError(after=2)),
]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    sources = read_all(ROOT / "openapi" / "sources.toml")
    parts = [MergePart(document, source.prefix, source.renames) for source, document in sources]
    files = sorted((ROOT / "overlays" / "spec").glob("*.overlay.yaml"))
    return apply(merge(parts).tree, [load_overlay(read_document(file)) for file in files]).tree


@pytest.fixture(scope="module")
def running(document: dict[str, Any]) -> Iterator[MockGateway]:
    with MockGateway(document=document) as gateway:
        yield gateway


@pytest.fixture
def http(running: MockGateway) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=running.base_url, headers=AUTH, trust_env=False, timeout=60
    ) as client:
        yield client


def response_of(document: dict[str, Any], path: str, media_type: str) -> dict[str, Any]:
    content: dict[str, Any] = document["paths"][path]["post"]["responses"]["200"]["content"]
    found: dict[str, Any] = content[media_type]
    return found


def test_it_serves_the_three_operations(running: MockGateway, document: dict[str, Any]) -> None:
    """The vendor may add operations, and add or remove statuses of errors."""
    served = {one.path: one for one in running.operations}
    for path, operation_id, protocol in zip(
        PATHS,
        ("chat.completions.create", "messages.create", "responses.create"),
        ("chat", "messages", "responses"),
        strict=True,
    ):
        operation = served[path]
        assert (operation.id, operation.protocol) == (operation_id, protocol)
        assert operation.can_stream
        statuses = document["paths"][path]["post"]["responses"]
        assert {str(status) for status in operation.errors} == {s for s in statuses if s > "399"}


@pytest.mark.parametrize("path", PATHS)
def test_every_example_is_played_unchanged(
    running: MockGateway, http: httpx.Client, document: dict[str, Any], path: str
) -> None:
    answers = response_of(document, path, "application/json")["examples"]
    streams = response_of(document, path, "text/event-stream")["examples"]
    assert ask(http, path).json() == next(iter(answers.values()))["value"]
    for name, example in answers.items():
        running.enqueue(Reply(example=name))
        assert ask(http, path).json() == example["value"]
    for name, example in streams.items():
        running.enqueue(Reply(example=name))
        sentinel = ["[DONE]"] if path == CHAT else []
        assert events_of(http, path) == example["value"] + sentinel


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("reply", REPLIES)
def test_what_is_made_up_fits_the_schemas(
    running: MockGateway, http: httpx.Client, document: dict[str, Any], path: str, reply: Reply
) -> None:
    def check(media_type: str, value: Any) -> None:
        schema = response_of(document, path, media_type)["schema"]
        validator = Draft202012Validator({**schema, "components": document["components"]})
        assert [error.message for error in validator.iter_errors(value)] == []

    if reply.fault is None:
        running.enqueue(reply)
        check("application/json", ask(http, path).json())
    running.enqueue(reply)
    events = events_of(http, path, stream_options={"include_usage": True})
    if reply.fault is not None and path == CHAT:
        # The document has this error as a shape of its own, not as a chunk.
        error = events.pop()
        assert set(error["error"]) <= {"message", "type", "code"}
    for event in events:
        if event != "[DONE]":
            check("text/event-stream", event)
