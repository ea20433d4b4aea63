"""`python -m pipeline.update [SOURCE …]`.

Exit codes: 0 nothing changed, 3 a compatible change, 4 a breaking change, 2 failed; after 2 and
after an interruption the checkout is as it was.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from pipeline.console import Console
from pipeline.errors import PipelineError
from pipeline.update import Outcome, update

ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run an update; the exit code tells what it came to."""
    parser = argparse.ArgumentParser(
        prog="python -m pipeline.update",
        description="Turn new documents into a reviewed, versioned, tested client, or say why not.",
        epilog="Exit codes: 0 nothing changed, 3 compatible, 4 breaking, 2 failed.",
    )
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="documentation pages, documents, folders or URLs; by default the pages that "
        "openapi/sources.toml lists",
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout (default: this one)")
    parser.add_argument(
        "--no-fetch",
        action="store_true",
        help="read no source: release what people changed since the last release",
    )
    parser.add_argument(
        "--no-tests", action="store_true", help="take the update in without running the tests"
    )
    chosen = parser.parse_args(arguments)
    if chosen.no_fetch and chosen.sources:
        parser.error("--no-fetch reads no source, and sources are given")
    console = Console()
    signal.signal(signal.SIGTERM, _terminated)
    try:
        return update(
            chosen.root,
            chosen.sources,
            console,
            fetch=not chosen.no_fetch,
            tests=not chosen.no_tests,
        )
    except PipelineError as error:
        console.failure(error)
        console.line("Nothing was changed.")
        return Outcome.FAILED
    except KeyboardInterrupt:
        console.line("Interrupted.")
        return 130


def _terminated(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
