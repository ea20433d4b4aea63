"""Telling those who leave out a `with` that what they look for comes from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Unentered"]


class Unentered:
    """A context manager that says, when used without its block, what the block is.

    Attributes:
        _gives: The class of what the block gives.
        _usage: How the block is written.
    """

    __slots__ = ()

    _gives: type
    _usage: str

    if not TYPE_CHECKING:  # type checkers tell by themselves, unless they see these

        def __getattr__(self, name: str) -> object:
            problem = f"{type(self).__name__!r} object has no attribute {name!r}"
            if hasattr(self._gives, name):
                problem += f"; what its block gives has it: write `{self._usage}:`"
            raise AttributeError(problem, name=name, obj=self)

        def _refuse_iteration(self) -> object:
            kind = type(self).__name__
            raise TypeError(f"{kind!r} object is not iterable; write `{self._usage}:`")

        def _refuse_await(self) -> object:
            kind = type(self).__name__
            raise TypeError(f"{kind!r} object can't be awaited; write `{self._usage}:`")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: write `{self._usage}:`>"
