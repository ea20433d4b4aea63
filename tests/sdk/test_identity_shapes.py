"""Identity for the shapes that the project's own documents have none of: dates, maps, circles."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.surface import build_surface
from pipeline.verify.driver import same
from tests.support.generating import Client, schemas
from tests.support.wire_values import BUDGET, loose, read_all

DOCUMENT = schemas("""
Sink:
  type: object
  required: [at]
  properties:
    at: {type: string, format: date-time}
    day: {type: string, format: date}
    times: {type: array, items: {type: string, format: date-time}}
    by_day: {type: object, additionalProperties: {type: string, format: date}}
    maybe: {type: [string, 'null'], format: date-time}
    grid: {type: array, items: {type: array, items: {$ref: '#/components/schemas/Left'}}}
    named: {type: object, additionalProperties: {$ref: '#/components/schemas/Either'}}
    either: {oneOf: [{type: string}, {$ref: '#/components/schemas/Either'}, {type: 'null'}]}
    below: {$ref: '#/components/schemas/Sink'}
    anything: {}
Left: {type: object, required: [left], properties: {left: {type: number}, at: {type: string}}}
Right: {type: object, required: [right], properties: {right: {type: integer}}}
Either: {oneOf: [{$ref: '#/components/schemas/Left'}, {$ref: '#/components/schemas/Right'}]}
""")


@pytest.fixture(scope="module")
def sink(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    client = Client(DOCUMENT, Path(tmp_path_factory.mktemp("client")))
    yield client.Sink
    client.forget()


@pytest.mark.filterwarnings("ignore:.*kept as sent")
@BUDGET
@given(wire=loose("Sink", build_surface(DOCUMENT, name="test.yaml")), data=st.data())
def test_every_shape_comes_back_as_it_was(sink: Any, wire: dict[str, Any], data: Any) -> None:
    before = copy.deepcopy(wire)
    model = sink.from_dict(wire)
    assert same(model.to_dict(), before)
    if data.draw(st.booleans()):
        read_all(model)
    copies = [
        copy.deepcopy(model),
        pickle.loads(pickle.dumps(model)),
        attrs.evolve(model),
        sink.from_json(model.to_json()),
    ]
    for other in (model, *copies):
        assert same(other.to_dict(), before)
        read_all(other)
        assert same(other.to_dict(), before)
    assert same(wire, before)


def test_a_text_of_a_date_is_kept_until_it_is_set(sink: Any) -> None:
    sent = {"at": "2026-01-02T03:04:05.1200+02:00", "maybe": "2026-01-02T03:04:05Z"}
    model = sink.from_dict(sent)
    later = model.at.replace(year=2027)
    assert model.to_dict() == sent
    model.at = later
    assert model.to_dict()["at"] == "2027-01-02T03:04:05.120000+02:00"
    model.maybe = None
    assert model.to_dict()["maybe"] is None
