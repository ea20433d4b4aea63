"""The vectors are what their authoring says, and what their schemas allow."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from parity.__main__ import main
from parity.authoring import all_vectors
from parity.authoring.builder import PATHS
from parity.cases import VECTORS, Case
from pipeline.build import document
from pipeline.errors import PipelineError, Problem

ROOT = Path(__file__).parents[2]


def test_the_files_are_what_the_authoring_modules_say() -> None:
    found = {
        path.parent.name: {file.name: file.read_bytes() for file in path.parent.iterdir()}
        for path in VECTORS.glob("*/case.json")
    }
    written = all_vectors(document(ROOT))
    stale = [
        name
        for name in sorted(found.keys() | written.keys())
        if found.get(name) != written.get(name)
    ]
    assert not stale, f"run `python -m parity vectors`: {stale}"


@pytest.mark.parametrize("name", ["case", "expect"])
def test_every_file_is_valid_by_its_schema(name: str) -> None:
    schema = json.loads((VECTORS / f"{name}.schema.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for path in sorted(VECTORS.glob(f"*/{name}.json")):
        errors = [error.message for error in validator.iter_errors(json.loads(path.read_bytes()))]
        assert not errors, f"{path.parent.name}: {errors}"


def test_bodies_are_there_and_cuts_lie_inside_them(cases: list[Case]) -> None:
    for case in cases:
        for answer in case.answers:
            assert list(answer.chunks) == sorted(set(answer.chunks)), case.name
            assert all(0 < cut < len(answer.body) for cut in answer.chunks), case.name


def test_every_kind_is_there_for_every_protocol(cases: list[Case]) -> None:
    counts = Counter((case.kind, case.operation) for case in cases)
    kinds = ("request", "response", "stream", "error", "replay")
    assert set(counts) == {(kind, operation) for kind in kinds for operation in PATHS}


def test_every_example_of_the_document_is_a_case(cases: list[Case]) -> None:
    names = {case.name for case in cases}
    short = {path: operation.partition(".")[0] for operation, path in PATHS.items()}
    tree = document(ROOT)
    for path, item in tree["paths"].items():
        content = item["post"]["responses"]["200"]["content"]
        examples = {
            "request": item["post"]["requestBody"]["content"]["application/json"]["examples"],
            "response": content["application/json"]["examples"],
            "stream": content["text/event-stream"]["examples"],
        }
        for kind, named in examples.items():
            for name in named:
                slug = name.replace("_", "-")
                assert f"{kind}-{short[path]}-documented-{slug}" in names


def test_a_document_that_cannot_be_built_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(root: Path) -> None:
        raise PipelineError(Problem("is broken", document="messages.yaml"))

    monkeypatch.setattr("pipeline.build.document", fails)
    assert main(["vectors", "--output", str(tmp_path)]) == 2
    assert "messages.yaml" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
