"""The comparison on the wire, held to the table of expected classes by edits of every kind."""

from __future__ import annotations

import copy
from collections import Counter

import pytest

from pipeline.changes.change import Bump
from pipeline.changes.wire import compare_wire
from pipeline.pointer import join
from pipeline.types import Json, JsonObject
from tests.support.expected_changes import DOCUMENT_EDITS, SCHEMA_EDITS
from tests.support.generating import real_document, schemas
from tests.support.mutations import judge, mutations, score


def _check(seed: int, places: int) -> None:
    verdicts = [judge(m) for m in mutations(real_document(), seed, places=places)]
    kinds = Counter(v.mutation.kind for v in verdicts)
    assert kinds.keys() == SCHEMA_EDITS.keys() | DOCUMENT_EDITS.keys(), "a row without an edit"
    bad = [v for v in verdicts if v.outcome not in ("right", "refused")]
    print(score(verdicts))
    assert not bad, "\n".join(map(str, bad))


def test_every_kind_of_edit_is_reported_as_the_table_says_or_refused() -> None:
    _check(seed=1, places=1)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_edits_are_reported_as_the_table_says_or_refused(seed: int) -> None:
    _check(seed, places=12)


def _reversed(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _reversed(child) for key, child in reversed(value.items())}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


def test_the_order_of_keys_is_no_change() -> None:
    assert compare_wire(real_document(), _reversed(real_document())) == []


@pytest.mark.parametrize("keyword", ["required", "enum", "type"])
def test_the_order_of_a_list_that_is_a_set_is_a_change_of_text(keyword: str) -> None:
    values = {"required": ["a", "b"], "enum": ["a", "b"], "type": ["string", "null"]}[keyword]
    one, two = ({"S": {keyword: order}} for order in (values, values[::-1]))
    before, after = _documents(one, two)
    assert [c.bump for c in compare_wire(before, after)] == [Bump.PATCH]


def _documents(one: JsonObject, two: JsonObject) -> tuple[JsonObject, JsonObject]:
    base = schemas("Other: {type: object}")
    before, after = copy.deepcopy(base), copy.deepcopy(base)
    before["components"]["schemas"].update(one)
    after["components"]["schemas"].update(two)
    return before, after


@pytest.mark.parametrize("values", [(1, True), (1, 1.0), (0, False), (None, "null")])
def test_values_that_only_python_takes_for_equal_differ(values: tuple[Json, Json]) -> None:
    before, after = _documents({"S": {"default": values[0]}}, {"S": {"default": values[1]}})
    (change,) = compare_wire(before, after)
    assert (change.kind, change.pointer) == ("default: changed", "/components/schemas/S/default")


def test_a_rename_is_one_change_wherever_the_name_is_used() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    other = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Knot"}}}
    user = {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}
    now = {"type": "array", "items": {"$ref": "#/components/schemas/Knot"}}
    before, after = _documents({"Node": node, "User": user}, {"Knot": other, "User": now})
    (change,) = compare_wire(before, after)
    assert change.kind == "component schema: renamed"
    assert (change.before, change.after, change.whom) == ("Node", "Knot", "type checker")


def test_a_change_names_the_operations_that_meet_it() -> None:
    before = real_document()
    after = copy.deepcopy(before)
    after["components"]["schemas"]["KimiModel"]["enum"].append("kimi-k4")
    (change,) = compare_wire(before, after)
    assert change.kind == "enum: value added"
    assert change.after == "kimi-k4"
    assert change.operations == ("chat.completions.create", "messages.create", "responses.create")
    assert (change.bump, change.whom) == (Bump.MINOR, "nobody")


def test_each_value_of_an_enum_is_a_change_of_its_own() -> None:
    before, after = _documents({"S": {"enum": ["a"]}}, {"S": {"enum": ["a", "b", "c"]}})
    assert [c.after for c in compare_wire(before, after)] == ["b", "c"]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("components", "zz"), None),
        (("components", "parameters"), {}),
        (("paths", "/v1/messages", "post", "parameters"), []),
        (("paths", "/v1/messages", "post", "responses", "200", "headers"), {}),
    ],
)
def test_what_says_nothing_is_still_reported(where: tuple[str, ...], value: Json) -> None:
    before = real_document()
    after = copy.deepcopy(before)
    node: Json = after
    for token in where[:-1]:
        node = node[token]
    node[where[-1]] = value
    (change,) = compare_wire(before, after)
    assert change.pointer == join("", *where)


@pytest.mark.parametrize(
    "where", [("paths",), ("paths", "/v1/messages", "post", "responses"), ("components",)]
)
def test_an_extension_among_objects_is_text(where: tuple[str, ...]) -> None:
    without, one, two = (copy.deepcopy(real_document()) for _ in range(3))
    without["info"]["title"] = "another change"
    for tree, text in ((one, "one"), (two, ["two"])):
        node: Json = tree
        for token in where:
            node = node[token]
        node["x-note"] = text
    two["info"]["title"] = "one more"
    for before, after in ((without, one), (one, two), (two, without)):
        changes = {c.pointer: c for c in compare_wire(before, after)}
        assert changes.keys() == {"/info", join("", *where, "x-note")}
        assert {c.bump for c in changes.values()} == {Bump.PATCH}


def test_an_operation_without_security_of_its_own_has_the_roots() -> None:
    before = real_document()
    after = copy.deepcopy(before)
    post = after["paths"]["/v1/messages"]["post"]
    post["security"] = after["security"]
    (change,) = compare_wire(before, after)
    assert (change.kind, change.bump) == ("security: written differently", Bump.PATCH)
    public = copy.deepcopy(before)
    public["paths"]["/v1/messages"]["post"]["security"] = []
    (change,) = compare_wire(public, before)
    assert (change.kind, change.whom) == ("security: made stricter", "caller")


def test_a_null_that_is_added_to_a_reference_breaks_no_caller() -> None:
    old = {"$ref": "#/components/schemas/KimiModel"}
    new = {"anyOf": [old, {"type": "null"}]}
    before, after = real_document(), copy.deepcopy(real_document())
    after["components"]["schemas"]["MessageRequest"]["properties"]["model"] = new
    (change,) = compare_wire(before, after)
    assert (change.kind, change.whom) == ("anyOf: added", "nobody")
    (change,) = compare_wire(after, before)
    assert (change.kind, change.whom) == ("anyOf: removed", "caller, type checker")
