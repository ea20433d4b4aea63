"""Formatting of generated Python with the pinned ruff, whether or not one is on PATH."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from ruff import find_ruff_bin  # type: ignore[import-untyped]  # ruff ships no stubs

from pipeline.errors import PipelineError, Problem
from pipeline.types import Tree

__all__ = ["format_tree"]

_OPTIONS = ["--isolated", "--no-cache", "--quiet", "--line-length=100", "--target-version=py311"]


def format_tree(tree: Tree) -> Tree:
    """The tree with unused imports removed, imports sorted and every module formatted.

    Raises:
        PipelineError: with ruff's own words, if a module is not valid Python, or without ruff.
    """
    try:
        ruff: str = find_ruff_bin()
    except FileNotFoundError as error:
        raise PipelineError(
            Problem(
                f"ruff is installed without its program, {error}",
                remedy="Install it again: requirements/pipeline.txt has it",
            )
        ) from None
    with tempfile.TemporaryDirectory(prefix="format-") as folder:
        root = Path(folder)
        for path, data in tree.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        fixes = ["--select=I,F401,TC", "--fix", "--unsafe-fixes"]
        _run([ruff, "check", *_OPTIONS, *fixes, "--exit-zero", "."], root)
        # Before the formatter, which says nothing about a module that it cannot parse.
        _run([ruff, "check", *_OPTIONS, "--select=E9,F63,F7,F82", "."], root)
        _run([ruff, "format", *_OPTIONS, "."], root)
        return {path: (root / path).read_bytes() for path in tree}


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        words = (done.stdout + done.stderr).strip()
        raise PipelineError(
            Problem(f"ruff refuses what the templates wrote:\n{words}", document="generated")
        )
