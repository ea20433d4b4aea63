"""OpenAPI 3.2 documents as 3.1: changed where that loses nothing, refused where it would.

The generator's parser reads 3.1 only. Source: OpenAPI Specification 3.2.0, appendix on the
differences to 3.1.1.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import Node, walk
from pipeline.pointer import join
from pipeline.types import Document

__all__ = ["to_3_1"]

_VERSION = re.compile(r"3\.2\.\d+(-.+)?")

# Fields that 3.2 adds to objects, which 3.1 has nothing for.
_NEW_FIELDS: dict[str, tuple[str, ...]] = {
    "openapi": ("$self",),
    "components": ("mediaTypes",),
    "server": ("name",),
    "path-item": ("query", "additionalOperations"),
    "media-type": ("itemSchema", "prefixEncoding", "itemEncoding"),
    "encoding": ("encoding", "prefixEncoding", "itemEncoding"),
    "response": ("summary",),
    "example": ("dataValue", "serializedValue"),
    "tag": ("summary", "parent", "kind"),
    "security-scheme": ("deprecated", "oauth2MetadataUrl"),
    "xml": ("nodeType",),
}


def to_3_1(document: Document) -> Document:
    """A document as OpenAPI 3.1; the same object if it is not one of 3.2.

    `defaultMapping` of discriminators becomes the extension `x-default-mapping`, which means the
    same in this pipeline.

    Raises:
        PipelineError: naming everything in it that 3.1 has no words for.
    """
    version = document.tree.get("openapi")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        return document
    tree = copy.deepcopy(document.tree)
    problems = [
        replace(problem, document=document.name, line=_line(document, problem.pointer))
        for node in walk(tree)
        for problem in _beyond(node)
    ]
    if problems:
        raise PipelineError(problems)
    for node in walk(tree):
        discriminator = node.value.get("discriminator") if node.kind == "schema" else None
        if isinstance(discriminator, dict) and "defaultMapping" in discriminator:
            discriminator["x-default-mapping"] = discriminator.pop("defaultMapping")
    tree["openapi"] = "3.1.1"
    return replace(document, tree=tree)


def _beyond(node: Node) -> Iterator[Problem]:
    for field in _NEW_FIELDS.get(node.kind, ()):
        if field in node.value:
            yield Problem(
                f"{field!r} is of OpenAPI 3.2, and 3.1 has nothing for it",
                pointer=join(node.pointer, field),
                remedy="The client is generated from 3.1: say it by overlay, and ask for a way to "
                "read this field",
            )
    if node.kind == "media-type" and "$ref" in node.value:
        yield Problem(
            "a media type behind a reference is of OpenAPI 3.2, and 3.1 has nothing for it",
            pointer=join(node.pointer, "$ref"),
            remedy="Have what it refers to written out in its place",
        )
    if node.kind == "parameter" and node.value.get("in") == "querystring":
        yield Problem(
            "a parameter in 'querystring' is of OpenAPI 3.2, and 3.1 has nothing for it",
            pointer=join(node.pointer, "in"),
        )


def _line(document: Document, pointer: str | None) -> int | None:
    return document.lines.get(pointer) if pointer is not None else None
