# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Shapes of the plain dicts that requests to every resource take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "JsonObjectParam",
    "JsonSchemaParam",
]

JsonObjectParam: TypeAlias = "Mapping[str, Any]"
"""Any JSON object."""

JsonSchemaParam: TypeAlias = "Mapping[str, Any]"
"""A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where it
describes a tool's input.
"""
