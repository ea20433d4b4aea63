"""What a merge takes, what it gives back, and the account of what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.types import Document, JsonObject

__all__ = [
    "MergePart",
    "MergeReport",
    "Merged",
    "PushedSecurity",
    "Rename",
    "Shared",
    "TagDeclared",
    "TextDifference",
    "canonical",
]

EXPLICIT = "explicit"
CONFLICT = "conflict"
EXPLICIT_AND_CONFLICT = "explicit, then conflict"


@dataclass(frozen=True, slots=True)
class MergePart:
    """One input of a merge.

    Attributes:
        document: The document; its name must be unique among the parts.
        prefix: What its components are prefixed with on a conflict: letters and digits in
            PascalCase (`Chat`), or empty.
        renames: New names of its components, by `grammar.rename_key`; done before anything is
            compared.
    """

    document: Document
    prefix: str
    renames: Mapping[str, str] = field(default_factory=dict)


def canonical(parts: Sequence[MergePart]) -> list[MergePart]:
    """The parts in canonical order: by prefix, then by document name."""
    return sorted(parts, key=lambda part: (part.prefix, part.document.name))


@dataclass(frozen=True, slots=True)
class Rename:
    """A component that has another name in the merged document than in its source."""

    document: str
    section: str
    old: str
    new: str
    why: str


@dataclass(frozen=True, slots=True)
class Shared:
    """A component of the merged document that stands for equal ones of several sources."""

    section: str
    name: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextDifference:
    """Things that mean the same and are worded differently; the first source's wording was kept.

    Attributes:
        pointer: The thing in the merged document.
        documents: Its sources, the one whose wording was kept first.
        texts: Pointers, relative to the thing, of the texts that differ.
    """

    pointer: str
    documents: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TagDeclared:
    """A tag that operations use and no source declares."""

    name: str
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PushedSecurity:
    """Operations that were given their document's root `security`, since the sources' differ."""

    document: str
    pointers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeReport:
    """Everything a merge decided, in canonical order of the sources.

    `notes` are sentences about what else a reader should know: an `info` composed from several,
    names equal but for case, discriminator mappings that were added.
    """

    documents: tuple[str, ...]
    renames: tuple[Rename, ...] = ()
    shared: tuple[Shared, ...] = ()
    text_differences: tuple[TextDifference, ...] = ()
    tags_declared: tuple[TagDeclared, ...] = ()
    security_pushed: tuple[PushedSecurity, ...] = ()
    notes: tuple[str, ...] = ()

    def merged_name(self, document: str, section: str, name: str) -> str:
        """The name that a source's component has in the merged document."""
        for rename in self.renames:
            if (rename.document, rename.section, rename.old) == (
                document,
                section,
                name,
            ):
                return rename.new
        return name

    def remarks(self) -> list[str]:
        """What people should know of and did not ask for, a line each."""
        return [
            *(
                f"renamed {r.document} {r.section}/{r.old} to {r.new} ({r.why})"
                for r in self.renames
                if r.why != EXPLICIT
            ),
            *(
                f"wording of #{d.pointer} taken from {d.documents[0]}, differs in "
                f"{', '.join(d.documents[1:])} at {', '.join(d.texts)}"
                for d in self.text_differences
            ),
            *(
                f"declared tag {t.name}, used in {', '.join(t.documents)}"
                for t in self.tags_declared
            ),
            *(
                f"moved root security of {s.document} to {', '.join('#' + p for p in s.pointers)}"
                for s in self.security_pushed
            ),
            *self.notes,
        ]


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged document and the report of its making."""

    tree: JsonObject
    report: MergeReport
