"""Unions: their members, and what tells them apart."""

from __future__ import annotations

import textwrap

import pytest

from pipeline.surface import Component, Enum, ListOf, OneOf, Ref, Scalar
from tests.support.generating import component, field, refused, schemas, surface_of

ANIMALS = """
Cat: {type: object, required: [kind], properties: {kind: {const: cat}, lives: {type: integer}}}
Dog:
  type: object
  required: [kind]
  properties: {kind: {enum: [dog, puppy]}, barks: {type: boolean}}
"""


def union(text: str, name: str = "Animal") -> Component:
    found = component(schemas(ANIMALS + text), name)
    assert found.kind == "union"
    return found


def test_a_discriminator_with_a_mapping_in_both_spellings() -> None:
    found = union("""
Animal:
  oneOf: [@Cat, @Dog]
  discriminator:
    propertyName: kind
    mapping: {cat: '#/components/schemas/Cat', dog: Dog, puppy: Dog}
""")
    assert found.tag == "kind"
    assert found.tags == {"cat": "Cat", "dog": "Dog", "puppy": "Dog"}
    assert found.members == ("Cat", "Dog")


def test_a_discriminator_without_a_mapping_uses_the_members_values() -> None:
    found = union("""
Animal:
  oneOf: [@Cat, @Dog]
  discriminator: {propertyName: kind}
""")
    assert found.tags == {"cat": "Cat", "dog": "Dog", "puppy": "Dog"}


def test_an_implicit_mapping_is_by_component_name() -> None:
    """OpenAPI 3.1.1, section 4.8.25: without a mapping the value is the schema's name."""
    found = union("""
Fish: {type: object, required: [kind], properties: {kind: {type: string}}}
Bird: {type: object, required: [kind], properties: {kind: {type: string}}}
Animal:
  oneOf: [@Fish, @Bird]
  discriminator: {propertyName: kind}
""")
    assert found.tags == {"Fish": "Fish", "Bird": "Bird"}


def test_a_partial_mapping_is_completed() -> None:
    found = union("""
Animal:
  oneOf: [@Cat, @Dog]
  discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}
""")
    assert found.tags == {"cat": "Cat", "dog": "Dog", "puppy": "Dog"}


def test_a_default_mapping() -> None:
    """`x-default-mapping`, as OpenAPI 3.2's `defaultMapping`: for objects without the tag."""
    found = union("""
Animal:
  oneOf: [@Cat, @Dog]
  discriminator: {propertyName: kind, x-default-mapping: '#/components/schemas/Dog'}
""")
    assert found.default == "Dog"


@pytest.mark.parametrize(
    ("discriminator", "pointer"),
    [
        ("{mapping: {}}", "/discriminator"),
        (
            "{propertyName: kind, mapping: {cat: '#/components/schemas/Gone'}}",
            "/discriminator/mapping/cat",
        ),
        ("{propertyName: kind, mapping: {cat: Gone}}", "/discriminator/mapping/cat"),
        ("{propertyName: kind, mapping: {a/b: ./f.yaml}}", "/discriminator/mapping/a~1b"),
        ("{propertyName: kind, mapping: {cat: 3}}", "/discriminator/mapping/cat"),
        ("{propertyName: kind, mapping: {s: Text}}", "/discriminator/mapping/s"),
        ("{propertyName: kind, x-default-mapping: Gone}", "/discriminator/x-default-mapping"),
    ],
)
def test_a_discriminator_that_leads_nowhere_is_refused(discriminator: str, pointer: str) -> None:
    document = schemas(
        ANIMALS
        + f"""
Text: {{type: string}}
Animal:
  oneOf: [@Cat, @Dog]
  discriminator: {discriminator}
"""
    )
    assert [p.pointer for p in refused(document)] == [f"/components/schemas/Animal{pointer}"]


def test_tags_are_inferred_from_distinct_values() -> None:
    found = union("""
Animal: {anyOf: [@Cat, @Dog]}
""")
    assert found.tag == "kind"
    assert found.tags == {"cat": "Cat", "dog": "Dog", "puppy": "Dog"}


def test_values_that_overlap_tell_nothing_apart() -> None:
    found = union("""
Wolf: {type: object, properties: {kind: {enum: [dog, wolf]}, wild: {type: boolean}}}
Animal: {anyOf: [@Dog, @Wolf]}
""")
    assert (found.tag, found.tags) == (None, {})
    assert found.members == ("Dog", "Wolf")


