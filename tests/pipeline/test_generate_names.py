"""Names: what Python, the client or another name already means is still what it was."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.generate import generate
from pipeline.generate.taken import CLASS_NAMES
from pipeline.types import JsonObject
from tests.support.generating import (
    ROOT,
    Client,
    modules,
    parsed,
    real_project,
    schemas,
    surface_of,
)

Make = Callable[[JsonObject], Client]


def model(*properties: str) -> JsonObject:
    """A document with a model of nullable strings, a date-time and a list."""
    document = schemas("Thing: {type: object}")
    document["components"]["schemas"]["Thing"]["properties"] = {
        **{name: {"type": ["string", "null"]} for name in properties},
        "when_at": {"type": "string", "format": "date-time"},
        "names": {"type": "array", "items": {"type": "string"}},
        "kind_of": {"enum": ["a"]},
    }
    return document


def refused(document: JsonObject) -> list[Problem]:
    with pytest.raises(PipelineError) as caught:
        modules(document)
    return list(caught.value.problems)


def import_all(client: Client) -> None:
    """Import every generated module, with warnings as errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        package = client.module()
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.name.split(".")[1] not in ("runtime", "testing"):
                importlib.import_module(found.name)
        types = client.module("types")
        assert all(hasattr(types, name) for name in types.__all__)


PROPERTIES = {
    "class": "class_",
    "def": "def_",
    "import": "import_",
    "None": "none",
    "true": "true",
    "match": "match",
    "type": "type",
    "object": "object",
    "input": "input",
    "id": "id",
    "str": "str_",
    "int": "int_",
    "list": "list_",
    "dict": "dict_",
    "datetime": "datetime_",
    "given": "given_",
    "self": "self_",
    "cls": "cls_",
    "raw": "raw_",
    "to_dict": "to_dict_",
    "from_json": "from_json_",
    "date": "date",
    "attrs": "attrs",
    "Any": "any",
    "Literal": "literal",
    "OMIT": "omit",
    "model_config": "model_config",
    "copy": "copy",
    "json": "json",
    "finishReason": "finish_reason",
    "HTTPServer": "http_server",
    "$ref": "ref",
    "@type": "type",
    "x-request-id": "x_request_id",
    "a.b": "a_b",
    "a b": "a_b",
    "1st": "field_1st",
    "_wire": "field_wire",
    "_fields": "field_fields",
    "__init__": "field_init",
    "__class__": "field_class",
    "": "field",
    "-": "field",
    "é": "é",
    "日本": "日本",
    "ﬁne": "fine",
    'q"uote': "quote",
    "back\\slash": "back_slash",
    "new\nline": "newline",
}


def test_every_name_of_a_property(client: Make) -> None:
    """One client a name would take long: each property has a model of its own in one client."""
    document = schemas("Thing: {type: object}")
    components = document["components"]["schemas"]
    for index, name in enumerate(PROPERTIES):
        components[f"Model{index}"] = model(name)["components"]["schemas"]["Thing"]
    made = client(document)
    import_all(made)
    for index, (wire, name) in enumerate(PROPERTIES.items()):
        cls = getattr(made, f"Model{index}")
        assert [n for n, spec in cls._fields.items() if spec[0] == wire] == [name], wire
        value = {wire: "v", "when_at": "2024-05-01T10:00:00Z", "names": ["n"], "kind_of": "b"}
        decoded = cls.from_dict(value)
        assert getattr(decoded, name) == "v"
        assert decoded.when_at.year == 2024
        assert decoded.to_dict() == value
        assert cls(**{name: "w"}).to_dict() == {wire: "w"}
        assert cls(**{name: None}).to_dict() == {wire: None}
        assert cls().to_dict() == {}


@pytest.mark.parametrize(("one", "other"), [("type", "@type"), ("", "-")])
def test_properties_that_would_share_a_name_are_refused(one: str, other: str) -> None:
    [problem] = refused(model(one, other))
    assert problem.pointer is not None
    assert problem.pointer.startswith("/components/schemas/Thing")


