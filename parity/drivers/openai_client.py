"""The driver of the `openai` package, an outside witness for two of the protocols."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import Any

from parity.drivers.protocol import serve

# By name: it is a requirement of the parity session alone, not of the type checkers.
openai: Any = import_module("openai")

_VIEWS = "the package has its own views"
_STREAM = "create(stream=True) gives events only: no response at the end, and no state"


def perform(job: dict[str, Any]) -> dict[str, Any]:
    """Do what a job says."""
    if job["operation"].startswith("messages."):
        return _unsupported("the package does not speak this protocol")
    if job["kind"] == "error":
        return _unsupported("the package has error classes of its own")
    if job["kind"] == "replay":
        return _unsupported("the package has no helper for it")
    client = openai.OpenAI(
        base_url=job["base_urls"][0] + "/v1", api_key=job["api_key"], max_retries=0, timeout=10.0
    )
    resource = attrgetter(job["operation"].rpartition(".")[0])(client)
    if not job["stream"]:
        answer = resource.create(**job["arguments"])
        return {
            "final": _plain(answer),
            "unsupported": dict.fromkeys(("text", "reasoning", "calls"), _VIEWS),
        }
    names = ("text", "reasoning", "calls", "shown", "warned", "final", "state")
    events: list[Any] = []
    out = {"events": events, "unsupported": dict.fromkeys(names, _STREAM)}
    try:
        for event in resource.create(**job["arguments"], stream=True):
            events.append(_plain(event))
    except Exception as error:
        # Whatever it raises: the package has no error for a stream that was cut off.
        if not job["may_break"]:
            raise
        out["raised"] = type(error).__name__
    return out


def _plain(model: Any) -> Any:
    return model.to_dict(mode="json", exclude_unset=True, warnings=False)


def _unsupported(why: str) -> dict[str, Any]:
    return {"unsupported": {"*": why}}


if __name__ == "__main__":
    serve(perform)
