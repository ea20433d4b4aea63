"""An input document indexed for merging: its objects by pointer, and where references lead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias
from urllib.parse import unquote

from pipeline.errors import Problem
from pipeline.grammar import Node, component_kind, walk
from pipeline.merge.report import MergePart
from pipeline.pointer import join, resolve, split
from pipeline.types import Json, JsonObject

__all__ = [
    "Found",
    "Site",
    "Source",
    "Target",
    "UnresolvedError",
    "fresh",
    "implied_tags",
    "locate",
    "mapping_of",
    "targets",
]

# The kinds of object that a Reference Object can stand for, and those that carry `$ref` themselves.
_REFERENCE_KINDS = frozenset(
    {
        "schema",
        "response",
        "parameter",
        "example",
        "request-body",
        "header",
        "security-scheme",
        "link",
        "callback",
        "path-item",
    }
)
_URI_LIKE = re.compile(r"[#/:]|\.(ya?ml|json)$", re.IGNORECASE)


def fresh(value: Json) -> Json:
    """A deep copy in which no two places share an object, even if they do in `value`."""
    if isinstance(value, dict):
        return {key: fresh(item) for key, item in value.items()}
    if isinstance(value, list):
        return [fresh(item) for item in value]
    return value


class UnresolvedError(Exception):
    """A reference that leads nowhere. `reason` and `remedy` are as in a Problem."""

    def __init__(self, reason: str, remedy: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy


class Target(NamedTuple):
    """Where a reference leads.

    Attributes:
        source: Index of the document, in canonical order.
        pointer: The object in it.
        section: For what is in a component, its section of `components`, otherwise "".
        name: The component's name in that document.
        rest: Pointer from the component to the object.
        anchor: The plain-name fragment it was found by, if any.
    """

    source: int
    pointer: str
    section: str = ""
    name: str = ""
    rest: str = ""
    anchor: str = ""


# Targets of a document's references by the pointer of the reference; None for one that leaves the
# sources, or that leads nowhere and was reported.
Found: TypeAlias = "dict[str, Target | None]"


class Site(NamedTuple):
    """A place that holds a reference: `holder[key]`, at `pointer`, leading to an object of `kind`.

    `form` is `$ref`, `mapping` (a URI in a discriminator mapping), `name` (a bare component name
    there) or `operationRef`.
    """

    pointer: str
    holder: JsonObject
    key: str
    kind: str
    form: str

    @property
    def text(self) -> str:
        return str(self.holder[self.key])


@dataclass(frozen=True, slots=True)
class Source:
    """A document and its index.

    Attributes:
        index: Position in canonical order.
        part: The part as given.
        tree: The document, a copy that the merge may change.
        nodes: Every object of the OpenAPI grammar, in source order.
        kinds: Kinds of those objects by pointer.
        anchors: Pointers of schemas by `$anchor` or `$dynamicAnchor`.
        children: By schema component, the schema components that name it in their `allOf`.
    """

    index: int
    part: MergePart
    tree: JsonObject
    nodes: tuple[Node, ...]
    kinds: dict[str, str]
    anchors: dict[str, str]
    children: dict[str, list[str]]

    @classmethod
    def of(cls, index: int, part: MergePart, tree: JsonObject) -> Source:
        nodes = tuple(walk(tree))
        anchors = {
            node.value[key]: node.pointer
            for node in nodes
            if node.kind == "schema"
            for key in ("$dynamicAnchor", "$anchor")
            if isinstance(node.value.get(key), str)
        }
        kinds = {node.pointer: node.kind for node in nodes}
        return cls(index, part, tree, nodes, kinds, anchors, _children(tree))

    @property
    def name(self) -> str:
        return self.part.document.name

    def components(self) -> Iterator[tuple[str, str, Json]]:
        """Section, name and value of every component, in source order."""
        for section, entries in self.tree.get("components", {}).items():
            if component_kind(section) is not None:
                for name, value in entries.items():
                    yield section, name, value

    def sites(self) -> Iterator[Site]:
        """Every reference of the document, in source order."""
        for node in self.nodes:
            value = node.value
            if node.kind in _REFERENCE_KINDS and isinstance(value.get("$ref"), str):
                yield Site(join(node.pointer, "$ref"), value, "$ref", node.kind, "$ref")
            if node.kind == "schema":
                # With a pointer it is a `$ref`; with an anchor, resolved at run time, a name.
                dynamic = value.get("$dynamicRef")
                if isinstance(dynamic, str) and "#/" in dynamic:
                    at = join(node.pointer, "$dynamicRef")
                    yield Site(at, value, "$dynamicRef", "schema", "$ref")
                yield from self._mapping_sites(node)
            elif node.kind == "link" and isinstance(value.get("operationRef"), str):
                at = join(node.pointer, "operationRef")
                yield Site(at, value, "operationRef", "operation", "operationRef")

    def _mapping_sites(self, node: Node) -> Iterator[Site]:
        mapping = mapping_of(node.value)
        schemas = self.tree.get("components", {}).get("schemas", {})
        for tag, text in mapping.items():
            if isinstance(text, str):
                bare = text in schemas or not _URI_LIKE.search(text)
                at = join(node.pointer, "discriminator", "mapping", tag)
                yield Site(at, mapping, tag, "schema", "name" if bare else "mapping")

    def target_at(self, pointer: str, anchor: str = "") -> Target:
        """The target that a reference to a pointer of this document has."""
        tokens = split(pointer)
        if len(tokens) >= 3 and tokens[0] == "components":
            rest = join("", *tokens[3:])
            return Target(self.index, pointer, tokens[1], tokens[2], rest, anchor)
        return Target(self.index, pointer, anchor=anchor)

    def problem(
        self, reason: str, pointer: str | None = None, remedy: str | None = None
    ) -> Problem:
        """A problem of this document, with the source line if it is known."""
        line = self.part.document.lines.get(pointer) if pointer is not None else None
        return Problem(reason, document=self.name, pointer=pointer, line=line, remedy=remedy)


def mapping_of(schema: JsonObject) -> JsonObject:
    """A schema's discriminator mapping, empty if there is none."""
    discriminator = schema.get("discriminator")
    mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
    return mapping if isinstance(mapping, dict) else {}


