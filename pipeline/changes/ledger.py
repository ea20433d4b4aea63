"""The release ledger (`openapi/releases.toml`), and the changelog entry of a release."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.changes.change import MISSING, TYPES, Bump, Change
from pipeline.errors import PipelineError, Problem
from pipeline.pointer import split
from pipeline.types import Json
from pipeline.visible import code_span, count

__all__ = [
    "Unreleased",
    "broken_since",
    "code",
    "describe",
    "entry",
    "kind",
    "newest_version",
    "place",
    "pointer_code",
    "unreleased",
    "with_release",
    "without_unreleased",
]

# How many lines a section of an entry has at most; the change report has all.
_LONGEST = 30
_SHOWN = 80
# Of places more is shown: one that is cut cannot be looked up.
_PLACE = 400
# What is shown of the equal beginning of two values that differ further on.
_BEFORE = 24
_ORDER = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
# A kind of change; others hold a keyword that the document made up.
_WORDS = re.compile(r"[A-Za-z0-9 :$,-]+")
_LEFT_OUT = frozenset({"components", "schemas", "properties", "paths"})


@dataclass(frozen=True, slots=True)
class Unreleased:
    """What people say of the next release, which no comparison finds: what behaves otherwise.

    Attributes:
        changes: Their words, in the sections of a changelog.
        broken: Sentences of them, each with what of the last release no longer holds by it, as
            places in the folder `released`.
    """

    changes: str
    broken: Mapping[str, list[str]]

    @property
    def bump(self) -> Bump:
        """What that asks of the version."""
        if self.broken:
            return Bump.MAJOR
        return Bump.PATCH if self.changes else Bump.NONE


def entry(wire: Sequence[Change], api: Sequence[Change], people: str = "") -> str:
    """What a release brings, in the sections of Keep a Changelog 1.1.0.

    Changes of the Python API that no change of the document explains are told after those that
    are explained by one.

    Args:
        people: What people say of it, in the same sections; it comes first in each.
    """
    sections: dict[str, list[str]] = {}
    for change in wire:
        if change.bump > Bump.PATCH:
            sections.setdefault(_section(change), []).append(describe(change))
    for change in _unexplained(wire, api):
        sections.setdefault(_section(change), []).append(describe(change))
    texts = sum(change.bump is Bump.PATCH for change in wire)
    if texts:
        told = f"{count(texts, 'text')} of the documentation."
        sections.setdefault("Changed", []).append(told)
    lines: list[str] = []
    told_by_people = _sections(people)
    for name in _ORDER:
        items = list(dict.fromkeys(sections.get(name, ())))
        words = told_by_people.get(name)
        if items or words:
            lines += [f"### {name}", "", *([words] if words else [])]
            lines += [f"- {text}" for text in items[:_LONGEST]]
            if len(items) > _LONGEST:
                lines.append(f"- {len(items) - _LONGEST} more, which the change report names.")
            lines.append("")
    return "\n".join(lines).rstrip() or "### Changed\n\n- Nothing that a program can see."


def _sections(text: str) -> dict[str, str]:
    """The sections of an entry, by their names; all of its text is in one of them.

    Raises:
        PipelineError: if there is one that a changelog does not have, or has once.
    """
    before, *parts = re.split(r"^### *(.*)$", text, flags=re.MULTILINE)
    names = [name.strip() for name in parts[::2]]
    if before.strip() or not set(names) <= set(_ORDER) or len(set(names)) < len(names):
        raise _bad(f"changes stand in sections, each once: {', '.join(f'### {n}' for n in _ORDER)}")
    return {name: words.strip() for name, words in zip(names, parts[1::2], strict=True)}


def _unexplained(wire: Sequence[Change], api: Sequence[Change]) -> Iterable[Change]:
    """Changes of the API, if nothing that is on the wire can have brought them."""
    if any(TYPES in c.breaks or c.bump is Bump.MINOR for c in wire):
        return [c for c in api if c.breaks and not any(TYPES in w.breaks for w in wire)]
    return api


def _section(change: Change) -> str:
    if change.kind.endswith("added") and not change.breaks:
        return "Added"
    if change.kind == "deprecated: on" or change.kind == "operation: deprecated added":
        return "Deprecated"
    return "Removed" if change.kind.endswith("removed") and change.breaks else "Changed"


def describe(change: Change) -> str:
    """One change as a sentence in Markdown; all text of the document is inside code spans."""
    lead = f"**Breaking** ({change.whom}): " if change.breaks else ""
    before, after = _values(change.before, change.after)
    shown = ""
    if before and after:
        shown = f" from {before} to {after}"
    elif before or after:
        shown = f" {before or after}"
    elif change.kind == "path: added" and isinstance(change.after, dict) and change.after:
        shown = f" for {', '.join(code(str(method)) for method in change.after.values())}"
    where = code_span(place(change.pointer), _PLACE)
    return f"{lead}{where}, {kind(change)}{shown}."


def kind(change: Change) -> str:
    """The kind of a change in Markdown."""
    return change.kind if _WORDS.fullmatch(change.kind) else code(change.kind)


def _values(*values: Json) -> list[str]:
    """Old and new value around where they differ; of objects and lists the report tells more."""
    if any(isinstance(value, dict | list) for value in values):
        return ["" for _ in values]
    texts = ["" if v is MISSING else json.dumps(v, ensure_ascii=False) for v in values]
    pairs = enumerate(zip(*texts, strict=False))
    equal = next((n for n, (a, b) in pairs if a != b), min(map(len, texts)))
    if equal > _SHOWN - _BEFORE:
        texts = [f"…{text[equal - _BEFORE :]}" for text in texts]
    return [code(text) if text else "" for text in texts]


def place(pointer: str) -> str:
    """A pointer in words, such as `ChatUsage.prompt_tokens` for that property."""
    if not pointer.startswith("/"):
        return pointer or "the document"
    tokens = list(split(pointer))
    if tokens[0] == "paths" and len(tokens) > 2:
        return " ".join([tokens[2].upper(), tokens[1], *tokens[3:]])
    if tokens[0] == "components" and len(tokens) > 2:
        return ".".join(token for token in tokens[1:] if token not in _LEFT_OUT)
    return " ".join(token for token in tokens if token not in _LEFT_OUT) or tokens[0]


def code(text: str) -> str:
    """Any text, or as much of it as is read, as code within a line of Markdown."""
    return code_span(text, _SHOWN)


def pointer_code(pointer: str) -> str:
    """A JSON pointer as a fragment, as code within a line of Markdown."""
    return code_span(f"#{pointer}", _PLACE)


def newest_version(text: str) -> str:
    """The version of the newest release of a ledger.

    Raises:
        PipelineError: if the ledger has no release.
    """
    try:
        return str(tomllib.loads(text)["release"][0]["version"])
    except (tomllib.TOMLDecodeError, KeyError, IndexError, TypeError) as error:
        raise _bad(f"{type(error).__name__}: {error}") from None


def unreleased(text: str) -> Unreleased:
    """What a ledger says of the next release, in its table `unreleased`.

    Raises:
        PipelineError: if that is not in the form of the ledger, or names something as broken
            without a sentence of the changes.
    """
    match _read(text).get("unreleased", {}):
        case {**table} if not set(table) - {"changes", "broken"}:
            changes, broken = table.get("changes", ""), table.get("broken", {})
        case _:
            changes = broken = None
    if not isinstance(changes, str) or not isinstance(broken, dict):
        raise _bad("[unreleased] holds changes, which are text, and a table broken, and no more")
    _sections(changes)
    words = " ".join(changes.split())
    for sentence, places in broken.items():
        if not sentence.strip() or sentence not in words:
            raise _bad(f"under broken is no sentence of the changes: {sentence}")
        if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
            raise _bad(f"a sentence under broken has a list of places: {sentence}")
    return Unreleased(changes.strip(), broken)


def broken_since(text: str, version: str) -> set[str]:
    """What no longer holds of a release, by all that the ledger has after it, as places."""
    told = [unreleased(text).broken]
    for release in _releases(text):
        if release["version"] == version:
            break
        told.append(release.get("broken", {}))
    return {place for broken in told for places in broken.values() for place in places}


def without_unreleased(text: str) -> str:
    """A ledger without its table `unreleased`, which stands before the releases.

    Raises:
        PipelineError: if it stands elsewhere.
    """
    head, mark, tail = text.partition("[[release]]")
    head = re.split(r"^\[unreleased\]", head, maxsplit=1, flags=re.MULTILINE)[0]
    new = head + mark + tail
    if "unreleased" in _read(new) or _releases(new) != _releases(text):
        raise _bad("[unreleased] stands before the releases")
    return new


def with_release(
    text: str,
    version: str,
    date: str,
    changes: str,
    broken: Mapping[str, list[str]] | None = None,
) -> str:
    """A ledger with one more release, the newest, and nothing unreleased.

    Comments and other releases stay as they are.

    Raises:
        PipelineError: if the ledger cannot be read, or has that version already.
    """
    text = without_unreleased(text)
    old = _releases(text)
    if any(release.get("version") == version for release in old):
        raise _bad(f"it has a release {version} already")
    table = (
        f'[[release]]\nversion = "{version}"\ndate = "{date}"\nchanges = """\n'
        f'{_multiline(changes)}\n"""\n'
    )
    added: dict[str, Any] = {"version": version, "date": date, "changes": changes + "\n"}
    if broken:
        added["broken"] = dict(broken)
        table += "\n[release.broken]\n"
        for words, places in broken.items():
            listed = "".join(f"    {_quoted(place)},\n" for place in places)
            table += f"{_quoted(words)} = [\n{listed}]\n"
    head, mark, tail = text.partition("[[release]]")
    new = f"{head}{table}\n{mark}{tail}" if mark else f"{text.rstrip()}\n\n{table}"
    if _releases(new) != [added, *old]:
        raise _bad("a release cannot be added to it")
    return new


def _releases(text: str) -> list[dict[str, Any]]:
    releases: list[dict[str, Any]] = _read(text).get("release", [])
    return releases


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _bad(str(error)) from None


def _quoted(text: str) -> str:
    """Text as a basic string of TOML, on one line."""
    escaped = _escaped(text.replace("\\", "\\\\").replace('"', '\\"'), "")
    return f'"{escaped}"'


def _multiline(text: str) -> str:
    """Text inside a basic multi-line string of TOML."""
    return _escaped(text.replace("\\", "\\\\").replace('"""', '""\\"'), "\n")


def _escaped(text: str, kept: str) -> str:
    return "".join(
        c if c in kept or (ord(c) >= 0x20 and ord(c) != 0x7F) else f"\\u{ord(c):04X}" for c in text
    )


def _bad(reason: str) -> PipelineError:
    return PipelineError(
        Problem(
            f"not a release ledger: {reason}",
            document="releases.toml",
            remedy="It needs [[release]] tables with version, date and changes, newest first.",
        )
    )
