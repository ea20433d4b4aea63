"""griffe's own opinion of what broke (https://mkdocstrings.github.io/griffe), on public names."""

from __future__ import annotations

import tempfile
from pathlib import Path

import griffe

from pipeline.changes.api_record import load_package
from pipeline.types import Tree

__all__ = ["breakages"]


def breakages(old: Tree, new: Tree, package_name: str) -> list[str]:
    """What griffe finds broken between two generated projects, a sentence each, sorted.

    It sees removed names, parameters and bases; it does not see the types of attributes.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        before = load_package(old, package_name, Path(one))
        after = load_package(new, package_name, Path(other))
        if before is None or after is None:
            return []
        public = _public_names(before)
        found = {
            f"{breakage.obj.path}: {breakage.kind.value}"
            for breakage in griffe.find_breaking_changes(before, after)
            if any(part in public for part in breakage.obj.path.split(".")[-2:])
        }
    return sorted(found)


def _public_names(package: griffe.Object | griffe.Alias) -> frozenset[str]:
    names: set[str] = set()
    for name in ("", "types"):
        module = package[name] if name and name in package.members else package
        names.update(map(str, module.exports or ()))
    return frozenset(names)
