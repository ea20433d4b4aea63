"""The driver protocol for drivers in Python: a job a line in, an observation a line out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

__all__ = ["serve"]


def serve(perform: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer every job on standard input until it ends."""
    for line in sys.stdin.buffer:
        job = json.loads(line)
        try:
            observation = perform(job)
        except Exception as error:  # a driver reports what it did not foresee and goes on
            observation = {"crash": f"{type(error).__name__}: {error}"}
        answer = {"case": job["case"], **observation}
        sys.stdout.buffer.write(json.dumps(answer).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()
