"""Documents that are valid and odd: through every step, round, and past the type checkers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.merge import MergePart, merge
from pipeline.overlay import apply, load_overlay
from pipeline.read import parse_document
from pipeline.types import JsonObject, Tree
from pipeline.verify import account, round_trip
from pipeline.write import to_json
from tests.support.generating import ROOT, parsed, project, refused, schemas, write
from tests.support.odd_documents import NAMES, ODD, add_operation, joined, named_after

OVERLAY = b"""
overlay: 1.1.0
info: {title: T, version: '1'}
actions: [{target: $.info, update: {x-seen: true}}]
"""


def _names() -> JsonObject:
    document = parsed("paths: {}\ncomponents: {schemas: {}}")
    document["components"]["schemas"] = named_after(NAMES)
    example = {
        "plain": dict.fromkeys(NAMES, "x"),
        "needed": dict.fromkeys(NAMES, "x"),
        "dated": dict.fromkeys(NAMES),
        "held": {name: {"a": "x"} for name in NAMES},
    }
    add_operation(document, "names.create", "Root", [example])
    return document


DOCUMENTS = {"shapes": lambda: joined(ODD), "names": _names}


def through(document: JsonObject, package: str) -> Tree:
    """The package of a document that was read, merged, overlaid and verified."""
    read = parse_document(to_json(document), "odd.json")
    merged = merge([MergePart(read, "Odd", {})]).tree
    tree = apply(merged, [load_overlay(parse_document(OVERLAY, "odd.overlay.yaml"))]).tree
    files = project(tree, package)
    counts, problems = account(files, tree, package)
    assert problems == []
    assert counts["models"] > 5
    went, problems = round_trip(files, tree, package)
    assert problems == []
    assert went > 0
    return files


@pytest.mark.parametrize("name", DOCUMENTS)
def test_odd_documents_go_through_and_round(name: str) -> None:
    through(DOCUMENTS[name](), f"odd_{name}")


@pytest.mark.campaign
def test_clients_of_odd_documents_are_typed(tmp_path: Path) -> None:
    """By mypy --strict and pyright, as the project's own client."""
    pytest.importorskip("mypy")
    packages = [f"odd_{name}" for name in DOCUMENTS]
    for name, package in zip(DOCUMENTS, packages, strict=True):
        write(through(DOCUMENTS[name](), package), tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    chosen = [argument for package in packages for argument in ("-p", package)]
    # pyright gives up on a model of some hundred optional properties, as that of all names is.
    pyright = ["pyright", "--pythonpath", sys.executable, "odd_shapes"]
    for command in (["mypy", *chosen], pyright):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("union", "word"),
    [
        ("oneOf: [@A, {type: object, properties: {x: {type: string}}}]", "all of its keys"),
        ("oneOf: [@A, {type: object, properties: {x: {type: integer}}}]", "all of its keys"),
        ("oneOf: [@A, {type: object}]", "object of any keys"),
        ("oneOf: [@A, {additionalProperties: @B}]", "object of any keys"),
        ("oneOf: [{additionalProperties: @A}, {additionalProperties: @B}]", "different ways"),
        ("oneOf: [{type: array, items: @A}, {type: array, items: @B}]", "an array of 'B'"),
        (
            "oneOf: [{type: string, format: date}, {type: string, format: date-time}]",
            "a date-time from one that is a date",
        ),
    ],
)
@pytest.mark.parametrize("place", ["{%s}", "{type: array, items: {%s}}"])
def test_unions_that_no_value_chooses_between_are_refused(
    union: str, word: str, place: str
) -> None:
    document = schemas(f"""
        A: {{type: object, properties: {{x: {{type: string}}}}}}
        B: {{type: object, required: [y], properties: {{y: {{type: string}}}}}}
        Root: {{type: object, properties: {{u: {place % union}}}}}
        """)
    [problem] = refused(document)
    assert (problem.pointer or "").startswith("/components/schemas/Root/properties/u")
    assert word in problem.reason
    assert "overlay" in (problem.remedy or "")


def test_an_alias_that_contains_itself_and_models_is_refused() -> None:
    document = schemas("""
        Tree: {type: array, items: {oneOf: [@Tree, @Leaf]}}
        Leaf: {type: object, properties: {x: {type: string}}}
        """)
    assert refused(document)[0].pointer == "/components/schemas/Tree"


def test_a_reference_that_may_be_null_makes_no_second_class() -> None:
    files = project(joined(ODD), "client")
    models = files["client/models/cases.py"].decode()
    assert "class Case0Sub(Model)" in models
    assert "class Case0RootD" not in models
    assert "class Case0RootE" not in models


def test_what_is_for_answers_alone_need_not_be_sent() -> None:
    """And what is for requests alone need not be answered."""
    files = project(joined(ODD), "client")
    case = f"case{list(ODD).index('for answers alone, for requests alone')}"
    name = f"{case.title()}Root"

    def lines(path: str, after: str, before: str) -> list[str]:
        text = files[f"client/{path}/cases.py"].decode()
        return [line.strip() for line in text.partition(after)[2].partition(before)[0].splitlines()]

    shape = lines("params", f"class {name}Param(", "\nclass ")
    assert "id: str" in shape
    assert any(line.startswith("key: Required[") for line in shape)
    arguments = lines("resources", f"def {case}(", ") ->")
    assert "id: str | Omit = OMIT," in arguments
    assert any(line.startswith("key: ") and "Omit" not in line for line in arguments)
    model = lines("models", f"class {name}(Model)", "def __init__")
    assert "id: str" in model
    assert any(line.startswith("key: ") and line.endswith("| None") for line in model)
