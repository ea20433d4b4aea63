"""Targets are RFC 9535 JSONPath, strictly; and a target that matches nothing is explained."""

from __future__ import annotations

import pytest

from pipeline.overlay.query import QueryError, compile_query, find, why_nothing
from pipeline.types import Json, JsonObject


def selected(query: str, tree: Json) -> list[str]:
    return [match.pointer for match in find(compile_query(query), tree)]


@pytest.mark.parametrize(
    ("query", "tree", "pointers"),
    [
        ("$", {"a": 1}, [""]),
        ("$.a['b'][\"c\"]", {"a": {"b": {"c": 1}}}, ["/a/b/c"]),
        ("$.a[-1]", {"a": [1, 2]}, ["/a/1"]),
        ("$.a[5:0:-2]", {"a": [0, 1, 2, 3]}, ["/a/3", "/a/1"]),
        ("$..[1]", {"a": [0, [1, 2]]}, ["/a/1", "/a/1/1"]),
        ("$['a',  'b']", {"b": 1, "a": 2}, ["/a", "/b"]),
        ("$[?@.a && !@.b || @.c == 1.0]", [{"a": 0}, {"a": 0, "b": 0}, {"c": 1}], ["/0", "/2"]),
        # Existence, not truth: null, false and 0 exist.
        ("$[?@.a]", [{"a": None}, {"a": False}, {"b": 1}], ["/0", "/1"]),
        # Absent equals absent.
        ("$[?@.a == @.b]", [{}, {"a": 1}, {"a": 1, "b": 1}], ["/0", "/2"]),
        ("$[?@.a == $.x]", {"x": 1, "y": {"a": 1}}, ["/y"]),
        # Comparison is typed: 1 is neither true nor "1".
        ("$[?@ == 1]", [1, True, "1", 1.0], ["/0", "/3"]),
        ("$[?@ < 'b']", ["a", "b", 1], ["/0"]),
        # `length` is a function; a member of that name is a member.
        ("$[?length(@) > 1]", [[1, 2], "é", {"a": 1, "b": 2}, 5], ["/0", "/2"]),
        ("$[?@.length > 1]", [[1, 2], {"length": 2}], ["/1"]),
        ("$[?count(@.*) == 2]", [[1, 2], [1]], ["/0"]),
        ("$[?value(@..a) == 1]", [{"b": {"a": 1}}, {"a": 1, "b": {"a": 1}}], ["/0"]),
        # `match` is anchored, `search` is not, and both speak I-Regexp.
        ("$[?match(@, 'a.c')]", ["abc", "xabc", "a\nc"], ["/0"]),
        ("$[?search(@, 'a.c')]", ["abc", "xabcx", "bac"], ["/0", "/1"]),
        ("$[?match(@, '\\\\p{Lu}+')]", ["ÀB", "ab"], ["/0"]),
        ("$[?match(@, '(?i)a')]", ["a", "A"], []),
        ("$.a", [{"a": 1}], []),
        ("$[0]", {"0": 1}, []),
        ("$['a\\u0062']", {"ab": 1}, ["/ab"]),
        ("$.☺", {"☺": 1}, ["/☺"]),
        ("$['a/b']['c~d']", {"a/b": {"c~d": 1}}, ["/a~1b/c~0d"]),
    ],
)  # fmt: skip
def test_selects(query: str, tree: Json, pointers: list[str]) -> None:
    assert selected(query, tree) == pointers


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("", id="empty"),
        pytest.param("a.b", id="no root"),
        pytest.param("@.a", id="current node as root"),
        pytest.param(" $.a", id="leading blank"),
        pytest.param("$.a ", id="trailing blank"),
        pytest.param("$.a.", id="trailing dot"),
        pytest.param("$..", id="descendants of nothing"),
        pytest.param("$.a[", id="open bracket"),
        pytest.param("$.a[]", id="empty brackets"),
        pytest.param("$[01]", id="leading zero"),
        pytest.param("$[9007199254740992]", id="index beyond 2^53"),
        pytest.param("$.1a", id="shorthand begins with a digit"),
        pytest.param("$['a'", id="no closing bracket"),
        pytest.param("$['\\x']", id="unknown escape"),
        pytest.param("$[?]", id="empty filter"),
        pytest.param("$[?@.a = 1]", id="single equals sign"),
        pytest.param("$[?1]", id="literal filter"),
        pytest.param("$[?@.* == 1]", id="comparing several nodes"),
        pytest.param("$[?length(@)]", id="a length is no condition"),
        pytest.param("$[?nope(@)]", id="unknown function"),
        pytest.param("$[?count(1)]", id="argument of the wrong type"),
        pytest.param("$[?match(@) == 1]", id="too few arguments"),
        # Extensions that are common in JSONPath tools and no part of RFC 9535.
        pytest.param("$.a.~", id="keys"),
        pytest.param("$.a~", id="key names"),
        pytest.param("$.a^", id="parent"),
        pytest.param("$.a | $.b", id="union"),
        pytest.param("$.a & $.b", id="intersection"),
        pytest.param("$.a.length()", id="method"),
        pytest.param("$[(@.length-1)]", id="script"),
        pytest.param("$[?@.a =~ /x/]", id="regular expression operator"),
        pytest.param("$[?@.a in ['x']]", id="membership"),
        pytest.param("$[?@.a contains 'x']", id="contains"),
        pytest.param("$[?@.a and @.b]", id="and in words"),
        pytest.param("$[?@.a == undefined]", id="undefined"),
        pytest.param("$[?# == 'a']", id="current key"),
        pytest.param("$[a]", id="bare name in brackets"),
    ],
)
def test_is_not_rfc_9535(query: str) -> None:
    with pytest.raises(QueryError) as caught:
        compile_query(query)
    assert "\n" not in str(caught.value)
    assert "TOKEN" not in str(caught.value)


