"""Decoders of JSON values, for the fields of generated models.

Each takes a value of the JSON type that it is for, and gives what the attribute reads.
"""

from __future__ import annotations

from typing import Any

from .model import Decode, Model

__all__ = [
    "by_type",
    "items_of",
    "list_of",
    "map_of",
    "union_by_keys",
    "union_of",
]


def list_of(decode: Decode) -> Decode:
    """A decoder of arrays whose items are objects; an item of another type is kept as sent."""

    def kept(item: Any) -> Any:
        if not isinstance(item, Model):
            _warn_item(decode, item)
        return item

    def decode_list(value: list[Any]) -> list[Any]:
        return [decode(item) if type(item) is dict else kept(item) for item in value]

    return decode_list


def items_of(decode: Decode) -> Decode:
    """A decoder of arrays whose items may be anything that `decode` takes."""

    def decode_items(value: list[Any]) -> list[Any]:
        return [decode(item) for item in value]

    return decode_items


def map_of(decode: Decode) -> Decode:
    """A decoder of objects with arbitrary keys."""

    def decode_map(value: dict[str, Any]) -> dict[str, Any]:
        return {key: decode(item) for key, item in value.items()}

    return decode_map


def union_of(
    tag: str,
    members: dict[str, type[Model]],
    unknown: type[Model],
    *,
    default: type[Model] | None = None,
) -> Decode:
    """A decoder of objects that the value of `tag` tells apart.

    An object whose tag is not in `members` becomes an `unknown`, one without a tag the `default`.
    """
    views = {name: member._view for name, member in members.items()}
    view_unknown = unknown._view
    view_untagged = (unknown if default is None else default)._view

    def decode_union(value: dict[str, Any]) -> Model:
        try:
            view = views[value[tag]]
        except (KeyError, TypeError):  # the latter for a tag that is an object or array
            view = view_untagged if value.get(tag) is None else view_unknown
        return view(value)

    decode_union.__name__ = unknown.__name__.removeprefix("Unknown")
    return decode_union


def union_by_keys(
    members: tuple[tuple[type[Model], tuple[str, ...]], ...], unknown: type[Model]
) -> Decode:
    """A decoder of objects that nothing but their keys tells apart.

    Of the members whose required keys are there, the one that knows most of the object's keys is
    taken, the first of equals; with none, the object becomes an `unknown`.
    """

    def decode_union(value: dict[str, Any]) -> Model:
        best, known = unknown, -1
        for member, required in members:
            if all(key in value for key in required):
                score = sum(spec[0] in value for spec in member._fields.values())
                if score > known:
                    best, known = member, score
        return best._view(value)

    decode_union.__name__ = unknown.__name__.removeprefix("Unknown")
    return decode_union


def by_type(decoders: dict[type, Decode]) -> Decode:
    """A decoder that looks at the JSON type of the value; types not in `decoders` stay as sent."""

    def decode_by_type(value: Any) -> Any:
        decode = decoders.get(type(value))
        return value if decode is None else decode(value)

    return decode_by_type


def _warn_item(decode: Decode, item: Any) -> None:
    from .wire_warnings import warn_item

    owner = getattr(decode, "__self__", None)
    warn_item(getattr(owner or decode, "__name__", "objects"), item)
