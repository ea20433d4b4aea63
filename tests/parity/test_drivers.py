"""The Python client, sync and async, and the independent reference agree on every vector."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from parity.__main__ import python_drivers
from parity.cases import Case
from parity.session import play

ROOT = Path(__file__).parents[2]
DRIVERS = python_drivers(ROOT / "generated")


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_all_vectors_are_equal(driver: object, cases: list[Case]) -> None:
    results = play(driver, cases)  # type: ignore[arg-type]  # pytest's ids function takes objects
    told = [f"{r.case}: {d}" for r in results for d in r.differences]
    assert not told, "\n".join(told)
    assert [r.case for r in results if r.unsupported] == []
    assert len(results) == len(cases) > 200


def test_the_reference_imports_nothing_of_the_client() -> None:
    for path in [
        *(ROOT / "parity" / "reference").glob("*.py"),
        ROOT / "parity/drivers/reference.py",
    ]:
        for node in ast.walk(ast.parse(path.read_bytes())):
            modules = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for module in modules:
                assert module.partition(".")[0] not in ("evolink_kimi", "overlays", "pipeline"), (
                    path
                )


def test_nothing_of_the_client_is_loaded_with_the_reference() -> None:
    code = (
        "import sys, parity.drivers.reference\n"
        "print([m for m in sys.modules if m.partition('.')[0] in ('evolink_kimi', 'overlays')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
