"""Replacing several folders in one step: whole, or not at all, whatever happens on the way."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import textwrap
import threading
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.update import workspace
from tests.support.updating import ROOT

_NAMES = ["openapi", "released", "generated", "change-report.md"]


def _tree(folder: Path) -> dict[str, str]:
    return {
        p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8")
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


def _made(folder: Path, word: str, *, report: bool = True) -> Path:
    for name in ("openapi", "released", "generated"):
        (folder / name / "inner").mkdir(parents=True)
        (folder / name / "inner" / "file.txt").write_text(word, encoding="utf-8")
        (folder / name / f"{word}.txt").write_text(word, encoding="utf-8")
    if report:
        (folder / "change-report.md").write_text(word, encoding="utf-8")
    (folder / "kept.txt").write_text("kept", encoding="utf-8")
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return _made(tmp_path / "root", "old", report=False)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return _made(tmp_path / "work", "new")


def test_all_is_replaced_and_nothing_is_left_behind(root: Path, work: Path) -> None:
    workspace.commit(root, work, _NAMES)
    assert _tree(root) == _tree(work)


# A rename for the journal, two for each folder, one for a file that was not there.
_CALLS = range(1, 9)


@pytest.mark.parametrize("call", _CALLS)
def test_a_rename_that_fails_leaves_the_checkout_as_it_was(
    root: Path, work: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _tree(root)
    rename, count = Path.rename, 0

    def failing(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == call:
            raise OSError(16, "Device or resource busy", str(self))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(PipelineError, match="Device or resource busy") as caught:
        workspace.commit(root, work, _NAMES)
    assert "Nothing was changed" in str(caught.value)
    assert _tree(root) == before


@pytest.mark.parametrize("call", _CALLS)
def test_an_interruption_while_replacing_is_finished_first(
    root: Path, work: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename, count = Path.rename, 0

    def interrupted(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == call:
            raise KeyboardInterrupt
        return rename(self, target)

    before = _tree(root)
    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        workspace.commit(root, work, _NAMES)
    workspace.recover(root)
    # Before the journal is there it is all the old, from then on all the new.
    assert _tree(root) == (before if call == 1 else _tree(work))


@pytest.mark.parametrize("call", _CALLS)
def test_a_run_that_is_killed_is_finished_or_forgotten_by_the_next(
    root: Path, work: Path, call: int
) -> None:
    before = _tree(root)
    script = f"""
        import os
        from pathlib import Path
        from pipeline.update import workspace
        rename, count = Path.rename, 0
        def killed(self, target):
            global count
            count += 1
            if count == {call}:
                os._exit(9)
            return rename(self, target)
        Path.rename = killed
        workspace.commit(Path({str(root)!r}), Path({str(work)!r}), {_NAMES!r})
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT)
    assert done.returncode == 9
    assert workspace.recover(root) is (call > 1)
    assert _tree(root) == (before if call == 1 else _tree(work))
    assert workspace.recover(root) is False


