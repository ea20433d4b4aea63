"""A stranger's path: publish to an internal index, install from it and nothing else, upgrade."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.packaging.publish import publish
from tests.support.indexes import Index
from tests.support.installing import Environment, Release

pytestmark = pytest.mark.index
OLD, PRE = "0.0.9", "99.0rc1"


@pytest.fixture(scope="module")
def served(stocked: Index, current: Release, release: Callable[[str], Release]) -> Index:
    """An index with an old release, this one, and a pre-release of a later one."""
    for made in (release(OLD), current, release(PRE)):
        published = publish(
            made.project,
            made.dist,
            stocked.upload,
            simple=stocked.simple,
            env={**os.environ, **stocked.env},
        )
        assert len(published.uploaded) == 2
    return stocked


def test_install_and_stream(served: Index, current: Release, fresh: Environment) -> None:
    fresh.install("evolink-kimi", index=served)
    assert fresh.version == current.version
    streamed = fresh.run("-m", "evolink_kimi.testing.demo", "--delay", "0")
    for name in ("client.chat.completions.stream", "client.messages.stream", "client.responses"):
        assert name in streamed
    assert streamed.count("reasoning |") == 3


def test_what_is_installed_verifies(served: Index, current: Release, fresh: Environment) -> None:
    fresh.install("evolink-kimi", index=served)
    (attestation,) = current.dist.glob("*.intoto.json")
    said = fresh.run("-m", "evolink_kimi.verify", "--attestation", attestation)
    assert re.findall(r"^(\w+) +(\w+)", said, re.MULTILINE) == [
        ("ok", "content"),
        ("ok", "document"),
        ("ok", "record"),
        ("ok", "version"),
        ("ok", "sbom"),
        ("ok", "attested"),
        ("ok", "artifact"),
        ("ok", "artifact"),
    ]


def test_an_old_release_is_upgraded(served: Index, current: Release, fresh: Environment) -> None:
    fresh.install(f"evolink-kimi=={OLD}", index=served)
    assert fresh.version == OLD
    fresh.install("evolink-kimi", index=served)
    assert fresh.version == OLD, "an installation is not an upgrade"
    fresh.install("--upgrade", "evolink-kimi", index=served)
    assert fresh.version == current.version
    fresh.install("evolink-kimi<" + current.version, index=served)
    assert fresh.version == OLD


def test_a_pre_release_is_only_taken_when_asked_for(served: Index, fresh: Environment) -> None:
    fresh.install(
        "--pre" if fresh.tool == "pip" else "--prerelease=allow", "evolink-kimi", index=served
    )
    assert fresh.version == PRE


def test_the_sdist_installs_with_its_backend_from_the_same_index(
    served: Index, current: Release, fresh: Environment
) -> None:
    fresh.install("--no-binary", "evolink-kimi", "evolink-kimi", index=served)
    assert fresh.version == current.version


def test_a_constraint_pins(served: Index, fresh: Environment, tmp_path: Path) -> None:
    constraints = tmp_path / "constraints.txt"
    constraints.write_text(f"evolink-kimi=={OLD}\n")
    fresh.install("--constraint", constraints, "evolink-kimi", index=served)
    assert fresh.version == OLD


def test_hashes_pin_every_byte(
    served: Index, current: Release, fresh: Environment, tmp_path: Path
) -> None:
    (tmp_path / "app.in").write_text(f"evolink-kimi=={current.version}\n")
    locked = tmp_path / "app.txt"
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--generate-hashes"),
            *("--index-url", served.simple, str(tmp_path / "app.in"), "--output-file", str(locked)),
        ],
        check=True,
        capture_output=True,
        env=fresh.env,
    )
    text = locked.read_text()
    digests = re.findall(r"sha256:([0-9a-f]{64})", text)
    assert len(digests) >= 10
    fresh.install("--require-hashes", "--requirement", locked, index=served)
    assert fresh.version == current.version

    for digest in digests:
        text = text.replace(digest, digest[::-1])
    locked.write_text(text)
    refused = fresh.try_install(
        *("--require-hashes", "--force-reinstall", "--requirement"), locked, index=served
    )
    assert refused.returncode != 0
    assert "hash" in refused.stdout.lower()
