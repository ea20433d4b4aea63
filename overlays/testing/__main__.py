"""`python -m evolink_kimi.testing`: the mock gateway, until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Final

from .gateway import MockGateway
from .reply import Reply

__all__ = ["main"]

_SLEEP_SECONDS: Final = 3600.0


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C; return the exit code."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {__package__}",
        description="Serve the mock gateway on loopback. Any API key is accepted.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="loopback address (127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, help="port (a free one)")
    parser.add_argument("--text", help="the answer (the document's example)")
    parser.add_argument("--reasoning", help="the reasoning before it (the document's example)")
    parser.add_argument(
        "--recording", metavar="FILE", help="a stream recorded by the client, to play instead"
    )
    parser.add_argument(
        "--delay", type=float, default=0.0, metavar="SECONDS", help="between two events (0)"
    )
    options = parser.parse_args(argv)
    try:
        reply = Reply(text=options.text, reasoning=options.reasoning, delay=options.delay)
        if options.recording is not None:
            if reply != Reply():
                parser.error("--recording is played as it is, without --text, --reasoning, --delay")
            reply = Reply.recording(options.recording)
        gateway = MockGateway(reply, host=options.host, port=options.port).start()
    except (OSError, OverflowError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"Mock gateway on {gateway.base_url} (Ctrl-C stops it)")
    for operation in gateway.operations:
        print(f"  {operation.method} {operation.path}")
    print("A request says how it is answered with a header, for instance")
    print('  X-Mock-Reply: {"text": "Hello", "delay": 0.1, "fault": {"kind": "cut", "after": 2}}')
    print("Point a client to it:")
    print(f"  export EVOLINK_BASE_URL={gateway.base_url} EVOLINK_API_KEY=any", flush=True)
    try:
        while True:
            time.sleep(_SLEEP_SECONDS)
    except KeyboardInterrupt:
        return 0
    finally:
        gateway.close()


if __name__ == "__main__":
    sys.exit(main())
