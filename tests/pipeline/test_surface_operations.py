"""Operations: parameters, bodies, answers, streams, and what of them a client cannot have."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.errors import PipelineError
from pipeline.surface import ANY, ListOf, Operation, Ref, Scalar
from pipeline.types import JsonObject
from tests.support.generating import modules, parsed, refused, surface_of

THING = """
components:
  schemas:
    Thing: {type: object, properties: {id: {type: string}}}
    Problem: {type: object, properties: {message: {type: string}}}
    Event: {type: object, properties: {type: {type: string}}}
  responses:
    Failed:
      description: failed
      content: {application/json: {schema: @Problem}}
    Plain: {description: nothing said}
  requestBodies:
    Body: {content: {application/json: {schema: @Thing}}}
  parameters:
    Limit: {name: limit, in: query, schema: {type: integer}}
  pathItems:
    Shared:
      get:
        operationId: shared.get
        responses: {'200': {description: ok, content: {application/json: {schema: @Thing}}}}
"""
OK = "{description: ok, content: {application/json: {schema: @Thing}}}"


def operation(text: str, path: str = "/things") -> Operation:
    """The operation of a path item with a POST, given in flow or block YAML."""
    document = parsed(f"paths:\n  {path}:\n    post:\n{_indented(text)}\n{THING}")
    [found] = surface_of(document).operations
    return found


def problems(text: str, path: str = "/things") -> list[tuple[str | None, str]]:
    document = parsed(f"paths:\n  {path}:\n    post:\n{_indented(text)}\n{THING}")
    return [(p.pointer, p.reason) for p in refused(document)]


def _indented(text: str) -> str:
    return "\n".join(" " * 6 + line for line in text.strip().splitlines())


POST = "/paths/~1things/post"


def test_everything_by_reference() -> None:
    found = operation(f"""
operationId: things.create
parameters: [{{$ref: '#/components/parameters/Limit'}}]
requestBody: {{$ref: '#/components/requestBodies/Body'}}
responses:
  '200': {OK}
  '400': {{$ref: '#/components/responses/Failed'}}
  '503': {{$ref: '#/components/responses/Plain'}}
""")
    assert found.body == "Thing"
    assert [(p.wire, p.location, p.type) for p in found.parameters] == [
        ("limit", "query", Scalar("int"))
    ]
    assert found.response == Ref("Thing")
    assert found.statuses == {"200": Ref("Thing"), "400": Ref("Problem"), "503": None}
    assert found.event is None


def test_parameters_of_a_path_and_of_an_operation() -> None:
    document = parsed(f"""
paths:
  /things/{{id}}:
    parameters:
      - {{name: id, in: path, required: true, schema: {{type: string}}}}
      - {{name: verbose, in: query, schema: {{type: boolean}}, description: of the path}}
      - {{name: x-trace, in: header, schema: {{type: string}}}}
    get:
      operationId: things.get
      parameters: [{{name: verbose, in: query, required: true, schema: {{type: boolean}}}}]
      responses: {{'200': {OK}}}
{THING}
""")
    [found] = surface_of(document).operations
    by_name = {p.wire: p for p in found.parameters}
    assert {(p.wire, p.location) for p in found.parameters} == {
        ("id", "path"),
        ("verbose", "query"),
        ("x-trace", "header"),
    }
    assert by_name["verbose"].required
    assert by_name["verbose"].description is None


@pytest.mark.parametrize(
    "parameter",
    [
        "{name: session, in: cookie, schema: {type: string}}",
        "{name: filter, in: query, content: {application/json: {schema: {type: object}}}}",
    ],
)
def test_parameters_that_cannot_be_sent_are_refused(parameter: str) -> None:
    found = problems(f"operationId: a.b\nparameters: [{parameter}]\nresponses: {{'200': {OK}}}")
    assert [pointer for pointer, _ in found] == [f"{POST}/parameters/0"]


@pytest.mark.parametrize(
    ("body", "pointer", "word"),
    [
        ("{content: {text/plain: {schema: {type: string}}}}", "/content/text~1plain", "text/plain"),
        (
            "{content: {multipart/form-data: {schema: @Thing}}}",
            "/content/multipart~1form-data",
            "multipart/form-data",
        ),
        (
            "{content: {application/json: {schema: {type: array, items: {type: string}}}}}",
            "/content/application~1json",
            "not an object",
        ),
        ("{content: {application/json: {}}}", "/content/application~1json", "not an object"),
        (
            "{content: {application/json: {schema: {type: object}}}}",
            "/content/application~1json",
            "not an object",
        ),
    ],
)
def test_bodies_without_keyword_arguments_are_refused(body: str, pointer: str, word: str) -> None:
    found = problems(f"operationId: a.b\nrequestBody: {body}\nresponses: {{'200': {OK}}}")
    assert [p for p, _ in found] == [f"{POST}/requestBody{pointer}"]
    assert word in found[0][1]


def test_a_body_of_an_inline_object_is_named_after_its_operation() -> None:
    found = operation(f"""
