"""JSON values that a language, or a careless model, does not keep: in answers and in requests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from parity.authoring.builder import (
    CHAT,
    MESSAGES,
    RESPONSES,
    SHORT,
    Vector,
    arguments_for,
    json_body,
    response,
    sse,
    stream,
)
from parity.authoring.documented import request_of
from parity.authoring.streams_chat import chunk, completion
from parity.authoring.streams_messages import MESSAGE_FINAL
from parity.authoring.streams_responses import RESPONSE_FINAL

__all__ = ["vectors"]

_UNICODE = {
    "astral": "🌍👩‍👩‍👧‍👦",
    "bidi": "\u202eabc\u202c עברית",
    "controls": "\x00\x01\x1f\x7f\x80",
    "line-separators": "\u2028\u2029\u0085",
    "combining": "e\u0301 \u00e9 \ufb01",
    "noncharacters": "\ufffe\uffff\U0010ffff\ufeff",
}


def _answer(operation: str, **extra: Any) -> dict[str, Any]:
    if operation == CHAT:
        return completion({"content": "Hi", "reasoning_content": "Hm."}, **extra)
    return {**(MESSAGE_FINAL if operation == MESSAGES else RESPONSE_FINAL), **extra}


def vectors() -> Iterator[Vector]:
    """Numbers, text, null, open enums and unknown keys."""
    yield from _text()
    yield from _numbers()
    yield from _nulls()
    yield from _open()
    yield from _requests()
    for operation in (CHAT, MESSAGES, RESPONSES):
        yield stream(
            "whole",
            operation,
            "A server that answers a call for a stream with a whole answer, as JSON.",
            json_body(_answer(operation)),
            final=_answer(operation),
            text="Hi",
            reasoning="Hm.",
            sources=["https://github.com/modelcontextprotocol/typescript-sdk/pull/2520"],
        )


def _text() -> Iterator[Vector]:
    for name, text in _UNICODE.items():
        value = completion({"content": text, "reasoning_content": ""})
        yield response(
            f"unicode-{name}", CHAT, "Text comes through as it was sent.", value, text=text
        )
        events = [chunk({"role": "assistant", "content": text}), chunk({}, "stop")]
        yield stream(
            f"unicode-{name}",
            CHAT,
            "Text comes through as it was sent.",
            sse(events),
            events=events,
            final=completion({"content": text}),
            text=text,
        )
    half = completion({"content": "a\ud83cb"})
    raw = json.dumps(half).encode("ascii")
    yield response(
        "unicode-half-surrogate",
        CHAT,
        "Half a surrogate pair, escaped, stays what it is.",
        half,
        raw=raw,
        text="a\ud83cb",
    )
    odd = _answer(CHAT, **{"ключ": 1, "": 2, "a.b": 3, "__proto__": 4, "constructor": 5})
    yield response("unicode-keys", CHAT, "Keys may be any text.", odd, text="Hi", reasoning="Hm.")


def _numbers() -> Iterator[Vector]:
    numbers = {"above-2-53": 2**53 + 1, "uint64": 2**64 - 1, "above-64-bits": 10**30}
    for name, number in numbers.items():
        value = _answer(
            CHAT, usage={"prompt_tokens": number, "completion_tokens": 1, "total_tokens": -number}
        )
        yield response(
            f"integer-{name}",
            CHAT,
            "An integer is exact, whatever its size.",
            value,
            text="Hi",
            reasoning="Hm.",
        )
    events = [
        chunk({"role": "assistant", "content": "Hi"}, seed=2**53 + 1),
        chunk({}, "stop", seed=2**53 + 1),
    ]
    yield stream(
        "integer-above-2-53",
        CHAT,
        "An integer is exact, whatever its size.",
        sse(events),
        events=events,
        final=completion({"content": "Hi"}, seed=2**53 + 1),
        text="Hi",
    )
    floats = {"numbers": [0.1, 1.5e300, 5e-324, 1e16, 123456.789, 2.0]}
    yield response(
        "floats",
        CHAT,
        "Numbers with a fraction or an exponent keep their value.",
        _answer(CHAT, **floats),
        text="Hi",
        reasoning="Hm.",
    )


def _nulls() -> Iterator[Vector]:
    value = completion(
        {"content": None, "reasoning_content": "", "refusal": None},
        usage=None,
        system_fingerprint=None,
    )
    yield response("null", CHAT, 'Null is null, "" is "", and what is absent stays absent.', value)
    value = {**MESSAGE_FINAL, "content": [{"type": "text", "text": "Hi", "citations": None}]}
    yield response("null", MESSAGES, "Null in a block is kept.", value, text="Hi")
    value = {**RESPONSE_FINAL, "usage": None, "output": []}
    yield response("null", RESPONSES, "Null where the document has an object or a list.", value)
    yield response(
        "minimal",
        CHAT,
        "An answer without nearly everything.",
        {"choices": [{"message": {"content": "Hi"}}]},
        text="Hi",
    )


def _open() -> Iterator[Vector]:
    yield response(
        "open-enum",
        CHAT,
        "A finish reason that nobody knows yet.",
        completion({"content": "Hi"}, "fell_asleep", service_tier="platinum"),
        text="Hi",
    )
    block = {"type": "hologram", "depth": 3, "note": None}
    value = {
        **MESSAGE_FINAL,
        "content": [block, {"type": "text", "text": "Hi"}],
        "stop_reason": "x",
    }
    yield response("open-union", MESSAGES, "A block that nobody knows yet.", value, text="Hi")
    value = {**RESPONSE_FINAL, "status": "x", "output": [block, *RESPONSE_FINAL["output"]]}
    yield response(
        "open-union",
        RESPONSES,
        "A status and an item that nobody knows yet.",
        value,
        text="Hi",
        reasoning="Hm.",
    )
    nested = {"deep": [{"a": {"b": [None, {"c": False}]}}], "object": {}}
    for operation in (CHAT, MESSAGES, RESPONSES):
        yield response(
            "unknown-keys",
            operation,
            "Keys that nobody knows yet are kept.",
            _answer(operation, later=nested),
            text="Hi",
            reasoning="Hm.",
        )


def _requests() -> Iterator[Vector]:
    for name, text in _UNICODE.items():
        yield _request(
            f"unicode-{name}",
            CHAT,
            "Text is sent as it was given.",
            {"messages": [{"role": "user", "content": text}]},
        )
    call = {"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    turns = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": None, "reasoning_content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": ""},
    ]
    yield _request(
        "null-and-empty",
        CHAT,
        "Null and empty text in a message are sent as such.",
        {"messages": turns},
    )
    blocks = [
        {"type": "thinking", "thinking": "alpha", "signature": "SIG-1"},
        {"type": "redacted_thinking", "data": "X"},
        {"type": "tool_use", "id": "t", "name": "f", "input": {"n": None, "big": 2**53 - 1}},
    ]
    result = {"type": "tool_result", "tool_use_id": "t", "content": "ok"}
    yield _request(
        "blocks",
        MESSAGES,
        "Blocks go back unchanged and in order.",
        {
            "messages": [
                {"role": "user", "content": "Hi"},
                {"role": "assistant", "content": blocks},
                {"role": "user", "content": [result]},
            ]
        },
    )
    items = [
        {"role": "user", "content": "Hi"},
        *RESPONSE_FINAL["output"],
        {"type": "hologram", "note": None},
    ]
    yield _request(
        "items", RESPONSES, "Items go back unchanged, unknown ones among them.", {"input": items}
    )
    yield _request(
        "open-enum",
        CHAT,
        "A model that nobody knows yet.",
        {"model": "kimi-k9", "reasoning_effort": "extreme"},
    )
    schema = {
        "type": "object",
        "properties": {"a": {"const": None}, "n": {"type": "number", "minimum": 0.1}},
        "additionalProperties": False,
    }
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    yield _request(
        "schema",
        CHAT,
        "A JSON schema is sent as it was given.",
        {"tools": [tool], "tool_choice": "auto"},
    )


def _request(name: str, operation: str, about: str, changes: Mapping[str, Any]) -> Vector:
    arguments = {**arguments_for(operation), **changes}
    return Vector(
        name=f"request-{SHORT[operation]}-{name}",
        kind="request",
        operation=operation,
        about=about,
        arguments=arguments,
        answers=[json_body(_answer(operation))],
        expect={"request": request_of(operation, arguments)},
    )
