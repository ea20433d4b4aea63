"""What a step says when it cannot go on: problems as values, and one exception to carry them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["PipelineError", "Problem"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, told so that a person can mend it.

    Attributes:
        reason: What is wrong, as one sentence without a trailing period.
        document: The file, URL or document name it was found in.
        pointer: JSON pointer (RFC 6901) into that document; `""` is its root, None means unknown.
        line: 1-based line in the source text, where one is known.
        remedy: What the reader can do about it.
        action: For overlays, the 1-based number of the action in its file.
        origins: For a document that was made of others, where the place comes from and what
            changed it, such as `from messages.yaml:120`.
    """

    reason: str
    document: str | None = None
    pointer: str | None = None
    line: int | None = None
    remedy: str | None = None
    action: int | None = None
    origins: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Document, line, action and pointer in the form `file.yaml:12, action 3, #/paths`."""
        parts: list[str] = []
        if self.document is not None:
            parts.append(self.document if self.line is None else f"{self.document}:{self.line}")
        elif self.line is not None:
            parts.append(f"line {self.line}")
        if self.action is not None:
            parts.append(f"action {self.action}")
        if self.pointer is not None:
            parts.append(f"#{self.pointer}")
        return ", ".join(parts)

    def __str__(self) -> str:
        place = self.place
        text = f"{place}: {self.reason}" if place else self.reason
        if self.origins:
            text += f" ({', '.join(self.origins)})"
        return f"{text}. {self.remedy}" if self.remedy else text


class PipelineError(Exception):
    """A step failed. Carries every problem the step found, in document order."""

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (
            (problems,) if isinstance(problems, Problem) else tuple(problems)
        )
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[type[PipelineError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)
