"""Documents nobody would write: each step takes them or says why not, and nothing else."""

from __future__ import annotations

import copy
import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.build import PACKAGE
from pipeline.changes.wire import compare_wire
from pipeline.downgrade import to_3_1
from pipeline.errors import PipelineError
from pipeline.generate import generate
from pipeline.merge import MergePart, merge
from pipeline.overlay import apply, load_overlay
from pipeline.pointer import join
from pipeline.read import parse_document
from pipeline.surface import build_surface
from pipeline.types import Json, JsonObject
from pipeline.update.incoming import gather
from pipeline.values import same
from tests.support.generating import real_document
from tests.support.updating import ROOT, page, vendor_text

_VENDOR: JsonObject = parse_document(
    (ROOT / "openapi" / "messages.yaml").read_bytes(), "messages.yaml"
).tree
_OVERLAY = b"""
overlay: 1.1.0
info: {title: T, version: '1'}
actions:
  - target: $.paths.*.post.responses['200'].content['text/event-stream'].schema
    update: {description: Events.}
  - target: $.components.schemas.*
    update: {x-seen: true}
"""
# The words that mean something somewhere in a document, so that random places get them too.
_WORDS = sorted(
    {
        "$ref", "#/components/schemas/MessageUsage", "#/components/schemas/None", "other.yaml#/a",
        "type", "object", "array", "null", "oneOf", "allOf", "properties", "required", "enum",
        "discriminator", "propertyName", "mapping", "items", "const", "post", "application/json",
        "text/event-stream", "200", "default", "parameters", "in", "query", "name", "x-sse",
        "../../etc/passwd", '"""', "\\", "{}", "\u2028", "__init__", "class", "3.2.0", "nullable",
    }
)  # fmt: skip
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(_WORDS)
    | st.text(max_size=8)
)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(_WORDS) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def _pointers(value: Json, pointer: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [pointer] if pointer else []
    children = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, child in children:
        found += _pointers(child, (*pointer, key))
    return found


_PLACES = _pointers(_VENDOR)


def _edited(edits: list[tuple[int, str, Json]]) -> JsonObject:
    tree = copy.deepcopy(_VENDOR)
    for place, how, value in edits:
        node: Json = tree
        *way, last = _PLACES[place % len(_PLACES)]
        try:
            for token in way:
                node = node[token]
            if how == "remove":
                del node[last]
            elif how == "add" and isinstance(node, dict):
                node[value if isinstance(value, str) else "zz"] = value
            else:
                node[last] = value
        except (KeyError, IndexError, TypeError):
            continue  # an edit before has taken the place away
    return tree


def _through(tree: JsonObject) -> str:
    """How far a document gets: the step that refused it, or `all`."""
    step = "read"
    try:
        document = to_3_1(parse_document(json.dumps(tree).encode(), "messages.yaml"))
        step = "merge"
        merged = merge([MergePart(document, "Messages", {})]).tree
        step = "overlay"
        overlay = load_overlay(parse_document(_OVERLAY, "fuzz.overlay.yaml"))
        overlaid = apply(merged, [overlay]).tree
        step = "compare"
        changes = compare_wire(_VENDOR, merged)
        assert bool(changes) or same(_VENDOR, merged) or _only_order(_VENDOR, merged)
        step = "lint"
        build_surface(overlaid)
    except PipelineError as error:
        assert error.problems
        assert all(problem.reason for problem in error.problems)
        return step
    return "all"


def _only_order(one: Json, other: Json) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


_EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(["set", "remove", "add"]), _JSON),
    min_size=1,
    max_size=3,
)
_QUIET = [HealthCheck.too_slow]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=_QUIET)
@given(_EDITS)
def test_an_edited_document_is_taken_or_refused(edits: list[tuple[int, str, Json]]) -> None:
    _through(_edited(edits))


@pytest.mark.campaign
@settings(max_examples=8000, deadline=None, suppress_health_check=_QUIET)
@given(_EDITS)
def test_many_edited_documents_are_taken_or_refused(edits: list[tuple[int, str, Json]]) -> None:
    _through(_edited(edits))


def test_the_document_itself_goes_all_the_way() -> None:
    assert _through(_VENDOR) == "all"


def _refusal(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PipelineError) as caught:
        gather(ROOT / "openapi", [str(path)])
    return str(caught.value)


