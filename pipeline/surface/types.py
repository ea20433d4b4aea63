"""The vocabulary of a surface: type expressions, components, fields and operations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipeline.types import Json, JsonObject

__all__ = [
    "ANY",
    "NULL",
    "Component",
    "Enum",
    "Field",
    "ListOf",
    "MapOf",
    "OneOf",
    "Operation",
    "Parameter",
    "Ref",
    "Scalar",
    "Surface",
    "TypeExpr",
]

ScalarName: TypeAlias = Literal["str", "int", "float", "bool", "null", "any", "date-time", "date"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A JSON primitive, a text with a Python type of its own (`date-time`), or anything at all."""

    name: ScalarName


@dataclass(frozen=True, slots=True)
class Enum:
    """Listed values. Open (the default) means that a server may send others."""

    values: tuple[Json, ...]
    open: bool = True


@dataclass(frozen=True, slots=True)
class Ref:
    """A component of the surface, by its name in the document."""

    name: str


@dataclass(frozen=True, slots=True)
class ListOf:
    item: TypeExpr


@dataclass(frozen=True, slots=True)
class MapOf:
    value: TypeExpr


@dataclass(frozen=True, slots=True)
class OneOf:
    """A union; null, where allowed, is one of the members."""

    members: tuple[TypeExpr, ...]


TypeExpr: TypeAlias = Scalar | Enum | Ref | ListOf | MapOf | OneOf

ANY = Scalar("any")
NULL = Scalar("null")


@dataclass(frozen=True, slots=True)
class Field:
    """A property of a model.

    Attributes:
        wire: The key in JSON.
        type: Its type without null.
        required: Whether the document lists it as required.
        nullable: Whether null is a documented value.
        schema: The property's schema, for documentation (description, default, example, bounds).
        pointer: JSON pointer of that schema.
        read_only: Whether it is for answers alone (`readOnly`).
        write_only: Whether it is for requests alone (`writeOnly`).
    """

    wire: str
    type: TypeExpr
    required: bool
    nullable: bool
    schema: JsonObject
    pointer: str
    read_only: bool = False
    write_only: bool = False

    @property
    def is_sent(self) -> bool:
        """Whether every request has it."""
        return self.required and not self.read_only

    @property
    def is_answered(self) -> bool:
        """Whether every answer has it."""
        return self.required and not self.write_only

    @property
    def is_always_there(self) -> bool:
        """Whether every request and every answer has it."""
        return self.is_sent and self.is_answered


@dataclass(slots=True)
class Component:
    """A named schema: of the document, or one that `build_surface` named.

    Attributes:
        kind: `model` (an object with properties), `union`, `enum`, or `alias` for the rest.
        type: What it stands for; for a model, a reference to itself.
        tag: For a union of models, the property whose value tells its members apart.
        tags: For such a union, the member component that each value of that property stands for.
        default: For such a union, the member that an object without the tag is
            (`x-default-mapping`, OpenAPI 3.2's `defaultMapping`).
        members: For a union, the model components it can be, nested unions resolved.
        view: Which response view the document asks for (`x-response-view`).
    """

    name: str
    pointer: str
    kind: Literal["model", "union", "enum", "alias"]
    type: TypeExpr
    schema: JsonObject
    fields: tuple[Field, ...] = ()
    tag: str | None = None
    tags: dict[str, str] = field(default_factory=dict)
    default: str | None = None
    members: tuple[str, ...] = ()
    view: str | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path, query or header parameter of an operation.

    Attributes:
        node: The parameter object, for documentation.
        pointer: JSON pointer of that object.
    """

    wire: str
    location: Literal["path", "query", "header"]
    type: TypeExpr
    required: bool
    node: JsonObject
    pointer: str

    @property
    def description(self) -> str | None:
        """What the document says of it."""
        return self.node.get("description")

    @property
    def schema(self) -> JsonObject:
        """Its schema, empty if that only says that anything is allowed."""
        schema = self.node.get("schema")
        return schema if isinstance(schema, dict) else {}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the document.

    Attributes:
        body: The component that is its JSON request body, if it takes one.
        response: Type of the JSON answer of its 2xx response, if there is one.
        event: Type of an event of its event stream, if it has one.
        sse: The media type's `x-sse` object: sentinel, terminal events, error events.
        statuses: Every documented status, and the type of its JSON body where there is one.
    """

    id: str
    method: str
    path: str
    pointer: str
    node: JsonObject
    body: str | None
    parameters: tuple[Parameter, ...]
    response: TypeExpr | None
    event: TypeExpr | None
    sse: JsonObject
    statuses: dict[str, TypeExpr | None]


@dataclass(frozen=True, slots=True)
class Surface:
    """Everything the client is generated from.

    Attributes:
        components: By name, in document order; components that `build_surface` named follow the
            one they were found in.
        notes: What the client does not enforce or decode, one sentence each, with its pointer.
    """

    components: dict[str, Component]
    operations: tuple[Operation, ...]
    notes: tuple[str, ...]
