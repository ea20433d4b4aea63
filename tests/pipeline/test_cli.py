"""`python -m pipeline`: exit codes and messages, for people and without tracebacks."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.__main__ import main
from pipeline.console import Console
from pipeline.errors import PipelineError, Problem
from pipeline.format import format_tree
from pipeline.snapshot import MANIFEST, compare, read_tree
from tests.support.generating import ROOT

INPUTS = ("openapi", "overlays", "generator-templates", "requirements", "LICENSE", "pipeline")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what this checkout generates from."""
    for name in INPUTS:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, tmp_path / name, ignore=ignored)
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def run(root: Path, *arguments: str) -> int:
    return main(["--root", str(root), *arguments])


def test_regenerate_then_check_then_stale(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(checkout, "regenerate") == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    steps = [step for line in lines if (step := line.split()[0]) != "note"]
    assert steps[:3] == ["read", "merge", "overlay"]
    assert steps[-2:] == ["verify", "write"]
    # What, how many, how long.
    assert all(line.endswith(" s)") for line in lines if not line.startswith("note "))
    assert "files changed" in lines[-1]

    assert run(checkout, "check") == 0
    [line] = capsys.readouterr().out.splitlines()
    assert "fresh, by all digests" in line
    assert run(checkout, "regenerate") == 0
    assert "nothing changed" in capsys.readouterr().out

    generated = checkout / "generated"
    (generated / "evolink_kimi/client.py").write_text("changed = 1\n", encoding="utf-8")
    (generated / "evolink_kimi/unexpected.py").write_text("x = 1\n", encoding="utf-8")
    (generated / "README.md").unlink()
    assert run(checkout, "check") == 1
    out = capsys.readouterr().out
    assert "changed: generated/evolink_kimi/client.py" in out
    assert "unexpected: generated/evolink_kimi/unexpected.py" in out
    assert "missing: generated/README.md" in out
    assert "-changed = 1" in out
    assert "generated/ is stale: 3 files differ." in out
    assert out.splitlines()[-1] == "To accept the changes: python -m nox -s regenerate"


def test_a_check_of_nothing_is_stale(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(checkout, "check", "--full") == 1
    out = capsys.readouterr().out
    assert "missing: generated/evolink_kimi/__init__.py" in out
    assert not (checkout / "generated").exists()


def broken_yaml(root: Path) -> None:
    (root / "openapi/messages.yaml").write_text("openapi: 3.1.0\n  bad: [", encoding="utf-8")


def missing_document(root: Path) -> None:
    (root / "openapi/messages.yaml").unlink()


def missing_sources(root: Path) -> None:
    (root / "openapi/sources.toml").unlink()


def no_inputs(root: Path) -> None:
    for name in INPUTS:
        path = root / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def overlay(text: str) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        (root / "overlays/spec/99-broken.overlay.yaml").write_text(text, encoding="utf-8")

    return edit


HEAD = "overlay: 1.1.0\ninfo: {title: x, version: '1'}\nactions:\n"


def missing_license(root: Path) -> None:
    (root / "LICENSE").unlink()


def missing_ledger(root: Path) -> None:
    (root / "openapi/releases.toml").unlink()


def broken_ledger(root: Path) -> None:
    (root / "openapi/releases.toml").write_bytes(b"\xff")


def broken_runtime(root: Path) -> None:
    (root / "overlays/runtime/model.py").write_text("class\n", encoding="utf-8")


def broken_template(root: Path) -> None:
    (root / "generator-templates/client.py.jinja").write_text("\n{{ nope }}\n", encoding="utf-8")


def broken_readme(root: Path) -> None:
    (root / "generator-templates/README.md.jinja").write_text("\n{{ nope }}\n", encoding="utf-8")


def missing_template(root: Path) -> None:
    (root / "generator-templates/CHANGELOG.md.jinja").unlink()


def output_is_a_file(root: Path) -> None:
    (root / "generated").write_text("a file", encoding="utf-8")


def files(texts: dict[str, str]) -> Callable[[Path], None]:
    def edit(root: Path) -> None:
        for name, text in texts.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

    return edit


# What a step finds in all files it tells at once.
OVERLAYS = [
    f"overlays/spec/{name}"
    for name in ("x.overlay.yml", "x.yaml", "X.OVERLAY.YAML", "more/x.overlay.yaml")
]
DOCUMENTS = {
    **{f"openapi/{name}": "x" for name in ("new.yaml", "new.YML", "new.json", "more/x.yaml")},
    "openapi/new.md": "# A page\n\n````yaml GET /v1/x\nopenapi: 3.1.0\n````\n",
}
NO_MODULES = [
    "overlays/testing/py.typed",
    *(f"overlays/runtime/{n}" for n in ("data.json", "two words.py", "ünï.py", "1st.py")),
]
NO_PYTHON = {
    "overlays/testing/bad.py": "\ndef f(:\n",
    "overlays/runtime/new.py": "type X = int\n",
    "overlays/runtime/nul.py": "x = '\0'\n",
}


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (broken_yaml, ("messages.yaml",)),
        (missing_document, ("messages.yaml",)),
        (missing_sources, ("sources.toml",)),
        (no_inputs, ("sources.toml",)),
        (
            overlay(HEAD + "  - {target: $.components.schemas.Gone, update: {a: 1}}\n"),
            ("99-broken.overlay.yaml", "action 1", "matches nothing"),
        ),
        (overlay(HEAD + "  - {target: '$.[', update: {}}\n"), ("99-broken", "action 1")),
        (overlay("overlay: 9.9\n"), ("99-broken",)),
        (overlay("- [\n"), ("99-broken",)),
        (
            overlay(HEAD + "  - {target: $.components.schemas.ChatUsage, update: {type: nope}}\n"),
            ("/components/schemas/ChatUsage/type", "there is no JSON type 'nope'"),
        ),
        (missing_license, ("LICENSE",)),
        (missing_ledger, ("releases.toml",)),
        (broken_ledger, ("releases.toml",)),
        (broken_runtime, ("model.py",)),
        (broken_template, ("generator-templates/client.py.jinja:2", "'nope' is undefined")),
        (broken_readme, ("generator-templates/README.md.jinja:2", "'nope' is undefined")),
        (missing_template, ("generator-templates/CHANGELOG.md.jinja", "no such template")),
        (output_is_a_file, ("generated",)),
        (
            files(dict.fromkeys(OVERLAYS, "x")),
            tuple(
                f"{name}\n      is no overlay by its name, and would not be applied"
                for name in OVERLAYS
            ),
        ),
        (
            files(DOCUMENTS),
            tuple(f"{name}\n      sources.toml does not list this document" for name in DOCUMENTS),
        ),
        (
            files(dict.fromkeys(NO_MODULES, "x") | NO_PYTHON),
            (
                *(f"{name}\n      is no module" for name in NO_MODULES),
                "overlays/testing/bad.py:2\n      not Python 3.11",
                "overlays/runtime/new.py:1\n      not Python 3.11",
                "overlays/runtime/nul.py",
            ),
        ),
        (
            files(
                {
                    "overlays/spec/99.overlay.yaml": (
                        f"extends: messages.yaml\n{HEAD}  - {{target: $.info, update: {{a: 1}}}}\n"
                    )
                }
            ),
            ("99.overlay.yaml, #/extends", "'messages.yaml'", "the merged document"),
        ),
    ],
)
def test_what_is_broken_is_told_without_a_traceback(
    checkout: Path,
    capsys: pytest.CaptureFixture[str],
    break_it: Callable[[Path], None],
    words: tuple[str, ...],
) -> None:
    break_it(checkout)
    before = read_tree(checkout / "generated")
    assert run(checkout, "regenerate") == 2
    out, err = capsys.readouterr()
    assert "error" in out
    assert "Traceback" not in out + err
    for word in words:
        assert word in out
    assert read_tree(checkout / "generated") == before


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"NO_COLOR": "1"}, False),
    ],
)
def test_colours(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], coloured: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    console = Console(stream)
    console.step("read", "text", 1.5)
    console.failure(PipelineError(Problem("wrong", "a.yaml", "/x", remedy="mend it")))
    console.diff("+a\n-b\n c")
    text = stream.getvalue()
    assert ("\033[" in text) is coloured
    for words in (
        "read",
        "text",
        "(1.50 s)",
        "a.yaml, #/x",
        "wrong",
        "→ mend it",
        "+a",
        "-b",
        " c",
    ):
        assert words in text


