"""Checkouts to update: copies of this one, and what the vendor might publish next."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from pipeline.changes.ledger import newest_version, without_unreleased
from pipeline.changes.report import ChangeReport
from pipeline.update.incoming import gather
from pipeline.update.plan import Baseline, State, compare, examine, put
from pipeline.update.run import record_release

ROOT = Path(__file__).parents[2]
SOURCES = ("chat-completions.yaml", "messages.yaml", "responses.yaml")

_INPUTS = ("openapi", "overlays", "generator-templates")
_HEADERS = {
    "chat-completions.yaml": "en/api-manual/chat.json POST /v1/chat/completions",
    "messages.yaml": "en/api-manual/messages.json POST /v1/messages",
    "responses.yaml": "en/api-manual/responses.json POST /v1/responses",
}

Edit = Callable[[str], str]


def checkout(folder: Path, *, generated: bool = False) -> Path:
    """A copy of the inputs of this checkout; with what was generated from them if asked.

    What people say of the next release stays here.
    """
    root = folder / "checkout"
    ignored = shutil.ignore_patterns("__pycache__")
    for name in (*_INPUTS, *(["generated"] if generated else [])):
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    _forget_unreleased(root)
    (root / "requirements").mkdir()
    shutil.copyfile(ROOT / "requirements" / "pipeline.txt", root / "requirements" / "pipeline.txt")
    shutil.copyfile(ROOT / "LICENSE", root / "LICENSE")
    return root


def _forget_unreleased(root: Path) -> None:
    ledger = root / "openapi" / "releases.toml"
    text = without_unreleased(ledger.read_text(encoding="utf-8"))
    ledger.write_text(text, encoding="utf-8", newline="\n")


def record(root: Path) -> None:
    """Make a copy of this checkout one whose last release is what its inputs amount to."""
    _forget_unreleased(root)
    version = newest_version((root / "openapi" / "releases.toml").read_text(encoding="utf-8"))
    shutil.rmtree(root / "released", ignore_errors=True)
    record_release(root, released().files(version))


def vendor_text(file: str) -> str:
    """The text of a vendor document."""
    return (ROOT / "openapi" / file).read_text(encoding="utf-8")


def page(file: str, text: str | None = None, header: str | None = None) -> str:
    """A documentation page that holds a document."""
    body = vendor_text(file) if text is None else text
    return f"# A page\n\nSome words.\n\n````yaml {header or _HEADERS[file]}\n{body}````\n"


def replaced(old: str, new: str, count: int = 1) -> Edit:
    """An edit of text that fails if the text is not there `count` times."""

    def edit(text: str) -> str:
        assert text.count(old) == count, f"{old!r} is there {text.count(old)} times"
        return text.replace(old, new)

    return edit


def after(anchor: str, added: str) -> Edit:
    """An edit that adds lines after one."""
    return replaced(anchor, anchor + added)


def without(pattern: str) -> Edit:
    """An edit that takes out what a regular expression matches, which has to be one place."""

    def edit(text: str) -> str:
        changed, number = re.subn(pattern, "", text, flags=re.MULTILINE)
        assert number == 1, f"{pattern!r} matches {number} times"
        return changed

    return edit


@functools.cache
def released() -> State:
    """What this checkout's inputs amount to. Shared: don't change it."""
    return examine(ROOT)


def planned(folder: Path, edits: Mapping[str, Edit], *, root: Path | None = None) -> ChangeReport:
    """The report on pages that came in with edits of this checkout's documents.

    Args:
        folder: An empty folder.
        edits: By file name of the document.
        root: A checkout whose overlays differ; its documents are this checkout's.
    """
    work = root or checkout(folder)
    pages = folder / "pages"
    pages.mkdir()
    for file, edit in edits.items():
        (pages / f"{Path(file).stem}.md").write_text(page(file, edit(vendor_text(file))), "utf-8")
    incoming, _ = gather(ROOT / "openapi", [str(pages)] if edits else [str(ROOT / "openapi")])
    put(incoming, work / "openapi")
    state = released()
    return compare(ROOT, incoming, Baseline(state.document, state.api), examine(work))
