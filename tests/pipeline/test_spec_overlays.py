"""The project's own overlays, applied to the project's own documents.

What a generator in any language relies on: a valid document, unions that can be told apart,
examples that fit their schemas, streams that add up to the answers they belong to, and nothing lost
of what the vendor documents.
"""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.operation import ProtocolName
from pipeline.grammar import walk
from pipeline.merge import MergePart, merge
from pipeline.overlay import Overlay, apply, load_overlay
from pipeline.overlay.query import find
from pipeline.pointer import resolve, target_of
from pipeline.read import read_document
from pipeline.sources import read_all
from pipeline.types import Json, JsonObject

ROOT = Path(__file__).parents[2]
PATHS: dict[ProtocolName, str] = {
    "chat": "/v1/chat/completions",
    "messages": "/v1/messages",
    "responses": "/v1/responses",
}
PROTOCOLS = tuple(PATHS)
STREAM = "text/event-stream"
JSON_TYPE = "application/json"


@functools.cache
def merged() -> JsonObject:
    parts = [
        MergePart(document, source.prefix, source.renames)
        for source, document in read_all(ROOT / "openapi" / "sources.toml")
    ]
    return merge(parts).tree


@functools.cache
def overlays() -> tuple[Overlay, ...]:
    files = sorted((ROOT / "overlays" / "spec").glob("*.overlay.yaml"))
    return tuple(load_overlay(read_document(file, name=file.name)) for file in files)


@functools.cache
def document() -> JsonObject:
    return apply(merged(), overlays()).tree


def schemas() -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = document()["components"]["schemas"]
    return found


def operation(protocol: ProtocolName, tree: JsonObject | None = None) -> JsonObject:
    found: JsonObject = (tree or document())["paths"][PATHS[protocol]]["post"]
    return found


def followed(tree: JsonObject, node: JsonObject) -> JsonObject:
    while "$ref" in node:
        node = resolve(tree, target_of(node["$ref"]) or "")
    return node


def responses(protocol: ProtocolName, tree: JsonObject | None = None) -> dict[str, JsonObject]:
    tree = tree or document()
    found = operation(protocol, tree)["responses"]
    return {status: followed(tree, response) for status, response in found.items()}


def contents(protocol: ProtocolName) -> Iterator[tuple[str, str, JsonObject]]:
    """Where, media type and Media Type Object of the request and of each response."""
    for media_type, content in operation(protocol)["requestBody"]["content"].items():
        yield "request", media_type, content
    for status, response in responses(protocol).items():
        for media_type, content in response["content"].items():
            yield status, media_type, content


def violations(schema: JsonObject, value: Json, where: str) -> list[str]:
    validator = Draft202012Validator({**schema, "components": document()["components"]})
    return [f"{where} {error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def component(name: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{name}"}


def schema_nodes() -> Iterator[tuple[str, JsonObject]]:
    for node in walk(document()):
        if node.kind == "schema":
            yield node.pointer, node.value


# The files.


def test_files_are_numbered_and_declare_overlay_1_1() -> None:
    names = [overlay.name for overlay in overlays()]
    assert names == sorted(names)
    assert all(re.fullmatch(r"\d\d-[a-z-]+\.overlay\.yaml", name) for name in names)
    assert {overlay.version for overlay in overlays()} == {"1.1"}


def test_every_action_says_what_it_adds_and_where_that_comes_from() -> None:
    silent = [
        f"{overlay.name} action {action.number}"
        for overlay in overlays()
        for action in overlay.actions
        if not action.description
    ]
    assert silent == []


def test_only_what_makes_room_may_match_nothing() -> None:
    lenient = [(o.name, a) for o in overlays() for a in o.actions if a.allow_no_match]
    assert {action.operation for _, action in lenient} == {"remove"}
    elsewhere = [action.target for name, action in lenient if name != "05-room.overlay.yaml"]
    assert elsewhere == ["$.components.schemas.MessageStopReason.enum[?@ == null]"]


