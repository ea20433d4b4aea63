"""Which components are one, and what each is called in the merged document.

Components of one name (after the explicit renames) are one if their texts say the same (see
`equality`) and each reference in one leads to what is one with what the other's leads to. That is
decided for all at once, from the assumption that all are equal, by taking apart what is not until
nothing changes; so recursive schemas compare, and a component that reads the same in two documents
but reaches different things is two.

Where components of one name are not all one, each gets the prefix of its document, joined in
PascalCase, unless its name begins with that prefix as a word (`ChatUsage`). Names therefore depend
on the documents alone, never on their order. Equal components with different names are kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.errors import Problem
from pipeline.grammar import rename_key, renamed_component
from pipeline.merge.equality import Form, differing, form_of
from pipeline.merge.report import (
    CONFLICT,
    EXPLICIT,
    EXPLICIT_AND_CONFLICT,
    Rename,
    Shared,
    TextDifference,
)
from pipeline.merge.source import Found, Source, Target
from pipeline.pointer import join
from pipeline.types import Json

__all__ = ["Naming", "name_components", "prefixed"]

_LEGAL = re.compile(r"[A-Za-z0-9._-]+")

# A component in its source: document index, section, name there.
_Component = tuple[int, str, str]
# A name in the merged document before prefixing: section, name.
_Group = tuple[str, str]


@dataclass(slots=True)
class Naming:
    """The decisions of `name_components`.

    Attributes:
        final: Name in the merged document of every component.
        split: Groups (section, name) whose parties are different things.
        renames, shared, text_differences, notes: For the report.
    """

    renamed: dict[_Component, str]
    final: dict[_Component, str] = field(default_factory=dict)
    split: set[_Group] = field(default_factory=set)
    renames: list[Rename] = field(default_factory=list)
    shared: list[Shared] = field(default_factory=list)
    text_differences: list[TextDifference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def identity(self, target: Target) -> tuple[Json, ...]:
        """What is equal for two places exactly if they are one place of the merged document."""
        if not target.section:
            return (target.source, target.pointer)
        component = (target.source, target.section, target.name)
        group = (target.section, self.renamed.get(component, target.name))
        owner = target.source if group in self.split else None
        return (owner, *group, target.rest)


def prefixed(prefix: str, name: str) -> str:
    """`prefixed("Chat", "errorResponse")` is `ChatErrorResponse`; `ChatUsage` stays as it is."""
    if name.startswith(prefix) and not name[len(prefix) : len(prefix) + 1].islower():
        return name
    return prefix + name[:1].upper() + name[1:]


def name_components(
    sources: Sequence[Source], found: Sequence[Found], problems: list[Problem]
) -> Naming:
    """Decide identity and name of every component; what cannot be is added to `problems`."""
    naming = Naming(_explicit(sources, problems))
    groups: dict[_Group, list[_Component]] = {}
    for source in sources:
        for section, name, _ in source.components():
            component = (source.index, section, name)
            groups.setdefault((section, naming.renamed[component]), []).append(component)
    forms = _forms(sources, found, groups, naming)
    _take_apart(groups, forms, naming)
    for group, parties in groups.items():
        if group in naming.split and group[0] == "securitySchemes":
            problems.append(_differing_schemes(sources, group[1], parties))
        if len(parties) > 1 and group not in naming.split:
            _share(sources, group, parties, forms, naming)
    for component in naming.renamed:
        _settle(sources, component, naming)
    _no_collisions(sources, naming, problems)
    _no_shared_anchors(sources, naming, problems)
    _near_names(naming)
    return naming


def _explicit(sources: Sequence[Source], problems: list[Problem]) -> dict[_Component, str]:
    """Names after the renames that the parts ask for."""
    renamed: dict[_Component, str] = {}
    for source in sources:
        wanted = dict(source.part.renames)
        taken: dict[_Group, str] = {}
        for section, name, _ in source.components():
            new = wanted.pop(rename_key(section, name), name)
            at = join("/components", section, name)
            if new != name and not _LEGAL.fullmatch(new):
                problems.append(source.problem(f"{new!r} is no legal component name", at))
            other = taken.setdefault((section, new), name)
            if other != name:
                problems.append(
                    source.problem(
                        f"both {other} and {name} would be called {new}",
                        at,
                        "Change the renames of this document",
                    )
                )
            renamed[source.index, section, name] = new
        for old, new in wanted.items():
            problems.append(
                source.problem(
                    f"the rename {old} to {new} matches no component",
                    join("/components", renamed_component(old)[0]),
                    "Correct the renames of this document",
                )
            )
    return renamed


def _forms(
    sources: Sequence[Source],
    found: Sequence[Found],
    groups: dict[_Group, list[_Component]],
    naming: Naming,
) -> dict[_Component, Form]:
    """Forms of all components that share their name with another."""

    def label(target: Target) -> Json:
        return list(naming.identity(target))

    return {
        (index, section, name): form_of(sources[index], section, name, found[index], label)
        for parties in groups.values()
        if len(parties) > 1
        for index, section, name in parties
    }


def _take_apart(
    groups: dict[_Group, list[_Component]],
    forms: dict[_Component, Form],
    naming: Naming,
) -> None:
    """Fill `naming.split`: first what reads differently, then what leads to different things."""
    candidates = {g: [forms[c] for c in parties] for g, parties in groups.items() if parties[1:]}
    naming.split = {g for g, fs in candidates.items() if len({f.meaning for f in fs}) > 1}

    def leads_apart(form: Form, other: Form) -> bool:
        return form.holes.keys() != other.holes.keys() or any(
            naming.identity(target) != naming.identity(other.holes[hole])
            for hole, target in form.holes.items()
        )

    while True:
        more = {
            group
            for group, (first, *others) in candidates.items()
            if group not in naming.split and any(leads_apart(first, other) for other in others)
        }
        if not more:
            return
        naming.split |= more


def _settle(sources: Sequence[Source], component: _Component, naming: Naming) -> None:
    """Fix the final name of one component."""
    index, section, old = component
    source = sources[index]
    asked = naming.renamed[component]
    conflict = (section, asked) in naming.split and section != "securitySchemes"
    new = prefixed(source.part.prefix, asked) if conflict else asked
    naming.final[component] = new
    if new == old:
        return
    why = CONFLICT if asked == old else EXPLICIT if new == asked else EXPLICIT_AND_CONFLICT
    naming.renames.append(Rename(source.name, section, old, new, why))


def _share(
    sources: Sequence[Source],
    group: _Group,
    parties: list[_Component],
    forms: dict[_Component, Form],
    naming: Naming,
) -> None:
    section, name = group
    documents = tuple(sources[index].name for index, _, _ in parties)
    naming.shared.append(Shared(section, name, documents))
    first = forms[parties[0]].worded
    texts: dict[str, None] = {}
    differ = [documents[0]]
    for document, component in zip(documents[1:], parties[1:], strict=True):
        found = dict.fromkeys(differing(first, forms[component].worded))
        if found:
            differ.append(document)
            texts.update(found)
    if texts:
        at = join("/components", section, name)
        naming.text_differences.append(TextDifference(at, tuple(differ), tuple(texts)))


def _differing_schemes(sources: Sequence[Source], name: str, parties: list[_Component]) -> Problem:
    first, *others = (sources[index] for index, _, _ in parties)
    return first.problem(
        f"the security scheme {name} differs from that of {' and '.join(o.name for o in others)}",
        join("/components/securitySchemes", parties[0][2]),
        "One name must mean one scheme: give one of them another name at its source",
    )


def _no_collisions(sources: Sequence[Source], naming: Naming, problems: list[Problem]) -> None:
    owners: dict[_Group, tuple[tuple[Json, ...], _Component]] = {}
    for component, new in naming.final.items():
        index, section, name = component
        at = join("/components", section, name)
        identity = naming.identity(Target(index, at, section, name))
        known, other = owners.setdefault((section, new), (identity, component))
        if known != identity and section != "securitySchemes":
            problems.append(
                sources[index].problem(
                    f"{section}/{name} would be called {new}, and so would "
                    f"{other[1]}/{other[2]} of {sources[other[0]].name}",
                    at,
                    "Rename one of them, or give the documents different prefixes",
                )
            )


def _no_shared_anchors(sources: Sequence[Source], naming: Naming, problems: list[Problem]) -> None:
    """Anchors are names in one space, which a merge makes one of several."""
    owners: dict[str, tuple[tuple[Json, ...], Source, str]] = {}
    for source in sources:
        for anchor, pointer in source.anchors.items():
            identity = naming.identity(source.target_at(pointer))
            known, other, there = owners.setdefault(anchor, (identity, source, pointer))
            if known != identity:
                problems.append(
                    source.problem(
                        f"the $anchor {anchor!r} is also in {other.name} at #{there}",
                        pointer,
                        "Rename one of them at its source",
                    )
                )


def _near_names(naming: Naming) -> None:
    """Note names that other languages or file systems may take for one."""
    folded: dict[_Group, dict[str, None]] = {}
    for (_, section, _), new in naming.final.items():
        key = re.sub(r"[^a-z0-9]", "", new.casefold())
        folded.setdefault((section, key), {})[new] = None
    for (section, _), names in folded.items():
        if len(names) > 1:
            naming.notes.append(
                f"the {section} {' and '.join(names)} have names equal but for case and punctuation"
            )
