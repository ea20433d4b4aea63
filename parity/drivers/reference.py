"""The driver of the independent reference."""

from __future__ import annotations

from typing import Any

from parity.drivers.protocol import serve
from parity.reference.accumulate import Reading, accumulate
from parity.reference.client import Client
from parity.reference.errors import SdkError
from parity.reference.views import calls_of, reasoning_of, replay_of, text_of


def perform(job: dict[str, Any]) -> dict[str, Any]:
    """Do what a job says."""
    client = Client(job["base_urls"], job["api_key"], job["max_retries"])
    return _replay(client, job) if job["kind"] == "replay" else _call(client, job)[0]


def _call(client: Client, job: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    operation, arguments = job["operation"], job["arguments"]
    if not job["stream"]:
        try:
            answer = client.create(operation, arguments)
        except SdkError as error:
            return {"error": error.facts}, {}
        return {"final": answer, **_views(operation, answer)}, answer
    try:
        stream = client.stream(operation, arguments)
    except SdkError as error:
        return {"events": [], "error": error.facts}, {}
    out: dict[str, Any] = {"state": "completed"}
    try:
        for _ in stream:
            pass
    except SdkError as error:
        out = {"state": "truncated" if error.facts["name"] == "stream_truncated" else "failed"}
        out["error"] = error.facts
    reading = accumulate(operation, stream.events) if stream.events else Reading()
    answer = stream.whole or reading.answer
    out |= {"shown": reading.shown, "warned": reading.warned}
    return {**out, "events": stream.events, "final": answer, **_views(operation, answer)}, answer


def _views(operation: str, answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "text": text_of(operation, answer),
        "reasoning": reasoning_of(operation, answer),
        "calls": calls_of(operation, answer),
    }


def _replay(client: Client, job: dict[str, Any]) -> dict[str, Any]:
    _, answer = _call(client, job)
    key = "input" if "input" in job["arguments"] else "messages"
    turns = [*job["arguments"][key], *replay_of(job["operation"], answer), *job["results"]]
    _call(client, {**job, "arguments": {**job["arguments"], key: turns}})
    return {}


if __name__ == "__main__":
    serve(perform)
