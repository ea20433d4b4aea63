"""The wheel as consumers get it: every Python here, lowest and newest dependencies, each extra.

Each combination gets an environment of its own, with no source tree near. In all of them the
installed package is verified and a consumer's program is run; in those with nothing but what the
package requires that program is type-checked too, and the client's tests run against the installed
package.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import Project, environment
from pipeline.packaging.pythons import find_pythons, new_environment
from pipeline.packaging.run import run

__all__ = [
    "Combination",
    "combinations",
    "extras_of",
    "installed_tests",
    "requirements_of",
    "try_all",
]

# Not an extra of ours, but an HTTP library whose clients can be given to this client.
_BESIDE = "httpx2"
_REPLACED = "httpx"
# It has no build of orjson.
_NOT_FREE_THREADED = "speed"
_TEST_TOOLS = ("pytest", "pytest-xdist", "hypothesis", "trio", "typing_extensions")
# What the client's tests read of a checkout, beside modules.
_READ = (
    "README.md",
    "docs",
    "examples",
    "generated/README.md",
    "tests/recordings",
    "tests/conftest.py",
)
# How uv calls them. Only what the package names itself is lowest, or all that is installed.
_RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest", "lowest of all": "lowest"}


@dataclass(frozen=True, slots=True)
class Combination:
    """One environment.

    Attributes:
        dependencies: `lowest` versions that the metadata allow, or the `newest`; or `lowest of
            all`, those of the dependencies' own dependencies too.
        extra: An extra of the package; None for none.
        beside: Another distribution to install with it; None for none.
        without: What is taken away after the installation; None for nothing.
    """

    dependencies: str
    extra: str | None = None
    beside: str | None = None
    without: str | None = None

    def __str__(self) -> str:
        extra = f", extra {self.extra}" if self.extra else ""
        beside = f", with {self.beside}" if self.beside else ""
        without = f", without {self.without}" if self.without else ""
        return f"{self.dependencies} dependencies{extra}{beside}{without}"


def combinations(extras: list[str], *, is_free_threaded: bool = False) -> Iterator[Combination]:
    """Every environment to try on one Python."""
    if is_free_threaded:
        extras = [extra for extra in extras if extra != _NOT_FREE_THREADED]
    for dependencies in ("lowest", "newest"):
        yield Combination(dependencies)
        yield from (Combination(dependencies, extra=extra) for extra in extras)
    yield Combination("lowest of all")
    yield Combination("newest", beside=_BESIDE)
    yield Combination("newest", beside=_BESIDE, without=_REPLACED)


def extras_of(wheel: Path) -> list[str]:
    """The extras that a wheel's metadata name."""
    return _metadata(wheel).get_all("Provides-Extra") or []


def requirements_of(wheel: Path, extra: str | None, python: str) -> list[str]:
    """What a wheel's metadata require, as requirements of their own.

    Args:
        wheel: The wheel.
        extra: An extra; None for none.
        python: The minor version of Python.
    """
    required = map(Requirement, _metadata(wheel).get_all("Requires-Dist") or [])
    place = {"extra": extra or "", "python_version": python, "python_full_version": f"{python}.0"}
    chosen = [r for r in required if r.marker is None or r.marker.evaluate(place)]
    for requirement in chosen:
        requirement.marker = None
    return [str(requirement) for requirement in chosen]


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return BytesParser().parsebytes(archive.read(name))


def try_all(
    project: Project,
    wheel: Path,
    tests: Path,
    console: Console,
    *,
    only: str | None = None,
    row: str | None = None,
) -> None:
    """Try every combination on every Python found.

    Args:
        project: What the wheel was built from.
        wheel: The wheel.
        tests: The checkout's tests.
        console: Takes a line for each combination, what failed in it, and each Python not here.
        only: The name of the Python to try, instead of all.
        row: A part of the names of the combinations to try, instead of all.

    Raises:
        PipelineError: naming every combination that failed, or if no Python fits.
    """
    pythons = [p for p in find_pythons(project.pythons) if only in (None, p.name)]
    failed: list[str] = []
    tried = 0
    for python in pythons:
        if python.path is None:
            console.line(f"skipped: Python {python.name} is not on this machine")
            continue
        rows = combinations(extras_of(wheel), is_free_threaded=python.is_free_threaded)
        for combination in (each for each in rows if row is None or row in str(each)):
            started = time.perf_counter()
            tried += 1
            name = f"Python {python.name}, {combination}"
            try:
                with tempfile.TemporaryDirectory() as folder:
                    inside = new_environment(python.path, Path(folder) / "venv")
                    text = _try(
                        project, wheel, tests, inside, python.minor, combination, Path(folder)
                    )
                console.step("ok", f"{name}: {text}", time.perf_counter() - started)
            except PipelineError as error:
                console.step("failed", name, time.perf_counter() - started)
                console.failure(error)
                failed.append(name)
    if failed:
        raise PipelineError(Problem("failed, as told above", document=name) for name in failed)
    if not tried:
        raise PipelineError(
            Problem("no Python to try it on", remedy=f"Install {only or 'one of the supported'}.")
        )


