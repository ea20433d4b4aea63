"""Publishing, up to where an index is needed: credentials, URLs, simple pages, what is refused."""

from __future__ import annotations

import base64
import hashlib
import http.server
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.packaging.__main__ import main
from pipeline.packaging.artifacts import Project
from pipeline.packaging.credentials import Credentials, find_credentials
from pipeline.packaging.publish import publish
from pipeline.packaging.simple import files_of

URL = "http://127.0.0.1:9/upload/"
NAMES = ["pkg-1-py3-none-any.whl", "pkg-1.tar.gz"]
SECRET = "pa55-and-secret"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / ".pypirc").write_text(
        "[distutils]\nindex-servers = internal\n"
        f"[internal]\nrepository = {URL.rstrip('/')}\nusername = rc\npassword = from-rc\n"
        "[other]\nrepository = http://127.0.0.1:9/other/\nusername = x\npassword = y\n"
    )
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login net password from-net\n")
    (tmp_path / ".netrc").chmod(0o600)
    return tmp_path


def found(url: str, home: Path, **env: str) -> tuple[str, str] | None:
    credentials = find_credentials(url, env, home)
    return None if credentials is None else (credentials.username, credentials.password)


def test_credentials_in_the_order_of_their_places(home: Path) -> None:
    twine = {"TWINE_USERNAME": "t", "TWINE_PASSWORD": "from-twine"}
    uv = {"UV_PUBLISH_USERNAME": "u", "UV_PUBLISH_PASSWORD": "from-uv"}
    assert found(URL, home, UV_PUBLISH_TOKEN="tok", **uv, **twine) == ("__token__", "tok")
    assert found(URL, home, **uv, **twine) == ("u", "from-uv")
    assert found(URL, home, **twine) == ("t", "from-twine")
    assert found(URL, home, TWINE_PASSWORD="only") == ("__token__", "only")
    assert found(URL, home) == ("rc", "from-rc")
    assert found("http://127.0.0.1:9/", home) == ("net", "from-net")
    assert found("http://localhost:9/", home) is None


def test_another_netrc_can_be_named(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other-netrc"
    other.write_text("machine localhost login a password b\n")
    other.chmod(0o600)
    assert found("http://localhost:9/", home, NETRC=str(other)) == ("a", "b")


def test_no_files_no_credentials(tmp_path: Path) -> None:
    assert found(URL, tmp_path) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [(".netrc", f"machine 127.0.0.1 {SECRET}\n"), (".pypirc", f"{SECRET} = without a section\n")],
)
def test_a_file_in_no_form_is_told_without_its_content(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / name).chmod(0o600)
    with pytest.raises(PipelineError, match=name) as raised:
        find_credentials(URL, {}, tmp_path)
    assert SECRET not in str(raised.value)


def test_credentials_show_no_password() -> None:
    assert SECRET not in repr(Credentials("me", SECRET, "somewhere"))


@dataclass
class Site:
    """Pages served on loopback: path to status, media type and body; and who asked for them."""

    url: str = ""
    pages: dict[str, tuple[int, str, bytes]] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@pytest.fixture
def site() -> Iterator[Site]:
    yield from _served()


@pytest.fixture
def other_site() -> Iterator[Site]:
    yield from _served()


def _served() -> Iterator[Site]:
    site = Site()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            site.asked.append((self.path, self.headers.get("Authorization")))
            status, kind, body = site.pages.get(self.path, (404, "text/plain", b"none"))
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}/"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def files(site: Site, credentials: Credentials | None = None) -> dict[str, str]:
    return files_of(f"{site.url}simple/", "pkg", NAMES, credentials)


def test_an_html_page_with_digests_and_a_base(site: Site) -> None:
    page = (
        '<html><head><base href="/files/"></head><body>'
        f'<a href="{NAMES[0]}#sha256={"a" * 64}" data-requires-python="&gt;=3.11">x</a>'
        f'<a href="../deep/{NAMES[1]}#sha256={"b" * 64}">y</a>'
        '<a href="pkg-2.tar.gz#sha256=00">z</a><a name="no link">n</a></body></html>'
    )
    site.pages["/simple/pkg/"] = (200, "text/html", page.encode())
    assert files(site) == {NAMES[0]: "a" * 64, NAMES[1]: "b" * 64}


def test_a_json_page(site: Site) -> None:
    page = {
        "meta": {"api-version": "1.1"},
        "files": [{"filename": NAMES[0], "url": "x", "hashes": {"sha256": "a" * 64}}],
    }
    kind = "application/vnd.pypi.simple.v1+json"
    site.pages["/simple/pkg/"] = (200, kind, json.dumps(page).encode())
    assert files(site) == {NAMES[0]: "a" * 64}


