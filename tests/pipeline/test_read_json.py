"""JSON, and everything in it that cannot be taken."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pipeline.read import parse_document, parse_text, read_document
from pipeline.read_json import parse_json
from tests.support.problems import problem_of, same


def test_json_in_a_yaml_file_is_read_as_json(tmp_path: Path) -> None:
    path = tmp_path / "moonshot.yaml"
    path.write_text('{\n\t"openapi": "3.1.0",\n\t"paths": {\n\t\t"/x": null\n\t}\n}\n')
    document = read_document(path)
    assert document.tree == {"openapi": "3.1.0", "paths": {"/x": None}}
    assert document.lines == {"": 1, "/openapi": 2, "/paths": 3, "/paths/~1x": 4}


def test_yaml_flow_that_is_no_json_is_read_as_yaml() -> None:
    assert parse_text("{openapi: 3.1.0, 'x': [1,],}")[0] == {"openapi": "3.1.0", "x": [1]}


@pytest.mark.parametrize("text", ['{"a": nan}', '{"a": 1,}', "a: 1"])
def test_a_json_file_is_held_to_json(text: str, tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    path.write_text(text)
    assert "not valid JSON" in problem_of(lambda: read_document(path)).reason
    parse_text(text)
    typed = partial(parse_document, text.encode(), "api", media_type="application/json")
    assert "not valid JSON" in problem_of(typed).reason


def test_json_keeps_types_order_and_big_integers() -> None:
    text = (
        '{"b": 9007199254740993, "a": 1.0, "c": 1,'
        ' "d": [true, null, -0.0, 1E2], "e": "\\ud83d\\ude00"}'
    )
    expected = {
        "b": 9007199254740993,
        "a": 1.0,
        "c": 1,
        "d": [True, None, -0.0, 100.0],
        "e": "\U0001f600",
    }
    assert same(parse_text(text)[0], expected)


def test_json_lines_follow_every_node() -> None:
    text = '\n{"a": {\n"x/y~": [\n1,\n{"b":\n2}]},\n"s": "{[,:",\n"t\\u0041": []}'
    _, lines = parse_json(text, first_line=10)
    assert lines == {
        "": 11,
        "/a": 11,
        "/a/x~1y~0": 12,
        "/a/x~1y~0/0": 13,
        "/a/x~1y~0/1": 14,
        "/a/x~1y~0/1/b": 14,
        "/s": 16,
        "/tA": 17,
    }


JSON_REFUSALS: list[tuple[str, str, int, str | None]] = [
    ('{"a": 1,\n "b": {"c": 1,\n "c": 2}}', "first on line 2, again on line 3", 3, "/b/c"),
    ('{"a": 1,\n "\\u0061": 2}', "first on line 1, again on line 2", 2, "/a"),
    ('{"a": 1,\n "b": NaN}', "NaN is not a JSON value", 2, "/b"),
    ('{"a": [0,\n -Infinity]}', "-Infinity is not a JSON value", 2, "/a/1"),
    ('{"a": NaN ]] }}', "NaN is not a JSON value", 1, "/a"),
    ('{"a":\n\n1e400}', "too large for a double", 3, "/a"),
    ('{"a":\n' + "9" * 5000 + "}", "5000 digits", 2, "/a"),
    ('{"a":\n"x\\ud800y"}', "lone surrogate", 2, "/a"),
    ('{"a":{\n"\\udc00": 1}}', "lone surrogate", 2, "/a"),
    ('{\n"a": 1,\n"b" 2\n}', "not valid JSON: Expecting ':' delimiter (column 5)", 3, None),
    ('{"a": "x\ny"', "not valid JSON: Invalid control character", 1, None),
    ('{\n\t"a": 1,\n\t"b": [true\n}', "not valid JSON", 4, None),
]


@pytest.mark.parametrize(
    ("text", "reason", "line", "pointer"), JSON_REFUSALS, ids=[r[0][:40] for r in JSON_REFUSALS]
)
def test_json_that_cannot_be_taken_is_told_with_its_line(
    text: str, reason: str, line: int, pointer: str | None
) -> None:
    problem = problem_of(lambda: parse_text(text, "api.json"))
    assert reason in problem.reason
    assert (problem.document, problem.line, problem.pointer) == ("api.json", line, pointer)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(("", "empty"), ("# only a comment\n", "empty"), ("[1]", "an array"), ("- 1", "an array")),
        *(("text", "a string"), ('"x"', "a string"), ("12", "a number"), ("true", "a boolean")),
    ],
)
def test_a_document_is_an_object(text: str, kind: str) -> None:
    problem = problem_of(lambda: parse_text(text, "x"))
    assert problem.reason == f"the document is {kind}, not an object"
    assert problem.line is not None
