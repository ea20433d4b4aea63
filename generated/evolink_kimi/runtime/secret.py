"""A key, or what provides one, that shows in no repr, message or traceback."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from .errors import ConfigurationError

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

__all__ = ["ApiKey", "Secret"]

ApiKey: TypeAlias = str | Callable[[], str] | Callable[[], Awaitable[str]]


class Secret:
    """A key, or what provides one, that shows itself only when asked.

    Making one never raises, so that no traceback has the plain key among its locals; `check` does.
    """

    __slots__ = ("_problem", "_value")

    def __init__(self, value: ApiKey) -> None:
        self._value = value
        self._problem = None if callable(value) else _key_problem(value)

    @property
    def is_callable(self) -> bool:
        """Whether the key comes from a function, so that asking again may give another."""
        return callable(self._value)

    def check(self, source: str = "") -> Secret:
        """Itself.

        Args:
            source: What to add to the message: where it is from.

        Raises:
            ConfigurationError: It cannot be a key.
        """
        if self._problem is not None:
            raise ConfigurationError(self._problem + source)
        return self

    def asked(self) -> Secret:
        """The key as it is now: itself, or what the function gives, which is called each time.

        Raises:
            ConfigurationError: The function gave something that cannot be a key.
        """
        if not callable(self._value):
            return self
        given: list[Any] = [self._value()]
        if isinstance(given[0], Awaitable):
            _discard(given.pop())
            raise ConfigurationError(
                "An async function as api_key works with the async client only"
            )
        return _of_function(given)

    async def asked_async(self) -> Secret:
        """As `asked`, where the function may be an async one."""
        if not callable(self._value):
            return self
        given: list[Any] = [self._value()]
        if isinstance(given[0], Awaitable):
            given = [await given[0]]
        return _of_function(given)

    def reveal(self) -> str:
        """The key itself; raises as `asked`."""
        key: Any = self.asked()._value
        return str(key)

    def __repr__(self) -> str:
        return "Secret('***')"

    def __reduce__(self) -> tuple[type[Secret], tuple[ApiKey]]:
        return Secret, (self._value,)


def _of_function(given: list[Any]) -> Secret:
    """What a function gave, in a list that is emptied, so that no frame goes on holding it.

    Raises:
        ConfigurationError: It cannot be a key.
    """
    problem = _key_problem(given[0])
    if problem is not None:
        given.clear()
        raise ConfigurationError(problem)
    return Secret(given.pop())


def _key_problem(value: object) -> str | None:
    """Why a value cannot be sent as a key, without showing it."""
    if not isinstance(value, str):
        return f"The API key must be a string, not {type(value).__name__}"
    if not value:
        return "The API key is an empty string"
    if not all("!" <= character <= "~" for character in value):
        return (
            "The API key contains a space, a control or a non-ASCII character; "
            "check for a line break at its end, or a word such as Bearer before it"
        )
    return None


def _discard(awaitable: Awaitable[object]) -> None:
    """Close a coroutine that will not be awaited, so that it does not warn."""
    close = getattr(awaitable, "close", None)
    if callable(close):
        close()
