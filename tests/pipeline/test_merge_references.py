"""References: rewritten wherever OpenAPI has them, and nowhere else."""

from __future__ import annotations

import pytest

from pipeline.merge import merge
from pipeline.types import Json
from tests.support.merging import merged_schemas, part, refused, schemas

# Makes X and Y conflict with those of a document under test.
OTHER = schemas("other.yaml", "Other", "X: {title: O, enum: [o]}\nY: {enum: [p]}")


def rewritten(text: str) -> Json:
    """The schema S of a document whose X and Y get the prefix Pre."""
    base = "X: {properties: {b: {type: string}, a/b: {}}, $defs: {d: {}}}\nY: {type: object}\n"
    return merged_schemas(schemas("doc.yaml", "Pre", base + text), OTHER)["S"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#/components/schemas/X", "#/components/schemas/PreX"),
        ("#/components/schemas/X/properties/b", "#/components/schemas/PreX/properties/b"),
        ("#/components/schemas/X/properties/a~1b", "#/components/schemas/PreX/properties/a~1b"),
        ("#/components/schemas/X/%24defs/d", "#/components/schemas/PreX/$defs/d"),
        ("#/components/schemas/%58", "#/components/schemas/PreX"),
        ("doc.yaml#/components/schemas/X", "#/components/schemas/PreX"),
        ("./other.yaml#/components/schemas/X", "#/components/schemas/OtherX"),
        # What keeps its name keeps its spelling.
        ("#/components/schemas/%53/$defs/q", "#/components/schemas/%53/$defs/q"),
    ],
)
def test_ref(before: str, after: str) -> None:
    schema = rewritten(f"S: {{$defs: {{q: {{}}}}, items: {{$ref: '{before}', description: kept}}}}")
    assert schema["items"] == {"$ref": after, "description": "kept"}


def test_dynamic_references_by_pointer() -> None:
    schema = rewritten("S: {items: {$dynamicRef: '#/components/schemas/X'}}")
    assert schema["items"] == {"$dynamicRef": "#/components/schemas/PreX"}


@pytest.mark.parametrize(
    "place",
    [
        "default: {$ref: %s}",
        "example: {$ref: %s}",
        "examples: [{$ref: %s}]",
        "enum: [{$ref: %s}]",
        "const: {$ref: %s}",
        "x-thing: {$ref: %s}",
        "$dynamicRef: '#node'\n  $comment: %s",
    ],
)
def test_data_is_left_alone(place: str) -> None:
    text = place % "'#/components/schemas/X'"
    assert "'#/components/schemas/X'" in str(rewritten(f"S:\n  {text}"))


def test_properties_named_like_keywords_are_schemas() -> None:
    ref = "{$ref: '#/components/schemas/X'}"
    schema = rewritten(
        f"S: {{properties: {{$ref: {ref}, example: {ref}, default: {ref}, x-y: {ref}}}}}"
    )
    for name in ("$ref", "example", "default", "x-y"):
        assert schema["properties"][name] == {"$ref": "#/components/schemas/PreX"}


@pytest.mark.parametrize(
    "place",
    [
        "allOf: [%s]",
        "anyOf: [{}, %s]",
        "prefixItems: [%s]",
        "not: %s",
        "if: %s",
        "additionalProperties: %s",
        "patternProperties: {'^a': %s}",
        "dependentSchemas: {a: %s}",
        "contentSchema: %s",
        "$defs: {a: {items: %s}}",
    ],
)
def test_every_applicator(place: str) -> None:
    assert "#/components/schemas/PreX" in str(
        rewritten("S: {" + place % "{$ref: '#/components/schemas/X'}" + "}")
    )


def test_discriminator_mapping_in_both_spellings() -> None:
    schema = rewritten(
        """
S:
  oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}]
  discriminator:
    propertyName: type
    mapping:
      X: '#/components/schemas/X'
      d2: X
      d3: https://x/y.json
      d4: ./f.yaml
      d5: Y
      d6: other.yaml#/components/schemas/X
"""
    )
    assert schema["discriminator"]["mapping"] == {
        "X": "#/components/schemas/PreX",
        "d2": "PreX",
        "d3": "https://x/y.json",
        "d4": "./f.yaml",
        "d5": "PreY",
        "d6": "#/components/schemas/OtherX",
    }


def test_a_tag_that_was_a_component_name_stays_what_it_was() -> None:
    union = "oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}]"
    schema = rewritten(f"S: {{{union}, discriminator: {{propertyName: type}}}}")
    assert schema["discriminator"] == {
        "propertyName": "type",
        "mapping": {"X": "#/components/schemas/PreX", "Y": "#/components/schemas/PreY"},
    }
    # A member with a tag of its own has no other.
    schema = rewritten(f"S: {{{union}, discriminator: {{propertyName: type, mapping: {{y: Y}}}}}}")
    assert schema["discriminator"]["mapping"] == {"y": "PreY", "X": "#/components/schemas/PreX"}


def test_tags_of_schemas_that_extend_the_discriminators_own() -> None:
    # None of the two is renamed, so nothing needs to be said.
    schema = rewritten(
        """
S: {discriminator: {propertyName: type}}
Cat: {allOf: [{$ref: '#/components/schemas/S'}]}
Dog: {allOf: [{$ref: '#/components/schemas/S'}, {$ref: '#/components/schemas/X'}]}
"""
    )
    assert schema == {"discriminator": {"propertyName": "type"}}
    pets = """
        Pet: {discriminator: {propertyName: type}}
        Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {required: [%s]}]}
        Kitten: {allOf: [{$ref: '#/components/schemas/Cat'}]}
    """
    result = merged_schemas(schemas("a", "A", pets % "a"), schemas("b", "B", pets % "b"))
    assert result["BPet"]["discriminator"]["mapping"] == {
        "Cat": "#/components/schemas/BCat",
        "Kitten": "#/components/schemas/BKitten",
    }


