"""Values that grow while a stream goes on, and their plain form."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from .. import wire

__all__ = [
    "Kind",
    "Text",
    "append_text",
    "copied",
    "index_of",
    "joined",
    "json_text",
    "merged",
    "objects",
    "pieces_in",
    "rendered",
    "rest_of",
    "text_in",
]

Kind: TypeAlias = Literal["reasoning", "text"]

# Strings that come in pieces inside nested values of unknown keys; every other string there is
# sent whole, perhaps again in each event.
_PIECES: Final = frozenset(
    {"arguments", "content", "data", "reasoning", "refusal", "summary", "text", "transcript"}
)
# Parts of a content array that hold reasoning, and where in them it is.
_REASONING: Final = {
    "reasoning": ("text", "reasoning"),
    "reasoning_text": ("text",),
    "summary_text": ("text",),
    "thinking": ("thinking", "text"),
}


class Text:
    """A string that comes in pieces; adding one costs the same however many came before.

    Servers that count in UTF-16 cut characters beyond U+FFFF in two; their halves are joined.

    Attributes:
        parts: The pieces so far.
        kind: Where it is shown to those who read a stream's deltas; None if nowhere.
    """

    __slots__ = ("kind", "parts")

    def __init__(self, first: str = "", kind: Kind | None = None) -> None:
        self.parts = [first]
        self.kind: Kind | None = kind

    def __str__(self) -> str:
        if len(self.parts) > 1:
            self.parts[:] = [joined(self.parts)]
        return self.parts[0]


def joined(parts: list[str]) -> str:
    """Pieces as one text; halves of characters that come together are one character."""
    text = "".join(parts)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def rest_of(full: str, shown: str) -> str | None:
    """What a text goes on with after another. None if it does not begin with that."""
    if full.startswith(shown):
        return full[len(shown) :]
    # The other may end in the first half of a character.
    whole, part = (
        full.encode("utf-16-le", "surrogatepass"),
        shown.encode("utf-16-le", "surrogatepass"),
    )
    if not whole.startswith(part):
        return None
    return whole[len(part) :].decode("utf-16-le", "surrogatepass")


def append_text(fields: dict[str, Any], key: str, piece: object) -> None:
    """Append a piece to the string under a key. Null and other types are no news of a string."""
    if type(piece) is str:
        text = fields.get(key)
        if type(text) is Text:
            text.parts.append(piece)
        else:
            fields[key] = Text(piece)
    elif piece is None:
        fields.setdefault(key, None)


def text_in(value: Any) -> str:
    """The text of a string, of an object's `text`, or of an array of these; else ""."""
    if type(value) is str:
        return value
    if type(value) is list:
        return "".join([text_in(item) for item in value])
    return text_in(value.get("text")) if type(value) is dict else ""


def json_text(value: Any) -> str:
    """Arguments that should be JSON text, and may be pieces of it, or the value itself."""
    text = "" if type(value) is dict else text_in(value)
    return text or ("" if value in (None, "", [], {}) else wire.dumps(value).decode())


def pieces_in(content: Any) -> list[tuple[Kind, str]]:
    """The text and the reasoning of a `content`: a string, or an array of strings and parts."""
    if type(content) is str:
        return [("text", content)]
    if type(content) is list:
        return [piece for part in content for piece in pieces_in(part)]
    if type(content) is not dict:
        return []
    for key in _REASONING.get(str(content.get("type")), ()):
        if key in content:
            return [("reasoning", text_in(content[key]))]
    return [("text", text_in(content))] if "text" in content else []


def merged(old: Any, new: Any) -> Any:
    """A value whose key the protocol does not know, joined with its next occurrence.

    Null is no news; arrays grow, objects in them that bear the same `index` being one; objects
    are joined key by key; other values are replaced. Takes ownership of nothing in `new`.
    """
    if new is None:
        return old
    if type(new) is list:
        items = old if type(old) is list else []
        for item in new:
            _add_item(items, item)
        return items
    if type(new) is dict:
        fields = old if type(old) is dict else {}
        for key, value in new.items():
            if type(value) is str and key in _PIECES:
                append_text(fields, key, value)
            elif value is None:
                fields.setdefault(key, None)
            else:
                fields[key] = merged(fields.get(key), value)
        return fields
    return new


def _add_item(items: list[Any], item: Any) -> None:
    index = index_of(item, "index")
    if index is not None:
        # The one meant is nearly always the last.
        for known in reversed(items):
            if type(known) is dict and known.get("index") == index:
                merged(known, item)
                return
    items.append(merged(None, item) if type(item) is dict else copied(item))


def index_of(value: Any, key: str) -> int | None:
    """The integer under a key of an object, or None."""
    index = value.get(key) if type(value) is dict else None
    return index if type(index) is int else None


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in an array; none if it is no array."""
    return [item for item in value if type(item) is dict] if type(value) is list else []


def copied(value: Any) -> Any:
    """A copy of a JSON value that shares no container with it."""
    kind = type(value)
    if kind is dict:
        return {key: copied(item) for key, item in value.items()}
    if kind is list:
        return [copied(item) for item in value]
    return value


def rendered(value: Any) -> Any:
    """The plain JSON value of one that may hold `Text`, sharing no container with it."""
    kind = type(value)
    if kind is Text:
        return str(value)
    if kind is dict:
        return {key: rendered(item) for key, item in value.items()}
    if kind is list:
        return [rendered(item) for item in value]
    return value
