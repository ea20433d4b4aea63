"""What an independent tool says of the same two documents: `redocly diff`, and where it differs.

`python -m pipeline.changes.second_opinion` compares the record of the release in the working tree
with the one of a commit, and adds its opinion to the change reports that lie there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.changes.change import Bump, Change
from pipeline.changes.ledger import code, kind, pointer_code
from pipeline.changes.wire import compare_wire
from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.types import Json, JsonObject

__all__ = ["Opinion", "ask_redocly", "differences", "main"]

ROOT = Path(__file__).parents[2]
# Where the tool is installed from its lock file.
TOOL = ROOT / "ci" / "second-opinion"

_RECORD = "released/openapi.json"
_TITLE = "## A second opinion"
# How many differences the report for people names.
_NAMED = 25
_IMPACTS = {"major": Bump.MAJOR, "minor": Bump.MINOR, "patch": Bump.PATCH}


@dataclass(frozen=True, slots=True)
class Opinion:
    """One change as the tool sees it: where (of a rename, both places, the new one first), how much
    it asks of the version, and why."""

    pointers: tuple[str, ...]
    impact: Bump
    reason: str


def ask_redocly(old: JsonObject, new: JsonObject, command: Sequence[str]) -> list[Opinion]:
    """What `redocly diff` says of two documents.

    Args:
        command: How to run redocly.

    Raises:
        PipelineError: if it cannot be run, or does not answer in the form that is known.
    """
    with tempfile.TemporaryDirectory(prefix="diff-") as folder:
        for name, tree in (("old.json", old), ("new.json", new)):
            (Path(folder) / name).write_text(json.dumps(tree), encoding="utf-8")
        try:
            done = subprocess.run(
                [*command, "diff", "old.json", "new.json", "--format=json", "--fail-on=none"],
                cwd=folder,
                env={**os.environ, "REDOCLY_TELEMETRY": "off"},
                capture_output=True,
                timeout=300,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _failed(str(error)) from None
    try:
        return [_opinion(change) for change in json.loads(done.stdout)["changes"]]
    except (ValueError, KeyError, TypeError):
        words = done.stderr.decode(errors="replace").strip().splitlines()
        raise _failed(words[-1] if words else "it says nothing") from None


def _opinion(change: Json) -> Opinion:
    # Places in the documents, rather than the way from an operation to them.
    places = [change[side]["pointer"] for side in ("revision", "base") if side in change]
    if not places:
        raise KeyError("base")
    verdicts = change.get("verdicts") or []
    bare = f"{change['kind']} {change.get('property', '')}".strip()
    reason = verdicts[0]["message"] if verdicts else bare
    pointers = tuple(dict.fromkeys(place.lstrip("#") for place in places))
    return Opinion(pointers, _IMPACTS[change["impact"]], reason)


def differences(ours: Sequence[Change], theirs: Sequence[Opinion]) -> list[str]:
    """Where two opinions differ on whether something breaks, a sentence each."""
    return list(dict.fromkeys(_differences(ours, theirs)))


def _differences(ours: Sequence[Change], theirs: Sequence[Opinion]) -> Iterator[str]:
    for change in ours:
        if change.bump is Bump.MAJOR and not any(
            o.impact is Bump.MAJOR and _near(o, change) for o in theirs
        ):
            yield (
                f"{pointer_code(change.pointer)}, {kind(change)}: breaking here "
                f"({change.whom}), not for redocly."
            )
    for opinion in theirs:
        if opinion.impact is Bump.MAJOR and not any(
            c.bump is Bump.MAJOR and _near(opinion, c) for c in ours
        ):
            yield (
                f"{pointer_code(opinion.pointers[0])}: breaking for redocly "
                f"({code(opinion.reason)}), not here."
            )


def _near(opinion: Opinion, change: Change) -> bool:
    """Whether one is about the place of the other, or about what is inside it."""
    return any(
        f"{one}/".startswith(f"{other}/")
        for pointer in opinion.pointers
        for one, other in ((pointer, change.pointer), (change.pointer, pointer))
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print and add to the change reports; the exit code is 0, or 2 for a failure."""
    parser = argparse.ArgumentParser(description="Ask redocly what changed since a commit.")
    parser.add_argument("--base", default="HEAD", help="the commit to compare with (HEAD)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout (default: this one)")
    chosen = parser.parse_args(arguments)
    console = Console()
    try:
        old, new = _recorded(chosen.root, chosen.base), _released(chosen.root)
        theirs = ask_redocly(old, new, ["node", str(TOOL / "node_modules/@redocly/cli/bin/cli.js")])
        told = differences(compare_wire(old, new), theirs)
    except PipelineError as error:
        console.failure(error)
        return 2
    bump = max((o.impact for o in theirs), default=Bump.NONE)
    console.line(f"redocly: {bump}, {len(theirs)} changes; {len(told)} opinions differ")
    for sentence in told:
        console.line(f"  {sentence}")
    _add(chosen.root, bump, theirs, told)
    return 0


def _recorded(root: Path, base: str) -> JsonObject:
    command = ["git", "-C", str(root), "show", f"{base}:{_RECORD}"]
    try:
        done = subprocess.run(command, capture_output=True)
    except OSError as error:
        raise _unread(f"git cannot be run: {error}", "Install git") from None
    if done.returncode != 0:
        raise _unread(
            f"there is no record of a release in {base}", "Name a commit that has one with --base"
        )
    return _parsed(done.stdout, base)


def _released(root: Path) -> JsonObject:
    try:
        return _parsed((root / _RECORD).read_bytes(), "the working tree")
    except OSError as error:
        raise _unread(
            f"there is no record of a release in the working tree: {error.strerror}",
            "Make one with nox -s update",
        ) from None


def _parsed(data: bytes, place: str) -> JsonObject:
    try:
        tree = json.loads(data)
    except ValueError as error:
        raise _unread(f"the record in {place} is not JSON: {error}", "Restore it") from None
    if not isinstance(tree, dict):
        raise _unread(f"the record in {place} is no document", "Restore it")
    return tree


def _unread(reason: str, remedy: str) -> PipelineError:
    return PipelineError(Problem(reason, document=_RECORD, remedy=remedy))


def _add(root: Path, bump: Bump, theirs: Sequence[Opinion], told: Sequence[str]) -> None:
    """Put the opinion into the reports that are there, in the place of an older one."""
    machine, people = root / "change-report.json", root / "change-report.md"
    if machine.exists():
        report = json.loads(machine.read_bytes())
        report["secondOpinion"] = {
            "tool": "redocly diff",
            "bump": str(bump),
            "changes": len(theirs),
            "differences": list(told),
        }
        text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
        machine.write_text(text, encoding="utf-8", newline="\n")
    if people.exists():
        body = people.read_text(encoding="utf-8").partition(f"\n{_TITLE}\n")[0].rstrip()
        lines = [*(f"- {sentence}" for sentence in told[:_NAMED])] or ["It agrees."]
        if len(told) > _NAMED:
            lines.append(f"- {len(told) - _NAMED} more in the JSON report")
        text = "\n".join([body, "", _TITLE, "", f"`redocly diff` says {bump}.", "", *lines, ""])
        people.write_text(text, encoding="utf-8", newline="\n")


def _failed(reason: str) -> PipelineError:
    return PipelineError(
        Problem(
            f"redocly cannot be asked: {reason}",
            remedy="Run nox -s second-opinion, which installs it",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
