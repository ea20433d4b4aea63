"""Chat Completions: from chunks to the completion."""

from __future__ import annotations

from typing import Any, Final

from ..repeats import Path
from .base import Accumulator, Pieces, quoted
from .calls import Calls, Contradiction
from .fragments import Text, append_text, copied, merged, pieces_in, rendered, text_in

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
        "_choice_shape",
        "_choice_watched",
        "_choices",
        "_growing_key",
        "_settled",
        "_shape",
        "_top",
        "_usage",
        "_usage_inside",
        "_watched",
    )

    def __init__(self) -> None:
        super().__init__()
        self._top: dict[str, Any] = {}
        self._settled = {"object"}
        self._choices: dict[int, _Choice] = {}
        self._growing_key = ""
        self._usage: dict[str, Any] | None = None
        self._usage_inside: dict[str, Any] | None = None
        self._shape: tuple[str, ...] = ()
        self._watched: list[str] = []
        self._choice_shape: tuple[str, ...] = ()
        self._choice_watched: list[str] = []

    @property
    def may_end(self) -> bool:
        """Whether each choice has its `finish_reason`: some servers never send the sentinel."""
        choices = self._choices.values()
        return bool(choices) and all(choice.fields.get("finish_reason") for choice in choices)

    def add(self, chunk: dict[str, Any], /) -> None:
        # Most chunks have the keys of the one before and bring one piece of one string. Whatever
        # is otherwise breaks off before anything is changed.
        try:
            if tuple(chunk) == self._shape and (not self._watched or self._is_quiet(chunk)):
                (choice,) = chunk["choices"]
                if tuple(choice) == self._choice_shape:
                    for key in self._choice_watched:
                        if choice[key] is not None:
                            break
                    else:
                        ((key, piece),) = choice["delta"].items()
                        if type(piece) is str:
                            text = self._choices[choice["index"]].message[key]
                            text.parts.append(piece)
                            self._growing, self._growing_key = text, key
                            return
        except (AttributeError, KeyError, TypeError, ValueError):
            pass
        self._begin(chunk)
        self._add(chunk)

    def growing(self, path: Path, /) -> list[str] | None:
        if self._growing is None or path != ("choices", 0, "delta", self._growing_key):
            return None
        return self._growing.parts

    def rest(self) -> Pieces:
        if not self._choices or 0 in self._choices:
            return []
        message = self._choices[min(self._choices)].message
        found: Pieces = [("reasoning", text_in(rendered(message.get(key)))) for key in _REASONING]
        found.append(("text", text_in(rendered(message.get("content")))))
        return [piece for piece in found if piece[1]]

    def _is_quiet(self, chunk: dict[str, Any]) -> bool:
        """Whether the keys beside `choices` say nothing new, or a string, which is taken in."""
        top = self._top
        for key in self._watched:
            value = chunk[key]
            if value is not None and value != top.get(key):
                if type(value) is not str:
                    return False
                top[key] = value
        return True

    def _learn(self, chunk: dict[str, Any]) -> None:
        """Note the keys of a chunk: most chunks have those of the one before, and say less."""
        choices = chunk.get("choices")
        self._shape = ()
        if not self._settled.issuperset(_FIRST & chunk.keys()):
            return
        if type(choices) is list and len(choices) == 1:
            choice = choices[0]
            if type(choice) is dict and type(choice.get("index")) is int and "delta" in choice:
                self._shape = tuple(chunk)
                self._watched = [
                    key for key in chunk if key not in self._settled and key != "choices"
                ]
                self._choice_shape = tuple(choice)
                self._choice_watched = [key for key in choice if key not in ("index", "delta")]

    def _add(self, chunk: dict[str, Any]) -> None:
        settled = self._settled
        for key, value in chunk.items():
            if key == "choices":
                if type(value) is list:
                    for position, choice in enumerate(value):
                        if type(choice) is dict:
                            self._add_choice(choice, position)
            elif key in settled:
                pass
            elif key == "usage":
                if type(value) is dict:
                    self._usage = copied(value)
            elif key in _FIRST:
                self._top[key] = value
                if value:
                    settled.add(key)
            elif value is not None or key not in self._top:
                self._top[key] = copied(value)
        self._learn(chunk)

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

    def snapshot(self) -> dict[str, Any]:
        message = rendered(self.message)
        calls = self.calls.snapshot()
        if calls:
            message["tool_calls"] = calls
        return {"message": message, **rendered(self.fields)}


def _reasoning_in(delta: dict[str, Any]) -> str:
    """The reasoning of a delta or a message; servers that send it twice mean it once."""
    return next(filter(None, [text_in(delta.get(key)) for key in _REASONING]), "")
