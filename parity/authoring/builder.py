"""What the vectors are made of: answers, streams as bytes, and the files of a case."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

__all__ = [
    "CHAT",
    "MESSAGES",
    "PATHS",
    "RESPONSES",
    "Body",
    "Files",
    "Vector",
    "arguments_for",
    "error",
    "event_stream",
    "json_body",
    "response",
    "sse",
    "stream",
]

CHAT = "chat.completions.create"
MESSAGES = "messages.create"
RESPONSES = "responses.create"
PATHS = {CHAT: "/v1/chat/completions", MESSAGES: "/v1/messages", RESPONSES: "/v1/responses"}
SHORT = {CHAT: "chat", MESSAGES: "messages", RESPONSES: "responses"}

Files: TypeAlias = dict[str, bytes]
Chunks: TypeAlias = "str | Mapping[str, Any]"


@dataclass(frozen=True, slots=True)
class Body:
    """An answer; see `parity.cases.Answer`."""

    content: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: Chunks = "whole"
    then: str = "end"


@dataclass(frozen=True, slots=True)
class Vector:
    """A case before it is put into files."""

    name: str
    kind: str
    operation: str
    about: str
    arguments: Mapping[str, Any]
    answers: Sequence[Body]
    expect: Mapping[str, Any]
    is_stream: bool = False
    events: Sequence[Any] | None = None
    final: Any = None
    results: Sequence[Any] = ()
    hosts: int = 1
    max_retries: int = 0
    sources: Sequence[str] = ()

    def files(self) -> Files:
        """The files of the case's folder."""
        case: dict[str, Any] = {
            "kind": self.kind,
            "operation": self.operation,
            "about": self.about,
        }
        if self.sources:
            case["sources"] = list(self.sources)
        case |= {"stream": self.is_stream, "arguments": dict(self.arguments)}
        if self.results:
            case["results"] = list(self.results)
        if self.hosts != 1:
            case["hosts"] = self.hosts
        if self.max_retries:
            case["max_retries"] = self.max_retries
        files: Files = {}
        case["answers"] = []
        for number, answer in enumerate(self.answers, 1):
            name = "body.raw" if len(self.answers) == 1 else f"body-{number}.raw"
            told: dict[str, Any] = {"status": answer.status}
            if answer.headers:
                told["headers"] = dict(answer.headers)
            if answer.content:
                files[name] = answer.content
                told["body"] = name
            if answer.chunks != "whole":
                told["chunks"] = answer.chunks
            if answer.then != "end":
                told["then"] = answer.then
            case["answers"].append(told)
        files["case.json"] = _json(case)
        files["expect.json"] = _json(dict(self.expect))
        if self.events is not None:
            files["events.jsonl"] = b"".join(_line(event) for event in self.events)
        if self.final is not None:
            files["final.json"] = _json(self.final)
        return files


def _json(value: Any) -> bytes:
    # ASCII only: what is told by case about U+2028 or half a surrogate pair is told by escapes.
    return (json.dumps(value, indent=2) + "\n").encode("ascii")


def _line(value: Any) -> bytes:
    return (json.dumps(value, separators=(",", ":")) + "\n").encode("ascii")


def arguments_for(operation: str) -> dict[str, Any]:
    """The least that a call of an operation takes."""
    question = [{"role": "user", "content": "Hi"}]
    if operation == RESPONSES:
        return {"model": "kimi-k3", "input": "Hi"}
    if operation == MESSAGES:
        return {"model": "kimi-k3", "max_tokens": 64, "messages": question}
    return {"model": "kimi-k3", "messages": question}


def json_body(value: Any, status: int = 200, **headers: str) -> Body:
    """A JSON answer; underscores in header names stand for hyphens."""
    content = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Body(content, status, {"content-type": "application/json", **named})


def event_stream(content: bytes, chunks: Chunks = "whole", then: str = "end") -> Body:
    """An event stream of these bytes."""
    return Body(content, 200, {"content-type": "text/event-stream"}, chunks, then)


def sse(events: Iterable[Any], operation: str = CHAT, *, done: bool | None = None) -> bytes:
    """Events as a server of the protocol sends them, with the sentinel where it has one."""
    frames: list[str] = []
    for event in events:
        data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        name = f"event: {event['type']}\n" if operation != CHAT else ""
        frames.append(f"{name}data: {data}\n\n")
    if done if done is not None else operation == CHAT:
        frames.append("data: [DONE]\n\n")
    return "".join(frames).encode()


def stream(
    name: str,
    operation: str,
    about: str,
    body: Body | bytes,
    *,
    events: Sequence[Any] | None = None,
    final: Any = None,
    text: str = "",
    reasoning: str = "",
    state: str = "completed",
    sources: Sequence[str] = (),
    **more: Any,
) -> Vector:
    """A stream case; without `events` an SDK may give whatever events it makes up.

    `more` is what else is expected, where it is not None: `shown`, `calls`, `warned`.
    """
    return Vector(
        name=f"stream-{SHORT[operation]}-{name}",
        kind="stream",
        operation=operation,
        about=about,
        arguments=arguments_for(operation),
        answers=[event_stream(body) if isinstance(body, bytes) else body],
        expect={"state": state, "text": text, "reasoning": reasoning, **_given(more)},
        is_stream=True,
        events=events,
        final=final,
        sources=sources,
    )


def response(
    name: str,
    operation: str,
    about: str,
    value: Any,
    *,
    text: str = "",
    reasoning: str = "",
    raw: bytes | None = None,
    sources: Sequence[str] = (),
    **more: Any,
) -> Vector:
    """A response case; `raw` is the body where it is not simply the value as JSON.

    `more` is what else is expected: `calls`.
    """
    return Vector(
        name=f"response-{SHORT[operation]}-{name}",
        kind="response",
        operation=operation,
        about=about,
        arguments=arguments_for(operation),
        answers=[json_body(value if raw is None else raw)],
        expect={"text": text, "reasoning": reasoning, **_given(more)},
        final=value,
        sources=sources,
    )


def _given(expected: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in expected.items() if value is not None}


def error(
    name: str,
    operation: str,
    about: str,
    answers: Body | Sequence[Body],
    error_name: str,
    *,
    retryable: bool = False,
    attempts: int | None = None,
    hosts: Sequence[int] | None = None,
    events: Sequence[Any] | None = None,
    sources: Sequence[str] = (),
    **details: Any,
) -> Vector:
    """An error case with one retry allowed; `details` are further attributes of the error."""
    played = [answers] if isinstance(answers, Body) else list(answers)
    tries = (2 if retryable else 1) if attempts is None else attempts
    asked = [0] * tries if hosts is None else list(hosts)
    return Vector(
        name=f"error-{SHORT[operation]}-{name}",
        kind="error",
        operation=operation,
        about=about,
        arguments=arguments_for(operation),
        answers=played,
        expect={
            "error": {"name": error_name, **details},
            "retryable": retryable,
            "attempts": tries,
            "hosts": asked,
        },
        is_stream=events is not None,
        events=events,
        hosts=max(asked) + 1,
        max_retries=1,
        sources=sources,
    )
