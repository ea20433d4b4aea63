"""Two versions of what can be called: paths, operations, parameters, bodies, answers, servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pipeline.changes import fields
from pipeline.changes.change import CALLER, MISSING, READER, TYPES, Breaks, Change
from pipeline.changes.flow import NOWHERE, RECEIVED, SENT, Flow
from pipeline.changes.schemas import SchemaComparer
from pipeline.errors import PipelineError
from pipeline.grammar import HTTP_METHODS, children_of
from pipeline.pointer import join
from pipeline.references import follow_reference
from pipeline.types import Json, JsonObject
from pipeline.values import canonical, same, same_members

__all__ = ["OperationComparer", "as_dict", "as_list"]

_NONE: Breaks = frozenset()
_CALLER = frozenset({CALLER})
_READER = frozenset({READER})
_SENDER = frozenset({CALLER, TYPES})
_RECEIVER = frozenset({READER, TYPES})


class OperationComparer:
    """Compares the objects around schemas in two documents; `changes` is what it found.

    Args:
        renames: Schema components that are there under another name: old name to new.
    """

    def __init__(self, old: JsonObject, new: JsonObject, renames: dict[str, str]) -> None:
        self._old, self._new = old, new
        self.changes: list[Change] = []
        self._seen: set[tuple[str, str]] = set()
        self._schemas = SchemaComparer(old, new, renames, self.changes.append)

    def _add(
        self,
        kind: str,
        pointer: str,
        breaks: Breaks = _NONE,
        before: Json = MISSING,
        after: Json = MISSING,
        flow: Flow = NOWHERE,
    ) -> None:
        self.changes.append(Change.of(kind, pointer, breaks, before, after, flow.operations))

    def _text(self, kind: str, pointer: str, before: Json = MISSING, after: Json = MISSING) -> None:
        self.changes.append(Change.text(kind, pointer, before, after))

    def _field(
        self, kind: str, key: str, before: Json, after: Json, pointer: str, flow: Flow
    ) -> None:
        """A field without rules of its own."""
        verb = "added" if before is MISSING else "removed" if after is MISSING else "changed"
        name = f"{kind.replace('-', ' ')}: {key} {verb}"
        meaning = fields.meaning(kind, key)
        if meaning is None:
            self._text(name, pointer, before, after)
        else:
            self._add(name, pointer, meaning, before, after, flow)

    def _fields(
        self, kind: str, old: JsonObject, new: JsonObject, pointer: str, flow: Flow
    ) -> Iterator[tuple[str, Json, Json, str]]:
        """Report the plain fields of an object that differ; yield those that hold objects."""
        structured = children_of(kind)
        for key in dict.fromkeys((*old, *new)):
            before, after = old.get(key, MISSING), new.get(key, MISSING)
            if key == "$ref" or (kind, key) in fields.RULED or same(before, after):
                continue
            here = join(pointer, key)
            if key in structured and key not in fields.PLAIN:
                yield key, before, after, here
            else:
                self._field(kind, key, before, after, here, flow)

    def _named(self, kind: str, old: JsonObject, new: JsonObject, pointer: str) -> Iterator[str]:
        """Report the extensions of a map of objects that differ; yield its other keys."""
        for key in dict.fromkeys((*old, *new)):
            if not key.startswith("x-"):
                yield key
                continue
            before, after = old.get(key, MISSING), new.get(key, MISSING)
            if not same(before, after):
                self._field(kind, key, before, after, join(pointer, key), NOWHERE)

    # -- operations

    def _paths(self, old: JsonObject, new: JsonObject) -> None:
        for path in self._named("paths", old, new, "/paths"):
            here = join("/paths", path)
            if path not in new:
                self._add("path: removed", here, _SENDER, before=_outline(old[path]))
            elif path not in old:
                self._add("path: added", here, after=_outline(new[path]))
            else:
                self._followed(self._path_item, old[path], new[path], here, NOWHERE)

    def _path_item(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for key, before, after, here in self._fields("path-item", old, new, pointer, flow):
            if key in HTTP_METHODS:
                self._operation_field(before, after, here)
            elif key == "servers":
                self._servers(as_list(before), as_list(after), here)
            elif key == "parameters":
                operations = tuple(new[m].get("operationId", m) for m in HTTP_METHODS if m in new)
                self._parameters(
                    as_list(before), as_list(after), here, Flow(frozenset({SENT}), operations)
                )

    def _operation_field(self, old: Json, new: Json, pointer: str) -> None:
        if old is MISSING:
            self._add("operation: added", pointer, after=new.get("operationId"))
        elif new is MISSING:
            self._add("operation: removed", pointer, _SENDER, before=old.get("operationId"))
        else:
            self._operation(old, new, pointer)

    def _operation(self, old: JsonObject, new: JsonObject, pointer: str) -> None:
        operations = (str(new.get("operationId") or pointer),)
        sent = Flow(frozenset({SENT}), operations)
        received = Flow(frozenset({RECEIVED}), operations)
        self._security_of(old, new, pointer, operations)
        for key, before, after, here in self._fields("operation", old, new, pointer, sent):
            match key:
                case "parameters":
                    self._parameters(as_list(before), as_list(after), here, sent)
                case "requestBody":
                    self._request_body(before, after, here, sent)
                case "responses":
                    self._responses(as_dict(before), as_dict(after), here, received)
                case "servers":
                    self._servers(as_list(before), as_list(after), here)
                case "security":
                    pass  # with the root's, above
                case _:
                    self._field("operation", key, before, after, here, sent)

    def _parameters(self, old: list[Json], new: list[Json], pointer: str, flow: Flow) -> None:
        a = {_parameter_key(self._old, p): p for p in old}
        b = {_parameter_key(self._new, p): p for p in new}
        before, after = list(a), list(b)
        for key in before:
            if key not in b:
                here = join(pointer, before.index(key))
                self._add("parameter: removed", here, _SENDER, a[key], flow=flow)
        for key in after:
            here = join(pointer, after.index(key))
            if key in a:
                self._followed(self._parameter, a[key], b[key], here, flow)
                continue
            required = _resolved(self._new, b[key]).get("required") is True
            kind = f"parameter: {'required' if required else 'optional'} added"
            breaks = _SENDER if required else _NONE
            self._add(kind, here, breaks, after=b[key], flow=flow)
        if before != after and same_members(before, after):
            self._text("parameters: reordered", pointer)

    def _parameter(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        self._described("parameter", old, new, pointer, flow, required=_SENDER, optional=_NONE)

    def _header(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        self._described("header", old, new, pointer, flow, required=_NONE, optional=_READER)

    def _described(
        self,
        kind: str,
        old: JsonObject,
        new: JsonObject,
        pointer: str,
        flow: Flow,
        *,
        required: Breaks,
        optional: Breaks,
    ) -> None:
        for key, before, after, here in self._fields(kind, old, new, pointer, flow):
            if key == "schema":
                self._schemas.compare(before, after, here, flow)
            elif key == "content":
                self._content(as_dict(before), as_dict(after), here, flow)
            else:
                self._field(kind, key, before, after, here, flow)
        a, b = old.get("required") is True, new.get("required") is True
        if a != b:
            word = "required" if b else "optional"
            breaks = required if b else optional
            self._add(f"{kind}: made {word}", join(pointer, "required"), breaks, a, b, flow)

    def _request_body(self, old: Json, new: Json, pointer: str, flow: Flow) -> None:
        if old is MISSING:
            required = _resolved(self._new, new).get("required") is True
            kind = f"request body: {'required' if required else 'optional'} added"
            self._add(kind, pointer, _SENDER if required else _NONE, after=new, flow=flow)
        elif new is MISSING:
            self._add("request body: removed", pointer, _SENDER, before=old, flow=flow)
        else:
            self._followed(self._body, old, new, pointer, flow)

    def _body(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for _, before, after, here in self._fields("request-body", old, new, pointer, flow):
            self._content(as_dict(before), as_dict(after), here, flow)
        a, b = old.get("required") is True, new.get("required") is True
        if a != b:
            word, breaks = ("required", _CALLER) if b else ("optional", _NONE)
            self._add(f"request body: made {word}", join(pointer, "required"), breaks, a, b, flow)

    def _content(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        removed = _SENDER if SENT in flow.ways else _RECEIVER
        for media_type in dict.fromkeys((*old, *new)):
            here = join(pointer, media_type)
            if media_type not in new:
                self._add("media type: removed", here, removed, before=media_type, flow=flow)
            elif media_type not in old:
                self._add("media type: added", here, after=media_type, flow=flow)
            else:
                self._media_type(old[media_type], new[media_type], here, flow)

    def _media_type(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for key, before, after, here in self._fields("media-type", old, new, pointer, flow):
            if key == "schema":
                self._schemas.compare(before, after, here, flow)
            else:
                self._field("media-type", key, before, after, here, flow)

    def _responses(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for status in self._named("responses", old, new, pointer):
            here = join(pointer, status)
            success = status.startswith("2")
            if status not in new:
                breaks = _RECEIVER if success else _NONE
                self._add("responses: status removed", here, breaks, status, flow=flow)
            elif status not in old:
                self._add("responses: status added", here, after=status, flow=flow)
            else:
                self._followed(self._response, old[status], new[status], here, flow)

    def _response(self, old: JsonObject, new: JsonObject, pointer: str, flow: Flow) -> None:
        for key, before, after, here in self._fields("response", old, new, pointer, flow):
            a, b = as_dict(before), as_dict(after)
            if key == "content":
                self._content(a, b, here, flow)
                continue
            noun = key.removesuffix("s")
            for name in dict.fromkeys((*a, *b)):
                at = join(here, name)
                if name not in b:
                    breaks = _READER if key == "headers" else _NONE
                    self._add(f"{noun}: removed", at, breaks, before=name, flow=flow)
                elif name not in a:
                    self._add(f"{noun}: added", at, after=name, flow=flow)
                elif key == "headers":
                    self._followed(self._header, a[name], b[name], at, flow)
                elif not same(a[name], b[name]):
                    self._add(f"{noun}: changed", at, _NONE, a[name], b[name], flow)

    # -- the rest of the document

    def _servers(self, old: list[Json], new: list[Json], pointer: str) -> None:
        a = {s.get("url"): s for s in old}
        b = {s.get("url"): s for s in new}
        urls, later = list(a), list(b)
        for url in urls:
            if url not in b:
                self._add("server: removed", join(pointer, urls.index(url)), _CALLER, before=url)
        for url in later:
            here = join(pointer, later.index(url))
            if url not in a:
                self._add("server: added", here, after=url)
            else:
                for _, before, after, at in self._fields("server", a[url], b[url], here, NOWHERE):
                    self._field("server", "variables", before, after, at, NOWHERE)
        if urls != later and same_members(urls, later):
            self._add("servers: reordered", pointer, before=urls, after=later)

    def _security_of(
        self, old: JsonObject, new: JsonObject, pointer: str, operations: tuple[str, ...]
    ) -> None:
        """An operation's own alternatives; where it has none, the root's hold."""
        if same(old.get("security", MISSING), new.get("security", MISSING)):
            return
        before, after = (
            node.get("security", tree.get("security", MISSING))
            for node, tree in ((old, self._old), (new, self._new))
        )
        self._security(before, after, join(pointer, "security"), operations)

    def _security(self, old: Json, new: Json, pointer: str, operations: tuple[str, ...]) -> None:
        """Alternatives, any of which is enough; none at all, or an empty one, asks for nothing."""
        flow = Flow(frozenset({SENT}), operations)
        a = {canonical(alternative) for alternative in as_list(old)}
        b = {canonical(alternative) for alternative in as_list(new)}
        free = "{}"
        if a == b:
            self._text("security: written differently", pointer, old, new)
        elif not b or free in b:
            self._add("security: made optional", pointer, _NONE, old, new, flow)
        elif a <= b and a and free not in a:
            self._add("security: alternative added", pointer, _NONE, old, new, flow)
        else:
            self._add("security: made stricter", pointer, _CALLER, old, new, flow)

    def _followed(
        self,
        compare: Callable[[JsonObject, JsonObject, str, Flow], None],
        old: JsonObject,
        new: JsonObject,
        pointer: str,
        flow: Flow,
    ) -> None:
        """Compare what two objects stand for. A component that is used often is compared each time,
        since its operations are part of the evidence."""
        a, was = _target(self._old, old, pointer)
        b, here = _target(self._new, new, pointer)
        self._seen.add((was, here))
        if not same(a, b):
            compare(a, b, here, flow)
        if old.get("$ref") != new.get("$ref"):
            self._text("reference: changed", pointer, old.get("$ref"), new.get("$ref"))


def _target(tree: JsonObject, node: Json, pointer: str) -> tuple[JsonObject, str]:
    try:
        found, at = follow_reference(tree, node, pointer)
    except PipelineError:
        return as_dict(node), pointer
    return as_dict(found), at


def _resolved(tree: JsonObject, node: Json) -> JsonObject:
    return _target(tree, node, "")[0]


def _parameter_key(tree: JsonObject, node: Json) -> str:
    parameter = _resolved(tree, node)
    return canonical([parameter.get("in"), parameter.get("name")])


def _outline(item: Json) -> Json:
    """A path's methods and operation ids: what a report shows of it."""
    methods = {m: item[m] for m in HTTP_METHODS if isinstance(item, dict) and m in item}
    return {method: as_dict(node).get("operationId") for method, node in methods.items()}


def as_dict(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
