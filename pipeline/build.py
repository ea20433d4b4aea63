"""The steps in order: from the folders of a checkout to the tree of the generated project."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import PipelineError, Problem
from pipeline.types import Document, JsonObject, Tree
from pipeline.visible import count

if TYPE_CHECKING:
    from pipeline.merge import Merged, MergePart
    from pipeline.overlay import Applied, Overlay

__all__ = ["PACKAGE", "Report", "build", "document", "merged", "overlaid", "telling_origins"]

PACKAGE = "evolink_kimi"
# The merged document, as messages about it name it.
DOCUMENT = "openapi.yaml"

# Takes one line for people: a step's name, what it did, and how long it took in seconds; no time
# for a note on the step before.
Report = Callable[[str, str, float | None], None]


def _silent(step: str, text: str, seconds: float | None) -> None:
    pass


@dataclass(slots=True)
class _Step:
    text: str = ""
    notes: Iterable[str] = ()


@contextmanager
def _step(name: str, report: Report) -> Iterator[_Step]:
    started = time.perf_counter()
    step = _Step()
    yield step
    report(name, step.text, time.perf_counter() - started)
    for note in step.notes:
        report("note", note, None)


def merged(root: Path, report: Report = _silent, *, ahead: bool = False) -> Merged:
    """The vendor's documents as one, and what the merge decided.

    Args:
        ahead: Whether sources.toml may be ahead of the documents, see `sources.read_all`.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
    from pipeline.merge import merge

    with _step("read", report) as step:
        parts = _parts(root, ahead=ahead)
        operations = ", ".join(part.document.operation or "?" for part in parts)
        step.text = f"{count(len(parts), 'document')} ({operations})"
    with _step("merge", report) as step:
        whole = merge(parts)
        step.text = (
            f"{count(len(parts), 'document')} into one, "
            f"{count(len(whole.report.renames), 'component')} renamed, "
            f"{len(whole.report.shared)} shared; every operation proved equal"
        )
        step.notes = whole.report.remarks()
    return whole


def overlaid(tree: JsonObject, root: Path, report: Report = _silent) -> Applied:
    """A merged document with a checkout's overlays applied, and what they did.

    Raises:
        PipelineError: naming overlay, action, pointer, reason and remedy.
    """
    from pipeline.overlay import apply, load_overlay

    with _step("overlay", report) as step:
        overlays = [load_overlay(file) for file in _overlay_files(root)]
        problems = [_of_another(o) for o in overlays if not _is_ours(o.extends)]
        if problems:
            raise PipelineError(problems)
        applied = apply(tree, overlays)
        actions = sum(len(o.actions) for o in overlays)
        step.text = f"{count(len(overlays), 'overlay')}, {count(actions, 'action')}"
        step.notes = applied.notes
    return applied


def _is_ours(extends: str | None) -> bool:
    return extends is None or extends.rpartition("/")[2] == DOCUMENT


def _of_another(overlay: Overlay) -> Problem:
    return Problem(
        f"the overlay extends {overlay.extends!r}, and would be applied to the merged document",
        document=overlay.name,
        pointer="/extends",
        remedy=f"Remove `extends`, or let it name {DOCUMENT}, if that is meant",
    )


def document(root: Path, report: Report = _silent) -> JsonObject:
    """THE document: the vendor's documents merged, with the overlays applied.

    Args:
        root: The checkout; its `openapi/` and `overlays/spec/` are read.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
    return overlaid(merged(root, report).tree, root, report).tree


@contextmanager
def telling_origins(root: Path) -> Iterator[None]:
    """Have problems with the overlaid document say which lines of which files they come from."""
    try:
        yield
    except PipelineError as error:
        from pipeline.merge import merge
        from pipeline.origins import Origins
        from pipeline.overlay import apply, load_overlay

        parts, files = _parts(root), _overlay_files(root)
        whole = merge(parts)
        applied = apply(whole.tree, [load_overlay(file) for file in files])
        lines = {file.name: file.lines for file in files}
        origins = Origins(parts, whole.report, applied.report, lines)
        raise PipelineError(map(origins.told, error.problems)) from None


def _parts(root: Path, *, ahead: bool = False) -> list[MergePart]:
    from pipeline import sources
    from pipeline.merge import MergePart

    read = sources.read_all(root / "openapi" / "sources.toml", ahead=ahead)
    return [MergePart(document, source.prefix, source.renames) for source, document in read]


def _overlay_files(root: Path) -> list[Document]:
    from pipeline.folders import files_of, is_hidden, strays
    from pipeline.read import read_document

    folder = root / "overlays" / "spec"
    problems = [
        Problem(
            "is no overlay by its name, and would not be applied",
            document=f"overlays/spec/{name}",
            remedy="Call it *.overlay.yaml, right in this folder, or move it elsewhere",
        )
        for name in strays(folder, _is_overlay)
    ]
    if problems:
        raise PipelineError(problems)
    # By their names: the order of paths depends on the platform.
    files = sorted((n, path) for n, path in files_of(folder, is_hidden) if _is_overlay(n))
    return [read_document(path, name=name) for name, path in files]


def _is_overlay(name: str) -> bool:
    return name.endswith(".overlay.yaml") and "/" not in name


def build(root: Path, report: Report = _silent) -> Tree:
    """Every file of `generated/`, from the other folders of a checkout.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
    tree = document(root, report)
    with telling_origins(root):
        return _package(tree, root, report)


def _package(tree: JsonObject, root: Path, report: Report) -> Tree:
    from pipeline.api_manifest import manifest_file
    from pipeline.compose import compose, load_release, load_runtime
    from pipeline.format import format_tree
    from pipeline.generate import generate
    from pipeline.generate.metadata import project_files
    from pipeline.generate.provenance import stamp
    from pipeline.renditions import renditions
    from pipeline.sources import load
    from pipeline.surface import build_surface
    from pipeline.verify import verify

    with _step("lint", report) as step:
        surface = build_surface(tree)
        step.text = (
            f"{count(len(surface.components), 'component')}, "
            f"{count(len(surface.operations), 'operation')}, "
            f"{count(len(surface.notes), 'note')}"
        )
        step.notes = surface.notes
    with _step("generate", report) as step:
        release = load_release(root / "openapi" / "releases.toml")
        templates = root / "generator-templates"
        generated = generate(
            surface,
            tree,
            version=release.version,
            package_name=PACKAGE,
            templates=templates,
            runtime=root / "overlays" / "runtime",
        )
        step.text = f"{count(len(generated), 'module')}, version {release.version}"
    with _step("format", report) as step:
        generated = format_tree(generated)
        step.text = count(len(generated), "module")
    with _step("compose", report) as step:
        runtime = load_runtime(root / "overlays")
        project = {
            **project_files(surface, release, root),
            **renditions(tree),
            "parity.json": manifest_file(surface),
        }
        files = compose(generated, runtime, project, tree, package_name=PACKAGE)
        sources = load(root / "openapi" / "sources.toml")
        files = stamp(files, release, sources, package_name=PACKAGE)
        size = sum(map(len, files.values())) / 1024
        step.text = f"{len(files)} files, {len(runtime)} of them written by hand, {size:.0f} KiB"
    with _step("verify", report) as step:
        step.text = verify(files, tree, package_name=PACKAGE).summary
    return files
