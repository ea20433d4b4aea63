"""JSON pointers: where they lead, how far, and that none of them is an accident."""

from __future__ import annotations

import pytest

from pipeline.pointer import depth, join, position, resolve, split

TREE = {"a/b": {"~": [10, {"": None}]}, "list": [0, 1]}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", TREE), ("/a~1b/~0/0", 10), ("/a~1b/~0/1/", None), ("/list/1", 1)],
)
def test_a_pointer_leads_to_its_node(pointer: str, value: object) -> None:
    assert resolve(TREE, pointer) == value
    assert join("", *split(pointer)) == pointer
    assert depth(TREE, split(pointer)) == len(position(TREE, pointer)) == len(split(pointer))


@pytest.mark.parametrize("index", ["2", "-1", "01", "", "x", "²", "١", "9" * 5000])
def test_what_is_no_index_of_the_list_leads_nowhere(index: str) -> None:
    with pytest.raises(KeyError):
        resolve(TREE, f"/list/{index}")
    assert depth(TREE, ("list", index, "0")) == 1
    assert position(TREE, f"/list/{index}/0") == [1]
