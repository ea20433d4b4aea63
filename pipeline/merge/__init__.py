"""Merge: one OpenAPI document out of several, with nothing changed or lost.

Canonical order of the parts is by prefix, then by document name; the order they are given in is of
no account. Every map of the merged document has its keys in canonical order of the documents, and
in source order within one.

What is decided where: `naming` (which components are one, and their names), `equality` (what
counts as meaning), `rewrite` (references), `join_paths` and `join_roots` (the rest of the
document), `checks` (what must be unique), `proof` (that all still says what it said).
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.errors import PipelineError, Problem
from pipeline.merge.checks import check_operation_ids, check_parts, check_requirements
from pipeline.merge.join_paths import join_paths
from pipeline.merge.join_roots import (
    join_components,
    join_info,
    join_plain,
    join_servers,
    join_tags,
    join_versions,
    push_security,
)
from pipeline.merge.naming import Naming, name_components
from pipeline.merge.proof import prove
from pipeline.merge.report import (
    Merged,
    MergePart,
    MergeReport,
    PushedSecurity,
    Rename,
    Shared,
    TagDeclared,
    TextDifference,
    canonical,
)
from pipeline.merge.rewrite import rewrite
from pipeline.merge.source import Found, Source, fresh, targets
from pipeline.types import JsonObject

__all__ = [
    "MergePart",
    "MergeReport",
    "Merged",
    "PushedSecurity",
    "Rename",
    "Shared",
    "TagDeclared",
    "TextDifference",
    "merge",
    "prove",
]

# Root fields with rules of their own; all others must be equal where they are given.
_JOINED = frozenset(
    {
        "openapi",
        "info",
        "servers",
        "paths",
        "webhooks",
        "components",
        "security",
        "tags",
    }
)


def merge(parts: Sequence[MergePart]) -> Merged:
    """Merge documents and prove the result.

    Pure: the parts are not changed, and the merged tree shares no object with them or within
    itself. Equal parts in any order give equal bytes.

    Raises:
        PipelineError: with every problem found: operations, equivalent paths or operation ids that
            are there twice, differing servers or security schemes, references that lead nowhere or
            outside, names that collide, and whatever `prove` finds.
    """
    if not parts:
        raise PipelineError(Problem("there is no document to merge"))
    ordered = canonical(parts)
    if problems := check_parts(ordered):
        raise PipelineError(problems)
    sources = [
        Source.of(index, part, fresh(part.document.tree)) for index, part in enumerate(ordered)
    ]
    pushed = push_security(sources)
    found = targets(sources, problems)
    for source in sources:
        check_requirements(source, problems)
    naming = name_components(sources, found, problems)
    check_operation_ids(sources, found, naming, problems)
    for source in sources:
        rewrite(source, found[source.index], naming)
    declared: list[TagDeclared] = []
    tree = _join(sources, found, naming, declared, problems)
    if problems:
        order = {source.name: source.index for source in sources}
        raise PipelineError(sorted(problems, key=lambda p: order.get(p.document or "", 0)))
    report = MergeReport(
        documents=tuple(source.name for source in sources),
        renames=tuple(naming.renames),
        shared=tuple(naming.shared),
        text_differences=tuple(naming.text_differences),
        tags_declared=tuple(declared),
        security_pushed=tuple(pushed),
        notes=tuple(naming.notes),
    )
    merged = Merged(tree, report)
    prove(merged, ordered)
    return merged


def _join(
    sources: Sequence[Source],
    found: Sequence[Found],
    naming: Naming,
    declared: list[TagDeclared],
    problems: list[Problem],
) -> JsonObject:
    """The merged document, out of sources whose references are rewritten."""
    notes, texts = naming.notes, naming.text_differences
    roots = [(source, source.tree) for source in sources]
    joined: JsonObject = {
        "openapi": join_versions(sources, problems),
        "info": join_info(sources, notes, problems),
        "servers": join_servers(sources, texts, problems),
        "paths": join_paths("paths", sources, found, notes, problems),
        "webhooks": join_paths("webhooks", sources, found, notes, problems),
        "components": join_components(sources, naming, notes, problems),
        "security": next((s.tree["security"] for s in sources if "security" in s.tree), None),
        "tags": join_tags(sources, texts, declared, problems),
        **join_plain(roots, "", _JOINED, notes, problems),
    }
    order = dict.fromkeys(key for _, tree in roots for key in tree)
    if joined["tags"]:
        order.setdefault("tags")
    return {key: joined[key] for key in order}
