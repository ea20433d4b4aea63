"""Merging whole documents: the vendor's three, determinism, and what is said at the root."""

from __future__ import annotations

import copy
import itertools
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from pipeline.errors import PipelineError
from pipeline.merge import MergePart, Rename, Shared, TagDeclared, merge
from pipeline.types import Document, Json
from tests.support.merging import HEAD, part, refused, response_schema, schemas, vendor_parts

ROOT = Path(__file__).parents[2]


def ids_of(value: Json) -> list[int]:
    if isinstance(value, dict):
        return [id(value), *(i for item in value.values() for i in ids_of(item))]
    if isinstance(value, list):
        return [id(value), *(i for item in value for i in ids_of(item))]
    return []


class TestVendorDocuments:
    def test_messages_401_is_typed_with_request_id(self) -> None:
        # The 401 responses of two documents read the same and lead to different error schemas.
        merged = merge(vendor_parts())
        assert "request_id" in response_schema(merged, "/v1/messages", "401")["properties"]
        chat = response_schema(merged, "/v1/chat/completions", "401")["properties"]
        assert list(chat) == ["error"]
        assert response_schema(merged, "/v1/responses", "401")["required"] == ["error"]

    def test_component_names(self) -> None:
        components = merge(vendor_parts()).tree["components"]
        assert list(components["schemas"]) == [
            "ChatCompletionRequest",
            "ChatCompletion",
            "ChatInputMessage",
            "ChatChoice",
            "ChatUsage",
            "ChatErrorResponse",
            "ChatAssistantMessage",
            "MessageRequest",
            "Message",
            "MessagesInputMessage",
            "ContentBlock",
            "MessageUsage",
            "MessagesErrorResponse",
            "ResponseRequest",
            "Response",
            "ResponsesErrorResponse",
            "ResponsesInputMessage",
            "ResponseOutputItem",
            "ResponseUsage",
            "ResponseOutputText",
        ]
        assert list(components["responses"]) == [
            f"{prefix}{name}"
            for prefix in ("Chat", "Messages")
            for name in ("BadRequest", "Unauthorized", "RateLimited", "InternalError")
        ]
        assert list(components["securitySchemes"]) == ["bearerAuth"]

    def test_root(self) -> None:
        tree = merge(vendor_parts()).tree
        assert tree["openapi"] == "3.1.0"
        assert [tag["name"] for tag in tree["tags"]] == [
            "Chat Completions",
            "Messages",
            "Responses",
        ]
        assert tree["security"] == [{"bearerAuth": []}]
        assert list(tree["paths"]) == ["/v1/chat/completions", "/v1/messages", "/v1/responses"]
        assert tree["info"]["license"] == {"name": "MIT"}

    def test_report(self) -> None:
        report = merge(vendor_parts()).report
        documents = ("chat-completions.yaml", "messages.yaml", "responses.yaml")
        assert report.documents == documents
        assert report.shared == (Shared("securitySchemes", "bearerAuth", documents),)
        assert report.text_differences == ()
        assert report.tags_declared == (TagDeclared("Responses", ("responses.yaml",)),)
        assert report.security_pushed == ()
        assert report.renames[0] == Rename(
            "chat-completions.yaml",
            "schemas",
            "ChatCompletionQuickRequest",
            "ChatCompletionRequest",
            "explicit",
        )
        whys = [rename.why for rename in report.renames]
        assert whys == ["explicit"] * 27
        assert (
            report.merged_name("messages.yaml", "responses", "BadRequest") == "MessagesBadRequest"
        )
        assert report.merged_name("messages.yaml", "schemas", "MessageUsage") == "MessageUsage"
        assert report.remarks() == [
            "declared tag Responses, used in responses.yaml",
            *report.notes,
        ]

    def test_nothing_leaves_the_documents(self) -> None:
        for given in vendor_parts():
            assert '"$ref": "#/components/' in json.dumps(given.document.tree)
            assert json.dumps(given.document.tree).count('"$ref": "#/') == json.dumps(
                given.document.tree
            ).count('"$ref"')

    def test_one_document_alone_keeps_its_order_and_text(self) -> None:
        for given in vendor_parts():
            tree = copy.deepcopy(given.document.tree)
            merged = merge([MergePart(given.document, given.prefix)]).tree
            if "tags" not in tree:
                assert merged.pop("tags") == [{"name": "Responses"}]
            assert json.dumps(merged) == json.dumps(tree)


