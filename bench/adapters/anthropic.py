"""Anthropic's client: Messages."""

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
    return import_module("anthropic").Anthropic(api_key="x")


class Adapter(TypedAdapter):
    """See `bench.adapters`."""

    def new_client(self) -> Any:
        return import_module("anthropic").Anthropic(api_key="test", base_url=self.base_url)

    def new_async_client(self) -> Any:
        return import_module("anthropic").AsyncAnthropic(api_key="test", base_url=self.base_url)

    def resource(self, client: Any, protocol: str) -> Any:
        if protocol != "messages":
            raise UnsupportedError
        return client.messages

    def final(self, stream: Any, protocol: str) -> Any:
        return stream.get_final_message()
