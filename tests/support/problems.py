"""The problems of what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.errors import PipelineError, Problem

__all__ = ["problem_of", "problems_of", "same"]


def problems_of(call: Callable[[], object]) -> tuple[Problem, ...]:
    with pytest.raises(PipelineError) as caught:
        call()
    return caught.value.problems


def problem_of(call: Callable[[], object]) -> Problem:
    (problem,) = problems_of(call)
    return problem


def same(left: object, right: object) -> bool:
    """Equality that tells 1 from 1.0 from true, and looks at the order of keys."""
    return repr(left) == repr(right)
