"""The values of response headers: each is read by a function that takes any text whatever.

None raises or warns: what cannot be read is None.
"""

from __future__ import annotations

import math
import re
from typing import Final

__all__ = ["count", "duration", "number", "seconds_until", "seconds_until_reset"]

_LONGEST: Final = 64
_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_DURATION: Final = re.compile(r"(?:\d+(?:\.\d+)?(?:ms|s|m|h))+", re.ASCII)
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h)", re.ASCII)
_UNIT_SECONDS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
# Unix time, in seconds and in milliseconds, is larger.
_MOST_SECONDS: Final = 1e9
_LEAST_MILLISECONDS: Final = 1e11


def number(value: str | None) -> float | None:
    """A finite number; anything else, "NaN" and "inf" among it, is None."""
    text = (value or "").strip()
    if not _NUMBER.fullmatch(text):
        return None
    found = float(text)
    return found if math.isfinite(found) else None


def count(value: str | None) -> int | None:
    """A number of things, before a quota policy such as in `100;w=60`."""
    digits = re.split("[;,]", value or "", maxsplit=1)[0].strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


def duration(value: str) -> float | None:
    """Seconds of a Go duration such as `6m0s`, `1.5s`, `120ms`."""
    if not _DURATION.fullmatch(value):
        return None
    total = sum(float(amount) * _UNIT_SECONDS[unit] for amount, unit in _PART.findall(value))
    return total if math.isfinite(total) else None


def seconds_until(value: str, now: float) -> float | None:
    """Seconds from `now`, Unix time, to a date as HTTP or ISO 8601 has it; UTC without a zone."""
    # A date has a time of day; without this the parser reads the likes of "10 may" as dates too.
    if ":" not in value or len(value) > _LONGEST:
        return None
    from datetime import UTC, datetime, timedelta, timezone
    from email.utils import parsedate_tz

    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        # It takes odd texts for dates, and raises anything for odder ones.
        try:
            parts = parsedate_tz(value)
            if parts is None:
                return None
            year, month, day, hour, minute, second, *_, offset = parts
            zone = timezone(timedelta(seconds=offset or 0))
            moment = datetime(year, month, day, hour, minute, second, tzinfo=zone)
        except Exception:
            return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - datetime.fromtimestamp(0, UTC)).total_seconds() - now


def seconds_until_reset(value: str, now: float) -> float | None:
    """Seconds, 0 or more, that an `X-RateLimit-Reset` means.

    That may be in seconds, a duration, Unix time in seconds or milliseconds, or a date.
    """
    found = number(value)
    if found is None:
        found = duration(value)
        if found is None:
            found = seconds_until(value, now)
    elif found > _LEAST_MILLISECONDS:
        found = found / 1000 - now
    elif found > _MOST_SECONDS:
        found -= now
    return None if found is None else max(0.0, found)
