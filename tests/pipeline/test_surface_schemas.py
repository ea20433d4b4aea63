"""Every form a schema can take: the type that it reads as, or why it is refused."""

from __future__ import annotations

import pytest

from pipeline.pointer import join
from pipeline.surface import ANY, NULL, Enum, ListOf, MapOf, OneOf, Ref, Scalar, TypeExpr
from tests.support.generating import component, field, refused, schemas, surface_of

STR, INT, FLOAT, BOOL = (Scalar("str"), Scalar("int"), Scalar("float"), Scalar("bool"))


def read(schema: str) -> tuple[TypeExpr, bool]:
    """The type and nullability of a property with this schema (flow YAML)."""
    document = schemas(f"""
        Holder: {{type: object, properties: {{it: {schema}}}}}
        Thing: {{type: object, properties: {{id: {{type: string}}}}}}
        Other: {{type: object, properties: {{name: {{type: string}}}}}}
        Name: {{type: string}}
        Maybe: {{type: [string, 'null']}}
        MaybeThing: {{type: [object, 'null'], properties: {{id: {{type: string}}}}}}
        Things: {{type: array, items: @Thing}}
        Level: {{type: string, enum: [low, high]}}
    """)
    found = field(document, "Holder", "it")
    return found.type, found.nullable


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: string}", STR),
        ("{type: string, format: uuid}", STR),
        ("{type: string, format: date-time}", Scalar("date-time")),
        ("{type: string, format: date}", Scalar("date")),
        ("{type: integer}", INT),
        ("{type: number}", FLOAT),
        ("{type: boolean}", BOOL),
        ("{}", ANY),
        ("true", ANY),
        ("{description: anything}", ANY),
        ("{type: object}", MapOf(ANY)),
        ("{type: object, additionalProperties: true}", MapOf(ANY)),
        ("{type: object, additionalProperties: false}", MapOf(ANY)),
        ("{type: object, additionalProperties: {type: integer}}", MapOf(INT)),
        ("{additionalProperties: {type: integer}}", MapOf(INT)),
        ("{type: array}", ListOf(ANY)),
        ("{type: array, items: {type: string}}", ListOf(STR)),
        ("{items: {type: string}}", ListOf(STR)),
        ("{type: array, items: false}", ListOf(ANY)),
        ("{type: array, items: true}", ListOf(ANY)),
        (
            "{type: array, prefixItems: [{type: string}, {type: integer}]}",
            ListOf(OneOf((STR, INT))),
        ),
        (
            "{type: array, prefixItems: [{type: string}], items: {type: integer}}",
            ListOf(OneOf((STR, INT))),
        ),
        ("{type: array, prefixItems: [{type: string}], items: false}", ListOf(STR)),
        ("@Thing", Ref("Thing")),
        ("{$ref: '#/components/schemas/Thing', description: beside it}", Ref("Thing")),
        ("{allOf: [@Thing]}", Ref("Thing")),
        ("{allOf: [@Thing], description: wrapped}", Ref("Thing")),
        (
            "{allOf: [@Thing, {description: d, default: {}}]}",
            Ref("Thing"),
        ),
        ("{type: [string, integer]}", OneOf((STR, INT))),
        (
            "{anyOf: [{type: string}, {type: array, items: {type: string}}]}",
            OneOf((STR, ListOf(STR))),
        ),
        ("{oneOf: [{type: string}, {type: string}]}", STR),
        ("{anyOf: [{type: string}, {}]}", ANY),
        (
            "{anyOf: [@Name, {type: integer}]}",
            OneOf((INT, Ref("Name"))),
        ),
    ],
)
def test_a_schema_reads_as_a_type(schema: str, kind: TypeExpr) -> None:
    assert read(schema) == (kind, False)


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: 'null'}", NULL),
        ("{type: [string, 'null']}", STR),
        ("{type: ['null', string]}", STR),
        ("{type: string, nullable: true}", STR),
        ("{type: [string, integer, 'null']}", OneOf((STR, INT))),
        ("{anyOf: [{type: string}, {type: 'null'}]}", STR),
        ("{oneOf: [{type: 'null'}, {type: string}]}", STR),
        ("{anyOf: [{type: string}, {enum: [null]}]}", STR),
        ("{anyOf: [{type: string}, {const: null}]}", STR),
        ("{anyOf: [@Thing, {type: 'null'}]}", Ref("Thing")),
        ("{allOf: [@MaybeThing]}", Ref("MaybeThing")),
        ("@Maybe", Ref("Maybe")),
        ("@MaybeThing", Ref("MaybeThing")),
        ("{type: string, enum: [a, b], nullable: true}", Enum(("a", "b"))),
        ("{type: [string, 'null'], enum: [a, b, null]}", Enum(("a", "b"))),
        ("{enum: [a, null, b]}", Enum(("a", "b"))),
        ("{anyOf: [@Level, {type: 'null'}]}", Ref("Level")),
        ("{type: array, nullable: true, items: {type: string}}", ListOf(STR)),
        ("{type: object, nullable: true}", MapOf(ANY)),
    ],
)
def test_null_in_every_spelling(schema: str, kind: TypeExpr) -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/500 and others."""
    assert read(schema) == (kind, True)


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ("{type: string, enum: [a, b]}", Enum(("a", "b"))),
        ("{enum: [b, a, b]}", Enum(("b", "a"))),
        ("{enum: [1, 2]}", Enum((1, 2))),
        ("{enum: [1, a, true]}", Enum((1, "a", True))),
        ("{const: a}", Enum(("a",), open=False)),
        ("{const: 1}", Enum((1,), open=False)),
        ("{const: 1.5}", FLOAT),
        ("{enum: [1.5, a]}", OneOf((FLOAT, STR))),
        ("{const: {a: 1}}", MapOf(ANY)),
        ("{const: [1]}", ListOf(ANY)),
        ("{enum: ['200', 'on', '2024-01-01']}", Enum(("200", "on", "2024-01-01"))),
    ],
)
def test_listed_values(schema: str, kind: TypeExpr) -> None:
    """Enums are open: servers send values that no document lists. Constants are not."""
    found, nullable = read(schema)
    assert (repr(found), nullable) == (repr(kind), False)


def test_one_and_true_are_two_values() -> None:
    kind, _ = read("{enum: [1, true, 0, false]}")
    assert isinstance(kind, Enum)
    assert [(type(v), v) for v in kind.values] == [(int, 1), (bool, True), (int, 0), (bool, False)]


def test_a_null_inside_of_a_list_is_not_one_of_the_list() -> None:
    assert read("{type: array, items: {type: [string, 'null']}}") == (
        ListOf(OneOf((STR, NULL))),
        False,
    )
    assert read("{type: array, items: @MaybeThing}") == (
        ListOf(OneOf((Ref("MaybeThing"), NULL))),
        False,
    )


def test_names_of_anonymous_objects_tell_where_they_are() -> None:
    document = schemas("""
        Reply:
          type: object
          properties:
            usage:
              type: object
              properties: {details: {type: object, properties: {n: {type: integer}}}}
            choices: {type: array, items: {type: object, properties: {index: {type: integer}}}}
            by_name:
              additionalProperties: {type: object, properties: {x: {type: string}}}
            pair: {type: array, prefixItems: [{type: object, properties: {p: {type: string}}}]}
    """)
    assert set(surface_of(document).components) == {
        "Reply",
        "ReplyUsage",
        "ReplyUsageDetails",
        "ReplyChoicesItem",
        "ReplyByNameValue",
        "ReplyPairItem1",
    }
    assert field(document, "Reply", "choices").type == ListOf(Ref("ReplyChoicesItem"))
    assert field(document, "Reply", "by_name").type == MapOf(Ref("ReplyByNameValue"))


def test_an_anonymous_object_leaves_the_document_its_names() -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/652"""
    document = schemas("""
        Finding:
          type: object
          properties: {attribution: {type: object, properties: {a: {type: string}}}}
        FindingAttribution: {type: object, properties: {b: {type: string}}}
    """)
    components = surface_of(document).components
    assert [f.wire for f in components["FindingAttribution"].fields] == ["b"]
    assert field(document, "Finding", "attribution").type == Ref("FindingAttribution2")
    assert [f.wire for f in components["FindingAttribution2"].fields] == ["a"]


