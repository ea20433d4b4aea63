"""What people change before a sibling's page can take the place of one of the vendor's pages."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

__all__ = ["ADAPTATIONS", "Adaptation", "adapt"]

_STATUSES = ("BadRequest", "Unauthorized", "RateLimited", "InternalError")


@dataclass(frozen=True)
class Adaptation:
    """Changes of a checkout, each because something that is named there is gone from the page.

    Attributes:
        file: The source that the page is a new version of.
        renames: Its renames in sources.toml, all of them.
        gone: Actions that may now match nothing, by the name of their overlay: parts of targets.
        actions: An overlay that goes first and brings the page into the form the others expect.
    """

    file: str
    renames: Mapping[str, str]
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    actions: str = ""


def adapt(root: Path, adaptation: Adaptation) -> None:
    """Make a checkout ready for a page."""
    _rename(root / "openapi" / "sources.toml", adaptation)
    spec = root / "overlays" / "spec"
    for name, targets in adaptation.gone.items():
        path = spec / f"{name}.overlay.yaml"
        overlay = yaml.safe_load(path.read_text(encoding="utf-8"))
        for target in targets:
            (action,) = (a for a in overlay["actions"] if target in a["target"])
            action["x-allow-no-match"] = True
        path.write_text(yaml.safe_dump(overlay, sort_keys=False), encoding="utf-8")
    if adaptation.actions:
        text = "overlay: 1.1.0\ninfo: {title: The next page, version: '1'}\nactions:\n"
        text += textwrap.indent(textwrap.dedent(adaptation.actions).strip("\n"), "  ") + "\n"
        (spec / "01-next-page.overlay.yaml").write_text(text, encoding="utf-8")


def _rename(listing: Path, adaptation: Adaptation) -> None:
    head, *tables = listing.read_text(encoding="utf-8").split("[[source]]\n")
    (index,) = (i for i, t in enumerate(tables) if f'file = "{adaptation.file}"\n' in t)
    own, _, _ = tables[index].partition("[source.renames]\n")
    lines = [f'"{old}" = "{new}"\n' for old, new in adaptation.renames.items()]
    tables[index] = f"{own}[source.renames]\n{''.join(lines)}\n"
    listing.write_text("[[source]]\n".join([head, *tables]), encoding="utf-8")


def _responses(prefix: str) -> dict[str, str]:
    return {f"responses/{name}": f"{prefix}{name}" for name in _STATUSES}


def _examples(prefix: str) -> tuple[str, ...]:
    """The error answers are written out at the operation, so there are none to give examples."""
    return tuple(f".responses.{prefix}{name}." for name in _STATUSES)


ADAPTATIONS = {
    "deepseek-v4-chat.json": Adaptation(
        "chat-completions.yaml",
        {
            "ChatCompletionResponse": "ChatCompletion",
            "Choice": "ChatChoice",
            "AssistantMessage": "ChatAssistantMessage",
            "Usage": "ChatUsage",
            "ErrorResponse": "ChatErrorResponse",
        },
        gone={
            "10-names": ("'Chat Completions'",),
            "90-examples-chat": _examples("Chat"),
        },
        # One schema a role, in a list without a name; effort inside of `thinking`; no stream told.
        actions="""
        - target: $.components.schemas
          update: {ChatInputMessage: {}}
        - target: $.components.schemas.ChatInputMessage
          copy: $.components.schemas.ChatCompletionRequest.properties.messages.items
        - target: $.components.schemas.ChatCompletionRequest.properties.messages.items.*
          remove: true
        - target: $.components.schemas.ChatCompletionRequest.properties.messages.items
          update: {$ref: '#/components/schemas/ChatInputMessage'}
        - target: $.components.schemas.ChatCompletionRequest.properties
          update: {reasoning_effort: {}}
        - target: $.components.schemas.ChatCompletionRequest.properties.reasoning_effort
          copy: >-
            $.components.schemas.ChatCompletionRequest.properties.thinking.properties.reasoning_effort
        - target: $.paths['/v1/chat/completions'].post.responses['200'].content
          update: {text/event-stream: {schema: {}}}
        """,
    ),
    "deepseek-v4-messages.json": Adaptation(
        "messages.yaml",
        {
            "CreateMessageRequest": "MessageRequest",
            "MessageResponse": "Message",
            "InputMessage": "MessagesInputMessage",
            "OutputContentBlock": "ContentBlock",
            "ContentBlock": "InputContentBlock",
            "AnthropicUsage": "MessageUsage",
            "ErrorResponse": "MessagesErrorResponse",
        },
        gone={"91-examples-messages": _examples("Messages")},
        # No stream is told of.
        actions="""
        - target: $.paths['/v1/messages'].post.responses['200'].content
          update: {text/event-stream: {schema: {}}}
        """,
    ),
    "deepseek-v4-responses.json": Adaptation(
        "responses.yaml",
        {
            "ResponsesRequest": "ResponseRequest",
            "ResponsesResponse": "Response",
            "InputItem": "ResponsesInputMessage",
            "Usage": "ResponseUsage",
            "ErrorResponse": "ResponsesErrorResponse",
        },
        gone={"10-names": ("@.name == 'Responses'",)},
        # No stream is told of, and neither what is in `incomplete_details` nor in `output`.
        actions="""
        - target: $.paths['/v1/responses'].post.responses['200'].content
          update: {text/event-stream: {schema: {}}}
        - target: $.components.schemas.Response.properties.incomplete_details
          update: {properties: {reason: {type: string}}}
        - target: $.components.schemas
          update:
            ResponseOutputItem: {type: object}
            ResponseOutputText:
              {type: object, properties: {type: {type: string}, text: {type: string}}}
        - target: $.components.schemas.Response.properties.output.items.*
          remove: true
        - target: $.components.schemas.Response.properties.output.items
          update: {$ref: '#/components/schemas/ResponseOutputItem'}
        """,
    ),
    "kimi-k3-chat.json": Adaptation(
        "chat-completions.yaml",
        {
            "ChatCompletionResponse": "ChatCompletion",
            "ChatMessage": "ChatInputMessage",
            "ErrorResponse": "ChatErrorResponse",
            **_responses("Chat"),
        },
        # Choices have no name, and their message is the one that is sent.
        actions="""
        - target: $.components.schemas
          update: {ChatChoice: {}, ChatAssistantMessage: {}}
        - target: $.components.schemas.ChatChoice
          copy: $.components.schemas.ChatCompletion.properties.choices.items
        - target: $.components.schemas.ChatCompletion.properties.choices.items.*
          remove: true
        - target: $.components.schemas.ChatCompletion.properties.choices.items
          update: {$ref: '#/components/schemas/ChatChoice'}
        - target: $.components.schemas.ChatAssistantMessage
          copy: $.components.schemas.ChatInputMessage
        - target: $.components.schemas.ChatChoice.properties.message
          update: {$ref: '#/components/schemas/ChatAssistantMessage'}
        """,
    ),
    "kimi-k3-messages.json": Adaptation(
        "messages.yaml",
        {
            "CreateMessageRequest": "MessageRequest",
            "MessageResponse": "Message",
            "Message": "MessagesInputMessage",
            "ErrorResponse": "MessagesErrorResponse",
            **_responses("Messages"),
        },
        # The page has no effort.
        actions="""
        - target: $.components.schemas.MessageRequest.properties
          update:
            output_config: {type: object, properties: {effort: {type: string, enum: [max]}}}
        """,
    ),
    "claude-messages-api.json": Adaptation(
        "messages.yaml",
        {"CreateMessageParams": "MessageRequest", "InputMessage": "MessagesInputMessage"},
    ),
}
