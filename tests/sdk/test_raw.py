"""`with_raw_response`, `with_streaming_response`, and what answers tell of their HTTP response."""

from __future__ import annotations

import asyncio
import copy
import gc
import pickle
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from evolink_kimi import (
    APIConnectionError,
    APIResponseError,
    APIStatusError,
    AsyncKimi,
    AsyncStreamedResponse,
    BadRequestError,
    HTTPInfo,
    Kimi,
    OverloadedError,
    RateLimit,
    RateLimitError,
    RawResponse,
    StreamedResponse,
)
from evolink_kimi.testing import MockGateway, Reply
from evolink_kimi.types import ChatCompletion, Message, Response

ASK: dict[str, Any] = {
    "model": "kimi-k3.1-pro",
    "messages": [{"role": "user", "content": "Hello"}],
}
LIMITS = {"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "99", "X-RateLimit-Reset": "1.5"}


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(Reply(reasoning="Hm.", text="Grüße", headers=LIMITS)) as running:
        yield running


@pytest.fixture
def client(gateway: MockGateway) -> Iterator[Kimi]:
    with Kimi(api_key="sk-test", base_url=gateway.base_url, max_retries=1) as made:
        yield made
    assert gateway.wait_idle(60)


def async_client(gateway: MockGateway) -> AsyncKimi:
    return AsyncKimi(api_key="sk-test", base_url=gateway.base_url, max_retries=1)


def test_a_raw_response_has_head_body_and_answer(client: Kimi, gateway: MockGateway) -> None:
    raw = client.chat.completions.with_raw_response.create(**ASK)
    assert isinstance(raw, RawResponse)
    assert raw.status_code == 200
    assert raw.headers["Content-Type"] == "application/json"
    assert raw.request_id == "mock-000001"
    assert raw.host == gateway.base_url.removeprefix("http://")
    assert (raw.attempts, raw.retries_taken) == (1, 0)
    assert raw.elapsed > 0
    assert raw.rate_limit == RateLimit(100, 99, 1.5)
    assert raw.content == raw.text.encode()
    assert "Grüße" in raw.text
    answer = raw.parse()
    assert isinstance(answer, ChatCompletion)
    assert answer is raw.parse()
    assert answer.output_text == "Grüße"
    assert raw.json() == answer.to_dict()
    assert repr(raw) == f"<RawResponse 200 from {raw.host}>"


def test_the_same_arguments_are_sent(client: Kimi, gateway: MockGateway) -> None:
    more: dict[str, Any] = {"extra_headers": {"X-A": "1"}, "extra_body": {"n": 1}, "stop": "x"}
    client.chat.completions.create(**ASK, **more)
    client.chat.completions.with_raw_response.create(**ASK, **more)
    with client.chat.completions.with_streaming_response.create(**ASK, **more):
        pass
    first, *others = gateway.requests
    for other in others:
        assert other.body == first.body
        assert [h for h in other.headers if h[0] != "idempotency-key"] == [
            h for h in first.headers if h[0] != "idempotency-key"
        ]


@pytest.mark.parametrize(
    ("path", "more", "cls"),
    [
        ("chat.completions", {}, ChatCompletion),
        ("messages", {"max_tokens": 9}, Message),
        ("responses", {"input": "Hello"}, Response),
    ],
)
def test_every_resource_has_the_views(
    client: Kimi, gateway: MockGateway, path: str, more: dict[str, Any], cls: type
) -> None:
    ask = {**ASK, **more}
    if path == "responses":
        del ask["messages"]

    def at(root: Any, *names: str) -> Any:
        for name in names:
            root = getattr(root, name)
        return root

    parts = path.split(".")
    for names in (
        [*parts, "with_raw_response"],
        [parts[0], "with_raw_response", *parts[1:]],
        ["with_raw_response", *parts],
    ):
        view = at(client, *names)
        assert type(view.create(**ask).parse()) is cls
        stream = view.create(**ask, stream=True).parse()
        assert len(list(stream)) > 3
    for names in ([*parts, "with_streaming_response"], ["with_streaming_response", *parts]):
        view = at(client, *names)
        with view.create(**ask) as response:
            assert type(response.parse()) is cls
        with view.create(**ask, stream=True) as response:
            assert len(list(response.parse())) > 3

    async def main() -> None:
        async with async_client(gateway) as made:
            view = at(made, *parts, "with_raw_response")
            assert type((await view.create(**ask)).parse()) is cls
            async with (await view.create(**ask, stream=True)).parse() as stream:
                assert len([event async for event in stream]) > 3
            view = at(made, "with_streaming_response", *parts)
            async with view.create(**ask) as response:
                assert type(await response.parse()) is cls
            async with view.create(**ask, stream=True) as response:
                assert len([event async for event in await response.parse()]) > 3

    asyncio.run(main())


def test_a_raw_stream(client: Kimi) -> None:
    raw = client.chat.completions.with_raw_response.create(**ASK, stream=True)
    assert raw.headers["content-type"].startswith("text/event-stream")
    with pytest.raises(RuntimeError, match="is a stream"):
        _ = raw.content
    with raw.parse() as stream:
        assert stream is raw.parse()
        assert len(list(stream)) > 3
        assert stream.http.rate_limit == RateLimit(100, 99, 1.5)


def test_a_raw_stream_that_is_dropped_frees_its_connection(
    client: Kimi, gateway: MockGateway
) -> None:
    gateway.reply = Reply(text="a b c d", delay=5)
    client.chat.completions.with_raw_response.create(**ASK, stream=True)
    gc.collect()
    assert gateway.wait_idle(60)


def test_reading_a_streamed_response(client: Kimi, gateway: MockGateway) -> None:
    view = client.chat.completions.with_streaming_response
    with view.create(**ASK, stream=True) as response:
        assert isinstance(response, StreamedResponse)
        assert response.request_id == "mock-000001"
        lines = list(response.iter_lines())
    assert lines[-2:] == ["data: [DONE]", ""]
    assert all(line == "" or line.startswith("data: ") for line in lines)
    with view.create(**ASK) as response:
        assert response.json()["choices"][0]["message"]["content"] == "Grüße"
        assert response.read() == response.text().encode()
    with view.create(**ASK) as response:
        assert b"".join(response.iter_bytes()).startswith(b"{")
        with pytest.raises(APIConnectionError, match="is closed"):
            response.parse()
    with view.create(**ASK, stream=True) as response:
        assert next(iter(response.iter_text())).startswith("data: ")
    with pytest.raises(RuntimeError, match="made before"):
        manager = view.create(**ASK)
        for _ in range(2):
            with manager:
                pass
    assert len(gateway.requests) == 5


def test_reading_an_async_streamed_response(gateway: MockGateway) -> None:
    async def main() -> None:
        async with async_client(gateway) as made:
            view = made.chat.completions.with_streaming_response
            async with view.create(**ASK, stream=True) as response:
                assert isinstance(response, AsyncStreamedResponse)
                lines = [line async for line in response.iter_lines()]
            assert lines[-2:] == ["data: [DONE]", ""]
            async with view.create(**ASK) as response:
                assert (await response.json())["choices"][0]["message"]["content"] == "Grüße"
                assert await response.read() == (await response.text()).encode()
            async with view.create(**ASK) as response:
                await response.close()
                with pytest.raises(APIConnectionError, match="is closed"):
                    await response.parse()
            with pytest.raises(RuntimeError, match="made before"):
                manager = view.create(**ASK)
                for _ in range(2):
                    async with manager:
                        pass

    asyncio.run(main())
    assert gateway.wait_idle(60)


def test_a_stream_that_was_asked_for_by_the_body_alone_is_told(
    client: Kimi, gateway: MockGateway
) -> None:
    async def main() -> None:
        async with async_client(gateway) as made:
            with pytest.raises(
                APIResponseError, match="an event stream, which calls with stream=T"
            ):
                await made.chat.completions.create(**ASK, extra_body={"stream": True})

    with pytest.raises(APIResponseError, match="it is an event stream, which"):
        client.chat.completions.create(**ASK, extra_body={"stream": True})
    asyncio.run(main())


def test_an_answer_that_is_too_long_can_be_read_in_pieces(gateway: MockGateway) -> None:
    gateway.reply = Reply(text="sk-very-secret " * 500)
    few: dict[str, Any] = {"api_key": "sk-very-secret", "max_event_bytes": 1000}
    told = "longer than 1000 bytes; raise max_event_bytes, or read it in pieces by with_streaming"

    def check(error: pytest.ExceptionInfo[APIResponseError]) -> None:
        shown = traceback.TracebackException.from_exception(error.value, capture_locals=True)
        assert "***" in error.value.body
        locals_of = [str(frame.locals) for frame in shown.stack if "runtime" in frame.filename]
        assert locals_of
        assert "sk-very-secret" not in "".join([repr(error.value), error.value.body, *locals_of])

    async def main() -> None:
        async with AsyncKimi(base_url=gateway.base_url, **few) as made:
            view = made.chat.completions.with_streaming_response
            async with view.create(**ASK) as response:
                with pytest.raises(APIResponseError, match=told) as error:
                    await response.read()
                check(error)
            async with view.create(**ASK) as response:
                assert sum([len(chunk) async for chunk in response.iter_bytes()]) > 7000

    with Kimi(base_url=gateway.base_url, **few) as made:
        view = made.chat.completions.with_streaming_response
        with view.create(**ASK) as response:
            with pytest.raises(APIResponseError, match=told) as error:
                response.read()
            check(error)
        with view.create(**ASK) as response:
            assert sum(len(chunk) for chunk in response.iter_bytes()) > 7000
    asyncio.run(main())
    assert gateway.wait_idle(60)


def test_a_streamed_response_that_is_left_frees_its_connection(
    client: Kimi, gateway: MockGateway
) -> None:
    gateway.reply = Reply(text="a b c d", delay=5)
    with client.chat.completions.with_streaming_response.create(**ASK, stream=True) as response:
        next(iter(response.iter_bytes()))
    assert gateway.wait_idle(60)


def test_an_answer_that_is_not_json_shows_when_parsed(client: Kimi, gateway: MockGateway) -> None:
    gateway.reply = Reply.html()
    raw = client.chat.completions.with_raw_response.create(**ASK)
    assert raw.text.startswith("<!doctype html>")
    for read in (raw.parse, raw.json):
        with pytest.raises(APIResponseError, match="text/html"):
            read()
    gateway.reply = Reply(body={"error": {"type": "overloaded_error", "message": "Busy"}})
    with pytest.raises(OverloadedError):
        client.chat.completions.with_raw_response.create(**ASK).parse()


def test_errors_and_retries_are_as_ever(client: Kimi, gateway: MockGateway) -> None:
    busy = Reply.error(503, headers={"retry-after-ms": "1"})
    for view in (
        client.chat.completions.with_raw_response,
        client.chat.completions.with_streaming_response,
    ):
        gateway.enqueue(busy, busy)
        with pytest.raises(APIStatusError) as caught:
            with view.create(**ASK):  # type: ignore[union-attr]  # the raw one raises before
                pass
        assert caught.value.attempts == 2
    gateway.enqueue(busy)
    assert client.chat.completions.with_raw_response.create(**ASK).retries_taken == 1
    gateway.enqueue(Reply.error(400))
    with pytest.raises(BadRequestError):
        client.with_options(strict=True).chat.completions.with_raw_response.create(**ASK)


# --- what answers, streams and errors tell --------------------------------------------------------


def test_an_answer_tells_of_its_response(client: Kimi, gateway: MockGateway) -> None:
    answers = [client.chat.completions.create(**ASK)]
    with client.chat.completions.stream(**ASK) as stream:
        answers.append(stream.get_final())
        assert stream.snapshot.http is None
    for number, answer in enumerate(answers, 1):
        assert isinstance(answer.http, HTTPInfo)
        assert answer.http.request_id == answer._request_id == f"mock-{number:06d}"
        assert answer.http.rate_limit == RateLimit(100, 99, 1.5)
        assert answer.http.retries_taken == 0


def test_what_an_answer_tells_is_no_part_of_its_value(client: Kimi) -> None:
    answer = client.chat.completions.create(**ASK)
    same = ChatCompletion.from_dict(answer.to_dict())
    assert "mock-" not in answer.to_json() + repr(answer)
    assert answer == same
    for other in (
        same,
        copy.copy(answer),
        copy.deepcopy(answer),
        pickle.loads(pickle.dumps(answer)),
    ):
        assert other == answer
        assert (other.http, other._request_id) == (None, None)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, None),
        (LIMITS, RateLimit(100, 99, 1.5)),
        ({"x-ratelimit-remaining": "0"}, RateLimit(None, 0, None)),
        (
            {"x-ratelimit-limit-requests": "5", "x-ratelimit-reset-requests": "6m0s"},
            RateLimit(5, None, 360.0),
        ),
        ({"x-ratelimit-limit": "100, 100;w=60"}, RateLimit(100, None, None)),
        ({"x-ratelimit-limit": "many", "x-ratelimit-reset": "soon"}, RateLimit(None, None, None)),
        ({"x-ratelimit-reset": "1000000000"}, RateLimit(None, None, 1e9)),
        ({"x-ratelimit-reset": "1600000000"}, RateLimit(None, None, 0.0)),
    ],
)
def test_rate_limits_of_errors(
    client: Kimi, gateway: MockGateway, headers: dict[str, str], expected: RateLimit | None
) -> None:
    gateway.reply = Reply.error(429, headers={**headers, "retry-after": "999"})
    with pytest.raises(RateLimitError) as caught:
        client.chat.completions.create(**ASK)
    assert caught.value.rate_limit == expected
    assert pickle.loads(pickle.dumps(caught.value)).rate_limit == expected


def test_who_forgets_the_block_is_told_of_it(client: Kimi, gateway: MockGateway) -> None:
    view: Any = client.chat.completions.with_streaming_response
    manager = view.create(**ASK)
    with pytest.raises(AttributeError, match=r"block gives has it: write `with client.* as resp"):
        manager.iter_lines()
    assert "write `with client" in repr(manager)

    async def asynchronous() -> None:
        async with AsyncKimi(api_key="k", base_url=gateway.base_url) as other:
            waiting: Any = other.chat.completions.with_streaming_response.create(**ASK)
            with pytest.raises(TypeError, match=r"can't be awaited; write `async with client"):
                await waiting

    asyncio.run(asynchronous())
    assert not gateway.requests
