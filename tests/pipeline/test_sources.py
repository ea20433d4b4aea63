"""The list of sources: what it may say, and that the files are what it says."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pipeline.errors import PipelineError, Problem
from pipeline.sources import Source, load, read_all, read_source

OPENAPI = Path(__file__).parents[2] / "openapi"

DOCUMENT = b"""\
openapi: 3.1.0
paths:
  /v1/x:
    post: {}
components:
  schemas:
    XQuickRequest: {}
"""

SOURCE = f"""\
[[source]]
file = "x.yaml"
page = "https://docs.example/x.md"
operation = "POST /v1/x"
sha256 = "{hashlib.sha256(DOCUMENT).hexdigest()}"
prefix = "X"

[source.renames]
XQuickRequest = "XRequest"
"""

VALID = f"format = 1\n\n{SOURCE}"


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    (tmp_path / "x.yaml").write_bytes(DOCUMENT)
    path = tmp_path / "sources.toml"
    path.write_text(VALID)
    return path


def problems_of(path: Path, text: str | None = None) -> tuple[Problem, ...]:
    if text is not None:
        path.write_text(text)
    with pytest.raises(PipelineError) as caught:
        read_all(path)
    return caught.value.problems


def test_a_source_and_its_document(listing: Path) -> None:
    (source,) = load(listing)
    assert source == Source(
        file="x.yaml",
        page="https://docs.example/x.md",
        operation="POST /v1/x",
        sha256=hashlib.sha256(DOCUMENT).hexdigest(),
        prefix="X",
        renames={"XQuickRequest": "XRequest"},
    )
    ((same, document),) = read_all(listing)
    assert same == source
    assert (document.name, document.operation) == ("x.yaml", "POST /v1/x")
    assert document.sha256 == source.sha256


def test_renames_may_be_left_out(listing: Path) -> None:
    listing.write_text(VALID.partition("[source.renames]")[0])
    assert load(listing)[0].renames == {}


def test_a_changed_file_is_told_with_both_digests(listing: Path) -> None:
    changed = DOCUMENT + b"# changed\n"
    (listing.parent / "x.yaml").write_bytes(changed)
    (problem,) = problems_of(listing)
    assert problem.document == "x.yaml"
    assert hashlib.sha256(changed).hexdigest() in problem.reason
    assert hashlib.sha256(DOCUMENT).hexdigest() in problem.reason
    assert "nox -s update -- openapi/x.yaml" in (problem.remedy or "")


def test_a_list_that_is_ahead_of_its_documents_can_be_read(listing: Path) -> None:
    listing.write_text(VALID + 'Gone = "New"\n"responses/Gone" = "New"\n')
    ((source, document),) = read_all(listing, ahead=True)
    assert source.renames == {"XQuickRequest": "XRequest"}
    assert document.name == "x.yaml"


REFUSALS: list[tuple[str, str, str | None]] = [
    ("format = 1\n[[source\n", "not valid TOML", None),
    ("format = 1\n", "no sources are listed", None),
    ("format = 1\nsource = []\n", "no sources are listed", None),
    ("format = 1\nsource = [1]\n", "a source is a table", "/source/0"),
    (VALID.replace("format = 1", ""), "`format` is None", "/format"),
    (VALID.replace("format = 1", "format = 2"), "`format` is 2", "/format"),
    (VALID.replace("format = 1", "format = true"), "`format` is True", "/format"),
    ("sources = 1\n" + VALID, "unknown key 'sources'", "/sources"),
    (VALID.replace("prefix =", "prefx ="), "unknown key 'prefx'", "/source/0/prefx"),
    (VALID.replace('prefix = "X"\n', ""), "`prefix` is missing", "/source/0"),
    (VALID.replace('"X"', '"x y"'), "capitalised word", "/source/0/prefix"),
    (VALID.replace('"X"', "1"), "`prefix` is 1", "/source/0/prefix"),
    (VALID.replace('"x.yaml"', '"../x.yaml"'), "a file beside this one", "/source/0/file"),
    (VALID.replace("https://docs", "http://docs"), "an https URL", "/source/0/page"),
    (VALID.replace("POST /v1/x", "/v1/x"), "a method and a path", "/source/0/operation"),
    (VALID.replace('sha256 = "', 'sha256 = "0'), "64 lower-case", "/source/0/sha256"),
    (VALID + 'X = "a b"\n', "'a b' is not a component name", "/source/0/renames/X"),
    (VALID + 'X = "X"\n', "renamed to itself", "/source/0/renames/X"),
    (
        VALID + 'Y = "XRequest"\n',
        "XQuickRequest and Y are both renamed to XRequest",
        "/source/0/renames/Y",
    ),
    (
        VALID.partition("[source.renames]")[0] + "renames = []\n",
        "a table of old and new",
        "/source/0/renames",
    ),
    (VALID + 'Gone = "New"\n', "no schema Gone", "/components/schemas"),
    (VALID + 'XQuick = "XQuickRequest"\n', "now calls it XQuickRequest", "/components/schemas"),
    (VALID + '"responses/Gone" = "New"\n', "no response Gone", "/components/responses"),
    (VALID.replace("POST /v1/x", "GET /v1/x"), "no operation GET /v1/x", "/paths"),
    (VALID.replace("POST /v1/x", "POST /v1/y"), "no operation POST /v1/y", "/paths"),
    (VALID.replace("x.yaml", "none.yaml"), "no such file", None),
]


@pytest.mark.parametrize(("text", "reason", "pointer"), REFUSALS, ids=[r[1] for r in REFUSALS])
def test_what_is_wrong_is_told(listing: Path, text: str, reason: str, pointer: str | None) -> None:
    (problem,) = (p for p in problems_of(listing, text) if reason in str(p))
    assert problem.pointer == pointer
    assert problem.document is not None


def test_no_two_sources_share_file_page_or_prefix(listing: Path) -> None:
    problems = problems_of(listing, VALID + SOURCE.replace('prefix = "X"', 'prefix = "XX"'))
    assert [problem.pointer for problem in problems] == ["/source/1/file", "/source/1/page"]
    problems = problems_of(
        listing, VALID + SOURCE.replace("x.yaml", "y.yaml").replace("x.md", "y.md")
    )
    assert [problem.pointer for problem in problems] == ["/source/1/prefix"]


def test_everything_wrong_is_told_at_once(listing: Path) -> None:
    text = VALID.replace("format = 1", "format = 2").replace('"X"', '""').replace("POST ", "")
    assert len(problems_of(listing, text)) == 3


def test_documents_that_fail_are_told_together(listing: Path) -> None:
    other = SOURCE.replace("x.yaml", "y.yaml").replace("x.md", "y.md").replace('"X"', '"Y"')
    (listing.parent / "x.yaml").write_bytes(b"openapi: 3.1.0\n")
    problems = problems_of(listing, VALID + "\n" + other)
    assert [Path(problem.document or "").name for problem in problems] == ["x.yaml", "y.yaml"]


def test_the_list_of_this_project(tmp_path: Path) -> None:
    pairs = read_all(OPENAPI / "sources.toml")
    assert [(s.file, s.prefix, s.operation) for s, _ in pairs] == [
        ("chat-completions.yaml", "Chat", "POST /v1/chat/completions"),
        ("messages.yaml", "Messages", "POST /v1/messages"),
        ("responses.yaml", "Responses", "POST /v1/responses"),
    ]
    for source, document in pairs:
        assert document.tree["openapi"] == "3.1.0"
        assert not any("Quick" in name for name in source.renames.values())
        quick = {n for n in document.tree["components"]["schemas"] if "Quick" in n}
        assert quick <= source.renames.keys()
    with pytest.raises(PipelineError):
        read_source(pairs[0][0], tmp_path)


def test_problems_are_in_an_order_of_their_own(listing: Path) -> None:
    keys = "abcdefgh"
    text = "".join(f"{key} = 1\n" for key in reversed(keys)) + VALID
    assert [p.pointer for p in problems_of(listing, text)] == [f"/{key}" for key in keys]
