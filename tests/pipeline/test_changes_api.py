"""The record of the Python API, and the comparison of two."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.changes.annotations import is_subtype
from pipeline.changes.api import compare_api
from pipeline.changes.api_record import record_api
from pipeline.changes.griffe_check import breakages
from pipeline.errors import PipelineError
from pipeline.types import JsonObject, Tree

_SEND, _READ = "caller, type checker", "reader, type checker"
_CREATE = "pkg.resources.things.Things.create"


@pytest.mark.parametrize(
    ("narrow", "wide", "within"),
    [
        ("str", "str | None", True),
        ("str | None", "str", False),
        ("None", "str | None", True),
        ("Literal['a']", "Literal['a', 'b']", True),
        ("Literal['a', 'c']", "Literal['a', 'b']", False),
        ("Literal['a', 'c'] | str", "Literal['a'] | str", True),
        ("Literal['a']", "str", True),
        ("Literal[1]", "str", False),
        ("Literal[1]", "int", True),
        ("Literal[-1]", "int", True),
        ("Literal[Kind.A]", "Kind", True),
        ("Literal[Kind.A]", "str", False),
        ("int", "float", True),
        ("float", "int", False),
        ("bool", "float", True),
        ("list[int]", "list[int | None]", True),
        ("list[int | None]", "list[int]", False),
        ("dict[str, A]", "dict[str, A | B]", True),
        ("Sequence[A]", "list[A]", False),
        ("list[A]", "list", True),
        ("A", "B", False),
        ("A", "Any", True),
        ("A | B", "object", True),
        ("Any", "A", False),
        ("'A | B'", "B | A", True),
        ("Callable[[int], str]", "Callable[[int], str]", True),
        ("type[A]", "type[A] | None", True),
    ],
)
def test_annotations_are_sets_of_values(narrow: str, wide: str, within: bool) -> None:
    assert is_subtype(narrow, wide) is within


def _package(**modules: str) -> Tree:
    """A package with a class of models, a resource and a client."""
    texts = {
        "__init__": 'from .client import Client\n\n__all__ = ["Client"]\n',
        "client": "class Client:\n    @property\n    def things(self) -> int: ...\n",
        "types": 'from .models import Thing\n\n__all__ = ["Thing"]\n',
        "models": "class Thing:\n    a: int\n    def __init__(self, *, a: int) -> None: ...\n",
        "params": "__all__: list[str] = []\n",
        "resources/__init__": "",
        "resources/things": (
            '__all__ = ["Things"]\n\n\nclass Things:\n'
            "    def create(self, *, a: int, b: str | None = None) -> int: ...\n"
        ),
        **{name.replace("__in__", "/"): text for name, text in modules.items()},
    }
    return {f"pkg/{name}.py": text.encode() for name, text in texts.items()}


def _changes(**modules: str) -> list[tuple[str, str, str]]:
    old = record_api(_package(), "pkg")
    new = record_api(_package(**modules), "pkg")
    return [(c.kind, c.pointer, c.whom) for c in compare_api(old, new)]


def _model(body: str) -> str:
    return f"class Thing:\n    {body}\n    def __init__(self, *, a: int) -> None: ...\n"


def _method(signature: str) -> str:
    return f'__all__ = ["Things"]\n\n\nclass Things:\n    {signature}: ...\n'


def test_the_same_package_has_no_changes() -> None:
    assert _changes() == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a: int | None", [("attribute: retyped", "pkg.types.Thing.a", _READ)]),
        ("a: bool", [("attribute: retyped", "pkg.types.Thing.a", "nobody")]),
        ("a: int; b: str", [("attribute: added", "pkg.types.Thing.b", "nobody")]),
        ("pass", [("attribute: removed", "pkg.types.Thing.a", _READ)]),
        ("a: int; _b: str", []),
    ],
)
def test_attributes(body: str, expected: list[tuple[str, str, str]]) -> None:
    assert _changes(models=_model(body)) == expected


def test_bases_that_are_not_public_may_go_if_what_they_gave_stays() -> None:
    hidden = "class _Base:\n    a: int\n\n\nclass Thing(_Base):\n    a: int\n"
    shown = hidden.replace("_Base", "Base")
    record = record_api(_package(models=hidden), "pkg")
    bare = record_api(_package(models="class Thing:\n    a: int\n"), "pkg")
    assert compare_api(record, bare) == []
    [change] = compare_api(record_api(_package(models=shown), "pkg"), bare)
    assert (change.kind, change.whom) == ("base: removed", _READ)


@pytest.mark.parametrize(
    ("signature", "kind", "where", "whom"),
    [
        ("(self, *, a: int | str, b: str | None = None) -> int", "retyped", "(a)", "nobody"),
        ("(self, *, a: bool, b: str | None = None) -> int", "retyped", "(a)", _SEND),
        ("(self, *, a: int) -> int", "removed", "(b)", _SEND),
        ("(self, *, a: int, b: str | None) -> int", "made required", "(b)", _SEND),
        ("(self, *, a: int = 1, b: str | None = None) -> int", "made optional", "(a)", "nobody"),
        ("(self, *, a: int, b: str | None = None, c: int) -> int", "required added", "(c)", _SEND),
        (
            "(self, *, a: int, b: str | None = None, c: int = 1) -> int",
            "optional added",
            "(c)",
            "nobody",
        ),
        ("(self, a: int, *, b: str | None = None) -> int", "of another kind", "(a)", _SEND),
    ],
)
def test_parameters(signature: str, kind: str, where: str, whom: str) -> None:
    found = _changes(resources__in__things=_method(f"def create{signature}"))
    assert found == [(f"parameter: {kind}", f"{_CREATE}{where}", whom)]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def create(self, *, a: int, b: str | None = None) -> bool", [("returns", "nobody")]),
        ("def create(self, *, a: int, b: str | None = None) -> str", [("returns", _READ)]),
        (
            "async def create(self, *, a: int, b: str | None = None) -> int",
            [("made async or sync", _SEND)],
        ),
        ("def create2(self) -> int", [("removed", _SEND), ("added", "nobody")]),
    ],
)
def test_methods(method: str, expected: list[tuple[str, str]]) -> None:
    found = _changes(resources__in__things=_method(method))
    assert [(kind.removeprefix("method: "), whom) for kind, _, whom in found] == expected
    assert all(path.startswith(_CREATE) for _, path, _ in found)


def test_a_name_that_is_gone_breaks_who_reads_it() -> None:
    assert _changes(types="__all__ = []\n") == [("name: removed", "pkg.types.Thing", _READ)]


def test_a_constructor_is_promised_where_the_model_is_sent() -> None:
    wider = "class Thing:\n    a: int\n    def __init__(self, *, a: int, b: int) -> None: ...\n"
    received = _changes(models=wider)
    assert received == [("constructor: changed", "pkg.types.Thing.__init__", "nobody")]
    param = {"params": '__all__ = ["ThingParam"]\nThingParam = dict\n'}
    old = record_api(_package(**param), "pkg")
    new = record_api(_package(models=wider, **param), "pkg")
    (change,) = compare_api(old, new)
    assert (change.kind, change.whom) == ("parameter: required added", _SEND)


def _aliases(text: str) -> JsonObject:
    types = f'from typing import Literal, TypeAlias\n__all__ = ["A"]\nA: TypeAlias = {text}\n'
    return record_api(_package(types=types), "pkg")


@pytest.mark.parametrize(
    ("old", "new", "whom"),
    [
        ("Literal['a'] | str", "Literal['a', 'b'] | str", "nobody"),
        ("Literal['a']", "Literal['a', 'b']", "type checker"),
        ("B | C | UnknownA", "B | C | D | UnknownA", "nobody"),
        ("B | C", "B | C | D", "type checker"),
        ("B | C | UnknownA", "B | UnknownA", "type checker"),
    ],
)
def test_aliases(old: str, new: str, whom: str) -> None:
    (change,) = compare_api(_aliases(old), _aliases(new))
    assert change.whom == whom


def _dicts(body: str, total: str = "") -> JsonObject:
    types = (
        "from typing import NotRequired, Required, TypedDict\n"
        f'__all__ = ["P"]\nclass P(TypedDict{total}):\n    {body}\n'
    )
    return record_api(_package(types=types), "pkg")


@pytest.mark.parametrize(
    ("body", "kind", "whom"),
    [
        ("a: int; b: str", "key: required added", _SEND),
        ("a: int; b: NotRequired[str]", "key: optional added", "nobody"),
        ("pass", "key: removed", _SEND),
        ("a: NotRequired[int]", "key: made optional", "nobody"),
        ("a: int | str", "key: retyped", "nobody"),
        ("a: bool", "key: retyped", _SEND),
    ],
)
def test_shapes_of_plain_dicts(body: str, kind: str, whom: str) -> None:
    (change,) = compare_api(_dicts("a: int"), _dicts(body))
    assert (change.kind, change.whom) == (kind, whom)


def test_a_shape_without_total_takes_each_key_as_optional() -> None:
    (change,) = compare_api(_dicts("a: int", ", total=False"), _dicts("a: int"))
    assert change.kind == "key: made required"
    assert compare_api(_dicts("a: Required[int]", ", total=False"), _dicts("a: int")) == []


def test_overloads_are_told_apart() -> None:
    def things(*returns: str) -> str:
        lines = ["from typing import overload", '__all__ = ["Things"]', "class Things:"]
        for name in returns:
            lines += ["    @overload", f"    def create(self, a: {name}) -> {name}: ..."]
        lines += ["    def create(self, a: object) -> object: ..."]
        return "\n".join(lines)

    def record(*returns: str) -> Any:
        return record_api(_package(resources__in__things=things(*returns)), "pkg")

    two, three = record("int", "str"), record("int", "str", "bytes")
    assert [c.kind for c in compare_api(two, three)] == ["overload: added"]
    assert [c.kind for c in compare_api(three, two)] == ["overload: removed"]


def test_nothing_of_the_package_is_run() -> None:
    record_api(_package(client="class Client: ...\nraise SystemExit('run')\n"), "pkg")


def test_a_public_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(PipelineError, match=r"pkg\.client\.Client"):
        record_api(_package(client="pass\n"), "pkg")


def test_a_tree_without_the_package_is_refused() -> None:
    with pytest.raises(PipelineError, match="there is no such package"):
        record_api({}, "pkg")


def test_griffe_finds_what_is_gone() -> None:
    found = breakages(_package(), _package(models="class Thing:\n    pass\n"), "pkg")
    assert "pkg.models.Thing.a: Public object was removed" in found
    assert breakages(_package(), _package(), "pkg") == []


@pytest.mark.parametrize("written", ["\U00031350", "\\U00031350"])
def test_the_record_is_the_same_in_every_version_of_python(written: str) -> None:
    """The character is of Unicode 15, which Python 3.11 does not know yet."""
    thing = f'from typing import Literal\nclass Thing:\n    a: Literal["{written}"]\n'
    record = record_api(_package(models=thing), "pkg")
    told = record["names"]["pkg.types.Thing"]["attributes"]["a"]["type"]
    assert told == "Literal['\\U00031350']"
