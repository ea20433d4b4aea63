"""Whatever is taken away from a generated client, or put wrong in it, `verify` names its place.

The mutations are made on a copy of the project's own client, to every instance of a kind at once
where that leaves each of them visible: a property taken from one model hides none of another.
"""

from __future__ import annotations

import ast
import copy
import functools
import json
from collections.abc import Callable, Iterator

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.generate.groups import reachable
from pipeline.grammar import walk
from pipeline.pointer import join, resolve
from pipeline.surface import Component, Ref, Surface, build_surface
from pipeline.types import JsonObject, Tree
from pipeline.verify import account, verify
from pipeline.verify.account import account_modules
from pipeline.verify.package import parse_package
from tests.support.generating import parsed, project, real_document, real_project

PACKAGE = "evolink_kimi"
Edit = Callable[[ast.Module], object]


@pytest.fixture(scope="module")
def surface() -> Surface:
    return build_surface(real_document())


def problems(files: Tree, document: JsonObject | None = None) -> list[Problem]:
    tree = real_document() if document is None else document
    return checked(account(files, tree, PACKAGE)[1])


def checked(found: list[Problem]) -> list[Problem]:
    assert all(p.document == "openapi.yaml" and p.remedy for p in found)
    return found


def pointers(found: list[Problem]) -> set[str]:
    return {p.pointer or "" for p in found}


@functools.cache
def real_modules() -> dict[str, ast.Module]:
    """The modules of the project's client as syntax trees. Shared: don't change them."""
    return parse_package(real_project(), PACKAGE)


def after(edit: Edit, *folders: str) -> list[Problem]:
    """The problems once the modules of some folders are edited as syntax trees."""
    modules = dict(real_modules())
    for path in modules:
        if path.startswith(folders):
            module = ast.parse(real_project()[f"{PACKAGE}/{path}"])
            edit(module)
            modules[path] = module
    shipped = real_project()[f"{PACKAGE}/openapi.json"]
    return checked(account_modules(modules, shipped, real_document())[1])


def models(surface: Surface) -> list[Component]:
    return [c for c in surface.components.values() if c.kind == "model"]


def requested(surface: Surface) -> list[Component]:
    names = reachable(surface, [Ref(o.body) for o in surface.operations if o.body])
    return [surface.components[name] for name in names]


def field_pointers(components: list[Component]) -> set[str]:
    return {f.pointer for c in components for f in c.fields}


def test_the_client_is_accounted_for() -> None:
    counts, found = account(real_project(), real_document(), PACKAGE)
    assert found == []
    assert counts["schemas"] == len(real_document()["components"]["schemas"])
    assert counts["operations"] == 3
    assert counts["methods"] == 12  # create and stream, three operations, two clients
    assert counts["view methods"] == 12  # create, three operations, two clients, two views


# -- properties


def classes(module: ast.Module) -> Iterator[ast.ClassDef]:
    return (n for n in module.body if isinstance(n, ast.ClassDef))


def without_annotations(module: ast.Module) -> None:
    for node in classes(module):
        node.body = [n for n in node.body if not isinstance(n, ast.AnnAssign)] or [ast.Pass()]


def without_field_entries(module: ast.Module) -> None:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("._fields"):
            node.value = ast.Dict([], [])


def without_init_arguments(module: ast.Module) -> None:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            keep = [a.arg == "_wire" for a in node.args.kwonlyargs]
            node.args.kwonlyargs = node.args.kwonlyargs[keep.index(True) :]
            node.args.kw_defaults = node.args.kw_defaults[keep.index(True) :]


def without_assignments(module: ast.Module) -> None:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            node.body = node.body[:1]


@pytest.mark.parametrize(
    "edit",
    [without_annotations, without_field_entries, without_init_arguments, without_assignments],
)
def test_every_property_that_is_taken_from_its_model_is_named(surface: Surface, edit: Edit) -> None:
    expected = field_pointers(models(surface))
    assert len(expected) > 400
    assert pointers(after(edit, "models/")) >= expected


def renamed_wire_keys(module: ast.Module) -> None:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("._fields"):
            assert isinstance(node.value, ast.Dict)
            for value in node.value.values:
                assert isinstance(value, ast.Tuple)
                wire = value.elts[0]
                assert isinstance(wire, ast.Constant)
                wire.value = f"x_{ast.literal_eval(wire)}"


