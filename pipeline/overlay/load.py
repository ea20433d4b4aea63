"""Read an overlay document: validate it, resolve reusable actions, compile its targets."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from pipeline.errors import PipelineError, Problem
from pipeline.overlay.query import QueryError, compile_query
from pipeline.overlay.schema import VERSIONS, violations
from pipeline.pointer import join, position, split
from pipeline.types import Document, Json, JsonObject

if TYPE_CHECKING:
    from jsonpath import JSONPath

__all__ = ["Action", "Overlay", "load_overlay"]

_ALLOW_NO_MATCH = "x-allow-no-match"
_COMPONENTS = "#/components/actions/"


@dataclass(frozen=True, slots=True)
class Action:
    """One action, with what a reusable action (Overlay 1.2) contributes already in it.

    Attributes:
        number: 1-based place in the file.
        target: The query as written.
        query: The query compiled.
        operation: `remove`, `copy`, `update`, or None if the action says nothing to do.
        idle: What else the action says to do, if that has no effect as its target is removed.
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
    idle: str | None = None
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
        actions: In file order.
        extends: The URI reference of the intended target document, resolved against `$self`
            where the overlay has one; `apply` does not compare it with what it is given.
    """

    name: str
    version: str
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
    problems = [_problem(document, *violation) for violation in violations(tree, version)]
    actions: list[Action] = []
    listed = tree.get("actions")
    for index, raw in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(raw, dict):
            action, found = _read_action(document, version, index, raw)
            problems += found
            if action is not None:
                actions.append(action)
    if problems:
        raise PipelineError(sorted(problems, key=lambda p: position(tree, p.pointer or "")))
    extends = tree.get("extends")
    if extends is not None and "$self" in tree:
        extends = urljoin(tree["$self"], extends)
    return Overlay(document.name, version, tuple(actions), extends)


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
) -> tuple[Action | None, list[Problem]]:
    """An action, or None if it has no usable target, and what is wrong with it.

    What the schema objects to is passed over here.
    """
    pointer = join("/actions", index)
    number = index + 1
    fields, shared = raw, pointer
    if version == "1.2" and isinstance(raw.get("$ref"), str):
        name = _component(raw["$ref"])
        reusable = _reusables(document.tree)
        if name not in reusable:
            close = difflib.get_close_matches(name, list(reusable), n=1)
            remedy = f"Did you mean {close[0]!r}?" if close else "Define it, or correct '$ref'"
            reason = f"there is no reusable action {name!r}"
            return None, [_problem(document, join(pointer, "$ref"), reason, remedy)]
        fields = {**reusable[name], **raw}
        shared = join("/components/actions", name, "fields")

    problems: list[Problem] = []

    def object_to(key: str, reason: str, remedy: str) -> None:
        at = join(pointer if key in raw else shared, key)
        problems.append(_problem(document, at, reason, remedy, number))

    queries: dict[str, JSONPath] = {}
    for key in ("target", "copy") if version != "1.0" else ("target",):
        text = fields.get(key)
        if not isinstance(text, str) or (key == "target" and not text.startswith("$")):
            continue
        try:
            queries[key] = compile_query(text)
        except QueryError as error:
            remedy = "Write it as an RFC 9535 JSONPath query, without any tool's extensions"
            object_to(key, f"invalid JSONPath: {error}", remedy)

    remove = fields.get("remove") is True
    if not remove and "update" in fields and "copy" in fields and version != "1.0":
        reason = "the action has both 'update' and 'copy', and each says the other has no effect"
        object_to("copy", reason, "Make it two actions")
    allow = fields.get(_ALLOW_NO_MATCH, False)
    if not isinstance(allow, bool):
        object_to(_ALLOW_NO_MATCH, f"expected boolean, found {allow!r}", "Write true or false")
    if "target" not in queries:
        return None, problems
    operation = next((o for o in ("copy", "update") if o in fields), None)
    action = Action(
        number=number,
        target=fields["target"],
        query=queries["target"],
        operation="remove" if remove else operation,
        idle=operation if remove else None,
        update=fields.get("update"),
        source=queries.get("copy"),
        allow_no_match=allow is True,
        description=fields.get("description"),
        line=_line(document, pointer),
    )
    return action, problems


def _component(ref: str) -> str:
    """The name a reference to a reusable action leads to; anything else is returned as it is."""
    within = ref.removeprefix(_COMPONENTS)
    return split("/" + within)[0] if within != ref and "/" not in within else ref


def _reusables(tree: JsonObject) -> dict[str, JsonObject]:
    """The `fields` of each reusable action, by name; empty where the schema has objections."""
    components = tree.get("components")
    shared = components.get("actions") if isinstance(components, dict) else None
    if not isinstance(shared, dict):
        return {}
    listed = {k: v.get("fields", {}) if isinstance(v, dict) else {} for k, v in shared.items()}
    return {key: fields if isinstance(fields, dict) else {} for key, fields in listed.items()}


def _problem(
    document: Document, pointer: str, reason: str, remedy: str | None, action: int | None = None
) -> Problem:
    """A problem with the file; which action it concerns follows from the pointer, or is given."""
    within = re.match(r"/actions/(\d+)", pointer)
    return Problem(
        reason,
        document=document.name,
        pointer=pointer,
        line=_line(document, pointer),
        remedy=remedy,
        action=int(within[1]) + 1 if within else action,
    )


def _line(document: Document, pointer: str) -> int | None:
    """The source line of a node, or of the nearest node around it that has one."""
    while pointer and pointer not in document.lines:
        pointer = pointer.rpartition("/")[0]
    return document.lines.get(pointer)
