"""Where a place of the merged and overlaid document comes from: what people can open and change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipeline.build import DOCUMENT
from pipeline.errors import Problem
from pipeline.merge.report import MergePart, MergeReport
from pipeline.overlay.apply import ActionReport
from pipeline.pointer import depth, join, split

__all__ = ["Origins"]

# How many tokens of a pointer name a component, or an operation's path and method.
_LEAST = 3
# How far below a place a change still counts as one of it.
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Origins:
    """What a document was made of.

    Attributes:
        parts: The vendor's documents.
        report: What the merge did.
        actions: What the overlays did, in order.
        lines: By overlay, JSON pointer to source line.
    """

    parts: Sequence[MergePart]
    report: MergeReport
    actions: Sequence[ActionReport]
    lines: Mapping[str, Mapping[str, int]]

    def told(self, problem: Problem) -> Problem:
        """A problem of the merged document with where its place comes from; others as they are."""
        if problem.document != DOCUMENT or problem.pointer is None or problem.origins:
            return problem
        return replace(problem, origins=tuple(self._of(split(problem.pointer))))

    def _of(self, tokens: tuple[str, ...]) -> Iterator[str]:
        deepest = _LEAST - 1
        told: list[str] = []
        for part in self.parts:
            for place in self._places(part, tokens):
                reached = depth(part.document.tree, place)
                if reached > deepest:
                    deepest, told = reached, []
                if reached == deepest >= _LEAST:
                    known = join("", *place[:reached])
                    told.append(f"from {_at(part.document.name, part.document.lines, known)}")
        yield from told
        action = self._last_action(tokens, deepest)
        if action is not None:
            yield action

    def _places(self, part: MergePart, tokens: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Where a place of the merged document is in a source, if anywhere."""
        tree, name = part.document.tree, part.document.name
        if tokens[:1] == ("paths",):
            yield tokens
        elif tokens[:1] == ("components",) and len(tokens) >= _LEAST:
            _, section, new, *rest = tokens
            for old in (tree.get("components") or {}).get(section) or {}:
                if self.report.merged_name(name, section, old) == new:
                    yield ("components", section, old, *rest)

    def _last_action(self, tokens: tuple[str, ...], least: int) -> str | None:
        """The action that last wrote a place; failing that, the last to change something in it."""
        best, found = least, None
        near: str | None = None
        for action in self.actions:
            for pointer in action.pointers:
                matched = split(pointer)
                if matched == tokens[: len(matched)] and action.operation != "remove":
                    reached = len(matched) + depth(action.value, tokens[len(matched) :])
                    if reached >= max(best, _LEAST):
                        best = reached
                        found = self._told_action(action, tokens[len(matched) : reached])
                elif matched[: len(tokens)] == tokens and len(matched) <= len(tokens) + _NEAR:
                    near = self._told_action(action, ())
        return found or near

    def _told_action(self, action: ActionReport, inside: tuple[str, ...]) -> str:
        lines = self.lines.get(action.overlay, {})
        here = join("/actions", action.number - 1)
        written = join(here, action.operation, *inside)
        place = _at(action.overlay, lines, written if written in lines else here)
        return f"changed by {place}, action {action.number}"


def _at(name: str, lines: Mapping[str, int], pointer: str) -> str:
    line = lines.get(pointer)
    return name if line is None else f"{name}:{line}"
