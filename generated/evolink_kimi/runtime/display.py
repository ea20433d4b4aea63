"""How models are shown: short, so that a long answer does not bury what it is part of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .model import Model

__all__ = ["pretty", "shown"]

_MAX_TEXT: Final = 80
_KEPT_TEXT: Final = 60
_MAX_ITEMS: Final = 8


class _Cut:
    """Shows as a text without quotes around it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def shown(value: Any) -> Any:
    """A value whose repr is short: of long texts the beginning, of long arrays the first items."""
    if isinstance(value, str):
        if len(value) <= _MAX_TEXT:
            return value
        return _Cut(f"{value[:_KEPT_TEXT]!r}… ({len(value)} characters)")
    if isinstance(value, (list, tuple)):
        items = [shown(item) for item in value[:_MAX_ITEMS]]
        if len(value) > _MAX_ITEMS:
            items.append(_Cut(f"… ({len(value)} items)"))
        return items
    if isinstance(value, dict):
        pairs = list(value.items())
        fields = {key: shown(item) for key, item in pairs[:_MAX_ITEMS]}
        if len(pairs) > _MAX_ITEMS:
            fields[_Cut("…")] = _Cut(f"({len(pairs)} keys)")
        return fields
    return value


def pretty(model: Model, printer: Any, cycle: bool) -> None:
    """Print a model with IPython's pretty printer, a line a field where one line is too short."""
    name = type(model).__name__
    if cycle:
        printer.text(f"{name}(…)")
        return
    with printer.group(4, f"{name}(", ")"):
        for number, (field, value) in enumerate(model.__rich_repr__()):
            if number:
                printer.text(",")
                printer.breakable()
            else:
                printer.breakable("")
            printer.text(f"{field}=")
            printer.pretty(value)
