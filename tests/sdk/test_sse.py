"""The event stream decoder, against the rules of WHATWG and what servers do with them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.errors import StreamProtocolError
from overlays.runtime.sse import ServerSentEvent, SSEDecoder
from tests.support.streams import OPERATIONS, line_ends, sample

Told = tuple[str, str, str, int | None]


def decode(chunks: Iterable[bytes]) -> tuple[list[ServerSentEvent], ServerSentEvent | None]:
    decoder = SSEDecoder()
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return events, decoder.finish()


def told(events: Iterable[ServerSentEvent]) -> list[Told]:
    """All but the positions, which depend on the line ends."""
    return [(event.event, event.data, event.id, event.retry) for event in events]


def data_of(*chunks: bytes) -> list[str]:
    events, rest = decode(chunks)
    assert rest is None
    return [event.data for event in events]


def one(data: str, event: str = "message", id: str = "", retry: int | None = None) -> Told:
    return event, data, id, retry


X = [one("x")]
RULES: dict[str, tuple[bytes, list[Told]]] = {
    "data": (b"data: x\n\n", X),
    "no space": (b"data:x\n\n", X),
    "only one space is removed": (b"data:  x \n\n", [one(" x ")]),
    "lines are joined with LF": (b"data: a\ndata:\ndata: b\n\n", [one("a\n\nb")]),
    "name": (b"event: e\ndata: x\n\n", [one("x", "e")]),
    "name after the data": (b"data: x\nevent: e\n\n", [one("x", "e")]),
    "last name wins": (b"event: a\nevent: b\ndata: x\n\n", [one("x", "b")]),
    "an empty name is none": (b"event: \ndata: x\n\n", X),
    "a name is for one event": (b"event: e\ndata: 1\n\ndata: 2\n\n", [one("1", "e"), one("2")]),
    "an event without data is none": (
        b"event: ping\n\nid: 7\n\nretry: 5\n\ndata: x\n\n",
        [one("x", id="7")],
    ),
    "a field without colon": (b"data\n\n", [one("")]),
    "two of them": (b"data\ndata\n\n", [one("\n")]),
    "empty data": (b"data:\n\ndata: \n\n", [one(""), one("")]),
    "comments": (b": c\n:\n:c\ndata: x\n: between\n\n: c\n\n", X),
    "an id stays": (b"id: 1\ndata: a\n\ndata: b\n\n", [one("a", id="1"), one("b", id="1")]),
    "an id with NUL is ignored": (b"id: 1\ndata: a\nid: \x002\n\n", [one("a", id="1")]),
    "an empty id resets it": (
        b"id: 1\ndata: a\n\nid\ndata: b\n\n",
        [one("a", id="1"), one("b")],
    ),
    "retry": (b"retry: 3000\ndata: x\n\n", [one("x", retry=3000)]),
    "retry of other than digits": (b"retry: 3s\nretry: \xd9\xa3\nretry: -1\ndata: x\n\n", X),
    "unknown fields": (b"Data: y\n data: y\nfoo: y\ndatas: y\ndata: x\n\n", X),
    "blank lines": (b"\n\n\ndata: x\n\n\n\n", X),
    "a byte order mark": (b"\xef\xbb\xbfdata: x\n\n", X),
    "a second one is data": (
        b"\xef\xbb\xbf\xef\xbb\xbfdata: y\ndata: x\n\n\xef\xbb\xbfdata: z\n\n",
        X,
    ),
    "one inside data": (b"data: \xef\xbb\xbfx\n\n", [one("\ufeffx")]),
    "bad UTF-8": (b"data: a\xffb\xe6\xbbc\n\n", [one("a\ufffdb\ufffdc")]),
}


@pytest.mark.parametrize("name", RULES)
def test_rule(name: str) -> None:
    body, wanted = RULES[name]
    for text in line_ends(body).values():
        for cut in range(len(text) + 1):
            events, rest = decode([text[:cut], text[cut:]])
            assert told(events) == wanted
            assert rest is None
        assert told(decode(text[i : i + 1] for i in range(len(text)))[0]) == wanted


# https://github.com/florimondmanca/httpx-sse/issues/34
@pytest.mark.parametrize("char", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e"])
def test_only_lf_and_cr_end_lines(char: str) -> None:
    assert data_of(f"data: a{char}b\n\n".encode()) == [f"a{char}b"]


# https://github.com/vllm-project/vllm/pull/38732
@pytest.mark.parametrize("char", ["é", "满", "🚀"])
def test_a_character_may_be_cut_anywhere(char: str) -> None:
    body = f'data: {{"c":"{char}"}}\n\n'.encode()
    for cut in range(len(body)):
        assert data_of(body[:cut], body[cut:]) == [f'{{"c":"{char}"}}']


def test_a_byte_order_mark_may_be_cut() -> None:
    assert data_of(b"\xef", b"\xbb\xbfevent: x\nda", b"ta: 1\n\n") == ["1"]


def test_line_ends_may_be_mixed_and_cut() -> None:
    assert data_of(b"data: a\r", b"\n\r", b"\n", b"data: b\r\rdata: c\n\r\n") == ["a", "b", "c"]
    assert data_of(b"data: a\r", b"data: b\r", b"\r") == ["a\nb"]


def test_a_cr_ends_its_line_at_once() -> None:
    decoder = SSEDecoder()
    assert [event.data for event in decoder.feed(b"data: a\r\r")] == ["a"]
    assert decoder.feed(b"\n") == []
    assert decoder.finish() is None


@pytest.mark.parametrize("name", line_ends(b""))
def test_positions_are_those_of_the_body(name: str) -> None:
    for protocol in OPERATIONS:
        body = b"\xef\xbb\xbf" + line_ends(sample(protocol))[name]  # type: ignore[arg-type]  # keys
        whole, _ = decode([body])
        assert [event.number for event in whole] == list(range(1, len(whole) + 1))
        for event in whole:
            assert body[event.offset :].startswith((b"data: {", b"event: ", b"data: [DONE]"))
        for cut in range(0, len(body), 7):
            assert decode([body[:cut], body[cut:]])[0] == whole


LINES = st.sampled_from(
    [
        *[b"data: x", b"data:y", b"data", b"event: e", b"event:", b"id: 1", b"id: \0", b"retry: 7"],
        *[b":c", b"", b"", b"junk", b"\xef", b"data: \xff", "data: \u2028\x85🚀满".encode()],
    ]
)
BODIES = st.lists(
    st.tuples(LINES, st.sampled_from([b"\n", b"\r", b"\r\n"])), max_size=24
).map(lambda lines: b"".join(line + end for line, end in lines))  # fmt: skip


def cut_up(body: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    return [body[a:b] for a, b in pairwise(places)]


@given(BODIES, st.lists(st.integers(0, 1000), max_size=12), st.booleans())
def test_cuts_change_nothing(body: bytes, cuts: list[int], bom: bool) -> None:
    body = b"\xef\xbb\xbf" + body if bom else body
    assert decode(cut_up(body, cuts)) == decode([body])


@given(st.binary(max_size=200), st.lists(st.integers(0, 1000), max_size=12))
def test_any_bytes_decode_alike_however_they_are_cut(body: bytes, cuts: list[int]) -> None:
    assert decode(cut_up(body, cuts)) == decode([body])


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"))


@given(st.lists(TEXTS, max_size=5))
def test_what_is_written_by_the_rules_is_read_back(texts: list[str]) -> None:
    body = b"".join(b"data: %s\n\n" % text.encode() for text in texts)
    assert data_of(body) == texts


class TestTheEnd:
    @pytest.mark.parametrize(
        "body", [b"", b"\n", b"data: x\n\n", b": ping", b": ping\n", b"x: y\n"]
    )
    def test_nothing_is_left_over(self, body: bytes) -> None:
        assert decode([body])[1] is None

    @pytest.mark.parametrize(
        ("body", "data"),
        [
            (b"data: x\n", "x"),
            (b"data: x", "x"),
            (b"data: x\r", "x"),
            (b"data: a\ndata: b", "a\nb"),
            (b"data: x\nda", "x"),
            (b"event: e\n", ""),
            (b"eve", ""),
            (b"data: \xe6\xbb", "\ufffd"),
            (b"\xef\xbb\xbfdata: x", "x"),
        ],
    )
    def test_what_was_cut_off_is_told(self, body: bytes, data: str) -> None:
        events, rest = decode([b"data: 1\n\n" * (body[:1] != b"\xef"), body])
        assert rest is not None and rest.data == data
        assert rest.number == len(events) + 1


class TestTheLimit:
    @pytest.mark.parametrize(
        "body", [b"data: 1\n\ndata: " + b"x" * 90 + b"\n\n", b"data: 1\n\n" + b"data: xxx\n" * 10]
    )
    @pytest.mark.parametrize("size", [1, 3, 1000])
    def test_a_longer_event_is_a_typed_error_after_those_before_it(
        self, body: bytes, size: int
    ) -> None:
        decoder = SSEDecoder(max_event_bytes=64)
        events: list[ServerSentEvent] = []
        for start in range(0, len(body), size):
            events += decoder.feed(body[start : start + size])
            if decoder.failure is not None:
                break
        assert [event.data for event in events] == ["1"]
        assert decoder.failure is not None
        assert decoder.failure.event_number == 2
        assert decoder.failure.byte_offset == 9
        assert "64 bytes" in str(decoder.failure)
        with pytest.raises(StreamProtocolError):
            decoder.feed(b"\n\ndata: 3\n\n")

    def test_comments_and_many_events_do_not_count(self) -> None:
        decoder = SSEDecoder(max_event_bytes=64)
        body = b": keep-alive\n" * 20 + b"data: x\n\n" * 20
        assert len(decoder.feed(body)) == 20
        assert decoder.failure is None


@pytest.mark.parametrize(
    ("chunk", "count"), [(b"x" * 1024, 65_536), (b"x", 1_000_000), (b"x\ndata: ", 500_000)]
)
def test_the_work_grows_with_the_input_only(chunk: bytes, count: int) -> None:
    """One event in so many pieces: about a second. Quadratic work would take minutes at the least.

    The bound is looked at on the way, in processor time, which other programs do not lengthen.
    """
    decoder = SSEDecoder(max_event_bytes=2 * len(chunk) * count)
    started = time.thread_time()
    decoder.feed(b"data: ")
    for number in range(count):
        decoder.feed(chunk)
        if number % 4096 == 0:
            assert time.thread_time() - started < 30
    [event] = decoder.feed(b"\n\n")
    assert len(event.data) >= count
