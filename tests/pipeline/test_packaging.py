"""Contents of artifacts, interpreters, the consumer matrix, other programs."""

from __future__ import annotations

import io
import os
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.packaging import pythons
from pipeline.packaging.__main__ import main
from pipeline.packaging.artifacts import Artifacts, Project, environment, read_project
from pipeline.packaging.attest import read_manifest
from pipeline.packaging.checks import content_problems
from pipeline.packaging.consumers import (
    Combination,
    combinations,
    extras_of,
    installed_tests,
    requirements_of,
)
from pipeline.packaging.reproduce import differing
from pipeline.packaging.run import run

ROOT = Path(__file__).parents[2]
FILES = {"some_pkg/__init__.py": b"", "some_pkg/data.json": b"{}"}
INFO = "some_pkg-1.dist-info"
METADATA = {
    f"{INFO}/METADATA": b"Name: some-pkg\nProvides-Extra: testing\nProvides-Extra: fast\n"
    b"Requires-Dist: a>=1\nRequires-Dist: b<2,>=1; extra == 'fast'\n\nText\n",
    f"{INFO}/RECORD": b"",
    f"{INFO}/licenses/LICENSE": b"MIT",
    f"{INFO}/sboms/some-pkg.cdx.json": b"{}",
}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name, data in {**FILES, "pyproject.toml": b"", "README.md": b""}.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Project(tmp_path / "project", "some-pkg", "1")


def artifacts(
    folder: Path, wheel: Mapping[str, bytes] | None = None, sdist: Mapping[str, bytes] | None = None
) -> Artifacts:
    made = Artifacts(folder / "some_pkg-1-py3-none-any.whl", folder / "some_pkg-1.tar.gz")
    with zipfile.ZipFile(made.wheel, "w") as archive:
        for name, data in ({**FILES, **METADATA} if wheel is None else wheel).items():
            archive.writestr(name, data)
    with tarfile.open(made.sdist, "w:gz") as tar:
        for name, data in ({**FILES, "PKG-INFO": b""} if sdist is None else sdist).items():
            member = tarfile.TarInfo(f"some_pkg-1/{name}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return made


def test_a_wheel_and_an_sdist_of_exactly_the_project_pass(project: Project, tmp_path: Path) -> None:
    assert content_problems(project, artifacts(tmp_path)) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"stray.py": b""}, "stray.py: is in the wheel, but is not generated"),
        ({"some_pkg/data.json": b"[]"}, "data.json: is not in the wheel as it was generated"),
        ({"some_pkg/data.json": None}, "data.json: is not in the wheel"),
        ({f"{INFO}/sboms/some-pkg.cdx.json": None}, "some-pkg.cdx.json: is not in the wheel"),
        ({f"{INFO}/aux.txt": b""}, "cannot be a file's name on Windows: 'aux.txt'"),
        ({f"{INFO}/a:b": b""}, "cannot be a file's name on Windows: 'a:b'"),
        ({f"{INFO}/ends.": b""}, "cannot be a file's name on Windows: 'ends.'"),
        ({f"{INFO}/é": b""}, "cannot be a file's name on Windows"),
        ({f"{INFO}/record": b""}, "differs from some_pkg-1.dist-info/RECORD only by case"),
        ({f"{INFO}/{'x' * 140}": b""}, "is longer than 140 characters"),
    ],
)
def test_what_is_wrong_with_a_wheel_is_told(
    project: Project, tmp_path: Path, change: dict[str, bytes | None], says: str
) -> None:
    changed = {**FILES, **METADATA, **change}
    wheel = {name: data for name, data in changed.items() if data is not None}
    (problem,) = content_problems(project, artifacts(tmp_path, wheel))
    assert says in str(problem)


