"""All types that structured output is made of, and those that it is not."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import typing
import uuid
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, TypeVar

import attrs
import pytest
import typing_extensions
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.errors import OutputParseError
from tests.sdk.test_structured import Chat

T = TypeVar("T")
U = TypeVar("U")
Number = TypeVar("Number", int, float)
UserId = NewType("UserId", int)
Alias = typing_extensions.TypeAliasType("Alias", list[int])
AliasOf = typing_extensions.TypeAliasType("AliasOf", dict[str, T], type_params=(T,))


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Box(Generic[T]):
    item: T
    more: list[T] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Labelled(Box[int], Generic[T]):
    label: T | None = None


class Plainly(Box[int]):
    """It inherits, and adds nothing."""


@attrs.frozen
class Pair(Generic[T, U]):
    first: T
    second: U


@dataclasses.dataclass
class Tree:
    name: str
    children: list[Tree] = dataclasses.field(default_factory=list)


class Extent(typing_extensions.TypedDict):
    width: int
    height: typing_extensions.NotRequired[int]
    depth: typing_extensions.ReadOnly[int]


class Of(typing_extensions.TypedDict, Generic[T]):
    value: T


class OfInt(Of[int]):
    unit: str


@attrs.define
class Small:
    x: int


@attrs.define
class Large:
    x: int
    y: int = 0


DAY = datetime.date(2026, 12, 1)
FITS: list[tuple[Any, str, Any]] = [
    (datetime.date, '"2026-12-01"', DAY),
    (datetime.datetime, '"2026-12-01T10:00:00"', datetime.datetime(2026, 12, 1, 10)),
    (
        datetime.datetime,
        '"2026-12-01T10:00:00.5Z"',
        datetime.datetime(2026, 12, 1, 10, 0, 0, 500000, datetime.UTC),
    ),
    (datetime.time, '"10:30"', datetime.time(10, 30)),
    (uuid.UUID, '"00000000-0000-0000-0000-00000000000a"', uuid.UUID(int=10)),
    (decimal.Decimal, "1.10", decimal.Decimal("1.1")),
    (decimal.Decimal, '"1.10"', decimal.Decimal("1.10")),
    (set[int], "[1, 2, 1]", {1, 2}),
    (set, "[1]", {1}),
    (frozenset[str], '["a"]', frozenset("a")),
    (AbstractSet[int], "[1]", {1}),
    (Sequence[int], "[1]", [1]),
    (Iterable[int], "[1]", [1]),
    (Mapping[str, int], '{"a": 1}', {"a": 1}),
    (tuple, '[1, "a"]', (1, "a")),
    (tuple[()], "[]", ()),
    (tuple[int, ...], "[1, 2]", (1, 2)),
    (UserId, "5", 5),
    (Annotated[UserId, "x"], "5", 5),
    (Alias, "[1]", [1]),
    (AliasOf[int], '{"a": 1}', {"a": 1}),
    (Box[int], '{"item": 1, "more": [2]}', Box(1, [2])),
    (Box[Box[str]], '{"item": {"item": "a"}}', Box(Box("a"))),
    (Box[set[int]], '{"item": [1], "more": [[2]]}', Box({1}, [{2}])),
    (Box, '{"item": "any"}', Box("any")),
    (Labelled[str], '{"item": 1, "label": "a"}', Labelled(1, [], "a")),
    (Plainly, '{"item": 1}', Plainly(1)),
    (
        Pair[int, Pair[str, None]],
        '{"first": 1, "second": {"first": "a", "second": null}}',
        Pair(1, Pair("a", None)),
    ),
    (Tree, '{"name": "a", "children": [{"name": "b"}]}', Tree("a", [Tree("b")])),
    (Extent, '{"width": 1, "depth": 2, "more": 3}', {"width": 1, "depth": 2, "more": 3}),
    (Of[datetime.date], '{"value": "2026-12-01"}', {"value": DAY}),
    (OfInt, '{"value": 1, "unit": "m"}', {"value": 1, "unit": "m"}),
    (dict[int, str], '{"1": "a", "-20": "b"}', {1: "a", -20: "b"}),
    (dict[float, str], '{"1.5": "a", "2": "b"}', {1.5: "a", 2.0: "b"}),
    (dict[Level, str], '{"1": "a"}', {Level.LOW: "a"}),
    (dict[Colour, int], '{"red": 1}', {Colour.RED: 1}),
    (dict[datetime.date, int], '{"2026-12-01": 1}', {DAY: 1}),
    (dict[Literal[1, 2], int], '{"1": 1}', {1: 1}),
    (dict[str, str], '{"1": "a"}', {"1": "a"}),
    (dict[int | str, str], '{"1": "a", "b": "c"}', {"1": "a", "b": "c"}),
    (Small | dict, '{"x": 1}', Small(1)),
    (dict | Small, '{"x": 1}', Small(1)),
    (Small | dict[str, Any], '{"z": 1}', {"z": 1}),
    (Small | Large, '{"x": 1, "y": 2}', Large(1, 2)),
    (Small | Large, '{"x": 1}', Small(1)),
    (Any | Small, '{"x": 1}', Small(1)),
    (int | float, "1", 1),
    (float | int, "1", 1),
    (float | None, "1", 1.0),
    (datetime.date | str, '"2026-12-01"', DAY),
    (str | datetime.date, '"2026-12-01"', "2026-12-01"),
    (Colour | str, '"red"', Colour.RED),
    (list[Small] | Small, '[{"x": 1}]', [Small(1)]),
    (Literal[Colour.RED], '"red"', Colour.RED),
    (Literal["a", 1, None], "null", None),
    (Level, "2", Level.HIGH),
]


def name_of(value: Any) -> str:
    return str(getattr(value, "__name__", value))


@pytest.mark.parametrize(("cls", "text", "value"), FITS, ids=name_of)
def test_what_fits(cls: Any, text: str, value: Any) -> None:
    made = Chat(text).parse(cls)
    assert made == value
    assert type(made) is type(value)


MISFITS: list[tuple[Any, str, str]] = [
    (datetime.date, '"soon"', "/ should be a date"),
    (datetime.date, "1", "/ should be a date"),
    (datetime.datetime, '"2026-13-01T00:00"', "/ should be a date and time"),
    (uuid.UUID, '"x"', "/ should be a UUID"),
    (decimal.Decimal, '"x"', "/ should be a decimal number"),
    (decimal.Decimal, "[]", "/ should be a decimal number"),
    (set[int], "1", "/ should be an array"),
    (set[Any], "[[]]", "is not a set: /: "),
    (tuple[()], "[1]", "/ should be an array of 0"),
    (UserId, '"5"', "/ should be an integer"),
    (Box[int], '{"item": 1, "more": ["a"]}', "/more/0 should be an integer"),
    (Labelled[str], '{"item": "a"}', "/item should be an integer"),
    (Plainly, '{"item": "a"}', "/item should be an integer"),
    (Pair[int, str], '{"first": 1, "second": 2}', "/second should be a string"),
    (OfInt, '{"value": "a", "unit": "m"}', "/value should be an integer"),
    (Extent, '{"width": 1}', "/ lacks 'depth'"),
    (Extent, '{"width": "a", "depth": 1}', "/width should be an integer"),
    (dict[int, str], '{"a": "b"}', "/a should be an integer, not 'a'"),
    (dict[int, str], '{"1.0": "b"}', "/1.0 should be an integer"),
    (dict[int, str], '{"01": "b"}', "/01 should be an integer"),
    (dict[int, str], '{" 1": "b"}', "/ 1 should be an integer"),
    (dict[int, str], '{"true": "b"}', "/true should be an integer"),
    (dict[bool, str], '{"true": "b"}', "/true should be a boolean"),
    (dict[float, str], '{"1.0": "a", "1": "b"}', "/ has keys that mean the same"),
    (Small | Large, '{"y": 1}', "/ lacks 'x'"),
    (Level, "3", "/ should be a Level"),
    (Level, "true", "/ should be a Level"),
    (Level, "1.0", "/ should be a Level"),
    (Level, "{}", "/ should be a Level"),
    (Literal[1], "true", "one of 1"),
    (float, "1" + "0" * 400, "too large"),
]


@pytest.mark.parametrize(("cls", "text", "says"), MISFITS, ids=name_of)
def test_what_does_not_fit(cls: Any, text: str, says: str) -> None:
    with pytest.raises(OutputParseError) as raised:
        Chat(text).parse(cls)
    assert says in str(raised.value)
    assert raised.value.text == text


class Raising:
    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, *_: Any) -> Any:
        raise self.error


@pytest.mark.parametrize(
    "error", [ValueError("no"), TypeError("no"), KeyError("no"), ZeroDivisionError("no"), OSError()]
)
def test_whatever_a_class_raises_of_what_the_model_wrote_is_an_output_error(
    error: Exception,
) -> None:
    converted = attrs.make_class("Made", {"n": attrs.field(converter=Raising(error))})
    posted = dataclasses.make_dataclass(
        "Posted", [("n", int)], namespace={"__post_init__": Raising(error)}
    )
    sent = type("Sent", (), {"from_dict": Raising(error)})
    for cls in (converted, posted, sent):
        with pytest.raises(OutputParseError, match=r"no|OSError"):
            Chat('{"n": 1}').parse(cls)


class Named(NamedTuple):
    x: int


class Hintless:
    def __init__(self, x: int) -> None:
        self.x = x


@dataclasses.dataclass
class Wrong:
    x: NoSuchName  # type: ignore[name-defined]  # the mistake  # noqa: F821


@dataclasses.dataclass
class Within:
    fine: int
    deep: list[dict[str, Hintless | None]] = dataclasses.field(default_factory=list)


@pytest.mark.parametrize("text", ["1", "{}", '{"fine": 1}', "no JSON"])
@pytest.mark.parametrize(
    "cls",
    [
        Hintless,
        Named,
        Wrong,
        Within,
        complex,
        bytes,
        list[Hintless],
        Box[Hintless],
        "Box",
        int | Hintless,
    ],
)
def test_what_cannot_be_made_is_told_whatever_the_model_wrote(cls: Any, text: str) -> None:
    with pytest.raises(TypeError, match="cannot make"):
        Chat(text).parse(cls)


@pytest.mark.parametrize("cls", [Tree, dict, dict[str, Any], Any, Box[Any]])
@pytest.mark.parametrize("start", ["[", '{"children":[', '{"item":'])
def test_depth_is_no_other_error(cls: Any, start: str) -> None:
    close = {"[": "]", '{"children":[': "]}", '{"item":': "}"}[start]
    for depth in (400, 100_000):
        text = start * depth + "1" + close * depth
        with suppress(OutputParseError):
            Chat(text).parse(cls)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
TYPES = st.sampled_from([cls for cls, *_ in FITS] + [cls for cls, *_ in MISFITS])


@given(cls=TYPES, value=JSON_VALUES)
def test_any_value_fits_or_is_an_output_error(cls: Any, value: Any) -> None:
    try:
        Chat(json.dumps(value)).parse(cls)
    except OutputParseError as error:
        assert error.text


@given(value=JSON_VALUES)
def test_what_is_any_stays_as_it_is(value: Any) -> None:
    for cls in (typing.Any, object):
        assert Chat(json.dumps(value)).parse(cls) == value
