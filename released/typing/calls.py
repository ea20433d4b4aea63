"""Calls: what each overload gives, and which arguments are refused."""

from typing import assert_type

from evolink_kimi import (
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
    Kimi(api_kee="key")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
