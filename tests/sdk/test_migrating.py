"""docs/migrating.md: each way it names to get at something here works, and all give the same.

That the other packages give the same is in tests/peers.
"""

from __future__ import annotations

import re
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi, types
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


@pytest.mark.parametrize("make", [Kimi, AsyncKimi])
@pytest.mark.parametrize(
    ("path", "name", "here_it_is"),
    [
        ("", "copy", "with_options(…)"),
        ("", "post", "request(…)"),
        ("", "completions", "chat.completions"),
        ("", "models", None),
        ("chat", "create", "completions.create(…)"),
        ("chat.completions", "parse", "create(…), whose answer has parse(…)"),
        ("chat.completions", "post", None),
        ("messages", "count_tokens", None),
    ],
)
def test_what_is_called_otherwise_here_is_told(
    make: Any, path: str, name: str, here_it_is: str | None
) -> None:
    client = make(api_key="key")
    found = attrgetter(path)(client) if path else client
    with pytest.raises(AttributeError) as caught:
        getattr(found, name)
    told = f"{type(found).__name__!r} object has no attribute {name!r}"
    assert str(caught.value) == told + (f"; here it is {here_it_is}" if here_it_is else "")
    if here_it_is:
        assert attrgetter(here_it_is.partition("(")[0])(found)


def test_what_a_property_raises_is_not_hidden() -> None:
    class Mine(Kimi):
        @property
        def mistake(self) -> object:
            return self.no_such_name  # type: ignore[attr-defined]  # the mistake

    with pytest.raises(AttributeError, match=r"no attribute 'no_such_name'$"):
        _ = Mine(api_key="key").mistake


def test_the_types_it_names_are_there() -> None:
    named = re.findall(r"`list\[(\w+)\]`", DOCUMENT.read_text(encoding="utf-8"))
    assert [name for name in named if hasattr(types, name)] == [
        "ChatInputMessageParam",
        "MessagesInputMessageParam",
    ]
