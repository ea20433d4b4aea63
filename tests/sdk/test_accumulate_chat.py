"""Chat chunks to the completion."""

from __future__ import annotations

from typing import Any

import pytest

from overlays.runtime.accumulate.chat import ChatAccumulator


def accumulate(*chunks: dict[str, Any]) -> dict[str, Any]:
    """The snapshot after all chunks; those on the way are checked for being independent."""
    accumulator = ChatAccumulator()
    taken: list[tuple[dict[str, Any], str]] = []
    for chunk in chunks:
        accumulator.add(chunk)
        snapshot = accumulator.snapshot()
        taken.append((snapshot, repr(snapshot)))
    for snapshot, text in taken:
        assert repr(snapshot) == text
    return accumulator.snapshot()


def said(*deltas: Any, **more: Any) -> list[dict[str, Any]]:
    return [{"choices": [{"index": 0, "delta": delta, **more}]} for delta in deltas]


def message_of(*deltas: Any) -> dict[str, Any]:
    message: dict[str, Any] = accumulate(*said(*deltas))["choices"][0]["message"]
    return message


def calls_of(*fragments: list[Any] | None) -> list[tuple[Any, Any, Any]]:
    message = message_of(*[{"tool_calls": fragment} for fragment in fragments])
    calls = message.get("tool_calls", [])
    assert all("index" not in call for call in calls)
    return [(c.get("id"), c["function"].get("name"), c["function"].get("arguments")) for c in calls]


def piece(
    index: int | None = None, id: str | None = None, name: str | None = None, args: Any = None
) -> dict[str, Any]:
    """A fragment with the keys that are given."""
    function = {"name": name} if name is not None else {}
    if args is not None:
        function["arguments"] = args
    given = {"index": index, "id": id, "function": function}
    return {key: value for key, value in given.items() if value is not None}


class TestText:
    # https://github.com/modelscope/ms-swift/pull/9881
    def test_null_is_no_news_of_a_string(self) -> None:
        message = message_of(
            {"role": "assistant", "content": None},
            {"content": None, "reasoning_content": "a"},
            {"reasoning_content": None, "content": "b"},
            None,
            {},
        )
        assert message == {"role": "assistant", "content": "b", "reasoning_content": "a"}

    @pytest.mark.parametrize("key", ["content", "reasoning_content"])
    @pytest.mark.parametrize(
        ("values", "wanted"),
        [
            ([], []),
            ([None, None], [None]),
            ([""], [""]),
            ([None, ""], [""]),
            (["", None], [""]),
        ],
    )
    def test_absent_null_and_empty_stay_apart(
        self, key: str, values: list[Any], wanted: list[Any]
    ) -> None:
        message = message_of({}, *[{key: value} for value in values])
        assert message == {"role": "assistant"} | dict.fromkeys([key] * len(wanted), *wanted)

    def test_a_role_in_every_chunk_is_assigned(self) -> None:
        message = message_of(*[{"role": "assistant", "content": c} for c in "abc"])
        assert message == {"role": "assistant", "content": "abc"}

    def test_special_tokens_are_text(self) -> None:
        token = "<|tool_calls_section_begin|>"
        assert message_of({"content": token}, {"reasoning_content": token}) == {
            "role": "assistant",
            "content": token,
            "reasoning_content": token,
        }

    def test_several_choices_are_kept_apart_and_in_order(self) -> None:
        chunks = [
            {"choices": [{"index": i, "delta": {"content": t}, "finish_reason": f}]}
            for i, t, f in [(1, "b", None), (0, "a", None), (1, "B", "stop"), (0, "A", "length")]
        ]
        assert accumulate(*chunks)["choices"] == [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "aA"},
                "finish_reason": "length",
            },
            {
                "index": 1,
                "message": {"role": "assistant", "content": "bB"},
                "finish_reason": "stop",
            },
        ]

    def test_a_whole_message_replaces_the_pieces(self) -> None:
        whole = {"index": 0, "message": {"role": "assistant", "content": "ab"}}
        chunks = [*said({"content": "a"}, {"content": "b"}), {"choices": [whole]}]
        assert accumulate(*chunks)["choices"][0]["message"]["content"] == "ab"

    # https://github.com/awslabs/llmeter/pull/34
    @pytest.mark.parametrize("choices", [[], None, "absent", "nonsense", [None]])
    def test_chunks_without_choices(self, choices: Any) -> None:
        usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
        last: dict[str, Any] = {"id": "x", "usage": usage}
        if choices != "absent":
            last["choices"] = choices
        out = accumulate(*said({"content": "a"}), last)
        assert out["usage"] == usage
        assert out["choices"][0]["message"]["content"] == "a"


