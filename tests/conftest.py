"""For all tests: a plain environment, hypothesis's profile, a small heap, reports for sending."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Generator, Iterator
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


# What a machine says of its network, warnings and colours, and of the client's own settings.
_OF_THE_MACHINE = re.compile(
    r"(http|https|ftp|all|no)_proxy|ssl_cert_(file|dir)|sslkeylogfile|(requests|curl)_ca_bundle"
    r"|netrc|python_?(warnings|colors)|(no|force)_color|clicolor(_force)?|evolink_\w+",
    re.IGNORECASE,
)


@pytest.fixture(scope="session", autouse=True)
def plain_environment() -> Iterator[None]:
    """Whose machine it is shows neither in a test nor in a program that one starts.

    A test that takes a variable sets it. Tests that need the network have a fixture of this name.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in filter(_OF_THE_MACHINE.fullmatch, list(os.environ)):
            patch.delenv(name)
        yield


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
