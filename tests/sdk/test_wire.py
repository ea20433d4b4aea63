"""JSON on the wire."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.model import UnknownModel
from overlays.runtime.omit import OMIT
from overlays.runtime.wire import dumps, loads, pointer_to_problem

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


class Model:
    def to_dict(self) -> dict[str, Any]:
        return {"a": [1, "é"]}


@given(JSON)
def test_every_value_survives(value: Any) -> None:
    text = dumps(value)
    assert json.loads(text) == json.loads(json.dumps(value))
    assert loads(text) == loads(text.decode()) == json.loads(text)


def test_text_is_compact_and_not_escaped() -> None:
    assert dumps({"a": [1, "é\u2028"]}) == '{"a":[1,"é\u2028"]}'.encode()


def test_models_are_written_as_their_objects() -> None:
    assert dumps({"m": Model()}) == '{"m":{"a":[1,"é"]}}'.encode()


def test_a_lone_surrogate_is_escaped() -> None:
    assert dumps("a\ud800b") == b'"a\\ud800b"'
    assert loads(dumps("a\udfffb")) == "a\udfffb"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [-float("inf")]])
def test_numbers_that_json_lacks_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dumps(value)


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a":-Infinity}'])
def test_texts_that_json_lacks_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not JSON"):
        loads(text)


@pytest.mark.parametrize("value", [{1, 2}, object(), Model, b"x"])
def test_what_has_no_json_form_is_a_type_error_that_names_it(value: Any) -> None:
    with pytest.raises(TypeError, match="which JSON has no form for"):
        dumps({"a": value})


class Unwilling:
    def to_dict(self) -> dict[str, Any]:
        raise ValueError("not now")


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"a": [1, {"b/~": {1, 2}}]}, "/a/1/b~1~0"),
        ([UnknownModel.from_dict({"a": 1}), UnknownModel.from_dict({"a": b"x"})], "/1/a"),
        ({"a": MappingProxyType({"b": [object()]})}, "/a/b/0"),
        ({"a": {(1,): 2}}, "/a"),
        ({"a": UnknownModel}, "/a"),
        ({"a": [Unwilling()]}, "/a/0"),
        ({"a": OMIT, "b": 1}, "/a"),
        ({"a": 1, "b": float("nan")}, "/b"),
        ({1, 2}, ""),
    ],
)
def test_where_the_value_is_that_has_no_json_form(value: Any, pointer: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        dumps(value)
    assert pointer_to_problem(value) == pointer


def test_a_value_in_itself_has_a_place_that_ends() -> None:
    value: dict[str, Any] = {}
    value["a"] = [value]
    assert pointer_to_problem(value).startswith("/a/0/a")


@pytest.mark.parametrize("text", ["", " ", "{", '{"a":1} x', b"\xff", "[" * 100_000])
def test_other_text_is_a_value_error(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"Expecting|Extra|decode|nested too deeply"):
        loads(text)


def test_space_and_a_byte_order_mark_around_a_text_are_no_matter() -> None:
    assert loads(' {"a":1}\r\n ') == {"a": 1}
    assert loads(b"\xef\xbb\xbf[1]") == [1]


def test_nesting_without_end_is_a_value_error() -> None:
    value: list[Any] = []
    value.append(value)
    with pytest.raises(ValueError, match="Circular"):
        dumps(value)
    deep: Any = 0
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match="nested too deeply"):
        dumps(deep)
