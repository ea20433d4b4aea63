"""The marker for a keyword argument that was not given."""

from __future__ import annotations

# Type checkers take this name for true; importing `typing` takes longer than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, final
else:

    def final(cls):
        return cls


__all__ = ["OMIT", "Omit"]


@final
class Omit:
    """The type of `OMIT`: leave this key out of the request. None, against that, sends null."""

    __slots__ = ()
    _instance: Omit | None = None

    def __new__(cls) -> Omit:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "OMIT"

    def __reduce__(self) -> str:
        return "OMIT"

    def __copy__(self) -> Omit:
        return self

    def __deepcopy__(self, memo: object) -> Omit:
        return self


OMIT: Final = Omit()
