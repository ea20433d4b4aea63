"""Playing cases through drivers."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parity.cases import Case
from parity.compare import Difference, differences, observed
from parity.server import VectorServer

__all__ = ["API_KEY", "Driver", "Result", "play", "python_driver"]

API_KEY = "parity-key"
ROOT = Path(__file__).parents[1]
_SECONDS_A_CASE = 120.0


@dataclass(frozen=True, slots=True)
class Driver:
    """How an SDK's driver is started.

    Attributes:
        name: The SDK's name in the report.
        command: What to run.
        environment: Added to this process's environment.
        version: The SDK's version, for the report.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a case with an SDK.

    Attributes:
        differences: Where the SDK differs from the case; empty if it is equal.
        unsupported: Parts of the expectation that the SDK has nothing for, and why; `*` for all.
    """

    case: str
    sdk: str
    differences: tuple[Difference, ...] = ()
    unsupported: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """`differs`, `unsupported` or `equal`."""
        if self.differences:
            return "differs"
        return "unsupported" if "*" in self.unsupported else "equal"


def python_driver(
    name: str, module: str, *arguments: str, path: Iterable[Path] = (), version: str = ""
) -> Driver:
    """A driver that is a module of this folder, with these folders to import from first."""
    folders = os.pathsep.join(str(folder) for folder in (*path, ROOT))
    command = [sys.executable, "-P", "-m", f"parity.drivers.{module}", *arguments]
    return Driver(name, command, {"PYTHONPATH": folders, "PYTHONUTF8": "1"}, version)


def play(driver: Driver, cases: Sequence[Case]) -> list[Result]:
    """Play cases through one driver, each against a server of its own answers."""
    with VectorServer() as server, _Process(driver) as process:
        return [_play_one(driver, process, server, case) for case in cases]


def _play_one(driver: Driver, process: _Process, server: VectorServer, case: Case) -> Result:
    server.play(case)
    job = {
        "case": case.name,
        "kind": case.kind,
        "operation": case.operation,
        "stream": case.stream,
        "arguments": case.arguments,
        "results": case.results,
        "base_urls": server.base_urls[: case.hosts],
        "api_key": API_KEY,
        "max_retries": case.max_retries,
        "may_break": case.expect.get("state") == "truncated",
    }
    answer = process.ask(job)
    crash = answer.get("crash")
    if crash is not None:
        return Result(case.name, driver.name, (Difference("", "an observation", str(crash)),))
    unsupported = dict(answer.get("unsupported", {}))
    if "*" in unsupported:
        return Result(case.name, driver.name, (), unsupported)
    found = observed(case, answer, server.requests())
    expected = {name: value for name, value in case.expect.items() if name not in unsupported}
    found = {name: value for name, value in found.items() if name in expected}
    mine = {name: why for name, why in unsupported.items() if name in case.expect}
    return Result(case.name, driver.name, tuple(differences(expected, found)), mine)


class _Process:
    """A running driver; one that does not answer in time, or dies, is started again."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._start()

    def _start(self) -> None:
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._process = subprocess.Popen(
            list(self._driver.command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **self._driver.environment},
            cwd=ROOT,
        )
        threading.Thread(target=self._read, args=(self._process, self._lines), daemon=True).start()

    @staticmethod
    def _read(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(b"")

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """The observation for a job."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(job).encode("ascii") + b"\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=_SECONDS_A_CASE)
        except (OSError, queue.Empty):
            line = b""
        if not line:
            self._stop()
            self._start()
            return {"crash": f"no answer within {_SECONDS_A_CASE:g} s"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *unused: object) -> None:
        self._stop()
