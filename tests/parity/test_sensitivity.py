"""A deliberate change in a template is found by the vectors, and the field is named.

Each change is made on a scratch copy, whose client is generated without the pipeline's own `verify`
step: that would refuse it first.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parity.__main__ import python_drivers
from parity.cases import Case
from parity.session import play

ROOT = Path(__file__).parents[2]

GENERATE = """
import sys
from pathlib import Path
from types import SimpleNamespace
import pipeline.verify
pipeline.verify.verify = lambda *parts, **options: SimpleNamespace(summary="left out")
from pipeline.build import build
from pipeline.snapshot import write_tree
write_tree(build(Path()), Path("generated"))
"""

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
    for folder in ("generator-templates", "openapi", "overlays", "pipeline", "requirements"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / file)
    path = tmp_path / "generator-templates" / template
    text = path.read_text(encoding="utf-8")
    assert old in text, "the template has changed: change this test's CHANGES too"
    path.write_text(text.replace(old, new), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", GENERATE], cwd=tmp_path, env=environment, check=True)

    driver = next(d for d in python_drivers(tmp_path / "generated") if d.name == sdk)
    (result,) = play(driver, [case for case in cases if case.name == name])
    assert result.verdict == "differs"
    assert any(re.fullmatch(field, difference.field) for difference in result.differences)
