"""What can be closed, as a context manager. Importing it loads nothing."""

from __future__ import annotations

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

__all__ = ["AsyncClosing", "Closing"]


class Closing:
    """Something with `close`, which the end of its `with` block calls."""

    __slots__ = ()

    def close(self) -> None:
        """Close it."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClosing:
    """As `Closing`, for `async with`."""

    __slots__ = ()

    async def close(self) -> None:
        """Close it."""
        raise NotImplementedError

    async def aclose(self) -> None:
        """Close it, under the name that `contextlib.aclosing` calls."""
        await self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()