def test_titles_name_nothing() -> None:
    document = schemas("""
        One: {title: Thing, type: object, properties: {a: {type: string}}}
        Two: {title: Thing, type: object, properties: {b: {type: string}}}
    """)
    assert set(surface_of(document).components) == {"One", "Two"}


# -- allOf


def test_all_of_joins_properties_and_required() -> None:
    document = schemas("""
        Base: {type: object, required: [id], properties: {id: {type: string}, size: {type: number}}}
        Sized:
          allOf:
            - $ref: '#/components/schemas/Base'
            - type: object
              required: [extra]
              properties: {extra: {type: boolean}, size: {type: integer}}
          properties: {own: {type: string}}
    """)
    fields = {f.wire: f for f in component(document, "Sized").fields}
    assert list(fields) == ["id", "size", "extra", "own"]
    assert [w for w, f in fields.items() if f.required] == ["id", "extra"]
    assert fields["size"].type == INT


def test_all_of_narrows_enums_and_null() -> None:
    assert read("{allOf: [{enum: [a, b, c]}, {enum: [c, b]}]}") == (Enum(("b", "c")), False)
    assert read("{allOf: [{type: [string, 'null']}, {type: string}]}") == (STR, False)
    assert read("{allOf: [{type: [string, 'null']}, {minLength: 1}]}") == (STR, True)
    assert read("{allOf: [{type: number}, {type: integer}]}") == (INT, False)


