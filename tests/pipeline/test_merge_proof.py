"""The proof: it accepts good merges, and finds whatever another merge would do in silence."""

from __future__ import annotations

import contextlib
import copy
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.merge import Merged, MergePart, merge, prove
from pipeline.pointer import join, resolve
from pipeline.types import Document, Json, JsonObject
from tests.support.merging import part, schemas, vendor_parts

CHAT, MESSAGES, RESPONSES = "/v1/chat/completions", "/v1/messages", "/v1/responses"


def found_in(
    parts: list[MergePart], change: Callable[[JsonObject], object], merged: Merged | None = None
) -> list[Problem]:
    """What the proof finds after a change to the merged tree."""
    merged = merged or merge(parts)
    tree = copy.deepcopy(merged.tree)
    change(tree)
    with pytest.raises(PipelineError) as caught:
        prove(Merged(tree, merged.report), parts)
    return list(caught.value.problems)


def vendor_finds(change: Callable[[JsonObject], object]) -> Problem:
    return found_in(vendor_parts(), change)[0]


def test_wrong_error_schema_behind_a_shared_looking_response() -> None:
    # What openapi-merge-cli 2.0.2 does to these documents: messages errors get the chat schema.
    def change(tree: JsonObject) -> None:
        responses = tree["components"]["responses"]
        schema = responses["MessagesUnauthorized"]["content"]["application/json"]["schema"]
        schema["$ref"] = "#/components/schemas/ChatErrorResponse"

    problem = vendor_finds(change)
    assert problem.document == "messages.yaml"
    assert "POST /v1/messages" in problem.reason
    assert problem.pointer is not None
    assert problem.pointer.startswith("/components/schemas/ErrorResponse/properties")
    assert "#/components/schemas/ChatErrorResponse/properties" in problem.reason
    assert problem.line is not None or problem.pointer.endswith("request_id")


def set_at(pointer: str, key: str, value: Json) -> Callable[[JsonObject], object]:
    return lambda tree: resolve(tree, pointer).__setitem__(key, value)


def pop_at(pointer: str, key: str) -> Callable[[JsonObject], object]:
    return lambda tree: resolve(tree, pointer).pop(key)


REQUEST = "/components/schemas/ChatCompletionRequest"
OPERATION = "/paths/~1v1~1chat~1completions/post"


@pytest.mark.parametrize(
    "change",
    [
        pop_at("/paths", CHAT),
        pop_at(OPERATION + "/responses", "401"),
        pop_at(OPERATION + "/responses/200/content", "text/event-stream"),
        pop_at(OPERATION, "description"),
        set_at(OPERATION, "operationId", "other"),
        set_at(OPERATION, "security", []),
        pop_at("", "security"),
        set_at("", "servers", [{"url": "https://example.com"}]),
        set_at(OPERATION, "parameters", [{"name": "p", "in": "query"}]),
        set_at(REQUEST + "/properties/stream", "default", True),
        set_at(REQUEST + "/properties/stream", "default", 0),
        set_at(REQUEST + "/properties/model", "enum", ["kimi-k3"]),
        set_at(REQUEST, "required", ["model"]),
        set_at(REQUEST + "/properties", "extra", {}),
        pop_at(REQUEST + "/properties", "stream"),
        set_at(REQUEST + "/properties/messages", "description", "Other words."),
        set_at(
            OPERATION + "/requestBody/content/application~1json/examples/k3/value", "model", "x"
        ),
        set_at("/components/securitySchemes/bearerAuth", "scheme", "basic"),
        pop_at("/components/securitySchemes", "bearerAuth"),
    ],
)
def test_every_kind_of_change_to_an_operation(change: Callable[[JsonObject], object]) -> None:
    problem = vendor_finds(change)
    assert problem.document == "chat-completions.yaml"
    assert problem.reason.startswith("POST /v1/chat/completions")


def test_order_that_is_no_meaning_is_no_difference() -> None:
    parts = vendor_parts()
    merged = merge(parts)
    merged.tree["components"]["schemas"]["ChatCompletionRequest"]["required"].reverse()
    prove(merged, parts)


def test_an_operation_from_nowhere() -> None:
    problem = vendor_finds(set_at("/paths", "/new", {"get": {}}))
    assert problem.reason == "GET /new is an operation that no source has"


def test_components_that_no_operation_uses_are_compared_too() -> None:
    parts = [part("a", "A", "components: {schemas: {X: {type: string}}}")]
    (problem,) = found_in(parts, set_at("/components/schemas/X", "type", "integer"))
    assert problem.reason.startswith("schemas/X is not the same") and problem.line == 3
    (problem,) = found_in(parts, pop_at("/components/schemas", "X"))
    assert problem.reason == "schemas/X is lost in the merged document"


def test_a_dangling_reference_in_the_merged_document() -> None:
    change = set_at("/components/schemas/Message/properties", "usage", {"$ref": "#/gone"})
    assert "'#/gone' leads nowhere" in vendor_finds(change).reason


