"""`generated/` is what the documents, overlays and templates give now.

If it is not and the difference is meant: `python -m nox -s regenerate`, and commit the result.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.build import build
from pipeline.snapshot import compare, digests_match, read_tree, seal

ROOT = Path(__file__).parents[2]
ACCEPT = "python -m nox -s regenerate"


def test_the_snapshot_is_fresh() -> None:
    found = compare(read_tree(ROOT / "generated"), seal(build(ROOT), ROOT))
    if found:
        paths = "\n".join(f"{d.kind}: generated/{d.path}" for d in found)
        diffs = "\n\n".join(d.diff[:4000] for d in found if d.path != "manifest.json")
        pytest.fail(f"{paths}\n\n{diffs}\n\nTo accept these changes: {ACCEPT}", pytrace=False)


def test_the_manifest_agrees() -> None:
    assert digests_match(ROOT, ROOT / "generated"), f"generated/ is stale: {ACCEPT}"
