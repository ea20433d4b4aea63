"""Uploading a build to a package index, once and only once."""

from __future__ import annotations

import base64
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.artifacts import Artifacts, Project, found_artifacts
from pipeline.packaging.attest import attestation_path
from pipeline.packaging.credentials import Credentials, find_credentials
from pipeline.packaging.run import run

__all__ = ["Published", "publish"]

_TIMEOUT_SECONDS = 60.0


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

    All files are compared with the index before the first is uploaded, so that a version is never
    there in part with other bytes.

    Args:
        project: What was built.
        output: The folder of the artifacts and their attestation.
        url: The index's upload URL, without credentials.
        simple: The URL of its simple pages; by default `simple/` below the upload URL.
        dry_run: Compare, but upload nothing.
        env: Environment variables; by default this process's.

    Raises:
        PipelineError: if the build is not there or not as attested, if the URL does not fit, if the
            index has this version with other bytes, or refuses the upload.
    """
    env = os.environ if env is None else env
    simple = simple or f"{url.rstrip('/')}/simple/"
    for address in (url, simple):
        _check_url(address)
    artifacts = found_artifacts(project, output)
    _check_attested(project, artifacts, output)
    credentials = find_credentials(url, env, Path(env.get("HOME") or Path.home()))
    reader = credentials if _origin(simple) == _origin(url) else None
    _check_simple(simple, project.name, reader)
    command = _Upload(url, simple, _environment(env, credentials))
    uploaded, present = [], []
    for path in (artifacts.wheel, artifacts.sdist):
        (present if command.is_there(path) else uploaded).append(path)
    if not dry_run:
        for path in uploaded:
            command.upload(path)
    return Published(
        tuple(p.name for p in uploaded),
        tuple(p.name for p in present),
        credentials.origin if credentials else None,
    )


class _Upload:
    """uv, which compares a file with the index before it uploads it."""

    def __init__(self, url: str, simple: str, env: Mapping[str, str]) -> None:
        self._command = (
            *(sys.executable, "-m", "uv", "publish", "--no-config", "--no-progress"),
            *("--color", "never", "--publish-url", url, "--check-url", simple),
        )
        self._env = env

    def is_there(self, path: Path) -> bool:
        """Whether the index has the file; an error if it has other bytes under its name."""
        return "already exists" in self._run(path, "--dry-run")

    def upload(self, path: Path) -> None:
        self._run(path)

    def _run(self, path: Path, *options: str) -> str:
        try:
            return run(
                [*self._command, *options, path], f"the upload of {path.name}", env=self._env
            )
        except PipelineError as error:
            reason = error.problems[0].reason
            if "do not match" not in reason:
                raise
            raise PipelineError(
                Problem(
                    f"the index has this version with other bytes\n{reason}",
                    document=path.name,
                    remedy="A version is published once. Put a new one into openapi/releases.toml.",
                )
            ) from None


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise PipelineError(
            Problem(f"not an http(s) URL: {_without_credentials(url)!r}", document="index")
        )
    if parts.username or parts.password:
        raise PipelineError(
            Problem(
                f"the URL {_without_credentials(url)!r} was given with credentials in it",
                document="index",
                remedy="Others see them in lists of processes and in logs. Use UV_PUBLISH_USERNAME "
                "and UV_PUBLISH_PASSWORD, UV_PUBLISH_TOKEN, .pypirc, .netrc or a keyring.",
            )
        )


def _without_credentials(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.partition('//')[0]}//…@{tail}" if at else url


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


def _check_simple(simple: str, name: str, credentials: Credentials | None) -> None:
    """The page to compare with has to exist, or nothing would be compared.

    An index may have no page of all projects, and has none of a project before its first release.
    """
    addresses = [f"{simple.rstrip('/')}/{name}/", f"{simple.rstrip('/')}/"]
    answers = [_status(address, credentials) for address in addresses]
    # 401 and 403: there is something, and uv may have other credentials for it.
    if not any(status in (200, 401, 403) for status in answers):
        raise PipelineError(
            Problem(
                f"no simple pages at {addresses[1]} (HTTP {answers[1]})",
                document="index",
                remedy="Give their URL with --simple; for devpi it ends with /+simple/.",
            )
        )


def _status(url: str, credentials: Credentials | None) -> int:
    request = urllib.request.Request(url, headers={"Accept": "text/html, */*;q=0.1"})
    if credentials is not None:
        pair = f"{credentials.username}:{credentials.password}".encode()
        # Unredirected: another host must not get it.
        request.add_unredirected_header(
            "Authorization", f"Basic {base64.b64encode(pair).decode('ascii')}"
        )
    try:
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise PipelineError(
            Problem(f"{url} cannot be reached: {reason}", document="index")
        ) from None


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def _environment(env: Mapping[str, str], credentials: Credentials | None) -> dict[str, str]:
    """The environment of uv: credentials go by variables, which no list of processes shows."""
    kept = {k: v for k, v in env.items() if not k.startswith(("UV_PUBLISH_", "TWINE_"))}
    if credentials is None:
        return kept
    return kept | {
        "UV_PUBLISH_USERNAME": credentials.username,
        "UV_PUBLISH_PASSWORD": credentials.password,
    }
