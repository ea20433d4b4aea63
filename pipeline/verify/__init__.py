"""Verify: all of the document has its place in the generated package, and every example fits.

`account` reads the generated modules as text, so that neither the surface nor the templates can
hide what they lost; `round_trip` runs them on every example of the document.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import PipelineError
from pipeline.types import JsonObject, Tree
from pipeline.verify.account import account
from pipeline.verify.roundtrip import round_trip

__all__ = ["Verification", "account", "round_trip", "verify"]


@dataclass(frozen=True, slots=True)
class Verification:
    """What was accounted for: how many of each kind, and how many examples went round."""

    counts: dict[str, int]
    examples: int

    @property
    def summary(self) -> str:
        parts = ", ".join(f"{number} {kind}" for kind, number in self.counts.items())
        return f"{parts} accounted for; {self.examples} examples decode and encode to equal JSON"


def verify(files: Tree, tree: JsonObject, *, package_name: str) -> Verification:
    """Check a generated project against the document it was generated from.

    Args:
        files: The generated project.
        tree: The merged document with its overlays.
        package_name: The package's folder in `files`.

    Raises:
        PipelineError: naming the pointer of everything that has no place, or doesn't go round.
    """
    counts, problems = account(files, tree, package_name)
    if problems:
        raise PipelineError(problems)
    examples, problems = round_trip(files, tree, package_name)
    if problems:
        raise PipelineError(problems)
    return Verification(counts, examples)
