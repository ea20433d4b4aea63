"""YAML text into JSON values: the YAML 1.2 core schema over PyYAML's parser.

PyYAML resolves plain scalars by YAML 1.1, where `on` is true, `2024-01-01` a date and `12:30:45`
the number 45045. Only its event stream is used here; scalars are resolved below, by section 10.3.2
of the YAML 1.2.2 specification. Where an OpenAPI document can mean only one thing, that wins:

- Mapping keys are strings as spelled (`200:` is the key "200").
- `0o17` is a string. The core schema makes it 15, but YAML 1.1 readers see a string, JSON has no
  octal numbers, and OpenAPI asks for values on which YAML and JSON agree.
- The versions in `VERSION_POINTERS` are strings as spelled (`version: 1.10` is "1.10").
- Merge keys (`<<`) are no part of YAML 1.2 and are refused rather than kept as a key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import join
from pipeline.read_json import (
    MAX_DEPTH,
    SURROGATE,
    UnfitNumberError,
    duplicate_key,
    exact_int,
    finite_float,
    too_deep,
)
from pipeline.types import Json
from pipeline.yaml_events import yaml_events

__all__ = ["MAX_ALIASED", "VERSION_POINTERS", "parse_yaml"]

# How much aliases may add to a document: each copied node counts 16, each character of a string 1.
MAX_ALIASED = 4 * 1024 * 1024
_NODE_COST = 16

# Fields that the OpenAPI and Overlay specifications declare as version strings.
VERSION_POINTERS = frozenset(("/openapi", "/swagger", "/overlay", "/info/version"))

_INT = re.compile(r"[-+]?[0-9]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

_TAG = "tag:yaml.org,2002:"


def parse_yaml(
    text: str,
    document: str | None = None,
    first_line: int = 1,
    *,
    pure: bool = False,
) -> tuple[Json, dict[str, int]]:
    """Parse one YAML document into JSON values.

    Args:
        text: The text, without a byte order mark.
        document: What messages call it.
        first_line: The line the text starts on, when it is a part of a longer file.
        pure: Use PyYAML's Python parser even where libyaml is there; the result is the same.

    Returns:
        The value, in which no two places share a mutable node, and the 1-based line of each node
        by its JSON pointer (of its key, for a member of a mapping).

    Raises:
        YamlSyntaxError: if the text is not YAML.
        PipelineError: if it is YAML that cannot be taken: duplicate or non-string keys, merge keys,
            values that are not JSON, tags, aliases that recurse or explode, several documents,
            nesting deeper than `MAX_DEPTH`.
    """
    builder = _Builder(document, first_line)
    for event in yaml_events(text, document, first_line, pure=pure):
        builder.take(event)
    return builder.finish()


@dataclass(slots=True)
class _Frame:
    """A mapping or sequence that is still open."""

    value: dict[str, Json] | list[Json]
    pointer: str
    anchor: str | None
    key: str | None = None
    key_lines: dict[str, int] = field(default_factory=dict)


class _Builder:
    """Builds the value from parser events, without recursion, so that depth is ours to bound."""

    def __init__(self, document: str | None, first_line: int) -> None:
        self._document = document
        self._first_line = first_line
        self._frames: list[_Frame] = []
        self._anchors: dict[str, tuple[Json, str]] = {}
        self._open_anchors: set[str] = set()
        self._aliased = 0
        self._lines: dict[str, int] = {}
        self._problems: list[Problem] = []
        self._root: Json = None
        self._documents = 0

    def take(self, event: Event) -> None:
        kind = type(event)
        if kind is ScalarEvent:
            self._scalar(event)
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            self._open(event, kind is MappingStartEvent)
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._close()
        elif kind is AliasEvent:
            self._alias(event)
        elif kind is DocumentStartEvent:
            self._start(event)

    def finish(self) -> tuple[Json, dict[str, int]]:
        if self._problems:
            raise PipelineError(self._problems)
        return self._root, self._lines

    # Events

    def _start(self, event: Any) -> None:
        self._documents += 1
        line = self._line(event)
        if self._documents > 1:
            self._fail(
                "a second YAML document starts here",
                line,
                "Keep one document in a file",
            )
        if event.version is not None and event.version != (1, 2):
            version = ".".join(map(str, event.version))
            self._fail(
                f"the document declares itself YAML {version}",
                line,
                "Only YAML 1.2 is read; drop the %YAML directive if the document means the same",
            )

    def _scalar(self, event: Any) -> None:
        line = self._line(event)
        value: str = event.value
        if lone := SURROGATE.search(value):
            self._report(
                f"the string holds a lone surrogate (U+{ord(lone[0]):04X}), which is no character",
                line,
            )
        frame = self._frames[-1] if self._frames else None
        if frame is not None and frame.key is None and isinstance(frame.value, dict):
            self._key(frame, event, value, line)
            if event.anchor is not None:
                self._anchors[event.anchor] = (value, join(frame.pointer, value))
            return
        pointer = self._place(line)
        plain = event.implicit[0]
        resolved: Json = value
        if plain and event.tag is None:
            resolved = self._resolve(value, line, pointer)
            if pointer in VERSION_POINTERS and isinstance(resolved, (int, float)):
                resolved = value
        elif event.tag is not None and event.tag != "!":
            resolved = self._tagged(event.tag, value, line, pointer)
        if event.anchor is not None:
            self._anchors[event.anchor] = (resolved, pointer)
        self._attach(resolved)

    def _key(self, frame: _Frame, event: Any, key: str, line: int) -> None:
        plain = event.implicit[0] and event.tag is None
        if plain and key == "<<":
            self._report(
                "merge keys (<<) are not part of YAML 1.2",
                line,
                "Write the merged keys out",
                frame.pointer,
            )
        elif event.tag not in (None, "!", _TAG + "str"):
            self._report(
                f"a key is tagged {_tag_name(event.tag)}; keys are strings",
                line,
                pointer=frame.pointer,
            )
        first = frame.key_lines.get(key)
        if first is not None:
            self._problems.append(duplicate_key(self._document, frame.pointer, key, first, line))
        frame.key_lines[key] = line
        self._lines[join(frame.pointer, key)] = line
        frame.key = key

    def _open(self, event: Any, mapping: bool) -> None:
        line = self._line(event)
        frame = self._frames[-1] if self._frames else None
        if frame is not None and frame.key is None and isinstance(frame.value, dict):
            self._fail(
                f"a {'mapping' if mapping else 'sequence'} is used as a key",
                line,
                "Keys are strings; quote it if it is meant as text",
                frame.pointer,
            )
        pointer = self._place(line)
        if event.tag not in (None, "!", _TAG + ("map" if mapping else "seq")):
            self._report(
                f"the tag {_tag_name(event.tag)} makes this no JSON value",
                line,
                pointer=pointer,
            )
        if len(self._frames) == MAX_DEPTH:
            raise PipelineError([*self._problems, too_deep(self._document, pointer, line)])
        if event.anchor is not None:
            self._open_anchors.add(event.anchor)
        self._frames.append(_Frame({} if mapping else [], pointer, event.anchor))

    def _close(self) -> None:
        frame = self._frames.pop()
        if frame.anchor is not None:
            self._open_anchors.discard(frame.anchor)
            self._anchors[frame.anchor] = (frame.value, frame.pointer)
        self._attach(frame.value)

    def _alias(self, event: Any) -> None:
        line = self._line(event)
        frame = self._frames[-1] if self._frames else None
        if frame is not None and frame.key is None and isinstance(frame.value, dict):
            self._fail(
                f"the alias *{event.anchor} is used as a key",
                line,
                "Write the key out",
                frame.pointer,
            )
        pointer = self._place(line)
        if event.anchor in self._open_anchors:
            self._fail(
                f"the alias *{event.anchor} stands inside the value it names, so it has no end",
                line,
                pointer=pointer,
            )
        if event.anchor not in self._anchors:
            self._fail(
                f"the alias *{event.anchor} names no anchor before it",
                line,
                pointer=pointer,
            )
        value, origin = self._anchors[event.anchor]
        self._attach(self._copy(value, origin, pointer, len(self._frames), line))

    # Values

    def _resolve(self, value: str, line: int, pointer: str) -> Json:
        """A plain scalar by the core schema (see the module's docstring for what differs)."""
        if value in _CONSTANTS:
            return _CONSTANTS[value]
        if value[0] not in "+-.0123456789":
            return value
        try:
            if _INT.fullmatch(value):
                return exact_int(value)
            if _FLOAT.fullmatch(value):
                return finite_float(value)
            if _HEX.fullmatch(value):
                return exact_int(str(int(value, 16)))
        except (UnfitNumberError, ValueError) as error:
            reason = str(error) if isinstance(error, UnfitNumberError) else "the number is too long"
            self._report(reason, line, "Use a smaller number or a string", pointer)
        if _NOT_FINITE.fullmatch(value):
            self._report(
                f"{value} is not a JSON value",
                line,
                "Quote it if it is meant as text",
                pointer,
            )
        return value

    def _tagged(self, tag: str, value: str, line: int, pointer: str) -> Json:
        if tag == _TAG + "str":
            return value
        resolved = self._resolve(value, line, pointer)
        kinds = {"int": int, "float": float, "bool": bool, "null": type(None)}
        kind = kinds.get(tag.removeprefix(_TAG)) if tag.startswith(_TAG) else None
        if kind is float and type(resolved) is int:
            resolved = float(resolved)
        if type(resolved) is not kind:
            self._report(
                f"the tag {_tag_name(tag)} on {value[:40]!r} makes no JSON value",
                line,
                "Remove the tag, or write the value as JSON would",
                pointer,
            )
        return resolved

    def _copy(self, value: Json, origin: str, pointer: str, depth: int, line: int) -> Json:
        self._aliased += _NODE_COST + (len(value) if isinstance(value, str) else 0)
        if self._aliased > MAX_ALIASED:
            self._fail(
                "aliases make the document explode",
                line,
                f"Written out they add more than {MAX_ALIASED // 1024**2} MiB;"
                " use $ref for what is shared",
            )
        self._lines.setdefault(pointer, self._lines[origin])
        if not isinstance(value, (dict, list)):
            return value
        if depth == MAX_DEPTH:
            raise PipelineError([*self._problems, too_deep(self._document, pointer, line)])
        if isinstance(value, dict):
            return {
                key: self._copy(child, join(origin, key), join(pointer, key), depth + 1, line)
                for key, child in value.items()
            }
        return [
            self._copy(child, join(origin, i), join(pointer, i), depth + 1, line)
            for i, child in enumerate(value)
        ]

    # Places

    def _line(self, event: Any) -> int:
        return self._first_line + int(event.start_mark.line)

    def _place(self, line: int) -> str:
        """The pointer of the value that comes next; notes its line unless its key already did."""
        if not self._frames:
            self._lines[""] = line
            return ""
        frame = self._frames[-1]
        if isinstance(frame.value, dict):
            assert frame.key is not None
            return join(frame.pointer, frame.key)
        pointer = join(frame.pointer, len(frame.value))
        self._lines[pointer] = line
        return pointer

    def _attach(self, value: Json) -> None:
        if not self._frames:
            self._root = value
            return
        frame = self._frames[-1]
        if isinstance(frame.value, dict):
            assert frame.key is not None
            frame.value[frame.key] = value
            frame.key = None
        else:
            frame.value.append(value)

    def _report(
        self,
        reason: str,
        line: int,
        remedy: str | None = None,
        pointer: str | None = None,
    ) -> None:
        self._problems.append(
            Problem(
                reason=reason,
                document=self._document,
                pointer=pointer,
                line=line,
                remedy=remedy,
            )
        )

    def _fail(
        self,
        reason: str,
        line: int,
        remedy: str | None = None,
        pointer: str | None = None,
    ) -> None:
        self._report(reason, line, remedy, pointer)
        raise PipelineError(self._problems)


def _tag_name(tag: str) -> str:
    return "!!" + tag.removeprefix(_TAG) if tag.startswith(_TAG) else tag
