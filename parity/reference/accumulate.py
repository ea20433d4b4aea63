"""From all events of a stream to the answer, by one law for the three protocols.

What was shown is in the answer, once, in order and kind. An event belongs to what its id names,
else to what is open of its kind, its index being only a hint. A later, fuller form of a string
says nothing if it is empty, adds its rest if it begins with what was shown, and else is told of.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reading", "accumulate", "text_in"]


@dataclass
class Reading:
    """What became of a stream.

    Attributes:
        answer: What the call without a stream would have given.
        shown: The text and the reasoning in the order of the events, neighbours of a kind joined.
        warned: Something could not be joined.
    """

    answer: dict[str, Any] = field(default_factory=dict)
    shown: list[list[str]] = field(default_factory=list)
    warned: bool = False

    def show(self, kind: str, piece: str) -> str:
        """Note a piece, of no kind if it is not for reading; gives it."""
        if kind and piece:
            if self.shown and self.shown[-1][0] == kind:
                self.shown[-1][1] += piece
            else:
                self.shown.append([kind, piece])
        return piece

    def rest(self, kind: str, shown: str, full: str) -> str:
        """What a later, fuller form adds to a string."""
        if full.startswith(shown):
            return self.show(kind, full[len(shown) :])
        self.warned = self.warned or bool(full)
        return ""


def accumulate(operation: str, events: list[dict[str, Any]]) -> Reading:
    """The answer that the call without a stream would have given, and how it came."""
    reading = Reading()
    protocol = operation.partition(".")[0]
    read = {"chat": _chat, "messages": _message, "responses": _response}[protocol]
    read(copy.deepcopy(events), reading)
    return reading


def text_in(value: Any) -> str:
    """The text of a string, an object that has it, or a list of these."""
    if isinstance(value, list):
        return "".join(text_in(item) for item in value)
    return text_in(value.get("text")) if isinstance(value, dict) else value or ""


def _in_order(placed: list[tuple[int | None, dict[str, Any]]]) -> list[dict[str, Any]]:
    """By the indexes, if they tell all apart; else as they appeared."""
    places = {index: value for index, value in placed if index is not None}
    if len(places) == len(placed):
        return [places[index] for index in sorted(places)]
    return [value for _, value in placed]


# --- Chat Completions ------------------------------------------------------------------------

_SHOWN = {"content": "text", "reasoning_content": "reasoning", "reasoning": "reasoning"}


def _chat(chunks: list[dict[str, Any]], reading: Reading) -> None:
    answer = reading.answer
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
                    kind = _SHOWN.get(key, "") if choice["index"] == 0 else ""
                    piece = reading.show(kind, text_in(value))
                    message[key] = (message.get(key) or "") + piece
            known["finish_reason"] = choice.get("finish_reason") or known.get("finish_reason")
            inner_usage = choice.get("usage") or inner_usage
    answer["object"] = "chat.completion"
    answer["choices"] = []
    for _, choice in sorted(choices.items()):
        calls = [(call.pop("index", None), call) for call in choice.pop("calls")]
        if calls:
            choice["message"]["tool_calls"] = _in_order(calls)
        answer["choices"].append(choice)
    if usage or inner_usage:
        answer["usage"] = usage or inner_usage


def _add_calls(calls: list[dict[str, Any]], fragments: list[dict[str, Any]]) -> None:
    for fragment in fragments:
        function = fragment.get("function") or {}
        name, arguments = function.get("name"), function.get("arguments") or ""
        call = _call_of(calls, fragment, name)
        if call is None:
            if not (fragment.get("id") or name or arguments):
                continue
            call = {key: value for key, value in fragment.items() if key != "function"}
            call["function"] = {"arguments": ""}
            calls.append(call)
        if name:
            call["function"]["name"] = name
        call["function"]["arguments"] += arguments


def _call_of(
    calls: list[dict[str, Any]], fragment: dict[str, Any], name: str | None
) -> dict[str, Any] | None:
    """The call that a fragment continues: the one of its id, of its index, or the last one."""
    call_id, index = fragment.get("id"), fragment.get("index")
    named = [call for call in calls if call_id and call.get("id") == call_id]
    if named or name:
        return named[-1] if named else None
    at_index = [call for call in calls if call.get("index") == index] or calls
    return at_index[-1] if at_index else None


# --- Messages --------------------------------------------------------------------------------

# Of each delta: the type of its block, the key there, what it is shown as.
_DELTAS = {
    "text_delta": ("text", "text", "text"),
    "thinking_delta": ("thinking", "thinking", "reasoning"),
    "signature_delta": ("thinking", "signature", ""),
    "input_json_delta": ("tool_use", "input", ""),
}


@dataclass
class _Block:
    index: int | None
    fields: dict[str, Any]
    place: int | None = None  # announced
    is_open: bool = True


def _message(events: list[dict[str, Any]], reading: Reading) -> None:
    answer = reading.answer
    blocks: list[_Block] = []
    for event in events:
        kind, index = event.get("type"), event.get("index", 0)
        begun: list[_Block] = []
        if kind == "message_start":
            answer.update(event["message"])
            begun = [_Block(None, fields, is_open=False) for fields in answer["content"]]
        elif kind == "content_block_start":
            begun = [_Block(index, event["content_block"], index)]
        elif kind == "content_block_delta" and event["delta"]["type"] in _DELTAS:
            _add_delta(blocks, index, event["delta"], reading)
        elif kind == "content_block_stop":
            for block in blocks:
                block.is_open = block.is_open and block.index != index
        elif kind == "message_delta":
            for key, value in event["delta"].items():
                answer[key] = value or answer.get(key)
            for name, count in (event.get("usage") or {}).items():
                if count or not name.endswith("input_tokens") or name not in answer["usage"]:
                    answer["usage"][name] = count
        for block in begun:
            blocks.append(block)
            reading.show("text", block.fields.get("text") or "")
            reading.show("reasoning", block.fields.get("thinking") or "")
    answer["content"] = _in_order([(block.place, block.fields) for block in blocks])
    for fields in answer["content"]:
        if isinstance(fields.get("input"), str):
            fields["input"] = _json_or_text(fields["input"] or "{}")


def _add_delta(blocks: list[_Block], index: int, delta: dict[str, Any], reading: Reading) -> None:
    kind, key, shown_as = _DELTAS[delta["type"]]
    same = [block for block in blocks if block.is_open and block.fields["type"] == kind]
    same = [block for block in same if block.index == index] or same
    if not same:
        if all(block.place != index for block in blocks):
            reading.warned = True
        same = [_Block(index, {"type": kind})]
        blocks += same
    fields = same[-1].fields
    piece = reading.show(shown_as, delta["partial_json" if key == "input" else key])
    fields[key] = piece if key == "signature" else (fields.get(key) or "") + piece


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


# --- Responses -------------------------------------------------------------------------------

# Of each string: the type of its item, the key there, the type of its part, what it is shown as.
_STRINGS = {
    "output_text": ("message", "content", "output_text", "text"),
    "reasoning_text": ("reasoning", "content", "reasoning_text", "reasoning"),
    "reasoning_summary_text": ("reasoning", "summary", "summary_text", "reasoning"),
    "function_call_arguments": ("function_call", "arguments", "", ""),
}
_PARTS = {place[2]: name for name, place in _STRINGS.items() if place[2]}
_ITEMS = {"message": "text", "reasoning": "reasoning"}


@dataclass
class _Part:
    index: int | None
    text: str = ""
    said: str = ""  # by its later form


@dataclass
class _Item:
    kind: str
    index: int | None
    ids: set[str]
    place: int | None = None  # announced
    is_open: bool = True
    fields: dict[str, Any] = field(default_factory=dict)
    key: str = ""
    part_type: str = ""
    parts: list[_Part] = field(default_factory=list)

    def text(self) -> str:
        return "".join(part.text for part in self.parts)

    def value(self) -> dict[str, Any]:
        """The item as it came whole, if it came with all that was shown."""
        out = {"type": self.kind, **self.fields}
        if _said(out) != self.text():
            parts = [{"type": self.part_type, "text": part.text} for part in self.parts]
            out[self.key] = parts if self.part_type else self.text()
        return out


def _said(item: dict[str, Any]) -> str:
    if item.get("type") == "function_call":
        return item.get("arguments") or ""
    return text_in(item.get("content")) or text_in(item.get("summary"))


def _response(events: list[dict[str, Any]], reading: Reading) -> None:
    items: list[_Item] = []
    for event in events:
        name, _, act = event.get("type", "").removeprefix("response.").rpartition(".")
        if name == "output_item":
            # One that begins is another one, unless its id says otherwise.
            others = [item for item in items if item.is_open and act == "done"]
            item = _take(items, others, event["item"], event.get("output_index"), reading)
            item.is_open = act != "done"
        elif name.endswith("_part") and act == "done" and event["part"]["type"] in _PARTS:
            _add_string(items, _PARTS[event["part"]["type"]], event, event["part"], reading)
        elif name in _STRINGS:
            _add_string(items, name, event, event, reading)
        elif "response" in event:
            first = {k: v for k, v in reading.answer.items() if k in ("id", "created_at", "model")}
            reading.answer = {**event["response"], **first}
            left = list(items)
            for index, full in enumerate(event["response"].get("output") or []):
                found = _take(items, left, full, index, reading)
                left = [item for item in left if item is not found]
    whole = [(item.place, item.value()) for item in items]
    reading.answer["output"] = _in_order([pair for pair in whole if not _is_stub(pair[1])])


def _is_stub(item: dict[str, Any]) -> bool:
    return item["type"] == "function_call" and not (item.get("name") or item.get("arguments"))


def _add_string(
    items: list[_Item], name: str, event: dict[str, Any], said: dict[str, Any], reading: Reading
) -> None:
    """Take in a delta of a string, or all of it."""
    kind, key, part_type, shown_as = _STRINGS[name]
    item = _item_of(items, kind, event.get("item_id"), event.get("output_index"))
    item.key, item.part_type = key, part_type
    index = event.get("summary_index", event.get("content_index"))
    same = [part for part in item.parts if index in (None, part.index)]
    if "delta" in said:
        if not same or same[-1] is not item.parts[-1] or same[-1].said:
            item.parts.append(_Part(index))
        item.parts[-1].text += reading.show(shown_as, said["delta"])
    elif full := said.get("arguments" if key == "arguments" else "text"):
        part = (same or item.parts or [_Part(index)])[-1]
        if not item.parts or part.said not in ("", full):
            part = _Part(index)
            item.parts.append(part)
        part.text += reading.rest(shown_as, part.text, full)
        part.said = full


def _item_of(items: list[_Item], kind: str, item_id: str | None, index: int | None) -> _Item:
    """The item that a piece is for: the one of its id, else one that is open, else a new one."""
    same = [item for item in items if item.kind == kind]
    named = [item for item in same if item_id in item.ids]
    opened = [item for item in same if item.is_open]
    at_index = [item for item in opened if item.index == index]
    for found in (named, at_index, opened):
        if found:
            return found[-1]
    items.append(_Item(kind, index, {item_id} if item_id else set()))
    return items[-1]


def _take(
    items: list[_Item],
    others: list[_Item],
    full: dict[str, Any],
    index: int | None,
    reading: Reading,
) -> _Item:
    """Take in a whole item: the one of its id, else one of the others that it may be, else new."""
    kind, said = full.get("type", ""), _said(full)
    ids = {full[key] for key in ("id", "call_id") if full.get(key)}
    named = [item for item in items if item.kind == kind and item.ids & ids]
    may_be = [
        item
        for item in others
        if item.kind == kind and (not (item.ids and ids) or said.startswith(item.text() or "\0"))
    ]
    if not (named or may_be):
        named = [_Item(kind, index, ids)]
        items += named
    item = (named or may_be)[0]
    item.ids |= ids
    item.place = index if item.place is None else item.place
    item.fields |= full
    rest = reading.rest(_ITEMS.get(kind, ""), item.text(), said)
    if rest:
        item.parts.append(_Part(None, rest, rest))
    return item
