"""Answers parsed into pydantic models, where pydantic is there."""

from __future__ import annotations

import pytest

pytest.importorskip("pydantic")

from evolink_kimi import OutputParseError
from evolink_kimi.types import ChatCompletion
from pydantic import BaseModel, Field


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
