# Generated from openapi.yaml by this project's pipeline: change the overlays or templates instead.
"""Models of every resource."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

__all__ = [
    "JsonObject",
    "JsonSchema",
    "KimiModel",
    "ReasoningEffort",
]

KimiModel: TypeAlias = Literal["kimi-k3.1-pro", "kimi-k3.1-pro-highspeed", "kimi-k3"] | str
"""Model to call:

| Model ID | Positioning |
|---|---|
| `kimi-k3.1-pro` | Latest-generation model (recommended) |
| `kimi-k3.1-pro-highspeed` | Same parameters as Pro, faster generation |
| `kimi-k3` | Previous-generation model |

All three models have a context window of 1,048,576 tokens and always have reasoning enabled.

The server's default is `"kimi-k3.1-pro"`.
"""

ReasoningEffort: TypeAlias = Literal["low", "high", "max"] | str
"""Reasoning effort, default `max`. `kimi-k3` supports only `max`; see the full reference for other
compatible values.

The server's default is `"max"`.
"""

JsonObject: TypeAlias = dict[str, Any]
"""Any JSON object."""

JsonSchema: TypeAlias = dict[str, Any]
"""A JSON Schema. Kimi takes a subset of the standard; the top level has to be an object where it
describes a tool's input.
"""
