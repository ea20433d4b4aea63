"""The text of a body as it arrives: characters out of bytes, lines out of text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import Final

__all__ = ["LineSplitter", "decoder_for"]

_CHARSET: Final = re.compile(r"charset\s*=\s*\"?([\w.:-]+)", re.IGNORECASE)
# Python's own, which raise or warn for some bytes whatever is asked for.
_NO_CHARSETS: Final = frozenset(
    {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
)
# Python asks for a byte order mark where browsers take this order (https://encoding.spec.whatwg.org).
_ORDERS: Final = {"utf-16": "utf-16-le", "utf-32": "utf-32-le"}
# Not those of `str.splitlines`, some of which JSON has inside its strings.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def decoder_for(headers: Mapping[str, str]) -> codecs.IncrementalDecoder:
    """A decoder for the charset of a response, UTF-8 where it names none that is known.

    What cannot be decoded is replaced.
    """
    found = _CHARSET.search(headers.get("content-type", ""))
    name = found.group(1) if found else "utf-8"
    try:
        "".encode(name)  # refuses what unpacks bytes, or is no encoding of texts
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        codec = codecs.lookup("utf-8")
    name = _ORDERS.get(codec.name, codec.name)
    return codecs.getincrementaldecoder("utf-8" if name in _NO_CHARSETS else name)("replace")


class LineSplitter:
    """Takes text in pieces and gives its lines, which end in LF, CRLF or CR, without their ends."""

    __slots__ = ("_pieces",)

    def __init__(self) -> None:
        self._pieces: list[str] = []

    def lines(self, text: str) -> list[str]:
        """The lines that a piece of text completes."""
        pieces = self._pieces
        if pieces and pieces[-1].endswith("\r"):
            # Held back, as it may have been half a CRLF.
            text = pieces.pop() + text
        held = "\r" if text.endswith("\r") else ""
        first, *rest = _LINE_END.split(text[:-1] if held else text)
        pieces.append(first)
        if not rest:
            pieces[-1] += held
            return []
        lines = ["".join(pieces), *rest[:-1]]
        self._pieces = [rest[-1] + held]
        return lines

    def rest(self) -> list[str]:
        """The last line, if the text does not end with a line end."""
        text = "".join(self._pieces)
        self._pieces = []
        if text.endswith("\r"):
            return [text[:-1]]
        return [text] if text else []
