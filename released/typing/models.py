"""Models themselves: made, read back, changed, and in the places of other libraries."""

from typing import Any, Self, assert_type

import attrs
import evolink_kimi
from evolink_kimi import (
    APIStatusError,
    KimiError,
    Model,
    RateLimitError,
    StreamTruncatedError,
    UnknownModel,
    WireTypeError,
)
from evolink_kimi.types import (
    ChatCompletion,
    ChatFunctionDefinition,
    ChatUsage,
    ChatUserInputMessage,
    KimiModel,
    ReasoningEffort,
    UnknownContentBlock,
)


def round_trips(data: dict[str, Any]) -> None:
    usage = ChatUsage.from_dict(data, strict=True)
    assert_type(usage, ChatUsage)
    assert_type(ChatUsage.from_json("{}"), ChatUsage)
    assert_type(usage.check(), ChatUsage)
    assert_type(usage.to_dict(), dict[str, Any])
    assert_type(usage.to_json(), str)
    assert_type(attrs.evolve(usage, prompt_tokens=1), ChatUsage)
    assert_type(UnknownContentBlock.from_dict(data).raw, dict[str, Any])
    ChatUsage.from_dict([])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    attrs.evolve(usage, prompt_token=1)  # type: ignore[call-arg]


def is_a_model(model: Model, unknown: UnknownModel) -> None:
    assert_type(unknown.raw, dict[str, Any])
    assert_type(model.to_dict(), dict[str, Any])


def changes(usage: ChatUsage) -> None:
    usage.prompt_tokens = 3
    usage.cached_tokens = None
    usage.prompt_tokens = None  # type: ignore[assignment]  # pyright: ignore[reportAttributeAccessIssue]
    usage.promt_tokens = 3  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


@attrs.define
class Settings:
    model: KimiModel = "kimi-k3"
    effort: ReasoningEffort = "max"
    last: ChatCompletion | None = None

    def with_model(self, model: KimiModel) -> Self:
        return attrs.evolve(self, model=model)


def names() -> None:
    assert_type(evolink_kimi.__version__, str)
    assert_type(evolink_kimi.types.UnknownContentBlock.from_dict({}).to_json(), str)
    evolink_kimi.Kimmi  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]
    evolink_kimi.types.ChatUse  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


def errors(error: KimiError) -> None:
    if isinstance(error, RateLimitError):
        assert_type(error.status_code, int)
        assert_type(error.code, str | int | None)
    if isinstance(error, WireTypeError):
        assert_type(error.pointer, str)
    if isinstance(error, StreamTruncatedError):
        assert_type(error.event_number, int | None)
    assert_type(error.request_id, str | None)
    print(APIStatusError("x", status_code=400).body)


Settings(model="another-model")
Settings(model=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
ChatFunctionDefinition(name="look", parameters={"type": "object"})
ChatFunctionDefinition(parameters={"type": "object"})  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
ChatUserInputMessage(role="system", content="Hello")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
