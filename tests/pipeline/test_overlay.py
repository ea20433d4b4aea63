"""Applying overlays: the merge rules of the Overlay Specification, and what is refused.

The documents are our own; they cover every kind of the specification's published sets
(https://github.com/OAI/Overlay-Specification/tree/main/compliant-sets).
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.overlay import Applied, Overlay, apply, load_overlay
from pipeline.types import Document, Json, JsonObject


def overlay(*actions: JsonObject, version: str = "1.1.0", **fields: Json) -> Overlay:
    info = {"title": "A test", "version": "1"}
    tree = {"overlay": version, "info": info, "actions": list(actions), **fields}
    return load_overlay(Document("test.overlay.yaml", tree))


def applied(tree: JsonObject, *actions: JsonObject, version: str = "1.1.0") -> JsonObject:
    return apply(tree, [overlay(*actions, version=version)]).tree


def refused(tree: JsonObject, *actions: JsonObject, version: str = "1.1.0") -> Problem:
    with pytest.raises(PipelineError) as caught:
        applied(tree, *actions, version=version)
    (problem,) = caught.value.problems
    assert problem.document == "test.overlay.yaml"
    return problem


def library() -> JsonObject:
    """A small document with what the rules distinguish."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1", "contact": {"name": "Desk"}},
        "servers": [
            {"url": "https://a.example", "description": "Live"},
            {"url": "https://b.example", "description": "Trial"},
            {"url": "https://c.example", "description": "Trial"},
        ],
        "paths": {
            "/books": {
                "get": {
                    "tags": ["books", "draft", "books"],
                    "parameters": [{"name": "q", "in": "query"}, {"name": "id", "in": "header"}],
                    "responses": {"200": {"description": "Books"}, "500": {"description": "Oh"}},
                },
                "post": {"responses": {"201": {"description": "Added"}}},
            },
            "/loans/{id}": {
                "get": {"responses": {"200": {"description": "Loan"}, "500": {"description": "Oh"}}}
            },
        },
        "components": {
            "schemas": {
                "Book": {
                    "type": "object",
                    "properties": {
                        "description": {"type": "string", "example": "Blue"},
                        "pages": {"type": "integer"},
                    },
                }
            }
        },
    }


