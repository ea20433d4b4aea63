"""Text as Python and Markdown text."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline.generate.text import (
    cell,
    docstring,
    field_notes,
    first_sentence,
    literal,
    paragraphs,
    sentence,
)

AWKWARD = st.text(
    st.one_of(st.sampled_from("\"'\\\n\r\t {}%#`|\x00\x1b\u2028\u202e\ud800N"), st.characters())
)


def value_of(code: str) -> object:
    """The value of an expression that is one literal and warns of nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        [statement] = ast.parse(code).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Constant)
    return statement.value.value


@settings(max_examples=400, deadline=None)
@given(AWKWARD, st.sampled_from([0, 4, 8]))
@example('ends with """', 4)
@example('ends with \\"', 0)
@example('\\"""', 0)
@example('"', 8)
@example("\\", 4)
@example('""""""', 0)
@example("\\N{DASH} \\u12 \\x", 0)
def test_a_docstring_is_one_string_whatever_it_holds(text: str, indent: int) -> None:
    code = docstring(text, indent)
    value = value_of(code)
    assert isinstance(value, str)
    assert value.strip()
    value.encode("utf-8")  # or Python 3.13 and newer do not compile it
    code.encode("utf-8")  # nothing in it that no file could hold
    assert not any(c in code for c in "\r\x00\x1b\u2028\u202e")
    assert all(line.startswith(" " * indent) or not line for line in code.split("\n")[1:])


@settings(max_examples=200, deadline=None)
@given(AWKWARD)
def test_a_literal_is_its_text(text: str) -> None:
    assert value_of(literal(text)) == text
    literal(text).encode("utf-8")


@settings(max_examples=200, deadline=None)
@given(AWKWARD)
def test_a_cell_is_one_cell_of_a_table(text: str) -> None:
    span = cell(text)
    assert len(span.splitlines()) <= 1
    assert "|" not in span
    fence = span[: len(span) - len(span.lstrip("`"))]
    assert fence and span.endswith(fence)
    assert fence not in span[len(fence) : -len(fence)]
    span.encode("utf-8")


def test_words_of_a_docstring_stay() -> None:
    text = 'First.\n\n- a list\n- of things\n\n| a | table |\n\nsay "hi" at C:\\users, {x} %s'
    value = value_of(docstring(text))
    assert isinstance(value, str)
    assert value.strip() == text


def test_long_lines_are_wrapped_and_long_words_are_not() -> None:
    words = " ".join(["word"] * 60)
    long = "https://example.com/" + "x" * 150
    lines = docstring(f"{words}\n\n- {words}\n\n{long}", 4).split("\n")
    assert all(len(line) <= 100 or long in line for line in lines)
    assert any(long in line for line in lines)
    assert any(line.startswith("      word") for line in lines)  # under its bullet


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One. Two.", "One."),
        ("One\n\nTwo", "One"),
        ("Version 1.5 is here. More.", "Version 1.5 is here."),
        ("- a point\n- another", "a point"),
        ("No end", "No end"),
        ("", ""),
    ],
)
def test_the_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


@pytest.mark.parametrize(
    ("schema", "notes"),
    [
        ({"minimum": 0, "maximum": 1}, "From 0 to 1."),
        ({"minimum": 1}, "At least 1."),
        ({"maximum": 5}, "At most 5."),
        ({"minItems": 1, "maxItems": 2}, "At least 1 item. At most 2 items."),
        ({"minLength": 1}, "At least 1 character."),
        ({"default": None}, "The server's default is `null`."),
        ({"default": False}, "The server's default is `false`."),
        ({"example": {"a": 1}}, 'Example: `{"a": 1}`.'),
        ({"examples": ["x", "y"]}, 'Example: `"x"`.'),
        ({"deprecated": True}, "Deprecated."),
        (
            {"minimum": 0, "default": "x" * 100},
            "At least 0. The server's default is `\"" + "x" * 75,
        ),
        ({}, ""),
    ],
)
def test_notes_of_a_schema(schema: dict[str, object], notes: str) -> None:
    assert field_notes(schema).startswith(notes)
    assert bool(field_notes(schema)) is bool(notes)


@pytest.mark.parametrize(
    ("text", "ended"),
    [("One", "One."), ("One. ", "One."), ("One!", "One!"), ("One?", "One?"), ("一。", "一。")],
)
def test_a_sentence_has_one_end(text: str, ended: str) -> None:
    assert sentence(text) == ended


def test_paragraphs_leave_out_what_is_not_there() -> None:
    assert paragraphs("a", None, " ", "", "b\n") == "a\n\nb"


@pytest.mark.parametrize(
    "value", ["a'b", 'a"b', "a'\"\\\n\x85\xa0\u3000é中", (), ("a",), ("a", 1), None]
)
def test_a_literal_is_what_repr_gives(value: str | tuple[str | int, ...] | None) -> None:
    assert literal(value) == repr(value)


# Of Unicode 15, 15.1, 16 and none yet: to `repr` of Python 3.11 none of them is a character, to
# that of 3.14 all but the last are.
@pytest.mark.parametrize("new", ["\U0001fae8", "\u2ffc", "\U0001fae9", "\u0378"])
def test_text_is_the_same_in_every_version_of_python(new: str) -> None:
    assert literal(f"a{new}") == f"'a{new}'"
    assert docstring(f"a{new}") == f'"""a{new}"""'
