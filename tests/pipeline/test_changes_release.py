"""What follows from changes: version, ledger, changelog entry and report."""

from __future__ import annotations

import json
import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.changes.change import CALLER, READER, TYPES, Bump, Change
from pipeline.changes.documents import Edit, compare_documents
from pipeline.changes.ledger import (
    broken_since,
    code,
    describe,
    entry,
    newest_version,
    place,
    unreleased,
    with_release,
)
from pipeline.changes.report import ChangeReport
from pipeline.changes.version import next_version
from pipeline.errors import PipelineError
from pipeline.pointer import resolve
from pipeline.types import Json
from tests.support.versions import bump_between

_LEDGER = """\
# A comment that stays.

[[release]]
version = "0.1.0"
date = "2026-01-01"
changes = "First."
"""
_ADDED = Change.of("enum: value added", "/components/schemas/Model/enum", after="m-2")
_GONE = Change.of(
    "properties: removed",
    "/components/schemas/Usage/properties/total",
    (READER, TYPES),
    before={"type": "integer"},
    operations=("chat.completions.create",),
)
_TEXT = Change.text("description: changed", "/components/schemas/Model/description", "a", "b")


@pytest.mark.parametrize(
    ("version", "bump", "following"),
    [
        ("0.1.0", Bump.NONE, "0.1.0"),
        ("0.1.0", Bump.PATCH, "0.1.1"),
        ("0.1.9", Bump.MINOR, "0.1.10"),
        ("0.1.3", Bump.MAJOR, "0.2.0"),
        ("1.2.3", Bump.PATCH, "1.2.4"),
        ("1.2.3", Bump.MINOR, "1.3.0"),
        ("1.2.3", Bump.MAJOR, "2.0.0"),
    ],
)
def test_the_next_version(version: str, bump: Bump, following: str) -> None:
    assert next_version(version, bump) == following
    if bump is not Bump.NONE:
        assert bump_between(version, following) >= bump or version.startswith("0.")
    assert bump_between(following, version) is Bump.NONE


@pytest.mark.parametrize("version", ["1.0", "1.0.0rc1", "01.0.0", "v1.0.0", ""])
def test_a_version_is_three_numbers(version: str) -> None:
    with pytest.raises(PipelineError, match="not a version of three numbers"):
        next_version(version, Bump.MINOR)


def test_a_release_is_put_first_and_all_else_stays() -> None:
    text = with_release(_LEDGER, "0.2.0", "2026-02-02", "### Added\n\n- `x`.")
    assert text.startswith('# A comment that stays.\n\n[[release]]\nversion = "0.2.0"\n')
    assert text.endswith(_LEDGER.partition("[[release]]")[2])
    assert newest_version(text) == "0.2.0"


def test_a_version_is_released_once() -> None:
    with pytest.raises(PipelineError, match=r"has a release 0\.1\.0 already"):
        with_release(_LEDGER, "0.1.0", "2026-02-02", "x")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_no_text_leaves_the_ledger(text: str) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    broken = {text: [text, "typing/a.py:1"]}
    ledger = with_release(_LEDGER, "0.2.0", "2026-02-02", text, broken)
    [new, _] = tomllib.loads(ledger)["release"]
    assert (new["changes"], new["broken"]) == (text + "\n", broken)


_PEOPLES = _LEDGER.replace(
    "[[release]]",
    '''[unreleased]
changes = """
### Fixed

- It waits
  no more. It rests.

### Added

- A thing.
"""

[unreleased.broken]
"It waits no more." = ["typing/calls.py:7"]

[[release]]''',
)


def test_what_people_say_becomes_part_of_the_next_release() -> None:
    people = unreleased(_PEOPLES)
    assert people.bump is Bump.MAJOR
    told = entry([_ADDED], [], people.changes)
    assert told.startswith("### Added\n\n- A thing.\n- `Model.enum`")
    assert told.endswith("### Fixed\n\n- It waits\n  no more. It rests.")
    text = with_release(_PEOPLES, "0.2.0", "2026-02-02", told, people.broken)
    assert text.startswith("# A comment that stays.\n\n[[release]]\n")
    assert unreleased(text) == unreleased(_LEDGER)
    assert unreleased(text).bump is Bump.NONE
    for ledger in (_PEOPLES, text):
        assert broken_since(ledger, "0.1.0") == {"typing/calls.py:7"}
    assert broken_since(text, "0.2.0") == set()


