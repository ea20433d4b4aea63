"""What bends streams, what tells that a reading of one is wrong, and what makes it short."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar, cast

import pytest

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.accumulate.base import Accumulator, Pieces
from overlays.runtime.operation import ProtocolName
from parity.cases import load_cases
from tests.support.bending import RULES, Bent, Problem, bent_stream, check, problems, read_bare
from tests.support.bending.good import PROTOCOLS, Good, good_streams
from tests.support.bending.reading import Reading
from tests.support.bending.rules import Rule
from tests.support.bending.shrinking import as_test, found_bare, report, shortest, shrunk
from tests.support.bending.streams import Step
from tests.support.bending.wire import said

EACH_RULE = [
    pytest.param(protocol, rule, id=f"{protocol}-{rule.name}")
    for protocol in PROTOCOLS
    for rule in RULES[protocol]
]
T = TypeVar("T")

IN_NO_DELTA = ("stream-responses-reasoning-content", "stream-responses-unknown")
EACH_GOOD = [
    pytest.param(good, id=f"{protocol}-{good.name}")
    for protocol in PROTOCOLS
    for good in good_streams()[protocol]
]


# --- good streams ---------------------------------------------------------------------------------


def test_good_streams_are_those_of_vectors_recordings_and_samples() -> None:
    names = {good.name for protocol in PROTOCOLS for good in good_streams()[protocol]}
    assert {"stream-chat-tools-interleaved", "stream-messages-tools"} <= names
    assert {"responses-tools.sse.raw", "chat-answer.sse.raw", "sample messages"} <= names
    assert all(len(good_streams()[protocol]) > 15 for protocol in PROTOCOLS)


@pytest.mark.parametrize("good", EACH_GOOD)
def test_a_good_stream_keeps_the_law(good: Good) -> None:
    assert found_bare(Bent(good)) == []


@pytest.mark.parametrize("good", EACH_GOOD)
def test_a_good_stream_says_what_its_vector_says(good: Good) -> None:
    case = next((case for case in load_cases() if case.name == good.name), None)
    if case is not None:
        assert (good.text, good.reasoning) == (case.expect["text"], case.expect["reasoning"])
    pieces = [piece for event in good.events for piece in said(event)]
    for kind, text in (("text", good.text), ("reasoning", good.reasoning)):
        joined = "".join(piece for one, piece in pieces if one == kind)
        joined = joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        # Two vectors have text in no delta.
        assert joined == text or (not joined and good.name in IN_NO_DELTA)


def test_streams_made_here_say_what_was_meant() -> None:
    made = {good.name: good for protocol in PROTOCOLS for good in good_streams()[protocol]}
    calls = [("look", {"city": "Oslo"}), ("find", {"what": "seaweed"})]
    for name in ("two calls at once", "blocks of all kinds", "items of all kinds"):
        assert [(call.name, json.loads(call.arguments)) for call in made[name].calls] == calls
    assert made["items of all kinds"].text == "I look outside. Now and I search."
    assert made["items of all kinds"].reasoning == "First thought. And more. Another idea."
    assert made["blocks of all kinds"].text == "I look outside.And I search."


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("protocol", "rule"), EACH_RULE)
def test_a_rule_changes_streams_and_leaves_the_good_ones_alone(
    protocol: ProtocolName, rule: Rule
) -> None:
    goods = good_streams()[protocol]
    before = [json.dumps(good.events) for good in goods]
    changed = 0
    for good, written in zip(goods, before, strict=True):
        for seed in range(3):
            bent = rule.bend(good.events, Random(seed))
            assert json.dumps(rule.bend(good.events, Random(seed))) == json.dumps(bent)
            changed += json.dumps(bent) != written
            assert json.dumps(good.events) == written
    assert changed, "it never does anything"


def test_a_number_is_one_stream() -> None:
    for number in range(50):
        one, other = bent_stream(number), bent_stream(number)
        assert json.dumps(one.events) == json.dumps(other.events)
    assert len({json.dumps(bent_stream(number).events) for number in range(300)}) > 250


# --- the law --------------------------------------------------------------------------------------


class Planted(Accumulator):
    """An accumulator with a fault."""

    def __init__(self, protocol: ProtocolName) -> None:
        super().__init__()
        self.inner = accumulator_for(protocol)

    def add(self, event: dict[str, Any], /) -> None:
        self.inner.add(event)
        self.done = self.inner.done

    def end(self) -> None:
        self.inner.end()

    def pieces(self, event: dict[str, Any], /) -> Pieces:
        return self.inner.pieces(event)

    def snapshot(self) -> dict[str, Any]:
        return self.inner.snapshot()


class DropsLastPiece(Planted):
    """Shows the last piece of each text, and doesn't keep it."""

    def snapshot(self) -> dict[str, Any]:
        return changed_strings(super().snapshot(), lambda text: text[:-1])


class DropsLastPieceEverywhere(DropsLastPiece):
    """Neither shows nor keeps the last piece of each text."""

    def __init__(self, protocol: ProtocolName) -> None:
        super().__init__(protocol)
        self.taken = 0

    def pieces(self, event: dict[str, Any], /) -> Pieces:
        return [(kind, text[:-1]) for kind, text in super().pieces(event) if text[:-1]]


class MergesReasoning(Planted):
    """Takes reasoning for text."""

    def pieces(self, event: dict[str, Any], /) -> Pieces:
        return [("text", text) for _, text in super().pieces(event)]


class ShowsTwice(Planted):
    """Shows each piece twice."""

    def pieces(self, event: dict[str, Any], /) -> Pieces:
        return super().pieces(event) * 2


