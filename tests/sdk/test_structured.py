"""Structured output: the answer's JSON as a value of a class."""

from __future__ import annotations

import dataclasses
import enum
from typing import Any, Literal, NotRequired, TypedDict, cast

import attrs
import pytest

from overlays.runtime.errors import OutputIncompleteError, OutputParseError
from overlays.runtime.model import UnknownModel
from overlays.runtime.views import ChatResponseView, MessageResponseView, ResponsesResponseView


class Colour(enum.Enum):
    RED = "red"


@attrs.define
class Point:
    x: int
    y: float = 0.0
    _hidden: str = attrs.field(default="h")


class Extent(TypedDict):
    width: int
    height: NotRequired[int]


@attrs.frozen
class Shape:
    name: str
    points: list[Point]
    colour: Colour | None = None
    kind: Literal["open", "closed"] = "open"
    size: int | float | str = 0
    extent: Extent | None = None
    pair: tuple[int, str] | None = None
    many: tuple[int, ...] = ()
    tags: dict[str, Point] = attrs.Factory(dict)
    anything: Any = None
    made: int = attrs.field(init=False, default=7)


class Sent:
    @classmethod
    def from_dict(cls, value: dict[str, Any]) -> Sent:
        made = cls()
        made.value = value
        return made

    value: dict[str, Any]


class Chat(ChatResponseView):
    def __init__(self, content: str | None, finish: str | None = "stop", **more: Any) -> None:
        message = {"role": "assistant", "content": content, **more}
        self.wire = {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


class Response(ResponsesResponseView):
    def __init__(self, text: str, status: str, reason: str | None = None) -> None:
        part = {"type": "output_text", "text": text}
        self.wire: dict[str, Any] = {
            "output": [{"type": "message", "content": [part]}],
            "status": status,
            "incomplete_details": {"reason": reason},
        }

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


class Message(MessageResponseView):
    def __init__(self, text: str, stop: str | None = "end_turn") -> None:
        self.wire = {"content": [{"type": "text", "text": text}], "stop_reason": stop}

    def _wire_view(self) -> dict[str, Any]:
        return self.wire


def test_into_dict_and_list() -> None:
    assert Chat('{"a": [1, null]}').parse(dict) == {"a": [1, None]}
    assert Chat(" [1]\n").parse(list) == [1]
    assert Chat('{"a": 1}').parse(dict[str, int]) == {"a": 1}


def test_into_an_attrs_class() -> None:
    text = """{"name": "s", "points": [{"x": 1}, {"x": 2, "y": 3, "_hidden": "z", "more": 0}],
        "colour": "red", "kind": "closed", "size": 3, "extent": {"width": 1, "other": 2},
        "pair": [1, "a"], "many": [1, 2], "tags": {"t": {"x": 9}}, "anything": [1], "made": 1}"""
    shape = Chat(text).parse(Shape)
    assert shape == Shape(
        name="s",
        points=[Point(1), Point(2, 3.0, "z")],
        colour=Colour.RED,
        kind="closed",
        size=3,
        extent=cast(Extent, {"width": 1, "other": 2}),
        pair=(1, "a"),
        many=(1, 2),
        tags={"t": Point(9)},
        anything=[1],
    )
    assert type(shape.size) is int
    assert type(shape.points[1].y) is float


def test_from_all_protocols() -> None:
    for view in (Chat('{"x": 1}'), Message('{"x": 1}'), Response('{"x": 1}', "completed")):
        assert view.parse(Point) == Point(1)


def test_a_refusal_of_the_responses_protocol_is_quoted() -> None:
    view = Response("", "completed")
    view.wire["output"] = [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]
    with pytest.raises(OutputParseError, match="the model refused: no"):
        view.parse(dict)
    with pytest.raises(OutputParseError, match="no text"):
        Message("").parse(dict)


def test_into_a_model() -> None:
    assert Chat('{"a": 1}').parse(Sent).value == {"a": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"points": []}', "lacks 'name'"),
        ('{"name": 1, "points": []}', "/name should be a string, not 1"),
        ('{"name": "s", "points": [{"x": 1}, {"x": true}]}', "/points/1/x should be an integer"),
        ('{"name": "s", "points": {}}', "/points should be an array"),
        ('{"name": "s", "points": [], "colour": "blue"}', "/colour should be a Colour"),
        ('{"name": "s", "points": [], "kind": "x"}', "one of 'open', 'closed'"),
        ('{"name": "s", "points": [], "extent": {}}', "/extent lacks 'width'"),
        ('{"name": "s", "points": [], "pair": [1]}', "/pair should be an array of 2"),
        ('{"name": "s", "points": [], "tags": {"a/b": 1}}', "/tags/a~1b should be an object"),
        ("[]", "/ should be an object"),
    ],
)
def test_a_value_that_does_not_fit_is_told_by_its_place(text: str, says: str) -> None:
    with pytest.raises(OutputParseError, match="The answer is not a Shape") as raised:
        Chat(text).parse(Shape)
    assert says in str(raised.value)
    assert raised.value.text == text


