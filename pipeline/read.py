"""An OpenAPI document from a documentation page, a YAML file or a JSON file, local or by URL."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from pipeline.errors import PipelineError, Problem
from pipeline.fetch import fetch_url, is_url, read_file
from pipeline.read_json import parse_json
from pipeline.read_yaml import parse_yaml
from pipeline.types import Document, Json, JsonObject
from pipeline.yaml_events import YamlSyntaxError

__all__ = [
    "PAGE_SUFFIXES",
    "Fence",
    "decode",
    "extract_fence",
    "is_page",
    "parse_document",
    "parse_text",
    "read_document",
]

PAGE_SUFFIXES = (".md", ".mdx", ".markdown")
_PAGE_TYPES = frozenset(("text/markdown", "text/x-markdown"))
_HTML_TYPES = frozenset(("text/html", "application/xhtml+xml"))

_HTML = re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_PAGE_FENCE = re.compile(r"^`{4,}(?:ya?ml|json)\b", re.MULTILINE)

# A fence line: indentation, the run of back-ticks or tildes, the info string.
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})(.*)")
# ```` yaml [path/to/document.json] POST /v1/path
_HEADER = re.compile(
    r"\s*(?:ya?ml|json)\s+(?:(?P<file>\S+)\s+)?"
    r"(?P<method>GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE)\s+(?P<path>/\S*)\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fence:
    """The OpenAPI fence of a documentation page.

    Attributes:
        file: The document's path in the vendor's source as the header has it, without a leading
            slash; None if the header names no file.
        operation: The operation the page is about, such as `POST /v1/messages`.
        text: The fenced text, exactly as it stands in the page.
        line: 1-based line of the fence's header; the text starts on the next.
    """

    file: str | None
    operation: str
    text: str
    line: int


def read_document(source: str | Path, *, name: str | None = None) -> Document:
    """Read an OpenAPI document.

    Args:
        source: A path, or a URL (https, or http to this machine).
        name: What messages call it; the file's name if not given.

    Returns:
        The document. Its lines are those of the source, also when that is a documentation page.

    Raises:
        PipelineError: if it cannot be had, is over 32 MiB, or cannot be taken for what it means.
    """
    if isinstance(source, str) and is_url(source):
        fetched = fetch_url(source)
        path = unquote(urlsplit(source).path)
        short = PurePosixPath(path).name or source
    else:
        fetched = read_file(Path(source))
        short = Path(source).name
    return parse_document(
        fetched.data,
        name or short,
        media_type=fetched.media_type,
        suffix=Path(short).suffix,
    )


def parse_document(
    data: bytes, name: str, *, media_type: str | None = None, suffix: str = ""
) -> Document:
    """The document in the bytes of a page, a YAML file or a JSON file.

    Args:
        data: The bytes, UTF-8 with or without a byte order mark.
        name: What messages call the document.
        media_type: The type a server gave, if any: it and `suffix` tell pages from documents where
            the text leaves a doubt.
        suffix: The file name's suffix, such as `.md`.

    Raises:
        PipelineError: as `read_document`, but for fetching.
    """
    text = decode(data, name)
    if media_type in _HTML_TYPES and not _HTML.match(text) and _PAGE_FENCE.search(text):
        raise PipelineError(
            Problem(
                reason=f"the server calls this {media_type}",
                document=name,
                remedy="If it is the page's markdown all the same, save it to a file and name that",
            )
        )
    if _HTML.match(text) or (media_type in _HTML_TYPES and not text.lstrip().startswith("{")):
        raise PipelineError(
            Problem(
                reason="this is an HTML page, not an API description",
                document=name,
                remedy="Take the page's markdown: its address with .md at the end",
            )
        )
    if is_page(text, media_type=media_type, suffix=suffix):
        fence = extract_fence(text, name)
        tree, lines = parse_text(fence.text, name, first_line=fence.line + 1)
        digest = hashlib.sha256(fence.text.encode()).hexdigest()
        return Document(name, tree, fence.operation, digest, lines)
    json_only = suffix.lower() == ".json" or media_type == "application/json"
    tree, lines = parse_text(text, name, json_only=json_only)
    return Document(name, tree, None, hashlib.sha256(data).hexdigest(), lines)


def decode(data: bytes, name: str | None = None) -> str:
    """UTF-8 bytes as text, without the byte order mark.

    Raises:
        PipelineError: with the offset of the first byte that is not UTF-8.
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        raise PipelineError(
            Problem(
                reason=f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}",
                document=name,
                line=1 if wide else 1 + data.count(b"\n", 0, error.start),
                remedy="It looks like UTF-16; save it as UTF-8" if wide else "Save it as UTF-8",
            )
        ) from None


def is_page(text: str, *, media_type: str | None = None, suffix: str = "") -> bool:
    """Whether text is a documentation page rather than a document.

    A line that starts with a back-tick is neither YAML nor JSON, so an OpenAPI fence at the start
    of a line decides; without one, the file's suffix or the server's media type.
    """
    return (
        _PAGE_FENCE.search(text) is not None
        or suffix.lower() in PAGE_SUFFIXES
        or media_type in _PAGE_TYPES
    )


