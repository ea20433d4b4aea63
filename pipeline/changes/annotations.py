"""Annotations compared as sets of values, as far as their text tells."""

from __future__ import annotations

import ast

__all__ = ["is_subtype"]

# The values of a type that are values of another one too.
_WIDER = {"int": "float", "bool": "int"}
# `object` accepts anything, and a type checker says nothing of `Any`.
_TOP = frozenset({"Any", "object"})


def is_subtype(narrow: str, wide: str) -> bool:
    """Whether every value that one annotation allows is allowed by the other.

    Names stand for themselves. Lists and dicts count as read-only, so `list[int]` is within
    `list[int | None]`.
    """
    allowed = _members(_parsed(wide))
    return all(any(_within(m, w) for w in allowed) for m in _members(_parsed(narrow)))


def _parsed(text: str) -> ast.expr:
    return ast.parse(text.strip() or "None", mode="eval").body


def _members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_members(node.left), *_members(node.right)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _members(_parsed(node.value))
    if isinstance(node, ast.Subscript) and _name(node.value) == "Literal":
        return [
            ast.Subscript(value=node.value, slice=value, ctx=node.ctx) for value in _arguments(node)
        ]
    return [node]


def _within(narrow: ast.expr, wide: ast.expr) -> bool:
    if _name(wide) in _TOP or ast.dump(narrow) == ast.dump(wide):
        return True
    if isinstance(narrow, ast.Subscript):
        base = _name(narrow.value)
        if base == "Literal":
            return _name(wide) == _type_of(narrow.slice)
        if isinstance(wide, ast.Subscript) and base == _name(wide.value):
            ours, theirs = _arguments(narrow), _arguments(wide)
            return len(ours) == len(theirs) and all(
                is_subtype(ast.unparse(a), ast.unparse(b))
                for a, b in zip(ours, theirs, strict=True)
            )
        return base == _name(wide)
    name = _name(narrow)
    while name in _WIDER:
        name = _WIDER[name]
        if name == _name(wide):
            return True
    return False


def _type_of(value: ast.expr) -> str:
    try:
        return type(ast.literal_eval(value)).__name__
    except ValueError:  # a member of an Enum
        return _name(value).rpartition(".")[0]


def _arguments(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _name(node: ast.expr) -> str:
    return ast.unparse(node)
