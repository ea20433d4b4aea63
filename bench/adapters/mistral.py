"""Mistral's client: Chat Completions. It drops `reasoning_content`, so only text is counted."""

from __future__ import annotations

from importlib import import_module

from ..requests import BODIES
from . import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Adapter", "construct"]


def construct() -> Any:
    """A client whose part for chat is loaded, as the others' are."""
    return import_module("mistralai.client").Mistral(api_key="x").chat


class Adapter:
    """See `bench.adapters`. Reasoning is -1: not there to be counted."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._client: Any = None

    def _chat(self, protocol: str) -> Any:
        if protocol != "chat":
            raise UnsupportedError
        if self._client is None:
            mistral = import_module("mistralai.client").Mistral
            self._client = mistral(api_key="test", server_url=self._base_url)
        return self._client.chat

    async def close(self) -> None:
        pass

    def stream(self, protocol: str) -> tuple[int, int, int]:
        text = count = 0
        for event in self._chat(protocol).stream(**BODIES[protocol]):
            for choice in event.data.choices:
                text += len(choice.delta.content or "")
            count += 1
        return text, -1, count

    async def astream(self, protocol: str) -> tuple[int, int, int]:
        text = count = 0
        async for event in await self._chat(protocol).stream_async(**BODIES[protocol]):
            for choice in event.data.choices:
                text += len(choice.delta.content or "")
            count += 1
        return text, -1, count

    def accumulate(self, protocol: str) -> tuple[int, int, int]:
        raise UnsupportedError

    async def aaccumulate(self, protocol: str) -> tuple[int, int, int]:
        raise UnsupportedError

    def call(self, protocol: str) -> tuple[int, int, int]:
        answer = self._chat(protocol).complete(**BODIES[protocol])
        return len(answer.choices[0].message.content), -1, 1

    async def acall(self, protocol: str) -> tuple[int, int, int]:
        answer = await self._chat(protocol).complete_async(**BODIES[protocol])
        return len(answer.choices[0].message.content), -1, 1

    def keep(self, protocol: str) -> list[Any]:
        return list(self._chat(protocol).stream(**BODIES[protocol]))
