"""The views of HTTP responses: what each overload gives, and which arguments are refused."""

from typing import assert_type

from evolink_kimi import (
    AsyncKimi,
    AsyncStream,
    AsyncStreamedResponse,
    HTTPInfo,
    Kimi,
    RateLimit,
    RateLimitError,
    RawResponse,
    Stream,
    StreamedResponse,
)
from evolink_kimi.types import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatInputMessageParam,
    Message,
    MessageStreamEvent,
    Response,
)

client = Kimi(api_key="key")
messages: list[ChatInputMessageParam] = [{"role": "user", "content": "Hello"}]


def raw(flag: bool) -> None:
    chat = client.chat.completions.with_raw_response
    response = chat.create(model="kimi-k3", messages=messages)
    assert_type(response, RawResponse[ChatCompletion])
    assert_type(response.parse(), ChatCompletion)
    assert_type(response.status_code, int)
    assert_type(response.request_id, str | None)
    assert_type(response.headers["x"], str)
    assert_type(response.rate_limit, RateLimit | None)
    assert_type(
        chat.create(model="kimi-k3", messages=messages, stream=True).parse(),
        Stream[ChatCompletion, ChatCompletionChunk],
    )
    assert_type(
        chat.create(model="kimi-k3", messages=messages, stream=flag),
        RawResponse[ChatCompletion] | RawResponse[Stream[ChatCompletion, ChatCompletionChunk]],
    )
    assert_type(
        client.responses.with_raw_response.create(model="kimi-k3", input="Hello", timeout=3),
        RawResponse[Response],
    )
    assert_type(
        client.with_raw_response.messages.create(
            model="kimi-k3", max_tokens=1, messages=[{"role": "user", "content": "Hi"}], stream=True
        ).parse(),
        Stream[Message, MessageStreamEvent],
    )


def streamed() -> None:
    chat = client.with_streaming_response.chat.completions
    with chat.create(model="kimi-k3", messages=messages) as response:
        assert_type(response, StreamedResponse[ChatCompletion])
        assert_type(response.parse(), ChatCompletion)
        for line in response.iter_lines():
            assert_type(line, str)


async def asynchronous(kimi: AsyncKimi) -> None:
    chat = kimi.chat.completions
    assert_type(
        await chat.with_raw_response.create(model="kimi-k3", messages=messages),
        RawResponse[ChatCompletion],
    )
    async with chat.with_streaming_response.create(
        model="kimi-k3", messages=messages, stream=True
    ) as response:
        assert_type(
            response, AsyncStreamedResponse[AsyncStream[ChatCompletion, ChatCompletionChunk]]
        )
        async for chunk in response.iter_bytes():
            assert_type(chunk, bytes)


def told(error: RateLimitError) -> None:
    answer = client.chat.completions.create(model="kimi-k3", messages=messages)
    assert_type(answer.http, HTTPInfo | None)
    assert_type(error.rate_limit, RateLimit | None)


def refused() -> None:
    chat = client.chat.completions.with_raw_response
    chat.create(model="kimi-k3", messages=messages, temperatur=1)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    chat.create(model="kimi-k3")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    chat.create(model=3, messages=messages)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    chat.stream(model="kimi-k3", messages=messages)  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
