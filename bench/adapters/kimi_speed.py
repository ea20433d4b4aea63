"""This project's client with the extras `[aiohttp,speed]`."""

from __future__ import annotations

import sys
from importlib import import_module

from . import kimi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Adapter", "construct"]

construct = kimi.construct


class Adapter(kimi.Adapter):
    """See `bench.adapters`."""

    def __init__(self, base_url: str) -> None:
        super().__init__(base_url)
        del sys.modules["orjson"]

    def new_async_client(self) -> Any:
        import httpx
        from evolink_kimi import AsyncKimi

        make = import_module("httpx_aiohttp").HttpxAiohttpClient
        self._http_client: Any = make(limits=httpx.Limits(max_connections=1000))
        return AsyncKimi(api_key="test", base_url=self.base_url, http_client=self._http_client)

    async def close(self) -> None:
        """Close the HTTP client, which is not the client's own."""
        if self._async_client is not None:
            await self._http_client.aclose()