def test_what_stands_beside_a_reference_counts() -> None:
    """In OpenAPI 3.1 the siblings of `$ref` are not ignored."""
    document = schemas("""
        Base: {type: object, properties: {id: {type: string}}}
        More: {$ref: '#/components/schemas/Base', properties: {extra: {type: string}}}
        Holder:
          type: object
          properties: {it: {$ref: '#/components/schemas/Base', default: {id: a}}}
    """)
    assert [f.wire for f in component(document, "More").fields] == ["id", "extra"]
    assert field(document, "Holder", "it").schema["default"] == {"id": "a"}


def test_bounds_of_all_parts_hold() -> None:
    document = schemas("""
        Holder:
          type: object
          properties:
            n:
              allOf:
                - {type: object, properties: {v: {type: integer, minimum: 1, maximum: 9}}}
                - {properties: {v: {minimum: 3, maximum: 20}}}
    """)
    [value] = component(document, "HolderN").fields
    assert value.type == INT


@pytest.mark.parametrize(
    ("schema", "pointer", "keyword"),
    [
        ("{allOf: [{type: string}, {type: integer}]}", "/allOf", "type"),
        ("{allOf: [{enum: [a]}, {enum: [b]}]}", "/allOf", "enum"),
        ("{allOf: [{const: a}, {const: b}]}", "/allOf", "const"),
        ("{allOf: [{minProperties: 1}, {minProperties: many}]}", "/allOf", "minProperties"),
        ("{allOf: [{maxContains: 1}, {maxContains: [2]}]}", "/allOf", "maxContains"),
        ("{allOf: [{type: string}, false]}", "/allOf/1", "false"),
        (
            "{allOf: [{properties: {v: {type: string}}}, {properties: {v: {type: boolean}}}]}",
            "/properties/v/allOf",
            "type",
        ),
    ],
)
def test_parts_that_contradict_each_other_are_refused(
    schema: str, pointer: str, keyword: str
) -> None:
    [problem] = refused(schemas(f"T: {schema}"))
    assert problem.pointer == f"/components/schemas/T{pointer}"
    assert repr(keyword) in problem.reason
    assert problem.remedy


# -- recursion


def test_recursion_of_models() -> None:
    document = schemas("""
        Node: {type: object, properties: {children: {type: array, items: @Node}}}
        Ping: {type: object, properties: {pong: @Pong}}
        Pong: {allOf: [{type: object, properties: {ping: @Ping}}]}
        Leaf: {allOf: [@Node, {properties: {leaf: @Leaf}}]}
    """)
    assert field(document, "Node", "children").type == ListOf(Ref("Node"))
    assert field(document, "Pong", "ping").type == Ref("Ping")
    assert field(document, "Leaf", "leaf").type == Ref("Leaf")


def test_recursion_through_lists_and_maps_only() -> None:
    document = schemas("""
        Value:
          anyOf:
            - {type: string}
            - {type: 'null'}
            - {type: array, items: @Value}
            - {type: object, additionalProperties: @Value}
    """)
    value = OneOf((Ref("Value"), NULL))
    assert component(document, "Value").type == OneOf((STR, ListOf(value), MapOf(value)))