def test_anchors_that_multiply_are_refused_before_they_do(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    started = time.process_time()
    told = _refusal(tmp_path, "laughs.yaml", "openapi: 3.1.0\n" + "\n".join(lines) + "\n")
    assert "laughs.yaml" in told
    assert time.process_time() - started < 5


@pytest.mark.parametrize("opened", ['{"a":', "["])
def test_a_thousand_levels_are_refused(tmp_path: Path, opened: str) -> None:
    closed = {"{": "}", "[": "]"}[opened[0]]
    text = '{"openapi": "3.1.0", "x": ' + opened * 1000 + "1" + closed * 1000 + "}"
    assert "deep" in _refusal(tmp_path, "deep.json", text)


def test_a_new_documents_file_name_cannot_leave_its_folder(tmp_path: Path) -> None:
    operation = "/../../etc/{passwd}/..%2f"
    text = vendor_text("messages.yaml").replace("/v1/messages:", f"'{operation}':")
    path = tmp_path / "page.md"
    path.write_text(page("messages.yaml", text, f"../../x.json POST {operation}"), "utf-8")
    ((item,), _) = gather(ROOT / "openapi", [str(path)])
    assert re.fullmatch(r"[a-z0-9-]+\.yaml", item.source.file)
    assert re.fullmatch(r"[A-Z][A-Za-z0-9]*", item.source.prefix)


@pytest.mark.parametrize(
    "ref", ["file:///etc/passwd", "https://example.com/a.yaml#/b", "../b.yaml"]
)
def test_references_lead_nowhere_outside(ref: str) -> None:
    tree = copy.deepcopy(_VENDOR)
    tree["components"]["schemas"]["Out"] = {"$ref": ref}
    assert _through(tree) == "merge"


def test_everything_may_contain_itself_or_is_refused() -> None:
    tree = copy.deepcopy(_VENDOR)
    own = {"$ref": "#/components/schemas/Loop"}
    for keyword in ("items", "additionalProperties", "not", "contains"):
        tree["components"]["schemas"]["Loop"] = {keyword: own, "type": ["object", "array"]}
        assert _through(tree) in ("all", "lint")
    for keyword in ("oneOf", "anyOf", "allOf"):
        tree["components"]["schemas"]["Loop"] = {keyword: [own, {"type": "object"}]}
        assert _through(tree) in ("all", "merge", "lint")


def _copied(times: int) -> JsonObject:
    """The project's document with its schemas so many times, each copy referring to itself."""
    tree = copy.deepcopy(real_document())
    schemas = tree["components"]["schemas"]
    original = json.dumps(schemas)
    for number in range(1, times):
        renamed = re.sub(
            r"#/components/schemas/([\w.-]+)", rf"#/components/schemas/\1X{number}", original
        )
        schemas.update({f"{k}X{number}": v for k, v in json.loads(renamed).items()})
    return tree


def _seconds(step: Callable[[], object]) -> float:
    started = time.process_time()
    step()
    return time.process_time() - started


@pytest.mark.campaign
def test_cost_grows_in_step_with_the_document() -> None:
    costs = [(times, _costs(_copied(times))) for times in (1, 4, 16)]
    for name in costs[0][1]:
        print(f"{name:9}", ", ".join(f"{times}x {cost[name]:.2f} s" for times, cost in costs))
    for name, sixteen in costs[2][1].items():
        # Four times the document, with a second of grace for what does not grow.
        assert sixteen < 8 * costs[1][1][name] + 1, name


def _costs(tree: JsonObject) -> dict[str, float]:
    """Seconds of processor time of each step."""
    surface = build_surface(tree)
    changed = copy.deepcopy(tree)
    changed["components"]["schemas"]["KimiModel"]["enum"].append("kimi-k4")
    return {
        "lint": _seconds(lambda: build_surface(tree)),
        "generate": _seconds(
            lambda: generate(surface, tree, version="1", package_name=PACKAGE),
        ),
        "compare": _seconds(lambda: compare_wire(tree, changed)),
    }


@pytest.mark.campaign
def test_ten_thousand_schemas_go_through() -> None:
    tree = copy.deepcopy(_VENDOR)
    chance = random.Random(0)
    for number in range(10_000):
        other = f"#/components/schemas/S{chance.randrange(10_000)}"
        tree["components"]["schemas"][f"S{number}"] = {
            "type": "object",
            "properties": {"id": {"type": "string"}, "next": {"$ref": other}},
        }
    tree["components"]["schemas"]["MessageResponse"]["properties"]["s"] = {
        "$ref": join("#/components/schemas", "S0")
    }
    started = time.perf_counter()
    assert _through(tree) == "all"
    print(f"10,000 schemas: {time.perf_counter() - started:.1f} s")