def _try(
    project: Project,
    wheel: Path,
    tests: Path,
    inside: Path,
    minor: str,
    combination: Combination,
    folder: Path,
) -> str:
    """Try one combination; return what was done, for people.

    Args:
        project: What the wheel was built from.
        wheel: The wheel.
        tests: The checkout's tests.
        inside: The interpreter of a new environment.
        minor: Its minor version.
        combination: What to install in it.
        folder: A folder to work in.
    """
    # A stream without Unicode, and no reliance on the locale's encoding, as on Windows.
    env = environment(
        {"PYTHONWARNINGS": "error", "PYTHONWARNDEFAULTENCODING": "1", "PYTHONIOENCODING": "ascii"}
    )
    resolution = _RESOLUTIONS[combination.dependencies]
    target = f"{project.name}[{combination.extra}]" if combination.extra else project.name
    uv_pip = (sys.executable, "-m", "uv", "pip")
    run(
        [
            *(*uv_pip, "install", "--quiet", "--python", inside, "--resolution", resolution),
            # Named once more: uv takes the lowest versions of direct requirements only.
            *requirements_of(wheel, combination.extra, minor),
            *(f"{target} @ {wheel.resolve().as_uri()}", *filter(None, [combination.beside])),
        ],
        "the installation",
        env=environment(),
    )
    frozen = run([*uv_pip, "freeze", "--quiet", "--python", inside], "the list", env=environment())
    pins = [line for line in frozen.splitlines() if "==" in line]
    named = {Requirement(r).name for r in requirements_of(wheel, None, minor)}
    versions = {pin.partition("==")[0]: pin for pin in pins if pin.partition("==")[0] in named}
    run([*uv_pip, "check", "--python", inside], "the check of dependencies", env=environment())
    package = project.name.replace("-", "_")
    run([inside, "-m", f"{package}.verify"], "the verification", cwd=folder, env=env)
    if combination.without:
        run(
            [*uv_pip, "uninstall", "--quiet", "--python", inside, combination.without],
            f"the taking away of {combination.without}",
            env=environment(),
        )
    else:
        demo = (inside, "-m", f"{package}.testing.demo", "--delay", "0")
        run(demo, "the demo", cwd=folder, env=env)
    program = folder / "app.py"
    program.write_bytes((tests / "index" / "consumer_app.py").read_bytes())
    run([inside, program], "a consumer's program", cwd=folder, env=env)
    if combination.extra or combination.beside:
        return "verified, program run"
    run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--python-executable", inside),
            *("--cache-dir", folder / "cache", program),
        ],
        "mypy --strict of a consumer's program",
        cwd=folder,
        env=environment(),
    )
    copied = installed_tests(tests, folder / "copy", package)
    # The test tools come beside what is to be tested, not in place of it.
    kept = folder / "constraints.txt"
    kept.write_text("\n".join(versions.values()), encoding="utf-8")
    run(
        [
            *(*uv_pip, "install", "--quiet", "--python", inside),
            *("--constraint", kept, *_TEST_TOOLS),
        ],
        "the installation of pytest",
        env=environment(),
    )
    done = run(
        [
            *(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-n", "auto", "--dist", "worksteal", "tests/sdk"),
        ],
        "the client's tests against the installed package",
        cwd=copied,
        env=environment(),
    )
    counts = re.findall(r"^=*\s*(\d+ passed.*?)(?: in .*)?$", done, re.MULTILINE)
    tested = counts[-1] if counts else "no tests"
    return f"verified, program run and type-checked, {tested}; {', '.join(versions.values())}"


def installed_tests(tests: Path, folder: Path, package: str) -> Path:
    """Copy the client's tests so that they test an installed package; return the copy's root.

    In a checkout they import the hand-written modules from `overlays`, where these are; the copies
    import the same modules from the package. Tests that take the project's other code stay away.
    """
    text: dict[str, str] = {}
    for part in ("sdk", "support"):
        for path in sorted((tests / part).rglob("*.py")):
            text[f"tests/{path.relative_to(tests).as_posix()}"] = path.read_text(encoding="utf-8")
    left_out: set[str] = set()
    missing = "pipeline|parity|bench"
    while found := {
        name
        for name in text.keys() - left_out
        if re.search(rf"^\s*(from|import) ({missing})\b", text[name], re.M)
    }:
        left_out |= found
        missing = "|".join(map(_named, found))  # and what imports those stays away, too
    for name in text.keys() - left_out:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            re.sub(r"\boverlays\b(?=\.| import )", package, text[name]),
            encoding="utf-8",
            newline="\n",
        )
    for name in _READ:
        path = tests.parent / name
        if path.is_dir():
            shutil.copytree(path, folder / name)
        elif path.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
    (folder / "pytest.ini").write_text(_settings(tests.parent), encoding="utf-8")
    return folder


def _named(path: str) -> str:
    """A regular expression for how an import names the module of a file."""
    parent, _, name = path.removesuffix(".py").removesuffix("/__init__").rpartition("/")
    return rf"{parent.replace('/', '[.]')}(\.| import ){name}"


def _settings(root: Path) -> str:
    """The checkout's own settings of pytest, without its source folders on the path."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    settings: dict[str, Any] = project["tool"]["pytest"]["ini_options"]
    lines = ["[pytest]", "pythonpath = .", f"addopts = {shlex.join(settings['addopts'])}"]
    for name in ("markers", "filterwarnings"):
        lines += [f"{name} =", *(f"    {value}" for value in settings[name])]
    return "\n".join(lines) + "\n"
