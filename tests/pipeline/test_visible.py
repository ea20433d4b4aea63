"""Text of documents for people: nothing in it hides, moves or ends what they read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pipeline.visible import code_span, fenced, visible

_MARKDOWN = MarkdownIt("commonmark")
_AWKWARD = st.text(st.one_of(st.sampled_from("`~\n\t -*<>[]\\|\x1b\u202e"), st.characters()))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, größer 中文", "plain, größer 中文"),
        ("a\nb\tc\r", "a\\nb\\tc\\u000d"),
        ("\x1b[31m\x9b\x7f", "\\u001b[31m\\u009b\\u007f"),
        ("\u202e\u2066\u200b\ufeff\ud800", "\\u202e\\u2066\\u200b\\ufeff\\ud800"),
        ("a\u00a0b\u3000c", "a b c"),
        ("\U000e0041", "\\U000e0041"),
        # Of Unicode 15, 15.1, 16 and none yet: Python 3.11 to 3.14 know different ones of them.
        ("\U0001fae8\u2ffc\U0001fae9\u0378", "\U0001fae8\u2ffc\U0001fae9\u0378"),
    ],
)
def test_what_is_not_seen_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_characters_can_be_kept() -> None:
    assert visible("a\nb\tc", "\n") == "a\nb\\tc"


@given(_AWKWARD)
def test_a_code_span_is_all_of_a_line(text: str) -> None:
    (inline,) = (t for t in _MARKDOWN.parse(f"a {code_span(text)} b") if t.children)
    before, span, after = inline.children or []
    assert (before.content, span.type, after.content) == ("a ", "code_inline", " b")
    assert span.content.strip() == visible(text).strip()


def test_a_code_span_has_a_longest_length() -> None:
    assert code_span("abcdef", 4) == "`abc…`"
    assert code_span("abcd", 4) == "`abcd`"


@given(_AWKWARD)
def test_a_block_of_code_is_all_of_an_item(text: str) -> None:
    tokens = _MARKDOWN.parse(f"- a\n\n{fenced(text, '  ')}\n- b\n")
    kinds = [t.type for t in tokens if t.nesting >= 0]
    assert kinds == "bullet_list_open list_item_open paragraph_open inline fence".split() + (
        "list_item_open paragraph_open inline".split()
    )
    (block,) = (t.content for t in tokens if t.type == "fence")
    assert block == visible(text, "\n") + "\n"
