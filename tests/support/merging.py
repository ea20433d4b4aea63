"""Small documents to merge, written inline as YAML."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.merge import Merged, MergePart, merge
from pipeline.read import parse_document
from pipeline.sources import read_all
from pipeline.types import Json, JsonObject

OPENAPI = Path(__file__).parents[2] / "openapi"

HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"


def part(
    name: str, prefix: str, text: str, renames: Mapping[str, str] | None = None, head: str = HEAD
) -> MergePart:
    """A part out of the YAML of a document; `openapi` and `info` are put before it."""
    source = head + textwrap.dedent(text)
    return MergePart(parse_document(source.encode(), name), prefix, renames or {})


def schemas(
    name: str, prefix: str, text: str, renames: Mapping[str, str] | None = None
) -> MergePart:
    """A part with these schema components, and an operation of its own that uses each of them."""
    components = textwrap.indent(textwrap.dedent(text).strip("\n"), "    ")
    bare = part(name, prefix, f"components:\n  schemas:\n{components}\n", renames)
    document = bare.document.tree
    document["paths"] = {
        f"/{name}": {
            "get": {
                "operationId": f"get_{prefix}",
                "responses": {
                    str(200 + index): {
                        "description": "ok",
                        "content": {
                            "application/json": {
                                "schema": {"$ref": f"#/components/schemas/{schema}"}
                            }
                        },
                    }
                    for index, schema in enumerate(document["components"]["schemas"])
                },
            }
        }
    }
    return bare


def merged_schemas(*parts: MergePart) -> JsonObject:
    """The schema components of the merged parts."""
    components: JsonObject = merge(parts).tree["components"]["schemas"]
    return components


def refused(*parts: MergePart) -> list[Problem]:
    """The problems that keep parts from being merged."""
    with pytest.raises(PipelineError) as caught:
        merge(parts)
    return list(caught.value.problems)


def vendor_parts() -> list[MergePart]:
    """The vendor's three documents as the build merges them."""
    return [
        MergePart(document, source.prefix, source.renames)
        for source, document in read_all(OPENAPI / "sources.toml")
    ]


def response_schema(merged: Merged, path: str, status: str) -> Json:
    """The schema of a JSON response, through references to components."""
    node = merged.tree["paths"][path]["post"]["responses"][status]
    while "$ref" in node:
        node = _component(merged, node["$ref"])
    node = node["content"]["application/json"]["schema"]
    while "$ref" in node:
        node = _component(merged, node["$ref"])
    return node


def _component(merged: Merged, ref: str) -> Json:
    _, _, section, name = ref.split("/")
    return merged.tree["components"][section][name]
