"""The cases, loaded once."""

from __future__ import annotations

import pytest

from parity.cases import Case, load_cases


@pytest.fixture(scope="session")
def cases() -> list[Case]:
    return load_cases()
