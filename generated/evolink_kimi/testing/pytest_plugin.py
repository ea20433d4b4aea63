"""A pytest fixture: `pytest_plugins = ["evolink_kimi.testing.pytest_plugin"]` in a conftest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .gateway import MockGateway

__all__ = ["kimi_gateway"]


@pytest.fixture
def kimi_gateway() -> Iterator[MockGateway]:
    """A running mock gateway, one a test."""
    with MockGateway() as gateway:
        yield gateway