class TestPurity:
    def test_inputs_are_left_alone_and_shared_with_nothing(self) -> None:
        parts = vendor_parts()
        before = json.dumps([p.document.tree for p in parts])
        ids = ids_of(merge(parts).tree)
        assert json.dumps([p.document.tree for p in parts]) == before
        assert len(set(ids)) == len(ids)
        assert not set(ids) & {i for p in parts for i in ids_of(p.document.tree)}

    def test_an_object_in_two_places_of_the_input_is_two_in_the_output(self) -> None:
        text = {"type": "string"}
        given = schemas("a", "A", "X: {type: object}")
        given.document.tree["components"]["schemas"]["X"]["properties"] = {"a": text, "b": text}
        ids = ids_of(merge([given]).tree)
        assert len(set(ids)) == len(ids)

    def test_order_of_the_parts_is_of_no_account(self) -> None:
        results = {
            json.dumps([merged.tree, asdict(merged.report)])
            for order in itertools.permutations(vendor_parts())
            for merged in (merge(order),)
        }
        assert len(results) == 1

    def test_hash_seed_is_of_no_account(self) -> None:
        code = (
            "import json; from pipeline.merge import merge;"
            "from tests.support.merging import vendor_parts;"
            "m = merge(vendor_parts()); print(json.dumps([m.tree, str(m.report)]))"
        )
        outputs = {
            subprocess.run(
                [sys.executable, "-c", code],
                cwd=ROOT,
                env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                check=True,
            ).stdout
            for seed in ("0", "1", "2")
        }
        assert len(outputs) == 1


A = """
    paths:
      /x:
        get: {operationId: getX, responses: {'200': {description: ok}}}
"""
B = """
    paths:
      /y:
        get: {operationId: getY, responses: {'200': {description: ok}}}
"""


def a(more: str = "", head: str = HEAD) -> MergePart:
    return part("a.yaml", "A", A + more, head=head)


def b(more: str = "", head: str = HEAD) -> MergePart:
    return part("b.yaml", "B", B + more, head=head)


def test_canonical_order_is_prefix_then_name() -> None:
    one = part("z.yaml", "A", A)
    two = part("b.yaml", "B", B)
    assert list(merge([two, one]).tree["paths"]) == ["/x", "/y"]


def test_nothing_to_merge() -> None:
    with pytest.raises(PipelineError, match="no document to merge"):
        merge([])


def test_openapi_takes_the_highest_patch_and_refuses_another_minor() -> None:
    def head(version: str) -> str:
        return f"openapi: {version}\ninfo: {{title: T, version: '1'}}\n"

    assert merge([a(head=head("3.1.10")), b(head=head("3.1.9"))]).tree["openapi"] == "3.1.10"
    (problem,) = refused(a(head=head("3.1.0")), b(head=head("3.0.3")))
    assert problem.document == "b.yaml" and "a.yaml is OpenAPI 3.1.0" in problem.reason
    (problem,) = refused(a(head=head("3.2.0")))
    assert problem.pointer == "/openapi"


def test_info_is_put_together_and_reported() -> None:
    one = a(head="openapi: 3.1.0\ninfo: {title: One, version: '1', x-a: 1, description: d}\n")
    two = b(head="openapi: 3.1.0\ninfo: {title: Two, version: '2', description: d}\n")
    merged = merge([two, one])
    assert merged.tree["info"] == {
        "title": "One + Two",
        "version": "1",
        "x-a": 1,
        "description": "d",
    }
    assert any(
        "info.version differs" in note and "b.yaml: 2" in note for note in merged.report.notes
    )