def test_every_renamed_wire_key_is_named(surface: Surface) -> None:
    found = pointers(after(renamed_wire_keys, "models/"))
    assert found >= field_pointers(models(surface))


def field_tuples(module: ast.Module) -> Iterator[ast.Tuple]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("._fields"):
            assert isinstance(node.value, ast.Dict)
            for value in node.value.values:
                assert isinstance(value, ast.Tuple)
                yield value


def wrong_kinds(module: ast.Module) -> None:
    for value in field_tuples(module):
        was = ast.unparse(value.elts[1])
        value.elts[1] = ast.Name("STRING" if "BOOLEAN" in was else "BOOLEAN")


def other_nulls(module: ast.Module) -> None:
    for value in field_tuples(module):
        value.elts[3] = ast.Constant(ast.unparse(value.elts[3]) != "True")


@pytest.mark.parametrize("edit", [wrong_kinds, other_nulls])
def test_every_property_with_another_json_type_is_named(surface: Surface, edit: Edit) -> None:
    assert pointers(after(edit, "models/")) >= field_pointers(models(surface))


def without_decoders(module: ast.Module) -> None:
    for value in field_tuples(module):
        value.elts[2] = ast.Constant(None)


def test_every_property_that_is_no_longer_decoded_is_named(surface: Surface) -> None:
    expected = {
        f.pointer
        for c in models(surface)
        for f in c.fields
        if isinstance(f.type, Ref) and surface.components[f.type.name].kind in ("model", "union")
    }
    assert len(expected) > 50
    assert pointers(after(without_decoders, "models/")) >= expected


def test_every_property_decoded_into_another_model_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for value in field_tuples(module):
            if ast.unparse(value.elts[2]).endswith("._view"):
                value.elts[2] = ast.parse("UnknownModel._view", mode="eval").body

    expected = {
        f.pointer
        for c in models(surface)
        for f in c.fields
        if isinstance(f.type, Ref) and surface.components[f.type.name].kind == "model"
    }
    assert pointers(after(edit, "models/")) >= expected


def test_every_key_of_a_plain_dict_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        without_annotations(module)
        for node in module.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                node.value.args[1] = ast.Dict([], [])

    expected = field_pointers([c for c in requested(surface) if c.kind == "model"])
    assert len(expected) > 100
    assert pointers(after(edit, "params/")) >= expected


def test_every_key_that_became_optional_is_named(surface: Surface) -> None:
    class Edit(ast.NodeTransformer):
        def visit_Subscript(self, node: ast.Subscript) -> ast.AST:  # ast's own name
            self.generic_visit(node)
            return node.slice if ast.unparse(node.value) == "Required" else node

    expected = {
        f.pointer for c in requested(surface) if c.kind == "model" for f in c.fields if f.required
    }
    assert pointers(after(Edit().visit, "params/")) >= expected


# -- one at a time, and only that one


