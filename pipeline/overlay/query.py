"""Overlay targets: RFC 9535 JSONPath, and a reason when a target matches nothing.

The engine is `python-jsonpath` in strict mode, which with its `strict` extra passes the whole
JSONPath compliance suite. It is imported at the first target compiled, because that import costs
more than all the rest of loading an overlay. One leniency is the engine's: a hyphen in a shorthand
name (`@.x-oai-traits`), which RFC 9535 lacks and the Overlay Specification's examples use.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pipeline.pointer import join
from pipeline.types import Json

if TYPE_CHECKING:
    from jsonpath import JSONPath, JSONPathEnvironment

__all__ = ["Location", "Match", "QueryError", "compile_query", "find", "kind", "why_nothing"]

Location: TypeAlias = tuple[str | int, ...]

# The engine's names of tokens, as they stand in its messages.
_TOKEN = re.compile(r"'?TOKEN_([A-Z_]+)'?")
_SHORTHAND = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# How far below the nearest existing parent a misplaced key is looked for, and how many are named.
_SEARCH_DEPTH, _SUGGESTIONS = 3, 3
# How many keys or items of a node a message names, and how many characters of each it shows.
_HELD, _CLIPPED = 8, 60
_ESCAPES = {
    "'": "\\'",
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


class QueryError(ValueError):
    """A target is not a JSONPath query of RFC 9535, or cannot be evaluated. The text says why."""


@dataclass(frozen=True, slots=True)
class Match:
    """A node that a query selects: the keys and indices that lead to it, and its value."""

    location: Location
    value: Json

    @property
    def pointer(self) -> str:
        """The node's JSON pointer."""
        return join("", *self.location)


def kind(value: Json) -> str:
    """`object`, `array` or `primitive`: what the Overlay rules tell apart."""
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list) else "primitive"


@cache
def _environment() -> JSONPathEnvironment:
    from jsonpath import JSONPathEnvironment

    class Environment(JSONPathEnvironment):
        # The default of 100 is below what a bundled OpenAPI document may nest.
        max_recursion_depth = 500

    return Environment(strict=True)


@lru_cache(maxsize=1024)
def compile_query(text: str) -> JSONPath:
    """Compile an RFC 9535 query.

    Raises:
        QueryError: if it is not one; the text names the character where reading stopped.
    """
    if not text.startswith("$"):
        raise QueryError(f"a query starts with '$', and {text!r} does not")
    from jsonpath import JSONPath, JSONPathError

    try:
        query = _environment().compile(text)
    except JSONPathError as error:
        where = error.token.index if error.token else -1
        at = "at its end" if where < 0 else f"at character {where + 1}"
        raise QueryError(f"{_said(error)} {at} of {text!r}") from None
    if not isinstance(query, JSONPath):
        raise QueryError(f"{text!r} combines several queries")
    return query


def find(query: JSONPath, tree: Json) -> list[Match]:
    """The distinct nodes a query selects, in the order it selects them.

    Raises:
        QueryError: if the tree is nested too deeply to be searched.
    """
    from jsonpath import JSONPathError

    try:
        found = {match.parts: match.obj for match in query.finditer(tree)}
    except (JSONPathError, RecursionError) as error:
        raise QueryError(f"{_said(error)} while searching for {query}") from None
    return [Match(location, value) for location, value in found.items()]


def why_nothing(query: JSONPath, tree: Json, what: str, *, adds: bool) -> tuple[str, str, str]:
    """Why a query selects nothing in a tree.

    Args:
        query: A query that selects nothing.
        tree: The tree it was applied to.
        what: What the query is, to begin the reason with: `the target`.
        adds: Whether the action would add content, so that targeting the parent is an answer.

    Returns:
        The reason, what may have been meant (empty if nothing comes to mind), and the pointer of
        the nearest node that exists.
    """
    depth, parents = _nearest(query, tree)
    segment = query.segments[depth]
    rest = "".join(map(str, query.segments[depth + 1 :]))
    name = _single_name(segment)
    written = _written(query, depth)
    lacks = f"has no key {name!r}" if name is not None else f"holds nothing that {written} selects"
    first = _path(parents[0].location)
    where = first if len(parents) == 1 else "$" + "".join(map(str, query.segments[:depth]))
    if len(parents) == 1:
        reason = f"{what} matches nothing: {where} exists and {lacks}"
    else:
        reason = (
            f"{what} matches nothing: {where} matches {len(parents)} nodes, the first is {first}, "
            f"and each {lacks}"
        )
    hints: list[str] = []
    guesses: list[str] = []
    if name is not None:
        guesses = [f"{_path(location)}{rest}" for location in _suggest(name, parents)]
        if guesses:
            hints.append(f"Did you mean {' or '.join(guesses)}?")
        if adds and not rest and any(isinstance(p.value, dict) for p in parents):
            hints.append(f"To add {name!r}, target the parent {where} and put the key in 'update'.")
    if not guesses and len(parents) == 1:
        reason += f" ({_contents(parents[0].value)})"
    return reason, " ".join(hints), parents[0].pointer