def defining_what_overlays_do(alien: JsonObject) -> tuple[JsonObject, int]:
    """The merged document with a definition at every place that overlays define and no page does.

    Returns:
        The document, and how many places those are.
    """
    tree = copy.deepcopy(merged())
    theirs = tree["components"]["schemas"]
    copied = {
        action.target.rpartition(".")[2]: find(action.source, tree)[0].value
        for overlay in overlays()
        for action in overlay.actions
        if action.source is not None
    }
    places: list[tuple[JsonObject, str]] = []
    for name, schema in schemas().items():
        vendor = theirs.get(name, copied.get(name))
        if vendor is None:
            places.append((theirs, name))
        elif "properties" in vendor:
            added = schema.get("properties", {}).keys() - vendor["properties"].keys()
            places += [(vendor["properties"], key) for key in added]
    for parent, key in places:
        parent[key] = copy.deepcopy(alien)
    return tree, len(places)


@pytest.mark.parametrize(
    "alien",
    [
        {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"a": {}}}]},
        {"$ref": "#/components/schemas/MessageUsage"},
        {"type": ["number", "null"], "enum": [1, None], "required": ["a"]},
    ],
    ids=["union", "reference", "values"],
)
def test_pages_may_come_to_define_what_overlays_do(alien: JsonObject) -> None:
    """Whatever the form of the vendor's definition, nothing of it is merged with ours."""
    tree, places = defining_what_overlays_do(alien)
    assert places > 150
    assert apply(tree, overlays()).tree == document()


def test_the_document_is_valid_openapi_3_1() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


def test_schemas_keep_to_what_every_generator_understands() -> None:
    odd = []
    for pointer, schema in schema_nodes():
        if "$ref" in schema and len(schema) > 1:
            odd.append(f"{pointer}: keys beside $ref")
        odd += [f"{pointer}: {key}" for key in ("title", "nullable") if key in schema]
        if schema.get("additionalProperties") is False:
            odd.append(f"{pointer}: closed")
        for key in ("enum", "required", "oneOf", "anyOf"):
            values = schema.get(key, [])
            if any(value in values[:place] for place, value in enumerate(values)):
                odd.append(f"{pointer}: {key} repeats a value")
        if "properties" in schema and ("oneOf" in schema or "anyOf" in schema):
            odd.append(f"{pointer}: properties beside a union")
    assert odd == []


def test_objects_are_components_not_inline() -> None:
    inline = [
        pointer
        for pointer, schema in schema_nodes()
        if "properties" in schema and not re.fullmatch(r"/components/schemas/\w+", pointer)
    ]
    assert inline == []


def test_every_reference_leads_somewhere_and_every_schema_is_used() -> None:
    used = {node.value["$ref"] for node in walk(document()) if "$ref" in node.value}
    for ref in used:
        resolve(document(), target_of(ref) or "")
    assert [name for name in schemas() if f"#/components/schemas/{name}" not in used] == []


def test_every_schema_is_described() -> None:
    assert [name for name, schema in schemas().items() if not schema.get("description")] == []


def test_component_names_are_pascal_case_and_make_distinct_modules() -> None:
    names = list(schemas())
    assert [name for name in names if not re.fullmatch(r"([A-Z][a-z0-9]*)+", name)] == []
    assert [name for name in names if "Quick" in name] == []
    assert len({name.lower() for name in names}) == len(names)
    modules = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in names}
    assert len(modules) == len(names)


def test_unions_name_the_tag_of_each_member() -> None:
    wrong = []
    for pointer, schema in schema_nodes():
        discriminator = schema.get("discriminator")
        if discriminator is None:
            continue
        tag, mapping = discriminator["propertyName"], discriminator["mapping"]
        if sorted(mapping.values()) != sorted(member["$ref"] for member in schema["oneOf"]):
            wrong.append(f"{pointer}: mapping and oneOf differ")
        for value, ref in mapping.items():
            member = resolve(document(), target_of(ref) or "")
            if member["properties"][tag] != {**member["properties"][tag], "const": value}:
                wrong.append(f"{pointer}: {ref} is not tagged {value}")
            default = discriminator.get("x-default-mapping")
            if tag not in member.get("required", []) and ref != default:
                wrong.append(f"{pointer}: {ref} may come without {tag}")
    assert wrong == []


