"""`python -m parity vectors` writes the vectors, `python -m parity run` plays them."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from parity import typescript
from parity.cases import VECTORS, load_cases
from parity.known import Judgement, judge, load_defects
from parity.report import as_json, as_markdown
from parity.session import ROOT, Driver, Result, play, python_driver
from parity.surface import missing_from_typescript
from pipeline.console import Console
from pipeline.errors import PipelineError

__all__ = ["main", "python_drivers", "write_vectors"]

FOLDER = Path(__file__).parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a difference, 2 for a failure."""
    parser = argparse.ArgumentParser(prog="python -m parity", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    vectors = commands.add_parser("vectors", help="write the vectors anew")
    vectors.add_argument("--output", type=Path, default=VECTORS)
    run = commands.add_parser("run", help="play all vectors to all SDKs and write the report")
    run.add_argument("--generated", type=Path, default=ROOT / "generated")
    run.add_argument("--output", type=Path, default=FOLDER, help="where the report goes")
    run.add_argument("--python-only", action="store_true", help="only the SDKs that need no Node")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "vectors":
            count = write_vectors(chosen.output)
            print(f"{count} cases")
            return 0
        return _run(chosen.generated, chosen.output, python_only=chosen.python_only)
    except PipelineError as error:
        Console(sys.stderr).failure(error)
        return 2
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2


def write_vectors(folder: Path) -> int:
    """Replace the case folders by what the authoring modules say; the number of cases."""
    from parity.authoring import all_vectors
    from pipeline.build import document

    vectors = all_vectors(document(ROOT))
    for path in folder.glob("*/case.json"):
        shutil.rmtree(path.parent)
    for name, files in vectors.items():
        (folder / name).mkdir(parents=True)
        for file, data in files.items():
            (folder / name / file).write_bytes(data)
    return len(vectors)


def python_drivers(generated: Path) -> list[Driver]:
    """The drivers that need nothing but the tests' own requirements."""
    path = [generated]
    return [
        python_driver("reference", "reference", version="httpx and json"),
        python_driver("python", "python_client", path=path, version="generated"),
        python_driver("python-async", "python_client", "--async", path=path, version="generated"),
    ]


def _run(generated: Path, output: Path, *, python_only: bool) -> int:
    drivers = python_drivers(generated)
    missing: list[str] | None = None
    if not python_only:
        names = ("openapi.yaml", "openapi.split.yaml", "openapi-3.2.yaml")
        drivers.append(typescript.build_driver(generated / "openapi.split.yaml"))
        typescript.lint([generated / name for name in names])
        manifest = json.loads((generated / "parity.json").read_text(encoding="utf-8"))
        missing = list(missing_from_typescript(manifest, typescript.surface()))
        drivers += [
            python_driver(name, f"{name}_client", version=f"{name} {_version(name)}")
            for name in ("openai", "anthropic")
        ]
    cases = load_cases()
    results: list[Result] = []
    for driver in drivers:
        results += play(driver, cases)
        counts = [r.verdict for r in results if r.sdk == driver.name]
        told = ", ".join(f"{counts.count(v)} {v}" for v in ("equal", "unsupported", "differs"))
        print(f"{driver.name:12} {told}", flush=True)
    judgement = judge(results, load_defects())
    for name, form in (("report.json", as_json), ("report.md", as_markdown)):
        text = form(drivers, cases, results, judgement, missing)
        (output / name).write_text(text, encoding="utf-8", newline="\n")
    _tell(judgement, missing or [])
    return 0 if judgement.passed and not missing else 1


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _tell(judgement: Judgement, missing: list[str]) -> None:
    for result, found in judgement.new:
        for difference in found[:5]:
            print(f"{result.sdk}, {result.case}: {difference}")
    for defect in judgement.fixed:
        print(f"{defect.sdk}: a known defect is gone, remove it from the list: {defect.what}")
    for line in missing:
        print(f"typescript surface: {line}")
    print(f"{len(judgement.known)} differences by known defects of peers")


if __name__ == "__main__":
    sys.exit(main())
