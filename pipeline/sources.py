"""The list of source documents: which file came from which page, and what its names become."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pipeline.downgrade import to_3_1
from pipeline.errors import PipelineError, Problem
from pipeline.fetch import read_file
from pipeline.folders import files_of, is_hidden, read_bytes, strays
from pipeline.grammar import HTTP_METHODS, component_kind, renamed_component
from pipeline.pointer import join
from pipeline.read import PAGE_SUFFIXES, decode, is_page, parse_document
from pipeline.types import Document

__all__ = [
    "FORMAT",
    "Source",
    "is_operation",
    "load",
    "read_all",
    "read_source",
    "unknown_renames",
]

FORMAT = 1

_METHOD = "|".join(method.upper() for method in HTTP_METHODS)
_COMPONENT = re.compile(r"[A-Za-z0-9._-]+")  # OpenAPI 3.1.1, section 4.8.7
_TOKEN = re.compile(r"[\x20-\x7e]{1,200}")
_PATTERNS: dict[str, tuple[re.Pattern[str], str]] = {
    "file": (
        re.compile(r"(?!\.)[A-Za-z0-9._-]+"),
        "the name of a file beside this one, such as `messages.yaml`",
    ),
    "page": (re.compile(r"https://\S+"), "an https URL"),
    "operation": (
        re.compile(rf"(?:{_METHOD}) /\S*"),
        "a method and a path, such as `POST /v1/messages`",
    ),
    "sha256": (re.compile(r"[0-9a-f]{64}"), "64 lower-case hexadecimal digits"),
    "prefix": (
        re.compile(r"[A-Z][A-Za-z0-9]*"),
        "a capitalised word, such as `Messages`",
    ),
    "etag": (_TOKEN, "the ETag that the page's server gave"),
    "modified": (_TOKEN, "the Last-Modified that the page's server gave"),
}
_OPTIONAL = frozenset(("page", "etag", "modified"))
# How many names a message lists.
_NAMED = 12


@dataclass(frozen=True, slots=True)
class Source:
    """One vendor document.

    Attributes:
        file: Its file name, in the folder of the list.
        page: The documentation page it was taken from; without one it is only updated by hand.
        operation: The operation it describes, such as `POST /v1/messages`.
        sha256: Hex digest of the file's bytes.
        etag, modified: What the page's server named this version with, to ask only for a newer one.
        prefix: What its components' names start with where another document's differ.
        renames: New names of its components, by their names in the document; those that are no
            schemas by section and name (`responses/BadRequest`).
    """

    file: str
    operation: str
    sha256: str
    prefix: str
    page: str | None = None
    renames: Mapping[str, str] = field(default_factory=dict)
    etag: str | None = None
    modified: str | None = None


def is_operation(text: str) -> bool:
    """Whether a method and a path can be named in the list: paths with spaces cannot."""
    return _PATTERNS["operation"][0].fullmatch(text) is not None


def operations(document: Document) -> Iterator[str]:
    """The operations of a document, such as `POST /v1/messages`."""
    paths = document.tree.get("paths")
    for path, item in paths.items() if isinstance(paths, dict) else ():
        for method in HTTP_METHODS:
            if isinstance(item, dict) and method in item:
                yield f"{method.upper()} {path}"


def operations_told(document: Document) -> str:
    """The first operations of a document as a sentence for messages."""
    there = list(operations(document))
    more = ", …" if there[_NAMED:] else ""
    return f"The document's operations: {', '.join(there[:_NAMED]) or 'none'}{more}"


def load(path: Path) -> tuple[Source, ...]:
    """The sources that a `sources.toml` lists, in its order.

    Raises:
        PipelineError: with everything that is wrong with the file.
    """
    name = str(path)
    try:
        content = tomllib.loads(decode(read_file(path).data, name))
    except tomllib.TOMLDecodeError as error:
        raise PipelineError(Problem(reason=f"not valid TOML: {error}", document=name)) from None
    problems = list(_root_problems(content, name))
    tables = content.get("source")
    sources: list[Source] = []
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        found = list(_table_problems(table, f"/source/{index}", name))
        problems += found
        if not found:
            sources.append(Source(**table))
    if not problems:
        problems = list(_repeats(sources, name))
    if problems:
        raise PipelineError(problems)
    return tuple(sources)


def read_source(source: Source, folder: Path) -> Document:
    """The document of one source, checked against what the list says of it.

    Raises:
        PipelineError: if the file cannot be read, is not the one whose digest is listed, or lacks
            the operation or a schema that is to be renamed.
    """
    fetched = read_file(folder / source.file)
    document = to_3_1(parse_document(fetched.data, source.file, suffix=Path(source.file).suffix))
    if document.sha256 != source.sha256:
        raise PipelineError(
            Problem(
                reason=f"the file's sha256 is {document.sha256}, listed is {source.sha256}",
                document=source.file,
                remedy="If the vendor changed the document, take it in: python -m nox -s update -- "
                f"openapi/{source.file}; if not, restore the file",
            )
        )
    problems = list(_content_problems(source, document))
    if problems:
        raise PipelineError(problems)
    return replace(document, operation=source.operation)


def read_all(path: Path, *, ahead: bool = False) -> list[tuple[Source, Document]]:
    """Every source that a `sources.toml` lists, with its document, in the list's order.

    Args:
        ahead: Whether the list may be ahead of the documents: renames of components that a
            document doesn't have are then left out.

    Raises:
        PipelineError: with the problems of all documents that have any.
    """
    pairs: list[tuple[Source, Document]] = []
    listed = load(path)
    problems = list(_unlisted(listed, path.parent))
    for source in listed:
        try:
            if ahead:
                source = _with_known_renames(source, path.parent)
            pairs.append((source, read_source(source, path.parent)))
        except PipelineError as error:
            problems += error.problems
    if problems:
        raise PipelineError(problems)
    return pairs


def _unlisted(sources: Iterable[Source], folder: Path) -> Iterable[Problem]:
    files = {source.file for source in sources}
    pages = (
        name
        for name, path in files_of(folder, is_hidden)
        if name not in files
        and name.endswith(PAGE_SUFFIXES)
        and is_page(read_bytes(path, folder).decode(errors="replace"))
    )
    for name in (*strays(folder, files.__contains__), *pages):
        yield Problem(
            reason="sources.toml does not list this document, so it would not be read",
            document=f"{folder.name}/{name}",
            remedy="Delete it or, to take it in, move it out of this folder and run "
            "`python -m nox -s update -- FILE`",
        )


def unknown_renames(source: Source, folder: Path) -> dict[str, str]:
    """The renames of components that a source's document doesn't have.

    Raises:
        PipelineError: if the document cannot be read.
    """
    data = read_file(folder / source.file).data
    document = parse_document(data, source.file, suffix=Path(source.file).suffix)
    return {
        old: new
        for old, new in source.renames.items()
        if renamed_component(old)[1] not in _components(document, renamed_component(old)[0])
    }


def _with_known_renames(source: Source, folder: Path) -> Source:
    unknown = unknown_renames(source, folder)
    known = {old: new for old, new in source.renames.items() if old not in unknown}
    return replace(source, renames=known)


def _root_problems(content: Mapping[str, Any], name: str) -> Iterable[Problem]:
    for key in sorted(content.keys() - {"format", "source"}):
        yield Problem(reason=f"unknown key {key!r}", document=name, pointer=f"/{key}")
    version = content.get("format")
    if type(version) is not int or version != FORMAT:
        yield Problem(
            reason=f"`format` is {version!r}",
            document=name,
            pointer="/format",
            remedy=f"This pipeline reads format {FORMAT}: write `format = {FORMAT}`",
        )
    if not isinstance(content.get("source"), list) or not content["source"]:
        yield Problem(
            reason="no sources are listed",
            document=name,
            remedy="Start each with a line `[[source]]`",
        )


def _table_problems(table: object, pointer: str, name: str) -> Iterable[Problem]:
    if not isinstance(table, dict):
        yield Problem(reason="a source is a table", document=name, pointer=pointer)
        return
    for key, value in table.items():
        if key == "renames":
            yield from _rename_problems(value, f"{pointer}/renames", name)
        elif key not in _PATTERNS:
            yield Problem(
                reason=f"unknown key {key!r}",
                document=name,
                pointer=f"{pointer}/{key}",
                remedy=f"A source has {', '.join(_PATTERNS)} and renames",
            )
        else:
            pattern, meaning = _PATTERNS[key]
            if not isinstance(value, str) or not pattern.fullmatch(value):
                yield Problem(
                    reason=f"`{key}` is {value!r}, and has to be {meaning}",
                    document=name,
                    pointer=f"{pointer}/{key}",
                )
    for key in _PATTERNS:
        if key not in table and key not in _OPTIONAL:
            yield Problem(
                reason=f"`{key}` is missing",
                document=name,
                pointer=pointer,
                remedy=f"Add {_PATTERNS[key][1]}",
            )


def _rename_problems(renames: object, pointer: str, name: str) -> Iterable[Problem]:
    if not isinstance(renames, dict):
        yield Problem(
            reason="`renames` is a table of old and new schema names",
            document=name,
            pointer=pointer,
        )
        return
    taken: dict[tuple[str, str], str] = {}
    for old, new in renames.items():
        section, own = renamed_component(old)
        if not isinstance(new, str) or not _COMPONENT.fullmatch(new):
            reason = f"{new!r} is not a component name"
        elif own == new:
            reason = f"{old} is renamed to itself"
        elif (section, new) in taken:
            reason = f"{taken[section, new]} and {old} are both renamed to {new}"
        else:
            taken[section, new] = old
            continue
        yield Problem(reason=reason, document=name, pointer=join(pointer, old))


def _repeats(sources: Iterable[Source], name: str) -> Iterable[Problem]:
    for key in ("file", "page", "prefix"):
        first: dict[str, int] = {}
        for index, source in enumerate(sources):
            value: str | None = getattr(source, key)
            if value is None:
                continue
            # Two files may differ in case only on some disks; two prefixes never should.
            before = first.setdefault(value.casefold(), index)
            if before != index:
                yield Problem(
                    reason=f"`{key}` is {value!r} in two sources, {before + 1} and {index + 1}",
                    document=name,
                    pointer=f"/source/{index}/{key}",
                    remedy="Each source has its own",
                )


def _content_problems(source: Source, document: Document) -> Iterable[Problem]:
    if source.operation not in operations(document):
        yield Problem(
            reason=f"there is no operation {source.operation}, which sources.toml lists",
            document=source.file,
            pointer="/paths",
            remedy=f"Correct `operation` in sources.toml. {operations_told(document)}",
        )
    for old, new in source.renames.items():
        section, name = renamed_component(old)
        there = _components(document, section)
        if name not in there:
            kind = component_kind(section) or section
            yield Problem(
                reason=f"there is no {kind} {name}, which sources.toml renames to {new}",
                document=source.file,
                pointer=join("/components", section),
                remedy=_rename_remedy(name, new, there),
            )


def _components(document: Document, section: str) -> Mapping[str, Any]:
    components = document.tree.get("components")
    entries = components.get(section) if isinstance(components, dict) else None
    return entries if isinstance(entries, dict) else {}


def _rename_remedy(old: str, new: str, there: Mapping[str, Any]) -> str:
    if new in there:
        return f"The document now calls it {new} itself, it seems: remove the rename"
    near = difflib.get_close_matches(old, list(there), n=2, cutoff=0.5)
    named = near or list(there)[:_NAMED]
    more = ", …" if len(named) < len(there) and not near else ""
    has = f"{'what comes near it' if near else 'what the document has'}: {', '.join(named)}{more}"
    return (
        f"In openapi/sources.toml, put its new name in the place of {old}, or remove the rename if "
        f"it is gone{f' ({has})' if named else ''}"
    )
