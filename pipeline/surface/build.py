"""From a document to a surface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pipeline.errors import PipelineError, Problem
from pipeline.grammar import HTTP_METHODS, component_kind, walk
from pipeline.pointer import join, position
from pipeline.references import PathOperation, answers, operations, wrong_references
from pipeline.surface.limits import beyond_the_client, left_to_the_server
from pipeline.surface.names import pascal
from pipeline.surface.schemas import SchemaReader
from pipeline.surface.shape import misshapen
from pipeline.surface.spelling import misspelt, unknown
from pipeline.surface.streams import is_event_stream, wrong_rules
from pipeline.surface.types import Operation, Parameter, Surface, TypeExpr
from pipeline.surface.unions import without_null
from pipeline.types import Json, JsonObject

__all__ = ["build_surface"]

# OpenAPI 3.1.1, section 4.8.7.
_COMPONENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
_PATH_PARAMETER = re.compile(r"\{([^{}]*)\}")
# OpenAPI 3.1.1, section 4.8.12.2.1.
_IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
# What HTTP itself frames a request with: the client's transport writes these.
_FRAMING_HEADERS = frozenset({"connection", "content-length", "host", "transfer-encoding"})
# RFC 9110, section 5.6.2.
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# OpenAPI 3.1.1, section 4.8.16.
_STATUS = re.compile(r"[1-5]([0-9]{2}|XX)|default")
_LOCATIONS = ("path", "query", "header")


def build_surface(tree: JsonObject, *, name: str = "openapi.yaml") -> Surface:
    """The surface of a merged document.

    Args:
        tree: An OpenAPI 3.1 document whose references are all local.
        name: What to call the document in messages.

    Raises:
        PipelineError: with one problem for each thing the client could not represent.
    """
    wrong = [replace(problem, document=name) for problem in misshapen(tree)]
    if wrong:
        raise PipelineError(wrong)
    reader = SchemaReader(tree, name)
    for problem in (
        *wrong_references(tree),
        *_bad_names(tree),
        *beyond_the_client(tree),
        *misspelt(tree),
    ):
        reader.problems.append(replace(problem, document=name))
    for pointer, text in (*left_to_the_server(tree), *unknown(tree)):
        reader.note(pointer, text)
    for component, schema in (tree.get("components") or {}).get("schemas", {}).items():
        reader.add_component(component, schema, join("/components/schemas", component))
    _check_paths(reader, tree)
    found = tuple(_read_operation(reader, operation) for operation in operations(tree))
    if tree.get("webhooks"):
        reader.refuse("/webhooks", "webhooks have no place in a client", "Remove them by overlay.")
    if not found and not reader.problems:
        reader.refuse("/paths" if "paths" in tree else "", "there is no operation to generate")
    surface = reader.finish(found)
    for operation in surface.operations:
        _check_null_answers(reader, operation)
    _check_views(reader, surface, tree)
    if reader.problems:
        raise PipelineError(_in_order(tree, reader.problems))
    return surface


def _in_order(tree: JsonObject, problems: list[Problem]) -> list[Problem]:
    """Problems as they stand in the document, each once, whichever of its readers found it."""
    first: dict[tuple[str, str], Problem] = {}
    for problem in problems:
        first.setdefault(((problem.pointer or "").removesuffix("/$ref"), problem.reason), problem)
    return sorted(first.values(), key=lambda p: position(tree, p.pointer or ""))


def _bad_names(tree: JsonObject) -> Iterator[Problem]:
    for section, components in (tree.get("components") or {}).items():
        if section.startswith("x-"):
            continue
        if component_kind(section) is None:
            yield Problem(
                f"OpenAPI has no kind of components called {section!r}",
                pointer=join("/components", section),
                remedy="Remove it by overlay, or begin its name with 'x-'.",
            )
            continue
        for component in components:
            if not _COMPONENT_NAME.fullmatch(component):
                yield Problem(
                    "the name of a component holds letters, digits, '.', '-' and '_' only",
                    pointer=join("/components", section, component),
                    remedy="Rename it.",
                )


def _check_views(reader: SchemaReader, surface: Surface, tree: JsonObject) -> None:
    models = {c.pointer for c in surface.components.values() if c.kind == "model"}
    for node in walk(tree):
        if node.kind == "schema" and "x-response-view" in node.value and node.pointer not in models:
            reader.refuse(
                join(node.pointer, "x-response-view"),
                "a response view of what is no object with properties, or only refers to one",
                "Set it by overlay on the schema that has the properties.",
            )


def _check_paths(reader: SchemaReader, tree: JsonObject) -> None:
    for path, item in (tree.get("paths") or {}).items():
        if path.startswith("x-"):
            continue
        pointer = join("/paths", path)
        if not path.startswith("/"):
            reader.refuse(pointer, "a path begins with '/'", "Rename it.")
        if re.search(r"[{}?#]", _PATH_PARAMETER.sub("", path)):
            reader.refuse(
                pointer,
                "a path holds no query, no fragment and no brace that is not a parameter's",
                "Rename it; what stands in the query is a parameter.",
            )
        names = _PATH_PARAMETER.findall(path)
        for name in sorted({name for name in names if names.count(name) > 1}):
            reader.refuse(pointer, f"the path parameter {name!r} has two places", "Rename one.")
        if "$ref" not in item:
            continue
        reader.follow(item, pointer)
        for key in sorted(item.keys() & {*HTTP_METHODS, "parameters", "servers"}):
            reader.refuse(
                join(pointer, key),
                "what stands beside the reference of a path item has no meaning of its own",
                "Write the path item out by overlay, in place of the reference.",
            )


def _read_operation(reader: SchemaReader, place: PathOperation) -> Operation:
    path, method, node, pointer, item = place
    above = pointer.rpartition("/")[0]
    shared = [(p, join(above, "parameters", i)) for i, p in enumerate(item.get("parameters", []))]
    operation_id = node.get("operationId")
    if not operation_id:
        reader.refuse(pointer, "the operation has no operationId", "Add one by overlay.")
        operation_id = f"{method}_{path}"
    if node.get("callbacks"):
        reader.refuse(join(pointer, "callbacks"), "callbacks have no place in a client")
    own = [(p, join(pointer, "parameters", i)) for i, p in enumerate(node.get("parameters", []))]
    body = None
    if "requestBody" in node:
        body = _read_body(reader, operation_id, node["requestBody"], join(pointer, "requestBody"))
    read = _read_answers(reader, operation_id, node, pointer)
    found = Operation(
        id=operation_id,
        method=method.upper(),
        path=path,
        pointer=pointer,
        node=node,
        body=body,
        parameters=_read_parameters(reader, own, shared),
        response=read.response,
        event=read.event,
        sse=read.sse,
        statuses=read.statuses,
    )
    _check_template(reader, path, found)
    return found


def _read_body(reader: SchemaReader, operation_id: str, body: Json, pointer: str) -> str | None:
    body, pointer = reader.follow(body, pointer)
    content = body.get("content") or {}
    found: str | None = None
    if not content:
        reader.refuse(
            pointer,
            "a request body without content",
            "Say by overlay what is sent, or remove it.",
        )
    elif not body.get("required"):
        reader.note(pointer, "the body may be left out, and the client always sends one")
    for media_type, media in content.items():
        here = join(pointer, "content", media_type)
        if not _is_json(media_type) or found is not None:
            reader.refuse(
                here,
                f"a request body of type {media_type!r} cannot be sent by the client",
                "Leave one JSON type by overlay.",
            )
            continue
        kind = reader.read(
            media.get("schema", {}),
            join(here, "schema"),
            f"{pascal(operation_id)}Request",
        )
        found = reader.model_of(kind)
        if found is None:
            reader.refuse(
                here,
                "a request body that is not an object has no keyword arguments to become",
            )
    return found


@dataclass(slots=True)
class _Answers:
    """What an operation answers; the attributes are those of `Operation`."""

    response: TypeExpr | None = None
    event: TypeExpr | None = None
    sse: JsonObject = field(default_factory=dict)
    statuses: dict[str, TypeExpr | None] = field(default_factory=dict)


def _read_answers(
    reader: SchemaReader, operation_id: str, node: JsonObject, pointer: str
) -> _Answers:
    found = _Answers()
    for status, answer in answers(node):
        here = join(pointer, "responses", status)
        if not _STATUS.fullmatch(status):
            reader.refuse(
                here,
                f"{status!r} is no status of an answer",
                "Write a number such as 404, a range such as 4XX, or 'default'.",
            )
            continue
        answer, at = reader.follow(answer, here)
        json_type, event_type, sse = _read_content(
            reader,
            answer.get("content") or {},
            join(at, "content"),
            f"{pascal(operation_id)}Response",
        )
        found.statuses[status] = json_type
        if status.startswith("2"):
            if json_type is None and event_type is None:
                reader.refuse(here, "an answer without JSON and without events")
            if json_type is not None and not reader.is_object(json_type):
                reader.refuse(here, "a successful answer that is not a JSON object")
            if found.response is None:
                found.response = json_type
            elif json_type != found.response:
                reader.refuse(here, "a second successful answer of another type")
            if found.event is not None and (event_type, sse) != (found.event, found.sse):
                reader.refuse(here, "a second event stream, of other events or with other rules")
            elif event_type is not None:
                found.event, found.sse = event_type, sse
        elif event_type is not None:
            reader.refuse(here, "an event stream on an answer that is not a success")
    if not any(status.startswith("2") for status in found.statuses):
        reader.refuse(
            join(pointer, "responses") if "responses" in node else pointer,
            "no answer says what a success is",
            "Describe one, such as '200', by overlay; 'default' stands for errors too.",
        )
    return found


def _check_null_answers(reader: SchemaReader, operation: Operation) -> None:
    """Refuse answers that may be null, which the client takes for a broken one."""
    for status, kind in operation.statuses.items():
        if status.startswith("2") and kind is not None and without_null(kind)[1]:
            reader.refuse(
                join(operation.pointer, "responses", status),
                "a successful answer that may be null and not a JSON object",
                "Say by overlay that it is an object.",
            )


def _read_content(
    reader: SchemaReader, content: JsonObject, pointer: str, hint: str
) -> tuple[TypeExpr | None, TypeExpr | None, JsonObject]:
    json_type: TypeExpr | None = None
    event_type: TypeExpr | None = None
    sse: JsonObject = {}
    for media_type, media in content.items():
        here = join(pointer, media_type)
        schema = media.get("schema", {})
        for problem in wrong_rules(media_type, media, here):
            reader.refuse(problem.pointer or here, problem.reason, problem.remedy)
        if is_event_stream(media_type) and event_type is None:
            event_type = reader.read(schema, join(here, "schema"), f"{hint}Event")
            sse = media.get("x-sse", {})
        elif _is_json(media_type) and json_type is None:
            json_type = reader.read(schema, join(here, "schema"), hint)
        else:
            reader.refuse(
                here,
                f"an answer of type {media_type!r} cannot be read by the client",
                "Remove it by overlay; it reads one JSON type and one event stream.",
            )
    return json_type, event_type, sse


def _read_parameters(
    reader: SchemaReader, own: list[tuple[Json, str]], shared: list[tuple[Json, str]]
) -> tuple[Parameter, ...]:
    found: dict[tuple[str, str], Parameter] = {}
    owners: dict[tuple[str, str], str] = {}  # the list that has it
    for value, pointer in [*own, *shared]:
        node, at = reader.follow(value, pointer)
        if "name" not in node or "in" not in node:
            continue  # a reference to something else, which is told already
        key = (node["name"], node["in"])
        if key in found:  # an operation's parameter overrides its path's
            if owners[key] == pointer.rpartition("/")[0]:
                reader.refuse(
                    pointer,
                    f"the {node['in']} parameter {node['name']!r} is there twice",
                    "Remove one of the two by overlay.",
                )
            continue
        owners[key] = pointer.rpartition("/")[0]
        if node["in"] not in _LOCATIONS or "content" in node or not node["name"]:
            reader.refuse(
                at,
                f"a {node['in']} parameter of this form cannot be sent by the client",
                "Remove it by overlay; extra_headers and extra_query can still send it.",
            )
            continue
        if node["in"] == "header":
            name = node["name"].lower()
            if name in _IGNORED_HEADERS:
                text = "OpenAPI ignores a parameter of this name; the client sets the header"
                reader.note(at, text)
                continue
            if name in _FRAMING_HEADERS or not _TOKEN.fullmatch(name):
                reader.refuse(
                    join(at, "name"),
                    f"the client cannot send a header called {node['name']!r}",
                    "Remove the parameter by overlay.",
                )
                continue
        if node["in"] == "path" and node.get("required") is not True:
            reader.refuse(at, "a parameter of the path is required", "Say so by overlay.")
        kind = reader.read(node.get("schema", {}), join(at, "schema"), pascal(node["name"]))
        if not reader.is_plain(kind, lists=node["in"] != "path") or _has_style(node):
            reader.refuse(
                at,
                "the client cannot write a parameter of this form",
                "It takes texts, numbers, booleans and lists of them, in the default style.",
            )
            continue
        found[key] = Parameter(
            wire=node["name"],
            location=node["in"],
            type=kind,
            required=bool(node.get("required")),
            node=node,
            pointer=at,
        )
    return tuple(found.values())


def _has_style(node: JsonObject) -> bool:
    """Whether a parameter is to be written in another way than by default."""
    is_query = node["in"] == "query"
    return (
        node.get("style", "form" if is_query else "simple") != ("form" if is_query else "simple")
        or node.get("explode", is_query) is not is_query
        or node.get("allowReserved", False) is not False
    )


def _check_template(reader: SchemaReader, path: str, found: Operation) -> None:
    wanted = set(_PATH_PARAMETER.findall(path))
    given = {p.wire for p in found.parameters if p.location == "path"}
    for name in sorted(wanted ^ given):
        where = "is not described" if name in wanted else "has no place in the path"
        reader.refuse(found.pointer, f"the path parameter {name!r} {where}")


def _is_json(media_type: str) -> bool:
    base = media_type.partition(";")[0].strip().lower()
    return base == "application/json" or base.endswith("+json")
