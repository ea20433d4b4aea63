"""Which components are one, and what each is called."""

from __future__ import annotations

import itertools
import json

import pytest

from pipeline.merge import merge
from pipeline.merge.naming import prefixed
from tests.support.merging import merged_schemas, part, refused, schemas

TO_X = "{$ref: '#/components/schemas/X'}"
TO_Y = "{$ref: '#/components/schemas/Y'}"


def is_one(first: str, second: str) -> bool:
    """Whether the component X of two documents is one."""
    names = set(merged_schemas(schemas("a", "A", first), schemas("b", "B", second)))
    assert ("X" in names) != ({"AX", "BX"} <= names)
    return "X" in names


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("X: {type: object}", "X: {type: object}"),
        ("X: {type: object, minProperties: 1}", "X: {minProperties: 1, type: object}"),
        ("X: {type: [string, 'null']}", "X: {type: ['null', string]}"),
        ("X: {type: string}", "X: {type: [string]}"),
        ("X: {required: [a, b]}", "X: {required: [b, a]}"),
        ("X: {enum: [a, 1, null]}", "X: {enum: [null, a, 1]}"),
        ("X: {dependentRequired: {a: [b, c]}}", "X: {dependentRequired: {a: [c, b]}}"),
        ("X: {description: One}", "X: {description: Two}"),
        ("X: {title: One}", "X: {$comment: Two}"),
        ("X: {items: {externalDocs: {url: 'u:1'}}}", "X: {items: {}}"),
        ("X: true", "X: true"),
        # Recursive, alone and by way of another.
        (
            f"X: {{items: {TO_X}}}",
            f"X: {{items: {TO_X}}}",
        ),
        (
            f"X: {{items: {TO_Y}}}\nY: {{not: {TO_X}}}",
            f"Y: {{not: {TO_X}}}\nX: {{items: {TO_Y}}}",
        ),
        # One name, two spellings.
        (
            "X: {$ref: '#/components/schemas/Y%20y'}\nY y: {type: string}",
            "X: {$ref: '#/components/schemas/Y y'}\nY y: {type: string}",
        ),
    ],
)
def test_equal_components_are_one(first: str, second: str) -> None:
    assert is_one(first, second)
    assert is_one(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("X: {type: object}", "X: {type: array}"),
        ("X: {default: 1}", "X: {default: 2}"),
        ("X: {default: 1}", "X: {default: true}"),
        ("X: {examples: [1]}", "X: {examples: [2]}"),
        ("X: {x-note: 1}", "X: {x-note: 2}"),
        ("X: {oneOf: [{type: string}, {}]}", "X: {oneOf: [{}, {type: string}]}"),
        ("X: {const: {required: [a, b]}}", "X: {const: {required: [b, a]}}"),
        ("X: {default: {description: a}}", "X: {default: {description: b}}"),
        # A property that has the name of a keyword is a property.
        ("X: {properties: {description: {type: string}}}", "X: {properties: {description: {}}}"),
        ("X: {properties: {title: {}}}", "X: {properties: {}}"),
        # Positions in a list beside `enum` follow its order.
        (
            "X: {enum: [a, b], x-enum-varnames: [A, B]}",
            "X: {enum: [b, a], x-enum-varnames: [A, B]}",
        ),
        ("X: true", "X: {}"),
    ],
)
def test_components_with_different_meaning_are_two(first: str, second: str) -> None:
    assert not is_one(first, second)


def test_text_alike_but_leading_to_different_things_is_two() -> None:
    chain = """
        X: {properties: {y: {$ref: '#/components/schemas/Y'}}}
        Y: {items: {$ref: '#/components/schemas/Z'}}
        Z: {type: %s}
        W: {items: {$ref: '#/components/schemas/V'}}
        V: {type: string}
    """
    result = merged_schemas(
        schemas("a", "A", chain % "string"), schemas("b", "B", chain % "integer")
    )
    assert list(result) == ["AX", "AY", "AZ", "W", "V", "BX", "BY", "BZ"]
    assert result["BX"]["properties"]["y"] == {"$ref": "#/components/schemas/BY"}
    assert result["BY"]["items"] == {"$ref": "#/components/schemas/BZ"}
    assert result["W"]["items"] == {"$ref": "#/components/schemas/V"}


