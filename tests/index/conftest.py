"""Releases of the client, what they depend on, and environments with nothing else in them.

The dependencies come once from the package index that pip is set up for; after that each test
installs from an index on loopback only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.build import build
from pipeline.console import Console
from pipeline.packaging.__main__ import build as build_dist
from pipeline.packaging.artifacts import build_artifacts, read_project
from pipeline.packaging.attest import write_attestation
from pipeline.snapshot import seal, write_tree
from tests.support.indexes import Devpi, Index, devpi, pypiserver
from tests.support.installing import Environment, Release, new_environment, upload

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def plain_environment() -> Iterator[None]:
    """The package index is reached as this machine reaches it, the loopback without a proxy."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_PROXY", "no_proxy"):
            patch.setenv(name, ",".join([*os.environ.get(name, "").split(), "127.0.0.1,localhost"]))
        yield


@pytest.fixture(scope="session")
def current(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The committed client, built as `nox -s build` builds it."""
    dist = tmp_path_factory.mktemp("current") / "dist"
    build_dist(ROOT / "generated", dist, Console())
    return Release(read_project(ROOT / "generated"), dist)


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Release]:
    """Generates and builds the client as another version, from a ledger that begins with it."""
    made: dict[str, Release] = {}

    def make(version: str) -> Release:
        if version not in made:
            root = tmp_path_factory.mktemp(f"release-{version}")
            for name in ("openapi", "overlays", "generator-templates"):
                shutil.copytree(ROOT / name, root / name)
            shutil.copyfile(ROOT / "LICENSE", root / "LICENSE")
            ledger = root / "openapi" / "releases.toml"
            entry = f'[[release]]\nversion = "{version}"\ndate = "2026-01-01"\nchanges = "-"\n'
            ledger.write_text(entry + ledger.read_text(encoding="utf-8"), encoding="utf-8")
            project = root / "generated"
            write_tree(seal(build(root), root), project)
            artifacts = build_artifacts(project, root / "dist")
            write_attestation(read_project(project), artifacts, "hatchling==1.33.0")
            made[version] = Release(read_project(project), root / "dist")
        return made[version]

    return make


@pytest.fixture(scope="session")
def dependencies(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What the client and its build backend depend on, as an internal index would mirror it."""
    folder = tmp_path_factory.mktemp("dependencies")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"),
            *("--only-binary", ":all:", "--dest", str(folder)),
            *("--requirement", str(ROOT / "requirements" / "build.txt")),
        ],
        check=True,
    )
    return sorted(folder.iterdir())


@pytest.fixture(scope="session")
def devpi_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Devpi]:
    """One devpi for all tests; each makes an index of its own."""
    with devpi(tmp_path_factory.mktemp("devpi")) as server:
        yield server


@pytest.fixture(scope="module", params=["pypiserver", "devpi"])
def index(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Index]:
    """An empty index, each of both kinds."""
    if request.param == "devpi":
        server: Devpi = request.getfixturevalue("devpi_server")
        yield server.new_index()
    else:
        with pypiserver(tmp_path_factory.mktemp("pypiserver")) as running:
            yield running


@pytest.fixture(scope="module")
def stocked(index: Index, dependencies: list[Path]) -> Index:
    """The index with all that the client depends on."""
    upload(index, dependencies)
    return index


@pytest.fixture(scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables for installers: no configuration, and caches that begin empty."""
    folder = tmp_path_factory.mktemp("caches")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_", "PYTHON"))}
    return kept | {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_CACHE_DIR": str(folder / "pip"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_NO_CONFIG": "1",
        "UV_CACHE_DIR": str(folder / "uv"),
        "UV_PYTHON_DOWNLOADS": "never",
    }


@pytest.fixture(params=["pip", "uv"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path, caches: dict[str, str]) -> Environment:
    """A fresh environment for each of both installers."""
    return new_environment(request.param, tmp_path, caches)
