"""The next version, from what changed (https://semver.org)."""

from __future__ import annotations

import re

from pipeline.changes.change import Bump
from pipeline.errors import PipelineError, Problem

__all__ = ["next_version"]

_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


def next_version(version: str, bump: Bump) -> str:
    """The version after another.

    Before 1.0.0 a breaking change raises the second number and any other the third, so that a
    requirement of `~=0.2.0` never gets a breaking change.

    Raises:
        PipelineError: if the version is not three numbers.
    """
    major, minor, patch = _numbers(version)
    if bump is Bump.NONE:
        return version
    if major == 0:
        return f"0.{minor + 1}.0" if bump is Bump.MAJOR else f"0.{minor}.{patch + 1}"
    if bump is Bump.MAJOR:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if bump is Bump.MINOR else f"{major}.{minor}.{patch + 1}"


def _numbers(version: str) -> tuple[int, int, int]:
    match = _VERSION.fullmatch(version)
    if match is None:
        raise PipelineError(
            Problem(
                f"{version!r} is not a version of three numbers",
                document="releases.toml",
                remedy="Write the newest release as MAJOR.MINOR.PATCH",
            )
        )
    return int(match[1]), int(match[2]), int(match[3])
