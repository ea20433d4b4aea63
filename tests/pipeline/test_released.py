"""What was promised with the last release, held against the client as it is now."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from pipeline.build import PACKAGE
from pipeline.changes.api import compare_api
from pipeline.changes.api_record import record_api
from pipeline.changes.change import Bump, Change
from pipeline.changes.wire import compare_wire
from pipeline.snapshot import read_tree
from pipeline.types import JsonObject
from tests.support.versions import bump_between

ROOT = Path(__file__).parents[2]
_REMEDY = (
    "If this is meant, release it: python -m nox -s update -- --no-fetch. Before anything was "
    "published, delete the folder `released` first."
)


def _json(path: str) -> JsonObject:
    value: JsonObject = json.loads((ROOT / path).read_bytes())
    return value


def _allowed() -> Bump:
    ledger = tomllib.loads((ROOT / "openapi" / "releases.toml").read_text(encoding="utf-8"))
    versions = [release["version"] for release in ledger["release"]]
    released = _json("released/api.json")["version"]
    assert released in versions, "the recorded release is not in the ledger"
    return bump_between(released, versions[0])


def _broken(changes: list[Change]) -> str:
    lines = [f"breaks {c.whom}: {c.kind} at {c.pointer}" for c in changes if c.breaks]
    return "\n".join([*lines, _REMEDY]) if lines else ""


def test_the_python_api_breaks_nothing_without_a_version_that_says_so() -> None:
    now = record_api(read_tree(ROOT / "generated"), PACKAGE)
    told = _broken(compare_api(_json("released/api.json"), now))
    assert not told or _allowed() is Bump.MAJOR, told


def test_the_document_breaks_nothing_without_a_version_that_says_so() -> None:
    now = _json(f"generated/{PACKAGE}/openapi.json")
    told = _broken(compare_wire(_json("released/openapi.json"), now))
    assert not told or _allowed() is Bump.MAJOR, told
