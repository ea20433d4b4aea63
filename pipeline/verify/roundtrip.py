"""Round trips: every example of the document, through the generated models and back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import Problem
from pipeline.pointer import join
from pipeline.references import answers, follow_reference, operations
from pipeline.surface.streams import is_event_stream
from pipeline.types import Json, JsonObject, Tree

__all__ = ["Case", "cases", "round_trip"]

_DRIVER = Path(__file__).with_name("driver.py")
_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Case:
    """An example and what it is an example of.

    Attributes:
        pointer: Of the example's value.
        operation: The operationId.
        place: `request`, `event`, or the status of the answer.
        value: The example.
    """

    pointer: str
    operation: str
    place: str
    value: Json


def round_trip(files: Tree, tree: JsonObject, package_name: str) -> tuple[int, list[Problem]]:
    """Decode and encode every example in a process of its own, with warnings as errors.

    Returns:
        How many values went round, and a problem for each that did not.
    """
    found = list(cases(tree))
    with tempfile.TemporaryDirectory(prefix="verify-") as folder:
        for path, data in files.items():
            if path.startswith(f"{package_name}/"):
                target = Path(folder) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        request = [[c.pointer, c.operation, c.place, c.value] for c in found]
        try:
            done = subprocess.run(
                [sys.executable, "-X", "utf8", "-B", str(_DRIVER), folder, package_name],
                input=json.dumps(request).encode(),
                capture_output=True,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            reason = f"the examples are not decoded and encoded within {_SECONDS:g} seconds"
            return 0, [Problem(reason, document=package_name)]
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip()
        last = words.splitlines()[-1] if words else "no message"
        # The innermost frame in the package: where a traceback or a syntax error points.
        places = re.findall(rf'File "[^"]*?({package_name}/[^"]+)", line (\d+)', words)
        document, line = places[-1] if places else (package_name, None)
        reason = f"the generated package cannot be used: {last}"
        return 0, [Problem(reason, document=document, line=line and int(line))]
    failures: list[tuple[str, str]] = json.loads(done.stdout)
    remedy = "Example and schema do not fit: change the one that is out of date, by overlay"
    return len(found), [
        Problem(reason, document="openapi.yaml", pointer=pointer, remedy=remedy)
        for pointer, reason in failures
    ]


def cases(tree: JsonObject) -> Iterator[Case]:
    """The examples of every operation: requests, answers, and each event of its streams."""
    for _, _, operation, pointer, _ in operations(tree):
        name = operation["operationId"]
        if "requestBody" in operation:
            body, at = follow_reference(
                tree, operation["requestBody"], join(pointer, "requestBody")
            )
            yield from _content_cases(tree, body, at, name, "request")
        for status, answer in answers(operation):
            answer, at = follow_reference(tree, answer, join(pointer, "responses", status))
            yield from _content_cases(tree, answer, at, name, status)


def _content_cases(
    tree: JsonObject, node: JsonObject, pointer: str, operation: str, place: str
) -> Iterator[Case]:
    for media_type, media in (node.get("content") or {}).items():
        here = join(pointer, "content", media_type)
        is_stream = is_event_stream(media_type)
        for at, value in _examples(tree, media, here):
            if is_stream and isinstance(value, list):
                for index, event in enumerate(value):
                    yield Case(join(at, index), operation, "event", event)
            elif not is_stream:
                yield Case(at, operation, place, value)


def _examples(tree: JsonObject, media: JsonObject, pointer: str) -> Iterator[tuple[str, Json]]:
    if "example" in media:
        yield join(pointer, "example"), media["example"]
    for name, example in (media.get("examples") or {}).items():
        example, at = follow_reference(tree, example, join(pointer, "examples", name))
        if "value" in example:
            yield join(at, "value"), example["value"]
