"""The rows of docs/migrating.md: another package's code beside ours, and what either gives."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import evolink_kimi
import pytest
from evolink_kimi.testing import MockGateway, Reply, ToolCall, Usage

__all__ = ["Row", "Side", "here", "rows", "worth"]

_HEADING: Final = re.compile(r"## From `(openai|anthropic)`(?:, (.*))?$")
_RESOURCES: Final[Mapping[str | None, str]] = {
    "Chat Completions": "chat.completions",
    "Responses": "responses",
    None: "messages",
}
_CODE: Final = re.compile(r"`([^`]+)`")
_LINK: Final = re.compile(r"\[[^\]]*\]\([^)]*\)")
_MESSAGES: Final = [{"role": "user", "content": "Why is the sky blue?"}]
_QUESTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "chat.completions": {"model": "kimi-k3.1-pro", "messages": _MESSAGES},
    "messages": {"model": "kimi-k3.1-pro", "messages": _MESSAGES, "max_tokens": 1024},
    "responses": {"model": "kimi-k3.1-pro", "input": _MESSAGES},
}
_REPLY: Final = Reply(
    reasoning="Short waves scatter.",
    text="Let me look.",
    tool_calls=[ToolCall("get_weather", {"city": "Zürich"})],
    usage=Usage(input=9, output=5, reasoning=3),
    headers={"X-Request-Id": "req_7", "Request-Id": "req_7"},
)


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Attributes:
        line: Its line in the document.
        package: The package on its left.
        resource: The resource its calls belong to, such as `chat.completions`.
        theirs: The pieces of code on its left.
        ours: Those on its right; "same" stands for the left ones.
    """

    line: int
    package: str
    resource: str
    theirs: tuple[str, ...]
    ours: tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """One of the two packages.

    Attributes:
        make: Makes its client, from the URL of a gateway.
        names: What its code may name, beside what an example has.
        failure: The base of its errors.
    """

    make: Callable[[str], Any]
    names: Mapping[str, Any]
    failure: type[Exception]


def here() -> Side:
    """This client's side."""
    return Side(
        make=lambda url: evolink_kimi.Kimi(api_key="key", base_url=url),
        names={name: getattr(evolink_kimi, name) for name in evolink_kimi.__all__},
        failure=evolink_kimi.KimiError,
    )


def rows(document: Path) -> Iterator[Row]:
    """The rows of the tables that have another package's code on their left."""
    package, resource = "", ""
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            heading = _HEADING.match(line)
            package, resource = (heading[1], _RESOURCES[heading[2]]) if heading else ("", "")
        if not package or not line.startswith("| `") or line.endswith("| `evolink_kimi` |"):
            continue
        left, right = line.strip("| ").split(" | ")
        theirs = tuple(_CODE.findall(left))
        ours = tuple(_CODE.findall(_LINK.sub("", right)))
        is_same = right.partition(",")[0] == "same"
        yield Row(number, package, resource, theirs, (*theirs, *ours) if is_same else ours)


def worth(code: str, side: Side, resource: str) -> Any:
    """What a piece of code gives, as JSON has it; `...` for what JSON has no form for.

    It finds a client, a question, and by their names what came of it; each is made when it is
    named.
    """
    tree = ast.parse(code, mode="eval")
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    with _at_one_moment(), MockGateway(_REPLY) as gateway, ExitStack() as stack:
        client = side.make(gateway.base_url)
        stack.callback(client.close)
        question = dict(_QUESTIONS[resource])
        calls = attrgetter(resource)(client)
        space = {**side.names, "json": json, "url": gateway.base_url}
        space |= {"client": client, "question": question}
        if "answer" in named:
            space["answer"] = calls.create(**question)
        if "events" in named:
            space["events"] = calls.create(**question, stream=True)
        if "stream" in named:
            space["stream"] = stack.enter_context(calls.stream(**question))
        if "raw" in named:
            space["raw"] = calls.with_raw_response.create(**question)
        if "error" in named:
            gateway.enqueue(Reply.error(400))
            try:
                calls.create(**question)
            except side.failure as error:
                space["error"] = error
        value = eval(compile(tree, code, "eval"), space)
        assert all(request.status in (200, 400) for request in gateway.requests)
        return _plain(value)


@contextmanager
def _at_one_moment() -> Iterator[None]:
    """All answers of mock gateways tell of the same time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evolink_kimi.testing.turn.time", SimpleNamespace(time=lambda: 1.8e9))
        yield


def _plain(value: Any) -> Any:
    """JSON without nulls, which some clients add."""
    if hasattr(value, "to_dict"):
        value = value.to_dict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, str | int | float) else ...