def sample(values: list[Component], count: int = 4) -> list[Component]:
    return values[:: max(1, len(values) // count)][:count]


def test_one_property_of_one_model_is_the_only_one_named(surface: Surface) -> None:
    for component in sample([m for m in models(surface) if len(m.fields) > 1]):
        field = component.fields[-1]

        def edit(module: ast.Module, name: str = component.name, wire: str = field.wire) -> None:
            for node in module.body:
                if ast.unparse(node).startswith(f"{name}._fields ="):
                    assert isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
                    kept = [
                        (k, v)
                        for k, v in zip(node.value.keys, node.value.values, strict=True)
                        if ast.literal_eval(v.elts[0]) != wire  # type: ignore[attr-defined]  # tuples
                    ]
                    node.value = ast.Dict([k for k, _ in kept], [v for _, v in kept])

        found = after(edit, "models/")
        assert {p.pointer for p in found} == {field.pointer}
        assert any(repr(field.wire) in p.reason for p in found)


# -- schemas


@pytest.mark.parametrize("kind", ["model", "union", "enum", "alias"])
def test_every_schema_that_is_taken_away_is_named(surface: Surface, kind: str) -> None:
    expected = {c.pointer for c in surface.components.values() if c.kind == kind}
    names = {c.name for c in surface.components.values() if c.kind == kind}

    def edit(module: ast.Module) -> None:
        module.body = [n for n in module.body if not _defines(n, names)]

    assert expected
    assert pointers(after(edit, "models/")) >= expected


def _defines(node: ast.stmt, names: set[str]) -> bool:
    if isinstance(node, ast.ClassDef):
        return node.name in names
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target) in names
    if isinstance(node, ast.Assign):
        target = ast.unparse(node.targets[0]).removesuffix("._fields").removeprefix("decode_")
        return target in names
    return False


def test_every_plain_dict_that_is_taken_away_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        module.body = [n for n in module.body if isinstance(n, ast.ImportFrom)]

    expected = {c.pointer for c in requested(surface) if c.kind != "enum"}
    assert pointers(after(edit, "params/")) >= expected


@pytest.mark.parametrize("path", ["types.py", "models/__init__.py", "params/__init__.py"])
@pytest.mark.parametrize("table", ["__all__", "_MODULES"])
def test_every_name_that_is_no_longer_public_is_named(
    surface: Surface, path: str, table: str
) -> None:
    def edit(module: ast.Module) -> None:
        for node in module.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == table:
                node.value = ast.parse("[]" if table == "__all__" else "{}", mode="eval").body

    components = requested(surface) if path.startswith("params") else surface.components.values()
    expected = {
        c.pointer for c in components if not (path.startswith("params") and c.kind == "enum")
    }
    assert pointers(after(edit, path)) >= expected


# -- listed values


class _DropValue(ast.NodeTransformer):
    """Takes the first value out of every Literal."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:  # ast's own name
        self.generic_visit(node)
        if ast.unparse(node.value) == "Literal":
            if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) == 1:
                return ast.Name("str")
            node.slice.elts = node.slice.elts[1:]
        return node


class _DropLast(_DropValue):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:  # ast's own name
        if ast.unparse(node.value) == "Literal" and isinstance(node.slice, ast.Tuple):
            node.slice.elts = node.slice.elts[:-1]
            return node
        return super().visit_Subscript(node)


def values_of(document: JsonObject) -> list[tuple[str, str | int]]:
    return [
        (node.pointer, value)
        for node in walk(document)
        if node.kind == "schema"
        for value in [*node.value.get("enum", []), node.value.get("const")]
        if value is not None
    ]


@pytest.mark.parametrize(("edit", "index"), [(_DropValue, 0), (_DropLast, -1)])
def test_every_enum_that_lost_a_value_is_named(edit: type[_DropValue], index: int) -> None:
    listed: dict[str, list[str | int]] = {}
    for pointer, value in values_of(real_document()):
        listed.setdefault(pointer, []).append(value)
    assert len(listed) > 80
    found = after(edit().visit, "models/")
    named = {(p.pointer, p.reason) for p in found}
    for pointer, values in listed.items():
        value = values[index]
        assert any(at == pointer and repr(value) in reason for at, reason in named), (
            pointer,
            value,
        )


def test_values_lost_from_plain_dicts_are_named() -> None:
    assert after(_DropValue().visit, "params/")


def test_values_lost_from_the_arguments_of_constructors_are_named() -> None:
    def edit(module: ast.Module) -> None:
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                for argument in node.args.kwonlyargs:
                    if argument.annotation is not None:
                        argument.annotation = _DropValue().visit(argument.annotation)

    assert len(pointers(after(edit, "models/"))) > 50


def test_a_closed_enum_where_the_document_has_an_open_one_is_named(surface: Surface) -> None:
    class Edit(ast.NodeTransformer):
        def visit_BinOp(self, node: ast.BinOp) -> ast.AST:  # ast's own name
            self.generic_visit(node)
            return node.left if ast.unparse(node.right) == "str" else node

    expected = {c.pointer for c in surface.components.values() if c.kind == "enum"}
    assert pointers(after(Edit().visit, "models/")) >= expected


# -- unions and events


def decoder_tables(module: ast.Module) -> Iterator[ast.Dict]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("decode_"):
            for inner in ast.walk(node.value):
                if isinstance(inner, ast.Dict):
                    yield inner


def test_every_event_and_member_of_a_union_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for table in decoder_tables(module):
            table.keys, table.values = [], []

    expected = {(c.pointer, value) for c in surface.components.values() for value in c.tags}
    events = {
        value
        for o in surface.operations
        if isinstance(o.event, Ref)
        for value in surface.components[o.event.name].tags
    }
    assert len(events) > 25
    found = pointers(after(edit, "models/"))
    assert found >= {join(p, "discriminator", "mapping", value) for p, value in expected}


def test_one_event_is_the_only_one_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for table in decoder_tables(module):
            for index, key in enumerate(table.keys):
                if isinstance(key, ast.Constant) and key.value == "message_delta":
                    del table.keys[index], table.values[index]
                    return

    [problem] = after(edit, "models/")
    assert problem.pointer is not None
    assert problem.pointer.endswith("/discriminator/mapping/message_delta")
    assert "'message_delta'" in problem.reason


def test_members_that_changed_places_are_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for table in decoder_tables(module):
            table.values = [*table.values[1:], *table.values[:1]]

    expected = {
        join(c.pointer, "discriminator", "mapping", value)
        for c in surface.components.values()
        if len(set(c.tags.values())) == len(c.tags) > 1
        for value in c.tags
    }
    assert pointers(after(edit, "models/")) >= expected


def test_every_member_gone_from_the_type_of_a_union_is_named(surface: Surface) -> None:
    unions = {c.name: c for c in surface.components.values() if c.kind == "union"}

    def edit(module: ast.Module) -> None:
        for node in module.body:
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in unions:
                node.value = ast.Name("Model")

    found = after(edit, "models/")
    for union in unions.values():
        reasons = [p.reason for p in found if p.pointer == union.pointer]
        assert any("unknown member" in reason for reason in reasons)
        for member in (m.name for m in _direct(union)):
            assert any(repr(member) in reason for reason in reasons)


def _direct(union: Component) -> list[Ref]:
    members = getattr(union.type, "members", (union.type,))
    return [m for m in members if isinstance(m, Ref)]


def test_the_tag_of_a_union_is_named(surface: Surface) -> None:
    def edit(module: ast.Module) -> None:
        for node in module.body:
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Call)
                and ast.unparse(node.value.func) == "union_of"
            ):
                node.value.args[0] = ast.Constant("x")

    expected = {c.pointer for c in surface.components.values() if c.tag is not None}
    assert pointers(after(edit, "models/")) >= expected


# -- operations


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


@pytest.mark.parametrize("name", ["protocol", "id"])
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


def test_every_server_is_named() -> None:
    servers = real_document()["servers"]
    files = real_project()
    path = f"{PACKAGE}/client.py"
    for index, server in enumerate(servers):
        text = files[path].decode().replace(server["url"], "https://elsewhere.example")
        assert f"/servers/{index}" in pointers(problems({**files, path: text.encode()}))


def test_every_example_is_named() -> None:
    files = real_project()
    path = f"{PACKAGE}/openapi.json"
    shipped = json.loads(files[path])
    expected = [n.pointer for n in walk(shipped) if n.kind == "example"]
    assert len(expected) > 50
    for pointer in expected:
        parent, _, name = pointer.rpartition("/")
        del resolve(shipped, parent)[name.replace("~1", "/").replace("~0", "~")]
    found = pointers(problems({**files, path: json.dumps(shipped).encode()}))
    # Where a whole table is empty, its entries are what is missing.
    assert found == set(expected)


@pytest.mark.parametrize("data", [None, b"", b"{", b"[]"])
def test_a_document_that_does_not_travel_is_named(data: bytes | None) -> None:
    files = {k: v for k, v in real_project().items() if k != f"{PACKAGE}/openapi.json"}
    if data is not None:
        files[f"{PACKAGE}/openapi.json"] = data
    assert pointers(problems(files)) == {""}


def test_a_changed_word_of_the_document_is_named() -> None:
    files = real_project()
    shipped = json.loads(files[f"{PACKAGE}/openapi.json"])
    shipped["info"]["title"] += "!"
    found = problems({**files, f"{PACKAGE}/openapi.json": json.dumps(shipped).encode()})
    assert pointers(found) == {"/info/title"}


def test_a_module_that_is_no_python_is_an_error_with_its_line() -> None:
    files = {**real_project(), f"{PACKAGE}/models/chat.py": b"a = 1\nclass"}
    with pytest.raises(PipelineError) as caught:
        verify(files, real_document(), package_name=PACKAGE)
    [problem] = caught.value.problems
    assert (problem.document, problem.line) == (f"{PACKAGE}/models/chat.py", 2)


def test_verify_refuses_what_accounting_finds() -> None:
    files = dict(real_project())
    for path, data in files.items():
        if path.startswith(f"{PACKAGE}/models/"):
            module = ast.parse(data)
            without_decoders(module)
            files[path] = ast.unparse(module).encode()
    with pytest.raises(PipelineError, match="not in the generated package as in the document"):
        verify(files, real_document(), package_name=PACKAGE)


# -- what the surface itself could lose

ITEMS = """
paths:
  /things:
    post:
      operationId: things.create
      requestBody: {content: {application/json: {schema: @Thing}}}
      parameters:
        - {name: order, in: query, schema: {type: string, enum: [up, down]}}
        - {name: x-mode, in: header, schema: {type: string}}
      responses:
        '200': {description: ok, content: {application/json: {schema: @Thing}}}
components:
  schemas:
    Base: {type: object, properties: {id: {type: string, enum: [a, b, c]}}}
    Thing:
      allOf:
        - @Base
        - {type: object, properties: {own: {type: object, properties: {deep: {type: string}}}}}
        - {properties: {id: {enum: [b, c]}}}
      properties: {extra: {type: array, items: {type: object, properties: {x: {const: 1}}}}}
    Part:
      type: object
      properties: {common: {type: string}}
      oneOf:
        - {properties: {type: {const: one}, one: {type: string}}}
        - {properties: {type: {const: two}, two: {type: string}}}
    Either: {type: [object, array], properties: {e: {type: string}}, items: {type: string}}
"""


def small(document: JsonObject) -> Tree:
    return project(document, PACKAGE)


def test_schemas_of_every_form_have_their_places() -> None:
    document = parsed(ITEMS)
    assert problems(small(document), document) == []


@pytest.mark.parametrize(
    "pointer",
    [
        "/components/schemas/Thing/allOf/1/properties/own",
        "/components/schemas/Thing/allOf/1/properties/own/properties/deep",
        "/components/schemas/Thing/properties/extra/items/properties/x",
        "/components/schemas/Part/properties/common",
        "/components/schemas/Part/oneOf/1/properties/two",
        "/components/schemas/Base/properties/id",
        "/components/schemas/Either/properties/e",
        "/components/schemas/Base",
        "/paths/~1things/post/parameters/0",
        "/paths/~1things/post/parameters/1",
    ],
)
def test_what_only_the_document_has_is_named(pointer: str) -> None:
    """A client generated from less than the document: nothing of the surface can hide it."""
    document = parsed(ITEMS)
    less = copy.deepcopy(document)
    parent, _, key = pointer.rpartition("/")
    holder = resolve(less, parent)
    if isinstance(holder, list):
        del holder[int(key)]
    elif pointer.endswith("schemas/Base"):
        holder["Thing"]["allOf"][0] = holder.pop("Base")
    else:
        del holder[key]
    files = {**small(less), f"{PACKAGE}/openapi.json": json.dumps(document).encode()}
    found = problems(files, document)
    assert pointer in {p.pointer for p in found}


@pytest.mark.parametrize(
    ("pointer", "index", "value"),
    [
        ("/components/schemas/Base/properties/id", 0, "'a'"),
        ("/paths/~1things/post/parameters/0/schema", 1, "'down'"),
    ],
)
def test_values_that_only_the_document_has_are_named(pointer: str, index: int, value: str) -> None:
    document = parsed(ITEMS)
    less = copy.deepcopy(document)
    del resolve(less, pointer)["enum"][index]
    files = {**small(less), f"{PACKAGE}/openapi.json": json.dumps(document).encode()}
    assert any(value in p.reason for p in problems(files, document))