class TestOtherKeys:
    def test_the_first_id_stays_and_extras_survive(self) -> None:
        # As recorded from a gateway in front of Kimi: another id from the second chunk on.
        chunks = [
            {"id": "chatcmpl-1", "created": 0, "model": "", **said({"content": "a"})[0]},
            {"id": "gen-2", "created": 7, "model": "kimi", **said({"content": "b"})[0]},
            {"id": "gen-2", "created": 8, "model": "other", **said({"content": "c"})[0]},
        ]
        out = accumulate(
            *[
                {**c, "object": "chat.completion.chunk", "provider": "Avian", "x": None}
                for c in chunks
            ],
            {"system_fingerprint": "fp", "provider": None, "choices": []},
        )
        assert {key: out[key] for key in out if key != "choices"} == {
            "id": "chatcmpl-1",
            "created": 7,
            "model": "kimi",
            "object": "chat.completion",
            "provider": "Avian",
            "x": None,
            "system_fingerprint": "fp",
        }
        assert out["choices"][0]["message"]["content"] == "abc"

    def test_keys_that_come_and_go_are_all_taken(self) -> None:
        first = {"id": "c", "choices": [{"index": 0, "delta": {"content": "a"}}]}
        odd = {"id": "c", "choices": [{"index": 0, "delta": {"content": "b"}}], "cost": 1}
        swapped = {"cost": 2, "choices": [{"delta": {"content": "c"}, "index": 0}]}
        out = accumulate(first, first, odd, odd, swapped, {**odd, "cost": 3}, first)
        assert out["cost"] == 3
        assert out["choices"][0]["message"]["content"] == "aabbcba"

    def test_a_finish_reason_in_a_chunk_of_the_usual_shape_is_seen(self) -> None:
        chunks = said({"content": "a"}, {"content": "b"}, finish_reason=None)
        out = accumulate(*chunks, *said({"content": "c"}, finish_reason="stop"))
        assert out["choices"][0]["finish_reason"] == "stop"
        assert out["choices"][0]["message"]["content"] == "abc"

    def test_nested_extras_are_joined(self) -> None:
        detail = {"type": "reasoning.text", "index": 0, "format": "f"}
        message = message_of(
            {"reasoning_details": [{**detail, "text": "a"}], "refusal": "no"},
            {"reasoning_details": [{**detail, "text": "b"}], "refusal": "pe"},
            {"reasoning_details": [{**detail, "index": 1, "text": "c"}]},
        )
        assert message["reasoning_details"] == [
            {**detail, "text": "ab"},
            {**detail, "index": 1, "text": "c"},
        ]
        assert message["refusal"] == "nope"

    def test_logprobs_are_joined(self) -> None:
        chunks = [
            *said({"content": "a"}, logprobs={"content": [{"token": "a"}]}),
            *said({"content": "b"}, logprobs={"content": [{"token": "b"}]}),
            *said({}, logprobs=None),
        ]
        [choice] = accumulate(*chunks)["choices"]
        assert choice["logprobs"] == {"content": [{"token": "a"}, {"token": "b"}]}


INSIDE = {"prompt_tokens": 8, "completion_tokens": 2, "total_tokens": 10, "cached_tokens": 0}
BESIDE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}


