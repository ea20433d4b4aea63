"""What a client says of its origin: `__build__` and the bill of materials."""

from __future__ import annotations

import hashlib
import json
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import pipeline
from pipeline.compose import Release, load_release
from pipeline.errors import PipelineError
from pipeline.generate.metadata import project_files
from pipeline.generate.provenance import SBOM, stamp
from pipeline.sources import load
from pipeline.surface import build_surface
from pipeline.types import Tree
from tests.support.generating import ROOT, real_document, real_project

RELEASE = load_release(ROOT / "openapi" / "releases.toml")
SOURCES = load(ROOT / "openapi" / "sources.toml")
PACKAGE = "evolink_kimi"


@pytest.fixture(scope="module")
def composed() -> Tree:
    return {**real_project(), **project_files(build_surface(real_document()), RELEASE, ROOT)}


@pytest.fixture(scope="module")
def stamped(composed: Tree) -> Tree:
    return stamp(composed, RELEASE, SOURCES, package_name=PACKAGE)


@pytest.fixture(scope="module")
def bill(stamped: Tree) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(stamped[SBOM])
    return read


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_the_module_holds_digests_that_anybody_can_compute(stamped: Tree, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_bytes(stamped[f"{PACKAGE}/__build__.py"])
    build = runpy.run_path(str(module))
    assert build["VERSION"] == RELEASE.version
    assert build["PIPELINE_VERSION"] == pipeline.__version__
    assert build["GENERATOR"] == "openapi-python-client 0.29.1"
    assert build["DOCUMENT_SHA256"] == sha256(stamped[f"{PACKAGE}/openapi.json"])
    assert build["SOURCES"] == {
        s.file: sha256((ROOT / "openapi" / s.file).read_bytes()) for s in SOURCES
    }
    listing = "".join(
        f"{sha256(stamped[path])}  {path.partition('/')[2]}\n"
        for path in sorted(stamped)
        if path.startswith(f"{PACKAGE}/") and not path.endswith("/__build__.py")
    )
    assert build["CONTENT_SHA256"] == sha256(listing.encode())


def test_the_version_of_the_pipeline_is_that_of_its_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == pipeline.__version__


def test_the_bill_names_every_dependency_with_its_range(
    stamped: Tree, bill: dict[str, Any]
) -> None:
    project = tomllib.loads(stamped["pyproject.toml"].decode())["project"]
    libraries = {c["name"]: c for c in bill["components"] if c["type"] == "library"}
    optional = [d for extra in project["optional-dependencies"].values() for d in extra]
    # Once, and with the widest range, where newer Pythons take a newer one.
    assert libraries.keys() == {Requirement(d).name for d in project["dependencies"] + optional}
    assert libraries["anyio"]["versionRange"] == "vers:pypi/>=4"
    assert libraries["httpx"]["versionRange"] == "vers:pypi/>=0.27|<1"
    assert libraries["httpx"]["scope"] == "required"
    assert libraries["pytest"]["scope"] == "optional"
    (of_package, _) = bill["dependencies"]
    assert of_package["ref"] == bill["metadata"]["component"]["bom-ref"]
    assert set(of_package["dependsOn"]) == {c["bom-ref"] for c in libraries.values()}


def test_the_bill_names_the_documents_with_their_digests(
    stamped: Tree, bill: dict[str, Any]
) -> None:
    documents = {c["name"]: c["hashes"][0] for c in bill["components"] if c["type"] == "data"}
    assert documents == {
        "openapi.json": {"alg": "SHA-256", "content": sha256(stamped[f"{PACKAGE}/openapi.json"])},
        **{s.file: {"alg": "SHA-256", "content": s.sha256} for s in SOURCES},
    }


def test_the_same_inputs_give_the_same_bytes(composed: Tree, stamped: Tree) -> None:
    again = stamp(dict(reversed(composed.items())), RELEASE, SOURCES, package_name=PACKAGE)
    assert again == stamped
    assert list(again) == sorted(again)


def test_another_content_is_another_bill(composed: Tree, bill: dict[str, Any]) -> None:
    changed = {**composed, f"{PACKAGE}/openapi.json": b"{}\n"}
    other = json.loads(stamp(changed, RELEASE, SOURCES, package_name=PACKAGE)[SBOM])
    assert other["serialNumber"] != bill["serialNumber"]


@pytest.mark.parametrize("path", [f"{PACKAGE}/__build__.py", SBOM])
def test_a_file_in_the_way_is_refused(composed: Tree, path: str) -> None:
    with pytest.raises(PipelineError, match=path):
        stamp({**composed, path: b""}, RELEASE, SOURCES, package_name=PACKAGE)


def test_a_backend_that_is_not_pinned_is_refused(composed: Tree) -> None:
    loose = composed["pyproject.toml"].replace(b"hatchling==", b"hatchling>=")
    with pytest.raises(PipelineError, match="pinned with =="):
        stamp({**composed, "pyproject.toml": loose}, RELEASE, SOURCES, package_name=PACKAGE)


def test_a_release_of_another_version_shows_in_both() -> None:
    release = Release("1.2.3", "")
    files = {**real_project(), **project_files(build_surface(real_document()), release, ROOT)}
    made = stamp(files, release, SOURCES, package_name=PACKAGE)
    assert json.loads(made[SBOM])["metadata"]["component"]["purl"].endswith("@1.2.3")
    assert b'VERSION: Final = "1.2.3"' in made[f"{PACKAGE}/__build__.py"]
