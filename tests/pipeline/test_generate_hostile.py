"""The document's text stays text, wherever it comes to stand.

A planted text tries to leave every kind of string, docstring and comment it is put in; none of it
may become code, break a file, or leave the folder. Sources:
https://github.com/openapi-generators/openapi-python-client/security/advisories/GHSA-5293-mq8x-g3xj,
CVE-2020-15142, https://github.com/swagger-api/swagger-codegen/issues/11309.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.compose import Release, compose, load_release, load_runtime
from pipeline.errors import PipelineError
from pipeline.generate.metadata import project_files
from pipeline.pointer import resolve, split
from pipeline.surface import build_surface
from pipeline.types import JsonObject
from pipeline.verify import account, round_trip
from tests.support.generating import ROOT, modules, parsed, write
from tests.support.planted import PLANTED, TEXTS, check_code

DOCUMENT = """
info: {title: Test, version: '1', description: words}
servers: [{url: https://one.example, description: words}]
tags: [{name: Things, description: words}]
paths:
  /things/{id}:
    post:
      operationId: things.create
      tags: [Things]
      summary: words
      description: words
      parameters:
        - {name: id, in: path, required: true, description: words, schema: {type: string}}
        - {name: q, in: query, schema: {type: string, enum: [one], description: words}}
        - {name: x-h, in: header, schema: {type: string, default: words}}
      requestBody:
        description: words
        content:
          application/json:
            schema: @Thing
            examples: {one: {summary: words, value: {text: words}}}
      responses:
        '200':
          description: words
          content:
            application/json: {schema: @Thing}
            text/event-stream:
              schema: @Event
              x-sse: {sentinel: words, terminal-events: [words], error-events: [words]}
        '400': {description: words, content: {application/json: {schema: @Problem}}}
components:
  schemas:
    Thing:
      title: words
      description: words
      type: object
      required: [id2]
      x-response-view: chat
      properties:
        id2: {type: string, title: words, description: words, default: words, example: words}
        level: {type: string, enum: [one, two], examples: [words]}
        stream: {type: boolean}
        constant: {const: words}
        either: @Event
        many: {type: array, items: @Level}
        n: {type: integer, minimum: 1, default: 3, pattern: words, format: words}
    Level: {type: string, description: words, enum: [low, high]}
    Event:
      description: words
      oneOf: [@First, @Second]
      discriminator: {propertyName: type, mapping: {one: First, two: Second}}
    First: {type: object, description: words, properties: {type: {const: one}, a: {type: string}}}
    Second: {type: object, properties: {type: {const: two}, b: {type: string}}}
    Problem: {type: object, additionalProperties: true, description: words}
"""


def document() -> JsonObject:
    return parsed(DOCUMENT.replace("info:", "x-info:"))


def texts(value: Any, pointer: str = "") -> list[str]:
    """Where a text stands that may be any text."""
    if isinstance(value, dict):
        return [p for k, v in value.items() for p in texts(v, f"{pointer}/{k.replace('/', '~1')}")]
    if isinstance(value, list):
        return [p for i, v in enumerate(value) for p in texts(v, f"{pointer}/{i}")]
    return [pointer] if value == "words" else []


def planted(text: str, pointers: list[str]) -> JsonObject:
    tree = document()
    for pointer in pointers:
        *above, last = split(pointer)
        holder = resolve(
            tree, "".join(f"/{t.replace('~', '~0').replace('/', '~1')}" for t in above)
        )
        holder[int(last) if isinstance(holder, list) else last] = text
    return tree


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_text_in_every_place_at_once(text: str) -> None:
    pointers = texts(document())
    assert len(pointers) >= 30
    tree = planted(text, pointers)
    tree["info"] |= {"title": text, "version": text, "description": text, "summary": text}
    tree["servers"].append({"url": text, "description": text})
    files = modules(tree)
    check_code(files)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_names_that_are_texts(text: str) -> None:
    """Keys, values of enums and discriminators, wire names of parameters: odd, but only texts."""
    tree = document()
    schemas = tree["components"]["schemas"]
    schemas["Thing"]["properties"][f"odd{text}"] = {"type": ["string", "null"], "description": text}
    schemas["Thing"]["required"].append(f"odd{text}")
    schemas["Thing"]["properties"]["level"]["enum"] += [text, f"{text} "]
    schemas["Level"]["enum"] += [text]
    schemas["First"]["properties"]["type"] = {"const": text}
    schemas["Event"]["discriminator"]["mapping"] = {text: "First", "two": "Second"}
    schemas["Second"]["properties"]["kind"] = {"const": text}
    operation = tree["paths"]["/things/{id}"]["post"]
    operation["parameters"].append(
        {"name": f"second{text}", "in": "query", "schema": {"enum": [text]}}
    )
    operation["tags"] = [text]
    tree["tags"][0]["name"] = text
    answers = operation["responses"]
    answers["200"]["content"]["application/json" + "; " + text] = answers["200"]["content"].pop(
        "application/json"
    )
    check_code(modules(tree), part=False)


@pytest.mark.parametrize("text", [t for t in TEXTS if not set("{}?#") & set(t)])
def test_paths_and_methods_of_a_text(text: str) -> None:
    tree = document()
    tree["paths"] = {f"/things/{{id}}/{text}": tree["paths"]["/things/{id}"]}
    check_code(modules(tree))


@pytest.mark.parametrize(
    "name",
    ["../../x", "..", "/etc/passwd", "a/../../b", "C:\\x", "a\0b", "x.y.z/../w", "con", "a\nb"],
)
def test_names_of_files_stay_in_the_folder(name: str) -> None:
    """Operations and components name files and classes: what is no name is refused."""
    tree = document()
    tree["paths"]["/things/{id}"]["post"]["operationId"] = f"{name}.create"
    try:
        check_code(modules(tree))
    except PipelineError as error:
        assert error.problems[0].pointer == "/paths/~1things~1{id}/post/operationId"
    else:
        assert name == "con"
    tree = document()
    tree["components"]["schemas"][name] = {"type": "object", "properties": {"a": {}}}
    try:
        check_code(modules(tree))
    except PipelineError as error:
        assert (error.problems[0].pointer or "").startswith("/components/schemas/")
    else:
        assert name in ("con", "..")


@pytest.mark.parametrize("text", TEXTS[:10], ids=range(10))
def test_nothing_is_run_on_import_and_all_goes_round(text: str, tmp_path: Path) -> None:
    pointers = [p for p in texts(document()) if "x-sse" not in p]
    tree = planted(text, pointers)
    generated = modules(tree, "client")
    files = compose(generated, load_runtime(ROOT / "overlays"), {}, tree, package_name="client")
    assert account(files, tree, "client")[1] == []
    assert round_trip(files, tree, "client") == (1, [])
    write(files, tmp_path)
    program = (
        "import builtins, sys\n"
        "calls = []\n"
        f"builtins.{PLANTED} = lambda *a: calls.append(a)\n"
        "import client.types, client.client, client.resources.things\n"
        "for name in client.types.__all__: getattr(client.types, name)\n"
        "assert not calls\n"
    )
    subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", "-c", program],
        cwd=tmp_path,
        check=True,
        timeout=60,
    )


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_project_files_hold_text_as_text(text: str) -> None:
    tree = planted(text, texts(document()))
    surface = build_surface(tree)
    other = replace(surface.operations[0], id="things.other", path=f"/{text}")
    surface = replace(surface, operations=(*surface.operations, other))
    files = project_files(surface, Release("1.2.3", "## [1.2.3] - 2024-05-01\n\nFirst.\n"), ROOT)
    project = tomllib.loads(files["pyproject.toml"].decode())
    assert project["project"]["name"] == "evolink-kimi"
    readme = files["README.md"].decode("utf-8", "surrogatepass")
    rows = [line for line in readme.splitlines() if line.startswith("| `client.")]
    assert len(rows) == 2  # one a row, whatever the path holds
    assert all(row.count(" | ") == 1 and row.endswith(" |") for row in rows)


@pytest.mark.parametrize("version", ['1.0"', "1.0'", "1.0\n[tool.x]", "", "one", "1.0; x", "v1"])
def test_a_version_is_a_version(version: str, tmp_path: Path) -> None:
    ledger = tmp_path / "releases.toml"
    release = {"version": version, "date": "2024-05-01", "changes": "First."}
    fields = "\n".join(f"{key} = {json.dumps(value)}" for key, value in release.items())
    ledger.write_text(f"[[release]]\n{fields}\n", encoding="utf-8")
    with pytest.raises(PipelineError, match="not a version") as caught:
        load_release(ledger)
    assert caught.value.problems[0].document == "releases.toml"


def test_templates_cannot_print_text_that_no_filter_made_safe() -> None:
    from openapi_python_client.schema.untrusted_string import UntrustedString

    from pipeline.generate.project import _refuse_untrusted

    with pytest.raises(PipelineError, match="without making it safe"):
        _refuse_untrusted(UntrustedString("words"))
    assert _refuse_untrusted("words") == "words"
