# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The client of the EvoLink Kimi API.

The key is `api_key` or the environment variable `EVOLINK_API_KEY`, the address `base_url` or
`EVOLINK_BASE_URL`; without either, the document's hosts in their order:

- https://direct.evolink.ai: Production (Recommended)
- https://api.evolink.ai: Alternative URL
"""

from __future__ import annotations

from ._version import __version__
from .runtime.client import AsyncClient, SyncClient

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from .raw import (
        AsyncKimiWithRawResponse,
        AsyncKimiWithStreamingResponse,
        KimiWithRawResponse,
        KimiWithStreamingResponse,
    )
    from .resources.chat import AsyncChat, Chat
    from .resources.messages import AsyncMessages, Messages
    from .resources.responses import AsyncResponses, Responses

__all__ = ["AsyncKimi", "Kimi"]

_SERVERS = ("https://direct.evolink.ai", "https://api.evolink.ai")


class Kimi(SyncClient):
    """The client of the EvoLink Kimi API.

    The key is `api_key` or the environment variable `EVOLINK_API_KEY`, the address `base_url`
    or `EVOLINK_BASE_URL`; without either, the document's hosts in their order:

    - https://direct.evolink.ai: Production (Recommended)
    - https://api.evolink.ai: Alternative URL
    """

    servers: ClassVar[tuple[str, ...]] = _SERVERS
    version: ClassVar[str] = __version__

    @property
    def chat(self) -> Chat:
        """The OpenAI Chat Completions protocol."""
        from .resources.chat import Chat

        return Chat(self)

    @property
    def messages(self) -> Messages:
        """The Anthropic Messages protocol."""
        from .resources.messages import Messages

        return Messages(self)

    @property
    def responses(self) -> Responses:
        """The OpenAI Responses protocol."""
        from .resources.responses import Responses

        return Responses(self)

    @property
    def with_raw_response(self) -> KimiWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from .raw import KimiWithRawResponse

        return KimiWithRawResponse(self)

    @property
    def with_streaming_response(self) -> KimiWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from .raw import KimiWithStreamingResponse

        return KimiWithStreamingResponse(self)


class AsyncKimi(AsyncClient):
    """The asynchronous client of the EvoLink Kimi API.

    The key is `api_key` or the environment variable `EVOLINK_API_KEY`, the address `base_url`
    or `EVOLINK_BASE_URL`; without either, the document's hosts in their order:

    - https://direct.evolink.ai: Production (Recommended)
    - https://api.evolink.ai: Alternative URL
    """

    servers: ClassVar[tuple[str, ...]] = _SERVERS
    version: ClassVar[str] = __version__

    @property
    def chat(self) -> AsyncChat:
        """The OpenAI Chat Completions protocol."""
        from .resources.chat import AsyncChat

        return AsyncChat(self)

    @property
    def messages(self) -> AsyncMessages:
        """The Anthropic Messages protocol."""
        from .resources.messages import AsyncMessages

        return AsyncMessages(self)

    @property
    def responses(self) -> AsyncResponses:
        """The OpenAI Responses protocol."""
        from .resources.responses import AsyncResponses

        return AsyncResponses(self)

    @property
    def with_raw_response(self) -> AsyncKimiWithRawResponse:
        """The same calls, giving the HTTP response: its head, its body, and the answer by
        `parse()`.
        """
        from .raw import AsyncKimiWithRawResponse

        return AsyncKimiWithRawResponse(self)

    @property
    def with_streaming_response(self) -> AsyncKimiWithStreamingResponse:
        """The same calls, giving the HTTP response in a `with` block, its body still to be read."""
        from .raw import AsyncKimiWithStreamingResponse

        return AsyncKimiWithStreamingResponse(self)
