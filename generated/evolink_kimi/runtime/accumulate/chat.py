"""Chat Completions: from chunks to the completion."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final, NamedTuple

from .base import Accumulator, Pieces, quoted
from .calls import Calls, Contradiction
from .fragments import Text, append_text, copied, index_of, merged, pieces_in, rendered, text_in

__all__ = ["ChatAccumulator"]

# Strings of a delta that are sent whole, often again in every chunk.
_WHOLE: Final = frozenset({"id", "model", "name", "object", "provider", "role", "status", "type"})
# The first of these that are not empty stay.
_FIRST: Final = frozenset({"created", "id", "model"})
# Where servers put reasoning; the one that a stream has first has all of it.
_REASONING: Final = ("reasoning_content", "reasoning")


class ChatAccumulator(Accumulator):
    """Builds a `chat.completion` out of `chat.completion.chunk` objects.

    - `id`, `created` and `model` are the first that are not empty: gateways change the id in
      mid-stream (charmbracelet/fantasy's recordings of Kimi), and the one seen first is the one
      that was shown to others. Of other keys the last value that is not null wins.
    - `usage` is the last one sent beside `choices`, else the last inside a choice, where Kimi puts
      it; counts are never added up.
    - Strings of a delta are appended. A key that never came is absent, one that only came as null
      is null, and one that came as "" is "".
    - A `content` that is an array of parts is the text in them.
    - A tool call whose arguments are still incomplete is there with the text so far: until the
      choice has its `finish_reason`, arguments that are no complete JSON object are half-built.

    Of several choices the one with index 0 is shown.
    """

    __slots__ = (
        "_choices",
        "_seen",
        "_settled",
        "_top",
        "_usage",
        "_usage_inside",
        "_usual",
        "_usual_choices",
    )

    def __init__(self) -> None:
        super().__init__()
        self._top: dict[str, Any] = {}
        self._settled = {"object"}
        self._choices: dict[int, _Choice] = {}
        self._usage: dict[str, Any] | None = None
        self._usage_inside: dict[str, Any] | None = None
        # What chunks are like that go on as the one before.
        self._usual = _NOT_USUAL
        self._seen: dict[str, Any] = {}
        self._usual_choices: dict[int, _UsualChoice] = {}

    @property
    def may_end(self) -> bool:
        """Whether each choice has its `finish_reason`: some servers never send the sentinel."""
        choices = self._choices.values()
        return bool(choices) and all(choice.fields.get("finish_reason") for choice in choices)

    def goes_on(self, chunk: dict[str, Any], /) -> bool:
        size, others_of, others, changing = self._usual
        if len(chunk) != size:
            return False
        try:
            (choice,) = chunk["choices"]
            usual = self._usual_choices[choice["index"]]
            choice_size, said_of, said, delta_size, beside_of, beside, key, text = usual
            delta = choice["delta"]
            piece = delta.get(key)
            if (
                type(piece) is not str
                or len(delta) != delta_size
                or len(choice) != choice_size
                or said_of(choice) != said
                or others_of(chunk) != others
                or (delta_size > 1 and beside_of(delta) != beside)
            ):
                return False
            for name in changing:
                self._set(name, chunk[name])
        except (AttributeError, KeyError, TypeError, ValueError):
            return False
        text.parts.append(piece)
        self._growing = text
        return True

    def rest(self) -> Pieces:
        if not self._choices or 0 in self._choices:
            return []
        message = self._choices[min(self._choices)].message
        found: Pieces = [("reasoning", text_in(rendered(message.get(key)))) for key in _REASONING]
        found.append(("text", text_in(rendered(message.get("content")))))
        return [piece for piece in found if piece[1]]

    def _add(self, chunk: dict[str, Any], /) -> None:
        for key, value in chunk.items():
            if key == "choices":
                if type(value) is list:
                    for position, choice in enumerate(value):
                        if type(choice) is dict:
                            self._add_choice(choice, position)
            else:
                self._set(key, value)
        self._learn(chunk)

    def _set(self, key: str, value: Any) -> None:
        """Take in what is beside the choices."""
        if key in self._settled:
            pass
        elif key == "usage":
            if type(value) is dict:
                self._usage = copied(value)
        elif key in _FIRST:
            self._top[key] = value
            if value:
                self._settled.add(key)
        elif value is not None or key not in self._top:
            self._top[key] = value if type(value) is str else copied(value)

    def _learn(self, chunk: dict[str, Any]) -> None:
        """Note what the next chunks have to be like to say no more than this one but their text."""
        seen, changed = self._seen, self._usual.changing
        self._usual = _NOT_USUAL
        choices = chunk.get("choices")
        if type(choices) is list and len(choices) == 1:
            index = index_of(choices[0], "index")
            usual = None if index is None else self._choices[index].usual(choices[0])
            if index is not None and usual is not None:
                self._usual_choices[index] = usual
                self._seen = {key: copied(chunk[key]) for key in chunk if key != "choices"}
                changing = [
                    key
                    for key, value in self._seen.items()
                    if key in changed or (key != "error" and seen.get(key, value) != value)
                ]
                steady = _values_of([key for key in self._seen if key not in changing])
                self._usual = _UsualChunk(len(chunk), steady, steady(self._seen), changing)
                return
        self._usual_choices.clear()

    def _add_choice(self, choice: dict[str, Any], position: int) -> None:
        index = choice.get("index")
        if type(index) is not int:
            index = position
        state = self._choices.get(index)
        if state is None:
            state = self._choices[index] = _Choice(self._contradiction, shown=index == 0)
        fields = state.fields
        for key, value in choice.items():
            if key == "delta":
                self._add_delta(state, value)
            elif key == "finish_reason":
                self._finish(fields, value)
            elif value is None:
                if key not in fields:
                    fields[key] = None
            elif key == "usage":
                if type(value) is dict:
                    self._usage_inside = copied(value)
            elif key == "message":
                self._settle_message(state, value)
            elif key == "logprobs":
                fields[key] = merged(fields.get(key), value)
            elif key != "index":
                fields[key] = copied(value)

    def _finish(self, fields: dict[str, Any], reason: Any) -> None:
        held = fields.get("finish_reason")
        if not held:
            fields["finish_reason"] = reason or None
        elif reason and reason != held:
            self._contradiction("The finish_reason", held, reason)

    def _add_delta(self, choice: _Choice, delta: Any) -> None:
        if type(delta) is not dict:
            return
        message = choice.message
        thought = _reasoning_in(delta)
        for key, value in delta.items():
            if key == "tool_calls":
                choice.calls.add(value)
            elif key in _REASONING and (type(value) is str or text_in(value)):
                if not choice.sort:
                    choice.text(key)
            elif key in _WHOLE and type(value) is str:
                if value:
                    message[key] = value
            elif value is None:
                message.setdefault(key, None)
            elif key == "content":
                self._check_parts(value)
            elif type(value) is str:
                append_text(message, key, value)
            elif type(message.get(key)) is not Text:
                message[key] = merged(message.get(key), value)
            elif value:
                self._contradiction(f"`{key}` of a message", message[key], value)
        if thought:
            self._show(choice.reasoning(delta), thought)
        content = delta.get("content")
        if content is not None:
            text = choice.text("content")
            for kind, piece in pieces_in(content):
                self._show(text if kind == "text" else choice.reasoning(delta), piece)

    def _check_parts(self, content: Any) -> None:
        """Warn of parts of a content that are no text, which has no place for them."""
        for part in content if type(content) is list else [content]:
            if type(part) is not str and not pieces_in(part):
                kind = part.get("type") if type(part) is dict else part
                self._warn(
                    f"A part of a streamed `content` is left out, as it is no text: {quoted(kind)}"
                )

    def _settle_message(self, choice: _Choice, full: Any) -> None:
        """Take in a whole message instead of pieces, or the sum of them."""
        if type(full) is not dict:
            return
        message = choice.message
        thought = _reasoning_in(full)
        if thought:
            self._settle(choice.reasoning(full), thought, "The reasoning")
        said = {"text": "", "reasoning": ""}
        for kind, piece in pieces_in(full.get("content")):
            said[kind] += piece
        if said["text"] or type(full.get("content")) is str:
            self._settle(choice.text("content"), said["text"], "The content")
        if said["reasoning"] and not thought:
            self._settle(choice.reasoning(full), said["reasoning"], "The reasoning")
        choice.calls.settle(full.get("tool_calls"))
        for key, value in full.items():
            text = message.get(key)
            if key in ("content", "tool_calls", *_REASONING):
                if value is None or (value == "" and not choice.sort):
                    message.setdefault(key, value)
            elif type(text) is Text:
                self._settle(text, text_in(value), f"`{key}` of a message")
            elif value is not None or key not in message:
                message[key] = copied(value)

    def snapshot(self) -> dict[str, Any]:
        out: dict[str, Any] = rendered(self._top)
        out["object"] = "chat.completion"
        out["choices"] = [
            {"index": index, **choice.snapshot()} for index, choice in sorted(self._choices.items())
        ]
        usage = self._usage_inside if self._usage is None else self._usage
        if usage is not None:
            out["usage"] = copied(usage)
        return out


def _values_of(keys: list[str]) -> Callable[[dict[str, Any]], Any]:
    """What takes the values under some keys out of an object, at once."""
    return itemgetter(*keys) if keys else lambda value: ()


class _UsualChunk(NamedTuple):
    """What chunks are like that say no more beside their choice than the one before.

    Attributes:
        size: How many keys they have.
        others_of: Takes out of one what is the same in all.
        others: What that is.
        changing: The other keys, but for `choices`.
    """

    size: int
    others_of: Callable[[dict[str, Any]], Any]
    others: Any
    changing: list[str]


_NOT_USUAL: Final = _UsualChunk(-1, _values_of([]), (), [])


class _UsualChoice(NamedTuple):
    """What the only choice of a chunk is like that brings one piece of a string.

    Attributes:
        size: How many keys it has.
        said_of: Takes out of it what it has beside `index` and `delta`.
        said: What that is.
        delta_size: How many keys its delta has.
        beside_of: Takes out of its delta what is there beside the piece.
        beside: What that is.
        key: What the piece is under.
        text: The string.
    """

    size: int
    said_of: Callable[[dict[str, Any]], Any]
    said: Any
    delta_size: int
    beside_of: Callable[[dict[str, Any]], Any]
    beside: Any
    key: str
    text: Text


class _Choice:
    """One choice: its own keys, and the message that its deltas make.

    Attributes:
        sort: The key that the reasoning is under.
    """

    __slots__ = ("_shown", "calls", "fields", "message", "sort")

    def __init__(self, contradiction: Contradiction, *, shown: bool) -> None:
        self._shown = shown
        self.fields: dict[str, Any] = {}
        self.message: dict[str, Any] = {"role": "assistant"}
        self.calls = Calls(contradiction)
        self.sort = ""

    def text(self, key: str) -> Text:
        """The string under a key, from now on one that grows."""
        text = self.message.get(key)
        if type(text) is not Text:
            text = self.message[key] = Text(text_in(text))
            if self._shown:
                text.kind = "text" if key == "content" else "reasoning"
        return text

    def reasoning(self, delta: dict[str, Any]) -> Text:
        """The string that reasoning goes into: under the key that had some first."""
        if not self.sort:
            self.sort = next((key for key in _REASONING if text_in(delta.get(key))), _REASONING[0])
            for key in _REASONING:
                if key != self.sort and key in self.message:
                    self.message[key] = rendered(self.message[key])
        return self.text(self.sort)

    def usual(self, choice: dict[str, Any]) -> _UsualChoice | None:
        """What the next ones have to be like that say no more than this one but their piece.

        None if this one says something that is not said again by being sent again.
        """
        choice = copied(choice)
        delta = choice.pop("delta", None)
        if type(delta) is not dict or any(type(v) in (dict, list) for v in choice.values()):
            return None
        found = [key for key, v in delta.items() if v and type(self.message.get(key)) is Text]
        beside = [key for key in delta if key not in found]
        if len(found) != 1 or any(delta[key] and key not in _WHOLE for key in beside):
            return None
        said_of = _values_of([key for key in choice if key != "index"])
        beside_of = _values_of(beside)
        return _UsualChoice(
            len(choice) + 1,
            said_of,
            said_of(choice),
            len(delta),
            beside_of,
            beside_of(delta),
            found[0],
            self.message[found[0]],
        )

    def snapshot(self) -> dict[str, Any]:
        message = rendered(self.message)
        calls = self.calls.snapshot()
        if calls:
            message["tool_calls"] = calls
        return {"message": message, **rendered(self.fields)}


def _reasoning_in(delta: dict[str, Any]) -> str:
    """The reasoning of a delta or a message; servers that send it twice mean it once."""
    return next(filter(None, [text_in(delta.get(key)) for key in _REASONING]), "")
