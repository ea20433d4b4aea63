"""docs/migrating.md: each way it names to get at something here works, and all give the same.

That the other packages give the same is in tests/peers.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import Kimi, types
from evolink_kimi.testing import MockGateway

from tests.support.migrating import Row, here, rows, worth

DOCUMENT = Path(__file__).parents[2] / "docs" / "migrating.md"
ROWS = list(rows(DOCUMENT))


def test_the_tables_are_found() -> None:
    counts = {(row.package, row.resource) for row in ROWS}
    assert counts == {
        ("openai", "chat.completions"),
        ("openai", "responses"),
        ("anthropic", "messages"),
    }
    assert len(ROWS) > 50


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"line{row.line}")
def test_our_side_of_a_row(row: Row) -> None:
    side = here()
    values = [worth(code, side, row.resource) for code in row.ours]
    assert values
    assert all(value == values[0] for value in values)


UNDOCUMENTED = ["max_tokens", "temperature", "top_p", "n", "seed", "thinking"]


@pytest.mark.parametrize("name", UNDOCUMENTED)
def test_an_undocumented_parameter_is_no_keyword_and_can_be_sent(name: str) -> None:
    with MockGateway() as gateway, Kimi(api_key="key", base_url=gateway.base_url) as client:
        call: Any = client.chat.completions.create
        question = {"model": "kimi-k3", "messages": [{"role": "user", "content": "Hi"}]}
        with pytest.raises(TypeError, match=name):
            call(**question, **{name: 1})
        assert gateway.requests == []
        call(**question, extra_body={name: 1}, tools=None)
        assert gateway.requests[0].json == {**question, name: 1, "tools": None}


def test_the_types_it_names_are_there() -> None:
    named = re.findall(r"`list\[(\w+)\]`", DOCUMENT.read_text(encoding="utf-8"))
    assert [name for name in named if hasattr(types, name)] == [
        "ChatInputMessageParam",
        "MessagesInputMessageParam",
    ]
