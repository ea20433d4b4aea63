"""Uploading a build to a package index, once and only once."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import Artifacts, Project, found_artifacts
from pipeline.packaging.attest import attestation_path
from pipeline.packaging.credentials import Credentials, find_credentials
from pipeline.packaging.run import run
from pipeline.packaging.simple import files_of, origin

__all__ = ["Published", "publish"]


@dataclass(frozen=True, slots=True)
class Published:
    """What became of an upload.

    Attributes:
        uploaded: The files that went to the index, or with a dry run would.
        present: The files that the index had already, byte for byte.
        origin: Where the credentials came from; None if there were none.
    """

    uploaded: tuple[str, ...]
    present: tuple[str, ...]
    origin: str | None


def publish(
    project: Project,
    output: Path,
    url: str,
    *,
    simple: str | None = None,
    dry_run: bool = False,
    env: Mapping[str, str] | None = None,
) -> Published:
    """Upload wheel and sdist, unless the index has them.

    Both are compared with the index before the first is uploaded, so that no version ends up there
    in part with other bytes, whether or not the index would let a file be replaced.

    Args:
        project: What was built.
        output: The folder of the artifacts and their attestation.
        url: The index's upload URL, without credentials.
        simple: The URL of its simple pages; by default `simple/` below the upload URL.
        dry_run: Compare, but upload nothing.
        env: Environment variables; by default this process's.

    Raises:
        PipelineError: if the build is not there or not as attested, if the URL does not fit, if the
            index has this version with other bytes, cannot be read, or refuses the upload.
    """
    env = os.environ if env is None else env
    simple = simple or f"{url.rstrip('/')}/simple/"
    for address in (url, simple):
        _check_url(address)
    artifacts = found_artifacts(project, output)
    _check_attested(project, artifacts, output)
    home = Path(env.get("HOME") or Path.home())
    writer = find_credentials(url, env, home)
    reader = writer if origin(simple) == origin(url) else find_credentials(simple, {}, home)
    ours = artifacts.digests
    theirs = files_of(simple, project.name, list(ours), reader)
    problems = [
        Problem(
            f"the index has other bytes under this name: {theirs[name]}, built: {ours[name]}",
            document=name,
            remedy="A version is published once. Put a new one into openapi/releases.toml.",
        )
        for name in sorted(theirs)
        if theirs[name] != ours[name]
    ]
    if problems:
        raise PipelineError(problems)
    missing = [path for path in (artifacts.wheel, artifacts.sdist) if path.name not in theirs]
    if missing and not dry_run:
        _upload(missing, url, env, writer)
    found_in = writer.origin if writer else None
    return Published(tuple(p.name for p in missing), tuple(sorted(theirs)), found_in)


def _upload(
    paths: list[Path], url: str, env: Mapping[str, str], credentials: Credentials | None
) -> None:
    """Have uv upload. Credentials go by variables, which no list of processes shows."""
    kept = {k: v for k, v in env.items() if not k.startswith(("UV_PUBLISH_", "TWINE_"))}
    if credentials is not None:
        kept["UV_PUBLISH_USERNAME"] = credentials.username
        kept["UV_PUBLISH_PASSWORD"] = credentials.password
    command: list[str | Path] = [
        *(sys.executable, "-m", "uv", "publish", "--no-config", "--no-progress"),
        # Who publishes is said by credentials: without any, no index is asked for others.
        *("--trusted-publishing", "never", "--color", "never", "--publish-url", url),
        *paths,
    ]
    try:
        run(command, "the upload", env=kept)
    except PipelineError as error:
        reason = _plain(error.problems[0].reason)
        if credentials is not None:
            # Some servers repeat what they were sent.
            for secret in credentials.secrets():
                reason = reason.replace(secret, "•••")
        raise PipelineError(Problem(reason, document="index", remedy=_remedy(reason))) from None


def _remedy(reason: str) -> str:
    answered = re.search(r"status code (\d+)", reason)
    status = int(answered[1]) if answered else 0
    if status in (401, 403):
        return "Check the credentials and what they may do."
    if status == 409:
        return (
            "The index had a file of this name, though its pages don't show it. Put a new version "
            "into openapi/releases.toml."
        )
    if not answered and "Missing credentials" in reason:
        return (
            "Give credentials by UV_PUBLISH_TOKEN, UV_PUBLISH_USERNAME and UV_PUBLISH_PASSWORD, "
            ".pypirc or .netrc; docs/publishing.md has them all."
        )
    if not answered or status >= 500:
        return "Publish again: what has arrived is not sent a second time."
    return "Check the upload URL, and what the index says above."


def _plain(text: str) -> str:
    """Text without the HTML in which some servers say what is wrong."""
    text = re.sub(r"<(style|head)\b.*?</\1>", " ", text, flags=re.DOTALL | re.IGNORECASE)
    lines = (re.sub(r"<[^<>]*>", "", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _check_url(url: str) -> None:
    try:
        parts, _ = urlsplit(url), origin(url)
    except ValueError:
        # Not repeated: where the host ends is not known, and so where a password would.
        raise PipelineError(
            Problem("the URL has no host and port that can be read", document="index")
        ) from None
    if parts.username or parts.password:
        raise PipelineError(
            Problem(
                "the URL holds credentials",
                document=f"{parts.scheme}://…@{parts.netloc.rpartition('@')[2]}{parts.path}",
                remedy="Others see them in lists of processes and in logs. Use UV_PUBLISH_USERNAME "
                "and UV_PUBLISH_PASSWORD, UV_PUBLISH_TOKEN, .pypirc or .netrc.",
            )
        )
    if "?" in url or "#" in url:
        # Not repeated: a token may be in it.
        raise PipelineError(
            Problem(
                "the URL has a query or a fragment",
                document=f"{parts.scheme}://{parts.netloc}{parts.path}",
                remedy="Leave it out; credentials go by UV_PUBLISH_TOKEN, .pypirc or .netrc.",
            )
        )
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise PipelineError(Problem(f"not an http(s) URL: {url!r}", document="index"))


def _check_attested(project: Project, artifacts: Artifacts, output: Path) -> None:
    """Only what `build` proved is published."""
    path = attestation_path(project, output)
    remedy = "Build it anew: python -m nox -s build"
    try:
        subjects = json.loads(path.read_bytes())["subject"]
        attested = {s["name"]: s["digest"]["sha256"] for s in subjects}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PipelineError(
            Problem(
                f"cannot be read: {type(error).__name__}: {error}",
                document=path.name,
                remedy=remedy,
            )
        ) from None
    if attested != artifacts.digests:
        raise PipelineError(
            Problem("does not attest the files beside it", document=path.name, remedy=remedy)
        )
