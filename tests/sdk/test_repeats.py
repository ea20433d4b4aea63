"""Events that are read as what differs from the one before are what they are read in full."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlays.runtime.accumulate import accumulator_for
from overlays.runtime.errors import StreamProtocolError
from overlays.runtime.operation import Operation, ProtocolName
from overlays.runtime.repeats import Path, Repeats
from overlays.runtime.sse import Frame
from overlays.runtime.stream_core import StreamCore
from overlays.runtime.wire import loads_anyhow
from tests.support.streams import OPERATIONS, READERS, Source, frames

# Its streams are at random: blocks are never announced, values contradict each other.
pytestmark = pytest.mark.filterwarnings("ignore::overlays.runtime.accumulate.StreamWarning")

LONG = "x" * 60  # so that there is something to share


def frame(text: str | bytes, name: str = "message") -> Frame:
    return (text.encode() if isinstance(text, str) else text, name, 1, 0, "", None)


def read(events: list[Frame]) -> int:
    """Read all as streams do, and compare; gives how many were known to be alike."""
    repeats, alike = Repeats(), 0
    for event in events:
        value = repeats.again(event)
        expected = loads_anyhow(event[0])
        if value is None:
            repeats.show(event, expected)
            continue
        alike += 1
        assert json.dumps(value) == json.dumps(expected)
        spoil(value)
    return alike


def spoil(value: Any) -> None:
    """Change what is in a value, everywhere: nothing that is read later may show it."""
    for item in list(value.values() if isinstance(value, dict) else value):
        if isinstance(item, dict | list):
            spoil(item)
    value.clear()


def chunk(piece: str, *, index: int = 0, key: str = "content", **more: Any) -> dict[str, Any]:
    choice = {"index": index, "delta": {key: piece}, "finish_reason": None}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", **more, "choices": [choice]}


def texts(*pieces: str, dump: Callable[[Any], str] = json.dumps) -> list[str]:
    return [dump(chunk(piece)) for piece in pieces]


def plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


ALIKE: dict[str, list[str]] = {
    "plain": texts("a", "b", "c", "d", dump=plain),
    "spaces, escapes": texts("a", "é\n", '"\\', "\ud83d", "\0", ""),
    "beyond ASCII": texts("a", "満", "🚀", "é\u2028", dump=plain),
    "one begins like another": texts("The", "Then", "The", "T", ""),
    "by its quote": texts("a", '"', '"}', "]"),
    "in an array": [f'{{"{LONG}":["{piece}",1]}}' for piece in "abcd"],
    "a key twice, in another order": [f'{{"{LONG}":0,"a":null,"b":"{x}","a":"y"}}' for x in "abcd"],
    "number and null around": [f'{{"{LONG}":1.50,"a":"{x}","b":null,"c":-0}}' for x in "abcd"],
}


@pytest.mark.parametrize("events", ALIKE.values(), ids=ALIKE)
def test_the_third_of_alike_events_is_known(events: list[str]) -> None:
    assert read([frame(event) for event in events]) == len(events) - 2


OTHERS: dict[str, list[str]] = {
    "too little to share": [f'{{"a":"{piece}"}}' for piece in "abcd"],
    "two strings": [f'{{"{LONG}":"{x}","b":"{x}"}}' for x in "abcd"],
    "numbers": [f'{{"{LONG}":{x}}}' for x in range(4)],
    "keys": [f'{{"{LONG}":1,"{x}":"a"}}' for x in "abcd"],
    "kind": [f'{{"{LONG}":1,"type":"{x}"}}' for x in "abcd"],
    "errors": [f'{{"{LONG}":1,"error":{{"message":"{x}"}}}}' for x in "abcd"],
    "no difference": [f'{{"{LONG}":"a"}}'] * 4,
    "a container beside": [f'{{"{LONG}":[],"a":"{x}"}}' for x in "abcd"],
    "a key twice": [f'{{"{LONG}":1,"a":"{x}","a":"z"}}' for x in "abcd"],
    "a string like the one that stands for others, beside a key": [
        f'{{"{LONG}":"<what differs>","{x}":"a"}}' for x in "abcd"
    ],
    "numbered": [f'{{"{LONG}":0,"sequence_number":1,"b":"{x}"}}' for x in "abcd"],
    "type of the value": [f'{{"{LONG}":0,"b":{x}}}' for x in ('"a"', "1", '"b"', "2")],
}


@pytest.mark.parametrize("events", OTHERS.values(), ids=OTHERS)
def test_other_events_are_read_in_full(events: list[str]) -> None:
    assert read([frame(event) for event in events]) == 0


LIKE = texts("a", "b")[1]
NEARLY: dict[str, str | bytes] = {
    "another value": LIKE.replace('"chatcmpl-1"', '"chatcmpl-2"'),
    "another kind": LIKE.replace('"b"', "null"),
    "more in the place of the string": LIKE.replace('"b"', '"b", "x": "c"'),
    "not UTF-8": LIKE.encode().replace(b'"b"', b'"\xff"'),
    "cut in a character": LIKE.encode().replace(b'"b"', "é".encode()[:1].join([b'"', b'"'])),
    "half a pair": LIKE.replace('"b"', r'"\ud83d"'),
    "behind the end": LIKE + " ",
}


@pytest.mark.parametrize("text", NEARLY.values(), ids=NEARLY)
def test_what_is_nearly_alike_is_read_right(text: str | bytes) -> None:
    read([frame(event) for event in [*texts("a", "b", "c"), text, *texts("d", "e")]])


@pytest.mark.parametrize("text", ['"b', r'"b\"', '"b\x01"', r'"\x"', '"b" "c"', '"b""c"', '"'])
def test_what_is_no_json_is_not_taken_for_it(text: str) -> None:
    repeats = Repeats()
    for event in texts("a", "b"):
        repeats.show(frame(event), json.loads(event))
    assert repeats.again(frame(LIKE)) is not None
    assert repeats.again(frame(LIKE.replace('"b"', text))) is None


def test_the_shared_bytes_may_not_overlap() -> None:
    events = [f'{{"{LONG}":"{piece}","b":"","c":""}}' for piece in ("p", "q", "r")]
    repeats = Repeats()
    for event in events:
        repeats.show(frame(event), json.loads(event))
    head, _, tail = events[-1].partition("r")
    assert repeats.again(frame(head + tail)) == json.loads(head + tail)
    for cut in range(1, len(tail)):
        assert repeats.again(frame(head + tail[cut:])) is None


def test_the_name_of_an_event_counts() -> None:
    repeats = Repeats()
    for event in texts("a", "b"):
        repeats.show(frame(event, "one"), json.loads(event))
    assert repeats.again(frame(LIKE, "one")) is not None
    assert repeats.again(frame(LIKE, "error")) is None


def test_it_stops_looking_where_nothing_is_alike() -> None:
    repeats = Repeats()
    for number in range(200):
        event = plain({"a": number, "b": LONG, "c": str(number)})
        repeats.show(frame(event), json.loads(event))
    assert not repeats.is_useful


def test_events_without_text_of_their_own_are_not_looked_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Those of an answer that came whole, which may be long.
    monkeypatch.delattr("overlays.runtime.repeats.loads")
    repeats = Repeats()
    for _ in range(3):
        repeats.show(frame(""), chunk("a"))
    assert repeats.form is None


def test_an_event_that_nests_deeply_is_no_matter() -> None:
    deep = f'{{"{LONG}":"%s","a":{"[" * 900}{"]" * 900}}}'
    assert read([frame(deep % piece) for piece in "abc"]) == 0


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(max_size=3), VALUES, max_size=4),
    st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4) | LEAVES), min_size=2, max_size=8),
    st.sampled_from(["", "error", "type", "inside"]),
    st.booleans(),
)
def test_whatever_differs_is_read_right(
    base: dict[str, Any], pieces: list[tuple[str, Any]], key: str, ascii_only: bool
) -> None:
    events = []
    for piece, other in pieces:
        value: Any = {LONG: [1, {"piece": piece}]} if key == "inside" else {LONG: 0, key: piece}
        events.append(json.dumps({**base, **value}, ensure_ascii=ascii_only))
        if other != piece:
            events.append(json.dumps({**base, LONG: other}, ensure_ascii=ascii_only))
    read([frame(event.encode("utf-8", "replace")) for event in [*events, *events]])


# What comes between alike events, and what looks like them to one that does not look closely.
BLOCK = {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}}


def delta(piece: str, index: int = 0, key: str = "text", **more: Any) -> dict[str, Any]:
    kind = {"type": f"{key}_delta", key: piece}
    return {"type": "content_block_delta", "index": index, "delta": kind, **more}


def text_delta(piece: str, **more: Any) -> dict[str, Any]:
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    return {"type": "response.output_text.delta", **place, **more, "delta": piece}


STEPS: dict[ProtocolName, list[Callable[[str], dict[str, Any]]]] = {
    "chat": [
        chunk,
        lambda piece: chunk(piece, key="reasoning_content"),
        lambda piece: chunk(piece, index=1),
        lambda piece: chunk("a", obfuscation=piece),
        lambda piece: chunk("a", system_fingerprint=piece),
        lambda piece: chunk(piece, key="role"),
        lambda piece: chunk(piece, usage={"total_tokens": 1}),
        lambda piece: {"id": LONG, "choices": [{"index": 0, "message": {"content": piece}}]},
        lambda piece: {
            **chunk(""),
            "choices": [
                {"index": 0, "delta": {"tool_calls": [{"function": {"arguments": piece}}]}}
            ],
        },
    ],
    "messages": [
        delta,
        lambda piece: delta(piece, key="thinking"),
        lambda piece: delta(piece, index=1),
        lambda piece: delta("a", obfuscation=piece),
        lambda piece: BLOCK,
        lambda piece: {"type": "content_block_stop", "index": 0},
        lambda piece: {**BLOCK, "content_block": {"type": "text", "text": piece, "id": LONG}},
        lambda piece: {"type": "message_delta", "delta": {"stop_reason": piece, "id": LONG}},
    ],
    "responses": [
        text_delta,
        lambda piece: text_delta(piece, content_index=1),
        lambda piece: text_delta("a", obfuscation=piece),
        lambda piece: text_delta(piece, sequence_number=3),
        lambda piece: {**text_delta(piece), "type": "response.reasoning_text.delta"},
        lambda piece: {**text_delta(""), "type": "response.output_text.done", "text": piece},
        lambda piece: text_delta(piece, type="keepalive"),
    ],
}


PLACES: list[tuple[ProtocolName, dict[str, Any], Path]] = [
    ("chat", chunk("a"), ("choices", 0, "delta", "content")),
    ("chat", chunk("a", key="reasoning_content"), ("choices", 0, "delta", "reasoning_content")),
    ("messages", delta("a"), ("delta", "text")),
    ("messages", delta("a", key="thinking"), ("delta", "thinking")),
    ("responses", text_delta("a"), ("delta",)),
]


@pytest.mark.parametrize(("protocol", "event", "path"), PLACES)
def test_a_piece_may_be_appended_without_its_event(
    protocol: ProtocolName, event: dict[str, Any], path: Path
) -> None:
    accumulator = accumulator_for(protocol)
    accumulator.add(event)
    accumulator.add(event)
    before = json.dumps(accumulator.snapshot())
    parts = accumulator.growing(path)
    assert parts is not None
    assert accumulator.growing((*path[:-1], "obfuscation")) is None
    parts.append("b")
    assert json.dumps(accumulator.snapshot()) == before.replace('"aa"', '"aab"')


@pytest.mark.parametrize(("protocol", "event", "path"), PLACES)
def test_nothing_is_appended_for_an_event_that_the_answer_ignores(
    protocol: ProtocolName, event: dict[str, Any], path: Path
) -> None:
    accumulator = accumulator_for(protocol)
    accumulator.add(event)
    accumulator.add(event)
    ignored = {"choices": [], "id": LONG} if protocol == "chat" else {**event, "type": "keepalive"}
    accumulator.add(ignored)
    assert accumulator.growing(path) is None


def test_an_event_that_is_refused_moves_where_pieces_go() -> None:
    def event(value: dict[str, Any]) -> dict[str, Any]:
        if value["type"] == "content_block_start":
            raise RecursionError
        return value

    refusing: Any = Operation(
        id="test", method="POST", path="/", response=dict, event=event, protocol="messages"
    )
    core: StreamCore[Any, Any] = StreamCore(refusing, Source([]))
    list(core.events(frames(*[delta(piece, pad=LONG) for piece in "abcd"])))
    with pytest.raises(StreamProtocolError, match="nested too deeply"):
        list(core.events(frames({**BLOCK, "index": 0})))
    list(core.events(frames(delta("e", pad=LONG))))
    assert [block["text"] for block in core.snapshot()["content"]] == ["abcde"]


@given(
    data=st.data(),
    protocol=st.sampled_from(list(STEPS)),
    runs=st.lists(
        st.tuples(
            st.integers(0, 8), st.lists(st.sampled_from(["a", "b", "é", '"', ""]), max_size=6)
        ),
        max_size=6,
    ),
)
def test_the_answer_is_the_one_of_events_that_are_read_in_full(
    data: st.DataObject, protocol: ProtocolName, runs: list[tuple[int, list[str]]]
) -> None:
    steps = STEPS[protocol]
    events = [steps[which % len(steps)](piece) for which, pieces in runs for piece in pieces]
    accumulator = accumulator_for(protocol)
    for event in events:
        accumulator.add(json.loads(json.dumps(event)))
    body = frames(*events, named=protocol != "chat")
    cut = data.draw(st.integers(0, len(body)))
    outcome = READERS["sync"](OPERATIONS[protocol], [body[:cut], body[cut:]])
    assert outcome.error is not None  # the stream has no end
    assert [json.dumps(event) for event in outcome.events] == [json.dumps(each) for each in events]
    if events:
        assert outcome.error.partial == accumulator.snapshot()
