"""URLs, against a real server on this machine."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec

import pytest

from pipeline import fetch
from pipeline.read import read_document
from tests.support.problems import problem_of


class Server(ThreadingHTTPServer):
    daemon_threads = True
    answers: dict[str, Callable[[BaseHTTPRequestHandler], None]]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        with contextlib.suppress(ConnectionError):  # the reader hangs up, as it should
            self.server.answers[self.path](self)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as running:
        running.answers = {}
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def answer(
    body: bytes = b"", status: int = 200, **headers: str
) -> Callable[[BaseHTTPRequestHandler], None]:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return send


def drip(chunk: bytes, times: int, pause: float) -> Callable[[BaseHTTPRequestHandler], None]:
    def send(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(times):
            handler.wfile.write(chunk)
            handler.wfile.flush()
            time.sleep(pause)

    return send


def test_a_page_by_url(server: Server) -> None:
    server.answers["/docs/x%20y.md"] = answer(
        b"# Title\n\n````yaml POST /v1/x\nopenapi: 3.1.0\npaths: {}\n````",
        content_type="text/markdown; charset=utf-8",
    )
    document = read_document(f"{server.url}/docs/x%20y.md")
    assert (document.name, document.operation) == ("x y.md", "POST /v1/x")


def test_yaml_and_json_by_url(server: Server) -> None:
    server.answers["/api"] = answer(b"openapi: 3.1.0\n", content_type="application/yaml")
    server.answers["/api.json"] = answer(b'{"openapi": "3.1.0"}', content_type="text/html")
    for path in ("/api", "/api.json"):
        assert read_document(server.url + path).tree == {"openapi": "3.1.0"}


def test_the_media_type_tells_a_page_without_a_fence(server: Server) -> None:
    server.answers["/page"] = answer(b"# Only words", content_type="text/markdown")
    assert "no OpenAPI fence" in problem_of(lambda: read_document(server.url + "/page")).reason


def test_a_redirect_on_this_machine_is_followed(server: Server) -> None:
    server.answers["/old"] = answer(status=308, location="/new")
    server.answers["/new"] = answer(b"openapi: 3.1.0\n")
    assert read_document(server.url + "/old").name == "old"


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("https://x.example/api.yaml", "leads away from http"),
        ("file:///etc/hostname", "leads away from http"),
        ("ftp://x.example/", "leads away from http"),
        ("http://x.example/api.yaml", "only https URLs are read"),
        ("http://[x", "no URL"),
        ("/loop", "more than 5 redirects"),
    ],
)
def test_a_redirect_elsewhere_is_not_followed(server: Server, location: str, reason: str) -> None:
    server.answers["/loop"] = answer(status=302, location=location)
    problem = problem_of(lambda: read_document(server.url + "/loop"))
    assert reason in problem.reason
    assert problem.document == server.url + "/loop"


@pytest.mark.parametrize(
    "url", ["http://x.example/a.yaml", "ftp://127.0.0.1/a", "file:///etc/hostname", "https:///a"]
)
def test_only_https_and_this_machine_are_read(url: str) -> None:
    assert "only https URLs are read" in problem_of(lambda: read_document(url)).reason


def test_an_answer_other_than_200_is_told(server: Server) -> None:
    server.answers["/gone"] = answer(b"openapi: 3.1.0", status=404)
    server.answers["/lost"] = answer(status=302)
    assert "answered 404" in problem_of(lambda: read_document(server.url + "/gone")).reason
    assert "answered 302" in problem_of(lambda: read_document(server.url + "/lost")).reason


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(404, "Check the address"), (403, "No key is sent"), (429, "Try again"), (503, "Try again")],
)
def test_what_to_do_after_an_answer(server: Server, status: int, remedy: str) -> None:
    server.answers["/page"] = answer(status=status)
    problem = problem_of(lambda: read_document(server.url + "/page"))
    assert (problem.remedy or "").startswith(remedy)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, br"])
def test_a_coding_that_nobody_asked_for_is_told(server: Server, coding: str) -> None:
    server.answers["/page"] = answer(b"\x0b\x02\x80", content_encoding=coding)
    problem = problem_of(lambda: read_document(server.url + "/page"))
    assert f"sent the document as {coding.rpartition(' ')[2]!r}" in problem.reason


@pytest.mark.parametrize("url", ["https://me:pa55@x.invalid/a", "https://pa55@x.invalid/a"])
def test_a_url_with_credentials_is_refused_without_them(server: Server, url: str) -> None:
    problem = problem_of(lambda: read_document(url))
    assert "the URL holds credentials" in problem.reason
    assert problem.document == "https://…@x.invalid"
    server.answers["/page"] = answer(status=302, location=server.url.replace("//", "//me:pa55@"))
    moved = problem_of(lambda: read_document(server.url + "/page"))
    assert "a redirect leads to a URL like this" in moved.reason
    assert "pa55" not in f"{problem} {moved}"


def test_a_page_that_a_server_calls_html_is_told(server: Server) -> None:
    body = b"# A page\n\n````yaml POST /v1/x\nopenapi: 3.1.0\n````\n"
    server.answers["/page.md"] = answer(body, content_type="text/html")
    problem = problem_of(lambda: read_document(server.url + "/page.md"))
    assert problem.reason == "the server calls this text/html"
    assert "to a file" in (problem.remedy or "")


def test_an_html_answer_is_told(server: Server) -> None:
    server.answers["/html"] = answer(b"<p>Hello", content_type="text/html; charset=utf-8")
    problem = problem_of(lambda: read_document(server.url + "/html"))
    assert ".md" in (problem.remedy or "")


def test_a_body_over_the_limit_is_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "MAX_BYTES", 1024 * 1024)
    sent = 0

    def endless(handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.send_response(200)
        handler.end_headers()
        for _ in range(64):
            handler.wfile.write(b"#" * 1024 * 1024)
            sent += 1

    server.answers["/endless"] = endless
    assert "larger than 1 MiB" in problem_of(lambda: read_document(server.url + "/endless")).reason
    assert sent < 64


def test_a_declared_length_over_the_limit_is_not_even_read(server: Server) -> None:
    def huge(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-length", str(fetch.MAX_BYTES + 1))
        handler.end_headers()

    server.answers["/huge"] = huge
    assert "larger than 32 MiB" in problem_of(lambda: read_document(server.url + "/huge")).reason


def test_a_server_that_stalls_or_drips_is_left(server: Server) -> None:
    server.answers["/stall"] = drip(b"openapi", 2, 60)
    server.answers["/drip"] = drip(b"#", 1000, 0.05)
    problem = problem_of(lambda: fetch.fetch_url(server.url + "/stall", timeout=0.2))
    assert "said nothing for 0.2 seconds" in problem.reason
    problem = problem_of(lambda: fetch.fetch_url(server.url + "/drip", timeout=60, deadline=0.5))
    assert "not complete after 0.5 seconds" in problem.reason


def test_a_server_whose_head_drips_is_left(server: Server) -> None:
    def head(handler: BaseHTTPRequestHandler) -> None:
        for number in range(1000):
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n" if number == 0 else b"x-a: b\r\n")
            handler.wfile.flush()
            time.sleep(0.05)

    server.answers["/head"] = head
    problem = problem_of(lambda: fetch.fetch_url(server.url + "/head", timeout=60, deadline=0.5))
    assert "not complete after 0.5 seconds" in problem.reason


def test_a_connection_that_breaks_or_is_refused_is_told(server: Server) -> None:
    def broken(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-length", "100")
        handler.end_headers()
        handler.wfile.write(b"openapi: 3.1.0\n")

    server.answers["/broken"] = broken
    assert (
        "could not be fetched" in problem_of(lambda: read_document(server.url + "/broken")).reason
    )
    with Server(("127.0.0.1", 0), Handler) as closed:
        url = closed.url
    assert "could not be fetched" in problem_of(lambda: read_document(url + "/x")).reason


def test_a_proxy_is_not_asked_for_this_machine(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("all_proxy", "http://127.0.0.1:1")
    server.answers["/a"] = answer(json.dumps({"openapi": "3.1.0"}).encode())
    assert read_document(server.url + "/a").tree == {"openapi": "3.1.0"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "gopher://127.0.0.1:1"),
        pytest.param(
            "HTTPS_PROXY",
            "socks5://127.0.0.1:1",
            marks=pytest.mark.skipif(find_spec("socksio") is not None, reason="it can be used"),
        ),
        ("SSL_CERT_FILE", "there/is/no/such.pem"),
    ],
)
def test_network_settings_that_cannot_be_used_are_told(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    problem = problem_of(lambda: read_document("https://x.invalid/api.yaml"))
    assert "network settings" in problem.reason
    assert name in (problem.remedy or "")
