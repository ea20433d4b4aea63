"""JSON text to values and back, as the wire has it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from .omit import Omit

__all__ = ["dumps", "loads", "loads_anyhow", "pointer_to_problem", "reader_for"]

_DEEPEST_SHOWN: Final = 20


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _wire_form(value: Any) -> Any:
    to_dict = getattr(value, "to_dict", None)
    if to_dict is not None and not isinstance(value, type):
        return to_dict()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return list(value)
    if isinstance(value, Omit):
        raise TypeError("OMIT leaves out an argument of a call; within one leave out the key")
    raise TypeError(f"{value!r:.100} is of type {type(value).__name__}, which JSON has no form for")


_decoder = json.JSONDecoder(parse_constant=_refuse_constant)
_decode = _decoder.decode
_scan: Callable[[str, int], tuple[Any, int]]
_scan = _decoder.scan_once  # type: ignore[attr-defined]  # not documented, and in every version
_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_wire_form
).encode


def _fast_loads() -> Callable[[bytes], Any] | None:
    """The reader of the extra `speed`, if it is installed."""
    try:
        loads: Callable[[bytes], Any] = import_module("orjson").loads
    except ImportError:
        return None
    return loads


_fast = _fast_loads()
# orjson makes a float of an integer that needs more than 64 bits, which has 19 digits or more.
_DIGITS_ALIKE: Final = bytes(0x30 if 0x30 <= byte <= 0x39 else 0x20 for byte in range(256))
_LONG_NUMBER: Final = b"0" * 19


def loads(text: str | bytes) -> Any:
    """The value of a JSON text. Bytes are UTF-8, with or without a byte order mark.

    With orjson installed it is read by that, except for what orjson refuses (such as lone
    surrogates) or changes (large integers): the value is the same.

    Raises:
        ValueError: if the text is not JSON (NaN and Infinity are not), not UTF-8, or nested
            deeper than the interpreter's stack.
    """
    if _fast is not None:
        try:
            data = text.encode() if isinstance(text, str) else text
            if _LONG_NUMBER not in data.translate(_DIGITS_ALIKE):
                return _fast(data)
        except ValueError:
            pass  # the other reader decides
    # Where it is given no name, `decode` looks for no codec.
    content = text if isinstance(text, str) else text.decode()
    try:
        # What `_decode` does for spaces around the text costs as much as a small event itself.
        value, end = _scan(content, 0)
        if end == len(content):
            return value
    except (StopIteration, ValueError, RecursionError):
        pass  # said better below
    try:
        return _decode(content if content is text else content.removeprefix("\ufeff"))
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def reader_for(piece: bytes) -> Callable[[bytes], Any]:
    """What reads the JSON texts that lie whole within `piece`, of a stream, at the least cost.

    It gives what `loads` gives for a text with U+FFFD in place of what is not UTF-8, or raises a
    ValueError, which may be more often than `loads` does.
    """
    if _fast is None or _LONG_NUMBER in piece.translate(_DIGITS_ALIKE):
        return loads_anyhow
    return _fast


def loads_anyhow(data: bytes) -> Any:
    """As `loads`, with U+FFFD in place of what is not UTF-8."""
    try:
        if _fast is not None and _LONG_NUMBER not in data.translate(_DIGITS_ALIKE):
            return _fast(data)
    except ValueError:
        pass
    try:
        text = data.decode()  # half as fast with `replace`, or a codec's name
        value, end = _scan(text, 0)
        if end == len(text):
            return value
    except (StopIteration, ValueError, RecursionError):
        pass
    return loads(data.decode("utf-8", "replace"))


def dumps(value: Any) -> bytes:
    """Compact JSON in UTF-8. Models are written as their `to_dict()`; lone surrogates as escapes.

    Raises:
        ValueError: for NaN, Infinity, a value that contains itself or is nested too deeply.
        TypeError: for a value or key that JSON has no form for.
    """
    try:
        # Only lone surrogates cannot be encoded, and Python's escape for them is JSON's too.
        return _encode(value).encode("utf-8", "backslashreplace")
    except RecursionError:
        raise ValueError("value nested too deeply for JSON") from None


def pointer_to_problem(value: Any) -> str:
    """The JSON pointer of what `dumps` cannot write of a value; "" for all of it."""
    pointer = ""
    for _ in range(_DEEPEST_SHOWN):
        if hasattr(value, "to_dict") and not isinstance(value, type):
            try:
                value = value.to_dict()
            except (TypeError, ValueError):
                break  # which is the problem
        items: Any = ()
        if isinstance(value, Mapping):
            items = value.items()
        elif isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
            items = enumerate(value)
        for key, item in items:
            try:
                dumps(item)
            except (TypeError, ValueError):
                pointer += "/" + str(key).replace("~", "~0").replace("/", "~1")
                value = item
                break
        else:
            break
    return pointer
