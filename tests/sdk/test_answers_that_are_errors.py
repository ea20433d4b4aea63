"""Errors that come as answers: the same from every kind of call, over sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from evolink_kimi import (
    APIResponseError,
    APIStatusError,
    AsyncKimi,
    InsufficientQuotaError,
    Kimi,
    KimiError,
    StreamProtocolError,
)

from tests.support.fault_server import FaultServer, answer

EVENTS = "text/event-stream"
MESSAGES: Any = [{"role": "user", "content": "Hi"}]
ASKED: dict[str, dict[str, Any]] = {
    "chat": {"messages": MESSAGES},
    "messages": {"messages": MESSAGES, "max_tokens": 9},
    "responses": {"input": "Hi"},
}
WROTE: dict[str, Any] = {"role": "assistant", "content": "Hi"}
COMPLETION: dict[str, Any] = {
    "id": "c",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": WROTE, "finish_reason": "stop"}],
}
MESSAGE: dict[str, Any] = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "Hi"}],
    "stop_reason": "end_turn",
}
RESPONSE: dict[str, Any] = {
    "id": "r",
    "object": "response",
    "status": "completed",
    "error": None,
    "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi"}]}
    ],
}
ANSWERS = {"chat": COMPLETION, "messages": MESSAGE, "responses": RESPONSE}
KEYS = {"chat": "choices", "messages": "content", "responses": "output"}
KINDS = list(ANSWERS)

# What says that something went wrong, where there is no answer.
SIGNS: dict[str, tuple[dict[str, Any], str, str]] = {
    "an object": (
        {"error": {"message": "busy", "type": "overloaded_error"}},
        "OverloadedError",
        "busy",
    ),
    "text": ({"error": "it broke"}, "APIStatusError", "it broke"),
    "an empty object": ({"error": {}}, "APIStatusError", "{}"),
    "errors": ({"errors": ["it broke"]}, "APIStatusError", "it broke"),
    "type": ({"type": "error", "message": "it broke"}, "APIStatusError", "it broke"),
    # https://github.com/modelscope/evalscope/pull/1673
    "a code of words": (
        {"code": "rate_limit_exceeded", "message": "Error code: 429"},
        "RateLimitError",
        "Error code: 429",
    ),
    "a number": ({"code": 402, "message": "no"}, "InsufficientQuotaError", "no"),
    "digits": ({"code": "503", "msg": "no"}, "InternalServerError", "no"),
    "only a code": ({"code": "E17"}, "APIStatusError", "E17"),
    "detail": ({"detail": "Not found"}, "APIStatusError", "Not found"),
    "a list of details": (
        {"detail": [{"loc": ["body"], "msg": "field required"}]},
        "APIStatusError",
        "field required",
    ),
    "a message": ({"message": "no such route"}, "APIStatusError", "no such route"),
    # https://github.com/XpressAI/xaibo/pull/36
    "no success": (
        {"success": False, "message": "quota", "data": None},
        "APIStatusError",
        "quota",
    ),
    "no success, without a word": ({"success": False, "data": {"a": 1}}, "APIStatusError", '"a"'),
    "a message beside the good code": (
        {"code": 200, "success": False, "message": "no"},
        "APIStatusError",
        "no",
    ),
}


@dataclass(frozen=True)
class Seen:
    """What a call came to: the name of an error's class and what it tells, or the answer."""

    name: str
    code: Any = None
    message: str = ""
    body: Any = None


def _told(error: KimiError) -> Seen:
    if isinstance(error, APIStatusError):
        assert error.host is not None
        assert error.attempts == 1
        return Seen(type(error).__name__, error.code, error.message, error.body)
    # A body that is no answer at all is told of in the words of what was asked for.
    assert isinstance(error, APIResponseError | StreamProtocolError), repr(error)
    return Seen("no answer")


def _resource(client: Kimi | AsyncKimi, kind: str) -> Any:
    return client.chat.completions if kind == "chat" else getattr(client, kind)


def _sync(client: Kimi, kind: str, way: str) -> Seen:
    resource, asked = _resource(client, kind), {"model": "kimi-k3.1-pro", **ASKED[kind]}
    final: Any = None
    try:
        if way == "create":
            final = resource.create(**asked)
        elif way == "raw":
            final = resource.with_raw_response.create(**asked).parse()
        elif way == "streaming":
            with resource.with_streaming_response.create(**asked) as response:
                final = response.parse()
        elif way == "events":
            list(resource.create(**asked, stream=True))
            return Seen("")
        else:
            with resource.stream(**asked) as stream:
                list(stream)
                final = stream.get_final()
    except KimiError as error:
        return _told(error)
    return Seen("", body=final.to_dict())


