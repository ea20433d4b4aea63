"""Documents, whatever they are written in, and files that cannot be taken."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pipeline import fetch
from pipeline.pointer import resolve
from pipeline.read import decode, parse_document, parse_text, read_document
from pipeline.read_yaml import parse_yaml
from tests.support.problems import problem_of, same

OPENAPI = Path(__file__).parents[2] / "openapi"


def test_a_byte_order_mark_and_crlf_change_nothing() -> None:
    text = "openapi: 3.1.0\r\ninfo:\r\n  description: |\r\n    one\r\n    two\r\n"
    data = b"\xef\xbb\xbf" + text.encode()
    document = parse_document(data, "x.yaml")
    assert document.tree == {"openapi": "3.1.0", "info": {"description": "one\ntwo\n"}}
    assert document.sha256 == hashlib.sha256(data).hexdigest()
    assert document.lines["/info/description"] == 3
    assert parse_document(b'\xef\xbb\xbf{\r\n"a": 1}', "x.json").lines == {"": 1, "/a": 2}


def test_bytes_that_are_not_utf_8_are_told_with_their_offset() -> None:
    problem = problem_of(lambda: decode(b"a: 1\nb: caf\xe9\n", "x.yaml"))
    assert (problem.reason, problem.line) == ("not UTF-8: byte 0xe9 at offset 11", 2)
    problem = problem_of(lambda: parse_text(b"\xff\xfea\x00", "x.yaml"))
    assert "UTF-16" in (problem.remedy or "")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert "no such file" in problem_of(lambda: read_document(tmp_path / "none.yaml")).reason
    assert "not a file" in problem_of(lambda: read_document(tmp_path)).reason
    assert "cannot be read" in problem_of(lambda: read_document("a\0b")).reason


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(fetch.MAX_BYTES + 1)
    problem = problem_of(lambda: read_document(path))
    assert problem.reason == "the document is larger than 32 MiB"
    assert problem.document == str(path)


@pytest.mark.parametrize("name", ["chat-completions", "messages", "responses"])
def test_the_vendor_documents_read_the_same_with_both_parsers(name: str) -> None:
    path = OPENAPI / f"{name}.yaml"
    document = read_document(path)
    tree, lines = parse_yaml(path.read_text(encoding="utf-8"), pure=True)
    assert same(document.tree, tree)
    assert document.lines == lines
    source = path.read_text(encoding="utf-8").split("\n")
    for pointer, line in lines.items():
        resolve(tree, pointer)
        assert source[line - 1].strip()
    assert source[lines["/components/schemas"] - 1] == "  schemas:"
