"""Whole updates of a checkout, from the command line's point of view."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.changes.ledger import newest_version
from pipeline.changes.report import ChangeReport
from pipeline.console import Console
from pipeline.errors import PipelineError
from pipeline.snapshot import digests_match
from pipeline.update import Outcome, gates, update
from pipeline.update.__main__ import main
from tests.support.updating import ROOT, SOURCES, Edit, after, checkout, page, replaced, vendor_text

_NEW_MODEL = after("            - kimi-k3\n", "            - kimi-k4\n")
_GONE = replaced("        request_id:\n          type: string\n", "")


def _same(text: str) -> str:
    return text


def _pages(folder: Path, edit: Edit, files: tuple[str, ...] = SOURCES) -> str:
    pages = folder / "pages"
    pages.mkdir(exist_ok=True)
    for file in files:
        path = pages / f"{Path(file).stem}.md"
        path.write_text(page(file, edit(vendor_text(file))), encoding="utf-8")
    return str(pages)


def _files(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def _times(root: Path) -> dict[str, int]:
    return {str(p): p.stat().st_mtime_ns for p in [root, *root.rglob("*")]}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose last release is what its inputs amount to. Shared: copy it."""
    root = checkout(tmp_path_factory.mktemp("recorded"))
    outcome = update(root, [], Console(io.StringIO()), fetch=False, tests=False)
    assert outcome is Outcome.COMPATIBLE
    for name in ("change-report.json", "change-report.md"):
        (root / name).unlink()
    return root


