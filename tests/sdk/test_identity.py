"""Whatever a server sends comes back as it was, whether it was read or not, copied or changed."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import attrs
import pytest
from evolink_kimi import Model, types
from hypothesis import given
from hypothesis import strategies as st

from pipeline.verify.driver import same, touch
from pipeline.verify.roundtrip import cases
from tests.support.wire_values import BUDGET, DOCUMENT, MODELS, fitting, loose, read_all

pytestmark = pytest.mark.filterwarnings("ignore::evolink_kimi.WireTypeWarning")


def decoded(name: str, wire: dict[str, Any]) -> Model:
    model: Model = getattr(types, name).from_dict(wire)
    return model


def read_some(data: st.DataObject, value: Any) -> None:
    """Read some fields of a model, and some of those in it."""
    if isinstance(value, list):
        for item in value:
            read_some(data, item)
    elif isinstance(value, Model):
        fields = list(type(value)._fields)
        for field in data.draw(st.sets(st.sampled_from(fields))) if fields else ():
            read_some(data, getattr(value, field))


def anything() -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    names = st.sampled_from(MODELS)
    return names.flatmap(lambda name: loose(name).map(lambda wire: (name, wire)))


@BUDGET
@given(anything(), st.data())
def test_what_is_decoded_encodes_to_the_same(
    sent: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    name, wire = sent
    before = copy.deepcopy(wire)
    unread = decoded(name, wire)
    assert same(unread.to_dict(), before)
    some = decoded(name, wire)
    read_some(data, some)
    assert same(some.to_dict(), before)
    every = decoded(name, wire)
    read_all(every)
    assert same(every.to_dict(), before)
    assert same(json.loads(every.to_json()), before)
    assert same(wire, before)
    assert unread == some == every


@BUDGET
@given(anything(), st.data())
def test_copies_encode_to_the_same(sent: tuple[str, dict[str, Any]], data: st.DataObject) -> None:
    name, wire = sent
    model = decoded(name, wire)
    read_some(data, model)
    copies = [
        copy.copy(model),
        copy.deepcopy(model),
        pickle.loads(pickle.dumps(model)),
        attrs.evolve(model),
        type(model).from_json(model.to_json()),
    ]
    for other in copies:
        assert type(other) is type(model)
        assert same(other.to_dict(), wire)
        read_all(other)
        assert same(other.to_dict(), wire)
        assert other == model


@BUDGET
@given(anything(), st.data())
def test_a_changed_copy_differs_in_what_was_changed_alone(
    sent: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    name, wire = sent
    model = decoded(name, wire)
    field = data.draw(st.sampled_from(sorted(type(model)._fields)) | st.none())
    if field is None:
        return
    key = type(model)._fields[field][0]
    change: dict[str, Any] = {field: "changed"}
    changed = attrs.evolve(model, **change)
    assert same(changed.to_dict(), {**wire, key: "changed"})
    setattr(model, field, "set")
    assert same(model.to_dict(), {**wire, key: "set"})


@BUDGET
@given(anything())
def test_the_result_of_to_dict_is_the_callers(sent: tuple[str, dict[str, Any]]) -> None:
    name, wire = sent
    before = copy.deepcopy(wire)
    model = decoded(name, wire)
    spoil(model.to_dict())
    read_all(model)
    spoil(model.to_dict())
    assert same(model.to_dict(), before)
    assert same(wire, before)


def spoil(value: Any) -> None:
    """Change an object and all that it holds."""
    if isinstance(value, dict):
        for item in value.values():
            spoil(item)
        value.clear()
    elif isinstance(value, list):
        for item in value:
            spoil(item)
        value.append("spoilt")


@BUDGET
@given(st.sampled_from(MODELS).flatmap(lambda n: fitting(n).map(lambda wire: (n, wire))))
def test_what_the_document_allows_passes_strictly(sent: tuple[str, dict[str, Any]]) -> None:
    name, wire = sent
    cls = getattr(types, name)
    model = cls.from_dict(wire, strict=True)
    assert same(model.to_dict(), wire)
    assert same(cls.from_json(json.dumps(wire), strict=True).to_dict(), wire)


@pytest.mark.parametrize("case", list(cases(DOCUMENT)), ids=lambda c: c.pointer)
def test_examples_of_the_document_pass_strictly(case: Any) -> None:
    from evolink_kimi.resources import chat, messages, responses

    operations: dict[str, Any] = {
        "chat.completions.create": chat._CHAT_COMPLETIONS_CREATE,
        "messages.create": messages._MESSAGES_CREATE,
        "responses.create": responses._RESPONSES_CREATE,
    }
    operation = operations[case.operation]
    decode: Any = {"request": operation.request, "event": operation.event}.get(
        case.place, operation.statuses.get(case.place)
    )
    model = decode(case.value)
    assert model.check() is model
    touch(model)
    assert model.check() is model
    assert same(model.to_dict(), case.value)
