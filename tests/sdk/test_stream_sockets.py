"""Streams over real sockets to their end, or to what ends them too early."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from overlays.runtime.accumulate import StreamWarning
from overlays.runtime.client import AsyncClient, SyncClient
from overlays.runtime.errors import (
    APIConnectionError,
    KimiError,
    OverloadedError,
    RateLimitError,
    StreamProtocolError,
    StreamTimeoutError,
    StreamTruncatedError,
)
from overlays.runtime.observe import Hooks
from tests.support.clock import Clock
from tests.support.drivers import OPERATION
from tests.support.fault_server import (
    CLOSE,
    HOLD,
    RESET,
    FaultServer,
    Pause,
    Script,
    answer,
    chunked,
    sse,
)
from tests.support.stream_clients import (
    BODY,
    ENOUGH,
    HELLO,
    IN_TIME,
    OK,
    WHOLE,
    acall,
    call,
    run_async,
    run_sync,
    stream_of,
)
from tests.support.streams import MESSAGES, OPERATIONS, RESPONSES, TEXT, frames, sample

pytestmark = pytest.mark.usefixtures("no_noise")


def read_all(client: SyncClient) -> list[Any]:
    return list(client._open_stream(OPERATION, BODY))


def get_final(client: SyncClient) -> Any:
    with client._stream_manager(OPERATION, BODY) as stream:
        return stream.get_final()


async def aread_all(client: AsyncClient) -> list[Any]:
    return [event async for event in await client._open_stream(OPERATION, BODY)]


async def aget_final(client: AsyncClient) -> Any:
    async with client._stream_manager(OPERATION, BODY) as stream:
        return await stream.get_final()


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("protocol", list(OPERATIONS))
def test_a_finished_stream_leaves_its_connection_for_the_next(
    is_async: bool, protocol: str
) -> None:
    operation = OPERATIONS[protocol]
    script: Script = stream_of(sample(protocol))  # type: ignore[arg-type]  # a key

    def sync_step(client: SyncClient) -> int:
        return len(list(client._open_stream(operation, BODY)))

    async def async_step(client: AsyncClient) -> int:
        return len([event async for event in await client._open_stream(operation, BODY)])

    with FaultServer([script, script, OK]) as server:
        if is_async:
            counts = run_async(server, async_step, async_step, acall)
        else:
            counts = run_sync(server, sync_step, sync_step, call)
        assert counts[0] == counts[1] > 5
        assert server.accepted == 1


@pytest.mark.parametrize("is_async", [False, True])
def test_a_contradiction_is_told_of_without_the_key(is_async: bool) -> None:
    said = {"output_index": 0, "item_id": "msg_1", "content_index": 0}
    body = frames(
        {"type": "response.output_text.delta", **said, "delta": "Hi"},
        {"type": "response.output_text.done", **said, "text": "No: sk-secret-key"},
        {"type": "response.completed", "response": {"output": []}},
    )

    def sync_step(client: SyncClient) -> Any:
        with client._stream_manager(RESPONSES, BODY) as stream:
            return stream.get_final()

    async def async_step(client: AsyncClient) -> Any:
        async with client._stream_manager(RESPONSES, BODY) as stream:
            return await stream.get_final()

    with FaultServer([stream_of(body)]) as server, pytest.warns(StreamWarning) as told:
        if is_async:
            (final,) = run_async(server, async_step, api_key="sk-secret-key")
        else:
            (final,) = run_sync(server, sync_step, api_key="sk-secret-key")
    assert final["output"][0]["content"][0]["text"] == "Hi"
    assert [str(warning.message) for warning in told] == [
        "A part of a message came as 'Hi', then as 'No: ***'; the first is kept"
    ]


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("protocol", list(OPERATIONS))
def test_the_last_event_ends_it_though_the_server_holds_the_connection(
    is_async: bool, protocol: str
) -> None:
    # https://github.com/earendil-works/pi/issues/5592
    operation = OPERATIONS[protocol]
    script: Script = [*stream_of(sample(protocol), last=False), HOLD]  # type: ignore[arg-type]  # a key

    def sync_step(client: SyncClient) -> str:
        with client._stream_manager(operation, BODY) as stream:
            return "".join(stream.text_stream)

    async def async_step(client: AsyncClient) -> str:
        async with client._stream_manager(operation, BODY) as stream:
            return "".join([text async for text in stream.text_stream])

    started = time.monotonic()
    with FaultServer([script, OK]) as server:
        if is_async:
            outcome = run_async(server, async_step, acall)
        else:
            outcome = run_sync(server, sync_step, call)
        assert outcome == ["".join(TEXT), {"ok": True}]
        assert server.accepted == 2
    assert time.monotonic() - started < 50  # a read takes 60 s to give up


SOME = stream_of(ENOUGH, last=False)
# Scripts, the error that comes, and whether something had come before.
FAULTS: dict[str, tuple[Script, type[KimiError], bool]] = {
    "closed inside a chunked body": ([*SOME, CLOSE], StreamTruncatedError, True),
    "closed before the first event": ([sse(), CLOSE], StreamTruncatedError, False),
    "reset": ([*SOME, Pause(0.05), RESET], StreamTruncatedError, True),
    "a clean end too early": (stream_of(ENOUGH), StreamTruncatedError, True),
    "less than the content length": (
        [answer(200, ENOUGH, content_type="text/event-stream", length=99_999), CLOSE],
        StreamTruncatedError,
        True,
    ),
    "silence": ([*SOME, HOLD], StreamTimeoutError, True),
    "silence from the start": ([sse(), HOLD], StreamTimeoutError, False),
    "nonsense": ([*SOME, chunked(b"data: {\n\n", last=False), HOLD], StreamProtocolError, True),
    "an error event": (
        [*SOME, chunked(frames({"error": {"type": "overloaded_error"}}), last=False), HOLD],
        OverloadedError,
        True,
    ),
    "a page": (
        [answer(200, b"<html>x", content_type="text/html"), HOLD],
        StreamProtocolError,
        False,
    ),
    "an error status": (
        [answer(429, b'{"error":{"type":"rate_limit_error"}}')],
        RateLimitError,
        False,
    ),
}


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_typed_error_and_frees_the_connection(
    is_async: bool, name: str, clock: Clock
) -> None:
    script, cls, some = FAULTS[name]
    # Time passes while the server is silent, and not before.
    hooks = Hooks(on_request=clock.rest)
    if cls is StreamTimeoutError:
        hooks = Hooks(on_request=clock.rest, on_response=clock.hurry)
    errors: list[KimiError] = []

    def sync_step(client: SyncClient) -> None:
        with pytest.raises(cls) as raised:
            read_all(client)
        errors.append(raised.value)

    async def async_step(client: AsyncClient) -> None:
        with pytest.raises(cls) as raised:
            await aread_all(client)
        errors.append(raised.value)

    with FaultServer([script, script, OK]) as server:
        if is_async:
            outcome = run_async(server, async_step, async_step, acall, hooks=hooks)
        else:
            outcome = run_sync(server, sync_step, sync_step, call, hooks=hooks)
        assert outcome[-1] == {"ok": True}
    for error in errors:
        assert type(error) is cls
        assert (error.partial is not None) == some
        assert error.host == server.url.removeprefix("http://")
        assert error.attempts == 1


@pytest.mark.parametrize("key", ["content", "reasoning_content"])
@pytest.mark.parametrize("is_async", [False, True])
def test_nothing_is_sent_again_once_an_event_came(is_async: bool, key: str) -> None:
    # https://github.com/HKUDS/nanobot/issues/4038
    piece = {"id": "c", "choices": [{"index": 0, "delta": {key: "Hel"}, "finish_reason": None}]}
    script: Script = [*stream_of(frames(piece, piece), last=False), Pause(0.05), RESET]
    with FaultServer([script, WHOLE]) as server:
        timeout = IN_TIME
        if is_async:

            async def main() -> None:
                async with AsyncClient(
                    api_key="k", base_url=server.url, timeout=timeout, max_retries=5
                ) as client:
                    await aget_final(client)

            with pytest.raises(StreamTruncatedError) as raised:
                asyncio.run(main())
        else:
            with (
                SyncClient(api_key="k", base_url=server.url, timeout=timeout, max_retries=5) as c,
                pytest.raises(StreamTruncatedError) as raised,
            ):
                get_final(c)
        assert len(server.requests) == 1
        assert raised.value.partial["choices"][0]["message"][key] == "HelHel"
        assert isinstance(raised.value.__cause__, APIConnectionError)


@pytest.mark.parametrize("is_async", [False, True])
def test_any_byte_resets_the_idle_limit(is_async: bool, clock: Clock) -> None:
    # https://github.com/florimondmanca/httpx-sse/issues/14
    keep_alive = chunked(b": keep-alive\n", last=False)
    slow: list[Any] = [lambda: clock.move(40), keep_alive, Pause(0.02)] * 5
    script: Script = [*stream_of(frames(HELLO), last=False), *slow, chunked(sample("chat"))]
    with FaultServer([script]) as server:
        if is_async:
            [events] = run_async(server, aread_all)
        else:
            [events] = run_sync(server, read_all)
    assert len(events) > 5


@pytest.mark.parametrize("is_async", [False, True])
def test_a_body_in_single_bytes(is_async: bool) -> None:
    for operation, protocol in ((MESSAGES, "messages"), (RESPONSES, "responses")):
        body = sample(protocol)[:700]  # type: ignore[arg-type]  # a key
        script: Script = [*stream_of(*[body[i : i + 1] for i in range(len(body))])]

        def sync_step(client: SyncClient, op: Any = operation) -> Any:
            with pytest.raises(StreamTruncatedError) as raised:
                list(client._open_stream(op, BODY))
            return raised.value.partial

        async def async_step(client: AsyncClient, op: Any = operation) -> Any:
            with pytest.raises(StreamTruncatedError) as raised:
                _ = [event async for event in await client._open_stream(op, BODY)]
            return raised.value.partial

        with FaultServer([script]) as server:
            steps = run_async(server, async_step) if is_async else run_sync(server, sync_step)
        assert steps[0]["id"]
