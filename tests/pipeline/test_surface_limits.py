"""What no reader of schemas and operations asks for, and the client would pass over in silence."""

from __future__ import annotations

import pytest

from tests.support.generating import OPERATION, parsed, refused, schemas, surface_of

_ANSWER = """
      responses:
        '200': {description: d, content: {application/json: {schema: {type: object}}}}
"""
_BEARER = """
components:
  securitySchemes: {b: {type: http, scheme: %s}, k: {type: apiKey, in: header, name: x}}
"""


@pytest.mark.parametrize(
    "keyword",
    [
        "$id: https://a",
        "$anchor: a",
        "$dynamicRef: '#a'",
        "$dynamicAnchor: a",
        "$schema: https://a",
    ],
)
def test_keywords_that_change_what_references_mean_are_refused(keyword: str) -> None:
    (problem,) = refused(
        schemas(f"S: {{type: object, properties: {{a: {{type: string, {keyword}}}}}}}")
    )
    name = keyword.partition(":")[0]
    assert problem.pointer == f"/components/schemas/S/properties/a/{name}"


def test_another_dialect_is_refused_and_the_two_of_openapi_are_not() -> None:
    (problem,) = refused(parsed("jsonSchemaDialect: https://json-schema.org/draft-07/schema\n"))
    assert problem.pointer == "/jsonSchemaDialect"
    surface_of(parsed("jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n"))
    surface_of(parsed("jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base\n"))


def test_an_address_with_variables_is_refused() -> None:
    text = "servers: [{url: 'https://{region}.a', variables: {region: {default: eu}}}]\n"
    (problem,) = refused(parsed(text))
    assert problem.pointer == "/servers/0/variables"


@pytest.mark.parametrize("place", ["path", "operation"])
def test_servers_of_a_part_are_refused(place: str) -> None:
    servers = "servers: [{url: 'https://other'}]"
    head = f"    {servers}\n" if place == "path" else ""
    own = f"      {servers}\n" if place == "operation" else ""
    text = f"\npaths:\n  /a:\n{head}    get:\n      operationId: a.get\n{own}{_ANSWER}"
    (problem,) = refused(parsed(text))
    assert problem.pointer is not None
    assert problem.pointer.endswith("/servers")


@pytest.mark.parametrize(
    ("security", "scheme", "fits"),
    [
        ("[{b: []}]", "bearer", True),
        ("[{b: []}]", "Bearer", True),
        ("[{k: []}, {b: []}]", "bearer", True),
        ("[{}, {k: []}]", "bearer", True),
        ("[]", "bearer", True),
        ("[{k: []}]", "bearer", False),
        ("[{b: [], k: []}]", "bearer", False),
        ("[{b: []}]", "basic", False),
    ],
)
def test_an_api_is_opened_with_a_bearer_token(security: str, scheme: str, fits: bool) -> None:
    document = parsed(f"security: {security}\n{_BEARER % scheme}")
    if fits:
        surface_of(document)
    else:
        (problem,) = refused(document)
        assert problem.pointer == "/security"
        assert "bearer token" in problem.reason


def test_a_keyword_that_nobody_knows_is_noted() -> None:
    surface = surface_of(schemas("S: {type: string, meaning: 3}"))
    assert any("#/components/schemas/S/meaning: 'meaning'" in note for note in surface.notes)


@pytest.mark.parametrize(
    ("text", "pointer", "meant"),
    [
        ("S: {type: string, minLenght: 3}", "/S/minLenght", "minLength"),
        ("S: {type: object, propertys: {a: {}}}", "/S/propertys", "properties"),
        ("S: {type: object, properties: {a: {enums: [x]}}}", "/S/properties/a/enums", "enum"),
        ("S: {type: object, requierd: [a]}", "/S/requierd", "required"),
    ],
)
def test_a_misspelt_keyword_is_refused(text: str, pointer: str, meant: str) -> None:
    [problem] = refused(schemas(text))
    assert problem.pointer == f"/components/schemas{pointer}"
    assert f"Did you mean {meant!r}?" in (problem.remedy or "")


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("content: {application/json", "contents: {application/json", "content"),
        ("responses:", "respones:", "responses"),
        ("{schema:", "{schemas:", "schema"),
    ],
)
def test_a_misspelt_field_of_another_object_is_refused(old: str, new: str, meant: str) -> None:
    told = [p.remedy or "" for p in refused(parsed(OPERATION.replace(old, new)))]
    assert any(f"Did you mean {meant!r}?" in remedy for remedy in told)


