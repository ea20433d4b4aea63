"""Accounting: each part of the document has its place in the generated package."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pipeline.errors import Problem
from pipeline.surface import build_surface
from pipeline.types import JsonObject, Tree
from pipeline.verify.document import check_document
from pipeline.verify.ledger import Ledger
from pipeline.verify.models import check_models
from pipeline.verify.operations import check_operations
from pipeline.verify.package import parse_package, read_package
from pipeline.verify.raw import check_raw

__all__ = ["account", "account_modules"]


def account(
    files: Tree, tree: JsonObject, package_name: str
) -> tuple[dict[str, int], list[Problem]]:
    """Count what has its place, and name what hasn't.

    Returns:
        How many of each kind were found, and a problem for each that was not.
    """
    shipped = files.get(f"{package_name}/openapi.json", b"")
    return account_modules(parse_package(files, package_name), shipped, tree)


def account_modules(
    modules: Mapping[str, ast.Module], shipped: bytes, tree: JsonObject
) -> tuple[dict[str, int], list[Problem]]:
    """The same of modules that are parsed already.

    Args:
        modules: As `parse_package` gives them.
        shipped: The package's `openapi.json`.
        tree: The document.
    """
    ledger = Ledger(read_package(modules), build_surface(tree), tree)
    check_document(ledger, shipped)
    check_models(ledger)
    check_operations(ledger)
    check_raw(ledger)
    return dict(ledger.counts), ledger.problems
