"""Many bent streams, looked through for what breaks the law."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from typing import Final

from tests.support.bending.shrinking import Find, found_bare, report
from tests.support.bending.streams import bent_stream

__all__ = ["failing", "failing_bare", "told"]

_BLOCK: Final = 2_000


def failing(numbers: Iterable[int], find: Find) -> list[tuple[int, str]]:
    """The numbers of streams with a problem, each with the kind of its first one."""
    found = []
    for number in numbers:
        try:
            problems = find(bent_stream(number))
        except Exception as error:  # it is shown as a stream that raises it
            found.append((number, f"an exception: {type(error).__name__}"))
        else:
            found += [(number, problem.kind) for problem in problems[:1]]
    return found


def failing_bare(first: int, count: int) -> list[tuple[int, str]]:
    """As `failing`, of streams that the accumulators alone read, on all processors."""
    with multiprocessing.get_context("spawn").Pool() as pool:
        blocks = pool.imap(_failing_block, range(first, first + count, _BLOCK))
        return [one for block in blocks for one in block]


def _failing_block(first: int) -> list[tuple[int, str]]:
    return failing(range(first, first + _BLOCK), found_bare)


def told(found: list[tuple[int, str]], find: Find) -> str:
    """One stream of each kind of problem, made short."""
    kinds: dict[tuple[str, str], int] = {}
    for number, kind in found:
        kinds.setdefault((bent_stream(number).good.protocol, kind), number)
    shown = [report(bent_stream(number), kind, find) for (_, kind), number in kinds.items()]
    return "\n\n".join([f"{len(found)} streams break the law, in {len(kinds)} ways", *shown])
