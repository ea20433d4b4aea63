"""The snapshot: written whole, compared whole, known to be fresh by digests."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.snapshot import MANIFEST, compare, digests_match, read_tree, seal, write_tree
from pipeline.types import Tree

TREE: Tree = {"a.txt": b"one\ntwo\n", "pkg/b.py": b"b = 1\n", "pkg/deep/c.bin": b"\x00\xff"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with an input of each kind."""
    for name in ("openapi/a.yaml", "overlays/spec/x.yaml", "pipeline/p.py", "LICENSE"):
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return tmp_path / "checkout"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write_tree(TREE, folder)
    assert read_tree(folder) == TREE
    assert list(read_tree(folder)) == sorted(TREE)
    assert read_tree(tmp_path / "nowhere") == {}


def test_what_tools_leave_is_no_part_of_a_tree(tmp_path: Path) -> None:
    write_tree(TREE, tmp_path / "out")
    for litter in ("__pycache__/x.pyc", ".ruff_cache/y", "pkg/__pycache__/b.cpython-311.pyc"):
        path = tmp_path / "out" / litter
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"litter")
    assert read_tree(tmp_path / "out") == TREE


def test_modes_do_not_depend_on_the_umask(tmp_path: Path) -> None:
    modes = []
    for umask in (0o000, 0o077):
        before = os.umask(umask)
        try:
            write_tree(TREE, tmp_path / f"{umask:o}")
        finally:
            os.umask(before)
        folder = tmp_path / f"{umask:o}"
        paths = [folder, *sorted(folder.rglob("*"))]
        modes.append([oct(path.stat().st_mode) for path in paths])
    assert modes[0] == modes[1]


def test_the_old_content_goes_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write_tree({**TREE, "old.txt": b"old"}, folder)
    write_tree(TREE, folder)
    assert read_tree(folder) == TREE
    assert list(tmp_path.iterdir()) == [folder]


def test_the_folder_may_be_anywhere_that_can_be_written_to(tmp_path: Path) -> None:
    write_tree(TREE, tmp_path / "not" / "there" / "yet")
    assert read_tree(tmp_path / "not" / "there" / "yet") == TREE
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(PipelineError, match="cannot be replaced"):
        write_tree(TREE, tmp_path / "file" / "out")


@pytest.mark.parametrize("tree", [{"a": b"1", "a/b": b"2"}, {"x" * 300: b"1"}])
def test_a_write_that_fails_leaves_the_old_content(tmp_path: Path, tree: Tree) -> None:
    folder = tmp_path / "out"
    write_tree(TREE, folder)
    with pytest.raises(PipelineError, match="cannot be replaced"):
        write_tree(tree, folder)
    assert read_tree(folder) == TREE
    assert list(tmp_path.iterdir()) == [folder]


def test_a_rename_that_fails_puts_the_old_content_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    write_tree(TREE, folder)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if target == folder and not self.name.endswith(".old"):
            raise OSError("interrupted")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(PipelineError, match="interrupted"):
        write_tree({"new": b""}, folder)
    assert read_tree(folder) == TREE
    assert list(tmp_path.iterdir()) == [folder]


def test_missing_unexpected_and_changed_are_told_together() -> None:
    snapshot = {**TREE, "extra.txt": b"extra\n"}
    generated = {**TREE, "a.txt": b"one\nthree\n", "new.txt": b"new\n", "pkg/deep/c.bin": b"\x01"}
    found = compare(snapshot, generated)
    assert [(d.kind, d.path) for d in found] == [
        ("changed", "a.txt"),
        ("unexpected", "extra.txt"),
        ("missing", "new.txt"),
        ("changed", "pkg/deep/c.bin"),
    ]
    diffs = {d.path: d.diff for d in found}
    assert "-two\n+three" in diffs["a.txt"]
    assert "-extra" in diffs["extra.txt"]
    assert "+new" in diffs["new.txt"]
    assert diffs["pkg/deep/c.bin"] == "(binary, 2 → 1 bytes)"
    assert compare(TREE, dict(reversed(TREE.items()))) == []


def test_a_difference_in_line_ends_only_is_seen() -> None:
    [difference] = compare({"a": b"x\r\ny"}, {"a": b"x\ny\n"})
    assert difference.kind == "changed"


def test_a_sealed_tree_is_fresh_until_anything_changes(root: Path) -> None:
    folder = root / "generated"
    write_tree(seal(TREE, root), folder)
    assert digests_match(root, folder)

    (folder / "a.txt").write_bytes(b"tampered")
    assert not digests_match(root, folder)
    write_tree(seal(TREE, root), folder)
    (folder / "more.txt").write_bytes(b"")
    assert not digests_match(root, folder)
    write_tree(seal(TREE, root), folder)
    (folder / "pkg/b.py").unlink()
    assert not digests_match(root, folder)


