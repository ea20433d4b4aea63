"""Known defects of peers: which differences are expected, so that new ones show."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from parity.compare import Difference
from parity.session import Result

__all__ = ["KNOWN", "Defect", "Judgement", "judge", "load_defects"]

KNOWN = Path(__file__).parent / "known-defects.toml"


@dataclass(frozen=True, slots=True)
class Defect:
    """An entry of `known-defects.toml`; `cases`, `field`, `expected`, `found` are patterns."""

    sdk: str
    cases: str
    field: str
    what: str
    evidence: str
    expected: str = "*"
    found: str = "*"

    def covers(self, result: Result, difference: Difference) -> bool:
        """Whether a difference is this defect's."""
        return (
            self.sdk == result.sdk
            and _fits(result.case, self.cases)
            and _fits(difference.field, self.field)
            and _fits(difference.expected, self.expected)
            and _fits(difference.found, self.found)
        )


def _fits(text: str, pattern: str) -> bool:
    # Only `*` is special in a pattern.
    return fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the results mean for the session.

    Attributes:
        new: Results with differences that no entry covers, and those differences.
        known: Covered differences by case and SDK: the entries that cover them.
        fixed: Entries of the SDKs played that cover nothing any more.
    """

    new: tuple[tuple[Result, tuple[Difference, ...]], ...]
    known: dict[tuple[str, str], tuple[Defect, ...]]
    fixed: tuple[Defect, ...]

    @property
    def passed(self) -> bool:
        """Whether there is nothing new and nothing fixed."""
        return not self.new and not self.fixed


def load_defects(path: Path = KNOWN) -> list[Defect]:
    """The known defects."""
    return [Defect(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["defect"]]


def judge(results: Iterable[Result], defects: Sequence[Defect]) -> Judgement:
    """Hold results against the known defects."""
    new: list[tuple[Result, tuple[Difference, ...]]] = []
    known: dict[tuple[str, str], tuple[Defect, ...]] = {}
    used: set[Defect] = set()
    played: set[str] = set()
    for result in results:
        played.add(result.sdk)
        cover = [
            (d, next((k for k in defects if k.covers(result, d)), None)) for d in result.differences
        ]
        covering = {entry for _, entry in cover if entry is not None}
        uncovered = tuple(difference for difference, entry in cover if entry is None)
        used |= covering
        if uncovered:
            new.append((result, uncovered))
        elif covering:
            known[result.case, result.sdk] = tuple(d for d in defects if d in covering)
    fixed = tuple(d for d in defects if d.sdk in played and d not in used)
    return Judgement(tuple(new), known, fixed)
