"""Calls over httpx: send, try again, decode."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx

from parity.reference.errors import (
    SdkError,
    error_in_event,
    error_in_value,
    error_of_answer,
    is_retryable,
)
from parity.reference.sse import EventReader

__all__ = ["Client", "Stream"]

_PATHS = {"chat": "/v1/chat/completions", "messages": "/v1/messages", "responses": "/v1/responses"}
_ANSWERS = {"chat": "choices", "messages": "content", "responses": "output"}
_FAILOVER = (502, 503, 504, 524)
_TERMINAL = ("message_stop", "response.completed", "response.incomplete")


class Client:
    """Calls of one driver.

    Args:
        base_urls: In order; the next is asked after a failure of what is behind one.
        max_retries: How often to try again.
    """

    # Making one reads all certificates, which no loopback server needs.
    _http = httpx.Client(timeout=10)

    def __init__(self, base_urls: list[str], api_key: str, max_retries: int) -> None:
        self._urls = base_urls
        self._max_retries = max_retries
        self._key = api_key

    def create(self, operation: str, body: dict[str, Any]) -> dict[str, Any]:
        """A whole answer.

        Raises:
            SdkError: by neutral name.
        """
        response = self._send(operation, body)
        try:
            value = json.loads(response.read())
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise SdkError("response", status=response.status_code)
        error = error_in_value(value)
        if error is not None:
            raise error
        if not isinstance(value.get(_ANSWERS[operation.partition(".")[0]]), list):
            raise SdkError("response", status=response.status_code)
        return value

    def stream(self, operation: str, body: dict[str, Any]) -> Stream:
        """An answer as events.

        Raises:
            SdkError: by neutral name.
        """
        return Stream(operation, self._send(operation, {**body, "stream": True}))

    def _send(self, operation: str, body: dict[str, Any]) -> httpx.Response:
        path = _PATHS[operation.partition(".")[0]]
        content = json.dumps(body, ensure_ascii=False).encode()
        host = 0
        for attempt in range(self._max_retries + 1):
            request = self._http.build_request(
                "POST",
                self._urls[host] + path,
                content=content,
                headers={
                    "content-type": "application/json",
                    "authorization": f"Bearer {self._key}",
                },
            )
            try:
                response = self._http.send(request, stream=True)
            except httpx.HTTPError:
                if attempt == self._max_retries:
                    raise SdkError("connection") from None
                continue
            if response.is_success:
                return response
            error = _refusal(response)
            last = attempt == self._max_retries
            if last or not is_retryable(error, response.headers.get("x-should-retry")):
                raise error
            if response.status_code in _FAILOVER and len(self._urls) > 1:
                host = (host + 1) % len(self._urls)
            else:
                time.sleep(float(response.headers.get("retry-after-ms", "50")) / 1000)
        raise AssertionError("the last attempt returns or raises")


def _refusal(response: httpx.Response) -> SdkError:
    content = response.read()
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        content = content.partition(b"data:")[2].partition(b"\n\n")[0]
    try:
        return error_of_answer(response.status_code, json.loads(content))
    except ValueError:
        return error_of_answer(response.status_code, None)


class Stream:
    """The events of a stream.

    Attributes:
        events: Those that have been read.
        whole: The answer, where a server sends it as one JSON object instead of a stream.
    """

    def __init__(self, operation: str, response: httpx.Response) -> None:
        self.events: list[dict[str, Any]] = []
        self.whole: dict[str, Any] | None = None
        self._is_chat = operation.startswith("chat.")
        self._response = response

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Read on to the end.

        Raises:
            SdkError: by neutral name; `events` has what came before.
        """
        if not self._is_event_stream():
            return
        reader = EventReader()
        try:
            for piece in self._response.iter_raw():
                for name, data in reader.feed(piece):
                    event = self._read(name, data)
                    if event is None:
                        return
                    yield event
                    if event.get("type") in _TERMINAL:
                        return
            rest = reader.end()
        except (httpx.HTTPError, UnicodeDecodeError):
            raise SdkError("stream_truncated", status=200) from None
        finally:
            self._response.close()
        yield from self._finish(rest)

    def _is_event_stream(self) -> bool:
        kind = self._response.headers.get("content-type", "")
        if kind.startswith("text/event-stream"):
            return True
        try:
            value = json.loads(self._response.read())
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise SdkError("stream_protocol", status=200)
        error = error_in_event(value)
        if error is not None:
            raise error
        self.whole = value
        return False

    def _finish(self, rest: tuple[str, str] | None) -> Iterator[dict[str, Any]]:
        if rest is not None:
            name, data = rest
            if data.strip() == "[DONE]":
                return
            if not _is_object(data):
                raise SdkError("stream_truncated", status=200)
            event = self._read(name, data)
            if event is not None:
                yield event
                if event.get("type") in _TERMINAL:
                    return
        choices = {c["index"]: c for e in self.events for c in e.get("choices") or []}
        if not self._is_chat or not any(c.get("finish_reason") for c in choices.values()):
            raise SdkError("stream_truncated", status=200)

    def _read(self, name: str, data: str) -> dict[str, Any] | None:
        """The event in a frame; None for the sentinel."""
        if self._is_chat and data.strip() == "[DONE]":
            return None
        if not _is_object(data):
            raise SdkError("stream_protocol", status=200)
        event: dict[str, Any] = json.loads(data)
        if not self._is_chat and "type" not in event and name != "message":
            event["type"] = name
        error = error_in_event(event)
        if error is not None:
            raise error
        self.events.append(event)
        return event


def _is_object(data: str) -> bool:
    try:
        return isinstance(json.loads(data), dict)
    except ValueError:
        return False