async def _async(client: AsyncKimi, kind: str, way: str) -> Seen:
    resource, asked = _resource(client, kind), {"model": "kimi-k3.1-pro", **ASKED[kind]}
    final: Any = None
    try:
        if way == "create":
            final = await resource.create(**asked)
        elif way == "raw":
            final = (await resource.with_raw_response.create(**asked)).parse()
        elif way == "streaming":
            async with resource.with_streaming_response.create(**asked) as response:
                final = await response.parse()
        elif way == "events":
            async for _ in await resource.create(**asked, stream=True):
                pass
            return Seen("")
        else:
            async with resource.stream(**asked) as stream:
                async for _ in stream:
                    pass
                final = await stream.get_final()
    except KimiError as error:
        return _told(error)
    return Seen("", body=final.to_dict())


WAYS = ("create", "raw", "streaming", "events", "stream")


def seen_by(
    kind: str, body: bytes, content_type: str, status: int = 200, ways: Iterable[str] = WAYS
) -> dict[str, Seen]:
    """What calls make of a body, sync and async."""
    with FaultServer([[answer(status, body, content_type=content_type)]]) as server:
        options: dict[str, Any] = {"api_key": "sk-test", "base_url": server.url, "max_retries": 0}

        async def main() -> dict[str, Seen]:
            async with AsyncKimi(**options) as client:
                return {f"async {way}": await _async(client, kind, way) for way in ways}

        with Kimi(**options) as client:
            seen = {way: _sync(client, kind, way) for way in ways}
        return {**seen, **asyncio.run(main())}


def play(kind: str, body: bytes, content_type: str = "application/json", status: int = 200) -> Seen:
    """What each kind of call makes of a body, which has to be the same."""
    seen = seen_by(kind, body, content_type, status)
    first = seen["create"]
    for how, other in seen.items():
        if how.endswith("events") and not first.name:
            assert not other.name, how
        else:
            assert other == first, how
    return first


def _bodies() -> Iterator[Any]:
    for kind in KINDS:
        for name, (body, cls, message) in SIGNS.items():
            yield pytest.param(kind, body, cls, message, id=f"{kind}, {name}")
        key, answered = KEYS[kind], ANSWERS[kind]
        refused = {"error": {"message": "m", "code": "rate_limit_exceeded"}}
        for name, value in (("missing", {}), ("null", {key: None}), ("text", {key: "no"})):
            head = {k: v for k, v in answered.items() if k != key}
            yield pytest.param(
                kind, {**head, **value, **refused}, "RateLimitError", "m", id=f"{kind}, {name}"
            )
    unanswered = {"choices": [], "message": "m", "code": 429}
    yield pytest.param("chat", unanswered, "RateLimitError", "m", id="no choices")
    beside = {"error": {"message": "m", "code": 502}}
    for kind in ("chat", "messages"):
        value = {**ANSWERS[kind], **beside}
        yield pytest.param(kind, value, "InternalServerError", "m", id=f"beside {kind}")
    choice = {"index": 0, "message": {**WROTE, "content": "H"}, "finish_reason": "error"}
    for name, more, cls, message in (
        ("a failed choice", {"error": {"code": 502, "message": "m"}}, "InternalServerError", "m"),
        ("a failed choice without a word", {}, "APIStatusError", "with an error and no message"),
        ("an error in a choice", {"finish_reason": None, "error": "m"}, "APIStatusError", "m"),
    ):
        value = {**COMPLETION, "choices": [{**choice, **more}]}
        yield pytest.param("chat", value, cls, message, id=name)
    value = {**COMPLETION, "choices": [*COMPLETION["choices"], {**choice, "index": 1}]}
    yield pytest.param("chat", value, "APIStatusError", "no message", id="the second choice")
    for name, failed, cls, message in (
        ("why", {"error": {"code": "server_error", "message": "m"}}, "InternalServerError", "m"),
        ("no why", {}, "APIStatusError", "with an error and no message"),
        (
            "no output",
            {"error": {"code": "invalid_prompt", "message": "m"}, "output": None},
            "BadRequestError",
            "m",
        ),
    ):
        value = {**RESPONSE, "status": "failed", **failed}
        yield pytest.param("responses", value, cls, message, id=f"failed, {name}")


