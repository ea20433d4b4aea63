"""Documents in the vendor's pages."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pipeline.read import extract_fence, parse_document, read_document
from tests.support.problems import problem_of

BODY = """\
openapi: 3.1.0
info:
  title: T
  description: |
    Say:

    ```json
    {}
    ```

    ````md
    four, indented
    ````
paths: {}
"""


def page(header: str, body: str = BODY, after: str = "\n\nThis documentation is hosted.") -> str:
    return (
        "> ## Index\n\n# Title\n\n```python theme={null}\nopenapi = 1\n```\n\n"
        f"## OpenAPI\n\n````{header}\n{body}````{after}"
    )


HEADERS: list[tuple[str, str | None]] = [
    ("yaml en/api/x.json POST /v1/x", "en/api/x.json"),
    ("yaml /en/api/x.json POST /v1/x", "en/api/x.json"),
    ("yaml POST /v1/x", None),
    ("yml post /v1/x", None),
    ("json en/x.json POST /v1/x  ", "en/x.json"),
]


@pytest.mark.parametrize(("header", "file"), HEADERS)
@pytest.mark.parametrize("after", ["", "\n", "\n\nThis documentation is hosted.", "Hosted."])
def test_every_form_of_the_fence_header_is_known(header: str, file: str | None, after: str) -> None:
    fence = extract_fence(page(header, after=after))
    assert (fence.file, fence.operation, fence.text) == (file, "POST /v1/x", BODY)
    assert fence.line == 11


def test_a_page_becomes_a_document_with_the_lines_of_the_page(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text(page("yaml en/x.json POST /v1/x"))
    document = read_document(path)
    assert document.name == "x.md"
    assert document.operation == "POST /v1/x"
    assert document.sha256 == hashlib.sha256(BODY.encode()).hexdigest()
    assert document.tree["info"]["description"].count("```") == 4
    assert document.lines["/openapi"] == 12
    assert path.read_text().split("\n")[document.lines["/paths"] - 1] == "paths: {}"
    assert read_document(path, name="other").name == "other"


def test_a_page_may_have_crlf_and_a_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf" + page("yaml POST /v1/x").replace("\n", "\r\n").encode()
    document = parse_document(data, "x.md")
    assert document.tree["openapi"] == "3.1.0"
    assert document.operation == "POST /v1/x"
    crlf = BODY.replace("\n", "\r\n").encode()
    assert document.sha256 == hashlib.sha256(crlf).hexdigest()


def test_a_page_may_hold_json() -> None:
    data = page("json POST /v1/x", '{\n\t"openapi": "3.1.0"\n}\n').encode()
    document = parse_document(data, "x.md")
    assert document.tree == {"openapi": "3.1.0"}
    assert document.lines["/openapi"] == 13


def test_an_error_in_a_page_has_the_line_of_the_page() -> None:
    data = page("yaml POST /v1/x", "a: 1\na: 2\n").encode()
    problem = problem_of(lambda: parse_document(data, "x.md"))
    assert (problem.line, problem.reason) == (
        13,
        "the key 'a' is there twice, first on line 12, again on line 13",
    )


def test_fences_inside_other_fences_do_not_count() -> None:
    inner = "`````md\n````yaml POST /v1/no\na: 1\n````\n`````\n~~~\n````yaml POST /v1/no\n~~~\n"
    fence = extract_fence(inner + page("yaml POST /v1/x"))
    assert fence.operation == "POST /v1/x"


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("# Nothing here\n", "no OpenAPI fence", 1),
        ("```yaml POST /v1/x\na: 1\n```\n", "its fences are ```yaml POST /v1/x (line 1)", 1),
        ("````yaml\na: 1\n````\n", "no OpenAPI fence; its fences are ````yaml (line 1)", 1),
        ("\n  ````yaml POST /x\n  a: 1\n  ````\n", "no OpenAPI fence", 1),
        (page("yaml POST /v1/x") + "\n" + page("yaml GET /v1/y"), "2 OpenAPI fences", 39),
        ("# T\n````yaml POST /v1/x\na: 1\n", "opens here and does not end", 2),
        ("````yaml POST /x\na: 1\n````yaml POST /y\nb: 1\n````\n", "does not end", 1),
        ("```python\nx\n\n````yaml POST /x\na: 1\n", "does not end", 1),
    ],
)
def test_a_page_has_one_fence_that_ends(text: str, reason: str, line: int) -> None:
    problem = problem_of(lambda: parse_document(text.encode(), "x.md", suffix=".md"))
    assert reason in problem.reason
    assert (problem.document, problem.line) == ("x.md", line)


@pytest.mark.parametrize("text", ["<!DOCTYPE html><html></html>", "\n <html lang='en'>", "<HEAD>"])
def test_an_html_page_is_no_description(text: str) -> None:
    assert "HTML" in problem_of(lambda: parse_document(text.encode(), "x")).reason
