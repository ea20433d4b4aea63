"""OpenAPI 3.2 as 3.1: without loss, or not at all."""

from __future__ import annotations

import copy

import pytest

from pipeline.downgrade import to_3_1
from pipeline.errors import PipelineError
from pipeline.types import Document, Json, JsonObject

_PLAIN: JsonObject = {
    "openapi": "3.2.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/a": {"get": {"responses": {"200": {"description": "d"}}}}},
    "components": {"schemas": {}},
    "tags": [{"name": "t"}],
    "servers": [{"url": "https://a"}],
}


def _document(tree: JsonObject) -> Document:
    return Document("d.yaml", tree)


@pytest.mark.parametrize("version", ["3.1.0", "3.0.3", "3.20.0", "4.0.0", None])
def test_other_versions_are_left_alone(version: str | None) -> None:
    document = _document({**_PLAIN, "openapi": version})
    assert to_3_1(document) is document


def test_what_3_1_has_words_for_stays() -> None:
    before = copy.deepcopy(_PLAIN)
    converted = to_3_1(_document(_PLAIN)).tree
    assert converted == {**_PLAIN, "openapi": "3.1.1"}
    assert before == _PLAIN


def test_a_default_mapping_becomes_the_extension_of_the_same_meaning() -> None:
    tree = copy.deepcopy(_PLAIN)
    tree["components"]["schemas"]["U"] = {
        "oneOf": [{"$ref": "#/components/schemas/A"}],
        "discriminator": {"propertyName": "type", "defaultMapping": "A"},
    }
    schema = to_3_1(_document(tree)).tree["components"]["schemas"]["U"]
    assert schema["discriminator"] == {"propertyName": "type", "x-default-mapping": "A"}


@pytest.mark.parametrize(
    ("where", "field", "value"),
    [
        ((), "$self", "https://a"),
        (("components",), "mediaTypes", {}),
        (("servers", 0), "name", "a"),
        (("tags", 0), "kind", "nav"),
        (("tags", 0), "parent", "t"),
        (("tags", 0), "summary", "T"),
        (("paths", "/a"), "query", {"responses": {}}),
        (("paths", "/a"), "additionalOperations", {}),
        (("paths", "/a", "get", "responses", "200"), "summary", "S"),
        (
            ("paths", "/a", "get", "responses", "200"),
            "content",
            {"text/event-stream": {"itemSchema": {}}},
        ),
        (
            ("paths", "/a", "get", "responses", "200"),
            "content",
            {"application/json": {"$ref": "#/components/mediaTypes/M"}},
        ),
        (("paths", "/a", "get"), "parameters", [{"name": "q", "in": "querystring"}]),
        (("components",), "examples", {"e": {"dataValue": 1}}),
        (("components",), "securitySchemes", {"s": {"type": "http", "deprecated": True}}),
        (("components", "schemas"), "S", {"xml": {"nodeType": "text"}}),
    ],
)
def test_what_3_1_has_nothing_for_is_refused(
    where: tuple[str | int, ...], field: str, value: Json
) -> None:
    tree = copy.deepcopy(_PLAIN)
    node: Json = tree
    for token in where:
        node = node[token]
    node[field] = value
    with pytest.raises(PipelineError) as caught:
        to_3_1(_document(tree))
    (problem,) = caught.value.problems
    assert problem.document == "d.yaml"
    assert problem.pointer is not None
    assert "3.1 has nothing for it" in problem.reason