@pytest.mark.parametrize(("kind", "body", "cls", "message"), list(_bodies()))
def test_an_error_is_the_same_from_every_call(
    kind: str, body: dict[str, Any], cls: str, message: str
) -> None:
    seen = play(kind, json.dumps(body).encode())
    assert seen.name == cls
    assert message in seen.message
    assert seen.body == body


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        *((kind, ANSWERS[kind]) for kind in KINDS),
        ("chat", {**COMPLETION, "error": None, "code": 0, "message": "Success"}),
        ("chat", {**COMPLETION, "error": {}}),
        ("chat", {**COMPLETION, "choices": []}),
        ("chat", {**COMPLETION, "choices": [{**COMPLETION["choices"][0], "error": None}]}),
        ("messages", {**MESSAGE, "content": [], "error": None}),
        ("messages", {**MESSAGE, "content": [], "code": 0}),
        ("responses", {**RESPONSE, "output": []}),
        ("responses", {**RESPONSE, "status": "incomplete", "output": [], "error": None}),
        ("responses", {**RESPONSE, "error": {"code": "x", "message": "m"}}),
    ],
)
def test_an_answer_is_one_from_every_call(kind: str, body: dict[str, Any]) -> None:
    seen = play(kind, json.dumps(body).encode())
    assert (seen.name, seen.body) == ("", body)


@pytest.mark.parametrize(
    ("kind", "body", "missing"),
    [
        *((kind, {"id": "x"}, KEYS[kind]) for kind in KINDS),
        *((kind, {**ANSWERS[kind], KEYS[kind]: None}, KEYS[kind]) for kind in KINDS),
        ("chat", {"code": 0, "message": "ok", "data": COMPLETION}, "choices"),
        ("chat", {**COMPLETION, "choices": "Hi"}, "choices"),
        ("chat", {**COMPLETION, "choices": [{"index": 0}]}, "choices[0].message"),
        ("chat", {**COMPLETION, "choices": [{"message": None}]}, "choices[0].message"),
        ("chat", {**COMPLETION, "choices": [None]}, "choices[0].message"),
        ("chat", {**COMPLETION, "choices": [{"delta": WROTE}]}, "choices[0].message"),
    ],
)
def test_what_each_answer_has_is_there_or_told_of(
    kind: str, body: dict[str, Any], missing: str
) -> None:
    content = json.dumps(body).encode()
    assert play(kind, content).name == "no answer"
    with (
        FaultServer([[answer(body=content)]]) as server,
        Kimi(api_key="sk-test", base_url=server.url, strict=True) as client,
    ):
        with pytest.raises(APIResponseError, match=r"^The answer has no `") as caught:
            _resource(client, kind).create(model="kimi-k3.1-pro", **ASKED[kind])
    assert caught.value.message == f"The answer has no `{missing}`"
    assert json.loads(caught.value.body) == body


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"<html>Bad gateway</html>", "text/html"),
        (b"Bad gateway", "text/plain"),
        (b'["Bad gateway"]', "application/json"),
        (b'{"half', "application/json"),
        (b"null", "application/json"),
    ],
)
def test_what_is_no_object_is_no_answer(kind: str, body: bytes, content_type: str) -> None:
    assert play(kind, body, content_type).name == "no answer"


