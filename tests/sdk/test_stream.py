"""Streams from bytes to typed events and responses: each case for sync and async, no network."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    BadRequestError,
    InternalServerError,
    KimiError,
    OverloadedError,
    RateLimitError,
    StreamProtocolError,
    StreamTimeoutError,
    StreamTruncatedError,
)
from overlays.runtime.operation import Operation, ProtocolName
from overlays.runtime.sse import SSEDecoder
from overlays.runtime.wire import dumps, loads
from tests.support.streams import (
    CHAT,
    MESSAGES,
    OPERATIONS,
    READERS,
    RESPONSES,
    TEXT,
    THOUGHT,
    Outcome,
    Reader,
    frames,
    line_ends,
    sample,
)

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]


@pytest.fixture(params=list(READERS))
def read(request: pytest.FixtureRequest) -> Reader:
    reader: Reader = READERS[request.param]
    return reader


def chunk(content: str | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    delta = {} if content is None else {"content": content}
    return {"id": "c1", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


def text_of(protocol: ProtocolName, response: dict[str, Any]) -> str:
    """The text of a response, found in the plainest way."""
    if protocol == "chat":
        content = response["choices"][0]["message"].get("content") if response["choices"] else ""
        return content or ""
    items = response["content"] if protocol == "messages" else response["output"]
    parts = items if protocol == "messages" else [p for i in items for p in i.get("content", [])]
    return "".join(part["text"] for part in parts if part["type"] in ("text", "output_text"))


HELLO = chunk("Hel")
START = {"type": "message_start", "message": {"id": "m", "content": [], "usage": {}}}
SAID = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}}
WROTE = {"type": "response.output_text.delta", "output_index": 0, "delta": "Hel"}


class TestWholeStreams:
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_events_deltas_and_the_final_response(
        self, read: Reader, protocol: ProtocolName
    ) -> None:
        outcome = read(OPERATIONS[protocol], [sample(protocol)])
        assert outcome.error is None
        assert outcome.text == "".join(TEXT) == text_of(protocol, outcome.final)
        assert outcome.reasoning == "".join(THOUGHT)
        assert [delta.kind for delta in outcome.deltas] == ["reasoning"] * 3 + ["text"] * 3

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    @pytest.mark.parametrize("end", ["LF", "CRLF", "CR"])
    def test_no_cut_and_no_line_end_changes_anything(
        self, protocol: ProtocolName, end: str
    ) -> None:
        whole = READERS["sync"](OPERATIONS[protocol], [sample(protocol)])
        body = line_ends(sample(protocol))[end]
        for cut in range(len(body) + 1):
            outcome = READERS["sync"](OPERATIONS[protocol], [body[:cut], body[cut:]])
            assert outcome == whole, cut
        bytewise = [body[i : i + 1] for i in range(len(body))]
        assert READERS["sync"](OPERATIONS[protocol], bytewise) == whole
        assert READERS["async"](OPERATIONS[protocol], bytewise) == whole

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_a_charset_in_the_content_type_does_not_count(
        self, read: Reader, protocol: ProtocolName
    ) -> None:
        headers = {"content-type": "text/event-stream; charset=iso-8859-1"}
        outcome = read(OPERATIONS[protocol], [sample(protocol)], headers)
        assert outcome.text == "".join(TEXT)

    # https://github.com/earendil-works/pi/issues/4381
    @pytest.mark.parametrize("protocol", ["messages", "responses"])
    @pytest.mark.parametrize("name", [b"", b"event: something_else\n"])
    def test_the_type_in_the_data_decides_not_the_name_of_the_event(
        self, read: Reader, protocol: ProtocolName, name: bytes
    ) -> None:
        lines = sample(protocol).split(b"\n")
        kept = [line for line in lines if not line.startswith(b"event:")]
        body = b"\n".join(name + line if line.startswith(b"data") else line for line in kept)
        assert read(OPERATIONS[protocol], [body]) == read(OPERATIONS[protocol], [sample(protocol)])

    def test_a_missing_type_is_taken_from_the_name_of_the_event(self, read: Reader) -> None:
        body = frames(START, SAID) + b"event: message_stop\ndata: {}\n\n"
        outcome = read(MESSAGES, [body])
        assert outcome.events[-1] == {"type": "message_stop"}
        assert outcome.final["content"] == [{"type": "text", "text": "Hel"}]

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_unknown_events_are_given_as_they_are(
        self, read: Reader, protocol: ProtocolName
    ) -> None:
        unknown = {"type": "something.new", "n": [1, None], "choices": None}
        outcome = read(OPERATIONS[protocol], [frames(unknown) + sample(protocol)])
        assert outcome.error is None
        assert outcome.events[0] == unknown

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_nothing_after_the_end_is_read(self, read: Reader, protocol: ProtocolName) -> None:
        after = [b"data: nonsense\n\n", AssertionError("read on")]
        outcome = read(OPERATIONS[protocol], [sample(protocol) + b"data: nonsense\n\n", *after])
        assert outcome == read(OPERATIONS[protocol], [sample(protocol)])


def test_an_operation_without_streams_has_none() -> None:
    with pytest.raises(ValueError, match="has no streams"):
        READERS["sync"](Operation(id="x", method="GET", path="/", response=dict, event=dict), [])


class TestFrames:
    # https://github.com/openai/openai-python/issues/2722
    def test_frames_without_data_reach_no_json_parser(self, read: Reader) -> None:
        body = (
            b"id: 1\n" + frames(HELLO) + b": ping - 2026-07-26\n\nretry: 3000\n\n"
            b"event: ping\n\ndata:\n\ndata: \n\n" + frames(chunk(" lo"), "[DONE]")
        )
        outcome = read(CHAT, [body])
        assert len(outcome.events) == 2
        assert outcome.text == "Hel lo"

    # https://github.com/continuedev/continue/pull/13144
    def test_comments_are_skipped_anywhere(self, read: Reader) -> None:
        body = b": OPENROUTER PROCESSING\n:\n:x\ndata: \n: c\n" + frames(HELLO, "[DONE]")
        assert read(CHAT, [body]).text == "Hel"

    def test_a_comment_sent_as_data_is_an_error_that_quotes_it(self, read: Reader) -> None:
        body = frames(HELLO) + b"data: : OPENROUTER PROCESSING\n\n" + frames("[DONE]")
        error = read(CHAT, [body]).error
        assert isinstance(error, StreamProtocolError)
        assert error.excerpt == ": OPENROUTER PROCESSING"
        assert (error.event_number, error.byte_offset) == (2, len(frames(HELLO)))
        assert error.status_code == 200
        assert error.request_id == "req_1"
        assert error.partial["choices"][0]["message"]["content"] == "Hel"
        assert "OPENROUTER" in str(error)

    # https://github.com/googleapis/python-genai/pull/2584
    @pytest.mark.parametrize(
        "done",
        [b'data: "[DONE]"\n\n', b"data:[DONE]\n\n", b"data: [DONE] \r\n\r\n", b"data:  [DONE]\n\n"],
    )
    def test_the_sentinel_is_compared_without_spaces(self, read: Reader, done: bytes) -> None:
        assert read(CHAT, [frames(HELLO) + done]).error is None

    def test_data_on_several_lines_is_one_object(self, read: Reader) -> None:
        body = b'data:{"choices":\ndata: [],"n":1}\n\n'
        assert read(CHAT, [body + frames("[DONE]")]).events == [{"choices": [], "n": 1}]

    def test_a_sentinel_after_the_terminal_event_or_before_it_is_no_matter(
        self, read: Reader
    ) -> None:
        # EvoLink's Responses pages contradict each other on whether it is sent.
        for body in (
            sample("responses") + frames("[DONE]"),
            frames("[DONE]") + sample("responses"),
        ):
            assert read(RESPONSES, [body]).error is None
        error = read(RESPONSES, [frames(WROTE, "[DONE]")]).error
        assert isinstance(error, StreamTruncatedError)

    @pytest.mark.parametrize("data", ["1", "null", '"x"', "[]", "[{}]", "{", "nonsense", "NaN"])
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_data_that_is_no_object_is_a_protocol_error(
        self, read: Reader, protocol: ProtocolName, data: str
    ) -> None:
        error = read(OPERATIONS[protocol], [frames(data) + sample(protocol)]).error
        assert isinstance(error, StreamProtocolError)
        assert (error.event_number, error.byte_offset, error.excerpt) == (1, 0, data)
        assert error.partial is None

    def test_nesting_without_end_is_a_protocol_error(self, read: Reader) -> None:
        for depth in (200, 900, 5_000, 200_000):
            data = '{"choices":[],"x":' + "[" * depth + "]" * depth + "}"
            outcome = read(CHAT, [frames(data, "[DONE]")])
            assert outcome.error is None or isinstance(outcome.error, StreamProtocolError)

    def test_an_event_that_never_ends_is_a_typed_error(self, read: Reader) -> None:
        endless = [frames(HELLO), b"data: ", *[b"x" * 400] * 100]
        error = read(CHAT, endless, max_event_bytes=1000).error
        assert isinstance(error, StreamProtocolError)
        assert error.event_number == 2
        assert error.partial["choices"][0]["message"]["content"] == "Hel"


class TestTheEnd:
    # https://github.com/griffinwork40/agent-afk/pull/635
    @pytest.mark.parametrize(
        ("op", "body"),
        [
            (CHAT, frames(HELLO)),
            (MESSAGES, frames(START, SAID)),
            (RESPONSES, frames(WROTE)),
        ],
    )
    def test_a_clean_end_before_the_last_event_is_a_truncation(
        self, read: Reader, op: Operation[Any, Any], body: bytes
    ) -> None:
        outcome = read(op, [body])
        assert isinstance(outcome.error, StreamTruncatedError)
        assert op.protocol is not None
        assert text_of(op.protocol, outcome.partial) == outcome.text == "Hel"
        assert outcome.final is None

    # https://github.com/can1357/oh-my-pi/issues/9433
    @pytest.mark.parametrize(
        "body",
        [
            frames(HELLO, "[DONE]"),
            frames(HELLO, chunk(None, "stop")),
            frames({"choices": []}, "[DONE]"),
            frames("[DONE]"),
        ],
    )
    def test_a_chat_needs_the_sentinel_or_a_finish_reason(self, read: Reader, body: bytes) -> None:
        assert read(CHAT, [body]).error is None

    def test_every_choice_needs_its_finish_reason(self, read: Reader) -> None:
        other = {"choices": [{"index": 1, "delta": {"content": "x"}}]}
        assert read(CHAT, [frames(HELLO, other, chunk(None, "stop"))]).error is not None

    # https://github.com/openai/openai-node/issues/2725
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    @pytest.mark.parametrize("lost", [1, 2])
    def test_a_last_event_without_its_blank_line_counts_if_it_is_whole(
        self, read: Reader, protocol: ProtocolName, lost: int
    ) -> None:
        outcome = read(OPERATIONS[protocol], [sample(protocol)[:-lost]])
        assert outcome == read(OPERATIONS[protocol], [sample(protocol)])

    @pytest.mark.parametrize("rest", [b'data: {"half', b"data: [DO", b"dat", b"data: \xe6\xbb"])
    @pytest.mark.parametrize("finish", [None, "stop"])
    def test_half_an_event_at_the_end_is_a_truncation(
        self, read: Reader, rest: bytes, finish: str | None
    ) -> None:
        outcome = read(CHAT, [frames(HELLO, chunk("lo", finish)) + rest])
        assert isinstance(outcome.error, StreamTruncatedError)
        assert outcome.error.event_number == 3
        assert outcome.text == "Hello"

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_no_prefix_ends_normally_and_all_keep_what_they_had(
        self, protocol: ProtocolName
    ) -> None:
        body = sample(protocol)
        whole = READERS["sync"](OPERATIONS[protocol], [body])
        # A chat may end after its finish reason, a terminal event without its blank line.
        for size in range(len(body) - 2):
            outcome = READERS["sync"](OPERATIONS[protocol], [body[:size]])
            if outcome.error is None:
                assert protocol == "chat"
                assert b'"finish_reason":"tool_calls"' in body[:size]
                assert outcome.final.items() <= whole.final.items()
                continue
            assert isinstance(outcome.error, StreamTruncatedError), size
            assert outcome.events == whole.events[: len(outcome.events)]
            assert whole.text.startswith(outcome.text)
            accumulator = accumulator_for(protocol)
            for event in outcome.events:
                accumulator.add(event)
            if outcome.events:
                assert outcome.partial == accumulator.snapshot()
                assert text_of(protocol, outcome.partial) == outcome.text
            else:
                assert outcome.partial is None

    def test_an_empty_body_is_a_truncation(self, read: Reader) -> None:
        for body in (b"", b"\n", b": only a comment\n\n"):
            error = read(CHAT, [body]).error
            assert isinstance(error, StreamTruncatedError)
            assert error.partial is None

    @pytest.mark.parametrize(
        ("failure", "cls"),
        [
            (APIConnectionError("reset by peer"), StreamTruncatedError),
            (APITimeoutError("The server sent nothing for 5 s"), StreamTimeoutError),
        ],
    )
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_a_lost_connection_is_wrapped(
        self, read: Reader, protocol: ProtocolName, failure: Exception, cls: type[KimiError]
    ) -> None:
        outcome = read(OPERATIONS[protocol], [sample(protocol)[:-600], failure])
        assert outcome.error is not None
        assert type(outcome.error) is cls
        assert outcome.error.__cause__ is failure
        assert str(failure) in str(outcome.error)
        assert outcome.partial is not None

    def test_a_chat_whose_connection_breaks_is_not_complete(self, read: Reader) -> None:
        body = frames(HELLO, chunk(None, "stop"))
        outcome = read(CHAT, [body, APIConnectionError("reset")])
        assert isinstance(outcome.error, StreamTruncatedError)


ERRORS: dict[str, tuple[Operation[Any, Any], bytes, type[APIStatusError], str]] = {
    # https://github.com/anthropics/anthropic-sdk-python/issues/1918
    "messages": (
        MESSAGES,
        b'event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error",'
        b'"message":"Overloaded"},"request_id":"req_1"}\n\n',
        OverloadedError,
        "Overloaded",
    ),
    # https://github.com/openai/openai-python/issues/2796
    "chat, without a name": (
        CHAT,
        frames({"error": {"message": "Overloaded", "type": "overloaded_error", "code": None}}),
        OverloadedError,
        "Overloaded",
    ),
    "chat, named": (
        CHAT,
        b"event: error\n" + frames({"message": "slow", "type": "rate_limit_error"}),
        RateLimitError,
        "slow",
    ),
    "a string": (CHAT, frames({"error": "it broke"}), APIStatusError, "it broke"),
    "an integer code": (
        CHAT,
        frames({"error": {"message": "m", "code": 503}}),
        InternalServerError,
        "m",
    ),
    "not JSON": (CHAT, b"event: error\ndata: upstream died\n\n", APIStatusError, "upstream died"),
    "responses, flat": (
        RESPONSES,
        frames({"type": "error", "code": "server_error", "message": "flat", "param": None}),
        InternalServerError,
        "flat",
    ),
    "responses, nested": (
        RESPONSES,
        frames({"type": "error", "error": {"type": "invalid_request_error", "message": "n"}}),
        BadRequestError,
        "n",
    ),
    "no type": (
        MESSAGES,
        frames({"error": {"type": "overloaded_error", "message": "m"}}),
        OverloadedError,
        "m",
    ),
    # https://github.com/MoonshotAI/kimi-agent-sdk/issues/169
    "no meaning": (
        MESSAGES,
        frames({"error": {"type": "<nil>", "message": "bad"}, "type": "error"}),
        APIStatusError,
        "bad",
    ),
    "JSON without data": (
        CHAT,
        b'{"error":{"message":"stray","type":"server_error"}}\n\n',
        InternalServerError,
        "stray",
    ),
}


class TestErrors:
    @pytest.mark.parametrize("name", ERRORS)
    @pytest.mark.parametrize("before", [False, True])
    def test_an_error_inside_the_stream(self, read: Reader, name: str, before: bool) -> None:
        op, body, cls, message = ERRORS[name]
        first = {"chat": HELLO, "messages": SAID, "responses": WROTE}[op.protocol or "chat"]
        outcome = read(op, [frames(first) + body] if before else [body])
        assert outcome.error is not None
        assert type(outcome.error) is cls
        assert outcome.error.message == message
        assert outcome.error.status_code == 200
        assert outcome.error.request_id == "req_1"
        assert outcome.error.host == "api.test"
        assert len(outcome.events) == before
        if before:
            assert text_of(op.protocol or "chat", outcome.partial) == "Hel"
        else:
            assert outcome.partial is None

    @pytest.mark.parametrize("nothing", [None, "", {}, False])
    def test_an_empty_error_is_none(self, read: Reader, nothing: object) -> None:
        body = frames({**HELLO, "error": nothing}, "[DONE]")
        assert read(CHAT, [body]).error is None

    # https://github.com/openai/openai-python/pull/3538
    def test_a_failed_response_is_raised_with_the_response(self, read: Reader) -> None:
        failed = {
            "id": "r",
            "object": "response",
            "status": "failed",
            "output": None,
            "error": {"code": "server_error", "message": "it broke"},
        }
        outcome = read(RESPONSES, [frames(WROTE, {"type": "response.failed", "response": failed})])
        assert type(outcome.error) is InternalServerError
        assert outcome.error.message == "it broke"
        assert outcome.partial["status"] == "failed"
        assert text_of("responses", outcome.partial) == "Hel"

    @pytest.mark.parametrize(
        ("op", "body"),
        [
            (CHAT, frames(HELLO, chunk(None, "length"), "[DONE]")),
            (
                MESSAGES,
                frames(
                    START,
                    SAID,
                    {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}},
                    {"type": "message_stop"},
                ),
            ),
            (
                RESPONSES,
                frames(
                    WROTE,
                    {
                        "type": "response.incomplete",
                        "response": {
                            "status": "incomplete",
                            "incomplete_details": {"reason": "max_output_tokens"},
                        },
                    },
                ),
            ),
        ],
    )
    def test_an_exhausted_budget_is_no_error(
        self, read: Reader, op: Operation[Any, Any], body: bytes
    ) -> None:
        outcome = read(op, [body])
        assert outcome.error is None
        assert text_of(op.protocol or "chat", outcome.final) == "Hel"


COMPLETION = {
    "id": "c",
    "object": "chat.completion",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Hi", "reasoning_content": "hm"},
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 1},
}
MESSAGE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "S"},
        {"type": "text", "text": "Hi"},
    ],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 2},
}
RESPONSE = {
    "id": "r",
    "object": "response",
    "status": "completed",
    "error": None,
    "output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
    ],
}


class TestOtherBodies:
    @pytest.mark.parametrize(
        ("op", "value"), [(CHAT, COMPLETION), (MESSAGES, MESSAGE), (RESPONSES, RESPONSE)]
    )
    @pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/event-stream", ""])
    def test_a_response_that_comes_whole_is_taken_as_a_stream(
        self, read: Reader, op: Operation[Any, Any], value: dict[str, Any], kind: str
    ) -> None:
        body = dumps(value)
        outcome = read(op, [body[:5], body[5:]], {"content-type": kind})
        assert outcome.error is None
        assert outcome.final == value
        assert (outcome.reasoning, outcome.text) == ("hm", "Hi")

    @pytest.mark.parametrize(
        ("op", "value"), [(CHAT, COMPLETION), (MESSAGES, MESSAGE), (RESPONSES, RESPONSE)]
    )
    def test_its_events_make_the_same_response(
        self, read: Reader, op: Operation[Any, Any], value: dict[str, Any]
    ) -> None:
        events = read(op, [dumps(value)], {"content-type": "application/json"}).events
        accumulator = accumulator_for(op.protocol or "chat")
        for event in events:
            accumulator.add(event)
        assert accumulator.snapshot() == value

    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_an_error_that_comes_whole_is_raised(
        self, read: Reader, protocol: ProtocolName
    ) -> None:
        body = dumps({"error": {"type": "overloaded_error", "message": "busy"}})
        outcome = read(OPERATIONS[protocol], [body], {"content-type": "application/json"})
        assert type(outcome.error) is OverloadedError

    # https://github.com/modelcontextprotocol/typescript-sdk/pull/2520
    @pytest.mark.parametrize(
        ("kind", "body"),
        [
            ("text/html", b"<!doctype html><title>Bad gateway</title>"),
            ("text/plain", b"<html>Bad gateway"),
            ("application/json", b'{"Bad gateway": 1}'),
            ("application/json", b'["Bad gateway"]'),
            ("application/json", b'{"Bad gateway'),
            ("application/json", b"Bad gateway"),
            ("text/html; charset=utf-8", b"Bad gateway"),
        ],
    )
    def test_anything_else_is_an_error_with_an_excerpt(
        self, read: Reader, kind: str, body: bytes
    ) -> None:
        error = read(CHAT, [body], {"content-type": kind}).error
        assert isinstance(error, StreamProtocolError)
        assert "Bad gateway" in error.excerpt
        assert kind.partition(";")[0] in str(error)

    def test_a_page_sent_as_an_event_stream_is_quoted(self, read: Reader) -> None:
        error = read(CHAT, [b"<html>Bad gateway</html>"]).error
        assert isinstance(error, StreamTruncatedError)
        assert "Bad gateway" in str(error)

    def test_a_body_that_is_too_long_is_refused(self, read: Reader) -> None:
        kind = {"content-type": "application/json"}
        error = read(CHAT, [b'{"choices":"' + b"x" * 2000], kind, max_event_bytes=1000).error
        assert isinstance(error, StreamProtocolError)
        assert "longer than 1000 bytes" in str(error)

    @pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
    @pytest.mark.parametrize("protocol", PROTOCOLS)
    def test_an_event_stream_is_known_by_its_first_bytes(
        self, read: Reader, protocol: ProtocolName, kind: str
    ) -> None:
        body = sample(protocol)
        outcome = read(OPERATIONS[protocol], [b"\n", body[:3], body[3:]], {"content-type": kind})
        assert outcome == read(OPERATIONS[protocol], [body])


EVENTS: dict[str, list[dict[str, Any]]] = {
    protocol: [
        loads(event.data)
        for event in SSEDecoder().feed(sample(protocol))
        if event.data.startswith("{")
    ]
    for protocol in PROTOCOLS
}


@given(data=st.data(), protocol=st.sampled_from(PROTOCOLS), cuts=st.lists(st.integers(0, 9999)))
def test_any_events_in_any_pieces_are_one_stream(
    data: st.DataObject, protocol: ProtocolName, cuts: list[int]
) -> None:
    events = data.draw(st.lists(st.sampled_from(EVENTS[protocol]), max_size=12))
    body = frames(*events, named=protocol != "chat")
    body = line_ends(body)[data.draw(st.sampled_from(["LF", "CRLF", "CR"]))]
    places = sorted({0, len(body), *(cut % (len(body) + 1) for cut in cuts)})
    pieces = [body[a:b] for a, b in pairwise(places)]
    whole = _without_offsets(READERS["sync"](OPERATIONS[protocol], [frames(*events)]))
    assert _without_offsets(READERS["sync"](OPERATIONS[protocol], pieces)) == whole


def _without_offsets(outcome: Outcome) -> tuple[object, ...]:
    error = outcome.error
    return outcome.events, outcome.deltas, outcome.final, type(error), error and error.partial


@given(
    st.lists(
        st.binary(max_size=40)
        | st.sampled_from(
            [b"data: ", b"\n\n", b'{"choices":', b"[", b"]", b"}", b'"error":', b"1"]
        ),
        max_size=30,
    ),
    st.sampled_from(PROTOCOLS),
    st.sampled_from(["text/event-stream", "application/json", ""]),
)
def test_random_bytes_give_typed_errors_only(
    chunks: list[bytes], protocol: ProtocolName, kind: str
) -> None:
    READERS["sync"](OPERATIONS[protocol], chunks, {"content-type": kind})


def _words(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(text.split())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            _words(
                "type index id delta choices message content tool_calls function arguments usage"
                " text content_block item response output"
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=15,
)
KINDS = sorted({event["type"] for events in EVENTS.values() for event in events if "type" in event})
SHAPES = st.dictionaries(
    _words(
        "index output_index delta choices message content_block item item_id part text response"
        " usage created"
    ),
    JSON,
)


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), SHAPES), max_size=6),
    st.sampled_from(PROTOCOLS),
)
def test_events_of_any_shape_give_typed_errors_only(
    events: list[tuple[str, dict[str, Any]]], protocol: ProtocolName
) -> None:
    body = frames(*[{"type": kind, **event} for kind, event in events])
    READERS["sync"](OPERATIONS[protocol], [body])
