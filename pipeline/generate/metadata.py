"""The files beside the package: what makes the generated folder a project of its own."""

from __future__ import annotations

from pathlib import Path

import jinja2

from pipeline.compose import Release
from pipeline.errors import PipelineError, Problem
from pipeline.folders import as_committed
from pipeline.generate.templates import rendered
from pipeline.generate.text import cell, literal
from pipeline.surface import Surface
from pipeline.types import Tree

__all__ = ["project_files"]

# hatchling packs the nearest .gitignore, from whichever folder above, into the sdist. With one of
# its own the project gives the same sdist wherever it lies.
_GITIGNORE = b"__pycache__/\n*.py[cod]\n/build/\n/dist/\n"


def project_files(surface: Surface, release: Release, root: Path) -> Tree:
    """pyproject.toml, README, changelog, licence and .gitignore of the generated project.

    Args:
        surface: What is generated; the README lists its operations.
        release: Version and changelog from the ledger.
        root: The checkout, for its templates and licence.

    Raises:
        PipelineError: if a template cannot be rendered, or the licence not be read.
    """
    templates = root / "generator-templates"
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates, encoding="utf-8-sig"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters.update(literal=literal, cell=cell)
    context = {
        "version": release.version,
        "changelog": release.changelog,
        "operations": surface.operations,
    }
    return {
        **{
            name: rendered(environment, f"{name}.jinja", templates, context)
            for name in ("pyproject.toml", "README.md", "CHANGELOG.md")
        },
        "LICENSE": _licence(root / "LICENSE"),
        ".gitignore": _GITIGNORE,
    }


def _licence(path: Path) -> bytes:
    try:
        return as_committed(path.read_bytes())
    except OSError as error:
        reason = f"cannot be read: {error.strerror}"
        raise PipelineError(Problem(reason, document=path.name)) from None
