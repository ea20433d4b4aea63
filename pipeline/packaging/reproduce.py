"""Building again under other conditions, and comparing the bytes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import (
    Artifacts,
    build_artifacts,
    build_isolated,
    environment,
    read_project,
    unpack,
)
from pipeline.packaging.pythons import Python, find_pythons
from pipeline.packaging.run import run

__all__ = ["Condition", "conditions", "differing", "prove"]

# Moves the clock of every Python process that has it on its path.
_CLOCK = """\
import time

_now = time.time
time.time = lambda: _now() + 400_000_000
"""
# Both compress the same input, to different bytes.
_LIBRARY = "import zlib; print('zlib-ng' if 'zlib-ng' in zlib.ZLIB_RUNTIME_VERSION else 'zlib')"
_OLD = 1_000_000_000  # a file time of 2001
_OTHER_SURROUNDINGS = {
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
    "LANG": "tr_TR.UTF-8",
    "PYTHONHASHSEED": "4242",
    "PYTHONUTF8": "0",
}

Build = Callable[[Path], Artifacts]


@dataclass(frozen=True, slots=True)
class Condition:
    """A way to build the project again.

    Attributes:
        name: The condition, for people.
        build: Takes an empty folder to work in; or why it is left out, for people.
    """

    name: str
    build: Build | str


def conditions(folder: Path, first: Artifacts, constraints: Path) -> list[Condition]:
    """All ways to build a project again.

    Args:
        folder: The project.
        first: What was built from it in place.
        constraints: Hashed requirements of the build backend, for other interpreters.
    """

    def isolated(python: Python) -> Build | str:
        path = python.path
        if path is None:
            return "which is not on this machine"
        library = _library(path)
        if library != _library(Path(sys.executable)):
            return f"which compresses by {library}, to other bytes"
        return lambda work: build_isolated(
            _copied(folder, work / "project"), work / "out", path, constraints
        )

    return [
        Condition(
            "another path, umask, clock, locale, hash seed, other times and modes of files",
            lambda work: _elsewhere(folder, work),
        ),
        Condition(
            "from the sdist",
            lambda work: build_artifacts(unpack(first.sdist, work / "unpacked"), work / "out"),
        ),
        *(
            Condition(f"Python {python.name}", isolated(python))
            for python in find_pythons(read_project(folder).pythons)
        ),
    ]


def prove(
    folder: Path, first: Artifacts, constraints: Path, work: Path, report: Callable[[str], None]
) -> None:
    """Build a project in every way there is, and compare each result with the first.

    Args:
        folder: The project.
        first: What was built from it in place.
        constraints: Hashed requirements of the build backend, for other interpreters.
        work: An empty folder.
        report: Takes a line for people after each build.

    Raises:
        PipelineError: naming every condition under which the bytes differ.
    """
    problems: list[Problem] = []
    for number, condition in enumerate(conditions(folder, first, constraints)):
        if isinstance(condition.build, str):
            report(f"skipped: {condition.name}, {condition.build}")
            continue
        place = work / str(number)
        place.mkdir(parents=True)
        names = differing(first.digests, condition.build(place).digests)
        report(f"{'differs' if names else 'equal'}: {condition.name}")
        problems += [
            Problem(
                f"has other bytes when built under this condition: {condition.name}",
                document=name,
                remedy="Find what differs with diffoscope, and take it out of the build.",
            )
            for name in names
        ]
    if problems:
        raise PipelineError(problems)


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The file names whose digests differ, or that only one of two builds gave."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def _library(python: Path) -> str:
    """The library that an interpreter compresses by."""
    return run([python, "-c", _LIBRARY], "the question for zlib", env=environment()).strip()


def _elsewhere(folder: Path, work: Path) -> Artifacts:
    """Everything around the build is different; the files' names and bytes are the same."""
    project = _copied(
        folder, work / "Ein längerer Pfad – mit Leerzeichen" / "project", backwards=True
    )
    # What a repository around the project ignores must not matter.
    (project.parent / ".gitignore").write_text("*.json\n", encoding="utf-8")
    clock = work / "clock"
    clock.mkdir()
    (clock / "sitecustomize.py").write_text(_CLOCK, encoding="utf-8")
    env = environment({**_OTHER_SURROUNDINGS, "PYTHONPATH": str(clock)})
    return build_artifacts(project, work / "out", env=env, umask=0o077)


def _copied(folder: Path, target: Path, *, backwards: bool = False) -> Path:
    """A copy of a project, without what tools leave in it.

    Args:
        folder: The project.
        target: A path that does not exist.
        backwards: Create the files in the reverse order, with other times and modes.
    """
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".*_cache", "dist", "build")
    if not backwards:
        return Path(shutil.copytree(folder, target, ignore=ignored))
    kept = Path(shutil.copytree(folder, target.with_name("kept"), ignore=ignored))
    for path in sorted(kept.rglob("*"), reverse=True):
        if path.is_file():
            copy = target / path.relative_to(kept)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            copy.chmod(0o600)
            os.utime(copy, (_OLD, _OLD))
    shutil.rmtree(kept)
    return target
