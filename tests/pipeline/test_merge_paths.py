"""Joining paths and webhooks, and what must be there once only."""

from __future__ import annotations

import itertools
import textwrap

import pytest

from pipeline.merge import merge
from pipeline.merge.checks import snake
from tests.support.merging import part, refused

OK = "responses: {'200': {description: ok}}"


def test_one_path_with_different_methods_joins() -> None:
    one = part("a", "A", f"paths: {{/x: {{get: {{{OK}}}}}, /z: {{get: {{{OK}}}}}}}")
    two = part("b", "B", f"paths: {{/y: {{get: {{{OK}}}}}, /x: {{post: {{{OK}}}}}}}")
    for order in itertools.permutations([one, two]):
        paths = merge(order).tree["paths"]
        assert list(paths) == ["/x", "/z", "/y"]
        assert list(paths["/x"]) == ["get", "post"]


def test_what_a_path_says_for_all_stays_if_all_say_it() -> None:
    level = "parameters: [{name: id, in: path, required: true}], summary: S"
    merged = merge(
        [
            part("a", "A", f"paths: {{'/x/{{id}}': {{{level}, get: {{{OK}}}}}}}"),
            part("b", "B", f"paths: {{'/x/{{id}}': {{{level}, post: {{{OK}}}}}}}"),
        ]
    )
    item = merged.tree["paths"]["/x/{id}"]
    assert list(item) == ["parameters", "summary", "get", "post"]
    assert "parameters" not in item["get"]


def test_what_a_path_says_for_one_document_moves_into_its_operations() -> None:
    one = part(
        "a",
        "A",
        f"""
        components: {{parameters: {{Own: {{name: own, in: query, schema: {{type: string}}}}}}}}
        paths:
          /x:
            summary: S
            servers: [{{url: 'u:a'}}]
            x-tier: 1
            parameters:
              - {{name: own, in: query, description: overridden}}
              - {{name: own, in: header}}
            get: {{parameters: [{{$ref: '#/components/parameters/Own'}}], {OK}}}
            put: {{summary: Mine, {OK}}}
        """,
    )
    two = part("b", "B", f"paths: {{/x: {{post: {{{OK}}}}}}}")
    item = merge([one, two]).tree["paths"]["/x"]
    assert list(item) == ["get", "put", "post"]
    assert item["get"]["parameters"] == [
        {"$ref": "#/components/parameters/Own"},
        {"name": "own", "in": "header"},
    ]
    assert [p["in"] for p in item["put"]["parameters"]] == ["query", "header"]
    assert (item["get"]["summary"], item["put"]["summary"]) == ("S", "Mine")
    assert item["get"]["servers"] == [{"url": "u:a"}] and item["get"]["x-tier"] == 1
    assert list(item["post"]) == ["responses"]


def test_wording_that_no_operation_takes_is_noted() -> None:
    one = part("a", "A", f"paths: {{/x: {{summary: S, get: {{summary: Mine, {OK}}}}}}}")
    two = part("b", "B", f"paths: {{/x: {{post: {{{OK}}}}}}}")
    assert merge([one, two]).report.notes[-1].startswith("summary of a at #/paths/~1x is left out")


def test_extensions_of_a_path_must_not_overrule_those_of_an_operation() -> None:
    one = part("a", "A", f"paths: {{/x: {{x-t: 1, get: {{x-t: 2, {OK}}}}}}}")
    (problem,) = refused(one, part("b", "B", f"paths: {{/x: {{post: {{{OK}}}}}}}"))
    assert problem.pointer == "/paths/~1x/x-t"


def test_a_reference_into_what_moved_is_a_problem() -> None:
    text = f"""
        components: {{parameters: {{P: {{$ref: '#/paths/~1x/parameters/0'}}}}}}
        paths: {{/x: {{parameters: [{{name: a, in: query}}], get: {{{OK}}}}}}}
    """
    (problem, *_) = refused(
        part("a", "A", text), part("b", "B", f"paths: {{/x: {{post: {{{OK}}}}}}}")
    )
    assert "leads nowhere" in problem.reason


def test_the_same_operation_twice_names_both_documents() -> None:
    text = f"paths: {{/x: {{get: {{{OK}}}, post: {{{OK}}}}}}}"
    problems = refused(part("a", "A", text), part("b", "B", text))
    assert [(p.document, p.pointer) for p in problems] == [
        ("b", "/paths/~1x/get"),
        ("b", "/paths/~1x/post"),
    ]
    assert "GET /x is also in a at #/paths/~1x" in problems[0].reason


