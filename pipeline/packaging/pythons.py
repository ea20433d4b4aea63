"""The Python interpreters of this machine that the client supports."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["SUPPORTED", "Python", "find_python", "find_pythons"]

SUPPORTED = ("3.11", "3.12", "3.13")


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter.

    Attributes:
        minor: Its minor version, such as `3.12`.
        path: Its executable; None if there is none on this machine.
    """

    minor: str
    path: Path | None


def find_pythons() -> list[Python]:
    """One entry for each supported minor version, in order."""
    return [Python(minor, find_python(minor)) for minor in SUPPORTED]


@cache
def find_python(minor: str) -> Path | None:
    """An executable of a minor version that runs, if there is one.

    Looked at: this interpreter, the search path, pyenv's folder, and on Windows the launcher's
    choice. Shims that point nowhere are passed over. Nothing is downloaded.
    """
    return next((path for path in _candidates(minor) if _version_of(path) == minor), None)


def _candidates(minor: str) -> Iterator[Path]:
    if minor == f"{sys.version_info.major}.{sys.version_info.minor}":
        yield Path(sys.executable)
    if found := shutil.which(f"python{minor}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    for folder in sorted(pyenv.glob(f"{minor}.*"), reverse=True):
        yield folder / ("python.exe" if os.name == "nt" else "bin/python")
    if launcher := shutil.which("py"):
        answer = _output([launcher, f"-{minor}", "-c", "import sys; print(sys.executable)"])
        if answer:
            yield Path(answer)


def _version_of(path: Path) -> str:
    return _output([str(path), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
