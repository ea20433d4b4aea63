"""A consumer's program, as one would write it: type-checked and run against an installed wheel."""

from __future__ import annotations

import asyncio
import importlib.util
from importlib import import_module
from multiprocessing import get_context
from typing import Any

from evolink_kimi import AsyncKimi, ConfigurationError, Kimi, StreamTruncatedError
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


def ask_without_httpx(base_url: str) -> None:
    with Kimi(api_key="test", base_url=base_url) as client:
        try:
            ask(client)
        except ConfigurationError as error:
            assert "http_client=httpx2.Client()" in str(error), error
        else:
            raise AssertionError("answered without httpx")


async def follow_given(base_url: str, http_client: Any) -> str:
    async with (
        http_client,
        AsyncKimi(api_key="test", base_url=base_url, http_client=http_client) as client,
        client.messages.stream(
            model=MODEL, max_tokens=64, messages=[{"role": "user", "content": "And now?"}]
        ) as stream,
    ):
        answer = await stream.get_final()
    return f"{answer.reasoning_text} {answer.output_text}"


def main() -> None:
    # Either of the two may be missing.
    libraries = [name for name in ("httpx", "httpx2") if importlib.util.find_spec(name)]
    assert libraries
    with MockGateway(Reply(reasoning="Easy.", text="42")) as gateway:
        if "httpx" in libraries:
            with Kimi(api_key="test", base_url=gateway.base_url) as client:
                assert ask(client) == "Easy. 42"
                assert follow(client) == "Easy.42"
            assert asyncio.run(follow_async(gateway.base_url)) == "Easy. 42"
            with get_context("spawn").Pool(1) as pool:
                assert pool.apply(ask_alone, (gateway.base_url,)) == "Easy. 42"
        else:
            ask_without_httpx(gateway.base_url)
        for library in map(import_module, libraries):
            with (
                library.Client(trust_env=False) as http_client,
                Kimi(api_key="test", base_url=gateway.base_url, http_client=http_client) as given,
            ):
                assert ask(given) == "Easy. 42", library.__name__
                assert follow(given) == "Easy.42", library.__name__
            made = library.AsyncClient(trust_env=False)
            assert asyncio.run(follow_given(gateway.base_url, made)) == "Easy. 42", library.__name__


if __name__ == "__main__":
    main()
