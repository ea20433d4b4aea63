"""JSON values compared as JSON: 1 is not true and not 1.0, and the order of keys means nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pipeline.types import Json

__all__ = ["canonical", "same", "same_members"]


def same(one: Json, other: Json) -> bool:
    """Whether two values are equal as JSON values."""
    stack = [(one, other)]
    while stack:
        a, b = stack.pop()
        if a is b:
            continue
        if type(a) is not type(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            stack.extend((value, b[key]) for key, value in a.items())
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            stack.extend(zip(a, b, strict=True))
        elif a != b:
            return False
    return True


def canonical(value: Json) -> str:
    """One text for all values that are the same."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def same_members(one: Iterable[Json], other: Iterable[Json]) -> bool:
    """Whether two lists have the same members, in any order."""
    return sorted(map(canonical, one)) == sorted(map(canonical, other))
