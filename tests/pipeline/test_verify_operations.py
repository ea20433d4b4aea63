"""What is taken from the operations of a client, or put wrong in them, `verify` names.

The mutations are made on a copy of the project's own client, to every instance of a kind at once
where that leaves each of them visible: a property taken from one model hides none of another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from pipeline.pointer import join
from pipeline.surface import Surface, build_surface
from tests.support.accounts import (
    PACKAGE,
    after,
    classes,
    pointers,
    problems,
)
from tests.support.generating import real_document, real_project


@pytest.fixture(scope="module")
def surface() -> Surface:
    return build_surface(real_document())


def operations(module: ast.Module) -> Iterator[ast.Call]:
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Call):
            yield node.value


def keyword(call: ast.Call, name: str) -> ast.keyword:
    return next(k for k in call.keywords if k.arg == name)


def test_every_operation_that_is_taken_away_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        module.body = [
            n for n in module.body if not (isinstance(n, ast.AnnAssign) and n.value is not None)
        ]

    expected = {o.pointer for o in surface.operations}
    assert pointers(after(edit, "resources/")) == expected


@pytest.mark.parametrize("name", ["create", "stream"], ids=["without create()", "without stream()"])
@pytest.mark.parametrize("prefix", ["", "Async"])
def test_every_method_that_is_taken_away_is_named(surface: Surface, name: str, prefix: str) -> None:
    def edit(module: ast.Module) -> None:
        for node in classes(module):
            if node.name.startswith("Async") is bool(prefix):
                node.body = [
                    n
                    for n in node.body
                    if not (
                        isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and n.name == name
                    )
                ] or [ast.Pass()]

    found = after(edit, "resources/")
    client = f"{prefix}Kimi"
    assert {(p.pointer, p.reason.partition(" ")[0]) for p in found} == {
        (o.pointer, f"{client}.{o.id.rpartition('.')[0]}.{name}()") for o in surface.operations
    }


def test_resources_that_the_client_no_longer_leads_to_are_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for node in classes(module):
            node.body = [n for n in node.body if not isinstance(n, ast.FunctionDef)] or [ast.Pass()]

    found = after(edit, "client.py")
    assert {p.pointer for p in found} == {o.pointer for o in surface.operations}
    assert len(found) == 24


VIEWS = {
    "with_raw_response": "WithRawResponse",
    "with_streaming_response": "WithStreamingResponse",
}


def view_classes(module: ast.Module, prefix: str, view: str) -> Iterator[ast.ClassDef]:
    for node in classes(module):
        if node.name.endswith(VIEWS[view]) and node.name.startswith("Async") is bool(prefix):
            yield node


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("prefix", ["", "Async"])
@pytest.mark.parametrize("what", ["create", "overloads", "call", "resource", "property"])
def test_every_method_of_a_view_is_named(
    surface: Surface, view: str, prefix: str, what: str
) -> None:
    def edit(module: ast.Module) -> None:
        for node in view_classes(module, prefix, view):
            node.body = [n for n in node.body if not gone(n)] or [ast.Pass()]

    def gone(node: ast.stmt) -> bool:
        if isinstance(node, ast.Assign):
            return what == "resource" and ast.unparse(node.targets[0]) == "_resource_class"
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return False
        decorators = {ast.unparse(d) for d in node.decorator_list}
        if node.name == "create":
            return (
                what == "create"
                or (what == "overloads" and "overload" in decorators)
                or (what == "call" and not decorators)
            )
        return what == "property" and "property" in decorators

    found = after(edit, "raw/")
    spelled = {
        f"{prefix}Kimi.{view}.{o.id.rpartition('.')[0]}.create()": o for o in surface.operations
    }
    named = {name for name in spelled for p in found if name in p.reason}
    assert named == set(spelled)
    assert all(any(name in p.reason for name in spelled) for p in found)
    if what != "overloads":
        assert {p.pointer for p in found} == {o.pointer for o in surface.operations}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("prefix", ["", "Async"])
def test_views_that_their_resource_no_longer_leads_to_are_named(
    surface: Surface, view: str, prefix: str
) -> None:
    def edit(module: ast.Module) -> None:
        for node in classes(module):
            if node.name.startswith("Async") is bool(prefix):
                node.body = [
                    n for n in node.body if not (isinstance(n, ast.FunctionDef) and n.name == view)
                ] or [ast.Pass()]

    found = after(edit, "resources/")
    assert {p.pointer for p in found} == {o.pointer for o in surface.operations}
    assert len(found) == len(surface.operations)
    assert all(f".{view}.create()" in p.reason for p in found)


def test_every_argument_of_a_view_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef) and "TypedDict" in map(ast.unparse, node.bases):
                node.body = [ast.Pass()]

    bodies = [surface.components[o.body] for o in surface.operations if o.body]
    expected = {f.pointer for c in bodies for f in c.fields if f.wire != "stream"}
    found = after(edit, "raw/")
    assert {p.pointer for p in found} == expected
    assert len(found) == 4 * len(expected)  # two clients, two views


@pytest.mark.parametrize("name", ["RawResponse", "StreamedResponseManager", "ChatCompletion"])
def test_another_result_of_a_view_is_named(name: str) -> None:
    def edit(module: ast.Module) -> None:
        for node in ast.walk(module):
            if isinstance(node, ast.Name) and node.id == name:
                node.id = "Any"

    found = after(edit, "raw/")
    assert found
    assert all("returns" in p.reason and "_response." in p.reason for p in found)


def test_every_status_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for call in operations(module):
            keyword(call, "statuses").value = ast.Dict([], [])

    expected = {
        join(o.pointer, "responses", status) for o in surface.operations for status in o.statuses
    }
    assert pointers(after(edit, "resources/")) == expected


def test_every_status_that_is_no_longer_decoded_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for call in operations(module):
            table = keyword(call, "statuses").value
            assert isinstance(table, ast.Dict)
            table.values = [ast.Constant(None) for _ in table.values]

    expected = {
        join(o.pointer, "responses", status)
        for o in surface.operations
        for status, kind in o.statuses.items()
        if kind is not None
    }
    assert len(expected) > 10
    assert pointers(after(edit, "resources/")) == expected


@pytest.mark.parametrize("name", ["response", "event", "request"])
def test_a_decoder_of_another_model_is_named(surface: Surface, name: str) -> None:
    def edit(module: ast.Module) -> None:
        for call in operations(module):
            keyword(call, name).value = ast.Name("as_sent")

    found = after(edit, "resources/")
    assert len(found) == len(surface.operations)
    assert all(f"what decodes the {name}" in p.reason for p in found)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("terminal_events", "terminal-events"),
        ("error_events", "error-events"),
        ("sentinel", "sentinel"),
    ],
)
def test_every_rule_of_a_stream_is_named(surface: Surface, name: str, rule: str) -> None:
    def edit(module: ast.Module) -> None:
        for call in operations(module):
            call.keywords = [k for k in call.keywords if k.arg != name]

    found = after(edit, "resources/")
    wanted = [
        (o.pointer, value)
        for o in surface.operations
        for value in ([o.sse[rule]] if isinstance(o.sse.get(rule), str) else o.sse.get(rule) or [])
    ]
    assert wanted
    assert [(p.pointer, p.reason.split("'")[1]) for p in found] == wanted


@pytest.mark.parametrize("name", ["protocol", "id", "answer_keys"])
def test_what_an_operation_is_called_is_named(surface: Surface, name: str) -> None:
    def edit(module: ast.Module) -> None:
        for call in operations(module):
            keyword(call, name).value = ast.Constant("other")

    assert pointers(after(edit, "resources/")) == {o.pointer for o in surface.operations}


@pytest.mark.parametrize("prefix", ["", "Async"])
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("create", "declared"),
        ("create", "declared in an overload"),
        ("create", "sent"),
        ("stream", "declared"),
        ("stream", "sent"),
    ],
)
def test_every_argument_is_named(surface: Surface, name: str, prefix: str, what: str) -> None:
    def edit(module: ast.Module) -> None:
        for owner in classes(module):
            if owner.name.startswith("Async") is not bool(prefix):
                continue
            for node in owner.body:
                if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    continue
                overload = any(ast.unparse(d) == "overload" for d in node.decorator_list)
                if node.name != name or overload is not (what == "declared in an overload"):
                    continue
                if what == "sent":
                    for inner in ast.walk(node):
                        if isinstance(inner, ast.Dict):
                            inner.keys, inner.values = [], []
                        elif isinstance(inner, ast.Assign):
                            inner.targets = [ast.Name("ignored")]
                else:
                    node.args.kwonlyargs, node.args.kw_defaults = [], []

    expected = {
        f.pointer
        for o in surface.operations
        for f in surface.components[o.body or ""].fields
        if name == "create" or f.wire != "stream"
    }
    assert len(expected) >= 30
    assert pointers(after(edit, "resources/")) == expected


def test_an_argument_sent_as_another_is_named() -> None:
    files = real_project()
    path = f"{PACKAGE}/resources/chat.py"
    text = files[path].decode()
    assert '"model": model,' in text
    changed = {**files, path: text.replace('"model": model,', '"model": modle,').encode()}
    found = problems(changed)
    assert found
    assert all("'model'" in p.reason for p in found)


# -- the document itself
