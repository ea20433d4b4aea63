"""Join what documents say at their root: version, info, servers, security, tags, extensions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from pipeline.errors import Problem
from pipeline.grammar import component_kind
from pipeline.merge.equality import differing, same
from pipeline.merge.naming import Naming
from pipeline.merge.report import PushedSecurity, TagDeclared, TextDifference
from pipeline.merge.source import Source, fresh
from pipeline.pointer import join
from pipeline.types import Json, JsonObject

__all__ = [
    "join_components",
    "join_info",
    "join_plain",
    "join_servers",
    "join_tags",
    "join_versions",
    "push_security",
]

_TAG_WORDING = ("description", "externalDocs")
# How many servers a message lists.
_NAMED = 5


def push_security(sources: Sequence[Source]) -> list[PushedSecurity]:
    """Where root `security` differs, move it into the operations that have none of their own.

    Changes the documents in place; `nodes` stays an index of what was there before.
    """
    operations = [[node for node in s.nodes if node.kind == "operation"] for s in sources]
    roots = [
        source.tree.get("security", [])
        for source, its in zip(sources, operations, strict=True)
        if its or "security" in source.tree
    ]
    if all(same(root, roots[0]) for root in roots):
        return []
    pushed: list[PushedSecurity] = []
    for source, its in zip(sources, operations, strict=True):
        root = source.tree.pop("security", None)
        bare = [node for node in its if root is not None and "security" not in node.value]
        for node in bare:
            node.value["security"] = fresh(root)
        if bare:
            pushed.append(PushedSecurity(source.name, tuple(node.pointer for node in bare)))
    return pushed


def join_versions(sources: Sequence[Source], problems: list[Problem]) -> str:
    """The highest patch version of OpenAPI; another minor version is another language."""
    versions = [str(source.tree["openapi"]) for source in sources]
    first = sources[0]
    for source, version in zip(sources, versions, strict=True):
        if version.split(".")[:2] != versions[0].split(".")[:2]:
            problems.append(
                source.problem(
                    f"this is OpenAPI {version}, and {first.name} is OpenAPI {versions[0]}",
                    "/openapi",
                    "Convert one of them",
                )
            )
    # 3.1.1-rc1 comes before 3.1.1.
    return max(
        versions, key=lambda v: ([int(n) for n in re.findall(r"\d+", v)][:3], "-" not in v, v)
    )


def join_info(sources: Sequence[Source], notes: list[str], problems: list[Problem]) -> JsonObject:
    """One `info`: what is equal stays, titles and descriptions are put together, the rest is the
    first document's; a note tells which was which."""
    infos = [(source, source.tree.get("info", {})) for source in sources]
    joined: JsonObject = {}
    for key in dict.fromkeys(key for _, info in infos for key in info):
        having = [(source, info[key]) for source, info in infos if key in info]
        (first, value), *others = having
        joined[key] = value
        distinct = list(dict.fromkeys(str(v) for _, v in having))
        if all(same(value, other) for _, other in others):
            if len(having) < len(infos):
                notes.append(f"info.{key} is in {_names(s for s, _ in having)} only, and was kept")
        elif key.startswith("x-"):
            problems.extend(
                source.problem(f"{key} differs from that of {first.name}", join("/info", key))
                for source, other in others
                if not same(value, other)
            )
        elif key in ("title", "summary", "description"):
            joined[key] = ("\n\n" if key == "description" else " + ").join(distinct)
            notes.append(f"info.{key} differs, and was put together from all documents")
        else:
            notes.append(
                f"info.{key} differs, and was taken from {first.name}; the others: "
                + ", ".join(
                    f"{s.name}: {v if isinstance(v, str) else json.dumps(v, ensure_ascii=False)}"
                    for s, v in others
                    if not same(v, value)
                )
            )
    return joined


def _names(sources: Iterable[Source]) -> str:
    return ", ".join(source.name for source in sources)


def join_servers(
    sources: Sequence[Source], texts: list[TextDifference], problems: list[Problem]
) -> Json:
    """The servers, which all documents with operations must agree on, in their order.

    None if no document names any.
    """
    parties = [
        s
        for s in sources
        if "servers" in s.tree or any(node.kind == "operation" for node in s.nodes)
    ]
    if not any("servers" in party.tree for party in parties):
        return None
    first, *others = parties
    servers = first.tree.get("servers", [])
    differ: dict[str, dict[str, None]] = {}
    for other in others:
        theirs = other.tree.get("servers", [])
        if not same(_wordless(servers), _wordless(theirs)):
            problems.append(
                other.problem(
                    f"the servers are not those of {first.name}, or are in another order: "
                    f"{_urls(theirs)} here, {_urls(servers)} there",
                    "/servers",
                    "The documents of one API have the same servers. Where the vendor has changed "
                    "only some of its pages yet, give copies in which they are equal",
                )
            )
        elif found := dict.fromkeys(differing(servers, theirs)):
            differ[other.name] = found
    if differ:
        at = tuple(dict.fromkeys(p for found in differ.values() for p in found))
        texts.append(TextDifference("/servers", (first.name, *differ), at))
    return servers


