"""Fixtures of the client's tests: gateways, clients behind one face, readers, quiet."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator

import httpx
import pytest

from overlays.testing import MockGateway
from tests.support.clock import Clock, moved_by_tests
from tests.support.drivers import DRIVERS, AiohttpDriver, Driver, descriptors
from tests.support.mock_gateway import AUTH, DOCUMENT
from tests.support.streams import READERS, Reader


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(document=DOCUMENT) as running:
        yield running


@pytest.fixture
def client(gateway: MockGateway) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=gateway.base_url, headers=AUTH, trust_env=False, timeout=60) as http:
        yield http


@pytest.fixture(params=[*DRIVERS, "aiohttp"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A client to be, and a check that nothing is left open afterwards."""
    if request.param == "aiohttp":
        pytest.importorskip("httpx_aiohttp")
    made: Driver = DRIVERS.get(request.param, AiohttpDriver)()
    made.run([], base_url="http://127.0.0.1:1")
    before = descriptors()
    yield made
    assert descriptors() <= before


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The time of the clients, event loops and connections of a test, which it moves."""
    with moved_by_tests() as moved:
        yield moved


@pytest.fixture
def quick_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries that wait for milliseconds."""
    monkeypatch.setattr("overlays.runtime.retry.BACKOFF_BASE", 0.004)


@pytest.fixture(params=list(READERS))
def read(request: pytest.FixtureRequest) -> Reader:
    """What reads a stream without a network, sync and async."""
    reader: Reader = READERS[request.param]
    return reader


@pytest.fixture
def no_noise() -> Iterator[None]:
    """Nothing is left to the collector, and nothing is complained of when it runs."""
    gc.collect()
    gc.freeze()  # what was there before the test is none of its noise: nothing looks through it
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        gc.enable()
        gc.collect()
