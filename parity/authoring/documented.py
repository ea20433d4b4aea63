"""Every example of the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parity.authoring.builder import (
    PATHS,
    SHORT,
    Vector,
    arguments_for,
    event_stream,
    json_body,
    sse,
)
from parity.reference.views import reasoning_of, text_of

__all__ = ["vectors"]

_NAMES = {"400": "bad_request", "401": "authentication", "429": "rate_limit", "500": "server"}
_QUOTA = ("insufficient_quota_error", "billing_error")


def vectors(document: dict[str, Any]) -> Iterator[Vector]:
    """Requests, answers, streams and errors that the document gives as examples."""
    for operation, path in PATHS.items():
        node = document["paths"][path]["post"]
        content = node["responses"]["200"]["content"]
        answers = _values(content["application/json"])
        streams = _values(content["text/event-stream"])
        plain, streamed = next(iter(answers.values())), next(iter(streams.values()))
        for name, value in _values(node["requestBody"]["content"]["application/json"]).items():
            yield _request(operation, name, value, plain, sse(streamed, operation))
        for name, value in answers.items():
            yield Vector(
                name=f"response-{SHORT[operation]}-documented-{_slug(name)}",
                kind="response",
                operation=operation,
                about=f"The documented answer {name!r}.",
                arguments=arguments_for(operation),
                answers=[json_body(value)],
                expect={
                    "text": text_of(operation, value),
                    "reasoning": reasoning_of(operation, value),
                },
                final=value,
            )
        for name, events in streams.items():
            # The stream and the answer of one name are the same answer.
            final = answers[name]
            yield Vector(
                name=f"stream-{SHORT[operation]}-documented-{_slug(name)}",
                kind="stream",
                operation=operation,
                about=f"The documented stream {name!r}; it makes the documented answer {name!r}.",
                arguments=arguments_for(operation),
                answers=[event_stream(sse(events, operation))],
                expect={
                    "state": "completed",
                    "text": text_of(operation, final),
                    "reasoning": reasoning_of(operation, final),
                },
                is_stream=True,
                events=events,
                final=final,
            )
        for status, answer in node["responses"].items():
            if status in _NAMES:
                yield from _errors(document, operation, status, answer)


def _request(operation: str, name: str, value: Any, answer: Any, streamed: bytes) -> Vector:
    arguments = {key: item for key, item in value.items() if key != "stream"}
    is_stream = bool(value.get("stream"))
    return Vector(
        name=f"request-{SHORT[operation]}-documented-{_slug(name)}",
        kind="request",
        operation=operation,
        about=f"The documented request {name!r}.",
        arguments=arguments,
        answers=[event_stream(streamed) if is_stream else json_body(answer)],
        expect={"request": request_of(operation, value)},
        is_stream=is_stream,
    )


def request_of(operation: str, body: Any) -> dict[str, Any]:
    """The request that has to arrive."""
    return {
        "method": "POST",
        "path": PATHS[operation],
        "headers": {"authorization": "Bearer parity-key", "content-type": "application/json"},
        "body": body,
    }


def _errors(document: Any, operation: str, status: str, answer: Any) -> Iterator[Vector]:
    if "$ref" in answer:
        answer = document["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    for name, value in _values(answer["content"]["application/json"]).items():
        kind = value["error"].get("type")
        error_name = "insufficient_quota" if kind in _QUOTA else _NAMES[status]
        retryable = error_name in ("rate_limit", "server")
        details = {key: value["error"].get(key) for key in ("type", "code", "message")}
        body = json_body(value, int(status), retry_after_ms="1")
        yield Vector(
            name=f"error-{SHORT[operation]}-documented-{_slug(name)}",
            kind="error",
            operation=operation,
            about=f"The documented error {name!r}.",
            arguments=arguments_for(operation),
            answers=[body],
            expect={
                "error": {"name": error_name, "status": int(status), **details},
                "retryable": retryable,
                "attempts": 2 if retryable else 1,
                "hosts": [0, 0] if retryable else [0],
            },
            max_retries=1,
        )


def _values(media: Any) -> dict[str, Any]:
    return {name: example["value"] for name, example in media["examples"].items()}


def _slug(name: str) -> str:
    return name.replace("_", "-").lower()