@pytest.mark.parametrize(
    ("one", "other"), [("a-b", "a_b"), ("aB", "a_b"), ("id", "Id"), ("id", "_id"), ("id", "id2")]
)
def test_properties_that_fold_together_stay_two(client: Make, one: str, other: str) -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/602"""
    made = client(model(one, other))
    value = {one: "1", other: "2"}
    thing = made.Thing.from_dict(value)
    names = {spec[0]: name for name, spec in made.Thing._fields.items()}
    assert len({names[one], names[other]}) == 2
    assert (getattr(thing, names[one]), getattr(thing, names[other])) == ("1", "2")
    assert made.Thing(**{names[one]: "1", names[other]: "2"}).to_dict() == value


# -- components


def requesting(name: str) -> JsonObject:
    """A document whose request holds a component of some name, beside all kinds of others."""
    document = parsed("""
        paths:
          /things:
            post:
              operationId: things.create
              parameters: [{name: q, in: query, schema: @Order}]
              requestBody: {content: {application/json: {schema: @Request}}}
              responses: {'200': {description: ok, content: {application/json: {schema: @Request}}}}
        components:
          schemas:
            Request:
              type: object
              properties:
                any: {}
                at: {type: string, format: date-time}
                listed: {enum: [a, b]}
                items: {type: array, items: {type: [string, 'null']}}
                map: {type: object, additionalProperties: {type: integer}}
                either: @Either
                odd key: {type: string}
            Either: {oneOf: [@First, @Request]}
            First: {type: object, properties: {first: {type: string}}}
            Order: {type: string, enum: [up, down]}
    """)
    components = document["components"]["schemas"]
    components["Request"]["properties"]["it"] = {"$ref": f"#/components/schemas/{name}"}
    components[name] = {"type": "object", "properties": {"x": {"type": "string"}}}
    return document


def test_every_name_that_the_client_uses_itself_can_be_a_component(client: Make) -> None:
    names = sorted(
        {name for name in CLASS_NAMES if name != "ClassVar" and not name.isupper()}
        | {"Things", "AsyncThings", "None", "Exception", "type", "list", "OBJECT"}
    )
    document = requesting("Model")
    components = document["components"]["schemas"]
    for name in names:
        components["Request"]["properties"][f"it_{name.lower()}x"] = {
            "$ref": f"#/components/schemas/{name}"
        }
        components[name] = {"type": "object", "properties": {"x": {"type": "string"}}}
    made = client(document)
    import_all(made)
    value: JsonObject = {f"it_{name.lower()}x": {"x": name} for name in names}
    value |= {"at": "2024-05-01T10:00:00Z", "items": [None, "a"], "either": {"first": "1"}}
    request = made.Request.from_dict(value)
    for name in names:
        assert getattr(request, f"it_{name.lower()}x").x == name
    assert type(request.either).__name__ == "First"
    assert request.to_dict() == value
    resource = made.module("resources.things")
    assert {"AsyncThingsResource", "ThingsResource"} <= set(resource.__all__)


def test_the_reserved_names_are_those_that_the_generated_modules_use() -> None:
    """A name that a template starts to import has to be reserved."""
    found: set[str] = set()
    for path, data in real_project().items():
        folder, _, module = path.partition("/")[2].partition("/")
        if folder not in ("models", "params", "raw", "resources") or module == "__init__.py":
            continue
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(
                ("models", "params", "raw", "resources", "shared")
            ):
                found.update(alias.asname or alias.name for alias in node.names)
    capitalised = {name for name in found if name[:1].isupper()}
    assert capitalised - CLASS_NAMES == set()


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("Foo: {type: string}\nfoo: {type: string}", "/components/schemas/foo"),
        ("Foo.Bar: {type: string}\nFooBar: {type: string}", "/components/schemas/FooBar"),
        ("foo_bar: {type: string}\nFooBar: {type: string}", "/components/schemas/FooBar"),
        (
            "GitHubOAuth: {type: string}\nGithubOAuth: {type: string}",
            "/components/schemas/GithubOAuth",
        ),
        ("ClassVariant: {type: string}", "/components/schemas/ClassVariant"),
        (
            """
            Item: {oneOf: [@A, @B]}
            A: {type: object, properties: {a: {type: string}}}
            B: {type: object, properties: {b: {type: string}}}
            UnknownItem: {type: object, properties: {c: {type: string}}}
            """,
            "/components/schemas/Item",
        ),
    ],
)
def test_components_that_would_share_a_name_are_refused(text: str, pointer: str) -> None:
    [problem] = refused(schemas(text))
    assert problem.pointer == pointer
    assert problem.remedy


def test_a_component_with_the_name_of_anothers_dict_is_refused() -> None:
    problems = refused(requesting("FirstParam"))
    assert [p.pointer for p in problems] == ["/components/schemas/FirstParam"]


# -- plain dicts


def test_keys_of_plain_dicts_mean_themselves(client: Make) -> None:
    names = ["class", "str", "Any", "Literal", "__private", "odd key", "Request", "First"]
    for name in names:
        document = requesting("Plain")
        document["components"]["schemas"]["Plain"]["properties"] = {
            name: {"type": "string"},
            "other": {"type": "string"},
        }
        made = client(document)
        keys = made.module("params.things").PlainParam.__annotations__
        assert set(keys) == {name, "other"}
        import_all(made)


# -- operations


def operations(*ids: str) -> JsonObject:
    document = parsed("paths: {}\ncomponents: {schemas: {A: {type: object, properties: {a: {}}}}}")
    answer: Any = {
        "200": {
            "description": "",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}},
        }
    }
    for index, name in enumerate(ids):
        document["paths"][f"/p{index}"] = {"get": {"operationId": name, "responses": answer}}
    return document


@pytest.mark.parametrize(
    "name",
    [
        "create",
        "a..b",
        ".b",
        "a.",
        "a.class",
        "import.b",
        "a.b c",
        "a.b-c",
        "../x.y",
        "a/b.c",
        "_a.b",
        "a.__init__",
        "1.b",
        "a.é",
        "shared.get",
        "close.get",
        "with_options.get",
        "servers.get",
        "timeout.get",
        "list.get",
        "str.get",
        "property.get",
        "things.str",
        "things.object",
        "things.overload",
        "things.Literal",
        "things.A",
        "things.property.get",
    ],
)
def test_operation_ids_that_are_no_names_are_refused(name: str) -> None:
    problems = refused(operations(name))
    assert [p.pointer for p in problems] == ["/paths/~1p0/get/operationId"]
    assert "overlay" in (problems[0].remedy or "")


@pytest.mark.parametrize(
    "ids",
    [
        ("a.b", "a.b"),
        ("a.b", "a.b.c"),
        ("a.b.c", "a.b"),
        ("a.getB", "a.getb"),
        ("a.b_c", "a.b.c"),
        ("a.b_c.x", "a.b.c.y"),
        ("Things.get", "things.list"),
    ],
)
def test_operation_ids_that_claim_one_name_are_refused(ids: tuple[str, str]) -> None:
    problems = refused(operations(*ids))
    assert [p.pointer for p in problems] == ["/paths/~1p1/get/operationId"]
    assert repr(ids[0]) in problems[0].reason


def test_a_method_hides_no_type_of_the_answers_of_its_resource() -> None:
    document = operations("things.list", "things.dict")
    content = document["paths"]["/p0"]["get"]["responses"]["200"]["content"]
    content["application/json"]["schema"] = {
        "type": "object",
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
    assert [p.pointer for p in refused(document)] == [
        "/paths/~1p0/get/operationId",
        "/paths/~1p1/get/operationId",
    ]


def test_methods_called_like_builtins(client: Make) -> None:
    made = client(operations("a.list", "a.get", "a.type", "a.next", "b.delete", "models.list"))
    import_all(made)
    # The document has a schema A, so the resource is called otherwise.
    assert callable(made.module("resources.a").AResource.list)


def test_every_response_view_that_is_not_known_is_told_with_its_place() -> None:
    document = schemas("""
    A: {type: object, x-response-view: chatt, properties: {a: {type: string}}}
    B: {type: object, x-response-view: answers, properties: {b: {type: string}}}
    """)
    with pytest.raises(PipelineError) as raised:
        modules(document)
    assert [(p.document, p.pointer) for p in raised.value.problems] == [
        ("test.yaml", f"/components/schemas/{name}/x-response-view") for name in "AB"
    ]


def test_names_are_the_same_in_every_version_of_python() -> None:
    """Unicode 15 has the ideograph, 15.1 has the dot in identifiers; 3.13 and 3.15 add builtins."""
    document = schemas("""
    PythonFinalizationError: {type: object, properties: {a: {type: string}}}
    ImportCycleError: {type: object, properties: {a: {type: string}}}
    frozendict: {type: object, properties: {a: {type: string}}}
    Thing: {type: object}
    """)
    document["paths"]["/things"]["get"]["requestBody"] = {
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}
    }
    names = {"one\U00031350": "one", "two\u30fb": "two", "日本": "日本"}
    names |= {name: name for name in ("frozendict", "lazy", "sentinel")}  # builtins from 3.15
    thing = document["components"]["schemas"]["Thing"]
    for wire, name in names.items():
        thing["properties"] = {wire: {"type": "string", "enum": [f"x{wire}"]}}
        made = {path: data.decode() for path, data in modules(document).items()}
        models = "".join(text for path, text in made.items() if "/models/" in path)
        assert f'{name}: Literal["x{wire}"] | str | None' in models
        for made_class in ("PythonFinalizationError_", "ImportCycleError_", "Frozendict"):
            assert f"class {made_class}(Model)" in models
        form = "class ThingParam(TypedDict" if name == wire else "ThingParam = TypedDict("
        assert form in made["client/params/things.py"]


def test_names_are_taken_by_the_runtime_of_the_checkout_at_work(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    shutil.copytree(ROOT / "overlays" / "runtime", runtime)
    document = model("city")

    def made() -> str:
        surface = surface_of(document)
        tree = generate(surface, document, version="1", package_name="client", runtime=runtime)
        return tree["client/models/shared.py"].decode()

    assert "    city:" in made()
    path = runtime / "model.py"
    path.write_text(f"{path.read_text('utf-8')}\nclass Mixin:\n    def city(self): ...\n", "utf-8")
    assert "    city_:" in made()
    path.write_text("def\n", "utf-8")
    with pytest.raises(PipelineError, match=r"^overlays/runtime/model\.py:1: not Python: "):
        made()
    path.unlink()
    with pytest.raises(PipelineError, match=r"^runtime/model\.py: cannot be read: No such file"):
        made()
