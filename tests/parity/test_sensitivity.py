"""A deliberate change in a template is found by the vectors, and the field is named.

Each change is made in a copy of the templates, whose modules replace those of a copy of the client,
without the pipeline's own `verify` step: that would refuse them first.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from parity.__main__ import python_drivers
from parity.cases import Case
from parity.session import play
from pipeline.format import format_tree
from pipeline.generate import generate
from pipeline.surface import build_surface
from tests.support.generating import ROOT, real_document, write

# Template, the text in it, what it becomes, the case that tells, the field it
# names (a pattern), the driver.
CHANGES = {
    "a renamed field of an answer": (
        "models_module.py.jinja",
        "({{ field.wire_code }}, {{ field.decoder.kinds_code }}",
        '({{ field.wire_code | replace("reasoning_content", "thoughts") }}, '
        "{{ field.decoder.kinds_code }}",
        "response-chat-documented-reasoning",
        "/final/choices/0/message/(reasoning_content|thoughts)",
        "python",
    ),
    "a renamed argument of a request": (
        "resource_module.py.jinja",
        "{{ argument.wire_code }}: {{ argument.name }}",
        '{{ argument.wire_code | replace("reasoning_effort", "effort") }}: {{ argument.name }}',
        "request-chat-documented-highspeed",
        "/request/body/reasoning_effort",
        "python-async",
    ),
    "a null dropped from a request": (
        "models_module.py.jinja",
        "self.{{ field.name }} = given(self, _wire, {{ field.wire_code }}, {{ value }})",
        "self.{{ field.name }} = None if isinstance({{ value }}, Omit) else {{ value }}",
        "request-chat-null-and-empty",
        "/request/body/messages/1/content",
        "python",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_a_template_is_found(change: str, cases: list[Case], tmp_path: Path) -> None:
    template, old, new, name, field, sdk = CHANGES[change]
    templates = tmp_path / "templates"
    shutil.copytree(ROOT / "generator-templates", templates)
    path = templates / template
    text = path.read_text(encoding="utf-8")
    assert old in text, "the template has changed: change this test's CHANGES too"
    path.write_text(text.replace(old, new), encoding="utf-8")
    client = tmp_path / "client"
    shutil.copytree(ROOT / "generated", client, ignore=shutil.ignore_patterns("__pycache__"))
    document = real_document()
    surface = build_surface(document)
    write(format_tree(generate(surface, document, version="0", templates=templates)), client)

    driver = next(d for d in python_drivers(client) if d.name == sdk)
    (result,) = play(driver, [case for case in cases if case.name == name])
    assert result.verdict == "differs"
    assert any(re.fullmatch(field, difference.field) for difference in result.differences)