def test_words_of_people_that_stand_elsewhere_are_not_lost() -> None:
    with pytest.raises(PipelineError, match="stands before the releases"):
        with_release(f'{_LEDGER}[unreleased]\nchanges = ""\n', "0.2.0", "2026-02-02", "x")


def test_words_of_people_alone_are_a_release() -> None:
    assert unreleased('[unreleased]\nchanges = "### Fixed\\n- x"').bump is Bump.PATCH
    assert _report(wire=[]).bump is Bump.NONE
    assert _report(wire=[], people=Bump.MAJOR).verdict == "breaking"
    assert _report(people=Bump.PATCH, wire=[_ADDED]).bump is Bump.MINOR


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ('changes = "- in no section"', "changes stand in sections"),
        ('changes = "### Other\\n- x"', "changes stand in sections"),
        ('changes = "### Added\\n- x\\n### Added\\n- y"', "changes stand in sections"),
        ("changes = 1", "holds changes, which are text"),
        ('change = ""', "holds changes, which are text"),
        ('broken = "x"', "holds changes, which are text"),
        ('broken = {"x" = ["a"]}', "under broken is no sentence of the changes: x"),
        ('broken = {"" = ["a"]}', "under broken is no sentence of the changes: "),
        ('changes = "### Added\\n- x"\nbroken = {x = "a"}', "has a list of places: x"),
    ],
)
def test_what_people_say_has_a_form(table: str, reason: str) -> None:
    with pytest.raises(PipelineError, match=reason):
        unreleased(f"[unreleased]\n{table}\n")
    with pytest.raises(PipelineError, match="which are text"):
        unreleased("unreleased = 1")


@given(st.text(max_size=200))
def test_no_text_leaves_a_code_span(text: str) -> None:
    span = code(text)
    assert "\n" not in span
    fence = span[: len(span) - len(span.lstrip("`"))]
    assert span.endswith(fence)
    inner = span[len(fence) : -len(fence)]
    assert fence not in inner.strip("`") or fence not in inner
    runs = {len(run) for run in "".join(c if c == "`" else " " for c in inner).split()}
    assert len(fence) not in runs


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/components/schemas/Usage/properties/total", "Usage.total"),
        ("/paths/~1v1~1messages/post/responses/403", "POST /v1/messages responses 403"),
        ("/servers/0", "servers 0"),
        ("pkg.types.Thing.a", "pkg.types.Thing.a"),
        ("", "the document"),
    ],
)
def test_a_place_in_words(pointer: str, words: str) -> None:
    assert place(pointer) == words


def test_a_change_in_words() -> None:
    assert describe(_ADDED) == '`Model.enum`, enum: value added `"m-2"`.'
    assert describe(_GONE) == (
        "**Breaking** (reader, type checker): `Usage.total`, properties: removed."
    )


def test_a_new_path_names_its_methods() -> None:
    new = Change.of("path: added", "/paths/~1v1~1models", after={"get": "models.list"})
    assert describe(new) == "`/v1/models`, path: added for `models.list`."


def test_long_values_are_shown_where_they_differ() -> None:
    models = ", ".join(f"'kimi-{n}'" for n in range(20))
    new = Change.of("alias: other values listed", "pkg.M", (), f"[{models}]", f"[{models}, 'new']")
    told = describe(new)
    assert "'kimi-0'" not in told
    end = "`…7', 'kimi-18', 'kimi-19'"
    assert told.endswith(f""" from {end}]"` to {end}, 'new']"`.""")


def test_a_value_beside_a_list_is_left_to_the_evidence() -> None:
    null = Change.of("type: null added", "/components/schemas/A/type", (), "string", ["string"])
    assert describe(null) == "`A.type`, type: null added."
    text = _report(wire=[null]).to_markdown()
    assert 'before: `"string"` after: `["string"]`' in text


