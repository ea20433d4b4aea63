"""JSON text into JSON values, with the source line of every node.

Python's `json` accepts more than JSON (NaN, Infinity, duplicate keys, lone surrogates) and says
less than a person needs; this module closes those gaps. The bounds here also hold for YAML.
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import join
from pipeline.types import Json

__all__ = [
    "MAX_DEPTH",
    "MAX_DIGITS",
    "SURROGATE",
    "UnfitNumberError",
    "duplicate_key",
    "exact_int",
    "finite_float",
    "parse_json",
    "too_deep",
]

# Real documents nest about 30 levels. The bound keeps recursive steps further on (two or three
# frames a level) well inside Python's own recursion limit of 1000.
MAX_DEPTH = 256

# The smallest digit limit Python's int/str conversion can be set to (sys.int_info), so that an
# accepted number can be read and written whatever PYTHONINTMAXSTRDIGITS says.
MAX_DIGITS = 640

SURROGATE = re.compile("[\ud800-\udfff]")

# In text known to be JSON: a string, a bracket, or an atom. Commas, colons and space fall between.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]|[^\s{}\[\],:"]+')
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ATOMS = frozenset(("true", "false", "null"))


class UnfitNumberError(ValueError):
    """A number literal that cannot be a JSON number here; the message says why."""


def exact_int(literal: str) -> int:
    """The integer a decimal literal spells, at any size up to `MAX_DIGITS` digits.

    Raises:
        UnfitNumberError: if it is longer.
    """
    digits = len(literal.lstrip("+-"))
    if digits > MAX_DIGITS:
        raise UnfitNumberError(f"the integer has {digits} digits; the most is {MAX_DIGITS}")
    return int(literal)


def finite_float(literal: str) -> float:
    """The double nearest to a decimal literal.

    Raises:
        UnfitNumberError: if it is beyond the largest double.
    """
    value = float(literal)
    if math.isinf(value):
        raise UnfitNumberError(f"the number {literal[:40]} is too large for a double")
    return value


def duplicate_key(document: str | None, pointer: str, key: str, first: int, second: int) -> Problem:
    """The problem of one key standing twice in the object at `pointer`, at these lines."""
    return Problem(
        reason=f"the key {key!r} is there twice, first on line {first}, again on line {second}",
        document=document,
        pointer=join(pointer, key),
        line=second,
        remedy="Keep one of the two",
    )


def too_deep(document: str | None, pointer: str, line: int) -> Problem:
    """The problem of a value nested deeper than `MAX_DEPTH`."""
    shown = pointer if len(pointer) <= 60 else pointer[:60] + "…"
    return Problem(
        reason=f"values are nested more than {MAX_DEPTH} levels deep, below #{shown}",
        document=document,
        line=line,
        remedy="No API description needs that; check the document for a generator's mistake",
    )


def parse_json(
    text: str, document: str | None = None, first_line: int = 1
) -> tuple[Json, dict[str, int]]:
    """Parse JSON text (RFC 8259).

    Args:
        text: The text, without a byte order mark.
        document: What messages call it.
        first_line: The line the text starts on, when it is a part of a longer file.

    Returns:
        The value, and the 1-based line of each node by its JSON pointer.

    Raises:
        json.JSONDecodeError: if the text is not JSON at all, so that it may be tried as YAML.
        PipelineError: if it is JSON that cannot be taken: duplicate keys, NaN or Infinity, lone
            surrogates, numbers out of bounds, nesting deeper than `MAX_DEPTH`.
    """
    try:
        value = json.loads(
            text, parse_int=exact_int, parse_float=finite_float, parse_constant=_refuse
        )
    except (UnfitNumberError, RecursionError):
        # The scan meets the same spot, which has valid text before it, and knows its line.
        value = None
    return value, _Scan(text, document, first_line, eager=value is None).run()


def _refuse(constant: str) -> NoReturn:
    raise UnfitNumberError(constant)


class _Scan:
    """One pass over JSON tokens: lines by pointer, and everything `json.loads` lets through."""

    def __init__(self, text: str, document: str | None, first_line: int, *, eager: bool) -> None:
        """`eager` stops at the first unfit number: what follows it may not be JSON."""
        self._text = text
        self._eager = eager
        self._document = document
        self._line = first_line
        self._lines: dict[str, int] = {}
        self._problems: list[Problem] = []

    def run(self) -> dict[str, int]:
        # Open containers, innermost last: pointer, lines of an object's keys (None for an array),
        # and the token of the next value: a key, or an array index.
        frames: list[tuple[str, dict[str, int] | None]] = []
        token_of: list[str | int | None] = []
        position = 0
        for match in _TOKEN.finditer(self._text):
            self._line += self._text.count("\n", position, match.start())
            position = match.start()
            token = match[0]
            if token in ("}", "]"):
                frames.pop()
                token_of.pop()
                continue
            pointer = ""
            if frames:
                parent, keys = frames[-1]
                at = token_of[-1]
                if keys is not None and at is None:
                    token_of[-1] = self._key(token, parent, keys)
                    continue
                assert at is not None
                pointer = join(parent, at)
                token_of[-1] = at + 1 if isinstance(at, int) else None
                if keys is None:
                    self._lines[pointer] = self._line
            else:
                self._lines[pointer] = self._line
            if token in ("{", "["):
                if len(frames) == MAX_DEPTH:
                    raise PipelineError(
                        [*self._problems, too_deep(self._document, pointer, self._line)]
                    )
                frames.append((pointer, {} if token == "{" else None))
                token_of.append(None if token == "{" else 0)
            elif token[0] == '"':
                self._string(token, pointer)
            elif token not in _ATOMS:
                self._number(token, pointer)
        if self._problems:
            raise PipelineError(self._problems)
        return self._lines

    def _key(self, token: str, parent: str, keys: dict[str, int]) -> str:
        key = self._string(token, parent)
        if key in keys:
            self._problems.append(duplicate_key(self._document, parent, key, keys[key], self._line))
        keys[key] = self._line
        self._lines[join(parent, key)] = self._line
        return key

    def _string(self, token: str, pointer: str) -> str:
        if "\\" not in token:
            return token[1:-1]
        if _ESCAPED_SURROGATE.search(token):
            value: str = json.loads(token)
            if lone := SURROGATE.search(value):
                self._report(
                    f"the string holds a lone surrogate (\\u{ord(lone[0]):04x}),"
                    " which is no character",
                    pointer,
                    "Write the whole pair, or leave it out",
                )
            return value
        return str(json.loads(token))

    def _number(self, token: str, pointer: str) -> None:
        try:
            if token.lstrip("-").isdecimal():
                exact_int(token)
            elif token.lstrip("-") in ("NaN", "Infinity"):
                raise UnfitNumberError(f"{token} is not a JSON value")
            else:
                finite_float(token)
        except UnfitNumberError as error:
            self._report(str(error), pointer, "Use a JSON number, a string or null")
            if self._eager:
                raise PipelineError(self._problems) from None

    def _report(self, reason: str, pointer: str, remedy: str) -> None:
        self._problems.append(
            Problem(
                reason=reason,
                document=self._document,
                pointer=pointer,
                line=self._line,
                remedy=remedy,
            )
        )
