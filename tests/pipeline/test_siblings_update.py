"""Documents of sibling models as the vendor's next page: each takes the place of one of ours.

First as they come, which has to fail with words that tell people what to do; then with what those
words ask for, which has to go through with nothing lost, and to be reported.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.update import Outcome, update
from tests.pipeline.test_siblings import SIBLINGS
from tests.support.sibling_updates import ADAPTATIONS, adapt
from tests.support.updating import checkout, record, vendor_text

pytestmark = pytest.mark.skipif(
    not SIBLINGS.is_dir(), reason="the documents of sibling models are not beside this checkout"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with its last release, without the typing tests, which take a type checker."""
    root = checkout(tmp_path, generated=True)
    record(root)
    return root


def _update(root: Path, name: str) -> Outcome:
    console = Console(io.StringIO())
    return update(root, [str(SIBLINGS / name)], console, tests=False, date="2030-01-02")


def _refused(root: Path, name: str) -> list[Problem]:
    with pytest.raises(PipelineError) as caught:
        _update(root, name)
    return list(caught.value.problems)


@pytest.mark.parametrize("name", ADAPTATIONS)
def test_schemas_that_have_other_names_are_told_with_the_place_to_mend(
    root: Path, name: str
) -> None:
    problems = _refused(root, name)
    file = ADAPTATIONS[name].file
    schemas = json.loads((SIBLINGS / name).read_bytes())["components"]["schemas"]
    assert {(p.document, (p.pointer or "").rpartition("/")[0]) for p in problems} == {
        (file, "/components")
    }
    for problem in problems:
        gone = problem.reason.split()[4].rstrip(",")
        assert gone not in schemas
        assert "which sources.toml renames to" in problem.reason
        assert problem.remedy
        assert "rename" in problem.remedy


# What stops each page once its renames are right, but nothing else is: overlay, part of the reason,
# part of the remedy.
_STOPS = {
    "deepseek-v4-chat.json": (
        "10-names.overlay.yaml",
        "holds nothing that [?@.name == 'Chat Completions'] selects (it holds",
        "give it 'x-allow-no-match: true'",
    ),
    "deepseek-v4-messages.json": (
        "31-streams-messages.overlay.yaml",
        "has no key 'text/event-stream' (it holds \"application/json\")",
        "give it 'x-allow-no-match: true'",
    ),
    "deepseek-v4-responses.json": (
        "10-names.overlay.yaml",
        "holds nothing that [?@.name == 'Responses'] selects (it holds",
        "give it 'x-allow-no-match: true'",
    ),
    "kimi-k3-chat.json": (
        "10-names.overlay.yaml",
        "'copy' source matches nothing: $.components.schemas exists and has no key 'ChatChoice'",
        "Did you mean $.components.schemas.ChatCompletion.properties.choices.items.properties."
        "finish_reason?",
    ),
    "kimi-k3-messages.json": (
        "10-names.overlay.yaml",
        "$.components.schemas.MessageRequest.properties exists and has no key 'output_config' (it",
        "Copy from a node that exists",
    ),
}


@pytest.mark.parametrize("name", _STOPS)
def test_what_an_overlay_misses_is_told_with_its_action(root: Path, name: str) -> None:
    renamed = ADAPTATIONS[name]
    adapt(root, type(renamed)(renamed.file, renamed.renames))
    (problem,) = _refused(root, name)
    overlay, reason, remedy = _STOPS[name]
    assert problem.document == overlay
    assert problem.action is not None
    assert problem.line is not None
    text = (root / "overlays" / "spec" / overlay).read_text(encoding="utf-8")
    assert text.splitlines()[problem.line - 1].startswith("  - target:")
    assert problem.pointer
    assert reason in problem.reason
    assert remedy in (problem.remedy or "")


def test_references_that_lead_nowhere_are_the_vendors_to_mend(root: Path) -> None:
    name = "claude-messages-api.json"
    adapt(root, ADAPTATIONS[name])
    problems = _refused(root, name)
    assert len(problems) == 9
    for problem in problems:
        assert problem.document == "messages.yaml"
        assert problem.line is not None
        assert "/responses/" in (problem.pointer or "")
        assert "'#/components/schemas/ErrorResponse' leads nowhere" in problem.reason
        assert "Have the vendor mend the page; until then" in (problem.remedy or "")


# Outcome, changes on the wire that make it, and changes that overlays hide.
_OUTCOMES: dict[str, tuple[Outcome, set[str], set[str]]] = {
    "deepseek-v4-chat.json": (
        Outcome.BREAKING,
        {
            "properties: removed /components/schemas/ChatCompletionRequest/properties/"
            "max_completion_tokens",
            "enum: value removed /components/schemas/KimiModel/enum",
            "enum: value removed /components/schemas/ReasoningEffort/enum",
        },
        {"media type: removed", "enum: value added"},
    ),
    "deepseek-v4-messages.json": (
        Outcome.BREAKING,
        {"maximum: lowered /components/schemas/MessageRequest/properties/max_tokens/maximum"},
        {"media type: removed", "properties: added", "enum: null removed"},
    ),
    "deepseek-v4-responses.json": (
        Outcome.BREAKING,
        {
            "maximum: lowered /components/schemas/ResponseRequest/properties/max_output_tokens/"
            "maximum",
            "required: added /components/schemas/ResponsesInputMessage/required",
            "required: removed /components/schemas/ResponsesErrorResponse/required",
            "required: removed /components/schemas/ResponsesErrorDetail/required",
        },
        {"media type: removed", "type: replaced"},
    ),
    "kimi-k3-chat.json": (
        Outcome.BREAKING,
        {
            "oneOf: added /components/schemas/ChatAssistantMessage/properties/content/oneOf/1",
            "enum: value removed /components/schemas/KimiModel/enum",
            "enum: value removed /components/schemas/ReasoningEffort/enum",
        },
        {"operation: operationId changed", "$ref: to another schema"},
    ),
    "kimi-k3-messages.json": (
        Outcome.COMPATIBLE,
        set(),
        {"component schema: added", "properties: added", "enum: null removed"},
    ),
}


@pytest.mark.parametrize("name", _OUTCOMES)
def test_a_page_goes_through_with_nothing_lost_once_the_checkout_is_ready(
    root: Path, name: str
) -> None:
    """`verify` is a part of the update: it raises if any part of the document has no place."""
    adapt(root, ADAPTATIONS[name])
    outcome, breaking, hidden = _OUTCOMES[name]
    assert _update(root, name) is outcome
    report = json.loads((root / "change-report.json").read_bytes())
    told = {f"{c['kind']} {c['pointer']}" for c in report["wire"] if c["breaks"]}
    assert told == breaking
    assert hidden <= {c["kind"] for c in report["hidden"]}
    assert not any("cannot be merged" in note for note in report["notes"])
    renamed = [note for note in report["notes"] if "before this update has no" in note]
    before = vendor_text(ADAPTATIONS[name].file)
    new = [o for o in ADAPTATIONS[name].renames if f"\n    {o.rpartition('/')[2]}:\n" not in before]
    assert len(renamed) == len(new)
    assert all(f"has no `{old}`" in note for old, note in zip(new, renamed, strict=True))
    vendor = json.loads((SIBLINGS / name).read_bytes())
    document = (root / "generated" / "openapi.yaml").read_text(encoding="utf-8")
    for operation in (o for item in vendor["paths"].values() for o in item.values()):
        assert all(f'"{status}":' in document for status in operation["responses"])
