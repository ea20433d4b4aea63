"""Thousands of calls and streams at once through injected faults, and what they leave behind.

Not a test of pytest's: `python -m tests.soak.run [CALLS]` prints figures, and exits with 1 if
anything grew or came out wrong. Every tenth answer is a fault: a reset, a cut, an error status, a
connection that is held. The server runs in a process of its own.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import random
import resource
import sys
import threading
import time
from collections import Counter
from multiprocessing.connection import Connection
from typing import Final

from overlays.runtime.client import AsyncClient
from overlays.runtime.errors import KimiError
from overlays.runtime.options import Timeout
from tests.support.drivers import OPERATION, descriptors
from tests.support.fault_server import answer, chunked, sse

CONCURRENCY: Final = 100
EVENTS: Final = 5
EVENT: Final = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"a"}}]}\n\n'
DONE: Final = b"data: [DONE]\n\n"


class Server:
    """Answers calls and streams, and injects faults into every tenth."""

    def __init__(self) -> None:
        self.open = 0
        self._random = random.Random(7)

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open += 1
        try:
            while await self._answer(reader, writer):
                await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            self.open -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Whether the connection goes on."""
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await reader.readexactly(length)
        fault = int(self._random.random() * 60)
        if fault == 0:
            writer.transport.abort()
            return False
        if fault == 1:
            writer.write(answer(500, b""))
        elif fault == 2:
            writer.write(answer(429, b"", {"retry-after-ms": "5"}))
        elif b'"stream":true' in body:
            return await self._stream(reader, writer, fault)
        elif fault == 3:
            writer.write(answer(length=99))
            return False
        else:
            writer.write(answer())
        return True

    async def _stream(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fault: int
    ) -> bool:
        writer.write(sse())
        for number in range(EVENTS):
            writer.write(chunked(EVENT, last=False))
            await writer.drain()
            if number == 2 and fault == 3:
                writer.transport.abort()
                return False
            if number == 2 and fault == 4:
                writer.write(b"ff\r\ndata")
                return False
        writer.write(chunked(DONE, last=fault != 5))
        if fault == 5:
            await reader.read(1)
            return False
        return True


def serve(pipe: Connection) -> None:
    """Send the port, then for each message how many connections are open; None ends it."""

    async def main() -> None:
        state = Server()
        server = await asyncio.start_server(state.connection, "127.0.0.1", 0, backlog=512)
        async with server:
            pipe.send(server.sockets[0].getsockname()[1])
            while await asyncio.to_thread(pipe.recv) is not None:
                pipe.send(state.open)

    asyncio.run(main())


async def one(client: AsyncClient, number: int, outcomes: Counter[str]) -> None:
    """A call, or a stream that is read, left early, or closed unread."""
    try:
        if number % 2:
            value = await client._call(OPERATION, {"n": number})
            outcomes["call" if value == {"ok": True} else "wrong"] += 1
            return
        stream = await client._open_stream(OPERATION, {"n": number})
        if number % 10 == 0:
            async for _ in stream:
                break
            outcomes["stream left"] += 1
        elif number % 14 == 0:
            await stream.close()
            outcomes["stream unread"] += 1
        else:
            count = len([event async for event in stream])
            outcomes["stream" if count == EVENTS else "wrong"] += 1
    except KimiError as error:
        outcomes[type(error).__name__] += 1


async def run(url: str, calls: int, outcomes: Counter[str]) -> int:
    """Perform calls on one client; the number of tasks left."""
    async with AsyncClient(
        api_key="k", base_url=url, timeout=Timeout(read=10), max_retries=3
    ) as client:
        numbers = iter(range(calls))

        async def work() -> None:
            for number in numbers:
                await one(client, number, outcomes)

        await asyncio.gather(*(work() for _ in range(CONCURRENCY)))
    await asyncio.sleep(0.2)
    return len(asyncio.all_tasks()) - 1


def megabytes() -> int:
    """Peak resident memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(calls: int) -> int:
    """Run, print, and give the exit status."""
    context = multiprocessing.get_context("spawn")
    pipe, other = context.Pipe()
    process = context.Process(target=serve, args=(other,), daemon=True)
    process.start()
    url = f"http://127.0.0.1:{pipe.recv()}"
    asyncio.run(run(url, min(calls, 500), Counter()))
    gc.collect()
    before = (descriptors(), threading.active_count(), megabytes())
    outcomes: Counter[str] = Counter()
    started = time.perf_counter()
    tasks = asyncio.run(run(url, calls, outcomes))
    seconds = time.perf_counter() - started
    gc.collect()
    after = (descriptors(), threading.active_count(), megabytes())
    pipe.send("open?")
    connections: int = pipe.recv()
    pipe.send(None)
    process.join(10)
    for name, count in sorted(outcomes.items()):
        print(f"{name:24} {count:7}")
    print(f"{calls} calls in {seconds:.1f} s, {CONCURRENCY} at once")
    for name, first, last in zip(
        ("descriptors", "threads", "MB at peak"), before, after, strict=True
    ):
        print(f"{name:24} {first:7} {last:7}")
    print(f"{'tasks left':24} {tasks:7}")
    print(f"{'connections left':24} {connections:7}")
    grown = after[0] > before[0] or after[1] > before[1] or after[2] > before[2] + 20
    complete = sum(outcomes.values()) == calls and not outcomes["wrong"]
    return int(grown or not complete or tasks > 0 or connections > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