def extract_fence(text: str, name: str | None = None) -> Fence:
    """The one OpenAPI fence of a documentation page.

    It opens at the start of a line with four back-ticks or more, and its header names a method and
    a path, with or without a file before them. It ends at the next line that starts with as many
    back-ticks; the three-back-tick fences inside descriptions are text. Fences of other kinds, and
    all that stands inside them, are passed over.

    Raises:
        PipelineError: if there is no such fence, more than one, or one that does not end.
    """
    fences: list[Fence] = []
    others: list[str] = []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        opened = _FENCE.fullmatch(lines[index].rstrip("\r"))
        if opened is None or (opened[2][0] == "`" and "`" in opened[3]):
            index += 1
            continue
        header = _HEADER.fullmatch(opened[3])
        api = header is not None and not opened[1] and opened[2].startswith("````")
        end = _closing(lines, index, opened[2], api=api)
        if end is None:
            raise _page_error(name, "a fence opens here and does not end", index + 1)
        if api and header is not None:
            file = header["file"]
            fences.append(
                Fence(
                    file=file.lstrip("/") if file else None,
                    operation=f"{header['method'].upper()} {header['path']}",
                    text="".join(line + "\n" for line in lines[index + 1 : end]),
                    line=index + 1,
                )
            )
        else:
            others.append(f"{opened[2]}{opened[3].rstrip()} (line {index + 1})")
        index = end + 1
    if not fences:
        seen = f"; its fences are {', '.join(others[:5])}" if others else ""
        raise _page_error(name, f"the page has no OpenAPI fence{seen}", 1)
    if len(fences) > 1:
        places = " and ".join(f"line {fence.line} ({fence.operation})" for fence in fences)
        raise _page_error(
            name,
            f"the page has {len(fences)} OpenAPI fences: {places}",
            fences[1].line,
            "Save each fence's text as a file of its own",
        )
    return fences[0]


def parse_text(
    text: str | bytes,
    name: str | None = None,
    *,
    first_line: int = 1,
    json_only: bool = False,
) -> tuple[JsonObject, dict[str, int]]:
    """The object that YAML or JSON text holds, and the line of each node by its JSON pointer.

    JSON is tried first, whatever the file is called: YAML forbids the tabs that JSON may be
    indented with. Only `json_only` refuses YAML, in which `{"a": nan}` is an object with a string.

    Raises:
        PipelineError: if the text is neither, or is no object, or holds what JSON cannot.
    """
    if isinstance(text, bytes):
        text = decode(text, name)
    tree, lines = _parse(text, name, first_line, json_only)
    if not isinstance(tree, dict):
        raise PipelineError(
            Problem(
                reason=f"the document is {_kind(tree)}, not an object",
                document=name,
                pointer="",
                line=lines.get("", first_line),
                remedy="An API description starts with its `openapi` field",
            )
        )
    return tree, lines


def _parse(
    text: str, name: str | None, first_line: int, json_only: bool
) -> tuple[Json, dict[str, int]]:
    if not json_only and text.lstrip(" \t\r\n")[:1] not in ("{", "["):
        return parse_yaml(text, name, first_line)
    try:
        return parse_json(text, name, first_line)
    except json.JSONDecodeError as error:
        failure = error
    remedy = None
    if not json_only:
        try:
            return parse_yaml(text, name, first_line)
        except YamlSyntaxError as error:
            told = error.problems[0]
            remedy = f"Read as YAML it fails too, on line {told.line}: {told.reason}"
    raise PipelineError(
        Problem(
            reason=f"not valid JSON: {failure.msg} (column {failure.colno})",
            document=name,
            line=first_line + failure.lineno - 1,
            remedy=remedy,
        )
    )


def _closing(lines: list[str], start: int, run: str, *, api: bool) -> int | None:
    """The index of the line that closes the fence opened at `start`, or None.

    Text after the run on its line is let pass for an OpenAPI fence, in which no line can start with
    back-ticks; but a new header there means that the fence before it was left open.
    """
    for index in range(start + 1, len(lines)):
        line = lines[index].rstrip("\r")
        if api:
            if line.startswith(run):
                return None if _HEADER.fullmatch(line.lstrip("`")) else index
            continue
        stripped = line.strip(" \t")
        if len(stripped) >= len(run) and not stripped.strip(run[0]):
            return index
    return None


def _kind(value: Json) -> str:
    if value is None:
        return "empty"
    return {list: "an array", str: "a string", bool: "a boolean"}.get(type(value), "a number")


def _page_error(
    name: str | None, reason: str, line: int, remedy: str | None = None
) -> PipelineError:
    return PipelineError(
        Problem(
            reason=reason,
            document=name,
            line=line,
            remedy=remedy
            or "An OpenAPI fence has four back-ticks: ````yaml path/to/file.json POST /v1/path",
        )
    )
