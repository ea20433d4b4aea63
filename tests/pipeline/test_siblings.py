"""Documents of the vendor's other models, each through the whole path with nothing lost.

They are not part of this repository: the tests run where `../shared/specs/siblings` is found.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pipeline.compose import compose, load_runtime
from pipeline.errors import PipelineError
from pipeline.format import format_tree
from pipeline.generate import generate
from pipeline.merge import MergePart, merge
from pipeline.overlay import apply, load_overlay
from pipeline.read import parse_document, read_document
from pipeline.surface import build_surface
from pipeline.types import Document, JsonObject
from pipeline.verify import verify
from tests.support.generating import ROOT

SIBLINGS = ROOT.parent / "shared" / "specs" / "siblings"

pytestmark = pytest.mark.skipif(
    not SIBLINGS.is_dir(), reason="the documents of sibling models are not beside this checkout"
)

# What the generator needs and the vendor does not say: names of resources and methods, and how the
# events of a stream add up.
IDS = {
    "/v1/chat/completions": "chat.completions.create",
    "/v1/messages": "messages.create",
    "/v1/responses": "responses.create",
}
VIEWS = {
    "kimi-k3-chat.json": ("ChatCompletionResponse", "chat"),
    "kimi-k3-messages.json": ("MessageResponse", "messages"),
}
PREFIXES = {"chat": "Chat", "messages": "Messages", "responses": "Responses", "api": "Messages"}


def overlaid(tree: JsonObject, actions: str) -> JsonObject:
    text = "overlay: 1.1.0\ninfo: {title: Minimal, version: '1'}\nactions:\n"
    text += textwrap.indent(textwrap.dedent(actions).strip("\n"), "  ") + "\n"
    overlay = load_overlay(parse_document(text.encode(), "minimal.overlay.yaml"))
    return apply(tree, [overlay]).tree


def part(name: str) -> MergePart:
    document = read_document(SIBLINGS / name)
    if name == "claude-messages-api.json":
        # Its answers refer to a schema that the document does not have.
        tree = overlaid(
            document.tree,
            """
            - target: $.components.schemas
              update: {ErrorResponse: {type: object, properties: {error: {type: object}}}}
            """,
        )
        document = Document(document.name, tree)
    if name in VIEWS:
        schema, view = VIEWS[name]
        tree = overlaid(
            document.tree,
            f"""
            - target: $.components.schemas.{schema}
              update: {{x-response-view: {view}}}
            """,
        )
        document = Document(document.name, tree)
    protocol = Path(name).stem.rpartition("-")[2]
    return MergePart(document, PREFIXES[protocol])


def through(*names: str) -> dict[str, int]:
    """Every step on some documents; what `verify` counted."""
    merged = merge([part(name) for name in names]).tree
    actions = "\n".join(
        f"- target: $.paths['{path}'].post\n  update: {{operationId: {IDS[path]}}}"
        for path in merged["paths"]
    )
    tree = overlaid(merged, actions)
    generated = format_tree(generate(build_surface(tree), tree, version="1.0.0"))
    runtime = load_runtime(ROOT / "overlays")
    files = compose(generated, runtime, {}, tree, package_name="evolink_kimi")
    verification = verify(files, tree, package_name="evolink_kimi")
    schemas = len(tree["components"]["schemas"])
    assert verification.counts["schemas"] == schemas
    return {**verification.counts, "round": verification.examples}


@pytest.mark.parametrize(
    ("name", "schemas"),
    [
        ("claude-messages-api.json", 278),
        ("deepseek-v4-chat.json", 13),
        ("deepseek-v4-messages.json", 8),
        ("deepseek-v4-responses.json", 6),
        ("kimi-k3-chat.json", 10),
        ("kimi-k3-messages.json", 13),
    ],
)
def test_a_document_goes_through_with_nothing_lost(name: str, schemas: int) -> None:
    """openapi-python-client alone drops schemas of several of them and exits with 0."""
    counts = through(name)
    assert counts["schemas"] == schemas
    assert counts["operations"] == 1
    assert counts["round"] > 0


def test_three_documents_merged_go_through_with_nothing_lost() -> None:
    counts = through(
        "deepseek-v4-chat.json", "deepseek-v4-messages.json", "deepseek-v4-responses.json"
    )
    assert counts["operations"] == 3
    assert counts["schemas"] >= 25
    assert counts["round"] > 50


def test_the_reference_that_leads_nowhere_is_told_with_its_places() -> None:
    document = read_document(SIBLINGS / "claude-messages-api.json")
    with pytest.raises(PipelineError) as caught:
        merge([MergePart(document, "Messages")])
    places = [p.pointer for p in caught.value.problems]
    assert len(places) == 9
    assert all("/responses/" in (place or "") for place in places)
    assert all("#/components/schemas/ErrorResponse" in p.reason for p in caught.value.problems)


def test_operation_ids_of_the_vendor_are_told_with_a_remedy() -> None:
    tree = read_document(SIBLINGS / "deepseek-v4-chat.json").tree
    with pytest.raises(PipelineError, match="does not name a resource and a method") as caught:
        generate(build_surface(tree), tree, version="1.0.0")
    assert "overlay" in (caught.value.problems[0].remedy or "")
