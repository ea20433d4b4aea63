"""What a wheel and an sdist have to be before they go anywhere."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import Artifacts, Project, environment
from pipeline.packaging.pythons import new_environment
from pipeline.packaging.run import run
from pipeline.snapshot import read_tree

__all__ = ["check_artifacts", "content_problems"]

# What Windows cannot have in a file name, or takes for a device.
_FORBIDDEN = frozenset('<>:"\\|?*')
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))]
)
# Windows' limit of 260, less what a path to site-packages may take.
_LONGEST_PATH = 140


def check_artifacts(project: Project, artifacts: Artifacts, old_twine: Path, work: Path) -> str:
    """Check contents and metadata.

    Args:
        project: What was built.
        artifacts: What was made of it.
        old_twine: Hashed requirements of a twine that refuses metadata newer than indexes take.
        work: A path that does not exist, for an environment with it.

    Returns:
        One line for people: what was checked and how large the files are.

    Raises:
        PipelineError: with everything that is wrong.
    """
    problems = content_problems(project, artifacts)
    if problems:
        raise PipelineError(problems)
    wheel, sdist = artifacts.wheel, artifacts.sdist
    python = (sys.executable, "-m")
    run([*python, "check_wheel_contents", wheel], "check-wheel-contents")
    check = ("twine", "check", "--strict", wheel, sdist)
    run([*python, *check], "twine check --strict")
    inside = new_environment(Path(sys.executable), work)
    run(
        [
            *(*python, "uv", "pip", "install", "--quiet", "--python", inside),
            *("--require-hashes", "--requirement", old_twine),
        ],
        "the installation of an old twine",
        env=environment(),
    )
    run([inside, "-m", *check], "twine check --strict, by an old twine")
    # No address to write to is published.
    run([*python, "pyroma", "--min", "10", "--skip-tests", "AuthorEmail", sdist], "pyroma")
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
    sizes = (wheel.stat().st_size, sum(e.file_size for e in entries), sdist.stat().st_size)
    packed, unpacked, source = (f"{size / 1024:.0f} KiB" for size in sizes)
    return f"wheel {packed} ({len(entries)} files, {unpacked} installed), sdist {source}"


def content_problems(project: Project, artifacts: Artifacts) -> list[Problem]:
    """What is wrong with the files in the two archives.

    The wheel has to hold the generated package, its metadata, and nothing else; the sdist the same
    files and those it is built with; the names of all have to be possible on every system.
    """
    package = project.name.replace("-", "_")
    tree = read_tree(project.folder)
    expected = {path: data for path, data in tree.items() if path.startswith(f"{package}/")}
    problems: list[Problem] = []
    with zipfile.ZipFile(artifacts.wheel) as archive:
        wheel = {i.filename: archive.read(i) for i in archive.infolist() if not i.is_dir()}
    metadata = f"{project.stem}.dist-info/"
    for path in sorted(wheel.keys() | expected.keys()):
        if path.startswith(metadata):
            continue
        if wheel.get(path) != expected.get(path):
            reason = (
                "is in the wheel, but is not generated"
                if path not in expected
                else "is not in the wheel"
                if path not in wheel
                else "is not in the wheel as it was generated"
            )
            problems.append(Problem(reason, document=path))
    problems += [
        Problem("is not in the wheel", document=metadata + name)
        for name in ("METADATA", "RECORD", "licenses/LICENSE", f"sboms/{project.name}.cdx.json")
        if metadata + name not in wheel
    ]
    with tarfile.open(artifacts.sdist) as archive:
        members = [m.name.removeprefix(f"{project.stem}/") for m in archive.getmembers()]
    allowed = {path for path in tree if "/" not in path} | expected.keys() | {"PKG-INFO"}
    problems += [
        Problem("is in the sdist, but is not generated", document=path)
        for path in sorted(set(members) - allowed)
    ]
    problems += [
        Problem("is not in the sdist", document=path)
        for path in sorted(expected.keys() - set(members))
    ]
    return problems + list(_portable([*wheel, *members]))


def _portable(paths: Iterable[str]) -> Iterable[Problem]:
    """Names that some system cannot have, or cannot keep apart."""
    folded: dict[str, str] = {}
    for path in sorted(set(paths)):
        other = folded.setdefault(path.casefold(), path)
        if other != path:
            yield Problem(f"differs from {other} only by case", document=path)
        if len(path) > _LONGEST_PATH:
            yield Problem(f"is longer than {_LONGEST_PATH} characters", document=path)
        for part in PurePosixPath(path).parts:
            if (
                not part.isascii()
                or set(part) & _FORBIDDEN
                or part.endswith((" ", "."))
                or part.partition(".")[0].casefold() in _DEVICES
            ):
                yield Problem(f"cannot be a file's name on Windows: {part!r}", document=path)
