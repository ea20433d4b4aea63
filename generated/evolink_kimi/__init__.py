# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""A client for the EvoLink Kimi API: typed, streaming, aware of reasoning.

The Kimi models of the EvoLink gateway over three protocols: OpenAI Chat Completions, Anthropic
Messages and OpenAI Responses. All models reason before they answer; each protocol returns the
reasoning in its own form, and wants it back unchanged in the next turn.
"""

from __future__ import annotations

from ._version import __version__

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import types as types
    from .client import (
        AsyncKimi as AsyncKimi,
    )
    from .client import (
        Kimi as Kimi,
    )
    from .runtime.accumulate.base import (
        StreamWarning as StreamWarning,
    )
    from .runtime.deltas import (
        Delta as Delta,
    )
    from .runtime.errors import (
        APIConnectionError as APIConnectionError,
    )
    from .runtime.errors import (
        APIResponseError as APIResponseError,
    )
    from .runtime.errors import (
        APIStatusError as APIStatusError,
    )
    from .runtime.errors import (
        APITimeoutError as APITimeoutError,
    )
    from .runtime.errors import (
        AuthenticationError as AuthenticationError,
    )
    from .runtime.errors import (
        BadRequestError as BadRequestError,
    )
    from .runtime.errors import (
        ConfigurationError as ConfigurationError,
    )
    from .runtime.errors import (
        ConflictError as ConflictError,
    )
    from .runtime.errors import (
        InsufficientQuotaError as InsufficientQuotaError,
    )
    from .runtime.errors import (
        InternalServerError as InternalServerError,
    )
    from .runtime.errors import (
        KimiError as KimiError,
    )
    from .runtime.errors import (
        NotFoundError as NotFoundError,
    )
    from .runtime.errors import (
        OutputError as OutputError,
    )
    from .runtime.errors import (
        OutputIncompleteError as OutputIncompleteError,
    )
    from .runtime.errors import (
        OutputParseError as OutputParseError,
    )
    from .runtime.errors import (
        OverloadedError as OverloadedError,
    )
    from .runtime.errors import (
        PermissionDeniedError as PermissionDeniedError,
    )
    from .runtime.errors import (
        RateLimitError as RateLimitError,
    )
    from .runtime.errors import (
        RequestTooLargeError as RequestTooLargeError,
    )
    from .runtime.errors import (
        StreamError as StreamError,
    )
    from .runtime.errors import (
        StreamProtocolError as StreamProtocolError,
    )
    from .runtime.errors import (
        StreamTimeoutError as StreamTimeoutError,
    )
    from .runtime.errors import (
        StreamTruncatedError as StreamTruncatedError,
    )
    from .runtime.errors import (
        UnprocessableEntityError as UnprocessableEntityError,
    )
    from .runtime.errors import (
        WireTypeError as WireTypeError,
    )
    from .runtime.http_info import (
        HTTPInfo as HTTPInfo,
    )
    from .runtime.http_info import (
        RateLimit as RateLimit,
    )
    from .runtime.http_response import (
        AsyncResponse as AsyncResponse,
    )
    from .runtime.http_response import (
        SyncResponse as SyncResponse,
    )
    from .runtime.model import (
        Model as Model,
    )
    from .runtime.model import (
        UnknownModel as UnknownModel,
    )
    from .runtime.model import (
        WireTypeWarning as WireTypeWarning,
    )
    from .runtime.observe import (
        Hooks as Hooks,
    )
    from .runtime.observe import (
        RequestInfo as RequestInfo,
    )
    from .runtime.observe import (
        ResponseInfo as ResponseInfo,
    )
    from .runtime.observe import (
        RetryInfo as RetryInfo,
    )
    from .runtime.omit import (
        OMIT as OMIT,
    )
    from .runtime.omit import (
        Omit as Omit,
    )
    from .runtime.options import (
        Timeout as Timeout,
    )
    from .runtime.raw import (
        AsyncStreamedResponse as AsyncStreamedResponse,
    )
    from .runtime.raw import (
        AsyncStreamedResponseManager as AsyncStreamedResponseManager,
    )
    from .runtime.raw import (
        RawResponse as RawResponse,
    )
    from .runtime.raw import (
        StreamedResponse as StreamedResponse,
    )
    from .runtime.raw import (
        StreamedResponseManager as StreamedResponseManager,
    )
    from .runtime.response_stream import (
        AsyncResponseStream as AsyncResponseStream,
    )
    from .runtime.response_stream import (
        ResponseStream as ResponseStream,
    )
    from .runtime.secret import (
        ApiKey as ApiKey,
    )
    from .runtime.stream import (
        AsyncStream as AsyncStream,
    )
    from .runtime.stream import (
        Stream as Stream,
    )
    from .runtime.stream_manager import (
        AsyncStreamManager as AsyncStreamManager,
    )
    from .runtime.stream_manager import (
        StreamManager as StreamManager,
    )
    from .runtime.tool_calls import (
        ToolCall as ToolCall,
    )
    from .runtime.views import (
        UsageSummary as UsageSummary,
    )

__all__ = [
    "__version__",
    "APIConnectionError",
    "APIResponseError",
    "APIStatusError",
    "APITimeoutError",
    "ApiKey",
    "AsyncKimi",
    "AsyncResponse",
    "AsyncResponseStream",
    "AsyncStream",
    "AsyncStreamManager",
    "AsyncStreamedResponse",
    "AsyncStreamedResponseManager",
    "AuthenticationError",
    "BadRequestError",
    "ConfigurationError",
    "ConflictError",
    "Delta",
    "HTTPInfo",
    "Hooks",
    "InsufficientQuotaError",
    "InternalServerError",
    "Kimi",
    "KimiError",
    "Model",
    "NotFoundError",
    "OMIT",
    "Omit",
    "OutputError",
    "OutputIncompleteError",
    "OutputParseError",
    "OverloadedError",
    "PermissionDeniedError",
    "RateLimit",
    "RateLimitError",
    "RawResponse",
    "RequestInfo",
    "RequestTooLargeError",
    "ResponseInfo",
    "ResponseStream",
    "RetryInfo",
    "Stream",
    "StreamError",
    "StreamManager",
    "StreamProtocolError",
    "StreamTimeoutError",
    "StreamTruncatedError",
    "StreamWarning",
    "StreamedResponse",
    "StreamedResponseManager",
    "SyncResponse",
    "Timeout",
    "ToolCall",
    "UnknownModel",
    "UnprocessableEntityError",
    "UsageSummary",
    "WireTypeError",
    "WireTypeWarning",
    "types",
]

_MODULES = {
    "AsyncKimi": ".client",
    "Kimi": ".client",
    "StreamWarning": ".runtime.accumulate.base",
    "Delta": ".runtime.deltas",
    "APIConnectionError": ".runtime.errors",
    "APIResponseError": ".runtime.errors",
    "APIStatusError": ".runtime.errors",
    "APITimeoutError": ".runtime.errors",
    "AuthenticationError": ".runtime.errors",
    "BadRequestError": ".runtime.errors",
    "ConfigurationError": ".runtime.errors",
    "ConflictError": ".runtime.errors",
    "InsufficientQuotaError": ".runtime.errors",
    "InternalServerError": ".runtime.errors",
    "KimiError": ".runtime.errors",
    "NotFoundError": ".runtime.errors",
    "OutputError": ".runtime.errors",
    "OutputIncompleteError": ".runtime.errors",
    "OutputParseError": ".runtime.errors",
    "OverloadedError": ".runtime.errors",
    "PermissionDeniedError": ".runtime.errors",
    "RateLimitError": ".runtime.errors",
    "RequestTooLargeError": ".runtime.errors",
    "StreamError": ".runtime.errors",
    "StreamProtocolError": ".runtime.errors",
    "StreamTimeoutError": ".runtime.errors",
    "StreamTruncatedError": ".runtime.errors",
    "UnprocessableEntityError": ".runtime.errors",
    "WireTypeError": ".runtime.errors",
    "HTTPInfo": ".runtime.http_info",
    "RateLimit": ".runtime.http_info",
    "AsyncResponse": ".runtime.http_response",
    "SyncResponse": ".runtime.http_response",
    "Model": ".runtime.model",
    "UnknownModel": ".runtime.model",
    "WireTypeWarning": ".runtime.model",
    "Hooks": ".runtime.observe",
    "RequestInfo": ".runtime.observe",
    "ResponseInfo": ".runtime.observe",
    "RetryInfo": ".runtime.observe",
    "OMIT": ".runtime.omit",
    "Omit": ".runtime.omit",
    "Timeout": ".runtime.options",
    "AsyncStreamedResponse": ".runtime.raw",
    "AsyncStreamedResponseManager": ".runtime.raw",
    "RawResponse": ".runtime.raw",
    "StreamedResponse": ".runtime.raw",
    "StreamedResponseManager": ".runtime.raw",
    "AsyncResponseStream": ".runtime.response_stream",
    "ResponseStream": ".runtime.response_stream",
    "ApiKey": ".runtime.secret",
    "AsyncStream": ".runtime.stream",
    "Stream": ".runtime.stream",
    "AsyncStreamManager": ".runtime.stream_manager",
    "StreamManager": ".runtime.stream_manager",
    "ToolCall": ".runtime.tool_calls",
    "UsageSummary": ".runtime.views",
}


if not TYPE_CHECKING:  # type checkers would take any name, of any type

    def __getattr__(name: str) -> Any:
        # Modules load at the first use of a name in them (PEP 562): importing the package is cheap.
        from importlib import import_module

        if name == "types":
            return import_module(".types", __name__)
        module = _MODULES.get(name)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(module, __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
