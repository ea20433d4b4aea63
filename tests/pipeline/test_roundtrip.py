"""Every example goes through the models and back; whatever is lost on the way is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pipeline.types import JsonObject, Tree
from pipeline.verify import round_trip
from pipeline.verify.roundtrip import Case, cases
from tests.support.generating import parsed, project, real_document

DOCUMENT = """
paths:
  /things:
    post:
      operationId: things.create
      requestBody:
        content:
          application/json:
            schema: @Thing
            example: {id: a, note: null}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: @Thing
              examples:
                whole:
                  value:
                    {id: a, note: null, at: '2024-05-01T10:00:00.10Z', day: '2024-05-01', n: 1.0}
                other: {$ref: '#/components/examples/Other'}
                far: {externalValue: 'https://example.com/a.json'}
        '400': {$ref: '#/components/responses/Bad'}
components:
  examples:
    Other: {value: {id: b, items: [{type: text, text: x}], unknown: {deep: [1, true]}}}
  responses:
    Bad:
      description: bad
      content: {application/json: {schema: @Problem, example: {message: m, code: null}}}
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string}
        note: {type: [string, 'null']}
        at: {type: string, format: date-time}
        day: {type: string, format: date}
        n: {type: number}
        items: {type: array, items: @Item}
    Item: {oneOf: [@Text, @Image]}
    Text: {type: object, required: [type], properties: {type: {const: text}, text: {type: string}}}
    Image: {type: object, required: [type], properties: {type: {const: image}}}
    Problem: {type: object, properties: {message: {type: string}}}
"""
POST = "/paths/~1things/post"


@pytest.fixture(scope="module")
def document() -> JsonObject:
    return parsed(DOCUMENT)


@pytest.fixture(scope="module")
def files(document: JsonObject) -> Tree:
    return project(document)


def edited(files: Tree, path: str, *changes: tuple[str, str]) -> Tree:
    text = files[f"client/{path}"].decode()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return {**files, f"client/{path}": text.encode()}


def problems(files: Tree, document: JsonObject) -> list[tuple[str | None, str]]:
    _, found = round_trip(files, document, "client")
    return [(p.pointer, p.reason) for p in found]


def test_every_example_has_its_case(document: JsonObject) -> None:
    answer = f"{POST}/responses/200/content/application~1json/examples/whole/value"
    assert [(c.pointer, c.place) for c in cases(document)] == [
        (f"{POST}/requestBody/content/application~1json/example", "request"),
        (answer, "200"),
        ("/components/examples/Other/value", "200"),
        ("/components/responses/Bad/content/application~1json/example", "400"),
    ]


def test_every_event_of_the_projects_streams_is_a_case() -> None:
    found: list[Case] = list(cases(real_document()))
    events = [c for c in found if c.place == "event"]
    assert len(events) > 80
    assert {c.operation for c in events} == {
        "chat.completions.create",
        "messages.create",
        "responses.create",
    }
    assert len({c.pointer for c in found}) == len(found) > 150


def test_all_goes_round(document: JsonObject, files: Tree) -> None:
    assert round_trip(files, document, "client") == (4, [])


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        (
            lambda f: edited(
                f,
                "runtime/model.py",
                (
                    "def to_dict(self)",
                    "def to_dict(self): return _less(self._to_dict())\n\n    def _to_dict(self)",
                ),
                (
                    "def _rebuild(",
                    "def _less(value):\n"
                    "    return {k: v for k, v in value.items() if v is not None}\n\n\n"
                    "def _rebuild(",
                ),
            ),
            "comes back as",
        ),
        (
            lambda f: edited(
                f,
                "runtime/model.py",
                (
                    "def to_dict(self)",
                    "def to_dict(self): return {k: v for k, v in "
                    "self._to_dict().items() if k != 'unknown'}\n\n    def _to_dict(self)",
                ),
            ),
            "comes back as",
        ),
        (
            lambda f: edited(
                f,
                "runtime/model.py",
                (
                    "def to_dict(self)",
                    "def to_dict(self): return {**self._to_dict(), "
                    "**({'at': self.at.isoformat()} if 'at' in self._wire else {})}\n\n"
                    "    def _to_dict(self)",
                ),
            ),
            "comes back as",
        ),
        (
            lambda f: edited(
                f,
                "runtime/model.py",
                (
                    "def to_dict(self)",
                    "def to_dict(self): return {k: 1 if v == 1.0 else v for k, v"
                    " in self._to_dict().items()}\n\n    def _to_dict(self)",
                ),
            ),
            "comes back as",
        ),
        (
            lambda f: edited(f, "models/things.py", ('        "text": Text,\n', "")),
            "not known to the document",
        ),
        (
            lambda f: edited(
                f,
                "models/things.py",
                ('("id", STRING', '("id", NUMBER'),
                ('value = wire["id"]\n            if type(value) is str', "if False"),
            ),
            "WireTypeWarning",
        ),
        (
            lambda f: edited(f, "resources/things.py", ('"400": Problem._view,', "")),
            "nothing to decode it with",
        ),
    ],
    ids=[
        "null dropped",
        "unknown key dropped",
        "lossy date",
        "1.0 as 1",
        "union member gone",
        "wrong type",
        "status not known",
    ],
)
def test_what_is_lost_is_named(
    document: JsonObject, files: Tree, change: Callable[[Tree], Tree], lost: str
) -> None:
    found = problems(change(files), document)
    assert found
    known = {c.pointer for c in cases(document)}
    assert {pointer for pointer, _ in found} <= known
    assert any(lost in reason for _, reason in found), found


def test_answers_that_are_no_models_go_round() -> None:
    free = parsed("""
    paths:
      /things:
        get:
          operationId: things.list
          responses:
            '200':
              description: anything
              content: {application/json: {schema: {type: object}, example: {a: [1, null]}}}
            '400':
              description: a text
              content: {application/json: {schema: {type: string}, example: no}}
            '500':
              description: several things
              content: {application/json: {schema: {type: array, items: @T}, example: [{b: 1}, {}]}}
      /named:
        get:
          operationId: things.named
          responses:
            '200':
              description: things by their names
              content:
                application/json:
                  schema: {type: object, additionalProperties: @T}
                  example: {one: {b: 1}, two: {c: null}}
    components: {schemas: {T: {type: object, properties: {b: {type: integer}}}}}
    """)
    assert round_trip(project(free), free, "client") == (4, [])


def test_a_package_that_cannot_be_imported_is_told_with_its_line(
    document: JsonObject, files: Tree
) -> None:
    count, [problem] = round_trip(
        {**files, "client/runtime/wire.py": b"x = 1\nclass\n"}, document, "client"
    )
    assert count == 0
    assert (problem.document, problem.line) == ("client/runtime/wire.py", 2)
    assert "cannot be used" in problem.reason


def test_a_package_that_does_not_come_to_an_end_is_told(
    document: JsonObject, files: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.verify.roundtrip._SECONDS", 0.01)
    count, [problem] = round_trip(files, document, "client")
    assert (count, problem.document) == (0, "client")
    assert "within 0.01 seconds" in problem.reason
