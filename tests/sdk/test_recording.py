"""A bug report is a file: a stream recorded by the client, played back by the mock gateway."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from evolink_kimi import (
    APIStatusError,
    AsyncKimi,
    AuthenticationError,
    ConfigurationError,
    Kimi,
    KimiError,
    StreamProtocolError,
    StreamTruncatedError,
)
from evolink_kimi.testing import BadEvent, Cut, MockGateway, Reply, StreamError, ToolCall

from overlays.runtime.secrecy import LineScrubber, Scrubber

KEY = "sk-test-0123456789-secret"
ASK: dict[str, dict[str, Any]] = {
    "chat": {"model": "kimi-k3", "messages": [{"role": "user", "content": "Hello"}]},
    "messages": {
        "model": "kimi-k3",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "Hello"}],
    },
    "responses": {"model": "kimi-k3", "input": "Hello"},
}
REPLIES = {
    "answer": Reply(reasoning="Hm, so…", text="Grüße 🙂", comment="ping", newline="\r\n"),
    "tools": Reply(tool_calls=[ToolCall("look", '{"at": "sky"}')], chunking=5),
    "cut": Reply(text="one two three four", fault=Cut(after=3)),
    "bad event": Reply(text="one two", fault=BadEvent(after=2)),
    "error": Reply(text="one two", fault=StreamError(after=2)),
}


def resource(client: Kimi | AsyncKimi, protocol: str) -> Any:
    return client.chat.completions if protocol == "chat" else getattr(client, protocol)


def seen(client: Kimi, protocol: str) -> list[Any]:
    """The events, and the error that ends them without what differs from call to call."""
    outcome: list[Any] = []
    try:
        for event in resource(client, protocol).create(**ASK[protocol], stream=True):
            outcome.append(event.to_dict())
    except (APIStatusError, StreamProtocolError, StreamTruncatedError) as error:
        outcome += [type(error), error.message, error.request_id, error.partial]
    return outcome


@pytest.mark.parametrize("protocol", ASK)
@pytest.mark.parametrize("name", REPLIES)
def test_a_recording_plays_back_the_same(tmp_path: Path, protocol: str, name: str) -> None:
    path = tmp_path / "bug.http"
    with MockGateway(REPLIES[name]) as gateway:
        with Kimi(api_key=KEY, base_url=gateway.base_url, record=path) as client:
            first = seen(client, protocol)
        assert KEY.encode() not in path.read_bytes()
        gateway.enqueue(*[Reply(text="something else")] * 2)
        gateway.clear()
        gateway.reply = Reply.recording(path)
        with Kimi(api_key=KEY, base_url=gateway.base_url) as client:
            assert seen(client, protocol) == first
            gateway.reply = Reply.recording(path).but(chunking=1)
            assert seen(client, protocol) == first
    assert len(first) > 2


def test_an_async_recording_plays_back_the_same(tmp_path: Path) -> None:
    async def events(client: AsyncKimi) -> list[Any]:
        async with await client.chat.completions.create(**ASK["chat"], stream=True) as stream:
            return [event.to_dict() async for event in stream]

    async def main() -> None:
        with MockGateway(REPLIES["answer"]) as gateway:
            url = gateway.base_url
            async with AsyncKimi(api_key=KEY, base_url=url, record=tmp_path / "x") as client:
                first = await events(client)
            gateway.reply = Reply.recording(tmp_path / "x")
            async with AsyncKimi(api_key=KEY, base_url=url) as client:
                assert await events(client) == first

    asyncio.run(main())


@pytest.mark.parametrize("content", [b"", b"data: [DONE]\n\n", b"HTTP/1.1 200\r\nA: b\r\n"])
def test_another_file_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is no recording: it begins with"):
        Reply.recording(path)


def test_the_command_plays_a_recording(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "evolink_kimi.testing", "--recording", str(tmp_path / "none")],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path("generated").resolve())},
    )
    assert done.returncode == 2
    assert "No such file" in done.stderr


# --- a server that quotes the key -----------------------------------------------------------------

QUOTING: dict[str, dict[str, Any]] = {
    "chat": {"error": {"type": "authentication_error", "message": f"Bad key {KEY}", "key": [KEY]}},
    "messages": {
        "type": "error",
        "error": {"type": "authentication_error", "message": f"Bad key {KEY}"},
        "request_id": "r1",
    },
    "responses": {"type": "error", "code": "authentication_error", "message": f"Bad key {KEY}"},
}


@pytest.mark.parametrize("protocol", ASK)
@pytest.mark.parametrize("chunking", [1, 20, "event"])
def test_a_key_quoted_inside_a_stream_is_taken_out(
    tmp_path: Path, protocol: str, chunking: Any
) -> None:
    path = tmp_path / "bug.http"
    fault = StreamError(after=1, event=QUOTING[protocol])
    reply = Reply(text="one two", fault=fault, chunking=chunking, headers={"X-Key": KEY})
    with MockGateway(reply) as gateway:
        with Kimi(api_key=KEY, base_url=gateway.base_url, record=path) as client:
            with pytest.raises(AuthenticationError) as caught:
                list(resource(client, protocol).create(**ASK[protocol], stream=True))
    error = caught.value
    assert error.message == "Bad key ***"
    assert error.headers["x-key"] == "***"
    recorded = path.read_bytes()
    assert b"Bad key ***" in recorded
    for text in (str(error), repr(error.body), repr(error.partial), recorded.decode()):
        assert KEY not in text


@pytest.mark.parametrize("body", [f"no JSON {KEY}", f'["{KEY}"]', {"error": f"Bad {KEY}"}])
def test_a_key_quoted_with_a_success_status_is_taken_out(body: Any) -> None:
    sent = body.encode() if isinstance(body, str) else body
    with MockGateway(Reply(body=sent)) as gateway:
        with Kimi(api_key=KEY, base_url=gateway.base_url) as client:
            for stream in (False, True):
                with pytest.raises(KimiError) as caught:
                    made = client.chat.completions.create(**ASK["chat"], stream=stream)
                    list(made)  # type: ignore[arg-type]  # a stream, if it comes to this
                assert KEY not in f"{caught.value} {vars(caught.value)}"


def test_a_key_for_tests_leaves_words_alone() -> None:
    with MockGateway(Reply.error(400, {"error": {"message": "a key"}})) as gateway:
        with Kimi(api_key="k", base_url=gateway.base_url) as client:
            with pytest.raises(APIStatusError) as caught:
                client.chat.completions.create(**ASK["chat"])
    assert (caught.value.message, caught.value.request_id) == ("a key", "mock-000001")


@pytest.mark.parametrize("size", range(1, 12))
def test_a_key_between_pieces_is_found(size: int) -> None:
    scrubber = LineScrubber(Scrubber("secret-0"))
    data = b"a secret- secret-0 sesecret-0 secret-0\nsecret-0 \\u0073ecret\\u002d\\u0030 s"
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    passed = [scrubber.feed(piece) for piece in pieces]
    assert b"".join([*passed, scrubber.rest()]) == b"a secret- *** se*** ***\n*** *** s"


@pytest.mark.parametrize("protocol", ASK)
@pytest.mark.parametrize(
    ("place", "told"), [("", "is a folder$"), ("missing/bug.http", "there is no folder .*missing'")]
)
def test_a_place_that_cannot_be_recorded_to_is_told_before_anything_is_sent(
    tmp_path: Path, protocol: str, place: str, told: str
) -> None:
    async def main(url: str) -> None:
        async with AsyncKimi(api_key=KEY, base_url=url, record=tmp_path / place) as client:
            with pytest.raises(ConfigurationError, match=told):
                await resource(client, protocol).create(**ASK[protocol], stream=True)
            await resource(client, protocol).create(**ASK[protocol])

    with MockGateway() as gateway:
        with Kimi(api_key=KEY, base_url=gateway.base_url, record=tmp_path / place) as client:
            with pytest.raises(ConfigurationError, match=told):
                resource(client, protocol).create(**ASK[protocol], stream=True)
            with pytest.raises(ConfigurationError, match=told):
                with resource(client, protocol).stream(**ASK[protocol]):
                    pass
            resource(client, protocol).create(**ASK[protocol])
        asyncio.run(main(gateway.base_url))
        assert len(gateway.requests) == 2
    assert list(tmp_path.iterdir()) == []
