"""Streams as gateways bend them: what is shown is what is kept, or it is told.

Each stream is a good one bent by rule, by its number; what has to hold is in
tests/support/bending/law.py. A failing one is printed as a test to paste.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import AsyncKimi, Kimi
from evolink_kimi.testing import MockGateway, Reply

from tests.support.bending import RULES, Bent, bent_stream, problems_anywhere, read_bare
from tests.support.bending.many import failing, failing_bare, told
from tests.support.bending.reading import body_of
from tests.support.bending.shrinking import found_bare

FEW, MANY, MOST = 300, 10_000, 1_000_000
BLOCK = 25
HEAD = b"HTTP/1.1 200\r\ncontent-type: text/event-stream\r\n\r\n"
KEY = "sk-test-0123456789-secret"
MESSAGES = [{"role": "user", "content": "Hi"}]
ASK: dict[str, dict[str, Any]] = {
    "chat": {"model": "kimi-k3", "messages": MESSAGES},
    "messages": {"model": "kimi-k3", "max_tokens": 9, "messages": MESSAGES},
    "responses": {"model": "kimi-k3", "input": "Hi"},
}


@pytest.mark.parametrize("first", range(0, FEW, BLOCK))
def test_a_few_read_in_every_way(tmp_path: Path, first: int) -> None:
    def find(bent: Bent) -> list[Any]:
        return problems_anywhere(bent, tmp_path)

    found = failing(range(first, first + BLOCK), find)
    assert not found, told(found, find)


def test_all_rules_are_among_the_few() -> None:
    used = {
        (bent.good.protocol, step.rule.name)
        for bent in map(bent_stream, range(FEW))
        for step in bent.steps
    }
    rules = {(protocol, rule.name) for protocol, rules in RULES.items() for rule in rules}
    assert len(rules - used) < len(rules) // 4
    assert {rule for rule in rules if rule[0] == "responses"} <= {
        (bent.good.protocol, step.rule.name)
        for bent in map(bent_stream, range(MANY))
        for step in bent.steps
    }


@pytest.mark.campaign
def test_many_read_in_every_way(tmp_path: Path) -> None:
    def find(bent: Bent) -> list[Any]:
        return problems_anywhere(bent, tmp_path)

    found = failing(range(MANY), find)
    assert not found, told(found, find)


@pytest.mark.campaign
def test_a_million_read_by_the_accumulators() -> None:
    """The first million, or the one that `BENT_FROM` begins."""
    found = failing_bare(int(os.environ.get("BENT_FROM", "0")), MOST)
    assert not found, told(found, found_bare)


# --- over sockets ---------------------------------------------------------------------------------


def resource(client: Kimi | AsyncKimi, protocol: str) -> Any:
    return client.chat.completions if protocol == "chat" else getattr(client, protocol)


def seen(client: Kimi, protocol: str) -> tuple[list[Any], Any]:
    with resource(client, protocol).stream(**ASK[protocol]) as stream:
        return list(stream.deltas()), stream.get_final().to_dict()


async def seen_async(client: AsyncKimi, protocol: str) -> tuple[list[Any], Any]:
    async with resource(client, protocol).stream(**ASK[protocol]) as stream:
        deltas = [delta async for delta in stream.deltas()]
        return deltas, (await stream.get_final()).to_dict()


@pytest.mark.filterwarnings("ignore::evolink_kimi.WireTypeWarning")
@pytest.mark.filterwarnings("ignore::evolink_kimi.StreamWarning")
@pytest.mark.parametrize("number", range(24))
def test_over_sockets_recorded_and_played_back(tmp_path: Path, number: int) -> None:
    bent = bent_stream(number)
    protocol = bent.good.protocol
    bare = read_bare(protocol, bent.events)
    wanted = [tuple(delta) for delta in bare.deltas], bare.final
    sent, kept = tmp_path / "sent", tmp_path / "kept"
    sent.write_bytes(HEAD + body_of(protocol, bent.events))
    with MockGateway(Reply.recording(sent)) as gateway:
        with Kimi(api_key=KEY, base_url=gateway.base_url, record=kept) as client:
            first = seen(client, protocol)
        gateway.reply = Reply.recording(kept).but(chunking=50)
        with Kimi(api_key=KEY, base_url=gateway.base_url) as client:
            assert seen(client, protocol) == first

        async def main() -> tuple[list[Any], Any]:
            async with AsyncKimi(api_key=KEY, base_url=gateway.base_url) as client:
                return await seen_async(client, protocol)

        assert asyncio.run(main()) == first
    assert ([tuple(delta) for delta in first[0]], first[1]) == wanted
    assert json.loads(json.dumps(first[1])) == first[1]
