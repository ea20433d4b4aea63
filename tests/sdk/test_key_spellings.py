"""The key is found nowhere afterwards, however a server spells it, and wherever it puts it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from evolink_kimi import AsyncKimi, Hooks, Kimi, KimiError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.fault_server import FaultServer, Script, answer, chunked, sse

ASK: dict[str, Any] = {"model": "kimi-k3", "messages": [{"role": "user", "content": "?"}]}
PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
KEYS = st.one_of(
    st.text(PRINTABLE, min_size=8, max_size=30),
    st.text("sk-\"\\/'%u0041", min_size=8, max_size=20),
).filter(lambda key: len(set(key)) > 4)  # one of fewer different characters may be anywhere


# --- spelling, and reading what is spelled, apart from the client's own code ----------------------


def spelled(text: str, chance: random.Random) -> str:
    """A JSON text of a string, in one of its many spellings."""
    out: list[str] = []
    for character in text:
        form = chance.randrange(4)
        if form == 0 or character < " ":
            code = f"{ord(character):04x}"
            out.append("\\u" + "".join(chance.choice((d, d.upper())) for d in code))
        elif character in '"\\' or (character == "/" and form == 1):
            out.append("\\" + character)
        else:
            out.append(character)
    return '"' + "".join(out) + '"'


def quoted(text: str, depth: int, chance: random.Random) -> str:
    """A text as JSON within JSON."""
    for _ in range(depth):
        text = spelled(text, chance)
    return text


def readings(text: str) -> Iterator[str]:
    """The text, and all that any reader of JSON or URLs makes of it, step by step."""
    seen = {text}
    left = [text]
    while left:
        text = left.pop()
        yield text
        unescaped = re.sub(
            r"\\u([0-9a-fA-F]{4})|\\([\"\\/'])",
            lambda found: chr(int(found[1], 16)) if found[1] else found[2],
            text,
        )
        for other in (unescaped, unquote(text)):
            if other not in seen:
                seen.add(other)
                left.append(other)


def texts_in(value: Any) -> Iterator[str]:
    """All texts in a value that is shown or kept, at any depth."""
    if isinstance(value, bytes):
        yield value.decode("latin-1")
    elif isinstance(value, BaseException):
        yield from (str(value), repr(value))
        yield "".join(traceback.format_exception(value))
        yield from texts_in(value.args)
        # The answer so far is what was read, not what is shown.
        yield from texts_in({n: v for n, v in vars(value).items() if n != "partial"})
        for behind in (value.__cause__, value.__context__):
            if behind is not None:
                yield from texts_in(behind)
    elif isinstance(value, dict) or hasattr(value, "items"):
        for name, item in value.items():
            yield from texts_in(name)
            yield from texts_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, (str, int, float)):
        yield str(value)


# --- places ---------------------------------------------------------------------------------------

# What is around the text that quotes the key; `{}` is that text as a JSON string.
JSON_PLACES = {
    "message": '{"error": {"message": {}, "type": "authentication_error"}}',
    "type and code": '{"error": {"message": "m", "type": {}, "code": {}, "param": {}}}',
    "request id": '{"type": "error", "error": {"message": "m"}, "request_id": {}}',
    "name": '{"error": {"message": "m", {}: 1}}',
    "deep": '{"error": {"detail": [[[{"a": [1, {}]}]]]}}',
    "list": "[{}]",
    "cut off": '{"error": {"message": {}, ',
    "suggestion": '{"error": {"message": "m", "fallback_suggestion": {}}}',
}
TEXT_PLACES = ["text", "page", "header", "header name", "location", "event name", "stray line"]


def script(place: str, status: int, told: str, key: str, is_stream: bool) -> Script:
    """What the server answers."""
    headers: dict[str, str] = {}
    body = JSON_PLACES.get(place, '{"error": {"message": "m"}}').replace("{}", told)
    name = ""
    if place == "text":
        body = told
    elif place == "page":
        body = f"<html><title>Error</title><p>{told}</p></html>"
    elif place == "header":
        headers = {"X-Told": told, "X-Request-Id": told}
    elif place == "header name":
        headers = {re.sub(r"[^\w-]", "", key) or "x": "1"}
    elif place == "location":
        headers = {"Location": f"https://h/?key={''.join(f'%{ord(c):02x}' for c in key)}"}
        body, status = "", 302
    elif place == "event name":
        name = f"event: {told}\n"
    elif place == "stray line":
        name = f"{told}\n"
    if is_stream and status == 200:
        events = f"{name}data: {body}\n\n".encode()
        return [sse(headers), chunked(events[:20], events[20:])]
    return [answer(status, body.encode(), headers)]


class Watched:
    """Calls of both clients to one server, and all that was to be seen of them."""

    def __init__(self, server: FaultServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.seen: list[Any] = []
        self.errors: list[KimiError] = []
        self.numbers = iter(range(10**9))

    def options(self, key: str) -> dict[str, Any]:
        hooks = Hooks(
            on_request=lambda info: self.seen.extend((repr(info), info.headers)),
            on_response=lambda info: self.seen.extend((repr(info), info.headers)),
            on_retry=lambda info: self.seen.extend((repr(info), info.error)),
        )
        record = self.folder / f"{next(self.numbers)}.http"
        return {
            "api_key": key,
            "base_url": self.server.url,
            "max_retries": 0,
            "hooks": hooks,
            "record": record,
        }

    def call(self, key: str, script: Script, is_stream: bool) -> None:
        self.server.scripts = [*[[]] * len(self.server.requests), script]
        options = self.options(key)
        try:
            with Kimi(**options) as client:
                made = client.chat.completions.create(**ASK, stream=is_stream)
                list(made)  # type: ignore[arg-type]  # a stream, if it comes to this
        except KimiError as error:
            self.keep(error, options)

    async def call_async(self, key: str, script: Script, is_stream: bool) -> None:
        self.server.scripts = [*[[]] * len(self.server.requests), script]
        options = self.options(key)
        try:
            async with AsyncKimi(**options) as client:
                made: Any = await client.chat.completions.create(**ASK, stream=is_stream)
                [event async for event in made]
        except KimiError as error:
            self.keep(error, options)

    def keep(self, error: KimiError, options: dict[str, Any]) -> None:
        self.errors.append(error)
        self.seen.append(error)
        if options["record"].exists():
            self.seen.append(options["record"].read_bytes())


class Log(logging.Handler):
    def __init__(self, seen: list[Any]) -> None:
        super().__init__(logging.DEBUG)
        self.seen = seen

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(record.getMessage())


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    logger = logging.getLogger("evolink_kimi")
    level = logger.level
    with FaultServer([[]]) as server:
        made = Watched(server, tmp_path_factory.mktemp("recorded"))
        log = Log(made.seen)
        logger.addHandler(log)
        logger.setLevel(logging.DEBUG)
        try:
            yield made
        finally:
            logger.removeHandler(log)
            logger.setLevel(level)


def look(
    watched: Watched, key: str, place: str, status: int, depth: int, seed: int, is_stream: bool
) -> None:
    chance = random.Random(seed)
    in_json = place in JSON_PLACES
    told = quoted(f"Bad key {key} told", depth + in_json, chance)
    made = script(place, status, told, key, is_stream)
    watched.seen.clear()
    watched.errors.clear()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        watched.call(key, made, is_stream)
        asyncio.run(watched.call_async(key, made, is_stream))
    assert len(watched.errors) == 2
    for text in texts_in([watched.seen, [str(each.message) for each in warned]]):
        for reading in readings(text):
            assert key not in reading, (place, text)
    if place == "message" and status != 200:
        assert "Bad key *** told" in str(list(readings(watched.errors[0].message)))


EXAMPLE = {
    "key": KEYS,
    "place": st.sampled_from([*JSON_PLACES, *TEXT_PLACES]),
    "status": st.sampled_from([200, 401, 500]),
    "depth": st.integers(0, 3),
    "seed": st.integers(0, 2**32),
    "is_stream": st.booleans(),
}
SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@settings(SETTINGS, max_examples=50)
@given(**EXAMPLE)
def test_the_key_is_found_nowhere(watched: Watched, **example: Any) -> None:
    look(watched, **example)


@pytest.mark.campaign
@settings(SETTINGS, max_examples=5000)
@given(**EXAMPLE)
def test_the_key_is_found_nowhere_for_long(watched: Watched, **example: Any) -> None:
    look(watched, **example)


@pytest.mark.parametrize("place", [*JSON_PLACES, *TEXT_PLACES])
@pytest.mark.parametrize("is_stream", [False, True])
@pytest.mark.parametrize("status", [200, 401])
def test_each_place_with_a_key_of_all_that_is_escaped(
    watched: Watched, place: str, is_stream: bool, status: int
) -> None:
    for depth in (0, 1, 3):
        look(watched, "sk-te/st\"\\u0041'+%41end", place, status, depth, depth, is_stream)


# --- what is parsed -------------------------------------------------------------------------------

GOES = "anything goes"
CHAT = json.dumps(
    {
        "id": "1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": GOES}}],
    }
).encode()
EVENT = b'data: {"id":"1","choices":[{"index":0,"delta":{"content":"anything goes"}}]}\n\n'


def test_an_answer_with_a_word_that_is_the_key_stays_as_it_came() -> None:
    whole: Script = [answer(200, CHAT)]
    stream: Script = [sse(), chunked(EVENT, b"data: [DONE]\n\n")]

    async def main(url: str) -> None:
        async with AsyncKimi(api_key="anything", base_url=url) as client:
            completions = client.chat.completions
            raw = await completions.with_raw_response.create(**ASK)
            assert (raw.content, raw.json()) == (CHAT, json.loads(CHAT))
            assert raw.parse().output_text == GOES
            async with completions.stream(**ASK) as events:
                assert (await events.get_final()).output_text == GOES

    with FaultServer([whole, whole, stream, stream, whole, stream]) as server:
        with Kimi(api_key="anything", base_url=server.url) as client:
            completions = client.chat.completions
            assert completions.create(**ASK).output_text == GOES
            raw = completions.with_raw_response.create(**ASK)
            assert (raw.content, raw.text, raw.json()) == (CHAT, CHAT.decode(), json.loads(CHAT))
            assert raw.parse().output_text == GOES
            with completions.stream(**ASK) as events:
                assert "".join(events.text_stream) == GOES
            with completions.with_streaming_response.create(**ASK, stream=True) as response:
                assert GOES in "".join(response.iter_lines())
        asyncio.run(main(server.url))


def test_the_class_of_an_error_follows_what_was_sent() -> None:
    body = b'{"error": {"message": "m", "type": "insufficient_quota"}}'
    with FaultServer([[answer(429, body)]]) as server:
        with Kimi(api_key="insufficient_quota", base_url=server.url, max_retries=0) as client:
            with pytest.raises(KimiError) as caught:
                client.chat.completions.create(**ASK)
    assert type(caught.value).__name__ == "InsufficientQuotaError"
    assert "insufficient_quota" not in str(caught.value)


# --- what else is shown ---------------------------------------------------------------------------


def test_control_characters_of_a_server_are_escaped() -> None:
    told = "\x1b[2Jone\r\ntwo\u2028three\u202efour\ud800"
    body = json.dumps({"error": {"message": told, "type": "a\nb", "param": "\x9b"}}).encode()
    with FaultServer([[answer(400, body)]]) as server:
        with Kimi(api_key="k", base_url=server.url) as client:
            with pytest.raises(KimiError) as caught:
                client.chat.completions.create(**ASK)
    assert caught.value.message == told
    text = str(caught.value)
    assert r"\x1b[2Jone\r\ntwo\u2028three\u202efour\ud800 (type a\nb, param \x9b," in text
    assert text.isprintable()


@pytest.mark.parametrize("levels", [1, 100, 500, 700, 900, 990])
def test_an_error_nested_deeply_is_an_error(levels: int) -> None:
    body = ('{"error": ' + '{"a": ' * levels + "1" + "}" * levels + "}").encode()
    whole: Script = [answer(200, body)]
    stream: Script = [sse(), chunked(b"data: " + body + b"\n\n")]

    async def main(url: str) -> list[KimiError]:
        async with AsyncKimi(api_key="sk-0123456789", base_url=url, max_retries=0) as client:
            errors: list[KimiError] = []
            for is_stream in (False, True):
                with pytest.raises(KimiError) as caught:
                    made: Any = await client.chat.completions.create(**ASK, stream=is_stream)
                    [event async for event in made]
                errors.append(caught.value)
            return errors

    with FaultServer([whole, stream, whole, [answer(400, body)], whole, stream]) as server:
        errors: list[KimiError] = []
        with Kimi(api_key="sk-0123456789", base_url=server.url, max_retries=0) as client:
            completions = client.chat.completions
            for is_stream in (False, True):
                with pytest.raises(KimiError) as caught:
                    list(completions.create(**ASK, stream=is_stream))  # type: ignore[arg-type]  # never comes to it
                errors.append(caught.value)
            raw = completions.with_raw_response.create(**ASK)
            with pytest.raises(KimiError) as caught:
                raw.parse()
            errors.append(caught.value)
            with pytest.raises(KimiError) as caught:
                completions.create(**ASK)
            errors.append(caught.value)
        errors += asyncio.run(main(server.url))
    for error in errors:
        assert str(error)
        assert repr(getattr(error, "body", ""))
