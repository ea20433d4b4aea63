"""A few kilobytes that stand for a gigabyte don't take it: measured in processes with a limit."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from overlays.runtime.content_coding import Decoder, DecodingError
from tests.support.fault_server import FaultServer, Script, answer, chunked, sse

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
MOST_MIB = 400
SIZE_MIB = 1024


def zeros(bits: int) -> bytes:
    """A gigabyte of zeros, as zlib packs it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    piece = bytes(MIB)
    head = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush equal input gives equal output. The check at the end is never come to.
    again = packer.compress(piece) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + again * (SIZE_MIB - 1) + packer.flush()


# 16 MiB of zeros a time, as brotli packs them; and 128 KiB, as Zstandard does.
BROTLI = bytes.fromhex("cfffff7f002400e2b14072efff0d") + (
    bytes.fromhex("fcffff074002200e0b40f7fedf00") * (SIZE_MIB // 16 - 1) + b"\x03"
)
ZSTANDARD = bytes.fromhex("28b52ffd0058") + (
    bytes.fromhex("02001000") * (SIZE_MIB * 8 - 1) + bytes.fromhex("03001000")
)
BOMBS = {
    "gzip": zeros(16 + zlib.MAX_WBITS),
    "deflate": zeros(zlib.MAX_WBITS),
    "br": BROTLI,
    "zstd": ZSTANDARD,
}

# Peaks are of the process; its limit is wide enough for what is mapped and never touched.
PROGRAM = """
import asyncio, contextlib, importlib, json, resource, sys
from evolink_kimi import AsyncKimi, Kimi, KimiError

url, library, kind, count = sys.argv[1:]
ASK = {"model": "kimi-k3", "messages": [{"role": "user", "content": "?"}]}
OPTIONS = dict(api_key="sk-test-0123456789", base_url=url, max_retries=0, max_event_bytes=16 << 20)


def told(error):
    said.append([type(error).__name__, str(error)[:200]])


def sync():
    with importlib.import_module(library).Client() as http, Kimi(**OPTIONS, http_client=http) as c:
        for number in range(int(count)):
            try:
                answer = c.chat.completions.create(**ASK, stream=number % 3 == 2)
                print(list(answer))
            except KimiError as error:
                told(error)


async def async_():
    if library == "aiohttp":
        from httpx_aiohttp import HttpxAiohttpClient as Client
    else:
        Client = importlib.import_module(library).AsyncClient
    async with Client() as http, AsyncKimi(**OPTIONS, http_client=http) as c:
        for number in range(int(count)):
            try:
                answer = await c.chat.completions.create(**ASK, stream=number % 3 == 2)
                print([event async for event in answer])
            except KimiError as error:
                told(error)


def peak_memory():
    # Linux counts in `ru_maxrss` what the process was before it became this program.
    with contextlib.suppress(OSError), open("/proc/self/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


said = []
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
sync() if kind == "sync" else asyncio.run(async_())
peak = peak_memory()
print(json.dumps([said, peak if sys.platform == "darwin" else peak * 1024]))
"""


def scripts() -> Iterator[Script]:
    """For each coding a whole answer, the body of an error, and a stream."""
    for coding, body in BOMBS.items():
        headers = {"Content-Encoding": coding}
        yield [answer(200, body, headers)]
        yield [answer(400, body, headers)]
        yield [sse(headers), chunked(body)]


@pytest.mark.parametrize(
    ("library", "kind"),
    [
        ("httpx", "sync"),
        ("httpx", "async"),
        ("aiohttp", "async"),
        ("httpx2", "sync"),
        ("httpx2", "async"),
    ],
)
def test_a_gigabyte_of_zeros_takes_no_more_than_is_allowed(library: str, kind: str) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows limits the memory of a process in another way")
    if find_spec("httpx_aiohttp" if library == "aiohttp" else library) is None:
        pytest.skip(f"{library} is not there")
    with FaultServer(list(scripts())) as server:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, server.url, library, kind, str(3 * len(BOMBS))],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT / "generated")])},
            cwd=ROOT,
        )
        accepted = [request.headers["accept-encoding"] for request in server.requests]
    assert done.returncode == 0, done.stderr[-3000:]
    said, peak = json.loads(done.stdout)
    assert peak < MOST_MIB * MIB
    assert accepted == ["gzip, deflate", "gzip, deflate", "identity"] * len(BOMBS)
    for number, coding in enumerate(BOMBS):
        whole, failed, stream = said[3 * number : 3 * number + 3]
        assert failed[0] == "BadRequestError"
        if coding in ("gzip", "deflate"):
            assert whole[0] == "APIResponseError"
            assert "longer than 16777216 bytes" in whole[1]
            assert stream[0] == "StreamProtocolError"
            assert "longer than 16777216 bytes" in stream[1]
            continue
        assert [whole[0], stream[0]] == ["APIResponseError"] * 2
        for _, text in (whole, failed, stream):
            assert f"in the content coding {coding!r}, which was not asked for" in text


# --- the codings themselves -----------------------------------------------------------------------

TEXT = "".join(f"{number} Grüße 🙂\n" for number in range(20_000)).encode()


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


CODED = {
    "gzip": ("gzip", gzip.compress(TEXT)),
    "x-gzip": ("x-gzip", gzip.compress(TEXT)),
    "gzip in members": ("gzip", gzip.compress(TEXT[:999]) + gzip.compress(TEXT[999:])),
    "gzip padded": ("gzip", gzip.compress(TEXT) + bytes(9)),
    "deflate": ("deflate", zlib.compress(TEXT)),
    "deflate without its frame": ("deflate", raw_deflate(TEXT)),
}


def undone(coding: str, data: bytes, size: int) -> bytes:
    decoder = Decoder(coding)
    pieces = [
        piece for at in range(0, len(data), size) for piece in decoder.feed(data[at : at + size])
    ]
    assert all(0 < len(piece) <= 1 << 16 for piece in pieces)
    decoder.finish()
    return b"".join(pieces)


@pytest.mark.parametrize("name", CODED)
@pytest.mark.parametrize("size", [1, 2, 1000, 1 << 20])
def test_each_coding_is_undone_however_it_is_cut(name: str, size: int) -> None:
    coding, data = CODED[name]
    assert undone(coding, data, size) == TEXT


@pytest.mark.parametrize("name", CODED)
@pytest.mark.parametrize("left", [1, 2, 9, 200])
def test_a_body_cut_off_is_told(name: str, left: int) -> None:
    coding, data = CODED[name]
    with pytest.raises(DecodingError, match="cut off"):
        undone(coding, data[:left], 1000)
    if not name.endswith("padded"):
        with pytest.raises(DecodingError, match="cut off"):
            undone(coding, data[:-left], 1000)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_an_empty_body_has_no_coding(coding: str) -> None:
    assert undone(coding, b"", 1) == b""


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_what_follows_and_is_no_such_data_is_told(coding: str) -> None:
    data = CODED[coding][1]
    with pytest.raises(DecodingError):
        undone(coding, data + b"more of another kind" * 9, 1000)


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, gzip", "compress"])
def test_other_codings_are_refused(coding: str) -> None:
    with pytest.raises(ValueError, match=coding):
        Decoder(coding)