# --- The kinds of the published sets ------------------------------------------------------------


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.2.0"])
class TestPublishedKinds:
    def test_adds_an_object_to_an_object(self, version: str) -> None:
        tree = applied(
            library(),
            {
                "target": "$.info",
                "update": {"license": {"name": "MIT", "url": "https://l.example"}},
            },
            version=version,
        )
        assert tree["info"] == {
            "title": "Library",
            "version": "1",
            "contact": {"name": "Desk"},
            "license": {"name": "MIT", "url": "https://l.example"},
        }

    def test_adds_and_replaces_texts_of_an_operation(self, version: str) -> None:
        tree = applied(
            library(),
            {"target": "$.paths['/books'].get", "update": {"summary": "First"}},
            {
                "target": "$.paths['/books'].get",
                "update": {"summary": "List", "description": "All"},
            },
            version=version,
        )
        operation = tree["paths"]["/books"]["get"]
        assert (operation["summary"], operation["description"]) == ("List", "All")

    def test_removes_a_primitive_property(self, version: str) -> None:
        target = "$.components.schemas.Book.properties['description'].example"
        tree = applied(library(), {"target": target, "remove": True}, version=version)
        schema = tree["components"]["schemas"]["Book"]["properties"]["description"]
        assert schema == {"type": "string"}

    def test_removes_responses_wherever_they_are(self, version: str) -> None:
        tree = applied(
            library(), {"target": "$.paths..responses['500']", "remove": True}, version=version
        )
        assert all(
            "500" not in operation["responses"]
            for item in tree["paths"].values()
            for operation in item.values()
        )

    def test_removes_properties_by_their_type(self, version: str) -> None:
        target = "$.components.schemas..properties[?(@.type == 'string')]"
        tree = applied(library(), {"target": target, "remove": True}, version=version)
        assert list(tree["components"]["schemas"]["Book"]["properties"]) == ["pages"]

    def test_removes_array_items_by_a_filter(self, version: str) -> None:
        target = "$.servers[?@.description == 'Trial']"
        tree = applied(library(), {"target": target, "remove": True}, version=version)
        assert [server["url"] for server in tree["servers"]] == ["https://a.example"]

    def test_replaces_an_array_by_removing_it_first(self, version: str) -> None:
        tree = applied(
            library(),
            {"target": "$.servers", "remove": True},
            {"target": "$", "update": {"servers": [{"url": "http://127.0.0.1"}]}},
            version=version,
        )
        assert tree["servers"] == [{"url": "http://127.0.0.1"}]

    def test_merges_into_the_root(self, version: str) -> None:
        # https://github.com/lornajane/openapi-overlays-js/issues/6
        tree = applied(library(), {"target": "$", "update": {"info": {"x-a": 1}}}, version=version)
        assert tree["info"] == {**library()["info"], "x-a": 1}

    def test_applies_many_actions_in_order(self, version: str) -> None:
        tree = applied(
            library(),
            {"target": "$.paths['/books'].get.tags", "remove": True},
            {"target": "$.paths.*.get", "update": {"tags": ["all"]}},
            {"target": "$.paths['/books'].get", "update": {"tags": ["one"], "x-i": {"x-d": True}}},
            {"target": "$.paths.*", "update": {"put": {"x-new": {"deep": 1}}}},
            version=version,
        )
        books, loans = tree["paths"].values()
        assert books["get"]["tags"] == ["all", "one"]
        assert loans["get"]["tags"] == ["all"]
        assert books["get"]["x-i"] == {"x-d": True}
        assert books["put"] == loans["put"] == {"x-new": {"deep": 1}}


# --- Updates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "target", "update", "expected"),
    [
        pytest.param({"a": [1]}, "$.a", [2, 3], {"a": [1, 2, 3]}, id="array into array"),
        pytest.param({"a": [1]}, "$.a", [], {"a": [1]}, id="empty array into array"),
        pytest.param({"a": [1]}, "$.a", {"b": 2}, {"a": [1, {"b": 2}]}, id="object into array"),
        pytest.param({"a": [1]}, "$.a", 2, {"a": [1, 2]}, id="primitive into array"),
        pytest.param({"a": [1]}, "$.a", None, {"a": [1, None]}, id="null into array"),
        pytest.param({"a": [[1]]}, "$.a[0]", [2], {"a": [[1, 2]]}, id="array in array"),
        pytest.param({"a": 1}, "$.a", "x", {"a": "x"}, id="string replaces number"),
        pytest.param({"a": 1}, "$.a", None, {"a": None}, id="null replaces number"),
        pytest.param({"a": None}, "$.a", False, {"a": False}, id="false replaces null"),
        pytest.param({"a": [1, 2]}, "$.a[1]", 5, {"a": [1, 5]}, id="item of an array replaced"),
        pytest.param({"a": [1, 2]}, "$.a[-1]", 5, {"a": [1, 5]}, id="item counted from the end"),
        pytest.param({"a": {}}, "$.a", {"b": {"c": []}}, {"a": {"b": {"c": []}}}, id="insert"),
        pytest.param({"a": {"b": 1}}, "$.a", {}, {"a": {"b": 1}}, id="empty object"),
        pytest.param(
            {"a": {"b": {"c": 1, "d": [1]}}},
            "$",
            {"a": {"b": {"c": 2, "d": [2], "e": 3}}},
            {"a": {"b": {"c": 2, "d": [1, 2], "e": 3}}},
            id="recursive merge",
        ),
        pytest.param(
            {"a": {"b": [{"c": 1}]}},
            "$.a",
            {"b": [{"c": 1}]},
            {"a": {"b": [{"c": 1}, {"c": 1}]}},
            id="equal items are not merged",
        ),
        pytest.param(
            {"a": [{"n": 1, "k": "x"}, {"n": 2, "k": "y"}, {"n": 1, "k": "z"}]},
            "$.a[?@.n == 1 && @.k != 'z']",
            {"hit": True},
            {"a": [{"n": 1, "k": "x", "hit": True}, {"n": 2, "k": "y"}, {"n": 1, "k": "z"}]},
            id="filter",
        ),
        pytest.param({"a": [0, 1, 2, 3, 4]}, "$.a[1:4:2]", 9, {"a": [0, 9, 2, 9, 4]}, id="slice"),
        pytest.param(
            {"a": {"x": {"t": {}}}, "t": {}},
            "$..t",
            {"k": 1},
            {"a": {"x": {"t": {"k": 1}}}, "t": {"k": 1}},
            id="descendants",
        ),
        pytest.param(
            {"t": {"t": {}}},
            "$..t",
            {"k": [1]},
            {"t": {"t": {"k": [1]}, "k": [1]}},
            id="a match inside a match",
        ),
        pytest.param({"a": {}}, "$['a','a']", {"l": [1]}, {"a": {"l": [1]}}, id="selected twice"),
        pytest.param({"ключ": {}}, "$.ключ", {"é": "日"}, {"ключ": {"é": "日"}}, id="unicode"),
        pytest.param(
            {"a'b\"c": {"/d~e": 1}},
            "$['a\\'b\"c']['/d~e']",
            2,
            {"a'b\"c": {"/d~e": 2}},
            id="quotes, slash and tilde in keys",
        ),
        pytest.param({"": {"": 1}}, "$['']['']", 2, {"": {"": 2}}, id="empty keys"),
        pytest.param({"200": 1}, "$['200']", 2, {"200": 2}, id="a key of digits"),
    ],
)
def test_update(tree: JsonObject, target: str, update: Json, expected: JsonObject) -> None:
    assert applied(tree, {"target": target, "update": update}) == expected


