"""One client in a process of its own, which does tasks and says what they cost.

`python -m bench.worker NAME` reads a task a line from standard input, as JSON, and answers each
with a line. The time is the CPU time of the whole process.
"""

from __future__ import annotations

import asyncio
import gc
import json
import resource
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from .adapters import UnsupportedError

__all__ = ["main"]


class _Worker:
    def __init__(self, name: str) -> None:
        self._module = import_module(f"bench.adapters.{name}")
        self._adapters: dict[str, Any] = {}
        self._runner = asyncio.Runner()

    def do(self, task: dict[str, Any]) -> dict[str, Any]:
        """Do a task: CPU seconds of each repetition, what was read last, peak memory in KiB."""
        adapter = self._adapters.setdefault(
            task["base_url"], self._module.Adapter(task["base_url"])
        )
        method = getattr(adapter, task["method"])
        protocol, width = task["protocol"], task.get("width", 1)
        times = task.get("times", 1)
        seconds = []
        read: Any = None
        if task["method"] == "keep":
            before = _peak()
            kept = method(protocol)
            return {"kib": _peak() - before, "read": [0, 0, len(kept)]}
        for _ in range(task["repetitions"]):
            gc.collect()
            started = time.process_time()
            if task["method"] in ("astream", "aaccumulate", "acall"):
                read = self._runner.run(_together(method, protocol, width, times))
            else:
                for _ in range(times):
                    read = method(protocol)
            seconds.append((time.process_time() - started) / times)
        return {"seconds": seconds, "read": read, "kib": _peak()}

    def close(self) -> None:
        """Close the clients and the event loop."""
        for adapter in self._adapters.values():
            self._runner.run(adapter.close())
        self._runner.close()


async def _together(method: Any, protocol: str, width: int, times: int) -> Any:
    read: Any = None
    for _ in range(times):
        if width == 1:
            read = await method(protocol)
        else:
            several = await asyncio.gather(*(method(protocol) for _ in range(width)))
            read = several[0]
            if any(one != read for one in several):
                raise RuntimeError("streams of the same body were read differently")
    return read


def _peak() -> int:
    """Peak memory in KiB."""
    with suppress(OSError):
        # Linux counts in `ru_maxrss` what the process was before it became this program.
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak


def main() -> None:
    """Do the tasks of standard input."""
    worker = _Worker(sys.argv[1])
    for line in sys.stdin:
        try:
            result = worker.do(json.loads(line))
        except UnsupportedError:
            result = {"unsupported": True}
        print(json.dumps(result), flush=True)
    worker.close()


if __name__ == "__main__":
    main()