def test_one_difference_takes_a_cycle_apart() -> None:
    loop = """
        X: {properties: {y: {$ref: '#/components/schemas/Y'}}}
        Y: {properties: {x: {$ref: '#/components/schemas/X'}, z: {type: %s}}}
    """
    result = merged_schemas(schemas("a", "A", loop % "string"), schemas("b", "B", loop % "null"))
    assert sorted(result) == ["AX", "AY", "BX", "BY"]
    assert result["BY"]["properties"]["x"] == {"$ref": "#/components/schemas/BX"}


def test_all_parties_get_their_prefix_even_equal_ones() -> None:
    result = merged_schemas(
        schemas("a", "A", "X: {type: string}"),
        schemas("b", "B", "X: {type: string}"),
        schemas("c", "C", "X: {type: 'null'}"),
    )
    assert list(result) == ["AX", "BX", "CX"]


def test_equal_components_with_two_names_are_both_kept() -> None:
    given = "{type: object, properties: {a: {type: string}}}"
    assert list(
        merged_schemas(schemas("a", "A", f"X: {given}"), schemas("b", "B", f"Y: {given}"))
    ) == ["X", "Y"]


def test_wording_of_the_first_is_kept_and_the_rest_reported() -> None:
    first = schemas("a", "A", "X: {properties: {p: {type: string, description: One}}}")
    second = schemas("b", "B", "X: {properties: {p: {type: string, description: Two}}, title: T}")
    for order in itertools.permutations([first, second]):
        merged = merge(order)
        assert merged.tree["components"]["schemas"]["X"] == {
            "properties": {"p": {"type": "string", "description": "One"}}
        }
        (difference,) = merged.report.text_differences
        assert difference.pointer == "/components/schemas/X"
        assert difference.documents == ("a", "b")
        assert difference.texts == ("/properties/p/description", "/title")


@pytest.mark.parametrize(
    ("prefix", "name", "expected"),
    [
        ("Chat", "Usage", "ChatUsage"),
        ("Chat", "usage", "ChatUsage"),
        ("Chat", "ChatUsage", "ChatUsage"),
        ("Chat", "Chat", "Chat"),
        ("Chat", "Chatter", "ChatChatter"),
        ("Chat", "CreateChatDog", "ChatCreateChatDog"),
        ("Responses", "Response", "ResponsesResponse"),
        ("", "usage", "usage"),
    ],
)
def test_prefixed(prefix: str, name: str, expected: str) -> None:
    assert prefixed(prefix, name) == (expected if prefix else name[:1].upper() + name[1:])


def test_explicit_renames_come_before_comparison_and_prefix() -> None:
    merged = merge(
        [
            schemas(
                "a", "A", "Old: {type: string}\nY: {$ref: '#/components/schemas/Old'}", {"Old": "X"}
            ),
            schemas("b", "B", "X: {type: string}\nY: {$ref: '#/components/schemas/X'}"),
            schemas("c", "C", "Q: {type: string}\nR: {}", {"Q": "Z", "R": "Q"}),
        ]
    )
    components = merged.tree["components"]["schemas"]
    assert list(components) == ["X", "Y", "Z", "Q"]
    assert components["Y"] == {"$ref": "#/components/schemas/X"}
    assert [(r.old, r.new, r.why) for r in merged.report.renames] == [
        ("Old", "X", "explicit"),
        ("Q", "Z", "explicit"),
        ("R", "Q", "explicit"),
    ]


def test_any_kind_of_component_can_be_renamed_by_section_and_name() -> None:
    text = """
    paths: {/a: {get: {operationId: a, responses: {'400': {$ref: '#/components/responses/Bad'}}}}}
    components: {responses: {Bad: {description: d}}, schemas: {Bad: {}}}
    """
    merged = merge([part("a", "A", text, {"responses/Bad": "ABad"})])
    components = merged.tree["components"]
    assert (list(components["responses"]), list(components["schemas"])) == (["ABad"], ["Bad"])
    answers = merged.tree["paths"]["/a"]["get"]["responses"]
    assert answers["400"] == {"$ref": "#/components/responses/ABad"}
    assert [(r.section, r.old, r.new) for r in merged.report.renames] == [
        ("responses", "Bad", "ABad")
    ]


