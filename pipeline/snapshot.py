"""`generated/` as a snapshot: written whole, compared whole, and known to be fresh by digests."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.folders import as_committed, files_of, is_backup, is_cache, is_hidden, read_bytes
from pipeline.types import Tree

__all__ = [
    "MANIFEST",
    "Difference",
    "check_replaceable",
    "compare",
    "digests_match",
    "read_tree",
    "seal",
    "write_tree",
]

MANIFEST = "manifest.json"

# Everything that can change what is generated.
_INPUTS = (
    "openapi",
    "overlays",
    "generator-templates",
    "pipeline",
    "requirements/pipeline.txt",
    "LICENSE",
)
# Works on what is generated, and has no say in it.
_NO_INPUTS = ("pipeline/packaging/",)
# What building a project leaves in its folder.
_BUILT = ("dist/", "build/")


@dataclass(frozen=True, slots=True)
class Difference:
    """How one file of the snapshot differs from what would be generated now.

    Attributes:
        kind: `missing` from the snapshot, `unexpected` in it, or `changed`.
        diff: For text, a unified diff from the snapshot to what is generated.
    """

    path: str
    kind: str
    diff: str


def read_tree(folder: Path) -> Tree:
    """Every file of a project, without what tools leave there; empty if there is no folder.

    A link is what git has of it: where it leads. So none is taken for what it leads to.

    Raises:
        PipelineError: if a file or folder cannot be read.
    """
    found = files_of(folder, lambda name: is_cache(name) or name == ".DS_Store")
    files = ((name, path) for name, path in found if not name.startswith(_BUILT))
    return dict(
        sorted(
            (name, os.fsencode(path.readlink()) if path.is_symlink() else read_bytes(path, folder))
            for name, path in files
        )
    )


def check_replaceable(folder: Path) -> None:
    """See that nothing but a snapshot would be replaced.

    Raises:
        PipelineError: if the folder holds something and no manifest: it may be anything.
    """
    if folder.is_dir() and not (folder / MANIFEST).is_file() and next(folder.iterdir(), None):
        raise PipelineError(
            Problem(
                f"holds files and no {MANIFEST}, so it is none of the pipeline's and would be lost",
                document=str(folder),
                remedy="Name an empty folder or, if it is one of the pipeline's, delete it",
            )
        )


def write_tree(tree: Tree, folder: Path) -> None:
    """Replace a folder's content by a tree. The old content stays until the new one is complete.

    Raises:
        PipelineError: if the folder cannot be replaced; it is then as it was.
    """
    folder = folder.resolve()
    if folder.exists() and not folder.is_dir():
        raise PipelineError(
            Problem("is not a folder", document=folder.name, remedy="Move it out of the way.")
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise _irreplaceable(folder, error) from error
    try:
        for path, data in tree.items():
            target = staged / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        # A fixed mode for every file and folder, whatever the umask.
        for parent, _, files in os.walk(staged):
            Path(parent).chmod(0o755)
            for name in files:
                Path(parent, name).chmod(0o644)
        old = staged.with_name(f"{staged.name}.old")
        if folder.exists():
            folder.rename(old)
        try:
            staged.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise _irreplaceable(folder, error) from error
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _irreplaceable(folder: Path, error: OSError) -> PipelineError:
    return PipelineError(
        Problem(
            f"cannot be replaced: {error}",
            document=folder.name,
            remedy="See to the permissions of the folder it is in, and to the space on the disk.",
        )
    )


def compare(snapshot: Tree, generated: Tree) -> list[Difference]:
    """What differs, every file at once, sorted by path."""
    found: list[Difference] = []
    for path in sorted(snapshot.keys() | generated.keys()):
        old, new = snapshot.get(path), generated.get(path)
        if old == new:
            continue
        kind = "missing" if old is None else "unexpected" if new is None else "changed"
        found.append(Difference(path, kind, _diff(path, old or b"", new or b"")))
    return found


def _diff(path: str, old: bytes, new: bytes) -> str:
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return f"(binary, {len(old)} → {len(new)} bytes)"
    lines = difflib.unified_diff(
        before, after, f"generated/{path} (snapshot)", f"generated/{path} (now)", lineterm=""
    )
    return "\n".join(lines)


def seal(tree: Tree, root: Path) -> Tree:
    """A tree with its manifest: digests of the inputs it was made from, and of its files."""
    manifest = {
        "inputs": _input_digests(root),
        "outputs": {path: _digest(data) for path, data in sorted(tree.items())},
    }
    text = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    return dict(sorted({**tree, MANIFEST: text.encode()}.items()))


def digests_match(root: Path, folder: Path) -> bool:
    """Whether a snapshot is what its inputs would give, by its manifest alone."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        outputs = {p: _digest(d) for p, d in read_tree(folder).items() if p != MANIFEST}
        return bool(manifest["outputs"] == outputs and manifest["inputs"] == _input_digests(root))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _input_digests(root: Path) -> dict[str, str]:
    """Digests of the inputs as git holds them: an editor's ends of lines change nothing."""
    return {
        path: _digest(data if _is_vendors(path) else as_committed(data))
        for path, data in _inputs(root)
    }


def _is_vendors(path: str) -> bool:
    """Whether a file is, byte for byte, what the vendor published."""
    return path.startswith("openapi/") and not path.endswith(".toml")


def _inputs(root: Path) -> Iterator[tuple[str, bytes]]:
    for name in _INPUTS:
        path = root / name
        if path.is_file():
            yield name, read_bytes(path, root)
        else:
            for inner, file in files_of(path, lambda name: is_hidden(name) or is_backup(name)):
                if not f"{name}/{inner}".startswith(_NO_INPUTS):
                    yield f"{name}/{inner}", read_bytes(file, path)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
