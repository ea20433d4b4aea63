"""A mock gateway to test against: a real HTTP server on loopback that plays what it is told.

    from evolink_kimi import Kimi
    from evolink_kimi.testing import MockGateway, Reply

    with MockGateway(Reply(reasoning="Two and two.", text="4")) as gateway:
        client = Kimi(api_key="any", base_url=gateway.base_url)
        ...

`evolink_kimi.testing.pytest_plugin` has a pytest fixture; `python -m evolink_kimi.testing` serves
until Ctrl-C; `python -m evolink_kimi.testing.demo` streams an answer from it.
"""

from .gateway import MockGateway, Responder
from .record import RecordedRequest
from .reply import (
    AT_END,
    BadEvent,
    Cut,
    Fault,
    Reply,
    Reset,
    Stall,
    StreamError,
    ToolCall,
    Usage,
)

__all__ = [
    "AT_END",
    "BadEvent",
    "Cut",
    "Fault",
    "MockGateway",
    "RecordedRequest",
    "Reply",
    "Reset",
    "Responder",
    "Stall",
    "StreamError",
    "ToolCall",
    "Usage",
]
