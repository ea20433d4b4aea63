"""What attrs knows of the models, made when it asks.

The models are what `attrs.define` would make of them, with slots and an `__init__` of their own,
but importing attrs and defining a hundred classes takes ten times as long as importing the models.
"""

from __future__ import annotations

from typing import Any

__all__ = ["Attributes"]


class Attributes:
    """The value of a class's `__attrs_attrs__`, by which `attrs.fields`, `evolve` and others go."""

    __slots__ = ()

    def __get__(self, instance: object, owner: type) -> Any:
        import attrs

        annotations = {"_wire": "dict[str, Any]"}
        for cls in reversed(owner.__mro__):
            own = vars(cls)
            names = own.get("__match_args__", ())
            annotations |= {name: own["__annotations__"][name] for name in names}
        wire = attrs.field(alias="_wire", kw_only=True)
        twin = type(owner.__name__, (), {"__annotations__": annotations, "_wire": wire})
        found = attrs.fields(attrs.define(eq=False, repr=False, init=False, slots=False)(twin))
        # Kept: the same from now on, as attrs makes it.
        owner.__attrs_attrs__ = found  # type: ignore[attr-defined]  # of whatever class asked
        return found
