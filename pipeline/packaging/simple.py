"""Reading what a package index has of a project, from its simple pages (PEP 503 and PEP 691)."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.credentials import Credentials

__all__ = ["files_of", "origin"]

_TIMEOUT_SECONDS = 60.0
# Far more than the page of any project, or than a wheel of this one.
_MAX_BYTES = 64 * 1024 * 1024
_JSON = "application/vnd.pypi.simple.v1+json"
_HTML = ("application/vnd.pypi.simple.v1+html", "text/html")
_ACCEPT = f"{_JSON}, {_HTML[0]};q=0.2, {_HTML[1]};q=0.1"


@dataclass(frozen=True, slots=True)
class _Link:
    name: str
    url: str
    sha256: str | None


def files_of(
    simple: str, project: str, names: list[str], credentials: Credentials | None
) -> dict[str, str]:
    """The sha256 of those of a project's files that an index has.

    A file that the index gives without a sha256 is downloaded and hashed.

    Args:
        simple: URL of the simple pages.
        project: Normalised name of the project.
        names: The file names that matter.
        credentials: Sent to the host of `simple` only.

    Returns:
        File name to hex digest, for each of `names` that is there.

    Raises:
        PipelineError: if there are no such pages, or they or a file cannot be read. Never is a
            refusal taken for an absent file.
    """
    root = f"{simple.rstrip('/')}/"
    page = f"{root}{project}/"
    answer = _get(page, credentials, root)
    if answer is None:
        # The project may be new; then there have to be pages at all.
        if _get(root, credentials, root, bare=True) is None:
            raise PipelineError(
                Problem(
                    f"there are no simple pages at {root}",
                    document="index",
                    remedy="Give their URL with --simple; for devpi it ends with /+simple/.",
                )
            )
        return {}
    found: dict[str, str] = {}
    for link in _links(*answer):
        if link.name in names and link.name not in found:
            found[link.name] = link.sha256 or _download(link.url, credentials, root)
    return found


def _links(url: str, kind: str, body: bytes) -> Iterator[_Link]:
    try:
        if kind == _JSON:
            for file in json.loads(body)["files"]:
                yield _Link(
                    file["filename"], urljoin(url, file["url"]), file["hashes"].get("sha256")
                )
        elif kind in _HTML:
            page = _Anchors(url, body.decode("utf-8", "replace"))
            if page.has_form:
                raise ValueError("it has a form, as a page for logging in has")
            yield from page.links
        else:
            raise ValueError(f"it is {kind}")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PipelineError(
            Problem(
                f"not a simple page: {type(error).__name__}: {error}",
                document=url,
                remedy="Check the URL of the simple pages (--simple), and the credentials.",
            )
        ) from None


class _Anchors(HTMLParser):
    """The links of an HTML page, with the digests in their fragments."""

    def __init__(self, url: str, text: str) -> None:
        super().__init__()
        self.links: list[_Link] = []
        self.has_form = False
        self._base = url
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        self.has_form = self.has_form or tag == "form"
        if tag == "base" and href:
            self._base = urljoin(self._base, href)
        elif tag == "a" and href:
            url, fragment = urldefrag(urljoin(self._base, href))
            algorithm, _, digest = fragment.partition("=")
            name = unquote(urlsplit(url).path.rpartition("/")[2])
            self.links.append(_Link(name, url, digest if algorithm == "sha256" else None))


def _download(url: str, credentials: Credentials | None, root: str) -> str:
    answer = _get(url, credentials, root)
    if answer is None:
        raise PipelineError(Problem("is listed by the index, but is not there", document=url))
    return hashlib.sha256(answer[2]).hexdigest()


def _get(
    url: str, credentials: Credentials | None, root: str, *, bare: bool = False
) -> tuple[str, str, bytes] | None:
    """The final URL, media type and body, which `bare` leaves out; None for HTTP 404."""
    try:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("this is no http(s) URL")
        request = urllib.request.Request(url, headers={"Accept": _ACCEPT})
        if credentials is not None and origin(url) == origin(root):
            pair = f"{credentials.username}:{credentials.password}".encode()
            # Unredirected: another host must not get it.
            request.add_unredirected_header(
                "Authorization", f"Basic {base64.b64encode(pair).decode('ascii')}"
            )
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
            body = b"" if bare else response.read(_MAX_BYTES + 1)
            if response.length and not bare and len(body) <= _MAX_BYTES:
                # A read with a limit says nothing of an end that came too early.
                raise http.client.IncompleteRead(body, response.length)
            if len(body) > _MAX_BYTES:
                raise ValueError(f"it is larger than {_MAX_BYTES // 1024**2} MiB")
            return response.url, response.headers.get_content_type(), body
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 404:
            return None
        remedy = "Its credentials are missing or wrong." if error.code in (401, 403) else None
        reason = f"cannot be read: HTTP {error.code} {error.reason}"
        raise PipelineError(Problem(reason, document=url, remedy=remedy)) from None
    except OSError as error:
        reason = f"cannot be reached: {getattr(error, 'reason', error)}"
        raise PipelineError(Problem(reason, document=url)) from None
    except (http.client.HTTPException, ValueError) as error:
        # The latter for addresses that are none, to which a page may link.
        reason = f"cannot be read: {type(error).__name__}: {error}"
        raise PipelineError(Problem(reason, document=url)) from None


def origin(url: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port of a URL, between which credentials do not go.

    Raises:
        ValueError: if it has none that can be read.
    """
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port