def test_keys_keep_their_order_and_new_ones_come_last() -> None:
    tree = applied(
        {"z": 1, "m": {"y": 1, "b": 2}, "a": 3},
        {"target": "$", "update": {"a": 4, "c": 5, "m": {"a": 0, "b": 3}}},
    )
    assert json.dumps(tree) == '{"z": 1, "m": {"y": 1, "b": 3, "a": 0}, "a": 4, "c": 5}'


def test_the_input_and_the_overlay_are_not_changed() -> None:
    tree = library()
    update: JsonObject = {"x-list": [{"k": []}]}
    action = {"target": "$.paths.*.*", "update": update}
    loaded = overlay(
        action, {"target": "$..k", "update": [1]}, {"target": "$.info", "remove": True}
    )
    before = copy.deepcopy((tree, update))
    first = apply(tree, [loaded]).tree
    assert (tree, update) == before
    assert apply(tree, [loaded]).tree == first


def test_matches_share_no_nodes_with_each_other() -> None:
    # https://github.com/speakeasy-api/openapi-overlay/pull/16
    tree = applied(
        library(),
        {"target": "$.paths.*.*", "update": {"x-flag": {"drop": True}}},
        {"target": "$.paths['/books'].get['x-flag']", "update": {"drop": False}},
    )
    flags = [op["x-flag"]["drop"] for item in tree["paths"].values() for op in item.values()]
    assert flags == [False, True, True]


@pytest.mark.parametrize(
    ("update", "tree"),
    [
        pytest.param({"n": {"k": []}}, {"a": {}, "b": {}}, id="inserted"),
        pytest.param({"n": {"k": []}}, {"a": {"n": {}}, "b": {"n": {}}}, id="inserted deeper"),
        pytest.param(
            {"n": [{"k": []}]}, {"a": {"n": []}, "b": {"n": []}}, id="concatenated deeper"
        ),
        pytest.param([{"k": []}], {"a": [], "b": []}, id="concatenated"),
        pytest.param({"k": []}, {"a": [], "b": []}, id="appended"),
    ],
)
def test_every_way_of_merging_copies_the_value(update: Json, tree: JsonObject) -> None:
    before = copy.deepcopy(update)
    result = applied(
        tree,
        {"target": "$.*", "update": update},
        {"target": "$.a..k", "update": ["only here"]},
    )
    assert json.dumps(result).count("only here") == 1
    assert update == before


