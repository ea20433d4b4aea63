"""`python -m evolink_kimi.verify`, on a package on disk: unchanged, and changed in each way."""

from __future__ import annotations

import base64
import compileall
import hashlib
import importlib.util
import json
import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pipeline.compose import load_release
from pipeline.generate.metadata import project_files
from pipeline.generate.provenance import stamp
from pipeline.sources import load
from pipeline.surface import build_surface
from tests.support.generating import ROOT, real_document, real_project, write

PACKAGE = "evolink_kimi"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    release = load_release(ROOT / "openapi" / "releases.toml")
    files = {**real_project(), **project_files(build_surface(real_document()), release, ROOT)}
    sources = load(ROOT / "openapi" / "sources.toml")
    folder = tmp_path_factory.mktemp("built")
    write(stamp(files, release, sources, package_name=PACKAGE), folder)
    return folder


@pytest.fixture
def package(built: Path, tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    return Path(shutil.copytree(built / PACKAGE, tmp_path / PACKAGE))


def verify(package: Path, *arguments: str | Path, name: str = PACKAGE) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-P", "-m", f"{name}.verify", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def attestation(package: Path, folder: Path, **changes: Any) -> Path:
    digests = {
        f"{PACKAGE}/{p.relative_to(package).as_posix()}": hashlib.sha256(p.read_bytes()).hexdigest()
        for p in package.rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }
    artifact = folder / "some.whl"
    artifact.write_bytes(b"wheel")
    licence = hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest()
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
            {"name": n, "digest": {"sha256": hashlib.sha256(b"wheel").hexdigest()}}
            for n in ("some.whl", "elsewhere.tar.gz")
        ],
        "predicate": {
            "buildDefinition": {
                "resolvedDependencies": [{"uri": "file:LICENSE", "digest": {"sha256": licence}}]
            },
            "runDetails": {
                "byproducts": [{"name": n, "digest": {"sha256": d}} for n, d in digests.items()]
            },
        },
        **changes,
    }
    path = folder / "some.intoto.json"
    path.write_text(json.dumps(statement))
    return path


def test_an_unchanged_package_is_in_order(package: Path) -> None:
    code, said = verify(package, "--sources", ROOT)
    assert code == 0, said
    words = [line.split()[:2] for line in said.splitlines()]
    assert words == [
        ["ok", "content"],
        ["ok", "document"],
        ["ok", "bytecode"],
        ["skipped", "record"],
        ["ok", "sources"],
    ]


@pytest.fixture
def installed(built: Path, package: Path) -> Path:
    """The same with what an installer writes beside it; the RECORD is given."""
    info = package.parent / "evolink_kimi-0.dist-info"
    (info / "sboms").mkdir(parents=True)
    version = load_release(ROOT / "openapi" / "releases.toml").version
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: evolink-kimi\nVersion: {version}\n"
    )
    shutil.copy(built / "evolink-kimi.cdx.json", info / "sboms")
    lines = []
    for path in sorted(package.parent.rglob("*")):
        if path.is_file():
            digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest())
            name = path.relative_to(package.parent).as_posix()
            lines.append(f"{name},sha256={digest.rstrip(b'=').decode()},{path.stat().st_size}\n")
    (info / "RECORD").write_text("".join(lines) + "evolink_kimi-0.dist-info/RECORD,,\n")
    return info / "RECORD"


def test_an_unchanged_installation_is_in_order(package: Path, installed: Path) -> None:
    code, said = verify(package)
    assert code == 0, said
    assert [line.split()[0] for line in said.splitlines()] == ["ok"] * 6


def test_files_that_are_not_in_record_are_named(package: Path, installed: Path) -> None:
    (package / "extra.py").touch()
    code, said = verify(package)
    assert code == 1
    assert "not as they were: evolink_kimi/extra.py (not in RECORD)" in said


def test_a_record_that_names_less_is_found(package: Path, installed: Path) -> None:
    lines = installed.read_text().splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith("evolink_kimi/_version.py,")]
    digest = next(n for n, line in enumerate(kept) if line.startswith("evolink_kimi/client.py,"))
    kept[digest] = "evolink_kimi/client.py,,\n"
    installed.write_text("".join(kept))
    code, said = verify(package)
    assert code == 1
    assert (
        "evolink_kimi/_version.py (not in RECORD), evolink_kimi/client.py (not in RECORD)" in said
    )


