"""One request and the reply chosen for it: what the three protocols make their answers of."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .reply import Reply, ToolCall, Usage

__all__ = ["Turn", "count_tokens", "split_text"]

_CHARACTERS_PER_TOKEN: Final = 4
_WORDS: Final = re.compile(r"\s*\S{1,12}\s*|\s+")
_INPUT_KEYS: Final = ("system", "messages", "input")


@dataclass(frozen=True, slots=True)
class Turn:
    """A request's body, the reply to it, and what is made once a request.

    Attributes:
        reply: What to play.
        request: The request's JSON body.
        number: Number of the request in its gateway; makes ids unique.
        created: Unix time in seconds.
    """

    reply: Reply
    request: Mapping[str, Any]
    number: int
    created: int = field(default_factory=lambda: int(time.time()))

    @property
    def model(self) -> str:
        """The model's name in the answer."""
        return self.reply.model or str(self.request.get("model", "mock"))

    def id(self, prefix: str, index: int = 0) -> str:
        """Return an id that no other request of this gateway gets."""
        return f"{prefix}mock{self.number:06d}{index:02d}"

    def deltas(self, text: str) -> list[str]:
        """Return a text in the parts in which it is streamed."""
        return split_text(text, self.reply.delta_size)

    def calls(self, prefix: str) -> list[tuple[ToolCall, str]]:
        """Return the tool calls with an id each."""
        return [
            (call, call.id or self.id(prefix, index))
            for index, call in enumerate(self.reply.tool_calls)
        ]

    @property
    def usage(self) -> Usage:
        """The token counts: those set, or counted from the texts."""
        if self.reply.usage is not None:
            return self.reply.usage
        reasoning = count_tokens(self.reply.reasoning or "")
        answer = count_tokens(self.reply.text or "")
        calls = sum(count_tokens(call.name + call.arguments) for call in self.reply.tool_calls)
        given = sum(
            count_tokens(text) for key in _INPUT_KEYS for text in _texts(self.request.get(key))
        )
        return Usage(input=given, output=reasoning + answer + calls, reasoning=reasoning)


def count_tokens(text: str) -> int:
    """Return the number of tokens, at four characters each, rounded up."""
    return -(-len(text) // _CHARACTERS_PER_TOKEN)


def split_text(text: str, size: int | None = None) -> list[str]:
    """Split a text into parts that join to it: of `size` characters, or about a word each."""
    if size is not None:
        return [text[at : at + size] for at in range(0, len(text), size)]
    return _WORDS.findall(text)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
