"""openapi-python-client as the parser: it reads the surface as a document and names things.

It sees the surface's components in their plainest form (objects of references and scalars), so
none of the constructs it drops in silence reaches it. What it still objects to is an error.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser import GeneratorData
from openapi_python_client.parser.errors import GeneratorError
from openapi_python_client.strings import ClassName, PythonIdentifier

from pipeline.characters import settled_name
from pipeline.errors import PipelineError, Problem
from pipeline.generate.taken import CLASS_NAMES, MODEL, Runtime
from pipeline.pointer import join, reference
from pipeline.surface import (
    Component,
    Enum,
    ListOf,
    MapOf,
    OneOf,
    Operation,
    Ref,
    Scalar,
    Surface,
    TypeExpr,
)
from pipeline.types import JsonObject

__all__ = ["Names", "Parsed", "parse"]

_FIELD_PREFIX = "field_"

# Names that a class body or a signature uses in annotations: an attribute called so would shadow
# them there. Other builtins (`type`, `object`, `input`, `id`) are fine as attributes and keywords.
# `given` and `made` are what a generated `__init__` calls, `classmethod` decorates its `_view`.
_SHADOWING = frozenset(
    "str int float bool list dict datetime classmethod given made None True False self cls".split()
)

_SCALAR_SCHEMAS: dict[str, JsonObject] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "null": {"type": "null"},
    "any": {},
    "date-time": {"type": "string", "format": "date-time"},
    "date": {"type": "string", "format": "date"},
}


@dataclass(frozen=True, slots=True)
class Names:
    """The Python names of a surface.

    Attributes:
        classes: Component name in the document to class or alias name.
        fields: Component name to its wire keys' attribute names.
        parameters: Operation id to the argument names of its parameters, by wire name.
    """

    classes: dict[str, str]
    fields: dict[str, dict[str, str]]
    parameters: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What openapi-python-client made of the surface, and the names taken from it."""

    data: GeneratorData
    config: Config
    names: Names


def parse(
    surface: Surface, info: JsonObject, runtime: Runtime, *, package_name: str, document: str
) -> Parsed:
    """Run the generator's parser over a surface.

    Args:
        surface: What to generate.
        info: The document's `info` object.
        runtime: What the client's own classes have.
        package_name: Import name of the package.
        document: What to call the document in messages.

    Raises:
        PipelineError: for every warning or error of the parser, and for names that collide.
    """
    config = Config.from_sources(
        ConfigFile(
            literal_enums=True,
            post_hooks=[],
            field_prefix=_FIELD_PREFIX,
            package_name_override=package_name,
        ),
        MetaType.NONE,
        Path(document),
        "utf-8",
        overwrite=True,
        output_path=Path(package_name),
    )
    # Before the parser, whose own words for these lead to no property, and to what follows of them.
    problems = [*_wrong_classes(surface, document)]
    for component in surface.components.values():
        spellings = _spellings(f.wire for f in component.fields)
        problems.extend(_collisions(component, spellings, document))
    for operation in surface.operations:
        problems.extend(_same_parameters(operation, document))
    if problems:
        raise PipelineError(problems)
    data = GeneratorData.from_dict(_document(surface, info), config=config)
    if isinstance(data, GeneratorError):
        raise PipelineError(_problem(data, document))
    errors = [*data.errors]
    for collection in data.endpoint_collections_by_tag.values():
        errors.extend(collection.parse_errors)
    if errors:
        raise PipelineError([_problem(error, document) for error in errors])
    return Parsed(data, config, _names(surface, data, runtime, document))


# -- the surface as a document


def _document(surface: Surface, info: JsonObject) -> JsonObject:
    paths: dict[str, JsonObject] = defaultdict(dict)
    for operation in surface.operations:
        paths[operation.path][operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": info.get("title", ""),
            "version": str(info.get("version", "")),
        },
        "paths": dict(paths),
        "components": {"schemas": {name: _component(c) for name, c in surface.components.items()}},
    }


def _component(component: Component) -> JsonObject:
    if component.kind == "model":
        return {
            "type": "object",
            "properties": {f.wire: _schema(f.type) for f in component.fields},
            "required": [f.wire for f in component.fields if f.required],
        }
    if component.kind == "union":
        return {"oneOf": [_schema(Ref(name)) for name in component.members]}
    if component.kind == "enum" and isinstance(component.type, Enum):
        return _enum(component.type)
    return {}  # an alias may contain itself, which the parser cannot follow; it needs only a name


def _enum(kind: Enum) -> JsonObject:
    if all(isinstance(v, str) for v in kind.values):
        return {"type": "string", "enum": list(kind.values)}
    if all(type(v) is int for v in kind.values):
        return {"type": "integer", "enum": list(kind.values)}
    return {}


def _schema(kind: TypeExpr) -> JsonObject:
    match kind:
        case Scalar(name):
            return _SCALAR_SCHEMAS[name]
        case Ref(name):
            return {"$ref": reference(join("/components/schemas", name))}
        case ListOf(item):
            return {"type": "array", "items": _schema(item)}
        case MapOf(_):
            return {"type": "object", "additionalProperties": True}
        case OneOf(members):
            return {"anyOf": [_schema(m) for m in members]}
        case Enum(values):
            # As its base type: an inline enum would become a class whose name can collide.
            kinds = {type(v) for v in values}
            return {"type": "string"} if kinds == {str} else {}