class TestUsage:
    def finish(self, **usage: Any) -> dict[str, Any]:
        return {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", **usage}]}

    def test_inside_the_choice(self) -> None:
        # https://github.com/MoonshotAI/kimi-cli, tests/test_kimi_stream_usage.py
        out = accumulate(*said({"content": "a"}), self.finish(usage=INSIDE))
        assert out["usage"] == INSIDE
        assert "usage" not in out["choices"][0]

    def test_beside_the_choices(self) -> None:
        out = accumulate(*said({}), {**self.finish(), "usage": BESIDE})
        assert out["usage"] == BESIDE

    @pytest.mark.parametrize("later", [[], [{"choices": [], "usage": None}]])
    def test_the_last_one_beside_the_choices_wins_and_nothing_is_added(self, later: Any) -> None:
        early = {"choices": [], "usage": {"prompt_tokens": 1}}
        last = {"choices": [], "usage": BESIDE}
        out = accumulate(early, self.finish(usage=INSIDE), last, *later)
        assert out["usage"] == BESIDE

    def test_no_usage_is_none(self) -> None:
        assert "usage" not in accumulate({**said({})[0], "usage": None})


class TestToolCalls:
    # https://github.com/odysseus-dev/odysseus/issues/2922
    def test_null_is_no_news(self) -> None:
        first = {"index": 0, "id": "a", "type": "function"}
        calls = calls_of(
            [{**first, "function": {"name": "f", "arguments": ""}}, None],
            [{"index": 0, "id": None, "type": None, "function": {"name": None, "arguments": "{}"}}],
            [{"index": 0, "function": None}],
            [{"index": 0, "id": "", "function": {"name": "", "arguments": None}}],
            None,
            [],
        )
        assert calls == [("a", "f", "{}")]

    # https://github.com/comet-ml/opik/issues/8362
    @pytest.mark.parametrize("index", [0, None])
    def test_another_id_opens_another_call(self, index: int | None) -> None:
        calls = calls_of(
            [piece(index, "a", "get_weather", "")],
            [piece(index, args="{")],
            [piece(index, args="}")],
            [piece(index, "b", "get_time", "")],
            [piece(index, args="[")],
            [piece(index, args="]")],
        )
        assert calls == [("a", "get_weather", "{}"), ("b", "get_time", "[]")]

    @pytest.mark.parametrize("with_ids", [False, True])
    def test_interleaved_calls(self, with_ids: bool) -> None:
        a, b = ("a", "b") if with_ids else (None, None)
        calls = calls_of(
            [piece(0, "a", "f", "1")],
            [piece(1, "b", "g", "2")],
            [piece(0, a, args="3")],
            [piece(1, b, args="4")],
        )
        assert calls == [("a", "f", "13"), ("b", "g", "24")]

    def test_ids_alone_tell_calls_apart(self) -> None:
        calls = calls_of(
            [piece(None, "a", "f", "1"), piece(None, "b", "g", "2")],
            [piece(None, "a", args="3"), piece(None, "b", args="4")],
            [piece(args="5")],
        )
        assert calls == [("a", "f", "13"), ("b", "g", "245")]

    def test_position_tells_calls_apart_if_nothing_else_does(self) -> None:
        calls = calls_of(
            [piece(name="f", args="1"), piece(name="g", args="2")],
            [piece(args="3"), piece(args="4")],
        )
        assert calls == [(None, "f", "13"), (None, "g", "24")]

    @pytest.mark.parametrize("index", [0, None])
    def test_another_name_after_arguments_opens_another_call(self, index: int | None) -> None:
        calls = calls_of([piece(index, name="f", args="{}")], [piece(index, name="g", args="{}")])
        assert calls == [(None, "f", "{}"), (None, "g", "{}")]

    def test_a_repeated_name_and_a_name_in_pieces(self) -> None:
        assert calls_of([piece(0, "a", "f", "1")], [piece(0, "a", "f", "2")]) == [("a", "f", "12")]
        assert calls_of(
            [piece(0, "a", "get_", "")], [piece(0, name="it")], [piece(0, args="1")]
        ) == [("a", "get_it", "1")]

    def test_calls_are_in_the_order_of_their_index(self) -> None:
        assert [c[0] for c in calls_of([piece(1, "b", "g")], [piece(0, "a", "f")])] == ["a", "b"]

    def test_a_late_id_is_kept_and_extras_survive(self) -> None:
        message = message_of(
            {"tool_calls": [{"index": 0, "function": {"name": "f", "x": 1}, "extra": {"s": "1"}}]},
            {"tool_calls": [{"index": 0, "id": "a", "type": "function"}]},
        )
        assert message["tool_calls"] == [
            {"function": {"name": "f", "x": 1}, "extra": {"s": "1"}, "id": "a", "type": "function"}
        ]

    def test_arguments_that_are_an_object_are_kept(self) -> None:
        assert calls_of([piece(0, "a", "f", {"q": 1})]) == [("a", "f", {"q": 1})]


def test_when_a_stream_may_end() -> None:
    accumulator = ChatAccumulator()
    assert [accumulator.may_end, accumulator.done] == [False, False]
    for chunk in said({"content": "a"}, finish_reason=None):
        accumulator.add(chunk)
    assert [accumulator.may_end, accumulator.done] == [False, False]
    for chunk in said({}, finish_reason="stop"):
        accumulator.add(chunk)
    assert [accumulator.may_end, accumulator.done] == [True, False]
    accumulator.end()
    assert [accumulator.may_end, accumulator.done] == [True, True]


def test_a_changed_event_does_not_change_the_snapshot() -> None:
    accumulator = ChatAccumulator()
    usage = {"prompt_tokens": 1}
    chunk = {"choices": [{"index": 0, "delta": {"x": [{"y": 1}]}}], "usage": usage, "z": [1]}
    accumulator.add(chunk)
    before = accumulator.snapshot()
    usage["prompt_tokens"] = 2
    chunk["choices"][0]["delta"]["x"][0]["y"] = 2  # type: ignore[index]  # a literal
    chunk["z"].append(2)  # type: ignore[attr-defined]  # a literal
    assert accumulator.snapshot() == before
    accumulator.snapshot()["choices"][0]["message"]["x"][0]["y"] = 3
    assert accumulator.snapshot() == before