operationId: things.create
requestBody:
  content:
    application/json:
      schema: {{type: object, properties: {{a: {{type: string}}}}}}
responses: {{'200': {OK}}}
""")
    assert found.body == "ThingsCreateRequest"


def test_several_successes_of_one_type() -> None:
    found = operation(f"operationId: a.b\nresponses: {{'200': {OK}, '201': {OK}}}")
    assert found.response == Ref("Thing")
    assert list(found.statuses) == ["200", "201"]


def test_several_successes_of_two_types_are_refused() -> None:
    other = OK.replace("Thing", "Problem")
    found = problems(f"operationId: a.b\nresponses: {{'200': {OK}, '202': {other}}}")
    assert found == [(f"{POST}/responses/202", "a second successful answer of another type")]


def test_status_ranges_and_default() -> None:
    found = operation(f"""
operationId: a.b
responses:
  2XX: {OK}
  4XX: {{$ref: '#/components/responses/Failed'}}
  default: {{$ref: '#/components/responses/Failed'}}
""")
    assert found.response == Ref("Thing")
    assert found.statuses == {"2XX": Ref("Thing"), "4XX": Ref("Problem"), "default": Ref("Problem")}


def test_json_and_events() -> None:
    found = operation("""
operationId: a.b
responses:
  '200':
    description: ok
    content:
      text/event-stream; charset=utf-8:
        schema: @Event
        x-sse: {sentinel: '[DONE]', terminal-events: [end]}
      application/json: {schema: @Thing}
""")
    assert (found.response, found.event) == (Ref("Thing"), Ref("Event"))
    assert found.sse == {"sentinel": "[DONE]", "terminal-events": ["end"]}


def test_events_only() -> None:
    found = operation("""
operationId: a.b
responses:
  '200': {description: ok, content: {text/event-stream: {schema: @Event}}}
""")
    assert (found.response, found.event) == (None, Ref("Event"))


def test_json_with_a_suffix_and_parameters_is_json() -> None:
    found = operation("""
operationId: a.b
responses:
  '200': {description: ok, content: {'application/vnd.x+json; profile="y"': {schema: @Thing}}}
""")
    assert found.response == Ref("Thing")


def test_a_media_type_without_a_schema_is_anything() -> None:
    found = operation(
        "operationId: a.b\nresponses: {'200': {description: ok, content: {application/json: {}}}}"
    )
    assert found.response == ANY


@pytest.mark.parametrize(
    ("responses", "pointer"),
    [
        ("{'200': {description: ok}}", "/responses/200"),
        ("{'204': {description: ok}}", "/responses/204"),
        (
            "{'200': {description: ok, content: {application/json: {schema: {type: array}}}}}",
            "/responses/200",
        ),
        (
            "{'200': {description: ok, content: {text/plain: {schema: {type: string}}}}}",
            "/responses/200/content/text~1plain",
        ),
        (
            "{'400': {description: bad, content: {text/event-stream: {schema: {}}}}}",
            "/responses/400",
        ),
    ],
)
def test_answers_that_the_client_cannot_read_are_refused(responses: str, pointer: str) -> None:
    found = problems(f"operationId: a.b\nresponses: {responses}")
    assert f"{POST}{pointer}" in [p for p, _ in found]


def test_an_error_may_be_any_json() -> None:
    found = operation(f"""
