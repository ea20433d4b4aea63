"""Fixtures of the client's tests: a mock gateway with a small document, and a plain HTTP client."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from overlays.testing import (
    MockGateway,
)
from tests.support.mock_gateway import (
    AUTH,
    DOCUMENT,
)


@pytest.fixture
def gateway() -> Iterator[MockGateway]:
    with MockGateway(document=DOCUMENT) as running:
        yield running


@pytest.fixture
def client(gateway: MockGateway) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=gateway.base_url, headers=AUTH, trust_env=False) as http:
        yield http
