"""The split and 3.2 forms of the document, and the dialect overlays over them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator, OpenAPIV32SpecValidator

from pipeline.build import document
from pipeline.errors import PipelineError
from pipeline.overlay import apply, load_overlay
from pipeline.read import read_document
from pipeline.renditions import (
    from_item_schemas,
    from_split,
    renditions,
    to_item_schemas,
    to_split,
)
from pipeline.write import to_json, to_yaml

ROOT = Path(__file__).parents[2]
STREAM = "text/event-stream"


@pytest.fixture(scope="module")
def merged() -> dict[str, Any]:
    return document(ROOT)


def small(**operation: Any) -> dict[str, Any]:
    """A document with one operation that answers with JSON or a stream."""
    content = {
        "application/json": {"schema": {"type": "object"}},
        STREAM: {
            "schema": {"type": "object"},
            "x-sse": {"sentinel": "[DONE]"},
            "examples": {"one": {"value": [{"type": "a", "text": "é\u2028"}, {"b": None}]}},
        },
    }
    post = {
        "operationId": "a.b.create",
        "responses": {"200": {"description": "", "content": content}},
        **operation,
    }
    return {
        "openapi": "3.1.1",
        "info": {"title": "t", "version": "1"},
        "paths": {"/a": {"parameters": [], "post": post, "get": {"operationId": "a.b.get"}}},
    }


def test_split_has_one_media_type_an_operation(merged: dict[str, Any]) -> None:
    paths = to_split(merged)["paths"]
    found = {
        (path, item["post"]["operationId"]): list(item["post"]["responses"]["200"]["content"])
        for path, item in paths.items()
    }
    assert found == {
        ("/v1/chat/completions", "chat.completions.create"): ["application/json"],
        ("/v1/chat/completions#stream", "chat.completions.stream"): [STREAM],
        ("/v1/messages", "messages.create"): ["application/json"],
        ("/v1/messages#stream", "messages.stream"): [STREAM],
        ("/v1/responses", "responses.create"): ["application/json"],
        ("/v1/responses#stream", "responses.stream"): [STREAM],
    }


def test_every_rendition_comes_back_to_the_document(merged: dict[str, Any]) -> None:
    before = copy.deepcopy(merged)
    assert from_split(to_split(merged)) == merged
    assert from_item_schemas(to_item_schemas(merged)) == merged
    assert merged == before, "the document itself is untouched"


@pytest.mark.parametrize("name", ["openapi.yaml", "openapi.split.yaml", "openapi-3.2.yaml"])
def test_renditions_are_valid_openapi_and_the_same_in_every_reader(
    merged: dict[str, Any], name: str, tmp_path: Path
) -> None:
    files = {"openapi.yaml": to_yaml(merged), **renditions(merged)}
    tree = yaml.load(files[name], yaml.CSafeLoader)  # YAML 1.1
    path = tmp_path / name
    path.write_bytes(files[name])
    assert read_document(path).tree == tree  # YAML 1.2
    assert json.loads(to_json(tree)) == tree
    validator = OpenAPIV32SpecValidator if "3.2" in name else OpenAPIV31SpecValidator
    assert [error.message for error in validator(tree).iter_errors()] == []


def test_the_items_of_a_stream_are_whole_events() -> None:
    rendition = to_item_schemas(small())
    assert rendition["openapi"] == "3.2.0"
    media = rendition["paths"]["/a"]["post"]["responses"]["200"]["content"][STREAM]
    assert "schema" not in media
    assert media["itemSchema"]["properties"]["data"] == {
        "type": "string",
        "anyOf": [
            {"contentMediaType": "application/json", "contentSchema": {"type": "object"}},
            {"const": "[DONE]"},
        ],
    }
    assert media["examples"]["one"] == {
        "dataValue": [
            {"event": "a", "data": '{"type":"a","text":"é\u2028"}'},
            {"data": '{"b":null}'},
            {"data": "[DONE]"},
        ]
    }
    assert from_item_schemas(rendition, "3.1.1") == small()


def test_only_operations_with_a_choice_are_split() -> None:
    rendition = to_split(small())
    assert list(rendition["paths"]["/a"]) == ["parameters", "post", "get"]
    assert list(rendition["paths"]["/a#stream"]) == ["parameters", "post"]
    assert rendition["paths"]["/a#stream"]["post"]["operationId"] == "a.b.stream"
    assert from_split(rendition) == small()


def test_a_default_mapping_is_a_keyword_in_3_2() -> None:
    schema = {"oneOf": [], "discriminator": {"propertyName": "t", "x-default-mapping": "#/a"}}
    tree = {**small(), "components": {"schemas": {"U": schema}}}
    rendition = to_item_schemas(tree)
    found = rendition["components"]["schemas"]["U"]["discriminator"]
    assert found == {"propertyName": "t", "defaultMapping": "#/a"}
    assert from_item_schemas(rendition, "3.1.1") == tree


def test_a_taken_name_is_told_with_its_place() -> None:
    tree = small()
    tree["paths"]["/c"] = {"get": {"operationId": "a.b.stream"}}
    with pytest.raises(PipelineError, match=r"#/paths/~1a/post/operationId.*taken"):
        renditions(tree)


def test_what_would_not_come_back_is_told_with_its_place() -> None:
    tree = small()
    media = tree["paths"]["/a"]["post"]["responses"]["200"]["content"][STREAM]
    media["examples"]["one"]["value"] = ["[DONE]", {}]
    media["x-sse"]["sentinel"] = '"[DONE]"'  # what the first example would be sent as
    with pytest.raises(PipelineError, match=r"examples/one/value.*not the same"):
        renditions(tree)


@pytest.mark.parametrize(
    ("dialect", "rendition"), [("fern", "openapi.yaml"), ("speakeasy", "openapi.split.yaml")]
)
def test_dialects_apply_and_leave_valid_documents(
    merged: dict[str, Any], dialect: str, rendition: str
) -> None:
    tree = merged if rendition == "openapi.yaml" else to_split(merged)
    path = ROOT / "overlays" / "dialects" / f"{dialect}.overlay.yaml"
    applied = apply(tree, [load_overlay(read_document(path, name=path.name))]).tree
    assert [error.message for error in OpenAPIV31SpecValidator(applied).iter_errors()] == []
    if dialect == "fern":
        streams = [item["post"]["x-fern-streaming"] for item in applied["paths"].values()]
        assert [s.get("terminator") for s in streams] == ["[DONE]", None, None]
        for item in applied["paths"].values():
            content = item["post"]["responses"]["200"]["content"]
            streaming = item["post"]["x-fern-streaming"]
            assert streaming["response"] == content["application/json"]["schema"]
            assert streaming["response-stream"] == content[STREAM]["schema"]
    else:
        for path_name, item in tree["paths"].items():
            if path_name.endswith("#stream"):
                was = item["post"]["responses"]["200"]["content"][STREAM]["schema"]
                now = applied["paths"][path_name]["post"]["responses"]["200"]["content"][STREAM]
                assert now["schema"]["properties"]["data"] == was


def test_extensions_of_paths_are_left_as_they_are() -> None:
    tree = small()
    tree["paths"] |= {"x-number": 1, "x-item": {"get": 1}}
    assert to_split(tree)["paths"]["x-number"] == 1
    assert from_split(to_split(tree)) == tree
    assert from_item_schemas(to_item_schemas(tree), "3.1.1") == tree


@pytest.mark.parametrize("behind", ["answer", "path item"])
def test_a_choice_behind_a_reference_is_not_passed_over(behind: str) -> None:
    tree = small()
    post = tree["paths"]["/a"]["post"]
    if behind == "answer":
        tree["components"] = {"responses": {"R": post["responses"]["200"]}}
        post["responses"]["200"] = {"$ref": "#/components/responses/R"}
        where = "/paths/~1a/post/responses/200"
    else:
        tree["components"] = {"pathItems": {"P": tree["paths"]["/a"]}}
        tree["paths"]["/a"] = {"$ref": "#/components/pathItems/P"}
        where = "/components/pathItems/P/post/responses/200"
    with pytest.raises(PipelineError) as caught:
        to_split(tree)
    assert [p.pointer for p in caught.value.problems] == [where]


def test_an_event_stream_with_parameters_is_one() -> None:
    tree = small()
    content = tree["paths"]["/a"]["post"]["responses"]["200"]["content"]
    content["text/event-stream; charset=utf-8"] = content.pop(STREAM)
    assert "/a#stream" in to_split(tree)["paths"]
    items = to_item_schemas(tree)["paths"]["/a"]["post"]["responses"]["200"]["content"]
    assert "itemSchema" in items["text/event-stream; charset=utf-8"]


def test_examples_that_are_elsewhere_stay_there() -> None:
    tree = small()
    content = tree["paths"]["/a"]["post"]["responses"]["200"]["content"]
    content[STREAM]["examples"]["two"] = {"externalValue": "https://example.com/events"}
    assert from_item_schemas(to_item_schemas(tree), "3.1.1") == tree


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


def test_every_extension_is_explained_to_users_of_other_generators() -> None:
    explained = (ROOT / "parity" / "README.md").read_text(encoding="utf-8")
    found: set[str] = set()
    for path in (ROOT / "generated").glob("openapi*.yaml"):
        for node in objects(yaml.safe_load(path.read_bytes())):
            names = {key for key in node if key.startswith("x-")}
            found |= names - {"x-sse"} | {f"x-sse.{key}" for key in node.get("x-sse", ())}
    assert {"x-sse.sentinel", "x-default-mapping"} <= found
    assert {name for name in found if f"`{name}`" not in explained} == set()
