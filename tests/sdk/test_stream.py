"""Streams from bytes to typed events and responses: sync and async, no network."""

from __future__ import annotations

import pytest

from overlays.runtime.errors import StreamProtocolError, StreamTruncatedError
from overlays.runtime.operation import Operation, ProtocolName
from tests.support.stream_events import HELLO, SAID, START, WROTE, chunk, text_of
from tests.support.streams import (
    CHAT,
    MESSAGES,
    OPERATIONS,
    READERS,
    RESPONSES,
    TEXT,
    THOUGHT,
    Reader,
    frames,
    line_ends,
    sample,
)

# Its streams of messages are bare: their blocks are never announced.
pytestmark = pytest.mark.filterwarnings("ignore:Pieces came for content blocks")

PROTOCOLS: list[ProtocolName] = ["chat", "messages", "responses"]


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