@pytest.mark.parametrize(
    "text",
    [
        "A: @A",
        "A: {allOf: [@A]}",
        "A: {allOf: [@A, {properties: {x: {type: string}}}]}",
        """
        A: @B
        B: @A
        """,
        """
        A: {oneOf: [@B, {type: string}]}
        B: {anyOf: [@A, {type: integer}]}
        """,
    ],
)
def test_a_schema_made_of_itself_is_refused(text: str) -> None:
    """https://github.com/python-openapi/openapi-spec-validator/issues/400"""
    problems = refused(schemas(text))
    assert problems[0].pointer is not None
    assert problems[0].pointer.startswith("/components/schemas/A")


def test_a_reference_into_a_schema_shares_its_type() -> None:
    document = schemas("""
        Outer:
          type: object
          properties:
            inner:
              type: object
              properties: {again: {$ref: '#/components/schemas/Outer/properties/inner'}}
        User:
          type: object
          properties: {it: {$ref: '#/components/schemas/Outer/properties/inner'}}
    """)
    inner = field(document, "User", "it").type
    assert isinstance(inner, Ref)
    assert field(document, "Outer", "inner").type == inner
    assert field(document, inner.name, "again").type == inner
    assert len(surface_of(document).components) == 3


@pytest.mark.parametrize("name", ["../../x", "a b", "x;y", "日本", 'q"', "%41", ""])
def test_names_that_openapi_does_not_allow_are_refused(name: str) -> None:
    document = schemas("A: {type: string}")
    document["components"]["schemas"][name] = {"type": "string"}
    [problem] = refused(document)
    assert problem.pointer == join("/components/schemas", name)


@pytest.mark.parametrize(
    ("ref", "word"),
    [
        ("#/components/schemas/Nowhere", "leads nowhere"),
        ("other.yaml#/A", "leaves the document"),
        ("https://example.com/a.json", "leaves the document"),
        ("#Anchor", "leaves the document"),
    ],
)
def test_references_that_lead_nowhere(ref: str, word: str) -> None:
    [problem] = refused(schemas(f"T: {{type: object, properties: {{p: {{$ref: '{ref}'}}}}}}"))
    assert problem.pointer == "/components/schemas/T/properties/p/$ref"
    assert word in problem.reason


# -- conditions and boolean schemas


def test_conditions_are_noted_not_lost_in_silence() -> None:
    document = schemas("""
        T:
          type: object
          properties: {a: {type: string}, b: {type: string}}
          if: {required: [a]}
          then: {required: [b]}
          not: {required: [c]}
          patternProperties: {'^x-': {type: string}}
          additionalProperties: {type: integer}
          required: [a, z]
    """)
    notes = "\n".join(surface_of(document).notes)
    for words in ("/if: ", "/then: ", "/not: ", "patternProperties", "additional", "'z'"):
        assert words in notes
    assert [f.wire for f in component(document, "T").fields] == ["a", "b"]


def test_choices_that_only_require_add_no_type() -> None:
    document = schemas("""
        T:
          type: object
          properties: {a: {type: string}}
          anyOf: [{required: [a]}, {required: [b]}]
    """)
    assert component(document, "T").kind == "model"
    assert any("/anyOf: " in note for note in surface_of(document).notes)


def test_properties_declared_under_a_condition_are_refused() -> None:
    document = schemas("""
        T:
          type: object
          properties: {kind: {type: string}}
          if: {properties: {kind: {const: x}}}
          then: {properties: {extra: {type: string}}}
    """)
    assert {p.pointer for p in refused(document)} >= {"/components/schemas/T/then"}


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("T: false", "/components/schemas/T"),
        ("T: {type: object, properties: {a: false}}", "/components/schemas/T/properties/a"),
        ("T: {type: strin}", "/components/schemas/T/type"),
        ("T: {type: [string, nul]}", "/components/schemas/T/type"),
        ("T: {enum: []}", "/components/schemas/T"),
        ("T: {oneOf: []}", "/components/schemas/T/oneOf"),
    ],
)
def test_schemas_without_a_value_are_refused(text: str, pointer: str) -> None:
    assert [p.pointer for p in refused(schemas(text))] == [pointer]


def test_all_problems_are_told_at_once() -> None:
    document = schemas("""
        A: {type: nope}
        B: @Missing
        C: {allOf: [{type: string}, {type: integer}]}
    """)
    assert [p.pointer for p in refused(document)] == [
        "/components/schemas/A/type",
        "/components/schemas/B/$ref",
        "/components/schemas/C/allOf",
    ]