def test_type_is_preferred_as_a_tag() -> None:
    found = union("""
One: {type: object, properties: {level: {const: a}, type: {const: one}}}
Two: {type: object, properties: {level: {const: b}, type: {const: two}}}
Animal: {oneOf: [@One, @Two]}
""")
    assert found.tag == "type"


def test_the_tag_of_a_member_is_closed_and_other_enums_stay_open() -> None:
    document = schemas(
        ANIMALS
        + """
Mood: {type: string, enum: [good, bad]}
Fox: {type: object, required: [kind], properties: {kind: {type: string}, mood: @Mood}}
Animal:
  oneOf: [@Dog, @Fox]
  discriminator: {propertyName: kind, mapping: {fox: Fox, dog: Dog, puppy: Dog}}
"""
    )
    assert field(document, "Dog", "kind").type == Enum(("dog", "puppy"), open=False)
    assert field(document, "Fox", "kind").type == Enum(("fox",), open=False)
    assert component(document, "Mood").type == Enum(("good", "bad"))


def test_a_member_of_two_unions_keeps_all_of_its_values() -> None:
    document = schemas(
        ANIMALS
        + """
Fox: {type: object, properties: {kind: {const: fox}}}
Wild: {oneOf: [@Dog, @Fox]}
Pets: {oneOf: [@Cat, @Dog]}
"""
    )
    assert field(document, "Dog", "kind").type == Enum(("dog", "puppy"), open=False)


def test_nested_unions_are_resolved() -> None:
    found = union("""
Fox: {type: object, properties: {kind: {const: fox}}}
Pet: {oneOf: [@Cat, @Dog]}
Animal: {oneOf: [@Pet, @Fox]}
""")
    assert found.type == OneOf((Ref("Pet"), Ref("Fox")))
    assert found.members == ("Cat", "Dog", "Fox")
    assert set(found.tags) == {"cat", "dog", "puppy", "fox"}


def test_members_that_are_other_names_of_objects() -> None:
    found = union("""
Kitty: @Cat
Animal: {oneOf: [@Kitty, @Dog]}
""")
    assert found.members == ("Cat", "Dog")


def test_a_member_named_twice_is_one_member() -> None:
    document = schemas(
        ANIMALS
        + """
Animal: {oneOf: [@Cat, @Cat]}
"""
    )
    assert component(document, "Animal").type == Ref("Cat")


def test_inline_members_are_named_by_their_tag_or_number() -> None:
    document = schemas("""
        Part:
          oneOf:
            - {type: object, properties: {type: {const: text}, text: {type: string}}}
            - {type: object, properties: {type: {enum: [image_url]}, url: {type: string}}}
            - {type: object, properties: {other: {type: string}}}
    """)
    assert component(document, "Part").members == ("PartText", "PartImageUrl", "PartVariant3")


def test_properties_beside_a_choice_belong_to_every_member() -> None:
    document = schemas("""
        Part:
          type: object
          required: [id]
          properties: {id: {type: string}}
          oneOf:
            - {properties: {type: {const: text}, text: {type: string}}}
            - {properties: {type: {const: image}, url: {type: string}}}
    """)
    assert {f.wire for f in component(document, "PartText").fields} == {"id", "type", "text"}
    assert field(document, "PartImage", "id").required


def test_objects_and_other_values_in_one_union() -> None:
    document = schemas("""
        Holder:
          type: object
          properties:
            content:
              anyOf:
                - {type: string}
                - {type: array, items: @A}
                - @A
                - @B
                - {type: 'null'}
        A: {type: object, properties: {a: {type: string}}}
        B: {type: object, properties: {b: {type: string}}}
    """)
    content = field(document, "Holder", "content")
    assert content.nullable
    assert content.type == OneOf((Scalar("str"), ListOf(Ref("A")), Ref("HolderContentObject")))
    assert component(document, "HolderContentObject").members == ("A", "B")


def test_a_named_union_of_objects_and_other_components() -> None:
    """A choice between an enum and an object, both by reference, is no union of objects."""
    document = schemas("""
        Mode: {type: string, enum: [auto, none]}
        Named: {type: object, properties: {type: {const: function}, name: {type: string}}}
        Custom: {type: object, properties: {type: {const: custom}}}
        Choice: {oneOf: [@Mode, @Named]}
        Wide:
          oneOf:
            - @Mode
            - @Named
            - @Custom
        Wider: {oneOf: [@Wide, {type: integer}]}
        Widest: {oneOf: [@Wide, @Other]}
        Other: {type: object, properties: {type: {const: other}}}
    """)
    found = surface_of(document).components
    assert found["Choice"].kind == "alias"
    assert found["Choice"].type == OneOf((Ref("Mode"), Ref("Named")))
    assert found["Wide"].type == OneOf((Ref("Mode"), Ref("WideObject")))
    assert found["WideObject"].members == ("Named", "Custom")
    assert found["Widest"].type == OneOf((Ref("Mode"), Ref("WidestObject")))
    assert set(found["WidestObject"].members) == {"Named", "Custom", "Other"}
    assert found["Wider"].kind == "alias"


