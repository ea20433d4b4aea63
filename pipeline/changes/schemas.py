"""Two versions of a schema, compared keyword by keyword: nothing that differs goes unreported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from pipeline.changes import effects
from pipeline.changes.change import MISSING, Change
from pipeline.changes.effects import Effect
from pipeline.changes.flow import Flow
from pipeline.changes.keywords import RULES, by_default
from pipeline.errors import PipelineError
from pipeline.pointer import join, target_of
from pipeline.references import follow_reference
from pipeline.surface.kinds import is_annotation
from pipeline.types import Json, JsonObject
from pipeline.values import canonical, same, same_members

__all__ = ["SchemaComparer"]

# Unions inside unions, further than which none is taken for a union of models.
_DEEPEST_UNION = 8

_CHOICES = frozenset({"oneOf", "anyOf"})

_Collect: TypeAlias = Callable[[Change], None]


class SchemaComparer:
    """Compares schemas of two documents.

    Args:
        old, new: The documents, to follow references in.
        renames: Schema components that are there under another name: old name to new.
        collect: Is given every change.
    """

    def __init__(
        self, old: JsonObject, new: JsonObject, renames: Mapping[str, str], collect: _Collect
    ) -> None:
        self._old, self._new = old, new
        self._renamed = {
            join("/components/schemas", a): join("/components/schemas", b)
            for a, b in renames.items()
        }
        self._collect = collect

    def compare(self, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        """Report how `new` differs from `old`. A boolean schema is what it is short for."""
        if same(old, new):
            return
        a, b = _as_object(old), _as_object(new)
        if a is None or b is None:
            self._add("schema: nothing allowed", effects.ALTERS_TYPE, pointer, flow, old, new)
        elif not b and a:
            # Of a model the class goes, with all its attributes.
            effect = effects.ALTERS_TYPE if self._is_object(self._old, a) else effects.HIDES
            self._add("schema: made anything", effect, pointer, flow, old, new)
        elif not a and "$ref" in b:
            self._add("schema: given a type", effects.REVEALS, pointer, flow, old, new)
        elif self._choice(a, b, pointer, flow):
            return
        elif not self._reference(a, b, pointer, flow):
            for keyword in dict.fromkeys((*a, *b)):
                one, other = a.get(keyword, MISSING), b.get(keyword, MISSING)
                if keyword != "$ref" and not same(one, other):
                    self._keyword(keyword, one, other, a, b, join(pointer, keyword), flow)

    def _add(
        self,
        kind: str,
        effect: Effect,
        pointer: str,
        flow: Flow,
        before: Json = MISSING,
        after: Json = MISSING,
    ) -> None:
        if effect.is_text:
            self._collect(Change.text(kind, pointer, before, after))
        else:
            breaks = effect.breaks(flow)
            self._collect(Change.of(kind, pointer, breaks, before, after, flow.operations))

    def _choice(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> bool:
        """Compare a choice with something else that may be one of its members, or the same choice
        in other words; True if that is what they are."""
        if old.keys() & _CHOICES == new.keys() & _CHOICES:
            return False
        a, b = _alternatives(old), _alternatives(new)
        if a is None or b is None or "discriminator" in old.keys() | new.keys():
            return False
        if any(
            self._is_inline_model(tree, it) for tree, it in ((self._old, old), (self._new, new))
        ):
            return False  # its class comes or goes
        pairs, lost, gained = self._paired(a, b, ordered=False)
        if not pairs:
            return False
        keyword = next(k for k in ("oneOf", "anyOf") if k in {**old, **new})
        if not lost and not gained:
            self._add(f"{keyword}: written differently", effects.TEXT, pointer, flow, old, new)
        was, now = (_member_places(pointer, schema) for schema in (old, new))
        for i, j in pairs:
            self.compare(a[i], b[j], now(j), flow)
        self._unpaired(
            keyword, [(was(i), a[i]) for i in lost], [(now(j), b[j]) for j in gained], a, flow
        )
        for key in dict.fromkeys((*old, *new)):
            one, other = old.get(key, MISSING), new.get(key, MISSING)
            if is_annotation(key) and not same(one, other):
                self._keyword(key, one, other, old, new, join(pointer, key), flow)
        return True

    def _reference(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> bool:
        """Report a reference that leads elsewhere; True if nothing is left to compare."""
        before, after = old.get("$ref"), new.get("$ref")
        if before == after or self._is_renamed(before, after):
            return False
        a, b = _resolved(self._old, old, pointer), _resolved(self._new, new, pointer)
        here = join(pointer, "$ref")
        alike = same(a, b)
        effect = effects.RETYPES if alike else effects.ALTERS_TYPE
        kind = "$ref: to an equal schema" if alike else "$ref: to another schema"
        self._add(kind, effect, here, flow, before or MISSING, after or MISSING)
        return before is None or after is None

    def _is_renamed(self, before: Json, after: Json) -> bool:
        if not isinstance(before, str) or not isinstance(after, str):
            return False
        old, new = target_of(before) or before, target_of(after) or after
        return old == new or self._renamed.get(old) == new

    def _keyword(
        self,
        keyword: str,
        old: Json,
        new: Json,
        before: JsonObject,
        after: JsonObject,
        pointer: str,
        flow: Flow,
    ) -> None:
        if keyword == "properties":
            self._properties(old, new, pointer, flow)
        elif keyword in ("items", "additionalProperties"):
            self._child(keyword, old, new, before, after, pointer, flow)
        elif keyword in (*_CHOICES, "allOf", "prefixItems"):
            self._members(keyword, old, new, pointer, flow)
        elif keyword == "discriminator":
            self._discriminator(old, new, pointer, flow)
        else:
            rule = RULES.get(keyword)
            findings = rule(old, new) if rule is not None else by_default(keyword, old, new)
            for kind, effect, one, other in findings:
                self._add(kind, effect, pointer, flow, one, other)

    def _properties(self, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        a = old if isinstance(old, dict) else {}
        b = new if isinstance(new, dict) else {}
        for name in dict.fromkeys((*a, *b)):
            here = join(pointer, name)
            if name not in b:
                self._add("properties: removed", effects.ALTERS_TYPE, here, flow, a[name])
            elif name not in a:
                self._add("properties: added", effects.WIDENS, here, flow, MISSING, b[name])
            else:
                self.compare(a[name], b[name], here, flow)
        if a.keys() == b.keys() == set():
            self._add("properties: written differently", effects.TEXT, pointer, flow, old, new)

    def _child(
        self,
        keyword: str,
        old: Json,
        new: Json,
        before: JsonObject,
        after: JsonObject,
        pointer: str,
        flow: Flow,
    ) -> None:
        """A schema whose absence allows anything."""
        a, b = _as_object(old), _as_object(new)
        # Beside properties the client keeps other keys as they are, and an object without
        # properties is a map whose values have a type.
        is_plain = keyword == "additionalProperties" and bool(
            before.get("properties") or after.get("properties")
        )
        if a == b:
            self._add(f"{keyword}: written differently", effects.TEXT, pointer, flow, old, new)
        elif a is None or b is None:
            if a or b:
                effect = effects.ALTERS_TYPE
            else:
                effect = effects.NARROWS if b is None else effects.WIDENS
            kind = f"{keyword}: {'closed' if b is None else 'opened'}"
            self._add(kind, effect, pointer, flow, old, new)
        elif not a:
            effect = effects.NARROWS if is_plain else effects.REVEALS
            self._add(f"{keyword}: given a type", effect, pointer, flow, old, new)
        elif not b:
            effect = effects.WIDENS if is_plain else effects.HIDES
            self._add(f"{keyword}: made anything", effect, pointer, flow, old, new)
        else:
            self.compare(old, new, pointer, flow)

    def _members(self, keyword: str, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        if not isinstance(old, list) or not isinstance(new, list):
            verb = "added" if old is MISSING else "removed"
            self._add(f"{keyword}: {verb}", effects.ALTERS_TYPE, pointer, flow, old, new)
            return
        pairs, lost, gained = self._paired(old, new, ordered=keyword == "prefixItems")
        for i, j in pairs:
            self.compare(old[i], new[j], join(pointer, j), flow)
        self._unpaired(
            keyword,
            [(join(pointer, i), old[i]) for i in lost],
            [(join(pointer, j), new[j]) for j in gained],
            old,
            flow,
        )
        if not lost and not gained and same_members(old, new):
            self._add(f"{keyword}: reordered", effects.TEXT, pointer, flow)

    def _unpaired(
        self,
        keyword: str,
        lost: list[tuple[str, Json]],
        gained: list[tuple[str, Json]],
        old: list[Json],
        flow: Flow,
    ) -> None:
        """Report members, each with its place, that only one of two lists has."""
        union = keyword in _CHOICES
        objects = [m for m in old if union and self._is_object(self._old, m)]
        for here, member in lost:
            plain = union and member not in objects
            effect = effects.NARROWS_TYPE if plain else effects.ALTERS_TYPE
            self._add(f"{keyword}: removed", effect, here, flow, member)
        for here, member in gained:
            # A union of models has a member for what it does not know.
            is_open = len(objects) > 1 and self._is_object(self._new, member)
            effect = effects.WIDENS if is_open else effects.WIDENS_TYPE
            if not union:
                effect = effects.ALTERS_TYPE
            self._add(f"{keyword}: added", effect, here, flow, MISSING, member)

    def _paired(
        self, old: list[Json], new: list[Json], *, ordered: bool
    ) -> tuple[list[tuple[int, int]], list[int], list[int]]:
        """Which members are the same one: equal, or alike in what they are."""
        if ordered:
            common = min(len(old), len(new))
            pairs = [(i, i) for i in range(common)]
            return pairs, list(range(common, len(old))), list(range(common, len(new)))
        lost, gained = list(range(len(old))), list(range(len(new)))
        pairs = []
        for identity in (canonical, self._new_name, _likeness):
            wanted = {identity(new[j]): j for j in reversed(gained)}
            for i in list(lost):
                text = self._old_name(old[i]) if identity == self._new_name else identity(old[i])
                j = wanted.pop(text, None) if text is not None else None
                if j is not None and j in gained:
                    pairs.append((i, j))
                    lost.remove(i)
                    gained.remove(j)
        for i in list(lost):
            if i in gained and self._new_name(old[i]) is self._new_name(new[i]) is None:
                pairs.append((i, i))
                lost.remove(i)
                gained.remove(i)
        return pairs, lost, gained

    def _old_name(self, member: Json) -> str | None:
        """What the reference of an old member leads to in the new document."""
        name = self._new_name(member)
        return self._renamed.get(name, name) if name else None

    def _new_name(self, member: Json) -> str | None:
        reference = member.get("$ref") if isinstance(member, dict) else None
        return target_of(reference) if isinstance(reference, str) else None

    def _is_object(self, tree: JsonObject, member: Json, depth: int = 0) -> bool:
        """Whether a member becomes a model, or a union of models."""
        schema = _resolved(tree, member, "")
        if not isinstance(schema, dict) or depth > _DEEPEST_UNION:
            return False
        if schema.get("properties"):
            return True
        members = [*(schema.get("oneOf") or []), *(schema.get("anyOf") or [])]
        return bool(members) and all(self._is_object(tree, m, depth + 1) for m in members)

    def _is_inline_model(self, tree: JsonObject, schema: JsonObject) -> bool:
        """Whether a schema is a model of its own: neither a choice nor a reference to one."""
        return not schema.keys() & {*_CHOICES, "$ref"} and self._is_object(tree, schema)

    def _discriminator(self, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        if not isinstance(old, dict) or not isinstance(new, dict):
            verb = "added" if old is MISSING else "removed"
            self._add(f"discriminator: {verb}", effects.ALTERS_TYPE, pointer, flow, old, new)
            return
        for key in dict.fromkeys((*old, *new)):
            here = join(pointer, key)
            before, after = old.get(key, MISSING), new.get(key, MISSING)
            if same(before, after):
                continue
            if key == "mapping" and isinstance(before, dict | type(MISSING)):
                self._mapping(before, after, here, flow)
            elif key == "x-default-mapping" and self._is_renamed(before, after):
                continue
            elif key.startswith("x-") and key != "x-default-mapping":
                self._add(f"{key}: changed", effects.TEXT, here, flow, before, after)
            else:
                kind = f"discriminator: {key} changed"
                self._add(kind, effects.ALTERS_TYPE, here, flow, before, after)

    def _mapping(self, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        a, b = (value if isinstance(value, dict) else {} for value in (old, new))
        for value in dict.fromkeys((*a, *b)):
            before, after = a.get(value, MISSING), b.get(value, MISSING)
            if same(before, after) or self._is_renamed(before, after):
                continue
            verb = "added" if value not in a else "removed" if value not in b else "moved"
            effect = effects.WIDENS if verb == "added" else effects.ALTERS_TYPE
            here = join(pointer, value)
            self._add(f"discriminator: value {verb}", effect, here, flow, before, after)


def _alternatives(schema: JsonObject) -> list[Json] | None:
    """What a value of a schema may be: the members of its one choice, its types, or itself without
    what only describes. None if more than one keyword decides that."""
    bare = {key: value for key, value in schema.items() if not is_annotation(key)}
    choices = bare.keys() & _CHOICES
    if choices:
        members = bare[next(iter(choices))]
        return members if len(bare) == 1 and isinstance(members, list) else None
    types = bare.get("type")
    if isinstance(types, list) and "enum" not in bare:
        return [{"type": "null"} if t == "null" else {**bare, "type": t} for t in types]
    return [bare]


def _member_places(pointer: str, schema: JsonObject) -> Callable[[int], str]:
    """Where the alternatives of a schema are: its members, or itself."""
    keyword = next((k for k in ("oneOf", "anyOf") if k in schema), None)
    return lambda index: pointer if keyword is None else join(pointer, keyword, index)


def _as_object(schema: Json) -> JsonObject | None:
    """A schema as an object: true and absence are `{}`, false is None."""
    if schema is True or schema is MISSING:
        return {}
    return schema if isinstance(schema, dict) else None


def _resolved(tree: JsonObject, schema: Json, pointer: str) -> Json:
    """What a schema stands for, its reference followed; itself if that leads nowhere."""
    try:
        return follow_reference(tree, schema, pointer)[0]
    except PipelineError:
        return schema


def _likeness(member: Json) -> str | None:
    """What inline members are told apart by."""
    if not isinstance(member, dict) or "$ref" in member or not member:
        return None
    types = member.get("type")
    kind = sorted(set(types if isinstance(types, list) else [types]) - {"null"}, key=str)
    tags: Iterable[Json] = (
        (member.get("properties") or {}).get(tag) for tag in ("type", "role", "object", "kind")
    )
    named = [canonical(t.get("const", t.get("enum"))) for t in tags if isinstance(t, dict)]
    return canonical([kind, named])
