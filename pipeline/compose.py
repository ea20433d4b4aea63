"""The whole project that users install: modules from templates and by hand, metadata, documents."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.folders import files_of, is_backup, is_hidden, read_text
from pipeline.types import JsonObject, Tree
from pipeline.write import to_json, to_yaml

__all__ = ["Release", "compose", "load_release", "load_runtime"]

# The normal form of PEP 440's public versions, without epochs.
_VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?", re.ASCII)
_MODULE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*/)*[A-Za-z_][A-Za-z0-9_]*\.py")
_OLDEST = (3, 11)
# Folders of hand-written modules, and where in the package their copies go.
_COPIED = {"runtime": "runtime", "testing": "testing", "verify": "verify"}


@dataclass(frozen=True, slots=True)
class Release:
    """What the ledger says of the version being generated.

    Attributes:
        version: PEP 440 version.
        changelog: Changelog in Keep a Changelog form, newest release first.
    """

    version: str
    changelog: str


def load_release(path: Path) -> Release:
    """Read the release ledger.

    Raises:
        PipelineError: if it is missing, not TOML, or has no release.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        releases = data["release"]
        version = str(releases[0]["version"])
        entries = [
            f"## [{r['version']}] - {r['date']}\n\n{str(r['changes']).strip()}\n" for r in releases
        ]
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise PipelineError(
            Problem(
                f"not a release ledger: {type(error).__name__}: {error}",
                document=path.name,
                remedy="It needs [[release]] tables with version, date and changes, newest first.",
            )
        ) from None
    if not _VERSION.fullmatch(version):
        raise PipelineError(
            Problem(
                f"{version!r} is not a version in the form of PEP 440",
                document=path.name,
                remedy="Write one such as 1.2.3 or 1.3.0rc1.",
            )
        )
    return Release(version, "\n".join(entries))


def load_runtime(overlays: Path) -> Tree:
    """The hand-written modules, by their place in the package.

    Raises:
        PipelineError: if one cannot be read, even as Python, or there is a file that is no module.
    """
    tree: Tree = {}
    problems: list[Problem] = []
    for source, target in _COPIED.items():
        folder = overlays / source
        for name, path in files_of(folder, lambda name: is_hidden(name) or is_backup(name)):
            if _MODULE.fullmatch(name):
                data = tree[f"{target}/{name}"] = read_text(path, folder)
                problems.extend(_not_python(data, f"{overlays.name}/{source}/{name}"))
            elif not name.endswith(".md"):
                problems.append(
                    Problem(
                        "is no module, and only modules (*.py) and notes (*.md) have a place here",
                        document=f"{overlays.name}/{source}/{name}",
                        remedy="Make a module of it, or move it elsewhere: it would not be copied",
                    )
                )
    if problems:
        raise PipelineError(problems)
    return tree


def _not_python(data: bytes, document: str) -> Iterator[Problem]:
    """What the oldest Python that the client runs on cannot read in a module."""
    try:
        ast.parse(data, feature_version=_OLDEST)
    except (SyntaxError, ValueError) as error:
        yield Problem(
            f"not Python {'.'.join(map(str, _OLDEST))}: {getattr(error, 'msg', None) or error}",
            document=document,
            line=getattr(error, "lineno", None),
        )


def compose(
    generated: Tree, runtime: Tree, project: Tree, document: JsonObject, *, package_name: str
) -> Tree:
    """One tree of everything.

    Args:
        generated: Modules from the templates, formatted; paths begin with the package name.
        runtime: Hand-written modules, paths relative to the package.
        project: Metadata files beside the package.
        document: The merged document, which travels with the package.
        package_name: Import name, the package's folder.

    Raises:
        PipelineError: if two parts claim one path.
    """
    parts: list[Tree] = [
        generated,
        {f"{package_name}/{path}": data for path, data in runtime.items()},
        project,
        {
            "openapi.yaml": to_yaml(document),
            f"{package_name}/openapi.json": to_json(document),
        },
    ]
    tree: Tree = {}
    for part in parts:
        for path, data in part.items():
            if path in tree:
                raise PipelineError(
                    Problem(
                        "generated twice, from a template and from a hand-written module",
                        document=path,
                        remedy="Rename one of them.",
                    )
                )
            tree[path] = data
    return dict(sorted(tree.items()))
