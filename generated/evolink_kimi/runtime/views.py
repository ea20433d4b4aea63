"""What responses have in common, as attributes of the response models of all three protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from . import wire
from .accumulate.fragments import joined, objects, pieces_in, text_in
from .accumulate.response_items import said_of
from .error_details import excerpt_of
from .errors import OutputError, OutputIncompleteError, OutputParseError
from .tool_calls import ToolCall, chat_tool_calls, message_tool_calls, response_tool_calls

if TYPE_CHECKING:
    from .http_info import HTTPInfo

__all__ = ["ChatResponseView", "MessageResponseView", "ResponsesResponseView", "UsageSummary"]

T = TypeVar("T")


class UsageSummary(NamedTuple):
    """Tokens, counted alike whatever the protocol; None where the server does not say.

    Attributes:
        input_tokens: All tokens of the input, those from and to the cache included.
        cached_tokens: Those of the input that came from the cache.
        output_tokens: All tokens of the output, reasoning included.
        reasoning_tokens: Those of the output that were reasoning.
        total_tokens: Input and output.
    """

    input_tokens: int | None
    cached_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    total_tokens: int | None


class _ResponseView:
    """The parts that need no protocol."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _wire_view(self) -> dict[str, Any]: ...
        @property
        def output_text(self) -> str: ...
        @property
        def reasoning_text(self) -> str: ...
        @property
        def is_truncated(self) -> bool: ...
        @property
        def tool_calls(self) -> list[ToolCall]: ...
        def _is_finished(self) -> bool: ...
        def _refusal(self) -> str: ...
        def _ends_in_reasoning(self) -> bool: ...

    @property
    def http(self) -> HTTPInfo | None:
        """The HTTP response that it came in: headers, request id, attempts, rate limit.

        None for one that no call gave: made by hand, restored, or not yet at its end. It is no part
        of the answer's value: `to_dict`, `==`, copies and pickles leave it out.
        """
        return getattr(self, "_http", None)

    @property
    def _request_id(self) -> str | None:
        """`http.request_id`, under the name it has in other clients."""
        return None if self.http is None else self.http.request_id

    def parse(self, cls: type[T]) -> T:
        """The answer's text, which is JSON, as a value of a class.

        Args:
            cls: A dataclass, an attrs class, a pydantic model, a TypedDict, a generated model, or
                `dict` or `list` for the JSON value as it is. Attributes of a dataclass or an attrs
                class are read from keys of their name; other keys are ignored. They may be of all
                such classes, of `set`, `tuple`, unions, enums, dates, times, and what they are in.

        Raises:
            OutputIncompleteError: if the answer was cut off; there is no guessing at the rest.
            OutputParseError: if the text is not JSON, or its value does not fit the class.
            TypeError: if the class cannot be made from JSON, whatever the text.
        """
        from .structured import MismatchError, maker_of

        make = maker_of(cls)
        text = self.output_text
        if self.is_truncated:
            self._fail(
                OutputIncompleteError, "The token budget ended the answer before its end", text
            )
        try:
            value = wire.loads(text)
        except ValueError as error:
            if not self._is_finished():
                self._fail(OutputIncompleteError, "The answer is not complete", text)
            if not text.strip():
                refusal = self._refusal()
                why = f"the model refused: {refusal}" if refusal else "the answer has no text"
                self._fail(OutputParseError, f"There is nothing to parse: {why}", text)
            self._fail(OutputParseError, f"The answer is not JSON: {error}", text)
        if not self._is_finished() and not isinstance(value, (dict, list)):
            # A number or a word may go on; objects and arrays cannot.
            self._fail(OutputIncompleteError, "The answer is not complete", text)
        try:
            return make(value)
        except MismatchError as mismatch:
            name = getattr(cls, "__name__", cls)
            self._fail(OutputParseError, f"The answer is not a {name}: {mismatch}", text)

    def _fail(self, kind: type[OutputError], message: str, text: str) -> NoReturn:
        shown = f": {excerpt_of(text)!r}" if text.strip() else ""
        raise kind(f"{message}{shown}", text=text, partial=self) from None

    def _check_replay(self) -> None:
        """Refuse to send back what is half-built."""
        if (self.is_truncated or not self._is_finished()) and self._ends_in_reasoning():
            self._fail(
                OutputIncompleteError,
                "The answer was cut off in its reasoning, which cannot be sent back half-built",
                self.reasoning_text,
            )
        for call in self.tool_calls:
            if call.is_cut:
                self._fail(
                    OutputIncompleteError,
                    f"Tool call {call.id!r} ({call.name}) is half-built and cannot be sent back",
                    call.arguments_json,
                )


