"""`python -m tests.recordings.record`: ask the servers, and keep what they send byte for byte."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.request import ProxyHandler, Request, build_opener

from evolink_kimi.testing import MockGateway, RecordedRequest, Reply, ToolCall

from tests.support.aimock import aimock
from tests.support.answers import ANSWERS, PROTOCOLS, Protocol, request

__all__ = ["FOLDER", "main"]

FOLDER: Final = Path(__file__).parent
_PATHS: Final[dict[Protocol, str]] = {
    "chat": "/v1/chat/completions",
    "messages": "/v1/messages",
    "responses": "/v1/responses",
}


def main() -> int:
    """Record all; return the exit code."""
    with aimock_server() as url:
        record("aimock", url)
    with MockGateway(_answer) as gateway:
        record("mock-gateway", gateway.base_url)
    return 0


@contextmanager
def aimock_server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, aimock(Path(folder)) as url:
        yield url


def _answer(received: RecordedRequest) -> Reply:
    """What the mock gateway answers: the same as the other server."""
    asked = json.dumps(received.json, ensure_ascii=False)
    [wanted] = [answer for answer in ANSWERS.values() if answer.question in asked]
    calls = [ToolCall(name, json.dumps(given, ensure_ascii=False)) for name, given in wanted.calls]
    return Reply(
        reasoning=wanted.reasoning, text=wanted.text or None, tool_calls=calls, delta_size=16
    )


def record(server: str, url: str) -> None:
    """Write the body of each answer to a file: SERVER/PROTOCOL-ANSWER.{json,sse}.raw."""
    opener = build_opener(ProxyHandler({}))
    folder = FOLDER / server
    folder.mkdir(exist_ok=True)
    for protocol, path in _PATHS.items():
        for name in ANSWERS:
            for kind in ("json", "sse"):
                body = {**request(protocol, name), "stream": kind == "sse"}
                headers = {"Authorization": "Bearer test", "Content-Type": "application/json"}
                sent = Request(url + path, json.dumps(body).encode(), headers)
                with opener.open(sent, timeout=30) as response:
                    (folder / f"{protocol}-{name}.{kind}.raw").write_bytes(response.read())


assert tuple(_PATHS) == PROTOCOLS

if __name__ == "__main__":
    sys.exit(main())
