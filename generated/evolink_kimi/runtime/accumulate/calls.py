"""The tool calls of a chat message, from their fragments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .. import wire
from .fragments import (
    Text,
    append_text,
    copied,
    index_of,
    json_text,
    merged,
    objects,
    rendered,
    text_in,
)

__all__ = ["Calls", "Contradiction"]

# Told of what came in two ways: what it is, how it came first, and then.
Contradiction: TypeAlias = Callable[[str, object, object], None]


class _Call:
    __slots__ = ("_contradiction", "fields", "function", "id", "index")

    def __init__(self, index: int | None, contradiction: Contradiction) -> None:
        self._contradiction = contradiction
        self.index = index
        self.id: str | None = None
        self.fields: dict[str, Any] = {}
        self.function: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        return (self.function or {}).get("name") or ""

    @property
    def arguments(self) -> str:
        """The arguments so far, as JSON text."""
        arguments = (self.function or {}).get("arguments")
        return wire.dumps(arguments).decode() if type(arguments) is dict else str(arguments or "")

    def is_whole(self) -> bool:
        """Whether the arguments are a JSON object, to which nothing can be added."""
        try:
            return type(wire.loads(self.arguments)) is dict
        except ValueError:
            return False

    def add(self, fragment: dict[str, Any]) -> None:
        for key, value in fragment.items():
            if key == "function":
                if type(value) is dict:
                    self._add_function(value, not fragment.get("id"))
            elif key == "id":
                if self.id is None:
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
            if key == "arguments" and value and not text_in(value) and self.arguments:
                if json_text(value) != self.arguments:
                    what = f"The arguments of tool call {self.name!r}"
                    self._contradiction(what, self.arguments, value)
            elif key == "arguments" and type(value) is not dict:
                if type(own.get(key)) is dict and value:
                    own[key] = Text(self.arguments)
                if type(own.get(key)) is not dict:
                    append_text(own, key, value if value is None else json_text(value))
            elif value is None:
                own.setdefault(key, None)
            elif key == "name" and self.name:
                # Usually the same name again; a name in pieces comes before any argument.
                name = text_in(value)
                if name != self.name and not self.arguments:
                    if continues:
                        own["name"] = self.name + name
                    elif name.startswith(self.name):
                        own["name"] = name
            else:
                own[key] = copied(value)


class Calls:
    """The tool calls of one message, told apart though `index` may be missing or always 0.

    A fragment belongs to the call that its id names, else to the one at its index, else to the
    last one, or, where several come at once, to the one at its position. It opens another call if
    there is none, and if it has a name of its own though that one has all it needs.
    """

    __slots__ = ("_by_id", "_calls", "_contradiction", "_latest")

    def __init__(self, contradiction: Contradiction) -> None:
        self._contradiction = contradiction
        self._calls: list[_Call] = []
        self._by_id: dict[str, _Call] = {}
        self._latest: dict[int, _Call] = {}

    def add(self, fragments: Any) -> None:
        """Take in the `tool_calls` of a delta."""
        fragments = fragments if type(fragments) is list else [fragments]
        for position, fragment in enumerate(fragments):
            if type(fragment) is not dict:
                continue
            call = self._find(fragment, position if len(fragments) > 1 else -1)
            index, given = index_of(fragment, "index"), fragment.get("id")
            if call is None:
                call = _Call(index, self._contradiction)
                self._calls.append(call)
            if index is not None:
                self._latest[index] = call
            call.add(fragment)
            if given and type(given) is str:
                self._by_id[given] = call

    def _find(self, fragment: dict[str, Any], position: int) -> _Call | None:
        index, given = index_of(fragment, "index"), fragment.get("id")
        call = self._by_id.get(given) if given and type(given) is str else None
        function = fragment.get("function")
        function = function if type(function) is dict else {}
        name = function.get("name")
        if call is not None and (index is None or call.index in (None, index)):
            return None if name and call.name and not name.startswith(call.name) else call
        if call is None:
            last = self._calls[-1] if self._calls else None
            if index is not None:
                call = self._latest.get(index)
                if call is None and not name and function.get("arguments") and last is not None:
                    # An index that is never announced says nothing.
                    call = None if last.is_whole() else last
            elif given or not self._calls:
                call = last
            else:
                call = self._calls[position] if position < len(self._calls) else None
        if call is None:
            return None
        if given and call.id and given != call.id and not name and not function.get("arguments"):
            return None
        if not name or not call.name:
            return call
        if given and call.id and given != call.id:
            # Two calls, unless the name is only repeated beside the next piece.
            is_next = bool(call.arguments) or (index is not None and position < 0)
            return call if name == call.name and is_next and not call.is_whole() else None
        return None if name != call.name and call.arguments else call

    def settle(self, whole: Any) -> None:
        """Take in calls that came whole: of those that are there already, later forms."""
        for position, full in enumerate(objects(whole)):
            given = full.get("id")
            call = self._by_id.get(given) if type(given) is str else None
            if call is None and position < len(self._calls):
                call = self._calls[position]
                call = call if not (call.id and given) else None
            if call is None:
                self.add([{**full, "index": index_of(full, "index")}])
                continue
            function = full.get("function")
            said = text_in(function.get("arguments")) if type(function) is dict else ""
            shown = call.arguments
            if said.startswith(shown):
                call.add(
                    {**full, "function": {**(function or {}), "arguments": said[len(shown) :]}}
                )
            elif said:
                self._contradiction(f"The arguments of tool call {call.name!r}", shown, said)

    def snapshot(self) -> list[dict[str, Any]]:
        calls = [call for call in self._calls if not _is_stub(call)]
        places = {call.index: call for call in calls if call.index is not None}
        if len(places) == len(calls):
            calls = [places[index] for index in sorted(places)]
        return [rendered(call.fields) for call in calls]


def _is_stub(call: _Call) -> bool:
    """Whether it is a function call without a name or arguments, which is nothing."""
    return call.function is not None and not call.name and not call.arguments and not call.id
