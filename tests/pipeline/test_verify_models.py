"""What is taken from the models of a client, or put wrong in them, `verify` names.

The mutations are made on a copy of the project's own client, to every instance of a kind at once
where that leaves each of them visible: a property taken from one model hides none of another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from pipeline.grammar import walk
from pipeline.pointer import join
from pipeline.surface import Component, Ref, Surface, build_surface
from pipeline.types import JsonObject
from tests.support.accounts import (
    Edit,
    after,
    classes,
    field_pointers,
    field_tuples,
    models,
    pointers,
    requested,
    without_decoders,
)
from tests.support.generating import real_document


@pytest.fixture(scope="module")
def surface() -> Surface:
    return build_surface(real_document())


# -- properties


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
