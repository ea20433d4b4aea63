"""The whole update, step by step."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.update import workspace
from pipeline.update.incoming import Incoming, gather
from pipeline.visible import code_span, count

if TYPE_CHECKING:
    from pipeline.changes.report import ChangeReport

__all__ = ["REPORTS", "Outcome", "record_release", "update"]

REPORTS = ("change-report.json", "change-report.md")

# What an update is made from: if it changes meanwhile, the update is void.
_INPUTS = (
    "openapi",
    "overlays",
    "generator-templates",
    "pipeline",
    "requirements/pipeline.txt",
    "LICENSE",
    "released",
    "generated",
    # Whose code is recorded.
    "README.md",
    "docs",
    "tests/typing",
)

_REPLACED = ("openapi", "released", "generated", *REPORTS)


class Outcome(IntEnum):
    """What an update came to; the values are the exit codes of `python -m pipeline.update`."""

    UNCHANGED = 0
    FAILED = 2
    COMPATIBLE = 3
    BREAKING = 4


def update(
    root: Path,
    given: Sequence[str],
    console: Console,
    *,
    fetch: bool = True,
    tests: bool = True,
    date: str | None = None,
) -> Outcome:
    """Bring a checkout up to date with its sources, or leave it as it is.

    Args:
        root: The checkout.
        given: Pages, documents, folders or URLs; the pages of sources.toml if none is given.
        fetch: Whether sources are read at all; without, a release is made of what people changed
            in overlays, templates and runtime since the last one.
        tests: Whether the new client has to pass the tests.
        date: Of the release, `YYYY-MM-DD`; today's if not given.

    Raises:
        PipelineError: naming document, pointer, overlay action, reason and remedy. The checkout is
            then as it was.
    """

    def waiting() -> None:
        console.line("another update is at work here; waiting for it")

    if not root.is_dir():
        raise PipelineError(
            Problem("there is no such folder", document=str(root), remedy="Name a checkout")
        )
    with workspace.locked(root, told=waiting):
        workspace.sweep(root)
        if workspace.recover(root):
            console.line("an update that had been cut off is now complete")
        started = time.perf_counter()
        incoming: list[Incoming] = []
        if fetch:
            incoming, notes = gather(root / "openapi", given)
            for note in notes:
                console.line(f"          {note}")
            seconds = time.perf_counter() - started
            told = ", ".join(i.source.file for i in incoming) or "nothing changed"
            console.step("sources", told, seconds)
            if not incoming:
                return Outcome.UNCHANGED
        workspace.require_writable(root, _REPLACED)
        before = workspace.digest(root, _INPUTS)
        with workspace.scratch(root) as work:
            report = _make(root, work, incoming, console, tests=tests, date=date)
            if report is None:
                console.line("Nothing has changed since the last release.")
                return Outcome.UNCHANGED
            if workspace.digest(root, _INPUTS) != before:
                raise PipelineError(
                    Problem(
                        "the checkout was changed while the update was at work",
                        document=str(root),
                        remedy="Nothing was written; run the update again",
                    )
                )
            workspace.commit(root, work, _REPLACED)
        console.line()
        for line in report.summary():
            console.line(line)
        console.line(f"The whole of it: {', '.join(REPORTS)}")
        return Outcome.BREAKING if report.verdict == "breaking" else Outcome.COMPATIBLE


def _make(
    root: Path,
    work: Path,
    incoming: Sequence[Incoming],
    console: Console,
    *,
    tests: bool,
    date: str | None,
) -> ChangeReport | None:
    """Make the new client in a copy of the checkout; None if there is nothing to release."""
    from dataclasses import replace

    from pipeline.build import PACKAGE, build
    from pipeline.changes.change import Bump
    from pipeline.changes.griffe_check import breakages
    from pipeline.changes.ledger import entry, newest_version, unreleased, with_release
    from pipeline.changes.version import next_version
    from pipeline.snapshot import read_tree, seal, write_tree
    from pipeline.update import gates
    from pipeline.update.plan import RELEASED, compare, examine, put, read_baseline
    from pipeline.update.renames import renamed

    started = time.perf_counter()
    put(incoming, work / "openapi")
    baseline = read_baseline(root)
    try:
        state = examine(work)
    except PipelineError as error:
        # What was renamed comes first: the others follow from it.
        causes = renamed(incoming, root / "openapi", error.problems)
        raise PipelineError([*causes, *error.problems]) from None
    ledger = work / "openapi" / "releases.toml"
    text = ledger.read_text(encoding="utf-8")
    people = unreleased(text)
    report = replace(compare(root, incoming, baseline, state), people=people.bump)
    is_first = baseline.document is None
    if is_first and people.bump is not Bump.NONE:
        raise PipelineError(
            Problem(
                "there are unreleased changes, and no release before them",
                document=ledger.name,
                remedy="Make them part of the entry of the first release",
            )
        )
    if report.bump is Bump.NONE and not incoming and not is_first:
        return None
    old_version = newest_version(text)
    new_version = old_version if is_first else next_version(old_version, report.bump)
    if new_version != old_version:
        day = date or datetime.datetime.now(datetime.UTC).date().isoformat()
        told = entry(report.wire, report.api, people.changes)
        text = with_release(text, new_version, day, told, people.broken)
        ledger.write_text(text, "utf-8", newline="\n")
    console.step(
        "classify",
        f"{report.verdict}, {count(len(report.wire), 'change')} on the wire, "
        f"{len(report.api)} in the API, "
        f"version {new_version}",
        time.perf_counter() - started,
    )
    tree = build(work, console.step)
    started = time.perf_counter()
    folder = work / "generated"
    report = replace(
        report,
        griffe=[] if is_first else breakages(read_tree(folder), tree, PACKAGE),
        old_version="" if is_first else old_version,
        new_version=new_version,
        notes=[*report.notes, *_introduced(incoming)],
    )
    write_tree(seal(tree, work), folder)
    promises = gates.keep_promises(
        work, work / RELEASED / "typing", breaking=report.verdict == "breaking"
    )
    report.notes.append(_capital(promises))
    console.step("promises", promises.partition("\n")[0].rstrip(":"), time.perf_counter() - started)
    if tests:
        started = time.perf_counter()
        console.step("tests", gates.run_tests(work), time.perf_counter() - started)
    record_release(work, state.files(new_version))
    json_text = json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n"
    (work / REPORTS[0]).write_text(json_text, encoding="utf-8", newline="\n")
    (work / REPORTS[1]).write_text(report.to_markdown() + "\n", encoding="utf-8", newline="\n")
    return report


def _introduced(incoming: Sequence[Incoming]) -> list[str]:
    return [
        f"{code_span(i.source.file)} is a new source, {code_span(i.source.operation)}. Its file "
        f"name and its prefix {code_span(i.source.prefix)} are a proposal: change them in "
        "sources.toml."
        for i in incoming
        if i.is_new
    ]


def record_release(work: Path, files: dict[str, bytes]) -> None:
    """Make the state the last release's, with its typing tests and the code of its documents."""
    import shutil

    from pipeline.documents import blocks, documents

    folder = work / "released"
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    tests, typing = work / "tests" / "typing", folder / "typing"
    shutil.rmtree(typing, ignore_errors=True)
    if any(tests.glob("*.py")):
        shutil.copytree(tests, typing, ignore=shutil.ignore_patterns("__pycache__", "*_cache"))
    shutil.rmtree(folder / "documents", ignore_errors=True)
    for name in documents(work):
        target = folder / "documents" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        code = blocks((work / name).read_text(encoding="utf-8"))
        target.write_text(code, encoding="utf-8", newline="\n")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
