"""Package indexes on loopback: pypiserver, devpi, and static pages that can say `yanked`."""

from __future__ import annotations

import base64
import hashlib
import html
import http.server
import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.fault_server import free_port

USER, PASSWORD = "root", "s3cret-on-loopback"
_START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Index:
    """A running index.

    Attributes:
        name: Which program it is.
        upload: Its upload URL.
        simple: The URL of its simple pages.
        env: The variables that authenticate an upload.
    """

    name: str
    upload: str
    simple: str
    env: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def pypiserver(folder: Path, *, private: bool = False) -> Iterator[Index]:
    """pypiserver over `folder/packages`.

    Args:
        folder: An existing folder; `packages` in it may hold files to serve.
        private: Whether reading takes credentials too.
    """
    packages = folder / "packages"
    packages.mkdir(exist_ok=True)
    digest = base64.b64encode(hashlib.sha1(PASSWORD.encode()).digest()).decode()
    (folder / "htpasswd").write_text(f"{USER}:{{SHA}}{digest}\n", encoding="ascii")
    port = free_port()
    command = [
        *(sys.executable, "-W", "ignore", "-m", "pypiserver", "run"),
        *("--interface", "127.0.0.1", "--port", str(port)),
        *("--passwords", str(folder / "htpasswd"), "--hash-algo", "sha256", "--disable-fallback"),
        *("--authenticate", "update,download,list" if private else "update", str(packages)),
    ]
    url = f"http://127.0.0.1:{port}/"
    with _running(command, folder / "pypiserver.log", url):
        yield Index("pypiserver", url, f"{url}simple/", _variables())


class Devpi:
    """A running devpi, without a mirror of another index.

    Args:
        url: Its root.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._count = 0
        login = _request(f"{url}+login", "POST", {"user": USER, "password": PASSWORD})
        token = f"{USER}:{login['result']['password']}".encode()
        self._header = {"X-Devpi-Auth": base64.b64encode(token).decode()}

    def new_index(self) -> Index:
        """An empty index, which takes each version once."""
        self._count += 1
        url = f"{self._url}{USER}/stable{self._count}"
        settings = {"type": "stage", "bases": [], "volatile": False}
        _request(url, "PUT", settings, self._header)
        return Index("devpi", f"{url}/", f"{url}/+simple/", _variables())


@contextmanager
def devpi(folder: Path) -> Iterator[Devpi]:
    """devpi, with its data in a folder."""
    data = folder / "devpi"
    python = (sys.executable, "-W", "ignore", "-c")
    init = "from devpi_server.init import init; init()"
    subprocess.run(
        [
            *(*python, init, "--serverdir", str(data)),
            *("--no-root-pypi", "--root-passwd", PASSWORD),
        ],
        check=True,
        capture_output=True,
    )
    port = free_port()
    serve = "from devpi_server.main import main; main()"
    command = [
        *(*python, serve, "--serverdir", str(data), "--host", "127.0.0.1"),
        *("--port", str(port), "--offline-mode", "--threads", "4"),
    ]
    url = f"http://127.0.0.1:{port}/"
    with _running(command, folder / "devpi.log", url):
        yield Devpi(url)


@contextmanager
def static_index(folder: Path, yanked: Mapping[str, str] | None = None) -> Iterator[Index]:
    """Simple pages of a folder's files (PEP 503), with the reasons of those yanked (PEP 592)."""
    pages = folder.resolve()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, directory=str(pages), **options)  # type: ignore[arg-type] # handed on

        def log_message(self, format: str, *args: object) -> None:
            pass

    for path in sorted(pages.glob("*.*")):
        name = path.name.partition("-")[0].replace("_", "-").lower()
        link = pages / "simple" / name
        link.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        reason = (yanked or {}).get(path.name)
        mark = "" if reason is None else f' data-yanked="{html.escape(reason)}"'
        with (link / "index.html").open("a", encoding="utf-8") as page:
            page.write(f'<a href="/{path.name}#sha256={digest}"{mark}>{path.name}</a><br>\n')
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/"
        yield Index("static pages", url, f"{url}simple/")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _variables() -> dict[str, str]:
    return {"UV_PUBLISH_USERNAME": USER, "UV_PUBLISH_PASSWORD": PASSWORD}


@contextmanager
def _running(command: Sequence[str], log: Path, url: str) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            _wait(process, url, log)
            yield
        finally:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=60):
                return
        except urllib.error.HTTPError as error:
            error.close()
            return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the index did not start:\n{log.read_text(errors='replace')}")


def _request(
    url: str, method: str, body: object, headers: Mapping[str, str] | None = None
) -> dict[str, dict[str, str]]:
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        method=method,
        headers={
            "Content-Type": "application/json",
            "Accept": "application/json",
            **(headers or {}),
        },
    )
    with urllib.request.urlopen(request, timeout=_START_SECONDS) as response:
        answer: dict[str, dict[str, str]] = json.load(response)
        return answer
