"""The document in the forms that generators for other languages understand.

Each rendition says the same as the document: it is built together with its way back, and what does
not come back equal is an error. Of the generators tried, some take the one media type they look at
first and never see an event stream beside JSON (hey-api 0.99), which the split form is for; OpenAPI
3.2 alone has a word for the items of a stream (`itemSchema`).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import HTTP_METHODS, walk
from pipeline.merge.equality import differing
from pipeline.pointer import join
from pipeline.references import answers, follow_reference, operations
from pipeline.surface.streams import is_event_stream
from pipeline.types import Json, JsonObject, Tree
from pipeline.write import to_yaml

__all__ = [
    "STREAM_SUFFIX",
    "from_item_schemas",
    "from_split",
    "renditions",
    "to_item_schemas",
    "to_split",
]

# A fragment is never sent, so the path of a stream is another key and the same request.
STREAM_SUFFIX = "#stream"


def renditions(document: JsonObject) -> Tree:
    """The files that go beside `openapi.yaml`.

    Raises:
        PipelineError: if a rendition would not say what the document says.
    """
    split = to_split(document)
    _prove(document, split, from_split, "openapi.split.yaml")
    items = to_item_schemas(document)
    version = document["openapi"]
    _prove(document, items, lambda r: from_item_schemas(r, version), "openapi-3.2.yaml")
    return {"openapi.split.yaml": to_yaml(split), "openapi-3.2.yaml": to_yaml(items)}


def _prove(
    document: JsonObject,
    rendition: JsonObject,
    back: Callable[[JsonObject], JsonObject],
    name: str,
) -> None:
    problems = [
        Problem(
            "this part of the document is not the same once it is read back from the rendition",
            document=name,
            pointer=pointer,
            remedy="The rendition cannot express it; change it by an overlay",
        )
        for pointer in differing(document, back(rendition))
    ]
    if problems:
        raise PipelineError(problems)


# --- one operation for each media type -----------------------------------------------------------


def to_split(document: JsonObject) -> JsonObject:
    """The document with one operation for each media type of a successful answer.

    An operation that answers with JSON or with an event stream keeps the JSON, and is followed by
    one of the path `PATH#stream` that has the stream: `a.b.create` by `a.b.stream`.

    Raises:
        PipelineError: if the name of a stream's operation or path is taken, or what is to be split
            stands behind a reference.
    """
    if problems := list(_out_of_reach(document)):
        raise PipelineError(problems)
    document = copy.deepcopy(document)
    taken = {found.node.get("operationId") for found in operations(document)}
    paths: JsonObject = {}
    for path, item in document.get("paths", {}).items():
        paths[path] = item
        if path.startswith("x-"):
            continue
        if path.endswith(STREAM_SUFFIX):
            raise _taken(join("/paths", path))
        streams = {m: o for m, o in item.items() if m in HTTP_METHODS and _is_mixed(o)}
        if not streams:
            continue
        beside: JsonObject = {}
        for key, value in item.items():
            if key in streams:
                operation = copy.deepcopy(value)
                operation_id = _stream_id(operation["operationId"])
                if operation_id in taken:
                    raise _taken(join("/paths", path, key, "operationId"))
                operation["operationId"] = operation_id
                _keep_content(operation, streams_only=True)
                beside[key] = operation
            elif key not in HTTP_METHODS:
                beside[key] = copy.deepcopy(value)
        for operation in streams.values():
            _keep_content(operation, streams_only=False)
        paths[path + STREAM_SUFFIX] = beside
    return {**document, "paths": paths} if "paths" in document else document


def from_split(rendition: JsonObject) -> JsonObject:
    """The document that `to_split` was given."""
    rendition = copy.deepcopy(rendition)
    paths: JsonObject = {}
    for path, item in rendition.get("paths", {}).items():
        if not path.endswith(STREAM_SUFFIX):
            paths[path] = item
            continue
        whole = paths[path.removesuffix(STREAM_SUFFIX)]
        for method, operation in item.items():
            if method in HTTP_METHODS:
                for status, answer in operation["responses"].items():
                    known = whole[method]["responses"].setdefault(status, answer)
                    if "content" in answer:
                        known["content"] = {**known["content"], **answer["content"]}
    return {**rendition, "paths": paths} if "paths" in rendition else rendition


def _out_of_reach(document: JsonObject) -> Iterator[Problem]:
    """Mixed answers that are not written out where their operation is."""
    for found in operations(document):
        written_out = found.pointer == join("/paths", found.path, found.method)
        for status, answer in answers(found.node):
            behind, _ = follow_reference(document, answer, "")
            if _is_mixed_answer(status, behind) and ("$ref" in answer or not written_out):
                yield Problem(
                    "an answer both as JSON and as events, behind a reference, is not split for "
                    "generators that look at one media type",
                    document="openapi.yaml",
                    pointer=join(found.pointer, "responses", status),
                    remedy="Write path item and answer out by overlay, in place of the reference",
                )


def _is_mixed(operation: JsonObject) -> bool:
    return any(_is_mixed_answer(status, answer) for status, answer in answers(operation))


def _is_mixed_answer(status: str, answer: JsonObject) -> bool:
    kinds = {is_event_stream(media_type) for media_type in answer.get("content") or ()}
    return status.startswith("2") and len(kinds) > 1


def _keep_content(operation: JsonObject, *, streams_only: bool) -> None:
    for status, answer in answers(operation):
        if _is_mixed_answer(status, answer):
            answer["content"] = {
                kind: media
                for kind, media in answer["content"].items()
                if is_event_stream(kind) == streams_only
            }


def _stream_id(operation_id: str) -> str:
    group, _, method = operation_id.rpartition(".")
    return f"{group}.stream" if group and method == "create" else f"{operation_id}.stream"


def _taken(pointer: str) -> PipelineError:
    return PipelineError(
        Problem(
            "the name that its stream would get in the split rendition is taken",
            document="openapi.yaml",
            pointer=pointer,
            remedy="Rename one of the two by an overlay",
        )
    )


# --- OpenAPI 3.2 ---------------------------------------------------------------------------------


def to_item_schemas(document: JsonObject) -> JsonObject:
    """The document as OpenAPI 3.2, in which an event stream has an `itemSchema`.

    The 3.1 document describes the JSON in an event's data, its 3.2 form the whole event, whose
    data is a string (https://spec.openapis.org/oas/v3.2.0.html, "Server-Sent Event Streams").
    Examples become `dataValue`s: events as a server sends them, the sentinel among them.
    """
    document = copy.deepcopy(document)
    for node in walk(document):
        if node.kind == "schema":
            discriminator = node.value.get("discriminator")
            if isinstance(discriminator, dict) and "x-default-mapping" in discriminator:
                _rename(discriminator, "x-default-mapping", "defaultMapping")
    for media in _event_streams(document):
        sentinel = (media.get("x-sse") or {}).get("sentinel")
        for key in list(media):
            if key == "schema":
                media[key] = _event_schema(media[key], sentinel)
                _rename(media, key, "itemSchema")
        for example in media.get("examples", {}).values():
            if isinstance(example.get("value"), list):
                example["value"] = [_event(value) for value in example["value"]]
                if sentinel is not None:
                    example["value"].append({"data": sentinel})
                _rename(example, "value", "dataValue")
    return {**document, "openapi": "3.2.0"}


def from_item_schemas(rendition: JsonObject, version: str = "3.1.0") -> JsonObject:
    """The document, of this OpenAPI version, that `to_item_schemas` was given."""
    rendition = copy.deepcopy(rendition)
    for node in walk(rendition):
        if node.kind == "schema":
            discriminator = node.value.get("discriminator")
            if isinstance(discriminator, dict) and "defaultMapping" in discriminator:
                _rename(discriminator, "defaultMapping", "x-default-mapping")
    for media in _event_streams(rendition):
        sentinel = (media.get("x-sse") or {}).get("sentinel")
        if "itemSchema" in media:
            data = media["itemSchema"]["properties"]["data"]
            json_data = data if sentinel is None else data["anyOf"][0]
            media["itemSchema"] = json_data["contentSchema"]
            _rename(media, "itemSchema", "schema")
        for example in media.get("examples", {}).values():
            if "dataValue" not in example:
                continue
            events = [event["data"] for event in example["dataValue"]]
            example["dataValue"] = [json.loads(data) for data in events if data != sentinel]
            _rename(example, "dataValue", "value")
    return {**rendition, "openapi": version}


def _event_streams(document: JsonObject) -> Iterator[JsonObject]:
    """The media type objects of event streams."""
    for node in walk(document):
        if node.kind == "response":
            for media_type, media in (node.value.get("content") or {}).items():
                if is_event_stream(media_type):
                    yield media


def _event_schema(schema: Json, sentinel: str | None) -> JsonObject:
    data: JsonObject = {"contentMediaType": "application/json", "contentSchema": schema}
    if sentinel is not None:
        data = {"anyOf": [data, {"const": sentinel}]}
    return {
        "type": "object",
        "required": ["data"],
        "properties": {
            "data": {"type": "string", **data},
            "event": {
                "type": "string",
                "description": "A hint; the `type` inside the data decides where there is one.",
            },
            "id": {"type": "string"},
            "retry": {"type": "integer", "minimum": 0},
        },
    }


def _event(value: Json) -> JsonObject:
    event = {"event": value["type"]} if isinstance(value, dict) and "type" in value else {}
    return {**event, "data": json.dumps(value, ensure_ascii=False, separators=(",", ":"))}


def _rename(node: JsonObject, old: str, new: str) -> None:
    """Rename a key where it stands."""
    items = [(new if key == old else key, value) for key, value in node.items()]
    node.clear()
    node.update(items)
