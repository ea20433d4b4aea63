"""The Python code in Markdown documents, and what is said to come of it.

`python -m tests.support.documents FOLDER` writes it as modules into a folder, for type checkers.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["DOCUMENTS", "ROOT", "Example", "examples", "module_of"]

ROOT: Final = Path(__file__).parents[2]
# Those whose code runs in the tests, each as one program.
DOCUMENTS: Final = (
    "README.md",
    "generated/README.md",
    "docs/migrating.md",
    "docs/observability.md",
    "docs/reasoning.md",
    "docs/reliability.md",
    "docs/streaming.md",
    "docs/testing.md",
)

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


def module_of(path: Path) -> str:
    """The code of a document as one module, each line at its number in the document."""
    lines = [""] * path.read_text(encoding="utf-8").count("\n")
    for example in examples(path):
        code = example.code.splitlines()
        lines[example.line : example.line + len(code)] = code
    return "\n".join([*lines, ""])


def main(folder: Path) -> None:
    """Write a module for each document, and pyright's settings for all of them."""
    for name in DOCUMENTS:
        stem = name.removesuffix(".md").replace("/", "_")
        (folder / f"{stem}.py").write_text(module_of(ROOT / name), encoding="utf-8")
    # By default pyright leaves out what lies below a hidden folder, such as nox's.
    settings = {"include": ["."], "exclude": [], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
