"""Generated methods at work, over a real connection: what is sent, what comes back, and as what."""

from __future__ import annotations

import ast
import asyncio
import datetime
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pipeline.errors import PipelineError
from pipeline.types import JsonObject
from tests.support.generating import Client, modules, parsed, schemas
from tests.support.recorder import Recorder, recorder

Make = Callable[[JsonObject], Client]

DOCUMENT = """
servers: [{url: https://one.example}, {url: https://two.example, description: the other}]
tags: [{name: Things, description: What there is of things.}]
paths:
  /things/{thing_id}/parts/{n}:
    parameters:
      - {name: thing_id, in: path, required: true, schema: {type: string}, description: Which one.}
      - {name: n, in: path, required: true, schema: {type: integer}}
    get:
      operationId: things.parts.get
      tags: [Things]
      summary: Get a part
      parameters:
        - {name: verbose, in: query, schema: {type: boolean}}
        - {name: since, in: query, schema: {type: string, format: date-time}}
        - {name: 'tag[]', in: query, schema: {type: array, items: {type: string}}}
        - {name: order, in: query, required: true, schema: @Order}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: x-betas, in: header, schema: {type: array, items: {type: string}}}
        - {name: Authorization, in: header, schema: {type: string}}
      responses:
        '200': {description: ok, content: {application/json: {schema: @Thing}}}
        '404': {description: gone, content: {application/json: {schema: @Problem}}}
    delete:
      operationId: things.parts.delete
      responses: {'200': {description: ok, content: {application/json: {schema: @Thing}}}}
  /things:
    post:
      operationId: things.create
      description: Makes a thing. With more words.
      requestBody: {content: {application/json: {schema: @Thing}}}
      responses: {'200': {description: ok, content: {application/json: {schema: @Thing}}}}
  /things/deep:
    post:
      operationId: things.parts.holes.dig
      requestBody: {content: {application/json: {schema: @Awkward}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}
components:
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string, description: What it is called.}
        note: {type: [string, 'null']}
        parts: {type: array, items: @Thing}
    Awkward:
      type: object
      properties:
        body: {type: string}
        operation: {type: string}
        options: {type: string}
        merged: {type: string}
        class: {type: string}
        headers: {type: string}
        'odd key': {type: string}
    Problem: {type: object, properties: {message: {type: string}}}
    Order: {type: string, enum: [up, down]}
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = Client(parsed(DOCUMENT), tmp_path_factory.mktemp("operations"))
    yield client
    client.forget()


@pytest.fixture
def server() -> Iterator[Recorder]:
    with recorder() as running:
        yield running


@pytest.fixture
def kimi(made: Client, server: Recorder) -> Iterator[Any]:
    with made.Kimi(api_key="key", base_url=server.url) as client:
        yield client


def test_a_get_with_every_kind_of_parameter_and_no_body(kimi: Any, server: Recorder) -> None:
    server.answers({"id": "a"})
    part = kimi.things.parts.get(
        thing_id="a/b c",
        n=3,
        order="up",
        verbose=True,
        since=datetime.datetime(2024, 5, 1, tzinfo=datetime.UTC),
        tag=["x", "y"],
        x_trace="t",
        x_betas=["one", "two"],
    )
    [request] = server.requests
    assert type(part).__name__ == "Thing"
    assert (request.method, request.body) == ("GET", None)
    assert request.target == (
        "/things/a%2Fb%20c/parts/3?order=up&verbose=true&since=2024-05-01T00%3A00%3A00%2B00%3A00"
        "&tag%5B%5D=x&tag%5B%5D=y"
    )
    assert request.headers["x-trace"] == "t"
    assert request.headers["x-betas"] == "one,two"
    assert request.headers["authorization"] == "Bearer key"


def test_parameters_that_are_not_given_are_not_sent(kimi: Any, server: Recorder) -> None:
    server.answers({"id": "a"})
    kimi.things.parts.get(
        thing_id="a", n=1, order="sideways", extra_query={"more": "1"}, extra_headers={"x-y": "z"}
    )
    [request] = server.requests
    assert request.target == "/things/a/parts/1?order=sideways&more=1"
    assert request.headers["x-y"] == "z"
    assert "x-trace" not in request.headers


@pytest.mark.parametrize("value", ["", ".", ".."])
def test_a_path_parameter_cannot_name_another_path(kimi: Any, value: str) -> None:
    with pytest.raises(ValueError, match="thing_id"):
        kimi.things.parts.get(thing_id=value, n=1, order="up")


def test_required_arguments_come_first_and_are_required(kimi: Any) -> None:
    with pytest.raises(TypeError, match="thing_id"):
        kimi.things.parts.get(n=1, order="up")
    with pytest.raises(TypeError, match="positional"):
        kimi.things.create("a")
    names = list(inspect.signature(kimi.things.parts.get).parameters)
    assert names[:4] == ["thing_id", "n", "order", "verbose"]


def test_a_body_of_models_and_dicts(kimi: Any, made: Client, server: Recorder) -> None:
    server.answers({"id": "a", "note": None, "unknown": 1})
    thing = kimi.things.create(id="a", note=None, parts=[made.Thing(id="b"), {"id": "c", "x": 1}])
    [request] = server.requests
    assert (request.method, request.target) == ("POST", "/things")
    assert request.body == {"id": "a", "note": None, "parts": [{"id": "b"}, {"id": "c", "x": 1}]}
    assert thing.to_dict() == {"id": "a", "note": None, "unknown": 1}


def test_arguments_with_the_names_of_a_methods_own(kimi: Any, server: Recorder) -> None:
    server.answers({"any": "thing"})
    answer = kimi.things.parts.holes.dig(
        body="1",
        operation="2",
        options="3",
        merged="4",
        class_="5",
        headers="6",
        odd_key="7",
        extra_body={"more": 8},
    )
    assert server.requests[0].body == {
        "body": "1",
        "operation": "2",
        "options": "3",
        "merged": "4",
        "class": "5",
        "headers": "6",
        "odd key": "7",
        "more": 8,
    }
    assert answer == {"any": "thing"}


def test_several_operations_of_a_resource(kimi: Any, server: Recorder) -> None:
    server.answers({"id": "a"})
    kimi.things.parts.delete(thing_id="a", n=1)
    assert (server.requests[0].method, server.requests[0].target) == ("DELETE", "/things/a/parts/1")


def test_the_asynchronous_client_has_the_same(made: Client, server: Recorder) -> None:
    async def calls() -> None:
        async with made.AsyncKimi(api_key="key", base_url=server.url) as client:
            server.answers({"id": "a"})
            part = await client.things.parts.get(thing_id="a", n=1, order="up")
            assert type(part).__name__ == "Thing"
            assert (await client.things.create(id="a")).id == "a"

    asyncio.run(calls())
    assert [r.method for r in server.requests] == ["GET", "POST"]
    for name in ("Things", "ThingsParts", "ThingsPartsHoles"):
        sync, other = (getattr(made.module("resources.things"), p + name) for p in ("", "Async"))
        public = {n for n in vars(sync) if not n.startswith("_")}
        assert public == {n for n in vars(other) if not n.startswith("_")}


def test_errors_have_their_class(kimi: Any, made: Client, server: Recorder) -> None:
    server.answers({"message": "gone"}, status=404)
    with pytest.raises(made.NotFoundError):
        kimi.things.parts.get(thing_id="a", n=1, order="up")


def test_an_answer_that_may_have_an_error_is_no_error(client: Make, server: Recorder) -> None:
    """Which it is depends on what the answer of the operation has by its schema."""
    document = streaming(JSON)
    schema = document["components"]["schemas"]["Answer"]
    schema.pop("x-response-view", None)
    error = {"message": "no", "type": "rate_limit_error"}
    for properties, required, body, is_error in (
        ({"error": {}, "note": {}}, [], {"error": error}, False),
        ({"id": {}, "error": {}}, ["id"], {"error": error}, True),
        ({"id": {}}, ["id"], {"id": "a", "error": error}, False),
        ({"id": {}}, [], {"error": error}, True),
        ({"id": {}}, [], {}, False),
        ({"id": {}, "message": {}}, [], {"message": "read me"}, False),
        ({"data": {"type": "array", "items": {}}, "id": {}}, ["data", "id"], {"id": "a"}, False),
        ({"data": {"type": "array", "items": {}}, "id": {}}, ["data"], {"id": "a", **error}, True),
        (
            {"data": {"type": "array", "items": {}}},
            ["data"],
            {"data": [], "code": 200, "message": "ok"},
            False,
        ),
    ):
        schema |= {"properties": properties, "required": required}
        made = client(document)
        server.answers(body)
        with made.Kimi(api_key="key", base_url=server.url) as kimi:
            if is_error:
                with pytest.raises(made.RateLimitError, match="no"):
                    kimi.things.create(id="a")
            else:
                assert kimi.things.create(id="a").to_dict() == body


def test_documentation(made: Client) -> None:
    resource = made.module("resources.things")
    assert resource.Things.__doc__ is not None
    doc = inspect.getdoc(resource.ThingsParts.get) or ""
    assert doc.startswith("Get a part.\n")
    assert "`GET /things/{thing_id}/parts/{n}`" in doc
    assert "thing_id: Which one." in doc
    assert "What there is of things." in (resource.ThingsParts.__doc__ or "")
    doc = inspect.getdoc(resource.Things.create) or ""
    assert doc.startswith("Makes a thing.\n")
    assert "With more words." in doc
    assert "id: What it is called." in doc
    assert "https://two.example: the other" in (made.Kimi.__doc__ or "")
    assert '"""What it is called."""' in made.text("models/things.py")


def test_every_public_thing_has_a_docstring(made: Client) -> None:
    folders = tuple(f"{made.name}/{f}" for f in "models params resources client types".split())
    modules = {path: data for path, data in made.tree.items() if path.startswith(folders)}
    assert len(modules) >= len(folders)
    for path, data in modules.items():
        module = ast.parse(data)
        nodes: list[Any] = [module]
        nodes += [n for n in ast.walk(module) if isinstance(n, ast.ClassDef)]
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                overload = any(ast.unparse(d) == "overload" for d in node.decorator_list)
                if not node.name.startswith("_") and not overload and node.name != "to_input":
                    nodes.append(node)
        for node in nodes:
            assert ast.get_docstring(node), (path, getattr(node, "name", "module"))


STREAM = """
paths:
  /things:
    post:
      operationId: things.{name}
      requestBody: {{content: {{application/json: {{schema: @Request}}}}}}
      responses:
        '200': {{description: ok, content: {{{content}}}}}
