"""Reading: pages, YAML, JSON, files and URLs, and everything that cannot be taken."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import fetch
from pipeline.errors import PipelineError, Problem
from pipeline.pointer import resolve
from pipeline.read import decode, extract_fence, parse_document, parse_text, read_document
from pipeline.read_json import MAX_DEPTH, MAX_DIGITS, parse_json
from pipeline.read_yaml import parse_yaml

OPENAPI = Path(__file__).parents[2] / "openapi"

BOTH_PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "python"])


def problems_of(call: Callable[[], object]) -> tuple[Problem, ...]:
    with pytest.raises(PipelineError) as caught:
        call()
    return caught.value.problems


def problem_of(call: Callable[[], object]) -> Problem:
    (problem,) = problems_of(call)
    return problem


def same(left: object, right: object) -> bool:
    """Equality that tells 1 from 1.0 from true, and looks at the order of keys."""
    return repr(left) == repr(right)


# YAML: what scalars and keys mean


MEANINGS: list[tuple[str, Any]] = [
    # Booleans, dates, times and numbers of YAML 1.1 that are strings in 1.2.
    ("on", "on"),
    ("off", "off"),
    ("yes", "yes"),
    ("No", "No"),
    ("y", "y"),
    ("2024-01-01", "2024-01-01"),
    ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
    ("12:30:45", "12:30:45"),
    ("190:20:30.15", "190:20:30.15"),
    ("1_000", "1_000"),
    ("0b1010", "0b1010"),
    ("0o17", "0o17"),
    ("=", "="),
    # The core schema.
    ("", None),
    ("~", None),
    ("null", None),
    ("NULL", None),
    ("nUll", "nUll"),
    ("true", True),
    ("FALSE", False),
    ("tRue", "tRue"),
    ("0", 0),
    ("-19", -19),
    ("+12", 12),
    ("0x1F", 31),
    ("9007199254740993", 9007199254740993),
    ("123456789012345678901234567890", 123456789012345678901234567890),
    ("1.0", 1.0),
    ("-0.0", -0.0),
    (".5", 0.5),
    ("1.", 1.0),
    ("1e3", 1000.0),
    ("12e-2", 0.12),
    ("1e", "1e"),
    (".", "."),
    ("-", [None]),
    ("1.2.3", "1.2.3"),
    ("3.1.0", "3.1.0"),
    ("nan", "nan"),
    ("Infinity", "Infinity"),
    # Quotes and tags.
    ("'null'", "null"),
    ('"12"', "12"),
    ("! 12", "12"),
    ("!!str 2024-01-01", "2024-01-01"),
    ("!!int 5", 5),
    ("!!float 5", 5.0),
    ("!!null ''", None),
    ("!!map {}", {}),
    ("!!seq []", []),
    # Text: escapes, folding, tabs, and line breaks that only YAML 1.1 knew.
    (r'"\u00e9\n\t\/"', "é\n\t/"),
    (">-\n  a\n  b\n\n  c", "a b\nc"),
    ("|+\n  a\n", "a\n\n"),
    ("a\tb", "a\tb"),
    ("\tx", "x"),
    ("x\t# comment", "x"),
    ("one\u2028two\x85three\u2029", "one\u2028two\x85three\u2029"),
    ("a\ufeffb", "a\ufeffb"),
    ("\ue000\u2028\ue001", "\ue000\u2028\ue001"),
    ("{a: [1, 'x'], b: https://x.example/}", {"a": [1, "x"], "b": "https://x.example/"}),
]


@BOTH_PARSERS
@pytest.mark.parametrize(("text", "value"), MEANINGS, ids=[repr(text) for text, _ in MEANINGS])
def test_a_scalar_means_what_yaml_1_2_says(text: str, value: object, pure: bool) -> None:
    gap = "\n" if text == "-" else " "
    tree, _ = parse_yaml(f"key:{gap}{text}\n", pure=pure)
    assert same(tree, {"key": value})


@BOTH_PARSERS
@pytest.mark.parametrize(
    "key",
    [
        "200",
        "on",
        "no",
        "2024-01-01",
        "12:30:45",
        "1.0",
        "0x10",
        "0o17",
        "1e3",
        "null",
        "~",
        "true",
    ],
)
def test_a_key_is_a_string_as_spelled(key: str, pure: bool) -> None:
    assert same(parse_yaml(f"{key}: 1", pure=pure)[0], {key: 1})
    assert same(parse_yaml(f"? {key}\n: 1", pure=pure)[0], {key: 1})
    assert same(parse_yaml(f"{{{key}: 1}}", pure=pure)[0], {key: 1})


@BOTH_PARSERS
def test_a_quoted_key_may_look_like_anything(pure: bool) -> None:
    tree, _ = parse_yaml("'<<': 1\n\"a\\tb\": 2\n'': 3\n", pure=pure)
    assert same(tree, {"<<": 1, "a\tb": 2, "": 3})


@BOTH_PARSERS
@pytest.mark.parametrize("spelled", ["1.10", "1.0", "3", "0x1F", "1e3"])
def test_a_version_keeps_its_spelling(spelled: str, pure: bool) -> None:
    text = f"openapi: {spelled}\ninfo:\n  version: {spelled}\n  x-number: 1.10\n"
    tree, _ = parse_yaml(text, pure=pure)
    assert same(tree, {"openapi": spelled, "info": {"version": spelled, "x-number": 1.1}})


def test_an_empty_version_is_null_and_a_version_in_json_is_what_it_is() -> None:
    assert parse_text("info:\n  version:\n")[0] == {"info": {"version": None}}
    assert same(parse_text('{"info": {"version": 1.10}}')[0], {"info": {"version": 1.1}})


@BOTH_PARSERS
def test_aliases_are_copied_so_that_no_node_is_shared(pure: bool) -> None:
    text = "a: &x {k: [1]}\nb: *x\nc: [*x, &s text, *s]\nd: &e []\ne: *e\n"
    tree, lines = parse_yaml(text, pure=pure)
    assert same(
        tree,
        {"a": {"k": [1]}, "b": {"k": [1]}, "c": [{"k": [1]}, "text", "text"], "d": [], "e": []},
    )
    assert tree["a"] is not tree["b"]
    assert tree["a"]["k"] is not tree["c"][0]["k"]
    assert tree["d"] is not tree["e"]
    assert lines["/c/0/k"] == 1  # where the text is
    assert lines["/b"] == 2


@BOTH_PARSERS
def test_an_anchor_may_be_set_again_and_stand_on_a_key(pure: bool) -> None:
    tree, _ = parse_yaml("a: &x 1\nb: *x\n&k c: &x 2\nd: *x\ne: *k\n", pure=pure)
    assert same(tree, {"a": 1, "b": 1, "c": 2, "d": 2, "e": "c"})


# YAML: what cannot be taken


REFUSALS: list[tuple[str, str, int, str | None]] = [
    ("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n", "first on line 3, again on line 5", 5, "/b/c"),
    ("a: 1\n'a': 2\n", "first on line 1, again on line 2", 2, "/a"),
    ("{a: 1,\n a: 2}\n", "first on line 1, again on line 2", 2, "/a"),
    ("200: a\n'200': b\n", "'200' is there twice", 2, "/200"),
    ("a: &x {k: 1}\nb:\n  <<: *x\n  c: 1\n", "merge keys", 3, "/b"),
    ("[a, b]: c\n", "sequence is used as a key", 1, ""),
    ("a:\n  ? {b: c}\n  : d\n", "mapping is used as a key", 2, "/a"),
    ("a: &x k\n*x : 1\n", "alias *x is used as a key", 2, ""),
    ("!!int 200: a\n", "tagged !!int", 1, ""),
    ("a: .nan\n", ".nan is not a JSON value", 1, "/a"),
    ("a:\n- 1\n- -.Inf\n", "-.Inf is not a JSON value", 3, "/a/1"),
    ("a: 1e999\n", "too large for a double", 1, "/a"),
    ("a: " + "9" * (MAX_DIGITS + 1), f"{MAX_DIGITS + 1} digits", 1, "/a"),
    ("a: 0x" + "f" * 5000, "too long", 1, "/a"),
    ("a: !!binary aGk=\n", "!!binary", 1, "/a"),
    ("a: !!timestamp 2024-01-01\n", "!!timestamp", 1, "/a"),
    ("a: !!set {b: null}\n", "!!set", 1, "/a"),
    ("a: !!omap [b: 1]\n", "!!omap", 1, "/a"),
    ("a:\n  b: !Ref Thing\n", "the tag !Ref", 2, "/a/b"),
    ("a: !<tag:x.example,2024:y> {}\n", "tag:x.example,2024:y", 1, "/a"),
    ("a: !!int x\n", "!!int", 1, "/a"),
    ("a: !!bool 1\n", "!!bool", 1, "/a"),
    ("a: &x [*x]\n", "has no end", 1, "/a/0"),
    ("a: &x\n  b:\n    c: *x\n", "has no end", 3, "/a/b/c"),
    ("a: 1\nb: *nowhere\n", "names no anchor", 2, "/b"),
    ("a: 1\n---\nb: 2\n", "second YAML document", 2, None),
    ("a: 1\n...\n---\n", "second YAML document", 3, None),
    ("%YAML 1.1\n---\non: 1\n", "declares itself YAML 1.1", 1, None),
    ("a: 1\n\tb: 2\n", "not valid YAML", 2, None),
    ("a: 1\nb: [1,\n", "not valid YAML", 3, None),
    ("a: 'x\n", "not valid YAML", 2, None),
    ("a: @x\n", "not valid YAML", 1, None),
    ("a: 1\nb: \x07\n", "U+0007", 2, None),
    ("a: 1\nb: x\x7f\n", "U+007F", 2, None),
    ("a: 1\nb: \uffff\n", "U+FFFF", 2, None),
    ('a: "\\UFFFFFFFF"\n', "not valid YAML", 1, None),
]


@BOTH_PARSERS
@pytest.mark.parametrize(
    ("text", "reason", "line", "pointer"), REFUSALS, ids=[r[0][:40] for r in REFUSALS]
)
def test_yaml_that_cannot_be_taken_is_told_with_its_line(
    text: str, reason: str, line: int, pointer: str | None, pure: bool
) -> None:
    problem = problem_of(lambda: parse_yaml(text, "api.yaml", pure=pure))
    assert reason in problem.reason
    assert problem.document == "api.yaml"
    assert problem.line == line
    assert problem.pointer == pointer


@BOTH_PARSERS
def test_a_lone_surrogate_is_refused(pure: bool) -> None:
    problem = problem_of(lambda: parse_yaml('a: 1\nb: "\\ud83d"\n', pure=pure))
    assert problem.line == 2


@BOTH_PARSERS
def test_every_duplicate_is_told_at_once(pure: bool) -> None:
    problems = problems_of(lambda: parse_yaml("a: 1\na: 2\nb: .inf\na: 3\n", pure=pure))
    assert [problem.line for problem in problems] == [2, 3, 4]


@BOTH_PARSERS
def test_aliases_that_explode_are_stopped(pure: bool) -> None:
    laughs = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    laughs += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20)]
    started = time.process_time()
    problem = problem_of(lambda: parse_yaml("\n".join(laughs), pure=pure))
    assert "explode" in problem.reason
    assert problem.line == 6
    assert time.process_time() - started < 5


@BOTH_PARSERS
def test_a_long_string_cannot_be_aliased_without_bound(pure: bool) -> None:
    text = f"a: &a {'x' * 100_000}\nb: [{', '.join(['*a'] * 50)}]\n"
    assert "explode" in problem_of(lambda: parse_yaml(text, pure=pure)).reason


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


DEEP: list[Callable[[int], str]] = [
    nested,
    lambda depth: "{a: " * depth + "1" + "}" * depth,
    lambda depth: '{"a": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}",
    lambda depth: "\n".join(" " * level + "a:" for level in range(depth)),
    lambda depth: "a:\n  " + "- " * (depth - 1) + "x",
]


@pytest.mark.parametrize("make", DEEP, ids=["json", "flow", "brackets", "block", "dashes"])
def test_nesting_is_bounded(make: Callable[[int], str]) -> None:
    parse_text(make(MAX_DEPTH))
    for depth in (MAX_DEPTH + 1, 1000, 20_000):
        if make is DEEP[3] and depth > 1000:
            continue  # indentation alone would make megabytes
        assert "levels deep" in problem_of(partial(parse_text, make(depth))).reason


@BOTH_PARSERS
def test_aliases_cannot_nest_beyond_the_bound(pure: bool) -> None:
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, MAX_DEPTH + 1))]
    problem = problem_of(lambda: parse_yaml("\n".join(lines), pure=pure))
    assert "levels deep" in problem.reason


FRAGMENTS = [
    *("a", "b: ", ": ", "- ", "\n", "\n  ", " ", "[", "]", "{", "}", ", ", "'", '"', "#", " # c"),
    *("|\n", "|-\n", ">\n", "&x ", "*x", "!!str ", "? ", "1", "<<", "~", "é", "\u2028", "\x85"),
    *(
        "...\n",
        "---\n",
        "\r\n",
        "\\n",
        "`",
        "http://x",
        "\ufeff",
        "1e3",
        "\U0001f600",
        "a\tb",
        ": \tq",
    ),
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=9).map("".join))
def test_both_parsers_agree(text: str) -> None:
    def outcome(pure: bool) -> object:
        try:
            value, lines = parse_yaml(text, pure=pure)
        except PipelineError:
            return None
        return repr(value), lines if isinstance(value, dict) else None

    assert outcome(pure=False) == outcome(pure=True)


@settings(max_examples=400, deadline=None)
@given(
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from('{}[]:,"\\ab01.-\n\t')).map("".join))
)
def test_no_text_escapes_as_another_exception(text: str) -> None:
    try:
        tree, lines = parse_text("{" + text)
    except PipelineError as error:
        assert all(problem.line for problem in error.problems)
    else:
        for pointer in lines:
            resolve(tree, pointer)


# JSON


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


# Bytes


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


# Pages


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


# Files


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


# URLs, against a real server on this machine


class Server(ThreadingHTTPServer):
    daemon_threads = True
    answers: dict[str, Callable[[BaseHTTPRequestHandler], None]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        with contextlib.suppress(ConnectionError):  # the reader hangs up, as it should
            self.server.answers[self.path](self)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as running:
        running.answers = {}
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def answer(
    body: bytes = b"", status: int = 200, **headers: str
) -> Callable[[BaseHTTPRequestHandler], None]:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return send


def drip(chunk: bytes, times: int, pause: float) -> Callable[[BaseHTTPRequestHandler], None]:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(times):
            handler.wfile.write(chunk)
            handler.wfile.flush()
            time.sleep(pause)

    return send


def test_a_page_by_url(server: Server) -> None:
    server.answers["/docs/x%20y.md"] = answer(
        page("yaml POST /v1/x").encode(), content_type="text/markdown; charset=utf-8"
    )
    document = read_document(f"{server.url}/docs/x%20y.md")
    assert (document.name, document.operation) == ("x y.md", "POST /v1/x")


def test_yaml_and_json_by_url(server: Server) -> None:
    server.answers["/api"] = answer(b"openapi: 3.1.0\n", content_type="application/yaml")
    server.answers["/api.json"] = answer(b'{"openapi": "3.1.0"}', content_type="text/html")
    for path in ("/api", "/api.json"):
        assert read_document(server.url + path).tree == {"openapi": "3.1.0"}


def test_the_media_type_tells_a_page_without_a_fence(server: Server) -> None:
    server.answers["/page"] = answer(b"# Only words", content_type="text/markdown")
    assert "no OpenAPI fence" in problem_of(lambda: read_document(server.url + "/page")).reason


def test_a_redirect_on_this_machine_is_followed(server: Server) -> None:
    server.answers["/old"] = answer(status=308, location="/new")
    server.answers["/new"] = answer(b"openapi: 3.1.0\n")
    assert read_document(server.url + "/old").name == "old"


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("https://x.example/api.yaml", "leads away from http"),
        ("file:///etc/hostname", "leads away from http"),
        ("ftp://x.example/", "leads away from http"),
        ("http://x.example/api.yaml", "only https URLs are read"),
        ("http://[x", "no URL"),
        ("/loop", "more than 5 redirects"),
    ],
)
def test_a_redirect_elsewhere_is_not_followed(server: Server, location: str, reason: str) -> None:
    server.answers["/loop"] = answer(status=302, location=location)
    problem = problem_of(lambda: read_document(server.url + "/loop"))
    assert reason in problem.reason
    assert problem.document == server.url + "/loop"


@pytest.mark.parametrize(
    "url", ["http://x.example/a.yaml", "ftp://127.0.0.1/a", "file:///etc/hostname", "https:///a"]
)
def test_only_https_and_this_machine_are_read(url: str) -> None:
    assert "only https URLs are read" in problem_of(lambda: read_document(url)).reason


def test_an_answer_other_than_200_is_told(server: Server) -> None:
    server.answers["/gone"] = answer(b"openapi: 3.1.0", status=404)
    server.answers["/lost"] = answer(status=302)
    assert "answered 404" in problem_of(lambda: read_document(server.url + "/gone")).reason
    assert "answered 302" in problem_of(lambda: read_document(server.url + "/lost")).reason


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(404, "Check the address"), (403, "No key is sent"), (429, "Try again"), (503, "Try again")],
)
def test_what_to_do_after_an_answer(server: Server, status: int, remedy: str) -> None:
    server.answers["/page"] = answer(status=status)
    problem = problem_of(lambda: read_document(server.url + "/page"))
    assert (problem.remedy or "").startswith(remedy)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, br"])
def test_a_coding_that_nobody_asked_for_is_told(server: Server, coding: str) -> None:
    server.answers["/page"] = answer(b"\x0b\x02\x80", content_encoding=coding)
    problem = problem_of(lambda: read_document(server.url + "/page"))
    assert f"sent the document as {coding.rpartition(' ')[2]!r}" in problem.reason


@pytest.mark.parametrize("url", ["https://me:pa55@x.invalid/a", "https://pa55@x.invalid/a"])
def test_a_url_with_credentials_is_refused_without_them(server: Server, url: str) -> None:
    problem = problem_of(lambda: read_document(url))
    assert "the URL holds credentials" in problem.reason
    assert problem.document == "https://…@x.invalid"
    server.answers["/page"] = answer(status=302, location=server.url.replace("//", "//me:pa55@"))
    moved = problem_of(lambda: read_document(server.url + "/page"))
    assert "a redirect leads to a URL like this" in moved.reason
    assert "pa55" not in f"{problem} {moved}"


def test_an_html_answer_is_told(server: Server) -> None:
    server.answers["/html"] = answer(b"<p>Hello", content_type="text/html; charset=utf-8")
    problem = problem_of(lambda: read_document(server.url + "/html"))
    assert ".md" in (problem.remedy or "")


def test_a_body_over_the_limit_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "MAX_BYTES", 1024 * 1024)
    sent = 0

    def endless(handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.send_response(200)
        handler.end_headers()
        for _ in range(64):
            handler.wfile.write(b"#" * 1024 * 1024)
            sent += 1

    server.answers["/endless"] = endless
    assert "larger than 1 MiB" in problem_of(lambda: read_document(server.url + "/endless")).reason
    assert sent < 64


def test_a_declared_length_over_the_limit_is_not_even_read(server: Server) -> None:
    def huge(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-length", str(fetch.MAX_BYTES + 1))
        handler.end_headers()

    server.answers["/huge"] = huge
    assert "larger than 32 MiB" in problem_of(lambda: read_document(server.url + "/huge")).reason


def test_a_server_that_stalls_or_drips_is_left(server: Server) -> None:
    server.answers["/stall"] = drip(b"openapi", 2, 2.0)
    server.answers["/drip"] = drip(b"#", 100, 0.05)
    problem = problem_of(lambda: fetch.fetch_url(server.url + "/stall", timeout=0.2))
    assert "said nothing for 0.2 seconds" in problem.reason
    problem = problem_of(lambda: fetch.fetch_url(server.url + "/drip", timeout=1, deadline=0.5))
    assert "not complete after 0.5 seconds" in problem.reason


def test_a_connection_that_breaks_or_is_refused_is_told(server: Server) -> None:
    def broken(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-length", "100")
        handler.end_headers()
        handler.wfile.write(b"openapi: 3.1.0\n")

    server.answers["/broken"] = broken
    assert (
        "could not be fetched" in problem_of(lambda: read_document(server.url + "/broken")).reason
    )
    with Server(("127.0.0.1", 0), Handler) as closed:
        url = closed.url
    assert "could not be fetched" in problem_of(lambda: read_document(url + "/x")).reason


def test_a_proxy_is_not_asked_for_this_machine(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("all_proxy", "http://127.0.0.1:1")
    server.answers["/a"] = answer(json.dumps({"openapi": "3.1.0"}).encode())
    assert read_document(server.url + "/a").tree == {"openapi": "3.1.0"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "gopher://127.0.0.1:1"),
        pytest.param(
            "HTTPS_PROXY",
            "socks5://127.0.0.1:1",
            marks=pytest.mark.skipif(find_spec("socksio") is not None, reason="it can be used"),
        ),
        ("SSL_CERT_FILE", "there/is/no/such.pem"),
    ],
)
def test_network_settings_that_cannot_be_used_are_told(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("ALL_PROXY", "HTTPS_PROXY", "NO_PROXY"):
        monkeypatch.delenv(variable, raising=False)
        monkeypatch.delenv(variable.lower(), raising=False)
    monkeypatch.setenv(name, value)
    problem = problem_of(lambda: read_document("https://x.invalid/api.yaml"))
    assert "network settings" in problem.reason
    assert name in (problem.remedy or "")
