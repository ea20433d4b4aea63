"""Byte code for everything measured, as pip makes at installation and some installers don't."""

from __future__ import annotations

import compileall
from importlib.util import find_spec
from pathlib import Path

__all__ = ["compile_all"]


def compile_all() -> None:
    """Compile the packages whose start is measured; what is compiled already is left alone."""
    spec = find_spec("httpx")
    if spec is None or spec.origin is None:
        raise RuntimeError("httpx is not installed")
    compileall.compile_dir(Path(spec.origin).parents[1], quiet=2)
    ours = find_spec("evolink_kimi")
    for folder in (ours and ours.submodule_search_locations) or ():
        compileall.compile_dir(folder, quiet=2)
    compileall.compile_dir(Path(__file__).parent, quiet=2)
