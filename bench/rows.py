"""The rows of the table, each a ratio in one run, with the bar that this project sets itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from . import samples
from .installed import footprint
from .measure import Numbers, Workers, alone, cold_start, import_cost, in_rounds
from .server import Server

__all__ = ["FULL", "GROUPS", "QUICK", "Form", "Row", "all_rows"]

GROUPS = ("import", "cold", "stream", "call", "long", "concurrent", "kept", "decode", "size")
OURS, REFERENCE = "kimi", "reference"
_PEERS = ("openai", "anthropic", "mistral")
_CONSTRUCT = "from bench.adapters.{} import construct; construct()"


class Form(NamedTuple):
    """How much is measured.

    Attributes:
        rounds: How often every client has its turn.
        repetitions: Of each turn.
        peers: The peers to measure.
        protocols: The protocols to measure.
        is_full: Whether the long rows are wanted.
    """

    rounds: int
    repetitions: int
    peers: tuple[str, ...]
    protocols: tuple[str, ...]
    is_full: bool


FULL = Form(6, 5, _PEERS, samples.PROTOCOLS, True)
QUICK = Form(4, 4, (), samples.PROTOCOLS, False)


class Row(NamedTuple):
    """One line of the table.

    Attributes:
        key: A name for it that stays.
        what: What is measured.
        bar: The most that `ratio` may be; None where it is only reported.
        ratio: Ours to the reference's.
        unit: Of the values.
        values: What was measured, by client.
        ratios: Of each client to the reference.
        spread: How far two halves of the rounds disagree, by client, as a part.
    """

    key: str
    what: str
    bar: float | None
    ratio: float
    unit: str
    values: dict[str, float]
    ratios: dict[str, float]
    spread: dict[str, float]

    @property
    def is_met(self) -> bool | None:
        """Whether the bar is met; None without one."""
        return None if self.bar is None else self.ratio <= self.bar


def _row(
    key: str,
    what: str,
    bar: float | None,
    numbers: Numbers,
    unit: str,
    scale: float,
    ours: str = OURS,
) -> Row:
    best = numbers.best
    base = best[REFERENCE]
    return Row(
        key,
        what,
        bar,
        best[ours] / base,
        unit,
        {client: value * scale for client, value in best.items()},
        {client: value / base for client, value in best.items() if client != REFERENCE},
        numbers.spread,
    )


def all_rows(form: Form, only: str = "") -> Iterator[Row]:
    """Measure, row by row; with `only`, no more than the groups of rows named so."""
    if _wanted(only, "import"):
        yield from _imports(form)
    with Server() as server:
        if _wanted(only, "cold"):
            yield from _cold_starts(form, server)
        with Workers() as workers:
            if _wanted(only, "stream"):
                yield from _streams(form, server, workers)
            if _wanted(only, "call"):
                yield from _calls(form, server, workers)
            if form.is_full and _wanted(only, "long"):
                yield from _long_streams(form, server, workers)
        if _wanted(only, "concurrent"):
            yield from _concurrency(form, server)
        if form.is_full and _wanted(only, "kept"):
            yield _memory(server)
    if _wanted(only, "decode"):
        yield from _decoding(form)
    if form.is_full and _wanted(only, "size"):
        yield from _size()


def _wanted(only: str, group: str) -> bool:
    return only in ("", group)


def _imports(form: Form) -> Iterator[Row]:
    clients = (REFERENCE, OURS, *form.peers)
    made = in_rounds(clients, form.rounds, lambda client: import_cost(_CONSTRUCT.format(client)))
    yield _row("import-client", "import and make a client", 0.2, made, "ms", 1e3)
    code = {REFERENCE: "import httpx", OURS: "import evolink_kimi"}
    imported = in_rounds(code, form.rounds, lambda client: import_cost(code[client]))
    yield _row("import", "import alone", 0.1, imported, "ms", 1e3)


def _cold_starts(form: Form, server: Server) -> Iterator[Row]:
    url = f"{server.secure}/chunks-plain-20"
    for protocol in form.protocols:
        numbers = in_rounds(
            (REFERENCE, OURS, *form.peers),
            max(2, form.rounds // 2),
            lambda client, protocol=protocol: cold_start(  # type: ignore[misc]  # bound now
                client, url, protocol, server.authority
            ),
        )
        what = f"{protocol}: first answer and first stream from a cold start, TLS"
        yield _row(f"cold-{protocol}", what, 1.25, numbers, "ms", 1e3)


_METHODS = {
    "stream": "events",
    "astream": "events, async",
    "accumulate": "events and answer",
    "aaccumulate": "events and answer, async",
}
_TWINS = {"astream": "stream", "aaccumulate": "accumulate"}
_BARS = {
    "chunks-stream": 1.1,
    "chunks-accumulate": 1.25,
    "whole-stream-plain": 1.15,
    "whole-stream": 1.35,
    "whole-accumulate": 1.5,
}
_KINDS = {"plain": "", "sent": " as sent", "unlike": " unlike"}
_DELIVERIES = {"chunks": "a chunk an event", "whole": "whole body"}


def _streams(form: Form, server: Server, workers: Workers) -> Iterator[Row]:
    for delivery, how in _DELIVERIES.items():
        for method, what in _METHODS.items():
            twin = f"{delivery}-{_TWINS.get(method, method)}"
            for kind, looks in _KINDS.items():
                bar = _BARS.get(f"{twin}-{kind}", _BARS[twin])
                for protocol in form.protocols:
                    numbers = _per_event(
                        form, server, workers, f"{delivery}-{kind}-500", method, protocol
                    )
                    key = f"{delivery}-{method}-{kind}-{protocol}"
                    text = f"{protocol}{looks}, {how}: {what}"
                    yield _row(key, text, bar, numbers, "µs", 1e6)


def _per_event(
    form: Form, server: Server, workers: Workers, delivery: str, method: str, protocol: str
) -> Numbers:
    _, kind, count = delivery.split("-")
    events = len(samples.stream(protocol, kind, int(count)).events)

    def number_of(client: str) -> float | None:
        done = workers.do(
            client,
            base_url=f"{server.plain}/{delivery}",
            method=method,
            protocol=protocol,
            repetitions=form.repetitions if client in (OURS, REFERENCE) else 1,
        )
        return None if done is None else float(min(done["seconds"])) / events

    return in_rounds((REFERENCE, OURS, *form.peers), form.rounds, number_of)


def _long_streams(form: Form, server: Server, workers: Workers) -> Iterator[Row]:
    """The cost of an event does not grow with the stream."""
    few = form._replace(rounds=4, repetitions=2, peers=())
    for protocol in form.protocols:
        numbers = _per_event(few, server, workers, "chunks-plain-8000", "accumulate", protocol)
        what = f"{protocol}, a chunk an event: events and answer of 8,000"
        yield _row(f"long-{protocol}", what, 1.25, numbers, "µs", 1e6)


def _calls(form: Form, server: Server, workers: Workers) -> Iterator[Row]:
    for method, what in (("call", "JSON call"), ("acall", "JSON call, async")):
        for protocol in form.protocols:
            numbers = in_rounds(
                (REFERENCE, OURS, *form.peers),
                form.rounds,
                lambda client, method=method, protocol=protocol: _call(  # type: ignore[misc]  # bound now
                    form, server, workers, client, method, protocol
                ),
            )
            yield _row(f"{method}-{protocol}", f"{protocol}: {what}", 1.15, numbers, "µs", 1e6)


def _call(
    form: Form, server: Server, workers: Workers, client: str, method: str, protocol: str
) -> float | None:
    done = workers.do(
        client,
        base_url=f"{server.plain}/whole-plain-50",
        method=method,
        protocol=protocol,
        repetitions=form.repetitions if client in (OURS, REFERENCE) else 1,
        times=20,
    )
    return None if done is None else float(min(done["seconds"]))


def _concurrency(form: Form, server: Server) -> Iterator[Row]:
    """200 streams of 200 events at once, each in a new process because of its peak memory."""
    memory = Numbers()
    protocol = "chat"
    events = len(samples.stream(protocol, "plain", 200).events)

    def number_of(client: str) -> float | None:
        done = alone(
            client,
            base_url=f"{server.plain}/chunks-plain-200",
            method="astream",
            protocol=protocol,
            width=200,
            repetitions=3,
        )
        if done is None:
            return None
        memory.add(client, done["kib"] / 1024)
        return float(min(done["seconds"])) / (200 * events)

    rounds = max(2, form.rounds // 2)
    numbers = in_rounds((REFERENCE, OURS, "kimi_speed"), rounds, number_of)
    for client, value in in_rounds(form.peers, 1, number_of).best.items():
        numbers.add(client, value)
    what = "200 async streams of 200 events at once"
    yield _row("concurrent", what, 1.1, numbers, "µs", 1e6)
    yield _row("concurrent-memory", f"{what}: peak memory", 1.2, memory, "MiB", 1)
    what += ", [aiohttp,speed]"
    yield _row("concurrent-speed", what, 0.33, numbers, "µs", 1e6, ours="kimi_speed")


def _memory(server: Server) -> Row:
    numbers = Numbers()
    for client in (REFERENCE, OURS, "openai", "anthropic"):
        protocol = "messages" if client == "anthropic" else "chat"
        done = alone(
            client,
            base_url=f"{server.plain}/chunks-plain-100000",
            method="keep",
            protocol=protocol,
            repetitions=1,
        )
        if done is not None:
            numbers.add(client, done["kib"] / 1024)
    return _row("kept", "memory of 100,000 events kept", None, numbers, "MiB", 1)


def _decoding(form: Form) -> Iterator[Row]:
    done: dict[str, dict[str, Numbers]] = {}
    for _ in range(2 if not form.is_full else form.rounds):
        output = subprocess.run(
            [sys.executable, "-m", "bench.decode", str(form.repetitions)],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for name, seconds in json.loads(output).items():
            for part, value in seconds.items():
                done.setdefault(name, {}).setdefault(part, Numbers()).add("", value)
    for protocol in form.protocols:
        parts = done[protocol]
        yield _pair(f"decode-{protocol}", f"{protocol}: dict → typed", 0.4, parts, "typed", "loads")
        yield _pair(
            f"bytes-{protocol}", f"{protocol}: bytes → typed", 1.25, parts, "bytes", "loads"
        )
    for name, what in (
        ("huge", "one event of 16 MiB beside one of 8"),
        ("small-chunks", "8 MiB of 1 MiB events in 1 KiB chunks beside 4 MiB"),
    ):
        yield _pair(f"linear-{name}", what, 2.2, done[name], "twice", "once", unit="ms")


def _pair(
    key: str,
    what: str,
    bar: float,
    parts: dict[str, Numbers],
    ours: str,
    reference: str,
    unit: str = "µs",
) -> Row:
    numbers = Numbers()
    numbers.rounds = {REFERENCE: parts[reference].rounds[""], OURS: parts[ours].rounds[""]}
    return _row(key, what, bar, numbers, unit, {"µs": 1e6, "ms": 1e3}[unit])


def _size() -> Iterator[Row]:
    """Against fixed bars: 5 MB and 11 distributions."""
    names = {OURS: "evolink-kimi", "openai": "openai", "anthropic": "anthropic"}
    found: dict[str, Any] = {client: footprint(name) for client, name in names.items()}
    known = {client: value for client, value in found.items() if value is not None}
    if OURS not in known:
        return
    for index, (key, what, limit, unit) in enumerate(
        (
            ("size", "installed with dependencies", 5e6, "MB"),
            ("distributions", "distributions installed", 11, ""),
        )
    ):
        values = {client: float(value[index]) for client, value in known.items()}
        scale = 1e-6 if unit else 1
        yield Row(
            key,
            what,
            1.0,
            values[OURS] / limit,
            unit,
            {client: value * scale for client, value in values.items()} | {"bar": limit * scale},
            {client: value / limit for client, value in values.items()},
            {},
        )
