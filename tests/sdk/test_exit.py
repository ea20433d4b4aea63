"""A program ends in silence, whatever it leaves open; warnings are errors here."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest
from evolink_kimi import Kimi
from evolink_kimi.testing import MockGateway, Reply

ROOT = Path(__file__).parents[2]

PROGRAM = """
import asyncio, sys
from evolink_kimi import AsyncKimi, Kimi
from evolink_kimi.testing import MockGateway, Reply

ASK = {"model": "kimi-k3", "messages": [{"role": "user", "content": "Hello"}]}
gateway = MockGateway(Reply(text="a b c d e", delay=0.02)).start()
options = {"api_key": "k", "base_url": gateway.base_url}
"""

SYNC = "client = Kimi(**options)\nmade = client.chat.completions\n"
ASYNC = """
async def main():
    async with AsyncKimi(**options) as client:
        made = client.chat.completions
        {}

asyncio.run(main())
"""
SITUATIONS = {
    "client": SYNC + "made.create(**ASK)",
    "client that is gone": SYNC + "made.create(**ASK)\ndel client, made",
    "stream": SYNC + "stream = made.create(**ASK, stream=True)\nnext(stream)",
    "stream in a loop": SYNC + "for event in made.create(**ASK, stream=True):\n    break",
    "stream manager": SYNC + "stream = made.stream(**ASK).__enter__()\nnext(stream)",
    "raw stream": SYNC + "raw = made.with_raw_response.create(**ASK, stream=True)",
    "streamed response": (
        SYNC + "with made.with_streaming_response.create(**ASK) as response:\n    sys.exit()"
    ),
    "exit": SYNC + "for event in made.create(**ASK, stream=True):\n    sys.exit()",
    "async client": ASYNC.format("await made.create(**ASK)"),
    "async stream": ASYNC.format("stream = await made.create(**ASK, stream=True)"),
    "async stream in a loop": ASYNC.format(
        "async for event in await made.create(**ASK, stream=True): break"
    ),
    "async stream begun": ASYNC.format(
        "stream = await made.create(**ASK, stream=True); await anext(stream)"
    ),
    "async client left open": (
        "async def main():\n    client = AsyncKimi(**options)\n"
        "    await client.chat.completions.create(**ASK)\n\nasyncio.run(main())"
    ),
    "async client left open outside": (
        "client = AsyncKimi(**options)\n"
        "for _ in range(2):\n    asyncio.run(client.chat.completions.create(**ASK))"
    ),
    "task": ASYNC.format(
        "task = asyncio.create_task(made.create(**ASK)); await asyncio.sleep(0.01)"
    ),
}


@pytest.mark.parametrize("left_open", SITUATIONS)
def test_the_program_ends_in_silence(left_open: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM + SITUATIONS[left_open]],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generated")},
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stream_outlives_the_client_that_nobody_kept() -> None:
    with MockGateway(Reply(text="a b c d e", delay=0.01)) as gateway:

        def opened() -> Kimi:
            return Kimi(api_key="k", base_url=gateway.base_url)

        stream = opened().chat.completions.create(
            model="kimi-k3", messages=[{"role": "user", "content": "Hello"}], stream=True
        )
        next(stream)
        gc.collect()
        assert len(list(stream)) >= 5
        del stream
        gc.collect()
        assert gateway.wait_idle(60)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_that_ends_leaves_its_parents_connections() -> None:
    program = f"""{PROGRAM}{SYNC}
import os, warnings
made.create(**ASK)
warnings.simplefilter("ignore", DeprecationWarning)  # threads and fork, from 3.12
if not os.fork():
    sys.exit()
os.wait()
made.create(**ASK)
print(gateway.accepted_connections)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generated")},
        timeout=300,
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
