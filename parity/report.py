"""The report: a matrix of cases and SDKs, as Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from parity.cases import Case
from parity.known import Defect, Judgement
from parity.session import Driver, Result

__all__ = ["as_json", "as_markdown"]

_MARKS = {"equal": "=", "unsupported": "–", "known": "k", "differs": "≠"}


def _cell(result: Result, judgement: Judgement) -> str:
    if (result.case, result.sdk) in judgement.known:
        return "known"
    return result.verdict


def as_json(
    drivers: Sequence[Driver],
    cases: Sequence[Case],
    results: Sequence[Result],
    judgement: Judgement,
    surface: Sequence[str] | None,
) -> str:
    """The report for programs: each case with each SDK's verdict, differences and reasons."""
    matrix: dict[str, dict[str, Any]] = {case.name: {} for case in cases}
    for result in results:
        told: dict[str, Any] = {"verdict": _cell(result, judgement)}
        if result.differences:
            told["differences"] = [
                {"field": d.field, "expected": d.expected, "found": d.found}
                for d in result.differences
            ]
        if result.unsupported:
            told["unsupported"] = dict(sorted(result.unsupported.items()))
        matrix[result.case][result.sdk] = told
    report = {
        "sdks": {driver.name: driver.version for driver in drivers},
        "passed": judgement.passed and not surface,
        "surface": list(surface or ()),
        "cases": matrix,
    }
    return json.dumps(report, indent=1) + "\n"


def as_markdown(
    drivers: Sequence[Driver],
    cases: Sequence[Case],
    results: Sequence[Result],
    judgement: Judgement,
    surface: Sequence[str] | None,
) -> str:
    """The report for people."""
    cells = {(r.case, r.sdk): r for r in results}
    names = [driver.name for driver in drivers]
    lines = [
        "# Parity report",
        "",
        "Written by `nox -s parity`: each case of [vectors](vectors/README.md) with each SDK.",
        "`=` equal in all it supports, `–` not supported, `k` differs by a known defect of the",
        "peer, `≠` differs.",
        "",
        "| SDK | version | = | – | k | ≠ |",
        "|---|---|---|---|---|---|",
    ]
    for driver in drivers:
        verdicts = [_cell(r, judgement) for r in results if r.sdk == driver.name]
        counts = " | ".join(str(verdicts.count(v)) for v in _MARKS)
        lines.append(f"| {driver.name} | {driver.version} | {counts} |")
    if surface is not None:
        lines += ["", "## The document", ""]
        lines += ["`redocly lint` finds no error in any rendition. The exports of the TypeScript"]
        lines += ["client, generated from the split one, against `generated/parity.json`:"]
        lines += ["", *([f"- {line}" for line in surface] or ["equal."])]
    lines += ["", *_differences(judgement), *_defects(judgement), *_reasons(results)]
    for kind, group in groupby(cases, key=lambda case: case.name.partition("-")[0]):
        lines += [
            f"## {kind}",
            "",
            f"| case | {' | '.join(names)} |",
            f"|---|{'---|' * len(names)}",
        ]
        for case in group:
            found = [cells.get((case.name, name)) for name in names]
            marks = ["" if r is None else _MARKS[_cell(r, judgement)] for r in found]
            lines.append(f"| {case.name} | {' | '.join(marks)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _differences(judgement: Judgement) -> list[str]:
    lines: list[str] = []
    for result, found in judgement.new:
        lines.append(f"- {result.sdk}, {result.case}")
        lines += [f"  - `{difference}`" for difference in found]
    lines += [f"- no longer seen: {d.sdk}, {d.cases}: {d.what}" for d in judgement.fixed]
    return ["## To be dealt with", "", *lines, ""] if lines else []


def _defects(judgement: Judgement) -> list[str]:
    counts: dict[Defect, int] = {}
    for entries in judgement.known.values():
        for entry in entries:
            counts[entry] = counts.get(entry, 0) + 1
    lines = [f"| {d.sdk} | {d.what} | {count} | {d.evidence} |" for d, count in counts.items()]
    head = ["| SDK | what | cases | evidence |", "|---|---|---|---|"]
    return ["## Known defects of peers", "", *head, *lines, ""] if lines else []


def _reasons(results: Sequence[Result]) -> list[str]:
    reasons: dict[tuple[str, str, str], int] = {}
    for result in results:
        for name, why in result.unsupported.items():
            key = (result.sdk, "all of it" if name == "*" else f"`{name}`", why)
            reasons[key] = reasons.get(key, 0) + 1
    lines = [
        f"| {sdk} | {what} | {count} | {why} |"
        for (sdk, what, why), count in sorted(reasons.items())
    ]
    head = ["| SDK | part of a case | cases | why |", "|---|---|---|---|"]
    return ["## Not supported", "", *head, *lines, ""] if lines else []