def _children(tree: JsonObject) -> dict[str, list[str]]:
    children: dict[str, list[str]] = {}
    for name, schema in tree.get("components", {}).get("schemas", {}).items():
        bases = schema.get("allOf") if isinstance(schema, dict) else None
        for base in bases if isinstance(bases, list) else ():
            ref = base.get("$ref") if isinstance(base, dict) else None
            tokens = _tokens(ref) if isinstance(ref, str) and ref.startswith("#/") else ()
            if tokens[:2] == ("components", "schemas") and len(tokens) == 3:
                children.setdefault(tokens[2], []).append(name)
    return children


def _tokens(ref: str) -> tuple[str, ...]:
    return split(unquote(ref[1:]))


def locate(sources: Sequence[Source], source: Source, site: Site) -> Target | None:
    """Where a reference leads, or None for one that may leave the sources and does.

    Only discriminator mappings and `operationRef` may: they name, they don't include.

    Raises:
        UnresolvedError: if there is no such place, or no object there of the kind needed.
    """
    text = site.text
    if site.form == "name":
        if text not in source.tree.get("components", {}).get("schemas", {}):
            raise UnresolvedError(
                f"discriminator mapping names {text!r}, which is no schema component",
                "Name a schema under #/components/schemas, or give a URI",
            )
        pointer = join("/components/schemas", text)
        return Target(source.index, pointer, "schemas", text)
    uri, _, fragment = text.partition("#")
    home = source
    if uri:
        name = unquote(uri).removeprefix("./")
        found = next((s for s in sources if s.name == name), None)
        if found is None:
            if site.form != "$ref":
                return None
            raise UnresolvedError(
                f"the reference {text!r} leaves the documents being merged",
                f"Merge {uri} too, under that name, or copy what it refers to into this document",
            )
        home = found
    fragment = unquote(fragment)
    anchor = ""
    if fragment and not fragment.startswith("/"):
        anchor = fragment
        if fragment not in home.anchors:
            raise UnresolvedError(f"no schema of {home.name} has the $anchor {fragment!r}")
        fragment = home.anchors[fragment]
    return _target(home, fragment, anchor, site)


