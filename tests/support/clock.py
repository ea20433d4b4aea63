"""A clock that a test moves: what takes long in the world takes no time in a test."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import Any, Final

import anyio
import httpcore
import pytest

__all__ = ["Clock", "moved_by_tests"]

_TICK_SECONDS: Final = 0.01
_HURRIED_SECONDS: Final = 1.0


class Clock:
    """Monotonic seconds, which go on by themselves and further when they are moved.

    The time limits of clients, event loops and sync connections go by it while `moved_by_tests`
    holds. Waits before retries pass at once.

    Attributes:
        slept: The waits before retries, in seconds.
    """

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._ahead = 0.0
        self._loops: list[asyncio.AbstractEventLoop] = []
        self._ticking: threading.Thread | None = None
        self._resting = threading.Event()

    def __call__(self) -> float:
        return time.monotonic() + self._ahead

    def move(self, seconds: float) -> None:
        """Let so many seconds pass, from any thread."""
        self._ahead += seconds
        for loop in self._loops:
            with suppress(RuntimeError):  # it is closed
                loop.call_soon_threadsafe(int)

    def hurry(self, *_: object) -> None:
        """Let a hundred seconds pass in each from now on; a hook of a client may be this."""
        if self._ticking is None:
            self._resting.clear()
            self._ticking = threading.Thread(target=self._tick, daemon=True)
            self._ticking.start()

    def _tick(self) -> None:
        while not self._resting.wait(_TICK_SECONDS):
            self.move(_HURRIED_SECONDS)

    def rest(self, *_: object) -> None:
        """Hurry no more."""
        self._resting.set()
        if self._ticking is not None:
            self._ticking.join()
            self._ticking = None

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.move(seconds)

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)
        await anyio.sleep(0)

    def rule(self, loop: asyncio.AbstractEventLoop) -> asyncio.AbstractEventLoop:
        """Have an event loop's timers go by this clock."""
        loop.time = self  # type: ignore[method-assign]  # that is how
        self._loops.append(loop)
        return loop

    def read(self, plain: Any, stream: Any, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read from a sync connection of httpcore; its limit goes by this clock."""
        ends = None if timeout is None else self() + timeout
        while True:
            is_over = ends is not None and self() >= ends
            try:
                # Once more when it is over: bytes that are there have come in time.
                data: bytes = plain(stream, max_bytes, _TICK_SECONDS)
                return data
            except httpcore.ReadTimeout:
                if is_over:
                    raise


@contextmanager
def moved_by_tests() -> Iterator[Clock]:
    """Put a clock in the place of time: of clients made here, event loops, sync connections."""
    clock = Clock()
    new_loop = asyncio.events.new_event_loop
    sync_stream: Any = import_module("httpcore._backends.sync").SyncStream
    plain = sync_stream.read

    def read(stream: Any, max_bytes: int, timeout: float | None = None) -> bytes:
        return clock.read(plain, stream, max_bytes, timeout)

    waits = {"clock": clock, "sleep": clock.sleep, "sleep_async": clock.sleep_async}
    with pytest.MonkeyPatch.context() as patch:
        for runtime in ("overlays.runtime", "evolink_kimi.runtime"):
            base = import_module(f"{runtime}.transport_base")
            patch.setattr(base, "Shared", partial(base.Shared, **waits))
        patch.setattr("asyncio.events.new_event_loop", lambda: clock.rule(new_loop()))
        patch.setattr(sync_stream, "read", read)
        try:
            yield clock
        finally:
            clock.rest()
