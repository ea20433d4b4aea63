"""What the runtime needs to know of an operation; the generated resources hold one each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeAlias, TypeVar

__all__ = ["Operation", "ProtocolName"]

ProtocolName: TypeAlias = Literal["chat", "messages", "responses"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


class Operation(Generic[ResponseT, EventT]):
    """One API operation: where it is sent, and how its answers are read.

    Attributes:
        id: The document's operationId, such as `chat.completions.create`.
        method: HTTP method, upper case.
        path: Path below the base URL, with a leading slash.
        protocol: Which accumulator and reasoning view its streams use; None for an operation
            without streams.
        response: Turns a JSON object of a 200 answer into the typed response.
        event: Turns a JSON object of a stream event into the typed event.
        sentinel: Data of the event that ends a stream without being one (`[DONE]`), if any.
        terminal_events: Event types after which nothing follows.
        error_events: Event types that carry an error.
    """

    __slots__ = (
        "error_events",
        "event",
        "id",
        "method",
        "path",
        "protocol",
        "response",
        "sentinel",
        "terminal_events",
    )

    def __init__(
        self,
        *,
        id: str,
        method: str,
        path: str,
        response: Callable[[dict[str, Any]], ResponseT],
        event: Callable[[dict[str, Any]], EventT],
        protocol: ProtocolName | None = None,
        sentinel: str | None = None,
        terminal_events: frozenset[str] = frozenset(),
        error_events: frozenset[str] = frozenset(),
    ) -> None:
        self.id = id
        self.method = method
        self.path = path
        self.protocol: ProtocolName | None = protocol
        self.response = response
        self.event = event
        self.sentinel = sentinel
        self.terminal_events = terminal_events
        self.error_events = error_events

    def __repr__(self) -> str:
        return f"<Operation {self.id} {self.method} {self.path}>"
