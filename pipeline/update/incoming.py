"""The documents that came in, each matched with the source it is a new version of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pipeline.errors import PipelineError, Problem
from pipeline.fetch import Fetched, fetch_url, is_url, read_file
from pipeline.folders import is_hidden
from pipeline.read import decode, extract_fence, is_page, parse_document
from pipeline.sources import (
    Source,
    is_operation,
    load,
    operations,
    operations_told,
    read_source,
)
from pipeline.types import Document
from pipeline.values import same

__all__ = ["Incoming", "gather"]

# What file systems and readers can take, in characters.
_LONGEST_NAME = 60
# What Windows takes for devices, whatever follows the point.
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(10)))
)
_PAGES = (".md", ".mdx", ".markdown")
_SUFFIXES = (*_PAGES, ".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A new version of a document, or a new document.

    Attributes:
        source: Its entry in sources.toml, brought up to date.
        data: Its bytes, as they go into the file.
        is_new: Whether sources.toml has no entry for it yet.
        origin: Where it was read from.
    """

    source: Source
    data: bytes
    is_new: bool
    origin: str


def gather(folder: Path, given: Sequence[str]) -> tuple[list[Incoming], list[str]]:
    """The documents that differ from those at hand, and a sentence on each that does not.

    The documents are in an order of their own, whatever order they are given in.

    Args:
        folder: The folder of sources.toml.
        given: Pages, documents, folders or URLs; the pages of sources.toml if none is given.

    Raises:
        PipelineError: with the problems of all documents that cannot be had or read, or that claim
            to be the same source.
    """
    listed = load(folder / "sources.toml")
    problems: list[Problem] = []
    found: list[Incoming] = []
    notes: list[str] = []
    pairs = list(_places(given, problems)) if given else list(_pages(listed, notes))
    for place, expected in pairs:
        try:
            incoming = _read(place, expected, listed)
            if incoming is None or _is_known(incoming, folder):
                notes.append(f"{place}: nothing new")
            elif not incoming.is_new and _means_the_same(incoming, folder):
                notes.append(f"{place}: written differently, and says the same; left as it is")
            else:
                found.append(incoming)
        except PipelineError as error:
            problems += error.problems
    problems += _rivals(found)
    if problems:
        raise PipelineError(problems)
    return sorted(found, key=lambda incoming: incoming.source.file), notes


def _pages(listed: Iterable[Source], notes: list[str]) -> Iterator[tuple[str, Source | None]]:
    for source in listed:
        if source.page is None:
            notes.append(f"{source.file}: no page is listed for it, so it is only updated by hand")
        else:
            yield source.page, source


def _places(given: Sequence[str], problems: list[Problem]) -> Iterator[tuple[str, Source | None]]:
    for place in dict.fromkeys(given):
        if not is_url(place) and Path(place).is_dir():
            found = (path for path in Path(place).iterdir() if not is_hidden(path.name))
            inside = sorted(
                (path for path in found if path.suffix.lower() in _SUFFIXES),
                key=lambda path: path.name,
            )
            if not inside:
                problems.append(
                    Problem(
                        "there is no page and no document in this folder",
                        document=place,
                        remedy=f"Their names end in {', '.join(_SUFFIXES)}",
                    )
                )
            yield from ((str(path), None) for path in inside)
        else:
            yield place, None


def _read(place: str, expected: Source | None, listed: Sequence[Source]) -> Incoming | None:
    """A document, matched; None if its server says that it is the one at hand."""
    if is_url(place):
        known = expected or next((s for s in listed if s.page == place), None)
        etag, modified = (known.etag, known.modified) if known else (None, None)
        fetched = fetch_url(place, etag=etag, modified=modified)
        if fetched.is_known:
            return None
        name = Path(unquote(urlsplit(place).path)).name or place
    else:
        fetched, name, known = read_file(Path(place)), Path(place).name, expected
    suffix = Path(name).suffix
    document = parse_document(fetched.data, name, media_type=fetched.media_type, suffix=suffix)
    data = _document_bytes(fetched, name, suffix)
    _check_header(document, name)
    source = known or _match(document, name, listed)
    if source is not None and document.operation not in (None, source.operation):
        raise PipelineError(
            Problem(
                f"the page is about {document.operation}, and sources.toml lists it for "
                f"{source.operation}",
                document=name,
                remedy="If the operation moved, correct `operation` in sources.toml; if this is "
                "the page of another operation, give it a file name of its own",
            )
        )
    is_new = source is None
    if source is None:
        source = _invented(document, place, name, listed)
    assert document.sha256 is not None
    # Only of the page that is asked the next time: what another address says of its copy is no
    # ground to pass a newer page over.
    tags = (fetched.etag, fetched.modified) if place == source.page else (None, None)
    etag, modified = map(_tag, tags)
    source = replace(source, sha256=document.sha256, etag=etag, modified=modified)
    return Incoming(source, data, is_new, place)


