"""The attestation of a build: what came out of it, and what went in.

The form is that of an in-toto statement with SLSA's provenance as its predicate. It is not signed;
sign it with the tool of your index or organisation, which takes this file as it is.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from packaging.requirements import Requirement

import pipeline
from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import Artifacts, Project
from pipeline.snapshot import MANIFEST, read_tree
from pipeline.types import JsonObject

__all__ = ["attestation_path", "read_manifest", "write_attestation"]

_BUILD_TYPE = "urn:evolink-kimi:build:1"
_BUILDER = "urn:evolink-kimi:pipeline"
_REMEDY = "Generate the project anew: python -m nox -s regenerate"


def attestation_path(project: Project, output: Path) -> Path:
    """Where the attestation of a project's build goes."""
    return output / f"{project.stem}.intoto.json"


def write_attestation(project: Project, artifacts: Artifacts, backend: str) -> Path:
    """Write the attestation beside the artifacts, from the manifest of what was generated.

    Args:
        project: What was built.
        artifacts: What the build gave.
        backend: The build backend with its version, as a requirement.

    Raises:
        PipelineError: if the project has no manifest, or is not as its manifest says.
    """
    inputs, outputs = read_manifest(project)
    statement: JsonObject = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [_entry("name", n, d) for n, d in sorted(artifacts.digests.items())],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": _BUILD_TYPE,
                "externalParameters": {"project": project.name, "version": project.version},
                "internalParameters": {"backend": str(Requirement(backend))},
                "resolvedDependencies": [
                    _entry("uri", f"file:{path}", digest) for path, digest in sorted(inputs.items())
                ],
            },
            "runDetails": {
                "builder": {
                    "id": _BUILDER,
                    "version": {"evolink-kimi-pipeline": pipeline.__version__},
                },
                "byproducts": [
                    _entry("name", path, digest) for path, digest in sorted(outputs.items())
                ],
            },
        },
    }
    path = attestation_path(project, artifacts.wheel.parent)
    path.write_bytes((json.dumps(statement, indent=2) + "\n").encode())
    return path


def read_manifest(project: Project) -> tuple[dict[str, str], dict[str, str]]:
    """The digests of what a project was generated from, and of its files, by path.

    Raises:
        PipelineError: if there is no manifest, or the files are not as it says.
    """
    try:
        manifest: JsonObject = json.loads((project.folder / MANIFEST).read_bytes())
        inputs, outputs = (_digests(manifest, key) for key in ("inputs", "outputs"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PipelineError(
            Problem(
                f"cannot be read: {type(error).__name__}: {error}",
                document=f"{project.folder.name}/{MANIFEST}",
                remedy=_REMEDY,
            )
        ) from None
    tree = read_tree(project.folder)
    found = {p: hashlib.sha256(d).hexdigest() for p, d in tree.items() if p != MANIFEST}
    if wrong := [p for p in sorted(found.keys() | outputs) if found.get(p) != outputs.get(p)]:
        raise PipelineError(
            Problem(
                "is not as it was generated",
                document=f"{project.folder.name}/{path}",
                remedy=_REMEDY,
            )
            for path in wrong
        )
    return inputs, outputs


def _digests(manifest: JsonObject, key: str) -> dict[str, str]:
    found = manifest[key]
    if not isinstance(found, dict) or not all(isinstance(d, str) for d in found.values()):
        raise TypeError(f"{key!r} does not map paths to digests")
    return found


def _entry(key: str, name: str, digest: str) -> JsonObject:
    return {key: name, "digest": {"sha256": digest}}
