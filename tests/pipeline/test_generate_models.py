"""Generated models at work: what is decoded, what is kept, what is written back."""

from __future__ import annotations

import copy
import datetime
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

from pipeline.types import JsonObject
from tests.support.generating import Client, schemas

Make = Callable[[JsonObject], Client]

DOCUMENT = """
Reply:
  type: object
  required: [id, usage, parts]
  properties:
    id: {type: string}
    note: {type: [string, 'null']}
    usage: {anyOf: [@Usage, {type: 'null'}]}
    parts: {type: array, items: @Part}
    by_name: {type: object, additionalProperties: @Usage}
    status: {type: string, enum: [done, failed]}
    count: {type: integer}
    created: {type: string, format: date-time}
    day: {type: string, format: date}
    times: {type: array, items: {type: string, format: date-time}}
    content: {anyOf: [{type: string}, {type: array, items: @Part}, @Usage]}
    anything: {}
Usage: {type: object, properties: {tokens: {type: integer}, ratio: {type: number}}}
Part: {oneOf: [@Text, @Image]}
Text:
  type: object
  required: [type, text]
  properties: {type: {const: text}, text: {type: string}}
Image:
  type: object
  required: [type]
  properties: {type: {const: image}, url: {type: string}}
"""

VALUES: list[JsonObject] = [
    {},
    {"id": "a", "usage": None, "parts": []},
    {"id": "a", "note": None, "usage": {"tokens": 1}, "parts": [{"type": "text", "text": ""}]},
    {"note": "x", "count": 2, "unknown": {"deep": [1, None]}, "anything": [{"a": 1}]},
    {"usage": {"ratio": 1, "more": True}, "status": "paused"},
    {"parts": [{"type": "sound", "data": "..."}, {"type": "image"}, {"no": "tag"}, {}]},
    {"by_name": {"a": {"tokens": 1}, "b": {}}, "content": [{"type": "text", "text": "t"}]},
    {"content": "text", "created": "2024-05-01T10:00:00Z", "day": "2024-05-01"},
    {"content": {"tokens": 3}, "times": ["2024-05-01T10:00:00.123456789Z", "soon", ""]},
    {"created": "2024-05-01T10:00:00.1+02:00", "day": "yesterday"},
    {"created": "2024-05-01 10:00", "times": []},
]
# Values of another JSON type than documented.
ODD: list[JsonObject] = [
    {"usage": {"tokens": None}, "parts": None, "id": None},
    {"id": 1, "parts": {"type": "text"}, "usage": "many"},
    {"count": "2", "status": 3, "created": 1714557600, "content": 4, "note": {"a": 1}},
    {"parts": ["text", None, 3, {"type": "text", "text": "t"}], "by_name": {"a": 3, "b": None}},
    {"parts": [{"type": 3}, {"type": None}], "usage": [], "day": False, "times": "none"},
    {"count": 9007199254740993, "usage": {"ratio": 1.0, "tokens": 1.5}},
]


