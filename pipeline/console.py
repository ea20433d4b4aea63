"""What the pipeline prints: one line a step, and failures that say where and what to do."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from pipeline.errors import PipelineError

__all__ = ["Console"]

_GREEN, _RED, _BOLD, _DIM = "32", "31", "1", "2"


class Console:
    """Prints to a stream, in colour if it is a terminal and `NO_COLOR` is unset."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stdout if stream is None else stream
        # Messages quote documents in any language; a redirected stream may lack the characters.
        if isinstance(self._stream, io.TextIOWrapper):
            self._stream.reconfigure(errors="backslashreplace")
        forced = os.environ.get("FORCE_COLOR", "") not in ("", "0")
        self._colour = forced or (self._stream.isatty() and not os.environ.get("NO_COLOR"))

    def step(self, name: str, text: str, seconds: float) -> None:
        """One line for a step: name, what it did, how long it took."""
        self.line(f"{self._in(_GREEN, f'{name:9}')} {text} {self._in(_DIM, f'({seconds:.2f} s)')}")

    def line(self, text: str = "") -> None:
        print(text, file=self._stream, flush=True)

    def failure(self, error: PipelineError) -> None:
        """Every problem of an error: place, reason and remedy."""
        for problem in error.problems:
            place = problem.place
            head = self._in(_RED, "error")
            self.line(f"{head} {self._in(_BOLD, place)}" if place else head)
            for line in problem.reason.splitlines():
                self.line(f"      {line}")
            if problem.origins:
                self.line(f"      ({', '.join(problem.origins)})")
            if problem.remedy:
                self.line(f"      → {problem.remedy}")

    def diff(self, text: str) -> None:
        """A unified diff, with its lines in colour."""
        for line in text.splitlines():
            colour = {"+": _GREEN, "-": _RED}.get(line[:1])
            self.line(self._in(colour, line) if colour else line)

    def _in(self, colour: str, text: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self._colour else text
