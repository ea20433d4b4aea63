"""The vectors as values: what a case folder holds, and how it is read."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["VECTORS", "Answer", "Case", "load_case", "load_cases"]

VECTORS = Path(__file__).parent / "vectors"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server plays for one request.

    Attributes:
        status: HTTP status; 0 means that the connection is closed without an answer.
        headers: Response headers, `content-type` among them.
        body: The bytes of the body.
        chunks: Offsets at which the body is cut into separate writes.
        then: After the body: `end` ends it, `reset` breaks the connection off in the middle of the
            body, `hold` leaves it open.
    """

    status: int
    headers: dict[str, str]
    body: bytes
    chunks: tuple[int, ...] = ()
    then: str = "end"


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what is asked, what the server does, and what an SDK has to make of it.

    Attributes:
        name: The folder's name.
        kind: `request`, `response`, `stream`, `error` or `replay`.
        operation: The document's operationId.
        stream: Whether the call asks for a stream.
        arguments: The arguments of the call, by wire name.
        follow_up: For `replay`, the arguments of the second call; the answer of the first is put
            at the end of its `messages` or `input`, and then `results`.
        results: For `replay`, what is appended behind the answer.
        answers: One for each request; the last is repeated.
        hosts: How many base URLs the client has.
        max_retries: How often the client may try again.
        expect: What has to come out, by field.
    """

    name: str
    kind: str
    operation: str
    about: str
    stream: bool
    arguments: dict[str, Any]
    answers: tuple[Answer, ...]
    expect: dict[str, Any]
    results: list[Any] = field(default_factory=list)
    hosts: int = 1
    max_retries: int = 0


def load_case(folder: Path) -> Case:
    """Read a case folder; see `vectors/README.md` for the files."""
    case = json.loads((folder / "case.json").read_bytes())
    expect = json.loads((folder / "expect.json").read_bytes())
    if (folder / "events.jsonl").exists():
        lines = (folder / "events.jsonl").read_bytes().split(b"\n")
        expect["events"] = [json.loads(line) for line in lines if line]
    if (folder / "final.json").exists():
        expect["final"] = json.loads((folder / "final.json").read_bytes())
    return Case(
        name=folder.name,
        kind=case["kind"],
        operation=case["operation"],
        about=case["about"],
        stream=case["stream"],
        arguments=case["arguments"],
        results=case.get("results", []),
        answers=tuple(_answer(folder, answer) for answer in case["answers"]),
        hosts=case.get("hosts", 1),
        max_retries=case.get("max_retries", 0),
        expect=expect,
    )


def _answer(folder: Path, answer: dict[str, Any]) -> Answer:
    body = (folder / answer["body"]).read_bytes() if "body" in answer else b""
    cut = answer.get("chunks", "whole")
    offsets: tuple[int, ...] = ()
    if isinstance(cut, dict) and "size" in cut:
        offsets = tuple(range(cut["size"], len(body), cut["size"]))
    elif isinstance(cut, dict):
        offsets = tuple(cut["at"])
    return Answer(
        answer["status"], answer.get("headers", {}), body, offsets, answer.get("then", "end")
    )


def load_cases(folder: Path = VECTORS) -> list[Case]:
    """All cases, sorted by name."""
    return [load_case(path.parent) for path in sorted(folder.glob("*/case.json"))]