def test_a_checkout_that_cannot_be_written_is_told(
    root: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is mounted for reading only; its administrator passes by permissions."""

    def refused(path: Path, *_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system", str(path))

    before = _tree(root)
    monkeypatch.setattr(Path, "unlink", refused)
    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(PipelineError, match="Read-only file system"):
        workspace.commit(root, work, _NAMES)
    assert _tree(root) == before
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(PipelineError, match="the checkout cannot be written"):
        workspace.require_writable(root, _NAMES)


@pytest.mark.parametrize("text", ["", "{}", '"openapi"', "[1]", "[["])
def test_a_journal_in_no_form_is_none(root: Path, text: str) -> None:
    before = _tree(root)
    (root / ".update-staging").mkdir()
    (root / ".update-journal.json").write_text(text, encoding="utf-8")
    assert workspace.recover(root) is False
    assert _tree(root) == before


def test_what_cannot_be_brought_to_its_end_is_told(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / ".update-staging" / "new" / "openapi").mkdir(parents=True)
    (root / ".update-journal.json").write_text('["openapi"]', encoding="utf-8")

    def refused(path: Path, target: Path) -> Path:
        raise OSError(16, "Device or resource busy", str(path))

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(PipelineError, match=r"cannot be brought to its end: Device or resource"):
        workspace.recover(root)


def test_one_waits_for_the_other(root: Path) -> None:
    order: list[str] = []
    inside, waiting = threading.Event(), threading.Event()

    def second() -> None:
        inside.wait(60)
        with workspace.locked(root, told=waiting.set):
            order.append("second")

    other = threading.Thread(target=second)
    other.start()
    with workspace.locked(root):
        inside.set()
        assert waiting.wait(60)
        order.append("first")
    other.join(60)
    assert order == ["first", "second"]


def test_patience_ends(root: Path) -> None:
    with (
        workspace.locked(root),
        pytest.raises(PipelineError, match="another update has been at work here"),
        workspace.locked(root, patience=0.2),
    ):
        pass


def test_the_lock_leaves_no_file(root: Path) -> None:
    before = _tree(root)
    with workspace.locked(root):
        assert _tree(root) == before


def test_a_digest_follows_content_and_not_caches(root: Path) -> None:
    first = workspace.digest(root, ["openapi", "kept.txt"])
    cache = root / "openapi" / "__pycache__"
    cache.mkdir()
    (cache / "a.pyc").write_bytes(b"1")
    assert workspace.digest(root, ["openapi", "kept.txt"]) == first
    (root / "openapi" / "more.txt").write_text("more", encoding="utf-8")
    assert workspace.digest(root, ["openapi", "kept.txt"]) != first


def test_a_copy_has_all_of_the_inputs(root: Path) -> None:
    wanted = {
        "overlays/runtime/build/x.py",
        "overlays/runtime/prompt_cache/x.py",
        "pipeline/dist/x",
    }
    litter = {"dist/x", "build/x", "generated/build/x", ".mypy_cache/x", "pipeline/__pycache__/x"}
    for name in wanted | litter:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x", encoding="utf-8")
    with workspace.scratch(root) as work:
        copied = set(_tree(work))
    assert wanted <= copied
    assert not litter & copied
    before = workspace.digest(root, ["overlays"])
    (root / "overlays/runtime/prompt_cache/x.py").write_text("y", encoding="utf-8")
    assert workspace.digest(root, ["overlays"]) != before


def test_a_link_that_an_editor_made_is_kept_and_one_of_ours_is_told(root: Path, work: Path) -> None:
    for folder in (root, work):
        (folder / "openapi" / ".#sources.toml").symlink_to("someone@somewhere")
    assert workspace.digest(root, ["openapi"]) == workspace.digest(root, ["openapi"])
    workspace.commit(root, work, _NAMES)
    assert (root / "openapi" / ".#sources.toml").is_symlink()
    (root / "openapi" / "x.yaml").symlink_to("nowhere")
    with pytest.raises(PipelineError, match=r"openapi/x\.yaml: cannot be read: No such file"):
        workspace.digest(root, ["openapi"])


@pytest.mark.skipif(sys.platform == "win32", reason="making links takes a privilege there")
@pytest.mark.parametrize(
    "name", ["released", "released/inner", "released/inner/file.txt", "openapi/nowhere.yaml"]
)
def test_what_would_be_written_elsewhere_is_refused(root: Path, name: str) -> None:
    workspace.require_writable(root, _NAMES)
    path, there = root / name, root.parent / "there"
    if path.exists():
        path.rename(there)
    path.symlink_to(there)
    with pytest.raises(PipelineError, match=f"^{name}: is a link"):
        workspace.require_writable(root, _NAMES)


def test_a_killed_update_leaves_nothing_that_the_next_does_not_clear(
    root: Path, tmp_path: Path
) -> None:
    """Its copy, and what else it put into the temporary folder; nothing of another checkout's."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    other = _made(tmp_path / "other", "other")
    script = """
        import os, sys, tempfile
        from pathlib import Path
        from pipeline.update import workspace
        with workspace.scratch(Path(sys.argv[1])) as work:
            Path(tempfile.mkdtemp(), "x").write_text("x")
            os._exit(9)
    """
    for checkout in (root, other):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script), str(checkout)],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary)},
        )
        assert done.returncode == 9
    assert len(list(temporary.iterdir())) == 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(temporary))
        workspace.sweep(root)
        [left] = temporary.iterdir()
        assert _tree(left / "checkout") == _tree(other)
        with workspace.scratch(root) as work:
            assert Path(tempfile.gettempdir()).parent == work.parent
        assert tempfile.gettempdir() == str(temporary)
        assert [*temporary.iterdir()] == [left]
