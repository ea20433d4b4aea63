"""The text of a body as it arrives: characters out of bytes, lines out of text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from typing import Final

__all__ = ["LineSplitter", "decoder_for"]

_CHARSET: Final = re.compile(r"charset\s*=\s*\"?([\w.:-]+)", re.IGNORECASE)
# Not those of `str.splitlines`, some of which JSON has inside its strings.
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def decoder_for(headers: Mapping[str, str]) -> codecs.IncrementalDecoder:
    """A decoder for the charset of a response, UTF-8 where it names none that is known.

    What cannot be decoded is replaced.
    """
    found = _CHARSET.search(headers.get("content-type", ""))
    try:
        make = codecs.getincrementaldecoder(found.group(1) if found else "utf-8")
    except LookupError:
        make = codecs.getincrementaldecoder("utf-8")
    return make("replace")


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
