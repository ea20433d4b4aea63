"""The Python interpreters of this machine that the client supports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.packaging.artifacts import environment
from pipeline.packaging.run import run

__all__ = ["Python", "find_pythons", "new_environment"]

# Only finished releases of CPython have a name.
_NAME = """\
import sys, sysconfig
if sys.implementation.name == "cpython" and sys.version_info.releaselevel == "final":
    threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    print("%d.%d" % sys.version_info[:2] + threads)
"""


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter.

    Attributes:
        name: Its minor version, such as `3.12`; that of a free-threaded build ends with `t`.
        path: Its executable; None if there is none on this machine.
    """

    name: str
    path: Path | None

    @property
    def minor(self) -> str:
        """Its minor version, such as `3.12`."""
        return self.name.removesuffix("t")

    @property
    def is_free_threaded(self) -> bool:
        """Whether it has no global interpreter lock."""
        return self.name.endswith("t")


def find_pythons(supported: Sequence[str]) -> list[Python]:
    """Every Python found from the first supported version on, and those that should be here.

    Args:
        supported: The minor versions that the package names. One that is not on this machine has
            no path; a newer one, or a free-threaded build, is there only where it was found.
    """
    found = {name: path for name, path in _found().items() if _order(name) >= _order(supported[0])}
    names = sorted({*supported, *found}, key=_order)
    return [Python(name, found.get(name)) for name in names]


def new_environment(python: Path, folder: Path) -> Path:
    """Make an environment with an interpreter; return the interpreter in it.

    Raises:
        PipelineError: if it cannot be made.
    """
    run(
        [sys.executable, "-m", "uv", "venv", "--quiet", "--no-config", "--python", python, folder],
        "the making of an environment",
        env=environment(),
    )
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _order(name: str) -> tuple[int, int, bool]:
    major, _, minor = name.removesuffix("t").partition(".")
    return int(major), int(minor), name.endswith("t")


def _found() -> dict[str, Path]:
    """The first that runs of each name. Shims that point nowhere are passed over."""
    found: dict[str, Path] = {}
    for path in dict.fromkeys(_candidates()):
        if name := _output([str(path), "-c", _NAME]):
            found.setdefault(name, path)
    return found


def _candidates() -> Iterator[Path]:
    """This interpreter, the search path's, uv's, pyenv's. Nothing is downloaded."""
    yield Path(sys.executable)
    for folder in map(Path, os.get_exec_path()):
        yield from (file for file in sorted(folder.glob("python3.*")) if _is_python(file.name))
    # On Windows, these are also what the registry names.
    answer = _output(
        [
            *(sys.executable, "-m", "uv", "python", "list", "--only-installed", "--offline"),
            *("--no-config", "--output-format", "json"),
        ]
    )
    yield from (Path(each["path"]) for each in json.loads(answer or "[]"))
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    newest = sorted(pyenv.glob("3.*"), key=lambda folder: _numbers(folder.name), reverse=True)
    for folder in newest:
        yield folder / ("python.exe" if os.name == "nt" else "bin/python")


def _is_python(name: str) -> bool:
    return re.fullmatch(r"python3\.\d+t?(\.exe)?", name) is not None


def _numbers(name: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", name)]


def _output(command: list[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