def test_overlays_apply_in_the_order_given() -> None:
    first = overlay({"target": "$", "update": {"a": {"n": 1}}})
    second = overlay({"target": "$.a", "update": {"n": 2}})
    assert apply({}, [first, second]).tree == {"a": {"n": 2}}
    with pytest.raises(PipelineError, match="has no key 'a'"):
        apply({}, [second, first])


def test_no_overlays_give_an_equal_tree_that_is_not_the_input() -> None:
    tree = library()
    result = apply(tree, [])
    assert result == Applied(tree, ())
    assert result.tree["info"] is not tree["info"]


# --- Removals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "target", "expected"),
    [
        pytest.param({"a": 1, "b": 2}, "$.a", {"b": 2}, id="property"),
        pytest.param({"a": [0, 1, 2, 3]}, "$.a[1,3]", {"a": [0, 2]}, id="items, ascending"),
        pytest.param({"a": [0, 1, 2, 3]}, "$.a[3,1]", {"a": [0, 2]}, id="items, descending"),
        pytest.param({"a": [0, 1, 2, 3]}, "$.a[::-2]", {"a": [0, 2]}, id="backward slice"),
        pytest.param({"a": [0, 1]}, "$.a[*]", {"a": []}, id="all items"),
        pytest.param({"a": ["x", "y", "x"]}, "$.a[?@ == 'x']", {"a": ["y"]}, id="primitive items"),
        pytest.param({"a": [0, 1], "b": [0, 1]}, "$[*][0]", {"a": [1], "b": [1]}, id="two arrays"),
        pytest.param({"a": {"a": {"a": 1}}, "b": 1}, "$..a", {"b": 1}, id="nested in each other"),
        pytest.param({"a": [[1, 2], [3]]}, "$.a..[0]", {"a": [[]]}, id="items nested in items"),
        pytest.param({"a": [1, 2]}, "$.a[0,0]", {"a": [2]}, id="selected twice"),
        pytest.param({"a": 1, "b": {}, "c": []}, "$.*", {}, id="kinds may be mixed"),
        pytest.param({"d": {"description": "x"}}, "$..description", {"d": {}}, id="descendants"),
    ],
)
def test_remove(tree: JsonObject, target: str, expected: JsonObject) -> None:
    assert applied(tree, {"target": target, "remove": True}) == expected


def test_remove_wins_over_update_and_copy() -> None:
    action = {"target": "$.a", "remove": True, "update": 5, "copy": "$.nowhere"}
    assert applied({"a": 1, "b": 2}, action) == {"b": 2}


def test_remove_false_removes_nothing() -> None:
    assert applied({"a": 1}, {"target": "$.a", "remove": False, "update": 2}) == {"a": 2}


def test_a_node_can_be_removed_and_created_again() -> None:
    tree = applied(
        {"a": {"old": 1}, "b": 2},
        {"target": "$.a", "remove": True},
        {"target": "$", "update": {"a": {"new": 1}}},
    )
    assert json.dumps(tree) == '{"b": 2, "a": {"new": 1}}'


def test_the_root_cannot_be_removed() -> None:
    problem = refused({"a": 1}, {"target": "$", "remove": True})
    assert (problem.action, problem.pointer) == (1, "")
    assert "whole document" in problem.reason