def test_an_invalid_query_is_told_with_the_place() -> None:
    with pytest.raises(QueryError, match=r"^unexpected token '~' at character 5 of '\$\.a\.~'$"):
        compile_query("$.a.~")
    with pytest.raises(QueryError, match=r"at its end of '\$\.a\['$"):
        compile_query("$.a[")


def test_a_query_is_compiled_once() -> None:
    assert compile_query("$.once") is compile_query("$.once")


def test_too_deep_a_tree_is_told() -> None:
    tree: JsonObject = {}
    for _ in range(600):
        tree = {"a": tree}
    with pytest.raises(QueryError, match="recursion"):
        selected("$..b", tree)


TREE: JsonObject = {
    "paths": {"/v1/x": {"get": {"summary": "s"}, "post": {}}, "/y": {"get": {}}},
    "components": {"schemas": {"Usage": {"properties": {"total_tokens": {}}}, "naïve key": {}}},
    "servers": [{"url": "u"}],
}


@pytest.mark.parametrize(
    ("query", "reason", "hint", "pointer"),
    [
        (
            "$.components.schemas.Usage.total_tokens",
            "$.components.schemas.Usage exists and has no key 'total_tokens'",
            "Did you mean $.components.schemas.Usage.properties.total_tokens?",
            "/components/schemas/Usage",
        ),
        (
            "$.components.schemas.usage.properties.total_tokens",
            "$.components.schemas exists and has no key 'usage'",
            "Did you mean $.components.schemas.Usage.properties.total_tokens?",
            "/components/schemas",
        ),
        (
            "$.components.schemas['naive key']",
            "$.components.schemas exists and has no key 'naive key'",
            "Did you mean $.components.schemas['naïve key']?",
            "/components/schemas",
        ),
        (
            "$.paths['/v1/x'].get.responses['200'].content",
            "$.paths['/v1/x'].get exists and has no key 'responses'",
            "",
            "/paths/~1v1~1x/get",
        ),
        (
            "$.paths.*.gett.summary",
            "$.paths.* matches 2 nodes, the first is $.paths['/v1/x'], and each has no key",
            "Did you mean $.paths['/v1/x'].get.summary?",
            "/paths/~1v1~1x",
        ),
        (
            "$.servers[1]",
            "$.servers exists and holds nothing that [1] selects",
            "",
            "/servers",
        ),
        (
            "$.servers[?@.url == 'v']",
            "$.servers exists and holds nothing that [?@.url == 'v'] selects",
            "",
            "/servers",
        ),
        ("$..nowhere", "$ exists and holds nothing that ..nowhere selects", "", ""),
        (
            "$.servers.url",
            "$.servers exists and has no key",
            "Did you mean $.servers[0].url?",
            "/servers",
        ),
    ],
)
def test_why_nothing(query: str, reason: str, hint: str, pointer: str) -> None:
    why, remedy, at = why_nothing(compile_query(query), TREE, "the target", adds=False)
    assert why.startswith(f"the target matches nothing: {reason}")
    assert (remedy, at) == (hint, pointer)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("$.servers[?@.url == null]", """(it holds {"url": "u"})"""),
        ("$.paths['/v1/x'].put", """(it holds "summary")"""),
        ("$.paths['/y'].get.responses", "(it is an empty object)"),
        ("$.servers[0].url.x", """(it is "u")"""),
        ("$.long.x", '(it holds "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", …)'),
    ],
)
def test_what_is_there_instead_is_told(query: str, told: str) -> None:
    tree = {**TREE, "long": {f"k{n}": n for n in range(9)}}
    tree["paths"] = {"/v1/x": {"summary": "s"}, "/y": {"get": {}}}
    why, _, _ = why_nothing(compile_query(query), tree, "the target", adds=False)
    assert why.endswith(told)
    assert "nil" not in why


