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
from tests.support.documents import broken
from tests.support.promises import differences, errors
from tests.support.versions import bump_between

ROOT = Path(__file__).parents[2]
_REMEDY = (
    "If this is meant, say it in openapi/releases.toml under `unreleased`, as docs/publishing.md "
    "tells, or release it: python -m nox -s update -- --no-fetch."
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


def _broken(file: str, changes: list[Change]) -> str:
    """What breaks without a word in the changelog, and what the changelog says in vain."""
    places = {f"{file}:{c.pointer}": c for c in changes if c.breaks}
    meant = {place for place in broken() if place.startswith(f"{file}:")}
    lines = [
        f"breaks {places[place].whom}: {places[place].kind} at {places[place].pointer}"
        for place in places.keys() - meant
    ]
    vain = [f"said to be broken, and is not: {place}" for place in meant - places.keys()]
    if lines and _allowed() is Bump.MAJOR:
        lines = []
    return "\n".join([*sorted([*lines, *vain]), _REMEDY]) if lines or vain else ""


def test_what_is_said_to_be_broken_is_where_it_is_looked_for() -> None:
    kinds = ("api.json:", "openapi.json:", "documents/", "typing/")
    assert [place for place in broken() if not place.startswith(kinds)] == []


def test_the_python_api_breaks_nothing_without_a_version_that_says_so() -> None:
    now = record_api(read_tree(ROOT / "generated"), PACKAGE)
    told = _broken("api.json", compare_api(_json("released/api.json"), now))
    assert not told, told


def test_the_document_breaks_nothing_without_a_version_that_says_so() -> None:
    now = _json(f"generated/{PACKAGE}/openapi.json")
    told = _broken("openapi.json", compare_wire(_json("released/openapi.json"), now))
    assert not told, told


def test_what_type_checkers_find_is_compared_with_what_is_said_to_be_broken() -> None:
    """The check itself is in `nox -s typecheck`, where the client is installed."""
    output = (
        "released/typing/calls.py:40: error: No overload matches  [call-overload]\n"
        "released/typing/calls.py:40: note: Possible overloads:\n"
        "  /there/released/typing/raw.py:9:5 - error: Unknown (reportUnknown)\n"
        "Found 2 errors in 2 files (checked 5 source files)\n"
    )
    found = errors(output)
    assert list(found) == ["typing/calls.py:40", "typing/raw.py:9"]
    assert differences(found, {"typing/calls.py:40", "typing/models.py:1"}) == [
        "typing/raw.py:9: Unknown (reportUnknown)",
        "typing/models.py:1: said to be broken, and is not",
    ]
    assert differences(found, set(found)) == []