operationId: a.b
responses:
  '200': {OK}
  '400':
    description: bad
    content:
      application/json: {{schema: {{type: array, items: {{type: string}}}}}}
""")
    assert found.statuses["400"] == ListOf(Scalar("str"))


def test_an_operation_without_an_id_is_refused_with_a_remedy() -> None:
    document = parsed(f"paths:\n  /things:\n    post: {{responses: {{'200': {OK}}}}}\n{THING}")
    [problem] = refused(document)
    assert problem.pointer == POST
    assert "overlay" in (problem.remedy or "")


def test_webhooks_and_callbacks_are_refused() -> None:
    document = parsed(f"""
paths:
  /things:
    post:
      operationId: a.b
      callbacks: {{later: {{'{{$request.body#/url}}': {{post: {{responses: {{}}}}}}}}}}
      responses: {{'200': {OK}}}
webhooks: {{done: {{post: {{responses: {{}}}}}}}}
{THING}
""")
    assert [p.pointer for p in refused(document)] == [f"{POST}/callbacks", "/webhooks"]


def test_a_path_item_by_reference() -> None:
    document = parsed(f"paths:\n  /shared: {{$ref: '#/components/pathItems/Shared'}}\n{THING}")
    [found] = surface_of(document).operations
    assert (found.id, found.method, found.path) == ("shared.get", "GET", "/shared")
    assert found.pointer == "/components/pathItems/Shared/get"


def test_a_document_without_operations_is_refused() -> None:
    document = parsed("paths: {}")
    [problem] = refused(document)
    assert problem.pointer == "/paths"


def test_every_method_in_a_fixed_order() -> None:
    document = parsed(f"""