def test_components_differ_if_their_tags_do() -> None:
    base = "{allOf: [{$ref: '#/components/schemas/Pet'}]}"
    pets = f"Pet: {{discriminator: {{propertyName: type}}}}\nCat: {base}"
    more = f"{pets}\nDog: {base}"
    result = merged_schemas(schemas("a", "A", pets), schemas("b", "B", more))
    assert list(result) == ["APet", "ACat", "BPet", "BCat", "Dog"]


def test_references_everywhere_in_an_operation() -> None:
    text = """
        components:
          schemas: {X: {type: string}}
          responses: {R: {description: r, content: {a/b: {schema: @X}}}}
          parameters: {P: {name: p, in: query, schema: @X}}
        webhooks:
          hook: {post: {requestBody: {content: {a/b: {schema: @X}}}}}
        paths:
          /a:
            parameters: [{$ref: '#/components/parameters/P'}]
            get:
              operationId: getA
              requestBody:
                content:
                  a/b: {schema: @X, encoding: {f: {headers: {H: {schema: @X}}}}}
              responses:
                '200':
                  description: ok
                  headers: {H: {schema: @X}}
                  content: {a/b: {schema: @X, example: @X}}
                  links: {l: {operationRef: 'a.yaml#/paths/~1a/get'}, m: {operationId: getA}}
                default: {$ref: '#/components/responses/R'}
              callbacks:
                c: {'{$url}': {post: {requestBody: {content: {a/b: {schema: @X}}}}}}
          /b:
            get:
              responses:
                '200':
                  description: ok
                  content:
                    a/b:
                      schema: {$ref: '#/paths/~1a/get/responses/200/content/a~1b/schema'}
    """.replace("@X", "{$ref: '#/components/schemas/X'}")
    merged = merge([part("a.yaml", "A", text), schemas("other", "B", "X: {type: 'null'}")]).tree
    rendered = str({k: merged[k] for k in ("paths", "webhooks", "components")})
    # Only the example, which is data, still says X.
    assert rendered.count("'#/components/schemas/X'") == 1
    assert rendered.count("'#/components/schemas/AX'") == 8
    get = merged["paths"]["/a"]["get"]
    assert get["responses"]["200"]["links"]["l"] == {"operationRef": "#/paths/~1a/get"}
    assert merged["paths"]["/b"]["get"]["responses"]["200"]["content"]["a/b"]["schema"] == {
        "$ref": "#/paths/~1a/get/responses/200/content/a~1b/schema"
    }


def test_anchors() -> None:
    schema = rewritten("S: {items: {$ref: '#here'}, $defs: {h: {$anchor: here}}}")
    assert schema["items"] == {"$ref": "#here"}
    (problem,) = refused(schemas("a", "A", "X: {$anchor: n}"), schemas("b", "B", "Y: {$anchor: n}"))
    assert problem.document == "b" and "also in a" in problem.reason


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ("{$ref: '#/components/schemas/Gone'}", "leads nowhere"),
        ("{$ref: '#/components/schemas/S/properties/p'}", "leads nowhere"),
        ("{$ref: '#/components/schemas/S/x-y'}", "no OpenAPI object"),
        ("{$ref: '#/paths'}", "kind paths"),
        ("{$ref: '#gone'}", "$anchor 'gone'"),
        ("{$ref: 'b.yaml#/components/responses/400'}", "leaves the documents"),
        ("{$ref: 'https://example.com/x.json'}", "leaves the documents"),
        ("{discriminator: {propertyName: t, mapping: {a: Gone}}}", "names 'Gone'"),
        (
            "{discriminator: {propertyName: t, mapping: {a: '#/components/schemas/Gone'}}}",
            "nowhere",
        ),
    ],
)
def test_references_that_lead_nowhere(schema: str, reason: str) -> None:
    (problem,) = refused(schemas("a.yaml", "A", f"S: {{x-y: {{}}, items: {schema}}}"))
    assert problem.document == "a.yaml"
    assert problem.pointer is not None and problem.pointer.startswith(
        "/components/schemas/S/items/"
    )
    assert reason in problem.reason


def test_references_that_lead_back_to_themselves() -> None:
    ref = "{$ref: '#/components/schemas/%s'}"
    problems = refused(
        schemas("a", "A", f"X: {ref % 'X'}\nY: {ref % 'Z'}\nZ: {ref % 'Y'}\nOk: {ref % 'X'}")
    )
    assert [p.pointer for p in problems] == [f"/components/schemas/{n}/$ref" for n in "XYZ"]
    assert refused(part("a", "A", "paths: {/x: {$ref: '#/paths/~1y'}, /y: {$ref: '#/paths/~1x'}}"))


LINKED = "paths: {/x: {get: {responses: {'200': {description: ok, links: {l: %s}}}}}}"


def test_links_that_name_no_operation() -> None:
    (problem,) = refused(part("a", "A", LINKED % "{operationId: gone}"))
    assert problem.pointer == "/paths/~1x/get/responses/200/links/l/operationId"


def test_a_link_may_lead_outside() -> None:
    link = "{operationRef: 'https://api.example.com/#/paths/~1x/get'}"
    merged = merge([part("a", "A", LINKED % link)])
    assert "leads outside" in merged.report.notes[0]
