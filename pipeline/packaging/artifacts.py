"""A wheel and an sdist: building them, and their names and digests."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.run import run

__all__ = [
    "Artifacts",
    "Project",
    "build_artifacts",
    "build_isolated",
    "environment",
    "found_artifacts",
    "read_project",
    "unpack",
]

_LEVEL = 9
_PYTHON = re.compile(r"Programming Language :: Python :: (3\.\d+)")


@dataclass(frozen=True, slots=True)
class Project:
    """A project to build.

    Attributes:
        folder: Where its pyproject.toml is.
        name: Its name on an index.
        version: Its version.
        pythons: The minor versions of Python that its classifiers name, oldest first.
    """

    folder: Path
    name: str
    version: str
    pythons: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """How the names of its artifacts begin."""
        return f"{self.name.replace('-', '_')}-{self.version}"


@dataclass(frozen=True, slots=True)
class Artifacts:
    """What a build gave."""

    wheel: Path
    sdist: Path

    @property
    def digests(self) -> dict[str, str]:
        """The sha256 of each, by file name."""
        return {
            p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in (self.wheel, self.sdist)
        }


def read_project(folder: Path) -> Project:
    """What the building and trying of a project takes of its pyproject.toml.

    Raises:
        PipelineError: if the folder holds no project.
    """
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        found = (_PYTHON.fullmatch(each) for each in project.get("classifiers", []))
        pythons = tuple(match[1] for match in found if match)
        return Project(folder, project["name"], project["version"], pythons)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PipelineError(
            Problem(
                f"is no project to build: {type(error).__name__}: {error}",
                document=folder.name,
                remedy="Generate it first: python -m nox -s regenerate",
            )
        ) from None


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what would change a build's bytes, and with `changes`.

    hatchling writes SOURCE_DATE_EPOCH into both artifacts, and a fixed time if it is unset.
    """
    env = {k: v for k, v in os.environ.items() if k not in ("SOURCE_DATE_EPOCH", "PYTHONPATH")}
    return env | dict(changes or {})


def build_artifacts(
    folder: Path,
    output: Path,
    *,
    env: Mapping[str, str] | None = None,
    umask: int | None = None,
) -> Artifacts:
    """Build wheel and sdist, both from the folder, with this interpreter and its build backend.

    Args:
        folder: The project.
        output: Where they go; made if missing.
        env: The whole environment.
        umask: File mode mask.

    Raises:
        PipelineError: if the build fails.
    """
    project = read_project(folder)
    run(
        [
            *(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--sdist"),
            *("--outdir", output, folder),
        ],
        f"the build of {project.name}",
        env=environment() if env is None else env,
        umask=umask,
    )
    return _compressed(found_artifacts(project, output))


def build_isolated(folder: Path, output: Path, python: Path, constraints: Path) -> Artifacts:
    """Build wheel and sdist with another interpreter, in an environment made for it.

    Args:
        folder: The project.
        output: Where they go.
        python: The interpreter.
        constraints: Hashed requirements; the build backend must be one of them.

    Raises:
        PipelineError: if the build fails.
    """
    project = read_project(folder)
    run(
        [
            *(sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--sdist"),
            *("--python", python, "--no-python-downloads", "--no-config"),
            *("--build-constraints", constraints, "--require-hashes"),
            *("--out-dir", output, folder),
        ],
        f"the build of {project.name} with {python}",
        env=environment(),
    )
    return _compressed(found_artifacts(project, output))


def _compressed(artifacts: Artifacts) -> Artifacts:
    """The artifacts, compressed by this interpreter: others have other levels and libraries."""
    with gzip.open(artifacts.sdist) as packed:
        tar = packed.read()
        changed = packed.mtime
    with (
        artifacts.sdist.open("wb") as file,
        gzip.GzipFile("", "wb", _LEVEL, file, mtime=changed) as again,
    ):
        again.write(tar)
    with zipfile.ZipFile(artifacts.wheel) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(artifacts.wheel, "w") as archive:
        for entry, data in entries:
            archive.writestr(entry, data, compresslevel=_LEVEL)
    return artifacts


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack an sdist; return the project's folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def found_artifacts(project: Project, output: Path) -> Artifacts:
    """The artifacts of a project in a folder.

    Raises:
        PipelineError: if one is missing.
    """
    artifacts = Artifacts(
        output / f"{project.stem}-py3-none-any.whl", output / f"{project.stem}.tar.gz"
    )
    missing = [p.name for p in (artifacts.wheel, artifacts.sdist) if not p.is_file()]
    if missing:
        raise PipelineError(
            Problem(
                f"there is no {' and no '.join(missing)}",
                document=output.name,
                remedy="Build them: python -m nox -s build",
            )
        )
    return artifacts
