"""Whatever a server writes into a header, reading it raises nothing but ours, and never warns."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overlays.runtime import header_values
from overlays.runtime.dates import date_time
from overlays.runtime.errors import KimiError, RateLimitError
from overlays.runtime.http_info import rate_limit_of
from overlays.runtime.lines import decoder_for
from overlays.runtime.retry import retry_after
from tests.support.clients import async_client, client
from tests.support.drivers import OPERATION
from tests.support.fault_server import FaultServer, answer

NOW = 1_800_000_000.0  # Fri, 15 Jan 2027 08:00:00 GMT
NINES = "10:" + "9" * 29
ODD = [
    NINES,
    "9" * 60,
    "9" * 5000,
    "1e999",
    "1e300",
    "-1e300",
    "nan",
    "٣",
    "1_0",
    ":",
    " : ",
    "Tue, 01 Dec 2026 10:00:00 XYZ",
    "Tue, 01 Dec 2026 10:00:00 +9999",
    "Tue, 01 Dec 2026 10:00:00 -99999999999999999",
    "Tue, 99 Dec 2026 99:99:99 GMT",
    f"Tue, 01 Dec {'9' * 30} 10:00:00 GMT",
    "0000-00-00T00:00:00Z",
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59-23:59",
    "9" * 30 + "h" + "9" * 30 + "ms",
    "9" * 400 + "h",
    "100;w=60",
    "\x1b[2J",
]
FUNCTIONS: list[Callable[[str], Any]] = [
    header_values.number,
    header_values.count,
    header_values.duration,
    lambda value: header_values.seconds_until(value, NOW),
    lambda value: header_values.seconds_until_reset(value, NOW),
    date_time,
]
HEADERS = ["retry-after", "retry-after-ms"]
HEADERS += [f"x-ratelimit-{name}" for name in ("limit", "remaining", "reset")]
PARTS = st.sampled_from("Tue Dec GMT XYZ 01 2026 10:00 99 : - + , ; T Z . e m s h".split())


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(PARTS, max_size=9).map(" ".join)))
@example(NINES)
@example("Tue, 01 Dec 2026 10:00:00 XYZ")
def test_no_value_is_too_odd(value: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for function in FUNCTIONS:
            function(value)
        headers = dict.fromkeys(HEADERS, value)
        rate_limit_of(headers)
        for name in headers:
            retry_after({name: value}, 429, NOW)


@pytest.mark.parametrize("value", ODD)
def test_odd_values_have_a_reading_or_none(value: str) -> None:
    test_no_value_is_too_odd.hypothesis.inner_test(value)  # type: ignore[attr-defined]  # hypothesis's own


@pytest.mark.parametrize("value", ODD)
def test_errors_and_answers_with_odd_headers(value: str) -> None:
    headers = {"X-RateLimit-Reset": value, "X-RateLimit-Limit": value, "Retry-After": value}
    if "\x1b" in value:  # which no server gets past httpcore
        headers = {"X-RateLimit-Reset": "\t" + value[1:]}
    headers = {name: text.encode().decode("latin-1") for name, text in headers.items()}

    def looked_at(error: KimiError) -> None:
        assert type(error) is RateLimitError
        assert error.rate_limit is not None

    async def main(server: FaultServer) -> None:
        async with async_client(server, max_retries=1, max_retry_wait=0.001) as made:
            with pytest.raises(KimiError) as caught:
                await made._call(OPERATION, {})
            looked_at(caught.value)

    with FaultServer([[answer(429, b"{}", headers)]]) as server:
        with client(server, max_retries=1, max_retry_wait=0.001) as made:
            with pytest.raises(KimiError) as caught:
                made._call(OPERATION, {})
        looked_at(caught.value)
        asyncio.run(main(server))


@pytest.mark.parametrize(
    "charset",
    "zip bz2 base64 hex rot13 idna punycode undefined unicode_escape raw_unicode_escape aliases "
    "__init__ utf-7 utf-16 utf-32 a.b cp65001".split(),
)
def test_no_charset_is_too_odd(charset: str) -> None:
    decoder = decoder_for({"content-type": f"text/plain; charset={charset}"})
    for data in (b"\\d \\u12 \xff\xfe-- xn--\xe9", b""):
        assert type(decoder.decode(data, not data)) is str


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("Fri, 15 Jan 2027 08:00:30 XYZ", 30),
        ("Fri, 15 Jan 2027 09:00:30 +0100", 30),
        ("2027-01-15 08:00:05", 5),
        ("2027-01-15T08:00:05.5Z", 5.5),
    ],
)
def test_dates(value: str, seconds: float) -> None:
    assert header_values.seconds_until(value, NOW) == pytest.approx(seconds)