def _written(query: JSONPath, depth: int) -> str:
    """A segment of a query as it is written."""
    start = query.segments[depth].token
    end = query.segments[depth + 1].token.index if depth + 1 < len(query.segments) else None
    return start.path[start.index : end]


def _contents(value: Json) -> str:
    """What a node holds, in a few words."""
    if kind(value) == "primitive":
        return f"it is {_clipped(value)}"
    shown = [_clipped(item) for item in value]
    more = ", …" if len(shown) > _HELD else ""
    return (
        f"it holds {', '.join(shown[:_HELD])}{more}" if shown else f"it is an empty {kind(value)}"
    )


def _clipped(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _CLIPPED else text[:_CLIPPED] + "…"


def _nearest(query: JSONPath, tree: Json) -> tuple[int, list[Match]]:
    """The longest leading part of a query that selects something, as a number of segments."""
    from jsonpath import JSONPath

    matches = [Match((), tree)]
    for depth in range(1, len(query.segments)):
        longer = find(JSONPath(env=query.env, segments=query.segments[:depth]), tree)
        if not longer:
            return depth - 1, matches
        matches = longer
    return len(query.segments) - 1, matches


def _single_name(segment: object) -> str | None:
    from jsonpath.segments import JSONPathChildSegment
    from jsonpath.selectors import NameSelector

    if isinstance(segment, JSONPathChildSegment) and len(segment.selectors) == 1:
        selector = segment.selectors[0]
        if isinstance(selector, NameSelector):
            return selector.name
    return None


def _suggest(name: str, parents: Iterable[Match]) -> list[Location]:
    """Where the missing key may be meant to be: the same key deeper, else a similar one."""
    deeper: list[Location] = []
    similar: list[Location] = []
    for parent in parents:
        deeper += (at for at in _below(parent) if at[-1] == name)
        if len(deeper) >= _SUGGESTIONS:
            break
        if isinstance(parent.value, dict):
            folded = {key.casefold(): key for key in parent.value}
            close = difflib.get_close_matches(name.casefold(), list(folded), n=1)
            similar += ((*parent.location, folded[key]) for key in close)
    return (similar[:1] if similar and not deeper else deeper)[:_SUGGESTIONS]


def _below(parent: Match) -> Iterator[Location]:
    queue: deque[tuple[Location, Json, int]] = deque([(parent.location, parent.value, 0)])
    while queue:
        location, value, depth = queue.popleft()
        if depth:
            yield location
        if depth < _SEARCH_DEPTH:
            if isinstance(value, dict):
                queue.extend(((*location, k), v, depth + 1) for k, v in value.items())
            elif isinstance(value, list):
                queue.extend(((*location, i), v, depth + 1) for i, v in enumerate(value))


def _path(location: Location) -> str:
    """A location as a JSONPath to paste into a target: shorthand names where they are allowed."""
    path = "$"
    for token in location:
        if isinstance(token, int):
            path += f"[{token}]"
        elif _SHORTHAND.fullmatch(token):
            path += f".{token}"
        else:
            path += "['" + "".join(_ESCAPES.get(char, char) for char in token) + "']"
    return path


def _said(error: BaseException) -> str:
    """The first line of the engine's message (the others quote the query), in plain words."""
    return _TOKEN.sub(lambda m: m[1].lower(), str(error).partition("\n")[0])
