"""What `verify` finds in the project's own client, as it is or edited."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator

from pipeline.errors import Problem
from pipeline.generate.groups import reachable
from pipeline.surface import Component, Ref, Surface
from pipeline.types import JsonObject, Tree
from pipeline.verify import account
from pipeline.verify.account import account_modules
from pipeline.verify.package import parse_package
from tests.support.generating import real_document, real_project

__all__ = ["PACKAGE", "Edit", "after", "checked", "classes", "field_pointers", "field_tuples"]
__all__ += ["models", "pointers", "problems", "real_modules", "requested", "without_decoders"]

PACKAGE = "evolink_kimi"
Edit = Callable[[ast.Module], object]


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


def classes(module: ast.Module) -> Iterator[ast.ClassDef]:
    return (n for n in module.body if isinstance(n, ast.ClassDef))


def field_tuples(module: ast.Module) -> Iterator[ast.Tuple]:
    for node in module.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).endswith("._fields"):
            assert isinstance(node.value, ast.Dict)
            for value in node.value.values:
                assert isinstance(value, ast.Tuple)
                yield value


def without_decoders(module: ast.Module) -> None:
    for value in field_tuples(module):
        value.elts[2] = ast.Constant(None)
