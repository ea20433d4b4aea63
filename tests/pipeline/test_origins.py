"""A problem of the merged document says which lines of which files it comes from."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pipeline.build import build
from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from tests.support.updating import ROOT, checkout, planned, replaced


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return checkout(tmp_path)


def _overlay(root: Path, actions: str) -> None:
    head = "overlay: 1.1.0\ninfo: {title: T, version: '1'}\nactions:\n"
    (root / "overlays" / "spec" / "99-mine.overlay.yaml").write_text(head + actions, "utf-8")


def _problem(root: Path) -> Problem:
    with pytest.raises(PipelineError) as caught:
        build(root)
    (problem,) = caught.value.problems
    return problem


def _line(path: Path, text: str) -> int:
    return path.read_text(encoding="utf-8").splitlines().index(text) + 1


def test_the_line_of_the_page_and_the_line_of_the_action(root: Path) -> None:
    _overlay(
        root,
        "- target: $.info\n  update: {title: Other}\n"
        "- target: $.components.schemas\n"
        "  update:\n"
        "    MessageUsage:\n"
        "      properties:\n"
        "        input_tokens:\n"
        "          allOf: [{type: string}]\n"
        "- target: $.components.schemas.MessageUsage\n  update: {description: words}\n",
    )
    problem = _problem(root)
    assert problem.pointer == "/components/schemas/MessageUsage/properties/input_tokens/allOf"
    line = _line(root / "openapi" / "messages.yaml", "        input_tokens:")
    assert problem.origins == (
        f"from messages.yaml:{line}",
        "changed by 99-mine.overlay.yaml:11, action 2",
    )
    stream = io.StringIO()
    Console(stream).failure(PipelineError(problem))
    assert f"      (from messages.yaml:{line}, changed by 99-mine.overlay" in stream.getvalue()
    assert f"(from messages.yaml:{line}, changed by" in str(problem)


def test_what_an_overlay_alone_made(root: Path) -> None:
    _overlay(
        root,
        "- target: $.components.schemas\n  update:\n    Mine:\n      type: [quux]\n",
    )
    assert _problem(root).origins == ("changed by 99-mine.overlay.yaml:7, action 1",)


def test_what_a_page_alone_says(tmp_path: Path) -> None:
    edit = replaced(
        "        created_at:\n          type: integer\n",
        "        created_at:\n          type: quux\n",
    )
    with pytest.raises(PipelineError) as caught:
        planned(tmp_path, {"responses.yaml": edit})
    (problem,) = caught.value.problems
    assert problem.pointer == "/components/schemas/Response/properties/created_at/type"
    line = _line(ROOT / "openapi" / "responses.yaml", "        created_at:") + 1
    assert problem.origins == (f"from responses.yaml:{line}",)


def test_problems_of_other_files_stay_as_they_are(root: Path) -> None:
    _overlay(root, "- target: $.components.nothing\n  update: {}\n")
    assert _problem(root).origins == ()