def test_differing_servers_name_both_documents() -> None:
    (problem,) = refused(a("    servers: [{url: /a}]"), b("    servers: [{url: /b}]"))
    assert problem.document == "b.yaml" and "a.yaml" in problem.reason
    assert problem.pointer == "/servers"
    assert problem.reason.endswith("/b here, /a there")
    # Order is meaning: the first is the default.
    assert refused(
        a("    servers: [{url: /a}, {url: /b}]"), b("    servers: [{url: /b}, {url: /a}]")
    )
    assert refused(a("    servers: [{url: /a}]"), b())


def test_servers_that_differ_in_wording_are_one() -> None:
    merged = merge(
        [
            a("    servers: [{url: /, description: Best}]"),
            b("    servers: [{url: /, description: best}]"),
        ]
    )
    assert merged.tree["servers"] == [{"url": "/", "description": "Best"}]
    (difference,) = merged.report.text_differences
    assert difference.pointer == "/servers" and difference.texts == ("/0/description",)


SCHEME = "    components: {securitySchemes: {key: %s}}\n"


def test_security_schemes_under_one_name() -> None:
    bearer = SCHEME % "{type: http, scheme: bearer, description: One}"
    other = SCHEME % "{type: apiKey, in: header, name: x-api-key}"
    reworded = SCHEME % "{type: http, scheme: bearer, description: Other}"
    (problem,) = refused(a(bearer), b(other))
    assert problem.document == "a.yaml" and "b.yaml" in problem.reason
    assert problem.pointer == "/components/securitySchemes/key"
    report = merge([a(bearer), b(reworded)]).report
    assert [d.pointer for d in report.text_differences] == ["/components/securitySchemes/key"]


def test_root_security_moves_into_operations_if_it_differs() -> None:
    schemes = "    components: {securitySchemes: {one: {type: http, scheme: bearer}}}\n"
    secured = part(
        "a.yaml",
        "A",
        """
        security: [{one: []}]
        components: {securitySchemes: {one: {type: http, scheme: bearer}}}
        paths:
          /x:
            get: {responses: {'200': {description: ok}}}
            put: {security: [], responses: {'200': {description: ok}}}
            post:
              responses: {'200': {description: ok}}
              callbacks:
                done:
                  '{$request.body#/url}':
                    post: {responses: {'200': {description: ok}}}
        """,
    )
    merged = merge([secured, b(schemes)])
    assert "security" not in merged.tree
    item = merged.tree["paths"]["/x"]
    assert item["get"]["security"] == [{"one": []}]
    assert item["put"]["security"] == []
    assert item["post"]["callbacks"]["done"]["{$request.body#/url}"]["post"]["security"] == [
        {"one": []}
    ]
    assert "security" not in merged.tree["paths"]["/y"]["get"]
    (pushed,) = merged.report.security_pushed
    assert pushed.document == "a.yaml" and pushed.pointers[0] == "/paths/~1x/get"


def test_a_requirement_must_name_a_scheme() -> None:
    (problem,) = refused(a("    security: [{nope: []}]"))
    assert problem.pointer == "/security/0/nope" and problem.line == 7


def test_tags_are_a_union_and_used_ones_declared() -> None:
    one = part(
        "a.yaml",
        "A",
        """
        tags: [{name: T, description: One}, {name: A}]
        paths: {/x: {get: {tags: [Used, T, Later], responses: {'200': {description: ok}}}}}
        """,
    )
    two = b("    tags: [{name: Later, description: L}, {name: T, description: Two, x-order: 1}]")
    merged = merge([two, one])
    assert merged.tree["tags"] == [
        {"name": "T", "description": "One", "x-order": 1},
        {"name": "A"},
        {"name": "Used"},
        {"name": "Later", "description": "L"},
    ]
    assert merged.report.tags_declared == (TagDeclared("Used", ("a.yaml",)),)
    (difference,) = merged.report.text_differences
    assert difference.pointer == "/tags/0" and difference.documents == ("a.yaml", "b.yaml")