class KeepsTwice(Planted):
    """Keeps each text twice."""

    def snapshot(self) -> dict[str, Any]:
        return changed_strings(super().snapshot(), lambda text: text * 2)


class EmptiesArguments(Planted):
    """Has `{}` for the arguments of each call."""

    def snapshot(self) -> dict[str, Any]:
        return changed_calls(super().snapshot(), "{}")


class HalvesArguments(Planted):
    """Has half of the arguments of each call, and takes them for whole."""

    def snapshot(self) -> dict[str, Any]:
        return changed_calls(super().snapshot(), '{"city": "Os"}')


class LosesCalls(Planted):
    """Has no call."""

    def snapshot(self) -> dict[str, Any]:
        out = super().snapshot()
        for choice in out.get("choices", ()):
            choice["message"].pop("tool_calls", None)
        for key in ("content", "output"):
            if key in out:
                kept = [i for i in out[key] if i["type"] not in ("tool_use", "function_call")]
                out[key] = kept
        return out


TEXTS = ("content", "reasoning_content", "text", "thinking")


def changed_strings(value: T, change: Callable[[str], str]) -> T:
    """A response with other texts."""
    out: Any = value
    if isinstance(value, list):
        out = [changed_strings(item, change) for item in value]
    elif isinstance(value, dict):
        out = {key: changed_strings(entry, change) for key, entry in value.items()}
        out |= {key: change(out[key]) for key in TEXTS if isinstance(out.get(key), str)}
    return cast("T", out)


def changed_calls(value: T, arguments: str) -> T:
    """A response with other arguments."""
    out: Any = value
    if isinstance(value, list):
        out = [changed_calls(item, arguments) for item in value]
    elif isinstance(value, dict):
        out = {key: changed_calls(entry, arguments) for key, entry in value.items()}
        if "arguments" in out:
            out["arguments"] = arguments
        if out.get("type") == "tool_use":
            out["input"] = json.loads(arguments)
    return cast("T", out)


RICH = ["two calls at once", "blocks of all kinds", "items of all kinds"]


def of_name(name: str) -> Good:
    return next(g for p in PROTOCOLS for g in good_streams()[p] if g.name == name)


def found_by(planted: type[Planted], bent: Bent) -> list[Problem]:
    reading: Reading = read_bare(bent.good.protocol, bent.events, planted)
    return problems(bent, reading)


@pytest.mark.parametrize("name", RICH)
@pytest.mark.parametrize(
    ("planted", "kind"),
    [
        (DropsLastPiece, "text shown is not text kept"),
        (DropsLastPieceEverywhere, "a piece of text is not shown as it came"),
        (MergesReasoning, "text shown is not text kept"),
        (ShowsTwice, "a piece of text is not shown as it came"),
        (KeepsTwice, "reasoning shown is not reasoning kept"),
        (EmptiesArguments, "a call runs without its arguments"),
        (HalvesArguments, "a call runs with other arguments"),
        (LosesCalls, "a call is lost"),
    ],
)
def test_a_planted_fault_is_found(name: str, planted: type[Planted], kind: str) -> None:
    assert kind in {problem.kind for problem in found_by(planted, Bent(of_name(name)))}


def test_a_planted_fault_is_found_in_nearly_all_bent_streams() -> None:
    bents = [bent_stream(number) for number in range(300)]
    spoken = [bent for bent in bents if bent.good.text and read_text(bent)]
    assert len(spoken) > 50
    for planted in (DropsLastPiece, DropsLastPieceEverywhere, KeepsTwice):
        caught = [bent for bent in spoken if found_by(planted, bent)]
        assert len(caught) > 0.9 * len(spoken), planted


def read_text(bent: Bent) -> str:
    reading = read_bare(bent.good.protocol, bent.events)
    return "".join(delta.text for delta in reading.deltas if delta.kind == "text")


# --- making it short ------------------------------------------------------------------------------


def test_the_shortest_is_found() -> None:
    assert shortest(range(100), lambda few: 13 in few and 77 in few) == [13, 77]
    assert shortest([1, 2], lambda few: True) == []
    assert shortest([1, 2, 3], lambda few: False) == [1, 2, 3]


def test_a_failing_stream_is_made_short_and_printed_as_a_test() -> None:
    rules = {rule.name: rule for rule in RULES["messages"]}
    steps = tuple(Step(rules[name], 1) for name in ("stops late", "stops twice", "pieces cut"))
    bent = Bent(of_name("blocks of all kinds"), steps)

    def find(bent: Bent) -> list[Problem]:
        return found_by(DropsLastPiece, bent)

    kind = "reasoning shown is not reasoning kept"
    short = shrunk(bent, kind, find)
    assert short.steps == ()
    assert [event["type"] for event in short.events] == ["content_block_delta"]
    text = report(bent, kind, find)
    assert "stops late, stops twice, pieces cut" in text
    assert "def test_bent_messages_reasoning_shown_is_not_reasoning_kept() -> None:" in text


def test_what_is_printed_is_a_test() -> None:
    good = of_name("items of all kinds")
    for kind in ("a call is lost", "other text than of the good stream"):
        printed = as_test(Bent(good), Problem(kind, "as told"))
        names: dict[str, Any] = {}
        exec(printed, {"check": check, "read_bare": read_bare, "view_of": view}, names)
        [test] = names.values()
        if kind == "a call is lost":
            test()  # the events keep the law
        else:
            with pytest.raises(AssertionError):
                test()  # `view` gives another text


def view(protocol: ProtocolName, final: dict[str, Any]) -> Any:
    return type("Other", (), {"output_text": "other", "reasoning_text": ""})()
