"""Real builds: equal bytes from two checkouts, a difference found, contents, and verify."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import PipelineError
from pipeline.packaging.__main__ import main
from pipeline.packaging.artifacts import build_artifacts, found_artifacts
from pipeline.packaging.pythons import find_pythons
from pipeline.packaging.reproduce import prove
from pipeline.snapshot import MANIFEST, read_tree, seal, write_tree
from tests.support.installing import Environment, Release

pytestmark = pytest.mark.index
ROOT = Path(__file__).parents[2]


def test_two_checkouts_give_the_same_bytes(current: Release, tmp_path: Path) -> None:
    """A clone has other file times, another place, and git's idea of modes and line endings."""
    source = tmp_path / "source"
    shutil.copytree(current.project.folder, source / "generated")
    shutil.copyfile(ROOT / ".gitattributes", source / ".gitattributes")
    git = ("git", "-c", "user.name=t", "-c", "user.email=t@localhost")
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "all"]):
        subprocess.run([*git, *command], cwd=source, check=True)
    digests = []
    for number, crlf in enumerate(("false", "true")):
        clone = tmp_path / f"clone {number}"
        subprocess.run(
            ["git", "-c", f"core.autocrlf={crlf}", "clone", "--quiet", str(source), str(clone)],
            check=True,
        )
        digests.append(build_artifacts(clone / "generated", clone / "dist").digests)
    expected = found_artifacts(current.project, current.dist).digests
    assert digests == [expected, expected]


def test_one_other_byte_is_found_in_every_condition(current: Release, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(current.project.folder, project)
    with (project / "evolink_kimi" / "py.typed").open("a") as file:
        file.write("\n")
    lines: list[str] = []
    first = found_artifacts(current.project, current.dist)
    constraints = ROOT / "requirements" / "build.txt"
    with pytest.raises(PipelineError) as raised:
        prove(project, first, constraints, tmp_path / "work", lines.append)
    here = [p for p in find_pythons(current.project.pythons) if p.path]
    # From the sdist, which is the first build's, the bytes are the first build's.
    assert sum(line.startswith("differs") for line in lines) == 1 + len(here)
    assert len(raised.value.problems) == 2 * (1 + len(here))


def test_nothing_is_left_in_dist_when_a_check_fails(
    current: Release, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "project"
    shutil.copytree(current.project.folder, project)
    (project / "README.md").write_bytes(b"")
    tree = read_tree(project)
    del tree[MANIFEST]
    write_tree(seal(tree, ROOT), project)
    dist = tmp_path / "dist"
    assert main(["--project", str(project), "--dist", str(dist), "build"]) == 2
    assert "failed" in capsys.readouterr().out
    assert not dist.exists()


def test_a_file_changed_by_hand_is_not_attested(
    current: Release, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "project"
    shutil.copytree(current.project.folder, project)
    with (project / "evolink_kimi" / "client.py").open("a") as module:
        module.write("# by hand\n")
    dist = tmp_path / "dist"
    assert main(["--project", str(project), "--dist", str(dist), "build"]) == 2
    said = capsys.readouterr().out
    assert "project/evolink_kimi/client.py" in said
    assert "is not as it was generated" in said
    assert not dist.exists()


def test_the_wheel_says_all_there_is_to_say(current: Release) -> None:
    wheel = found_artifacts(current.project, current.dist).wheel
    with zipfile.ZipFile(wheel) as archive:
        info = f"{current.project.stem}.dist-info/"
        metadata = archive.read(f"{info}METADATA").decode()
        names = archive.namelist()
    for line in (
        "License-Expression: MIT",
        "License-File: LICENSE",
        "Requires-Python: >=3.11",
        "Classifier: Typing :: Typed",
        "Description-Content-Type: text/markdown",
        "Requires-Dist: httpx<1,>=0.27",
    ):
        assert line in metadata
    assert "Project-URL: " in metadata
    assert "evolink_kimi/py.typed" in names
    assert "evolink_kimi/openapi.json" in names


def test_the_attestation_names_what_went_in_and_came_out(current: Release) -> None:
    (path,) = current.dist.glob("*.intoto.json")
    statement = json.loads(path.read_bytes())
    digests = found_artifacts(current.project, current.dist).digests
    assert {s["name"]: s["digest"]["sha256"] for s in statement["subject"]} == digests
    definition = statement["predicate"]["buildDefinition"]
    inputs = {d["uri"] for d in definition["resolvedDependencies"]}
    assert {
        "file:openapi/messages.yaml",
        "file:overlays/runtime/transport.py",
        "file:generator-templates/client.py.jinja",
        "file:pipeline/build.py",
        "file:requirements/pipeline.txt",
    } <= inputs
    assert definition["internalParameters"]["backend"] == "hatchling==1.33.0"


def test_the_bill_of_materials_is_valid(current: Release) -> None:
    validation: Any = pytest.importorskip("cyclonedx.validation.json")
    schema: Any = pytest.importorskip("cyclonedx.schema")
    with zipfile.ZipFile(found_artifacts(current.project, current.dist).wheel) as archive:
        (name,) = [n for n in archive.namelist() if "/sboms/" in n]
        text = archive.read(name).decode()
    validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_7)
    assert validator.validate_str(text) is None
    assert validator.validate_str(text.replace('"bom-ref"', '"bomref"')) is not None


def test_verify_finds_what_was_changed_in_an_installation(
    current: Release, dependencies: list[Path], fresh: Environment
) -> None:
    wheel = found_artifacts(current.project, current.dist).wheel
    links = dependencies[0].parent
    fresh.install("--no-index", "--find-links", links, wheel, index="http://127.0.0.1:9/")
    assert "FAILED" not in fresh.run("-m", "evolink_kimi.verify")
    where = Path(fresh.run("-c", "import evolink_kimi; print(evolink_kimi.__path__[0])").strip())
    # Where an installer linked the file to its cache, the cache must stay as it is.
    module = where / "_version.py"
    text = module.read_text()
    module.unlink()
    module.write_text(text.replace(current.version, "6.6.6"))
    done = subprocess.run(
        [str(fresh.python), "-m", "evolink_kimi.verify"],
        cwd=fresh.folder,
        env=fresh.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "FAILED   content" in done.stdout
    assert "not as they were: evolink_kimi/_version.py" in done.stdout