# --- Copies -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "source", "target", "expected"),
    [
        pytest.param(
            {"a": {"x": {"n": 1}}, "b": {"x": {"m": 2}, "y": 3}},
            "$.a",
            "$.b",
            {"a": {"x": {"n": 1}}, "b": {"x": {"m": 2, "n": 1}, "y": 3}},
            id="an object is merged, not put in place",
        ),
        pytest.param(
            {"a": [1], "b": [2]}, "$.a", "$.b", {"a": [1], "b": [2, 1]}, id="array to array"
        ),
        pytest.param({"a": [1]}, "$.a", "$.a", {"a": [1, 1]}, id="array to itself"),
        pytest.param(
            {"a": {"k": 1}, "b": []}, "$.a", "$.b", {"a": {"k": 1}, "b": [{"k": 1}]}, id="append"
        ),
        pytest.param({"a": 1, "b": "x"}, "$.a", "$.b", {"a": 1, "b": 1}, id="primitive"),
        pytest.param(
            {"a": {"b": {}}}, "$", "$.a.b", {"a": {"b": {"a": {"b": {}}}}}, id="root into itself"
        ),
        pytest.param(
            {"a": {"b": {"c": 1}}},
            "$.a.b",
            "$..*[?@.c]",
            {"a": {"b": {"c": 1}}},
            id="a node onto itself",
        ),
        pytest.param(
            {"s": {"n": 1}, "t": [{}, {}]},
            "$.s",
            "$.t[*]",
            {"s": {"n": 1}, "t": [{"n": 1}, {"n": 1}]},
            id="to several nodes",
        ),
        pytest.param(
            {"s": {"l": [1]}, "t": {}},
            "$.s",
            "$.*",
            {"s": {"l": [1, 1]}, "t": {"l": [1]}},
            id="as it was before the action",
        ),
    ],
)
def test_copy(tree: JsonObject, source: str, target: str, expected: JsonObject) -> None:
    assert applied(tree, {"target": target, "copy": source}) == expected


def test_a_copy_shares_no_nodes_with_its_source_or_other_copies() -> None:
    tree = applied(
        {"s": {"l": [1]}, "t": [{}, {}]},
        {"target": "$.t[*]", "copy": "$.s"},
        {"target": "$.t[0].l", "update": [2]},
    )
    assert tree == {"s": {"l": [1]}, "t": [{"l": [1, 2]}, {"l": [1]}]}


def test_a_path_can_be_moved() -> None:
    tree = applied(
        library(),
        {"target": "$.paths", "update": {"/v2/books": {}}},
        {"target": "$.paths['/v2/books']", "copy": "$.paths['/books']"},
        {"target": "$.paths['/books']", "remove": True},
    )
    assert list(tree["paths"]) == ["/loans/{id}", "/v2/books"]
    assert tree["paths"]["/v2/books"] == library()["paths"]["/books"]


def test_copying_two_nodes_is_refused() -> None:
    problem = refused({"a": {}, "s": [1, 2]}, {"target": "$.a", "copy": "$.s[*]"})
    assert problem.reason == "'copy' selects 2 nodes (#/s/0, #/s/1) and takes exactly one"


def test_copying_several_nodes_is_refused() -> None:
    tree = {"a": {}, "s": [1, 2, 3, 4]}
    problem = refused(tree, {"target": "$.a", "copy": "$.s[*]"})
    assert (problem.action, problem.pointer) == (1, "/s/0")
    assert problem.reason == (
        "'copy' selects 4 nodes (#/s/0, #/s/1, #/s/2, …) and takes exactly one"
    )


def test_copying_no_node_is_refused_with_a_hint() -> None:
    problem = refused({"a": {}, "source": {}}, {"target": "$.a", "copy": "$.sourcs"})
    assert "the 'copy' source matches nothing" in problem.reason
    assert problem.remedy == "Did you mean $.source?"


def test_copying_no_node_is_refused_whatever_the_target_may_match() -> None:
    action = {"target": "$.a", "copy": "$.x.y", "x-allow-no-match": True}
    remedy = refused({"a": {}}, action).remedy or ""
    assert remedy.startswith("Copy from a node that exists. If the document has it in another form")
    assert remedy.endswith("If it is gone, delete this action and what relies on it")


