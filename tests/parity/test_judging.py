"""Comparison, known defects and the report."""

from __future__ import annotations

import json

from parity.cases import Answer, Case
from parity.compare import Difference, differences, observed
from parity.known import Defect, judge, load_defects
from parity.report import as_json, as_markdown
from parity.session import Driver, Result
from parity.surface import missing_from_typescript

CASE = Case("stream-x", "stream", "x.create", "", True, {}, (Answer(200, {}, b""),), {})


def test_values_are_compared_as_json_values() -> None:
    assert list(differences({"a": 1, "b": [1e16]}, {"b": [10**16], "a": 1.0})) == []
    assert [d.field for d in differences({"a": 1}, {"a": True})] == ["/a"]
    assert [d.field for d in differences(2**53 + 1, float(2**53))] == [""]


def test_differences_are_the_smallest_places() -> None:
    expected = {"a": {"b/c": [1, 2]}, "n": None, "gone": 1}
    found = {"a": {"b/c": [1, 3, 4]}, "n": "", "new": 2}
    assert list(map(str, differences(expected, found))) == [
        "/a/b~1c/1: expected 2, found 3",
        "/a/b~1c/2: expected absent, found 4",
        '/n: expected null, found ""',
        "/gone: expected 1, found absent",
        "/new: expected absent, found 2",
    ]


def test_an_item_too_few_or_too_many_is_one_difference() -> None:
    events = [{"type": "start"}, {"type": "ping"}, {"type": "text", "text": "a"}, {"type": "stop"}]
    fewer = [event for event in events if event["type"] != "ping"]
    assert list(map(str, differences(events, fewer))) == [
        '/1: expected {"type": "ping"}, found absent'
    ]
    more = [*events[:2], "", *events[2:]]
    assert list(map(str, differences(events, more))) == ['/2: expected absent, found ""']


def test_what_the_server_saw_is_part_of_the_observation() -> None:
    error = {"name": "server", "status": 500}
    expect = {"error": error, "attempts": 2, "retryable": True, "hosts": [0, 1]}
    case = Case("error-x", "error", "x.create", "", False, {}, (), expect)
    answer = {"error": {**error, "more": 1}, "ignored": 1}
    assert observed(case, answer, [{"host": 0}, {"host": 1}]) == expect


def defect(**changes: str) -> Defect:
    entry = {"sdk": "ts", "cases": "stream-*", "field": "/events/*", "found": '"[DONE]"'}
    return Defect(**{**entry, "what": "a thing", "evidence": "a link", **changes})


def result(*found: Difference, case: str = "stream-x", sdk: str = "ts") -> Result:
    return Result(case, sdk, found)


SENTINEL = Difference("/events/1", "absent", '"[DONE]"')


def test_a_listed_difference_passes_and_a_new_one_does_not() -> None:
    listed = judge([result(SENTINEL)], [defect()])
    assert listed.passed
    assert list(listed.known) == [("stream-x", "ts")]
    other = Difference("/events/0/delta", '"a"', '"b"')
    both = judge([result(SENTINEL, other)], [defect()])
    assert not both.passed
    assert [d for _, found in both.new for d in found] == [other]
    assert not judge([result(SENTINEL, sdk="other")], [defect()]).passed
    assert judge([result(SENTINEL)], [defect(expected="absent")]).passed
    assert not judge([result(SENTINEL)], [defect(expected="null")]).passed


def test_a_defect_that_is_gone_is_noticed_if_its_sdk_was_played() -> None:
    assert judge([result()], [defect()]).fixed == (defect(),)
    assert judge([result(sdk="other")], [defect()]).passed


def test_every_entry_has_evidence() -> None:
    defects = load_defects()
    assert defects
    assert all(len(entry.evidence) > 10 and entry.what for entry in defects)
    assert {entry.sdk for entry in defects}.isdisjoint({"python", "python-async", "reference"})


def test_the_report_tells_verdicts_differences_reasons_and_evidence() -> None:
    other = Difference("/final/id", '"a"', "absent")
    case = "stream-y"
    results = [
        result(SENTINEL),
        result(other, case=case),
        Result("stream-z", "ts", (), {"*": "why"}),
    ]
    cases = [Case(r.case, "stream", "x", "", True, {}, (), {}) for r in results]
    judgement = judge(results, [defect()])
    drivers = [Driver("ts", [], version="1.2")]
    text = as_markdown(drivers, cases, results, judgement, ["Model: no type"])
    for part in (
        "| ts | 1.2 | 0 | 1 | 1 | 1 |",
        '`/final/id: expected "a", found absent`',
        "| ts | a thing | 1 | a link |",
        "| ts | all of it | 1 | why |",
        "- Model: no type",
        "| stream-x | k |",
    ):
        assert part in text
    told = json.loads(as_json(drivers, cases, results, judgement, []))
    assert told["passed"] is False
    assert told["cases"]["stream-x"]["ts"]["verdict"] == "known"
    assert told["cases"][case]["ts"]["differences"][0]["field"] == "/final/id"


def test_the_surface_of_a_client_is_held_against_the_manifest() -> None:
    field = {"type": "string", "required": True, "nullable": False}
    manifest = {
        "operations": {"a.b.create": {"resource": "a.b", "stream": {}}},
        "models": {"M": {"fields": {"id": field, "gone": field}}},
        "enums": {"E": {"values": ["x", "y"], "open": True}},
        "unions": {"U": {}},
        "aliases": {},
    }
    surface = {
        "functions": ["aBCreate"],
        "types": {
            "M": {"properties": {"id": {"required": False}, "new": {"required": True}}},
            "E": {"values": ["x"]},
        },
    }
    assert list(missing_from_typescript(manifest, surface)) == [
        "a.b.create: no function aBStream",
        "M.id: not required",
        "M: no property gone",
        "M: a property new too many",
        "E: no value y",
        "U: no type",
    ]
