"""Measures: numbers of the clients in interleaved rounds, the best of which counts.

The machine slows down in bursts, one-sidedly, by up to twice. So every number is the least of many
short repetitions, spread over rounds that go through all clients; and how far the least of the even
rounds is from that of the odd ones tells how much to believe it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from . import samples

__all__ = ["Numbers", "Workers", "alone", "cold_start", "import_cost", "in_rounds"]


class Numbers:
    """One number of each client.

    Attributes:
        best: The least of all.
        spread: By how much the least of the even rounds and of the odd rounds differ, as a part.
    """

    def __init__(self) -> None:
        self.rounds: dict[str, list[float]] = {}

    def add(self, client: str, value: float) -> None:
        """Add what one round gave."""
        self.rounds.setdefault(client, []).append(value)

    @property
    def best(self) -> dict[str, float]:
        return {client: min(values) for client, values in self.rounds.items()}

    @property
    def spread(self) -> dict[str, float]:
        return {
            client: abs(min(values[::2]) / min(values[1::2]) - 1)
            for client, values in self.rounds.items()
            if len(values) > 1
        }


def in_rounds(
    clients: Iterable[str], rounds: int, number_of: Callable[[str], float | None]
) -> Numbers:
    """Numbers of the clients, interleaved. A client whose number is None is left out."""
    numbers = Numbers()
    left = list(clients)
    for _ in range(rounds):
        for client in list(left):
            value = number_of(client)
            if value is None:
                left.remove(client)
            else:
                numbers.add(client, value)
    return numbers


class Workers:
    """A process for each client, kept for as long as the measurements go on."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._processes: dict[str, subprocess.Popen[str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    def do(self, client: str, **task: Any) -> dict[str, Any] | None:
        """The result of a task for a client's process; None if the client has no such thing.

        Raises:
            RuntimeError: The client did not read what was sent.
        """
        process = self._processes.get(client)
        if process is None:
            process = self._stack.enter_context(_worker(client))
            self._processes[client] = process
        return _ask(process, client, task)


def alone(client: str, **task: Any) -> dict[str, Any] | None:
    """The result of a task in a process of its own, as its peak memory needs."""
    with _worker(client) as process:
        return _ask(process, client, task)


def _worker(client: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "bench.worker", client],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(
    process: subprocess.Popen[str], client: str, task: dict[str, Any]
) -> dict[str, Any] | None:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(task) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"the process of {client} died of {task}")
    result: dict[str, Any] = json.loads(line)
    if "unsupported" in result:
        return None
    _check(client, task, result["read"])
    return result


def _check(client: str, task: dict[str, Any], read: list[int]) -> None:
    """Refuse a client that did not read all that was sent."""
    _, kind, count = task["base_url"].rpartition("/")[2].split("-")
    sent = samples.stream(task["protocol"], kind, int(count))
    if task["method"] == "keep":
        complete = read[2] >= len(sent.events) - 1
    else:
        complete = read[0] == sent.text and read[1] in (sent.reasoning, -1)
    if not complete:
        raise RuntimeError(f"{client} read {read} of {sent.text} and {sent.reasoning}: {task}")


def import_cost(code: str) -> float:
    """CPU seconds of a statement in a new interpreter, startup not counted."""
    program = (
        "import time; a = time.process_time()\n"
        f"{code}\n"
        "b = time.process_time(); print(b - a, end='')"
    )
    return float(
        subprocess.run(
            [sys.executable, "-c", program], check=True, capture_output=True, text=True
        ).stdout
    )


def cold_start(client: str, base_url: str, protocol: str, authority: str) -> float | None:
    """CPU seconds of a process that gets a first answer and a first stream over TLS."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.cold", client, base_url, protocol],
        env={**os.environ, "SSL_CERT_FILE": authority},
    )
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    if code == 3:
        return None
    if code:
        raise RuntimeError(f"the cold start of {client} for {protocol} ended with {code}")
    return usage.ru_utime + usage.ru_stime
