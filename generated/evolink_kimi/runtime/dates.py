"""Date and date-time texts as values. A text that is neither stays a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime

__all__ = ["date", "date_time"]


def date_time(text: str) -> datetime.datetime | str:
    """An RFC 3339 date-time (OpenAPI format `date-time`); the text itself if it is none."""
    from dateutil.parser import (
        isoparse,
    )  # loads at the first date: few documents have any

    try:
        return isoparse(text)
    except (ValueError, OverflowError):  # the latter for the end of the last year
        return text


def date(text: str) -> datetime.date | str:
    """An RFC 3339 full-date (OpenAPI format `date`); the text itself if it is none."""
    import datetime

    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return text