def _check_header(document: Document, name: str) -> None:
    if document.operation not in (None, *operations(document)):
        raise PipelineError(
            Problem(
                f"the page's header names {document.operation}, and its document has no such "
                "operation",
                document=name,
                pointer="/paths",
                remedy=f"{operations_told(document)}. If the operation moved, correct the header "
                "in a copy of the page and `operation` in sources.toml, and update from the copy",
            )
        )


def _tag(value: str | None) -> str | None:
    """A validator that sources.toml can hold."""
    return value if value and re.fullmatch(r"[\x20-\x7e]{1,200}", value) else None


def _document_bytes(fetched: Fetched, name: str, suffix: str) -> bytes:
    text = decode(fetched.data, name)
    if is_page(text, media_type=fetched.media_type, suffix=suffix):
        return extract_fence(text, name).text.encode()
    return fetched.data


def _match(document: Document, name: str, listed: Sequence[Source]) -> Source | None:
    """The source of a document: by the operation its page names, its name, or its operations."""
    if document.operation is not None:
        own = next((s for s in listed if s.operation == document.operation), None)
        # The page of an operation that moved keeps its name.
        return own or next((s for s in listed if _is_page_of(name, s)), None)
    stem = Path(name).stem
    for source in listed:
        if name == source.file or stem == _page_stem(source):
            return source
    there = set(operations(document))
    matching = [s for s in listed if s.operation in there]
    if len(matching) > 1:
        raise PipelineError(
            Problem(
                "the document has the operations of several sources: "
                + ", ".join(s.operation for s in matching),
                document=name,
                pointer="/paths",
                remedy="Give it the file name of the source it replaces",
            )
        )
    return matching[0] if matching else None


def _page_stem(source: Source) -> str | None:
    return Path(urlsplit(source.page).path).stem if source.page else None


def _is_page_of(name: str, source: Source) -> bool:
    return Path(name).suffix.lower() in _PAGES and Path(name).stem == _page_stem(source)


def _invented(document: Document, place: str, name: str, listed: Sequence[Source]) -> Source:
    """An entry for a document that is new, named after its operation."""
    operation = document.operation or next(filter(is_operation, operations(document)), None)
    if operation is None:
        raise PipelineError(
            Problem(
                "the document has no operation with a path that sources.toml can hold",
                document=name,
                pointer="/paths",
                remedy="A path begins with / and has no spaces in it",
            )
        )
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*", re.sub(r"/v[0-9]+\b|\{[^}]*\}", "", operation))[1:]
    words = words or ["api"]
    base_file = "-".join(words).lower()[:_LONGEST_NAME].rstrip("-")
    if base_file in _DEVICES:
        base_file += "-api"
    base_prefix = "".join(w[0].upper() + w[1:] for w in words)[:_LONGEST_NAME]
    taken_files = {s.file.casefold() for s in listed}
    taken_prefixes = {s.prefix.casefold() for s in listed}
    file, prefix = base_file, base_prefix
    number = 1
    while f"{file}.yaml" in taken_files or prefix.casefold() in taken_prefixes:
        number += 1
        file, prefix = f"{base_file}-{number}", f"{base_prefix}{number}"
    page = place if is_url(place) and place.startswith("https://") else None
    return Source(f"{file}.yaml", operation, "0" * 64, prefix, page)


def _is_known(incoming: Incoming, folder: Path) -> bool:
    listed = {s.file: s for s in load(folder / "sources.toml")}
    known = listed.get(incoming.source.file)
    return known is not None and known.sha256 == incoming.source.sha256


def _means_the_same(incoming: Incoming, folder: Path) -> bool:
    listed = {s.file: s for s in load(folder / "sources.toml")}
    try:
        old = read_source(listed[incoming.source.file], folder)
    except PipelineError:
        return False
    new = parse_document(incoming.data, incoming.source.file)
    return same(old.tree, new.tree)


def _rivals(found: Sequence[Incoming]) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for incoming in found:
        before = first.setdefault(incoming.source.file, incoming.origin)
        if before != incoming.origin:
            yield Problem(
                f"{before} and this are both {incoming.source.operation}",
                document=incoming.origin,
                remedy="Give one document for each source",
            )
