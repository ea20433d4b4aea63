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


def test_every_template_is_used() -> None:
    """One that no step names would be passed over without a word."""
    users = [*TEMPLATES.iterdir(), *(TEMPLATES.parent / "pipeline/generate").glob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in users}
    unused = [
        path.name
        for path in TEMPLATES.iterdir()
        if not any(
            f'"{path.name}"' in text or f'"{path.name.removesuffix(".jinja")}"' in text
            for user, text in texts.items()
            if user != path
        )
    ]
    assert unused == []
