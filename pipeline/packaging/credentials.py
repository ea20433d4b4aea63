"""Credentials for an upload, from the places where other tools look for them too."""

from __future__ import annotations

import base64
import configparser
import netrc
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

from pipeline.errors import PipelineError, Problem

__all__ = ["Credentials", "find_credentials"]


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who uploads. The password shows in no `repr`.

    Attributes:
        username: The user's name; `__token__` for a token.
        password: Password or token.
        origin: Where they were found, for people.
    """

    username: str
    password: str = field(repr=False)
    origin: str

    def secrets(self) -> tuple[str, ...]:
        """The password in the forms in which it is sent, for taking it out of messages."""
        pair = base64.b64encode(f"{self.username}:{self.password}".encode()).decode("ascii")
        forms = (pair, self.password, quote(self.password, safe=""), repr(self.password)[1:-1])
        return tuple(form for form in dict.fromkeys(forms) if form)


def find_credentials(url: str, env: Mapping[str, str], home: Path) -> Credentials | None:
    """Look for credentials: uv's variables, twine's variables, `.pypirc`, `.netrc`.

    Args:
        url: The upload URL; a section of `.pypirc` counts if its `repository` is this URL.
        env: Environment variables.
        home: The folder of `.pypirc` and `.netrc`; `NETRC` may name another file.

    Returns:
        The first that were found; None leaves it to uv, which asks a keyring if told to.

    Raises:
        PipelineError: if a file is there but cannot be read. Its content is not shown.
    """
    if token := env.get("UV_PUBLISH_TOKEN"):
        return Credentials("__token__", token, "UV_PUBLISH_TOKEN")
    for prefix in ("UV_PUBLISH", "TWINE"):
        password = env.get(f"{prefix}_PASSWORD")
        if password:
            username = env.get(f"{prefix}_USERNAME") or "__token__"
            return Credentials(username, password, f"{prefix}_PASSWORD")
    return _from_pypirc(url, home / ".pypirc") or _from_netrc(
        url, Path(env.get("NETRC") or home / ".netrc")
    )


def _from_pypirc(url: str, path: Path) -> Credentials | None:
    parser = configparser.RawConfigParser()
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        raise _unreadable(path, "it is not in the form of an INI file") from None
    for name in parser.sections():
        section = parser[name]
        password = section.get("password")
        if password and _same(section.get("repository", ""), url):
            return Credentials(
                section.get("username") or "__token__", password, f"[{name}] of {path}"
            )
    return None


def _from_netrc(url: str, path: Path) -> Credentials | None:
    host = urlsplit(url).hostname
    try:
        found = netrc.netrc(path).authenticators(host or "")
    except FileNotFoundError:
        return None
    except netrc.NetrcParseError as error:
        raise _unreadable(path, f"line {error.lineno} is not in the form of a netrc file") from None
    except OSError as error:
        raise _unreadable(path, str(error.strerror)) from None
    if found is None or not found[2]:
        return None
    return Credentials(found[0], found[2], str(path))


def _same(one: str, other: str) -> bool:
    return one.strip().rstrip("/") == other.rstrip("/")


def _unreadable(path: Path, reason: str) -> PipelineError:
    return PipelineError(Problem(f"cannot be read: {reason}", document=path.name))
