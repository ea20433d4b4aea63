"""Chat Completions: from chunks to the completion."""

from __future__ import annotations

from typing import Any, Final

from ..repeats import Path
from .fragments import Text, append_text, copied, index_of, merged, rendered

__all__ = ["ChatAccumulator"]

# Strings of a delta that are sent whole, often again in every chunk.
_WHOLE: Final = frozenset({"id", "model", "name", "object", "provider", "role", "status", "type"})


class ChatAccumulator:
    """Builds a `chat.completion` out of `chat.completion.chunk` objects.

    - `id`, `created` and `model` are the first that are not empty: gateways change the id in
      mid-stream (charmbracelet/fantasy's recordings of Kimi), and the one seen first is the one
      that was shown to others. Of other keys the last value that is not null wins.
    - `usage` is the last one sent beside `choices`, else the last inside a choice, where Kimi puts
      it; counts are never added up.
    - Strings of a delta are appended. A key that never came is absent, one that only came as null
      is null, and one that came as "" is "".
    - A tool call whose arguments are still incomplete is there with the text so far: until the
      choice has its `finish_reason`, arguments that are no complete JSON object are half-built.
    """

    __slots__ = (
        "_choice_shape",
        "_choice_watched",
        "_choices",
        "_growing",
        "_growing_key",
        "_settled",
        "_shape",
        "_top",
        "_usage",
        "_usage_inside",
        "_watched",
        "done",
    )

    def __init__(self) -> None:
        self.done = False
        self._top: dict[str, Any] = {}
        self._settled = {"object"}
        self._choices: dict[int, _Choice] = {}
        # The string that the last chunk brought a piece of, and nothing else, and its key.
        self._growing: list[str] | None = None
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

    def end(self) -> None:
        self.done = True

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
                            parts = self._choices[choice["index"]].message[key].parts
                            parts.append(piece)
                            self._growing, self._growing_key = parts, key
                            return
        except (AttributeError, KeyError, TypeError, ValueError):
            pass
        self._growing = None
        self._add(chunk)

    def growing(self, path: Path, /) -> list[str] | None:
        return self._growing if path == ("choices", 0, "delta", self._growing_key) else None

    def _is_quiet(self, chunk: dict[str, Any]) -> bool:
        """Whether the keys beside `choices` say nothing that is not known."""
        top = self._top
        for key in self._watched:
            value = chunk[key]
            if value is not None and value != top.get(key):
                return False
        return True

    def _learn(self, chunk: dict[str, Any]) -> None:
        """Note the keys of a chunk: most chunks have those of the one before, and say less."""
        choices = chunk.get("choices")
        self._shape = ()
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
            elif key == "id" or key == "created" or key == "model":
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
            state = self._choices[index] = _Choice()
        fields = state.fields
        for key, value in choice.items():
            if key == "delta":
                if value:
                    state.add_delta(value)
            elif value is None:
                if key not in fields:
                    fields[key] = None
            elif key == "usage":
                if type(value) is dict:
                    self._usage_inside = copied(value)
            elif key == "message":
                # A whole message instead of pieces, or the sum of them.
                state.restart()
                state.add_delta(value)
            elif key == "logprobs":
                fields[key] = merged(fields.get(key), value)
            elif key != "index":
                fields[key] = copied(value)

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
    """One choice: its own keys, and the message that its deltas make."""

    __slots__ = ("_calls", "fields", "message")

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.restart()

    def restart(self) -> None:
        self.message: dict[str, Any] = {"role": "assistant"}
        self._calls = _ToolCalls()

    def add_delta(self, delta: Any) -> None:
        if type(delta) is not dict:
            return
        message = self.message
        for key, value in delta.items():
            if key == "tool_calls":
                if type(value) is list:
                    self._calls.add(value)
            elif type(value) is str:
                if key in _WHOLE:
                    if value:
                        message[key] = value
                    continue
                text = message.get(key)
                if type(text) is Text:
                    text.parts.append(value)
                else:
                    message[key] = Text(value)
            elif value is None:
                if key not in message:
                    message[key] = None
            else:
                message[key] = merged(message.get(key), value)

    def snapshot(self) -> dict[str, Any]:
        message = rendered(self.message)
        calls = self._calls.snapshot()
        if calls:
            message["tool_calls"] = calls
        return {"message": message, **rendered(self.fields)}


