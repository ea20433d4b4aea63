"""The typing tests of the last release, held against the client that is installed.

`python -m tests.support.promises` fails if a type checker finds more in them than the ledger
names as broken, or less.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence

from tests.support.documents import ROOT, broken

__all__ = ["differences", "errors"]

_TYPING = "released/typing"
# mypy's cache is that of the session's typing tests, which see the same package.
_CACHE = ".mypy_cache/installed"
_CHECKERS = (
    ("mypy", "--config-file", f"{_TYPING}/mypy.ini", "--cache-dir", _CACHE, _TYPING),
    ("pyright", "--project", _TYPING),
)
# `released/typing/calls.py:40: error: …`, as mypy says it, and `/…/calls.py:40:5 - error: …`.
_ERROR = re.compile(r"([\w.]+\.pyi?):(\d+)(?::\d+)?(?:: | - )error: (.*)")


def errors(output: str) -> dict[str, str]:
    """What a type checker finds, by its place in the folder `released`."""
    return {f"typing/{file}:{line}": said for file, line, said in _ERROR.findall(output)}


def differences(found: dict[str, str], meant: set[str]) -> list[str]:
    """What is broken and not meant to be, and what is said to be and is not."""
    new = [f"{place}: {said}" for place, said in sorted(found.items()) if place not in meant]
    vain = [f"{place}: said to be broken, and is not" for place in sorted(meant - found.keys())]
    return new + vain


def _run(command: Sequence[str]) -> dict[str, str]:
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    found = errors(done.stdout)
    if bool(found) is not bool(done.returncode):
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stdout}")
    return found


def main() -> None:
    """Run both type checkers."""
    found: dict[str, str] = {}
    for command in _CHECKERS:
        found |= _run(command)
    told = differences(found, {place for place in broken() if place.startswith("typing/")})
    if told:
        sys.exit("\n".join([f"{_TYPING}, the promises of the last release:", *told]))


if __name__ == "__main__":
    main()