class ChatResponseView(_ResponseView):
    """Attributes of a chat completion; of several choices they are about the first."""

    __slots__ = ()

    def _choice(self) -> dict[str, Any]:
        choices = objects(self._wire_view().get("choices"))
        return choices[0] if choices else {}

    def _message(self) -> dict[str, Any]:
        return _object(self._choice().get("message"))

    @property
    def output_text(self) -> str:
        """The answer's text; "" if there is none."""
        return _joined(self._message().get("content"), "text")

    @property
    def reasoning_text(self) -> str:
        """The reasoning before the answer; "" if there is none."""
        message = self._message()
        return (
            text_in(message.get("reasoning_content"))
            or text_in(message.get("reasoning"))
            or _joined(message.get("content"), "reasoning")
        )

    @property
    def is_truncated(self) -> bool:
        """Whether the token budget ran out, which can happen before any answer."""
        return self._choice().get("finish_reason") == "length"

    @property
    def usage_summary(self) -> UsageSummary | None:
        """Token counts; None if the server sent no usage."""
        usage = self._wire_view().get("usage")
        if type(usage) is not dict:
            return None
        cached = _count(_object(usage.get("prompt_tokens_details")), "cached_tokens")
        if cached is None:
            cached = _count(usage, "cached_tokens")  # where Kimi has it in streams
        details = _object(usage.get("completion_tokens_details"))
        return _summary(
            _count(usage, "prompt_tokens"),
            cached,
            _count(usage, "completion_tokens"),
            _count(details, "reasoning_tokens"),
            _count(usage, "total_tokens"),
        )

    @property
    def tool_calls(self) -> list[ToolCall]:
        """The tool calls that the model asks for."""
        return chat_tool_calls(self._choice())

    def to_input(self) -> list[Any]:
        """What to append to `messages` of the next request: the assistant's message.

        `reasoning_content` and tool calls are in it unchanged. The results of the calls come
        after it, one message of the role `tool` each.

        Raises:
            OutputIncompleteError: if a tool call, or the reasoning, is half-built.
        """
        from .replay import chat_input

        self._check_replay()
        return chat_input(self._wire_view())

    def _is_finished(self) -> bool:
        return bool(self._choice().get("finish_reason"))

    def _refusal(self) -> str:
        return text_in(self._message().get("refusal"))

    def _ends_in_reasoning(self) -> bool:
        return bool(self.reasoning_text) and not (self.output_text or self.tool_calls)


class MessageResponseView(_ResponseView):
    """Attributes of a message."""

    __slots__ = ()

    def _joined(self, kind: str) -> str:
        blocks = objects(self._wire_view().get("content"))
        return joined([text_in(block.get(kind)) for block in blocks if block.get("type") == kind])

    @property
    def output_text(self) -> str:
        """The answer's text; "" if there is none."""
        return self._joined("text")

    @property
    def reasoning_text(self) -> str:
        """The reasoning in the thinking blocks; "" if there is none that can be read."""
        return self._joined("thinking")

    @property
    def is_truncated(self) -> bool:
        """Whether the token budget ran out, which can happen before any answer."""
        reason = self._wire_view().get("stop_reason")
        return reason in ("max_tokens", "model_context_window_exceeded")

    @property
    def usage_summary(self) -> UsageSummary | None:
        """Token counts; None if the server sent no usage.

        The protocol counts input tokens apart from those read from and written to the cache; here
        they are one.
        """
        usage = self._wire_view().get("usage")
        if type(usage) is not dict:
            return None
        cached = _count(usage, "cache_read_input_tokens")
        written = _count(usage, "cache_creation_input_tokens")
        fresh = _count(usage, "input_tokens")
        details = _object(usage.get("output_tokens_details"))
        return _summary(
            None if fresh is None else fresh + (cached or 0) + (written or 0),
            cached,
            _count(usage, "output_tokens"),
            _count(details, "reasoning_tokens"),
            None,
        )

    @property
    def tool_calls(self) -> list[ToolCall]:
        """The tool calls that the model asks for."""
        return message_tool_calls(self._wire_view())

    def to_input(self) -> list[Any]:
        """What to append to `messages` of the next request: the assistant's message.

        Thinking blocks, their signatures, redacted thinking and tool calls are in it unchanged and
        in order. The results of the calls come after it, in a message of the role `user`.

        Raises:
            OutputIncompleteError: if a tool call, or the reasoning, is half-built.
        """
        from .replay import message_input

        self._check_replay()
        return message_input(self._wire_view())

    def _is_finished(self) -> bool:
        return bool(self._wire_view().get("stop_reason"))

    def _refusal(self) -> str:
        return ""

    def _ends_in_reasoning(self) -> bool:
        last = objects(self._wire_view().get("content"))[-1:]
        return any(b.get("type") == "thinking" and not b.get("signature") for b in last)


