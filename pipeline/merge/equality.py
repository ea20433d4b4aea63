"""When two components say the same.

What counts as meaning: everything but wording. Defaults, examples and extensions count, so that
sharing a component never changes or loses one. Wording is `description`, `summary`, `externalDocs`
and, in schemas, `title` and `$comment`. The order of `required`, `type`, `enum` and of the lists in
`dependentRequired` is not meaning (an `x-enum…` list beside an `enum` makes its order count, since
it is matched by position). Other lists are ordered; the order of keys is never meaning.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pipeline.grammar import Node, component_kind, walk
from pipeline.merge.source import Found, Source, Target, fresh, implied_tags, mapping_of
from pipeline.pointer import join
from pipeline.types import Json, JsonObject

__all__ = ["UNORDERED", "Form", "differing", "form_of", "same", "unordered", "wording"]

_WORDING = frozenset({"summary", "description", "externalDocs"})
_SCHEMA_WORDING = frozenset({"title", "description", "$comment", "externalDocs"})
# Maps from names to objects: no key of theirs is wording, whatever it is called.
_NAMED = frozenset({"components", "paths", "callback", "responses", "security-requirement"})

# Schema keywords whose lists are sets.
UNORDERED = ("required", "type", "enum", "dependentRequired")


def wording(kind: str, value: JsonObject) -> frozenset[str]:
    """Keys of an object of this kind that hold wording, not meaning."""
    if kind == "schema":
        return _SCHEMA_WORDING
    return frozenset() if kind in _NAMED and "$ref" not in value else _WORDING


def _text(value: Json) -> str:
    return json.dumps(value, sort_keys=True)


def same(left: Json, right: Json) -> bool:
    """Equal JSON: unlike `==`, 1, 1.0 and true are three things."""
    return _text(left) == _text(right)


def unordered(keyword: str, schema: JsonObject) -> Json:
    """The value of a keyword of UNORDERED in an order that depends on its members alone."""
    value = schema[keyword]
    if keyword == "enum" and any(key.startswith("x-enum") for key in schema):
        return value
    if keyword == "type" and isinstance(value, str):
        return [value]
    if keyword == "dependentRequired" and isinstance(value, dict):
        return {k: sorted(v, key=_text) if isinstance(v, list) else v for k, v in value.items()}
    return sorted(value, key=_text) if isinstance(value, list) else value


class Form(NamedTuple):
    """A component's own text, comparable, and what it refers to.

    Attributes:
        meaning: Its text without wording; references are replaced by the names they lead to.
        worded: The same with the wording, as a tree.
        holes: Targets by pointer relative to the component.
    """

    meaning: str
    worded: Json
    holes: dict[str, Target]


def form_of(
    source: Source,
    section: str,
    name: str,
    found: Found,
    label: Callable[[Target], Json],
) -> Form:
    """The form of one component.

    Args:
        source: The document.
        section: The section of `components`.
        name: The component's name in the document.
        found: Targets of the document's references by pointer.
        label: What to call a target: equal for what may turn out to be one component.
    """
    kind = component_kind(section) or "schema"
    root = join("/components", section, name)
    holes: dict[str, Target] = {}
    worded = fresh(source.tree["components"][section][name])
    for node in list(walk(worded, kind, root)):
        _abstract(source, node, found, label, holes)
    bare = fresh(worded)
    for node in list(walk(bare, kind, root)):
        for key in wording(node.kind, node.value):
            node.value.pop(key, None)
    relative = {pointer.removeprefix(root): target for pointer, target in holes.items()}
    return Form(_text(bare), worded, relative)


def _abstract(
    source: Source,
    node: Node,
    found: Found,
    label: Callable[[Target], Json],
    holes: dict[str, Target],
) -> None:
    """Put labels in place of an object's references, and its unordered lists in order."""
    value = node.value
    implied = implied_tags(source, node, found) if node.kind == "schema" else {}
    spots: list[tuple[JsonObject, str, str]] = []
    for key in ("$ref", "$dynamicRef", "operationRef"):
        spots.append((value, key, join(node.pointer, key)))
    if node.kind == "schema":
        mapping = mapping_of(value)
        at = join(node.pointer, "discriminator", "mapping")
        spots.extend((mapping, tag, join(at, tag)) for tag in mapping)
        for key in UNORDERED:
            if key in value:
                value[key] = unordered(key, value)
    for holder, key, pointer in spots:
        target = found.get(pointer)
        if target is not None:
            holes[pointer] = target
            holder[key] = label(target)
    if implied:
        at = join(node.pointer, "discriminator", "mapping")
        holes.update((join(at, tag), target) for tag, target in implied.items())
        labels = {tag: label(target) for tag, target in implied.items()}
        value["discriminator"]["mapping"] = {**mapping_of(value), **labels}


def differing(left: Json, right: Json, at: str = "") -> Iterator[str]:
    """Pointers, relative to both, of the smallest values that differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys((*left, *right)):
            if key in left and key in right:
                yield from differing(left[key], right[key], join(at, key))
            else:
                yield join(at, key)
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, (a, b) in enumerate(zip(left, right, strict=True)):
            yield from differing(a, b, join(at, index))
    elif not same(left, right):
        yield at
