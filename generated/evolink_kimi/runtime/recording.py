"""Writes a stream to a file as it is received, so that a bug report can be a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from io import FileIO
from typing import Final

from .errors import ConfigurationError
from .headers import Headers
from .secrecy import LineScrubber

__all__ = ["Recording", "check_place"]

# These describe how the body came, not the body that is written; the last is a secret.
_LEFT_OUT: Final = frozenset(
    {"connection", "content-encoding", "content-length", "transfer-encoding", "set-cookie"}
)


class Recording:
    """An HTTP response message in a file: status line, headers, an empty line, the body.

    The body has neither chunks nor compression, and no length: it ends with the file. Lines are in
    the file as soon as they were received. A path in use gets a number before its suffix.

    Args:
        path: Of the file.
        status_code: HTTP status.
        headers: Response headers.
        scrubber: Takes the key out of the body.

    Raises:
        OSError: The file cannot be made.
    """

    __slots__ = ("_file", "_scrubber")

    def __init__(
        self, path: str, status_code: int, headers: Headers, scrubber: LineScrubber
    ) -> None:
        self._scrubber = scrubber
        self._file = _unused(path)
        lines = [f"HTTP/1.1 {status_code}"]
        for name in headers:
            if name not in _LEFT_OUT:
                lines += [f"{name}: {value}" for value in headers.get_list(name)]
        self._file.write("\r\n".join([*lines, "", ""]).encode("latin-1", "replace"))

    def tee(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """The chunks; the lines that end in one are written before it is passed on."""
        for chunk in chunks:
            self._file.write(self._scrubber.feed(chunk))
            yield chunk

    async def tee_async(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """As `tee`."""
        async for chunk in chunks:
            self._file.write(self._scrubber.feed(chunk))
            yield chunk

    def close(self) -> None:
        """Close the file. Safe to call more than once."""
        if not self._file.closed:
            self._file.write(self._scrubber.rest())
            self._file.close()


def check_place(path: str) -> None:
    """Look before a request is sent, and paid for, whether it can be recorded there.

    Raises:
        ConfigurationError: The path is a folder, or in none.
    """
    from pathlib import Path

    place = Path(path)
    if place.is_dir():
        raise ConfigurationError(f"record must be the path of a file; {path!r} is a folder")
    if not place.parent.is_dir():
        raise ConfigurationError(f"record: there is no folder {str(place.parent)!r}; make it first")


def _unused(path: str) -> FileIO:
    """A new file, unbuffered, at the path or at the next one with a number that is free."""
    from pathlib import Path

    first = Path(path)
    candidate, number = first, 1
    while True:
        try:
            return candidate.open("xb", buffering=0)
        except FileExistsError:
            number += 1
            candidate = first.with_stem(f"{first.stem}-{number}")