class ResponsesResponseView(_ResponseView):
    """Attributes of a response of the Responses protocol."""

    __slots__ = ()

    def _items(self, kind: str) -> list[dict[str, Any]]:
        items = objects(self._wire_view().get("output"))
        return [item for item in items if item.get("type") == kind]

    def _said(self, key: str) -> str:
        """The strings that the parts of messages have under a key: texts, or refusals."""
        return joined([said_of(item.get("content"), key) for item in self._items("message")])

    @property
    def output_text(self) -> str:
        """The answer's text; "" if there is none."""
        return self._said("text")

    @property
    def reasoning_text(self) -> str:
        """The reasoning before the answer, of each item its own text or else its summary."""
        items = self._items("reasoning")
        return joined([text_in(i.get("content")) or text_in(i.get("summary")) for i in items])

    @property
    def is_truncated(self) -> bool:
        """Whether the token budget ran out, which can happen before any answer."""
        response = self._wire_view()
        reason = _object(response.get("incomplete_details")).get("reason")
        return response.get("status") == "incomplete" and reason == "max_output_tokens"

    @property
    def usage_summary(self) -> UsageSummary | None:
        """Token counts; None if the server sent no usage."""
        usage = self._wire_view().get("usage")
        if type(usage) is not dict:
            return None
        return _summary(
            _count(usage, "input_tokens"),
            _count(_object(usage.get("input_tokens_details")), "cached_tokens"),
            _count(usage, "output_tokens"),
            _count(_object(usage.get("output_tokens_details")), "reasoning_tokens"),
            _count(usage, "total_tokens"),
        )

    @property
    def tool_calls(self) -> list[ToolCall]:
        """The function and custom tool calls that the model asks for."""
        return response_tool_calls(self._wire_view())

    def to_input(self) -> list[Any]:
        """What to append to `input` of the next request: the output items.

        Reasoning items and tool calls are in it unchanged. The results of the calls come after
        them, one `function_call_output` item each.

        Raises:
            OutputIncompleteError: if a tool call, or the reasoning, is half-built.
        """
        from .replay import response_input

        self._check_replay()
        return response_input(self._wire_view())

    def _is_finished(self) -> bool:
        return self._wire_view().get("status") not in (None, "in_progress", "queued", "incomplete")

    def _refusal(self) -> str:
        return self._said("refusal")

    def _ends_in_reasoning(self) -> bool:
        last = objects(self._wire_view().get("output"))[-1:]
        return any(
            item.get("type") == "reasoning"
            and item.get("status") != "completed"
            and not item.get("encrypted_content")
            for item in last
        )


def _summary(
    tokens_in: int | None,
    cached: int | None,
    tokens_out: int | None,
    reasoning: int | None,
    total: int | None,
) -> UsageSummary:
    if total is None and tokens_in is not None and tokens_out is not None:
        total = tokens_in + tokens_out
    return UsageSummary(tokens_in, cached, tokens_out, reasoning, total)


def _count(usage: dict[str, Any], key: str) -> int | None:
    value = usage.get(key)
    return value if type(value) is int else None


def _joined(content: Any, wanted: str) -> str:
    """The text, or the reasoning, of a chat message's content."""
    return joined([text for kind, text in pieces_in(content) if kind == wanted])


def _object(value: Any) -> dict[str, Any]:
    return value if type(value) is dict else {}
