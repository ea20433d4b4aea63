"""From all events of a stream to the answer, each protocol by its own rules."""

from __future__ import annotations

import copy
import json
from typing import Any

__all__ = ["accumulate"]


def accumulate(operation: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    """The answer that the call without a stream would have given."""
    events = copy.deepcopy(events)
    if operation.startswith("chat."):
        return _chat(events)
    return _message(events) if operation.startswith("messages.") else _response(events)


def _chat(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    choices: dict[int, dict[str, Any]] = {}
    inner_usage = usage = None
    for chunk in chunks:
        for key, value in chunk.items():
            if key == "usage":
                usage = value or usage
            elif key in ("id", "created", "model"):
                answer[key] = answer.get(key) or value
            elif key != "choices" and (value is not None or key not in answer):
                answer[key] = value
        for choice in chunk.get("choices") or []:
            known = choices.setdefault(choice["index"], {"index": choice["index"], "calls": []})
            message = known.setdefault("message", {"role": "assistant"})
            for key, value in (choice.get("delta") or {}).items():
                if key == "tool_calls":
                    _add_calls(known["calls"], value or [])
                elif key == "role":
                    message[key] = value or message[key]
                elif value is None:
                    message.setdefault(key, None)
                else:
                    message[key] = (message.get(key) or "") + value
            if choice.get("finish_reason") is not None or "finish_reason" not in known:
                known["finish_reason"] = choice.get("finish_reason")
            inner_usage = choice.get("usage") or inner_usage
    answer["object"] = "chat.completion"
    answer["choices"] = []
    for _, choice in sorted(choices.items()):
        calls = choice.pop("calls")
        if calls:
            choice["message"]["tool_calls"] = calls
        answer["choices"].append(choice)
    if usage or inner_usage:
        answer["usage"] = usage or inner_usage
    for call in (
        c for choice in answer["choices"] for c in choice["message"].get("tool_calls", ())
    ):
        call.pop("index", None)
    return answer


def _add_calls(calls: list[dict[str, Any]], fragments: list[dict[str, Any]]) -> None:
    for fragment in fragments:
        index, call_id = fragment.get("index"), fragment.get("id")
        same = [c for c in calls if index is None or c.get("index") == index]
        call = same[-1] if same and (call_id is None or same[-1].get("id") == call_id) else None
        if call is None:
            call = {key: value for key, value in fragment.items() if key != "function"}
            call["function"] = {}
            calls.append(call)
        function = fragment.get("function") or {}
        if function.get("name"):
            call["function"]["name"] = function["name"]
        held = call["function"].get("arguments") or ""
        call["function"]["arguments"] = held + (function.get("arguments") or "")


def _message(events: list[dict[str, Any]]) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in events:
        kind, index = event.get("type"), event.get("index", 0)
        if kind == "message_start":
            answer = event["message"]
        elif kind == "content_block_start":
            blocks[index] = event["content_block"]
        elif kind == "content_block_delta":
            _add_delta(blocks[index], event["delta"], inputs, index)
        elif kind == "message_delta":
            answer |= event["delta"]
            for name, count in (event.get("usage") or {}).items():
                if count or not name.endswith("input_tokens") or name not in answer["usage"]:
                    answer["usage"][name] = count
    for index, text in inputs.items():
        if text:
            blocks[index]["input"] = json.loads(text)
    return {**answer, "content": [block for _, block in sorted(blocks.items())]}


def _add_delta(
    block: dict[str, Any], delta: dict[str, Any], inputs: dict[int, str], index: int
) -> None:
    match delta["type"]:
        case "text_delta":
            block["text"] += delta["text"]
        case "thinking_delta":
            block["thinking"] += delta["thinking"]
        case "signature_delta":
            block["signature"] = delta["signature"]
        case "input_json_delta":
            inputs[index] = inputs.get(index, "") + delta["partial_json"]


def _response(events: list[dict[str, Any]]) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    items: dict[int, dict[str, Any]] = {}
    for event in events:
        kind = event.get("type", "")
        if kind in ("response.output_item.added", "response.output_item.done"):
            items[event["output_index"]] = event["item"]
        elif kind.endswith("_text.delta"):
            _add_text(items, event, kind)
        elif "response" in event:
            answer = event["response"]
    if not answer.get("output"):
        answer["output"] = [item for _, item in sorted(items.items())]
    return answer


def _add_text(items: dict[int, dict[str, Any]], event: dict[str, Any], kind: str) -> None:
    name = kind.removeprefix("response.").removesuffix(".delta")
    item_kind = "message" if name == "output_text" else "reasoning"
    list_key = "summary" if name == "reasoning_summary_text" else "content"
    part_kind = "summary_text" if list_key == "summary" else name
    item = items.setdefault(event["output_index"], {"type": item_kind})
    parts = item.setdefault(list_key, [])
    index = event.get("summary_index", event.get("content_index", 0))
    while len(parts) <= index:
        parts.append({"type": part_kind, "text": ""})
    parts[index]["text"] += event["delta"]
