"""What the pipeline prints: one line a step, and failures that say where and what to do."""

from __future__ import annotations

import io
import os
import re
import sys
from typing import TextIO

from pipeline.errors import PipelineError
from pipeline.visible import visible

__all__ = ["Console"]

# What GitHub (`::error::`, `##[error]`), Azure and TeamCity take from a log as commands.
_COMMANDS = re.compile(r"^(\s*:)(?=:)|(#)(?=#\w*\[)")
_GREEN, _RED, _BOLD, _DIM = "32", "31", "1", "2"


class Console:
    """Prints to a stream, in colour if it is a terminal and `NO_COLOR` is unset.

    What it prints may quote documents: nothing in it is obeyed by a terminal or a CI system.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        # None if there is nobody to print to, from the start or since a reader went away: what is
        # under way goes on, and its exit code tells how it ended.
        self._stream: TextIO | None = sys.stdout if stream is None else stream
        # Messages quote documents in any language; a redirected stream may lack the characters.
        if isinstance(self._stream, io.TextIOWrapper):
            self._stream.reconfigure(errors="backslashreplace")
        forced = os.environ.get("FORCE_COLOR", "") not in ("", "0")
        is_terminal = self._stream is not None and self._stream.isatty()
        self._colour = forced or (is_terminal and not os.environ.get("NO_COLOR"))

    def step(self, name: str, text: str, seconds: float | None) -> None:
        """One line for a step: name, what it did, how long it took if that is told."""
        took = "" if seconds is None else f" ({seconds:.2f} s)"
        self._print((_GREEN, f"{name:9}"), (None, f" {text}"), (_DIM, took))

    def line(self, text: str = "") -> None:
        """One line; a line break in it is spelled out."""
        self._print((None, text))

    def failure(self, error: PipelineError) -> None:
        """Every problem of an error: place, reason and remedy."""
        for problem in error.problems:
            place = problem.place
            self._print((_RED, "error"), (_BOLD, f" {place}" if place else ""))
            for line in problem.reason.split("\n"):
                self.line(f"      {line}")
            if problem.origins:
                self.line(f"      ({', '.join(problem.origins)})")
            if problem.remedy:
                self.line(f"      → {problem.remedy}")

    def diff(self, text: str) -> None:
        """A unified diff, with its lines in colour."""
        for line in text.split("\n"):
            self._print(({"+": _GREEN, "-": _RED}.get(line[:1]), line))

    def _print(self, *parts: tuple[str | None, str]) -> None:
        """Print parts of a line, each in its colour."""
        safe = ((colour, _COMMANDS.sub(r"\1\2\\", visible(text, "\t"))) for colour, text in parts)
        line = "".join(
            f"\033[{colour}m{text}\033[0m" if colour and text and self._colour else text
            for colour, text in safe
        )
        if self._stream is None:
            return
        try:
            print(line, file=self._stream, flush=True)
        except BrokenPipeError:
            if self._stream is sys.stdout:
                # What is still buffered must not fail again at exit.
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            self._stream = None