def _wordless(servers: list[JsonObject]) -> list[JsonObject]:
    return [{k: v for k, v in server.items() if k != "description"} for server in servers]


def _urls(servers: list[JsonObject]) -> str:
    return ", ".join(str(server.get("url")) for server in servers[:_NAMED]) or "none"


def join_tags(
    sources: Sequence[Source],
    texts: list[TextDifference],
    declared: list[TagDeclared],
    problems: list[Problem],
) -> list[JsonObject]:
    """All tags, in canonical order: what a document declares, then what it uses undeclared."""
    joined: dict[str, JsonObject] = {}
    declarers: dict[str, list[str]] = {}
    users: dict[str, dict[str, None]] = {}
    differ: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for source in sources:
        for index, tag in enumerate(source.tree.get("tags", [])):
            name = tag["name"]
            first = joined.setdefault(name, {"name": name})
            declarers.setdefault(name, []).append(source.name)
            for key, value in tag.items():
                if same(first.setdefault(key, value), value):
                    continue
                if key in _TAG_WORDING:
                    documents, keys = differ.setdefault(name, ({}, {}))
                    documents[source.name] = keys[join("", key)] = None
                else:
                    problems.append(
                        source.problem(
                            f"{key} of the tag {name} differs from that of {declarers[name][0]}",
                            join("/tags", index, key),
                        )
                    )
        for node in source.nodes:
            for name in node.value.get("tags", []) if node.kind == "operation" else ():
                joined.setdefault(name, {"name": name})
                users.setdefault(name, {})[source.name] = None
    order = list(joined)
    for name, (documents, keys) in differ.items():
        first_and_others = dict.fromkeys((declarers[name][0], *documents))
        texts.append(
            TextDifference(join("/tags", order.index(name)), tuple(first_and_others), tuple(keys))
        )
    declared.extend(TagDeclared(n, tuple(users[n])) for n in order if n not in declarers)
    return list(joined.values())


def join_components(
    sources: Sequence[Source], naming: Naming, notes: list[str], problems: list[Problem]
) -> JsonObject:
    """The components of rewritten sources under their final names."""
    joined: JsonObject = {}
    for source in sources:
        for section, entries in source.tree.get("components", {}).items():
            if component_kind(section) is None:
                continue
            target = joined.setdefault(section, {})
            for name, value in entries.items():
                target.setdefault(naming.final[source.index, section, name], value)
    trees = [(source, source.tree.get("components", {})) for source in sources]
    skip = frozenset(s for _, tree in trees for s in tree if component_kind(s) is not None)
    joined.update(join_plain(trees, "/components", skip, notes, problems))
    return joined


def join_plain(
    trees: Sequence[tuple[Source, JsonObject]],
    pointer: str,
    skip: frozenset[str],
    notes: list[str],
    problems: list[Problem],
) -> JsonObject:
    """Fields that have one value for all: extensions, `jsonSchemaDialect`, `externalDocs`.

    A field that only some have is kept and noted, except the dialect, which changes what schemas
    mean. Differing values are a problem, except for `externalDocs`, where the first is kept.
    """
    joined: JsonObject = {}
    for key in dict.fromkeys(k for _, tree in trees for k in tree if k not in skip):
        having = [(source, tree[key]) for source, tree in trees if key in tree]
        (first, value), *others = having
        joined[key] = value
        differ = [source for source, other in others if not same(value, other)]
        at = join(pointer, key)
        lacking = [source for source, tree in trees if key not in tree]
        if differ and key == "externalDocs":
            notes.append(f"{key} of {_names(differ)} differs from that kept, of {first.name}")
        elif differ:
            problems.extend(
                s.problem(f"{key} differs from that of {first.name}", at) for s in differ
            )
        elif lacking and key == "jsonSchemaDialect":
            problems.append(
                first.problem(f"{_names(lacking)} has no {key}, so its schemas differ in kind", at)
            )
        elif lacking:
            notes.append(f"{key} is in {_names(s for s, _ in having)} only, and was kept")
    return joined
