"""Reading overlay documents: the official schemas, reusable actions, and every problem at once.

The documents are our own; they cover each kind of the specification's schema tests
(https://github.com/OAI/Overlay-Specification/tree/main/tests).
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.overlay import Overlay, load_overlay
from pipeline.types import Document, Json, JsonObject

VERSIONS = ["1.0.0", "1.1.0", "1.2.0"]
INFO = {"title": "A test", "version": "1"}
ACTION = {"target": "$.info", "update": {"x": 1}}
_UPDATES: list[Json] = ["text", True, 1, 1.5, None, [], {}]


def load(tree: Json, **lines: int) -> Overlay:
    at = {key.replace("_", "/"): line for key, line in lines.items()}
    return load_overlay(Document("o.yaml", tree, lines=at))


def problems(tree: Json, **lines: int) -> tuple[Problem, ...]:
    with pytest.raises(PipelineError) as caught:
        load(tree, **lines)
    assert all(problem.document == "o.yaml" for problem in caught.value.problems)
    return caught.value.problems


def document(version: str = "1.1.0", /, **changes: Json) -> JsonObject:
    """A valid overlay with some fields changed; `...` leaves a field out."""
    tree: JsonObject = {"overlay": version, "info": INFO, "actions": [ACTION], **changes}
    return {key: value for key, value in tree.items() if value is not ...}


# --- What the schemas accept --------------------------------------------------------------------


@pytest.mark.parametrize("version", [*VERSIONS, "1.0.1", "1.1.12", "1.2.3"])
@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="one update"),
        pytest.param({"actions": [{"target": "$"}]}, id="minimal"),
        pytest.param({"actions": [{"target": "$", "description": "Why"}]}, id="description"),
        pytest.param({"actions": [{"target": "$", "x-mine": {}}]}, id="extension of an action"),
        pytest.param({"info": {**INFO, "x-mine": []}}, id="extension of info"),
        pytest.param({"x-mine": None}, id="extension of the root"),
        pytest.param({"extends": "../openapi.yaml"}, id="extends"),
        pytest.param({"actions": [{**ACTION, "remove": True}]}, id="update and remove"),
        pytest.param({"actions": [ACTION, {**ACTION, "update": {"x": 2}}]}, id="two actions"),
        pytest.param(
            {"actions": [{"target": "$.p.*.get[?@.x-traits.paged]", "update": {"a": [{}]}}]},
            id="hyphen in a shorthand name, as in the specification's traits example",
        ),
        *(
            pytest.param({"actions": [{"target": "$.a", "update": value}]}, id=f"update {value!r}")
            for value in _UPDATES
        ),
    ],
)
def test_valid(version: str, changes: JsonObject) -> None:
    tree = document(version, **changes)
    loaded = load(tree)
    assert loaded.version == version[:3]
    assert len(loaded.actions) == len(tree["actions"])


@pytest.mark.parametrize("version", ["1.1.0", "1.2.0"])
def test_valid_since_1_1(version: str) -> None:
    info = {**INFO, "description": "What for"}
    (action,) = load(document(version, info=info, actions=[{"target": "$", "copy": "$.a"}])).actions
    assert action.operation == "copy"


def test_what_an_overlay_says_of_itself() -> None:
    loaded = load(document(extends="openapi.yaml"), _actions_0=7)
    assert (loaded.name, loaded.extends) == ("o.yaml", "openapi.yaml")
    (action,) = loaded.actions
    assert (action.number, action.target, action.operation) == (1, "$.info", "update")
    assert (action.update, action.allow_no_match, action.line) == ({"x": 1}, False, 7)


def test_extends_is_resolved_against_self() -> None:
    tree = document(
        "1.2.0", **{"$self": "https://e.example/overlays/a.yaml"}, extends="../api/b.yaml"
    )
    assert load(tree).extends == "https://e.example/api/b.yaml"
    assert load(document("1.2.0", **{"$self": "https://e.example/a.yaml"})).extends is None


# --- What they refuse ---------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("changes", "pointer", "reason"),
    [
        ({"actions": ...}, "", "the field 'actions' is missing"),
        ({"info": ...}, "", "the field 'info' is missing"),
        ({"actions": []}, "/actions", "the list is empty"),
        ({"actions": {}}, "/actions", "expected array, found object"),
        ({"actions": [5]}, "/actions/0", "expected object, found number"),
        ({"actions": [ACTION, ACTION]}, "/actions", "entries 1 and 2 are the same"),
        ({"actions": [{"update": "x"}]}, "/actions/0", "the field 'target' is missing"),
        ({"actions": [{"target": 5}]}, "/actions/0/target", "expected string, found number"),
        ({"actions": [{"target": "info"}]}, "/actions/0/target", "'info' is not a JSONPath query"),
        (
            {"actions": [{**ACTION, "description": 5}]},
            "/actions/0/description",
            "expected string, found number",
        ),
        (
            {"actions": [{"target": "$", "remove": "yes"}]},
            "/actions/0/remove",
            "expected boolean, found string",
        ),
        ({"info": "A test"}, "/info", "expected object, found string"),
        ({"info": {"version": "1"}}, "/info", "the field 'title' is missing"),
        ({"info": {"title": "t"}}, "/info", "the field 'version' is missing"),
        ({"info": {**INFO, "title": 1}}, "/info/title", "expected string, found number"),
        ({"info": {**INFO, "version": None}}, "/info/version", "expected string, found null"),
        ({"info": {**INFO, "version": True}}, "/info/version", "expected string, found boolean"),
        ({"info": {**INFO, "titel": ""}}, "/info/titel", "there is no field 'titel' here"),
        ({"extends": {}}, "/extends", "expected string, found object"),
        ({"extends": "a b"}, "/extends", "'a b' is not a uri-reference"),
        ({"invalid": 1}, "/invalid", "there is no field 'invalid' here"),
    ],
)
def test_invalid(version: str, changes: JsonObject, pointer: str, reason: str) -> None:
    (problem,) = problems(document(version, **changes))
    assert (problem.pointer, problem.reason) == (pointer, reason)
    assert problem.action == (1 if pointer.startswith("/actions/0") else None)
    assert problem.remedy


@pytest.mark.parametrize(
    ("tree", "pointer"),
    [
        (document("1.0.0", info={**INFO, "description": "d"}), "/info/description"),
        (document("1.0.0", actions=[{"target": "$", "copy": "$.a"}]), "/actions/0/copy"),
        (document("1.1.0", components={}), "/components"),
        (document("1.1.0", **{"$self": "https://e.example/a"}), "/$self"),
        (
            document("1.1.0", actions=[{"target": "$", "$ref": "#/components/actions/a"}]),
            "/actions/0/$ref",
        ),
    ],
)
def test_a_field_of_a_later_version_is_refused(tree: JsonObject, pointer: str) -> None:
    (problem,) = problems(tree)
    assert problem.pointer == pointer
    assert problem.reason.startswith("there is no field")


@pytest.mark.parametrize("version", ["1.1.0", "1.2.0"])
@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"info": {**INFO, "description": 5}}, "/info/description"),
        ({"actions": [{"target": "$", "copy": 5}]}, "/actions/0/copy"),
    ],
)
def test_invalid_since_1_1(version: str, changes: JsonObject, pointer: str) -> None:
    (problem,) = problems(document(version, **changes))
    assert (problem.pointer, problem.reason) == (pointer, "expected string, found number")


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"$self": "https://e.example/a#b"}, "/$self"),
        ({"extends": "a.yaml#/info"}, "/extends"),
        ({"components": []}, "/components"),
        ({"components": {"schemas": {}}}, "/components/schemas"),
        ({"components": {"actions": []}}, "/components/actions"),
        ({"components": {"actions": {"a": 5}}}, "/components/actions/a"),
        ({"components": {"actions": {"a": {"update": 1}}}}, "/components/actions/a/update"),
        ({"components": {"actions": {"a": {"fields": 5}}}}, "/components/actions/a/fields"),
        ({"components": {"actions": {"a": {"description": 5}}}}, "/components/actions/a/descripti"),
        (
            {"components": {"actions": {"a": {"fields": {"target": "$"}}}}},
            "/components/actions/a/fields/target",
        ),
        ({"actions": [{"$ref": "#/components/actions/a"}]}, "/actions/0"),
        ({"actions": [{"$ref": 5, "target": "$"}]}, "/actions/0/$ref"),
        (
            {"actions": [{"$ref": "#/components/actions/a", "target": "$", "update": 1}]},
            "/actions/0/update",
        ),
        (
            {"actions": [{"$ref": "#/components/actions/a", "target": "$", "remove": True}]},
            "/actions/0/remove",
        ),
        (
            {"actions": [{"$ref": "#/components/actions/a", "target": "$", "copy": "$"}]},
            "/actions/0/copy",
        ),
    ],
)
def test_invalid_since_1_2(changes: JsonObject, pointer: str) -> None:
    changes = {"components": {"actions": {"a": {"fields": {"update": 1}}}}, **changes}
    problem = problems(document("1.2.0", **changes))[0]
    assert problem.pointer is not None and problem.pointer.startswith(pointer)


@pytest.mark.parametrize("ref", ["#/components/actions/a/b", "#/info", "a.yaml", "#/x~2"])
def test_a_reference_that_is_no_reference_to_a_reusable_action(ref: str) -> None:
    tree = document(
        "1.2.0",
        components={"actions": {"a": {"fields": {"update": 1}}}},
        actions=[{"$ref": ref, "target": "$"}],
    )
    assert {problem.pointer for problem in problems(tree)} == {"/actions/0/$ref"}


def test_a_reference_to_no_reusable_action() -> None:
    tree = document(
        "1.2.0",
        components={"actions": {"responses": {"fields": {"update": {}}}}},
        actions=[{"$ref": "#/components/actions/response", "target": "$"}],
    )
    (problem,) = problems(tree)
    assert problem.reason == "there is no reusable action 'response'"
    assert problem.remedy == "Did you mean 'responses'?"


@pytest.mark.parametrize(
    ("declared", "pointer"),
    [
        (..., ""),
        ("1.0", "/overlay"),
        ("1.3.0", "/overlay"),
        ("2.0.0", "/overlay"),
        ("1.1.0-rc1", "/overlay"),
        (1.1, "/overlay"),
        (None, "/overlay"),
    ],
)
def test_version(declared: Json, pointer: str) -> None:
    (problem,) = problems(document(overlay=declared))
    assert problem.pointer == pointer
    assert problem.remedy == "Set it to one of 1.0.0, 1.1.0, 1.2.0"


def test_not_an_object() -> None:
    (problem,) = problems(["overlay"])
    assert problem.reason == "an overlay document is an object"


# --- Beyond the schema --------------------------------------------------------------------------


def test_update_beside_copy() -> None:
    (problem,) = problems(document(actions=[{"target": "$.a", "update": 1, "copy": "$.b"}]))
    assert (problem.action, problem.pointer) == (1, "/actions/0/copy")
    assert problem.remedy == "Make it two actions"


@pytest.mark.parametrize("value", ["true", 1, None, {}])
def test_allow_no_match_is_a_boolean(value: Json) -> None:
    (problem,) = problems(document(actions=[{**ACTION, "x-allow-no-match": value}]))
    assert problem.pointer == "/actions/0/x-allow-no-match"


def test_a_misspelt_field_is_suggested() -> None:
    (problem,) = problems(document(actions=[{"target": "$", "updates": {}}]))
    assert problem.remedy == "Did you mean 'update'?"


def test_an_invalid_query_of_a_reusable_action_is_found_where_it_stands() -> None:
    tree = document(
        "1.2.0",
        components={"actions": {"a": {"fields": {"copy": "$.["}}}},
        actions=[{"$ref": "#/components/actions/a", "target": "$.b"}],
    )
    (problem,) = problems(tree, _components_actions_a=4)
    assert (problem.pointer, problem.action) == ("/components/actions/a/fields/copy", 1)
    assert problem.line == 4


def test_every_problem_is_told_in_document_order() -> None:
    tree: dict[str, Any] = document(
        info={"title": "t"},
        actions=[
            *({"target": f"$.a{n}", "remove": n if n == 2 else True} for n in range(9)),
            {"target": "$.a..", "copy": "b"},
            {"target": "$", "remove": 1},
        ],
        invalid=1,
    )
    found = problems(tree, _info=2, _actions=3, _actions_9=13)
    assert [(p.pointer, p.action, p.line) for p in found] == [
        ("/info", None, 2),
        ("/actions/2/remove", 3, 3),
        ("/actions/9/target", 10, 13),
        ("/actions/9/copy", 10, 13),
        ("/actions/10/remove", 11, 3),
        ("/invalid", None, None),
    ]


def test_importing_the_step_does_not_import_its_engines() -> None:
    code = (
        "import sys, pipeline.overlay; "
        "sys.exit(str({'jsonpath', 'jsonschema'} & set(sys.modules)) if "
        "{'jsonpath', 'jsonschema'} & set(sys.modules) else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
