"""What characters are, by rules of our own: Python's tables of Unicode differ between its versions.

Python 3.11 knows Unicode 14, and 3.15 Unicode 17. `str.isprintable`, `str.isidentifier` and
`repr` follow them, so what is emitted must not. Every Python has Unicode 3.2 beside its own.
"""

from __future__ import annotations

import re
from unicodedata import ucd_3_2_0

__all__ = [
    "HIDDEN",
    "SPACES",
    "escaped",
    "is_identifier",
    "settled",
    "settled_name",
    "words_of",
]

# Controls, formats (directions, joiners, tags), separators of lines, surrogates, private use and
# what is never a character. What is not assigned yet is not among them: it may be one day.
HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff0-\ufffb\ufffe\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(chr(n) + chr(n + 1) for n in range(0x1FFFE, 0xF0000, 0x10000))
    + "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff]"
)
# Spaces that look like one and are none (category Zs).
SPACES = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")

_LETTERS = frozenset(("Lu", "Ll", "Lt", "Lm", "Lo", "Nl"))
_INSIDE = _LETTERS | {"Mn", "Mc", "Nd"}
# Everything beyond ASCII counts, so that no name is taken apart.
_WORDS = re.compile(r"[A-Za-z0-9_\x80-\U0010ffff]+")


def is_identifier(text: str) -> bool:
    """Whether a text is an identifier, the same one, to every Python there is."""
    return (
        text.isidentifier() and settled_name(text) == text and ucd_3_2_0.is_normalized("NFKC", text)
    )


def settled_name(text: str) -> str:
    """A name without what only some versions of Python take for a part of one."""
    return "".join(c for c in text if c.isascii() or ucd_3_2_0.category(c) in _INSIDE)


def settled(code: str) -> str:
    """Python code in which a character that some versions' `repr` would escape is escaped."""
    if code.isascii():
        return code
    return "".join(c if _is_settled(c) else escaped(c) for c in code)


def escaped(character: str) -> str:
    """A character as `repr` escapes one."""
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def words_of(code: str) -> set[str]:
    """The names and keywords in Python code, and the words of its strings."""
    return set(_WORDS.findall(code))


def _is_settled(character: str) -> bool:
    return character == " " or ucd_3_2_0.category(character)[0] not in "CZ"
