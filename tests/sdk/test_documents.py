"""The code in the documents for users runs, against the mock gateway, and does what they say."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import Kimi, testing
from evolink_kimi.testing import MockGateway, Reply

from tests.support.documents import (
    DOCUMENTS,
    RELEASED,
    ROOT,
    Example,
    broken,
    examples,
    module_of,
)


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
@pytest.mark.parametrize("name", [*DOCUMENTS, *RELEASED])
def test_its_code(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of those of the last release, too: what no longer runs has a sentence in the changelog."""
    path = ROOT / name
    found = list(examples(path))
    assert len(found) == path.read_text(encoding="utf-8").count("```python\n") > 0
    meant = broken()
    space: dict[str, Any] = {"__name__": path.stem}
    lacking: set[str] = set()
    with MockGateway(Reply(reasoning="Hm.", text="Well.")) as gateway:
        monkeypatch.setenv("EVOLINK_API_KEY", "test")
        monkeypatch.setenv("EVOLINK_BASE_URL", gateway.base_url)

        def run(example: Example) -> None:
            replies = eval(f"[{example.gateway}]", vars(testing).copy())
            gateway.enqueue(*replies)
            before = len(gateway.requests)
            # So that an error names the document and the line.
            code = "\n" * example.line + example.code
            exec(compile(code, str(path), "exec"), space)
            assert not replies or len(gateway.requests) - before == len(replies)
            assert {request.status for request in gateway.requests[before:]} <= {200}
            if example.output is not None:
                printed = capsys.readouterr().out
                assert printed == example.output, f"{name}:{example.line}"

        for example in found:
            lacking |= _lacking(example.code)
            if lacking:
                continue
            capsys.readouterr()
            place = f"{name.removeprefix('released/')}:{example.line}"
            if name in RELEASED and place in meant:
                with pytest.raises(Exception):  # noqa: B017  # whatever breaks it
                    run(example)
                gateway.clear()
            else:
                run(example)
    if lacking:
        pytest.skip(f"the rest needs {', '.join(sorted(lacking))}")


def test_blocks_that_are_said_to_be_broken_are_of_the_last_release() -> None:
    places = {
        f"{name.removeprefix('released/')}:{example.line}"
        for name in RELEASED
        for example in examples(ROOT / name)
    }
    assert places
    assert {place for place in broken() if place.startswith("documents/")} <= places


def _lacking(code: str) -> set[str]:
    """What an example imports that is not installed, as beside an installed client."""
    nodes = list(ast.walk(ast.parse(code)))
    names = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module for n in nodes if isinstance(n, ast.ImportFrom) and n.module]
    roots = {name.partition(".")[0] for name in names}
    return {root for root in roots if find_spec(root) is None}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_type_checkers_are_given_all_of_it(name: str) -> None:
    module = module_of(ROOT / name).splitlines()
    document = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert all(line in ("", told) for line, told in zip(module, document, strict=True))
    for example in examples(ROOT / name):
        code = example.code.splitlines()
        assert module[example.line : example.line + len(code)] == code


def test_the_tests_in_the_document_on_testing_pass(tmp_path: Path) -> None:
    versions: list[dict[str, str]] = []
    for name in ("docs/testing.md", "released/documents/docs/testing.md"):
        blocks = [example.code.partition("\n") for example in examples(ROOT / name)]
        files = {
            first.removeprefix("# "): code
            for first, _, code in blocks
            if first.startswith("# ") and first.endswith(".py")
        }
        if files not in versions:
            versions.append(files)
    for number, files in enumerate(versions):
        folder = tmp_path / str(number)
        folder.mkdir()
        for file, code in files.items():
            (folder / file).write_text(code, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(ROOT / "generated")},
            capture_output=True,
            text=True,
        )
        assert "2 passed" in done.stdout, done.stdout + done.stderr