@pytest.mark.parametrize("change", ["content", "new", "gone", "moved"])
def test_a_changed_input_is_seen(root: Path, change: str) -> None:
    folder = root / "generated"
    write_tree(seal(TREE, root), folder)
    path = root / "overlays/spec/x.yaml"
    if change == "content":
        path.write_text("other", encoding="utf-8")
    elif change == "new":
        (root / "generator-templates").mkdir()
        (root / "generator-templates/t.jinja").write_text("", encoding="utf-8")
    elif change == "gone":
        path.unlink()
    else:
        path.rename(path.with_name("y.yaml"))
    assert not digests_match(root, folder)


@pytest.mark.parametrize("text", [None, "", "{", "[]", "{}", '{"inputs": {}}', "\xff"])
def test_a_manifest_that_says_nothing_is_not_fresh(root: Path, text: str | None) -> None:
    folder = root / "generated"
    write_tree(seal(TREE, root), folder)
    if text is None:
        (folder / MANIFEST).unlink()
    else:
        (folder / MANIFEST).write_bytes(text.encode("latin-1"))
    assert not digests_match(root, folder)


def test_the_manifest_depends_on_nothing_but_content(root: Path) -> None:
    manifest = seal(TREE, root)[MANIFEST]
    assert seal(dict(reversed(TREE.items())), root)[MANIFEST] == manifest
    content = json.loads(manifest)
    assert list(content["inputs"]) == sorted(content["inputs"])
    assert str(root) not in manifest.decode()


def test_only_builds_of_the_project_itself_are_no_part_of_it(root: Path) -> None:
    folder = root.parent / "out"
    write_tree({**TREE, "pkg/build/x.py": b"", "pkg/dist.py": b""}, folder)
    before = read_tree(folder)
    for built in ("dist/x.whl", "build/lib/x.py"):
        (folder / built).parent.mkdir(parents=True)
        (folder / built).write_bytes(b"built")
    assert read_tree(folder) == before
    assert {"pkg/build/x.py", "pkg/dist.py"} < before.keys()
    inner = root / "overlays" / "build" / "x.py"
    inner.parent.mkdir()
    inner.write_text("x = 1\n", encoding="utf-8")
    assert "overlays/build/x.py" in json.loads(seal(TREE, root)[MANIFEST])["inputs"]


@pytest.mark.skipif(sys.platform == "win32", reason="making links takes a privilege there")
@pytest.mark.parametrize("place", ["pkg/link", "pkg/deep", "pkg/b.py"])
@pytest.mark.parametrize("target", ["../../there", "../../there/b.py", "nowhere", "."])
def test_a_link_is_a_difference_wherever_it_leads(root: Path, place: str, target: str) -> None:
    """Even to the very bytes that would be generated; and what replaces it leaves those alone."""
    folder, there = root.parent / "out", root.parent / "there"
    sealed = seal(TREE, root)
    write_tree(sealed, folder)
    write_tree({"b.py": TREE["pkg/b.py"], "c.bin": TREE["pkg/deep/c.bin"]}, there)
    before = read_tree(there)
    path = folder / place
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.symlink_to(target)
    [found] = [d for d in compare(read_tree(folder), sealed) if d.path == place]
    assert found.kind == ("changed" if place == "pkg/b.py" else "unexpected")
    assert f"-{target}" in found.diff.splitlines()
    assert not digests_match(root, folder)
    write_tree(sealed, folder)
    assert digests_match(root, folder)
    assert read_tree(there) == before


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names are POSIX's")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    write_tree(TREE, tmp_path / "out")
    os.mkfifo(tmp_path / "out" / "pkg" / "pipe")
    with pytest.raises(PipelineError, match=r"^out/pkg/pipe: cannot be read: it is no file"):
        read_tree(tmp_path / "out")


@pytest.mark.skipif(sys.platform == "win32", reason="making links takes a privilege there")
def test_an_input_that_is_no_file_is_named(root: Path) -> None:
    """A link to a folder is not followed, and what is in there not passed over."""
    link = root / "overlays" / "more"
    link.symlink_to("spec")
    with pytest.raises(PipelineError, match=r"overlays/more: cannot be read: it is no file"):
        seal(TREE, root)
    link.unlink()
    link.symlink_to("nowhere")
    with pytest.raises(PipelineError, match=r"overlays/more: cannot be read: No such file"):
        seal(TREE, root)
