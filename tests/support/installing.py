"""Built releases, uploads, and environments with one installer that knows one index."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.packaging.artifacts import Project
from tests.support.indexes import Index


@dataclass(frozen=True, slots=True)
class Release:
    """A built version: its project and the folder of its artifacts."""

    project: Project
    dist: Path

    @property
    def version(self) -> str:
        return self.project.version

    @property
    def files(self) -> list[Path]:
        return [p for p in sorted(self.dist.iterdir()) if p.suffix in (".whl", ".gz")]


@dataclass(frozen=True, slots=True)
class Environment:
    """A fresh environment, and an installer that knows one index and no configuration.

    Attributes:
        python: Its interpreter.
        tool: `pip` or `uv`.
        folder: An empty folder to run in.
        env: Environment variables.
    """

    python: Path
    tool: str
    folder: Path
    env: dict[str, str]

    def install(self, *arguments: str | Path, index: Index | str) -> None:
        """Install from one index.

        Raises:
            AssertionError: if that fails, with what the installer said.
        """
        done = self.try_install(*arguments, index=index)
        assert done.returncode == 0, done.stdout

    def try_install(
        self, *arguments: str | Path, index: Index | str
    ) -> subprocess.CompletedProcess[str]:
        url = index if isinstance(index, str) else index.simple
        uv = (sys.executable, "-m", "uv", "pip", "install", "--python", self.python)
        pip = (self.python, "-m", "pip", "install", "--retries", "0")
        chosen = uv if self.tool == "uv" else pip
        return self._run([*chosen, "--index-url", url, *arguments])

    def run(self, *arguments: str | Path) -> str:
        """Run the environment's Python, isolated from this checkout; return what it printed."""
        done = self._run([self.python, *arguments])
        assert done.returncode == 0, done.stdout
        return done.stdout

    @property
    def version(self) -> str:
        """The installed version of the client."""
        code = "import evolink_kimi; print(evolink_kimi.__version__, evolink_kimi.__file__)"
        version, _, path = self.run("-c", code).strip().partition(" ")
        assert Path(path).is_relative_to(self.folder.parent), path
        return version

    def _run(self, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(part) for part in command],
            cwd=self.folder,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )


def new_environment(tool: str, folder: Path, env: dict[str, str]) -> Environment:
    """Make an environment of this Python."""
    venv = folder / "venv"
    uv = (sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable)
    maker = uv if tool == "uv" else (sys.executable, "-m", "venv")
    subprocess.run([*maker, str(venv)], check=True)
    python = venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    empty = folder / "empty"
    empty.mkdir()
    return Environment(python, tool, empty, env)


def upload(index: Index, files: Sequence[Path]) -> None:
    """Upload any files to an index that runs."""
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "publish", "--quiet", "--no-config"),
            *("--publish-url", index.upload, *map(str, files)),
        ],
        env={**os.environ, **index.env},
        check=True,
    )
