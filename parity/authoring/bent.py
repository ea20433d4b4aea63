"""Streams and answers that contradict themselves: what was shown is what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from parity.authoring.builder import CHAT, MESSAGES, RESPONSES, Vector, response, sse, stream
from parity.authoring.streams_chat import chunk, completion

__all__ = ["vectors"]

_INDEXES = (
    "https://github.com/Oaklight/llm-rosetta/issues/56",
    "https://github.com/BerriAI/litellm/pull/36329",
    "https://github.com/NousResearch/hermes-agent/pull/50156",
)
_EMPTY = "https://github.com/maximhq/bifrost/pull/895"
_BLOCKS = (
    "https://github.com/Wei-Shaw/sub2api/issues/5208",
    "https://github.com/tombii/better-ccflare/pull/233",
)
_ONLY_DONE = (
    "https://github.com/lidge-jun/opencodex/pull/4652",
    "https://github.com/vercel/ai/pull/13912",
)
_ONLY_ARGUMENTS_DONE = (
    "https://github.com/pipecat-ai/pipecat/pull/5309",
    "https://github.com/Soju06/codex-lb/pull/504",
)
_NO_ITEM = "https://github.com/majiayu000/litellm-rs/issues/541"
_LITELLM = (
    "https://github.com/BerriAI/litellm/blob/main/litellm/responses/"
    "litellm_completion_transformation/transformation.py"
)
_PARTS = (
    "https://github.com/symfony/ai/issues/2422",
    "https://github.com/comet-ml/opik/pull/8376",
)
_REASON = "https://github.com/maximhq/bifrost/issues/4963"
_EMPTY_REASON = (
    "https://github.com/sgl-project/sglang/issues/3912",
    "https://github.com/adolfousier/opencrabs/pull/1499",
)
_REASONING_KEY = "https://github.com/anomalyco/opencode/issues/37553"
_REASONING_OBJECT = "https://github.com/envoyproxy/ai-gateway/pull/1222"
_NEW_IDS = "https://github.com/poolsideai/pool/issues/9"
_NEW_INDEXES = "https://github.com/mudler/LocalAI/issues/9722"
_STUB = (
    "https://github.com/farion1231/cc-switch/pull/4158",
    "https://github.com/jjang-ai/vmlx/pull/244",
)
_CUT = "https://github.com/huggingface/chat-ui/pull/2473"
_CUT_INPUT = "https://github.com/mezmo/aura/issues/591"
_OTHER_KIND = (
    "https://github.com/sgl-project/sglang/issues/26795",
    "https://github.com/BerriAI/litellm/pull/32105",
)
_NO_START = "https://github.com/anthropics/anthropic-sdk-python/pull/1273"
_SAME_INDEX = "https://github.com/anthropics/anthropic-sdk-typescript/issues/879"
_CONTENT_AT_START = "https://github.com/langchain-ai/langchain/issues/34406"
_TEXT_AT_START = "https://github.com/earendil-works/pi/issues/7283"

_TEXT = ["text", "Hi"]
_THOUGHT = ["reasoning", "think"]


def vectors() -> Iterator[Vector]:
    """Chat, then Messages, then Responses."""
    yield from _chat_texts()
    yield from _chat_calls()
    yield from _messages()
    yield from _places()
    yield from _later_forms()
    yield from _response_calls()
    yield from _answers()


def _of(
    operation: str,
    name: str,
    about: str,
    events: Sequence[Any],
    *sources: str,
    shown: Sequence[Sequence[str]] = (),
    calls: Sequence[Any] = (),
    warned: bool | None = False,
    final: Any = None,
) -> Vector:
    """A stream, what it shows, and what therefore the answer has."""
    text, reasoning = (
        "".join(piece for kind, piece in shown if kind == wanted)
        for wanted in ("text", "reasoning")
    )
    return stream(
        f"bent-{name}",
        operation,
        about,
        sse(events, operation),
        events=events,
        final=final,
        text=text,
        reasoning=reasoning,
        shown=shown,
        calls=calls,
        warned=warned,
        sources=sources,
    )


def _call(number: int, arguments: Any) -> dict[str, Any]:
    """What a view gives of a call; null stands for arguments that must not be used."""
    return {"id": f"call_{number}", "name": "f", "arguments": arguments}


# --- Chat Completions ------------------------------------------------------------------------


def _chat_texts() -> Iterator[Vector]:
    parts = [{"type": "text", "text": "b"}]
    yield _of(
        CHAT,
        "content-parts",
        "Content as a list of parts, mixed with strings, is text.",
        [
            chunk({"role": "assistant", "content": "a"}),
            chunk({"content": parts}),
            chunk({"content": "c"}),
            chunk({"content": ""}, "stop"),
        ],
        *_PARTS,
        shown=[["text", "abc"]],
    )
    yield _of(
        CHAT,
        "reasoning-key",
        "Reasoning under the key that vLLM and OpenRouter have.",
        [chunk({"role": "assistant", "reasoning": "think"}), chunk({"content": "Hi"}, "stop")],
        _REASONING_KEY,
        shown=[_THOUGHT, _TEXT],
    )
    yield _of(
        CHAT,
        "reasoning-object",
        "Reasoning as an object that has the text.",
        [
            chunk({"role": "assistant", "reasoning_content": {"text": "thi"}}),
            chunk({"reasoning_content": {"text": "nk"}}),
            chunk({"content": "Hi"}, "stop"),
        ],
        _REASONING_OBJECT,
        shown=[_THOUGHT, _TEXT],
    )
    yield _of(
        CHAT,
        "reason-then-null",
        "A reason that was given stays, though null comes after it.",
        [chunk({"role": "assistant", "content": "Hi"}, "length"), chunk({"content": ""})],
        _REASON,
        shown=[_TEXT],
        final=completion({"content": "Hi"}, "length"),
    )
    yield _of(
        CHAT,
        "reason-empty",
        "An empty text is no reason to stop, before the reason and after it.",
        [
            chunk({"role": "assistant", "content": "H"}, ""),
            chunk({"content": "i"}, "stop"),
            chunk({"content": ""}, ""),
        ],
        *_EMPTY_REASON,
        shown=[_TEXT],
        final=completion({"content": "Hi"}),
    )


def _fragment(
    index: int, call_id: str | None, name: str | None, arguments: str = ""
) -> dict[str, Any]:
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    named = {} if call_id is None else {"id": call_id, "type": "function"}
    return {"index": index, **named, "function": function}


def _chat_calls() -> Iterator[Vector]:
    def of(
        name: str,
        about: str,
        fragments: Sequence[Any],
        *sources: str,
        calls: Sequence[Any],
        finish: str = "tool_calls",
    ) -> Vector:
        events = [chunk({"role": "assistant", "content": None})]
        events += [chunk({"tool_calls": [fragment]}) for fragment in fragments]
        return _of(CHAT, name, about, [*events, chunk({}, finish)], *sources, calls=calls)

    yield of(
        "call-new-ids",
        "Fragments without a name at one index are one call, whatever ids they have.",
        [
            _fragment(0, "call_1", "f"),
            _fragment(0, "call_x", None, '{"x"'),
            _fragment(0, "call_y", None, ":1}"),
        ],
        _NEW_IDS,
        calls=[_call(1, {"x": 1})],
    )
    yield of(
        "call-new-indexes",
        "An index that goes up with every fragment does not make a call of each.",
        [
            _fragment(0, "call_1", "f"),
            _fragment(1, "call_1", None, '{"x"'),
            _fragment(2, None, None, ":1}"),
        ],
        _NEW_INDEXES,
        calls=[_call(1, {"x": 1})],
    )
    yield of(
        "call-empty-name",
        "A call that opens with an empty name is the one that the name comes for.",
        [_fragment(0, "call_1", ""), _fragment(0, "call_1", "f", '{"x":1}')],
        *_STUB,
        calls=[_call(1, {"x": 1})],
    )
    yield _of(
        CHAT,
        "call-stub",
        "A call without a name, an id and arguments is nothing.",
        [
            chunk({"role": "assistant", "content": "Hi", "tool_calls": [_fragment(0, None, "")]}),
            chunk({}, "stop"),
        ],
        *_STUB,
        shown=[_TEXT],
    )
    yield of(
        "call-without-arguments",
        "A call for which no arguments came from first to last has none.",
        [_fragment(0, "call_1", "f")],
        "https://github.com/agno-agi/agno/issues/3826",
        calls=[_call(1, {})],
    )
    yield of(
        "call-cut",
        "Where the budget ends the answer, the last call is half-built if it has no arguments yet.",
        [_fragment(0, "call_1", "f", '{"x":1}'), _fragment(1, "call_2", "f")],
        _CUT,
        calls=[_call(1, {"x": 1}), _call(2, None)],
        finish="length",
    )


# --- Messages --------------------------------------------------------------------------------


def _start(*content: Any) -> dict[str, Any]:
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "kimi-k3",
        "content": list(content),
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 9},
    }
    return {"type": "message_start", "message": message}


def _final(*content: Any, reason: str = "end_turn") -> dict[str, Any]:
    return {**_start(*content)["message"], "stop_reason": reason}


def _block(index: int, block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": block}


def _delta(index: int, kind: str, piece: str) -> dict[str, Any]:
    key = "partial_json" if kind == "input_json" else kind
    delta = {"type": f"{kind}_delta", key: piece}
    return {"type": "content_block_delta", "index": index, "delta": delta}


def _stop(index: int) -> dict[str, Any]:
    return {"type": "content_block_stop", "index": index}


def _end(*reasons: str) -> list[dict[str, Any]]:
    deltas = [{"stop_reason": reason, "stop_sequence": None} for reason in reasons or ["end_turn"]]
    counts = {"output_tokens": 9}
    ends = [{"type": "message_delta", "delta": delta, "usage": counts} for delta in deltas]
    return [*ends, {"type": "message_stop"}]


def _words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _use(number: int, given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"call_{number}", "name": "f", "input": given}


def _messages() -> Iterator[Vector]:
    yield _of(
        MESSAGES,
        "other-kind",
        "A delta of another kind than its block is no part of that block.",
        [
            _start(),
            _block(0, _words("")),
            _delta(0, "thinking", "think"),
            _delta(0, "text", "Hi"),
            _stop(0),
            *_end(),
        ],
        *_OTHER_KIND,
        shown=[_THOUGHT, _TEXT],
        warned=None,
    )
    yield _of(
        MESSAGES,
        "no-start",
        "Deltas at an index that no event announced are a block, and the SDK tells of it.",
        [_start(), _delta(0, "text", "H"), _delta(0, "text", "i"), *_end()],
        _NO_START,
        shown=[_TEXT],
        warned=True,
        final=_final(_words("Hi")),
    )
    yield _of(
        MESSAGES,
        "same-index",
        "Two blocks that begin at one index are two blocks.",
        [
            _start(),
            _block(0, _words("")),
            _delta(0, "text", "Hi"),
            _stop(0),
            _block(0, _use(1, {})),
            _delta(0, "input_json", '{"x":1}'),
            _stop(0),
            *_end("tool_use"),
        ],
        _SAME_INDEX,
        shown=[_TEXT],
        calls=[_call(1, {"x": 1})],
        warned=None,
        final=_final(_words("Hi"), _use(1, {"x": 1}), reason="tool_use"),
    )
    yield _of(
        MESSAGES,
        "content-at-start",
        "What the first event has of the content is content.",
        [_start(_words("Hi"), _use(1, {"x": 1})), *_end("tool_use")],
        _CONTENT_AT_START,
        shown=[_TEXT],
        calls=[_call(1, {"x": 1})],
        final=_final(_words("Hi"), _use(1, {"x": 1}), reason="tool_use"),
    )
    yield _of(
        MESSAGES,
        "text-at-start",
        "What a block has when it begins is its beginning.",
        [_start(), _block(0, _words("H")), _delta(0, "text", "i"), _stop(0), *_end()],
        _TEXT_AT_START,
        shown=[_TEXT],
        final=_final(_words("Hi")),
    )
    yield _of(
        MESSAGES,
        "reason-empty",
        "An empty text is no reason to stop: the one that was given stays.",
        [_start(_words("Hi")), *_end("max_tokens", "")],
        *_EMPTY_REASON,
        shown=[_TEXT],
        final=_final(_words("Hi"), reason="max_tokens"),
    )
    yield _of(
        MESSAGES,
        "call-cut",
        "Where the budget ends the answer, a tool's input that has not come is not complete.",
        [
            _start(),
            _block(0, _use(1, {})),
            _delta(0, "input_json", '{"x":1}'),
            _stop(0),
            _block(1, _use(2, {})),
            _stop(1),
            *_end("max_tokens"),
        ],
        _CUT_INPUT,
        calls=[_call(1, {"x": 1}), _call(2, None)],
    )


# --- Responses -------------------------------------------------------------------------------


def _response(status: str, output: Any = ()) -> dict[str, Any]:
    cut = {"reason": "max_output_tokens"} if status == "incomplete" else None
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": status,
        "error": None,
        "incomplete_details": cut,
        "model": "kimi-k3",
        "output": list(output),
        "usage": None,
    }


def _ended(*output: Any, status: str = "completed") -> dict[str, Any]:
    return {"type": f"response.{status}", "response": _response(status, output)}


def _item(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": kind, **fields}


def _message(*texts: str) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    return _item("message", id="msg_1", role="assistant", content=content)


def _reasoning(*texts: str, **fields: Any) -> dict[str, Any]:
    summary = [{"type": "summary_text", "text": text} for text in texts]
    return _item("reasoning", id="rs_1", summary=summary, **fields)


def _function(number: int, arguments: str = "", **fields: Any) -> dict[str, Any]:
    ids = {"id": f"fc_{number}", "call_id": f"call_{number}"}
    return _item("function_call", **ids, name="f", arguments=arguments, **fields)


def _added(index: int, item: dict[str, Any], act: str = "added") -> dict[str, Any]:
    return {"type": f"response.output_item.{act}", "output_index": index, "item": item}


def _said(kind: str, index: int | None, item_id: str | None, **said: Any) -> dict[str, Any]:
    """A delta, or with a key of its own the `done` of a string."""
    act = "delta" if "delta" in said else "done"
    place: dict[str, Any] = {"output_index": index, "item_id": item_id}
    if kind.endswith("_text"):
        place["summary_index" if "summary" in kind else "content_index"] = 0
    given = {key: value for key, value in place.items() if value is not None}
    return {"type": f"response.{kind}.{act}", **given, **said}


def _places() -> Iterator[Vector]:
    """Where an event belongs."""
    announced = [_added(0, _reasoning()), _added(1, _message())]
    forms: dict[str, tuple[str, list[Any], int | None, bool]] = {
        "no-index": ("have no index and no id", [], None, False),
        "same-index": ("all have the index 0", [], 0, True),
        "wrong-index": ("all have the index 0, though the items had others", announced, 0, True),
    }
    for name, (how, before, index, named) in forms.items():
        thought, text = ("rs_1", "msg_1") if named else (None, None)
        yield _of(
            RESPONSES,
            name,
            f"Events that {how} are told apart by their kind and id.",
            [
                *before,
                _said("reasoning_text", index, thought, delta="think"),
                _said("output_text", index, text, delta="Hi"),
                _ended(),
            ],
            *_INDEXES,
            shown=[_THOUGHT, _TEXT],
        )
    yield _of(
        RESPONSES,
        "items-at-one-index",
        "A message and two calls at one index are three items; pieces go by the item's id.",
        [
            _added(0, _message()),
            _said("output_text", 0, "msg_1", delta="Hi"),
            _added(0, _function(1)),
            _added(0, _function(2)),
            _said("function_call_arguments", 0, "fc_1", delta='{"x"'),
            _said("function_call_arguments", 0, "fc_2", delta='{"y"'),
            _said("function_call_arguments", 0, "fc_1", delta=":1}"),
            _said("function_call_arguments", 0, "fc_2", delta=":2}"),
            _ended(),
        ],
        *_INDEXES,
        shown=[_TEXT],
        calls=[_call(1, {"x": 1}), _call(2, {"y": 2})],
    )
    yield _of(
        RESPONSES,
        "parts-at-one-index",
        "Several parts of a message at one index are one after the other.",
        [
            _added(0, _message()),
            _said("output_text", 0, "msg_1", delta="Hi "),
            _said("output_text", 0, "msg_1", text="Hi "),
            _said("output_text", 0, "msg_1", delta="you"),
            _said("output_text", 0, "msg_1", text="you"),
            _ended(),
        ],
        *_BLOCKS,
        shown=[["text", "Hi you"]],
    )


def _later_forms() -> Iterator[Vector]:
    """What a later, fuller form of a value means."""
    part = {"type": "output_text", "text": "", "annotations": []}
    begun = [
        _added(0, _reasoning()),
        _said("reasoning_summary_text", 0, "rs_1", delta="think"),
        _added(1, _message()),
        _said("output_text", 1, "msg_1", delta="Hi"),
    ]
    place = {"output_index": 1, "item_id": "msg_1", "content_index": 0}
    yield _of(
        RESPONSES,
        "done-empty",
        "A later form that is empty says nothing, be it of a string, a part or an item.",
        [
            *begun,
            _said("reasoning_summary_text", 0, "rs_1", text=""),
            _said("output_text", 1, "msg_1", text=""),
            {"type": "response.content_part.done", **place, "part": part},
            _added(0, _reasoning(), "done"),
            _added(1, _message(), "done"),
            _ended(_reasoning(), _message("")),
        ],
        _EMPTY,
        shown=[_THOUGHT, _TEXT],
    )
    yield _of(
        RESPONSES,
        "done-alone",
        "Text and reasoning that come in no delta are shown once, and are in the answer.",
        [
            _added(0, _reasoning()),
            _said("reasoning_summary_text", 0, "rs_1", text="think"),
            _added(1, _message()),
            _said("output_text", 1, "msg_1", text="Hi"),
            _added(1, _message("Hi"), "done"),
            _ended(),
        ],
        *_ONLY_DONE,
        shown=[_THOUGHT, _TEXT],
    )
    yield _of(
        RESPONSES,
        "done-longer",
        "A later form that begins with what was shown adds its rest, and that is shown too.",
        [*begun, _ended(_reasoning("think"), _message("Hi there"))],
        *_ONLY_DONE,
        shown=[_THOUGHT, ["text", "Hi there"]],
    )
    yield _of(
        RESPONSES,
        "done-otherwise",
        "Of a later form that says something else, what was shown stays, and the SDK tells of it.",
        [*begun, _said("output_text", 1, "msg_1", text="No"), _ended()],
        _EMPTY,
        shown=[_THOUGHT, _TEXT],
        warned=True,
    )
    yield _of(
        RESPONSES,
        "item-missing",
        "An item that was shown stays, though the last event has it no more.",
        [*begun, _ended(_message("Hi"))],
        _NO_ITEM,
        shown=[_THOUGHT, _TEXT],
    )
    yield _of(
        RESPONSES,
        "reasoning-form",
        "A reasoning item that comes again with its text in output_text parts is the same one.",
        [*begun, _ended(_reasoning(content=_message("think")["content"]), _message("Hi"))],
        _LITELLM,
        shown=[_THOUGHT, _TEXT],
    )


def _response_calls() -> Iterator[Vector]:
    piece = _said("function_call_arguments", 0, "fc_1", delta='{"x":1}')
    yield _of(
        RESPONSES,
        "arguments-done-empty",
        "Arguments that came stay, though a later form of them is empty.",
        [
            _added(0, _function(1)),
            piece,
            _said("function_call_arguments", 0, "fc_1", arguments=""),
            _added(0, _function(1), "done"),
            _ended(),
        ],
        _EMPTY,
        calls=[_call(1, {"x": 1})],
    )
    yield _of(
        RESPONSES,
        "arguments-done-alone",
        "Arguments that come in no delta are the call's.",
        [
            _added(0, _function(1)),
            _said("function_call_arguments", 0, "fc_1", arguments='{"x":1}'),
            _ended(),
        ],
        *_ONLY_ARGUMENTS_DONE,
        calls=[_call(1, {"x": 1})],
    )
    yield _of(
        RESPONSES,
        "call-stub",
        "A function call without a name and arguments is nothing.",
        [
            _added(0, _item("function_call", id="", call_id="", name="", arguments="")),
            _added(1, _message()),
            _said("output_text", 1, "msg_1", delta="Hi"),
            _ended(),
        ],
        *_STUB,
        shown=[_TEXT],
    )
    yield _of(
        RESPONSES,
        "call-cut",
        "Where the budget ends the response, a call without arguments yet is half-built.",
        [
            _added(0, _function(1, status="in_progress")),
            piece,
            _added(0, _function(1, '{"x":1}', status="completed"), "done"),
            _added(1, _function(2, status="in_progress")),
            _ended(status="incomplete"),
        ],
        _CUT,
        calls=[_call(1, {"x": 1}), _call(2, None)],
    )


# --- Answers without a stream ----------------------------------------------------------------


def _answers() -> Iterator[Vector]:
    about = "A call that was cut off before its arguments is half-built, streamed or not."
    whole = [
        {"id": f"call_{number}", "type": "function", "function": {"name": "f", "arguments": text}}
        for number, text in ((1, '{"x":1}'), (2, ""))
    ]
    items = [_function(1, '{"x":1}', status="completed"), _function(2, status="incomplete")]
    for operation, value in (
        (CHAT, completion({"content": None, "tool_calls": whole}, "length")),
        (MESSAGES, _final(_use(1, {"x": 1}), _use(2, {}), reason="max_tokens")),
        (RESPONSES, _response("incomplete", items)),
    ):
        calls = [_call(1, {"x": 1}), _call(2, None)]
        yield response("bent-call-cut", operation, about, value, calls=calls, sources=[_CUT])
    yield response(
        "bent-content-parts",
        CHAT,
        "Content as a list of parts is text, and reasoning as an object is reasoning.",
        completion({"content": [_words("H"), _words("i")], "reasoning_content": {"text": "think"}}),
        text="Hi",
        reasoning="think",
        sources=[*_PARTS, _REASONING_OBJECT],
    )
    yield response(
        "bent-reasoning-form",
        RESPONSES,
        "The parts of a reasoning item are reasoning, whatever type they have.",
        _response("completed", [_reasoning(content=_message("think")["content"]), _message("Hi")]),
        text="Hi",
        reasoning="think",
        sources=[_LITELLM],
    )
