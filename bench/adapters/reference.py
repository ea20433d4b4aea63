"""Hand-written httpx."""

from __future__ import annotations

import httpx

from .. import reference
from ..requests import PATHS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Adapter", "construct"]


def construct() -> object:
    """A client, not used yet."""
    return httpx.Client()


class Adapter:
    """See `bench.adapters`. It has no accumulation: reading the events stands for that too."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._client: httpx.Client | None = None
        self._async_client: httpx.AsyncClient | None = None

    def _sync(self) -> httpx.Client:
        if self._client is None:
            self._client = httpx.Client(timeout=reference.TIMEOUT, limits=reference.LIMITS)
        return self._client

    def _async(self) -> httpx.AsyncClient:
        if self._async_client is None:
            self._async_client = httpx.AsyncClient(
                timeout=reference.TIMEOUT, limits=reference.LIMITS
            )
        return self._async_client

    def _url(self, protocol: str) -> str:
        return self._base_url + PATHS[protocol]

    async def close(self) -> None:
        if self._async_client is not None:
            await self._async_client.aclose()

    def stream(self, protocol: str) -> tuple[int, int, int]:
        text = reasoning = count = 0
        pieces = reference.pieces_in(protocol)
        for event in reference.stream(self._sync(), self._url(protocol), protocol):
            said, thought = pieces(event)
            text += len(said)
            reasoning += len(thought)
            count += 1
        return text, reasoning, count

    async def astream(self, protocol: str) -> tuple[int, int, int]:
        text = reasoning = count = 0
        pieces = reference.pieces_in(protocol)
        async for event in reference.async_stream(self._async(), self._url(protocol), protocol):
            said, thought = pieces(event)
            text += len(said)
            reasoning += len(thought)
            count += 1
        return text, reasoning, count

    accumulate = stream
    aaccumulate = astream

    def call(self, protocol: str) -> tuple[int, int, int]:
        return _lengths(protocol, reference.call(self._sync(), self._url(protocol), protocol))

    async def acall(self, protocol: str) -> tuple[int, int, int]:
        answer = await reference.async_call(self._async(), self._url(protocol), protocol)
        return _lengths(protocol, answer)

    def keep(self, protocol: str) -> list[dict[str, Any]]:
        """All events of a stream."""
        return list(reference.stream(self._sync(), self._url(protocol), protocol))


def _lengths(protocol: str, answer: dict[str, Any]) -> tuple[int, int, int]:
    text, reasoning = reference.texts_in(protocol, answer)
    return len(text), len(reasoning), 1
