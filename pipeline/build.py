"""The steps in order: from the folders of a checkout to the tree of the generated project."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipeline.types import JsonObject, Tree

__all__ = ["PACKAGE", "Report", "build", "document", "merged", "overlaid"]

PACKAGE = "evolink_kimi"

# Takes one line for people: a step's name, what it did, and how long it took in seconds.
Report = Callable[[str, str, float], None]


def _silent(step: str, text: str, seconds: float) -> None:
    pass


@dataclass(slots=True)
class _Step:
    text: str = ""


@contextmanager
def _step(name: str, report: Report) -> Iterator[_Step]:
    started = time.perf_counter()
    step = _Step()
    yield step
    report(name, step.text, time.perf_counter() - started)


def merged(root: Path, report: Report = _silent) -> JsonObject:
    """The vendor's documents as one.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
    from pipeline import sources
    from pipeline.merge import MergePart, merge

    with _step("read", report) as step:
        parts = sources.read_all(root / "openapi" / "sources.toml")
        operations = ", ".join(d.operation or "?" for _, d in parts)
        step.text = f"{_count(len(parts), 'document')} ({operations})"
    with _step("merge", report) as step:
        whole = merge([MergePart(d, s.prefix, s.renames) for s, d in parts])
        step.text = (
            f"{_count(len(parts), 'document')} into one, "
            f"{_count(len(whole.report.renames), 'component')} renamed, "
            f"{len(whole.report.shared)} shared; every operation proved equal"
        )
    return whole.tree


def overlaid(tree: JsonObject, root: Path, report: Report = _silent) -> JsonObject:
    """A merged document with a checkout's overlays applied.

    Raises:
        PipelineError: naming overlay, action, pointer, reason and remedy.
    """
    from pipeline.overlay import apply, load_overlay
    from pipeline.read import read_document

    with _step("overlay", report) as step:
        files = sorted((root / "overlays" / "spec").glob("*.overlay.yaml"))
        overlays = [load_overlay(read_document(path, name=path.name)) for path in files]
        applied = apply(tree, overlays)
        actions = sum(len(o.actions) for o in overlays)
        step.text = f"{_count(len(overlays), 'overlay')}, {_count(actions, 'action')}"
    return applied.tree


def document(root: Path, report: Report = _silent) -> JsonObject:
    """THE document: the vendor's documents merged, with the overlays applied.

    Args:
        root: The checkout; its `openapi/` and `overlays/spec/` are read.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
    return overlaid(merged(root, report), root, report)


def build(root: Path, report: Report = _silent) -> Tree:
    """Every file of `generated/`, from the other folders of a checkout.

    Raises:
        PipelineError: naming document, pointer, reason and remedy.
    """
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

    tree = document(root, report)
    with _step("lint", report) as step:
        surface = build_surface(tree)
        step.text = (
            f"{_count(len(surface.components), 'component')}, "
            f"{_count(len(surface.operations), 'operation')}, "
            f"{_count(len(surface.notes), 'note')}"
        )
    with _step("generate", report) as step:
        release = load_release(root / "openapi" / "releases.toml")
        generated = generate(surface, tree, version=release.version, package_name=PACKAGE)
        step.text = f"{_count(len(generated), 'module')}, version {release.version}"
    with _step("format", report) as step:
        generated = format_tree(generated)
        step.text = _count(len(generated), "module")
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


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
