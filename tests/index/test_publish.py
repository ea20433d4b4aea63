"""Publishing to real indexes: once, again, with other bytes, in part, without the right to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.packaging.__main__ import main
from pipeline.packaging.artifacts import build_artifacts, read_project
from pipeline.packaging.attest import write_attestation
from pipeline.packaging.publish import Published, publish
from pipeline.snapshot import MANIFEST, read_tree, seal, write_tree
from tests.support.indexes import PASSWORD, USER, Devpi, Index, pypiserver
from tests.support.installing import Release, upload

pytestmark = pytest.mark.index
ROOT = Path(__file__).parents[2]


@pytest.fixture(params=["pypiserver", "private pypiserver", "devpi"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    """An empty index of its own for each test; the private one asks readers for a password too."""
    if request.param == "devpi":
        server: Devpi = request.getfixturevalue("devpi_server")
        yield server.new_index()
        return
    folder = tmp_path / "index"
    folder.mkdir()
    with pypiserver(folder, private=request.param != "pypiserver") as running:
        yield running


@pytest.fixture
def changed(current: Release, tmp_path: Path) -> Release:
    """The same version with other bytes."""
    folder = tmp_path / "changed"
    shutil.copytree(current.project.folder, folder)
    with (folder / "README.md").open("a", encoding="utf-8") as readme:
        readme.write("\nOne line more.\n")
    tree = read_tree(folder)
    del tree[MANIFEST]
    write_tree(seal(tree, ROOT), folder)
    artifacts = build_artifacts(folder, tmp_path / "changed-dist")
    write_attestation(read_project(folder), artifacts, "hatchling==1.33.0")
    return Release(read_project(folder), tmp_path / "changed-dist")


def send(made: Release, index: Index, *, dry_run: bool = False, **env: str) -> Published:
    return publish(
        made.project,
        made.dist,
        index.upload,
        simple=index.simple,
        dry_run=dry_run,
        env={**os.environ, **index.env, **env},
    )


def names(made: Release) -> set[str]:
    return {p.name for p in made.files}


def test_once_and_again(index: Index, current: Release) -> None:
    rehearsed = send(current, index, dry_run=True)
    assert set(rehearsed.uploaded) == names(current)
    assert rehearsed == send(current, index)
    again = send(current, index)
    assert again.uploaded == ()
    assert set(again.present) == names(current)


def test_other_bytes_are_refused_before_anything_is_sent(
    index: Index, current: Release, changed: Release
) -> None:
    wheel = next(p for p in current.files if p.suffix == ".whl")
    upload(index, [wheel])
    with pytest.raises(PipelineError) as raised:
        send(changed, index)
    (problem,) = raised.value.problems
    assert problem.document == wheel.name
    assert "other bytes" in problem.reason
    assert "releases.toml" in (problem.remedy or "")
    # The sdist was not there, and still isn't.
    assert set(send(current, index, dry_run=True).uploaded) == names(current) - {wheel.name}


def test_what_an_interrupted_upload_left_out_is_made_up_for(index: Index, current: Release) -> None:
    wheel, sdist = sorted(current.files, key=lambda p: p.suffix != ".whl")
    upload(index, [wheel])
    done = send(current, index)
    assert (done.uploaded, done.present) == ((sdist.name,), (wheel.name,))


def test_a_wrong_password_is_refused_and_never_shown(index: Index, current: Release) -> None:
    wrong = "wr0ng-and-secret"
    with pytest.raises(PipelineError) as raised:
        send(current, index, UV_PUBLISH_PASSWORD=wrong)
    text = str(raised.value)
    assert "40" in text
    assert wrong not in text


@pytest.mark.parametrize("place", ["twine's variables", ".pypirc", ".netrc"])
def test_credentials_are_found_where_other_tools_find_them(
    index: Index,
    current: Release,
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("UV_PUBLISH_TOKEN", "UV_PUBLISH_USERNAME", "UV_PUBLISH_PASSWORD", "NETRC"):
        monkeypatch.delenv(name, raising=False)
    if place == ".pypirc":
        text = (
            f"[internal]\nrepository = {index.upload}\nusername = {USER}\npassword = {PASSWORD}\n"
        )
        (tmp_path / ".pypirc").write_text(text)
    elif place == ".netrc":
        (tmp_path / ".netrc").write_text(f"machine 127.0.0.1 login {USER} password {PASSWORD}\n")
        (tmp_path / ".netrc").chmod(0o600)
    else:
        monkeypatch.setenv("TWINE_USERNAME", USER)
        monkeypatch.setenv("TWINE_PASSWORD", PASSWORD)
    arguments = ["--project", str(current.project.folder), "--dist", str(current.dist)]
    code = main([*arguments, "publish", index.upload, "--simple", index.simple])
    said = capsys.readouterr().out
    assert code == 0, said
    assert "uploaded" in said
    assert PASSWORD not in said


def test_without_simple_pages_nothing_is_sent(index: Index, current: Release) -> None:
    with pytest.raises(PipelineError, match="no simple pages"):
        publish(
            current.project,
            current.dist,
            index.upload,
            simple=f"{index.simple}nowhere/",
            env={**os.environ, **index.env},
        )
    assert send(current, index, dry_run=True).present == ()
