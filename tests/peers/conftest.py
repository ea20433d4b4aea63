"""The independent server that these tests talk to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.aimock import aimock


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with aimock(tmp_path_factory.mktemp("aimock")) as url:
        yield url
