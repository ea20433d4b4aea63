"""This project's client, as it is without extras."""

from __future__ import annotations

import sys

from .typed import TypedAdapter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Adapter", "construct"]


def construct() -> object:
    """A client, not used yet."""
    from evolink_kimi import Kimi

    return Kimi(api_key="x")


class Adapter(TypedAdapter):
    """See `bench.adapters`."""

    def __init__(self, base_url: str) -> None:
        # orjson is installed for `kimi_speed`; here it is not there.
        sys.modules["orjson"] = None  # type: ignore[assignment]  # what hides a module
        super().__init__(base_url)

    def new_client(self) -> Any:
        from evolink_kimi import Kimi

        return Kimi(api_key="test", base_url=self.base_url)

    def new_async_client(self) -> Any:
        from evolink_kimi import AsyncKimi

        return AsyncKimi(api_key="test", base_url=self.base_url)

    def resource(self, client: Any, protocol: str) -> Any:
        if protocol == "chat":
            return client.chat.completions
        return client.messages if protocol == "messages" else client.responses
