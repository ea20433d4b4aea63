"""The build templates call what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "ci").glob("*.yml"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_yaml_and_calls_sessions_and_files_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert isinstance(yaml.safe_load(text), dict)
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    sessions = {name.replace("-", "_") for name in re.findall(r"nox -s ([\w-]+)", text)}
    assert sessions
    assert sessions <= set(re.findall(r"^def (\w+)\(session", noxfile, re.MULTILINE))
    for name in re.findall(r"(?:-r|python) ([\w./]+\.(?:txt|py))", text):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("name", ["update.github.yml", "update.gitlab.yml"])
def test_an_update_opens_a_request_with_the_report(name: str) -> None:
    text = (ROOT / "ci" / name).read_text(encoding="utf-8")
    for part in ("nox -s update", "nox -s second-opinion", "change-report.md"):
        assert part in text
    assert "git add --all openapi released generated" in text
