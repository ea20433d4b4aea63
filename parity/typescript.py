"""The TypeScript client: generated, type-checked and compiled in the driver's own folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from parity.session import Driver

__all__ = ["FOLDER", "build_driver", "lint", "surface"]

FOLDER = Path(__file__).parent / "drivers" / "typescript"
_PLUGINS = ("@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch")
_QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def _run(*command: str) -> str:
    """Run a command in the driver's folder; its output, also in the error if it fails."""
    done = subprocess.run(
        command, cwd=FOLDER, env={**os.environ, **_QUIET}, capture_output=True, text=True
    )
    if done.returncode:
        shown = f"{done.stdout}\n{done.stderr}".strip()
        raise RuntimeError(f"{' '.join(command)} failed:\n{shown}")
    return done.stdout


def _module(path: str, *arguments: str) -> str:
    return _run("node", f"node_modules/{path}", *arguments)


def build_driver(document: Path) -> Driver:
    """Install the locked packages, generate the client from the split rendition, compile all.

    Raises:
        RuntimeError: with the output of the step that failed.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("there is no npm; the locked requirements of parity bring one")
    _run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    for folder in ("client", "build"):
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
    arguments = ("-s", "--no-log-file", "-i", str(document.resolve()), "-o", "client", "-p")
    _module("@hey-api/openapi-ts/bin/run.js", *arguments, *_PLUGINS)
    _module("typescript/bin/tsc", "-p", ".")
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    version = f"@hey-api/openapi-ts {package['devDependencies']['@hey-api/openapi-ts']}"
    return Driver("typescript", ["node", str(FOLDER / "build" / "driver.js")], version=version)


def surface() -> dict[str, Any]:
    """What the generated client exports; after `build_driver`."""
    found: dict[str, Any] = json.loads(_run("node", "build/surface.js"))
    return found


def lint(documents: list[Path]) -> None:
    """Have `redocly lint` look at documents.

    Raises:
        RuntimeError: with its output, if it finds errors.
    """
    for document in documents:
        _module("@redocly/cli/bin/cli.js", "lint", str(document.resolve()))
