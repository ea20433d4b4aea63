"""Whether Python's caches of the package are what its sources compile to.

Python runs a cache in place of its source, and need not look whether the two belong together.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from sys import implementation
from types import CodeType
from typing import Final, NamedTuple

__all__ = ["Caches", "compare"]

_FOLDER: Final = "__pycache__"
_HEADER_BYTES: Final = 16
_LEVELS: Final = {"": 0, "opt-1": 1, "opt-2": 2}


class Caches(NamedTuple):
    """What was found.

    Attributes:
        same: How many are what their source compiles to.
        wrong: Paths of those that are not, with the reason.
        others: Tags of those that other interpreters made, which only these can compare.
    """

    same: int
    wrong: list[str]
    others: list[str]


def compare(package: Traversable) -> Caches:
    """Compile each source of a package, and compare its caches; nothing of them is run."""
    same = 0
    wrong: list[str] = []
    others: set[str] = set()
    for name, cache, source in _found(package, ""):
        if source is None:
            wrong.append(f"{name} (without a source)")
            continue
        tag, _, level = cache.name[len(source.name) - 2 : -len(".pyc")].partition(".")
        if tag != implementation.cache_tag or level not in _LEVELS:
            others.add(f"{tag}.{level}".rstrip("."))
        elif _is_of(cache.read_bytes(), source.read_bytes(), _LEVELS[level]):
            same += 1
        else:
            wrong.append(name)
    return Caches(same, wrong, sorted(others))


def _found(
    folder: Traversable, prefix: str
) -> Iterator[tuple[str, Traversable, Traversable | None]]:
    """The caches below a folder, by their names, each with its source if there is one."""
    entries = {entry.name: entry for entry in folder.iterdir()}
    caches: list[tuple[str, Traversable]] = []
    for name, entry in sorted(entries.items()):
        if name == _FOLDER:
            caches += [(f"{prefix}{name}/{each.name}", each) for each in entry.iterdir()]
        elif name.endswith(".pyc"):  # which is a module where there is no source beside it
            yield prefix + name, entry, None
        elif entry.is_dir():
            yield from _found(entry, f"{prefix}{name}/")
    if isinstance(folder, Path):
        elsewhere = Path(cache_from_source(folder / "_.py")).parent  # sys.pycache_prefix
        if elsewhere != folder / _FOLDER and elsewhere.is_dir():
            caches += [(str(each), each) for each in elsewhere.iterdir()]
    for name, cache in sorted(caches, key=lambda each: each[0]):
        if name.endswith(".pyc"):
            yield name, cache, entries.get(f"{cache.name.partition('.')[0]}.py")


def _is_of(cache: bytes, source: bytes, level: int) -> bool:
    """Whether a cache of this interpreter has the code that a source compiles to."""
    if cache[: len(MAGIC_NUMBER)] != MAGIC_NUMBER:
        return False
    try:
        code = marshal.loads(cache[_HEADER_BYTES:])
        made = compile(source, "", "exec", dont_inherit=True, optimize=level)
    except (ValueError, EOFError, TypeError, SyntaxError):
        return False
    return isinstance(code, CodeType) and _alike(code, made)


def _alike(one: CodeType, other: CodeType) -> bool:
    """Whether two are the same code, but for the name of the file; `==` forgets the stack."""
    if one != other or one.co_stacksize != other.co_stacksize:
        return False
    nested = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (one, other))
    return all(map(_alike, *nested))
