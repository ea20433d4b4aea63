"""Two versions of a document, compared as JSON: what differs, whatever it means."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.changes.change import MISSING
from pipeline.pointer import join
from pipeline.types import Json, JsonObject
from pipeline.values import canonical, same

__all__ = ["Edit", "compare_documents"]

# Lists longer than this, multiplied, are one change: matching their items takes too long.
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Edit:
    """A value that is there in one version only, or differs.

    Attributes:
        verb: `added`, `removed` or `changed`.
        pointer: In the new version; for what is gone in the old one.
    """

    verb: str
    pointer: str
    before: Json = MISSING
    after: Json = MISSING

    def to_json(self) -> JsonObject:
        """The edit as JSON values; absent values are left out."""
        out: JsonObject = {"verb": self.verb, "pointer": self.pointer}
        if self.before is not MISSING:
            out["before"] = self.before
        if self.after is not MISSING:
            out["after"] = self.after
        return out


def compare_documents(old: Json, new: Json, pointer: str = "") -> Iterator[Edit]:
    """The least edits that make one value of another: keys by name, items by likeness.

    The order of keys is no difference.
    """
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            here = join(pointer, key)
            if key not in new:
                yield Edit("removed", here, before=old[key])
            elif key not in old:
                yield Edit("added", here, after=new[key])
            else:
                yield from compare_documents(old[key], new[key], here)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _items(old, new, pointer)
    else:
        yield Edit("changed", pointer, old, new)


def _items(old: list[Json], new: list[Json], pointer: str) -> Iterator[Edit]:
    if len(old) * len(new) > _LARGEST:
        yield Edit("changed", pointer, old, new)
        return
    before, after = list(map(canonical, old)), list(map(canonical, new))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for verb, i, i_end, j, j_end in matcher.get_opcodes():
        if verb == "equal":
            continue
        common = min(i_end - i, j_end - j)
        for offset in range(common):
            yield from compare_documents(
                old[i + offset], new[j + offset], join(pointer, j + offset)
            )
        for index in range(i + common, i_end):
            yield Edit("removed", join(pointer, index), before=old[index])
        for index in range(j + common, j_end):
            yield Edit("added", join(pointer, index), after=new[index])
