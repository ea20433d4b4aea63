"""`python -m evolink_kimi.verify`: is this package what was built?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import Check, verify

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Print each check; return 0 if none failed, 1 if one did, 2 if none could be made."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Compute the digests of this package again and compare them with those it was "
        "built with. They find changes; they are no signature.",
    )
    parser.add_argument(
        "--attestation",
        type=Path,
        metavar="FILE",
        help="the attestation built beside the wheel; checks wheel and sdist in its folder too",
    )
    parser.add_argument(
        "--sources",
        type=Path,
        metavar="FOLDER",
        help="a checkout of the pipeline it was built from",
    )
    options = parser.parse_args(argv)
    try:
        checks = verify(options.attestation, options.sources)
    except ModuleNotFoundError as error:
        print(f"error: not a built package: {error}", file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for check in checks:
        print(f"{_word(check):8} {check.name:9} {check.detail}")
    failed = [check for check in checks if check.ok is False]
    if failed:
        print(f"error: {len(failed)} of {len(checks)} checks failed", file=sys.stderr)
    return 1 if failed else 0


def _word(check: Check) -> str:
    return {True: "ok", False: "FAILED", None: "skipped"}[check.ok]


if __name__ == "__main__":
    sys.exit(main())
