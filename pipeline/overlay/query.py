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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
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
# How far below it the rest of a query is looked for, and how many names make a rest that tells.
_REST_DEPTH, _TELLING = 6, 2
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
    name = _single_name(query.segments[depth])
    written = _written(query, depth, depth + 1)
    lacks = f"has no key {name!r}" if name is not None else f"holds nothing that {written} selects"
    first = _path(parents[0].location)
    where = first if len(parents) == 1 else f"${_written(query, 0, depth)}"
    if len(parents) == 1:
        reason = f"{what} matches nothing: {where} exists and {lacks}"
    else:
        reason = (
            f"{what} matches nothing: {where} matches {len(parents)} nodes, the first is {first}, "
            f"and each {lacks}"
        )
    from jsonpath import JSONPath

    hints: list[str] = []
    guesses: list[str] = []
    if name is not None:
        rest = JSONPath(env=query.env, segments=query.segments[depth + 1 :])
        written = _written(query, depth + 1, len(query.segments))
        guesses = [f"{_path(location)}{written}" for location in _suggest(name, parents, rest)]
        if guesses:
            hints.append(f"Did you mean {' or '.join(guesses)}?")
        if adds and not rest.segments and any(isinstance(p.value, dict) for p in parents):
            hints.append(f"To add {name!r}, target the parent {where} and put the key in 'update'.")
    if not guesses and len(parents) == 1:
        reason += f" ({_contents(parents[0].value)})"
    return reason, " ".join(hints), parents[0].pointer


def _written(query: JSONPath, start: int, end: int) -> str:
    """Some segments of a query as they are written."""
    tokens = [segment.token for segment in query.segments]
    if start == end:
        return ""
    stop = tokens[end].index if end < len(tokens) else None
    return tokens[start].path[tokens[start].index : stop]


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


def _suggest(name: str, parents: Sequence[Match], rest: JSONPath) -> list[Location]:
    """Where the missing key may be meant to be, if the rest of the query selects something there.

    The same key deeper is likeliest, then one with a similar name; then any place that alone has
    the rest, if that is long enough to tell.
    """
    deeper = (
        at for parent in parents for at in _below(parent, _SEARCH_DEPTH) if at.location[-1] == name
    )
    if found := list(islice(_with(rest, deeper), _SUGGESTIONS)):
        return found
    if found := list(islice(_with(rest, _similar(name, parents)), 1)):
        return found
    if len(rest.segments) < _TELLING or any(_single_name(s) is None for s in rest.segments):
        return []
    anywhere = (at for parent in parents for at in _below(parent, _REST_DEPTH))
    found = list(islice(_with(rest, anywhere), 2))
    return found if len(found) == 1 else []


def _with(rest: JSONPath, candidates: Iterable[Match]) -> Iterator[Location]:
    for at in candidates:
        # The engine takes text for JSON to read; there is nothing to select in it.
        if not rest.segments or (kind(at.value) != "primitive" and find(rest, at.value)):
            yield at.location


def _similar(name: str, parents: Iterable[Match]) -> Iterator[Match]:
    for parent in parents:
        if isinstance(parent.value, dict):
            folded = {key.casefold(): key for key in parent.value}
            close = difflib.get_close_matches(name.casefold(), list(folded), n=_SUGGESTIONS)
            for key in (folded[key] for key in close):
                yield Match((*parent.location, key), parent.value[key])


def _below(parent: Match, deepest: int) -> Iterator[Match]:
    queue: deque[tuple[Match, int]] = deque([(parent, 0)])
    while queue:
        match, depth = queue.popleft()
        if depth:
            yield match
        if depth < deepest:
            queue.extend((Match((*match.location, k), v), depth + 1) for k, v in _items(match))


def _items(match: Match) -> Iterable[tuple[str | int, Json]]:
    if isinstance(match.value, dict):
        return match.value.items()
    return enumerate(match.value) if isinstance(match.value, list) else ()


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
