"""The driver of the generated Python client, sync or (`--async`) async.

The sync driver takes and reads typed models, the async one plain JSON.
"""

from __future__ import annotations

import asyncio
import sys
import warnings
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import evolink_kimi
import httpx
from evolink_kimi import AsyncKimi, Kimi

from parity.drivers.protocol import serve
from parity.drivers.python_typed import arguments_of, read

_NAMES = {
    evolink_kimi.APIStatusError: "status",
    evolink_kimi.BadRequestError: "bad_request",
    evolink_kimi.AuthenticationError: "authentication",
    evolink_kimi.InsufficientQuotaError: "insufficient_quota",
    evolink_kimi.PermissionDeniedError: "permission_denied",
    evolink_kimi.NotFoundError: "not_found",
    evolink_kimi.ConflictError: "conflict",
    evolink_kimi.RequestTooLargeError: "request_too_large",
    evolink_kimi.UnprocessableEntityError: "unprocessable",
    evolink_kimi.RateLimitError: "rate_limit",
    evolink_kimi.InternalServerError: "server",
    evolink_kimi.OverloadedError: "overloaded",
    evolink_kimi.APIConnectionError: "connection",
    evolink_kimi.APITimeoutError: "timeout",
    evolink_kimi.APIResponseError: "response",
    evolink_kimi.StreamTruncatedError: "stream_truncated",
    evolink_kimi.StreamProtocolError: "stream_protocol",
    evolink_kimi.StreamTimeoutError: "stream_timeout",
}


# One for all cases: making one reads all certificates, which no loopback server needs.
@cache
def _http() -> httpx.Client:
    return httpx.Client()


@cache
def _http_async() -> httpx.AsyncClient:
    return httpx.AsyncClient()


def _options(job: dict[str, Any]) -> dict[str, Any]:
    names = ("api_key", "max_retries")
    return {"base_url": job["base_urls"], "timeout": 10.0} | {name: job[name] for name in names}


def _answered(answer: Any, encode: Callable[[Any], Any]) -> dict[str, Any]:
    return {
        "final": encode(answer),
        "text": answer.output_text,
        "reasoning": answer.reasoning_text,
        "calls": [
            {
                "id": call.id,
                "name": call.name,
                "arguments": call.arguments if call.is_complete else None,
            }
            for call in answer.tool_calls
        ],
    }


def _failed(error: evolink_kimi.KimiError) -> dict[str, Any]:
    facts = {
        name: getattr(error, name, None)
        for name in ("status_code", "type", "code", "message", "request_id")
    }
    facts["status"] = facts.pop("status_code")
    return {"error": {"name": _NAMES[type(error)], **facts}}


def _plain(model: Any) -> Any:
    return model.to_dict()


def _add(shown: list[list[str]], delta: evolink_kimi.Delta) -> None:
    if shown and shown[-1][0] == delta.kind:
        shown[-1][1] += delta.text
    else:
        shown.append(list(delta))


def _warned(told: list[warnings.WarningMessage]) -> bool:
    return any(issubclass(warning.category, evolink_kimi.StreamWarning) for warning in told)


def _broken(
    error: evolink_kimi.KimiError, events: list[Any], encode: Callable[[Any], Any]
) -> dict[str, Any]:
    is_cut = isinstance(error, evolink_kimi.StreamTruncatedError)
    out = {"state": "truncated" if is_cut else "failed", "events": events, **_failed(error)}
    if error.partial is not None:
        out |= _answered(error.partial, encode)
    return out


def _next(job: dict[str, Any], answer: Any) -> dict[str, Any]:
    key = "input" if "input" in job["arguments"] else "messages"
    turns = [*job["arguments"][key], *answer.to_input(), *job["results"]]
    return {**job["arguments"], key: turns}


def perform(job: dict[str, Any]) -> dict[str, Any]:
    """Do what a job says, with the sync client."""
    resource = attrgetter(job["operation"].rpartition(".")[0])
    client = Kimi(**_options(job), http_client=_http())
    observation, answer = _call(resource(client), job)
    if job["kind"] != "replay":
        return observation
    _call(resource(client), {**job, "arguments": _next(job, answer)})
    return {}


def _call(resource: Any, job: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    events: list[Any] = []
    arguments = arguments_of(job["operation"], job["arguments"])
    try:
        if not job["stream"]:
            answer = resource.create(**arguments)
            return _answered(answer, read), answer
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", evolink_kimi.StreamWarning)
            with resource.stream(**arguments) as stream:
                events.extend(read(event) for event in stream)
                answer = stream.get_final()
        out = {"state": "completed", "events": events, "warned": _warned(told)}
        if job["kind"] == "stream":
            out["shown"] = _shown(resource, arguments)
        return {**out, **_answered(answer, read)}, answer
    except evolink_kimi.KimiError as error:
        return _broken(error, events, read) if job["stream"] else _failed(error), None


def _shown(resource: Any, arguments: dict[str, Any]) -> list[list[str]]:
    """What one sees who reads the deltas, in a call of its own: a stream is read once."""
    shown: list[list[str]] = []
    with warnings.catch_warnings(action="ignore"), resource.stream(**arguments) as stream:
        for delta in stream.deltas():
            _add(shown, delta)
    return shown


async def perform_async(job: dict[str, Any]) -> dict[str, Any]:
    """Do what a job says, with the async client."""
    resource = attrgetter(job["operation"].rpartition(".")[0])
    client = AsyncKimi(**_options(job), http_client=_http_async())
    observation, answer = await _call_async(resource(client), job)
    if job["kind"] != "replay":
        return observation
    await _call_async(resource(client), {**job, "arguments": _next(job, answer)})
    return {}


async def _call_async(resource: Any, job: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    events: list[Any] = []
    try:
        if not job["stream"]:
            answer = await resource.create(**job["arguments"])
            return _answered(answer, _plain), answer
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", evolink_kimi.StreamWarning)
            async with resource.stream(**job["arguments"]) as stream:
                async for event in stream:
                    events.append(_plain(event))
                answer = await stream.get_final()
        out = {"state": "completed", "events": events, "warned": _warned(told)}
        if job["kind"] == "stream":
            out["shown"] = await _shown_async(resource, job["arguments"])
        return {**out, **_answered(answer, _plain)}, answer
    except evolink_kimi.KimiError as error:
        return _broken(error, events, _plain) if job["stream"] else _failed(error), None


async def _shown_async(resource: Any, arguments: dict[str, Any]) -> list[list[str]]:
    shown: list[list[str]] = []
    with warnings.catch_warnings(action="ignore"):
        async with resource.stream(**arguments) as stream:
            async for delta in stream.deltas():
                _add(shown, delta)
    return shown


if __name__ == "__main__":
    if "--async" in sys.argv[1:]:
        with asyncio.Runner() as runner:
            serve(lambda job: runner.run(perform_async(job)))
    else:
        serve(perform)
