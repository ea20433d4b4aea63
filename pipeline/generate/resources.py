"""What the templates of resources are given: methods, their arguments and documentation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from pipeline.errors import PipelineError, Problem
from pipeline.generate.code import Coder
from pipeline.generate.context import VIEWS, field_doc
from pipeline.generate.operation_ids import constant_of, stream_name, wrong_operation_ids
from pipeline.generate.parser import Names
from pipeline.generate.taken import CLASS_NAMES, Runtime
from pipeline.generate.text import field_notes, first_sentence, literal, paragraphs
from pipeline.surface import ListOf, Operation, Parameter, Ref, Scalar, Surface, TypeExpr
from pipeline.surface.names import pascal
from pipeline.types import JsonObject

__all__ = ["ArgumentView", "MethodView", "ResourceView", "build_resources"]

# Keywords that every generated method takes beside its operation's own.
_OPTION_NAMES = frozenset(
    "self extra_headers extra_query extra_body timeout max_retries deadline".split()
)
_ARGUMENT_REMEDY = (
    "Remove it by overlay; extra_headers, extra_query and extra_body can still send it."
)


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
    stream_name: str  # of the method that opens an accumulating stream
    has_stream: bool  # the body's `stream` switches between an answer and events
    response: str
    response_decoder: str
    event: str
    event_decoder: str
    request_decoder: str | None
    sentinel: str | None
    terminal_events: tuple[str, ...]
    error_events: tuple[str, ...]
    answer_keys: tuple[str, ...]
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


def build_resources(
    surface: Surface,
    names: Names,
    coder: Coder,
    tree: JsonObject,
    runtime: Runtime,
    document: str,
) -> dict[str, ResourceView]:
    """The resource tree that the operationIds spell: `chat.completions.create` and so on."""
    taken = {*names.classes.values(), *CLASS_NAMES}
    problems = [
        replace(problem, document=document)
        for problem in wrong_operation_ids(surface.operations, frozenset(taken), runtime)
    ]
    if problems:
        raise PipelineError(problems)
    tags = {t["name"]: t.get("description") for t in tree.get("tags", [])}
    top: dict[str, ResourceView] = {}
    for operation in surface.operations:
        *path, method = operation.id.split(".")
        level = top
        resource: ResourceView | None = None
        for depth, part in enumerate(path):
            spelled = ".".join(path[: depth + 1])
            tag = next(iter(operation.node.get("tags", [])), "")
            resource = level.get(part)
            if resource is None:
                resource = level[part] = ResourceView(
                    name=part,
                    class_name=_resource_class(spelled, taken),
                    path=spelled,
                    doc=tags.get(tag) or f"Operations under `{spelled}`.",
                )
            level = resource.children
        assert resource is not None
        resource.methods.append(_method(operation, method, surface, names, coder, document))
    return top


def _resource_class(spelled: str, taken: set[str]) -> str:
    """A name that is free with all that is made of it, which is taken from then on."""
    name = pascal(spelled)
    while taken & (made := _class_names(name)):
        name += "Resource"
    taken |= made
    return name


def _class_names(name: str) -> set[str]:
    suffixes = ("", "WithRawResponse", "WithStreamingResponse")
    return {f"{prefix}{name}{suffix}" for prefix in ("", "Async") for suffix in suffixes}


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
    if operation.event is not None and operation.response is not None and not has_stream:
        raise PipelineError(
            Problem(
                "an answer both as JSON and as events, and no `stream` in the body to choose",
                document=document,
                pointer=operation.pointer,
                remedy="Add the property, or split the operation, by overlay.",
            )
        )
    if has_stream and _switch_type(operation, surface) != Scalar("bool"):
        raise PipelineError(
            Problem(
                "`stream` in the body chooses between an answer and events, and is no boolean",
                document=document,
                pointer=operation.pointer,
                remedy="Make it one by overlay, or split the operation.",
            )
        )
    if operation.event is not None and _protocol(operation, surface) is None:
        raise PipelineError(
            Problem(
                "events, and no JSON answer whose schema says how they add up to it",
                document=document,
                pointer=operation.pointer,
                remedy="In overlays/spec, whose overlays apply in the order of their names, set "
                f"x-response-view of the JSON answer's schema to one of {', '.join(VIEWS)}, as in "
                "80-views.overlay.yaml, and say what the events are, as the 3*-streams overlays "
                "do; or remove text/event-stream from the answer.",
            )
        )
    response = operation.response
    event = operation.event
    description = str(operation.node.get("description") or "")
    return MethodView(
        name=method,
        constant=constant_of(operation.id),
        stream_name=stream_name(method),
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
        answer_keys=_answer_keys(operation, surface),
        statuses=tuple(
            (status, _status_code(kind, coder)) for status, kind in operation.statuses.items()
        ),
        summary=str(operation.node.get("summary") or first_sentence(description) or operation.id),
        description=description,
    )


def _switch_type(operation: Operation, surface: Surface) -> TypeExpr | None:
    """The type of the body's `stream`, through aliases."""
    fields = surface.components[operation.body].fields if operation.body else ()
    kind: TypeExpr | None = next((f.type for f in fields if f.wire == "stream"), None)
    while isinstance(kind, Ref) and surface.components[kind.name].kind == "alias":
        kind = surface.components[kind.name].type
    return kind


