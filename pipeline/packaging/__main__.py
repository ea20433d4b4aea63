"""`python -m pipeline.packaging`: build, publish, and try the client as its consumers would."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ROOT / "requirements"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 for a failure."""
    parser = argparse.ArgumentParser(prog="python -m pipeline.packaging", description=__doc__)
    parser.add_argument("--project", type=Path, default=ROOT / "generated", help="what to build")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the artifacts go")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="build wheel and sdist, prove them reproducible, check them")
    upload = commands.add_parser("publish", help="upload what was built to a package index")
    upload.add_argument("url", metavar="URL", help="the index's upload URL, without credentials")
    upload.add_argument("--simple", metavar="URL", help="its simple pages (URL/simple/)")
    upload.add_argument("--dry-run", action="store_true", help="compare, but upload nothing")
    consumers = commands.add_parser("consumers", help="try the wheel on every Python found")
    consumers.add_argument("--python", metavar="X.Y", help="only this one; 3.14t is free-threaded")
    consumers.add_argument(
        "--row", metavar="TEXT", help="only combinations with this in their name"
    )
    chosen = parser.parse_args(arguments)
    console = Console()
    try:
        if chosen.command == "build":
            build(chosen.project, chosen.dist, console)
        elif chosen.command == "publish":
            publish_build(chosen, console)
        else:
            try_consumers(chosen, console)
    except PipelineError as error:
        console.failure(error)
        return 2
    return 0


def build(folder: Path, dist: Path, console: Console) -> None:
    """Build into a folder that gets only what passed every check."""
    from pipeline.packaging.artifacts import build_artifacts, read_project
    from pipeline.packaging.attest import read_manifest, write_attestation
    from pipeline.packaging.checks import check_artifacts
    from pipeline.packaging.reproduce import prove

    project = read_project(folder)
    read_manifest(project)
    _require_folder(dist)
    content = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        started = time.perf_counter()
        artifacts = build_artifacts(folder, work / "first")
        console.step("build", f"{project.name} {project.version}", time.perf_counter() - started)
        started = time.perf_counter()
        text = check_artifacts(
            project, artifacts, REQUIREMENTS / "old-twine.txt", work / "old-twine"
        )
        console.step("check", text, time.perf_counter() - started)
        started = time.perf_counter()
        prove(
            folder,
            artifacts,
            REQUIREMENTS / "build.txt",
            work / "again",
            lambda line: console.line(f"  {line}"),
        )
        console.step("prove", "every build gives the same bytes", time.perf_counter() - started)
        attestation = write_attestation(project, artifacts, content["build-system"]["requires"][0])
        try:
            dist.mkdir(parents=True, exist_ok=True)
            for path in (artifacts.wheel, artifacts.sdist, attestation):
                (dist / path.name).write_bytes(path.read_bytes())
        except OSError as error:
            raise _unwritable(dist, error.strerror or str(error)) from None
        digests = artifacts.digests
    for name, digest in sorted(digests.items()):
        console.line(f"{digest}  {dist.name}/{name}")


def _require_folder(dist: Path) -> None:
    """Refuse a place where no folder can be, before the work rather than after it."""
    there = next(path for path in (dist, *dist.absolute().parents) if path.exists())
    if not there.is_dir():
        raise _unwritable(dist, f"{there.name} is a file")
    if not os.access(there, os.W_OK):
        raise _unwritable(dist, "permission denied")


def _unwritable(dist: Path, reason: str) -> PipelineError:
    return PipelineError(
        Problem(
            f"cannot be written: {reason}",
            document=str(dist),
            remedy="Give another folder with --dist, or see to the permissions of this one",
        )
    )


def publish_build(chosen: argparse.Namespace, console: Console) -> None:
    """Upload what `build` left."""
    from pipeline.packaging.artifacts import read_project
    from pipeline.packaging.publish import publish

    started = time.perf_counter()
    done = publish(
        read_project(chosen.project),
        chosen.dist,
        chosen.url,
        simple=chosen.simple,
        dry_run=chosen.dry_run,
    )
    for name in done.present:
        console.line(f"  {name}: there already, byte for byte")
    for name in done.uploaded:
        console.line(f"  {name}: {'would be uploaded' if chosen.dry_run else 'uploaded'}")
    origin = f"credentials from {done.origin}" if done.origin else "without credentials"
    console.step("publish", f"{chosen.url}, {origin}", time.perf_counter() - started)


def try_consumers(chosen: argparse.Namespace, console: Console) -> None:
    """Run the matrix of Pythons, dependencies and extras."""
    from pipeline.packaging.artifacts import found_artifacts, read_project
    from pipeline.packaging.consumers import try_all

    project = read_project(chosen.project)
    artifacts = found_artifacts(project, chosen.dist)
    try_all(project, artifacts.wheel, ROOT / "tests", console, only=chosen.python, row=chosen.row)


if __name__ == "__main__":
    sys.exit(main())
