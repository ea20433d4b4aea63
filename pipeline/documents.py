"""The Python code in the documents for users, which a release keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["BLOCK", "blocks", "documents"]

# A block of Python, with the comment before it that tells the mock gateway's replies, and the text
# after it that it prints.
BLOCK: Final = re.compile(
    r"(?:^<!-- gateway: (?P<gateway>.*?) -->\n)?"
    r"^```python\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<output>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)


def documents(root: Path) -> Iterator[str]:
    """The documents of a checkout that hold Python, by their POSIX paths in it."""
    found = [root / "README.md", root / "generated" / "README.md", *(root / "docs").rglob("*.md")]
    for path in sorted(found):
        if path.is_file() and BLOCK.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(root).as_posix()


def blocks(text: str) -> str:
    """A document without what is not code."""
    return "\n".join(found[0] for found in BLOCK.finditer(text))