def test_a_copy_of_the_wrong_kind_is_refused() -> None:
    problem = refused({"a": {}, "s": [1]}, {"target": "$.a", "copy": "$.s"})
    assert (problem.pointer, problem.reason) == (
        "/a",
        "the array [1] cannot be merged into the object {}",
    )


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


# --- Overlay 1.0 and 1.2 ------------------------------------------------------------------------


class TestVersion10:
    def test_an_array_is_appended_as_one_item(self) -> None:
        action = {"target": "$.a", "update": [2, 3]}
        assert applied({"a": [1]}, action, version="1.0.0") == {"a": [1, [2, 3]]}

    def test_arrays_below_the_target_concatenate(self) -> None:
        action = {"target": "$", "update": {"a": [2]}}
        assert applied({"a": [1]}, action, version="1.0.1") == {"a": [1, 2]}

    @pytest.mark.parametrize("change", [{"update": "x"}, {"update": {}}])
    def test_a_primitive_is_no_target_of_an_update(self, change: JsonObject) -> None:
        problem = refused({"a": 1}, {"target": "$.a", **change}, version="1.0.0")
        assert problem.pointer == "/a"
        assert problem.remedy is not None and "overlay: 1.1.0" in problem.remedy

    def test_a_primitive_item_cannot_be_removed(self) -> None:
        problem = refused({"a": [1, 2]}, {"target": "$.a[1]", "remove": True}, version="1.0.0")
        assert problem.pointer == "/a/1"

    def test_the_root_cannot_be_removed(self) -> None:
        assert refused({"a": 1}, {"target": "$", "remove": True}, version="1.0.0").pointer == ""


class TestVersion12:
    def test_a_reusable_action_applies_to_each_target_that_refers_to_it(self) -> None:
        actions = {
            "failed/v1~b": {
                "description": "What it is for",
                "fields": {"update": {"404": {"description": "None"}}, "description": "Shared"},
            }
        }
        ref = "#/components/actions/failed~1v1~0b"
        loaded = overlay(
            {"$ref": ref, "target": "$.paths['/books'].get.responses"},
            {"$ref": ref, "target": "$.paths.*.*.responses['404']", "description": "Own"},
            version="1.2.0",
            components={"actions": actions},
        )
        assert [action.description for action in loaded.actions] == ["Shared", "Own"]
        first = apply(library(), [overlay_of(loaded, 0)]).tree
        assert first["paths"]["/books"]["get"]["responses"]["404"] == {"description": "None"}
        assert "404" not in first["paths"]["/loans/{id}"]["get"]["responses"]

    def test_extensions_of_the_reference_win(self) -> None:
        fields = {"remove": True, "x-allow-no-match": True}
        ref = {"$ref": "#/components/actions/drop", "target": "$.nothing"}
        components = {"actions": {"drop": {"fields": fields}}}
        loaded = overlay(ref, version="1.2.0", components=components)
        assert apply({"a": 1}, [loaded]).tree == {"a": 1}
        strict = overlay({**ref, "x-allow-no-match": False}, version="1.2.0", components=components)
        with pytest.raises(PipelineError, match="matches nothing"):
            apply({"a": 1}, [strict])

    def test_a_reusable_action_can_copy(self) -> None:
        loaded = overlay(
            {"$ref": "#/components/actions/from-a", "target": "$.b"},
            version="1.2.3",
            components={"actions": {"from-a": {"fields": {"copy": "$.a"}}}},
        )
        assert apply({"a": 1, "b": 2}, [loaded]).tree == {"a": 1, "b": 1}

    def test_an_empty_reusable_action_does_nothing_and_is_refused(self) -> None:
        loaded = overlay(
            {"$ref": "#/components/actions/empty", "target": "$.a"},
            version="1.2.0",
            components={"actions": {"empty": {"fields": {}}}},
        )
        with pytest.raises(PipelineError, match="changes nothing"):
            apply({"a": 1}, [loaded])

    def test_reusable_actions_nobody_refers_to_have_no_effect(self) -> None:
        loaded = overlay(
            {"target": "$.a", "update": 2},
            version="1.2.0",
            components={"actions": {"unused": {"fields": {"remove": True}}}},
        )
        assert apply({"a": 1}, [loaded]).tree == {"a": 2}

    def test_array_rules_are_those_of_1_1(self) -> None:
        action = {"target": "$.a", "update": [2, 3]}
        assert applied({"a": [1]}, action, version="1.2.0") == {"a": [1, 2, 3]}