@pytest.mark.parametrize("text", ["", "garbage\n", '"open\n'])
def test_a_record_without_the_package_is_found(package: Path, installed: Path, text: str) -> None:
    installed.write_text(text)
    code, said = verify(package)
    assert code == 1
    assert "FAILED   record" in said
    assert "Traceback" not in said


def test_an_installation_without_record_is_told(package: Path, installed: Path) -> None:
    installed.unlink()
    code, said = verify(package)
    assert code == 0
    assert "skipped  record    the installer left no RECORD" in said


def cached(package: Path, name: str, source: str | None = None, mode: Any = None) -> Path:
    """A cache of a module, of another source if given, as Python takes it without a question."""
    path = package / name
    cache = Path(importlib.util.cache_from_source(path))
    own = path.read_bytes()
    times = path.stat()
    if source is not None:
        path.write_text(source.ljust(len(own)))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    py_compile.compile(str(path), str(cache), doraise=True, invalidation_mode=mode)
    path.write_bytes(own)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return cache


@pytest.mark.parametrize("mode", py_compile.PycInvalidationMode)
@pytest.mark.parametrize("level", [0, 1, 2])
def test_caches_of_the_sources_are_in_order(
    package: Path, mode: py_compile.PycInvalidationMode, level: int
) -> None:
    assert compileall.compile_dir(package, quiet=1, invalidation_mode=mode, optimize=level)
    code, said = verify(package)
    assert code == 0, said
    modules = len(list(package.rglob("*.py")))
    assert f"ok       bytecode  {modules} compiled modules of this Python" in said


PLANTED = "__version__ = 'planted'\n"


