"""Response headers as a plain, picklable mapping that ignores the case of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

__all__ = ["SECRET_HEADERS", "Headers", "request_id_of"]

# EvoLink documents none of these; Moonshot sends x-trace-id, Anthropic request-id, and gateways of
# the new-api family x-oneapi-request-id.
_REQUEST_ID_NAMES: Final = ("x-request-id", "request-id", "x-trace-id", "x-oneapi-request-id")
# Headers whose values are shown to nobody, in lower case; keys go in several of them.
SECRET_HEADERS: Final = frozenset(
    "api-key authorization cookie proxy-authorization set-cookie x-api-key x-goog-api-key".split()
)


class Headers(Mapping[str, str]):
    """Header names and values in the order received; names compare without regard to case.

    A name that came several times has its values joined with `", "` (RFC 9110, section 5.3);
    `get_list` gives them one by one.
    """

    __slots__ = ("_values",)

    def __init__(self, items: Iterable[tuple[str, str]] = ()) -> None:
        values: dict[str, list[str]] = {}
        for name, value in items:
            values.setdefault(name.lower(), []).append(value)
        self._values = values

    def __getitem__(self, name: str) -> str:
        return ", ".join(self._values[name.lower()])

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def get_list(self, name: str) -> list[str]:
        """The values of one name, one by one; empty if it did not come."""
        return list(self._values.get(name.lower(), ()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Headers):
            return self._values == other._values
        if isinstance(other, Mapping):
            return {name: self[name] for name in self} == {
                str(name).lower(): value for name, value in other.items()
            }
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # compares by value, as dict does

    def __repr__(self) -> str:
        shown = {name: "***" if name in SECRET_HEADERS else self[name] for name in self}
        return f"Headers({shown!r})"


def request_id_of(headers: Mapping[str, str]) -> str | None:
    """The server's id for a request, from whichever header carries it."""
    for name in _REQUEST_ID_NAMES:
        value = headers.get(name)
        if value:
            return value
    return None
