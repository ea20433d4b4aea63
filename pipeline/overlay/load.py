"""Read an overlay document: validate it, resolve reusable actions, compile its targets."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from pipeline.errors import PipelineError, Problem
from pipeline.overlay.query import QueryError, compile_query
from pipeline.overlay.schema import VERSIONS, violations
from pipeline.pointer import join, split
from pipeline.types import Document, Json, JsonObject

if TYPE_CHECKING:
    from jsonpath import JSONPath

__all__ = ["Action", "Overlay", "load_overlay"]

_ALLOW_NO_MATCH = "x-allow-no-match"
_COMPONENT = re.compile(r"#/components/actions/([^/]+)")


@dataclass(frozen=True, slots=True)
class Action:
    """One action, with what a reusable action (Overlay 1.2) contributes already in it.

    Attributes:
        number: 1-based place in the file.
        target: The query as written.
        query: The query compiled.
        operation: `remove`, `copy`, `update`, or None if the action says nothing to do.
        update: The value to merge; meaningful only if the operation is `update`.
        source: The compiled `copy` query, if the operation is `copy`.
        allow_no_match: Whether the target may match nothing.
        description: What the author says about it.
        line: 1-based source line, where known.
    """

    number: int
    target: str
    query: JSONPath = field(repr=False)
    operation: str | None
    update: Json = None
    source: JSONPath | None = field(default=None, repr=False)
    allow_no_match: bool = False
    description: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Overlay:
    """A valid overlay document.

    Attributes:
        name: The document's name, for messages.
        version: Feature version: `1.0`, `1.1` or `1.2`.
        title: `info.title`.
        actions: In file order.
        extends: The URI reference of the intended target document, resolved against `$self`
            where the overlay has one; it is for the caller to compare, `apply` does not.
    """

    name: str
    version: str
    title: str
    actions: tuple[Action, ...]
    extends: str | None = None


def load_overlay(document: Document) -> Overlay:
    """Read an overlay from its parsed document.

    Raises:
        PipelineError: with every problem found: no or an unsupported version, violations of the
            official schema, targets that are not RFC 9535 queries, references to reusable actions
            that do not exist, `update` beside `copy`.
    """
    tree = document.tree
    version = _version(document)
    problems = [
        _problem(document, pointer, reason, "Correct it as the Overlay Specification says")
        for pointer, reason in violations(tree, version)
    ]
    actions: list[Action] = []
    listed = tree.get("actions")
    for index, raw in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(raw, dict):
            found = list(_read_action(document, version, index, raw))
            actions += (a for a in found if isinstance(a, Action))
            problems += (p for p in found if isinstance(p, Problem))
    if problems:
        raise PipelineError(problems)
    extends = tree.get("extends")
    if extends is not None and "$self" in tree:
        extends = urljoin(tree["$self"], extends)
    return Overlay(document.name, version, tree["info"]["title"], tuple(actions), extends)


def _version(document: Document) -> str:
    known = f"Set it to one of {', '.join(f'{v}.0' for v in VERSIONS)}"
    tree: Json = document.tree
    if not isinstance(tree, dict):
        raise PipelineError(_problem(document, "", "an overlay document is an object", None))
    if "overlay" not in tree:
        reason = "not an overlay document: the field 'overlay' is missing"
        raise PipelineError(_problem(document, "", reason, known))
    declared = tree["overlay"]
    match = re.fullmatch(r"(\d+\.\d+)\.\d+", declared) if isinstance(declared, str) else None
    if match is None or match[1] not in VERSIONS:
        reason = f"unsupported Overlay version {declared!r}"
        raise PipelineError(_problem(document, "/overlay", reason, known))
    return match[1]


def _read_action(
    document: Document, version: str, index: int, raw: JsonObject
) -> Iterator[Action | Problem]:
    """The action, unless something is wrong; then every problem with it."""
    pointer = join("/actions", index)
    fields = raw
    if version == "1.2" and "$ref" in raw:
        reused = _reusable(document, raw["$ref"], join(pointer, "$ref"))
        if isinstance(reused, Problem):
            yield reused
            return
        fields = {**reused, **{k: v for k, v in raw.items() if k != "$ref"}}

    query = source = None
    for key in ("target", "copy"):
        text = fields.get(key)
        if not isinstance(text, str) or (key == "copy" and version == "1.0"):
            continue
        if key == "target" and not text.startswith("$"):
            continue  # the schema has said so
        try:
            compiled = compile_query(text)
        except QueryError as error:
            remedy = "Write it as an RFC 9535 JSONPath query, without a tool's extensions"
            yield _problem(document, join(pointer, key), f"invalid JSONPath: {error}", remedy)
            continue
        query, source = (compiled, source) if key == "target" else (query, compiled)

    remove = fields.get("remove") is True
    if not remove and "update" in fields and "copy" in fields and version != "1.0":
        reason = "the action has both 'update' and 'copy', and either would cancel the other"
        yield _problem(document, pointer, reason, "Make it two actions")
    allow = fields.get(_ALLOW_NO_MATCH, False)
    if not isinstance(allow, bool):
        reason = f"'{_ALLOW_NO_MATCH}' must be true or false, not {allow!r}"
        yield _problem(document, join(pointer, _ALLOW_NO_MATCH), reason, None)
    if query is None:
        return
    operation = next((o for o in ("copy", "update") if o in fields), None)
    yield Action(
        number=index + 1,
        target=fields["target"],
        query=query,
        operation="remove" if remove else operation,
        update=fields.get("update"),
        source=source,
        allow_no_match=allow is True,
        description=fields.get("description"),
        line=_line(document, pointer),
    )


def _reusable(document: Document, ref: Json, pointer: str) -> JsonObject | Problem:
    """The fields of a reusable action; empty if the schema has already objected to them."""
    match = _COMPONENT.fullmatch(ref) if isinstance(ref, str) else None
    if match is None:
        return {}
    (name,) = split("/" + match[1])
    components = document.tree.get("components")
    shared = components.get("actions") if isinstance(components, dict) else None
    known = shared if isinstance(shared, dict) else {}
    if name not in known:
        close = difflib.get_close_matches(name, list(known), n=1)
        remedy = f"Did you mean {close[0]!r}?" if close else "Define it, or correct the reference"
        return _problem(document, pointer, f"there is no reusable action {name!r}", remedy)
    reusable = known[name]
    fields = reusable.get("fields", {}) if isinstance(reusable, dict) else {}
    return fields if isinstance(fields, dict) else {}


def _problem(document: Document, pointer: str, reason: str, remedy: str | None) -> Problem:
    within = re.match(r"/actions/(\d+)", pointer)
    return Problem(
        reason,
        document=document.name,
        pointer=pointer,
        line=_line(document, pointer),
        remedy=remedy,
        action=int(within[1]) + 1 if within else None,
    )


def _line(document: Document, pointer: str) -> int | None:
    """The source line of a node, or of the nearest node around it that has one."""
    while pointer and pointer not in document.lines:
        pointer = pointer.rpartition("/")[0]
    return document.lines.get(pointer)