def test_an_explicit_rename_can_still_be_in_conflict() -> None:
    merged = merge(
        [
            schemas("a", "A", "Old: {type: string}", {"Old": "X"}),
            schemas("b", "B", "X: {type: 'null'}"),
        ]
    )
    assert [(r.old, r.new, r.why) for r in merged.report.renames] == [
        ("Old", "AX", "explicit, then conflict"),
        ("X", "BX", "conflict"),
    ]


@pytest.mark.parametrize(
    ("renames", "reason"),
    [
        ({"Gone": "New"}, "matches no component"),
        ({"responses/X": "New"}, "the rename responses/X to New matches no component"),
        ({"X": "Y"}, "both X and Y would be called Y"),
        ({"X": "New", "Y": "New"}, "both X and Y would be called New"),
        ({"X": "a b"}, "no legal component name"),
    ],
)
def test_bad_renames(renames: dict[str, str], reason: str) -> None:
    (problem,) = refused(schemas("a", "A", "X: {}\nY: {}", renames))
    assert problem.document == "a"
    assert reason in problem.reason.replace("Y and X", "X and Y")


def test_a_prefixed_name_that_is_taken() -> None:
    for order in itertools.permutations(
        [
            schemas("a", "A", "X: {type: string}"),
            schemas("b", "B", "X: {type: 'null'}"),
            schemas("c", "C", "AX: {type: object}"),
        ]
    ):
        (problem,) = refused(*order)
        assert problem.document == "c"
        assert "schemas/X of a" in problem.reason and "AX" in problem.reason


def test_equal_prefixes_collide_instead_of_overwriting() -> None:
    problems = refused(
        schemas("a", "P", "X: {type: string}"), schemas("b", "P", "X: {type: 'null'}")
    )
    assert any("would be called PX" in p.reason for p in problems)


def test_names_equal_but_for_case_are_kept_and_noted() -> None:
    merged = merge(
        [schemas("a", "A", "GitHubOAuth: {}"), schemas("b", "B", "GithubOAuth: {enum: [1]}")]
    )
    assert list(merged.tree["components"]["schemas"]) == ["GitHubOAuth", "GithubOAuth"]
    assert merged.report.notes[0].startswith("the schemas GitHubOAuth and GithubOAuth have names")


def test_every_section_has_names_of_its_own() -> None:
    text = """
        components:
          schemas: {X: {type: %s}}
          parameters: {X: {name: x, in: query, schema: {$ref: '#/components/schemas/X'}}}
          headers: {X: {schema: {type: string}}}
          examples: {X: {value: {$ref: '#/components/schemas/X'}}}
          requestBodies: {X: {content: {a/b: {schema: {$ref: '#/components/schemas/X'}}}}}
          links: {X: {operationRef: '#/paths/~1%s/get'}}
          callbacks: {X: {'{$url}': {$ref: '#/components/pathItems/X'}}}
          pathItems: {X: {parameters: [{$ref: '#/components/parameters/X'}]}}
        paths: {/%s: {get: {responses: {'200': {description: ok, links: %s}}}}}
    """
    links = "{l: {$ref: '#/components/links/X'}}"
    merged = merge(
        [
            part("a", "A", text % ("string", "a", "a", links)),
            part("b", "B", text % ("'null'", "b", "b", links)),
        ]
    )
    components = merged.tree["components"]
    assert {section: list(entries) for section, entries in components.items()} == {
        "schemas": ["AX", "BX"],
        "parameters": ["AX", "BX"],
        "headers": ["X"],
        "examples": ["X"],
        "requestBodies": ["AX", "BX"],
        "links": ["AX", "BX"],
        "callbacks": ["AX", "BX"],
        "pathItems": ["AX", "BX"],
    }
    assert components["callbacks"]["BX"] == {"{$url}": {"$ref": "#/components/pathItems/BX"}}
    assert components["pathItems"]["BX"] == {"parameters": [{"$ref": "#/components/parameters/BX"}]}
    # An example is data: what looks like a reference in it is none.
    assert components["examples"]["X"] == {"value": {"$ref": "#/components/schemas/X"}}
    assert json.dumps(merged.tree["paths"]["/b"]).count("#/components/links/BX") == 1
