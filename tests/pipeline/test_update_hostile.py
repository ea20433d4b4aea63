"""Whole updates with pages whose text tries to become more than text, in every file they write."""

from __future__ import annotations

import io
import itertools
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.read import parse_document
from pipeline.snapshot import read_tree
from pipeline.sources import load
from pipeline.types import JsonObject
from pipeline.update import Outcome, update
from pipeline.update.__main__ import main
from tests.support.planted import PLANTED, TEXTS, check_code
from tests.support.updating import ROOT, checkout, page, record, vendor_text

# Half characters are refused when a document is read.
_TEXTS = [text.replace("\ud800", "") for text in TEXTS]
# What a terminal obeys or a reader does not see, and what GitHub, Azure and TeamCity obey in a log.
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_COMMAND = re.compile(r"^\s*::|##\w*\[", re.MULTILINE)


@dataclass(frozen=True)
class Updated:
    """A checkout after an update with planted text, and what the update said."""

    root: Path
    console: str

    def text(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")


def _vendors() -> JsonObject:
    return parse_document(vendor_text("messages.yaml").encode(), "messages.yaml").tree


def _planted() -> JsonObject:
    """The Messages page with planted text wherever text, names and values may be."""
    tree = _vendors()
    words = itertools.cycle(_TEXTS)
    _describe(tree, words)
    operation = tree["paths"]["/v1/messages"]["post"]
    answers = operation["responses"]
    media = answers["200"]["content"]["application/json"]
    usage = tree["components"]["schemas"]["MessageUsage"]
    reason = tree["components"]["schemas"]["MessageResponse"]["properties"]["stop_reason"]
    del tree["components"]["schemas"]["ErrorResponse"]["properties"]["request_id"]
    tree["info"] |= {"title": next(words), "version": next(words), "summary": next(words)}
    tree["tags"] += [{"name": text, "description": text} for text in _TEXTS]
    operation["tags"] += _TEXTS
    operation["externalDocs"] = {"url": next(words), "description": next(words)}
    reason["enum"] += _TEXTS
    answers["403"] = {"description": next(words), "headers": {"x-odd": {"schema": {}}}}
    media["examples"] = {
        text: {"summary": text, "value": {"id": text, "content": [{"type": "text", "text": text}]}}
        for text in _TEXTS
    }
    operation["parameters"] = [
        {"name": f"q{n}{text}", "in": "query", "description": text, "schema": {"type": "string"}}
        for n, text in enumerate(_TEXTS)
    ]
    for number, text in enumerate(_TEXTS):
        tree[f"x-{text}"] = operation[f"x-{text}"] = text
        usage["properties"][f"{text} {number}"] = {
            "title": text,
            "description": text,
            "type": "string",
            "enum": [text, f"{text}."],
            "default": text,
            "examples": [text],
            f"x-{text}": {text: text},
        }
        tree["components"]["schemas"][f"Odd{number}"] = {
            "type": "object",
            "title": text,
            "description": text,
            "properties": {f"odd {text}": {"const": text}},
        }
        usage["properties"][f"odd{number}"] = {"$ref": f"#/components/schemas/Odd{number}"}
    return tree


def _describe(node: Any, words: Iterator[str]) -> None:
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, dict | list):
            _describe(value, words)
        elif key in ("description", "summary") and isinstance(value, str):
            node[key] = value + next(words)


def _odd_document() -> JsonObject:
    """A document that is new, and whose paths are planted text."""
    texts = [text for text in _TEXTS if not set("{}?#") & set(text)]
    answer = {"200": {"description": "d", "content": {"application/json": {"schema": {}}}}}
    vendors = _vendors()
    return {
        **{key: vendors[key] for key in ("openapi", "info", "servers", "security")},
        "components": {"securitySchemes": vendors["components"]["securitySchemes"]},
        "paths": {"/v1/odd": {"get": {"operationId": "odd.get", "responses": answer}}}
        | {
            f"/v1/odd/{text}": {
                "get": {"operationId": f"odd.get{n}", "summary": text, "responses": answer}
            }
            for n, text in enumerate(texts)
        },
    }


def _root(folder: Path) -> Path:
    root = checkout(folder, generated=True)
    record(root)
    return root


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Updated:
    """An update whose reports leave nothing out for their length."""
    folder = tmp_path_factory.mktemp("hostile")
    root = _root(folder)
    pages = folder / "pages"
    pages.mkdir()
    body = json.dumps(_planted(), indent=1) + "\n"
    (pages / "messages.md").write_text(page("messages.yaml", body), encoding="utf-8")
    (pages / "odd.json").write_text(json.dumps(_odd_document()), encoding="utf-8")
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        limits = "report._NAMED report._SUMMED report._LONGEST ledger._LONGEST ledger._SHOWN"
        for limit in limits.split():
            patch.setattr(f"pipeline.changes.{limit}", 10_000_000)
        outcome = update(root, [str(pages)], Console(stream), tests=False, date="2030-01-02")
    assert outcome is Outcome.BREAKING
    return Updated(root, stream.getvalue())


