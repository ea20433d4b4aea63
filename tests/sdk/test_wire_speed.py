"""With the extra `speed` JSON is read faster, and to the same values."""

from __future__ import annotations

import json
from typing import Any

import pytest
from evolink_kimi.runtime import wire
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("orjson")

# What the two readers take differently by themselves.
AWKWARD = [
    *("18446744073709551615", "18446744073709551616", "-9223372036854775809", "1" * 400),
    *('{"n": 123456789012345678901, "s": "x"}', "0.1234567890123456789012", "1e400", "-0.0", "-0"),
    *('"\\ud800"', '"\\ud83d\\ude00"', '"\u2028"', '{"a": 1, "a": 2}', " [1, 2]\n", '"\x7f"'),
    *("9" * 18, "9" * 19, "9" * 20, "-" + "9" * 19, "1E5", "1e-400"),
]
REFUSED = ["NaN", "[Infinity]", "[1,]", '"\x01"', "", "{", "nul", "\ufeff1", "01"]


def same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


def test_it_is_used() -> None:
    assert wire._fast is not None


@pytest.mark.parametrize("text", AWKWARD)
def test_values_are_those_of_the_standard_library(text: str) -> None:
    assert same(wire.loads(text), json.loads(text))
    assert same(wire.loads(text.encode()), json.loads(text))


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_json_is_refused_alike(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError) as fast:
        wire.loads(text)
    monkeypatch.setattr(wire, "_fast", None)
    with pytest.raises(ValueError) as slow:
        wire.loads(text)
    assert str(fast.value) == str(slow.value)


def test_a_byte_order_mark_and_lone_surrogates() -> None:
    assert wire.loads(b"\xef\xbb\xbf[1]") == [1]
    assert wire.loads('"\ud800"') == "\ud800"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(VALUES, st.booleans())
def test_any_value_is_read_as_it_was(value: Any, ascii: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii)
    assert same(wire.loads(text), json.loads(text))
    assert same(wire.loads_anyhow(text.encode()), json.loads(text))


@pytest.mark.parametrize("text", [b'"\xff"', b'["\xed\xa0\x80", 18446744073709551616]'])
def test_what_is_not_utf_8_is_replaced_alike(text: bytes) -> None:
    assert same(wire.loads_anyhow(text), json.loads(text.decode("utf-8", "replace")))
