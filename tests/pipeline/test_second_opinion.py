"""Another tool's opinion beside ours; the tool itself is asked by nox -s second-opinion."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.changes import second_opinion
from pipeline.changes.change import READER, Bump, Change
from pipeline.changes.second_opinion import Opinion, ask_redocly, differences, main
from pipeline.errors import PipelineError
from pipeline.types import JsonObject

_HEAD = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}
_OLD: JsonObject = {**_HEAD, "components": {"schemas": {"A": {"type": "string"}}}}
_NEW: JsonObject = {**_HEAD, "components": {"schemas": {"A": {"type": "integer"}}}}
_TOLD = {
    "changes": [
        {
            "kind": "modified",
            "impact": "major",
            "property": "type",
            "verdicts": [{"message": "Type changed."}],
            "revision": {"pointer": "#/components/schemas/A/type"},
        },
        {
            "kind": "removed",
            "impact": "patch",
            "verdicts": [],
            "base": {"pointer": "#/components/schemas/B"},
        },
    ]
}


def _tool(folder: Path, output: str) -> list[str]:
    """A stand-in that checks how it is called and prints."""
    script = folder / "tool.py"
    script.write_text(
        "import json, os, sys\n"
        "assert sys.argv[1:4] == ['diff', 'old.json', 'new.json'], sys.argv\n"
        "assert os.environ['REDOCLY_TELEMETRY'] == 'off'\n"
        "json.load(open('old.json')), json.load(open('new.json'))\n"
        f"print({output!r})\n",
        encoding="utf-8",
    )
    return [sys.executable, "-W", "ignore", str(script)]


def test_its_answer_is_read(tmp_path: Path) -> None:
    assert ask_redocly(_OLD, _NEW, _tool(tmp_path, json.dumps(_TOLD))) == [
        Opinion(("/components/schemas/A/type",), Bump.MAJOR, "Type changed."),
        Opinion(("/components/schemas/B",), Bump.PATCH, "removed"),
    ]


@pytest.mark.parametrize("output", ["", "{}", "not JSON", '{"changes": [{}]}'])
def test_an_answer_of_another_form_is_a_failure(tmp_path: Path, output: str) -> None:
    with pytest.raises(PipelineError, match="redocly cannot be asked"):
        ask_redocly(_OLD, _NEW, _tool(tmp_path, output))


def test_a_tool_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match="nox -s second-opinion"):
        ask_redocly(_OLD, _NEW, [str(tmp_path / "none")])


def test_opinions_differ_on_what_breaks_and_on_nothing_else() -> None:
    major = Change.of("type: replaced", "/components/schemas/A/type", (READER,))
    minor = Change.of("minimum: removed", "/components/schemas/N/minimum")
    same = Opinion(("/components/schemas/A",), Bump.MAJOR, "a")
    patch = Opinion(("/components/schemas/A/type",), Bump.PATCH, "a")
    alone = Opinion(("/components/schemas/N",), Bump.MAJOR, "Bound removed.")
    assert differences([major], [same]) == []
    assert differences([minor], [patch]) == []
    (ours,) = differences([major], [patch])
    assert "breaking here (reader), not for redocly" in ours
    (theirs,) = differences([minor], [alone])
    assert "breaking for redocly (`Bound removed.`), not here" in theirs


def test_a_rename_is_told_of_both_places() -> None:
    gone = Change.of("properties: removed", "/components/schemas/A/properties/a", (READER,))
    places = ("/components/schemas/A/properties/b", gone.pointer)
    assert differences([gone], [Opinion(places, Bump.MAJOR, "Renamed.")]) == []


def _committed(root: Path, record: JsonObject) -> Path:
    """A repository with a record of a release; where it is."""

    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.com")
        subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True)

    path = root / "released" / "openapi.json"
    path.parent.mkdir()
    path.write_text(json.dumps(record), encoding="utf-8")
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "old")
    return path


def test_the_reports_get_the_opinion_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = _committed(tmp_path, _OLD)
    record.write_text(json.dumps(_NEW), encoding="utf-8")
    (tmp_path / "change-report.json").write_text('{"format": 1}', encoding="utf-8")
    (tmp_path / "change-report.md").write_text("# Breaking\n", encoding="utf-8")
    answer = [Opinion(("/components/schemas/A/type",), Bump.MAJOR, "Type changed.")]
    monkeypatch.setattr(second_opinion, "ask_redocly", lambda *_: answer)
    for _ in range(2):
        assert main(["--root", str(tmp_path)]) == 0
    report = json.loads((tmp_path / "change-report.json").read_bytes())
    opinion = {"tool": "redocly diff", "bump": "major", "changes": 1, "differences": []}
    assert report == {"format": 1, "secondOpinion": opinion}
    text = (tmp_path / "change-report.md").read_text(encoding="utf-8")
    assert text.count("## A second opinion") == 1
    assert text.startswith(
        "# Breaking\n\n## A second opinion\n\n`redocly diff` says major.\n\nIt agrees."
    )


def test_a_commit_without_a_record_is_a_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--root", str(tmp_path)]) == 2
    assert "there is no record of a release in HEAD" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("now", "says"),
    [
        (None, "no record of a release in the working tree"),
        ("{", "is not JSON"),
        ("[]", "is no document"),
        ('{"openapi": "3.1.0", "info": []}', "info is not an object"),
    ],
)
def test_a_record_that_cannot_be_read_is_a_failure(
    now: str | None,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = _committed(tmp_path, _OLD)
    record.unlink()
    if now is not None:
        record.write_text(now, encoding="utf-8")
    monkeypatch.setattr(second_opinion, "ask_redocly", lambda *_: [])
    assert main(["--root", str(tmp_path)]) == 2
    assert says in capsys.readouterr().out


def test_without_git_it_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--root", str(tmp_path)]) == 2
    assert "git cannot be run" in capsys.readouterr().out
