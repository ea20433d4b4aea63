"""What an overlay cannot do, and targets that match nothing."""

from __future__ import annotations

import pytest

from pipeline.overlay import apply
from pipeline.types import Json, JsonObject
from tests.support.overlaying import library, overlay, refused

# --- What cannot be merged ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "target", "update", "pointer", "reason"),
    [
        ({"a": {}}, "$.a", [1], "/a", "the array [1] cannot be merged into the object {}"),
        ({"a": {}}, "$.a", "x", "/a", 'the primitive "x" cannot be merged into the object {}'),
        ({"a": {}}, "$.a", None, "/a", "the primitive null cannot be merged into the object {}"),
        ({"a": 1}, "$.a", {}, "/a", "the object {} cannot be merged into the primitive 1"),
        ({"a": True}, "$.a", [], "/a", "the array [] cannot be merged into the primitive true"),
        ({"p": {"/x": {"k": []}}}, "$", {"p": {"/x": {"k": 1}}}, "/p/~1x/k", "the primitive 1"),
        ({"a": {"k": {}}}, "$.a", {"k": None}, "/a/k", "the primitive null cannot be merged"),
        (
            {"a": {"k": []}},
            "$.a",
            {"k": {}},
            "/a/k",
            "the object {} cannot be merged into the array []",
        ),
        (
            {"a": {"k": 0}},
            "$.a",
            {"k": [1]},
            "/a/k",
            "the array [1] cannot be merged into the primi",
        ),
        ({"a": 1}, "$.a", {"k": "é" * 99}, "/a", "an object cannot be merged into the primitive 1"),
        ({"a": {"k": "é" * 99}}, "$.a", {"k": {}}, "/a/k", '"' + "é" * 39 + "…"),
    ],
)
def test_clash(tree: JsonObject, target: str, update: Json, pointer: str, reason: str) -> None:
    problem = refused(tree, {"target": target, "update": update})
    assert (problem.action, problem.pointer) == (1, pointer)
    assert reason in problem.reason
    assert problem.remedy is not None and "remove it in one action" in problem.remedy


def test_nodes_of_mixed_kinds_are_refused_for_update() -> None:
    # A schema property named like the keyword is what `$..description` hits unmeant.
    problem = refused(library(), {"target": "$..description", "update": "x"})
    assert problem.reason == (
        "'update' needs nodes of one kind, and the target matches 8 primitives (such as "
        "#/servers/0/description), 1 object (such as "
        "#/components/schemas/Book/properties/description)"
    )


def test_nodes_of_mixed_kinds_are_refused_for_copy() -> None:
    problem = refused({"a": [], "b": {}}, {"target": "$.*", "copy": "$.b"})
    assert problem.reason.startswith("'copy' needs nodes of one kind")


def test_the_second_of_two_clashing_matches_is_named() -> None:
    tree: JsonObject = {"l": [{"k": 1}, {"k": []}]}
    assert refused(tree, {"target": "$.l[*]", "update": {"k": 2}}).pointer == "/l/1/k"
    assert tree == {"l": [{"k": 1}, {"k": []}]}


@pytest.mark.parametrize("extra", [{}, {"remove": False}, {"x-note": 1}, {"description": "d"}])
def test_an_action_that_does_nothing_is_refused(extra: JsonObject) -> None:
    problem = refused({"a": 1}, {"target": "$.a", "update": 2}, {"target": "$.a", **extra})
    assert problem.action == 2
    assert "changes nothing" in problem.reason


# --- No match -----------------------------------------------------------------------------------


def test_no_match_is_an_error_by_default() -> None:
    # https://github.com/speakeasy-api/openapi-overlay/issues/7
    tree = library()
    problem = refused(
        tree,
        {"target": "$.info", "update": {"x": 1}},
        {"target": "$.components.schemas.Book.pages", "update": {"minimum": 1}},
    )
    assert (problem.action, problem.pointer) == (2, "/components/schemas/Book")
    assert problem.reason == (
        "the target matches nothing: $.components.schemas.Book exists and has no key 'pages'"
    )
    assert problem.remedy is not None
    assert problem.remedy.startswith("Did you mean $.components.schemas.Book.properties.pages?")
    assert problem.remedy.endswith("give it 'x-allow-no-match: true'")


def test_a_key_that_is_to_be_added_is_put_into_the_parent() -> None:
    # https://github.com/speakeasy-api/openapi-overlay/issues/19
    response: JsonObject = {"content": {"*/*": {}}}
    target = "$.content['application/json']"
    remedy = refused(response, {"target": target, "update": {"x": 1}}).remedy
    assert remedy is not None
    assert "target the parent $.content and put the key in 'update'" in remedy
    remedy = refused(response, {"target": target, "remove": True}).remedy
    assert remedy == (
        "If the document has it in another form, an overlay beside this one whose name sorts "
        "before it can bring it into the form that is expected here. If the action may match "
        "nothing, give it 'x-allow-no-match: true'"
    )


@pytest.mark.parametrize(
    "change", [{"remove": True}, {"update": {"x": 1}}, {"copy": "$.nothing", "update": 1}]
)
def test_no_match_can_be_allowed(change: JsonObject) -> None:
    change = {k: v for k, v in change.items() if not (k == "update" and "copy" in change)}
    loaded = overlay({"target": "$.nothing", "x-allow-no-match": True, **change})
    result = apply({"a": 1}, [loaded])
    assert result.tree == {"a": 1}
    assert result.report[0].pointers == ()


def test_no_match_is_not_allowed_by_a_false() -> None:
    refused({"a": 1}, {"target": "$.b", "remove": True, "x-allow-no-match": False})


def test_what_an_action_removed_is_gone_for_the_next() -> None:
    action = {"target": "$.a", "remove": True}
    again = {**action, "description": "The same again"}
    assert refused({"a": 1, "b": 2}, action, again).action == 2
