"""Contents of artifacts, interpreters, the consumer matrix, other programs."""

from __future__ import annotations

import io
import os
import re
import sys
import sysconfig
import tarfile
import zipfile
import zlib
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
from pipeline.packaging.reproduce import conditions, differing
from pipeline.packaging.run import run

ROOT = Path(__file__).parents[2]
FILES = {"some_pkg/__init__.py": b"", "some_pkg/data.json": b"{}"}
INFO = "some_pkg-1.dist-info"
METADATA = {
    f"{INFO}/METADATA": b"Name: some-pkg\nProvides-Extra: testing\nProvides-Extra: fast\n"
    b"Requires-Dist: a>=1\nRequires-Dist: b<2,>=1; extra == 'fast'\n"
    b"Requires-Dist: a>=3; python_version >= '3.14'\n\nText\n",
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
    assert requirements_of(wheel, None, "3.11") == ["a>=1"]
    assert requirements_of(wheel, "testing", "3.13") == ["a>=1"]
    assert requirements_of(wheel, "fast", "3.11") == ["a>=1", "b<2,>=1"]
    assert requirements_of(wheel, None, "3.14") == ["a>=1", "a>=3"]


def test_every_extra_is_tried_with_lowest_and_newest_dependencies() -> None:
    assert list(combinations(["testing", "speed"])) == [
        Combination("lowest"),
        Combination("lowest", extra="testing"),
        Combination("lowest", extra="speed"),
        Combination("newest"),
        Combination("newest", extra="testing"),
        Combination("newest", extra="speed"),
        Combination("lowest of all"),
        Combination("newest", beside="httpx2"),
        Combination("newest", beside="httpx2", without="httpx"),
    ]
    without = [each for each in combinations(["testing", "speed"]) if each.extra != "speed"]
    assert list(combinations(["testing", "speed"], is_free_threaded=True)) == without


def test_the_clients_tests_are_turned_to_the_installed_package(tmp_path: Path) -> None:
    copy = installed_tests(ROOT / "tests", tmp_path / "copy", "evolink_kimi")
    copied = {p.relative_to(copy).as_posix(): p.read_text() for p in copy.rglob("*.py")}
    assert "tests/sdk/test_client.py" in copied
    assert "from evolink_kimi.runtime." in copied["tests/sdk/test_client.py"]
    for name, text in copied.items():
        for package in ("overlays", "pipeline", "parity", "bench"):
            assert f"from {package}" not in text, name
            assert f"import {package}" not in text, name
        for helper in re.findall(r"^\s*from (tests\.\S+) import", text, re.M):
            path = helper.replace(".", "/")
            assert {f"{path}.py", f"{path}/__init__.py"} & copied.keys(), (name, helper)


def test_the_pythons_to_try_are_those_that_the_package_names() -> None:
    named = read_project(ROOT / "generated").pythons
    assert named[0] == "3.11"
    assert list(named) == [f"3.{11 + n}" for n in range(len(named))]
    found = {python.name: python for python in pythons.find_pythons(named)}
    assert found.keys() >= set(named)
    threads = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    this = found[f"{sys.version_info.major}.{sys.version_info.minor}{threads}"]
    assert this.path == Path(sys.executable)
    assert this.is_free_threaded == bool(threads)
    # Others are there only if they are on this machine, and only newer ones.
    others = [found[name] for name in found.keys() - set(named)]
    assert all(p.path and (p.is_free_threaded or p.minor not in named) for p in others)


@pytest.mark.skipif(os.name == "nt", reason="the shim is a shell script")
def test_pythons_are_found_on_the_path_and_shims_that_lead_nowhere_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = {
        "python3.98": "echo 3.98",
        "python3.98t": "echo 3.98t",
        "python3.99": "echo 'python3.99: command not found' >&2\nexit 127",
        "python3.10": "echo 3.10",  # older than what is supported
        "python3.98-config": "echo 3.97",
    }
    for name, script in scripts.items():
        shim = tmp_path / name
        shim.write_text(f"#!/bin/sh\n{script}\n")
        shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    found = [p.name for p in pythons.find_pythons(["3.98"]) if p.path]
    assert found == ["3.98", "3.98t"]


@pytest.mark.skipif(os.name == "nt", reason="the shim is a shell script")
def test_a_python_that_compresses_by_another_library_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = "zlib", "zlib-ng"
    if other in zlib.ZLIB_RUNTIME_VERSION:
        own, other = other, own
    for name, answer in (("python3.98", other), ("python3.99", own)):
        shim = tmp_path / name
        shim.write_text(
            f'#!/bin/sh\ncase "$2" in *zlib*) echo {answer};; *) echo {name[6:]};; esac\n'
        )
        shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    first = Artifacts(tmp_path / "x.whl", tmp_path / "x.tar.gz")
    found = {each.name: each.build for each in conditions(ROOT / "generated", first, tmp_path)}
    assert found["Python 3.98"] == f"which compresses by {other}, to other bytes"
    assert callable(found["Python 3.99"])


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
