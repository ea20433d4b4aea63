"""The streams that the benchmark measures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

import httpx
import pytest
from evolink_kimi import Kimi

from bench import reference, samples
from bench.adapters import typed
from bench.kinds import KINDS
from bench.requests import BODIES
from tests.support.documents import ROOT

ALL = [(protocol, kind) for protocol in samples.PROTOCOLS for kind in KINDS]
streams = pytest.mark.parametrize(("protocol", "kind"), ALL)


def answering(protocol: str, kind: str) -> httpx.MockTransport:
    body = b"".join(samples.stream(protocol, kind, 60).events)
    headers = {"content-type": "text/event-stream"}
    return httpx.MockTransport(
        lambda request: httpx.Response(200, headers=headers, stream=httpx.ByteStream(body))
    )


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings_in(item)


def data_in(protocol: str, kind: str) -> list[bytes]:
    events = samples.stream(protocol, kind, 60).events
    data = [event[event.index(b"data: ") + 6 :].rstrip() for event in events]
    return [one for one in data if one != b"[DONE]"]


@streams
def test_reference_and_client_find_what_is_sent(protocol: str, kind: str) -> None:
    sent = samples.stream(protocol, kind, 60)
    with httpx.Client(transport=answering(protocol, kind)) as http_client:
        found = reference.stream(http_client, "http://bench", protocol)
        pieces = [reference.pieces_in(protocol)(event) for event in found]
        client = Kimi(api_key="test", base_url="http://bench", http_client=http_client)
        resource: Any = getattr(client, protocol)
        resource = resource.completions if protocol == "chat" else resource
        with resource.stream(**BODIES[protocol]) as stream:
            events = [typed.pieces_in(protocol)(event) for event in stream]
            answer = stream.get_final()
    assert events == pieces
    assert tuple(map(len, map("".join, zip(*pieces, strict=True)))) == sent[1:]
    assert typed.texts_in(protocol, answer) == sent[1:]


def test_bytes_are_the_same_in_every_process() -> None:
    program = (
        "from bench import samples; from hashlib import sha256; from bench.kinds import KINDS\n"
        "for p in samples.PROTOCOLS:\n"
        "    for k in KINDS:\n"
        "        print(sha256(b''.join(samples.stream(p, k, 60).events)).hexdigest())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    assert done.stdout.split() == [
        sha256(b"".join(samples.stream(protocol, kind, 60).events)).hexdigest()
        for protocol, kind in ALL
    ]


@pytest.mark.parametrize("protocol", samples.PROTOCOLS)
def test_unlike_events_differ_in_two_strings_one_before_the_text(protocol: str) -> None:
    pieces = reference.pieces_in(protocol)
    values = [json.loads(data) for data in data_in(protocol, "unlike")]
    pairs = [(a, b) for a, b in pairwise(values) if any(pieces(a)) and any(pieces(b))]
    assert len(pairs) > 40
    for before, value in pairs:
        strings, others = list(strings_in(value)), list(strings_in(before))
        place = strings.index("".join(pieces(value)))
        if len(strings) == len(others):
            differing = [
                at for at, (a, b) in enumerate(zip(strings, others, strict=True)) if a != b
            ]
            assert differing[0] < place
            assert len(differing) >= 2 - (strings[place] == others[place])


def test_events_as_sent_carry_what_services_add() -> None:
    chat = data_in("chat", "sent")
    for data in chat:
        chunk = json.loads(data)
        assert {"system_fingerprint", "service_tier", "usage", "obfuscation"} <= chunk.keys()
    assert len({len(json.loads(data)["obfuscation"]) for data in chat}) > 5
    messages = data_in("messages", "sent")
    assert b'{"type":"ping"' in b"".join(messages)
    assert len({len(data) - len(data[:-1].rstrip()) for data in messages}) > 5
    numbers = [json.loads(data)["sequence_number"] for data in data_in("responses", "sent")]
    assert numbers == list(range(len(numbers)))
