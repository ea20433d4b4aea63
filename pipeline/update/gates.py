"""What a new client has to pass: the tests, and the promises of the last release."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.visible import fenced

__all__ = ["keep_promises", "run_tests"]

_TESTS = ("tests/snapshot", "tests/sdk")
# How much of a tool's output a message repeats, in lines.
_LAST = 30
# And of each line, in characters.
_WIDEST = 400


def run_tests(work: Path) -> str:
    """Run the snapshot and SDK tests in a copy of the checkout.

    Returns:
        Their last line.

    Raises:
        PipelineError: with the end of what they printed.
    """
    folders = [folder for folder in _TESTS if any((work / folder).glob("test_*.py"))]
    if not folders:
        return "there are no snapshot or SDK tests here"
    options = ["-q", "-p", "no:cacheprovider"]
    if importlib.util.find_spec("xdist") is not None:
        options += ["-n", "auto", "--dist", "worksteal"]
    code, output = _run([sys.executable, "-m", "pytest", *options, *folders], work)
    if code != 0:
        raise PipelineError(
            Problem(
                f"the tests fail on the new client:\n{_last(output.splitlines())}",
                document=", ".join(folders),
                remedy="Mend overlays, templates or tests. --no-tests takes the update in without "
                "them, to mend them there",
            )
        )
    return output.rstrip().rpartition("\n")[2]


def keep_promises(work: Path, typing: Path, *, breaking: bool) -> str:
    """Check the last release's typing tests against the new client.

    Args:
        typing: Folder of those tests.
        breaking: Whether the report says so; then a failure is expected and only told.

    Returns:
        What was found: a sentence, and below it as Markdown what mypy says of a break.

    Raises:
        PipelineError: if they fail and the report says that nothing breaks.
    """
    if not any(typing.glob("*.py")):
        return "the last release has no typing tests"
    if importlib.util.find_spec("mypy") is None:
        return "mypy is not installed, so the last release's typing tests were not checked"
    config = typing / "mypy.ini"
    how = ["--config-file", str(config)] if config.is_file() else ["--strict"]
    command = [sys.executable, "-m", "mypy", "--cache-dir", os.devnull, *how, str(typing)]
    code, output = _run(command, work, MYPYPATH="generated")
    if code == 0:
        return "the last release's typing tests pass against the new client"
    if breaking:
        told = "the last release's typing tests fail, as a breaking change may:"
        return f"{told}\n\n{fenced(_errors(output), '  ')}"
    raise PipelineError(
        Problem(
            f"the last release's typing tests fail against the new client:\n{_errors(output)}",
            document=typing.name,
            remedy="The report says that nothing breaks: keep the old names by overlay, or have "
            "the rule that missed this mended",
        )
    )


def _run(command: Sequence[str], folder: Path, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return done.returncode, done.stdout.rstrip()


def _errors(output: str) -> str:
    """What mypy finds, without the notes that repeat all overloads of a method."""
    return _last([line for line in output.splitlines() if ": note: " not in line])


def _last(lines: Sequence[str]) -> str:
    cut = (line if len(line) <= _WIDEST else f"{line[:_WIDEST]}…" for line in lines[-_LAST:])
    return "\n".join(cut)
