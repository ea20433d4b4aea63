"""Writing: every reader gets back the values that were written, type for type."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from pipeline.errors import PipelineError
from pipeline.read import parse_text, read_document
from pipeline.read_json import MAX_DEPTH, MAX_DIGITS
from pipeline.read_yaml import parse_yaml
from pipeline.write import to_json, to_yaml

OPENAPI = Path(__file__).parents[2] / "openapi"


def ruamel(pure: bool, version: str | None = None) -> Callable[[str], Any]:
    def load(text: str) -> Any:
        reader = YAML(typ="safe", pure=pure)
        if version:
            reader.version = version
        return reader.load(text)

    return load


READERS: dict[str, Callable[[str], Any]] = {
    "this pipeline": lambda text: parse_yaml(text)[0],
    "this pipeline, Python parser": lambda text: parse_yaml(text, pure=True)[0],
    "PyYAML (1.1)": yaml.safe_load,
    "PyYAML (1.1), libyaml": lambda text: yaml.load(text, Loader=yaml.CSafeLoader),
    "ruamel (1.2)": ruamel(pure=True),
    "ruamel (1.1)": ruamel(pure=True, version="1.1"),
}


def assert_comes_back(tree: dict[str, Any]) -> str:
    """Write, read with every reader, and compare with types and key order."""
    data = to_yaml(tree)
    text = data.decode()
    for name, load in READERS.items():
        assert repr(load(text)) == repr(tree), name
    assert repr(json.loads(to_json(tree))) == repr(tree)
    assert text.endswith("\n")
    return text


# Strings that another reader would take for something else (the public reports are
# https://github.com/nodeca/js-yaml/issues/696, /512; https://github.com/Redocly/redocly-cli/issues/282).
AMBIGUOUS = [
    *("0123", "015711521886", "00120451921", "2017-01-01", "2001-12-14 21:59:43.10 -5", "12:30:45"),
    *("190:20:30.15", "1e3", "1E3", "1.10", "1_000", "0o17", "0x1F", "0b1", ".5", "5.", "+1", "-1"),
    *("200", "1.0", "-", "+", ".", "..", "...", "---", "--- a", "... a", ".inf", "-.Inf", ".NaN"),
    *("Yes", "yes", "No", "on", "Off", "y", "N", "true", "False", "TRUE", "null", "Null", "~", ""),
    *("=", "<<", "<", "!", "!x", "&x", "*x", "@x", "`x", "%x", "|", ">", "?", "? x", ":", ": x"),
    *("a: b", "a:", "a :b", "a #b", "a#b", "#a", "- a", "-a", "[a]", "{a}", "a, b", "'a'", '"a"'),
    *(" a", "a ", "a  b", "\ta", "a\t", "a\tb", "\n", "\n\n", "a\n", "\na", "a\n\nb", "a\n\n"),
    *("\r", "a\rb", "a\r\nb", " a\nb", "a\n b", "a\nb ", "a \nb", "a\n \nb", "a\n\tb", "a\n- b"),
    *("a\n# b", "a\n---\nb", "Yes\nno", "a\nb\u2028", "\u2028", "a\u2029b", "\x85", "\xa0"),
    *("\ufeff", "a\ufeff\nb"),
    *("\x00", "\x07", "\x1b", "\x7f", "\ufffe", "\uffff", "é", "漢字", "\U0001f600", "\U0001fffe"),
    *("\\", "\\n", "a\\", '"', "'", "nan", "inf", "NaN", "https://x.example/a?b=c#d", "$ref"),
    *("/v1/x", "#/components/schemas/A", "application/json", "x" * 3000, "two words " * 300),
]


@pytest.mark.parametrize("text", AMBIGUOUS, ids=[repr(text)[:30] for text in AMBIGUOUS])
def test_a_string_stays_a_string(text: str) -> None:
    assert_comes_back(
        {
            "schema": {"example": text, "enum": [text, "other", [text]], "default": text},
            text: [{text: text}, text, [[text], {}]],
            "last": {text: {text: [text]}},
        }
    )


NUMBERS = [
    *(0, 1, -1, 2**53 + 1, -(2**64), -(10 ** (MAX_DIGITS - 1)), True, False, None),
    *(0.0, -0.0, 1.0, 0.1, 1e16, 1e22, 1.5e300, 1e-7, 5e-324, -2.5e-10, 1.7976931348623157e308),
]


@pytest.mark.parametrize("value", NUMBERS, ids=[repr(value)[:20] for value in NUMBERS])
def test_a_number_keeps_its_type_and_value(value: Any) -> None:
    assert_comes_back({"a": value, "b": [value, {"c": value}]})


def test_empty_and_nested_collections() -> None:
    text = assert_comes_back(
        {"a": {}, "b": [], "c": [[], {}, [[1, 2], [3]], {"d": [], "e": {"f": 1}}], "g": [[[[]]]]}
    )
    assert "  - - - 1\n      - 2\n    - - 3\n" in text
    assert to_yaml({}) == b"{}\n"


def test_the_text_is_readable() -> None:
    tree = {
        "openapi": "3.1.0",
        "info": {"title": "Kimi API", "description": "First line.\n\n- a list: of\n- two\n"},
        "paths": {"/v1/x": {"post": {"responses": {"200": {"$ref": "#/components/responses/A"}}}}},
        "tags": [{"name": "Chat", "x-order": 1}, {"name": "on", "description": "No\nend"}],
    }
    assert assert_comes_back(tree) == (
        'openapi: "3.1.0"\n'
        "info:\n"
        "  title: Kimi API\n"
        "  description: |\n"
        "    First line.\n"
        "\n"
        "    - a list: of\n"
        "    - two\n"
        "paths:\n"
        "  /v1/x:\n"
        "    post:\n"
        "      responses:\n"
        '        "200":\n'
        '          $ref: "#/components/responses/A"\n'
        "tags:\n"
        "  - name: Chat\n"
        "    x-order: 1\n"
        '  - name: "on"\n'
        "    description: |-\n"
        "      No\n"
        "      end\n"
    )


def test_a_shared_node_is_written_out_twice() -> None:
    shared = {"type": "string", "enum": ["a"]}
    text = assert_comes_back({"a": shared, "b": [shared, shared]})
    assert text.count("type: string") == 3
    assert "&" not in text
    assert "*" not in text


def test_the_deepest_document_can_be_written() -> None:
    tree: dict[str, Any] = {}
    for _ in range(MAX_DEPTH // 2 - 1):
        tree = {"a": [tree]}
    tree = {"a": tree}
    assert repr(parse_text(to_yaml(tree))[0]) == repr(tree)
    assert json.loads(to_json(tree)) == tree
    with pytest.raises(PipelineError, match="levels deep"):
        to_yaml({"a": tree})


TEXT = st.one_of(
    st.text(max_size=12),
    st.text(alphabet=" \n\t#:-ab'\"\\|>&*!%@`?{}[],=~<\r\x85\u2028\ufeff0.1e", max_size=14),
    st.sampled_from(AMBIGUOUS),
)
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        TEXT,
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXT, inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_whatever_is_written_comes_back(tree: dict[str, Any]) -> None:
    assert_comes_back(tree)


REFUSALS: list[tuple[Any, str, str]] = [
    (float("nan"), "nan is not a JSON value", "/a/0"),
    (float("-inf"), "-inf is not a JSON value", "/a/0"),
    ({1: "x"}, "the key 1 is not a string", "/a/0"),
    ({"\ud800": "x"}, "lone surrogate", "/a/0"),
    ({"b": "\udfff"}, "lone surrogate", "/a/0/b"),
    ((1, 2), "a tuple is not a JSON value", "/a/0"),
    ({1, 2}, "a set is not a JSON value", "/a/0"),
    (b"x", "a bytes is not a JSON value", "/a/0"),
    (10**MAX_DIGITS, "too long", "/a/0"),
]


@pytest.mark.parametrize("write", [to_yaml, to_json])
@pytest.mark.parametrize(("value", "reason", "pointer"), REFUSALS, ids=[r[1] for r in REFUSALS])
def test_only_json_values_are_written(
    value: Any, reason: str, pointer: str, write: Callable[[Any], bytes]
) -> None:
    with pytest.raises(PipelineError) as caught:
        write({"a": [value]})
    (problem,) = caught.value.problems
    assert reason in problem.reason
    assert problem.pointer == pointer


@pytest.mark.parametrize("write", [to_yaml, to_json])
def test_a_value_inside_itself_is_refused(write: Callable[[Any], bytes]) -> None:
    tree: dict[str, Any] = {"a": []}
    tree["a"].append(tree)
    with pytest.raises(PipelineError, match="inside itself"):
        write(tree)


def test_several_problems_are_told_in_order() -> None:
    with pytest.raises(PipelineError) as caught:
        to_json({"b": {"c": float("nan")}, "a": (), "d": [set()]})
    assert [problem.pointer for problem in caught.value.problems] == ["/a", "/b/c", "/d/0"]


def test_json_has_a_fixed_form() -> None:
    assert to_json({"b": ["é", {}], "a": 1e16}) == (
        '{\n  "b": [\n    "é",\n    {}\n  ],\n  "a": 1e+16\n}\n'.encode()
    )
    assert to_json([]) == b"[]\n"


@pytest.mark.parametrize("name", ["chat-completions", "messages", "responses"])
def test_the_vendor_documents_come_back(name: str) -> None:
    assert_comes_back(read_document(OPENAPI / f"{name}.yaml").tree)


def test_reading_and_writing_cost_little() -> None:
    """Three documents of 12 KB read and one of 200 KB written in seconds, by far."""
    paths = sorted(OPENAPI.glob("*.yaml"))
    started = time.process_time()
    trees = [read_document(path).tree for path in paths]
    data = to_yaml({f"part {n}": trees for n in range(6)})
    spent = time.process_time() - started
    assert len(data) > 200_000
    assert spent < 5