def test_what_is_wrong_with_an_sdist_is_told(project: Project, tmp_path: Path) -> None:
    sdist = {"some_pkg/__init__.py": b"", ".gitignore": b"", "other/__init__.py": b""}
    told = [str(p) for p in content_problems(project, artifacts(tmp_path, sdist=sdist))]
    assert told == [
        ".gitignore: is in the sdist, but is not generated",
        "other/__init__.py: is in the sdist, but is not generated",
        "some_pkg/data.json: is not in the sdist",
    ]


def test_no_project_is_told(tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match="nox -s regenerate"):
        read_project(tmp_path)


def test_a_build_gets_no_time_from_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("KEPT", "yes")
    env = environment({"ADDED": "too"})
    assert "SOURCE_DATE_EPOCH" not in env
    assert (env["KEPT"], env["ADDED"]) == ("yes", "too")


def test_digests_that_differ_or_lack_a_partner() -> None:
    assert differing({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}) == ["b", "c"]


def test_extras_are_read_from_the_metadata(tmp_path: Path) -> None:
    assert extras_of(artifacts(tmp_path).wheel) == ["testing", "fast"]


def test_requirements_are_read_from_the_metadata(tmp_path: Path) -> None:
    wheel = artifacts(tmp_path).wheel
    assert requirements_of(wheel, None) == ["a>=1"]
    assert requirements_of(wheel, "testing") == ["a>=1"]
    assert requirements_of(wheel, "fast") == ["a>=1", "b<2,>=1"]


def test_every_extra_is_tried_with_lowest_and_newest_dependencies() -> None:
    assert list(combinations(["testing"])) == [
        Combination("lowest"),
        Combination("lowest", extra="testing"),
        Combination("newest"),
        Combination("newest", extra="testing"),
        Combination("newest", beside="httpx2"),
    ]


def test_the_clients_tests_are_turned_to_the_installed_package(tmp_path: Path) -> None:
    copy = installed_tests(ROOT / "tests", tmp_path / "copy", "evolink_kimi")
    copied = {p.relative_to(copy).as_posix(): p.read_text() for p in copy.rglob("*.py")}
    assert "tests/sdk/test_client.py" in copied
    assert "from evolink_kimi.runtime." in copied["tests/sdk/test_client.py"]
    for name, text in copied.items():
        assert "from overlays" not in text, name
        assert "import pipeline" not in text, name
        assert "from pipeline" not in text, name


def test_this_interpreter_is_found() -> None:
    minor = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert pythons.find_python(minor) == Path(sys.executable)
    assert [p.minor for p in pythons.find_pythons()] == list(pythons.SUPPORTED)


@pytest.mark.skipif(os.name == "nt", reason="the shim is a shell script")
def test_a_shim_that_leads_nowhere_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "python3.99"
    shim.write_text("#!/bin/sh\necho 'python3.99: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert pythons.find_python("3.99") is None


def test_a_program_that_fails_is_told_with_its_last_words() -> None:
    with pytest.raises(PipelineError, match=r"the thing failed \(exit code 3\)\nlast words"):
        run([sys.executable, "-c", "print('last words'); raise SystemExit(3)"], "the thing")
    sleeper = "import time; print('so far', flush=True); time.sleep(60)"
    with pytest.raises(PipelineError, match=r"the thing took longer than 5 s\nso far"):
        run([sys.executable, "-ISc", sleeper], "the thing", timeout=5)
    with pytest.raises(PipelineError, match="the thing cannot be started"):
        run(["no-such-program-here"], "the thing")


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"inputs": {}, "outputs": []}', '{"inputs": {"a": 1}, "outputs": {}}']
)
def test_a_manifest_that_is_none_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(PipelineError, match=r"manifest\.json: cannot be read: (Type|Key)Error"):
        read_manifest(Project(tmp_path, "x", "1"))


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["--dist", str(tmp_path / "file"), "build"]) == 2
    told = capsys.readouterr().out
    assert "file\n      cannot be written: " in told
    assert "--dist" in told
    assert "build  " not in told
