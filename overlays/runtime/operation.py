"""What the runtime needs to know of an operation; the generated resources hold one each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

__all__ = ["Operation", "ProtocolName", "as_sent"]

ProtocolName: TypeAlias = Literal["chat", "messages", "responses"]

ResponseT = TypeVar("ResponseT")
EventT = TypeVar("EventT")


def as_sent(value: Any) -> Any:
    """The decoder of what the document gives no type of its own."""
    return value


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
        answer_keys: An object with none of these keys is no answer; empty if that is not known.
        request: Turns a JSON request body into its model, None for an operation without one.
        statuses: Every documented status, and the decoder of its JSON body where there is one.
        strict: Whether answers and events that don't fit their types are errors.
    """

    __slots__ = (
        "answer_keys",
        "error_events",
        "event",
        "id",
        "method",
        "path",
        "protocol",
        "request",
        "response",
        "sentinel",
        "statuses",
        "strict",
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
        request: Callable[[dict[str, Any]], Any] | None = None,
        protocol: ProtocolName | None = None,
        sentinel: str | None = None,
        terminal_events: frozenset[str] = frozenset(),
        error_events: frozenset[str] = frozenset(),
        answer_keys: tuple[str, ...] = (),
        statuses: dict[str, Callable[[dict[str, Any]], Any] | None] | None = None,
        strict: bool = False,
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
        self.answer_keys = answer_keys
        self.request = request
        self.statuses = {} if statuses is None else statuses
        self.strict = strict

    def with_path(self, parameters: Mapping[str, object]) -> Operation[ResponseT, EventT]:
        """This operation at a path whose `{name}` templates are filled in, percent-encoded.

        Raises:
            ValueError: if a parameter is empty, which would name another path.
            TypeError: if a parameter is no plain value.
        """
        from urllib.parse import quote

        from .parameters import as_text

        path = self.path
        for name, value in parameters.items():
            text = as_text(value, name)
            if text in ("", ".", ".."):
                raise ValueError(f"the path parameter {name!r} of {self.id} cannot be {text!r}")
            path = path.replace(f"{{{name}}}", quote(text, safe=""))
        return self._copy(path=path)

    def strictly(self) -> Operation[ResponseT, EventT]:
        """This operation, whose answers and events have to be of the types they are said to be.

        Its `event` raises `WireTypeError`; its `response` does not, as it is used for the part of
        an answer that has arrived, too.
        """
        from .strict import checked

        make = self.event

        def event(wire: dict[str, Any]) -> EventT:
            return checked(make(wire))

        return self._copy(event=event, strict=True)

    def _copy(self, **changes: Any) -> Operation[ResponseT, EventT]:
        return Operation(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def __repr__(self) -> str:
        return f"<Operation {self.id} {self.method} {self.path}>"