def overlay_of(loaded: Overlay, *indices: int) -> Overlay:
    actions = tuple(loaded.actions[i] for i in indices)
    return Overlay(loaded.name, loaded.version, loaded.title, actions)


# --- The report ---------------------------------------------------------------------------------


def test_the_report_tells_what_each_action_matched() -> None:
    loaded = overlay(
        {"target": "$.paths.*.get", "update": {"x-safe": True}},
        {"target": "$.info.contact", "copy": "$.info.contact"},
        {"target": "$.servers[?@.description == 'Trial']", "remove": True},
    )
    result = apply(library(), [loaded])
    assert result.report[0].pointers == ("/paths/~1books/get", "/paths/~1loans~1{id}/get")
    assert result.report[2].pointers == ("/servers/1", "/servers/2")
    assert [(r.number, r.operation, r.target) for r in result.report] == [
        (1, "update", "$.paths.*.get"),
        (2, "copy", "$.info.contact"),
        (3, "remove", "$.servers[?@.description == 'Trial']"),
    ]


def test_a_failure_names_the_line_of_the_action() -> None:
    tree: dict[str, Any] = {
        "overlay": "1.1.0",
        "info": {"title": "t", "version": "1"},
        "actions": [{"target": "$.a", "update": 1}, {"target": "$.gone", "remove": True}],
    }
    lines = {"": 1, "/actions": 5, "/actions/0": 6, "/actions/1": 9}
    loaded = load_overlay(Document("60-x.overlay.yaml", tree, lines=lines))
    with pytest.raises(PipelineError) as caught:
        apply({"a": 0}, [loaded])
    assert str(caught.value).startswith("60-x.overlay.yaml:9, action 2, #: the target matches")


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ({"target": "$.info", "update": {"title": "t"}}, True),
        ({"target": "$.info", "update": {"title": "u"}}, False),
        ({"target": "$.info", "update": {}}, True),
        ({"target": "$.info", "update": {"x": None}}, False),
        ({"target": "$.info", "update": {"tags": []}}, True),
        ({"target": "$.info", "update": {"tags": ["a"]}}, False),
        ({"target": "$.info.tags", "update": []}, True),
        ({"target": "$.info.tags", "update": "a"}, False),
        ({"target": "$.info.number", "update": 1}, True),
        ({"target": "$.info.number", "update": 1.0}, False),
        ({"target": "$.info", "copy": "$.info"}, False),  # its lists grow
        ({"target": "$.info.inner", "copy": "$.info.inner"}, True),
        ({"target": "$.info[?@.a]", "update": {"b": 1, "a": 1}}, False),
        ({"target": "$.gone", "update": {}, "x-allow-no-match": True}, False),
        ({"target": "$.info", "remove": True}, False),
    ],
)
def test_an_action_that_changes_nothing_is_noted(action: dict[str, Any], told: bool) -> None:
    tree = {"info": {"title": "t", "tags": ["a"], "number": 1, "inner": {"a": 1}}}
    notes = apply(tree, [overlay(action)]).notes
    wanted = "test.overlay.yaml, action 1 changes nothing: the document has all of it already"
    assert notes == ((wanted,) if told else ())


@pytest.mark.parametrize("beside", ["update", "copy"])
def test_what_a_removal_leaves_undone_is_noted(beside: str) -> None:
    action = {"target": "$.a", "remove": True, beside: "$.b"}
    [note] = apply({"a": 1, "b": 2}, [overlay(action)]).notes
    assert (
        note == f"test.overlay.yaml, action 1 removes its target, so its {beside!r} has no effect"
    )
