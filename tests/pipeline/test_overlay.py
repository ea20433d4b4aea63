"""Applying overlays: the published kinds, the versions of the specification, and the report.

The documents are our own; they cover every kind of the specification's published sets
(https://github.com/OAI/Overlay-Specification/tree/main/compliant-sets).
"""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.errors import PipelineError
from pipeline.overlay import Overlay, apply, load_overlay
from pipeline.types import Document, JsonObject
from tests.support.overlaying import applied, library, overlay, refused

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
    return Overlay(loaded.name, loaded.version, actions)


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