class _ToolCall:
    __slots__ = ("fields", "function", "id", "index")

    def __init__(self, index: int | None) -> None:
        self.index = index
        self.id: str | None = None
        self.fields: dict[str, Any] = {}
        self.function: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        return (self.function or {}).get("name") or ""

    @property
    def has_arguments(self) -> bool:
        return bool(str((self.function or {}).get("arguments") or ""))

    def add(self, fragment: dict[str, Any]) -> None:
        for key, value in fragment.items():
            if key == "function":
                if type(value) is dict:
                    self._add_function(value, "id" not in fragment)
            elif key == "id":
                if value or self.id is None:
                    self.fields[key] = value
                    self.id = value or None
            elif value is None:
                self.fields.setdefault(key, None)
            elif key != "index":
                self.fields[key] = merged(self.fields.get(key), value)

    def _add_function(self, function: dict[str, Any], continues: bool) -> None:
        if self.function is None:
            self.function = self.fields["function"] = {}
        own = self.function
        for key, value in function.items():
            if key == "arguments" and (value is None or type(value) is str):
                append_text(own, key, value)
            elif value is None:
                own.setdefault(key, None)
            elif key == "name" and own.get("name"):
                # Usually the same name again; a name in pieces comes before any argument.
                if continues and value != own["name"] and not self.has_arguments:
                    own["name"] += value
            else:
                own[key] = copied(value)


class _ToolCalls:
    """The tool calls of one message, told apart though `index` may be missing or always 0.

    The index says which call a fragment belongs to, but an id that is new there opens another
    call. Without an index the id decides; without both, a fragment continues the last call, or,
    where several come at once, the one at its position. A new name after the arguments have begun
    opens another call too.
    """

    __slots__ = ("_by_id", "_calls", "_latest")

    def __init__(self) -> None:
        self._calls: list[_ToolCall] = []
        self._by_id: dict[str, _ToolCall] = {}
        self._latest: dict[int, _ToolCall] = {}

    def add(self, fragments: list[Any]) -> None:
        for position, fragment in enumerate(fragments):
            if type(fragment) is not dict:
                continue
            index = index_of(fragment, "index")
            given = fragment.get("id")
            call_id = given if type(given) is str and given else None
            call = self._find(index, call_id, fragment, position if len(fragments) > 1 else -1)
            if call is None:
                call = _ToolCall(index)
                self._calls.append(call)
            if index is not None:
                self._latest[index] = call
            call.add(fragment)
            if call_id is not None:
                self._by_id[call_id] = call

    def _find(
        self, index: int | None, call_id: str | None, fragment: dict[str, Any], position: int
    ) -> _ToolCall | None:
        if call_id is not None:
            known = self._by_id.get(call_id)
            if known is not None and (index is None or known.index == index):
                return known
            known = self._latest.get(index) if index is not None else None
            return known if known is not None and known.id in (None, call_id) else None
        if index is not None:
            known = self._latest.get(index)
        elif position >= len(self._calls) or not self._calls:
            known = None
        else:
            known = self._calls[position]
        if known is None:
            return None
        function = fragment.get("function")
        name = function.get("name") if type(function) is dict else None
        other = name and known.name and name != known.name and known.has_arguments
        return None if other else known

    def snapshot(self) -> list[dict[str, Any]]:
        calls = self._calls
        indices = [call.index for call in calls if call.index is not None]
        if len(indices) == len(calls):
            calls = [call for _, call in sorted(zip(indices, calls, strict=True), key=_first)]
        return [rendered(call.fields) for call in calls]


def _first(pair: tuple[int, _ToolCall]) -> int:
    return pair[0]
