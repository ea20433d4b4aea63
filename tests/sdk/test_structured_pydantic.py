"""Answers parsed into pydantic models, where pydantic is there."""

from __future__ import annotations

import datetime
import decimal
import enum
from typing import Any, Generic, TypeVar

import attrs
import pytest

pytest.importorskip("pydantic")

import pydantic.dataclasses
from evolink_kimi import OutputParseError
from evolink_kimi.types import ChatCompletion
from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

T = TypeVar("T")


class Forecast(BaseModel):
    city: str
    degrees: float = Field(alias="temperature", gt=-274)


def completion(text: str) -> ChatCompletion:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return ChatCompletion.from_dict({"choices": [choice]})


def test_a_model_validates_by_itself() -> None:
    made = completion('{"city": "Zürich", "temperature": 12}').parse(Forecast)
    assert (made.city, made.degrees) == ("Zürich", 12.0)
    assert completion('[{"city": "a", "temperature": 1}]').parse(list[Forecast])[0].city == "a"
    with pytest.raises(OutputParseError, match="greater than -274") as caught:
        completion('[{"city": "a", "temperature": -300}]').parse(list[Forecast])
    assert "/0: 1 validation error for Forecast" in str(caught.value)


class Colour(enum.Enum):
    RED = "red"


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    day: datetime.date
    at: datetime.datetime
    colour: Colour
    pair: tuple[int, str]
    tags: frozenset[str] = frozenset()
    amount: decimal.Decimal = decimal.Decimal(0)
    by_number: dict[int, str] = {}


@pydantic.dataclasses.dataclass(config=ConfigDict(strict=True))
class Point:
    x: int
    day: datetime.date


@pydantic.dataclasses.dataclass
class Box(Generic[T]):
    item: T


class Page(BaseModel, Generic[T]):
    items: list[T]


class Root(RootModel[list[int]]):
    pass


@attrs.define
class Holder:
    model: Strict
    points: list[Point]


STRICT = (
    '{"day": "2026-12-01", "at": "2026-12-01T10:00:00Z", "colour": "red", "pair": [1, "a"],'
    ' "tags": ["t"], "amount": "1.50", "by_number": {"1": "one"}}'
)
POINT = '{"x": 1, "day": "2026-12-01"}'


def test_strict_models_take_what_json_can_have() -> None:
    made = completion(STRICT).parse(Strict)
    assert made == Strict.model_validate_json(STRICT)
    assert (made.day, made.colour, made.pair) == (datetime.date(2026, 12, 1), Colour.RED, (1, "a"))
    assert made.by_number == {1: "one"}
    held = completion(f'{{"model": {STRICT}, "points": [{POINT}]}}').parse(Holder)
    assert held == Holder(made, [Point(1, datetime.date(2026, 12, 1))])


@pytest.mark.parametrize(
    ("cls", "text", "value"),
    [
        (Point, POINT, Point(1, datetime.date(2026, 12, 1))),
        (list[Point], f"[{POINT}]", [Point(1, datetime.date(2026, 12, 1))]),
        (Box[int], '{"item": 1}', Box(1)),
        (Box[Point], f'{{"item": {POINT}}}', Box(Point(1, datetime.date(2026, 12, 1)))),
        (Page[int], '{"items": [1]}', Page[int](items=[1])),
        (Root, "[1, 2]", Root([1, 2])),
        (Forecast | dict, '{"city": "a", "temperature": 1}', Forecast(city="a", temperature=1)),
        (dict | Forecast, '{"city": "a", "temperature": 1}', Forecast(city="a", temperature=1)),
        (Forecast | dict, '{"city": "a"}', {"city": "a"}),
        (Strict | Forecast, '{"city": "a", "temperature": 1}', Forecast(city="a", temperature=1)),
    ],
)
def test_all_that_pydantic_makes(cls: Any, text: str, value: Any) -> None:
    made = completion(text).parse(cls)
    assert made == value
    assert type(made) is type(value)


class Picky(BaseModel):
    n: int

    @field_validator("n")
    @classmethod
    def check(cls, value: int) -> int:
        raise {1: KeyError("n"), 2: ZeroDivisionError("n"), 3: TypeError("n")}[value]


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        (Strict, STRICT.replace('"red"', '"blue"')),
        (Strict, STRICT.replace('[1, "a"]', '[1.0, "a"]')),
        (Point, '{"x": "1", "day": "2026-12-01"}'),
        (Point, "[]"),
        (Box[int], '{"item": "a"}'),
        (Forecast, '{"city": "\\ud800", "temperature": 1}'),
        *((Picky, f'{{"n": {n}}}') for n in (1, 2, 3, 4)),
    ],
)
def test_what_pydantic_refuses_is_an_output_error(cls: Any, text: str) -> None:
    with pytest.raises(OutputParseError):
        completion(text).parse(cls)


class Unready(BaseModel):
    x: NoSuchName  # type: ignore[name-defined]  # noqa: F821  # the mistake


@pytest.mark.parametrize("text", ["{}", "no JSON"])
def test_a_model_that_is_not_ready_is_a_type_error(text: str) -> None:
    with pytest.raises(TypeError, match="cannot make a Unready from JSON"):
        completion(text).parse(Unready)
