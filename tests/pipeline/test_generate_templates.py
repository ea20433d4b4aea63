"""Mistakes in templates are told with the template and its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.generate import project
from tests.support.generating import modules, schemas


@pytest.mark.parametrize(
    ("mistake", "reason"),
    [("{{ nope.more }}", "'nope' is undefined"), ("{% if %}", "Expected an expression")],
)
def test_a_mistake_in_a_template_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mistake: str, reason: str
) -> None:
    templates = tmp_path / "generator-templates"
    shutil.copytree(project.TEMPLATES, templates)
    path = templates / "models_module.py.jinja"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n{mistake}\n", encoding="utf-8")
    monkeypatch.setattr(project, "TEMPLATES", templates)
    with pytest.raises(PipelineError) as raised:
        modules(schemas("Thing: {type: object, properties: {a: {type: string}}}"))
    [problem] = raised.value.problems
    assert problem.document == "generator-templates/models_module.py.jinja"
    assert problem.line == text.count("\n") + 2
    assert reason in problem.reason
    assert problem.remedy
