"""The kinds of stream that are measured, as the data of their events.

- *plain*: events with little beside their text, which are alike but for it.
- *sent*: as services send them, with ids of real length, fields that are null, padding, and text of
  random length that hides how long the tokens are.
- *unlike*: each event differs from the last in two strings or more, one of them before its text;
  written with blanks and escapes, as Python's own writer does.

They are the same in every run: what is random has a seed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from string import ascii_letters, digits
from typing import Any, Final

__all__ = ["KINDS", "data_of", "pieces_of"]

KINDS: Final = ("plain", "sent", "unlike")

_PERIODIC: Final = (
    *("The ", "sky ", "is ", "blue ", "because ", "air ", "scatters ", "short "),
    *("wave", "lengths ", "more — ", "as ", "Rayleigh ", "found", ".\n", "天空"),
)
# With what JSON has escapes for.
_STRANGE: Final = (".\n\n", '"', "\\", "\t", " — ", "天空", "é", " 🌤", "**", "1.5 ", "```\n")


def pieces_of(kind: str, count: int) -> list[str]:
    """What the events of a stream bring, a piece each."""
    if kind == "plain":
        return [_PERIODIC[number % len(_PERIODIC)] for number in range(count)]
    random = Random(f"pieces {kind}")
    return [
        random.choice(_STRANGE)
        if random.random() < 0.15
        else " " + _text(random, random.randint(1, 10)).lower()
        for _ in range(count)
    ]


def data_of(kind: str, protocol: str, values: list[dict[str, Any]]) -> Iterator[bytes]:
    """The data of the events that the plain events of a protocol become in a kind of stream."""
    if kind == "plain":
        for value in values:
            yield compact(value)
        return
    random = Random(f"{kind} {protocol}")
    # The same ids in all of a stream: those of the plain one, with their real length.
    ids = {name: _text(random, 29) for name in ("chatcmpl-", "msg_", "resp_", "rs_")}
    change = _CHANGES[kind, protocol]
    for value in values:
        for changed in change(random, _with_ids(value, ids)):
            if kind == "unlike":
                yield json.dumps(changed).encode()
            elif protocol == "messages":
                # Anthropic's padding.
                yield compact(changed)[:-1] + b" " * random.randint(0, 15) + b"}"
            else:
                yield compact(changed)


def compact(value: Any) -> bytes:
    """JSON as most services write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _text(random: Random, length: int) -> str:
    return "".join(random.choices(ascii_letters + digits, k=length))


def _with_ids(value: Any, ids: dict[str, str]) -> Any:
    """A JSON value whose ids are longer."""
    if type(value) is dict:
        return {key: _with_ids(item, ids) for key, item in value.items()}
    if type(value) is list:
        return [_with_ids(item, ids) for item in value]
    if type(value) is str:
        for begin, end in ids.items():
            if value.startswith(begin):
                return begin + end
    return value


def _chat_as_sent(random: Random, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """OpenAI's chunks; usage comes in one of its own."""
    (choice,) = chunk["choices"]
    usage = chunk.get("usage")
    head = {key: chunk[key] for key in ("id", "object", "created", "model")}
    head |= {"service_tier": "default", "system_fingerprint": "fp_50cad350e4"}
    for choices, counts in (([choice], None), ([], usage)):
        if choices or counts:
            yield {
                **head,
                "choices": [
                    {
                        "index": one["index"],
                        "delta": one["delta"],
                        "logprobs": None,
                        "finish_reason": one["finish_reason"],
                    }
                    for one in choices
                ],
                "usage": counts,
                "obfuscation": _text(random, random.randint(1, 16)),
            }


def _message_as_sent(random: Random, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Anthropic's events."""
    if event["type"] == "message_start":
        usage = event["message"]["usage"] | {
            "cache_creation_input_tokens": 0,
            "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
            "service_tier": "standard",
        }
        event = {**event, "message": event["message"] | {"usage": usage}}
    yield event
    if event["type"] == "content_block_start":
        yield {"type": "ping"}


def _response_as_sent(random: Random, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """OpenAI's events, whose number is second."""
    event = {"type": event["type"], "sequence_number": event["sequence_number"], **event}
    if event["type"].endswith(".delta"):
        event["obfuscation"] = _text(random, random.randint(1, 16))
    yield event


def _chat_unlike(random: Random, chunk: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Chunks of a gateway with an id for each, and with all keys in each delta."""
    (choice,) = chunk["choices"]
    delta = {"role": "assistant", "content": None, "reasoning_content": None} | choice["delta"]
    yield {
        **chunk,
        "id": f"gen-{_text(random, random.randint(20, 30))}",
        "provider": random.choice(("Moonshot", "Fireworks", "Together")),
        "choices": [{**choice, "delta": delta, "native_finish_reason": choice["finish_reason"]}],
    }


def _event_unlike(random: Random, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Events with ids of their own at both ends."""
    yield {
        "event_id": f"event_{_text(random, random.randint(16, 24))}",
        **event,
        "trace": _text(random, random.randint(8, 32)),
    }


_CHANGES = {
    ("sent", "chat"): _chat_as_sent,
    ("sent", "messages"): _message_as_sent,
    ("sent", "responses"): _response_as_sent,
    ("unlike", "chat"): _chat_unlike,
    ("unlike", "messages"): _event_unlike,
    ("unlike", "responses"): _event_unlike,
}