paths:
  /things:
    delete: {{operationId: things.delete, responses: {{'200': {OK}}}}}
    get: {{operationId: things.get, responses: {{'200': {OK}}}}}
    x-note: {{}}
{THING}
""")
    assert [o.id for o in surface_of(document).operations] == ["things.get", "things.delete"]


# -- what was once passed over


def _get(extra: str, head: str = "", path: str = "/things") -> JsonObject:
    answer = "'200': {description: d, content: {application/json: {schema: {type: object}}}}"
    extra = f"      {extra}\n" if extra else ""
    return parsed(
        f"\npaths:\n  {path}:\n{head}    get:\n      operationId: things.get\n"
        f"{extra}      responses: {{{answer}}}\n"
    )


def test_extensions_of_paths_and_answers_are_no_operations() -> None:
    document = _get("")
    document["paths"]["x-number"] = 1
    document["paths"]["x-item"] = {"get": {"operationId": "other.get"}}
    document["paths"]["/things"]["get"]["responses"]["x-text"] = "words"
    [operation] = surface_of(document).operations
    assert list(operation.statuses) == ["200"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("put", {"operationId": "things.put"}), ("parameters", []), ("servers", [])],
)
def test_what_stands_beside_the_reference_of_a_path_item_is_refused(key: str, value: Any) -> None:
    document = _get("")
    document["components"] = {"pathItems": {"Item": document["paths"]["/things"]}}
    document["paths"]["/things"] = {"$ref": "#/components/pathItems/Item", key: value}
    assert f"/paths/~1things/{key}" in [p.pointer for p in refused(document)]


def test_a_path_begins_with_a_slash() -> None:
    [problem] = refused(_get("", path="things"))
    assert problem.pointer == "/paths/things"


@pytest.mark.parametrize("responses", ["{default: {description: d}}", "{'404': {description: d}}"])
def test_an_operation_has_to_say_what_a_success_is(responses: str) -> None:
    text = f"\npaths:\n  /a:\n    get:\n      operationId: a.get\n      responses: {responses}\n"
    [problem] = refused(parsed(text))
    assert problem.pointer == "/paths/~1a/get/responses"
    assert "success" in problem.reason


@pytest.mark.parametrize("body", ["{description: d}", "{content: {}}"])
def test_a_body_without_content_is_refused(body: str) -> None:
    [problem] = refused(_get(f"requestBody: {body}"))
    assert problem.pointer == "/paths/~1things/get/requestBody"


def test_a_body_that_may_be_left_out_is_noted() -> None:
    document = _get("requestBody: {content: {application/json: {schema: @T}}}")
    document["components"] = {"schemas": {"T": {"properties": {"a": {}}}}}
    assert any("may be left out" in note for note in surface_of(document).notes)
    document["paths"]["/things"]["get"]["requestBody"]["required"] = True
    assert surface_of(document).notes == ()


@pytest.mark.parametrize("place", ["body", "formData", "qurey"])
def test_a_parameter_of_another_place_is_refused(place: str) -> None:
    [problem] = refused(_get(f"parameters: [{{name: q, in: {place}, schema: {{type: string}}}}]"))
    assert problem.pointer == "/paths/~1things/get/parameters/0"


def test_a_parameter_may_be_anything() -> None:
    document = _get("parameters: [{name: q, in: query, schema: true}]")
    [parameter] = surface_of(document).operations[0].parameters
    assert (parameter.type, parameter.schema) == (ANY, {})
    assert b"q: Any | Omit" in modules(document)["client/resources/things.py"]


@pytest.mark.parametrize(
    ("where", "pointer"),
    [
        ("parameters: [{$ref: '#/components/schemas/T'}]", "parameters/0/$ref"),
        ("requestBody: {$ref: '#/components/schemas/T'}", "requestBody/$ref"),
        ("requestBody: {$ref: '#/components/Nowhere'}", "requestBody/$ref"),
    ],
)
def test_a_reference_to_another_kind_of_object_is_refused(where: str, pointer: str) -> None:
    document = _get(where)
    document["components"] = {"schemas": {"T": {"type": "object"}}}
    assert f"/paths/~1things/get/{pointer}" in [p.pointer for p in refused(document)]


def _streaming(rules: str, second: str = "") -> JsonObject:
    return parsed(f"""
    paths:
      /things:
        post:
          operationId: things.create
          requestBody: {{content: {{application/json: {{schema: @Request}}}}}}
          responses:
            '200':
              description: d
              content:
                application/json: {{schema: @Thing}}
                text/event-stream: {{schema: @Event, x-sse: {rules}}}
            {second}
    components:
      schemas:
        Request: {{type: object, properties: {{stream: {{type: boolean}}}}}}
        Thing: {{type: object, x-response-view: chat, properties: {{a: {{type: string}}}}}}
        Event: {{type: object, properties: {{a: {{type: string}}}}}}
    """)


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ("{sentinal: x}", "sentinal"),
        ("{sentinel: 1}", "sentinel"),
        ("{terminal-events: done}", "terminal-events"),
        ("{error-events: [1]}", "error-events"),
    ],
)
def test_rules_of_streams_that_the_client_would_not_follow_are_refused(
    rules: str, key: str
) -> None:
    [problem] = refused(_streaming(rules))
    assert problem.pointer is not None
    assert problem.pointer.endswith(f"text~1event-stream/x-sse/{key}")


def test_rules_of_streams_beside_something_else_are_refused() -> None:
    document = _streaming("{sentinel: x}")
    content = document["paths"]["/things"]["post"]["responses"]["200"]["content"]
    content["application/json"]["x-sse"] = {}
    [problem] = refused(document)
    assert problem.pointer is not None
    assert problem.pointer.endswith("application~1json/x-sse")


def test_a_second_event_stream_is_not_lost() -> None:
    stream = "text/event-stream: {schema: @Event, x-sse: {sentinel: %s}}"
    content = f"application/json: {{schema: @Thing}}, {stream}"
    answer = f"'202': {{description: d, content: {{{content}}}}}"
    surface_of(_streaming("{sentinel: x}", answer % "x"))
    [problem] = refused(_streaming("{sentinel: x}", answer % "y"))
    assert problem.pointer == "/paths/~1things/post/responses/202"


def test_the_switch_of_a_stream_is_a_boolean() -> None:
    document = _streaming("{}")
    modules(document)
    document["components"]["schemas"]["Request"]["properties"]["stream"] = {"type": "string"}
    with pytest.raises(PipelineError) as caught:
        modules(document)
    assert "no boolean" in str(caught.value)


def test_a_deprecated_parameter_says_so() -> None:
    document = _get(
        "parameters: [{name: q, in: query, deprecated: true, schema: {type: string, minLength: 2}}]"
    )
    text = modules(document)["client/resources/things.py"].decode()
    assert "q: At least 2 characters. Deprecated." in text


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("/things?kind=a", "query"),
        ("/things#a", "fragment"),
        ("/things/{id", "brace"),
        ("/things/{id}/{id}", "'id' has two places"),
    ],
)
def test_a_path_that_no_request_could_be_sent_to_is_refused(path: str, word: str) -> None:
    pointer = "/paths/" + path.replace("/", "~1")
    parameter = "{name: id, in: path, required: true, schema: {type: string}}"
    found = problems(
        f"operationId: a.b\nparameters: [{parameter}]\nresponses: {{'200': {OK}}}", path
    )
    assert word in dict(found)[pointer]


def test_a_parameter_of_the_path_is_required() -> None:
    parameter = "{name: id, in: path, schema: {type: string}}"
    text = f"operationId: a.b\nparameters: [{parameter}]\nresponses: {{'200': {OK}}}"
    [(pointer, reason)] = problems(text, "/things/{id}")
    assert pointer == "/paths/~1things~1{id}/post/parameters/0"
    assert "required" in reason


@pytest.mark.parametrize("name", ["x y", "x:y", "é", "'x\\ny'", "Host", "content-length"])
def test_a_header_that_no_client_can_send_is_refused(name: str) -> None:
    name = f'"{name[1:-1]}"' if name.startswith("'") else name
    parameter = f"{{name: {name}, in: header, schema: {{type: string}}}}"
    found = problems(f"operationId: a.b\nparameters: [{parameter}]\nresponses: {{'200': {OK}}}")
    assert [pointer for pointer, _ in found] == [f"{POST}/parameters/0/name"]


@pytest.mark.parametrize("status", ["2xx", "abc", "20", "600", "OK", "2X0"])
def test_what_is_no_status_is_refused(status: str) -> None:
    text = f"operationId: a.b\nresponses: {{'200': {OK}, '{status}': {OK}}}"
    assert [pointer for pointer, _ in problems(text)] == [f"{POST}/responses/{status}"]


@pytest.mark.parametrize(
    "schema", ["{oneOf: [@Thing, {type: 'null'}]}", "{type: [object, 'null']}"]
)
def test_an_answer_that_may_be_null_is_refused(schema: str) -> None:
    """A gateway's null with status 200 is a broken answer, and the client says so."""
    answer = f"{{description: ok, content: {{application/json: {{schema: {schema}}}}}}}"
    found = problems(f"operationId: a.b\nresponses: {{'200': {answer}}}")
    assert [pointer for pointer, _ in found] == [f"{POST}/responses/200"]
