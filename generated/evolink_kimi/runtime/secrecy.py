"""Takes the key out of what is shown of an answer: some servers quote a wrong key in theirs.

What is parsed is left as it came. A key is found however it is spelled: as JSON may escape its
characters, as URLs do, and both within one another, as where a gateway quotes the JSON of another.
"""

from __future__ import annotations

import re
from base64 import b64decode
from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeVar

from .headers import SECRET_HEADERS, Headers

__all__ = ["LineScrubber", "Scrubber"]

ErrorT = TypeVar("ErrorT", bound=BaseException)

_NAMES: Final = frozenset(name.encode() for name in SECRET_HEADERS)
_HIDDEN: Final = "***"
# A shorter key stands for one, as in tests: it is no secret, and may be a part of any word.
_SHORTEST_SECRET: Final = 8
_MOST_SHOWN: Final = 7  # of the key's first characters: many keys begin alike
# Of what is spelled within more than so many spellings nothing is shown.
_MOST_READINGS: Final = 12
_LONGEST_LINE: Final = 1 << 20
_OVERLAP: Final = 1 << 16

# A quote is escaped so where Python shows bytes.
_SPELLINGS: Final = (
    re.compile(r"""\\(?:u([0-9a-fA-F]{4})|(["'\\/]))"""),
    re.compile(r"%([0-9a-fA-F]{2})"),
)
# What is left of a character's spelling at the end of a text that was cut.
_CUT: Final = re.compile(r"(?:\\(?:u[0-9a-fA-F]{0,3})?|%[0-9a-fA-F]?)?…?\Z")


class _Step(NamedTuple):
    """Where the characters of a text come from in the one it was decoded from."""

    ends: list[int]  # after each decoded character
    shifts: list[int]  # how much further on the other text is from there

    def origin(self, position: int) -> int:
        number = bisect_right(self.ends, position)
        return position + (self.shifts[number - 1] if number else 0)


class _Reading(NamedTuple):
    """A text with some of its spellings undone."""

    text: str
    steps: tuple[_Step, ...] = ()

    def origin(self, position: int) -> int:
        for step in reversed(self.steps):
            position = step.origin(position)
        return position

    def undone(self, spelling: re.Pattern[str]) -> _Reading | None:
        """The text with one kind of spelling undone once; None if it has none."""
        pieces: list[str] = []
        step = _Step([], [])
        end = length = 0
        for found in spelling.finditer(self.text):
            start = found.start()
            pieces.append(self.text[end:start])
            code, *plain = found.groups()
            pieces.append(chr(int(code, 16)) if code else plain[0])
            length += start - end + 1
            end = found.end()
            step.ends.append(length)
            step.shifts.append(end - length)
        if not pieces:
            return None
        pieces.append(self.text[end:])
        return _Reading("".join(pieces), (*self.steps, step))


