"""Updates, removals and copies."""

from __future__ import annotations

import copy
import json

import pytest

from pipeline.errors import PipelineError
from pipeline.overlay import Applied, apply
from pipeline.types import Json, JsonObject
from tests.support.overlaying import applied, library, overlay, refused

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
