"""What only another system would break: its modules, its consoles."""

from __future__ import annotations

import ast
import io
from pathlib import Path

import pytest

from pipeline.console import Console
from pipeline.errors import PipelineError, Problem

ROOT = Path(__file__).parents[2]
# Not on Windows.
MODULES = frozenset("crypt fcntl grp posix pty pwd readline resource syslog termios tty".split())
FUNCTIONS = frozenset(
    "fork forkpty geteuid getgid getpgid getuid killpg mkfifo setsid uname SIGALRM SIGHUP SIGKILL "
    "SIGUSR1 AF_UNIX".split()
)


def names_used(path: Path) -> set[str]:
    """Modules imported and attributes read, by their last names, where no system is asked for."""
    found: set[str] = set()
    nodes: list[ast.AST] = [ast.parse(path.read_bytes())]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith(
            ("sys.platform", "os.name")
        ):
            continue
        nodes += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {(node.module or "").partition(".")[0], *(a.name for a in node.names)}
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


@pytest.mark.parametrize("folder", ["overlays", "pipeline"])
def test_nothing_that_one_system_lacks_is_used(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    assert paths
    used = {p.relative_to(ROOT).as_posix(): names_used(p) & (MODULES | FUNCTIONS) for p in paths}
    assert {path: names for path, names in used.items() if names} == {}


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_failures_are_told_on_any_console(encoding: str) -> None:
    """A redirected stream on Windows has the code page's characters only."""
    raw = io.BytesIO()
    console = Console(io.TextIOWrapper(raw, encoding=encoding))
    problem = Problem("moonshot: 月之暗面 is not “allowed”", document="d.yaml", remedy="Rename it.")
    console.failure(PipelineError(problem))
    said = raw.getvalue().decode(encoding)
    assert "d.yaml" in said
    assert "moonshot" in said
    assert "Rename it." in said