def test_a_union_of_plain_components_is_an_alias() -> None:
    document = schemas("""
        Name: {type: string}
        Count: {type: integer}
        Either: {oneOf: [@Name, @Count]}
    """)
    assert component(document, "Either").kind == "alias"
    assert component(document, "Either").type == OneOf((Ref("Name"), Ref("Count")))


def test_null_comes_through_names() -> None:
    document = schemas("""
        Maybe: {type: [object, 'null'], properties: {m: {type: string}}}
        Same: @Maybe
        Sure: {type: object, properties: {s: {type: string}}}
        Either: {oneOf: [@Sure, @Same]}
        Holder:
          type: object
          properties:
            a: @Same
            b: @Either
            c: {type: array, items: @Either}
    """)
    assert field(document, "Holder", "a").nullable
    assert field(document, "Holder", "b").nullable
    assert field(document, "Holder", "b").type == Ref("Either")
    assert field(document, "Holder", "c").type == ListOf(OneOf((Ref("Either"), Scalar("null"))))


@pytest.mark.parametrize(
    ("discriminator", "pointer", "word"),
    [
        ("{propertyName: kind, mapping: {kitten: Cat}}", "mapping/kitten", "never that"),
        ("{propertyName: kind, mapping: {fox: Fox}}", "mapping/fox", "no member"),
        ("{propertyName: kind, x-default-mapping: Fox}", "x-default-mapping", "no member"),
    ],
)
def test_a_mapping_that_contradicts_the_members_is_refused(
    discriminator: str, pointer: str, word: str
) -> None:
    [problem] = refused(
        schemas(f"""
        {textwrap.indent(ANIMALS, " " * 8).strip()}
        Fox: {{type: object, properties: {{kind: {{const: fox}}}}}}
        Animal: {{oneOf: [@Cat, @Dog], discriminator: {discriminator}}}
        """)
    )
    assert problem.pointer == f"/components/schemas/Animal/discriminator/{pointer}"
    assert word in problem.reason


def test_members_with_one_value_are_not_lost_one_behind_the_other() -> None:
    [problem] = refused(
        schemas("""
        A: {type: object, properties: {kind: {const: x}}}
        B: {type: object, properties: {kind: {const: x}, more: {type: string}}}
        Animal: {oneOf: [@A, @B], discriminator: {propertyName: kind}}
        """)
    )
    assert problem.pointer == "/components/schemas/Animal/discriminator"
    assert "'B' from 'A'" in problem.reason


@pytest.mark.parametrize("discriminator", ["", ", discriminator: {propertyName: kind}"])
def test_values_may_have_a_name_of_their_own(discriminator: str) -> None:
    document = schemas(f"""
        Feline: {{type: string, enum: [cat, lion]}}
        Canine: {{const: dog}}
        Cat: {{type: object, required: [kind], properties: {{kind: @Feline}}}}
        Dog: {{type: object, required: [kind], properties: {{kind: @Canine}}}}
        Animal: {{oneOf: [@Cat, @Dog]{discriminator}}}
        """)
    assert component(document, "Animal").tags == {"cat": "Cat", "lion": "Cat", "dog": "Dog"}
    assert field(document, "Cat", "kind").type == Enum(("cat", "lion"), open=False)


def test_members_may_list_the_values_of_all() -> None:
    """https://spec.openapis.org/oas/v3.1.1.html, section 4.8.25: the names of the components."""
    document = schemas("""
        Kind: {type: string, enum: [Cat, Dog]}
        Cat: {type: object, required: [kind], properties: {kind: @Kind}}
        Dog: {type: object, required: [kind], properties: {kind: @Kind}}
        Animal: {oneOf: [@Cat, @Dog], discriminator: {propertyName: kind}}
        """)
    assert component(document, "Animal").tags == {"Cat": "Cat", "Dog": "Dog"}
    assert field(document, "Dog", "kind").type == Enum(("Dog",), open=False)
