"""For all tests: how long a generated example takes is no property of the code under test."""

from __future__ import annotations

from importlib.util import find_spec

# Some sessions install no hypothesis, as their tests take none.
if find_spec("hypothesis") is not None:
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("unhurried")