def _sse(*events: Any, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    texts = (event if isinstance(event, str) else json.dumps(event) for event in events)
    return "".join(f"{head}data: {text}\n\n" for text in texts).encode()


@pytest.mark.parametrize(
    ("kind", "name", "status"),
    [
        *(("chat", name, 200) for name in SIGNS),
        *((kind, name, 200) for kind in KINDS[1:] for name in ("an object", "a number", "detail")),
        *((kind, name, 429) for kind in KINDS for name in ("an object", "text", "a message")),
    ],
)
def test_an_error_written_as_an_event_is_the_same_from_every_call(
    kind: str, name: str, status: int
) -> None:
    body, cls, message = SIGNS[name]
    events = _sse(body, "[DONE]") if kind == "chat" else _sse(body)
    seen = play(kind, events, EVENTS, status)
    assert seen.name == cls if status == 200 else seen.name != "no answer"
    assert message in seen.message
    assert seen.body == body


START = {"id": "c", "object": "chat.completion.chunk"}
SAID = {**START, "choices": [{"index": 0, "delta": WROTE, "finish_reason": None}]}
ENDED = {**START, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "failed",
    [
        {"index": 0, "delta": {}, "finish_reason": "error", "error": {"message": "m"}},
        {"index": 0, "delta": {"content": ""}, "finish_reason": None, "error": "m"},
        {"index": 1, "delta": {"content": ""}, "error": {"message": "m"}},
    ],
)
def test_an_error_inside_a_choice_ends_a_stream(failed: dict[str, Any]) -> None:
    body = _sse(SAID, {**START, "choices": [failed]}, "[DONE]")
    for seen in seen_by("chat", body, EVENTS, ways=("events", "stream")).values():
        assert (seen.name, seen.message) == ("APIStatusError", "m")
    with FaultServer([[answer(body=body, content_type=EVENTS)]]) as server:
        with Kimi(api_key="sk-test", base_url=server.url) as client:
            texts: list[str] = []
            with (
                pytest.raises(APIStatusError) as caught,
                client.chat.completions.stream(model="m", messages=MESSAGES) as stream,
            ):
                texts.extend(stream.text_stream)
    assert texts == ["Hi"]
    assert caught.value.partial.choices[0].message.content == "Hi"


def test_what_a_stream_says_beside_its_choices_is_no_error() -> None:
    body = _sse(
        {"choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
        {"object": "keepalive"},
        {"type": "ping", "code": 0, "message": "ok"},
        {**SAID, "error": None, "code": 0, "message": "Success"},
        ENDED,
        {**START, "choices": [], "usage": {"prompt_tokens": 1}, "error": None},
        "[DONE]",
    )
    seen = seen_by("chat", body, EVENTS, ways=("events", "stream"))
    assert {told.name for told in seen.values()} == {""}
    for how in ("stream", "async stream"):
        assert seen[how].body["choices"][0]["message"] == WROTE
        assert seen[how].body["usage"] == {"prompt_tokens": 1}


@pytest.mark.parametrize("kind", ["messages", "responses"])
def test_an_event_without_a_type_of_the_protocol_is_an_error_if_it_says_so(kind: str) -> None:
    for body in (
        {"message": "m"},
        {"code": "E1", "message": "m"},
        {"type": "strange_error", "message": "m"},
    ):
        assert play(kind, _sse(body), EVENTS).message == "m"


def test_a_response_that_failed_is_the_same_error_however_it_comes() -> None:
    for error in ({"code": "server_error", "message": "m"}, None):
        failed = {**RESPONSE, "status": "failed", "error": error}
        whole = play("responses", json.dumps(failed).encode())
        for name in ("response.failed", "response.completed", "response.incomplete"):
            event = {"type": name, "response": failed}
            streamed = play("responses", _sse(event), EVENTS)
            assert (streamed.name, streamed.code) == (whole.name, whole.code)
            assert streamed.message == whole.message


def test_what_was_written_before_an_error_is_kept() -> None:
    failed = {**COMPLETION, "choices": [{**COMPLETION["choices"][0], "finish_reason": "error"}]}
    for kind, body in (("chat", failed), ("responses", {**RESPONSE, "status": "failed"})):
        with (
            FaultServer([[answer(body=json.dumps(body).encode())]]) as server,
            Kimi(api_key="sk-test", base_url=server.url) as client,
        ):
            resource = _resource(client, kind)
            with pytest.raises(APIStatusError) as caught:
                resource.create(model="m", **ASKED[kind])
            assert caught.value.partial.output_text == "Hi"
            with (
                pytest.raises(APIStatusError) as caught,
                resource.stream(model="m", **ASKED[kind]) as stream,
            ):
                stream.get_final()
            assert caught.value.partial.output_text == "Hi"


@pytest.mark.parametrize(
    ("type_", "message"),
    [
        ("access_terminated_error", "You've reached your usage limit for this period"),
        ("permission_error", "You've reached your usage limit for this period"),
        ("permission_denied_error", "Your Quota is used up"),
    ],
)
def test_a_spent_quota_of_kimi_is_told_from_a_wrong_permission(type_: str, message: str) -> None:
    body = json.dumps({"error": {"message": message, "type": type_}}).encode()
    with (
        FaultServer([[answer(403, body)]]) as server,
        Kimi(api_key="sk-test", base_url=server.url, max_retries=2) as client,
    ):
        with pytest.raises(InsufficientQuotaError, match="HTTP 403"):
            client.chat.completions.create(model="m", messages=MESSAGES)
        assert len(server.requests) == 1


def test_an_error_quotes_no_key() -> None:
    key = "sk-a-very-secret-key"
    for body, kind in (
        (json.dumps({"message": f"bad key {key}"}).encode(), "application/json"),
        (_sse({"message": f"bad key {key}"}), EVENTS),
        (json.dumps({"id": key}).encode(), "application/json"),
    ):
        script = [answer(body=body, content_type=kind)]
        with FaultServer([script]) as server, Kimi(api_key=key, base_url=server.url) as client:
            with pytest.raises(KimiError) as caught:
                client.chat.completions.create(model="m", messages=MESSAGES)
            assert "***" in repr(vars(caught.value))
            traceback = caught.value.__traceback__
            while traceback is not None:
                frame = traceback.tb_frame
                if "runtime" in frame.f_code.co_filename:
                    assert key not in repr(frame.f_locals.get("content"))
                    assert key not in repr(frame.f_locals.get("value"))
                traceback = traceback.tb_next
