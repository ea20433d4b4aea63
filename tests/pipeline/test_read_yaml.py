"""YAML: what it means, and everything in it that cannot be taken."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.errors import PipelineError
from pipeline.pointer import resolve
from pipeline.read import parse_text
from pipeline.read_json import MAX_DEPTH, MAX_DIGITS
from pipeline.read_yaml import parse_yaml
from tests.support.problems import problem_of, problems_of, same

BOTH_PARSERS = pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "python"])


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
