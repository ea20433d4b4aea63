"""Keywords that OpenAPI and JSON Schema don't have: read by nothing, and perhaps only misspelt."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from pipeline.errors import Problem
from pipeline.grammar import Node, children_of, walk
from pipeline.pointer import join
from pipeline.types import JsonObject

__all__ = ["IDENTITY", "misspelt", "unknown"]

# Keywords that change what a reference or the keywords beside them mean.
IDENTITY = frozenset(
    "$id $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor "
    "$vocabulary".split()
)
# OpenAPI 3.1.1, section 4.8, and JSON Schema 2020-12; `nullable` and `example` are of 3.0. Beside
# these stand the fields that hold objects, see `children_of`.
_FIELDS = {
    "openapi": "openapi jsonSchemaDialect",
    "info": "title summary description termsOfService contact license version",
    "server": "url description variables",
    "tag": "name description",
    "path-item": "$ref summary description",
    "operation": "tags summary description operationId deprecated",
    "parameter": "$ref summary name in description required deprecated allowEmptyValue style "
    "explode allowReserved example",
    "header": "$ref summary description required deprecated allowEmptyValue style explode "
    "allowReserved example",
    "request-body": "$ref summary description required",
    "media-type": "example",
    "encoding": "contentType style explode allowReserved",
    "response": "$ref summary description",
    "example": "$ref summary description value externalValue",
    "link": "$ref operationRef operationId parameters requestBody summary description",
    "schema": "$ref $comment type enum const title description default example examples "
    "deprecated readOnly writeOnly nullable format pattern multipleOf minimum maximum "
    "exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems uniqueItems "
    "minContains maxContains minProperties maxProperties required dependentRequired "
    "contentEncoding contentMediaType discriminator",
}
_KEYWORDS = {
    kind: frozenset(fields.split()) | children_of(kind).keys() for kind, fields in _FIELDS.items()
}
# How alike two words are of which one is taken for a misspelling of the other.
_ALIKE = 0.8


class _Unknown(NamedTuple):
    pointer: str
    keyword: str
    meant: str | None


def misspelt(tree: JsonObject) -> Iterator[Problem]:
    """A problem for each keyword that is all but one which would have a meaning there."""
    for pointer, keyword, meant in _unknown(tree):
        if meant:
            yield Problem(
                f"{keyword!r} is no keyword of OpenAPI 3.1 or JSON Schema, and is not read",
                pointer=pointer,
                remedy=f"Did you mean {meant!r}? Write that by overlay, or remove the other.",
            )


def unknown(tree: JsonObject) -> Iterator[tuple[str, str]]:
    """Pointer and sentence for each keyword that has no meaning and is like none that has."""
    for pointer, keyword, meant in _unknown(tree):
        if not meant:
            text = f"{keyword!r} is no keyword of OpenAPI 3.1 or JSON Schema, and is not read"
            yield pointer, text


def _unknown(tree: JsonObject) -> Iterator[_Unknown]:
    for node in walk(tree):
        if node.kind in _KEYWORDS:
            yield from _in_node(node)


def _in_node(node: Node) -> Iterator[_Unknown]:
    known = _KEYWORDS[node.kind]
    for keyword in node.value:
        if keyword in known or keyword in IDENTITY or keyword.startswith("x-"):
            continue
        near = difflib.get_close_matches(keyword, sorted(known), n=1, cutoff=_ALIKE)
        yield _Unknown(join(node.pointer, keyword), keyword, near[0] if near else None)
