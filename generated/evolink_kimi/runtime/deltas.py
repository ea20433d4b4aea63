"""Which text and which reasoning an event adds, for the streams of all three protocols."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

from .operation import ProtocolName

__all__ = ["Delta", "DeltaReader"]

Kind: TypeAlias = Literal["reasoning", "text"]
Pieces: TypeAlias = list[tuple[Kind, str]]

# The first halves of characters beyond U+FFFF, as UTF-16 has them, are from here to there.
_FIRST_HALF: Final = "\ud800"
_LAST_HALF: Final = "\udbff"


class Delta(NamedTuple):
    """A piece of the answer or of the reasoning before it."""

    kind: Kind
    """`"reasoning"` or `"text"`."""
    text: str
    """Never empty."""


class DeltaReader:
    """Reads the pieces of text and reasoning out of the events of one stream, in order.

    Of several chat choices only the first counts, as in `output_text`. Of a Responses item that
    sends both its reasoning and a summary of it, the sort that comes first counts. A stream whose
    only text is in its last event gives that as one piece. Of a character that a server cut in two,
    as those do that count in UTF-16, the first half waits for the second.

    Attributes:
        is_partial: Some events went by unread, so that the last one may repeat what they had.
    """

    __slots__ = ("_halves", "_has_pieces", "_protocol", "_reasoned", "is_partial")

    def __init__(self, protocol: ProtocolName) -> None:
        self._protocol = protocol
        self.is_partial = False
        self._has_pieces = False
        self._reasoned: dict[int | str, str] = {}  # by item: the type of its first reasoning event
        self._halves: dict[Kind, str] = {}  # of characters whose second half is still to come

    def read(self, event: dict[str, Any]) -> Pieces:
        """The pieces in an event; often one, often none."""
        if self._protocol == "chat":
            found = self._read_chat(event)
        elif self._protocol == "messages":
            found = _read_messages(event)
        else:
            found = self._read_responses(event)
        if found and (
            self._halves or len(found) > 1 or _FIRST_HALF <= found[0][1][-1] <= _LAST_HALF
        ):
            return self._mend(found)
        return found

    def rest(self) -> Pieces:
        """At the end of the stream: the halves whose second half never came, as they were sent."""
        halves, self._halves = self._halves, {}
        return list(halves.items())

    def _mend(self, pieces: Pieces) -> Pieces:
        """The pieces with halves of characters joined, or held back."""
        found: Pieces = []
        for kind, text in pieces:
            text = self._halves.pop(kind, "") + text
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            if _FIRST_HALF <= text[-1] <= _LAST_HALF:
                self._halves[kind] = text[-1]
                text = text[:-1]
            _add(found, kind, text)
        return found

    def _read_chat(self, chunk: dict[str, Any]) -> Pieces:
        found: Pieces = []
        choices = chunk.get("choices")
        if type(choices) is not list:
            return found
        for choice in choices:
            if type(choice) is not dict or choice.get("index"):
                continue
            delta = choice.get("delta")
            if type(delta) is not dict:
                delta = choice.get("message")
                if type(delta) is not dict or self._has_pieces or self.is_partial:
                    break
            text = delta.get("reasoning_content")
            if text and type(text) is str:
                found.append(("reasoning", text))
            text = delta.get("content")
            if text and type(text) is str:
                found.append(("text", text))
            if found:
                self._has_pieces = True
            break
        return found

    def _read_responses(self, event: dict[str, Any]) -> Pieces:
        kind = event.get("type")
        found: Pieces = []
        if kind == "response.output_text.delta":
            _add(found, "text", event.get("delta"))
        elif kind in ("response.reasoning_text.delta", "response.reasoning_summary_text.delta"):
            item = event.get("output_index")
            if type(item) is not int:
                item = str(event.get("item_id"))
            if self._reasoned.setdefault(item, kind) == kind:
                _add(found, "reasoning", event.get("delta"))
        elif (
            kind in ("response.completed", "response.incomplete")
            and not self._has_pieces
            and not self.is_partial
        ):
            found = _read_whole(event.get("response"))
        if found:
            self._has_pieces = True
        return found


def _read_messages(event: dict[str, Any]) -> Pieces:
    kind = event.get("type")
    found: Pieces = []
    if kind == "content_block_delta":
        part = event.get("delta")
    elif kind == "content_block_start":
        part = event.get("content_block")
    else:
        return found
    if type(part) is dict:
        kind = part.get("type")
        if kind == "text_delta" or kind == "text":
            _add(found, "text", part.get("text"))
        elif kind == "thinking_delta" or kind == "thinking":
            _add(found, "reasoning", part.get("thinking"))
    return found


def _read_whole(response: Any) -> Pieces:
    """The text and the reasoning of a whole response."""
    found: Pieces = []
    for item in _objects(response.get("output") if type(response) is dict else None):
        if item.get("type") == "reasoning":
            for part in _objects(item.get("content")) or _objects(item.get("summary")):
                _add(found, "reasoning", part.get("text"))
        elif item.get("type") == "message":
            for part in _objects(item.get("content")):
                if part.get("type") == "output_text":
                    _add(found, "text", part.get("text"))
    return found


def _add(found: Pieces, kind: Kind, text: Any) -> None:
    if type(text) is str and text:
        found.append((kind, text))


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if type(item) is dict] if type(value) is list else []
