"""Updates as people run them: the command, in a checkout of the whole project, with its tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.updating import ROOT, SOURCES, Edit, after, page, record, vendor_text

pytestmark = [
    pytest.mark.campaign,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="what belongs to it is known to git"),
]

_USAGE = "    MessageUsage:\n      type: object\n"
_REGION = "        served_by:\n          type: string\n          description: A region.\n"


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=Tests", "-c", "user.email=tests@example.com", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one commit: the files of this one as they lie here, as if released."""
    root = tmp_path / "project"
    for name in _git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split(
        "\0"
    ):
        if name and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    record(root)
    _git(root, "init", "--quiet")
    _git(root, "add", "--all")
    _git(root, "commit", "--quiet", "--message", "All of it")
    return root


def _files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {".git", "__pycache__"} & {*path.parts}
    }


def _run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the pipeline as a shell would run it, outside of these tests."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "RANDOM_"))}
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=project,
        env={**inherited, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=1800,
    )


def _pages(folder: Path, edits: Mapping[str, Edit]) -> str:
    folder.mkdir()
    for file, edit in edits.items():
        text = page(file, edit(vendor_text(file)))
        (folder / f"{Path(file).stem}.md").write_text(text, encoding="utf-8")
    return str(folder)


def test_a_compatible_page_is_tested_and_taken_in(project: Path, tmp_path: Path) -> None:
    model = after("            - kimi-k3\n", "            - kimi-k4\n")
    region = after(f"{_USAGE}      properties:\n", _REGION)
    edits: dict[str, Edit] = {}
    edits.update(dict.fromkeys(SOURCES, model))
    edits["messages.yaml"] = lambda text: region(model(text))
    done = _run(project, "pipeline.update", _pages(tmp_path / "pages", edits))
    assert done.returncode == 3, done.stdout
    passed = re.search(r"^tests +(?:\S+ )?(\d+) passed\b", done.stdout, re.MULTILINE)
    assert passed is not None, done.stdout
    assert int(passed[1]) > 1000
    assert "failed" not in done.stdout

    changed = {line[3:].partition("/")[0] for line in _git(project, "status", "-s").splitlines()}
    assert changed == {"openapi", "released", "generated"}
    report = json.loads((project / "change-report.json").read_bytes())
    assert report["verdict"] == "compatible"
    assert {change["kind"] for change in report["wire"]} == {
        "enum: value added",
        "properties: added",
    }
    assert (project / "change-report.md").read_text(encoding="utf-8").startswith("# Compatible: ")
    new = report["version"]["new"]
    changelog = (project / "generated" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{new}] - " in changelog
    assert "`MessageUsage.served_by`, properties: added." in changelog
    fresh = _run(project, "pipeline", "check", "--full")
    assert fresh.returncode == 0, fresh.stdout


def test_a_page_that_breaks_the_tests_changes_nothing(project: Path, tmp_path: Path) -> None:
    """The mock gateway, which people wrote, sends no field that the page now calls required."""
    region = after(_USAGE, "      required:\n        - served_by\n")
    field = after("        - served_by\n      properties:\n", _REGION)
    edits: dict[str, Edit] = {"messages.yaml": lambda text: field(region(text))}
    given = _pages(tmp_path / "pages", edits)
    before = _files(project)
    done = _run(project, "pipeline.update", given)
    assert done.returncode == 2, done.stdout
    for words in (
        "the tests fail on the new client",
        "FAILED tests/sdk/test_mock_gateway_document.py::test_what_is_made_up_fits_the_schemas",
        "Mend overlays, templates or tests. --no-tests takes the update in without them",
        "Nothing was changed.",
    ):
        assert words in done.stdout
    assert "passed" in done.stdout
    assert _files(project) == before
    assert _git(project, "status", "-s", "--ignored", "--", ".", ":!*__pycache__*") == ""

    # What the message offers.
    done = _run(project, "pipeline.update", "--no-tests", given)
    assert done.returncode == 3, done.stdout
    assert "tests " not in done.stdout.replace("typing tests", "")
