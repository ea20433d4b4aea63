"""Apply overlays to a tree by the merge rules of the Overlay Specification."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.errors import PipelineError, Problem
from pipeline.overlay.load import Action, Overlay
from pipeline.overlay.query import Match, QueryError, find, kind, why_nothing
from pipeline.pointer import join
from pipeline.types import Json, JsonObject
from pipeline.values import same
from pipeline.visible import count

__all__ = ["ActionReport", "Applied", "apply"]

# How many pointers a message names before it only counts.
_NAMED = 3
# How many characters of a value a message shows.
_SHOWN = 40
_EARLIER = (
    "If the document has it in another form, an overlay beside this one whose name sorts before it "
    "can bring it into the form that is expected here."
)
_NO_TARGET = f"{_EARLIER} If the action may match nothing, give it 'x-allow-no-match: true'"
_NO_SOURCE = (
    f"Copy from a node that exists. {_EARLIER} If it is gone, delete this action and what relies on"
    " it"
)


@dataclass(frozen=True, slots=True)
class ActionReport:
    """What one action did.

    Attributes:
        overlay: Name of the overlay document.
        number: 1-based number of the action in it.
        operation: `update`, `copy` or `remove`.
        target: The target as written.
        pointers: The nodes it matched, as pointers into the tree it was applied to.
        value: What it merged into each of them; None for `remove`.
    """

    overlay: str
    number: int
    operation: str
    target: str
    pointers: tuple[str, ...]
    value: Json = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Applied:
    """The overlaid tree, which shares no node with the input or the overlays, and the report.

    `notes` are sentences about actions that do nothing, or not all that they say.
    """

    tree: JsonObject
    report: tuple[ActionReport, ...]
    notes: tuple[str, ...] = ()


class _RefusedError(Exception):
    """An action that cannot be applied: pointer into the tree, reason, remedy."""

    def __init__(self, pointer: str, reason: str, remedy: str) -> None:
        self.pointer, self.reason, self.remedy = pointer, reason, remedy
        super().__init__(reason)


def apply(tree: JsonObject, overlays: Sequence[Overlay]) -> Applied:
    """Apply overlays in order; each action sees the result of those before it.

    Neither the tree nor the overlays are modified. Keys keep their order; new ones come last.

    Raises:
        PipelineError: at the first action that cannot be applied. The problem names the overlay
            document and the action's number; its pointer is into the tree at that point.
    """
    result: JsonObject = _clone(tree)
    report: list[ActionReport] = []
    notes: list[str] = []
    for overlay in overlays:
        for action in overlay.actions:
            try:
                matches, value, has_changed = _apply_action(result, action, overlay.version)
            except _RefusedError as refused:
                raise PipelineError(
                    Problem(
                        refused.reason,
                        document=overlay.name,
                        pointer=refused.pointer,
                        line=action.line,
                        remedy=refused.remedy,
                        action=action.number,
                    )
                ) from None
            here = f"{overlay.name}, action {action.number}"
            if matches and not has_changed:
                notes.append(f"{here} changes nothing: the document has all of it already")
            if action.idle:
                notes.append(f"{here} removes its target, so its {action.idle!r} has no effect")
            pointers = tuple(match.pointer for match in matches)
            done = action.operation or "nothing"
            report.append(
                ActionReport(overlay.name, action.number, done, action.target, pointers, value)
            )
    return Applied(result, tuple(report), tuple(notes))


def _apply_action(tree: JsonObject, action: Action, version: str) -> tuple[list[Match], Json, bool]:
    """Do what an action says.

    Returns:
        The nodes it matched, the value it merged into them, and whether that changed anything.
    """
    if action.operation is None:
        raise _RefusedError(
            "",
            "the action has neither 'update', 'copy' nor 'remove: true', so it changes nothing",
            "Say what it does, or delete it",
        )
    matches = _find(action, tree)
    if not matches:
        return matches, None, False
    if version == "1.0":
        _refuse_primitives(matches, action.operation)
    if action.operation == "remove":
        _remove(tree, matches)
        return matches, None, True
    _refuse_mixed(matches, action.operation)
    value = action.update if action.operation == "update" else _copied(action, tree)
    changed = [_update(tree, m, value, append_arrays=version == "1.0") for m in matches]
    return matches, value, any(changed)


def _find(action: Action, tree: JsonObject) -> list[Match]:
    try:
        matches = find(action.query, tree)
    except QueryError as error:
        raise _RefusedError("", str(error), "Give a more specific target") from None
    if not matches and not action.allow_no_match:
        adds = action.operation == "update"
        reason, hint, pointer = why_nothing(action.query, tree, "the target", adds=adds)
        raise _RefusedError(pointer, reason, f"{hint} {_NO_TARGET}".lstrip())
    return matches


def _copied(action: Action, tree: JsonObject) -> Json:
    """The value a `copy` action takes, as it is before the action changes anything."""
    assert action.source is not None
    try:
        sources = find(action.source, tree)
    except QueryError as error:
        raise _RefusedError("", str(error), "Give a more specific 'copy'") from None
    if not sources:
        reason, hint, pointer = why_nothing(action.source, tree, "the 'copy' source", adds=False)
        raise _RefusedError(pointer, reason, hint or _NO_SOURCE)
    if len(sources) > 1:
        reason = f"'copy' selects {len(sources)} nodes ({_some(sources)}) and takes exactly one"
        raise _RefusedError(sources[0].pointer, reason, "Narrow the 'copy' query to one node")
    return _clone(sources[0].value)


def _refuse_primitives(matches: list[Match], operation: str) -> None:
    """Overlay 1.0 changes objects and arrays only, and removes no primitive item of an array.

    It does remove a primitive property: the Specification's own `remove-example` set does.
    """
    for match in matches:
        if kind(match.value) != "primitive":
            continue
        if operation != "remove" or isinstance(match.location[-1], int):
            raise _RefusedError(
                match.pointer,
                f"Overlay 1.0 has no {operation!r} for this primitive value by itself",
                "Target the object or array that holds it, or declare 'overlay: 1.1.0'",
            )


def _refuse_mixed(matches: list[Match], operation: str) -> None:
    counts = Counter(kind(match.value) for match in matches)
    if len(counts) == 1:
        return
    firsts = {kind(match.value): match for match in reversed(matches)}
    told = ", ".join(
        f"{count(number, name)} (such as #{firsts[name].pointer})"
        for name, number in counts.items()
    )
    raise _RefusedError(
        matches[0].pointer,
        f"{operation!r} needs nodes of one kind, and the target matches {told}",
        "Narrow the target (a property may be named like a keyword), or make it one action a kind",
    )


def _remove(tree: JsonObject, matches: list[Match]) -> None:
    """Take the matched nodes out; array items from the highest index, so that none moves first."""
    removals: list[tuple[Json, str | int]] = []
    for match in matches:
        if not match.location:
            reason = "the target matches the whole document, which cannot be removed"
            raise _RefusedError("", reason, "Target the parts to remove, such as $.paths")
        # Parents are looked up before anything is removed, so that removing a node and one of its
        # descendants works in either order.
        removals.append((_resolve(tree, match.location[:-1]), match.location[-1]))
    removals.sort(key=lambda r: r[1] if isinstance(r[1], int) else -1, reverse=True)
    for parent, key in removals:
        del parent[key]


def _update(tree: JsonObject, match: Match, value: Json, *, append_arrays: bool) -> bool:
    """Merge a value into a node; whether that changed it."""
    found = kind(match.value)
    if found == "array":
        items = value if isinstance(value, list) and not append_arrays else [value]
        match.value.extend(_clone(items))
        return bool(items)
    if kind(value) != found:
        raise _clash(match.pointer, match.value, value)
    if found == "object":
        return _merge(match.value, value, match.pointer)
    _resolve(tree, match.location[:-1])[match.location[-1]] = value
    return not same(match.value, value)


def _merge(target: JsonObject, update: JsonObject, pointer: str) -> bool:
    """Merge an object into another in place; values are copied, never shared."""
    changed = False
    for key, value in update.items():
        if key not in target:
            target[key] = _clone(value)
            changed = True
            continue
        old = target[key]
        here = join(pointer, key)
        if kind(old) != kind(value):
            raise _clash(here, old, value)
        if isinstance(old, dict):
            changed |= _merge(old, value, here)
        elif isinstance(old, list):
            old.extend(_clone(value))
            changed |= bool(value)
        else:
            target[key] = value
            changed |= not same(old, value)
    return changed


def _clash(pointer: str, old: Json, new: Json) -> _RefusedError:
    return _RefusedError(
        pointer,
        f"{_shown(new)} cannot be merged into {_shown(old)}",
        "To replace the node, remove it in one action and add it to its parent in the next",
    )


def _resolve(tree: Json, location: tuple[str | int, ...]) -> Json:
    for token in location:
        tree = tree[token]
    return tree


def _clone(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _clone(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clone(item) for item in value]
    return value


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if kind(value) != "primitive":
        return f"an {kind(value)}" if len(text) > _SHOWN else f"the {kind(value)} {text}"
    return f"the primitive {text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}"


def _some(matches: list[Match]) -> str:
    named = ", ".join(f"#{match.pointer}" for match in matches[:_NAMED])
    return named if len(matches) <= _NAMED else f"{named}, …"