# https://github.com/openai/openai-python/pull/3286
@pytest.mark.parametrize(
    "view",
    [
        Chat('{"a": 1', "length"),
        Chat('{"a": 1}', "length"),
        Chat('{"a": 1', None),
        Chat("12", None),
        Message('{"a": 1', "max_tokens"),
        Message('{"a": 1', None),
        Response('{"a": 1', "incomplete", "max_output_tokens"),
        Response('{"a": 1', "incomplete", "content_filter"),
        Response('{"a": 1', "in_progress"),
    ],
)
def test_an_answer_that_was_cut_off_is_not_parsed(view: Any) -> None:
    with pytest.raises(OutputIncompleteError) as raised:
        view.parse(dict)
    assert raised.value.partial is view


def test_a_whole_object_without_a_finish_reason_is_parsed() -> None:
    assert Chat('{"a": 1}', None).parse(dict) == {"a": 1}


def test_other_text_is_an_error_that_quotes_it() -> None:
    with pytest.raises(OutputParseError, match=r"not JSON.*Certainly"):
        Chat("Certainly! {}").parse(dict)
    with pytest.raises(OutputParseError, match="no text"):
        Chat(None).parse(dict)
    with pytest.raises(OutputParseError, match="the model refused: no"):
        Chat(None, refusal="no").parse(dict)


class Plain:
    pass


@attrs.define
class Bad:
    plain: Plain


@pytest.mark.parametrize("cls", [Plain, Bad, bytes])
def test_a_class_that_cannot_be_made_is_a_type_error(cls: type) -> None:
    with pytest.raises(TypeError, match="cannot make"):
        Chat('{"plain": {}}').parse(cls)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (Bad(Plain()), "Bad"),
        (UnknownModel.from_dict({}), "UnknownModel"),
        ([int], "list"),
        (5, "int"),
    ],
)
def test_what_is_no_class_is_told(wrong: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=f"a class is needed, not an instance of {kind}$"):
        Chat("{}").parse(wrong)


def _even(instance: object, attribute: object, value: int) -> None:
    if value % 2:
        raise ValueError("n must be even")


@attrs.define
class Even:
    n: int = attrs.field(validator=_even)


def test_what_a_class_refuses_is_an_output_error() -> None:
    assert Chat('{"n": 2}').parse(Even) == Even(2)
    with pytest.raises(OutputParseError, match="must be even"):
        Chat('{"n": 1}').parse(Even)


@dataclasses.dataclass(frozen=True)
class Place:
    name: str
    point: Point
    tags: list[str] = dataclasses.field(default_factory=list)
    made: int = dataclasses.field(init=False, default=7)


def test_a_dataclass_is_made_as_an_attrs_class_is() -> None:
    text = '{"name": "here", "point": {"x": 1}, "made": 8, "more": null}'
    assert Chat(text).parse(Place) == Place("here", Point(1))
    with pytest.raises(OutputParseError, match="lacks 'point'"):
        Chat('{"name": "here"}').parse(Place)
    with pytest.raises(OutputParseError, match=r"/tags/0 should be a string, not 1"):
        Chat('{"name": "here", "point": {"x": 1}, "tags": [1]}').parse(Place)