def test_an_entry_has_the_sections_of_keep_a_changelog() -> None:
    deprecated = Change.of("deprecated: on", "/components/schemas/Old/deprecated")
    told = entry([_ADDED, _GONE, _TEXT, deprecated], [])
    heads = [line for line in told.splitlines() if line.startswith("#")]
    assert heads == ["### Added", "### Changed", "### Deprecated", "### Removed"]
    assert "- 1 text of the documentation." in told
    assert "**Breaking**" in told


def test_a_change_of_the_api_alone_is_told() -> None:
    alone = Change.of("method: removed", "pkg.Kimi.close", (CALLER, TYPES))
    assert "`pkg.Kimi.close`, method: removed" in entry([], [alone])
    assert entry([], []) == "### Changed\n\n- Nothing that a program can see."


def test_a_long_entry_is_cut_and_says_so() -> None:
    many = [
        Change.of("properties: added", f"/components/schemas/S{i}/properties/a") for i in range(99)
    ]
    assert "- 69 more, which the change report names." in entry(many, [])


def test_documents_are_compared_wherever_they_differ() -> None:
    old = {"a": [1, 2, 3], "b": {"c": 1}, "d": 1, "~/": 0}
    new = {"b": {"c": True}, "a": [1, 3, 4], "e": None, "~/": 0}
    edits = list(compare_documents(old, new))
    assert edits == [
        Edit("removed", "/a/1", before=2),
        Edit("added", "/a/2", after=4),
        Edit("changed", "/b/c", 1, True),
        Edit("removed", "/d", before=1),
        Edit("added", "/e", after=None),
    ]
    assert list(compare_documents(old, dict(reversed(old.items())))) == []


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abc"), inner),
    max_leaves=12,
)


@given(_JSON, _JSON)
def test_edits_are_there_if_and_only_if_the_values_differ(old: Json, new: Json) -> None:
    edits = list(compare_documents(old, new))
    assert bool(edits) is (json.dumps(old, sort_keys=True) != json.dumps(new, sort_keys=True))
    for edit in edits:
        holder, value = (old, edit.before) if edit.verb == "removed" else (new, edit.after)
        assert resolve(holder, edit.pointer) == value


def _report(**values: object) -> ChangeReport:
    base: dict[str, object] = {
        "sources": {"messages.yaml": [Edit("added", "/x", after=1)]},
        "merged": [],
        "overlaid": [],
        "wire": [_ADDED, _GONE, _TEXT],
        "api": [],
        "old_version": "0.1.0",
        "new_version": "0.2.0",
    }
    return ChangeReport(**{**base, **values})  # type: ignore[arg-type]  # a table of its fields


def test_the_verdict_is_that_of_the_worst_change() -> None:
    assert _report().verdict == "breaking"
    assert _report(wire=[_ADDED]).verdict == "compatible"
    assert _report(wire=[_TEXT]).verdict == "compatible"
    assert _report(wire=[]).verdict == "unchanged"
    assert _report(wire=[], api=[Change.of("x", "y", (TYPES,))]).verdict == "breaking"


def test_a_report_is_json_and_markdown() -> None:
    report = _report(notes=["A note."])
    data = json.loads(json.dumps(report.to_json()))
    assert data["version"] == {"old": "0.1.0", "new": "0.2.0"}
    assert data["wire"][1] == {
        "kind": "properties: removed",
        "pointer": "/components/schemas/Usage/properties/total",
        "bump": "major",
        "breaks": ["reader", "type checker"],
        "before": {"type": "integer"},
        "operations": ["chat.completions.create"],
    }
    text = report.to_markdown()
    assert text.startswith("# Breaking: 0.1.0 → 0.2.0\n")
    for part in (
        "## On the wire",
        "**Breaking** (reader, type checker)",
        "A note.",
        "messages.yaml",
    ):
        assert part in text
    assert report.summary()[0] == "breaking: 0.1.0 → 0.2.0"


def test_a_long_place_is_whole() -> None:
    pointer = "/components/schemas/" + "/properties/x".join(f"Long{n}" for n in range(12))
    change = Change.of("properties: added", pointer, after={})
    text = _report(wire=[change], sources={"a.yaml": [Edit("added", pointer)]}).to_markdown()
    assert text.count(f"`#{pointer}`") == 2


