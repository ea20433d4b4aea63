"""A program that a process is started for: the first answer and the first stream of a protocol.

`python -m bench.cold CLIENT BASE_URL PROTOCOL`
"""

from __future__ import annotations

import sys
from importlib import import_module

from .adapters import UnsupportedError

_UNSUPPORTED = 3

if __name__ == "__main__":
    name, base_url, protocol = sys.argv[1:]
    adapter = import_module(f"bench.adapters.{name}").Adapter(base_url)
    try:
        called, streamed = adapter.call(protocol), adapter.stream(protocol)
    except UnsupportedError:
        sys.exit(_UNSUPPORTED)
    if called[:2] != streamed[:2]:
        sys.exit(f"{called} is not {streamed}")
