"""JSON values as YAML and JSON text that every reader takes for the same values.

The YAML is written for readers of YAML 1.1 and 1.2 alike: a string is left bare only where no rule
of either could make it a number, a boolean, a date or null, and nothing is shared by aliases.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import join
from pipeline.read_json import MAX_DEPTH, MAX_DIGITS, SURROGATE
from pipeline.types import Json, JsonObject

__all__ = ["to_json", "to_yaml"]

# Starts with a letter, `_`, `/` or `$`, so it is no number, date or indicator; then printable ASCII
# without `: `, ` #`, double spaces or an end that YAML would trim or read as a key.
_BARE = re.compile(r"[A-Za-z_/$](?:[!-9;-~]|:(?=[^\s:])| (?=[!-9;-~])(?!#))*")
_RESERVED = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"))

# What may stand unescaped in text, by both versions; tabs only inside literal blocks.
_UNPRINTABLE = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

# YAML allows a key without `?` to be 1024 characters long, quotes and escapes included.
_LONGEST_KEY = 1000

_LIMIT = 10**MAX_DIGITS


def to_yaml(tree: JsonObject) -> bytes:
    """An object as YAML: block style, keys in their order, UTF-8, one newline at the end.

    Text of several lines is a literal block where that loses nothing, else a double-quoted string.

    Raises:
        PipelineError: if something in it is not a JSON value, with its pointer.
    """
    _check(tree)
    if not tree:
        return b"{}\n"
    return ("\n".join(_mapping(tree, "")) + "\n").encode()


def to_json(tree: Json) -> bytes:
    """A value as JSON: two spaces of indentation, keys in their order, UTF-8, a newline at the end.

    Raises:
        PipelineError: if something in it is not a JSON value, with its pointer.
    """
    _check(tree)
    text = json.dumps(tree, indent=2, ensure_ascii=False, allow_nan=False)
    return (text + "\n").encode()


def _mapping(value: JsonObject, indent: str) -> Iterator[str]:
    for key, child in value.items():
        written = _string(key)
        if len(written) > _LONGEST_KEY:
            yield f"{indent}? {written}"
            lead = f"{indent}:"
        else:
            lead = f"{indent}{written}:"
        yield from _member(lead, child, indent + "  ")


def _sequence(value: list[Json], indent: str) -> Iterator[str]:
    inner = indent + "  "
    for child in value:
        if child and isinstance(child, (dict, list)):
            # The first line of a nested block goes beside the dash.
            lines = _mapping(child, inner) if isinstance(child, dict) else _sequence(child, inner)
            yield f"{indent}- {next(lines)[len(inner) :]}"
            yield from lines
        else:
            yield from _member(f"{indent}-", child, inner)


def _member(lead: str, value: Json, indent: str) -> Iterator[str]:
    """The lines of `value` after `lead` (`key:` or `-`); its own lines start with `indent`."""
    if isinstance(value, dict) and value:
        yield lead
        yield from _mapping(value, indent)
    elif isinstance(value, list) and value:
        yield lead
        yield from _sequence(value, indent)
    elif isinstance(value, str) and "\n" in value and _is_literal(value):
        yield from _literal(lead, value, indent)
    else:
        yield f"{lead} {_scalar(value)}"


def _is_literal(text: str) -> bool:
    """Whether a literal block gives the text back: its first line shows the indentation."""
    return text[0] not in " \t\n" and _UNPRINTABLE.search(text) is None


def _literal(lead: str, text: str, indent: str) -> Iterator[str]:
    body = text.rstrip("\n")
    trailing = len(text) - len(body)
    yield f"{lead} |{'-' if trailing == 0 else '' if trailing == 1 else '+'}"
    for line in body.split("\n"):
        yield indent + line if line else ""
    for _ in range(trailing - 1):
        yield ""


def _scalar(value: Json) -> str:
    if isinstance(value, str):
        return _string(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        text = repr(value)
        mantissa, e, exponent = text.partition("e")
        # YAML 1.1 wants a point in every float.
        return text if not e or "." in mantissa else f"{mantissa}.0e{exponent}"
    if isinstance(value, int):
        return str(value)
    return "{}" if isinstance(value, dict) else "[]"


def _string(text: str) -> str:
    if _BARE.fullmatch(text) and text.lower() not in _RESERVED:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)


def _check(tree: Json) -> None:
    """Refuse what JSON cannot say, before a writer makes something else of it."""
    problems: list[Problem] = []
    stack: list[tuple[Json, str, int]] = [(tree, "", 1)]
    while stack:
        value, pointer, depth = stack.pop()
        kind = type(value)
        if value is None or kind is bool:
            continue
        if kind is str:
            reason = _unfit_text(value)
        elif kind is int:
            reason = None if -_LIMIT < value < _LIMIT else "an integer too long to be read back"
        elif kind is float:
            reason = None if math.isfinite(value) else f"{value} is not a JSON value"
        elif kind is dict or kind is list:
            reason = None
            if depth > MAX_DEPTH:
                reason = f"nested more than {MAX_DEPTH} levels deep, or inside itself"
            elif kind is list:
                stack.extend((c, join(pointer, i), depth + 1) for i, c in enumerate(value))
            else:
                for key, child in value.items():
                    if type(key) is not str:
                        problems.append(_not_json(f"the key {key!r} is not a string", pointer))
                    elif unfit := _unfit_text(key):
                        problems.append(_not_json(f"a key: {unfit}", pointer))
                    else:
                        stack.append((child, join(pointer, key), depth + 1))
        else:
            reason = f"a {kind.__name__} is not a JSON value"
        if reason is not None:
            problems.append(_not_json(reason, pointer))
            if depth > MAX_DEPTH:
                break
    if problems:
        raise PipelineError(sorted(problems, key=lambda problem: problem.pointer or ""))


def _unfit_text(text: str) -> str | None:
    lone = SURROGATE.search(text)
    return f"a lone surrogate (U+{ord(lone[0]):04X}) is no character" if lone else None


def _not_json(reason: str, pointer: str) -> Problem:
    shown = pointer if len(pointer) <= 200 else pointer[:200]
    return Problem(
        reason=f"cannot be written: {reason}",
        pointer=shown,
        remedy="Only JSON values can be written",
    )
