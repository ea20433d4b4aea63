"""Fixtures of the pipeline's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.types import JsonObject
from tests.support.generating import Client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Callable[[JsonObject], Client]]:
    """Generates a client from a document, importable until the test ends."""
    made: list[Client] = []

    def make(document: JsonObject) -> Client:
        made.append(Client(document, tmp_path))
        return made[-1]

    yield make
    for client in made:
        client.forget()
