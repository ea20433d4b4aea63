"""The package as it is in the client: copied elsewhere, with the document beside it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import httpx
import pytest

from overlays.testing import MockGateway, demo
from tests.support.mock_gateway import AUTH, BODIES, CHAT, DOCUMENT, collect, decode

PACKAGE = Path(demo.__file__).parent


class _Delta(NamedTuple):
    kind: str
    text: str


class _Stream:
    """As much of the client's stream as the demo uses."""

    def __init__(self, http: httpx.Client, path: str, body: dict[str, Any], *, lose: bool) -> None:
        self._response = http.post(path, json={**body, "stream": True})
        self._path = path
        self._lose = lose
        self.reasoning_text = ""
        self.output_text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._response.close()

    def deltas(self) -> list[_Delta]:
        joined = collect(self._path, [data for _, data in decode(self._response.content)])
        self.reasoning_text = "" if self._lose else joined["reasoning"]
        self.output_text = joined["text"]
        return [_Delta("reasoning", joined["reasoning"]), _Delta("text", joined["text"])]

    def get_final(self) -> Self:
        return self


class _Resource:
    def __init__(self, client: Client, path: str) -> None:
        self._client = client
        self._path = path

    def stream(self, **body: Any) -> _Stream:
        lose = self._client.loses and "responses" in self._path
        return _Stream(self._client.http, self._path, body, lose=lose)


class Client:
    """As much of the client as the demo uses."""

    loses = False

    def __init__(self, *, api_key: str, base_url: str) -> None:
        auth = {"Authorization": f"Bearer {api_key}"}
        self.http = httpx.Client(base_url=base_url, headers=auth, trust_env=False, timeout=60)
        self.chat = self
        self.completions = _Resource(self, CHAT)
        self.messages = _Resource(self, "/v1/messages")
        self.responses = _Resource(self, "/v1/responses")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()


class ForgetfulClient(Client):
    """A client that loses the reasoning of one protocol."""

    loses = True


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_demo_prints_reasoning_apart_from_the_answer_with_the_runs_nonce() -> None:
    out = io.StringIO()
    assert demo.run(Client, out, document=DOCUMENT) == []
    text = out.getvalue()
    found = re.findall(
        r"reasoning \| .*\b([0-9a-f]{8})\b.*\n {3}answer \| .*\b([0-9a-f]{8})\b", text
    )
    assert len(found) == 3
    assert len({nonce for pair in found for nonce in pair}) == 1
    assert "\x1b" not in text
    again = io.StringIO()
    demo.run(Client, again, document=DOCUMENT)
    assert found[0][0] not in again.getvalue(), "each run makes up its own"


def test_the_demo_is_dim_on_a_terminal_unless_no_color_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = _Terminal()
    demo.run(Client, out, document=DOCUMENT)
    assert "\x1b[2mThe gateway made up" in out.getvalue()
    assert "\x1b[2mThe nonce" not in out.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = _Terminal()
    demo.run(Client, plain, document=DOCUMENT)
    assert "\x1b" not in plain.getvalue()


def test_the_demo_names_the_call_that_lost_the_nonce() -> None:
    assert demo.run(ForgetfulClient, io.StringIO(), document=DOCUMENT) == ["responses"]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder with a package `somewhere`, which has the document and the testing package."""
    package = tmp_path / "somewhere"
    shutil.copytree(PACKAGE, package / "testing", ignore=shutil.ignore_patterns("__pycache__"))
    (package / "__init__.py").touch()
    (package / "openapi.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return tmp_path


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONWARNINGS": "error"}


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Children heed Ctrl-C, also where the tests run in the background and ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_the_command_serves_the_packaged_document_until_ctrl_c(copied: Path) -> None:
    command = [sys.executable, "-m", "somewhere.testing", "--text", "Hi", "--reasoning", "Hm"]
    with subprocess.Popen(
        command, env=_environment(copied), cwd=copied, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        url = re.findall(r"Mock gateway on (http://127\.0\.0\.1:\d+) ", first)[0]
        try:
            response = httpx.post(
                url + CHAT, json=BODIES[CHAT], headers=AUTH, trust_env=False, timeout=60
            ).json()
        finally:
            process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 0
    assert response["choices"][0]["message"]["content"] == "Hi"
    assert response["choices"][0]["message"]["reasoning_content"] == "Hm"
    assert "POST /v1/responses" in rest
    assert f"EVOLINK_BASE_URL={url}" in rest


def test_the_command_refuses_other_hosts_and_bad_settings(copied: Path) -> None:
    both = ["--recording", "bug.http", "--text", "Hi"]
    for options in (["--host", "0.0.0.0"], ["--delay", "-1"], ["--port", "70000"], both):
        result = subprocess.run(
            [sys.executable, "-m", "somewhere.testing", *options],
            env=_environment(copied),
            cwd=copied,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert (result.returncode, result.stdout) == (2, "")
        assert "error: " in result.stderr
        assert "Traceback" not in result.stderr


def test_the_pytest_fixture(copied: Path) -> None:
    (copied / "conftest.py").write_text('pytest_plugins = ["somewhere.testing.pytest_plugin"]\n')
    (copied / "test_it.py").write_text(
        "import http.client\n\n"
        "def test_it(kimi_gateway):\n"
        "    connection = http.client.HTTPConnection(kimi_gateway.base_url[7:])\n"
        "    connection.request('GET', '/v1/things/1')\n"
        "    assert connection.getresponse().read() == b'[1]'\n"
        "    connection.close()\n"
        "    assert len(kimi_gateway.requests) == 1\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    result = subprocess.run(
        command,
        env=_environment(copied),
        cwd=copied,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout
    assert "1 passed" in result.stdout


@pytest.mark.skipif(
    (PACKAGE.parent / "openapi.json").is_file(), reason="this package carries its document"
)
def test_without_a_packaged_document_the_error_says_what_to_do() -> None:
    with pytest.raises(ValueError, match=r"carries no openapi\.json; give the gateway a document"):
        MockGateway()
