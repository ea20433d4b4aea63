"""Calls: what each overload gives, and which arguments are refused."""

import contextlib
from typing import assert_type

from evolink_kimi import (
    OMIT,
    AsyncKimi,
    AsyncResponseStream,
    AsyncStream,
    AsyncStreamManager,
    Delta,
    Kimi,
    ResponseStream,
    Stream,
    StreamManager,
    Timeout,
)
from evolink_kimi.types import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatInputMessageParam,
    Message,
    MessageStreamEvent,
    Response,
    ResponseStreamEvent,
)

client = Kimi(api_key="key", strict=True, timeout=Timeout(read=5.0))
Kimi("key")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
messages: list[ChatInputMessageParam] = [{"role": "user", "content": "Hello"}]


def overloads(flag: bool) -> None:
    chat = client.chat.completions
    assert_type(chat.create(model="kimi-k3", messages=messages), ChatCompletion)
    assert_type(chat.create(model="kimi-k3", messages=messages, stream=False), ChatCompletion)
    assert_type(
        chat.create(model="kimi-k3", messages=messages, stream=True),
        Stream[ChatCompletion, ChatCompletionChunk],
    )
    assert_type(
        chat.create(model="kimi-k3", messages=messages, stream=flag),
        ChatCompletion | Stream[ChatCompletion, ChatCompletionChunk],
    )
    assert_type(
        client.messages.create(
            model="kimi-k3", max_tokens=1, messages=[{"role": "user", "content": "Hi"}]
        ),
        Message,
    )
    assert_type(
        client.messages.create(
            model="kimi-k3", max_tokens=1, messages=[{"role": "user", "content": "Hi"}], stream=True
        ),
        Stream[Message, MessageStreamEvent],
    )
    assert_type(client.responses.create(model="kimi-k3", input="Hello"), Response)
    assert_type(
        client.responses.create(model="kimi-k3", input="Hello", stream=True),
        Stream[Response, ResponseStreamEvent],
    )


async def async_overloads(kimi: AsyncKimi, flag: bool) -> None:
    chat = kimi.chat.completions
    assert_type(await chat.create(model="kimi-k3", messages=messages), ChatCompletion)
    assert_type(
        await chat.create(model="kimi-k3", messages=messages, stream=True),
        AsyncStream[ChatCompletion, ChatCompletionChunk],
    )
    assert_type(
        await chat.create(model="kimi-k3", messages=messages, stream=flag),
        ChatCompletion | AsyncStream[ChatCompletion, ChatCompletionChunk],
    )
    assert_type(await kimi.responses.create(model="kimi-k3", input="Hello"), Response)
    assert_type(
        await kimi.messages.create(
            model="kimi-k3", max_tokens=1, messages=[{"role": "user", "content": "Hi"}], stream=True
        ),
        AsyncStream[Message, MessageStreamEvent],
    )


def streams() -> None:
    for chunk in client.chat.completions.create(model="kimi-k3", messages=messages, stream=True):
        assert_type(chunk, ChatCompletionChunk)
    manager = client.responses.stream(model="kimi-k3", input="Hello")
    assert_type(manager, StreamManager[Response, ResponseStreamEvent])
    with manager as stream:
        assert_type(stream, ResponseStream[Response, ResponseStreamEvent])
        for event in stream:
            assert_type(event, ResponseStreamEvent)
        for delta in stream.deltas():
            assert_type(delta, Delta)
        for text in stream.text_stream:
            assert_type(text, str)
        assert_type(stream.snapshot, Response)
        assert_type(stream.get_final(), Response)


async def async_streams(kimi: AsyncKimi) -> None:
    async for chunk in await kimi.chat.completions.create(
        model="kimi-k3", messages=messages, stream=True
    ):
        assert_type(chunk, ChatCompletionChunk)
    manager = kimi.responses.stream(model="kimi-k3", input="Hello")
    assert_type(manager, AsyncStreamManager[Response, ResponseStreamEvent])
    async with manager as stream:
        assert_type(stream, AsyncResponseStream[Response, ResponseStreamEvent])
        async for event in stream:
            assert_type(event, ResponseStreamEvent)
        async for delta in stream.deltas():
            assert_type(delta, Delta)
        assert_type(await stream.get_final(), Response)


def limits() -> None:
    chat = client.chat.completions
    for limit in (3, 0.5, None, OMIT, Timeout(read=None, connect=2)):
        chat.create(model="kimi-k3", messages=messages, timeout=limit)
        chat.stream(model="kimi-k3", messages=messages, timeout=limit)
        chat.with_raw_response.create(model="kimi-k3", messages=messages, timeout=limit)
        client.with_options(timeout=limit)
        client.request("GET", "/v1/models", timeout=limit)
        Kimi(timeout=limit)
    for deadline in (3, None, OMIT):
        chat.create(model="kimi-k3", messages=messages, deadline=deadline)


async def closing(kimi: AsyncKimi) -> None:
    with client.messages.stream(model="kimi-k3", max_tokens=1, messages=[]) as opened:
        with opened as stream, contextlib.closing(stream) as same:
            assert_type(same, ResponseStream[Message, MessageStreamEvent])
    async with contextlib.aclosing(kimi):
        events = await kimi.responses.create(model="kimi-k3", input="Hello", stream=True)
        async with contextlib.aclosing(events) as closed:
            assert_type(closed, AsyncStream[Response, ResponseStreamEvent])
        async with kimi.responses.stream(model="kimi-k3", input="Hello") as given:
            async with given as again, contextlib.aclosing(again) as last:
                assert_type(last, AsyncResponseStream[Response, ResponseStreamEvent])
        async with await kimi.request("GET", "/v1/models", stream=True) as response:
            await response.aclose()


def refused() -> None:
    chat = client.chat.completions
    chat.create(model="kimi-k3", messages=messages, temperatur=1)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    chat.create(model="kimi-k3")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    chat.create("kimi-k3", messages)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    chat.create(model=3, messages=messages)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    chat.create(model="kimi-k3", messages=messages, max_completion_tokens="many")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    chat.create(model="kimi-k3", messages=messages, max_completion_tokens=None)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    chat.create(model="kimi-k3", messages=messages, timeout="1 s")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    chat.stream(model="kimi-k3", messages=messages, stream=True)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    chat.stream(model="kimi-k3", messages=messages, temperatur=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    client.messages.create(model="kimi-k3", messages=[])  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    client.responses.create(model="kimi-k3", input=1)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    client.respones.create(model="kimi-k3", input="Hello")  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    client.call()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    client.open_stream()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    client.stream_manager()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    client.send()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    AsyncKimi().call()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    AsyncKimi().open_stream()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    AsyncKimi().stream_manager()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    AsyncKimi().send()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    chat.create(model="kimi-k3", messages=messages, max_retries=None, timeout=OMIT, deadline="1")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    Kimi(api_kee="key")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