def _status_code(kind: TypeExpr | None, coder: Coder) -> str:
    return (coder.decoder(kind).decode if kind else None) or "None"


def _protocol(operation: Operation, surface: Surface) -> str | None:
    if isinstance(operation.response, Ref):
        return surface.components[operation.response.name].view
    return None


def _answer_keys(operation: Operation, surface: Surface) -> tuple[str, ...]:
    """The properties of an answer without any of which an object is none.

    What an answer is about are the lists that it always has (`choices`, `content`, `output`);
    without such a list they are what it always has, or else all that it may have.
    """
    if not isinstance(operation.response, Ref):
        return ()
    fields = surface.components[operation.response.name].fields
    always = [f for f in fields if f.is_answered]
    lists = [f for f in always if isinstance(f.type, ListOf)]
    return tuple(f.wire for f in lists or always or fields)


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
                doc=_parameter_doc(parameter),
            )
        )
        pointers.append(parameter.pointer)
    if operation.body is not None:
        component = surface.components[operation.body]
        for f in component.fields:
            annotation = coder.annotation(f.type, param=True)
            if f.nullable and annotation not in ("Any", "None"):
                annotation = f"{annotation} | None"
            found.append(
                ArgumentView(
                    name=names.fields[component.name][f.wire],
                    wire=f.wire,
                    wire_code=literal(f.wire),
                    location="body",
                    annotation=annotation,
                    required=f.is_sent,
                    doc=field_doc(f, surface),
                )
            )
            pointers.append(f.pointer)
    _check_arguments(found, pointers, document)
    order = {"path": 0, "query": 1, "header": 2, "body": 3}
    return sorted(found, key=lambda a: (not a.required, order[a.location]))


def _parameter_doc(parameter: Parameter) -> str:
    """What the document says of a parameter, or else of its schema."""
    said = {k: v for k, v in parameter.node.items() if k in ("example", "deprecated")}
    schema = parameter.schema
    description = parameter.description or schema.get("description")
    return paragraphs(description, field_notes({**schema, **said}))


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
                    remedy=_ARGUMENT_REMEDY,
                )
            )
    for argument, pointer in ordered:
        if argument.name in _OPTION_NAMES:
            problems.append(
                Problem(
                    f"the argument {argument.name!r} has the name of a request option",
                    document=document,
                    pointer=pointer,
                    remedy=_ARGUMENT_REMEDY,
                )
            )
    if problems:
        raise PipelineError(problems)
