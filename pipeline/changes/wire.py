"""Two versions of the document, compared for what a client may send and receive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from pipeline.changes.change import CALLER, MISSING, TYPES, Breaks, Change
from pipeline.changes.documents import compare_documents
from pipeline.changes.flow import NOWHERE, Flow, component_flows
from pipeline.changes.operations import OperationComparer, as_dict, as_list
from pipeline.errors import PipelineError
from pipeline.grammar import component_kind
from pipeline.pointer import join
from pipeline.surface.shape import misshapen
from pipeline.types import Json, JsonObject
from pipeline.values import canonical, same

__all__ = ["compare_wire"]

_NONE: Breaks = frozenset()
_CALLER = frozenset({CALLER})


def compare_wire(old: JsonObject, new: JsonObject) -> list[Change]:
    """Every change between two documents, in the order of the new one; none if they are the same.

    Whatever differs is in the list: what no rule knows is reported as breaking. The order of keys,
    and of lists that are sets, is no difference.

    Raises:
        PipelineError: if a part of either has a JSON type that its field cannot have.
    """
    if same(old, new):
        return []
    problems = [
        replace(problem, document=f"the {which} document")
        for which, tree in (("old", old), ("new", new))
        for problem in misshapen(tree)
    ]
    if problems:
        raise PipelineError(problems)
    comparer = _Comparer(old, new)
    comparer.compare()
    if not comparer.changes:
        # Such as an empty list that was not there before: it says nothing, and is still a change.
        comparer.changes += [
            Change.text("written differently", edit.pointer, edit.before, edit.after)
            for edit in compare_documents(old, new)
        ]
    distinct = {
        (c, canonical(_shown(c.before)), canonical(_shown(c.after))): c for c in comparer.changes
    }
    return list(distinct.values())


class _Comparer(OperationComparer):
    def __init__(self, old: JsonObject, new: JsonObject) -> None:
        self._renames = dict(_renamed(_schemas(old), _schemas(new)))
        super().__init__(old, new, self._renames)

    def compare(self) -> None:
        for key in dict.fromkeys((*self._old, *self._new)):
            before, after = self._old.get(key, MISSING), self._new.get(key, MISSING)
            if same(before, after):
                continue
            here = join("", key)
            match key:
                case "paths":
                    self._paths(as_dict(before), as_dict(after))
                case "servers":
                    self._servers(as_list(before), as_list(after), here)
                case "security":
                    self._security(before, after, here, ())
                case "components" | "openapi":
                    pass
                case _:
                    self._field("openapi", key, before, after, here, NOWHERE)
        if self._old.get("openapi") != self._new.get("openapi"):
            self._text(
                "openapi: changed", "/openapi", self._old.get("openapi"), self._new["openapi"]
            )
        self._components()

    def _components(self) -> None:
        self._component_schemas()
        old, new = as_dict(self._old.get("components")), as_dict(self._new.get("components"))
        for section in dict.fromkeys((*old, *new)):
            before, after = old.get(section, MISSING), new.get(section, MISSING)
            if section == "schemas" or same(before, after):
                continue
            here = join("/components", section)
            if component_kind(section) is None:
                self._field("components", section, before, after, here, NOWHERE)
                continue
            if section == "securitySchemes":
                self._security_schemes(as_dict(before), as_dict(after), here)
                continue
            a, b = as_dict(before), as_dict(after)
            for name in dict.fromkeys((*a, *b)):
                at = join(here, name)
                one, other = a.get(name, MISSING), b.get(name, MISSING)
                if name not in a or name not in b:
                    verb = "added" if name not in a else "removed"
                    self._text(f"components: {section} {verb}", at, one, other)
                elif not same(one, other) and not any(at in pair for pair in self._seen):
                    self._component(section, one, other, at)

    def _component(self, section: str, old: Json, new: Json, pointer: str) -> None:
        """A component that stands where it stood: its uses are the same and it is not."""
        flow = self._flows.get(pointer)
        compare = {
            "responses": self._response,
            "parameters": self._parameter,
            "requestBodies": self._body,
            "headers": self._header,
            "pathItems": self._path_item,
        }.get(section)
        if flow is None or compare is None:
            self._text(f"components: {section} changed, not used", pointer, old, new)
        else:
            self._followed(compare, old, new, pointer, flow)

    @cached_property
    def _flows(self) -> dict[str, Flow]:
        """The flow of each component, by its pointer in the new document, in either of the two."""
        flows = component_flows(self._new)
        for pointer, flow in component_flows(self._old).items():
            name = pointer.removeprefix("/components/schemas/")
            now = pointer
            if name in self._renames:
                now = join("/components/schemas", self._renames[name])
            flows[now] = flow | flows.get(now, NOWHERE)
        return flows

    def _flow(self, name: str) -> Flow:
        return self._flows.get(join("/components/schemas", name), NOWHERE)

    def _component_schemas(self) -> None:
        old, new = _schemas(self._old), _schemas(self._new)
        if same(old, new):
            return
        types = frozenset({TYPES})
        for name, schema in old.items():
            if name in self._renames:
                now = self._renames[name]
                here = join("/components/schemas", now)
                self._add("component schema: renamed", here, types, name, now, self._flow(now))
            elif name not in new:
                here = join("/components/schemas", name)
                self._add("component schema: removed", here, types, schema)
        gained = set(self._renames.values())
        for name, schema in new.items():
            here = join("/components/schemas", name)
            if name in old:
                self._schemas.compare(old[name], schema, here, self._flow(name))
            elif name not in gained:
                self._add("component schema: added", here, _NONE, after=schema)

    def _security_schemes(self, old: JsonObject, new: JsonObject, pointer: str) -> None:
        for name in dict.fromkeys((*old, *new)):
            here = join(pointer, name)
            if name not in new:
                self._add("security scheme: removed", here, _CALLER, before=old[name])
            elif name not in old:
                self._add("security scheme: added", here, after=new[name])
            else:
                self._followed(self._security_scheme, old[name], new[name], here, NOWHERE)

    def _security_scheme(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for key, before, after, here in self._fields("security-scheme", old, new, pointer, flow):
            self._field("security-scheme", key, before, after, here, flow)


def _renamed(old: JsonObject, new: JsonObject) -> Iterator[tuple[str, str]]:
    """Schema components that are there under another name, their own references apart."""
    gained = [name for name in new if name not in old]
    for name, schema in old.items():
        if name in new:
            continue
        for candidate in gained:
            if _with_name(schema, name) == _with_name(new[candidate], candidate):
                yield name, candidate
                gained.remove(candidate)
                break


def _with_name(schema: Json, name: str) -> str:
    own = canonical(join("#/components/schemas", name))
    return canonical(schema).replace(own, '"#"')


def _schemas(tree: JsonObject) -> JsonObject:
    return as_dict(as_dict(tree.get("components")).get("schemas"))


def _shown(value: Json) -> Json:
    return None if value is MISSING else [value]
