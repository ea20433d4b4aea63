"""Running other programs: quiet if they succeed, their last words if they fail."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.errors import PipelineError, Problem

__all__ = ["run"]

_SHOWN_LINES = 30
# The longest are whole test runs; what hangs must not hang a session for ever.
_TIMEOUT_SECONDS = 1800.0


def run(
    command: Sequence[str | Path],
    what: str,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    umask: int | None = None,
    remedy: str | None = None,
    timeout: float = _TIMEOUT_SECONDS,
) -> str:
    """Run a program to its end; return what it printed, standard error included.

    Args:
        command: The program and its arguments.
        what: What it is for, in a noun phrase for messages.
        cwd: The folder to run it in.
        env: The whole environment; by default this process's.
        umask: File mode mask; systems without one ignore it.
        remedy: What to do if it fails.
        timeout: Seconds it may take.

    Raises:
        PipelineError: if it cannot be started, takes too long or its exit code is not 0; with its
            last lines.
    """
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(env) if env is not None else None,
            umask=umask if umask is not None and os.name == "posix" else -1,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        said: Any = error.stdout or b""  # bytes, but on Windows text
        text = said if isinstance(said, str) else said.decode("utf-8", "replace")
        raise PipelineError(
            Problem(_told(f"{what} took longer than {timeout:.0f} s", text), remedy=remedy)
        ) from None
    except OSError as error:
        raise PipelineError(Problem(f"{what} cannot be started: {error}", remedy=remedy)) from None
    if done.returncode:
        text = _told(f"{what} failed (exit code {done.returncode})", done.stdout)
        raise PipelineError(Problem(text, remedy=remedy))
    return done.stdout


def _told(what: str, output: str) -> str:
    return "\n".join([what, *output.rstrip().splitlines()[-_SHOWN_LINES:]])