def _is_quiet(console: str) -> bool:
    """Whether neither a terminal nor a CI system would obey a line."""
    return not _UNSEEN.search(console) and not _COMMAND.search(console)


def test_the_console_says_nothing_that_is_obeyed(updated: Updated) -> None:
    assert updated.console.count(PLANTED) > 50
    assert _is_quiet(updated.console)


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        (
            "change-report.md",
            "Breaking: 0.1.0 → 0.2.0, On the wire, In the Python API, In the vendor's documents, "
            "Found by griffe, Notes",
        ),
        (
            "generated/CHANGELOG.md",
            "Changelog, [0.2.0] - 2030-01-02, Added, Changed, Removed, [0.1.0] - 2026-11-29, Added",
        ),
        ("generated/README.md", "evolink-kimi, Values, Is it the right one?"),
    ],
)
def test_markdown_holds_the_text_as_code(updated: Updated, name: str, headings: str) -> None:
    text = updated.text(name)
    assert text.count(PLANTED) > 20
    assert not _UNSEEN.search(text)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    inline = [child for token in tokens for child in token.children or ()]
    assert not {t.type for t in (*tokens, *inline)} & {"html_block", "html_inline", "image", "hr"}
    assert all(PLANTED not in str(t.attrs) for t in inline)
    assert all(PLANTED not in t.content for t in inline if t.type != "code_inline")
    assert all(PLANTED not in t.content for t in tokens if t.type in ("fence", "code_block"))
    after = [b.content for a, b in itertools.pairwise(tokens) if a.type == "heading_open"]
    assert ", ".join(after) == headings


def test_the_ledger_and_the_sources_hold_one_entry_more(updated: Updated) -> None:
    releases = tomllib.loads(updated.text("openapi/releases.toml"))["release"]
    assert [r["version"] for r in releases] == ["0.2.0", "0.1.0"]
    assert set(releases[0]) == {"version", "date", "changes"}
    files = [source.file for source in load(updated.root / "openapi" / "sources.toml")]
    assert files == ["chat-completions.yaml", "messages.yaml", "responses.yaml", "odd.yaml"]
    project = tomllib.loads(updated.text("generated/pyproject.toml"))["project"]
    before = tomllib.loads((ROOT / "generated" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project == {**before, "version": "0.2.0"}


def test_nothing_of_the_text_is_code(updated: Updated) -> None:
    files = read_tree(updated.root / "generated")
    assert sum(PLANTED.encode() in data for path, data in files.items() if path[-3:] == ".py") > 3
    check_code(files, part=False)


def test_nothing_of_the_text_is_lost(updated: Updated) -> None:
    """In the documents, whatever form they are in, and in the report for machines."""
    record = json.loads(updated.text("released/openapi.json"))
    assert parse_document(updated.text("generated/openapi.yaml").encode(), "o").tree == record
    assert json.loads(updated.text("generated/evolink_kimi/openapi.json")) == record
    usage = record["components"]["schemas"]["MessageUsage"]["properties"]
    report = json.loads(updated.text("change-report.json"))
    added = {c["after"] for c in report["wire"] if c["kind"] == "enum: value added"}
    for number, text in enumerate(_TEXTS):
        field = usage[f"{text} {number}"]
        assert (field["description"], field["default"], field[f"x-{text}"]) == (
            text,
            text,
            {text: text},
        )
        assert text in added
    assert report["verdict"] == "breaking"


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_failure_says_nothing_that_is_obeyed(text: str) -> None:
    stream = io.StringIO()
    console = Console(stream)
    origins = (f"from {text}",)
    console.failure(PipelineError(Problem(text, text, f"/{text}", 1, text, 2, origins)))
    console.step(text, text, 1.0)
    console.line(text)
    console.diff(f" {text}\n+{text}")
    assert _is_quiet(stream.getvalue())


def test_names_that_are_texts_are_refused_without_being_obeyed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = _root(tmp_path)
    tree = _vendors()
    schemas = tree["components"]["schemas"]
    for text in _TEXTS:
        schemas[text] = {"type": "object"}
    tree["paths"]["/v1/messages"]["post"]["responses"]["200"]["content"] |= {
        text: {"schema": {"$ref": f"#/components/schemas/{text}"}} for text in _TEXTS
    }
    (tmp_path / "messages.json").write_text(json.dumps(tree), encoding="utf-8")
    assert main(["--root", str(root), str(tmp_path / "messages.json")]) == 2
    told = capsys.readouterr().out
    assert PLANTED in told
    assert _is_quiet(told)
