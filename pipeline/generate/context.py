"""What the templates are given: surfaces turned into names, code fragments and documentation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from keyword import iskeyword

from pipeline.errors import PipelineError, Problem
from pipeline.generate.code import Coder, Decoder
from pipeline.generate.groups import SHARED, group_components, reachable
from pipeline.generate.parser import Names
from pipeline.generate.text import field_notes, first_sentence, literal, paragraphs
from pipeline.pointer import join
from pipeline.surface import Component, Enum, Field, Operation, Ref, Surface, TypeExpr
from pipeline.surface.names import pascal
from pipeline.types import JsonObject

__all__ = [
    "AliasView",
    "ArgumentView",
    "FieldView",
    "MethodView",
    "ModelView",
    "ModelsModule",
    "ResourceView",
    "UnionView",
    "build_models",
    "build_resources",
]

# The response views of runtime/views.py, by the value of `x-response-view`.
VIEWS = {
    "chat": "ChatResponseView",
    "messages": "MessageResponseView",
    "responses": "ResponsesResponseView",
}

# Keywords that every generated method takes beside its operation's own.
_OPTION_NAMES = frozenset(
    "self extra_headers extra_query extra_body timeout max_retries deadline".split()
)


@dataclass(frozen=True, slots=True)
class FieldView:
    name: str
    wire: str
    wire_code: str
    annotation: str
    argument: str  # how `__init__` declares it
    argument_rank: int  # required arguments first
    nullable: bool
    always: bool  # required and not nullable: a plain type
    decoder: Decoder
    doc: str
    param_annotation: str


@dataclass(frozen=True, slots=True)
class ModelView:
    name: str
    component: str
    view: str | None
    fields: tuple[FieldView, ...]
    doc: str
    is_request: bool

    @property
    def has_plain_keys(self) -> bool:
        """Whether every key can be written as a name in a class body."""
        return all(f.wire.isidentifier() and not iskeyword(f.wire) for f in self.fields)


@dataclass(frozen=True, slots=True)
class UnionView:
    name: str
    component: str
    parts: list[str]  # what its annotation is made of: models and other unions
    tag: str | None
    tag_name: str | None  # attribute name of the tag
    tags: tuple[tuple[str, str], ...]
    default: str | None
    required: tuple[tuple[str, tuple[str, ...]], ...]
    unknown: str
    doc: str
    param_annotation: str
    is_request: bool


@dataclass(frozen=True, slots=True)
class AliasView:
    name: str
    annotation: str
    quoted: bool
    on_classes: bool  # made of other components, so it follows them
    doc: str
    param_annotation: str
    is_request: bool


@dataclass(slots=True)
class ModelsModule:
    """One module of models, and its twin of TypedDicts."""

    name: str
    title: str
    models: list[ModelView] = field(default_factory=list)
    unions: list[UnionView] = field(default_factory=list)
    aliases: list[AliasView] = field(default_factory=list)

    @property
    def public(self) -> list[str]:
        """Names of the models, unions, unknowns and aliases, sorted."""
        names = [m.name for m in self.models] + [a.name for a in self.aliases]
        names += [n for u in self.unions for n in (u.name, u.unknown)]
        return sorted(names)

    @property
    def public_params(self) -> list[str]:
        """Names of the TypedDicts and their unions, sorted."""
        views: list[ModelView | UnionView | AliasView] = [
            *self.models,
            *self.unions,
            *self.aliases,
        ]
        return sorted(f"{v.name}Param" for v in views if v.is_request)


@dataclass(frozen=True, slots=True)
class ArgumentView:
    name: str
    wire: str
    wire_code: str
    location: str  # "body", "path", "query" or "header"
    annotation: str
    required: bool
    doc: str

    @property
    def declaration(self) -> str:
        if self.required:
            return f"{self.name}: {self.annotation}"
        return f"{self.name}: {self.annotation} | Omit = OMIT"


@dataclass(frozen=True, slots=True)
class MethodView:
    name: str
    constant: str
    operation: Operation
    protocol: str | None
    arguments: tuple[ArgumentView, ...]
    has_stream: bool  # the body's `stream` switches between an answer and events
    response: str
    response_decoder: str
    event: str
    event_decoder: str
    request_decoder: str | None
    sentinel: str | None
    terminal_events: tuple[str, ...]
    error_events: tuple[str, ...]
    statuses: tuple[tuple[str, str], ...]
    summary: str
    description: str

    def of(self, location: str) -> list[ArgumentView]:
        return [a for a in self.arguments if a.location == location]


@dataclass(slots=True)
class ResourceView:
    """A resource: its methods and the resources below it."""

    name: str  # attribute name
    class_name: str
    path: str
    doc: str
    methods: list[MethodView] = field(default_factory=list)
    children: dict[str, ResourceView] = field(default_factory=dict)

    def walk(self) -> list[ResourceView]:
        """This resource after those below it."""
        return [r for child in self.children.values() for r in child.walk()] + [self]


def build_models(
    surface: Surface, names: Names, coder: Coder, roots: dict[str, str]
) -> list[ModelsModule]:
    """The modules of models, the shared one first, then one a resource in document order."""
    groups = group_components(surface, roots)
    requested = reachable(surface, [Ref(o.body) for o in surface.operations if o.body])
    titles = {root: root.replace("_", " ") for root in roots.values()}
    order = [SHARED, *dict.fromkeys(roots.values())]
    modules = {n: ModelsModule(n, titles.get(n, "every resource")) for n in order}
    for component in surface.components.values():
        module = modules[groups[component.name]]
        is_request = component.name in requested
        if component.kind == "model":
            module.models.append(_model(component, surface, names, coder, is_request))
        elif component.kind == "union":
            module.unions.append(_union(component, surface, names, coder, is_request))
        else:
            module.aliases.append(_alias(component, surface, names, coder, is_request))
    for module in modules.values():
        module.aliases = _ordered(module.aliases)
    return [m for m in modules.values() if m.public]


def _model(
    component: Component, surface: Surface, names: Names, coder: Coder, is_request: bool
) -> ModelView:
    python = names.fields[component.name]
    fields = tuple(_field(f, python[f.wire], surface, coder) for f in component.fields)
    view = None
    if component.view is not None:
        if component.view not in VIEWS:
            raise PipelineError(
                Problem(
                    f"there is no response view {component.view!r}",
                    pointer=join(component.pointer, "x-response-view"),
                    remedy=f"Use one of {', '.join(VIEWS)}.",
                )
            )
        view = VIEWS[component.view]
    return ModelView(
        name=names.classes[component.name],
        component=component.name,
        view=view,
        fields=fields,
        doc=paragraphs(component.schema.get("description")) or _named(component.name),
        is_request=is_request,
    )


def _field(f: Field, name: str, surface: Surface, coder: Coder) -> FieldView:
    plain = coder.annotation(f.type)
    optional = plain if plain in ("Any", "None") or plain.endswith("| None") else f"{plain} | None"
    always = f.required and not f.nullable
    constant = isinstance(f.type, Enum) and not f.type.open and len(f.type.values) == 1
    if constant and always and isinstance(f.type, Enum):
        argument = f"{name}: {plain} = {literal(f.type.values[0])}"
    elif f.required:
        argument = f"{name}: {plain if always else optional}"
    elif f.nullable:
        argument = f"{name}: {optional} | Omit = OMIT"
    else:
        argument = f"{name}: {optional} = None"
    param = coder.annotation(f.type, param=True)
    if f.nullable and param != "Any":
        param = f"{param} | None"
    return FieldView(
        name=name,
        wire=f.wire,
        wire_code=literal(f.wire),
        annotation=plain if always else optional,
        argument=argument,
        argument_rank=0 if argument.endswith(optional if f.nullable else plain) else 1,
        nullable=f.nullable,
        always=always,
        decoder=coder.decoder(f.type),
        doc=_field_doc(f, surface),
        param_annotation=f"Required[{param}]" if f.required else param,
    )


def _field_doc(f: Field, surface: Surface) -> str:
    """What the document says of a property, or else of the component it is."""
    description = f.schema.get("description")
    notes = field_notes(f.schema)
    if isinstance(f.type, Ref) and not description:
        schema = surface.components[f.type.name].schema
        description = schema.get("description")
        notes = notes or field_notes(schema)
    return paragraphs(description, notes)


def _union(
    component: Component, surface: Surface, names: Names, coder: Coder, is_request: bool
) -> UnionView:
    name = names.classes[component.name]
    first = surface.components[component.members[0]]
    tag_name = names.fields[first.name].get(component.tag) if component.tag else None
    required = tuple(
        (
            names.classes[m],
            tuple(f.wire for f in surface.components[m].fields if f.required),
        )
        for m in component.members
    )
    return UnionView(
        name=name,
        component=component.name,
        parts=coder.annotation(component.type).split(" | "),
        tag=component.tag,
        tag_name=tag_name,
        tags=tuple((v, names.classes[m]) for v, m in component.tags.items()),
        default=names.classes[component.default] if component.default else None,
        required=required,
        unknown=f"Unknown{name}",
        doc=paragraphs(component.schema.get("description")) or _named(component.name),
        param_annotation=coder.annotation(component.type, param=True),
        is_request=is_request,
    )


def _alias(
    component: Component, surface: Surface, names: Names, coder: Coder, is_request: bool
) -> AliasView:
    below = reachable(surface, [component.type])
    return AliasView(
        name=names.classes[component.name],
        annotation=coder.annotation(component.type),
        # A type that contains itself can only be spelled as a string.
        quoted=component.name in below,
        on_classes=bool(below),
        doc=paragraphs(component.schema.get("description"), field_notes(component.schema))
        or _named(component.name),
        param_annotation=coder.annotation(component.type, param=True),
        is_request=is_request and component.kind != "enum",
    )


def _ordered(aliases: list[AliasView]) -> list[AliasView]:
    """Aliases after those they are made of."""
    pending = list(aliases)
    done: list[AliasView] = []
    while pending:
        names = {a.name for a in pending}
        ready = [
            a
            for a in pending
            if a.quoted or not any(_mentions(a.annotation, n) for n in names - {a.name})
        ]
        done.extend(ready)
        pending = [a for a in pending if a not in ready]
    return done


def _mentions(annotation: str, name: str) -> bool:
    cleaned = "".join(c if c.isalnum() or c == "_" else " " for c in annotation)
    return name in cleaned.split()


def _named(name: str) -> str:
    return f"The document's `{name}`."


def build_resources(
    surface: Surface, names: Names, coder: Coder, tree: JsonObject, document: str
) -> dict[str, ResourceView]:
    """The resource tree that the operationIds spell: `chat.completions.create` and so on."""
    tags = {t["name"]: t.get("description") for t in tree.get("tags", [])}
    top: dict[str, ResourceView] = {}
    for operation in surface.operations:
        *path, method = operation.id.split(".")
        if not path or not all(part.isidentifier() for part in (*path, method)):
            raise PipelineError(
                Problem(
                    f"the operationId {operation.id!r} does not name a resource and a method",
                    document=document,
                    pointer=join(operation.pointer, "operationId"),
                    remedy="Set one such as 'messages.create' by overlay.",
                )
            )
        level = top
        resource: ResourceView | None = None
        for depth, part in enumerate(path):
            spelled = ".".join(path[: depth + 1])
            tag = next(iter(operation.node.get("tags", [])), "")
            resource = level.setdefault(
                part,
                ResourceView(
                    name=part,
                    class_name=pascal(spelled),
                    path=spelled,
                    doc=tags.get(tag) or f"Operations under `{spelled}`.",
                ),
            )
            level = resource.children
        assert resource is not None
        resource.methods.append(_method(operation, method, surface, names, coder, document))
    return top


def _method(
    operation: Operation,
    method: str,
    surface: Surface,
    names: Names,
    coder: Coder,
    document: str,
) -> MethodView:
    arguments = _arguments(operation, surface, names, coder, document)
    has_stream = (
        operation.event is not None
        and operation.response is not None
        and any(a.location == "body" and a.wire == "stream" for a in arguments)
    )
    response = operation.response
    event = operation.event
    description = str(operation.node.get("description") or "")
    return MethodView(
        name=method,
        constant=f"_{operation.id.replace('.', '_').upper()}",
        operation=operation,
        protocol=_protocol(operation, surface),
        arguments=tuple(a for a in arguments if not (has_stream and a.wire == "stream")),
        has_stream=has_stream,
        response=coder.annotation(response) if response else "None",
        response_decoder=(coder.decoder(response).decode if response else None) or "as_sent",
        event=coder.annotation(event) if event else "Any",
        event_decoder=(coder.decoder(event).decode if event else None) or "as_sent",
        request_decoder=coder.decoder(Ref(operation.body)).decode if operation.body else None,
        sentinel=operation.sse.get("sentinel"),
        terminal_events=tuple(operation.sse.get("terminal-events", ())),
        error_events=tuple(operation.sse.get("error-events", ())),
        statuses=tuple(
            (status, _status_code(kind, coder)) for status, kind in operation.statuses.items()
        ),
        summary=str(operation.node.get("summary") or first_sentence(description) or operation.id),
        description=description,
    )


def _status_code(kind: TypeExpr | None, coder: Coder) -> str:
    return (coder.decoder(kind).decode if kind else None) or "None"


def _protocol(operation: Operation, surface: Surface) -> str | None:
    if isinstance(operation.response, Ref):
        return surface.components[operation.response.name].view
    return None


def _arguments(
    operation: Operation, surface: Surface, names: Names, coder: Coder, document: str
) -> list[ArgumentView]:
    found: list[ArgumentView] = []
    pointers: list[str] = []
    for parameter in operation.parameters:
        found.append(
            ArgumentView(
                name=names.parameters[operation.id][parameter.wire],
                wire=parameter.wire,
                wire_code=literal(parameter.wire),
                location=parameter.location,
                annotation=coder.annotation(parameter.type, param=True),
                required=parameter.required or parameter.location == "path",
                doc=paragraphs(parameter.description, field_notes(parameter.schema)),
            )
        )
        pointers.append(parameter.pointer)
    if operation.body is not None:
        component = surface.components[operation.body]
        for f in component.fields:
            annotation = coder.annotation(f.type, param=True)
            if f.nullable and annotation != "Any":
                annotation = f"{annotation} | None"
            found.append(
                ArgumentView(
                    name=names.fields[component.name][f.wire],
                    wire=f.wire,
                    wire_code=literal(f.wire),
                    location="body",
                    annotation=annotation,
                    required=f.required,
                    doc=_field_doc(f, surface),
                )
            )
            pointers.append(f.pointer)
    _check_arguments(found, pointers, document)
    order = {"path": 0, "query": 1, "header": 2, "body": 3}
    return sorted(found, key=lambda a: (not a.required, order[a.location]))


def _check_arguments(found: list[ArgumentView], pointers: list[str], document: str) -> None:
    problems: list[Problem] = []
    ordered = sorted(zip(found, pointers, strict=True), key=lambda pair: pair[0].name)
    for (first, _), (second, pointer) in pairwise(ordered):
        if first.name == second.name:
            problems.append(
                Problem(
                    f"two arguments would be called {first.name!r}",
                    document=document,
                    pointer=pointer,
                )
            )
    for argument, pointer in ordered:
        if argument.name in _OPTION_NAMES:
            problems.append(
                Problem(
                    f"the argument {argument.name!r} has the name of a request option",
                    document=document,
                    pointer=pointer,
                )
            )
    if problems:
        raise PipelineError(problems)
