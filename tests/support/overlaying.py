"""Overlays of a few actions, applied."""

from __future__ import annotations

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.overlay import Overlay, apply, load_overlay
from pipeline.types import Document, Json, JsonObject

__all__ = ["applied", "library", "overlay", "refused"]


def overlay(*actions: JsonObject, version: str = "1.1.0", **fields: Json) -> Overlay:
    info = {"title": "A test", "version": "1"}
    tree = {"overlay": version, "info": info, "actions": list(actions), **fields}
    return load_overlay(Document("test.overlay.yaml", tree))


def applied(tree: JsonObject, *actions: JsonObject, version: str = "1.1.0") -> JsonObject:
    return apply(tree, [overlay(*actions, version=version)]).tree


def refused(tree: JsonObject, *actions: JsonObject, version: str = "1.1.0") -> Problem:
    with pytest.raises(PipelineError) as caught:
        applied(tree, *actions, version=version)
    (problem,) = caught.value.problems
    assert problem.document == "test.overlay.yaml"
    return problem


def library() -> JsonObject:
    """A small document with what the rules distinguish."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1", "contact": {"name": "Desk"}},
        "servers": [
            {"url": "https://a.example", "description": "Live"},
            {"url": "https://b.example", "description": "Trial"},
            {"url": "https://c.example", "description": "Trial"},
        ],
        "paths": {
            "/books": {
                "get": {
                    "tags": ["books", "draft", "books"],
                    "parameters": [{"name": "q", "in": "query"}, {"name": "id", "in": "header"}],
                    "responses": {"200": {"description": "Books"}, "500": {"description": "Oh"}},
                },
                "post": {"responses": {"201": {"description": "Added"}}},
            },
            "/loans/{id}": {
                "get": {"responses": {"200": {"description": "Loan"}, "500": {"description": "Oh"}}}
            },
        },
        "components": {
            "schemas": {
                "Book": {
                    "type": "object",
                    "properties": {
                        "description": {"type": "string", "example": "Blue"},
                        "pages": {"type": "integer"},
                    },
                }
            }
        },
    }
