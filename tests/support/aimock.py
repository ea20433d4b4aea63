"""The mock server `@copilotkit/aimock`, which has nothing in common with this project."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from tests.support.answers import ANSWERS
from tests.support.fault_server import free_port

__all__ = ["FOLDER", "VERSION", "aimock"]

FOLDER = Path(__file__).parents[1] / "peers"
_PACKAGE = "@copilotkit/aimock"
VERSION: str = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["devDependencies"][
    _PACKAGE
]
_START_SECONDS = 120.0


@contextmanager
def aimock(folder: Path) -> Iterator[str]:
    """Run the server with the answers of `tests.support.answers`; gives its base URL.

    A question followed by " (cut)" has its stream cut off in its first words.

    Args:
        folder: An empty folder, for what it is told to answer and what it says.

    Raises:
        RuntimeError: if it does not come up; with its output.
    """
    node = shutil.which("node")
    script = FOLDER / "node_modules" / _PACKAGE / "dist" / "cli.js"
    if node is None or not script.exists():
        raise RuntimeError("Node or its packages are missing; nox -s peers installs them")
    fixtures = folder / "fixtures.json"
    fixtures.write_text(json.dumps({"fixtures": _fixtures()}), encoding="utf-8")
    port = free_port()
    command = [node, str(script), "-h", "127.0.0.1", "-p", str(port), "-f", str(fixtures)]
    output = folder / "output"
    with output.open("wb") as sink:
        process = subprocess.Popen(
            command, stdout=sink, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url, process, output)
            yield url
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the server; `node` may be a script that runs it as another process."""
    if sys.platform == "win32":
        process.terminate()
    else:
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(60)


def _fixtures() -> list[dict[str, Any]]:
    fixtures: list[dict[str, Any]] = []
    for answer in ANSWERS.values():
        response: dict[str, Any] = {"reasoning": answer.reasoning}
        if answer.calls:
            response["toolCalls"] = [
                {"name": name, "arguments": arguments} for name, arguments in answer.calls
            ]
        else:
            response["content"] = answer.text
        cut = {
            "match": {"userMessage": f"{answer.question} (cut)"},
            "truncateAfterChunks": 6,
            "latency": 50,  # without it, nothing leaves before the end
        }
        whole = {"match": {"userMessage": answer.question}}
        # The first match answers, and a part of the message is enough for one.
        fixtures += [{**cut, "response": response}, {**whole, "response": response}]
    return fixtures


def _wait(url: str, process: subprocess.Popen[bytes], output: Path) -> None:
    opener = build_opener(ProxyHandler({}))
    ends = time.monotonic() + _START_SECONDS
    while time.monotonic() < ends and process.poll() is None:
        try:
            opener.open(f"{url}/health", timeout=30).close()
        except (URLError, OSError):
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"aimock did not start:\n{output.read_text(encoding='utf-8')}")
