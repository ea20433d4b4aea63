"""Hypothesis strategies for JSON that a server or a caller might send, out of the document.

`fitting` values are as the document says. `loose` ones are as real servers and coming versions
may have them: unknown keys, members and enum values, nulls, missing keys, values of a wrong type.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from pipeline.surface import (
    Component,
    Enum,
    ListOf,
    MapOf,
    OneOf,
    Ref,
    Scalar,
    Surface,
    TypeExpr,
    build_surface,
)

Values = st.SearchStrategy[Any]

DOCUMENT = json.loads(
    (Path(__file__).parents[2] / "generated/evolink_kimi/openapi.json").read_text("utf-8")
)
MODELS = tuple(
    sorted(c.name for c in build_surface(DOCUMENT).components.values() if c.kind == "model")
)


# The same values on every run, and a bound on their number: the budget of continuous integration.
BUDGET = settings(
    max_examples=200,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

_integers = st.integers(-5, 5) | st.integers() | st.just(2**70)
_floats = st.floats(allow_nan=False, allow_infinity=False) | st.just(1e300) | st.just(-0.0)
_scalars = st.none() | st.booleans() | _integers | _floats | st.text(max_size=8)
JSON: Values = st.recursive(
    _scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
_DATE_TIMES = (
    "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.120+02:00",
    "2026-01-02T03:04:05.1234567Z",
)
_SCALARS: dict[str, Values] = {
    "str": st.text(max_size=8),
    "int": _integers,
    "float": _floats | _integers,
    "bool": st.booleans(),
    "null": st.none(),
    "any": JSON,
    "date-time": st.sampled_from(_DATE_TIMES),
    "date": st.dates().map(str),
}


class _Maker:
    """Strategies for the components of a surface, made once each."""

    def __init__(self, surface: Surface, *, loose: bool) -> None:
        self._surface = surface
        self._loose = loose
        self._made: dict[str, Values] = {}

    def component(self, name: str) -> Values:
        if name not in self._made:
            # Deferred, since components contain themselves.
            self._made[name] = st.deferred(lambda: self._component(self._surface.components[name]))
        return self._made[name]

    def value(self, kind: TypeExpr) -> Values:
        wanted = self._value(kind)
        return _mostly(wanted, JSON) if self._loose else wanted

    def _value(self, kind: TypeExpr) -> Values:
        match kind:
            case Scalar("date-time" | "date") if self._loose:
                return _SCALARS[kind.name] | st.text(max_size=12)
            case Scalar(name):
                return _SCALARS[name]
            case Enum(values, open_):
                known = st.sampled_from(values)
                return known | st.text(max_size=8) if open_ and _texts(values) else known
            case Ref(name):
                return self.component(name)
            case ListOf(item):
                return st.lists(self.value(item), max_size=2)
            case MapOf(value):
                return st.dictionaries(st.text(max_size=5), self.value(value), max_size=2)
            case OneOf(members):
                return st.one_of([self._value(m) for m in members])

    def _component(self, component: Component) -> Values:
        if component.kind != "model" and component.kind != "union":
            return self._value(component.type)
        if component.kind == "union":
            members = st.one_of([self.component(m) for m in component.members])
            return _mostly(members, self._unknown_member(component)) if self._loose else members
        required: dict[str, Values] = {}
        optional: dict[str, Values] = {}
        for f in component.fields:
            value = self.value(f.type)
            value = value | st.none() if f.nullable else value
            (required if f.required and not self._loose else optional)[f.wire] = value
        known = st.fixed_dictionaries(required, optional=optional)
        if not self._loose:
            return known
        others = st.dictionaries(st.text(max_size=5), JSON, max_size=2)
        return st.builds(lambda extra, own: {**extra, **own}, others, known)

    def _unknown_member(self, component: Component) -> Values:
        tags: Values = st.text(max_size=8) | JSON
        return st.dictionaries(st.text(max_size=5), JSON, max_size=2).flatmap(
            lambda other: tags.map(lambda tag: {**other, component.tag or "x": tag})
        )


def _mostly(usual: Values, rare: Values) -> Values:
    return st.integers(0, 9).flatmap(lambda n: rare if n == 0 else usual)


def _texts(values: tuple[Any, ...]) -> bool:
    return all(type(v) is str for v in values)


@functools.cache
def _maker(loose: bool) -> _Maker:
    return _Maker(build_surface(DOCUMENT), loose=loose)


def fitting(name: str) -> Values:
    """JSON objects as the document says of a component."""
    return _maker(False).component(name)


def loose(name: str, surface: Surface | None = None) -> Values:
    """JSON objects somewhat like those of a component, of the project's own document or another."""
    maker = _Maker(surface, loose=True) if surface else _maker(True)
    return maker.component(name)


def read_all(value: Any) -> None:
    """Read every field of a model, and of the models in it."""
    if isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            read_all(item)
    elif hasattr(value, "to_dict"):
        for field in type(value)._fields:
            read_all(getattr(value, field))
