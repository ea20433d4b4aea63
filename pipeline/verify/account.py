"""Accounting: each part of the document has its place in the generated package."""

from __future__ import annotations

from pipeline.errors import Problem
from pipeline.surface import build_surface
from pipeline.types import JsonObject, Tree
from pipeline.verify.document import check_document
from pipeline.verify.ledger import Ledger
from pipeline.verify.models import check_models
from pipeline.verify.operations import check_operations
from pipeline.verify.package import read_package
from pipeline.verify.raw import check_raw

__all__ = ["account"]


def account(
    files: Tree, tree: JsonObject, package_name: str
) -> tuple[dict[str, int], list[Problem]]:
    """Count what has its place, and name what hasn't.

    Returns:
        How many of each kind were found, and a problem for each that was not.
    """
    ledger = Ledger(read_package(files, package_name), build_surface(tree), tree)
    check_document(ledger, files, package_name)
    check_models(ledger)
    check_operations(ledger)
    check_raw(ledger)
    return dict(ledger.counts), ledger.problems
