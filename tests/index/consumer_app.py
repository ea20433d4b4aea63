"""A consumer's program, as one would write it: type-checked and run against an installed wheel."""

from __future__ import annotations

import asyncio
import importlib.util
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from evolink_kimi import AsyncKimi, Kimi, StreamTruncatedError
from evolink_kimi.testing import MockGateway, Reply

MODEL = "kimi-k3.1-pro"


def ask(client: Kimi) -> str:
    answer = client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": "What is six times seven?"}]
    )
    reasoning: str | None = answer.reasoning_text
    text: str | None = answer.output_text
    return f"{reasoning} {text}"


def follow(client: Kimi) -> str:
    pieces: list[str] = []
    with client.messages.stream(
        model=MODEL, max_tokens=64, messages=[{"role": "user", "content": "And again?"}]
    ) as stream:
        try:
            for delta in stream.deltas():
                if delta.kind in ("reasoning", "text"):
                    pieces.append(delta.text)
        except StreamTruncatedError as error:
            raise SystemExit(f"cut off after {error.partial!r}") from error
    return "".join(pieces)


async def follow_async(base_url: str) -> str:
    async with (
        AsyncKimi(api_key="test", base_url=base_url) as client,
        client.responses.stream(model=MODEL, input="Once more?") as stream,
    ):
        answer = await stream.get_final()
    return f"{answer.reasoning_text} {answer.output_text}"


def ask_alone(base_url: str) -> str:
    """Runs in a process of its own, made without fork."""
    with Kimi(api_key="test", base_url=base_url) as client:
        return ask(client)


def http_libraries() -> list[Any]:
    """The HTTP libraries that are installed; the second one is optional."""
    return [import_module(n) for n in ("httpx", "httpx2") if importlib.util.find_spec(n)]


def main() -> None:
    with MockGateway(Reply(reasoning="Easy.", text="42")) as gateway:
        with Kimi(api_key="test", base_url=gateway.base_url) as client:
            assert ask(client) == "Easy. 42"
            assert follow(client) == "Easy.42"
        assert asyncio.run(follow_async(gateway.base_url)) == "Easy. 42"
        with get_context("spawn").Pool(1) as pool:
            assert pool.apply(ask_alone, (gateway.base_url,)) == "Easy. 42"
        for library in http_libraries():
            with (
                library.Client(trust_env=False) as http_client,
                Kimi(api_key="test", base_url=gateway.base_url, http_client=http_client) as given,
            ):
                assert ask(given) == "Easy. 42", library.__name__
                assert follow(given) == "Easy.42", library.__name__


if __name__ == "__main__":
    main()
