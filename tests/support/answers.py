"""Answers that every server is asked for, and what a client has to make of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

__all__ = ["ANSWERS", "PROTOCOLS", "Answer", "Protocol", "calls_in", "request", "resource_of"]

Protocol: TypeAlias = Literal["chat", "messages", "responses"]
PROTOCOLS: Final[tuple[Protocol, ...]] = ("chat", "messages", "responses")

_MODEL: Final = "kimi-k3.1-pro"
_TOOL: Final = "get_weather"
_DESCRIPTION: Final = "The weather of a city"
_PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "unit": {"type": "string"}},
    "required": ["city"],
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Attributes:
        question: What is asked for it.
        reasoning: The reasoning before it.
        text: Its text.
        calls: Names and arguments of the tools it asks to call.
    """

    question: str
    reasoning: str
    text: str = ""
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()


ANSWERS: Final[dict[str, Answer]] = {
    "answer": Answer(
        question="What is a cache?",
        reasoning="They ask for one sentence — 思考 — no more.",
        # aimock cuts after 40 units of UTF-16, which is inside the rocket.
        text="A cache keeps what was\u2028costly to make: 🚀, ünï, 満.",
    ),
    "tools": Answer(
        question="Is it warmer in Zürich or in 東京?",
        reasoning="I need the weather of both.",
        calls=(
            (_TOOL, {"city": "Zürich", "unit": "celsius"}),
            (_TOOL, {"city": "東京", "unit": "celsius"}),
        ),
    ),
}


def resource_of(client: Any, protocol: Protocol) -> Any:
    """A client's resource for a protocol, with `create` and `stream`."""
    return client.chat.completions if protocol == "chat" else getattr(client, protocol)


def calls_in(response: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
    """The tool calls of a typed response, as `Answer.calls` has them."""
    return tuple((call.name, call.arguments) for call in response.tool_calls)


def request(protocol: Protocol, name: str, *, suffix: str = "") -> dict[str, Any]:
    """The arguments of a call that is to bring an answer, by the answer's name.

    Args:
        suffix: Added to the question.
    """
    question = ANSWERS[name].question + suffix
    function = {"name": _TOOL, "description": _DESCRIPTION}
    tool: dict[str, Any]
    if protocol == "responses":
        tool = {"type": "function", **function, "parameters": _PARAMETERS}
        arguments: dict[str, Any] = {"input": question}
    else:
        arguments = {"messages": [{"role": "user", "content": question}]}
        tool = {"type": "function", "function": {**function, "parameters": _PARAMETERS}}
    if protocol == "messages":
        arguments["max_tokens"] = 1024
        tool = {**function, "input_schema": _PARAMETERS}
    if ANSWERS[name].calls:
        arguments["tools"] = [tool]
    return {"model": _MODEL, **arguments}