@pytest.mark.parametrize("mode", py_compile.PycInvalidationMode)
def test_a_cache_of_another_source_is_found(
    package: Path, mode: py_compile.PycInvalidationMode
) -> None:
    cached(package, "_version.py", PLANTED, mode)
    ran = subprocess.run(
        [sys.executable, "-P", "-c", f"import {PACKAGE}; print({PACKAGE}.__version__)"],
        env={**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    # It is what runs, unless Python compares the whole source.
    is_checked = mode is py_compile.PycInvalidationMode.CHECKED_HASH
    assert (ran.stdout == "planted\n") is not is_checked
    code, said = verify(package)
    assert code == 1
    assert "FAILED   bytecode" in said
    assert f"not as they were: __pycache__/_version.{sys.implementation.cache_tag}.pyc" in said


def test_what_is_no_cache_of_a_source_is_found(package: Path) -> None:
    tag = sys.implementation.cache_tag
    kept = cached(package, "client.py")
    shutil.copy(kept, package / "client.pyc")
    shutil.copy(kept, package / "runtime" / "more.pyc")
    shutil.copy(kept, kept.with_name(f"gone.{tag}.pyc"))
    kept.with_name(f"_version.{tag}.pyc").write_bytes(b"any")
    kept.with_name(f"_version.{tag}.opt-1.pyc").write_bytes(kept.read_bytes()[:99])
    code, said = verify(package)
    assert code == 1
    told = (
        f"1 compiled modules of this Python; not as they were: client.pyc (without a source), "
        f"runtime/more.pyc (without a source), __pycache__/_version.{tag}.opt-1.pyc, "
        f"__pycache__/_version.{tag}.pyc, __pycache__/gone.{tag}.pyc (without a source)"
    )
    assert told in said.replace("\\", "/")


def test_caches_of_other_interpreters_are_told(package: Path) -> None:
    kept = cached(package, "client.py")
    shutil.copy(kept, kept.with_name("client.cpython-399.opt-2.pyc"))
    shutil.copy(kept, kept.with_name("client.pypy399.pyc"))
    code, said = verify(package)
    assert code == 0, said
    assert "only the Pythons that made them can compare those of cpython-399.opt-2, pypy399" in said


def test_caches_in_a_folder_of_their_own_are_compared(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefix = tmp_path / "caches"
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(prefix))
    monkeypatch.setattr(sys, "pycache_prefix", str(prefix))
    cache = cached(package, "_version.py", PLANTED, py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert cache.is_relative_to(prefix)
    code, said = verify(package)
    assert code == 1
    assert f"not as they were: {cache}" in said


def test_an_empty_folder_for_caches_makes_the_check_run_itself_from_its_source(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    cached(package, "verify/__main__.py", "print('ok all')\n", unchecked)
    assert verify(package) == (0, "ok all\n")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path / "empty"))
    code, said = verify(package)
    assert code == 1
    assert "not as they were: verify/__pycache__/__main__" in said


def test_a_vendored_package_under_another_name_is_in_order(package: Path) -> None:
    vendored = package.parent / "vendored" / "kimi"
    shutil.copytree(package, vendored)
    (vendored.parent / "__init__.py").touch()
    code, said = verify(vendored.parent, name="vendored.kimi")
    assert code == 0, said
    assert "ok       content" in said


def test_a_changed_module_is_found(package: Path) -> None:
    with (package / "client.py").open("a") as module:
        module.write("\n")
    code, said = verify(package)
    assert code == 1
    assert "FAILED   content" in said
    assert "ok       document" in said
    assert "1 of 4 checks failed" in said


def test_line_endings_of_another_system_are_found(package: Path) -> None:
    path = package / "client.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert verify(package)[0] == 1


def test_a_file_too_many_is_found(package: Path) -> None:
    (package / "extra.py").touch()
    assert "FAILED   content" in verify(package)[1]


def test_a_changed_document_is_found(package: Path) -> None:
    with (package / "openapi.json").open("ab") as document:
        document.write(b" ")
    code, said = verify(package)
    assert code == 1
    assert "FAILED   document" in said


def test_other_documents_of_the_vendor_are_found(package: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "openapi", tmp_path / "openapi")
    with (tmp_path / "openapi" / "messages.yaml").open("a") as document:
        document.write("# changed\n")
    code, said = verify(package, "--sources", tmp_path)
    assert code == 1
    assert "not as they were: messages.yaml" in said


def test_an_attestation_is_compared_with_files_artifacts_and_inputs(
    package: Path, tmp_path: Path
) -> None:
    path = attestation(package, tmp_path)
    code, said = verify(package, "--attestation", path, "--sources", ROOT)
    assert code == 0, said
    assert "ok       attested" in said
    assert "ok       artifact  some.whl" in said
    assert "skipped  artifact  elsewhere.tar.gz" in said
    assert "ok       inputs" in said


def test_a_package_made_consistent_again_differs_from_its_attestation(
    package: Path, tmp_path: Path
) -> None:
    path = attestation(package, tmp_path)
    (package / "_version.py").write_text("__version__ = '6.6.6'\n")
    (tmp_path / "some.whl").write_bytes(b"another")
    code, said = verify(package, "--attestation", path)
    assert code == 1
    assert "not as they were: _version.py" in said
    assert "FAILED   artifact  some.whl" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "not an attestation"),
        ("[]", "not an attestation"),
        ("{}", "not an attestation: KeyError"),
    ],
)
def test_what_is_no_attestation_is_told(
    package: Path, tmp_path: Path, text: str, says: str
) -> None:
    path = tmp_path / "some.json"
    path.write_text(text)
    code, said = verify(package, "--attestation", path)
    assert code == 2
    assert says in said
    assert "Traceback" not in said


def test_an_attestation_of_another_form_or_that_is_missing_is_told(
    package: Path, tmp_path: Path
) -> None:
    path = attestation(package, tmp_path, _type="other")
    code, said = verify(package, "--attestation", path)
    assert (code, "its _type is 'other'" in said) == (2, True)
    code, said = verify(package, "--attestation", tmp_path / "missing.json")
    assert (code, "No such file" in said, "Traceback" in said) == (2, True, False)


def test_hand_written_modules_alone_are_no_package(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "overlays" / "verify", tmp_path / "alone" / "verify")
    (tmp_path / "alone" / "__init__.py").touch()
    code, said = verify(tmp_path / "alone", name="alone")
    assert code == 2
    assert "not a built package" in said
