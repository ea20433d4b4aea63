"""Requests: plain dicts are checked, models and dicts can be mixed, any sequence will do."""

from evolink_kimi import Kimi
from evolink_kimi.types import (
    ChatAssistantInputMessage,
    ChatCompletionRequest,
    ChatCompletionRequestParam,
    ChatFunctionDefinition,
    ChatInputMessage,
    ChatInputMessageParam,
    ChatTool,
    ChatToolParam,
    ChatUserInputMessage,
    ChatUserInputMessageParam,
    KimiModel,
    MessagesInputMessageParam,
    MessageToolParam,
    ReasoningEffort,
    ResponseInputItemParam,
    ResponseToolParam,
)

client = Kimi(api_key="key")


def every_role() -> list[ChatInputMessageParam]:
    messages: list[ChatInputMessageParam] = []
    messages.append({"role": "system", "content": "Be brief."})
    messages.append({"role": "user", "content": "Hello", "name": "Ada"})
    messages.append(
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "What is this?"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
            ],
        }
    )
    messages.append(
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "",
            "tool_calls": [
                {"id": "1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
            ],
        }
    )
    messages.append({"role": "tool", "tool_call_id": "1", "content": "42"})
    messages.append(ChatUserInputMessage(content="Hello"))
    return messages


def any_sequence(model: KimiModel, effort: ReasoningEffort) -> None:
    create = client.chat.completions.create
    create(model=model, messages=[{"role": "user", "content": "Hello"}], reasoning_effort=effort)
    create(model=model, messages=({"role": "user", "content": "Hello"},))
    create(model="another-model", messages=every_role(), reasoning_effort="medium")
    create(model=model, messages=[ChatUserInputMessage(content="Hello")])
    create(
        model=model,
        messages=[
            {"role": "system", "content": "Be brief."},
            ChatUserInputMessage(content="Hello"),
            ChatAssistantInputMessage(content="Hi", reasoning_content="A greeting."),
        ],
    )
    users: list[ChatUserInputMessageParam] = [{"role": "user", "content": "Hello"}]
    create(model=model, messages=users)
    models: list[ChatUserInputMessage] = [ChatUserInputMessage(content="Hello")]
    create(model=model, messages=models)
    union: list[ChatInputMessage] = [ChatUserInputMessage(content="Hello")]
    create(model=model, messages=union)


def tools() -> None:
    tool: ChatToolParam = {
        "type": "function",
        "function": {
            "name": "look",
            "parameters": {"type": "object", "properties": {"at": {"type": "string"}}},
        },
    }
    client.chat.completions.create(
        model="kimi-k3",
        messages=every_role(),
        tools=[tool, ChatTool(function=ChatFunctionDefinition(name="see", parameters={}))],
        tool_choice={"type": "function", "function": {"name": "look"}},
    )
    client.chat.completions.create(
        model="kimi-k3", messages=every_role(), tools=[tool], tool_choice="auto", stop=["a", "b"]
    )
    other: MessageToolParam = {"name": "look", "input_schema": {"type": "object"}}
    turns: list[MessagesInputMessageParam] = [
        {"role": "user", "content": "Look."},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm.", "signature": "s"},
                {"type": "tool_use", "id": "1", "name": "look", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "1",
                    "content": [{"type": "text", "text": "A cat."}],
                }
            ],
        },
    ]
    client.messages.create(model="kimi-k3", max_tokens=64, messages=turns, tools=[other])
    third: ResponseToolParam = {"type": "function", "name": "look", "parameters": {}}
    items: list[ResponseInputItemParam] = [
        {"role": "user", "content": "Look."},
        {"type": "function_call", "call_id": "1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": "A cat."},
    ]
    client.responses.create(model="kimi-k3", input=items, tools=[third])


def whole_requests() -> None:
    request: ChatCompletionRequestParam = {
        "model": "kimi-k3",
        "messages": [{"role": "user", "content": "Hello"}],
    }
    client.chat.completions.create(**request)
    ChatCompletionRequest(model="kimi-k3", messages=[{"role": "user", "content": "Hello"}])
    ChatCompletionRequest(model="kimi-k3", messages=[ChatUserInputMessage(content="Hello")])


def refused() -> None:
    create = client.chat.completions.create
    create(model="kimi-k3", messages=[{"role": "user", "contents": "Hello"}])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    create(model="kimi-k3", messages=[{"role": "usr", "content": "Hello"}])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    create(model="kimi-k3", messages=[{"role": "user", "content": 3}])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    create(model="kimi-k3", messages={"role": "user", "content": "Hello"})  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    create(model="kimi-k3", messages="Hello")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    create(model="kimi-k3", messages=every_role(), tools=[{"type": "function"}])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    create(
        model="kimi-k3",
        messages=[
            {"role": "user", "content": [{"type": "text", "txt": "Hello"}]},  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
        ],
    )
    user: ChatUserInputMessageParam = {"role": "user", "contents": "Hello"}  # type: ignore[typeddict-item, typeddict-unknown-key]  # pyright: ignore[reportAssignmentType]
    user = {"role": "user"}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]
    user = {"role": "system", "content": "Hello"}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]
    print(user)
    ChatUserInputMessage(contents="Hello")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    ChatUserInputMessage("Hello")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