@pytest.mark.parametrize("key", ["x-rate", "jsonSchemaDialect"])
def test_root_fields_that_must_agree(key: str) -> None:
    one, two = a(f"    {key}: 'u:1'"), b(f"    {key}: 'u:2'")
    (problem,) = refused(one, two)
    assert problem.pointer == f"/{key}" and "a.yaml" in problem.reason
    assert merge([one, b(f"    {key}: 'u:1'")]).tree[key] == "u:1"


def test_a_root_field_of_one_document_is_kept_and_noted() -> None:
    merged = merge([a("    x-rate: 1"), b("    externalDocs: {url: 'u:x'}")])
    assert merged.tree["x-rate"] == 1
    assert merged.tree["externalDocs"] == {"url": "u:x"}
    assert "x-rate is in a.yaml only, and was kept" in merged.report.notes
    assert refused(a("    jsonSchemaDialect: 'u:1'"), b())


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("paths: []", "/paths"),
        ("paths: {/x: 1}", "/paths/~1x"),
        ("paths: {/x: {get: 1}}", "/paths/~1x/get"),
        ("paths: {/x: {get: {tags: T}}}", "/paths/~1x/get/tags"),
        ("paths: {/x: {get: {tags: [{name: T}]}}}", "/paths/~1x/get/tags"),
        ("paths: {/x: {parameters: [limit]}}", "/paths/~1x/parameters"),
        ("components: 1", "/components"),
        ("components: {schemas: []}", "/components/schemas"),
        ("components: {responses: {X: 1}}", "/components/responses/X"),
        ("tags: [T]", "/tags/0"),
        ("servers: {}", "/servers"),
        ("components: {schemas: {X: {discriminator: {mapping: {a: {$ref: '#/x'}}}}}}", None),
    ],
)
def test_malformed_documents_are_problems_not_tracebacks(text: str, pointer: str | None) -> None:
    problem = refused(part("a.yaml", "A", text))[0]
    assert problem.document == "a.yaml"
    assert problem.pointer == (pointer or "/components/schemas/X/discriminator/mapping/a")


def test_a_document_that_is_no_object() -> None:
    tree: Json = []
    (problem,) = refused(MergePart(Document("a.yaml", tree), "A"))
    assert problem.pointer == ""


def test_parts_need_names_of_their_own_and_legal_prefixes() -> None:
    problems = refused(a(), a(), part("c.yaml", "My API", B))
    assert [p.document for p in problems] == ["a.yaml", "c.yaml"]


def test_all_problems_are_told_together_in_canonical_order() -> None:
    problems = refused(
        b("    servers: [{url: /b}]\n    security: [{nope: []}]"),
        a("    components: {schemas: {X: {$ref: '#/components/schemas/Gone'}}}"),
    )
    assert [(p.document, p.pointer) for p in problems] == [
        ("a.yaml", "/components/schemas/X/$ref"),
        ("b.yaml", "/security/0/nope"),
        ("b.yaml", "/servers"),
    ]


def test_a_tag_that_one_document_declares_twice_is_refused() -> None:
    one = part("a.yaml", "A", "paths: {}\ntags: [{name: t}, {name: u}, {name: t, description: d}]")
    [problem] = refused(one)
    assert (problem.pointer, problem.reason) == ("/tags/2", "the tag t is declared twice")


def test_a_release_comes_after_its_candidates() -> None:
    parts = [
        part(
            f"{v}.yaml", "P", "paths: {}", head=f"openapi: {v}\ninfo: {{title: T, version: '1'}}\n"
        )
        for v in ("3.1.1-rc2", "3.1.1", "3.1.0")
    ]
    assert merge(parts).tree["openapi"] == "3.1.1"


def test_what_is_left_out_is_told_as_json() -> None:
    head = "openapi: 3.1.0\ninfo: {{title: T, version: '1', contact: {{name: {}}}}}\n"
    parts = [part(f"{n}.yaml", "P", "paths: {}", head=head.format(n)) for n in ("a", "b")]
    assert 'the others: b.yaml: {"name": "b"}' in merge(parts).report.notes[0]
