"""JSON pointers (RFC 6901), and the `#/...` references that OpenAPI builds on them."""

from __future__ import annotations

from urllib.parse import quote, unquote

from pipeline.types import Json

__all__ = ["join", "position", "reference", "resolve", "split", "target_of"]


def join(pointer: str, *tokens: str | int) -> str:
    """Append reference tokens to a pointer: `join("/paths", "/v1/x")` is `/paths/~1v1~1x`."""
    for token in tokens:
        pointer += "/" + str(token).replace("~", "~0").replace("/", "~1")
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
        if isinstance(node, dict) and token in node:
            node = node[token]
        elif isinstance(node, list) and token.isdecimal() and int(token) < len(node):
            node = node[int(token)]
        else:
            raise KeyError(pointer)
    return node


def position(tree: Json, pointer: str) -> list[int]:
    """Where a node stands in its document, to sort by; of what is not there, how far it leads."""
    places: list[int] = []
    for token in split(pointer):
        if isinstance(tree, dict) and token in tree:
            places.append(list(tree).index(token))
            tree = tree[token]
        elif isinstance(tree, list) and token.isdecimal() and int(token) < len(tree):
            places.append(int(token))
            tree = tree[int(token)]
        else:
            break
    return places


def target_of(ref: str) -> str | None:
    """The JSON pointer of a same-document reference (`#/...`); None if it leads elsewhere."""
    if not ref.startswith("#") or not (ref == "#" or ref.startswith("#/")):
        return None
    return unquote(ref[1:])


def reference(pointer: str) -> str:
    """The `$ref` value for a pointer, percent-encoded as a URI fragment (RFC 3986)."""
    return "#" + quote(pointer, safe="/~!$&'()*+,;=:@-._")