def _operation(operation: Operation) -> JsonObject:
    out: JsonObject = {
        "operationId": operation.id,
        "tags": [operation.id.partition(".")[0]],
        "responses": {
            status: {
                "description": "",
                **(
                    {}
                    if kind is None
                    else {"content": {"application/json": {"schema": _schema(kind)}}}
                ),
            }
            for status, kind in operation.statuses.items()
        },
        "parameters": [
            {
                "name": p.wire,
                "in": p.location,
                "required": p.required,
                "schema": {"type": "string"},
            }
            for p in operation.parameters
        ],
    }
    if operation.body is not None:
        schema = _schema(Ref(operation.body))
        out["requestBody"] = {"content": {"application/json": {"schema": schema}}}
    return out


# -- names


def _names(surface: Surface, data: GeneratorData, runtime: Runtime, document: str) -> Names:
    of_models, of_views = runtime.class_members(*MODEL), runtime.class_members("views")
    problems: list[Problem] = []
    classes = {name: _class_name(name) for name in surface.components}
    parsed = {model.class_info.name: model for model in data.models}
    fields: dict[str, dict[str, str]] = {}
    for component in surface.components.values():
        if component.kind != "model":
            continue
        model = parsed.get(ClassName(component.name, _FIELD_PREFIX))
        taken = of_models | of_views if component.view else of_models
        properties = [
            *((model and model.required_properties) or ()),
            *((model and model.optional_properties) or ()),
        ]
        wires = [p.name.get_untrusted_value() for p in properties]
        names = {wire: _attribute(name, taken) for wire, name in _spellings(wires).items()}
        for field in component.fields:
            if field.wire not in names:
                problems.append(
                    Problem(
                        "the generator's parser lost this property",
                        document=document,
                        pointer=field.pointer,
                    )
                )
        problems.extend(_collisions(component, names, document))
        fields[component.name] = names
    parameters: dict[str, dict[str, str]] = {}
    for operation in surface.operations:
        parameters[operation.id] = {
            p.wire: _attribute(_identifier(p.wire), of_models) for p in operation.parameters
        }
    if problems:
        raise PipelineError(problems)
    return Names(classes, fields, parameters)


def _wrong_classes(surface: Surface, document: str) -> Iterator[Problem]:
    owners: dict[str, Component] = {}
    for component in surface.components.values():
        name = _class_name(component.name)
        other = owners.setdefault(name.lower(), component)
        if other is not component:
            yield Problem(
                f"its class would be called {name!r} like that of {other.name!r}",
                document=document,
                pointer=component.pointer,
                remedy="Rename one of the two.",
            )
        if name.startswith("ClassVar"):
            yield Problem(
                f"attrs takes an attribute of type {name!r} for a class variable",
                document=document,
                pointer=component.pointer,
                remedy="Rename the schema.",
            )


def _class_name(component: str) -> str:
    # Python compares identifiers in this form (NFKC).
    name = normalize("NFKC", ClassName(component, _FIELD_PREFIX))
    return f"{name}_" if name in CLASS_NAMES else name


def _attribute(name: str, taken: frozenset[str]) -> str:
    """The parser's name without the underscore it adds to builtins that are fine as attributes.

    Args:
        taken: What the class has already.
    """
    name = normalize("NFKC", name)
    plain = name.removesuffix("_")
    if plain != name and not keyword.iskeyword(plain) and plain not in _SHADOWING:
        name = plain
    return f"{name}_" if name in _SHADOWING or name in taken else name


def _spellings(wires: Iterable[str]) -> dict[str, str]:
    """The names that the parser would give: where snake case makes one of two, it does without."""
    names = {wire: _identifier(wire) for wire in wires}
    uses = Counter(names.values())
    return {
        wire: _identifier(wire, skip_snake_case=True) if uses[name] > 1 else name
        for wire, name in names.items()
    }


def _identifier(wire: str, *, skip_snake_case: bool = False) -> str:
    return PythonIdentifier(settled_name(wire), _FIELD_PREFIX, skip_snake_case)


def _collisions(component: Component, names: dict[str, str], document: str) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for field in component.fields:
        name = names.get(field.wire, field.wire)
        other = owners.setdefault(name, field.wire)
        if other != field.wire:
            yield Problem(
                f"its attribute would be called {name!r} like that of {other!r}",
                document=document,
                pointer=field.pointer,
                remedy="Remove or rename one of the two by overlay.",
            )


def _same_parameters(operation: Operation, document: str) -> Iterator[Problem]:
    """Parameters whose names nothing tells apart, not even without snake case."""
    spellings = [_identifier(p.wire, skip_snake_case=True) for p in operation.parameters]
    for index, parameter in enumerate(operation.parameters):
        if spellings[index] in spellings[:index]:
            other = operation.parameters[spellings.index(spellings[index])]
            yield Problem(
                f"its argument would be called {spellings[index]!r} like that of {other.wire!r}",
                document=document,
                pointer=parameter.pointer,
                remedy="Remove one of the two by overlay; extra_headers and extra_query can still "
                "send it.",
            )


def _problem(error: GeneratorError, document: str) -> Problem:
    header = error.header.strip().rstrip(":")
    detail = (error.detail or "").strip().splitlines()
    text = ": ".join([header, *detail[:1]])
    # The parser prints some names as the address of the object that wraps them.
    text = re.sub(r"<[\w.]*UntrustedString object at 0x[0-9a-f]+>", "a part of it", text)
    pointer = re.search(r"/components/schemas/[^\s:]+", text)
    return Problem(
        f"openapi-python-client: {text}",
        document=document,
        pointer=pointer.group() if pointer else None,
    )