def test_the_suggested_paths_can_be_pasted() -> None:
    tree = {"a": {"b'\\\n\t": {"x": 1}}}
    _, hint, _ = why_nothing(compile_query("$.a.x"), tree, "the target", adds=False)
    path = hint.removeprefix("Did you mean ").removesuffix("?")
    assert selected(path, tree) == ["/a/b'\\\n\t/x"]


def test_the_same_key_deeper_is_suggested_before_a_similar_one() -> None:
    tree = {"a": {"inner": {"key": 1}, "keys": 2}}
    _, hint, _ = why_nothing(compile_query("$.a.key"), tree, "the target", adds=False)
    assert hint == "Did you mean $.a.inner.key?"


def _guessed(tree: JsonObject) -> str:
    query = compile_query("$.schemas.ChatChoice.properties.finish_reason")
    _, hint, _ = why_nothing(query, {"schemas": tree}, "the target", adds=False)
    return hint


_HOLDER: JsonObject = {"properties": {"finish_reason": {}}}


def test_a_similar_key_without_the_rest_of_the_query_is_not_suggested() -> None:
    tree: JsonObject = {"ChatChoices": {"properties": {}}, "NamedToolChoice": {"properties": {}}}
    assert _guessed(tree) == ""
    tree["NamedToolChoice"] = _HOLDER
    assert _guessed(tree) == ("Did you mean $.schemas.NamedToolChoice.properties.finish_reason?")


def test_the_one_place_that_has_the_rest_of_the_query_is_suggested() -> None:
    tree: JsonObject = {"Chat": {"properties": {"text": "no", "choices": {"items": _HOLDER}}}}
    assert _guessed(tree) == (
        "Did you mean $.schemas.Chat.properties.choices.items.properties.finish_reason?"
    )
    assert _guessed({**tree, "Other": _HOLDER}) == ""


def test_a_rest_that_many_places_might_have_is_not_looked_for() -> None:
    for query in ("$.a.x.type", "$.a.x.*.type", "$.a.x"):
        tree = {"a": {"other": {"y": {"type": 1}}, "b": {"type": 1}}}
        _, hint, _ = why_nothing(compile_query(query), tree, "the target", adds=False)
        assert hint == ""


def test_at_most_three_places_are_suggested() -> None:
    tree = {"a": [{"k": n} for n in range(9)]}
    _, hint, _ = why_nothing(compile_query("$.a.k"), tree, "the target", adds=False)
    assert hint == "Did you mean $.a[0].k or $.a[1].k or $.a[2].k?"


def test_what_is_to_be_added_goes_into_the_parents() -> None:
    query = compile_query("$.paths.*.put")
    _, hint, _ = why_nothing(query, TREE, "the target", adds=True)
    assert hint.endswith("To add 'put', target the parent $.paths.* and put the key in 'update'.")
