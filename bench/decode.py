"""What decoding costs beside `json.loads` of the same bytes; and whether cost grows linearly.

`python -m bench.decode` prints the best CPU seconds of each, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from . import samples
from .requests import BODIES

__all__ = ["decoding", "growth"]

_MIB = 1 << 20


def _best(do: Callable[[], object], repetitions: int, times: int = 1) -> float:
    best = float("inf")
    for _ in range(repetitions):
        started = time.process_time()
        for _ in range(times):
            do()
        best = min(best, time.process_time() - started)
    return best / times


def _left(value: Any) -> list[str]:
    """The fields of a model that are in its JSON object and are decoded at first use.

    Raises:
        RuntimeError: The models in it have such fields too.
    """
    left = []
    for name, (key, *_) in type(value)._fields.items():
        if key in value._wire:
            try:
                held = object.__getattribute__(value, name)
            except AttributeError:
                left.append(name)
                continue
            for item in held if isinstance(held, list) else [held]:
                if hasattr(type(item), "_fields") and _left(item):
                    raise RuntimeError(f"{_left(item)} of {name} are still to be decoded")
    return left


def decoding(protocol: str, repetitions: int) -> dict[str, float]:
    """Seconds for one answer: `loads`, and typed from its dict and its bytes."""
    from evolink_kimi import types

    cls: Any = {
        "chat": types.ChatCompletion,
        "messages": types.Message,
        "responses": types.Response,
    }[protocol]
    body = samples.answer(protocol, "plain", 500).events[0]
    wire = json.loads(body)
    left = _left(cls.from_dict(wire))

    def whole(model: Any) -> None:
        for name in left:
            getattr(model, name)

    return {
        "loads": _best(lambda: json.loads(body), repetitions, 200),
        "typed": _best(lambda: whole(cls.from_dict(wire)), repetitions, 200),
        "bytes": _best(lambda: whole(cls.from_json(body)), repetitions, 200),
    }


class _Chunks(httpx.SyncByteStream):
    def __init__(self, body: bytes, size: int) -> None:
        self._body = body
        self._size = size

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self._body), self._size):
            yield self._body[start : start + self._size]


class _Transport(httpx.BaseTransport):
    def __init__(self, body: bytes, size: int) -> None:
        self._stream = _Chunks(body, size)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200, headers={"content-type": "text/event-stream"}, stream=self._stream
        )


def growth(event_size: int, count: int, chunk_size: int, repetitions: int) -> float:
    """Seconds for a stream of a number of events of a size, in chunks of a size."""
    from evolink_kimi import Kimi

    choice = {"index": 0, "delta": {"content": "x" * event_size}, "finish_reason": None}
    chunk = {"object": "chat.completion.chunk", "choices": [choice]}
    body = b"data: " + json.dumps(chunk).encode() + b"\n\n"
    body = body * count + b"data: [DONE]\n\n"
    http_client = httpx.Client(transport=_Transport(body, chunk_size))
    client = Kimi(api_key="test", base_url="http://127.0.0.1", http_client=http_client)

    def read() -> None:
        length = 0
        event: Any
        for event in client.chat.completions.create(**BODIES["chat"], stream=True):
            length += len(event.choices[0].delta.content or "")
        if length != event_size * count:
            raise RuntimeError(f"{length} characters were read of {event_size * count}")

    return _best(read, repetitions)


def main(repetitions: int) -> dict[str, Any]:
    """All of it."""
    sizes = {"huge": (8 * _MIB, 1, 64 << 10), "small-chunks": (_MIB, 4, 1 << 10)}
    result: dict[str, Any] = {
        protocol: decoding(protocol, repetitions) for protocol in samples.PROTOCOLS
    }
    for name, (size, count, chunk) in sizes.items():
        doubled = (size * 2, count) if count == 1 else (size, count * 2)
        result[name] = {
            "once": growth(size, count, chunk, max(2, repetitions // 4)),
            "twice": growth(*doubled, chunk, max(2, repetitions // 4)),
        }
    return result


if __name__ == "__main__":
    sys.modules["orjson"] = None  # type: ignore[assignment]  # hidden: the extra is not measured
    print(json.dumps(main(int(sys.argv[1]))))
