"""The client's surface: what a merged document amounts to as models, enums, unions and operations.

`build_surface` reads the document once, names what is anonymous, and refuses, with the pointer,
what the client cannot represent. Everything after it (the generator, the templates, `verify`)
works on its result.
"""

from pipeline.surface.build import build_surface
from pipeline.surface.types import (
    ANY,
    NULL,
    Component,
    Enum,
    Field,
    ListOf,
    MapOf,
    OneOf,
    Operation,
    Parameter,
    Ref,
    Scalar,
    Surface,
    TypeExpr,
)

__all__ = [
    "ANY",
    "NULL",
    "Component",
    "Enum",
    "Field",
    "ListOf",
    "MapOf",
    "OneOf",
    "Operation",
    "Parameter",
    "Ref",
    "Scalar",
    "Surface",
    "TypeExpr",
    "build_surface",
]
