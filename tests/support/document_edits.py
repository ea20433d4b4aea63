"""Edits of what stands around the schemas of a document, one or more for each row of the table."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator

from pipeline.types import Json, JsonObject

__all__ = ["document_edits"]

_Edit = Callable[[JsonObject], None]
_Rows = Iterator[tuple[str, JsonObject, JsonObject]]

_TRACE: JsonObject = {"name": "trace", "in": "query", "schema": {"type": "string"}}
_LINK = {"url": "https://example.com"}


def document_edits(tree: JsonObject, chance: random.Random, *, places: int) -> _Rows:
    """Each row's name, and a document before and after the edit, in up to `places` places."""
    named = [n for n, s in tree["components"]["schemas"].items() if s.get("properties")]
    edits = [*_root(), *_components(tree, chance.sample(named, min(places, len(named))))]
    paths = list(tree["paths"].items())
    for path, item in chance.sample(paths, min(places, len(paths))):
        edits += _paths(path)
        for method in item:
            edits += _operation(path, method)
            edits += _parameters(path, method)
            edits += _answers(path, method)
    for kind, plant, edit in edits:
        before = copy.deepcopy(tree)
        plant(before)
        after = copy.deepcopy(before)
        edit(after)
        yield kind, before, after


_Row = tuple[str, _Edit, _Edit]


def _nothing(tree: JsonObject) -> None:
    pass


def _set(*where: str | int, to: Json) -> _Edit:
    def edit(tree: JsonObject) -> None:
        node: Json = tree
        for token in where[:-1]:
            node = node[token]
        node[where[-1]] = to

    return edit


def _drop(*where: str | int) -> _Edit:
    def edit(tree: JsonObject) -> None:
        node: Json = tree
        for token in where[:-1]:
            node = node[token]
        del node[where[-1]]

    return edit


def _add(*where: str | int, item: Json) -> _Edit:
    def edit(tree: JsonObject) -> None:
        node: Json = tree
        for token in where:
            node = node[token]
        node.append(item)

    return edit


def _both(first: _Edit, second: _Edit) -> _Edit:
    def edit(tree: JsonObject) -> None:
        first(tree)
        second(tree)

    return edit


def _call(change: Callable[[JsonObject], object]) -> _Edit:
    return lambda tree: (change(tree), None)[1]


def _root() -> list[_Row]:
    server = {"url": "https://other.example.com"}
    scopes = [{"bearerAuth": ["read"]}]
    return [
        ("openapi: 3.1.1", _nothing, _set("openapi", to="3.1.1")),
        ("info: title changed", _nothing, _set("info", "title", to="Other")),
        ("info: summary added", _nothing, _set("info", "summary", to="Other")),
        ("info: description changed", _nothing, _set("info", "description", to="Other")),
        ("info: version changed", _nothing, _set("info", "version", to="9")),
        ("info: termsOfService added", _nothing, _set("info", "termsOfService", to=_LINK["url"])),
        ("info: contact added", _nothing, _set("info", "contact", to={"name": "Other"})),
        ("info: license changed", _nothing, _set("info", "license", to={"name": "Other"})),
        ("jsonSchemaDialect: added", _nothing, _set("jsonSchemaDialect", to=_LINK["url"])),
        ("externalDocs: added", _nothing, _set("externalDocs", to=_LINK)),
        ("x-other: added", _nothing, _set("x-other", to=1)),
        ("servers: added", _nothing, _add("servers", item=server)),
        ("servers: removed", _nothing, _drop("servers", 0)),
        ("servers: removed", _nothing, _drop("servers", 1)),
        ("servers: url changed", _nothing, _set("servers", 0, "url", to=server["url"])),
        ("servers: reordered", _nothing, _call(lambda t: t["servers"].reverse())),
        ("servers: description changed", _nothing, _set("servers", 0, "description", to="Other")),
        (
            "servers: variables added",
            _nothing,
            _set("servers", 0, "variables", to={"a": {"default": "b"}}),
        ),
        ("tags: added", _nothing, _add("tags", item={"name": "Other"})),
        ("tags: removed", _nothing, _drop("tags", 0)),
        ("tags: description changed", _nothing, _set("tags", 0, "description", to="Other")),
        (
            "security: alternative added",
            _set("components", "securitySchemes", "other", to={"type": "http", "scheme": "bearer"}),
            _add("security", item={"other": []}),
        ),
        (
            "security: alternative removed",
            _set("security", to=[{"bearerAuth": []}, {"other": []}]),
            _drop("security", 1),
        ),
        ("security: scopes added", _nothing, _set("security", to=scopes)),
        ("security: removed", _nothing, _drop("security")),
        ("webhooks: added", _nothing, _set("webhooks", to={"ping": {"post": {}}})),
    ]


