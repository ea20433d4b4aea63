"""From schemas to type expressions, naming anonymous objects and unions on the way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pipeline.errors import PipelineError, Problem
from pipeline.pointer import join, target_of
from pipeline.references import follow_reference
from pipeline.surface.allof import merge_all_of
from pipeline.surface.distinct import indistinct
from pipeline.surface.kinds import (
    CONDITIONS,
    SCALARS,
    SHAPING,
    adds_properties,
    fits_literal,
    is_annotation,
    is_object,
    is_object_schema,
    is_plain,
    makes_another_type,
    members_of,
    one_of,
    only_annotations,
    says,
    scalar_of,
)
from pipeline.surface.names import member_name, pascal
from pipeline.surface.settle import circular, settle
from pipeline.surface.types import (
    ANY,
    NULL,
    Component,
    Enum,
    Field,
    ListOf,
    MapOf,
    OneOf,
    Operation,
    Ref,
    Scalar,
    Surface,
    TypeExpr,
)
from pipeline.surface.unions import find_tags, without_null
from pipeline.types import Json, JsonObject

__all__ = ["SchemaReader"]

_SCHEMAS = "/components/schemas/"

_TEXT_FORMATS: dict[str, Scalar] = {
    "date-time": Scalar("date-time"),
    "date": Scalar("date"),
}


@dataclass(frozen=True, slots=True)
class _Object:
    """A schema that needs a name because it has properties."""

    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class _Union:
    """A schema that needs a name because it is one of several models."""

    members: tuple[TypeExpr, ...]


class SchemaReader:
    """Reads the schemas of one document, collecting components, problems and notes."""

    def __init__(self, tree: JsonObject, name: str) -> None:
        self._tree = tree
        self._name = name
        self._declared = frozenset((tree.get("components") or {}).get("schemas", {}))
        self._components: dict[str, Component] = {}
        self._named: dict[str, str] = {}  # pointer → component named here
        self._nullable: set[str] = set()
        self._notes: list[str] = []
        self.problems: list[Problem] = []

    def refuse(self, pointer: str, reason: str, remedy: str | None = None) -> None:
        """Note that the client cannot represent something; reading goes on."""
        self.problems.append(Problem(reason, document=self._name, pointer=pointer, remedy=remedy))

    def note(self, pointer: str, text: str) -> None:
        """Note something the client leaves to the server."""
        self._notes.append(f"#{pointer}: {text}")

    def follow(self, node: Json, pointer: str) -> tuple[Json, str]:
        """`follow_reference` within this document; a bad reference is a problem and reads as {}."""
        try:
            return follow_reference(self._tree, node, pointer)
        except PipelineError as error:
            self.problems.extend(replace(p, document=self._name) for p in error.problems)
            return {}, pointer

    def model_of(self, kind: TypeExpr) -> str | None:
        """The model component a type amounts to, through aliases; None if it is something else."""
        while isinstance(kind, Ref):
            component = self._components[kind.name]
            if component.kind == "model":
                return component.name
            kind = component.type
        return None

    def is_object(self, kind: TypeExpr) -> bool:
        """Whether a type is a JSON object, perhaps null, or anything at all."""
        return is_object(kind, self._components)

    def is_plain(self, kind: TypeExpr, *, lists: bool) -> bool:
        """Whether the values of a type are written as texts; with `lists`, or lists of such."""
        return is_plain(kind, self._components, lists=lists)

    def add_component(self, name: str, schema: Json, pointer: str) -> None:
        """Read a named schema of the document."""
        self._name_shape(name, schema, pointer, self._classify(schema, pointer, name))

    def read(self, schema: Json, pointer: str, hint: str) -> TypeExpr:
        """The type a schema stands for; objects and unions in it are named after `hint`."""
        return self._type_of(self._classify(schema, pointer, hint), schema, pointer, hint)

    def finish(self, operations: tuple[Operation, ...]) -> Surface:
        """The surface, once every component and operation has been read."""
        if self.problems:
            return Surface(self._components, operations, tuple(self._notes))
        self.problems.extend(replace(p, document=self._name) for p in circular(self._components))
        if self.problems:
            return Surface(self._components, operations, tuple(self._notes))
        expand = settle(self._components, self._nullable, self._free_name)
        operations = tuple(
            replace(
                operation,
                response=operation.response and expand(operation.response),
                event=operation.event and expand(operation.event),
                statuses={s: t and expand(t) for s, t in operation.statuses.items()},
            )
            for operation in operations
        )
        wrong = list(find_tags(self._components)) or indistinct(self._components, operations)
        self.problems.extend(replace(problem, document=self._name) for problem in wrong)
        return Surface(self._components, operations, tuple(self._notes))

    # -- naming

    def _free_name(self, hint: str) -> str:
        name = hint
        number = 2
        taken = self._declared | self._components.keys() | set(self._named.values())
        while name in taken:
            name = f"{hint}{number}"
            number += 1
        return name

    def _type_of(self, shape: _Shape, schema: Json, pointer: str, hint: str) -> TypeExpr:
        nullable = False
        if isinstance(shape, tuple):
            shape, nullable = shape
        if isinstance(shape, _Object | _Union):
            known = self._components.get(self._named.get(pointer, ""))
            if known is not None and known.kind in ("model", "union"):
                return Ref(known.name)  # a reference to this place was met inside of it
            name = self._free_name(hint)
            self._name_shape(name, schema, pointer, shape)
            shape = Ref(name)
        return OneOf((shape, NULL)) if nullable else shape

    def _name_shape(self, name: str, schema: Json, pointer: str, shape: _Shape) -> None:
        if isinstance(shape, tuple):
            shape, nullable = shape
            if nullable:
                self._nullable.add(name)
        view = schema.get("x-response-view") if isinstance(schema, dict) else None
        schema = schema if isinstance(schema, dict) else {}
        if isinstance(shape, _Object):
            component = Component(
                name,
                pointer,
                "model",
                Ref(name),
                schema,
                fields=shape.fields,
                view=view,
            )
        elif isinstance(shape, _Union):
            component = Component(name, pointer, "union", OneOf(shape.members), schema)
        elif isinstance(shape, Enum):
            component = Component(name, pointer, "enum", shape, schema)
        else:
            component = Component(name, pointer, "alias", shape, schema)
        self._components[name] = component

    # -- reading

    def _classify(self, schema: Json, pointer: str, hint: str) -> _Shape:
        if schema is True or schema == {}:
            return ANY
        if not isinstance(schema, dict):
            self.refuse(pointer, "a schema that allows nothing")
            return ANY
        self._check_conditions(schema, pointer)
        if "$ref" in schema:
            own = {k: v for k, v in schema.items() if k != "$ref" and not is_annotation(k)}
            if not any(map(makes_another_type, own)):
                return _or_null(self._classify_reference(schema["$ref"], pointer), own)
            schema = {**own, "allOf": [{"$ref": schema["$ref"]}, *own.get("allOf", [])]}
        if "allOf" in schema:
            return self._classify_all_of(schema, pointer, hint)
        nullable = schema.get("nullable") is True
        types = schema.get("type")
        types = [types] if isinstance(types, str) else list(types or [])
        if "null" in types and len(types) > 1:
            nullable = True
            types = [t for t in types if t != "null"]
        shape = self._classify_plain(schema, types, pointer, hint)
        if isinstance(shape, tuple) or shape in (ANY, NULL) or not nullable:
            return shape
        return shape, True

    def _classify_plain(
        self, schema: JsonObject, types: list[str], pointer: str, hint: str
    ) -> _Shape:
        if "const" in schema:
            return self._classify_values([schema["const"]], pointer, open_=False)
        if "enum" in schema:
            return self._classify_values(schema["enum"], pointer, open_=True)
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                shape = self._classify_union(schema, keyword, pointer, hint)
                if shape is not None:
                    return shape
        if len(types) > 1:
            members = [
                self.read({**schema, "type": t}, pointer, f"{hint}{pascal(t)}") for t in types
            ]
            return self._union_of(members, hint, pointer)
        kind = types[0] if types else None
        if kind == "object" or (kind is None and is_object_schema(schema)):
            return self._classify_object(schema, pointer, hint)
        if kind == "array" or (kind is None and ("items" in schema or "prefixItems" in schema)):
            return self._classify_array(schema, pointer, hint)
        if kind == "string":
            return _TEXT_FORMATS.get(schema.get("format", ""), SCALARS["string"])
        if kind is None:
            return ANY
        if kind not in SCALARS:
            self.refuse(join(pointer, "type"), f"there is no JSON type {kind!r}")
            return ANY
        return SCALARS[kind]

    def _classify_reference(self, ref: str, pointer: str) -> _Shape:
        target = target_of(ref)
        if target is not None and target.startswith(_SCHEMAS):
            name = target.removeprefix(_SCHEMAS).replace("~1", "/").replace("~0", "~")
            if name in self._declared:
                return Ref(name)
        schema, at = self.follow({"$ref": ref}, join(pointer, "$ref"))
        if at == join(pointer, "$ref"):
            return ANY
        if at in self._named:
            return Ref(self._named[at])
        # A reference into a schema: what it leads to gets a name of its own, made of its path.
        name = self._free_name(pascal(at.removeprefix(_SCHEMAS).replace("properties/", "")))
        self._named[at] = name
        self._name_shape(name, schema, at, self._classify(schema, at, name))
        return Ref(name)

    def _classify_all_of(self, schema: JsonObject, pointer: str, hint: str) -> _Shape:
        parts = [p for p in schema["allOf"] if not only_annotations(p)]
        own = {k: v for k, v in schema.items() if k != "allOf" and not is_annotation(k)}
        if len(parts) == 1 and not any(map(makes_another_type, own)):
            return _or_null(self._classify(parts[0], join(pointer, "allOf", 0), hint), own)
        try:
            merged = merge_all_of(self._tree, schema, pointer)
        except PipelineError as error:
            self.problems.extend(replace(p, document=self._name) for p in error.problems)
            return ANY
        return self._classify(merged, pointer, hint)

    def _classify_values(self, values: list[Json], pointer: str, *, open_: bool) -> _Shape:
        kept = [v for v in values if v is not None]
        if not kept:
            if not values:
                self.refuse(pointer, "an enum without values")
            return NULL
        if not all(map(fits_literal, kept)):
            shape: TypeExpr = one_of([scalar_of(v) for v in kept])
        else:
            shape = Enum(tuple({repr(v): v for v in kept}.values()), open=open_)
        return shape if len(kept) == len(values) else (shape, True)

    def _classify_object(self, schema: JsonObject, pointer: str, hint: str) -> _Shape:
        properties = schema.get("properties") or {}
        if schema.get("patternProperties"):
            self.note(pointer, "the values of patternProperties are not decoded")
        extra = schema.get("additionalProperties", True)
        if not properties:
            missing = schema.get("required")
            if missing:
                self.note(
                    pointer,
                    f"required keys {missing} without properties are not checked",
                )
            if extra is True or extra is False:
                return MapOf(ANY)
            return MapOf(self.read(extra, join(pointer, "additionalProperties"), f"{hint}Value"))
        if isinstance(extra, dict) and extra and not only_annotations(extra):
            self.note(pointer, "additional properties are kept as sent, not decoded")
        required = frozenset(schema.get("required", ()))
        for name in sorted(required - properties.keys()):
            self.note(pointer, f"the required key {name!r} has no schema; it is kept as sent")
        fields: list[Field] = []
        for key, value in properties.items():
            here = join(pointer, "properties", key)
            kind, nullable = without_null(self.read(value, here, f"{hint}{pascal(key)}"))
            doc = value if isinstance(value, dict) else {}
            fields.append(
                Field(
                    key,
                    kind,
                    key in required,
                    nullable or kind == NULL,
                    doc,
                    here,
                    read_only=says(value, "readOnly", here, self.follow),
                    write_only=says(value, "writeOnly", here, self.follow),
                )
            )
        return _Object(tuple(fields))

    def _classify_array(self, schema: JsonObject, pointer: str, hint: str) -> _Shape:
        items: list[TypeExpr] = []
        for index, item in enumerate(schema.get("prefixItems", [])):
            here = join(pointer, "prefixItems", index)
            items.append(self.read(item, here, f"{hint}Item{index + 1}"))
        if "items" in schema and schema["items"] is not False:
            items.append(self.read(schema["items"], join(pointer, "items"), f"{hint}Item"))
        if len(items) > 1:
            self.note(pointer, "positions of prefixItems are not told apart")
        if not items:
            return ListOf(ANY)
        shape = self._union_of(items, f"{hint}Item", pointer)
        return ListOf(self._type_of(shape, {}, join(pointer, "items"), f"{hint}Item"))

    def _classify_union(
        self, schema: JsonObject, keyword: str, pointer: str, hint: str
    ) -> _Shape | None:
        base = {
            k: v
            for k, v in schema.items()
            if k not in (keyword, "discriminator", "nullable") and not is_annotation(k)
        }
        shaped = [
            (index, member)
            for index, member in enumerate(schema[keyword])
            if not isinstance(member, dict)
            or SHAPING & member.keys()
            or (only_annotations(member) and not SHAPING & base.keys())
        ]
        if len(shaped) < len(schema[keyword]):
            self.note(join(pointer, keyword), "conditions among the members are not checked")
        if not schema[keyword]:
            self.refuse(join(pointer, keyword), "a choice without members")
        if not shaped:
            return None
        members: list[TypeExpr] = []
        for index, member in shaped:
            here = join(pointer, keyword, index)
            name = member_name(hint, member, index)
            if base.keys() - {"type"} or (base and not isinstance(base.get("type"), str)):
                member = {"allOf": [base, member]}
            members.append(self.read(member, here, name))
        return self._union_of(members, hint, pointer)

    def _union_of(self, members: list[TypeExpr], hint: str, pointer: str) -> _Shape:
        """A union; its models, if it has several, become a union component of their own."""
        flat = members_of(one_of([m for member in members for m in members_of(member)]))
        models = tuple(m for m in flat if isinstance(m, Ref))
        rest = [m for m in flat if not isinstance(m, Ref)]
        nullable = NULL in rest
        rest = [m for m in rest if m != NULL]
        if len(models) > 1:
            if not rest:
                return (_Union(models), True) if nullable else _Union(models)
            name = self._free_name(f"{hint}Object")
            self._name_shape(name, {}, pointer, _Union(models))
            models = (Ref(name),)
        if not rest and not models:
            return NULL
        plain = one_of([*rest, *models])
        return (plain, True) if nullable and plain != ANY else plain

    def _check_conditions(self, schema: JsonObject, pointer: str) -> None:
        for keyword in CONDITIONS:
            if keyword not in schema or isinstance(schema[keyword], bool):
                continue
            here = join(pointer, keyword)
            if keyword != "not" and adds_properties(schema[keyword]):
                self.refuse(
                    here,
                    "properties declared under a condition have no place in a model",
                    "Declare them as ordinary properties by overlay.",
                )
            else:
                self.note(here, "the condition is not checked by the client")


def _or_null(shape: _Shape, schema: JsonObject) -> _Shape:
    """A shape, or null too where a schema says so in the words of OpenAPI 3.0."""
    if schema.get("nullable") is not True or isinstance(shape, tuple) or shape in (ANY, NULL):
        return shape
    return shape, True


_Shape = TypeExpr | _Object | _Union | tuple[TypeExpr | _Object | _Union, bool]
