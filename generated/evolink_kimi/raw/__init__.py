# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""The clients' resources, whose calls give their HTTP response, with the answer in it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..client import AsyncKimi, Kimi
    from .chat import (
        AsyncChatWithRawResponse,
        AsyncChatWithStreamingResponse,
        ChatWithRawResponse,
        ChatWithStreamingResponse,
    )
    from .messages import (
        AsyncMessagesWithRawResponse,
        AsyncMessagesWithStreamingResponse,
        MessagesWithRawResponse,
        MessagesWithStreamingResponse,
    )
    from .responses import (
        AsyncResponsesWithRawResponse,
        AsyncResponsesWithStreamingResponse,
        ResponsesWithRawResponse,
        ResponsesWithStreamingResponse,
    )

__all__ = [
    "AsyncKimiWithRawResponse",
    "KimiWithRawResponse",
    "AsyncKimiWithStreamingResponse",
    "KimiWithStreamingResponse",
]


class KimiWithRawResponse:
    """The resources of `Kimi`, each as its own view of the same name."""

    __slots__ = ("_client",)

    def __init__(self, client: Kimi) -> None:
        self._client = client

    @property
    def chat(self) -> ChatWithRawResponse:
        """The OpenAI Chat Completions protocol."""
        from .chat import ChatWithRawResponse

        return ChatWithRawResponse(self._client)

    @property
    def messages(self) -> MessagesWithRawResponse:
        """The Anthropic Messages protocol."""
        from .messages import MessagesWithRawResponse

        return MessagesWithRawResponse(self._client)

    @property
    def responses(self) -> ResponsesWithRawResponse:
        """The OpenAI Responses protocol."""
        from .responses import ResponsesWithRawResponse

        return ResponsesWithRawResponse(self._client)


class AsyncKimiWithRawResponse:
    """The resources of `AsyncKimi`, each as its own view of the same name."""

    __slots__ = ("_client",)

    def __init__(self, client: AsyncKimi) -> None:
        self._client = client

    @property
    def chat(self) -> AsyncChatWithRawResponse:
        """The OpenAI Chat Completions protocol."""
        from .chat import AsyncChatWithRawResponse

        return AsyncChatWithRawResponse(self._client)

    @property
    def messages(self) -> AsyncMessagesWithRawResponse:
        """The Anthropic Messages protocol."""
        from .messages import AsyncMessagesWithRawResponse

        return AsyncMessagesWithRawResponse(self._client)

    @property
    def responses(self) -> AsyncResponsesWithRawResponse:
        """The OpenAI Responses protocol."""
        from .responses import AsyncResponsesWithRawResponse

        return AsyncResponsesWithRawResponse(self._client)


class KimiWithStreamingResponse:
    """The resources of `Kimi`, each as its own view of the same name."""

    __slots__ = ("_client",)

    def __init__(self, client: Kimi) -> None:
        self._client = client

    @property
    def chat(self) -> ChatWithStreamingResponse:
        """The OpenAI Chat Completions protocol."""
        from .chat import ChatWithStreamingResponse

        return ChatWithStreamingResponse(self._client)

    @property
    def messages(self) -> MessagesWithStreamingResponse:
        """The Anthropic Messages protocol."""
        from .messages import MessagesWithStreamingResponse

        return MessagesWithStreamingResponse(self._client)

    @property
    def responses(self) -> ResponsesWithStreamingResponse:
        """The OpenAI Responses protocol."""
        from .responses import ResponsesWithStreamingResponse

        return ResponsesWithStreamingResponse(self._client)


class AsyncKimiWithStreamingResponse:
    """The resources of `AsyncKimi`, each as its own view of the same name."""

    __slots__ = ("_client",)

    def __init__(self, client: AsyncKimi) -> None:
        self._client = client

    @property
    def chat(self) -> AsyncChatWithStreamingResponse:
        """The OpenAI Chat Completions protocol."""
        from .chat import AsyncChatWithStreamingResponse

        return AsyncChatWithStreamingResponse(self._client)

    @property
    def messages(self) -> AsyncMessagesWithStreamingResponse:
        """The Anthropic Messages protocol."""
        from .messages import AsyncMessagesWithStreamingResponse

        return AsyncMessagesWithStreamingResponse(self._client)

    @property
    def responses(self) -> AsyncResponsesWithStreamingResponse:
        """The OpenAI Responses protocol."""
        from .responses import AsyncResponsesWithStreamingResponse

        return AsyncResponsesWithStreamingResponse(self._client)
