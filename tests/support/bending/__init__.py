"""Streams bent by rule, as gateways bend them, and the law that their readings have to keep."""

from __future__ import annotations

from tests.support.bending.everywhere import problems_anywhere
from tests.support.bending.law import Problem, check, problems
from tests.support.bending.reading import read_async, read_bare, read_left, read_sync, view_of
from tests.support.bending.streams import RULES, Bent, bent_stream

__all__ = ["RULES", "Bent", "Problem", "bent_stream", "check", "problems"]
__all__ += ["problems_anywhere"]
__all__ += ["read_async", "read_bare", "read_left", "read_sync", "view_of"]
