"""`python -m pipeline regenerate` and `python -m pipeline check`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pipeline.console import Console
from pipeline.errors import PipelineError
from pipeline.snapshot import check_replaceable, compare, digests_match, read_tree, seal, write_tree

ROOT = Path(__file__).parents[1]

# A file that is new or gone would otherwise bury the others.
_MOST_DIFF_LINES = 200


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a stale snapshot, 2 for a failure."""
    parser = argparse.ArgumentParser(prog="python -m pipeline", description=__doc__)
    parser.add_argument(
        "--root", type=Path, default=ROOT, help="the checkout to work in (default: this one)"
    )
    parser.add_argument(
        "--output", type=Path, help="where the client goes (default: generated/ of the checkout)"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("regenerate", help="generate the client from the documents and overlays")
    check = commands.add_parser("check", help="fail if the client is not what would be generated")
    check.add_argument("--full", action="store_true", help="regenerate even if all digests match")
    chosen = parser.parse_args(arguments)
    console = Console()
    folder = chosen.output or chosen.root / "generated"
    try:
        if chosen.command == "regenerate":
            return regenerate(chosen.root, folder, console)
        return check_snapshot(chosen.root, folder, console, full=chosen.full)
    except PipelineError as error:
        console.failure(error)
        return 2


def regenerate(root: Path, folder: Path, console: Console) -> int:
    """Generate and replace the snapshot."""
    from pipeline.build import build

    if folder.resolve() != (root / "generated").resolve():  # which is the pipeline's anyway
        check_replaceable(folder)
    tree = seal(build(root, console.step), root)
    started = time.perf_counter()
    changes = compare(read_tree(folder), tree)
    if changes:
        write_tree(tree, folder)
    text = f"{len(changes)} files changed" if changes else "nothing changed"
    console.step("write", f"{folder.name}/: {text}", time.perf_counter() - started)
    return 0


def check_snapshot(root: Path, folder: Path, console: Console, *, full: bool) -> int:
    """Compare the snapshot with what would be generated now."""
    started = time.perf_counter()
    if not full and digests_match(root, folder):
        seconds = time.perf_counter() - started
        console.step("check", f"{folder.name}/ is fresh, by all digests", seconds)
        return 0
    from pipeline.build import build

    differences = compare(read_tree(folder), seal(build(root, console.step), root))
    if not differences:
        seconds = time.perf_counter() - started
        console.step("check", f"{folder.name}/ is fresh, by regeneration", seconds)
        return 0
    for difference in differences:
        console.line(f"{difference.kind}: {folder.name}/{difference.path}")
    for difference in differences:
        if difference.path != "manifest.json":
            lines = difference.diff.splitlines()
            console.line()
            console.diff("\n".join(lines[:_MOST_DIFF_LINES]))
            if len(lines) > _MOST_DIFF_LINES:
                console.line(f"… {len(lines) - _MOST_DIFF_LINES} more lines of this file")
    console.line()
    console.line(f"{folder.name}/ is stale: {len(differences)} files differ.")
    console.line("To accept the changes: python -m nox -s regenerate")
    return 1


if __name__ == "__main__":
    sys.exit(main())
