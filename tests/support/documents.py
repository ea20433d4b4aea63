"""The Python code in Markdown documents, and what is said to come of it.

`python -m tests.support.documents FOLDER` writes it as modules into a folder, for type checkers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.changes.ledger import broken_since
from pipeline.documents import BLOCK, documents

__all__ = ["DOCUMENTS", "RELEASED", "ROOT", "Example", "broken", "examples", "module_of"]

ROOT: Final = Path(__file__).parents[2]
# Those whose code runs in the tests, each as one program.
DOCUMENTS: Final = tuple(documents(ROOT))
# And those of the last release.
RELEASED: Final = tuple(
    f"released/documents/{name}" for name in documents(ROOT / "released" / "documents")
)

# Documents are checked with the typing tests, less strictly: a document is one program, in which a
# name may get another value further down, and its code is written as users write theirs.
_SETTINGS: Final = "# mypy: allow-redefinition\n# pyright: standard\n"


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
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("code"))
        yield Example(line, found["code"], found["gateway"] or "", found["output"])


def broken() -> set[str]:
    """What of the last release is meant not to hold any more, as the release ledger has it.

    Places in the folder `released`, such as `documents/docs/streaming.md:7`, where a block of
    Python begins, `typing/calls.py:40` and `api.json:evolink_kimi.Kimi.close`.
    """
    version = json.loads((ROOT / "released" / "api.json").read_bytes())["version"]
    ledger = (ROOT / "openapi" / "releases.toml").read_text(encoding="utf-8")
    return broken_since(ledger, version)


def module_of(path: Path) -> str:
    """The code of a document as one module, each line at its number in the document."""
    lines = [""] * path.read_text(encoding="utf-8").count("\n")
    for example in examples(path):
        code = example.code.splitlines()
        lines[example.line : example.line + len(code)] = code
    return "\n".join([*lines, ""])


def main(folder: Path) -> None:
    """Write a module for each document, and pyright's settings for them and the typing tests."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in DOCUMENTS:
        stem = name.removesuffix(".md").replace("/", "_")
        text = module_of(ROOT / name) + _SETTINGS
        (folder / f"{stem}.py").write_text(text, encoding="utf-8")
    typing = Path(os.path.relpath(ROOT / "tests" / "typing", folder.resolve())).as_posix()
    # By default pyright leaves out what lies below a hidden folder, such as nox's.
    settings = {
        "extends": f"{typing}/pyrightconfig.json",
        "include": [".", typing],
        "exclude": [],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
