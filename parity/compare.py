"""Whether an observation is what a case expects, and the least that tells how it is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from parity.cases import Case

__all__ = ["Difference", "canonical", "differences", "observed"]

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two JSON values differ.

    Attributes:
        field: JSON pointer into the observation, such as `/final/choices/0/message/content`.
        expected: What the case says, shortened; `absent` if nothing should be there.
        found: What the SDK made of it, likewise.
    """

    field: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.field}: expected {self.expected}, found {self.found}"


class _Absent:
    def __repr__(self) -> str:
        return "absent"


_ABSENT = _Absent()


def canonical(value: Any) -> Any:
    """A JSON value in which numbers that are equal are the same, as not every language tells 1
    from 1.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: canonical(item) for key, item in value.items()}
    return [canonical(item) for item in value] if isinstance(value, list) else value


def observed(case: Case, answer: dict[str, Any], requests: list[dict[str, Any]]) -> dict[str, Any]:
    """What a driver and the server say together, in the form of the case's expectation."""
    out = {name: answer[name] for name in case.expect if name in answer}
    if "request" in case.expect and requests:
        out["request"] = _request(case.expect["request"], requests[-1])
    if "attempts" in case.expect:
        out["attempts"] = len(requests)
        out["retryable"] = len(requests) > 1
        out["hosts"] = [request["host"] for request in requests]
    if "error" in case.expect and "error" in answer:
        out["error"] = {name: answer["error"].get(name) for name in case.expect["error"]}
    return out


def _request(expected: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    headers = {
        name: request["headers"][name].partition(";")[0].strip()
        for name in expected["headers"]
        if name in request["headers"]
    }
    return {**{name: request[name] for name in ("method", "path", "body")}, "headers": headers}


def differences(expected: Any, found: Any, field: str = "") -> Iterator[Difference]:
    """The smallest parts that differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            here = f"{field}/{key.replace('~', '~0').replace('/', '~1')}"
            yield from differences(expected.get(key, _ABSENT), found.get(key, _ABSENT), here)
    elif isinstance(expected, list) and isinstance(found, list):
        for index, left, right in _aligned(expected, found):
            yield from differences(left, right, f"{field}/{index}")
    else:
        left, right = canonical(expected), canonical(found)
        if type(left) is not type(right) or left != right:
            yield Difference(field, _short(expected), _short(found))


def _aligned(expected: list[Any], found: list[Any]) -> Iterator[tuple[int, Any, Any]]:
    """Items that belong together, with the expected one's index: one that is missing or too many
    does not make all that follow different."""
    if len(expected) == len(found):
        yield from ((i, *pair) for i, pair in enumerate(zip(expected, found, strict=True)))
        return
    left, right = ([json.dumps(canonical(v), sort_keys=True) for v in x] for x in (expected, found))
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for kind, start, end, other, other_end in matcher.get_opcodes():
        if kind != "equal":
            pairs = zip_longest(expected[start:end], found[other:other_end], fillvalue=_ABSENT)
            yield from ((start + offset, *pair) for offset, pair in enumerate(pairs))


def _short(value: Any) -> str:
    text = repr(value) if value is _ABSENT else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"
