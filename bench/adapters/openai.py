"""OpenAI's client: Chat Completions and Responses."""

from __future__ import annotations

from importlib import import_module

from . import UnsupportedError
from .typed import TypedAdapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Adapter", "construct"]


def construct() -> Any:
    """A client, not used yet."""
    return import_module("openai").OpenAI(api_key="x")


class Adapter(TypedAdapter):
    """See `bench.adapters`."""

    def new_client(self) -> Any:
        return import_module("openai").OpenAI(api_key="test", base_url=f"{self.base_url}/v1")

    def new_async_client(self) -> Any:
        return import_module("openai").AsyncOpenAI(api_key="test", base_url=f"{self.base_url}/v1")

    def resource(self, client: Any, protocol: str) -> Any:
        if protocol == "messages":
            raise UnsupportedError
        return client.chat.completions if protocol == "chat" else client.responses

    def final(self, stream: Any, protocol: str) -> Any:
        return stream.get_final_completion() if protocol == "chat" else stream.get_final_response()