def test_fields_of_openapi_itself_are_known() -> None:
    """A name is no keyword: what stands in a map of the document may be called anything."""
    surface = surface_of(
        schemas("propertys: {type: object, properties: {requierd: {}, enums: {}}}")
    )
    assert surface.notes == ()


def test_a_response_view_of_what_has_no_properties_is_refused() -> None:
    text = """
        Thing: {type: object, x-response-view: chat, properties: {id: {type: string}}}
        Other: {$ref: '#/components/schemas/Thing', x-response-view: chat}
        Many: {type: array, items: @Thing, x-response-view: chat}
        Holder:
          type: object
          properties: {a: {$ref: '#/components/schemas/Thing', x-response-view: chat}}
    """
    assert [p.pointer for p in refused(schemas(text))] == [
        f"/components/schemas/{place}/x-response-view"
        for place in ("Other", "Many", "Holder/properties/a")
    ]


def test_a_discriminator_that_tells_nothing_apart_is_noted() -> None:
    text = "S: {type: object, properties: {t: {type: string}}, discriminator: {propertyName: t}}"
    assert any("tells nothing apart" in note for note in surface_of(schemas(text)).notes)


def test_headers_of_answers_are_noted() -> None:
    text = """
        paths:
          /a:
            get:
              operationId: a.get
              responses:
                '200':
                  description: d
                  headers: {x-rate: {schema: {type: integer}}}
                  content: {application/json: {schema: {type: object}}}
    """
    assert any("headers of answers have no type" in note for note in surface_of(parsed(text)).notes)


def test_components_of_a_kind_that_openapi_lacks_are_refused() -> None:
    (problem,) = refused(parsed("components: {zz: {a: 1}, x-fine: null}\n"))
    assert problem.pointer == "/components/zz"


@pytest.mark.parametrize("url", ["/v1", "./v1", ""])
def test_an_address_that_cannot_be_called_is_refused(url: str) -> None:
    (problem,) = refused(parsed(f"servers: [{{url: '{url}'}}]\n"))
    assert problem.pointer == "/servers/0/url"


@pytest.mark.parametrize("version", ["3.0.3", "2.0", "3.2.0", None])
def test_another_version_of_openapi_is_refused(version: str | None) -> None:
    document = {**parsed(""), "openapi": version}
    if version is None:
        del document["openapi"]
    problems = refused(document)
    assert problems[0].pointer == ("/openapi" if version else "")


def test_security_behind_references_is_seen() -> None:
    document = parsed(_BEARER % "bearer")
    item = document["paths"].pop("/things")
    document["components"]["securitySchemes"]["r"] = {"$ref": "#/components/securitySchemes/b"}
    document["components"]["pathItems"] = {"Item": item}
    document["paths"]["/things"] = {"$ref": "#/components/pathItems/Item"}
    item["get"]["security"] = [{"r": []}]
    surface_of(document)
    item["get"]["security"] = [{"k": []}]
    (problem,) = refused(document)
    assert problem.pointer == "/components/pathItems/Item/get/security"


@pytest.mark.parametrize(
    ("schema", "keyword", "value"),
    [
        ("{type: object, required: [a, b, a], properties: {a: {}, b: {}}}", "required", '"a"'),
        ("{type: [string, 'null', string]}", "type", '"string"'),
        ("{enum: [1, 1.0, true, 1]}", "enum", "1"),
    ],
)
def test_what_a_list_has_twice_is_noted(schema: str, keyword: str, value: str) -> None:
    """Both the vendor and an overlay add it, for one."""
    [note] = [n for n in surface_of(schemas(f"S: {schema}")).notes if "twice" in n]
    assert f"#/components/schemas/S/{keyword}: {value} is in the list twice" in note
