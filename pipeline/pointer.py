"""JSON pointers (RFC 6901), and the `#/...` references that OpenAPI builds on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from pipeline.types import Json

__all__ = ["depth", "join", "position", "reference", "resolve", "split", "target_of"]

# An array index, of no more digits than any array can have.
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
_NOTHING = object()


def join(pointer: str, *tokens: str | int) -> str:
    """Append reference tokens to a pointer: `join("/paths", "/v1/x")` is `/paths/~1v1~1x`."""
    for token in tokens:
        text = str(token)
        if "~" in text or "/" in text:
            text = text.replace("~", "~0").replace("/", "~1")
        pointer += f"/{text}"
    return pointer


def split(pointer: str) -> tuple[str, ...]:
    """The unescaped reference tokens of a pointer; the root pointer `""` has none."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"not a JSON pointer: {pointer!r}")
    return tuple(t.replace("~1", "/").replace("~0", "~") for t in pointer[1:].split("/"))


def resolve(tree: Json, pointer: str) -> Json:
    """The node a pointer names.

    Raises:
        KeyError: if the pointer leads nowhere; its argument is the pointer.
    """
    node = tree
    for token in split(pointer):
        node = _child(node, token)
        if node is _NOTHING:
            raise KeyError(pointer)
    return node


def depth(tree: Json, tokens: Sequence[str]) -> int:
    """How many of the reference tokens, from the first on, lead somewhere."""
    for number, token in enumerate(tokens):
        tree = _child(tree, token)
        if tree is _NOTHING:
            return number
    return len(tokens)


def position(tree: Json, pointer: str) -> list[int]:
    """Where a node stands in its document, to sort by; of what is not there, how far it leads."""
    places: list[int] = []
    for token in split(pointer):
        child = _child(tree, token)
        if child is _NOTHING:
            break
        places.append(list(tree).index(token) if isinstance(tree, dict) else int(token))
        tree = child
    return places


def _child(node: Json, token: str) -> Json:
    if isinstance(node, dict):
        return node.get(token, _NOTHING)
    if isinstance(node, list) and _INDEX.fullmatch(token) and int(token) < len(node):
        return node[int(token)]
    return _NOTHING


def target_of(ref: str) -> str | None:
    """The JSON pointer of a same-document reference (`#/...`); None if it leads elsewhere."""
    if not ref.startswith("#") or not (ref == "#" or ref.startswith("#/")):
        return None
    return unquote(ref[1:])


def reference(pointer: str) -> str:
    """The `$ref` value for a pointer, percent-encoded as a URI fragment (RFC 3986)."""
    return "#" + quote(pointer, safe="/~!$&'()*+,;=:@-._")