DISCRIMINATED = """
    X: {type: string}
    Y: {type: integer}
    S:
      oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}]
      discriminator: {propertyName: t, mapping: {y: Y, out: ./f.yaml}}
"""


@pytest.mark.parametrize(
    "mapping",
    [
        {"y": "BX", "out": "./f.yaml", "X": "#/components/schemas/BX"},
        {"y": "BY", "out": "./f.yaml"},
        {"y": "BY", "out": "./g.yaml", "X": "#/components/schemas/BX"},
        {"y": "BY", "X": "#/components/schemas/BX"},
        {"y": "BY", "out": "BX", "X": "#/components/schemas/BX"},
    ],
)
def test_tags_of_a_discriminator(mapping: dict[str, str]) -> None:
    parts = [schemas("a", "A", "X: {}\nY: {}"), schemas("b", "B", DISCRIMINATED)]
    good = merge(parts)
    assert good.tree["components"]["schemas"]["S"]["discriminator"]["mapping"] == {
        "y": "BY",
        "out": "./f.yaml",
        "X": "#/components/schemas/BX",
    }
    (problem,) = found_in(
        parts, set_at("/components/schemas/S/discriminator", "mapping", mapping), good
    )
    assert problem.document == "b"


def test_recursive_schemas() -> None:
    tree = "X: {properties: {left: {$ref: '#/components/schemas/X'}, v: {type: %s}}}"
    parts = [schemas("a", "A", tree % "string"), schemas("b", "B", tree % "integer")]
    merged = merge(parts)
    bad = set_at("/components/schemas/BX/properties/left", "$ref", "#/components/schemas/AX")
    (problem,) = found_in(parts, bad, merged)
    assert problem.document == "b" and problem.pointer == "/components/schemas/X/properties/v/type"


def test_links_lead_to_the_operation_they_led_to() -> None:
    text = """
        paths:
          /x:
            get:
              responses:
                '200': {description: ok, links: {l: {operationRef: '#/paths/~1y/get'}}}
          /y: {get: {responses: {'200': {description: ok}}}}
    """
    (problem,) = found_in(
        [part("a", "A", text)],
        set_at("/paths/~1x/get/responses/200/links/l", "operationRef", "#/paths/~1x/get"),
    )
    assert problem.pointer == "/paths/~1x/get/responses/200/links/l/operationRef"


def test_wording_is_compared_except_where_the_report_says_it_differs() -> None:
    text = "X: {type: string, description: %s}\nY: {type: string, description: same}"
    parts = [schemas("a", "A", text % "One"), schemas("b", "B", text % "Two")]
    merged = merge(parts)
    (problem, *_) = found_in(parts, set_at("/components/schemas/Y", "description", "other"), merged)
    assert problem.pointer == "/components/schemas/Y/description"
    prove(merged, parts)


def test_the_wording_kept_is_that_of_the_first() -> None:
    text = "X: {type: string, description: %s}"
    parts = [schemas("a", "A", text % "One"), schemas("b", "B", text % "Two")]
    (problem, *_) = found_in(parts, pop_at("/components/schemas/X", "description"))
    assert problem.document == "a"


def places(value: Json, at: str = "") -> Iterator[tuple[str, str | int]]:
    """Every member of every object and list: the pointer of what holds it, and its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield at, key
        if isinstance(item, dict | list):
            yield from places(item, join(at, key))


def fresh_document(document: Document) -> Document:
    return replace(document, tree=copy.deepcopy(document.tree))


def test_whatever_is_deleted_is_found() -> None:
    parts = vendor_parts()
    merged = merge(parts)
    everywhere = [p for p in places(merged.tree) if p[0].startswith(("/paths", "/components"))]
    for at, key in random.Random(20).sample(everywhere, 150):
        tree = copy.deepcopy(merged.tree)
        del resolve(tree, at)[key]
        with pytest.raises(PipelineError):
            prove(Merged(tree, merged.report), parts)


def test_nonsense_anywhere_is_merged_or_refused_but_never_a_traceback() -> None:
    chance = random.Random(30)
    given = vendor_parts()
    everywhere = [list(places(part.document.tree)) for part in given]
    for _ in range(150):
        parts = [replace(p, document=fresh_document(p.document)) for p in given]
        index = chance.randrange(len(parts))
        at, key = chance.choice(everywhere[index])
        nonsense: Json = chance.choice(
            [None, 7, "x", [], {}, [[]], {"$ref": "#/components/schemas/Usage"}]
        )
        resolve(parts[index].document.tree, at)[key] = nonsense
        with contextlib.suppress(PipelineError):
            merge(parts)


def test_it_is_quick() -> None:
    parts = vendor_parts()
    merged = merge(parts)
    best = min(_seconds(lambda: prove(merged, parts)) for _ in range(5))
    assert best < 1


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start
