"""Adapters of clients whose events and answers have attributes named as on the wire."""

from __future__ import annotations

from ..requests import BODIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["TypedAdapter", "pieces_in", "texts_in"]


class TypedAdapter:
    """See `bench.adapters`. Subclasses say how to make the clients, and which part is called."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self._client: Any = None
        self._async_client: Any = None

    def new_client(self) -> Any:
        """A new sync client."""
        raise NotImplementedError

    def new_async_client(self) -> Any:
        """A new async client."""
        raise NotImplementedError

    def resource(self, client: Any, protocol: str) -> Any:
        """The part of a client with `create` and `stream`."""
        raise NotImplementedError

    def final(self, stream: Any, protocol: str) -> Any:
        """The whole answer of an accumulating stream, or what has to be awaited for it."""
        return stream.get_final()

    def _sync(self, protocol: str) -> Any:
        if self._client is None:
            self._client = self.new_client()
        return self.resource(self._client, protocol)

    def _async(self, protocol: str) -> Any:
        if self._async_client is None:
            self._async_client = self.new_async_client()
        return self.resource(self._async_client, protocol)

    async def close(self) -> None:
        """Close what the event loop would otherwise complain of."""
        if self._async_client is not None:
            await self._async_client.close()

    def stream(self, protocol: str) -> tuple[int, int, int]:
        text = reasoning = count = 0
        pieces = pieces_in(protocol)
        for event in self._sync(protocol).create(**BODIES[protocol], stream=True):
            said, thought = pieces(event)
            text += len(said)
            reasoning += len(thought)
            count += 1
        return text, reasoning, count

    async def astream(self, protocol: str) -> tuple[int, int, int]:
        text = reasoning = count = 0
        pieces = pieces_in(protocol)
        async for event in await self._async(protocol).create(**BODIES[protocol], stream=True):
            said, thought = pieces(event)
            text += len(said)
            reasoning += len(thought)
            count += 1
        return text, reasoning, count

    def accumulate(self, protocol: str) -> tuple[int, int, int]:
        count = 0
        with self._sync(protocol).stream(**BODIES[protocol]) as stream:
            for _ in stream:
                count += 1
            return *texts_in(protocol, self.final(stream, protocol)), count

    async def aaccumulate(self, protocol: str) -> tuple[int, int, int]:
        count = 0
        async with self._async(protocol).stream(**BODIES[protocol]) as stream:
            async for _ in stream:
                count += 1
            return *texts_in(protocol, await self.final(stream, protocol)), count

    def call(self, protocol: str) -> tuple[int, int, int]:
        return *texts_in(protocol, self._sync(protocol).create(**BODIES[protocol])), 1

    async def acall(self, protocol: str) -> tuple[int, int, int]:
        return *texts_in(protocol, await self._async(protocol).create(**BODIES[protocol])), 1

    def keep(self, protocol: str) -> list[Any]:
        """All typed events of a stream."""
        return list(self._sync(protocol).create(**BODIES[protocol], stream=True))


def _chat_pieces(chunk: Any) -> tuple[str, str]:
    for choice in chunk.choices:
        delta = choice.delta
        return delta.content or "", getattr(delta, "reasoning_content", None) or ""
    return "", ""


def _message_pieces(event: Any) -> tuple[str, str]:
    if event.type == "content_block_delta":
        delta = event.delta
        kind = delta.type
        if kind == "text_delta":
            return delta.text, ""
        if kind == "thinking_delta":
            return "", delta.thinking
    return "", ""


def _response_pieces(event: Any) -> tuple[str, str]:
    kind = event.type
    if kind == "response.output_text.delta":
        return event.delta, ""
    if kind == "response.reasoning_text.delta":
        return "", event.delta
    return "", ""


_PIECES: dict[str, Callable[[Any], tuple[str, str]]] = {
    "chat": _chat_pieces,
    "messages": _message_pieces,
    "responses": _response_pieces,
}


def pieces_in(protocol: str) -> Callable[[Any], tuple[str, str]]:
    """What reads the text and the reasoning out of a typed event."""
    return _PIECES[protocol]


def texts_in(protocol: str, answer: Any) -> tuple[int, int]:
    """The lengths of the text and the reasoning of a typed answer."""
    if protocol == "chat":
        message = answer.choices[0].message
        return len(message.content), len(message.reasoning_content)
    if protocol == "messages":
        thinking, text = answer.content
        return len(text.text), len(thinking.thinking)
    reasoning, message = answer.output
    return len(message.content[0].text), len(reasoning.content[0].text)