class Scrubber:
    """Puts `***` in place of secrets.

    Args:
        secrets: The key, and what else was sent in its place.
    """

    __slots__ = ("_marks", "_secrets")

    def __init__(self, *secrets: str) -> None:
        self._secrets = tuple(each for each in secrets if len(each) >= _SHORTEST_SECRET)
        starts = tuple(each[: _MOST_SHOWN + 1] for each in self._secrets)
        self._marks = (*starts, "\\", "%") if starts else ()

    @classmethod
    def of(cls, request: Any) -> Scrubber:
        """That for what comes of a request of httpx, or of a client made like it."""
        secrets: list[str] = []
        for name, value in request.headers.raw:
            if name.lower() not in _NAMES:
                continue
            scheme, _, token = value.decode("latin-1").rpartition(" ")
            secrets.append(token)
            if scheme.lower() == "basic":
                secrets += _of_basic(token)
        return cls(*secrets)

    def text(self, text: str) -> str:
        """A text without the secrets.

        Also without most of one at its end, as what is shown is often cut.
        """
        # Nearly all texts have no spelling, nor what a secret begins with.
        for mark in self._marks:
            if mark in text:
                break
        else:
            return text
        spans = self._spans(text)
        if not spans:
            return text
        pieces: list[str] = []
        at = 0
        for start, end in sorted(spans):
            if start >= at:
                pieces += (text[at:start], _HIDDEN)
            at = max(at, end)
        return "".join([*pieces, text[at:]])

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Where secrets are in a text, however they are spelled."""
        spans: list[tuple[int, int]] = []
        readings = [_Reading(text)]
        seen = {text}
        for reading in readings:
            for secret in self._secrets:
                spans += _found(reading, secret, len(text))
            for spelling in _SPELLINGS:
                other = reading.undone(spelling)
                if other is not None and other.text not in seen:
                    seen.add(other.text)
                    readings.append(other)
            if len(readings) > _MOST_READINGS:
                return [(0, len(text))]
        return spans

    def value(self, value: Any) -> Any:
        """Text, bytes or a JSON value without the secrets."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, (bytes, bytearray)):
            return self.text(value.decode("latin-1")).encode("latin-1", "replace")
        if isinstance(value, dict):
            return {self.value(name): self.value(item) for name, item in value.items()}
        if isinstance(value, (list, tuple)):
            items = [self.value(item) for item in value]
            return tuple(items) if isinstance(value, tuple) else items
        if type(value) in (int, float) and any(each in repr(value) for each in self._secrets):
            return _HIDDEN
        return value

    def headers(self, items: Iterable[tuple[str, str]]) -> Headers:
        """Headers without the secrets."""
        if not self._secrets:
            return Headers(items)
        names = tuple(each.lower() for each in self._secrets)  # as headers have them
        return Headers(
            (_HIDDEN if any(map(name.lower().count, names)) else name, self.text(value))
            for name, value in items
        )

    def error(self, error: ErrorT) -> ErrorT:
        """The same error, without the secrets in what it and those behind it show.

        The `partial` of an error is the answer, and stays as it came.
        """
        seen: set[int] = set()
        left: list[BaseException | None] = [error]
        while left:
            each = left.pop()
            if each is None or id(each) in seen:
                continue
            seen.add(id(each))
            if each.__suppress_context__ and each.__cause__ is None:
                each.__context__ = None  # which may quote all of what could not be read
            left += (each.__cause__, each.__context__)
            left += (part for part in each.args if isinstance(part, BaseException))
            each.args = self.value(each.args)
            for name, value in vars(each).items():
                if name != "partial" and isinstance(value, (str, bytes, dict, list)):
                    vars(each)[name] = self.value(value)
            code = vars(each).get("code")
            if code is not None:
                vars(each)["code"] = self.value(code)
        return error

    def __repr__(self) -> str:
        return "<Scrubber>"


def _found(reading: _Reading, secret: str, size: int) -> Iterable[tuple[int, int]]:
    """Where a secret is in a reading, and where it has begun at its end, in the text itself."""
    text = reading.text
    at = text.find(secret)
    while at >= 0:
        yield reading.origin(at), reading.origin(at + len(secret))
        at = text.find(secret, at + 1)
    cut = _CUT.search(text)
    whole = text[: cut.start()] if cut else text
    for length in range(len(secret) - 1, _MOST_SHOWN, -1):
        if whole.endswith(secret[:length]):
            yield reading.origin(len(whole) - length), size
            return


def _of_basic(token: str) -> Iterable[str]:
    """User name and password, which Basic authentication only spells differently."""
    try:
        pair = b64decode(token).decode()
    except ValueError:
        return
    yield pair
    yield pair.partition(":")[2]


class LineScrubber:
    """Takes secrets out of bytes that come in pieces.

    No spelling of a key has a line end in it, so what is passed on are whole lines; of one that is
    longer than a mebibyte, parts.
    """

    __slots__ = ("_held", "_scrubber")

    def __init__(self, scrubber: Scrubber) -> None:
        self._scrubber = scrubber
        self._held = bytearray()

    def feed(self, data: bytes) -> bytes:
        """The bytes to pass on; an unfinished line is held back."""
        held = self._held
        cut = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        if not cut:
            held += data
            if len(held) < _LONGEST_LINE:
                return b""
            # The line end says that this is not its end, at which a part of a key is hidden too.
            line: bytes = self._scrubber.value(held + b"\n")[:-1]
            self._held = bytearray(line[-_OVERLAP:])
            return line[:-_OVERLAP]
        held += data[:cut]
        lines = [self._scrubber.value(line) for line in held.splitlines(keepends=True)]
        self._held = bytearray(data[cut:])
        return b"".join(lines)

    def rest(self) -> bytes:
        """What was held back."""
        line: bytes = self._scrubber.value(self._held)
        self._held = bytearray()
        return line