def test_a_file_without_sha256_is_downloaded_and_hashed(site: Site) -> None:
    page = f'<a href="/f/{NAMES[0]}#md5=1">x</a><a href="/f/pkg-2.tar.gz">not asked for</a>'
    site.pages["/simple/pkg/"] = (200, "text/html", page.encode())
    site.pages[f"/f/{NAMES[0]}"] = (200, "application/zip", b"bytes")
    assert files(site) == {NAMES[0]: hashlib.sha256(b"bytes").hexdigest()}
    assert [path for path, _ in site.asked] == ["/simple/pkg/", f"/f/{NAMES[0]}"]


def test_a_new_project_has_no_files_if_there_are_pages_at_all(site: Site) -> None:
    site.pages["/simple/"] = (200, "text/html", b"")
    assert files(site) == {}
    site.pages.clear()
    with pytest.raises(PipelineError, match=r"no simple pages at .*--simple"):
        files(site)


@pytest.mark.parametrize("status", [401, 403, 500])
def test_a_refusal_is_never_taken_for_absence(site: Site, status: int) -> None:
    site.pages["/simple/pkg/"] = (status, "text/html", b"no")
    with pytest.raises(PipelineError, match=f"HTTP {status}"):
        files(site)


def test_what_is_no_page_is_told(site: Site) -> None:
    site.pages["/simple/pkg/"] = (200, "application/vnd.pypi.simple.v1+json", b'{"files": 1}')
    with pytest.raises(PipelineError, match="not a simple page"):
        files(site)


@pytest.mark.parametrize(
    ("kind", "body", "says"),
    [
        ("text/html", b"<h1>Log in</h1><form action='/in'><input name='user'></form>", "a form"),
        ("application/json", b'{"error": "none"}', "it is application/json"),
        ("text/plain", b"Hello", "it is text/plain"),
    ],
)
def test_a_page_for_something_else_is_not_taken_for_absence(
    site: Site, kind: str, body: bytes, says: str
) -> None:
    site.pages["/simple/pkg/"] = (200, kind, body)
    with pytest.raises(PipelineError, match=f"not a simple page: .*{says}.*--simple"):
        files(site)


