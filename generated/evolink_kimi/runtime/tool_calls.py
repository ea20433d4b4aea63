"""A tool call, in the one form that the responses of all three protocols give it."""

from __future__ import annotations

from typing import Any

from . import wire
from .accumulate.fragments import objects
from .error_details import excerpt_of
from .errors import OutputIncompleteError, OutputParseError

__all__ = ["ToolCall", "chat_tool_calls", "message_tool_calls", "response_tool_calls"]


class ToolCall:
    """A call of a tool that the model asks for.

    Attributes:
        id: What the result is sent back with: `tool_call_id` (chat), `tool_use_id` (messages) or
            `call_id` (responses).
        name: The tool's name.
        arguments_json: The arguments as the model wrote them: JSON text, or the free text of a
            custom tool.
        is_complete: Whether the arguments are a whole JSON object, or the call ended without any.
            One that is not must not be run.
        is_cut: Whether it is half-built: the stream, or the token budget, ended before it did.
    """

    __slots__ = ("arguments_json", "id", "is_complete", "is_cut", "name")

    def __init__(
        self, id: str, name: str, arguments_json: str, *, is_complete: bool = True
    ) -> None:
        self.id = id
        self.name = name
        self.arguments_json = arguments_json
        self.is_complete = is_complete
        self.is_cut = not is_complete

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments; no text at all stands for none.

        Raises:
            OutputIncompleteError: if the call is half-built.
            OutputParseError: if the text is not a JSON object, which models may produce.
        """
        text = self.arguments_json
        if self.is_cut:
            raise OutputIncompleteError(
                f"The arguments of tool call {self.id!r} ({self.name}) are incomplete: "
                f"{excerpt_of(text)!r}",
                text=text,
            )
        if not text.strip():
            return {}
        try:
            value = wire.loads(text)
        except ValueError as error:
            raise self._unusable(f"are not JSON: {error}") from None
        if type(value) is not dict:
            raise self._unusable("are not a JSON object")
        return value

    def _unusable(self, why: str) -> OutputParseError:
        text = self.arguments_json
        return OutputParseError(
            f"The arguments of tool call {self.id!r} ({self.name}) {why}: {excerpt_of(text)!r}",
            text=text,
        )

    def _key(self) -> tuple[str, str, str, bool]:
        return self.id, self.name, self.arguments_json, self.is_complete

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, ToolCall) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        mark = "" if self.is_complete else ", is_complete=False"
        return f"ToolCall({self.id!r}, {self.name!r}, {self.arguments_json!r}{mark})"


def chat_tool_calls(choice: dict[str, Any]) -> list[ToolCall]:
    """The calls of a chat choice; `length` may have cut off the last one."""
    reason = choice.get("finish_reason")
    calls: list[ToolCall] = []
    given = objects(_object(choice.get("message")).get("tool_calls"))
    for number, call in enumerate(given, 1):
        function = call.get("function")
        ended = bool(reason) and (reason != "length" or number < len(given))
        if type(function) is dict:
            text = _json_text(function.get("arguments"))
            if text or function.get("name") or call.get("id"):
                calls.append(_tool_call(call.get("id"), function.get("name"), text, ended))
        else:
            function = _object(call.get("custom"))
            text = _text(function.get("input"))
            calls.append(
                _tool_call(call.get("id"), function.get("name"), text, ended, is_free=True)
            )
    return _checked(calls)


def message_tool_calls(message: dict[str, Any]) -> list[ToolCall]:
    """The calls of a message; the token budget may have cut off the last block.

    `partial_json` is what the accumulator leaves of half-built ones.
    """
    cut = message.get("stop_reason") in ("max_tokens", "model_context_window_exceeded")
    calls: list[ToolCall] = []
    blocks = objects(message.get("content"))
    for number, block in enumerate(blocks, 1):
        if block.get("type") == "tool_use":
            partial = block.get("partial_json")
            ended = partial is None and (not cut or number < len(blocks))
            text = _json_text(block.get("input")) if partial is None else _text(partial)
            has_none = not block.get("input")
            call = _tool_call(block.get("id"), block.get("name"), text, ended, has_none=has_none)
            calls.append(call)
    return _checked(calls)


def response_tool_calls(response: dict[str, Any]) -> list[ToolCall]:
    """The function calls and custom tool calls of a response."""
    calls: list[ToolCall] = []
    for item in objects(response.get("output")):
        kind = item.get("type")
        if kind not in ("function_call", "custom_tool_call"):
            continue
        ended = (item.get("status") or response.get("status")) == "completed"
        is_free = kind == "custom_tool_call"
        text = _json_text(item.get("input" if is_free else "arguments"))
        call_id = item.get("call_id") or item.get("id")
        if text or is_free or item.get("name"):
            calls.append(_tool_call(call_id, item.get("name"), text, ended, is_free=is_free))
    return _checked(calls)


def _tool_call(
    call_id: Any,
    name: Any,
    text: str,
    ended: bool,
    *,
    is_free: bool = False,
    has_none: bool = False,
) -> ToolCall:
    """A call; complete if its arguments are a whole JSON object, or if it ended without any."""
    complete = ended if is_free or has_none or not text.strip() else _is_object(text)
    call = ToolCall(_text(call_id), _text(name), text, is_complete=complete and bool(name))
    call.is_cut = not complete and not ended
    return call


def _checked(calls: list[ToolCall]) -> list[ToolCall]:
    """Calls without arguments are not complete beside one whose arguments are no whole object.

    Pieces may have gone astray: what is too much there may be what is missing here.
    """
    if any(not call.is_complete and call.arguments_json.strip() for call in calls):
        for call in calls:
            if call.arguments_json.strip() in ("", "{}"):
                call.is_complete = False
    return calls


def _is_object(text: str) -> bool:
    try:
        return type(wire.loads(text)) is dict
    except ValueError:
        return False


def _json_text(value: Any) -> str:
    """JSON text from a value that should be it, or should be the object itself."""
    return value if type(value) is str else "" if value is None else wire.dumps(value).decode()


def _text(value: Any) -> str:
    return value if type(value) is str else ""


def _object(value: Any) -> dict[str, Any]:
    return value if type(value) is dict else {}
