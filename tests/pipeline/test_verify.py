"""Whatever is taken away from a generated client, or put wrong in it, `verify` names its place."""

from __future__ import annotations

import ast
import copy
import json

import pytest

from pipeline.errors import PipelineError
from pipeline.grammar import walk
from pipeline.pointer import resolve
from pipeline.surface import Surface, build_surface
from pipeline.types import JsonObject, Tree
from pipeline.verify import account, verify
from tests.support.accounts import PACKAGE, pointers, problems, without_decoders
from tests.support.generating import parsed, project, real_document, real_project


@pytest.fixture(scope="module")
def surface() -> Surface:
    return build_surface(real_document())


def test_the_client_is_accounted_for() -> None:
    counts, found = account(real_project(), real_document(), PACKAGE)
    assert found == []
    assert counts["schemas"] == len(real_document()["components"]["schemas"])
    assert counts["operations"] == 3
    assert counts["methods"] == 12  # create and stream, three operations, two clients
    assert counts["view methods"] == 12  # create, three operations, two clients, two views


def test_every_server_is_named() -> None:
    servers = real_document()["servers"]
    files = real_project()
    path = f"{PACKAGE}/client.py"
    for index, server in enumerate(servers):
        text = files[path].decode().replace(server["url"], "https://elsewhere.example")
        assert f"/servers/{index}" in pointers(problems({**files, path: text.encode()}))


def test_every_example_is_named() -> None:
    files = real_project()
    path = f"{PACKAGE}/openapi.json"
    shipped = json.loads(files[path])
    expected = [n.pointer for n in walk(shipped) if n.kind == "example"]
    assert len(expected) > 50
    for pointer in expected:
        parent, _, name = pointer.rpartition("/")
        del resolve(shipped, parent)[name.replace("~1", "/").replace("~0", "~")]
    found = pointers(problems({**files, path: json.dumps(shipped).encode()}))
    # Where a whole table is empty, its entries are what is missing.
    assert found == set(expected)


@pytest.mark.parametrize("data", [None, b"", b"{", b"[]"])
def test_a_document_that_does_not_travel_is_named(data: bytes | None) -> None:
    files = {k: v for k, v in real_project().items() if k != f"{PACKAGE}/openapi.json"}
    if data is not None:
        files[f"{PACKAGE}/openapi.json"] = data
    assert pointers(problems(files)) == {""}


def test_a_changed_word_of_the_document_is_named() -> None:
    files = real_project()
    shipped = json.loads(files[f"{PACKAGE}/openapi.json"])
    shipped["info"]["title"] += "!"
    found = problems({**files, f"{PACKAGE}/openapi.json": json.dumps(shipped).encode()})
    assert pointers(found) == {"/info/title"}


def test_a_module_that_is_no_python_is_an_error_with_its_line() -> None:
    files = {**real_project(), f"{PACKAGE}/models/chat.py": b"a = 1\nclass"}
    with pytest.raises(PipelineError) as caught:
        verify(files, real_document(), package_name=PACKAGE)
    [problem] = caught.value.problems
    assert (problem.document, problem.line) == (f"{PACKAGE}/models/chat.py", 2)


def test_verify_refuses_what_accounting_finds() -> None:
    files = dict(real_project())
    for path, data in files.items():
        if path.startswith(f"{PACKAGE}/models/"):
            module = ast.parse(data)
            without_decoders(module)
            files[path] = ast.unparse(module).encode()
    with pytest.raises(PipelineError, match="not in the generated package as in the document"):
        verify(files, real_document(), package_name=PACKAGE)


# -- what the surface itself could lose

ITEMS = """
paths:
  /things:
    post:
      operationId: things.create
      requestBody: {content: {application/json: {schema: @Thing}}}
      parameters:
        - {name: order, in: query, schema: {type: string, enum: [up, down]}}
        - {name: x-mode, in: header, schema: {type: string}}
      responses:
        '200': {description: ok, content: {application/json: {schema: @Thing}}}
components:
  schemas:
    Base: {type: object, properties: {id: {type: string, enum: [a, b, c]}}}
    Thing:
      allOf:
        - @Base
        - {type: object, properties: {own: {type: object, properties: {deep: {type: string}}}}}
        - {properties: {id: {enum: [b, c]}}}
      properties: {extra: {type: array, items: {type: object, properties: {x: {const: 1}}}}}
    Part:
      type: object
      properties: {common: {type: string}}
      oneOf:
        - {properties: {type: {const: one}, one: {type: string}}}
        - {properties: {type: {const: two}, two: {type: string}}}
    Either: {type: [object, array], properties: {e: {type: string}}, items: {type: string}}
"""


def small(document: JsonObject) -> Tree:
    return project(document, PACKAGE)


def test_schemas_of_every_form_have_their_places() -> None:
    document = parsed(ITEMS)
    assert problems(small(document), document) == []


@pytest.mark.parametrize(
    "pointer",
    [
        "/components/schemas/Thing/allOf/1/properties/own",
        "/components/schemas/Thing/allOf/1/properties/own/properties/deep",
        "/components/schemas/Thing/properties/extra/items/properties/x",
        "/components/schemas/Part/properties/common",
        "/components/schemas/Part/oneOf/1/properties/two",
        "/components/schemas/Base/properties/id",
        "/components/schemas/Either/properties/e",
        "/components/schemas/Base",
        "/paths/~1things/post/parameters/0",
        "/paths/~1things/post/parameters/1",
    ],
)
def test_what_only_the_document_has_is_named(pointer: str) -> None:
    """A client generated from less than the document: nothing of the surface can hide it."""
    document = parsed(ITEMS)
    less = copy.deepcopy(document)
    parent, _, key = pointer.rpartition("/")
    holder = resolve(less, parent)
    if isinstance(holder, list):
        del holder[int(key)]
    elif pointer.endswith("schemas/Base"):
        holder["Thing"]["allOf"][0] = holder.pop("Base")
    else:
        del holder[key]
    files = {**small(less), f"{PACKAGE}/openapi.json": json.dumps(document).encode()}
    found = problems(files, document)
    assert pointer in {p.pointer for p in found}


@pytest.mark.parametrize(
    ("pointer", "index", "value"),
    [
        ("/components/schemas/Base/properties/id", 0, "'a'"),
        ("/paths/~1things/post/parameters/0/schema", 1, "'down'"),
    ],
)
def test_values_that_only_the_document_has_are_named(pointer: str, index: int, value: str) -> None:
    document = parsed(ITEMS)
    less = copy.deepcopy(document)
    del resolve(less, pointer)["enum"][index]
    files = {**small(less), f"{PACKAGE}/openapi.json": json.dumps(document).encode()}
    assert any(value in p.reason for p in problems(files, document))