def _target(home: Source, pointer: str, anchor: str, site: Site) -> Target:
    kind = home.kinds.get(pointer)
    if kind != site.kind:
        try:
            value = resolve(home.tree, pointer)
        except KeyError:
            raise UnresolvedError(
                f"the reference {site.text!r} leads nowhere",
                f"{home.name} has nothing at #{pointer}. Have the vendor mend the page; until then "
                "update from a copy of the document that has it",
            ) from None
        if not (site.kind == "schema" and isinstance(value, bool)):
            raise UnresolvedError(
                f"the reference {site.text!r} leads to "
                f"{f'an object of kind {kind}' if kind else 'no OpenAPI object'}, "
                f"where an object of kind {site.kind} is needed"
            )
    return home.target_at(pointer, anchor)


def targets(sources: Sequence[Source], problems: list[Problem]) -> list[Found]:
    """Targets of the references of each document, by the pointer of the reference.

    References that lead nowhere, or to themselves by way of references only, are added to
    `problems`, and have no target.
    """
    found: list[Found] = []
    for source in sources:
        own: Found = {}
        for site in source.sites():
            try:
                own[site.pointer] = locate(sources, source, site)
            except UnresolvedError as error:
                problems.append(source.problem(error.reason, site.pointer, error.remedy))
                own[site.pointer] = None
        found.append(own)
    endless = [
        (source, pointer)
        for source, own in zip(sources, found, strict=True)
        for pointer in own
        if _is_endless(found, source.index, pointer)
    ]
    for source, pointer in endless:
        problems.append(source.problem("the reference leads back to itself", pointer))
        found[source.index][pointer] = None
    return found


def _is_endless(found: Sequence[Found], source: int, site: str) -> bool:
    """Whether following references only, from this one, comes back to it."""
    seen: set[tuple[int, str]] = set()
    place: tuple[int, str] = (source, site)
    while (target := found[place[0]].get(place[1])) is not None:
        seen.add(place)
        place = (target.source, join(target.pointer, "$ref"))
        if place in seen:
            return place == (source, site)
    return False


def implied_tags(source: Source, node: Node, found: Found) -> dict[str, Target]:
    """Tag values that a discriminator gives to schemas by their component names alone.

    OpenAPI 3.1.1, section 4.8.25: without a mapping entry, the name of a component is its tag. The
    components meant are the union's members or, for a component without a union, those that
    extend it through `allOf`. What has an entry in the mapping has no other tag.
    """
    schema = node.value
    if not isinstance(schema.get("discriminator"), dict):
        return {}
    mapping = mapping_of(schema)
    at = join(node.pointer, "discriminator", "mapping")
    mapped = {found.get(join(at, tag)) for tag in mapping}
    candidates: list[Target] = []
    unions = [key for key in ("oneOf", "anyOf") if isinstance(schema.get(key), list)]
    for key in unions:
        for index in range(len(schema[key])):
            target = found.get(join(node.pointer, key, index, "$ref"))
            if target is not None and target.section == "schemas" and not target.rest:
                candidates.append(target)
    if not unions:
        tokens = split(node.pointer)
        if tokens[:2] == ("components", "schemas") and len(tokens) == 3:
            candidates = [
                Target(source.index, join("/components/schemas", name), "schemas", name)
                for name in _descendants(source, tokens[2])
            ]
    return {t.name: t for t in candidates if t not in mapped and t.name not in mapping}


def _descendants(source: Source, name: str) -> list[str]:
    found: list[str] = []
    queue = [name]
    while queue:
        for child in source.children.get(queue.pop(), ()):
            if child not in found and child != name:
                found.append(child)
                queue.append(child)
    return sorted(found)
