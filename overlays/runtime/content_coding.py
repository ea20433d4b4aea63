"""The content codings of bodies: those asked for are undone in steps of a bounded size.

Other libraries' decoders of brotli and Zstandard give all that one piece of a body stands for at
once, which may be gigabytes of a few kilobytes. So these are not asked for, and refused.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Final

__all__ = ["ACCEPTED", "Decoder", "DecodingError", "decoded", "decoded_async"]

ACCEPTED: Final = "gzip, deflate"
_STEP: Final = 1 << 16
_GZIP: Final = 16 + zlib.MAX_WBITS
_ZLIB: Final = zlib.MAX_WBITS
_RAW: Final = -zlib.MAX_WBITS


class DecodingError(Exception):
    """A body is not coded as its head says."""


class Decoder:
    """Undoes the coding of one body.

    Args:
        coding: `gzip` (also as `x-gzip`) or `deflate`, which some servers send without its frame.

    Raises:
        ValueError: It is another.
    """

    __slots__ = ("_engine", "_held", "_is_gzip")

    def __init__(self, coding: str) -> None:
        if coding not in ("gzip", "x-gzip", "deflate"):
            raise ValueError(coding)
        self._is_gzip = coding != "deflate"
        self._engine: zlib._Decompress | None = None
        self._held = b""  # too little to know how it goes on

    def feed(self, data: bytes) -> Iterator[bytes]:
        """What a piece of the body stands for, in pieces of at most 64 KiB.

        Raises:
            DecodingError: The piece is not as the coding has it.
        """
        data = self._held + data
        self._held = b""
        has_more = bool(data)
        while has_more:
            engine = self._engine
            if engine is None:
                if self._is_gzip:
                    data = data.lstrip(b"\0")  # zeros may pad what came before
                if len(data) < 2:
                    self._held = data
                    return
                engine = self._engine = zlib.decompressobj(self._frame(data))
            try:
                piece = engine.decompress(data, _STEP)
            except zlib.error as error:
                raise DecodingError(str(error)) from None
            data = engine.unconsumed_tail
            # A full piece may leave some behind that needs no further input.
            has_more = bool(data) or len(piece) == _STEP
            if engine.eof:
                self._engine = None
                data = engine.unused_data
                has_more = bool(data)
            if piece:
                yield piece

    def finish(self) -> None:
        """The body has ended.

        Raises:
            DecodingError: It should have gone on.
        """
        if self._engine is not None or self._held:
            raise DecodingError("it is cut off")

    def _frame(self, data: bytes) -> int:
        if self._is_gzip:
            return _GZIP
        is_zlib = data[0] & 15 == 8 and (data[0] << 8 | data[1]) % 31 == 0
        return _ZLIB if is_zlib else _RAW


def decoded(chunks: Iterator[bytes], decoder: Decoder) -> Iterator[bytes]:
    """A body without its coding, in pieces of at most 64 KiB.

    Raises:
        DecodingError: It is not as the coding has it.
    """
    for chunk in chunks:
        yield from decoder.feed(chunk)
    decoder.finish()


async def decoded_async(chunks: AsyncIterator[bytes], decoder: Decoder) -> AsyncIterator[bytes]:
    """As `decoded`."""
    async for chunk in chunks:
        for piece in decoder.feed(chunk):
            yield piece
    decoder.finish()