@pytest.fixture
def root(recorded: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "checkout"
    shutil.copytree(recorded, copy)
    return copy


@pytest.fixture(scope="module")
def updated(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of that checkout after an update with a new model."""
    folder = tmp_path_factory.mktemp("updated")
    root = folder / "checkout"
    shutil.copytree(recorded, root)
    command = _command(root, "--no-tests", _pages(folder, _NEW_MODEL))
    assert subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 3
    return _files(root)


def _update(root: Path, *given: str, fetch: bool = True) -> tuple[Outcome, str]:
    stream = io.StringIO()
    outcome = update(root, given, Console(stream), fetch=fetch, tests=False, date="2030-01-02")
    return outcome, stream.getvalue()


def _command(root: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "pipeline.update", "--root", str(root), *arguments]


def _children_seconds() -> float:
    """Processor time of the subprocesses that have ended; on Windows it is not told, and 0."""
    times = os.times()
    return times.children_user + times.children_system


def test_nothing_new_takes_little_time_and_touches_nothing(root: Path, tmp_path: Path) -> None:
    given = _pages(tmp_path, _same)
    before, times = _files(root), _times(root)
    started = _children_seconds()
    done = subprocess.run(_command(root, given), cwd=ROOT, capture_output=True, text=True)
    seconds = _children_seconds() - started
    assert done.returncode == 0, done.stdout + done.stderr
    assert "nothing changed" in done.stdout
    assert (_files(root), _times(root)) == (before, times)
    assert seconds < 10  # of processors; about one where they are idle, a whole run takes 30


def test_a_compatible_change_becomes_a_release(root: Path, tmp_path: Path) -> None:
    given = _pages(tmp_path, _NEW_MODEL)
    old = newest_version((root / "openapi" / "releases.toml").read_text(encoding="utf-8"))
    outcome, told = _update(root, given)
    assert outcome is Outcome.COMPATIBLE
    assert "enum: value added" in told
    report = json.loads((root / "change-report.json").read_bytes())
    new = report["version"]["new"]
    assert (report["verdict"], report["version"]["old"]) == ("compatible", old)
    assert new != old
    assert report["disagreements"] == []
    for file in SOURCES:
        text = (root / "openapi" / file).read_text(encoding="utf-8")
        assert text == _NEW_MODEL(vendor_text(file))
    ledger = (root / "openapi" / "releases.toml").read_text(encoding="utf-8")
    assert newest_version(ledger) == new
    changelog = (root / "generated" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{new}] - 2030-01-02\n\n### Added\n" in changelog
    assert "kimi-k4" in changelog
    assert new in (root / "generated" / "evolink_kimi" / "_version.py").read_text(encoding="utf-8")
    assert "kimi-k4" in (root / "released" / "openapi.json").read_text(encoding="utf-8")
    assert (root / "change-report.md").read_text(encoding="utf-8").startswith("# Compatible: ")
    assert not list(root.glob(".update*"))
    # What was generated is what would be generated; and the same pages again are no news.
    assert digests_match(root, root / "generated")
    assert _update(root, given)[0] is Outcome.UNCHANGED


def test_words_and_code_of_people_become_part_of_a_release(root: Path) -> None:
    """Without anything else that changed; a document that went is not kept."""
    ledger = root / "openapi" / "releases.toml"
    words = '[unreleased]\nchanges = """\n### Fixed\n\n- It waits no more.\n"""\n\n'
    words += '[unreleased.broken]\n"It waits no more." = ["documents/docs/old.md:1"]\n\n'
    head, mark, tail = ledger.read_text(encoding="utf-8").partition("[[release]]")
    ledger.write_text(head + words + mark + tail, encoding="utf-8")
    for name in ("docs/new.md", "released/documents/docs/old.md"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text("Words.\n\n```python\n1\n```\n\nMore.\n", encoding="utf-8")
    (root / "docs" / "plain.md").write_text("No code.\n", encoding="utf-8")
    outcome, _ = _update(root, fetch=False)
    assert outcome is Outcome.BREAKING
    kept = root / "released" / "documents"
    assert {n for n in _files(kept) if not n.startswith("generated/")} == {"docs/new.md"}
    assert (kept / "docs" / "new.md").read_text("utf-8") == "```python\n1\n```\n"
    assert (kept / "generated" / "README.md").is_file()
    assert head + mark in ledger.read_text("utf-8")
    assert "[unreleased]" not in ledger.read_text("utf-8")
    changelog = (root / "generated" / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "- 2030-01-02\n\n### Fixed\n\n- It waits no more.\n\n## [" in changelog
    assert _update(root, fetch=False)[0] is Outcome.UNCHANGED


def test_there_is_nothing_unreleased_before_the_first_release(root: Path) -> None:
    ledger = root / "openapi" / "releases.toml"
    text = ledger.read_text(encoding="utf-8")
    words = '[unreleased]\nchanges = "### Fixed\\n- x"\n\n'
    ledger.write_text(text.replace("[[release]]", f"{words}[[release]]", 1), encoding="utf-8")
    shutil.rmtree(root / "released")
    with pytest.raises(PipelineError, match="unreleased changes, and no release before them"):
        _update(root, fetch=False)


@pytest.mark.campaign
def test_a_breaking_change_is_told_by_the_exit_code(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = _pages(tmp_path, _GONE, ("messages.yaml",))
    assert main(["--root", str(root), "--no-tests", given]) == 4
    told = capsys.readouterr().out
    assert "breaks reader, type checker: properties: removed" in told
    report = json.loads((root / "change-report.json").read_bytes())
    assert report["verdict"] == "breaking"
    assert any("request_id" in text for text in report["griffe"])
    assert report["disagreements"] == []


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (
            replaced("finish_reason:", "stop_cause:", 1),
            ["10-names.overlay.yaml", "action", "finish_reason"],
        ),
        (lambda text: text.replace("Usage", "Spent"), ["no schema Usage", "sources.toml renames"]),
        (lambda text: text + "paths: {}\n", ["chat-completions"]),
        (lambda text: "<html><body></body></html>", []),
    ],
    ids=["overlay", "rename", "twice", "html"],
)
def test_a_failure_names_the_place_and_leaves_all_as_it_was(
    root: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    edit: Edit,
    told: list[str],
) -> None:
    given = _pages(tmp_path, edit, ("chat-completions.yaml",))
    before, times = _files(root), _times(root)
    assert main(["--root", str(root), given]) == 2
    output = capsys.readouterr().out
    for word in told:
        assert word in output
    assert "Nothing was changed." in output
    assert "Traceback" not in output
    assert (_files(root), _times(root)) == (before, times)


_NOTES = """\
overlay: 1.1.0
info: {title: Notes, version: '1'}
actions:
  - target: $.components.schemas.MessageResponse
    update: {x-response-view: messages}
  - target: $.paths['/v1/notes'].post.responses['200'].content['text/event-stream'].schema
    remove: true
  - target: $.paths['/v1/notes'].post.responses['200'].content['text/event-stream']
    update:
      schema: {$ref: '#/components/schemas/MessageStreamEvent'}
      x-sse: {terminal-events: [message_stop], error-events: [error]}
"""


def test_a_new_page_that_streams_needs_an_overlay_and_is_told_which(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = vendor_text("messages.yaml").replace("/v1/messages", "/v1/notes")
    text = replaced("operationId: kimiMessagesQuick", "operationId: notes.create")(text)
    given = tmp_path / "notes.yaml"
    given.write_text(text, encoding="utf-8")
    assert main(["--root", str(root), str(given)]) == 2
    told = capsys.readouterr().out
    for words in (
        "#/paths/~1v1~1notes/post\n",
        "(from notes.yaml:24)",
        "In overlays/spec, whose overlays apply in the order of their names, set x-response-view",
        "as in 80-views.overlay.yaml, and say what the events are, as the 3*-streams overlays do",
    ):
        assert words in told
    overlay = root / "overlays" / "spec" / "33-notes.overlay.yaml"
    overlay.write_text(_NOTES, encoding="utf-8")
    outcome, told = _update(root, str(given))
    assert outcome is Outcome.COMPATIBLE
    assert "path: added at #/paths/~1v1~1notes\n" in told
    notes = (root / "generated/evolink_kimi/resources/notes.py").read_text(encoding="utf-8")
    assert 'protocol="messages"' in notes


def test_people_can_release_what_they_changed(root: Path) -> None:
    views = root / "overlays" / "runtime" / "views.py"
    text = views.read_text(encoding="utf-8")
    views.write_text(text.replace("def output_text(", "def answer_text("), encoding="utf-8")
    outcome, told = _update(root, fetch=False)
    assert outcome is Outcome.BREAKING
    assert "breaks reader, type checker: attribute: removed" in told
    report = json.loads((root / "change-report.json").read_bytes())
    assert (report["wire"], report["documents"]["sources"]) == ([], {})
    assert "come from templates, overlays or the runtime" in report["disagreements"][0]


def test_a_checkout_that_changes_meanwhile_is_left_alone(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*_: object, **__: object) -> ChangeReport:
        (root / "overlays" / "spec" / "99-mine.overlay.yaml").write_text("mine", "utf-8")
        return ChangeReport({}, [], [], [], [])

    monkeypatch.setattr("pipeline.update.run._make", meanwhile)
    with pytest.raises(PipelineError, match="was changed while the update was at work"):
        _update(root, _pages(tmp_path, _NEW_MODEL))
    assert not (root / "change-report.json").exists()


def test_tests_that_fail_stop_an_update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "1")  # enough for one test
    (tmp_path / "tests" / "sdk").mkdir(parents=True)
    (tmp_path / "tests" / "sdk" / "test_it.py").write_text("def test_it():\n    assert 1 == 2\n")
    with pytest.raises(PipelineError, match="the tests fail on the new client") as caught:
        gates.run_tests(tmp_path)
    assert "assert 1 == 2" in str(caught.value)
    (tmp_path / "tests" / "sdk" / "test_it.py").write_text("def test_it(): pass\n")
    assert "1 passed" in gates.run_tests(tmp_path)


def _promise(tmp_path: Path, line: str, *, breaking: bool) -> str:
    package = tmp_path / "generated" / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("a: int = 1\n")
    (package / "py.typed").write_text("")
    typing = tmp_path / "released" / "typing"
    typing.mkdir(parents=True)
    (typing / "uses.py").write_text(f"import pkg\n\n{line}\n")
    return gates.keep_promises(tmp_path, typing, breaking=breaking)


@pytest.mark.campaign
def test_old_promises_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    assert "pass against the new client" in _promise(tmp_path, "b: int = pkg.a", breaking=False)


@pytest.mark.campaign
def test_a_broken_promise_needs_a_report_that_says_so(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    line = "b: str = pkg.a"
    assert "as a breaking change may" in _promise(tmp_path / "1", line, breaking=True)
    with pytest.raises(PipelineError, match="nothing breaks"):
        _promise(tmp_path / "2", line, breaking=False)


@pytest.mark.campaign
def test_two_at_once_give_one_release(root: Path, tmp_path: Path) -> None:
    given = _pages(tmp_path, _NEW_MODEL)
    command = _command(root, "--no-tests", given)
    both = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) for _ in range(2)]
    told = [process.communicate()[0].decode() for process in both]
    assert sorted(process.returncode for process in both) == [0, 3], told
    ledger = (root / "openapi" / "releases.toml").read_text(encoding="utf-8")
    assert ledger.count("[[release]]") == 2


@pytest.mark.campaign
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("seed", range(4))
def test_an_update_can_be_stopped_at_any_point(
    root: Path, tmp_path: Path, updated: dict[str, bytes], number: signal.Signals, seed: int
) -> None:
    given = _pages(tmp_path, _NEW_MODEL)
    before = _files(root)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = _command(root, "--no-tests", given)
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    time.sleep(random.Random(seed).uniform(0.1, 8))
    process.send_signal(number)
    process.wait()
    stopped = _files(root)
    if process.returncode in (0, 3):
        return  # it had ended before
    if not any(name.startswith(".update") for name in stopped):
        assert stopped in (before, updated)
    assert _update(root, given)[0] in (Outcome.COMPATIBLE, Outcome.UNCHANGED)
    assert not any(name.startswith(".update") for name in _files(root))
    ledger = (root / "openapi" / "releases.toml").read_text(encoding="utf-8")
    assert ledger.count("[[release]]") == 2


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(tmp_path / "none")]) == 2
    assert "there is no such folder" in capsys.readouterr().out
