"""What a failed update says of components that have another name in the new page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.update.incoming import gather
from pipeline.update.renames import renamed
from pipeline.update.run import update
from tests.support.updating import ROOT, checkout, page, vendor_text

_USAGE = "$.components.schemas.MessageUsage exists and has no key 'properties'"


def _told(folder: Path, edit: Callable[[str], str], *reasons: str) -> list[Problem]:
    text = edit(vendor_text("messages.yaml"))
    (folder / "page.md").write_text(page("messages.yaml", text), encoding="utf-8")
    incoming, _ = gather(ROOT / "openapi", [str(folder / "page.md")])
    return list(renamed(incoming, ROOT / "openapi", [Problem(reason) for reason in reasons]))


def _new_name(text: str) -> str:
    return text.replace("MessageUsage", "TokenCounts")


def test_a_schema_with_another_name_is_named_with_the_line_to_add(tmp_path: Path) -> None:
    (problem,) = _told(tmp_path, _new_name, _USAGE)
    assert (problem.document, problem.pointer) == ("messages.yaml", "/components/schemas")
    assert problem.reason == (
        "the new page has no schema MessageUsage; new is TokenCounts, with the same content"
    )
    assert '`TokenCounts = "MessageUsage"`' in (problem.remedy or "")


def test_one_that_changed_too_is_found_by_its_likeness(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        field = "        served_by:\n          type: string\n        input_tokens:\n"
        others = "  schemas:\n    Other:\n      type: string\n"
        text = _new_name(text).replace("  schemas:\n", others, 1)
        return text.replace("        input_tokens:\n", field, 1)

    (problem,) = _told(tmp_path, edit, _USAGE)
    assert "new is TokenCounts, which looks alike" in problem.reason


def test_a_component_of_another_kind_has_its_section_in_the_line(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        return text.replace("bearerAuth", "token")

    (problem,) = _told(tmp_path, edit, "there is no bearerAuth")
    assert problem.pointer == "/components/securitySchemes"
    assert '`"securitySchemes/token" = "bearerAuth"`' in (problem.remedy or "")


def test_what_the_list_renames_already_has_a_message_of_its_own(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        return text.replace("OutputContentBlock", "AnswerBlock")

    assert _told(tmp_path, edit, "there is no schema OutputContentBlock") == []


@pytest.mark.parametrize("reason", ["something else", "MessageUsages", "xMessageUsage"])
def test_what_no_failure_speaks_of_is_not_told(tmp_path: Path, reason: str) -> None:
    assert _told(tmp_path, _new_name, reason) == []


def test_a_schema_that_is_gone_is_not_taken_for_an_unlike_one(tmp_path: Path) -> None:
    def edit(text: str) -> str:
        head, _, tail = text.partition("    MessageUsage:\n")
        _, _, rest = tail.partition("    ErrorResponse:\n")
        gone = f"{head}    Unlike:\n      type: string\n    ErrorResponse:\n{rest}"
        return gone.replace("          $ref: '#/components/schemas/MessageUsage'", "          {}")

    assert _told(tmp_path, edit, _USAGE) == []


def test_an_update_tells_the_cause_before_what_follows_from_it(tmp_path: Path) -> None:
    root = checkout(tmp_path)
    text = _new_name(vendor_text("messages.yaml"))
    (tmp_path / "page.md").write_text(page("messages.yaml", text), encoding="utf-8")
    with pytest.raises(PipelineError) as caught:
        update(root, [str(tmp_path / "page.md")], Console(), tests=False)
    first, *others = caught.value.problems
    assert "new is TokenCounts" in first.reason
    assert any(problem.action for problem in others)
    listing = root / "openapi" / "sources.toml"
    known = 'OutputContentBlock = "ContentBlock"\n'
    listed = listing.read_text(encoding="utf-8").replace(
        known, known + 'TokenCounts = "MessageUsage"\n'
    )
    listing.write_text(listed, encoding="utf-8")
    outcome = update(root, [str(tmp_path / "page.md")], Console(), tests=False)
    assert outcome.name in ("COMPATIBLE", "UNCHANGED")