@pytest.mark.parametrize(("no_colour", "coloured"), [("", True), ("1", False)])
def test_colours_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, no_colour: str, coloured: bool
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("NO_COLOR", no_colour)
    stream = Terminal()
    Console(stream).step("read", "text", 0.1)
    assert ("\033[" in stream.getvalue()) is coloured


def test_a_reader_who_goes_away_ends_nothing() -> None:
    script = (
        "import sys; from pipeline.console import Console; console = Console()\n"
        "console.line('first'); sys.stdin.read()\n"
        "for _ in range(3): console.line('more' * 50_000)\n"
        "sys.exit(3)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin and running.stdout and running.stderr
        assert running.stdout.readline().strip() == b"first"
        running.stdout.close()
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 3


def test_without_a_stream_nothing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    console = Console()
    console.step("read", "text", 0.1)
    console.failure(PipelineError(Problem("wrong")))


def test_the_command_line_has_help_and_refuses_nonsense() -> None:
    for arguments, code in ((["--help"], 0), ([], 2), (["nonsense"], 2)):
        done = subprocess.run(
            [sys.executable, "-m", "pipeline", *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code
        assert "regenerate" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def generated(root: Path, folder: Path, cwd: Path, umask: int = 0o022, **environment: str) -> Path:
    """The client as a process of its own generates it."""
    before = os.umask(umask)
    try:
        subprocess.run(
            [sys.executable, "-m", "pipeline", "--output", str(folder), "regenerate"],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(root), **environment},
            check=True,
            capture_output=True,
            timeout=120,
        )
    finally:
        os.umask(before)
    return folder


def test_the_same_bytes_whatever_is_around(checkout: Path, tmp_path: Path) -> None:
    """https://github.com/openapi-generators/openapi-python-client/issues/459"""
    one = generated(
        checkout, tmp_path / "one", checkout, PYTHONHASHSEED="1", LC_ALL="C", PYTHONUTF8="0"
    )
    other = generated(
        checkout,
        tmp_path / "other",
        tmp_path,
        umask=0o077,
        PYTHONHASHSEED="4242",
        LC_ALL="tr_TR.UTF-8",
        TZ="Pacific/Kiritimati",
        COLUMNS="40",
    )
    assert compare(read_tree(one), read_tree(other)) == []
    modes = [
        [(path.relative_to(folder), path.stat().st_mode) for path in sorted(folder.rglob("*"))]
        for folder in (one, other)
    ]
    assert modes[0] == modes[1]


def test_the_order_of_the_sources_changes_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = read_tree(ROOT / "generated")
    path = checkout / "openapi/sources.toml"
    head, *tables = path.read_text(encoding="utf-8").split("[[source]]")
    tables = [table.rstrip("\n") + "\n\n" for table in tables]
    assert len(tables) == 3
    path.write_text("[[source]]".join([head, *reversed(tables)]), encoding="utf-8")
    assert run(checkout, "regenerate") == 0
    changed = [d.path for d in compare(before, read_tree(checkout / "generated"))]
    assert set(changed) <= {MANIFEST}
    capsys.readouterr()


def test_ruff_without_its_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> str:
        raise FileNotFoundError("/somewhere/bin/ruff")

    monkeypatch.setattr("pipeline.format.find_ruff_bin", missing)
    with pytest.raises(PipelineError, match="without its program, /somewhere/bin/ruff"):
        format_tree({"a.py": b"x = 1\n"})


def test_what_editors_and_systems_leave_is_no_input(checkout: Path) -> None:
    before = read_tree(ROOT / "generated")
    for folder in ("openapi", "overlays/spec", "overlays/runtime"):
        for name in (".DS_Store", "README.md", "._x.py", ".x.overlay.yaml.swp"):
            (checkout / folder / name).write_bytes(b"\xff")
        for suffix in ("~", ".orig", ".bak"):
            (checkout / folder / f"x.overlay.yaml{suffix}").write_bytes(b"\xff")
        # Emacs locks a file by a link that leads nowhere.
        (checkout / folder / ".#x.overlay.yaml").symlink_to("someone@somewhere")
        (checkout / folder / ".cache.yaml").mkdir()
    assert run(checkout, "regenerate") == 0
    after = read_tree(checkout / "generated")
    assert {d.path for d in compare(before, after)} <= {MANIFEST}


def test_what_the_merge_and_the_lint_step_note_is_told(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    action = "  - {target: $.components.schemas.Message, update: {meaning: 1}}\n"
    overlay(HEAD + action)(checkout)
    assert run(checkout, "regenerate") == 0
    lines = capsys.readouterr().out.splitlines()
    notes = [line for line in lines if line.startswith("note ")]
    assert "note      declared tag Responses, used in responses.yaml" in notes
    merge, overlaid = (
        lines.index(next(x for x in lines if x.startswith(w))) for w in ("merge", "overlay")
    )
    assert all(line in notes for line in lines[merge + 1 : overlaid])
    assert any("'meaning' is no keyword" in note for note in notes)


@pytest.mark.parametrize("target", ["nowhere", ".", "../overlays"])
def test_a_link_in_the_snapshot_is_stale_and_goes(
    checkout: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    """A link to a folder, too, whose files a walk passes over."""
    link = checkout / "generated" / "link"
    link.parent.mkdir()
    link.symlink_to(target)
    assert run(checkout, "check") == 1
    assert "unexpected: generated/link\n" in capsys.readouterr().out
    assert run(checkout, "regenerate") == 0
    assert not link.is_symlink()
    assert run(checkout, "check") == 0


def test_how_an_editor_ends_lines_changes_nothing(checkout: Path) -> None:
    shutil.copytree(ROOT / "generated", checkout / "generated")
    before = read_tree(checkout / "generated")
    for name in INPUTS:
        path = checkout / name
        for file in [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]:
            if file.parent.name != "openapi" or file.suffix == ".toml":
                file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert run(checkout, "check") == 0
    assert run(checkout, "check", "--full") == 0
    for pattern in (
        "openapi/*.toml",
        "overlays/**/*.py",
        "overlays/spec/*",
        "generator-templates/*",
    ):
        for file in checkout.glob(pattern):
            file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert run(checkout, "regenerate") == 0
    changed = [d.path for d in compare(before, read_tree(checkout / "generated"))]
    assert changed == [MANIFEST]


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        ("openapi/messages.yaml", "-text"),
        ("openapi/x.json", "-text"),
        ("pipeline/x.py", "text eol=lf"),
        ("openapi/sources.toml", "text eol=lf"),
    ],
)
def test_git_keeps_the_vendor_s_bytes_and_ends_other_lines(path: str, attributes: str) -> None:
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    rules = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    matching = [said for pattern, said in rules if Path(path).match(pattern)]
    assert matching[-1] == attributes


def test_nothing_but_a_snapshot_is_replaced(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = read_tree(checkout)
    for folder in (checkout, checkout / "overlays"):
        assert run(checkout, "--output", str(folder), "regenerate") == 2
        out = capsys.readouterr().out
        assert "holds files and no manifest.json" in out
        assert read_tree(checkout) == before
    (checkout / "empty").mkdir()
    assert run(checkout, "--output", str(checkout / "empty"), "regenerate") == 0
