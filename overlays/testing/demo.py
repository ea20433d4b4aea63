"""`python -m evolink_kimi.testing.demo`: the client streams from the mock gateway, all protocols.

Each run makes up a nonce, has the gateway put it into reasoning and answer, and fails unless the
client brings it back in both.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from typing import Any, Final, TextIO

from .gateway import MockGateway
from .reply import Reply

__all__ = ["main", "run"]

_MODEL: Final = "kimi-k3.1-pro"
_QUESTION: Final = "What is this run's nonce?"
_DIM: Final = "\x1b[2m"
_BOLD: Final = "\x1b[1m"
_OFF: Final = "\x1b[0m"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the demo; return the exit code."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}.demo", description=__doc__)
    parser.add_argument(
        "--delay", type=float, default=0.03, metavar="SECONDS", help="between two events (0.03)"
    )
    options = parser.parse_args(argv)
    # The client is imported by name: the package around this one is the generated client.
    client = import_module(str(__package__).rpartition(".")[0])
    failed = run(client.Kimi, sys.stdout, delay=options.delay)
    for name in failed:
        print(f"error: {name}: the nonce did not come back", file=sys.stderr)
    return 1 if failed else 0


def run(
    client_class: Callable[..., Any],
    out: TextIO,
    *,
    delay: float = 0.0,
    document: Mapping[str, Any] | None = None,
) -> list[str]:
    """Stream one answer over each protocol and print it as it comes.

    Args:
        client_class: The client's class.
        out: Where to print.
        delay: Seconds between two events.
        document: The document to serve; by default the packaged one.

    Returns:
        The calls whose stream or final response lacked the nonce.
    """
    nonce = secrets.token_hex(4)
    reply = Reply(
        reasoning=f"The gateway made up {nonce} for this run alone, so I can only read it out.",
        text=f"The nonce is {nonce}.",
        delay=delay,
    )
    failed: list[str] = []
    with MockGateway(reply, document=document) as gateway:
        _print(out, f"Mock gateway on {gateway.base_url}\n")
        with client_class(api_key="demo", base_url=gateway.base_url) as client:
            for name, stream in _streams(client):
                _print(out, f"\n{_styled(out, _BOLD, f'client.{name}.stream')}\n")
                with stream as events:
                    streamed = _show(out, events)
                    final = events.get_final()
                texts = (*streamed, final.reasoning_text, final.output_text)
                if not all(text and nonce in text for text in texts):
                    failed.append(name)
    return failed


def _streams(client: Any) -> Iterator[tuple[str, AbstractContextManager[Any]]]:
    messages = [{"role": "user", "content": _QUESTION}]
    yield "chat.completions", client.chat.completions.stream(model=_MODEL, messages=messages)
    yield "messages", client.messages.stream(model=_MODEL, max_tokens=2048, messages=messages)
    yield "responses", client.responses.stream(model=_MODEL, input=_QUESTION)


def _show(out: TextIO, stream: Any) -> tuple[str, str]:
    """Print a stream's deltas as they come; return the reasoning and the answer."""
    texts = {"reasoning": "", "text": ""}
    current = None
    for delta in stream.deltas():
        if delta.kind not in texts:
            continue
        if delta.kind != current:
            label = "reasoning" if delta.kind == "reasoning" else "answer"
            _print(out, "\n" if current else "")
            _print(out, _styled(out, _style(delta.kind), f"{label:>9} | "))
            current = delta.kind
        texts[delta.kind] += delta.text
        _print(out, _styled(out, _DIM, delta.text) if current == "reasoning" else delta.text)
    _print(out, "\n")
    return texts["reasoning"], texts["text"]


def _style(kind: str) -> str:
    return _DIM if kind == "reasoning" else _BOLD


def _styled(out: TextIO, style: str, text: str) -> str:
    """Return the text in a style where the terminal shows one (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or not out.isatty():
        return text
    return f"{style}{text}{_OFF}"


def _print(out: TextIO, text: str) -> None:
    out.write(text)
    out.flush()


if __name__ == "__main__":
    sys.exit(main())
