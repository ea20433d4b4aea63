"""What the mock gateway keeps of a request."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["RecordedRequest"]


class RecordedRequest:
    """A request as it arrived. The headers hold the key, so the repr leaves them out.

    Attributes:
        number: Which request of the gateway it is, from 1.
        connection: Which connection it came on, from 1.
        method: HTTP method.
        path: Path, without the query.
        query: What follows the `?`, or "".
        headers: Names in lower case and values, in order.
        body: The body's bytes.
        operation: The operation's id; None if the document has no such operation.
        status: The status answered; None if no headers were sent.
        completed: Whether the whole answer was sent, as far as the reply lets it be whole.
    """

    __slots__ = (
        "body",
        "completed",
        "connection",
        "headers",
        "method",
        "number",
        "operation",
        "path",
        "query",
        "status",
    )

    def __init__(
        self,
        *,
        number: int,
        connection: int,
        method: str,
        target: str,
        headers: list[tuple[str, str]],
        body: bytes,
    ) -> None:
        self.number = number
        self.connection = connection
        self.method = method
        self.path, _, self.query = target.partition("?")
        self.headers = headers
        self.body = body
        self.operation: str | None = None
        self.status: int | None = None
        self.completed = False

    def header(self, name: str) -> str | None:
        """Return a header's first value, whatever the case of its name."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key == wanted), None)

    @property
    def json(self) -> Any:
        """The body read as JSON; None if it isn't JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def __repr__(self) -> str:
        return (
            f"<RecordedRequest {self.number} {self.method} {self.path}, {len(self.body)} bytes,"
            f" connection {self.connection}, answered {self.status}>"
        )
