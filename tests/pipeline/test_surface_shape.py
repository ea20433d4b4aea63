"""Documents whose parts have the wrong JSON type: told by pointer, never by a traceback."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from pipeline.errors import PipelineError
from pipeline.pointer import resolve, split
from tests.support.generating import parsed, refused, surface_of

DOCUMENT = """
servers: [{url: https://example.com}]
tags: [{name: T, description: d}]
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    post:
      operationId: things.create
      tags: [T]
      requestBody:
        content:
          application/json:
            schema: @Thing
            examples: {one: {value: {id: a}}}
      responses:
        '200':
          description: ok
          content:
            application/json: {schema: @Thing}
            text/event-stream:
              schema: @Thing
              x-sse: {sentinel: '[DONE]'}
components:
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string, description: d, enum: [a], minimum: 1}
      oneOf: [{required: [id]}]
"""


def places(value: Any, pointer: str = "") -> list[str]:
    """Every pointer of the document that reading it relies on."""
    out = [pointer]
    if isinstance(value, dict):
        for key, child in value.items():
            if key not in ("value", "sentinel"):
                out += places(child, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, child in enumerate(value):
            out += places(child, f"{pointer}/{index}")
    return out


def test_the_document_is_fine_as_it_is() -> None:
    assert [o.id for o in surface_of(parsed(DOCUMENT)).operations] == ["things.create"]


def replacements() -> list[tuple[str, Any]]:
    """Every part of the document, with a value of every other JSON type."""
    document = parsed(DOCUMENT)
    return [
        (pointer, wrong)
        for pointer in places(document)
        if pointer
        for wrong in (3, None, [3], {"odd": 3}, "text")
        if type(resolve(document, pointer)) is not type(wrong)
    ]


@pytest.mark.parametrize(("pointer", "wrong"), replacements())
def test_a_part_of_another_type_is_a_problem_or_harmless(pointer: str, wrong: Any) -> None:
    document = parsed(DOCUMENT)
    node: Any = document
    *above, last = split(pointer)
    for token in above:
        node = node[int(token) if isinstance(node, list) else token]
    key: Any = int(last) if isinstance(node, list) else last
    node[key] = wrong
    with contextlib.suppress(PipelineError):
        surface_of(document)


@pytest.mark.parametrize(
    ("text", "pointer", "reason"),
    [
        (
            "components: {schemas: {A: {type: object, properties: [a]}}}",
            "/components/schemas/A/properties",
            "properties is not an object",
        ),
        (
            "components: {schemas: {A: {type: object, required: a}}}",
            "/components/schemas/A/required",
            "required is not an array",
        ),
        (
            "components: {schemas: {A: {type: object, required: [1]}}}",
            "/components/schemas/A/required/0",
            "an item of required is not a string",
        ),
        ("components: {schemas: [a]}", "/components/schemas", "schemas is not an object"),
        ("servers: [{}]", "/servers/0", "'url' is missing"),
        ("servers: [{$ref: x}]", "/servers/0", "'url' is missing"),
        ("tags: [plain]", "/tags/0", "an item of tags is not an object"),
    ],
)
def test_it_says_where_and_what(text: str, pointer: str, reason: str) -> None:
    [problem] = refused(parsed(text))
    assert (problem.pointer, problem.reason) == (pointer, reason)