def test_operations_have_the_names_of_their_methods() -> None:
    ids = [operation(protocol)["operationId"] for protocol in PROTOCOLS]
    assert ids == ["chat.completions.create", "messages.create", "responses.create"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_whole_response_names_its_view(protocol: ProtocolName) -> None:
    schema = responses(protocol)["200"]["content"][JSON_TYPE]["schema"]
    assert followed(document(), schema)["x-response-view"] == protocol


def test_streams_say_how_they_end() -> None:
    said = {protocol: responses(protocol)["200"]["content"][STREAM] for protocol in PROTOCOLS}
    assert {protocol: content["schema"]["$ref"] for protocol, content in said.items()} == {
        "chat": "#/components/schemas/ChatCompletionChunk",
        "messages": "#/components/schemas/MessageStreamEvent",
        "responses": "#/components/schemas/ResponseStreamEvent",
    }
    assert {protocol: content["x-sse"] for protocol, content in said.items()} == {
        "chat": {"sentinel": "[DONE]", "terminal-events": [], "error-events": ["error"]},
        "messages": {"terminal-events": ["message_stop"], "error-events": ["error"]},
        "responses": {
            "terminal-events": ["response.completed", "response.incomplete", "response.failed"],
            "error-events": ["error"],
        },
    }


# The vendor documents.


def test_the_shared_enums_were_equal_in_all_sources() -> None:
    source = merged()["components"]["schemas"]
    requests = [
        source[name]["properties"]
        for name in ("ChatCompletionRequest", "MessageRequest", "ResponseRequest")
    ]
    models = [properties["model"]["enum"] for properties in requests]
    efforts = [
        requests[0]["reasoning_effort"]["enum"],
        requests[1]["output_config"]["properties"]["effort"]["enum"],
        requests[2]["reasoning"]["properties"]["effort"]["enum"],
    ]
    assert models == [schemas()["KimiModel"]["enum"]] * 3
    assert efforts == [schemas()["ReasoningEffort"]["enum"]] * 3


def alternatives(tree: JsonObject, schema: JsonObject) -> Iterator[JsonObject]:
    """A schema's forms: itself, or the members of its union, however deep."""
    schema = followed(tree, schema)
    members = schema.get("oneOf") or schema.get("anyOf")
    if not members:
        yield schema
        return
    for member in members:
        yield from alternatives(tree, member)


def types_of(schema: JsonObject) -> set[str]:
    given = schema.get("type", [])
    return {given} if isinstance(given, str) else set(given)


def values_of(schema: JsonObject) -> list[Json]:
    given = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
    return [value for value in given if value is not None]


KEPT = ("default", "minimum", "maximum", "minItems")


def losses(vendor: JsonObject, forms: list[JsonObject], where: str) -> Iterator[str]:
    """What a vendor schema says that none of the final forms does."""
    for old in alternatives(merged(), vendor):
        accepted = set().union(*map(types_of, forms))
        yield from (f"{where}: type {name}" for name in types_of(old) - accepted)
        known = [value for form in forms for value in values_of(form)]
        yield from (f"{where}: value {value!r}" for value in values_of(old) if value not in known)
        for key in KEPT:
            if key in old and not any(form.get(key) == old[key] for form in forms):
                yield f"{where}: {key} {old[key]!r}"
        for name, inner in old.get("properties", {}).items():
            found = [
                form["properties"][name] for form in forms if name in form.get("properties", {})
            ]
            yield from descend(inner, found, f"{where}/{name}")
        if "items" in old:
            found = [form["items"] for form in forms if "items" in form]
            yield from descend(old["items"], found, f"{where}[]")


def descend(vendor: JsonObject, found: list[JsonObject], where: str) -> Iterator[str]:
    if not found:
        yield f"{where}: gone"
        return
    forms = [form for schema in found for form in alternatives(document(), schema)]
    yield from losses(vendor, forms, where)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_nothing_the_vendor_documents_is_lost(protocol: ProtocolName) -> None:
    old, new = operation(protocol, merged()), operation(protocol)
    lost: list[str] = []
    body = old["requestBody"]["content"][JSON_TYPE]
    final = new["requestBody"]["content"][JSON_TYPE]
    lost += descend(body["schema"], [final["schema"]], "request")
    lost += [f"request example {name}" for name in body["examples"].keys() - final["examples"]]
    for status, response in responses(protocol, merged()).items():
        schema = response["content"][JSON_TYPE]["schema"]
        kept = responses(protocol)[status]["content"][JSON_TYPE]["schema"]
        lost += descend(schema, [kept], status)
    assert lost == []


def test_the_check_for_losses_sees_a_dropped_property_and_a_dropped_value() -> None:
    vendor = {"type": "object", "properties": {"a": {"type": "string", "enum": ["x", "y"]}}}
    narrowed = {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}
    assert list(descend(vendor, [narrowed], "s")) == ["s/a: value 'y'"]
    assert list(descend(vendor, [{"type": "object"}], "s")) == ["s/a: gone"]


# The examples.


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_example_fits_its_schema(protocol: ProtocolName) -> None:
    wrong = []
    for where, media_type, content in contents(protocol):
        for name, example in content["examples"].items():
            values = example["value"] if media_type == STREAM else [example["value"]]
            for place, value in enumerate(values):
                wrong += violations(content["schema"], value, f"{where} {name} {place}")
    assert wrong == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_status_has_examples(protocol: ProtocolName) -> None:
    found = {
        (where, media_type): set(content["examples"])
        for where, media_type, content in contents(protocol)
    }
    answers = {"reasoning", "tool_call", "budget_exhausted"}
    assert found["200", JSON_TYPE] == found["200", STREAM] == answers
    assert found["400", JSON_TYPE] == {"invalid_parameter"}
    assert found["401", JSON_TYPE] == {"invalid_key"}
    assert found["429", JSON_TYPE] == {"rate_limited", "insufficient_quota"}
    assert found["500", JSON_TYPE] == {"internal_error"}


@pytest.mark.parametrize("name", ["reasoning", "tool_call", "budget_exhausted"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_stream_adds_up_to_the_answer_of_its_name(protocol: ProtocolName, name: str) -> None:
    content = responses(protocol)["200"]["content"]
    events = content[STREAM]["examples"][name]["value"]
    accumulator = accumulator_for(protocol)
    for event in copy.deepcopy(events):
        assert not accumulator.done
        accumulator.add(event)
    if "sentinel" in content[STREAM]["x-sse"]:
        accumulator.end()
    else:
        assert events[-1]["type"] in content[STREAM]["x-sse"]["terminal-events"]
    assert accumulator.done
    assert accumulator.snapshot() == content[JSON_TYPE]["examples"][name]["value"]


def test_streams_send_reasoning_before_anything_else() -> None:
    chat = responses("chat")["200"]["content"][STREAM]["examples"]["reasoning"]["value"]
    texts = [choice["delta"] for chunk in chat for choice in chunk["choices"]]
    kinds = [key for delta in texts for key in ("reasoning_content", "content") if delta.get(key)]
    assert kinds == sorted(kinds, reverse=True)
    assert {"reasoning_content", "content"} == set(kinds)
    messages = responses("messages")["200"]["content"][STREAM]["examples"]["reasoning"]["value"]
    starts = [e["content_block"]["type"] for e in messages if e["type"] == "content_block_start"]
    assert starts == ["thinking", "text"]
    events = responses("responses")["200"]["content"][STREAM]["examples"]["reasoning"]["value"]
    items = [e["item"]["type"] for e in events if e["type"] == "response.output_item.added"]
    assert items == ["reasoning", "message"]
    assert [event["sequence_number"] for event in events] == list(range(len(events)))


# What servers send, beyond the quickstart pages.


def response(**fields: Json) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": "kimi-k3",
        "output": [],
        **fields,
    }


def chunk(**fields: Json) -> dict[str, Any]:
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", **fields}


def choice(delta: Json, **fields: Json) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": None, **fields}


SENT = {
    "chunk without choices, with usage": (
        "ChatCompletionChunk",
        chunk(choices=[], usage={"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}),
    ),
    "chunk with null choices": ("ChatCompletionChunk", chunk(choices=None, usage=None)),
    "chunk with null delta": ("ChatCompletionChunk", chunk(choices=[choice(None)])),
    "chunk with null content": (
        "ChatCompletionChunk",
        chunk(choices=[choice({"role": "assistant", "content": None, "reasoning_content": "a"})]),
    ),
    "usage inside the choice, cached tokens at its top": (
        "ChatCompletionChunk",
        chunk(
            choices=[
                choice(
                    {},
                    finish_reason="stop",
                    usage={
                        "prompt_tokens": 8,
                        "completion_tokens": 2,
                        "total_tokens": 10,
                        "cached_tokens": 0,
                    },
                )
            ]
        ),
    ),
    "tool call fragment of nulls": (
        "ChatDelta",
        {
            "tool_calls": [
                {"index": 0, "id": None, "function": {"name": None, "arguments": "{}"}},
                {"function": None},
            ]
        },
    ),
    "null tool calls": ("ChatDelta", {"tool_calls": None}),
    "filtered answer": (
        "ChatChoice",
        {"index": 0, "message": {"role": "assistant"}, "finish_reason": "content_filter"},
    ),
    "null usage details": (
        "ChatUsage",
        {
            "prompt_tokens": 1,
            "completion_tokens": 1,
            "total_tokens": 2,
            "prompt_tokens_details": None,
        },
    ),
    "assistant turn without content": (
        "ChatInputMessage",
        {
            "role": "assistant",
            "reasoning_content": "",
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
            ],
        },
    ),
    "assistant turn with null reasoning": (
        "ChatInputMessage",
        {"role": "assistant", "content": "x", "reasoning_content": None},
    ),
    "system message that only adds tools": (
        "ChatInputMessage",
        {
            "role": "system",
            "tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}],
        },
    ),
    "image as a plain string": (
        "ChatContentPart",
        {"type": "image_url", "image_url": "ms://file-1"},
    ),
    "thinking without signature": ("ContentBlock", {"type": "thinking", "thinking": "a"}),
    "redacted thinking": ("ContentBlock", {"type": "redacted_thinking", "data": "X"}),
    "refused message": (
        "MessageDelta",
        {"stop_reason": "refusal", "stop_sequence": None},
    ),
    "late usage": ("MessageDeltaUsage", {"output_tokens": 15}),
    "error in a message stream": (
        "MessageStreamEvent",
        {
            "type": "error",
            "error": {"details": None, "type": "overloaded_error", "message": "Overloaded"},
            "request_id": "req_1",
        },
    ),
    "error in a response stream": (
        "ResponseStreamEvent",
        {"type": "error", "code": "server_error", "message": "Overloaded", "param": None},
    ),
    "response in progress": (
        "ResponseStreamEvent",
        {"type": "response.created", "response": response(status="in_progress", usage=None)},
    ),
    "last event without output": (
        "ResponseStreamEvent",
        {"type": "response.completed", "response": response(output=None)},
    ),
    "failed response": (
        "Response",
        response(status="failed", error={"code": "server_error", "message": "x"}),
    ),
    "event without sequence number": (
        "ResponseStreamEvent",
        {
            "type": "response.output_text.delta",
            "item_id": "m",
            "output_index": 0,
            "content_index": 0,
            "delta": "x",
        },
    ),
    "reasoning in content": (
        "ResponseOutputItem",
        {
            "type": "reasoning",
            "summary": [],
            "content": [{"type": "reasoning_text", "text": "a"}],
            "encrypted_content": None,
        },
    ),
    "message item without type": ("ResponseInputItem", {"role": "user", "content": "x"}),
    "integer error code": (
        "ChatErrorResponse",
        {"error": {"message": "x", "type": "rate_limit_error", "code": 429, "param": None}},
    ),
    "null error code": ("ResponsesErrorResponse", {"error": {"message": "x", "code": None}}),
}


@pytest.mark.parametrize("case", SENT)
def test_what_servers_send_fits(case: str) -> None:
    name, value = SENT[case]
    assert violations(component(name), value, case) == []


@pytest.mark.parametrize(
    "event",
    [
        {"type": "response.created"},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}},
        {"delta": "x"},
    ],
)
def test_an_event_without_its_payload_does_not_fit(event: JsonObject) -> None:
    for name in ("ResponseStreamEvent", "MessageStreamEvent"):
        assert violations(component(name), event, name)
