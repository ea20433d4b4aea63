"""Mistakes in templates are told with the template and its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.generate import generate
from pipeline.generate.templates import TEMPLATES
from tests.support.generating import schemas, surface_of


@pytest.mark.parametrize(
    ("mistake", "reason"),
    [
        ("{{ nope.more }}", "'nope' is undefined"),
        ("{% if %}", "Expected an expression"),
        ("{{ module.name + 1 }}", "can only concatenate str"),
    ],
)
def test_a_mistake_in_a_template_is_told_with_its_line(
    tmp_path: Path, mistake: str, reason: str
) -> None:
    templates = tmp_path / "generator-templates"
    shutil.copytree(TEMPLATES, templates)
    path = templates / "models_module.py.jinja"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n{mistake}\n", encoding="utf-8")
    document = schemas("Thing: {type: object, properties: {a: {type: string}}}")
    with pytest.raises(PipelineError) as raised:
        generate(surface_of(document), document, version="1", templates=templates)
    [problem] = raised.value.problems
    assert problem.document == "generator-templates/models_module.py.jinja"
    assert problem.line == text.count("\n") + 2
    assert reason in problem.reason
    assert problem.remedy