components:
  schemas:
    Request: {{type: object, required: [id], properties: {{id: {{type: string}}{stream}}}}}
    Answer:
      type: object
      {view}
      properties: {{choices: {{type: array, items: {{type: object}}}}}}
    Chunk: {{type: object, properties: {{id: {{type: string}}, choices: {{type: array}}}}}}
"""
JSON = "application/json: {schema: @Answer}"
EVENTS = "text/event-stream: {schema: @Chunk, x-sse: {sentinel: '[DONE]'}}"


def streaming(
    content: str,
    *,
    name: str = "create",
    stream: str = ", stream: {type: boolean}",
    view: str = "x-response-view: chat",
) -> JsonObject:
    return parsed(STREAM.format(content=content, name=name, stream=stream, view=view))


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (streaming(f"{JSON}, {EVENTS}", stream=""), "no `stream` in the body to choose"),
        (streaming(f"{JSON}, {EVENTS}", view=""), "says how they add up"),
        (streaming(EVENTS), "says how they add up"),
    ],
)
def test_streams_that_the_client_cannot_have_are_refused(document: JsonObject, reason: str) -> None:
    with pytest.raises(PipelineError) as caught:
        modules(document)
    [problem] = caught.value.problems
    assert problem.pointer == "/paths/~1things/post"
    assert reason in problem.reason
    assert "overlay" in (problem.remedy or "")


@pytest.mark.parametrize(("name", "opener"), [("create", "stream"), ("ask", "stream_ask")])
def test_an_answer_or_its_events(client: Make, server: Recorder, name: str, opener: str) -> None:
    made = client(streaming(f"{EVENTS}, {JSON}", name=name))
    chunks = [
        {"id": "c", "choices": [{"index": 0, "delta": {"content": "a"}}]},
        {"id": "c", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    ]
    with made.Kimi(api_key="key", base_url=server.url) as kimi:
        call = getattr(kimi.things, name)
        server.answers({"choices": []})
        assert type(call(id="a")).__name__ == "Answer"
        assert type(call(id="a", stream=False)).__name__ == "Answer"
        server.streams(*chunks, "[DONE]")
        with call(id="a", stream=True) as stream:
            assert [e.to_dict() for e in stream] == chunks
        with getattr(kimi.things, opener)(id="a") as stream:
            assert [type(e).__name__ for e in stream] == ["Chunk", "Chunk"]
            assert type(stream.get_final()).__name__ == "Answer"
    assert [r.body for r in server.requests] == [
        {"id": "a"},
        {"id": "a", "stream": False},
        {"id": "a", "stream": True},
        {"id": "a", "stream": True},
    ]


@pytest.mark.parametrize("name", ["timeout", "extra_body", "max_retries", "deadline"])
def test_an_argument_cannot_have_the_name_of_an_option(name: str) -> None:
    document = parsed(f"""
        paths:
          /things:
            post:
              operationId: things.create
              requestBody: {{content: {{application/json: {{schema: @Thing}}}}}}
              responses: {{'200': {{description: ok, content: {{application/json: {{}}}}}}}}
        components: {{schemas: {{Thing: {{type: object, properties: {{{name}: {{}}}}}}}}}}
    """)
    with pytest.raises(PipelineError, match="name of a request option") as caught:
        modules(document)
    assert caught.value.problems[0].pointer == f"/components/schemas/Thing/properties/{name}"


def test_arguments_that_would_share_a_name_are_refused() -> None:
    document = parsed("""
        paths:
          /things/{id}:
            put:
              operationId: things.update
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: @Thing}}}
              responses: {'200': {description: ok, content: {application/json: {}}}}
        components: {schemas: {Thing: {type: object, properties: {id: {type: string}}}}}
    """)
    with pytest.raises(PipelineError, match="two arguments would be called 'id'"):
        modules(document)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("a.b", "a b", "its argument would be called 'ab' like that of 'a.b'"),
        ("a-b", "a_b", "two arguments would be called 'a_b'"),
        ("a", "a", "the query parameter 'a' is there twice"),
    ],
)
def test_parameters_with_one_name_are_told_with_their_place(
    first: str, second: str, reason: str
) -> None:
    document = schemas("Thing: {type: object}")
    document["paths"]["/things"]["get"]["parameters"] = [
        {"name": name, "in": "query", "schema": {"type": "string"}} for name in (first, second)
    ]
    with pytest.raises(PipelineError) as caught:
        modules(document)
    [problem] = caught.value.problems
    assert problem.pointer == "/paths/~1things/get/parameters/1"
    assert problem.reason == reason
    assert problem.remedy is not None


def test_an_operation_has_its_own_parameter_in_place_of_its_path_s() -> None:
    document = schemas("Thing: {type: object}")
    item = document["paths"]["/things"]
    item["parameters"] = [{"name": "a", "in": "query", "schema": {"type": "string"}}]
    item["get"]["parameters"] = [{"name": "a", "in": "query", "schema": {"type": "integer"}}]
    assert "a: int" in modules(document)["client/resources/things.py"].decode()
