"""The Python code in Markdown documents, and what is said to come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Example", "examples"]

_BLOCK: Final = re.compile(
    r"(?:^<!-- gateway: (?P<gateway>.*?) -->\n)?"
    r"^```python\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<output>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class Example:
    """One block of Python.

    Attributes:
        line: Number of the line of the document before its code.
        code: The code.
        gateway: What the mock gateway answers to it, as Python between commas; "" if it asks for
            nothing in particular.
        output: What it prints, from a block of text right after it; None if that is not told.
    """

    line: int
    code: str
    gateway: str
    output: str | None


def examples(path: Path) -> Iterator[Example]:
    """The blocks of Python in a document.

    A comment `<!-- gateway: Reply(...), ... -->` right before a block has the mock gateway's
    replies.
    """
    text = path.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("code"))
        yield Example(line, found["code"], found["gateway"] or "", found["output"])