def test_what_overloads_have_in_common_is_told_once() -> None:
    same = [Change.of("parameter: removed", "pkg.Chat.create(a)", (CALLER,))] * 3
    report = _report(wire=[], api=same)
    (line,) = (x for x in report.to_markdown().splitlines() if x.startswith("- **Breaking**"))
    assert line.endswith(" (3 times)")
    assert sum("create(a)" in line for line in report.summary()) == 1
    assert len(report.to_json()["api"]) == 3


def test_a_summary_says_how_much_it_leaves_out() -> None:
    many = [
        Change.of("properties: removed", f"/components/schemas/S{i}", (READER,)) for i in range(11)
    ]
    assert "and 1 more breaking change, in the change report" in _report(wire=many).summary()


def test_a_report_is_not_longer_than_a_request_takes() -> None:
    pointer = "/" + "x" * 390
    many = [Change.of("properties: added", f"{pointer}{i}", after={}) for i in range(99)]
    edits = {f"{n}.yaml": [Edit("added", f"{pointer}{i}") for i in range(60)] for n in range(9)}
    note = "It fails:\n\n  ```\n  " + "y" * 400 + "\n  ```"
    text = _report(wire=many, sources=edits, notes=[note] * 40).to_markdown()
    assert 45_000 < len(text) < 51_000
    assert text.endswith("in the JSON report.")
    assert text.count("```") % 2 == 0
    assert "more in the JSON report" in text


def test_text_of_the_document_stays_text_in_markdown() -> None:
    evil = Change.of("enum: value added", "/components/schemas/A", after="`\n# Title\n<script>|")
    text = _report(wire=[evil]).to_markdown()
    assert not [line for line in text.splitlines() if line.startswith("# Title")]
    assert "\n<script>" not in text


def test_levels_that_disagree_are_told() -> None:
    lost = _report(wire=[], overlaid=[Edit("added", "/x/y", after=1)], api=[])
    assert "`#/x/y` is added in the document, and nothing on the wire" in lost.disagreements()[0]
    assert "the Python API breaks nothing" in _report().disagreements()[0]
    own = _report(wire=[], api=[Change.of("name: removed", "pkg.A", (READER, TYPES))])
    assert "templates, overlays or the runtime" in own.disagreements()[0]
    griffe = _report(wire=[], griffe=["pkg.A: removed"])
    assert "griffe finds 1 breaking change" in griffe.disagreements()[0]


def test_what_an_overlay_hides_is_told_unless_it_shows_elsewhere() -> None:
    vendor = Change.of("enum: value added", "/components/schemas/Request/properties/m", after="m-2")
    assert _report(wire=[_ADDED], vendor=[vendor]).hidden() == []
    assert _report(wire=[_TEXT], vendor=[vendor]).hidden() == [vendor]
    assert _report(wire=[], vendor=[_TEXT]).hidden() == []


def test_what_a_list_leaves_out_is_counted() -> None:
    text = _report(notes=[f"Note {number}." for number in range(60)]).to_markdown()
    assert "- Note 49.\n- 10 more in the JSON report" in text


_CHANGES = st.builds(
    Change.of,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["", "/x", "/x/y", "/x/y/z", "/xy", "/w"]),
    st.sampled_from([(), (READER,)]),
    after=st.sampled_from([1, 1.0, True, "1"]),
)


@given(st.lists(_CHANGES, max_size=4), _CHANGES)
def test_what_is_hidden_is_what_no_change_touches_or_equals(
    wire: list[Change], cause: Change
) -> None:
    def follows(change: Change) -> bool:
        one, other = f"{change.pointer}/", f"{cause.pointer}/"
        inside = one.startswith(other) or other.startswith(one)
        equal = change.kind == cause.kind and repr(change.after) == repr(cause.after)
        return bool(change.breaks) >= bool(cause.breaks) and (inside or equal)

    hidden = _report(wire=wire, vendor=[cause]).hidden()
    assert hidden == ([] if any(map(follows, wire)) else [cause])


def test_thousands_of_changes_are_compared_in_time() -> None:
    wire = [Change.of("enum: value added", "/a/enum", after=f"v{n}") for n in range(4000)]
    vendor = [Change.of("enum: value added", "/b/enum", after=f"v{n}") for n in range(4000)]
    started = time.process_time()
    assert _report(wire=wire, vendor=vendor).hidden() == []
    assert time.process_time() - started < 5
