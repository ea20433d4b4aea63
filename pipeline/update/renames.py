"""Components that a page seems to have renamed: the reason why an overlay no longer finds them."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import component_kind, rename_key
from pipeline.pointer import join
from pipeline.read import parse_document
from pipeline.sources import Source, load, read_source
from pipeline.types import Json, JsonObject
from pipeline.update.incoming import Incoming
from pipeline.values import same

__all__ = ["renamed"]

# How alike, from 0 to 1, the texts of two components are if one may be the other.
_ALIKE = 0.6
# Beyond this, in characters, texts are not compared: it takes the square of it.
_LONGEST = 20_000


def renamed(
    incoming: Iterable[Incoming], folder: Path, failures: Sequence[Problem]
) -> Iterator[Problem]:
    """A problem for each component that failures speak of and that has another name now.

    Args:
        folder: The folder of sources.toml and of the documents as they were.
    """
    told = "\n".join(f"{problem.pointer} {problem.reason}" for problem in failures)
    listed = {source.file: source for source in load(folder / "sources.toml")}
    for item in incoming:
        if not item.is_new:
            yield from _renamed(listed[item.source.file], item, folder, told)


def _renamed(source: Source, item: Incoming, folder: Path, told: str) -> Iterator[Problem]:
    try:
        old = _components(read_source(replace(source, renames={}), folder).tree)
        new = _components(parse_document(item.data, source.file).tree)
    except PipelineError:
        return
    for section, before in old.items():
        after = new.get(section, {})
        came = {name: value for name, value in after.items() if name not in before}
        for name, value in before.items():
            # Those that the list renames already have a message of their own.
            listed = rename_key(section, name) in source.renames
            if name not in after and not listed and _names(told, name):
                likely = _likeliest(value, came)
                if likely is not None:
                    yield _told(source.file, section, name, *likely)


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None


def _told(file: str, section: str, old: str, new: str, is_equal: bool) -> Problem:
    content = "with the same content" if is_equal else "which looks alike"
    key = rename_key(section, new)
    quoted = key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)
    return Problem(
        f"the new page has no {component_kind(section) or section} {old}; new is {new}, {content}",
        document=file,
        pointer=join("/components", section),
        remedy=f'If it was renamed, add `{quoted} = "{old}"` to the [source.renames] of {file} in '
        "openapi/sources.toml, and run the update again",
    )


def _likeliest(value: Json, came: Mapping[str, Json]) -> tuple[str, bool] | None:
    equal = [name for name, other in came.items() if same(value, other)]
    if equal:
        return equal[0], True
    text = json.dumps(value, indent=1, sort_keys=True)
    best, score = None, _ALIKE
    for name, other in came.items():
        theirs = json.dumps(other, indent=1, sort_keys=True)
        if len(text) + len(theirs) > _LONGEST:
            continue
        alike = difflib.SequenceMatcher(None, text.split("\n"), theirs.split("\n")).ratio()
        if alike > score:
            best, score = name, alike
    return None if best is None else (best, False)


def _components(tree: JsonObject) -> dict[str, JsonObject]:
    components = tree.get("components")
    sections = components.items() if isinstance(components, dict) else ()
    return {section: entries for section, entries in sections if isinstance(entries, dict)}