def touch(value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            touch(item)
    elif isinstance(value, dict):
        for item in value.values():
            touch(item)
    elif hasattr(value, "to_dict"):
        for name in type(value)._fields:
            touch(getattr(value, name))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    client = Client(schemas(DOCUMENT), tmp_path_factory.mktemp("models"))
    yield client
    client.forget()


def test_what_is_decoded_encodes_to_the_same_json(made: Client) -> None:
    for value in VALUES:
        before = copy.deepcopy(value)
        unread = made.Reply.from_dict(value)
        assert unread.to_dict() == value
        read = made.Reply.from_dict(value)
        touch(read)
        assert read.to_dict() == value
        assert read == unread
        assert made.Reply.from_json(read.to_json()).to_dict() == value
        assert value == before


def test_values_of_another_type_are_kept_with_a_warning(made: Client) -> None:
    with pytest.warns(made.WireTypeWarning, match="'note'"):
        assert made.Reply.from_dict({"note": 7}).note == 7
    for value in ODD:
        read = made.Reply.from_dict(value)
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            touch(read)
        assert read.to_dict() == value


def test_attributes_have_their_types(made: Client) -> None:
    reply = made.Reply.from_dict(
        {
            "usage": {"tokens": 1},
            "parts": [{"type": "text", "text": "t"}, {"type": "image"}, {"type": "new", "x": 1}],
            "by_name": {"a": {"tokens": 2}},
            "created": "2024-05-01T10:00:00Z",
            "day": "2024-05-01",
            "times": ["2024-05-01T10:00:00Z"],
        }
    )
    text, image, unknown = reply.parts
    assert (type(text), type(image), type(unknown)) == (made.Text, made.Image, made.UnknownPart)
    assert (unknown.type, unknown.raw) == ("unknown", {"type": "new", "x": 1})
    assert reply.by_name["a"].tokens == 2
    assert reply.created == datetime.datetime(2024, 5, 1, 10, tzinfo=datetime.UTC)
    assert reply.day == datetime.date(2024, 5, 1)
    assert reply.times == [reply.created]
    assert reply.note is None


def test_a_union_with_plain_members(made: Client) -> None:
    assert made.Reply.from_dict({"content": "t"}).content == "t"
    assert made.Reply.from_dict({"content": {"tokens": 1}}).content == made.Usage(tokens=1)
    [text] = made.Reply.from_dict({"content": [{"type": "text", "text": "t"}]}).content
    assert type(text) is made.Text


def test_null_and_absent_are_two_things(made: Client) -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/381"""
    assert made.Reply.from_dict({"note": None}).to_dict() == {"note": None}
    assert made.Reply.from_dict({}).to_dict() == {}
    assert made.Reply(id="a", usage=None, parts=[]).to_dict() == {
        "id": "a",
        "usage": None,
        "parts": [],
    }
    assert made.Reply(id="a", usage=None, parts=[], note=None).to_dict()["note"] is None
    assert "note" not in made.Reply(id="a", usage=None, parts=[]).to_dict()


def test_models_made_by_hand(made: Client) -> None:
    when = datetime.datetime(2024, 5, 1, 10, tzinfo=datetime.UTC)
    reply = made.Reply(
        id="a",
        usage=made.Usage(tokens=1),
        parts=[made.Text(text="t"), made.Image(url="u")],
        by_name={"x": made.Usage()},
        created=when,
        day=datetime.date(2024, 5, 1),
        status="done",
    )
    assert reply.to_dict() == {
        "id": "a",
        "usage": {"tokens": 1},
        "parts": [{"type": "text", "text": "t"}, {"type": "image", "url": "u"}],
        "by_name": {"x": {}},
        "created": "2024-05-01T10:00:00+00:00",
        "day": "2024-05-01",
        "status": "done",
    }
    assert made.Reply.from_dict(reply.to_dict()) == reply


def test_required_arguments_are_required(made: Client) -> None:
    with pytest.raises(TypeError, match="parts"):
        made.Reply(id="a", usage=None)
    with pytest.raises(TypeError, match="nonsense"):
        made.Usage(nonsense=1)


def test_evolve_copies_and_pickles(made: Client) -> None:
    value = {"id": "a", "note": None, "usage": {"tokens": 1}, "parts": [], "unknown": [1]}
    reply = made.Reply.from_dict(value)
    changed = attrs.evolve(reply, id="b")
    assert changed.to_dict() == {**value, "id": "b"}
    assert reply.to_dict() == value
    for same in (copy.copy(reply), copy.deepcopy(reply), pickle.loads(pickle.dumps(reply))):
        assert same == reply
        assert type(same) is made.Reply
        assert same.to_dict() == value
        same.usage.tokens = 2
        assert reply.usage.tokens == 1


def test_equality_is_of_class_and_json(made: Client) -> None:
    assert made.Usage(tokens=1) == made.Usage.from_dict({"tokens": 1})
    assert made.Usage(tokens=1) != made.Usage(tokens=2)
    assert made.Usage() != made.Image.from_dict({})
    with pytest.raises(TypeError):
        hash(made.Usage())


def test_repr_shows_what_is_there(made: Client) -> None:
    assert repr(made.Usage(tokens=1)) == "Usage(tokens=1)"
    reply = made.Reply.from_dict({"id": "a", "usage": {"tokens": 1}})
    assert repr(reply) == "Reply(id='a', usage=Usage(tokens=1))"
    assert "raw" in repr(made.UnknownPart.from_dict({"type": "x"}))


def test_fields_set_and_unset(made: Client) -> None:
    reply = made.Reply.from_dict({"id": "a", "note": "n", "count": 1, "parts": [], "more": 1})
    reply.id = "b"
    reply.note = None
    reply.count = None
    reply.status = "done"
    assert reply.to_dict() == {
        "id": "b",
        "note": None,
        "parts": [],
        "more": 1,
        "status": "done",
    }
    reply.parts.append(made.Text(text="t"))
    assert reply.to_dict()["parts"] == [{"type": "text", "text": "t"}]
    with pytest.raises(AttributeError):
        reply.nonsense = 1


def test_a_changed_part_of_a_model_is_written(made: Client) -> None:
    value = {"usage": {"tokens": 1, "extra": True}, "parts": [{"type": "text", "text": "t"}]}
    reply = made.Reply.from_dict(value)
    reply.usage.tokens = 5
    reply.parts[0].text = "changed"
    assert reply.to_dict() == {
        "usage": {"tokens": 5, "extra": True},
        "parts": [{"type": "text", "text": "changed"}],
    }
    assert value["usage"]["tokens"] == 1  # type: ignore[index]  # a dict


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01T10:00:00Z",
        "2024-05-01T10:00:00.000Z",
        "2024-05-01T10:00:00.123456789Z",
        "2024-05-01T10:00:00+02:00",
        "2024-05-01T10:00:00.1-00:00",
        "2024-05-01T24:00:00Z",
        "20240501T100000Z",
        "not a time",
        "",
    ],
)
def test_the_text_of_a_date_time_is_kept(client: Make, text: str) -> None:
    made = client(schemas("T: {type: object, properties: {at: {type: string, format: date-time}}}"))
    model = made.T.from_dict({"at": text})
    assert isinstance(model.at, datetime.datetime | str)
    assert model.to_dict() == {"at": text}
    model.at = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC)
    assert model.to_dict() == {"at": "2030-01-01T00:00:00+00:00"}


def test_unions_told_apart_by_their_keys(client: Make) -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/219"""
    made = client(
        schemas("""
        Holder: {type: object, properties: {it: {oneOf: [@A, @B, @C]}}}
        A: {type: object, properties: {x: {type: string}}}
        B: {type: object, required: [y], properties: {x: {type: string}, y: {type: string}}}
        C: {type: object, required: [z], properties: {z: {type: string}}}
        """)
    )
    for value, name in (
        ({"x": "1"}, "A"),
        ({"x": "1", "y": "2"}, "B"),
        ({"y": None}, "B"),
        ({"z": "1"}, "C"),
        ({}, "A"),
        ({"w": 1}, "A"),
    ):
        holder = made.Holder.from_dict({"it": value})
        assert type(holder.it).__name__ == name, value
        assert holder.to_dict() == {"it": value}


def test_a_union_nobody_fits_is_unknown(client: Make) -> None:
    made = client(
        schemas("""
        Holder: {type: object, properties: {it: {oneOf: [@B, @C]}}}
        B: {type: object, required: [y], properties: {y: {type: string}}}
        C: {type: object, required: [z], properties: {z: {type: string}}}
        """)
    )
    holder = made.Holder.from_dict({"it": {"q": 1}})
    assert type(holder.it).__name__ == "UnknownHolderIt"
    assert holder.it.raw == {"q": 1}


def test_the_discriminator_decides_not_the_order(client: Make) -> None:
    made = client(
        schemas("""
        Holder: {type: object, properties: {it: @Either}}
        Either:
          oneOf: [@A, @B]
          discriminator: {propertyName: kind, mapping: {a: A, b: B}, x-default-mapping: A}
        A: {type: object, properties: {kind: {type: string}, x: {type: string}}}
        B: {type: object, properties: {kind: {type: string}, x: {type: string}}}
        """)
    )
    for value, name in (
        ({"kind": "b", "x": "1"}, "B"),
        ({"kind": "a"}, "A"),
        ({"x": "1"}, "A"),
        ({"kind": "c"}, "UnknownEither"),
        ({"kind": 1}, "UnknownEither"),
    ):
        holder = made.Holder.from_dict({"it": value})
        assert type(holder.it).__name__ == name, value
        assert holder.to_dict() == {"it": value}


@pytest.mark.filterwarnings("error")
def test_aliases_among_the_members_of_a_union(client: Make) -> None:
    made = client(
        schemas("""
        When: {anyOf: [{type: string, format: date-time}, {type: number}]}
        Often: {type: array, items: @When}
        Parts: {type: array, items: @Part}
        Part: {type: object, properties: {at: @When}}
        Holder:
          type: object
          properties:
            it: {anyOf: [@When, @Often, {type: array, items: {type: string}}, @Part, @Parts]}
        """)
    )
    moment, text = datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC), "2030-01-01T00:00:00Z"
    for value, read in (
        (text, moment),
        (1.5, 1.5),
        ([text, 2], [moment, 2]),
        ({"at": text}, made.Part.from_dict({"at": text})),
        ([{"at": 1}, "then"], [made.Part(at=1), "then"]),
    ):
        holder = made.Holder.from_dict({"it": value})
        assert holder.it == read, value
        assert holder.to_dict() == {"it": value}


def test_recursive_models(client: Make) -> None:
    made = client(
        schemas("""
        Node:
          type: object
          properties: {value: {type: string}, children: {type: array, items: @Node}}
        Json:
          anyOf:
            - {type: string}
            - {type: array, items: @Json}
            - {type: object, additionalProperties: @Json}
        Holder:
          type: object
          properties: {json: @Json, tree: {type: object, additionalProperties: @Node}}
        """)
    )
    deep: JsonObject = {"value": "leaf"}
    for _ in range(50):
        deep = {"children": [deep]}
    model = made.Node.from_dict(deep)
    touch(model)
    assert model.to_dict() == deep
    value = {"json": [["a", []], {"children": []}], "tree": {"a": deep}}
    holder = made.Holder.from_dict(value)
    touch(holder)
    assert holder.to_dict() == value
    assert type(holder.tree["a"]) is made.Node
