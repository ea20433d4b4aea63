"""The code in the documents for users runs, against the mock gateway, and does what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import Kimi, testing
from evolink_kimi.testing import MockGateway, Reply

from tests.support.documents import examples

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    "README.md",
    "generated/README.md",
    "docs/migrating.md",
    "docs/observability.md",
    "docs/reasoning.md",
    "docs/reliability.md",
    "docs/streaming.md",
    "docs/testing.md",
]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes the clients that are made, which short examples leave to the end of the program."""
    clients: list[Kimi] = []
    init = Kimi.__init__

    def remember(self: Kimi, **options: Any) -> None:
        init(self, **options)
        clients.append(self)

    monkeypatch.setattr(Kimi, "__init__", remember)
    yield
    for client in clients:
        client.close()


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("name", DOCUMENTS)
def test_its_code(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ROOT / name
    found = list(examples(path))
    assert len(found) == path.read_text(encoding="utf-8").count("```python\n") > 0
    space: dict[str, Any] = {"__name__": path.stem}
    with MockGateway(Reply(reasoning="Hm.", text="Well.")) as gateway:
        monkeypatch.setenv("EVOLINK_API_KEY", "test")
        monkeypatch.setenv("EVOLINK_BASE_URL", gateway.base_url)
        for example in found:
            replies = eval(f"[{example.gateway}]", vars(testing).copy())
            gateway.enqueue(*replies)
            before = len(gateway.requests)
            # So that an error names the document and the line.
            code = "\n" * example.line + example.code
            exec(compile(code, str(path), "exec"), space)
            assert not replies or len(gateway.requests) - before == len(replies)
            assert {request.status for request in gateway.requests} <= {200}
            printed = capsys.readouterr().out
            if example.output is not None:
                assert printed == example.output, f"{name}:{example.line}"


def test_the_tests_in_the_document_on_testing_pass(tmp_path: Path) -> None:
    for example in examples(ROOT / "docs" / "testing.md"):
        first, _, code = example.code.partition("\n")
        if first.startswith("# ") and first.endswith(".py"):
            (tmp_path / first.removeprefix("# ")).write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "generated")},
        capture_output=True,
        text=True,
    )
    assert "2 passed" in done.stdout, done.stdout + done.stderr
