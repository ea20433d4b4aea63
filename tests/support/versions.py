"""What a step from one version to another promises."""

from __future__ import annotations

from pipeline.changes.change import Bump

__all__ = ["bump_between"]


def bump_between(old: str, new: str) -> Bump:
    """How much the step from one version to a later one lets change."""
    a, b = (tuple(map(int, version.split("."))) for version in (old, new))
    if b <= a:
        return Bump.NONE
    if a[0] == b[0] == 0:
        return Bump.MAJOR if b[1] > a[1] else Bump.MINOR
    if b[0] > a[0]:
        return Bump.MAJOR
    return Bump.MINOR if b[1] > a[1] else Bump.PATCH
