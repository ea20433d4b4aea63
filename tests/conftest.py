"""For all tests: hypothesis's profile, a small heap to collect, reports that can be sent."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from importlib.util import find_spec
from typing import Any

import pytest

# Some sessions install no hypothesis, as their tests take none.
if find_spec("hypothesis") is not None:
    from hypothesis import HealthCheck, settings

    # How long an example takes is no property of the code under test. The ordinary sessions try
    # the same examples each time; `nox -s campaign` searches for others.
    settings.register_profile(
        "ordinary",
        deadline=None,
        derandomize="RANDOM_EXAMPLES" not in os.environ,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("ordinary")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One worker more than there are processors: tests of faults mostly wait."""
    number = yield
    return number if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else number + 1


def pytest_configure() -> None:
    """Look for garbage seldom: the trees of documents and modules are large, and mostly none."""
    gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """Keep the thousands of collected tests, which stay, out of every garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Escape half characters in a failure's text: between processes it travels as UTF-8."""
    report = yield
    text = str(report.longrepr or "")
    escaped = text.encode("utf-8", "backslashreplace").decode()
    if escaped != text:
        report.longrepr = escaped
    return report
