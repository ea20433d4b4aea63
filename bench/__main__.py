"""`python -m bench`: one table, ratios first."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from .precompile import compile_all
from .report import as_json, line, save, save_docs, table_head
from .rows import FULL, GROUPS, QUICK, all_rows

_HERE = Path(__file__).parent


def main() -> None:
    """Measure, print, and write the run down."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute, without the peers")
    parser.add_argument("--docs", action="store_true", help="also rewrite docs/performance.*")
    parser.add_argument("--only", default="", choices=GROUPS, help="one group of rows")
    arguments = parser.parse_args()
    form = QUICK if arguments.quick else FULL
    began = time.monotonic()
    compile_all()
    print(table_head(), flush=True)
    rows = []
    for row in all_rows(form, arguments.only):
        print(line(row), flush=True)
        rows.append(row)
    unmet = [row.key for row in rows if row.is_met is False]
    print(f"{len(rows)} rows in {time.monotonic() - began:.0f} s; {len(unmet)} bars not met")
    if arguments.only:
        return
    run = as_json(rows, "quick" if arguments.quick else "full")
    print(save(run, _HERE / "results"))
    if arguments.docs:
        save_docs(run, _HERE.parent / "docs")


if __name__ == "__main__":
    main()
