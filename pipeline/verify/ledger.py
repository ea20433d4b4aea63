"""What the checks share: the document, the package, and what was found and what was not."""

from __future__ import annotations

from collections import Counter

from pipeline.errors import Problem
from pipeline.surface import Component, Surface, TypeExpr
from pipeline.types import JsonObject
from pipeline.verify.expected import Expected, Value
from pipeline.verify.package import ClassFacts, Package

__all__ = ["Ledger"]

_REMEDY = "Nothing of the document may be lost: mend the surface or the templates."


class Ledger:
    """Counts what has its place in the package, and notes what hasn't.

    Attributes:
        counts: How many of each kind were found.
        problems: One for each thing that was not.
    """

    def __init__(self, package: Package, surface: Surface, tree: JsonObject) -> None:
        self.package = package
        self.surface = surface
        self.tree = tree
        self.expected = Expected(surface)
        self.counts: Counter[str] = Counter()
        self.problems: list[Problem] = []
        self._by_folded = {_folded(name): name for name in package.names}

    def expect(self, found: object, kind: str, pointer: str, what: str) -> bool:
        """Count a thing of some kind, or note that it has no place in the package."""
        return self._tell(found, kind, pointer, f"{what} has no place in the generated package")

    def agree(self, found: object, pointer: str, what: str) -> None:
        """Note a difference between the document and the package, if there is one."""
        self._tell(found, "", pointer, f"{what} is not in the generated package as in the document")

    def compare(self, values: frozenset[Value], kind: TypeExpr, pointer: str, what: str) -> None:
        """Note every listed value that the document or the package has alone."""
        for _, value in sorted(values ^ self.expected.values(kind), key=repr):
            self.agree(False, pointer, f"the value {value!r} of {what}")

    def _tell(self, found: object, kind: str, pointer: str, reason: str) -> bool:
        if not found:
            self.problems.append(
                Problem(reason, document="openapi.yaml", pointer=pointer, remedy=_REMEDY)
            )
        elif kind:
            self.counts[kind] += 1
        return bool(found)

    def python(self, component: str) -> str:
        """The name that a component has in the package, its own if it has none."""
        folded = _folded(component)
        # The parser's prefix makes a name of what is none, such as `4o`.
        found = self._by_folded.get(folded) or self._by_folded.get(f"field{folded}")
        return found or component

    def pythons(self, components: frozenset[str], suffix: str = "") -> frozenset[str]:
        return frozenset(f"{self.python(name)}{suffix}" for name in components)

    def facts(self, component: Component) -> ClassFacts | None:
        return self.package.classes.get(self.python(component.name))

    def decodes(self, names: frozenset[str], components: frozenset[str]) -> bool:
        """Whether code that uses these names decodes into all of these components."""
        return all(
            {self.python(name), f"decode_{self.python(name)}"} & names for name in components
        )


def _folded(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
