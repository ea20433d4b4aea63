"""The vendor's next page: real edits of the real documents, and what the change report says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pipeline.changes.change import Bump
from pipeline.changes.report import ChangeReport
from pipeline.errors import PipelineError, Problem
from pipeline.update.incoming import gather
from pipeline.update.plan import Baseline, compare, examine, put, read_baseline
from tests.support.updating import (
    ROOT,
    SOURCES,
    Edit,
    after,
    checkout,
    planned,
    released,
    replaced,
    without,
)

_MODEL = "            - kimi-k3\n"
_MESSAGES, _CHAT = "messages.yaml", "chat-completions.yaml"


def _effort(file: str) -> Edit:
    indent = " " * (12 if file == _CHAT else 16)
    return after(f"{indent}- max\n", f"{indent}- medium\n")


def _seen(report: ChangeReport) -> set[tuple[str, str]]:
    return {(c.kind, c.whom) for c in report.wire if c.bump > Bump.PATCH}


def _api(report: ChangeReport) -> set[tuple[str, str, str]]:
    return {(c.kind, c.pointer.removeprefix("evolink_kimi."), c.whom) for c in report.api}


def _refused(folder: Path, file: str, edit: Edit, **options: Path) -> list[Problem]:
    with pytest.raises(PipelineError) as caught:
        planned(folder, {file: edit}, **options)
    return list(caught.value.problems)


def test_a_model_is_added_on_every_page(tmp_path: Path) -> None:
    edit = after(_MODEL, "            - kimi-k4\n")
    report = planned(tmp_path, dict.fromkeys(SOURCES, edit))
    assert _seen(report) == {("enum: value added", "nobody")}
    assert _api(report) == {("alias: other values listed", "types.KimiModel", "nobody")}
    assert (report.verdict, report.hidden()) == ("compatible", [])
    assert {name: len(edits) for name, edits in report.sources.items()} == dict.fromkeys(SOURCES, 1)


def test_a_model_is_removed_from_every_page(tmp_path: Path) -> None:
    report = planned(tmp_path, dict.fromkeys(SOURCES, replaced(_MODEL, "")))
    assert _seen(report) == {("enum: value removed", "caller")}
    assert report.verdict == "breaking"


def test_a_model_that_one_page_alone_adds_is_told_to_be_hidden(tmp_path: Path) -> None:
    """One overlay gives all three requests the enum of the chat page."""
    report = planned(tmp_path, {_MESSAGES: after(_MODEL, "            - kimi-k4\n")})
    assert report.wire == []
    (hidden,) = report.hidden()
    assert (hidden.kind, hidden.after) == ("enum: value added", "kimi-k4")
    assert any("hidden by an overlay" in line for line in report.summary())
    assert "Hidden by overlays" in report.to_markdown()


def test_effort_gains_a_value(tmp_path: Path) -> None:
    report = planned(tmp_path, {file: _effort(file) for file in SOURCES})
    assert _seen(report) == {("enum: value added", "nobody")}
    assert _api(report) == {("alias: other values listed", "types.ReasoningEffort", "nobody")}


def test_a_response_field_is_added(tmp_path: Path) -> None:
    edit = after(
        "    MessageUsage:\n      type: object\n      properties:\n",
        "        served_by:\n          type: string\n          description: A region.\n",
    )
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("properties: added", "nobody")}
    assert ("attribute: added", "types.MessageUsage.served_by", "nobody") in _api(report)
    assert report.verdict == "compatible"


def test_a_response_field_is_removed(tmp_path: Path) -> None:
    edit = replaced("        request_id:\n          type: string\n", "")
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("properties: removed", "reader, type checker")}
    removed = ("attribute: removed", "types.MessagesErrorResponse.request_id", _READS)
    assert removed in _api(report)
    assert report.verdict == "breaking"


_READS = "reader, type checker"


def test_a_response_field_may_be_null(tmp_path: Path) -> None:
    edit = replaced(
        "        request_id:\n          type: string\n",
        "        request_id:\n          type: [string, 'null']\n",
    )
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("type: null added", _READS)}
    # It is optional, so its annotation allows for None already; it can now be given as null.
    constructor = ("constructor: changed", "types.MessagesErrorResponse.__init__", "nobody")
    assert _api(report) == {constructor}


def test_a_response_field_is_retyped(tmp_path: Path) -> None:
    edit = replaced(
        "        request_id:\n          type: string\n",
        "        request_id:\n          type: integer\n",
    )
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("type: replaced", _READS)}
    retyped = ("attribute: retyped", "types.MessagesErrorResponse.request_id", _READS)
    assert retyped in _api(report)


def test_a_request_field_is_required_that_was_not_there(tmp_path: Path) -> None:
    head = "    CreateMessageQuickRequest:\n      type: object\n      required:\n        - model\n"
    required = replaced(head, head + "        - region\n")
    field = after(
        "        system:\n",
        "          type: string\n        region:\n",
    )
    report = planned(tmp_path, {_MESSAGES: lambda text: field(required(text))})
    assert ("required: added", "caller, type checker") in _seen(report)
    sends = "caller, type checker"
    added = ("parameter: required added", "resources.messages.Messages.create(region)", sends)
    assert added in _api(report)
    assert report.verdict == "breaking"


_COUNT = """\
  /v1/messages/count_tokens:
    post:
      tags:
        - Messages
      operationId: messages.count_tokens
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text:
                  type: string
      responses:
        '200':
          description: How many tokens a text is.
          content:
            application/json:
              schema:
                type: object
                properties:
                  tokens:
                    type: integer
