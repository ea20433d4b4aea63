"""Clients generated from small inline documents, imported under a name of their own."""

from __future__ import annotations

import functools
import importlib
import itertools
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pipeline.build import document as build_document
from pipeline.compose import compose, load_runtime
from pipeline.errors import PipelineError, Problem
from pipeline.format import format_tree
from pipeline.generate import generate
from pipeline.read import parse_document
from pipeline.surface import Component, Field, Surface, build_surface
from pipeline.types import JsonObject, Tree

ROOT = Path(__file__).parents[2]
HEAD = "openapi: 3.1.0\ninfo: {title: Test API, version: '1'}\n"
# For documents that are about schemas only: a client needs an operation.
OPERATION = """
paths:
  /things:
    get:
      operationId: things.list
      responses:
        '200': {description: anything, content: {application/json: {schema: {type: object}}}}
"""

_SHORT = re.compile(r"(?<=[ \[])@([A-Z]\w*)")

_numbers = itertools.count(1)


def parsed(text: str) -> JsonObject:
    """A document out of YAML; `openapi`, `info` and, if there are no paths, one are added.

    `@Thing` is short for a reference to the schema `Thing`.
    """
    source = HEAD + _SHORT.sub(r"{$ref: '#/components/schemas/\1'}", textwrap.dedent(text))
    if "\npaths:" not in source:
        source += OPERATION
    return parse_document(source.encode(), "test.yaml").tree


def schemas(text: str) -> JsonObject:
    """A document with these schema components."""
    inner = textwrap.indent(textwrap.dedent(text).strip("\n"), "    ")
    return parsed(f"components:\n  schemas:\n{inner}\n")


def surface_of(document: JsonObject) -> Surface:
    return build_surface(document, name="test.yaml")


def component(document: JsonObject, name: str) -> Component:
    return surface_of(document).components[name]


def field(document: JsonObject, name: str, wire: str) -> Field:
    """A field of a model component."""
    return next(f for f in component(document, name).fields if f.wire == wire)


def refused(document: JsonObject) -> list[Problem]:
    """The problems for which the surface of a document is refused."""
    with pytest.raises(PipelineError) as caught:
        build_surface(document, name="test.yaml")
    assert all(p.document == "test.yaml" and p.pointer is not None for p in caught.value.problems)
    return list(caught.value.problems)


def modules(document: JsonObject, package_name: str = "client") -> Tree:
    """The generated modules, formatted."""
    surface = build_surface(document, name="test.yaml")
    return format_tree(
        generate(
            surface, document, version="1.2.3", package_name=package_name, document="test.yaml"
        )
    )


@functools.cache
def _hand_written() -> Tree:
    return load_runtime(ROOT / "overlays")


def project(document: JsonObject, package_name: str = "client") -> Tree:
    """The generated package as the build composes it, without the metadata beside it."""
    generated = modules(document, package_name)
    return compose(generated, _hand_written(), {}, document, package_name=package_name)


def write(tree: Tree, folder: Path) -> None:
    for path, data in tree.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


class Client:
    """A generated package on disk, importable."""

    def __init__(self, document: JsonObject, folder: Path) -> None:
        self.name = f"generated_client_{next(_numbers)}"
        self.folder = folder
        self.document = document
        self.tree = project(document, self.name)
        write(self.tree, folder)

    def module(self, name: str = "") -> ModuleType:
        """The package or a module of it (`types`, `resources.things`)."""
        if str(self.folder) not in sys.path:
            sys.path.insert(0, str(self.folder))
            importlib.invalidate_caches()
        return importlib.import_module(f"{self.name}.{name}" if name else self.name)

    def __getattr__(self, name: str) -> Any:
        """A public model or other name of the package's `types` (or of the package)."""
        if name.startswith("__"):
            raise AttributeError(name)
        types = self.module("types")
        return getattr(types, name) if name in types.__all__ else getattr(self.module(), name)

    def text(self, path: str) -> str:
        """The text of a module, by its path in the package."""
        return self.tree[f"{self.name}/{path}"].decode()

    def forget(self) -> None:
        """Drop the package from the interpreter."""
        for name in [n for n in sys.modules if n == self.name or n.startswith(f"{self.name}.")]:
            del sys.modules[name]
        if str(self.folder) in sys.path:
            sys.path.remove(str(self.folder))


@functools.cache
def real_document() -> JsonObject:
    """The project's own document. Shared: don't change it."""
    return build_document(ROOT)


@functools.cache
def real_project() -> Tree:
    """The project's own package, generated. Shared: don't change it."""
    return project(real_document(), "evolink_kimi")
