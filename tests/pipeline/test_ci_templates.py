"""The CI templates call sessions that exist, on all three systems."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "ci").glob("*.yml"))


def sessions() -> set[str]:
    module = ast.parse((ROOT / "noxfile.py").read_bytes())
    return {
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(d).startswith("nox.session") for d in node.decorator_list)
    }


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: p.name)
def test_every_session_that_is_called_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert isinstance(yaml.safe_load(text), dict)
    called = re.findall(r"nox -s (\w+)", text)
    assert called
    assert set(called) <= sessions()


@pytest.mark.parametrize("name", ["package.github.yml", "package.gitlab.yml"])
def test_the_package_is_tried_on_three_systems(name: str) -> None:
    text = (ROOT / "ci" / name).read_text(encoding="utf-8").lower()
    assert re.search(r"ubuntu|linux", text)
    assert "macos" in text
    assert "windows" in text