def test_a_page_that_is_too_large_is_not_read(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.packaging.simple._MAX_BYTES", 1024 * 1024)
    site.pages["/simple/pkg/"] = (200, "text/html", b" " * (1024 * 1024 + 1))
    with pytest.raises(PipelineError, match="larger than 1 MiB"):
        files(site)
    # Of the list of all projects only that it is there.
    site.pages = {"/simple/": (200, "text/html", b" " * (1024 * 1024 + 1))}
    assert files(site) == {}


def test_a_link_into_this_machine_is_not_followed(site: Site, tmp_path: Path) -> None:
    (tmp_path / NAMES[0]).write_bytes(b"private")
    link = f'<a href="{(tmp_path / NAMES[0]).as_uri()}">x</a>'
    site.pages["/simple/pkg/"] = (200, "text/html", link.encode())
    with pytest.raises(PipelineError, match=r"no http\(s\) URL"):
        files(site)


def test_a_listed_file_that_is_not_there_is_told(site: Site) -> None:
    site.pages["/simple/pkg/"] = (200, "text/html", f'<a href="/f/{NAMES[0]}">x</a>'.encode())
    with pytest.raises(PipelineError, match="listed by the index, but is not there"):
        files(site)


def test_credentials_go_to_the_index_only(site: Site, other_site: Site) -> None:
    page = f'<a href="{other_site.url}{NAMES[0]}">x</a>'
    site.pages["/simple/pkg/"] = (200, "text/html", page.encode())
    other_site.pages[f"/{NAMES[0]}"] = (200, "application/zip", b"bytes")
    files(site, Credentials("me", SECRET, "here"))
    assert site.asked[0][1] is not None
    assert [header for _, header in other_site.asked] == [None]


@pytest.fixture
def built(tmp_path: Path) -> tuple[Project, Path]:
    dist = tmp_path / "dist"
    dist.mkdir()
    subjects = []
    for name in NAMES:
        (dist / name).write_bytes(name.encode())
        digest = hashlib.sha256(name.encode()).hexdigest()
        subjects.append({"name": name, "digest": {"sha256": digest}})
    (dist / "pkg-1.intoto.json").write_text(json.dumps({"subject": subjects}))
    return Project(tmp_path, "pkg", "1"), dist


def test_a_dry_run_compares_and_sends_nothing(site: Site, built: tuple[Project, Path]) -> None:
    digest = hashlib.sha256(NAMES[0].encode()).hexdigest()
    page = f'<a href="/{NAMES[0]}#sha256={digest}">x</a>'
    site.pages["/simple/pkg/"] = (200, "text/html", page.encode())
    done = publish(*built, site.url, dry_run=True, env={"HOME": str(built[1])})
    assert (done.uploaded, done.present) == ((NAMES[1],), (NAMES[0],))


def test_other_bytes_are_refused_with_both_digests(site: Site, built: tuple[Project, Path]) -> None:
    page = f'<a href="/{NAMES[0]}#sha256={"a" * 64}">x</a>'
    site.pages["/simple/pkg/"] = (200, "text/html", page.encode())
    with pytest.raises(PipelineError, match=f"other bytes under this name: {'a' * 64}"):
        publish(*built, site.url, env={"HOME": str(built[1])})


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (f"https://me:{SECRET}@127.0.0.1:9/", "the URL holds credentials"),
        ("ftp://127.0.0.1/", "not an http"),
        ("internal", "not an http"),
        ("http:///path", "not an http"),
        (f"https://me:{SECRET}@[127.0.0.1/", "no host and port"),
        (f"https://me:{SECRET}/", "no host and port"),
        (f"https://127.0.0.1:9/?token={SECRET}", "a query or a fragment"),
        (f"https://127.0.0.1:9/#{SECRET}", "a query or a fragment"),
    ],
)
def test_a_url_that_does_not_fit_is_told_without_secrets(
    built: tuple[Project, Path], url: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    project, dist = built
    (project.folder / "pyproject.toml").write_text("[project]\nname = 'pkg'\nversion = '1'\n")
    arguments = ["--project", str(project.folder), "--dist", str(dist), "publish", url]
    assert main(arguments) == 2
    said = capsys.readouterr().out
    assert says in said
    assert SECRET not in said


def test_an_index_that_does_not_answer_is_told(built: tuple[Project, Path]) -> None:
    with pytest.raises(PipelineError, match="cannot be reached"):
        publish(*built, "http://127.0.0.1:9/", env={"HOME": str(built[1])})


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ("Server returned status code 401 Unauthorized", "Check the credentials"),
        ("Server returned status code 409 Conflict", "Put a new version"),
        ("Server returned status code 400 Bad Request", "Check the upload URL"),
        ("Server returned status code 503 Unavailable", "Publish again"),
        ("connection closed before message completed", "Publish again"),
        ("Missing credentials for: http://127.0.0.1/", "UV_PUBLISH_TOKEN"),
    ],
)
def test_an_upload_that_fails_is_told_without_secrets_and_with_a_remedy(
    site: Site,
    built: tuple[Project, Path],
    monkeypatch: pytest.MonkeyPatch,
    said: str,
    remedy: str,
) -> None:
    secret = f"{SECRET}/é"
    pair = base64.b64encode(f"me:{secret}".encode()).decode("ascii")

    def run(*_: object, env: dict[str, str], **__: object) -> str:
        """What uv does with a server that repeats what it was sent."""
        sent = env["UV_PUBLISH_PASSWORD"]
        raise PipelineError(Problem(f"{said}. <b>You</b> sent {sent}, {quote(sent, '')}, {pair}"))

    monkeypatch.setattr("pipeline.packaging.publish.run", run)
    site.pages["/simple/"] = (200, "text/html", b"")
    env = {"UV_PUBLISH_USERNAME": "me", "UV_PUBLISH_PASSWORD": secret}
    with pytest.raises(PipelineError) as raised:
        publish(*built, site.url, env=env)
    told = str(raised.value)
    assert said in told
    assert "You sent •••, •••, •••" in told
    assert SECRET not in told
    assert remedy in (raised.value.problems[0].remedy or "")


def test_an_answer_that_breaks_off_and_a_link_to_nowhere_are_told(site: Site) -> None:
    site.pages["/simple/pkg/"] = (200, "text/html", f'<a href="//h:x/{NAMES[0]}">x</a>'.encode())
    with pytest.raises(PipelineError, match=f"//h:x/{NAMES[0]}: cannot be read: InvalidURL"):
        files(site)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf")

        thread = threading.Thread(target=answer)
        thread.start()
        port = listener.getsockname()[1]
        with pytest.raises(PipelineError, match="cannot be read: IncompleteRead"):
            files_of(f"http://127.0.0.1:{port}/simple/", "pkg", NAMES, None)
        thread.join()


def test_only_what_was_attested_is_published(built: tuple[Project, Path]) -> None:
    project, dist = built
    (dist / NAMES[0]).write_bytes(b"something else")
    with pytest.raises(PipelineError, match="does not attest the files beside it"):
        publish(project, dist, URL)
    (dist / "pkg-1.intoto.json").unlink()
    with pytest.raises(PipelineError, match=r"pkg-1\.intoto\.json.*nox -s build"):
        publish(project, dist, URL)
    (dist / NAMES[1]).unlink()
    with pytest.raises(PipelineError, match=r"there is no pkg-1\.tar\.gz"):
        publish(project, dist, URL)