def _components(tree: JsonObject, names: list[str]) -> list[_Row]:
    bearer = ("components", "securitySchemes", "bearerAuth")
    key = {"type": "apiKey", "in": "header", "name": "x-api-key"}
    thing: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}}
    schemas = ("components", "schemas")
    rows: list[_Row] = [
        (
            "security scheme: type changed",
            _nothing,
            _set(*bearer, to=key),
        ),
        ("security scheme: scheme changed", _nothing, _set(*bearer, "scheme", to="basic")),
        ("security scheme: bearerFormat added", _nothing, _set(*bearer, "bearerFormat", to="JWT")),
        (
            "security scheme: description changed",
            _nothing,
            _set(*bearer, "description", to="Other"),
        ),
        ("security scheme: added", _nothing, _set(*bearer[:2], "other", to=key)),
        (
            "security scheme: removed",
            _set(*bearer[:2], "other", to=key),
            _drop(*bearer[:2], "other"),
        ),
        ("component schema: added", _nothing, _set(*schemas, "Thing", to=thing)),
        ("component schema: removed", _set(*schemas, "Thing", to=thing), _drop(*schemas, "Thing")),
        (
            "component response: added",
            _nothing,
            _set("components", "responses", "Other", to={"description": "Other"}),
        ),
        (
            "component example: added",
            _nothing,
            _set("components", "examples", to={"Other": {"value": 1}}),
        ),
    ]
    for name in names:
        twin = _set(*schemas, "Twin", to=tree["components"]["schemas"][name])
        rows.append(("component schema: renamed", _nothing, _renamed(name)))
        rows.append(
            ("component schema: twin referred to", _both(twin, _holding(name)), _holding("Twin"))
        )
    return rows


def _renamed(name: str) -> _Edit:
    def edit(tree: JsonObject) -> None:
        schemas = tree["components"]["schemas"]
        items = [(f"{k}Renamed" if k == name else k, v) for k, v in schemas.items()]
        schemas.clear()
        schemas.update(items)
        _rewrite(tree, f"#/components/schemas/{name}", f"#/components/schemas/{name}Renamed")

    return edit


def _rewrite(node: Json, old: str, new: str) -> None:
    if isinstance(node, dict):
        for key, value in node.items():
            if value == old:
                node[key] = new
            else:
                _rewrite(value, old, new)
    elif isinstance(node, list):
        for item in node:
            _rewrite(item, old, new)


def _holding(name: str) -> _Edit:
    """A schema that nothing else uses, with a property of a named type."""
    reference = {"$ref": f"#/components/schemas/{name}"}
    holder = {"type": "object", "properties": {"a": reference}}
    return _set("components", "schemas", "Holder", to=holder)


def _paths(path: str) -> list[_Row]:
    other = path + "/other"
    here = ("paths", path)

    def rename(tree: JsonObject) -> None:
        tree["paths"][other] = tree["paths"].pop(path)

    def duplicate(tree: JsonObject) -> None:
        operation = copy.deepcopy(tree["paths"][path]["post"])
        operation["operationId"] = "other.create"
        tree["paths"][other] = {"post": operation}

    return [
        ("paths: added", _nothing, duplicate),
        ("paths: removed", _nothing, _drop("paths", path)),
        ("paths: renamed", _nothing, rename),
        ("path item: summary added", _nothing, _set(*here, "summary", to="Other")),
        ("path item: description added", _nothing, _set(*here, "description", to="Other")),
        ("path item: servers added", _nothing, _set(*here, "servers", to=[_LINK])),
        (
            "path item: parameter added",
            _nothing,
            _set(*here, "parameters", to=[{**_TRACE, "required": True}]),
        ),
    ]


def _operation(path: str, method: str) -> list[_Row]:
    here = ("paths", path, method)

    def other_method(tree: JsonObject) -> None:
        tree["paths"][path]["put"] = tree["paths"][path].pop(method)

    def second(tree: JsonObject) -> None:
        operation = copy.deepcopy(tree["paths"][path][method])
        operation["operationId"] = "other.update"
        tree["paths"][path]["put"] = operation

    body = (*here, "requestBody")
    return [
        ("operation: added", _nothing, second),
        ("operation: removed", second, _drop("paths", path, "put")),
        ("operation: method changed", _nothing, other_method),
        ("operation: operationId changed", _nothing, _set(*here, "operationId", to="other.go")),
        ("operation: tags changed", _nothing, _set(*here, "tags", to=["Other"])),
        ("operation: summary changed", _nothing, _set(*here, "summary", to="Other")),
        ("operation: description changed", _nothing, _set(*here, "description", to="Other")),
        ("operation: externalDocs added", _nothing, _set(*here, "externalDocs", to=_LINK)),
        ("operation: deprecated", _nothing, _set(*here, "deprecated", to=True)),
        ("operation: servers added", _nothing, _set(*here, "servers", to=[_LINK])),
        (
            "operation: security added",
            _nothing,
            _set(*here, "security", to=[{"bearerAuth": ["write"]}]),
        ),
        ("operation: callbacks added", _nothing, _set(*here, "callbacks", to={"a": {"/b": {}}})),
        ("request body: made optional", _set(*body, "required", to=True), _drop(*body, "required")),
        (
            "request body: made required",
            _set(*body, "required", to=False),
            _set(*body, "required", to=True),
        ),
        ("request body: removed", _nothing, _drop(*body)),
        ("request body: description added", _nothing, _set(*body, "description", to="Other")),
        (
            "request body: media type added",
            _nothing,
            _set(*body, "content", "text/plain", to={"schema": {"type": "string"}}),
        ),
        (
            "request body: media type removed",
            _nothing,
            _set(*body, "content", to={"text/plain": {"schema": {"type": "string"}}}),
        ),
        (
            "media type: example added",
            _drop(*body, "content", "application/json", "examples"),
            _set(*body, "content", "application/json", "example", to={"model": "kimi-k3"}),
        ),
        (
            "media type: examples changed",
            _nothing,
            _set(*body, "content", "application/json", "examples", "simple", to={"value": {}}),
        ),
        (
            "media type: examples removed",
            _nothing,
            _drop(*body, "content", "application/json", "examples"),
        ),
        (
            "media type: encoding added",
            _nothing,
            _set(*body, "content", "application/json", "encoding", to={"a": {"style": "form"}}),
        ),
    ]


