"""How much a package installs, with all that it needs."""

from __future__ import annotations

from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

__all__ = ["footprint"]


def footprint(name: str) -> tuple[int, int] | None:
    """Bytes of a distribution and its dependencies without caches, and how many they are.

    None if it is not installed as a distribution.
    """
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, int] = {}
    wanted = [name]
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name in found:
            continue
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            return None
        found[name] = _size(installed)
        for line in installed.requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                wanted.append(requirement.name)
    return sum(found.values()), len(found)


def _size(installed: Distribution) -> int:
    paths = (
        Path(str(installed.locate_file(file)))
        for file in installed.files or ()
        if file.suffix != ".pyc"
    )
    return sum(path.stat().st_size for path in paths if path.is_file())