def test_equivalent_templates_are_one_path() -> None:
    one = part("a", "A", f"paths: {{'/pets/{{a}}/x': {{get: {{{OK}}}}}}}")
    two = part("b", "B", f"paths: {{'/pets/{{b}}/x': {{post: {{{OK}}}}}}}")
    (problem,) = refused(one, two)
    assert problem.document == "b" and problem.pointer == "/paths/~1pets~1{b}~1x"
    assert "/pets/{a}/x of a at #/paths/~1pets~1{a}~1x" in problem.reason
    assert merge([one, part("b", "B", f"paths: {{'/pets/mine/x': {{get: {{{OK}}}}}}}")])


def test_webhooks_join_as_paths_do() -> None:
    one = part("a", "A", f"webhooks: {{w: {{post: {{{OK}}}}}, '{{a}}': {{post: {{{OK}}}}}}}")
    two = part("b", "B", f"webhooks: {{w: {{get: {{{OK}}}}}, '{{b}}': {{post: {{{OK}}}}}}}")
    webhooks = merge([two, one]).tree["webhooks"]
    assert {name: list(item) for name, item in webhooks.items()} == {
        "w": ["post", "get"],
        "{a}": ["post"],
        "{b}": ["post"],
    }
    (problem,) = refused(one, part("b", "B", f"webhooks: {{w: {{post: {{{OK}}}}}}}"))
    assert problem.pointer == "/webhooks/w/post"


def test_a_path_item_reference_joins_if_it_leads_to_operations_only() -> None:
    text = f"""
        components: {{pathItems: {{I: {{%sget: {{{OK}}}}}}}}}
        paths: {{/x: {{$ref: '#/components/pathItems/I'}}}}
    """
    two = part("b", "B", f"paths: {{/x: {{post: {{{OK}}}}}}}")
    assert merge([part("a", "A", text % ""), two]).tree["paths"]["/x"] == {
        "$ref": "#/components/pathItems/I",
        "post": {"responses": {"200": {"description": "ok"}}},
    }
    (problem,) = refused(part("a", "A", text % "summary: S, "), two)
    assert problem.pointer == "/paths/~1x/$ref" and "also in b" in problem.reason
    (problem,) = refused(
        part("a", "A", text % ""), part("b", "B", f"paths: {{/x: {{get: {{{OK}}}}}}}")
    )
    assert "GET /x is also in a" in problem.reason


def test_extensions_beside_paths() -> None:
    one, two = part("a", "A", "paths: {x-p: 1}"), part("b", "B", "paths: {x-p: 2}")
    assert merge([one]).tree["paths"] == {"x-p": 1}
    (problem,) = refused(one, two)
    assert problem.pointer == "/paths/x-p"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("createMessage", "createMessage"),
        ("createMessage", "CREATEMESSAGE"),
        ("createMessage", "create_message"),
        ("chat.completions.create", "chatCompletions-create"),
        ("getHTTPStatus", "get_http_status"),
    ],
)
@pytest.mark.parametrize(
    "place",
    [
        "paths: {/b: {get: %s}}",
        "webhooks: {w: {post: %s}}",
        "components: {pathItems: {I: {get: %s}}}",
        "components: {callbacks: {c: {'{$url}': {post: %s}}}}",
        "paths: {/b: {get: {responses: {}, callbacks: {c: {'{$url}': {post: %s}}}}}}",
    ],
)
def test_operation_ids_that_become_equal(first: str, second: str, place: str) -> None:
    one = part("a", "A", f"paths: {{/a: {{get: {{operationId: {first}, {OK}}}}}}}")
    two = part("b", "B", place % f"{{operationId: {second}, {OK}}}")
    (problem,) = refused(one, two)
    assert problem.document == "b" and problem.pointer is not None
    assert problem.pointer.endswith("/operationId")
    assert "also used in a at #/paths/~1a/get" in problem.reason


def test_operation_ids_within_one_document() -> None:
    text = f"""
        paths:
          /a: {{get: {{operationId: listThings, {OK}}}, post: {{operationId: list_things, {OK}}}}}
          /b: {{get: {{operationId: listOthers, {OK}}}}}
    """
    (problem,) = refused(part("a", "A", text))
    assert problem.pointer == "/paths/~1a/post/operationId"


def test_an_operation_in_a_shared_component_is_one() -> None:
    text = textwrap.dedent(
        f"components: {{pathItems: {{I: {{get: {{operationId: getI, {OK}}}}}}}}}\n"
    )
    use = "paths: {/x: {$ref: '#/components/pathItems/I'}}\n"
    assert list(merge([part("a", "A", text + use), part("b", "B", text)]).tree["paths"]) == ["/x"]
    twice = use.replace("}}", "}, /y: {$ref: '#/components/pathItems/I'}}")
    (problem,) = refused(part("a", "A", text + twice))
    assert problem.pointer == "/paths/~1y" and "twice" in problem.reason


def test_snake() -> None:
    names = (
        "createMessage",
        "CreateMessage",
        "create-message",
        "create.message",
        "create__Message",
    )
    assert {snake(name) for name in names} == {"create_message"}
    assert snake("getV2HTTPServer") == "get_v_2_http_server"