def _parameters(path: str, method: str) -> list[_Row]:
    here = ("paths", path, method, "parameters")
    needed = {**_TRACE, "required": True}
    planted = _set(*here, to=[_TRACE])

    def changed(**values: Json) -> _Edit:
        renamed = {key.rstrip("_"): value for key, value in values.items()}
        return _set(*here, to=[{**_TRACE, **renamed}])

    content = {"name": "trace", "in": "query", "content": {"application/json": {}}}
    return [
        ("parameter: optional added", _nothing, planted),
        ("parameter: required added", _nothing, _set(*here, to=[needed])),
        ("parameter: removed", planted, _drop(*here)),
        ("parameter: made required", planted, _set(*here, to=[needed])),
        ("parameter: made optional", _set(*here, to=[needed]), planted),
        ("parameter: moved", planted, changed(in_="header")),
        ("parameter: renamed", planted, changed(name="other")),
        ("parameter: description changed", planted, changed(description="Other")),
        ("parameter: deprecated", planted, changed(deprecated=True)),
        ("parameter: allowEmptyValue on", planted, changed(allowEmptyValue=True)),
        ("parameter: style changed", planted, changed(style="spaceDelimited")),
        ("parameter: explode changed", planted, changed(explode=False)),
        ("parameter: allowReserved on", planted, changed(allowReserved=True)),
        ("parameter: content", planted, _set(*here, to=[content])),
        ("parameter: example added", planted, changed(example="a")),
        ("parameter: examples added", planted, changed(examples={"a": {"value": "a"}})),
        ("parameter: schema retyped", planted, changed(schema={"type": "integer"})),
    ]


def _answers(path: str, method: str) -> list[_Row]:
    all_ = ("paths", path, method, "responses")
    good = (*all_, "200")
    bad = {"$ref": "#/components/responses/ChatBadRequest"}
    header = {"required": True, "schema": {"type": "string"}}
    loose = {"schema": {"type": "string"}}
    headers = (*good, "headers")
    sse = (*good, "content", "text/event-stream", "x-sse")
    return [
        ("responses: error status added", _nothing, _set(*all_, "403", to=bad)),
        ("responses: error status removed", _nothing, _drop(*all_, "429")),
        ("responses: success status removed", _nothing, _drop(*all_, "200")),
        ("responses: default added", _nothing, _set(*all_, "default", to=bad)),
        ("response: description changed", _nothing, _set(*good, "description", to="Other")),
        ("response: JSON removed", _nothing, _drop(*good, "content", "application/json")),
        ("response: event stream removed", _nothing, _drop(*good, "content", "text/event-stream")),
        ("response: link added", _nothing, _set(*good, "links", to={"a": {"operationId": "b"}})),
        ("response: header added", _nothing, _set(*headers, to={"x-a": header})),
        ("response: header removed", _set(*headers, to={"x-a": header}), _drop(*headers)),
        (
            "header: made optional",
            _set(*headers, to={"x-a": header}),
            _set(*headers, to={"x-a": loose}),
        ),
        (
            "header: made required",
            _set(*headers, to={"x-a": loose}),
            _set(*headers, to={"x-a": header}),
        ),
        (
            "header: description changed",
            _set(*headers, to={"x-a": loose}),
            _set(*headers, to={"x-a": {**loose, "description": "Other"}}),
        ),
        (
            "header: schema retyped",
            _set(*headers, to={"x-a": loose}),
            _set(*headers, to={"x-a": {"schema": {"type": "integer"}}}),
        ),
        ("x-sse: sentinel changed", _nothing, _set(*sse, "sentinel", to="[END]")),
        (
            "x-sse: terminal event removed",
            _set(*sse, "terminal-events", to=["a", "b"]),
            _set(*sse, "terminal-events", to=["a"]),
        ),
        ("x-sse: error event added", _nothing, _set(*sse, "error-events", to=["a", "b"])),
        ("x-sse: removed", _nothing, _drop(*sse)),
    ]