"""


def test_an_operation_is_added_on_a_path_of_its_own(tmp_path: Path) -> None:
    report = planned(tmp_path, {_MESSAGES: replaced("\npaths:\n", f"\npaths:\n{_COUNT}")})
    assert _seen(report) == {("path: added", "nobody")}
    added = ("method: added", "resources.messages.Messages.count_tokens", "nobody")
    assert added in _api(report)


def test_a_fourth_document_joins(tmp_path: Path) -> None:
    text = (ROOT / "openapi" / _MESSAGES).read_text(encoding="utf-8")
    head, _, _ = text.partition("\npaths:\n")
    fourth = _COUNT.replace("/v1/messages/count_tokens", "/v1/tokenize").replace(
        "messages.count_tokens", "tokens.count"
    )
    _, _, schemes = text.partition("  securitySchemes:\n")
    whole = f"{head}\npaths:\n{fourth}components:\n  securitySchemes:\n{schemes}"
    (tmp_path / "tokenize.yaml").write_text(whole, encoding="utf-8")
    work = checkout(tmp_path)
    incoming, _ = gather(ROOT / "openapi", [str(tmp_path / "tokenize.yaml")])
    (item,) = incoming
    assert item.is_new
    assert (item.source.file, item.source.prefix) == ("tokenize.yaml", "Tokenize")
    put(incoming, work / "openapi")
    old = released()
    report = compare(ROOT, incoming, Baseline(old.document, old.api), examine(work))
    assert _seen(report) == {("path: added", "nobody")}
    assert ("attribute: added", "Kimi.tokens", "nobody") in _api(report)


def test_a_stream_event_is_added_by_overlay(tmp_path: Path) -> None:
    work = checkout(tmp_path)
    overlay = work / "overlays" / "spec" / "31-streams-messages.overlay.yaml"
    text = overlay.read_text(encoding="utf-8")
    name = "MessageNoteEvent"
    for edit in (
        after(
            "          - $ref: '#/components/schemas/MessageErrorEvent'\n",
            f"          - $ref: '#/components/schemas/{name}'\n",
        ),
        after(
            "            error: '#/components/schemas/MessageErrorEvent'\n",
            f"            note: '#/components/schemas/{name}'\n",
        ),
        replaced(
            "      MessageStartEvent:\n        type: object\n",
            f"      {name}:\n        type: object\n        required: [type]\n        properties:\n"
            "          type:\n            type: string\n            const: note\n"
            "      MessageStartEvent:\n        type: object\n",
        ),
    ):
        text = edit(text)
    overlay.write_text(text, encoding="utf-8")
    report = planned(tmp_path, {}, root=work)
    assert _seen(report) == {
        ("oneOf: added", "nobody"),
        ("discriminator: value added", "nobody"),
        ("component schema: added", "nobody"),
    }
    assert ("alias: members added", "types.MessageStreamEvent", "nobody") in _api(report)
    assert ("name: added", f"types.{name}", "nobody") in _api(report)


def test_an_error_status_is_added(tmp_path: Path) -> None:
    edit = replaced(
        "        '429':\n",
        "        '403':\n          $ref: '#/components/responses/BadRequest'\n        '429':\n",
    )
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("responses: status added", "nobody")}


def test_a_schema_that_overlays_work_on_is_renamed(tmp_path: Path) -> None:
    problems = _refused(tmp_path, _MESSAGES, lambda text: text.replace("MessageUsage", "UsageInfo"))
    (problem,) = problems
    assert problem.document == "40-widenings.overlay.yaml"
    assert problem.action is not None
    assert "MessageUsage" in problem.reason
    assert problem.remedy


def test_a_schema_that_sources_toml_renames_is_gone(tmp_path: Path) -> None:
    problems = _refused(
        tmp_path, _MESSAGES, lambda text: text.replace("OutputContentBlock", "Block")
    )
    (problem,) = problems
    assert problem.document == _MESSAGES
    assert "no schema OutputContentBlock" in problem.reason
    assert problem.remedy
    assert problem.remedy.startswith("In openapi/sources.toml, put its new name in the place of")
    assert "MessageResponse, MessageSimple, Block" in problem.remedy


def test_an_overlays_target_is_gone(tmp_path: Path) -> None:
    edit = without(r"        finish_reason:\n(?: {10}.*\n)+")
    (problem,) = _refused(tmp_path, _CHAT, edit)
    assert problem.document == "10-names.overlay.yaml"
    assert (problem.action, problem.pointer) != (None, None)
    assert "finish_reason" in problem.reason
    assert problem.remedy


def test_a_field_that_an_overlay_would_bring_back_is_told_to_be_hidden(tmp_path: Path) -> None:
    """The overlay merges a type into the field, which makes half a field of none."""
    edit = without(r"        cache_creation_input_tokens:\n(?: {10}.*\n)+")
    report = planned(tmp_path, {_MESSAGES: edit})
    (hidden,) = report.hidden()
    assert hidden.kind == "properties: removed"
    assert hidden.pointer.endswith("/cache_creation_input_tokens")


def test_only_descriptions_change(tmp_path: Path) -> None:
    edit = replaced("Regular input tokens, excluding cache reads and writes.", "Input tokens.")
    report = planned(tmp_path, {_MESSAGES: edit})
    assert [(c.bump, c.kind) for c in report.wire] == [(Bump.PATCH, "description: changed")]
    assert (report.verdict, report.api) == ("compatible", [])


def test_an_answers_status_is_removed(tmp_path: Path) -> None:
    edit = replaced("        '429':\n          $ref: '#/components/responses/RateLimited'\n", "")
    report = planned(tmp_path, {_MESSAGES: edit})
    assert _seen(report) == {("responses: status removed", "nobody")}


def test_a_server_is_added(tmp_path: Path) -> None:
    edit = after("    description: Alternative URL\n", "  - url: https://eu.evolink.ai\n")
    report = planned(tmp_path, dict.fromkeys(SOURCES, edit))
    assert _seen(report) == {("server: added", "nobody")}


def test_the_version_goes_to_3_2_and_nothing_is_lost(tmp_path: Path) -> None:
    report = planned(
        tmp_path, dict.fromkeys(SOURCES, replaced("openapi: 3.1.0\n", "openapi: 3.2.0\n"))
    )
    assert [c.kind for c in report.wire] == ["openapi: changed"]
    assert report.verdict == "compatible"


def test_the_version_goes_to_3_2_and_something_would_be_lost(tmp_path: Path) -> None:
    version = replaced("openapi: 3.1.0\n", "openapi: 3.2.0\n")
    stream = replaced(
        "            text/event-stream:\n              schema:\n",
        "            text/event-stream:\n              itemSchema:\n",
    )
    (problem,) = _refused(tmp_path, _MESSAGES, lambda text: stream(version(text)))
    assert problem.document == _MESSAGES
    assert problem.pointer is not None
    assert problem.pointer.endswith("/text~1event-stream/itemSchema")
    assert problem.line is not None
    assert "3.1 has nothing for it" in problem.reason


def test_what_the_merge_decided_is_noted(tmp_path: Path) -> None:
    edit = replaced("  version: 1.0.0\n", "  version: 2.0.0\n")
    report = planned(tmp_path, {_MESSAGES: edit})
    assert any("info.version differs" in note and "2.0.0" in note for note in report.notes)
    assert "`declared tag Responses, used in responses.yaml`" in report.notes


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("openapi.json", None, "the record is not there, and api.json is"),
        ("api.json", None, "the record is not there, and openapi.json is"),
        ("openapi.json", "[]", "the record is no object"),
        ("api.json", "null", "the record is no object"),
        ("api.json", "{", "the record cannot be read"),
        ("api.json", '{"format": 1}', "this is no record of an API"),
        ("api.json", '{"format": 1, "names": {"a": 1}}', "this is no record of an API"),
        ("api.json", '{"format": 0}', "has the format 0"),
    ],
)
def test_a_damaged_record_is_not_taken_for_a_first_release(
    tmp_path: Path, file: str, text: str | None, told: str
) -> None:
    shutil.copytree(ROOT / "released", tmp_path / "released")
    assert read_baseline(tmp_path).api is not None
    path = tmp_path / "released" / file
    if text is None:
        path.unlink()
    else:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(PipelineError) as caught:
        read_baseline(tmp_path)
    [problem] = caught.value.problems
    assert problem.document == f"released/{file}"
    assert told in problem.reason
    assert problem.remedy
    shutil.rmtree(tmp_path / "released")
    assert read_baseline(tmp_path) == Baseline(None, None)
